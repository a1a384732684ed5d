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

// Collect says which puzzles a study is about and how they are measured. It is part of the
// options of each study.
type Collect struct {
	Files []string // - is Env.In; an argument may also be a puzzle itself; none for Env.In alone

	Labels       []string `query:"label" json:"label,omitempty" list:"," value:"NAME" doc:"compare with the column NAME"`
	Logs         []string `query:"log" group:"How it is measured" json:"log,omitempty" list:"," value:"NAME" doc:"analyse the logarithm of the label NAME, as is always done for times"`
	Order        []string `query:"order" group:"How it is measured" json:"order,omitempty" list:"," value:"WORDS" doc:"the order of the words of a label, the easiest first: easy,medium,hard" usual:"known for common words"`
	PuzzleColumn string   `query:"puzzle-column" json:"puzzle_column,omitempty" not:"from,db,literature" value:"NAME" doc:"the puzzles are in the column NAME, or, in a table without a header, in that of this number"`
	From         string   `query:"from" json:"from,omitempty" value:"FORMAT" doc:"read the puzzles in this FORMAT of gradoku list formats" usual:"detected from the content"`
	DB           string   `query:"db" json:"db,omitempty" not:"literature" value:"FILE" doc:"the database: a FILE, or postgres://user@host/name"`
	Corpora      []string `query:"corpus" json:"corpus,omitempty" list:"," needs:"db" value:"NAME" doc:"with --db: only the corpus NAME"`
	Limit        int      `query:"limit" json:"limit,omitempty" minimum:"1" value:"N" doc:"at most N puzzles"`
	Solves       int      `query:"solves" group:"How it is measured" json:"solves,omitempty" minimum:"1" maximum:"10000" value:"N" doc:"N random solves for each puzzle" usual:"30, or 3 for more than 5,000 puzzles"`
	Seed         *int64   `query:"seed" group:"How it is measured" json:"seed,omitempty" minimum:"0" doc:"random seed, from 0" usual:"1"`

	columns    []string // other columns that the study needs
	literature bool     // use the puzzles of the founding document
	fast       bool     // skip metrics that take long
}

// Resampled says how precise the intervals of a study are.
type Resampled struct {
	Resamples int `query:"resamples" json:"resamples,omitempty" minimum:"100" maximum:"1000000" value:"N" doc:"N resamples for the intervals" usual:"1,000, or fewer for more than 5,000 puzzles"`
}

// seedOr returns the given seed, or the usual one if there is none.
func seedOr(seed *int64, usual int64) int64 {
	if seed == nil {
		return usual
	}
	return *seed
}

// seed returns the seed of a study.
func (o *Collect) seed() uint64 { return uint64(seedOr(o.Seed, 1)) }

// need adds the columns that a study needs besides its labels.
func (o *Collect) need(names ...string) {
	o.columns = nil
	for _, name := range names {
		if name != "" && !slices.Contains(o.columns, name) {
			o.columns = append(o.columns, name)
		}
	}
}

// one returns an error unless there is exactly one label; what says what the label is for.
func (o *Collect) one(what string) error {
	if len(o.Labels) != 1 {
		return UsageError(errors.New("--label must be given once"), "name the column "+what)
	}
	return nil
}

// sources records where the puzzles of a study came from.
type sources struct {
	provenance [][2]string
	left       string // how many puzzles were left out, and why
	expected   int64  // roughly how many puzzles there are, 0 if unknown
}

// add notes a fact about where the puzzles came from.
func (s *sources) add(what, value string) {
	s.provenance = append(s.provenance, [2]string{what, value})
}

// items returns the puzzles and a record of where they come from. It sets the labels of a study
// of the founding document that names none. The caller must call done after reading the puzzles; any goroutine may read
// them.
func (o *Collect) items(ctx context.Context, env *Env) (items iter.Seq2[study.Item, error], src *sources, done func(), err error) {
	env.serialize()
	done = func() {}
	if len(o.Files) > 0 && (o.DB != "" || o.literature) {
		return nil, nil, done, UsageError(errors.New("files, --db and --literature exclude each other"), "import the files, or leave --db out")
	}
	src = &sources{}
	switch {
	case o.literature:
		src.add("puzzles of", "the founding document, tables 6 and 7")
		if len(o.Labels) == 0 {
			o.Labels = []string{"stars", "seconds"}
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
			return nil, nil, done, err
		}
		done = func() { db.Close() }
		if items, err = o.stored(ctx, db, src); err != nil {
			return nil, nil, done, err
		}
	default:
		how := env.reading(o.From)
		isNumber := func(name string) bool { _, err := grade.ParseWhole(name); return err == nil }
		if o.PuzzleColumn != "" || slices.ContainsFunc(slices.Concat(o.Labels, o.columns), isNumber) {
			how.PuzzleColumn = &o.PuzzleColumn // a column given by number means that the input is a table
		}
		err := cmp.Or(how.CheckFrom(), StdinOnce(o.Files))
		if err == nil {
			err = src.addFiles(ctx, o.Files)
		}
		if err != nil {
			return nil, nil, done, err
		}
		items = func(yield func(study.Item, error) bool) {
			for p, err := range how.Files(ctx, o.Files) {
				if !yield(study.Item{Puzzle: p.Record.Puzzle, Labels: p.Record.Fields}, err) {
					return
				}
			}
		}
	}
	if n := int64(o.Limit); n > 0 && (src.expected == 0 || n < src.expected) {
		src.expected = n
	}
	return items, src, done, nil
}

