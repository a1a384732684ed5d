// Package hint helps a player: it explains the next step, in words, or what is wrong.
//
// # Positions
//
// A [Position] has the givens, the player's entries and the player's notes. [Next]
// returns a [Hint] for it. It first looks for mistakes, by the solution, and then takes the
// next step of a ladder of package grade. The depth says how much of it is told: a nudge
// names the technique and a house, where adds the cells, and full tells everything. The step
// depends on the position alone, so hints followed from the givens to the end, with notes
// that are [Complete], are the ladder's own path. Other notes prove nothing: steps are then
// found again from the grid.
//
// # Words
//
// A [Language] has the names of techniques and the sentences of steps, read from a file in
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
