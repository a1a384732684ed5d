// Package hint helps a player: it explains the next step, in words, or what is wrong.
//
// # Positions
//
// A [Position] has the givens, the player's entries and the player's notes. [Next]
// returns a [Hint] for it. It first looks for mistakes, by the solution, and then takes the
// next step of a ladder of package grade. The depth says how much of the step is shown:
// nudge names the technique and a house, where adds the cells, and full shows everything.
// The step depends on the position alone. So hints that are followed from the givens to the
// end, with notes that are [Complete], form the ladder's own path. Incomplete notes prove
// nothing: steps are then found again from the grid.
//
// # Words
//
// A [Language] holds the names of techniques and the sentences for steps, read from a file in
// words/. [Language.Sentence] fills the cells, houses and digits of a grade.Step into a
// sentence.
//
// # Practice
//
// [Practice] solves a puzzle up to the first moment at which a technique is the next
// step.
//
// # What is in package grade
//
// The human ladder and its scores are in package grade: its rows are the finders of the
// rating, and the grader runs both ladders with one loop on its own state. So are the
// chains of a step: the searches compute them again in their own workspaces.
package hint
