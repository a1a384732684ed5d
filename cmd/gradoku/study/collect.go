package study

import (
	"bytes"
	"cmp"
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
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/literature"
	"gradoku/store"
	"gradoku/study"
	"gradoku/task"
)

// collectOptions say which puzzles a study is about, and how to measure them.
type collectOptions struct {
	cli.Call
	labels, logs           urfave.StringSlice
	columns                []string // that the command needs besides
	puzzleColumn           string
	db                     string
	corpora                urfave.StringSlice
	limit, solves, workers int
	seed                   uint64
	resamples              int // of the commands with intervals, see resamplesFlag
	quiet                  bool
	literature             bool // the puzzles of the founding document
	fast                   bool // without the metrics that take long
}

func (o *collectOptions) flags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringSliceFlag{Name: "label", Destination: &o.labels, Usage: "compare with the column `NAME`; may be repeated"},
		&urfave.StringSliceFlag{Name: "log", Destination: &o.logs, Usage: "study the label `NAME` by its logarithm, as times are; may be repeated"},
		&urfave.StringFlag{Name: "puzzle-column", Destination: &o.puzzleColumn, Usage: "the puzzles are in the column `NAME`, or, in a table without a header, in that of this number"},
		cli.FromFlag(&o.Call),
		&urfave.StringFlag{Name: "db", Destination: &o.db, Usage: "study puzzles of the database `FILE`, or of postgres://user@host/name"},
		&urfave.StringSliceFlag{Name: "corpus", Destination: &o.corpora, Usage: "with --db: only the corpus `NAME`; may be repeated"},
		&urfave.IntFlag{Name: "limit", Destination: &o.limit, Usage: "study the first `N` puzzles"},
		&urfave.IntFlag{Name: "solves", Destination: &o.solves, Usage: "`N` random solves for each puzzle (default: 30, or 3 for more than 5,000 puzzles)"},
		&urfave.Uint64Flag{Name: "seed", Destination: &o.seed, Value: 1, Usage: "of random solves, resamples and folds"},
		&urfave.IntFlag{Name: "workers", Destination: &o.workers, Usage: "measure on `N` processors (default: all)"},
		cli.QuietFlag(&o.quiet),
	}
}

// sources records where the puzzles of a study came from.
type sources struct {
	provenance [][2]string
	bad        cli.Complaints
	left       string // how many puzzles were left out, and why
	expected   int64  // roughly how many puzzles there are, 0 if unknown
}

func (s *sources) add(what, value string) {
	s.provenance = append(s.provenance, [2]string{what, value})
}

// items returns the puzzles that the command line names, with where they come from, and
// the labels that are asked for. The caller calls done when it has read them.
func (o *collectOptions) items(ctx context.Context) (items iter.Seq2[study.Item, error], src *sources, labels []string, done func(), err error) {
	done = func() {}
	if err := o.check(); err != nil {
		return nil, nil, nil, done, err
	}
	src = &sources{bad: cli.Complaints{W: o.Err}}
	labels = o.labels.Value()
	o.asTable(labels)
	switch {
	case o.literature:
		src.add("puzzles of", "the founding document, tables 6 and 7")
		if len(labels) == 0 {
			labels = []string{"stars", "seconds"}
		}
		items = func(yield func(study.Item, error) bool) {
			for _, r := range literature.TimedPuzzles() {
				if !yield(study.Item{Puzzle: r.Puzzle, Labels: r.Fields}, nil) {
					return
				}
			}
		}
	case o.db != "":
		db, err := store.Open(ctx, o.db, store.ReadOnly)
		if err != nil {
			return nil, nil, nil, done, err
		}
		done = func() { db.Close() }
		if items, err = o.stored(ctx, db, src); err != nil {
			return nil, nil, nil, done, err
		}
	default:
		if err := src.files(ctx, o.Args); err != nil {
			return nil, nil, nil, done, err
		}
		items = func(yield func(study.Item, error) bool) {
			for p, err := range o.Puzzles(ctx) {
				if !yield(study.Item{Puzzle: p.Record.Puzzle, Labels: p.Record.Fields}, err) {
					return
				}
			}
		}
	}
	if n := int64(o.limit); n > 0 && (src.expected == 0 || n < src.expected) {
		src.expected = n
	}
	return items, src, labels, done, nil
}

