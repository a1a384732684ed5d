package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/task"
)

// TestEvents: whatever a command says to a program is an event on a line of its own.
func TestEvents(t *testing.T) {
	var b strings.Builder
	t.Setenv(task.EventsEnv, "1")
	stderr := withEvents(&b)
	fmt.Fprint(stderr, "one\n\ntw")
	fmt.Fprint(stderr, "o\nthree")
	warn(stderr, "the gutter is narrow")
	call := Call{Streams: Streams{Err: stderr}}
	call.note(&corpus.LineError{File: "a.txt", Line: 3, Column: 4, Reason: "no puzzle"})
	puzzle := board.NewGrid(board.Nine())
	call.note(task.Placed(&task.Source{Name: "a.txt", Record: corpus.Record{Line: 5, Puzzle: puzzle}}, errors.New("two solutions")))
	env, _ := call.env(nil)
	env.Notify(task.Event{Written: &task.Written{Path: "b.pdf", Kind: "book", Puzzles: 2}})
	code := reportError(stderr, task.UsageError(errors.New("postgres://ada:word@host: no"), "do that"))
	fmt.Fprint(stderr, "the end")
	endEvents(stderr)
	want := `{"note":"one"}
{"note":"two"}
{"note":"three"}
{"warning":"the gutter is narrow"}
{"rejected":{"file":"a.txt","line":3,"column":4,"text":"no puzzle"}}
{"rejected":{"file":"a.txt","line":5,"text":"two solutions"}}
{"written":{"path":"b.pdf","kind":"book","puzzles":2}}
{"failed":{"code":2,"text":"postgres://ada:...@host: no","advice":"do that"}}
{"note":"the end"}
`
	if code != task.Usage || b.String() != want {
		t.Errorf("%d: it says\n%s\nnot\n%s", code, b.String(), want)
	}
	t.Setenv(task.EventsEnv, "")
	if withEvents(&b) != &b {
		t.Error("events that nobody asked for")
	}
}
