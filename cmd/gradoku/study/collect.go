package study

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime/debug"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/literature"
	"gradoku/store"
	"gradoku/study"
)

// collectFlags say which puzzles a study is about.
func collectFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringSliceFlag{Name: "label", Usage: "compare with the column `NAME`; may be repeated"},
		&urfave.StringFlag{Name: "db", Usage: "study puzzles of the database `FILE`"},
		&urfave.StringSliceFlag{Name: "corpus", Usage: "with --db: only the corpus `NAME`; may be repeated"},
		&urfave.IntFlag{Name: "limit", Usage: "study the first `N` puzzles"},
		&urfave.IntFlag{Name: "solves", Usage: "`N` random solves for each puzzle (default: 30, or 3 for more than 5,000 puzzles)"},
		&urfave.Uint64Flag{Name: "seed", Value: 1, Usage: "of random solves, resamples and folds"},
		&urfave.IntFlag{Name: "workers", Usage: "measure on `N` processors (default: all)"},
		cli.QuietFlag(nil),
	}
}

// sources are where the puzzles of a study came from.
type sources struct {
	provenance [][2]string
	bad        cli.Complaints
	expected   int64 // about how many puzzles there are, 0 when unknown
}

func (s *sources) add(what, value string) {
	s.provenance = append(s.provenance, [2]string{what, value})
}

// studyGarbage is how much garbage there may be, in per cent of what is in use. A
// study of 100,000 puzzles peaks at 71 MB with it and at 85 to 97 MB with the usual
// 100, in the same CPU time: 112 and 110 s.
const studyGarbage = 40

// collect measures the puzzles that the command line names.
func collect(c *urfave.Context, s cli.Streams) (*study.Collection, *sources, error) {
	if err := checkCollect(c); err != nil {
		return nil, nil, err
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(studyGarbage)
	}
	src := &sources{bad: cli.Complaints{W: s.Err}}
	labels := c.StringSlice("label")
	var items iter.Seq2[study.Item, error]
	switch {
	case c.Bool("literature"):
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
	case c.String("db") != "":
		db, err := store.Open(c.Context, c.String("db"), store.ReadOnly)
		if err != nil {
			return nil, nil, err
		}
		defer db.Close()
		if items, err = storedItems(c, db, src); err != nil {
			return nil, nil, err
		}
	default:
		if err := src.files(c); err != nil {
			return nil, nil, err
		}
		items = fileItems(c, s)
	}
	if n := int64(c.Int("limit")); n > 0 && (src.expected == 0 || n < src.expected) {
		src.expected = n
	}
	p := cli.NewProgress(s.Err, c.Bool("quiet"), "puzzles", src.expected, 0)
	say := cli.TalkTo(s.Err, c.Bool("quiet"))
	col, err := study.Collect(c.Context, tellLarge(limited(items, c.Int("limit")), say), study.CollectOptions{
		Labels: labels, Runs: solvesOf(c, src), Seed: c.Uint64("seed"), Workers: c.Int("workers"),
		Bad: src.bad.Add, Tell: func(n int) { p.Set(int64(n), int64(n)) },
	})
	p.Finish()
	if err == nil && len(col.Excluded) > 0 {
		say("left out: %s", col.LeftOut())
	}
	var noLabel *study.NoLabelError
	switch {
	case errors.As(err, &noLabel):
		return nil, nil, cli.DataError(err, "--label names a column of the files, or a label of the corpus")
	case errors.Is(err, study.ErrNothing):
		return nil, nil, cli.DataError(err, "name a file with proper puzzles, or a corpus that is in the database")
	}
	return col, src, err
}

func checkCollect(c *urfave.Context) error {
	for _, name := range []string{"limit", "solves", "workers"} {
		if c.IsSet(name) && c.Int(name) < 1 {
			return cli.UsageError(fmt.Errorf("--%s is %d; it must be at least 1", name, c.Int(name)), cli.HelpAdvice(c))
		}
	}
	named := 0
	for _, is := range []bool{c.NArg() > 0, c.String("db") != "", c.Bool("literature")} {
		if is {
			named++
		}
	}
	switch {
	case named > 1:
		return cli.UsageError(errors.New("files, --db and --literature exclude each other"), "import the files, or leave --db out")
	case len(c.StringSlice("corpus")) > 0 && c.String("db") == "":
		return cli.UsageError(errors.New("--corpus needs --db"), "for example: --db study.db --corpus mine")
	}
	return nil
}

