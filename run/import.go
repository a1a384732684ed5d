package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/ordered"
	"gradoku/store"
)

// Found is an entry of a file: a puzzle with its labels, or a fault.
type Found struct {
	Puzzle       board.Grid
	Solution     board.Grid // the zero Grid when the file gives none
	Labels       []store.Label
	Play         *store.Play       // nil if it is not a game
	Key          [16]byte          // identifies a puzzle of the database, instead of Puzzle
	ID           int64             // likewise, by the puzzle's number
	Earlier      *store.StoredItem // the entry in the database that it is taken over from; nil for a file
	Line, Column int
	Fault        string // "" for a puzzle
}

// ImportConfig says how to import a file.
type ImportConfig struct {
	Workers      int  // at least 1
	Grade        bool // grade new puzzles
	Budget       int64
	Strict       bool // stop at the first fault
	KeepImproper bool // keep the givens and labels of improper puzzles
	// Progress, when not nil, is called after each batch with the outcomes so far.
	Progress func(Outcomes)
	// Fault, when not nil, is called with each faulty item, in order.
	Fault func(store.Item)
}

// Outcomes counts items by their status.
type Outcomes map[string]int64

// Read returns the total number of items.
func (o Outcomes) Read() int64 {
	n := int64(0)
	for _, c := range o {
		n += c
	}
	return n
}

// ErrStrict ends a strict import at its first fault.
var ErrStrict = errors.New("stopped at the first invalid item")

// A job has importChunk items, or gradeChunk if they are graded. A graded item can take a
// second, and a job that is unfinished when the import ends has to start over. With
// smaller jobs, though, workers sooner wait for the one that has the hardest item.
//
// Entries with long labels make smaller jobs and batches, of about chunkBytes and
// batchBytes.
const (
	importChunk = 128
	gradeChunk  = 4
	chunkBytes  = 1 << 20
	batchBytes  = 16 << 20
	// batchLabels is the most labels of a batch, since other writers wait while it is saved:
	// it then has as many rows as a batch of graded puzzles.
	batchLabels = 8 * batchRows
)

// Import imports the entries found in a file, starting where its last import ended. It
// returns the file as stored at the end and the outcomes of this call. It saves items in
// the file's order, in batches. When ctx ends, or the file cannot be read further, it
// saves everything completed up to there. An error in found ends the import.
func Import(ctx context.Context, db *store.DB, file store.CorpusFile, found iter.Seq2[Found, error], cfg ImportConfig) (store.CorpusFile, Outcomes, error) {
	s := &itemSaver{db: db, file: file, cfg: cfg, saved: time.Now(), outcomes: Outcomes{}}
	var work []ordered.Worker[itemChunk, itemChunk]
	for range cfg.Workers {
		work = append(work, (&importer{db: db, cfg: cfg}).work)
	}
	size := importChunk
	if cfg.Grade {
		size = gradeChunk
	}
	err := takeAll(ctx, ordered.MapBytes(ctx, chunked(found, file.Items, size), func(c itemChunk) int { return c.size }, work), func(ctx context.Context, c itemChunk) error {
		return cmp.Or(s.take(ctx, c.items), c.err)
	})
	if flushErr := s.flush(context.WithoutCancel(ctx)); flushErr != nil {
		return s.file, s.outcomes, joined(err, flushErr)
	}
	if err == nil {
		err = db.EndImport(ctx, file.ID)
	}
	return s.file, s.outcomes, err
}

// itemChunk is a job: the entries found, then their items.
type itemChunk struct {
	found []Found
	size  int // bytes of their texts
	items []store.Item
	err   error // that ended the sequence after these
}

// chunked cuts a sequence into jobs, without the first skip entries.
func chunked(found iter.Seq2[Found, error], skip int64, size int) iter.Seq[itemChunk] {
	return func(yield func(itemChunk) bool) {
		var c itemChunk
		for f, err := range found {
			switch {
			case err != nil:
				c.err = err
				yield(c)
				return
			case skip > 0:
				skip--
				continue
			}
			c.found = append(c.found, f)
			c.size += len(f.Fault) + labelBytes(f.Labels)
			if len(c.found) == size || c.size >= chunkBytes {
				if !yield(c) {
					return
				}
				c = itemChunk{}
			}
		}
		yield(c)
	}
}

