package task

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"gradoku/corpus"
)

// Env is what a task is given apart from its options: where it works, and whom it tells.
type Env struct {
	DB      string      // the database: a file, or the URL of a server
	Workers int         // how many computations at a time, 0 for one per core
	In      io.Reader   // what - names as an input
	Out     io.Writer   // what - names as an output
	Notify  func(Event) // is told how the task goes on; may be nil. It is called by one goroutine at a time
}

// EventsEnv is the variable of the environment by which a program that runs gradoku asks
// for events on stderr, each as JSON on a line, instead of text.
const EventsEnv = "GRADOKU_EVENTS"

// Event is something that happened while a task ran: one of its fields is set. As JSON it
// is one line of what a process that runs a task says.
type Event struct {
	Run      *RunStarted `json:"run,omitempty"`
	Progress *Progress   `json:"progress,omitempty"`
	Rejected *Rejected   `json:"rejected,omitempty"`
	Written  *Written    `json:"written,omitempty"`
	Imported *Imported   `json:"imported,omitempty"`
	Failed   *Failed     `json:"failed,omitempty"`
	Note     string      `json:"note,omitempty"`    // a line for people
	Warning  string      `json:"warning,omitempty"` // what somebody should look at, although the task goes on
}

// RunStarted says which run of the database a task begins or goes on with.
type RunStarted struct {
	ID   int64 `json:"id"`
	Seed int64 `json:"seed"`
}

// Progress says how far a task has got.
type Progress struct {
	Unit   string  `json:"unit"` // what is counted: puzzles, tries, lines
	Done   int64   `json:"done"`
	Target int64   `json:"target"`           // 0 where nobody knows
	Tries  int64   `json:"tries,omitempty"`  // that it took
	Quotas []int64 `json:"quotas,omitempty"` // how many each quota has
	Text   string  `json:"text,omitempty"`   // the same in words
}

// Rejected is a line of the input that holds no puzzle.
type Rejected struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column,omitempty"` // 0 when it is about the whole line
	Text   string `json:"text"`             // why
	Err    error  `json:"-"`                // the same
}

// RejectionOf describes an error about the input. It has no file where it is about none.
func RejectionOf(err error) *Rejected {
	r := &Rejected{Text: err.Error(), Err: err}
	if line, ok := errors.AsType[*corpus.LineError](err); ok && line.File != "" {
		r.File, r.Line, r.Column, r.Text = line.File, line.Line, line.Column, line.Reason
	} else if puzzle, ok := errors.AsType[*PlacedError](err); ok {
		r.File, r.Line, r.Text = puzzle.Source.Name, puzzle.Source.Record.Line, puzzle.Err.Error()
	}
	return r
}

// Written is a file that has got its name.
type Written struct {
	Path    string `json:"path"`
	Kind    string `json:"kind"` // a format, or book, sheet, cover
	Puzzles int    `json:"puzzles,omitempty"`

	Book *BookMade `json:"book,omitempty"` // where it is a book
	Text string    `json:"text,omitempty"` // what is in it, in words
}

// Failed is how a process says that its task failed.
type Failed struct {
	Code   int    `json:"code"` // the exit code
	Text   string `json:"text"`
	Advice string `json:"advice,omitempty"`
}

// notify tells an event to whoever listens.
func (e *Env) notify(event Event) {
	if e.Notify != nil {
		e.Notify(event)
	}
}

// reject tells what is wrong with a puzzle of the input; the task goes on without it.
func (e *Env) reject(err error) { e.notify(Event{Rejected: RejectionOf(err)}) }

// note says a line for people.
func (e *Env) note(format string, args ...any) { e.notify(Event{Note: fmt.Sprintf(format, args...)}) }

// serialize lets several goroutines tell events.
func (e *Env) serialize() {
	var told sync.Mutex
	if notify := e.Notify; notify != nil {
		e.Notify = func(event Event) {
			told.Lock()
			defer told.Unlock()
			notify(event)
		}
	}
}

// workers is how many computations run at a time.
func (e *Env) workers() int { return cmp.Or(e.Workers, runtime.NumCPU()) }

// warn says a line that people should not miss.
func (e *Env) warn(format string, args ...any) {
	e.notify(Event{Warning: fmt.Sprintf(format, args...)})
}

// write writes a file as [ToFile] does; - is Out.
func (e *Env) write(ctx context.Context, path string, write func(io.Writer) error) error {
	if path == "-" {
		return write(e.Out)
	}
	return ToFile(ctx, path, write)
}

// counted tells how many puzzles are done, of nobody knows how many.
func (e *Env) counted(n int) {
	if e.Notify != nil {
		e.Notify(Event{Progress: &Progress{Unit: "puzzles", Done: int64(n)}})
	}
}
