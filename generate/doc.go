// Package generate makes Sudoku puzzles. A puzzle is made in three moves:
//
//  1. a random full grid, each equally likely ([Uniform]; on 12x12 and 16x16,
//     where nobody knows how, by random backtracking: [Filler]);
//  2. clues are taken out in random order, each only after a proof that the
//     solution stays the only one (top-down sampling);
//  3. when every clue has been tried once the puzzle is minimal: a clue that
//     could not go while more clues stood cannot go later either. With a wished
//     number of clues the removal stops there instead.
//
// That is the default. Two more rules, bottom-up and controlled-bias, are there
// for statistics: see [Sampling].
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
// A try can miss: the clues wished for may be out of reach from its grid. Then
// [Generator.Try] says so with a *Miss, and the caller goes on to the next
// index; nothing here loops until it succeeds.
package generate
