package task

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"slices"

	"gradoku/api"
	"gradoku/corpus"
	"gradoku/internal/text"
	"gradoku/store"
)

// ErrorKind is a row of the table of errors, from which commands take exit codes and
// advice, and the server the statuses of its answers.
type ErrorKind struct {
	Code   api.Code // the same word wherever a program reads it
	Exit   int      // of a command that ends with it; 0 if none does
	Status int      // of HTTP; 0 if the server hides what it is about
	Title  string
	Advice string // what to do; "" if the title needs none
	is     error  // the error that it stands for, if any
}

// kinds is the table of errors. An error is of the first kind that matches it. Package api
// has the kinds of errors about puzzles.
var kinds = withPuzzles([]ErrorKind{
	// of selections and options
	{"selection", Usage, http.StatusUnprocessableEntity, "the selection of puzzles is not valid", "gradoku list columns shows the columns for conditions", store.ErrFilter},

	// of files
	{"not_text", Data, 0, "the file is not a text file", "give the file's name instead of -, and leave out --from", corpus.ErrNotText},
	{"other_database", Data, 0, "the file is a SQLite database of another program", "export its puzzles with another program as csv, with a column called puzzle", ErrOtherDatabase},
	{"no_puzzle", Data, 0, "there is no puzzle in the file", "gradoku list formats shows the supported formats", ErrNoPuzzle},
	{api.CodeUnreadable, Data, http.StatusUnprocessableEntity, "", "check the file; gradoku list formats shows the supported formats", ErrUnreadable},
	{"writing", Data, 0, "another command is writing the file", "wait until it ends, or write to another file", store.ErrWriting},
	{"daily", Data, 0, "the app database that is there has something that the new one would lose", "export those puzzles as well (days keep theirs at any level), write another file with -o, or add --force --drop to lose it", store.ErrLoss},

	// of databases
	{"no_server", Data, http.StatusServiceUnavailable, "the server of the database does not answer", "check its host, port, database and user, PGPASSWORD or ~/.pgpass, and whether the server runs; createdb NAME makes a database", store.ErrServer},
	{"denied", Data, http.StatusServiceUnavailable, "the user of the database lacks a right", "ask the owner of the database to grant it: CREATE on the database or its schema to create the tables, SELECT to read, all to write", store.ErrDenied},
	{"gone", Data, http.StatusServiceUnavailable, "the database is not there, or it is empty", "put the file back, or leave it out, and try again", store.ErrGone},
	{"not_found", Data, http.StatusNotFound, "there is no such thing here", "gradoku generate -n 1000 makes a database; --db FILE names another", store.ErrNotFound},
	{"not_database", Data, http.StatusServiceUnavailable, "the database is a file of another kind", "name another file with --db FILE; gradoku does not touch this one", store.ErrNotDatabase},
	{"foreign", Data, http.StatusServiceUnavailable, "the database is one of another program", "name another with --db FILE; gradoku does not touch this one", store.ErrForeign},
	{"newer", Data, http.StatusServiceUnavailable, "the database was made by a newer gradoku", "use the version of gradoku that made it, or a newer one; or name another file with --db FILE", store.ErrNewer},
	{"older", Data, http.StatusServiceUnavailable, "the database was made by an older gradoku", "gradoku generate --resume, or any other command that writes, updates it", store.ErrOlder},
	{"development", Data, http.StatusServiceUnavailable, "the database was made by a development version from before 0.1.0", "export its puzzles as text with that version, and import the file; or name another file with --db FILE", store.ErrDevelopment},
	{"busy", Data, http.StatusServiceUnavailable, "another program is writing to the database", "try again when it is done", store.ErrBusy},
	{"saved", Data, 0, "everything is saved, but part of it only in a second file", "leave that file where it is; nothing needs to be repeated: once there is space, the next command that uses that database moves it there", store.ErrSaved},
	{"full", Data, http.StatusInsufficientStorage, "the disk is full", "free some disk space and run the same command again: it continues where it stopped", store.ErrFull},
	{"server_limit", Data, http.StatusServiceUnavailable, "a query exceeded a time or memory limit of the database server", "raise it for the user or the database, or in the URL (?statement_timeout=1min), and run the same command again: it continues where it stopped", store.ErrLimit},
	{"not_writable", Data, http.StatusServiceUnavailable, "the database cannot be written", "allow writing to the file and its folder, or name another with --db FILE; on a server, use one that accepts writes, not a standby", store.ErrReadOnly},
	{"raced", Data, 0, "another process has continued the run", "wait until the other gradoku has finished; to generate at the same time, use another --seed", store.ErrRaced},
	{"no_file", Data, 0, "there is no such file", "check the name", fs.ErrNotExist},
	{"permission", Data, http.StatusServiceUnavailable, "a file may not be used", "allow it, or name another file; the user who runs gradoku also needs access to every folder in its path", fs.ErrPermission},
	{"unopened", Data, http.StatusServiceUnavailable, "the database is damaged and cannot be opened", "restore it from a copy; another program, such as sqlite3 with its .recover, may still recover parts of it", store.ErrUnopened},
	{"damaged", Data, http.StatusInternalServerError, "the database is damaged", "restore it from a copy; gradoku db check lists what is wrong, gradoku export --no-record --skip-damaged writes what can still be read", store.ErrCorrupt},

	// of time
	{"interrupted", Interrupted, http.StatusServiceUnavailable, "interrupted", "", context.Canceled},
	{api.CodeTimeout, Data, http.StatusServiceUnavailable, "", "ask for less: a smaller selection, fewer puzzles, or an order that has an index (id, rating, random)", context.DeadlineExceeded},

	// of requests over HTTP
	{api.CodeRequest, Usage, http.StatusUnprocessableEntity, "", "fix the values that the errors name, and send the request again", nil},
	{"bad_request", 0, http.StatusBadRequest, "the request cannot be read", "fix the problem named in the detail and send the request again", nil},
	{"method", 0, http.StatusMethodNotAllowed, "the method is not possible here", "use a method that the header Allow names", nil},
	{"bad_type", 0, http.StatusUnsupportedMediaType, "the body is of the wrong type", "send Content-Type: application/json, or application/x-ndjson for one request per line", nil},
	{"too_large", 0, http.StatusRequestEntityTooLarge, "the body is too large", "send it in parts", nil},
	{"forbidden", 0, http.StatusForbidden, "the origin of the request is not allowed", "requests that change or compute something come from the server's own pages, from programs, or from an origin that --cors names", nil},
	{"token", 0, http.StatusUnauthorized, "a token is needed", "send the token in the file of gradoku serve --token as Authorization: Bearer TOKEN, or type it into the form", nil},
	{"read_only", 0, http.StatusForbidden, "this server only reads", "start it with gradoku serve --token FILE, where FILE holds a token of at least 16 characters", nil},
	{"work", 0, http.StatusTooManyRequests, "the work budget is spent", "wait as long as Retry-After says; the budget is that of gradoku serve --work", nil},
	{"crowded", 0, http.StatusServiceUnavailable, "too many requests at a time", "wait as long as Retry-After says; clients that have used less come first", nil},
	{"queue", 0, http.StatusTooManyRequests, "too many jobs are waiting", "wait until a job ends, or stop one", nil},
	{"fault", 0, http.StatusInternalServerError, "an error of the server", "the log of the server has the details", nil},
})

