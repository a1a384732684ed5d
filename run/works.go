package run

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"gradoku/board"
	"gradoku/internal/ordered"
	"gradoku/internal/text"
	"gradoku/store"
)

// Commands other than [Command] whose work can be shared by workers elsewhere.
const (
	ImportCommand  = "import"
	RegradeCommand = "regrade"
)

// storedWork is how an import or a regrade is told to workers, as text.
type storedWork struct {
	Where        string `json:"where,omitempty"`
	Grade        bool   `json:"grade,omitempty"`
	Budget       int64  `json:"budget"`
	Strict       bool   `json:"strict,omitempty"`
	KeepImproper bool   `json:"keep_improper,omitempty"`
}

func (s storedWork) encode() string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // numbers, strings and booleans always encode
	}
	return string(b)
}

func decodeWork(encoded string) (s storedWork, err error) {
	if err = json.Unmarshal([]byte(encoded), &s); err != nil {
		err = fmt.Errorf("reading the options of a plan: %w", text.JSONFault(err))
	}
	return s, err
}

// Encode writes what workers need to know of an import.
func (c *ImportConfig) Encode() string {
	return storedWork{Grade: c.Grade, Budget: c.Budget, Strict: c.Strict, KeepImproper: c.KeepImproper}.encode()
}

// DecodeImport reads what Encode wrote.
func DecodeImport(text string) (ImportConfig, error) {
	s, err := decodeWork(text)
	return ImportConfig{Grade: s.Grade, Budget: s.Budget, Strict: s.Strict, KeepImproper: s.KeepImproper}, err
}

// Encode writes what workers need to know of a regrade: of its filter, Where alone.
func (c *RegradeConfig) Encode() string {
	return storedWork{Where: c.Filter.Where, Budget: c.Budget}.encode()
}

// DecodeRegrade reads what Encode wrote.
func DecodeRegrade(text string) (RegradeConfig, error) {
	s, err := decodeWork(text)
	return RegradeConfig{Filter: store.Filter{Where: s.Where}, Budget: s.Budget}, err
}

// entry is a [Found] on its way to the workers.
type entry struct {
	Puzzle, Solution string // "" for none
	Labels           []store.Label
	Line, Column     int
	Fault            string
}

// FirstItems are in the first jobs of an import or a regrade, before anybody knows how
// long they take.
const FirstItems = pieceItems

const (
	// pieceItems are in a piece of a file, which is the smallest job: graded, the hardest
	// puzzles take a second each.
	pieceItems = 16
	// giveBytes, or givePieces, are given in one transaction.
	giveBytes, givePieces = 4 << 20, 64
	// piecesAhead of the jobs wait at most, unless all are to be given.
	piecesAhead = 1024
)

// Give reads a file for the workers that import it, from where the plan stands, and puts
// it into the database. Unless all is set it runs only so far ahead of the workers, and
// ends early when the plan is over. While the server is down, busy or full it waits, and
// says why at the beginning. An error in found's sequence comes back after what is before
// it was given.
func Give(ctx context.Context, db *store.DB, p store.Plan, found iter.Seq2[Found, error], all bool, waits func(why error)) error {
	for !p.Whole && p.Ended == "" {
		g := giver{db: db, plan: p, all: all, waits: waits}
		err := g.give(ctx, found)
		if !errors.Is(err, store.ErrRaced) {
			return err
		}
		// Somebody else gives the same file, or the plan is over.
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(time.Second):
		}
		if p, err = db.Plan(ctx, p.ID); errors.Is(err, store.ErrNotFound) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return nil
}

// giver gives one file.
type giver struct {
	db     *store.DB
	plan   store.Plan
	all    bool
	pieces []store.Piece // not given yet
	bytes  int
	waits  func(why error)
}

func (g *giver) give(ctx context.Context, found iter.Seq2[Found, error]) error {
	at := g.plan.Given
	for c := range chunked(found, at, pieceItems) {
		if len(c.found) > 0 {
			p, err := pieceOf(at, c.found)
			if err != nil {
				return err
			}
			g.pieces, g.bytes, at = append(g.pieces, p), g.bytes+len(p.Entries), p.To
		}
		if c.err != nil {
			return errors.Join(c.err, g.flush(ctx, false))
		}
		if len(g.pieces) >= givePieces || g.bytes >= giveBytes {
			if err := g.flush(ctx, false); err != nil {
				return err
			}
		}
	}
	return g.flush(ctx, true)
}

// flush gives the pieces as soon as there is room for them.
func (g *giver) flush(ctx context.Context, whole bool) error {
	to := g.plan.Given
	if n := len(g.pieces); n > 0 {
		to = g.pieces[n-1].To
	}
	for tried := false; ; tried = true {
		err := g.room(ctx)
		if err == nil {
			err = g.db.Give(ctx, g.plan, g.pieces, whole)
		}
		if tried && errors.Is(err, store.ErrRaced) { // unless the answer to the first time was lost
			if now, again := g.db.Plan(ctx, g.plan.ID); again == nil && now.Given == to && now.Whole == whole {
				err = nil
			}
		}
		if err == nil {
			g.plan.Given, g.pieces, g.bytes = to, nil, 0
			return nil
		}
		if !errors.Is(err, store.ErrServer) && !errors.Is(err, store.ErrBusy) && !errors.Is(err, store.ErrFull) {
			return err
		}
		if !tried && ctx.Err() == nil {
			g.waits(err)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(time.Second):
		}
	}
}

