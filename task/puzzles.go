package task

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/internal/text"
	"gradoku/solve"
	"gradoku/store"
)

// Reading says how files of puzzles are read.
type Reading struct {
	In   io.Reader // the input that - stands for
	From string    // the name of a format; "" to detect it from the content

	// If PuzzleColumn is not nil, the input is a table, and PuzzleColumn says which column
	// has the puzzle: see [corpus.Table].
	PuzzleColumn *string

	// Candidates says that the caller uses the candidates that are part of a puzzle, or reports
	// itself when it ignores them. To other callers such a puzzle is an error.
	Candidates bool

	For  string       // the caller as errors name it; may be empty
	Idle func()       // is called before waiting for more data from a pipe; may be nil
	Warn func(string) // receives warnings
}

// CheckFrom returns an error for an unknown format.
func (c *Reading) CheckFrom() error {
	if c.From == "" {
		return nil
	}
	if _, err := corpus.ByName(c.From); err != nil {
		return UsageError(err, "gradoku list formats shows the formats")
	}
	return nil
}

// reading returns a [Reading] of a task's files in the format from; "" to detect the format
// from the content.
func (e *Env) reading(from string) *Reading {
	return &Reading{In: e.In, From: from, Warn: func(line string) { e.warn("%s", line) }}
}

// Files yields the puzzles of the arguments of a command, or of the inputs of a task: each is a
// file, - for In, which is also read if there are none, or a puzzle itself. Files yields an
// unreadable line as an error, and goes on after it. Before any puzzle, it yields errors about
// From and about a repeated -.
func (c *Reading) Files(ctx context.Context, files []string) iter.Seq2[Source, error] {
	if len(files) == 0 {
		files = []string{"-"}
	}
	return func(yield func(Source, error) bool) {
		if err := cmp.Or(c.CheckFrom(), StdinOnce(files)); err != nil {
			yield(Source{}, err)
			return
		}
		var prover solve.Prover
		for i, arg := range files {
			noted := false
			for src, err := range c.opened(ctx, i+1, arg) {
				if err == nil && src.Record.Note != "" && !noted {
					c.Warn(src.Place() + ": " + src.Record.Note)
					noted = true
				}
				if err == nil && !c.Candidates {
					err = OnlyClues(&prover, &src, cmp.Or(c.For, "this"))
				}
				if !yield(src, err) {
					return
				}
			}
		}
	}
}

// StdinOnce refuses to read stdin twice: it would be empty the second time.
func StdinOnce(args []string) error {
	if i := slices.Index(args, "-"); i >= 0 && slices.Contains(args[i+1:], "-") {
		return UsageError(errors.New("- is named twice, but stdin can be read only once"), "name it once")
	}
	return nil
}

// FileRecords yields the records of a file that is not text: one of gradoku's databases, or
// the database of an app. For all other files, and if From names a format, it returns nil.
func (c *Reading) FileRecords(ctx context.Context, name, path string) iter.Seq2[corpus.Record, error] {
	if c.From != "" {
		return nil
	}
	switch isSQLite, isOurs := store.DatabaseAt(path); {
	case isOurs:
		return StoredRecords(ctx, path)
	case isSQLite && store.IsApp(path):
		return AppRecords(ctx, path)
	case isSQLite:
		return func(yield func(corpus.Record, error) bool) {
			yield(corpus.Record{}, fmt.Errorf("%s: %w", name, ErrOtherDatabase))
		}
	}
	return nil
}

// ErrOtherDatabase is the error for a SQLite file that gradoku cannot read.
var ErrOtherDatabase = errors.New("it is a SQLite database, but not one of gradoku's")

// ReadRecords reads text as a table if PuzzleColumn is set, else in the format From, or
// else in the format that it looks like.
func (c *Reading) ReadRecords(name string, text io.Reader) iter.Seq2[corpus.Record, error] {
	if c.PuzzleColumn != nil {
		return corpus.Table(*c.PuzzleColumn).Read(name, text)
	}
	if f, err := corpus.ByName(c.From); err == nil {
		return f.Read(name, text)
	}
	return corpus.Read(name, text)
}