// collect measures the puzzles.
func (o *Collect) collect(ctx context.Context, env *Env) (*study.Collection, *sources, error) {
	items, src, done, err := o.items(ctx, env)
	defer done()
	if err != nil {
		return nil, nil, err
	}
	runs := o.Solves
	switch {
	case runs > 0:
	case src.expected > 5000:
		runs = 3 // with this many puzzles, random differences average out
	default:
		runs = study.DefaultRuns
	}
	tell := env.counting("puzzles")
	tell(0, src.expected)
	col, err := study.Collect(ctx, o.first(items, env), study.CollectOptions{
		Labels: o.Labels, Columns: o.columns, Logs: o.Logs, Order: o.Order, Runs: runs, Seed: o.seed(), Workers: env.Workers, Fast: o.fast,
		Bad: env.reject, Tell: func(n int) { tell(int64(n), src.expected) },
	})
	if err == nil && len(col.Excluded) > 0 {
		src.left = col.Excluded.String()
		env.note("left out: %s", src.left)
	}
	if err == nil {
		for i := range col.Labels {
			if left := col.Labels[i].LeftOut(); left != "" {
				env.note("values left out of %s: %s", col.Labels[i].Name, left)
			}
		}
	}
	var noLabel *study.NoLabelError
	switch {
	case errors.As(err, &noLabel):
		return nil, nil, DataError(err, "name a column of the files, or a part of its name that no other column has, or a label of the corpus")
	case errors.Is(err, study.ErrNothing):
		return nil, nil, DataError(err, "name a file with proper puzzles, or a corpus that is in the database")
	}
	return col, src, err
}

// addFiles notes each regular file with its SHA-256. Stdin has no hash.
func (s *sources) addFiles(ctx context.Context, args []string) error {
	if len(args) == 0 {
		args = []string{"-"}
	}
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case arg == "-":
			s.add("stdin", "keep a copy of this input to reproduce the results")
			continue
		case err != nil && LooksLikePuzzle(arg):
			s.add("puzzle", arg)
			continue
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return CannotRead(err) // a later read might still succeed, but the file would not be noted
		case err != nil || !info.Mode().IsRegular():
			continue // a mistake, which is reported when the file is read, or a pipe
		}
		f, err := OpenInput(ctx, nil, arg)
		if err != nil {
			return CannotRead(err)
		}
		hash, lines := sha256.New(), lineCounter(0)
		_, err = io.Copy(io.MultiWriter(hash, &lines), f)
		if isSQLite, _ := store.DatabaseAt(arg); !isSQLite { // lines of a SQLite file mean nothing
			s.expected += int64(lines)
		}
		f.Close()
		if err != nil {
			return CannotRead(err)
		}
		s.add("file "+filepath.Base(arg), fmt.Sprintf("sha256 %x", hash.Sum(nil)))
	}
	return nil
}

// lineCounter counts lines. For most files that is roughly the number of puzzles.
type lineCounter int64

func (l *lineCounter) Write(p []byte) (int, error) {
	*l += lineCounter(bytes.Count(p, []byte("\n")))
	return len(p), nil
}

// stored yields puzzles of a database with the labels of their corpora.
func (o *Collect) stored(ctx context.Context, db *store.DB, src *sources) (iter.Seq2[study.Item, error], error) {
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
			src.expected += n.Rows
		}
		src.add("corpus "+corpus.Name, corpus.Source)
		for _, f := range files {
			src.add("file "+filepath.Base(f.Name), "sha256 "+f.SHA256)
		}
	}
	if len(names) == 0 {
		src.add("puzzles of", "the database "+filepath.Base(db.Path()))
		n, err := db.CountPuzzles(ctx, store.Filter{Classical: true})
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

// first yields as many puzzles as Limit asks for. It notes once that large puzzles take
// long. At the first puzzle it notes which requested columns are missing; only when all
// puzzles are measured is it known whether others have them.
func (o *Collect) first(items iter.Seq2[study.Item, error], env *Env) iter.Seq2[study.Item, error] {
	return func(yield func(study.Item, error) bool) {
		n, told := 0, false
		for item, err := range items {
			if n++; o.Limit > 0 && n > o.Limit {
				return
			}
			for _, name := range slices.Concat(o.Labels, o.columns) {
				if n == 1 && err == nil && study.ColumnFor(name, item.Labels) == "" {
					has := make([]string, len(item.Labels))
					for i, l := range item.Labels {
						has[i] = l.Name
					}
					env.note("the first puzzle has no label %q; it has: %s", name, cmp.Or(strings.Join(has, ", "), "none"))
				}
			}
			for i, f := range item.Labels {
				if n == 1 && slices.ContainsFunc(item.Labels[:i], func(g corpus.Field) bool { return strings.EqualFold(f.Name, g.Name) }) {
					env.note("there are several columns %q; the first of them is studied", f.Name)
				}
			}
			if geo := item.Puzzle.Geometry(); err == nil && !told && geo.Size > 9 {
				told = true
				env.note("rating and measuring a %dx%d puzzle can take seconds, about a thousand times as long as for 9x9; press Ctrl-C to stop", geo.Size, geo.Size)
			}
			if !yield(item, err) {
				return
			}
		}
	}
}