func labelBytes(labels []store.Label) (n int) {
	for _, l := range labels {
		n += labelSize + len(l.Name) + len(l.Value)
	}
	return n
}

// labelSize is about how many bytes a label takes besides its texts, until it is saved.
const labelSize = 100

// importer is a worker of an import.
type importer struct {
	db      *store.DB
	cfg     ImportConfig
	checker Checker
	graders grade.Graders
	proved  map[board.Grid]store.Item // results by puzzle, without line and labels; only of games, since a log has each puzzle many times
	named   map[puzzleName]store.Item // results by key or number
}

// maxProved is how many puzzles an importer remembers; they take some 150 MB.
const maxProved = 1 << 17

func (w *importer) work(ctx context.Context, c itemChunk) (itemChunk, error) {
	c.items = make([]store.Item, len(c.found))
	var keys [][16]byte
	w.checker.Stop = func() bool { return ctx.Err() != nil } // a result cut short is never saved
	for i := range c.found {
		var err error
		if c.items[i], err = w.item(ctx, &c.found[i]); err != nil {
			return c, err
		}
		if ctx.Err() != nil {
			return c, context.Cause(ctx)
		}
		if c.items[i].Status == "" {
			keys = append(keys, c.items[i].Puzzle.Canon)
		}
	}
	if !w.cfg.Grade {
		return c, nil
	}
	// Known puzzles keep the grades they have.
	known, err := w.db.Known(ctx, keys)
	if err != nil {
		return c, err
	}
	for i := range c.items {
		if it := &c.items[i]; it.Status == "" && c.found[i].Puzzle.Geometry() != nil && !known[it.Puzzle.Canon] && it.Puzzle.Grader == 0 {
			g := w.graders.Of(c.found[i].Puzzle.Geometry())
			g.Budget, g.Stop = w.cfg.Budget, w.checker.Stop
			it.Puzzle.Grade = g.Grade(&c.found[i].Puzzle)
			it.Puzzle.Grader = grade.Version
		}
	}
	return c, context.Cause(ctx) // its end may have cut grades short
}

// puzzleName is the key of a puzzle, or its number.
type puzzleName struct {
	key [16]byte
	id  int64
}

// item turns an entry into an item. It returns only errors of the database.
func (w *importer) item(ctx context.Context, f *Found) (it store.Item, err error) {
	name := puzzleName{f.Key, f.ID}
	known := false
	switch {
	case f.Fault != "":
		it.Status, it.Reason = store.StatusMalformed, f.Fault
	case f.Earlier != nil && f.Puzzle.Geometry() == nil:
		it.Status, it.Reason = f.Earlier.Status, f.Earlier.Reason
	case name != puzzleName{}:
		if it, known = w.named[name]; !known {
			if it, err = w.look(ctx, name); err != nil {
				return it, err
			}
		}
	default:
		if f.Play != nil && f.Solution.Geometry() == nil {
			it, known = w.proved[f.Puzzle]
		}
		if !known {
			it = w.prove(f)
		}
		if f.Earlier != nil && it.Status == "" {
			w.takeOver(&it, f.Earlier)
		}
	}
	it.Line, it.Column, it.Labels, it.Play = f.Line, f.Column, f.Labels, f.Play
	return it, nil
}

// takeOver compares a proved puzzle with what another database says about it. It keeps that
// database's grade if the grader is the same; a grade belongs to its own puzzle, since the
// path depends on how the puzzle is turned.
func (w *importer) takeOver(it *store.Item, earlier *store.StoredItem) {
	stored := &earlier.Puzzle
	switch {
	case stored.ID == 0: // it was too hard to prove there
		return
	case stored.Canon != it.Puzzle.Canon:
		*it = store.Item{Status: store.StatusMalformed, Reason: fmt.Sprintf("its canonical key is %x, but the database says %x", it.Puzzle.Canon, stored.Canon)}
	case stored.Givens == it.Puzzle.Givens && stored.Grader == grade.Version:
		it.Puzzle.Grade, it.Puzzle.Grader = stored.Grade, stored.Grader
	}
	it.Reason = cmp.Or(it.Reason, earlier.Reason)
}

