// Package grade measures how hard a puzzle is, in ways that can be checked.
//
// # Counting blanks
//
// The blank count N and the blank freedom F depend only on the clues:
// [Metrics]. Each is divided into five classes, X and Y, and X+Y gives a letter
// from A to I. The document that introduced these measures contradicts itself
// about the class limits, so there are two named schemes: [Printed] has the
// limits printed in it, [Fitted] those that reproduce its tables.
//
// # Looking for the next cell
//
// The scan effort S is what the search for the next cell costs a person: blank
// cells divided by cells that could be filled, summed over a solution by singles in
// waves (scan.go). It ignores how hard techniques are, and predicts the minutes
// that people take on everyday puzzles better than any rating.
//
// # Solving as a person does
//
// The rating solves the puzzle step by step. A [Grader] keeps the candidates of
// every blank and repeats one thing until nothing is blank: it goes down the
// table of techniques (techniques.go), easiest first, takes the first step that
// a technique finds, applies it, and starts again at the top. Every technique
// has a rating in tenths; then
//
//	Rating   the highest rating of any step               "ER" in the forums
//	Pearl    the highest up to the first placed digit     "EP"
//	Diamond  the rating of the first step                 "ED"
//
// and Diamond <= Pearl <= Rating. The scale, the order of the table and the
// order in which each technique scans the board are those of Nicolas Juillerat's
// Sudoku Explainer 1.2.1 (2006-2010) as the Patterns Game of the New Sudoku
// Players' Forum uses it, down to its habits: "first found" is not always
// "easiest", and taking one of two equal steps changes what is left. All three
// numbers agree with that program.
//
// The table holds the whole scale, in three parts:
//
//	1.0-6.2  patterns: singles, locked candidates, sets, fish, wings,
//	         uniqueness, aligned exclusion
//	6.5-7.5  single chains of implications, and cycles (unary.go)
//	7.5-     several assumptions at once (trial.go): static chains, then dynamic ones
//	         that strike out candidates as they go (runner.go), then
//	         dynamic ones that use patterns (advance.go) and chains (nested.go)
//	         among the candidates that are left, up to five levels deep
//
// A puzzle that nothing solves is rated 20.0, the last resort. The deeper levels can
// take seconds, so there is a [Grader].Budget; if it runs out, AtLeast is set,
// Rating is a lower bound, and the level is [Beyond].
//
// The scale was made for 9x9. Other sizes use the same rows with the same ratings,
// with the size in place of nine in conditions; such ratings compare puzzles of one
// size, not different sizes. Two rows are as they were made for 9x9: aligned
// exclusion handles at most 64 cells; on 12x12 and 16x16 there can be more, and then
// it finds nothing. The chains have no such limit, but sets of up to 4096 candidates
// make them slow, so large puzzles that need the dynamic ones can run out of budget.
//
// Grading assumes a proper puzzle: it uses uniqueness (unique rectangles) and
// does not check it. An improper puzzle gets some grade, never a crash.
//
// # Steps for people
//
// The scale ranks what a program finds, and says "forcing chain" where players say
// "skyscraper". So there is a second ladder (an ordered list of techniques), for
// explanations: [Grader.Human] uses the same techniques in HoDoKu's order, with named
// patterns before all chains, and gives the path a score and a level. These are not a
// rating; neither ladder changes the other's numbers. [Grader.Find] lists all steps of one
// technique in a position, [Grader.Next] returns the next step of a ladder there, and
// [Grader.Until] solves a puzzle up to the point where a technique is next. Package hint
// has the words of steps.
//
// # How it is built
//
//	state.go        the current board, kept so that no technique recounts
//	tuples.go       the one enumeration for naked sets, hidden sets and fish
//	singles.go ..   a family of techniques each: functions that read the state
//	loops.go        and fill a finding, with a size parameter where pair,
//	                triplet and quad differ by nothing else
//	bug.go, aligned.go  the patterns above 5.4
//	ids.go          sets of numbered candidates, in three widths
//	links.go        the candidates of a puzzle and what they exclude and imply
//	reach.go        what follows from what, at any distance, by components of the graph
//	tree.go         how a chain gets there: the search in the original's order
//	unary.go        cycles and forcing chains, by the distance from each start;
//	                length.go their ratings
//	groups.go       cells and houses, of whose candidates one is true
//	closure.go      the conclusions of nets, in any order, for all assumptions at once
//	runner.go, trial.go         chains and nets: one assumption, and the best of all
//	advance.go, nested.go       the levels inside nets
//	chains.go                   workspaces, created when first needed, and the budget
//	implication.go, explain.go  the reasoning of a step, on demand
//	techniques.go   the table: order, ratings, names, lessons, sentences
//	patterns.go     the named patterns, in a table of their own
//	turbot.go ..    their finders: pairs.go, finned.go, colours.go, als.go,
//	                suedecoq.go, and lockedSet in sets.go
//	human.go        the human ladder, its levels and scores
//	ladder.go       both ladders in a position; listing.go all steps of a technique
//	rate.go         the loop described above, and the limits that end it early
//	letters.go, levels.go, criteria.go  words for a grade, and conditions on it
//	scan.go         the scan effort; measure.go, depth.go and person.go more for studies
//
// Grading an easy puzzle never touches the chain workspaces. Once they exist, a
// search for chains does not allocate, and it keeps no chain: a step stores only
// what is needed to find its chain again, and [Grader.Path] does so.
//
// A new technique is a finder, a row in the table and its test cases; the number
// [Version] goes up with every change that can alter a grade. A named pattern has its row
// in patterns.go and alters no grade. CONTRIBUTING.md
// has the steps.
package grade