// OnlyClues returns an error if the candidates of a puzzle are part of it, see [Within]. user, who
// takes only clues, would take it for another puzzle.
func OnlyClues(prover *solve.Prover, src *Source, user string) error {
	rec := &src.Record
	if Within(prover, rec) == nil {
		return nil
	}
	return &corpus.LineError{
		File: src.Name, Line: rec.Line, Column: rec.Column, Typed: strings.HasPrefix(src.Name, "argument"),
		Reason: "the candidates are part of the puzzle (a sukaku): its clues alone have several solutions, and " + user + " takes only clues",
	}
}

// opened yields the puzzles of an argument.
func (c *Reading) opened(ctx context.Context, n int, arg string) iter.Seq2[Source, error] {
	name := arg
	info, err := os.Stat(arg)
	switch scheme, _, isAddress := strings.Cut(arg, "://"); {
	case arg == "-":
		name = "stdin"
	case err == nil && info.IsDir():
		return failing(DataError(fmt.Errorf("%s is a directory", arg), "name a file in it"))
	case err == nil:
	case LooksLikePuzzle(arg):
		name = fmt.Sprintf("argument %d", n)
		if c.From != "" {
			return named(name, c.ReadRecords(name, strings.NewReader(arg)))
		}
		return named(name, corpus.ReadText(name, arg))
	case !store.IsFile(arg) && c.From == "" && (!isAddress || strings.HasPrefix(scheme, "postgres")):
		return named(store.Shown(arg), StoredRecords(ctx, arg))
	case isAddress:
		return failing(DataError(fmt.Errorf("%s is an address, not a file", store.Shown(arg)), "download the file, and name it"))
	case errors.Is(err, fs.ErrNotExist):
		return failing(noFile(n, arg))
	default: // such as a link to itself, or a folder without permission
		return failing(CannotRead(err))
	}
	if records := c.FileRecords(ctx, name, arg); records != nil && arg != "-" {
		return named(name, records)
	}
	// Open each file only when it is read, so that a long list of files is not open all at
	// once.
	return func(yield func(Source, error) bool) {
		r, err := OpenInput(ctx, c.In, arg)
		if err != nil {
			if errors.Is(err, context.Canceled) {
				err = Unreadable(name, err)
			} else {
				err = CannotRead(err)
			}
			yield(Source{}, err)
			return
		}
		defer r.Close()
		var stream io.Reader = r
		if c.Idle != nil && c.IsStream(arg) {
			stream = heralded{r, c.Idle}
		}
		named(name, c.ReadRecords(name, stream))(yield)
	}
}

// noFile says what is wrong with an argument that is neither a file nor like a puzzle.
func noFile(n int, arg string) error {
	_, row := board.ForSize(len(arg))
	_, number := strconv.ParseFloat(arg, 64)
	cells := strings.Trim(arg, "123456789-"+board.Blanks) == ""
	switch fault := fmt.Errorf("%q is neither a file nor a puzzle", arg); {
	case strings.TrimSpace(arg) == "":
		return DataError(fmt.Errorf("argument %d is empty", n), "name a puzzle, a file, or - for stdin")
	case cells && row == nil:
		return DataError(fmt.Errorf("%w, but one row of %d cells", fault, len(arg)), "put all rows into one argument, in quotes")
	case cells:
		return DataError(fmt.Errorf("%w: it has %s", fault, text.Count(len(arg), "cell", "cells")), "a 9x9 puzzle has 81; gradoku show prints a saved puzzle by its number")
	case number == nil:
		return DataError(fmt.Errorf("%w: a spreadsheet has turned a puzzle into this number", fault), "format the column as text, and import the table again")
	}
	return DataError(fmt.Errorf("there is no file %q", arg), "check the name; a file to write needs -o; a puzzle in place of a file has 81 characters, digits and . or 0 for blanks; gradoku list formats shows other forms")
}

// IsStream reports whether reading an argument may block: a pipe or a terminal can, a file
// cannot.
func (c *Reading) IsStream(arg string) bool {
	if arg == "-" {
		f, ok := c.In.(*os.File)
		if !ok {
			return true
		}
		info, err := f.Stat()
		return err != nil || !info.Mode().IsRegular()
	}
	info, err := os.Stat(arg)
	return err == nil && !info.Mode().IsRegular()
}