// look looks up a puzzle by its name.
func (w *importer) look(ctx context.Context, name puzzleName) (it store.Item, err error) {
	if name.id > 0 {
		it.Puzzle, err = w.db.PuzzleByID(ctx, name.id)
	} else {
		it.Puzzle, err = w.db.PuzzleByCanon(ctx, name.key)
	}
	it.Puzzle.Grader = 0 // its grade is in the database already
	if errors.Is(err, store.ErrNotFound) {
		it, err = store.Item{Status: store.StatusMalformed, Reason: "the database has no such puzzle"}, nil
	}
	if w.named == nil || len(w.named) >= maxProved {
		w.named = map[puzzleName]store.Item{}
	}
	w.named[name] = it
	return it, err
}

// prove makes an item of a puzzle, and remembers the item for other games of the same puzzle.
func (w *importer) prove(f *Found) (it store.Item) {
	v := w.checker.Check(&f.Puzzle)
	it.Status, it.Reason = v.Status, v.Reason
	if v.Status != "" {
		if w.cfg.KeepImproper {
			it.Puzzle.Givens = f.Puzzle.String()
		}
		return it
	}
	if f.Solution.Geometry() != nil && f.Solution != v.Solution {
		it.Reason = "the solution given with it is wrong"
	}
	_, redundant, sure := w.checker.Redundant(&f.Puzzle, &v.Solution)
	it.Puzzle = rowOf(&f.Puzzle, &v.Solution, v.Canon)
	it.Puzzle.Minimal = !redundant && sure
	if f.Play != nil && it.Reason == "" {
		if w.proved == nil || len(w.proved) >= maxProved {
			w.proved = map[board.Grid]store.Item{}
		}
		w.proved[f.Puzzle] = it
	}
	return it
}

// itemSaver collects items in order and saves them in batches.
type itemSaver struct {
	db       *store.DB
	file     store.CorpusFile
	cfg      ImportConfig
	items    []store.Item // not saved yet
	size     int          // bytes of their texts
	labels   int          // how many labels they have
	saved    time.Time    // when the last batch was saved
	outcomes Outcomes
}

func (s *itemSaver) take(ctx context.Context, items []store.Item) error {
	for i := range items {
		it := &items[i]
		if it.Reason != "" && s.cfg.Strict {
			if s.cfg.Fault != nil {
				s.cfg.Fault(*it)
			}
			return ErrStrict
		}
		s.items = append(s.items, *it)
		s.size += len(it.Reason) + labelBytes(it.Labels)
		s.labels += len(it.Labels)
	}
	if len(s.items) < batchRows && s.size < batchBytes && s.labels < batchLabels && time.Since(s.saved) < batchAge {
		return nil
	}
	return s.flush(context.WithoutCancel(ctx))
}

func (s *itemSaver) flush(ctx context.Context) error {
	if len(s.items) == 0 {
		return nil
	}
	items := s.items
	s.items, s.size, s.labels = nil, 0, 0 // do not retry what could not be saved
	file, status, err := s.db.SaveItems(ctx, s.file, items)
	if err != nil {
		return fmt.Errorf("items %d to %d: %w", s.file.Items+1, s.file.Items+int64(len(items)), err)
	}
	s.file, s.saved = file, time.Now()
	for i, name := range status {
		s.outcomes[name]++
		if s.cfg.Fault != nil && items[i].Reason != "" {
			items[i].Status = name
			s.cfg.Fault(items[i])
		}
	}
	if s.cfg.Progress != nil {
		s.cfg.Progress(s.outcomes)
	}
	return nil
}
