// Package hint helps a player: it says what the next step is, in words, or what is wrong.
//
// # Positions
//
// A [Position] is the givens, what was entered and what was noted. [Next] answers it with a
// [Hint]. It looks for what is wrong first, by the solution, and then takes the next step of
// a ladder of package grade, told as deep as wanted: a nudge names the technique and a house,
// where adds the cells, and full tells everything. The step depends on the position alone, so
// hints followed from the givens to the end, with notes that are [Complete], are the ladder's
// own path. Other notes are no proof, and steps are then found again from the grid.
//
// # Words
//
// A [Language] has the names of techniques and the sentences of steps, read from a file in
// words/. [Language.Sentence] fills a sentence in with the cells, houses and digits of a
// grade.Step.
//
// # Practice
//
// [Practice] plays a puzzle up to the first moment at which a technique is the next step.
//
// # What stayed in package grade
//
// The ladder for people and its scores: its rows are the finders of the rating, and the
// grader runs both ladders with one loop on its own state. The chains of a step stayed too:
// the searches work them out again in their own workspaces.
package hint
