// Package solve finds and counts the solutions of puzzles.
//
// # The table
//
// [Solvers] is the list of the solvers in use. A row says how the solver works,
// where the idea comes from, which sizes it takes and what it promises ([Caps]).
// Adding a solver means one file, one row, and passing the conformance tests, which
// run over the whole table. Package literature has more rows, the solvers of the
// documents that gradoku grew out of; a [Tally] is what they share with those here.
// [Run] trusts no row: it checks the first solution against the clues before it
// returns it.
//
// # Questions and answers
//
// "Is the puzzle proper?" means counting to 2: [Count] with limit 2, and [Result.Unique]. The
// answer is a proof only if nothing was left to search. So every [Result] has a
// [Status], which distinguishes [Exhausted] from a stop at the limit, at the budget
// or by the context. For a generator, which asks millions of times, [Searcher] keeps
// the memory of a search from call to call; for puzzles from elsewhere, of any size
// and quality, there is [Prover]. Whether a clue is needed is found without counting:
// [Searcher.Other] forbids the clue's digit in its cell and looks for any solution.
//
// # How a search works
//
// Both main solvers alternate between two things. They apply rules, such as "this cell
// has one candidate left", until nothing follows; then they guess: they split the
// puzzle into two that have no solution in common, and search one after the other,
// depth first. A node that contradicts itself is dropped; the solutions of the others
// add up. Guesses where few alternatives are left keep the tree small; more rules
// leave less to guess, but each node costs more. The two solvers strike this balance
// differently.
//
// # mrv: cell by cell, any size
//
// The board is an array of candidate sets, one for each cell. A set of "dirty"
// houses says where something has changed; for each of them one pass over its
// cells finds the filled ones, whose digits leave the rest (naked singles), and
// the digits with one place (hidden singles). When no house is dirty, locked
// candidates are struck. A guess takes a cell with two candidates, else a digit
// with two places in a house, else the cell with the fewest candidates: minimum
// remaining values, which gave the solver its name. Ties go to the houses that
// have proved most nodes dead so far; without this 16x16 would take too long.
//
// # bitboard: digit by digit, 9x9
//
// The board is turned inside out: for each digit it has the set of cells that can hold
// it, 81 bits in two words (see plane in plane.go). One machine operation then handles
// 54 cells, and most rules take only a few operations:
//
//	count      add up the nine planes with two saturating bits per cell:
//	           cells with no candidate (dead), with one (naked singles)
//	place      strike naked singles from their peers
//	bands      a digit occupies three minirows of a band, one in each row and
//	           each box. A table of 512 entries says which minirows are part of
//	           such a choice: locked candidates in both directions
//	stacks     the same for minicolumns, three stacks at once by rotation
//	hidden     a cell whose minirow is alone in its row and whose minicolumn is
//	           alone in its column takes the digit
//	triads     minirows and minicolumns hold three digits each: three left lock
//	           them in, three forced shut the others out
//
// Only digits whose plane has changed are visited again. A guess is not about a
// cell: it says that a digit is in one triad of the band with the fewest ways
// left. The reasons are with the code: propagate.go, triads.go, branch.go, in
// the order in which they run. docs/bench/solver.md has the timings.
//
// The additional houses of a variant are outside the rules of bands: there the solver looks only for
// singles, and it guesses in a cell with two candidates (extra.go). A jigsaw has no bands, so this
// goes for all its houses, but there it looks for locked candidates too.
package solve
