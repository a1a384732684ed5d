package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/internal/text"
	"gradoku/solve"
	"gradoku/store"
	"gradoku/task"
)

// Source is [task.Source].
type Source = task.Source

// Puzzles yields the puzzles that the command line names: each argument is a
// file, "-" for stdin, or a puzzle itself; without arguments stdin is read. An
// unreadable line is yielded as an error, and reading goes on after it.
func (c *Call) Puzzles(ctx context.Context) iter.Seq2[Source, error] {
	return c.puzzles(ctx, c.Idle)
}

// puzzles is [Call.Puzzles] with another function in the place of Idle.
func (c *Call) puzzles(ctx context.Context, idle func()) iter.Seq2[Source, error] {
	args := c.Args
	if err := c.CheckFrom(); err != nil {
		return failing(err)
	}
	if len(args) == 0 {
		if isTerminal(c.In) {
			return failing(UsageError(fmt.Errorf("name a puzzle, a file, or - for stdin"), c.HelpAdvice()))
		}
		args = []string{"-"}
	}
	if err := StdinOnce(args); err != nil {
		return failing(err)
	}
	return func(yield func(Source, error) bool) {
		for i, arg := range args {
			for src, err := range c.argument(ctx, i+1, arg, idle) {
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

func failing(err error) iter.Seq2[Source, error] {
	return func(yield func(Source, error) bool) { yield(Source{}, err) }
}

// Argument yields the puzzles of the n-th argument.
func (c *Call) Argument(ctx context.Context, n int, arg string) iter.Seq2[Source, error] {
	if err := c.CheckFrom(); err != nil {
		return failing(err)
	}
	return c.argument(ctx, n, arg, c.Idle)
}

// CheckFrom refuses a --from that names no format.
func (c *Call) CheckFrom() error {
	if c.From == "" {
		return nil
	}
	if _, err := corpus.ByName(c.From); err != nil {
		return UsageError(err, "gradoku list formats shows them")
	}
	return nil
}

// FileRecords yields what a file holds that is no text: one of gradoku's databases, the
// database of an app, or a Parquet file. For all other files, and those that --from says are in a format, it
// returns nil.
func (c *Call) FileRecords(ctx context.Context, name, path string) iter.Seq2[corpus.Record, error] {
	if c.From != "" {
		return nil
	}
	switch isSQLite, isOurs := task.DatabaseAt(path); {
	case isOurs:
		return task.StoredRecords(ctx, path)
	case isSQLite && store.IsApp(path):
		return task.AppRecords(ctx, path)
	case isSQLite:
		return func(yield func(corpus.Record, error) bool) {
			yield(corpus.Record{}, fmt.Errorf("%s: %w", name, errOtherDatabase))
		}
	case task.BeginsWith(path, "PAR1"):
		return parquetRecords(name, path)
	}
	return nil
}

// errOtherDatabase is the error of a SQLite file that is read by nobody here.
var errOtherDatabase = errors.New("it is a SQLite database, but not one of gradoku's")

func parquetRecords(name, path string) iter.Seq2[corpus.Record, error] {
	return func(yield func(corpus.Record, error) bool) {
		f, err := os.Open(path)
		if err != nil {
			yield(corpus.Record{}, task.CannotRead(err))
			return
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			yield(corpus.Record{}, task.CannotRead(err))
			return
		}
		corpus.ReadParquet(name, f, info.Size())(yield)
	}
}

// ReadRecords reads a text as the table that PuzzleColumn says it is, in the format that --from names, or the one that it looks
// like.
func (c *Call) ReadRecords(name string, text io.Reader) iter.Seq2[corpus.Record, error] {
	if c.PuzzleColumn != nil {
		return corpus.Table(*c.PuzzleColumn).Read(name, text)
	}
	if f, err := corpus.ByName(c.From); err == nil {
		return f.Read(name, text)
	}
	return corpus.Read(name, text)
}

func (c *Call) argument(ctx context.Context, n int, arg string, idle func()) iter.Seq2[Source, error] {
	sources := c.opened(ctx, n, arg, idle)
	if c.Candidates {
		return sources
	}
	return func(yield func(Source, error) bool) {
		var prover solve.Prover
		sukakus, first := 0, ""
		for src, err := range sources {
			if err == nil && IsSukaku(&prover, &src.Record) {
				if sukakus++; sukakus == 1 {
					first = src.Place()
					fmt.Fprintf(c.Err, "gradoku: %s: only the clues are heeded, and they have several solutions: the candidates beside them are part of the puzzle (a sukaku)\n", OnOneLine(first))
				}
			}
			if !yield(src, err) {
				break
			}
		}
		if sukakus > 1 {
			fmt.Fprintf(c.Err, "gradoku: as with %s, the candidates of %s were not heeded\n", OnOneLine(first), text.Count(sukakus-1, "more puzzle", "more puzzles"))
		}
	}
}

// IsSukaku reports whether the candidates that come with a puzzle are a part of it:
// its clues alone have several solutions.
func IsSukaku(prover *solve.Prover, rec *corpus.Record) bool {
	if _, some := rec.Candidates(); !some {
		return false
	}
	_, err := prover.Prove(&rec.Puzzle)
	return errors.Is(err, solve.ErrSeveral)
}

// opened yields the puzzles of an argument.
func (c *Call) opened(ctx context.Context, n int, arg string, idle func()) iter.Seq2[Source, error] {
	name := arg
	if !store.IsFile(arg) && c.From == "" {
		return named(store.Shown(arg), task.StoredRecords(ctx, arg))
	}
	if arg == "-" {
		name = "stdin"
	} else if info, err := os.Stat(arg); err != nil || info.IsDir() {
		switch {
		case err == nil:
			return failing(DataError(fmt.Errorf("%s is a directory", arg), "name a file in it"))
		case LooksLikePuzzle(arg):
			name = fmt.Sprintf("argument %d", n)
			if c.From != "" {
				return named(name, c.ReadRecords(name, strings.NewReader(arg)))
			}
			return named(name, corpus.ReadText(name, arg))
		case !errors.Is(err, fs.ErrNotExist): // for example a link to itself, or a folder without permission
			return failing(task.CannotRead(err))
		}
		return failing(DataError(fmt.Errorf("%q is neither a file nor a puzzle", arg),
			"a puzzle is 81 characters: digits, and . or 0 for blanks (or 16, 36, 144, 256 for other sizes, with letters from A for digits above 9)"))
	}
	if records := c.FileRecords(ctx, name, arg); records != nil && arg != "-" {
		return named(name, records)
	}
	// A file is opened when its turn comes: a long list of files is not open all at
	// once.
	return func(yield func(Source, error) bool) {
		r, err := task.OpenInput(ctx, c.In, arg)
		if err != nil {
			if errors.Is(err, context.Canceled) {
				err = Unreadable(name, err)
			} else {
				err = task.CannotRead(err)
			}
			yield(Source{}, err)
			return
		}
		defer r.Close()
		var stream io.Reader = r
		if idle != nil && c.isStream(arg) {
			stream = heralded{r, idle}
		}
		named(name, c.ReadRecords(name, stream))(yield)
	}
}

// Streaming reports whether any of the input is a pipe or a terminal.
func (c *Call) Streaming() bool {
	return len(c.Args) == 0 && c.isStream("-") || slices.ContainsFunc(c.Args, c.isStream)
}

// isStream reports whether reading an argument can mean waiting: for a pipe or a
// terminal, not for a file.
func (c *Call) isStream(arg string) bool {
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

// heralded is a reader that calls idle before each read. By then the caller has
// seen all that came before: package corpus reads on when it needs more.
type heralded struct {
	io.Reader
	idle func()
}

func (h heralded) Read(p []byte) (int, error) {
	h.idle()
	return h.Reader.Read(p)
}

// named turns the records of a stream into sources. A stream without any is an
// error: a check of nothing must not look passed.
func named(name string, records iter.Seq2[corpus.Record, error]) iter.Seq2[Source, error] {
	return func(yield func(Source, error) bool) {
		some := false
		for r, err := range records {
			some = true
			if err != nil {
				err = Unreadable(name, err)
			}
			if !yield(Source{Name: name, Record: r}, err) {
				return
			}
		}
		if !some {
			yield(Source{Name: name}, NoPuzzle(name))
		}
	}
}

// NoPuzzle is the error of a file without puzzles.
func NoPuzzle(name string) error {
	return unreadableError{fmt.Errorf("%s: %w", name, errNoPuzzle), name}
}

var errNoPuzzle = errors.New("there is no puzzle in it")

// HasNoPuzzle reports whether an error is of [NoPuzzle].
func HasNoPuzzle(err error) bool { return errors.Is(err, errNoPuzzle) }

// errUnreadable matches errors about whole files: those cut off before their last
// puzzle or without one in any known format. Errors of single lines do not match.
var errUnreadable = errors.New("unreadable")

type unreadableError struct {
	error
	name string // of the file
}

func (u unreadableError) Unwrap() error        { return u.error }
func (u unreadableError) Is(target error) bool { return target == errUnreadable }

// Unreadable marks a read error that concerns the whole file of that name.
func Unreadable(name string, err error) error {
	var line *corpus.LineError
	switch {
	case errors.As(err, &line):
		return err
	case errors.Is(err, context.Canceled):
		return &Problem{Code: ExitInterrupted, Err: errors.New("interrupted"), Advice: ""}
	}
	return unreadableError{err, name}
}

// LooksLikePuzzle reports whether an argument is a puzzle and not the name of a
// file: a text with a board's length and alphabet, or one so close to it that a
// mistyped puzzle deserves an exact message.
func LooksLikePuzzle(arg string) bool {
	if _, err := board.Parse(arg); err == nil {
		return true
	}
	if _, err := board.ParseMatrix(arg); err == nil { // B = [1,2,2; 1,5,3; ...]
		return true
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

// longestWithoutLetters is the length up to which a mistyped puzzle is of 9x9
// cells or fewer. Digits above 9 are letters, of which names of files are made too.
const longestWithoutLetters = (81 + 144) / 2

// ErrSolved is the error of a puzzle without a step to show.
var ErrSolved = errors.New("it is already solved: nothing is blank")

// Placed is [task.Placed].
func Placed(src *Source, err error) error { return task.Placed(src, err) }

// Complaints prints what is wrong with single puzzles and counts it, so that work
// on the good ones goes on and the exit code still shows the failure.
type Complaints struct {
	W       io.Writer
	Records io.Writer // takes a record of each in JSON; nil for none
	count   int
	puzzles int   // those about a puzzle itself, not about how it is written
	file    error // the first that concerns a whole file
	assumed Assumed
}

// Add prints a complaint, and its record where records are wanted.
func (c *Complaints) Add(err error) {
	if c.Records != nil {
		PrintJSON(c.Records, rejected(err)) // the program's output remembers its first error
	}
	c.Note(err)
}

// Note prints a complaint about a puzzle that has a record already.
func (c *Complaints) Note(err error) {
	c.count++
	c.assumed.Add(err)
	var line *corpus.LineError
	switch {
	case errors.Is(err, errUnreadable):
		c.file = cmp.Or(c.file, err)
	case !errors.As(err, &line):
		c.puzzles++
	}
	if !tell(c.W, complaint(err)) {
		fmt.Fprintf(c.W, "gradoku: %s\n", corpus.Visible(err.Error()))
	}
}

// Err returns nil, or what the command must return if there were complaints. The
// advice is printed for those about puzzles.
func (c *Complaints) Err(advice string) error {
	if c.count == 0 {
		return nil
	}
	c.assumed.Tell(c.W)
	if c.file != nil {
		fmt.Fprintf(c.W, "  %s\n", adviceFor(c.file))
	}
	if c.puzzles > 0 && advice != "" {
		fmt.Fprintf(c.W, "  %s\n", advice)
	}
	return task.ErrReported
}

// Assumed remembers for what formats files were taken that have lines without a
// puzzle: perhaps they have another.
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

// Tell says so, of a few files.
func (a *Assumed) Tell(w io.Writer) {
	const most = 3
	for i, text := range a.files {
		if i == most {
			fmt.Fprintln(w, "  and so on")
			return
		}
		fmt.Fprintf(w, "  %s; --from FORMAT reads it as another\n", OnOneLine(text))
	}
}