// withPuzzles adds what package api says about its codes: their titles, and the kinds that
// need nothing else.
func withPuzzles(list []ErrorKind) []ErrorKind {
	for _, c := range api.Codes() {
		i := slices.IndexFunc(list, func(k ErrorKind) bool { return k.Code == c.Code })
		if i < 0 {
			i = len(list)
			list = append(list, ErrorKind{Code: c.Code, Exit: Data, Status: http.StatusUnprocessableEntity})
		}
		list[i].Title = c.Doc
	}
	return list
}

// ErrorKinds returns the table of errors.
func ErrorKinds() []ErrorKind { return slices.Clone(kinds) }

// KindNamed returns the kind with a code. It panics if there is none.
func KindNamed(code api.Code) ErrorKind {
	for _, k := range kinds {
		if k.Code == code {
			return k
		}
	}
	panic("no kind of error is called " + code)
}

// KindOf returns the first kind whose error matches err. ok is false if there is none:
// err is about one puzzle or one field, or nobody expected it.
func KindOf(err error) (k ErrorKind, ok bool) {
	for _, k := range kinds {
		if k.is != nil && errors.Is(err, k.is) {
			return k, true
		}
	}
	return ErrorKind{}, false
}

// ProblemOf returns an error with the exit code and the advice of its kind.
func ProblemOf(err error) *Problem {
	kind, known := KindOf(err)
	switch {
	case !known:
		kind.Exit = Data
	case kind.is == fs.ErrNotExist:
		err = text.FileError(err)
	}
	return &Problem{Code: kind.Exit, Err: err, Advice: kind.Advice}
}

// CodeOf returns the code of an error about the input.
func CodeOf(err error) api.Code {
	if _, ok := errors.AsType[*corpus.LineError](err); ok {
		return api.CodeMalformed
	}
	if k, ok := KindOf(err); ok {
		return k.Code
	}
	return api.CodeOf(err)
}
