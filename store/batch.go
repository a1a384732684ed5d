package store

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"

	"gradoku/grade"
)

// Puzzle is a row of the table puzzle with its grade.
type Puzzle struct {
	ID       int64 // given by the database
	RunID    int64 // the run that made it; 0 when it came with a corpus
	CorpusID int64 // the corpus it came with; 0 when a run made it
	Seq      int64 // the try in the run, or the place in the corpus, from 0
	Size     int   // digits in a row
	Givens   string
	Solution string
	Canon    [16]byte // the key of the canonical form, see board.Canonicalizer
	Clues    int
	Symmetry string
	Minimal  bool
	Grader   int // version of the grader that gave Grade; 0 when there is no grade yet
	Grade    grade.Grade
}

// Batch is what a run computed since it was last saved.
type Batch struct {
	RunID    int64
	From, To int64    // the tries [From, To) were computed
	Puzzles  []Puzzle // what came out of them, Seq ascending; ID, RunID and Grader are ignored
	// Patience is the stop rule: the run is exhausted when that many tries in a
	// row, the last accepted one not counted, gave nothing new. 0 means never.
	Patience int64
	// MaxTries ends the run, exhausted, when so many tries have been computed in
	// all. 0 means never.
	MaxTries int64
	// Classes and Room serve runs that want so many puzzles of each class. Unless
	// Room is nil, Classes[i] is the class of Puzzles[i], and Room[k] is how many
	// more of class k the run takes; a puzzle for which there is no room is passed
	// over like a try without a puzzle.
	Classes []int
	Room    []int64

	end      int64 // the try that the run ends before, by its [Cut]; 0 when its target ends it
	corpusID int64 // instead of RunID; see SaveItems
	grader   int   // the version that graded; the DB sets it
}

// Saved is what became of a batch.
type Saved struct {
	Run       Run     // after the batch
	Done      bool    // the run has its target, of puzzles or of tries; tries after it were dropped
	Exhausted bool    // the stop rule ended the run; tries after that were dropped
	Room      []int64 // what is left of the batch's Room
}

// SaveBatch saves a batch in one transaction: all of it, up to where the run
// ends, or nothing. Tries are walked in order; a puzzle that the database has,
// up to isomorphism and from whatever run or corpus, counts as a duplicate. The
// run ends right after the try that brings its target, or after the last try
// that its patience allows, so the rows do not depend on how tries are cut into
// batches. Errors: [ErrRaced] when the run is not at From (any more),
// [ErrNotFound], [ErrFull], [ErrBusy].
func (d *DB) SaveBatch(ctx context.Context, b Batch) (Saved, error) {
	var saved Saved
	err := d.write(ctx, "saving a batch of puzzles", func(tx *sql.Tx) error {
		run, err := runByID(ctx, tx, b.RunID)
		if err != nil {
			return err
		}
		if err := b.check(run); err != nil {
			return err
		}
		known, err := knownCanons(ctx, tx, b.Puzzles)
		if err != nil {
			return err
		}
		p := b.plan(run, known)
		b.grader = d.grader
		if err := insertPuzzles(ctx, tx, b, p.accepted); err != nil {
			return err
		}
		saved = Saved{Done: p.run.State == Done, Exhausted: p.run.State == Exhausted, Room: p.room}
		saved.Run, err = updateRun(ctx, tx, p.run)
		return err
	})
	if err != nil {
		return Saved{}, err
	}
	return saved, nil
}

// check refuses a batch that does not continue the run, or contradicts itself.
// It learns where the run ends.
func (b *Batch) check(run Run) error {
	cut, err := ShardOf(run.Options)
	if err != nil {
		return err
	}
	_, b.end = cut.Range(run.Target)
	if run.Next != b.From {
		return fmt.Errorf("%w: run %d is at try %d, the batch begins at %d", ErrRaced, run.ID, run.Next, b.From)
	}
	at := b.From - 1
	for i := range b.Puzzles {
		seq := b.Puzzles[i].Seq
		if seq <= at || seq >= b.To {
			return fmt.Errorf("batch of tries %d to %d: puzzle %d of it has try %d after %d", b.From, b.To-1, i, seq, at)
		}
		at = seq
	}
	if b.Room != nil && len(b.Classes) != len(b.Puzzles) {
		return fmt.Errorf("batch of tries %d to %d: %d puzzles, %d classes", b.From, b.To-1, len(b.Puzzles), len(b.Classes))
	}
	if b.To < b.From {
		return fmt.Errorf("batch of tries %d to %d: ends before it begins", b.From, b.To)
	}
	return nil
}

// plan is what shall become of a batch.
type plan struct {
	accepted []int // places in Puzzles
	run      Run   // after the batch
	room     []int64
}

// plan walks the tries of a batch. It adds what it accepts to known.
func (b *Batch) plan(run Run, known map[[16]byte]bool) plan {
	// A copy: the transaction may be tried again.
	p := plan{run: run, room: slices.Clone(b.Room)}
	p.run.State = Running
	for i := range b.Puzzles {
		if p.over(b, b.Puzzles[i].Seq) {
			return p
		}
		switch z := &b.Puzzles[i]; {
		case p.room != nil && p.room[b.Classes[i]] <= 0:
		case known[z.Canon]:
			p.run.Duplicates++
		default:
			known[z.Canon] = true
			p.accepted = append(p.accepted, i)
			p.run.Accepted++
			p.run.Last = z.Seq
			if p.room != nil {
				p.room[b.Classes[i]]--
			}
		}
		p.run.Next = b.Puzzles[i].Seq + 1
	}
	if !p.over(b, b.To) {
		p.run.Next = b.To
	}
	return p
}

// over ends the run if it ends before the try to: with its target reached at
// Next-1, or with its last try, the loss of its patience or the end of its tries
// in between.
func (p *plan) over(b *Batch, to int64) bool {
	if b.end == 0 && p.run.Accepted >= p.run.Target {
		p.run.State = Done
		return true
	}
	limit := int64(math.MaxInt64)
	if b.Patience > 0 {
		limit = p.run.Last + 1 + b.Patience
	}
	if b.MaxTries > 0 {
		limit = min(limit, b.MaxTries)
	}
	if b.end > 0 && to >= b.end && b.end <= limit {
		p.run.Next = b.end
		p.run.State = Done
		return true
	}
	if to >= limit {
		// A batch saved with more patience may have gone past the limit.
		p.run.Next = max(p.run.Next, limit)
		p.run.State = Exhausted
		return true
	}
	return false
}

// knownCanons returns which canonical forms of the puzzles the database has.
func knownCanons(ctx context.Context, tx *sql.Tx, puzzles []Puzzle) (map[[16]byte]bool, error) {
	known := make(map[[16]byte]bool, len(puzzles))
	for len(puzzles) > 0 {
		n := min(len(puzzles), blockRows)
		keys := make([]any, n)
		for i := range keys {
			keys[i] = puzzles[i].Canon[:]
		}
		puzzles = puzzles[n:]
		if err := collectCanons(ctx, tx, keys, known); err != nil {
			return nil, fmt.Errorf("looking for known puzzles: %w", err)
		}
	}
	return known, nil
}

func collectCanons(ctx context.Context, q querier, keys []any, known map[[16]byte]bool) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	rows, err := q.QueryContext(context.WithoutCancel(ctx),
		"SELECT canon FROM puzzle WHERE canon IN ("+repeat("?", len(keys))+")", keys...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var canon sql.RawBytes
		if err := rows.Scan(&canon); err != nil {
			return err
		}
		known[[16]byte(canon)] = true
	}
	return rows.Err()
}
