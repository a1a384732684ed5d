package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"gradoku/store"
)

// TestReport: what the system says about a file is said in words, with what to do.
func TestReport(t *testing.T) {
	for _, test := range []struct {
		err  error
		code int
		want string
	}{
		{
			fmt.Errorf("a.db: opening the database: %w", &fs.PathError{Op: "stat", Path: "d/a.db", Err: syscall.EACCES}), ExitData,
			"gradoku: a.db: opening the database: d/a.db: there is no permission to look at it\n  allow it, or name another file; whoever runs gradoku must be allowed to enter every folder on the way\n",
		},
		{
			fmt.Errorf("a.db: %w, but part of it only in a.db-wal: %w", store.ErrSaved, store.ErrFull), ExitData,
			"gradoku: a.db: everything is saved, but part of it only in a.db-wal: the disk is full\n" +
				"  leave that file where it is, and do nothing again: once there is room, the next command with that database moves it there\n",
		},
		{
			&fs.PathError{Op: "write to", Path: "d", Err: syscall.EPERM}, ExitData,
			"gradoku: d: there is no permission to write to it\n  allow it, or name another file; whoever runs gradoku must be allowed to enter every folder on the way\n",
		},
		{
			&fs.PathError{Op: "mkdir", Path: "d/e", Err: syscall.EACCES}, ExitData,
			"gradoku: d/e: there is no permission to make it\n  allow it, or name another file; whoever runs gradoku must be allowed to enter every folder on the way\n",
		},
		{&fs.PathError{Op: "open", Path: "x", Err: syscall.ENOENT}, ExitData, "gradoku: x: there is no such file or folder\n"},
		{UsageError(errors.New("no \x1b[31mred\u202e"), "say\nmore"), ExitUsage, "gradoku: no \\x1b[31mred\\u202e\n  say\nmore\n"},
		{
			UsageError(errors.New("postgres:/ada:h@us:h/pw@host/name is no file"), "try --db 'host=a user=ada password = hush dbname=b'"), ExitUsage,
			"gradoku: postgres:/ada:...@host/name is no file\n  try --db 'host=a user=ada password = ... dbname=b'\n",
		},
		{errors.New("postgres:ada:hush@host/name: there is no such file"), ExitData, "gradoku: postgres:ada:...@host/name: there is no such file\n"},
		{errors.New("a@b.csv: postgres://ada@host/name, mail c/d@e"), ExitData, "gradoku: a@b.csv: postgres://ada@host/name, mail c/d@e\n"},
		{
			fmt.Errorf("a.db: %w", store.ErrUnopened), ExitData,
			"gradoku: a.db: damaged, and cannot be opened\n  restore it from a copy; what is left in it can be looked for with another program, such as sqlite3 and its .recover\n",
		},
		{ErrReported, ExitData, ""},
		{nil, 0, ""},
	} {
		var b strings.Builder
		if code := Report(&b, test.err); code != test.code || b.String() != test.want {
			t.Errorf("%v: code %d, %q; want %d, %q", test.err, code, b.String(), test.code, test.want)
		}
	}
}
