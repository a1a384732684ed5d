// Package grade says how hard a puzzle is, in two ways that can be checked.
//
// # Counting blanks
//
// The blank count N and the blank freedom F look at the printed puzzle only:
// [Metrics]. Each is cut into five levels, X and Y, and X+Y makes a letter from
// A to I. The founding document of these measures contradicts itself about
// where the levels end, so there are two named schemes: [Printed] has the
// borders as they stand in it, [Fitted] those that reproduce its tables.
//
// # Looking for the next cell
//
// The scan effort S is what the search for the next cell costs a person: cells that
// are blank over cells that could be filled, summed over a solution by singles in
// waves (scan.go). It knows nothing of techniques, and predicts the minutes that
// people take on everyday puzzles better than any rating.
//
// # Solving as a person does
//
// The rating plays the puzzle through. A [Grader] keeps the candidates of every
// blank and repeats one thing until nothing is blank: it walks down the table
// of techniques (techniques.go), easiest first, takes the first step that any
// technique finds, applies it, and starts again at the top. Every technique has
// a rating in tenths; then
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
//	7.5-     several assumptions at once: static (static.go), then dynamic ones
//	         that strike out candidates as they go (runner.go, trial.go), then
//	         dynamic ones that use patterns (advance.go) and chains (nested.go)
//	         among the candidates that are left, up to five levels deep
//
// A puzzle that nothing solves is rated 20.0, the last resort. The deeper levels can
// take seconds, so there is a [Grader].Budget; where it runs out, the grade says
// AtLeast, Rating is a lower bound, and the level is [Beyond].
//
// The scale was made for 9x9. Other sizes use the same rows with the same ratings,
// and the conditions that speak of nine speak of the size instead; such numbers
// compare puzzles of one size, not sizes with each other. Two rows stay as they were
// made for 9x9: aligned exclusion handles at most 64 cells, which on 12x12 and 16x16
// can be too few and then finds nothing. The chains have no such limit, but sets of
// up to 4096 candidates make them slow, so large puzzles that need the dynamic ones
// can run out of budget.
//
// Grading presumes a proper puzzle: uniqueness is used (unique rectangles) and
// not checked. Improper input gives some grade, never a crash.
//
// # What a person is shown
//
// The scale ranks what a program finds, and says "forcing chain" where players say
// "skyscraper". So there is a second ladder, for explanations: [Grader.Human] walks
// down the same techniques in HoDoKu's order, with the patterns that have a name of
// their own before all chains, and gives the path a score and a level. These are not
// a rating; neither ladder changes the other's numbers. [Grader.Find] lists all steps
// of one technique in a position, [Grader.Next] takes the next step of a ladder there, and
// [Grader.Until] plays a puzzle up to where a technique is next. Steps have no words here:
// package hint has them.
//
// # How it is built
//
//	state.go        the board under work, kept so that no technique recounts
//	tuples.go       the one enumeration for naked sets, hidden sets and fish
//	singles.go ..   a family of techniques each: functions that read the state
//	loops.go        and fill a finding, with a size parameter where pair,
//	                triplet and quad differ by nothing else
//	bug.go, aligned.go  the patterns above 5.4
//	ids.go          sets of numbered candidates, in three widths
//	links.go        the candidates of a puzzle and what they exclude and imply
//	reach.go        what follows from what, however far away, by components of the graph
//	tree.go         how a chain gets there: the search in the original's order
//	unary.go        cycles and forcing chains, by the distance from each start;
//	                length.go their ratings
//	static.go       cell and region chains
//	closure.go      what nets come to, whatever their order, for all assumptions at once
//	runner.go, trial.go         nets: one assumption, and the best of all
//	advance.go, nested.go       the levels inside nets
//	chains.go                   workspaces, made when first needed, and the budget
//	implication.go, explain.go  the reasoning of a step, on demand
//	techniques.go   the table: order, ratings, names, lessons, sentences
//	patterns.go     the named patterns, in a table of their own
//	turbot.go ..    their finders: pairs.go, finned.go, colours.go, als.go,
//	                suedecoq.go, and lockedSet in sets.go
//	human.go        the ladder for people, its levels and scores
//	ladder.go       both ladders in a position; listing.go all steps of a technique
//	rate.go         the loop described above, and the limits that end it early
//	letters.go, levels.go, criteria.go  words for a grade, and what is asked of one
//	scan.go         the scan effort; measure.go, depth.go and person.go more for studies
//
// Grading an easy puzzle never touches the chain workspaces. A search for chains
// does not allocate once they are there, and it keeps no chain: a step remembers
// only what it takes to find its chain again, and [Grader.Path] does so.
//
// A new technique is a finder, a row in the table and its test cases; the number
// [Version] goes up with every change that can alter a grade. A named pattern has its row
// in patterns.go and alters no grade. CONTRIBUTING.md
// has the steps.
package grade
