package task

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
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/literature"
	"gradoku/store"
	"gradoku/study"
)

// Collect measures the puzzles that a study is about.
type Collect struct {
	Files         []string // - is Env.In, and a puzzle may stand for itself; none for Env.In alone
	Labels, Logs  []string // columns to compare with; those to study by their logarithm
	Columns       []string // needed besides
	PuzzleColumn  string   // "" to find it
	From          string   // a format; "" to tell it from the content
	DB            string   // in the place of files
	Corpora       []string // of the database; none for all its puzzles
	Limit, Solves int      // 0 for all puzzles, and for the usual number of random solves
	Seed          uint64
	Literature    bool        // the puzzles of the founding document
	Fast          bool        // without the metrics that take long
	Bad           func(error) // is told what is wrong with single puzzles
}

// Sources records where the puzzles of a study came from.
type Sources struct {
	Provenance [][2]string
	Left       string // how many puzzles were left out, and why
	Expected   int64  // roughly how many puzzles there are, 0 if unknown
}

// Add notes a fact about the puzzles.
func (s *Sources) Add(what, value string) {
	s.Provenance = append(s.Provenance, [2]string{what, value})
}

// check refuses puzzles from two places.
func (o *Collect) check() error {
	files, db := len(o.Files) > 0, o.DB != ""
	switch {
	case files && db || files && o.Literature || db && o.Literature:
		return UsageError(errors.New("files, --db and --literature exclude each other"), "import the files, or leave --db out")
	case o.PuzzleColumn != "" && (o.From != "" || db || o.Literature):
		return UsageError(errors.New("--puzzle-column is about a table of a file, and excludes --from, --db and --literature"), "leave one of them out")
	case len(o.Corpora) > 0 && !db:
		return UsageError(errors.New("--corpus needs --db"), "for example: --db study.db --corpus mine")
	}
	return nil
}

// Items returns the puzzles, with where they come from, and the labels that are asked for.
// The caller calls done when it has read them, from whichever goroutine reads.
func (o *Collect) Items(ctx context.Context, env *Env) (items iter.Seq2[study.Item, error], src *Sources, labels []string, done func(), err error) {
	env.serialize()
	done = func() {}
	if err := o.check(); err != nil {
		return nil, nil, nil, done, err
	}
	src = &Sources{}
	labels = o.Labels
	switch {
	case o.Literature:
		src.Add("puzzles of", "the founding document, tables 6 and 7")
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
	case o.DB != "":
		db, err := store.Open(ctx, o.DB, store.ReadOnly)
		if err != nil {
			return nil, nil, nil, done, err
		}
		done = func() { db.Close() }
		if items, err = o.stored(ctx, db, src); err != nil {
			return nil, nil, nil, done, err
		}
	default:
		files, how := o.Files, o.reading(env, labels)
		if len(files) == 0 {
			files = []string{"-"}
		}
		err := how.CheckFrom()
		if err == nil {
			err = StdinOnce(files)
		}
		if err == nil {
			err = src.AddFiles(ctx, files)
		}
		if err != nil {
			return nil, nil, nil, done, err
		}
		items = func(yield func(study.Item, error) bool) {
			for i, arg := range files {
				for p, err := range how.Argument(ctx, i+1, arg) {
					if !yield(study.Item{Puzzle: p.Record.Puzzle, Labels: p.Record.Fields}, err) {
						return
					}
				}
			}
		}
	}
	if n := int64(o.Limit); n > 0 && (src.Expected == 0 || n < src.Expected) {
		src.Expected = n
	}
	return items, src, labels, done, nil
}

// Run measures the puzzles.
func (o *Collect) Run(ctx context.Context, env Env) (*study.Collection, *Sources, error) {
	items, src, labels, done, err := o.Items(ctx, &env)
	defer done()
	if err != nil {
		return nil, nil, err
	}
	runs := o.Solves
	switch {
	case runs > 0:
	case src.Expected > 5000:
		runs = 3 // with this many puzzles, chance evens out
	default:
		runs = study.DefaultRuns
	}
	tell := env.counting("puzzles")
	tell(0, src.Expected)
	col, err := study.Collect(ctx, o.First(items, &env), study.CollectOptions{
		Labels: labels, Columns: o.Columns, Logs: o.Logs, Runs: runs, Seed: o.Seed, Workers: env.Workers, Fast: o.Fast,
		Bad: o.Bad, Tell: func(n int) { tell(int64(n), src.Expected) },
	})
	if err == nil && len(col.Excluded) > 0 {
		src.Left = col.LeftOut()
		env.note("left out: %s", src.Left)
	}
	var noLabel *study.NoLabelError
	switch {
	case errors.As(err, &noLabel):
		return nil, nil, DataError(err, "name a column of the files, or a part of its name that no other column has; or a label of the corpus")
	case errors.Is(err, study.ErrNothing):
		return nil, nil, DataError(err, "name a file with proper puzzles, or a corpus that is in the database")
	}
	return col, src, err
}

