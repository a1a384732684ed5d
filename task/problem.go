package task

import "errors"

// Kinds of problems. They are the exit codes of the command line.
const (
	Data        = 1   // the input or the database is wrong
	Usage       = 2   // what is asked for is wrong
	Exhausted   = 3   // the stop rule ended a run before its target
	Interrupted = 130 // somebody ended it, as shells number Ctrl-C
)

// Problem is an error as users see it: what went wrong and what to do about it.
type Problem struct {
	Code   int // a kind
	Err    error
	Advice string // "" when Err says it all
}

// Error says what went wrong.
func (p *Problem) Error() string { return p.Err.Error() }

// Unwrap returns Err.
func (p *Problem) Unwrap() error { return p.Err }

// Fail returns a [Problem].
func Fail(code int, err error, advice string) error { return &Problem{code, err, advice} }

// UsageError is [Fail] for options that are wrong.
func UsageError(err error, advice string) error { return &Problem{Usage, err, advice} }

// DataError is [Fail] for wrong input or a wrong database.
func DataError(err error, advice string) error { return &Problem{Data, err, advice} }

// ErrReported ends a task after it has already told, one by one, what was wrong.
var ErrReported = errors.New("problems were reported")

// Misspelt is an error about a word that is none of some names, of which it may be like
// one.
type Misspelt struct {
	Err   error
	Word  string
	Names []string
}

func (m *Misspelt) Error() string { return m.Err.Error() }

// Unwrap returns Err.
func (m *Misspelt) Unwrap() error { return m.Err }
