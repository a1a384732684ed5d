package task

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gradoku/corpus"
	"gradoku/store"
)

// gathered is a file to import, or a part of another database. A file is read twice: once
// for its hash, once for its puzzles.
type gathered struct {
	name   string // as the user gave it
	path   string // "" for a copy that never had a name
	sha256 string
	bytes  int64
	copy   *os.File // of stdin; nil for other files
	how    *Reading
	part   *databasePart // nil for a file
	ours   bool          // a database of gradoku, as far as hash could see
}

type gatheredFiles []gathered

// gather checks every file before the first one is imported, so that a mistyped name does
// not leave the work half done. It copies stdin to a file, since the hash is needed before
// the first puzzle. Where the system allows it, that file has no name while it is open, so
// nothing of it is left however the program ends.
func gather(ctx context.Context, files []string, how *Reading) (gatheredFiles, error) {
	var all gatheredFiles
	if err := StdinOnce(files); err != nil {
		return nil, err
	}
	for _, arg := range files {
		f := gathered{name: arg, path: arg, how: how}
		var err error
		if arg == "-" {
			f, err = copyInput(ctx, how)
		} else {
			err = f.hash(ctx)
		}
		if _, isOurs := store.DatabaseAt(f.path); (isOurs || f.ours) && err == nil && how.From == "" { // either look may fail
			var parts []gathered
			if parts, err = databaseParts(ctx, f); err != nil {
				return all, err
			}
			all = append(all, parts...)
			continue
		}
		if err == nil || f.copy != nil {
			all = append(all, f)
		}
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// remove removes copies of stdin. If a copy cannot be removed, it sets err, or warns if err
// is set already.
func (all gatheredFiles) remove(err *error) {
	for _, f := range all {
		if f.copy == nil {
			continue
		}
		f.copy.Close() // everything was read, so its error does not matter
		if f.path == "" {
			continue
		}
		left := os.Remove(f.path)
		switch {
		case left == nil || errors.Is(left, fs.ErrNotExist): // it had no name
		case *err == nil:
			*err = DataError(fmt.Errorf("cannot remove the temporary copy of stdin: %w", left), "the import is complete; remove the copy yourself")
		default:
			f.how.Warn(fmt.Sprintf("cannot remove the temporary copy of stdin: %v", left))
		}
	}
}

// probeSize is how much of stdin is copied before checking its format, so that
// endless input that is not a puzzle file does not fill the disk. It is more than
// the longest line that a reader accepts.
const probeSize = 72 << 20

func copyInput(ctx context.Context, how *Reading) (gathered, error) {
	f := gathered{name: "stdin", how: how}
	file, err := nameless()
	if err != nil {
		if file, err = os.CreateTemp("", "gradoku-stdin-*"); err != nil {
			return gathered{}, DataError(fmt.Errorf("copying stdin: %w", err), "set TMPDIR to a folder with enough free space")
		}
		f.path = file.Name()
		_ = os.Remove(f.path) // fails on systems where an open file must have a name
	}
	f.copy = file
	sum := sha256.New()
	r := UntilDone(ctx, how.In)
	defer r.Close()
	w := io.MultiWriter(file, sum)
	f.bytes, err = io.CopyN(w, r, probeSize)
	if err == nil {
		// After comments, the first puzzle may come later than this.
		if unfit := f.probe(ctx); unfit != nil && !errors.Is(unfit, ErrNoPuzzle) && !errors.Is(unfit, io.ErrUnexpectedEOF) {
			return f, unfit
		}
		var rest int64
		rest, err = io.Copy(w, r)
		f.bytes += rest
	}
	if err == io.EOF {
		err = nil
	}
	if ctx.Err() != nil {
		return f, ctx.Err()
	}
	if err != nil {
		return f, DataError(fmt.Errorf("copying stdin: %w", err), "set TMPDIR to a folder with enough free space")
	}
	f.sha256 = fmt.Sprintf("%x", sum.Sum(nil))
	return f, f.probe(ctx)
}

// hash checks that the file has puzzles, then reads it for its hash. The check comes first
// because it is fast, while the hash takes long.
func (f *gathered) hash(ctx context.Context) error {
	info, err := os.Stat(f.path)
	switch {
	case strings.HasPrefix(f.path, "http://"), strings.HasPrefix(f.path, "https://"):
		return DataError(fmt.Errorf("%s is a web address; import reads files", f.path), "download the file first")
	case !store.IsFile(f.path):
		return DataError(fmt.Errorf("%s is a database on a server; import reads files", store.Shown(f.path)),
			"gradoku db copy --db URL -o FILE copies it to a file, which import reads")
	case err != nil:
		return CannotRead(err)
	case info.IsDir():
		return DataError(fmt.Errorf("%s is a directory", f.path), "name files in it, for example "+filepath.Join(f.path, "*"))
	case !info.Mode().IsRegular():
		return DataError(fmt.Errorf("%s is not a regular file", f.path), "read it with: gradoku import --name NAME - < "+f.path)
	}
	if err := f.probe(ctx); err != nil {
		return err
	}
	sum := sha256.New()
	paths := []string{f.path}
	if _, f.ours = store.DatabaseAt(f.path); f.ours {
		paths = append(paths, f.path+"-wal") // saved by another program but not yet moved into the database file
	}
	for i, path := range paths {
		file, err := openFile(ctx, path)
		if i > 0 && errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return CannotRead(err)
		}
		n, err := io.Copy(sum, file)
		file.Close()
		if err != nil {
			return CannotRead(err)
		}
		f.bytes += n
	}
	f.sha256 = fmt.Sprintf("%x", sum.Sum(nil))
	return nil
}

// probe refuses a file of unknown format or without puzzles.
func (f *gathered) probe(ctx context.Context) error {
	for _, err := range f.records(ctx) {
		var bad *corpus.LineError
		if err != nil && !errors.As(err, &bad) {
			return Unreadable(f.name, err)
		}
		return nil
	}
	return NoPuzzle(f.name)
}

// records reads the file.
func (f *gathered) records(ctx context.Context) iter.Seq2[corpus.Record, error] {
	if f.copy == nil { // a copy of a database may lack the data of its -wal file
		if records := f.how.FileRecords(ctx, f.name, f.path); records != nil {
			return records
		}
	}
	return func(yield func(corpus.Record, error) bool) {
		if f.copy != nil {
			f.how.ReadRecords(f.name, io.NewSectionReader(&interruptible{file: f.copy, ctx: ctx}, 0, math.MaxInt64))(yield)
			return
		}
		file, err := openFile(ctx, f.path)
		if err != nil {
			yield(corpus.Record{}, CannotRead(err))
			return
		}
		defer file.Close()
		f.how.ReadRecords(f.name, file)(yield)
	}
}

// corpusName is the n-th choice for the name of a file's corpus, from 0: the file's
// name without folder and extension, .csv or .csv.gz; the name with its extension;
// then that with a number.
func corpusName(path string, n int) string {
	base := filepath.Base(path)
	switch n {
	case 0:
		name := strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), ".zst")
		if name = strings.TrimSuffix(name, filepath.Ext(name)); name != "" {
			return name
		}
		return base
	case 1:
		return base
	}
	return fmt.Sprintf("%s-%d", base, n)
}
