// Package bench measures how fast gradoku is, by cases anyone can run again.
//
// A case is a piece of work on named puzzles. gradoku bench goes through the cases
// round by round, so that whatever else the machine does falls on all of them
// alike, and counts processor time (user and system, of the whole process)
// instead of wall time: on a busy machine that figure stays stable. The report has
// the median of the rounds with the least and the most, names the machine, the
// toolchain and the commit, and gives the SHA-256 of every file read. --raw writes
// the single rounds in the format of Go's benchmarks, which benchstat reads.
//
// Files of puzzles come from a data folder and are not part of gradoku. The report
// says which were missing and left out. Their puzzles are relabelled and permuted
// with a fixed seed, since the order of such files flatters the results.
package bench