// reading reads the files, as tables when a column has a number or the puzzles one of
// their own.
func (o *Collect) reading(env *Env, labels []string) *Reading {
	how := &Reading{In: env.In, From: o.From, Warn: func(line string) { env.warn("%s", line) }}
	isNumber := func(name string) bool { _, err := grade.ParseWhole(name); return err == nil }
	if o.PuzzleColumn != "" || slices.ContainsFunc(slices.Concat(labels, o.Columns), isNumber) {
		how.PuzzleColumn = &o.PuzzleColumn
	}
	return how
}

// AddFiles notes each regular file with its SHA-256; stdin has none.
// Add notes a fact about the puzzles.
func (s *Sources) AddFiles(ctx context.Context, args []string) error {
	if len(args) == 0 {
		args = []string{"-"}
	}
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case arg == "-":
			s.Add("stdin", "keep what was read to make this again")
			continue
		case err != nil && LooksLikePuzzle(arg):
			s.Add("puzzle", arg)
			continue
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return CannotRead(err) // it may be read all the same, and would not be noted
		case err != nil || !info.Mode().IsRegular():
			continue // a mistake, reported when it is read, or a pipe
		}
		f, err := OpenInput(ctx, nil, arg)
		if err != nil {
			return CannotRead(err)
		}
		hash, lines := sha256.New(), lineCounter(0)
		_, err = io.Copy(io.MultiWriter(hash, &lines), f)
		if isSQLite, _ := DatabaseAt(arg); !isSQLite { // whose lines are none
			s.Expected += int64(lines)
		}
		f.Close()
		if err != nil {
			return DataError(fmt.Errorf("reading %s: %w", arg, err), "")
		}
		s.Add("file "+filepath.Base(arg), fmt.Sprintf("sha256 %x", hash.Sum(nil)))
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
func (o *Collect) stored(ctx context.Context, db *store.DB, src *Sources) (iter.Seq2[study.Item, error], error) {
	names := o.Corpora
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
			src.Expected += n.Rows
		}
		src.Add("corpus "+corpus.Name, corpus.Source)
		for _, f := range files {
			src.Add("file "+filepath.Base(f.Name), "sha256 "+f.SHA256)
		}
	}
	if len(names) == 0 {
		src.Add("puzzles of", "all of the database "+filepath.Base(db.Path()))
		n, err := db.CountPuzzles(ctx, store.Filter{})
		if err != nil {
			return nil, err
		}
		src.Expected = n
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

// First yields as many puzzles as Limit asks for, and warns once that large ones
// take long, and at the first one of columns that it lacks: whether another has them
// is known when all are measured.
func (o *Collect) First(items iter.Seq2[study.Item, error], env *Env) iter.Seq2[study.Item, error] {
	return func(yield func(study.Item, error) bool) {
		n, told := 0, false
		for item, err := range items {
			if n++; o.Limit > 0 && n > o.Limit {
				return
			}
			for _, name := range slices.Concat(o.Labels, o.Columns) {
				if n == 1 && err == nil && study.ColumnFor(name, item.Labels) == "" {
					has := make([]string, len(item.Labels))
					for i, l := range item.Labels {
						has[i] = l.Name
					}
					env.note("the first puzzle has no label %q; it has: %s", name, cmp.Or(strings.Join(has, ", "), "none"))
				}
			}
			if geo := item.Puzzle.Geometry(); err == nil && !told && geo.Size > 9 {
				told = true
				env.note("a puzzle of %dx%d can take seconds to rate and to measure, where one of 9x9 takes a thousandth; Ctrl-C ends it", geo.Size, geo.Size)
			}
			if !yield(item, err) {
				return
			}
		}
	}
}