// collect measures the puzzles that the command line names.
func (o *collectOptions) collect(ctx context.Context) (*study.Collection, *sources, error) {
	items, src, labels, done, err := o.items(ctx)
	defer done()
	if err != nil {
		return nil, nil, err
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(40) // a study of 100,000 puzzles peaks at 76 MB, not at some 20 MB more, in the same CPU time
	}
	if os.Getenv("GOMEMLIMIT") == "" && src.expected > 0 {
		// The largest picture takes 20 MB, and a puzzle at most some 130 bytes. There is room
		// between these and the limit, so the collector runs a little more often, not always.
		debug.SetMemoryLimit(36<<20 + 160*src.expected)
	}
	runs := o.solves
	switch {
	case runs > 0:
	case src.expected > 5000:
		runs = 3 // with this many puzzles, chance evens out
	default:
		runs = study.DefaultRuns
	}
	p := cli.NewProgress(o.Err, o.quiet, "puzzles", src.expected, 0)
	say := cli.TalkTo(o.Err, o.quiet)
	col, err := study.Collect(ctx, o.first(items, say), study.CollectOptions{
		Labels: labels, Columns: o.columns, Logs: o.logs.Value(), Runs: runs, Seed: o.seed, Workers: o.workers, Fast: o.fast,
		Bad: src.bad.Add, Tell: func(n int) { p.Set(int64(n), int64(n)) },
	})
	p.Finish()
	if err == nil && len(col.Excluded) > 0 {
		src.left = col.LeftOut()
		say("left out: %s", src.left)
	}
	var noLabel *study.NoLabelError
	switch {
	case errors.As(err, &noLabel):
		return nil, nil, cli.DataError(err, "name a column of the files, or a part of its name that no other column has; or a label of the corpus")
	case errors.Is(err, study.ErrNothing):
		return nil, nil, cli.DataError(err, "name a file with proper puzzles, or a corpus that is in the database")
	}
	return col, src, err
}

// commandLine is the command with all that its result depends on: the files by their
// names without folders, and neither the output nor the number of workers. more are
// flags of the command itself, with their values.
func (o *collectOptions) commandLine(more ...[2]string) string {
	parts := []string{o.Name}
	for _, arg := range o.Args {
		if !task.LooksLikePuzzle(arg) {
			arg = filepath.Base(arg)
		}
		parts = append(parts, arg)
	}
	flag := func(name, value string) {
		if strings.ContainsAny(value, " \t\"'") {
			value = strconv.Quote(value)
		}
		parts = append(parts, strings.TrimSpace("--"+name+" "+value))
	}
	for _, l := range o.labels.Value() {
		flag("label", l)
	}
	for _, l := range o.logs.Value() {
		flag("log", l)
	}
	if o.literature {
		flag("literature", "")
	}
	if o.db != "" {
		flag("db", filepath.Base(o.db))
	}
	for _, c := range o.corpora.Value() {
		flag("corpus", c)
	}
	for _, f := range append([][2]string{
		{"from", o.From}, {"puzzle-column", o.puzzleColumn}, {"limit", fmt.Sprint(o.limit)}, {"solves", fmt.Sprint(o.solves)}, {"seed", fmt.Sprint(o.seed)},
	}, more...) {
		if o.Given(f[0]) {
			flag(f[0], f[1])
		}
	}
	return strings.Join(parts, " ")
}

// asTable reads the input as a table when a column has a number or the puzzles one of
// their own.
func (o *collectOptions) asTable(labels []string) {
	isNumber := func(name string) bool { _, err := grade.ParseWhole(name); return err == nil }
	if o.puzzleColumn != "" || slices.ContainsFunc(slices.Concat(labels, o.columns), isNumber) {
		o.PuzzleColumn = &o.puzzleColumn
	}
}

func (o *collectOptions) check() error {
	for _, f := range []struct {
		name        string
		value, most int
	}{{"limit", o.limit, math.MaxInt}, {"solves", o.solves, 10_000}, {"resamples", o.resamples, 1_000_000}} {
		switch {
		case o.Given(f.name) && f.value < 1:
			return cli.UsageError(fmt.Errorf("--%s is %d; it must be at least 1", f.name, f.value), o.HelpAdvice())
		case f.value > f.most:
			return cli.UsageError(fmt.Errorf("--%s is %d; the most is %d", f.name, f.value, f.most), o.HelpAdvice())
		}
	}
	if o.Given("workers") {
		if err := cli.CheckWorkers(&o.Call, o.workers); err != nil {
			return err
		}
	}
	files, db := len(o.Args) > 0, o.db != ""
	switch {
	case files && db || files && o.literature || db && o.literature:
		return cli.UsageError(errors.New("files, --db and --literature exclude each other"), "import the files, or leave --db out")
	case o.puzzleColumn != "" && (o.From != "" || db || o.literature):
		return cli.UsageError(errors.New("--puzzle-column is about a table of a file, and excludes --from, --db and --literature"), "leave one of them out")
	case len(o.corpora.Value()) > 0 && !db:
		return cli.UsageError(errors.New("--corpus needs --db"), "for example: --db study.db --corpus mine")
	}
	return nil
}

