package task

import "errors"

// The kinds of problems. They are also the exit codes of the command line.
const (
	Data        = 1   // the input or the database is wrong
	Usage       = 2   // the request is wrong
	Exhausted   = 3   // the stop rule ended a run before its target
	Interrupted = 130 // a user interrupted it; shells use this number for Ctrl-C
)

// Problem is an error as users see it: what went wrong and what to do about it.
type Problem struct {
	Code   int // a kind
	Err    error
	Advice string // "" if Err needs none
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

// ErrReported ends a task that has already reported each problem.
var ErrReported = errors.New("problems were reported")