// room waits until the workers need more.
func (g *giver) room(ctx context.Context) error {
	for !g.all {
		p, err := g.db.Plan(ctx, g.plan.ID)
		if err != nil {
			return err
		}
		waiting, err := g.db.PieceSizes(ctx, p.ID, p.Planned, piecesAhead)
		if err != nil || len(waiting) < piecesAhead || p.Ended != "" {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(200 * time.Millisecond):
		}
	}
	return nil
}

func pieceOf(from int64, found []Found) (store.Piece, error) {
	entries := make([]entry, len(found))
	for i, f := range found {
		entries[i] = entry{Labels: f.Labels, Line: f.Line, Column: f.Column, Fault: f.Fault}
		if f.Fault == "" {
			entries[i].Puzzle = f.Puzzle.String()
		}
		if f.Solution.Geometry() != nil {
			entries[i].Solution = f.Solution.String()
		}
	}
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(entries)
	return store.Piece{From: from, To: from + int64(len(found)), Entries: b.Bytes()}, err
}

// foundIn reads a piece.
func foundIn(p store.Piece) ([]Found, error) {
	var entries []entry
	if err := gob.NewDecoder(bytes.NewReader(p.Entries)).Decode(&entries); err != nil {
		return nil, fmt.Errorf("reading a piece of a file: %w", err)
	}
	found := make([]Found, len(entries))
	for i, e := range entries {
		found[i] = Found{Labels: e.Labels, Line: e.Line, Column: e.Column, Fault: e.Fault}
		for _, g := range []struct {
			text string
			into *board.Grid
		}{{e.Puzzle, &found[i].Puzzle}, {e.Solution, &found[i].Solution}} {
			if g.text == "" {
				continue
			}
			var err error
			if *g.into, err = board.Parse(g.text); err != nil {
				return nil, fmt.Errorf("reading a piece of a file: %w", err)
			}
		}
	}
	return found, nil
}

// ImportWorker returns a worker for ranges of items that were given. It returns
// [store.ErrNotFound] for items that are settled.
func ImportWorker(db *store.DB, cfg ImportConfig, plan int64) ordered.Worker[ordered.Range, Chunk] {
	w := importer{db: db, cfg: cfg}
	return func(ctx context.Context, items ordered.Range) (Chunk, error) {
		c := Chunk{From: items.From, To: items.To}
		pieces, err := db.Pieces(ctx, plan, items.From, items.To)
		if err != nil {
			return c, err
		}
		var job itemChunk
		for _, p := range pieces {
			found, err := foundIn(p)
			if err != nil {
				return c, err
			}
			job.found = append(job.found, found...)
		}
		if int64(len(job.found)) != items.To-items.From {
			return c, fmt.Errorf("%w: the items %d to %d are not, or no longer, given", store.ErrNotFound, items.From+1, items.To)
		}
		job, err = w.work(ctx, job)
		c.Items = job.items
		return c, err
	}
}

// RegradeWorker returns a worker for ranges of ids of puzzles.
func RegradeWorker(db *store.DB, cfg RegradeConfig) ordered.Worker[ordered.Range, Chunk] {
	grade := gradesOf(cfg.Budget)
	return func(ctx context.Context, ids ordered.Range) (Chunk, error) {
		c := Chunk{From: ids.From, To: ids.To}
		puzzles, err := db.Ungraded(ctx, cfg.Filter, ids.From-1, ids.To-1, int(ids.To-ids.From))
		if err == nil {
			c.Grades, err = grade(ctx, puzzles)
		}
		return c, err
	}
}

// SettleImport is [Import] for a file of which workers elsewhere compute the items:
// chunks yields them in the file's order, from where the plan stands, and now and then an
// empty chunk while there are none. When it ends, so does the import. An import that is
// strict ends with an error that says where its first fault is, and [ErrStrict].
func SettleImport(ctx context.Context, db *store.DB, p store.Plan, by store.Settling, chunks iter.Seq2[Chunk, error]) error {
	cfg, err := DecodeImport(p.Options)
	if err != nil {
		return err
	}
	file, err := db.CorpusFile(ctx, p.FileID)
	if err != nil {
		return err
	}
	var fault store.Item
	cfg.settling, cfg.Fault = &by, func(it store.Item) { fault = it }
	s := &itemSaver{db: db, file: file, cfg: cfg, saved: time.Now(), outcomes: Outcomes{}}
	err = takeAll(ctx, chunks, s.take)
	if strict := errors.Is(err, ErrStrict); err != nil && !strict {
		return err
	} else if strict {
		err = fmt.Errorf("%w: %d:%d: %s", ErrStrict, fault.Line, fault.Column, fault.Reason)
	}
	if saving := s.flush(context.WithoutCancel(ctx)); saving != nil {
		return saving
	}
	if err != nil {
		return err
	}
	return db.CompletePlan(ctx, by)
}

// SettleRegrade is [Regrade] for puzzles that workers elsewhere grade: chunks yields the
// grades in the order of their ids. When it ends, so does the regrade.
func SettleRegrade(ctx context.Context, db *store.DB, by store.Settling, chunks iter.Seq2[Chunk, error]) error {
	r := regrader{db: db, cfg: RegradeConfig{settling: &by}, saved: time.Now()}
	if err := takeAll(ctx, chunks, r.take); err != nil {
		return err
	}
	if err := r.flush(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	return db.CompletePlan(ctx, by)
}