// files notes each regular file with its SHA-256; stdin has none.
func (s *sources) files(ctx context.Context, args []string) error {
	if len(args) == 0 {
		args = []string{"-"}
	}
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case arg == "-":
			s.add("stdin", "keep what was read to make this again")
			continue
		case err != nil && task.LooksLikePuzzle(arg):
			s.add("puzzle", arg)
			continue
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return task.CannotRead(err) // it may be read all the same, and would not be noted
		case err != nil || !info.Mode().IsRegular():
			continue // a mistake, reported when it is read, or a pipe
		}
		f, err := task.OpenInput(ctx, nil, arg)
		if err != nil {
			return task.CannotRead(err)
		}
		hash, lines := sha256.New(), lineCounter(0)
		_, err = io.Copy(io.MultiWriter(hash, &lines), f)
		if isSQLite, _ := task.DatabaseAt(arg); !isSQLite { // whose lines are none
			s.expected += int64(lines)
		}
		f.Close()
		if err != nil {
			return cli.DataError(fmt.Errorf("reading %s: %w", arg, err), "")
		}
		s.add("file "+filepath.Base(arg), fmt.Sprintf("sha256 %x", hash.Sum(nil)))
	}
	return nil
}

// lineCounter counts lines, which for most files is about the number of puzzles.
type lineCounter int64

func (l *lineCounter) Write(p []byte) (int, error) {
	*l += lineCounter(bytes.Count(p, []byte("\n")))
	return len(p), nil
}

// stored yields puzzles of a database with the labels of their corpora.
func (o *collectOptions) stored(ctx context.Context, db *store.DB, src *sources) (iter.Seq2[study.Item, error], error) {
	names := o.corpora.Value()
	for _, name := range names {
		corpus, err := db.CorpusByName(ctx, name)
		if err != nil {
			return nil, err
		}
		files, err := db.CorpusFiles(ctx, corpus.ID)
		if err != nil {
			return nil, err
		}
		counts, err := db.ItemCounts(ctx, corpus.ID, 0)
		if err != nil {
			return nil, err
		}
		for _, n := range counts {
			src.expected += n.Rows
		}
		src.add("corpus "+corpus.Name, corpus.Source)
		for _, f := range files {
			src.add("file "+filepath.Base(f.Name), "sha256 "+f.SHA256)
		}
	}
	if len(names) == 0 {
		src.add("puzzles of", "all of the database "+filepath.Base(db.Path()))
		n, err := db.CountPuzzles(ctx, store.Filter{})
		if err != nil {
			return nil, err
		}
		src.expected = n
	}
	return func(yield func(study.Item, error) bool) {
		for p, err := range db.LabelledPuzzles(ctx, names) {
			item := study.Item{}
			if err == nil {
				item.Puzzle, err = board.Parse(p.Givens)
			}
			for _, l := range p.Labels {
				item.Labels = append(item.Labels, corpus.Field{Name: l.Name, Value: l.Value})
			}
			if !yield(item, err) {
				return
			}
		}
	}, nil
}

// first yields as many puzzles as --limit asks for, and warns once that large ones
// take long, and at the first one of columns that it lacks: whether another has them
// is known when all are measured.
func (o *collectOptions) first(items iter.Seq2[study.Item, error], say func(string, ...any)) iter.Seq2[study.Item, error] {
	return func(yield func(study.Item, error) bool) {
		n, told := 0, false
		for item, err := range items {
			if n++; o.limit > 0 && n > o.limit {
				return
			}
			for _, name := range slices.Concat(o.labels.Value(), o.columns) {
				if n == 1 && err == nil && study.ColumnFor(name, item.Labels) == "" {
					has := make([]string, len(item.Labels))
					for i, l := range item.Labels {
						has[i] = l.Name
					}
					say("the first puzzle has no label %q; it has: %s", name, cmp.Or(strings.Join(has, ", "), "none"))
				}
			}
			if geo := item.Puzzle.Geometry(); err == nil && !told && geo.Size > 9 {
				told = true
				say("a puzzle of %dx%d can take seconds to rate and to measure, where one of 9x9 takes a thousandth; Ctrl-C ends it", geo.Size, geo.Size)
			}
			if !yield(item, err) {
				return
			}
		}
	}
}
