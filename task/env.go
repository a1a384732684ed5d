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

// Env is what a task gets in addition to its options: where it works, and who receives its
// events.
type Env struct {
	DB      string      // the database: a file, or the URL of a server
	Workers int         // how many computations run at a time, 0 for one per core
	In      io.Reader   // the input that - stands for
	Out     io.Writer   // the output that - stands for
	Notify  func(Event) // receives the events of the task; may be nil. It is called by one goroutine at a time
}

// EventsEnv is an environment variable. A program that runs gradoku sets it to get events
// on stderr, one JSON value per line, instead of text.
const EventsEnv = "GRADOKU_EVENTS"

// Event is something that happened while a task ran. Exactly one of its fields is set. A
// process that runs a task can print each event as a line of JSON.
type Event struct {
	Run      *RunStarted `json:"run,omitempty"`
	Progress *Progress   `json:"progress,omitempty"`
	Rejected *Rejected   `json:"rejected,omitempty"`
	Written  *Written    `json:"written,omitempty"`
	Imported *Imported   `json:"imported,omitempty"`
	Failed   *Failed     `json:"failed,omitempty"`
	Note     string      `json:"note,omitempty"`    // a line for people
	Warning  string      `json:"warning,omitempty"` // a problem that needs attention although the task continues
}

// RunStarted says which run of the database a task starts or continues.
type RunStarted struct {
	ID   int64 `json:"id"`
	Seed int64 `json:"seed"`
}

// Progress says how far a task has got.
type Progress struct {
	Unit     string  `json:"unit"` // what is counted: puzzles, attempts, lines
	Done     int64   `json:"done"`
	Target   int64   `json:"target"`             // 0 if it is not known
	Attempts int64   `json:"attempts,omitempty"` // the attempts it took
	Quotas   []int64 `json:"quotas,omitempty"`   // how many each quota has
	Text     string  `json:"text,omitempty"`     // the same in words
}

// Rejected is a line of the input that holds no puzzle.
type Rejected struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column,omitempty"` // 0 when it is about the whole line
	Text   string `json:"text"`             // the reason
	Err    error  `json:"-"`                // the same as an error
}

// RejectionOf describes an error about the input. File is empty if the error names none.
func RejectionOf(err error) *Rejected {
	r := &Rejected{Text: err.Error(), Err: err}
	if line, ok := errors.AsType[*corpus.LineError](err); ok && line.File != "" {
		r.File, r.Line, r.Column, r.Text = line.File, line.Line, line.Column, line.Reason
	} else if puzzle, ok := errors.AsType[*PlacedError](err); ok {
		r.File, r.Line, r.Text = puzzle.Source.Name, puzzle.Source.Record.Line, puzzle.Err.Error()
	}
	return r
}

// Written is a file that is complete and has its name.
type Written struct {
	Path    string `json:"path"`
	Kind    string `json:"kind"` // a format, or book, sheet, cover
	Puzzles int    `json:"puzzles,omitempty"`

	Book *BookMade `json:"book,omitempty"` // set if the file is a book
	Text string    `json:"text,omitempty"` // its content in words
}

// Failed is how a process reports that its task failed.
type Failed struct {
	Code   int    `json:"code"` // the exit code
	Text   string `json:"text"`
	Advice string `json:"advice,omitempty"`
}

// notify passes an event to Notify.
func (e *Env) notify(event Event) {
	if e.Notify != nil {
		e.Notify(event)
	}
}

// reject reports a problem with a puzzle of the input; the task goes on without the puzzle.
func (e *Env) reject(err error) { e.notify(Event{Rejected: RejectionOf(err)}) }

// note reports a line for people.
func (e *Env) note(format string, args ...any) { e.notify(Event{Note: fmt.Sprintf(format, args...)}) }

// serialize makes it safe for several goroutines to report events.
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

// warn reports a line that people should not miss.
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

// counted reports how many puzzles are done when their total number is not known.
func (e *Env) counted(n int) {
	e.notify(Event{Progress: &Progress{Unit: "puzzles", Done: int64(n)}})
}
