package task

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"gradoku/corpus"
	"gradoku/internal/atomicfile"
	"gradoku/internal/text"
	"gradoku/store"
)

// ToFile writes to a temporary file in the same folder and renames it at the end. So it
// never leaves a partial file, and it replaces an existing file only with a complete one.
// If path is not a regular file, such as a named pipe or /dev/null, ToFile writes to it
// directly. When ctx ends, it stops waiting for a reader.
func ToFile(ctx context.Context, path string, write func(io.Writer) error) (err error) {
	d, err := NewDraft(path)
	if err != nil {
		return err
	}
	defer d.Remove(&err)
	if err := d.Write(ctx, write); err != nil {
		return err
	}
	return d.Name()
}

// Whole returns a function that writes data, for the functions here.
func Whole(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// CheckOutput checks, before long work begins, that the result can be written to a file; -
// is stdout. It leaves no file behind.
func CheckOutput(path string) error {
	if path == "-" {
		return nil
	}
	d, err := NewDraft(path)
	if err == nil {
		d.Remove(&err)
	}
	return err
}

// Draft is a file that gets its name only when everything it needs is done. If the path is
// not a regular file, such as a named pipe or /dev/null, a Draft writes to it at once.
type Draft struct {
	path  string
	place *atomicfile.Place // nil if path is not a regular file
}

// NewDraft makes the place for a file's draft. The caller must call Remove.
func NewDraft(path string) (*Draft, error) {
	if err := noDatabase(path); err != nil {
		return nil, err
	}
	return NewDatabaseDraft(path)
}

// NewDatabaseDraft is [NewDraft] for a database, which may replace one.
func NewDatabaseDraft(path string) (*Draft, error) {
	place, err := placeFor(path)
	if err != nil {
		return nil, err
	}
	return &Draft{path, place}, nil
}

// Folder returns the folder of the draft, which is locked until Remove. It returns "" if
// the path is not a regular file.
func (d *Draft) Folder() string {
	if d.place == nil {
		return ""
	}
	return d.place.Folder()
}

// Write writes the draft.
func (d *Draft) Write(ctx context.Context, write func(io.Writer) error) error {
	f, stop, err := d.create(ctx)
	if err == nil {
		defer stop()
		sink := &sink{w: f}
		b := bufio.NewWriterSize(sink, 1<<16)
		if err := write(b); err != nil && sink.err == nil {
			f.Close() // the earlier error says more
			return err
		}
		err = errors.Join(b.Flush(), f.Close())
	}
	if ended := ctx.Err(); ended != nil && (errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, ended)) {
		return ended
	}
	return d.cannot(err)
}

// sink is a writer that remembers whether writing to it failed. Its user may have turned
// that error into another one.
type sink struct {
	w   io.Writer
	err error
}

func (s *sink) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	s.err = err
	return n, err
}

// cannot explains why the file cannot be written. It uses the final name of the file.
func (d *Draft) cannot(err error) error {
	var bad *fs.PathError
	var renamed *os.LinkError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &renamed): // in folders like /tmp, users cannot replace files of other users
		err = &fs.PathError{Op: "replace", Path: d.path, Err: renamed.Err}
	case d.place != nil && errors.As(err, &bad) && bad.Path == d.place.Path():
		err = bad.Err
	}
	return CannotWrite(d.path, err)
}

// WriteAt is Write for writers that need the path of an empty file, such as SQLite.
func (d *Draft) WriteAt(write func(path string) error) error {
	if d.place == nil {
		return CannotWrite(d.path, errors.New("it is not a regular file"))
	}
	f, err := d.place.Create()
	if err == nil {
		err = f.Close()
	}
	if err == nil {
		err = write(d.place.Path())
	}
	return d.cannot(err)
}

func (d *Draft) create(ctx context.Context) (f *os.File, stop func() bool, err error) {
	if d.place == nil {
		return openPipe(ctx, d.path, os.O_WRONLY)
	}
	f, err = d.place.Create()
	return f, func() bool { return true }, err
}

