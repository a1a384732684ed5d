package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"gradoku/store"
	"gradoku/task"
)

// TestReport: an error is shown with what to do about it, and without secrets.
func TestReport(t *testing.T) {
	for _, test := range []struct {
		err  error
		code int
		want string
	}{
		{
			fmt.Errorf("a.db: opening the database: %w", &fs.PathError{Op: "stat", Path: "d/a.db", Err: syscall.EACCES}), task.Data,
			"gradoku: a.db: opening the database: stat d/a.db: permission denied\n  allow it, or name another file; the user who runs gradoku also needs access to every folder in its path\n",
		},
		{
			fmt.Errorf("a.db: %w, but part of it only in a.db-wal: %w", store.ErrSaved, store.ErrFull), task.Data,
			"gradoku: a.db: everything is saved, but part of it only in a.db-wal: the disk is full\n" +
				"  leave that file where it is; nothing needs to be repeated: once there is space, the next command that uses that database moves it there\n",
		},
		{
			&fs.PathError{Op: "write to", Path: "d", Err: syscall.EPERM}, task.Data,
			"gradoku: write to d: operation not permitted\n  allow it, or name another file; the user who runs gradoku also needs access to every folder in its path\n",
		},
		{
			&fs.PathError{Op: "mkdir", Path: "d/e", Err: syscall.EACCES}, task.Data,
			"gradoku: mkdir d/e: permission denied\n  allow it, or name another file; the user who runs gradoku also needs access to every folder in its path\n",
		},
		{&fs.PathError{Op: "open", Path: "x", Err: syscall.ENOENT}, task.Data, "gradoku: there is no file \"x\"\n  check the name\n"},
		{task.UsageError(errors.New("no \x1b[31mred\u202e"), "say\nmore"), task.Usage, "gradoku: no \\x1b[31mred\\u202e\n  say\nmore\n"},
		{
			task.UsageError(errors.New("postgres:/ada:h@us:h/pw@host/name is no file"), "try --db 'host=a user=ada password = hush dbname=b'"), task.Usage,
			"gradoku: postgres:/ada:...@host/name is no file\n  try --db 'host=a user=ada password = ... dbname=b'\n",
		},
		{errors.New("postgres:ada:hush@host/name: there is no such file"), task.Data, "gradoku: postgres:ada:...@host/name: there is no such file\n"},
		{errors.New("a@b.csv: postgres://ada@host/name, mail c/d@e"), task.Data, "gradoku: a@b.csv: postgres://ada@host/name, mail c/d@e\n"},
		{
			fmt.Errorf("a.db: %w", store.ErrUnopened), task.Data,
			"gradoku: a.db: damaged, and cannot be opened\n  restore it from a copy; another program, such as sqlite3 with its .recover, may still recover parts of it\n",
		},
		{task.ErrReported, task.Data, ""},
		{nil, 0, ""},
	} {
		var b strings.Builder
		if code := reportError(&b, test.err); code != test.code || b.String() != test.want {
			t.Errorf("%v: code %d, %q; want %d, %q", test.err, code, b.String(), test.code, test.want)
		}
	}
}

// TestSilentStdin: puzzles that are waited for are no puzzles that are wrong.
func TestSilentStdin(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	n := 0
	call := Call{Streams: Streams{In: silent{}}, Args: []string{"-"}}
	for _, err := range call.puzzles(ctx) {
		n++
		var p *task.Problem
		if !errors.As(err, &p) || p.Code != task.Interrupted {
			t.Errorf("got %v", err)
		}
	}
	if n != 1 {
		t.Errorf("%d errors, want 1", n)
	}
}

// TestInterruptedExit: what a signal ended is no fault of the data, whatever the
// commands made of its cause.
func TestInterruptedExit(t *testing.T) {
	signal := errors.New("interrupt signal received")
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(signal)
	told := &task.Problem{Code: task.Interrupted, Err: fmt.Errorf("interrupted at try 7: %w", context.Canceled), Advice: "go on"}
	for _, c := range []struct {
		name string
		ctx  context.Context
		err  error
		want int
	}{
		{"the cause", ended, fmt.Errorf("saving: %w", signal), task.Interrupted},
		{"the cause as a problem", ended, task.DataError(fmt.Errorf("saving: %w", signal), "make room"), task.Interrupted},
		{"canceled as a problem", ended, task.DataError(fmt.Errorf("reading: %w", context.Canceled), "check"), task.Interrupted},
		{"told by the command", ended, told, task.Interrupted},
		{"something else at the end", ended, errors.New("disk full"), task.Data},
		{"nothing", ended, nil, 0},
		{"no signal", t.Context(), task.UsageError(errors.New("no"), ""), task.Usage},
	} {
		var out strings.Builder
		if got := reportError(&out, interrupted(c.ctx, c.err)); got != c.want {
			t.Errorf("%s: exit code %d, want %d: %s", c.name, got, c.want, out.String())
		}
		if c.err == told && !strings.Contains(out.String(), "at try 7") {
			t.Errorf("what the command told is lost: %s", out.String())
		}
	}
}

// silent is a reader on which nothing ever comes.
type silent struct{}

func (silent) Read([]byte) (int, error) { select {} }