// manyPuzzles is from where on three random solves for each are enough.
const manyPuzzles = 5000

func solvesOf(c *urfave.Context, src *sources) int {
	switch {
	case c.IsSet("solves"):
		return c.Int("solves")
	case src.expected > manyPuzzles:
		return 3
	}
	return study.DefaultRuns
}

// files notes each file with its sha256. What is read from stdin has none.
func (s *sources) files(c *urfave.Context) error {
	if c.NArg() == 0 {
		s.add("stdin", "keep what was read to make this again")
	}
	for _, arg := range c.Args().Slice() {
		info, err := os.Stat(arg)
		switch {
		case arg == "-":
			s.add("stdin", "keep what was read to make this again")
			continue
		case err != nil && cli.LooksLikePuzzle(arg):
			s.add("puzzle", arg)
			continue
		case err != nil || !info.Mode().IsRegular():
			continue // a mistake, which is told when it is read, or a pipe
		}
		f, err := os.Open(arg)
		if err != nil {
			return cli.DataError(err, "check the name and whether you may read it")
		}
		hash, lines := sha256.New(), lineCounter(0)
		_, err = io.Copy(io.MultiWriter(hash, &lines), f)
		s.expected += int64(lines)
		f.Close()
		if err != nil {
			return cli.DataError(fmt.Errorf("reading %s: %w", arg, err), "")
		}
		s.add("file "+filepath.Base(arg), fmt.Sprintf("sha256 %x", hash.Sum(nil)))
	}
	return nil
}

// lineCounter counts lines: about the number of puzzles of most files.
type lineCounter int64

func (l *lineCounter) Write(p []byte) (int, error) {
	*l += lineCounter(bytes.Count(p, []byte("\n")))
	return len(p), nil
}

// fileItems yields the records of the files named.
func fileItems(c *urfave.Context, s cli.Streams) iter.Seq2[study.Item, error] {
	return func(yield func(study.Item, error) bool) {
		for src, err := range cli.PuzzlesOf(c, s) {
			if !yield(study.Item{Puzzle: src.Record.Puzzle, Labels: src.Record.Fields}, err) {
				return
			}
		}
	}
}

// storedItems yields puzzles of a database with the labels of their corpora.
func storedItems(c *urfave.Context, db *store.DB, src *sources) (iter.Seq2[study.Item, error], error) {
	names := c.StringSlice("corpus")
	if len(names) > 0 {
		for _, name := range names {
			corpus, err := db.CorpusByName(c.Context, name)
			if err != nil {
				return nil, err
			}
			files, err := db.CorpusFiles(c.Context, corpus.ID)
			if err != nil {
				return nil, err
			}
			src.add("corpus "+corpus.Name, corpus.Source)
			counts, err := db.ItemCounts(c.Context, corpus.ID, 0)
			if err != nil {
				return nil, err
			}
			for _, n := range counts {
				src.expected += n.Rows
			}
			for _, f := range files {
				src.add("file "+filepath.Base(f.Name), "sha256 "+f.SHA256)
			}
		}
	} else {
		src.add("puzzles of", "all of the database "+filepath.Base(db.Path()))
		n, err := db.CountPuzzles(c.Context, store.Filter{})
		if err != nil {
			return nil, err
		}
		src.expected = n
	}
	return func(yield func(study.Item, error) bool) {
		for p, err := range db.LabelledPuzzles(c.Context, names) {
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

// tellLarge says once that puzzles take long.
func tellLarge(items iter.Seq2[study.Item, error], say func(string, ...any)) iter.Seq2[study.Item, error] {
	return func(yield func(study.Item, error) bool) {
		told := false
		for item, err := range items {
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

// limited ends a sequence after so many; 0 is no limit.
func limited(items iter.Seq2[study.Item, error], n int) iter.Seq2[study.Item, error] {
	if n == 0 {
		return items
	}
	return func(yield func(study.Item, error) bool) {
		k := 0
		for item, err := range items {
			if k == n || !yield(item, err) {
				return
			}
			k++
		}
	}
}