// Name gives the draft the name of its file.
func (d *Draft) Name() error {
	if d.place == nil {
		return nil
	}
	return d.cannot(d.place.Name())
}

// Remove removes what is left of the draft. If that fails, it sets err, unless err is set
// already.
func (d *Draft) Remove(err *error) {
	if d.place == nil {
		return
	}
	if left := d.place.Remove(); left != nil && *err == nil {
		*err = DataError(fmt.Errorf("%s: %w", d.path, left),
			"the output is complete; remove the folder, or run the same command again")
	}
}

// placeFor prepares the place where a file is written. It returns nil if path is not a
// regular file.
func placeFor(path string) (*atomicfile.Place, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, DataError(fmt.Errorf("%s is a directory", path), "name a file to write")
	case err == nil && !info.Mode().IsRegular():
		return nil, nil
	}
	place, err := atomicfile.Make(path)
	if errors.Is(err, atomicfile.ErrName) {
		return nil, UsageError(err, "name another file to write")
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("there is no folder %s", filepath.Dir(path))
	}
	if err != nil {
		return nil, CannotWrite(path, err)
	}
	return place, nil
}

// CannotRead explains why a file cannot be read and what to check.
func CannotRead(err error) error {
	return DataError(text.FileError(err), "check the name and that you have permission to read it")
}

// CannotWrite explains why a file cannot be written and what to check.
func CannotWrite(path string, err error) error {
	return DataError(fmt.Errorf("writing %s: %w", path, err),
		"check that the folder exists, is writable and has free space")
}

// Packed compresses the output if the file's name ends in .gz or .zst.
func Packed(path string, write func(io.Writer) error) func(io.Writer) error {
	if _, packing := corpus.Packing(path); packing == "" {
		return write
	}
	return func(w io.Writer) error {
		p, err := corpus.Pack(path, w)
		if err != nil {
			return err
		}
		if err := write(p); err != nil {
			return err
		}
		return p.Close()
	}
}

// Output is a file that a command writes, and the flag that names it: -o.
type Output struct{ Flag, Path string }

// CheckApart refuses to write to a file that the task also reads, to its database ("" for
// none), or to a file that another flag also names. Otherwise the result would replace its
// own input.
func CheckApart(db string, inputs []string, outputs ...Output) error {
	type use struct{ path, what string }
	var uses []use
	for _, input := range inputs {
		uses = append(uses, use{input, "is also an input"})
	}
	if db != "" {
		uses = append(uses, use{db, "is the database"})
	}
	for _, o := range outputs {
		if o.Path == "" || o.Path == "-" {
			continue
		}
		for _, u := range uses {
			if samePlace(o.Path, u.path) {
				return UsageError(fmt.Errorf("%s %s: this file %s", o.Flag, o.Path, u.what), "name another file to write")
			}
		}
		uses = append(uses, use{o.Path, "is also named by " + o.Flag})
	}
	return nil
}

// samePlace reports whether two names belong to one regular file. The file need not exist.
// Anything else, such as /dev/null, may be named twice.
func samePlace(a, b string) bool {
	info, err := os.Stat(a)
	if errors.Is(err, fs.ErrNotExist) {
		a, errA := filepath.Abs(a)
		b, errB := filepath.Abs(b)
		return errA == nil && errB == nil && a == b
	}
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(info, other)
}

// noDatabase refuses to overwrite a database: it may hold months of work. It also
// refuses an empty name.
func noDatabase(path string) error {
	if path == "" {
		return UsageError(errors.New("the name of the output file is empty"), "name a file, or - for stdout if the command supports it")
	}
	if isSQLite, _ := store.DatabaseAt(path); isSQLite {
		return DataError(fmt.Errorf("%s is a database, which gradoku never overwrites", path), "name another file to write")
	}
	return nil
}