// heralded is a reader that calls idle before each read. At that time the caller has seen
// all earlier puzzles, since package corpus reads only when it needs more.
type heralded struct {
	io.Reader
	idle func()
}

func (h heralded) Read(p []byte) (int, error) {
	h.idle()
	return h.Reader.Read(p)
}

// named turns the records of a stream into sources. A stream without records is an error,
// so that a check of nothing does not look passed.
func named(name string, records iter.Seq2[corpus.Record, error]) iter.Seq2[Source, error] {
	return func(yield func(Source, error) bool) {
		some := false
		for r, err := range records {
			some = true
			if err != nil {
				err = Unreadable(name, err)
			}
			if !yield(Source{name, r}, err) {
				return
			}
		}
		if !some {
			yield(Source{Name: name}, NoPuzzle(name))
		}
	}
}

// NoPuzzle returns the error for a file without puzzles.
func NoPuzzle(name string) error {
	return UnreadableFile{fmt.Errorf("%s: %w", name, ErrNoPuzzle), name}
}

// ErrNoPuzzle matches the error that [NoPuzzle] returns.
var ErrNoPuzzle = errors.New("there is no puzzle in it")

// ErrUnreadable matches errors about whole files: a file that is cut off before its last
// puzzle, or that has no puzzle in any known format. It does not match errors about single
// lines.
var ErrUnreadable = errors.New("unreadable")

// UnreadableFile is an error about a whole file.
type UnreadableFile struct {
	error
	Name string // of the file
}

// Unwrap returns the underlying error.
func (u UnreadableFile) Unwrap() error { return u.error }

// Is reports whether target is [ErrUnreadable].
func (u UnreadableFile) Is(target error) bool { return target == ErrUnreadable }

// Unreadable marks a read error that concerns the whole file of that name.
func Unreadable(name string, err error) error {
	var line *corpus.LineError
	switch {
	case errors.As(err, &line):
		return err
	case errors.Is(err, context.Canceled):
		return &Problem{Code: Interrupted, Err: errors.New("interrupted")}
	}
	return UnreadableFile{err, name}
}

// LooksLikePuzzle reports whether an argument is a puzzle rather than the name of a file.
// That is text with the length and alphabet of a board, or text so similar that a mistyped
// puzzle should get an exact message.
func LooksLikePuzzle(arg string) bool {
	if _, err := board.Parse(arg); err == nil || corpus.LooksTyped(arg) {
		return true
	}
	if _, err := FormatFor("", arg); err == nil && len(filepath.Ext(arg)) > 1 {
		return false
	}
	digits := "123456789"
	if len(arg) > longestWithoutLetters {
		digits += "ABCDEFGabcdefg"
	}
	cells := 0
	for _, r := range arg {
		if strings.ContainsRune(digits, r) || strings.ContainsRune(board.Blanks, r) {
			cells++
		}
	}
	return cells >= 12 && cells*4 >= len(arg)*3
}

// longestWithoutLetters is the length up to which text counts as a mistyped puzzle of 9x9
// or smaller. Larger boards use letters for digits above 9, but letters also occur in file
// names.
const longestWithoutLetters = (81 + 144) / 2

func failing(err error) iter.Seq2[Source, error] {
	return func(yield func(Source, error) bool) { yield(Source{}, err) }
}

// Assumed collects files with lines that hold no puzzle, and the formats in which they were
// read. Perhaps they have another format.
type Assumed struct{ files []string }

// Add notes the file of an error about a line.
func (a *Assumed) Add(err error) {
	var line *corpus.LineError
	if errors.As(err, &line) && line.Format != "" {
		if text := line.File + " was read as " + line.Format; !slices.Contains(a.files, text) {
			a.files = append(a.files, text)
		}
	}
}

// Texts returns a sentence for each of the first few files.
func (a *Assumed) Texts() []string {
	const most = 3
	var texts []string
	for i, text := range a.files {
		if i == most {
			return append(texts, "and so on")
		}
		texts = append(texts, text+"; use --from FORMAT to read it as another format")
	}
	return texts
}
