# SPDX-License-Identifier: GPL-2.0
# mutants.awk FAULTS.TXT VERDICTS - the matrix of faults and requirements, and the score as its last line.
# VERDICTS has lines FAULT ARCH REQUIREMENT VERDICT; the fault "healthy" is none. Exit: 0 a full score, else 1.

BEGIN {
	split("DUR THR SMP CTX HLT", family)
	split("9 6 10 6 3", size)
	split("SKIP ok XPASS XFAIL FAIL", order)
	for (i = 1; i in order; i++)
		rank[order[i]] = i
}

FNR == NR {
	if ($0 !~ /^[a-z]/)
		next
	by[$1] = $2
	for (i = 3; i <= NF; i++)
		also[$1, $i] = 1
	next
}

{
	if (!(($1, $2) in seen)) {
		seen[$1, $2] = 1
		fault[++runs] = $1
		arch[runs] = $2
	}
	# Of several programs that judge one requirement the worst counts.
	if (rank[$4] <= rank[verdict[$1, $2, $3]])
		next
	if ($4 == "FAIL")
		failed[$1, $2] = failed[$1, $2] " " $3
	verdict[$1, $2, $3] = $4
}

function mark(f, a, requirement,	v)
{
	v = verdict[f, a, requirement]
	if (v == "FAIL")
		return index("|" by[f] "|", "|" requirement "|") || (f, requirement) in also ? "F" : "!"
	return v == "ok" ? "." : v == "SKIP" ? "s" : v == "" ? " " : "x"
}

# What a run says, in words; counts it.
function say(f, a,	words, n, i, found, wrong)
{
	n = split(failed[f, a], words, " ")
	for (i = 1; i <= n; i++) {
		if (f == "healthy")
			alarms++
		else if (index("|" by[f] "|", "|" words[i] "|"))
			found = words[i]
		else if (!((f, words[i]) in also))
			wrong = wrong " " words[i]
	}
	if (f == "healthy")
		return n ? "FALSE ALARM:" failed[f, a] : "healthy"
	if (wrong != "")
		wrongs[f] = 1
	if (found == "")
		missed[f] = 1
	return (found == "" ? "MISSED by " by[f] : "convicted by " found) (wrong == "" ? "" : ", WRONG:" wrong)
}

END {
	print "Requirements in the order of their numbers: . ok, F convicted as it should, ! convicted wrongly, s not judged, x known issue"
	print ""
	line = sprintf("%-7s %-21s", "ARCH", "FAULT")
	for (i = 1; i in family; i++)
		line = line sprintf(" %-" size[i] "s", family[i])
	print line " RESULT"
	for (r = 1; r <= runs; r++) {
		line = sprintf("%-7s %-21s", arch[r], fault[r])
		for (i = 1; i in family; i++) {
			line = line " "
			for (n = 1; n <= size[i]; n++)
				line = line mark(fault[r], arch[r], family[i] "-" n)
		}
		print line " " say(fault[r], arch[r])
		if (fault[r] != "healthy")
			planted[fault[r]] = 1
	}
	for (f in planted) {
		faults++
		convicted += !(f in missed)
		wrong += f in wrongs
	}
	printf "faults %d, convicted %d, wrong conviction %d, false alarms on the healthy driver %d\n", faults, convicted, wrong, alarms
	exit !faults || convicted < faults || wrong || alarms
}
