package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strings"

	"gradoku/corpus"
	"gradoku/store"
	"gradoku/task"
)

// Exit codes.
const (
	ExitData        = task.Data        // the input or the database is wrong
	ExitUsage       = task.Usage       // the command line is wrong
	ExitExhausted   = task.Exhausted   // the stop rule ended a run before its target
	ExitInterrupted = task.Interrupted // Ctrl-C, as shells number it
)

// Problem is an error as users see it: what went wrong and how to fix it.
type Problem = task.Problem

// Fail returns a [Problem], which ends a command with its exit code.
func Fail(code int, err error, advice string) error { return task.Fail(code, err, advice) }

// UsageError is [Fail] for a wrong command line.
func UsageError(err error, advice string) error { return task.UsageError(err, advice) }

// DataError is [Fail] for wrong input or a wrong database.
func DataError(err error, advice string) error { return task.DataError(err, advice) }

// Report prints an error and returns the exit code.
func Report(w io.Writer, err error) int {
	var p *Problem
	switch {
	case err == nil:
		return 0
	case errors.Is(err, task.ErrReported):
		return ExitData
	case errors.As(err, &p):
	case errors.Is(err, context.Canceled):
		p = &Problem{Code: ExitInterrupted, Err: errors.New("interrupted")}
	default:
		p = &Problem{Code: ExitData, Err: err, Advice: adviceFor(err)}
	}
	// Error and advice may quote a file or its name, and a quoted value may have
	// millions of characters.
	fault := secret.ReplaceAllString(fmt.Sprintf("%.4000s", corpus.Visible(inWords(p.Err))), "$1$3...$2")
	advice := secret.ReplaceAllString(corpus.Visible(p.Advice), "$1$3...$2")
	if tell(w, task.Event{Failed: &task.Failed{Code: p.Code, Text: fault, Advice: advice}}) {
		return p.Code
	}
	said := "gradoku: " + fault + "\n"
	if advice != "" {
		said += "  " + advice + "\n"
	}
	io.WriteString(w, said)
	return p.Code
}

// secret matches a password in a database address that was mistaken for a file name.
var secret = regexp.MustCompile(`((?:/|\bpostgres(?:ql)?:)[^\s/:@]*:)\S*(@)|(\bpassword *= *)\S+`)

// inWords is the text of an error, with the system's message about a file in plain
// words.
func inWords(err error) string {
	text := err.Error()
	var file *fs.PathError
	if !errors.As(err, &file) {
		return text
	}
	reason, doing := file.Err.Error(), file.Op
	switch doing {
	case "stat", "lstat":
		doing = "look at"
	case "mkdir":
		doing = "make"
	}
	switch {
	case errors.Is(file, fs.ErrNotExist):
		reason = "there is no such file or folder"
	case errors.Is(file, fs.ErrPermission):
		reason = "there is no permission to " + doing + " it"
	}
	return strings.Replace(text, file.Error(), file.Path+": "+reason, 1)
}

// Interrupted replaces an error that a signal caused by [context.Canceled],
// unless the command has more to say about the interruption.
func Interrupted(ctx context.Context, err error) error {
	if ctx.Err() == nil || !errors.Is(err, context.Cause(ctx)) && !errors.Is(err, context.Canceled) {
		return err
	}
	if p, ok := errors.AsType[*Problem](err); ok && p.Code == ExitInterrupted {
		return err
	}
	return context.Canceled
}

// adviceFor returns the advice for errors that can occur in any command.
func adviceFor(err error) string {
	for _, a := range []struct {
		is     error
		advice string
	}{
		{corpus.ErrNotText, "give the file's name instead of -, and leave out --from"},
		{corpus.ErrNoParquet, task.ParquetAdvice},
		{task.ErrOtherDatabase, "export its puzzles with another program as csv, with a column called puzzle"},
		{task.ErrNoPuzzle, "gradoku list formats shows the supported formats"},
		{task.ErrUnreadable, "check the file; gradoku list formats shows the supported formats"},
		{store.ErrWriting, "wait until it ends, or write to another file"},
		{store.ErrDaily, "export that puzzle as well, or write another file with -o to start new puzzles of the day"},
		{store.ErrServer, "check its host, port, database and user, PGPASSWORD or ~/.pgpass, and whether the server runs; createdb NAME makes a database"},
		{store.ErrDenied, "ask the owner of the database to grant it: CREATE on the database or its schema to create the tables, SELECT to read, all to write"},
		{store.ErrNotFound, "gradoku generate -n 1000 makes a database; --db FILE names another"},
		{store.ErrNotDatabase, "name another file with --db FILE; gradoku does not touch this one"},
		{store.ErrForeign, "name another with --db FILE; gradoku does not touch this one"},
		{store.ErrNewer, "use the version of gradoku that made it, or a newer one; or name another file with --db FILE"},
		{store.ErrDevelopment, "export its puzzles as text with that version, and import the file; or name another file with --db FILE"},
		{store.ErrOlder, "gradoku generate --resume, or any other command that writes, updates it"},
		{store.ErrBusy, "another program is writing to it; try again when it is done"},
		{store.ErrSaved, "leave that file where it is; nothing needs to be repeated: once there is space, the next command that uses that database moves it there"},
		{store.ErrFull, "free some disk space and run the same command again: it continues where it stopped"},
		{store.ErrGone, "put the file back, or leave it out, and run the same command again"},
		{store.ErrLimit, "raise it for the user or the database, or in the URL (?statement_timeout=1min), and run the same command again: it continues where it stopped"},
		{store.ErrReadOnly, "allow writing to the file and its folder, or name another with --db FILE; on a server, use one that accepts writes, not a standby"},
		{store.ErrRaced, "wait until the other gradoku has finished; to generate at the same time, use another --seed"},
		{fs.ErrPermission, "allow it, or name another file; the user who runs gradoku also needs access to every folder in its path"},
		{store.ErrUnopened, "restore it from a copy; another program, such as sqlite3 with its .recover, may still recover parts of it"},
		{store.ErrCorrupt, "restore it from a copy; gradoku db check lists what is wrong, gradoku export --no-record --skip-damaged writes what can still be read"},
	} {
		if errors.Is(err, a.is) {
			return a.advice
		}
	}
	return ""
}
