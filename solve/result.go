package solve

import "gradoku/board"

// Status says why a solver stopped.
type Status uint8

const (
	// Exhausted: no part of the search is left, so Result.Solutions is the
	// number of solutions of the puzzle.
	Exhausted Status = iota
	// LimitReached: Options.Limit solutions were found, or Options.Each
	// returned false, while part of the search was still open. Whether that
	// part has solutions is not known. A proper puzzle counted up to 2 is
	// Exhausted; counted up to 1 it is LimitReached, unless its solution was
	// found without a guess or in the last open part.
	LimitReached
	// BudgetSpent: Options.Budget nodes were looked at and more were left.
	BudgetSpent
	// Canceled: the context ended.
	Canceled
	// Stuck: the method has no rule left to apply and does not search. How far it got
	// is in Result.Partial.
	Stuck
)

// String returns the status in words.
func (s Status) String() string {
	return [...]string{"exhausted", "limit reached", "budget spent", "canceled", "stuck"}[s]
}

// Options says when to stop. The zero value finds all solutions, however long
// that takes.
type Options struct {
	Limit  int   // stop after this many solutions; 0 = find all
	Budget int64 // stop after this many search nodes; 0 = no budget

	// Each, if not nil, is called with each solution in the order in which the
	// solver finds them. The grid is the callee's to keep. Returning false
	// stops the search.
	Each func(*board.Grid) bool

	// Within, unless nil, is the puzzle with the candidates of its blanks: only solutions within
	// them count. It is for solvers that solve positions.
	Within *board.Board

	// Scan is the order in which a solver that offers a choice looks at cells.
	Scan Scan
	// Trace, if not nil, is called with each event of a solver that traces.
	Trace func(Event)
}

// Stats is what a solver did. Each solver decides which nodes it counts: its figures
// can be compared between puzzles, not with another solver's.
type Stats struct {
	Nodes   int64 // states of the board looked at, the puzzle itself included
	Guesses int64 // nodes at which the search had to split

	// Counters are the counts of the method's own document, under its names and in
	// its order; nil for solvers without such a document.
	Counters []Counter
}

// Counter is a named count.
type Counter struct {
	Name  string
	Value int64
}

// Counter returns the count of that name, 0 when there is none.
func (s *Stats) Counter(name string) int64 {
	for _, c := range s.Counters {
		if c.Name == name {
			return c.Value
		}
	}
	return 0
}

// Result is what a solver found out.
type Result struct {
	Solutions int        // how many were found
	First     board.Grid // the first one found; the zero Grid when there is none
	Status    Status
	Stats     Stats

	// Partial is the grid, with its clues, as a method that got Stuck left it; the
	// zero Grid otherwise.
	Partial board.Grid
}

// Unique reports whether the puzzle was proved to have exactly one solution.
func (r Result) Unique() bool { return r.Solutions == 1 && r.Status == Exhausted }
