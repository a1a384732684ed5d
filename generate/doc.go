// Package generate makes Sudoku puzzles that meet a target. [One] makes one, [Stream]
// makes all those of a seed in turn, and a [Target] says what they must be like:
//
//	(seed, index) --> full grid --> clues out --> graded --> wanted? --> proved again --> Found
//	                                                 \--> local search ----/
//
// [Finder] computes one try (attempt), for callers that hand out indices themselves,
// such as a run over a database. [Generator] is its first half, without grades.
//
// # How a puzzle is made
//
// A puzzle is made in three moves:
//
//  1. a random full grid, each equally likely ([Uniform]; on 12x12 and 16x16, where
//     no method is known, by random backtracking: [Filler]);
//  2. clues are removed in random order, each only after a proof that the solution
//     stays unique (top-down sampling);
//  3. when every clue has been tried once, the puzzle is minimal: a clue that was
//     needed while there were more clues is needed later too. If a number of clues
//     is asked for, the removal stops there instead.
//
// That is the default. Two more rules, bottom-up and controlled-bias, are for
// statistics: see [Sampling].
//
// # The proof at every removal
//
// The puzzle before a removal has exactly one solution. Taking the clue d out
// of cell c adds a solution only if one exists with another digit in c, so it
// is enough to forbid d there and to look for any solution: one search that
// stops at its first find, where counting to two needs two.
//
// # Seeds
//
// All randomness of a try comes from one stream keyed by (seed, index), so that
// try 4711 of seed 42 is the same puzzle on any machine, with any number of
// workers, whether or not the tries before it were computed.
//
// A try can miss: its grid may not allow the clues asked for, or the grade may
// not be wanted. Then the caller continues with the next index. Only Stream and
// One loop, and they give up at some point ([Target.Patience]).
//
// # Targets that random puzzles seldom meet
//
// A sample of tries ([Target.Forecast]) shows what share of them fits. If few do because
// most are too hard, more clues are kept: samples with other numbers of clues show how
// many, for each quota separately ([Target.ChooseClues]). If hardly any does even so,
// tries use a local search, called a walk ([Target.ChooseSearch]): clues are put back
// and removed, and each step is no further from the target than the one before. A walk
// continues with its try's random stream, so what it finds depends only on seed and
// index too.
package generate
