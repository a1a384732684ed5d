package store

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/grade"
)

// Batch is what a run computed since it was last saved.
type Batch struct {
	RunID    int64
	From, To int64    // the attempts [From, To) were computed
	Puzzles  []Puzzle // the puzzles they found, Seq ascending; ID, RunID and Grader are ignored
	// Patience is the stop rule: the run is exhausted when this many attempts in a
	// row after the last accepted one give nothing new. 0 means never.
	Patience int64
	// Classes and Room serve runs that want a number of puzzles of each
	// class. Unless Room is nil, Classes[i] is the class of Puzzles[i], and
	// Room[k] is how many more puzzles of class k the run needs. A puzzle whose
	// class is full is skipped like an attempt that found no puzzle.
	Classes []int
	Room    []int64

	// Shared, unless nil, means that workers computed the batch, and its Committer saves it.
	Shared *SharedRun

	end      int64 // see [Run.End]
	corpusID int64 // instead of RunID; see SaveItems
}

// Saved is the outcome of saving a batch.
type Saved struct {
	Run  Run     // after the batch; if it is Done or Exhausted, later attempts were dropped
	Room []int64 // what remains of the batch's Room
}

// SaveBatch saves a batch in one transaction: everything up to where the run
// ends, or nothing. It goes through the attempts in order. A puzzle that the database
// already has, up to isomorphism and from any run or corpus, counts as a
// duplicate. The run ends right after the attempt that reaches its target, or after
// the last attempt that its patience allows, so the rows do not depend on how attempts
// are divided into batches. Errors: [ErrRaced] when the run is not, or no longer,
// at From, [ErrNotFound], [ErrFull], [ErrBusy].
func (d *DB) SaveBatch(ctx context.Context, b Batch) (Saved, error) {
	var saved Saved
	err := d.write(ctx, "saving a batch of puzzles", func(tx txn) error {
		run, err := runByID(ctx, tx, b.RunID)
		if err != nil {
			return err
		}
		if err := b.check(run); err != nil {
			return err
		}
		keys := make([][16]byte, len(b.Puzzles))
		for i := range keys {
			keys[i] = b.Puzzles[i].Canon
		}
		known, err := knownCanons(ctx, tx, d.engine, keys)
		if err != nil {
			return fmt.Errorf("looking for known puzzles: %w", err)
		}
		p := b.plan(run, known)
		if err := insertPuzzles(ctx, tx, b, p.accepted); err != nil {
			return err
		}
		if d.engine.shares {
			if err := b.commit(ctx, tx, p); err != nil {
				return err
			}
		}
		saved.Room = p.room
		saved.Run, err = updateRun(ctx, tx, p.run)
		return err
	})
	return saved, err
}

// check refuses a batch that does not continue the run or contradicts itself.
// It sets where the run ends.
func (b *Batch) check(run Run) (err error) {
	if b.end, err = run.End(); err != nil {
		return err
	}
	if run.Next != b.From {
		return fmt.Errorf("%w: run %d is at attempt %d, but the batch begins at %d", ErrRaced, run.ID, run.Next, b.From)
	}
	at := b.From - 1
	for i := range b.Puzzles {
		seq := b.Puzzles[i].Seq
		if seq <= at || seq >= b.To {
			return fmt.Errorf("batch of attempts %d to %d: its puzzle %d has attempt %d after %d", b.From, b.To-1, i, seq, at)
		}
		at = seq
	}
	if b.Room != nil && len(b.Classes) != len(b.Puzzles) {
		return fmt.Errorf("batch of attempts %d to %d: %d puzzles, but %d classes", b.From, b.To-1, len(b.Puzzles), len(b.Classes))
	}
	if b.To < b.From {
		return fmt.Errorf("batch of attempts %d to %d: it ends before it begins", b.From, b.To)
	}
	return nil
}

// plan is the outcome of a batch before it is saved.
type plan struct {
	accepted []int // indices in Puzzles
	run      Run   // after the batch
	room     []int64
}

// plan goes through the attempts of a batch. It adds what it accepts to known.
func (b *Batch) plan(run Run, known map[[16]byte]bool) plan {
	// Copy the room, since the transaction may be retried.
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

// over ends the run if it ends before the attempt to: because it reached its target
// at Next-1, or because its last attempt or its patience comes before to.
func (p *plan) over(b *Batch, to int64) bool {
	if b.end == 0 && p.run.Accepted >= p.run.Target {
		p.run.State = Done
		return true
	}
	limit := int64(math.MaxInt64)
	if b.Patience > 0 {
		limit = p.run.Last + 1 + b.Patience
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

// Known reports which canonical forms are in the database.
func (d *DB) Known(ctx context.Context, keys [][16]byte) (map[[16]byte]bool, error) {
	known, err := knownCanons(ctx, d.readers, d.engine, keys)
	return known, d.fail(ctx, "looking for known puzzles", err)
}

func knownCanons(ctx context.Context, q querier, e *engine, keys [][16]byte) (map[[16]byte]bool, error) {
	known := make(map[[16]byte]bool, len(keys))
	err := eachByCanon(ctx, q, e, "canon", keys, func(row scanner) error {
		key, err := scanKey(row)
		known[key] = true
		return err
	})
	return known, err
}

// eachByCanon calls take with these columns of each puzzle that has one of the keys.
func eachByCanon(ctx context.Context, q querier, e *engine, columns string, keys [][16]byte, take func(scanner) error) error {
	for block := range slices.Chunk(keys, e.block) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		condition, args := e.keys(block)
		if err := each(context.WithoutCancel(ctx), q, take, "SELECT "+columns+" FROM puzzle AS p WHERE "+condition, args...); err != nil {
			return err
		}
	}
	return nil
}

// inserter collects rows for one table and inserts them in blocks. It checks
// the caller's context between blocks.
type inserter struct {
	ctx     context.Context // of the caller
	tx      txn
	table   string
	columns string
	width   int       // values of a row
	full    *sql.Stmt // the engine's prepared statement for a whole block
	args    []any     // rows not inserted yet
}

// newInserter returns an inserter for a table with these columns.
func newInserter(ctx context.Context, tx txn, table, columns string) *inserter {
	width := strings.Count(columns, ",") + 1
	return &inserter{ctx: ctx, tx: tx, table: table, columns: columns, width: width, args: make([]any, 0, tx.engine.block*width)}
}

// add adds one row. Numbers should be int64, because database/sql passes them on
// without reflection.
func (in *inserter) add(values ...any) error {
	in.args = append(in.args, values...)
	if len(in.args) < cap(in.args) {
		return nil
	}
	if in.ctx.Err() != nil {
		return context.Cause(in.ctx)
	}
	err := in.tx.engine.insert(in)
	in.args = in.args[:0]
	return err
}

// finish inserts the remaining rows, which do not fill a block.
func (in *inserter) finish() error {
	if len(in.args) == 0 {
		return nil
	}
	return in.tx.engine.insert(in)
}

// repeat returns n copies of s, separated by commas.
func repeat(s string, n int) string { return strings.TrimSuffix(strings.Repeat(s+", ", n), ", ") }

// insertPuzzles inserts the accepted puzzles of a batch with their grades. Ids continue after
// the largest one, so that they follow the order of the attempts.
func insertPuzzles(ctx context.Context, tx txn, b Batch, accepted []int) error {
	if len(accepted) == 0 {
		return nil
	}
	var first int64
	if err := tx.QueryRowContext(context.WithoutCancel(ctx), lastPuzzle).Scan(&first); err != nil {
		return err
	}
	first++
	columns := "id, run_id, corpus_id, seq, size, givens, solution, canon, clues, symmetry, minimal, variant, layout"
	graded := slices.ContainsFunc(accepted, func(i int) bool { return !b.ungraded(i) })
	if graded { // the row of a puzzle without a grade is half as wide
		columns += ", " + gradeColumns
	}
	in := newInserter(ctx, tx, "puzzle", columns)
	for k, i := range accepted {
		p := &b.Puzzles[i]
		variant, givens := board.CutVariant(p.Givens)
		_, solution := board.CutVariant(p.Solution)
		values := []any{
			first + int64(k), orNull(b.RunID), orNull(b.corpusID), p.Seq, int64(p.Size), givens, solution, p.Canon[:],
			int64(p.Clues), p.Symmetry, p.Minimal, variant.String(), orNull(variant.LayoutSymmetry().Name),
		}
		if graded {
			more, err := gradeValues(&p.Grade, b.ungraded(i))
			if err != nil {
				return fmt.Errorf("inserting puzzles: %w", err)
			}
			values = append(values, more...)
		}
		if err := in.add(values...); err != nil {
			return fmt.Errorf("inserting puzzles: %w", err)
		}
	}
	if err := in.finish(); err != nil {
		return err
	}
	in = newInserter(ctx, tx, "puzzle_technique", "puzzle_id, technique, uses")
	for k, i := range accepted {
		if b.ungraded(i) {
			continue
		}
		if err := addUses(in, first+int64(k), &b.Puzzles[i].Grade); err != nil {
			return err
		}
	}
	return in.finish()
}

// ungraded reports whether a puzzle has no grade: it was imported. A run grades all its puzzles.
func (b *Batch) ungraded(i int) bool { return b.corpusID != 0 && b.Puzzles[i].Grader == 0 }

// gradeColumns are the columns of a grade, in the order of gradeValues.
const gradeColumns = "grader, freedom, rating, at_least, pearl, diamond, scan, hardest, solved_by_logic, techniques"

// gradeValues returns the values of the columns of a grade by this version, or NULLs.
func gradeValues(g *grade.Grade, none bool) ([]any, error) {
	if none {
		return make([]any, strings.Count(gradeColumns, ",")+1), nil
	}
	hardest := 0
	if g.Hardest != "" {
		t, err := techniqueNamed(g.Hardest)
		if err != nil {
			return nil, fmt.Errorf("there is no technique %q", g.Hardest)
		}
		hardest = t.Number
	}
	return []any{
		int64(grade.Version), int64(g.Freedom), orNull(int64(g.Rating)), g.AtLeast, orNull(int64(g.Pearl)), orNull(int64(g.Diamond)),
		orNull(int64(g.Scan)), orNull(int64(hardest)), g.SolvedByLogic, UsesText(g, func(t *grade.Technique) string { return strconv.Itoa(t.Number) }, '=', " "),
	}, nil
}

// addUses adds the rows of a puzzle in puzzle_technique.
func addUses(in *inserter, id int64, g *grade.Grade) error {
	for row, uses := range g.Uses {
		if uses == 0 {
			continue
		}
		if row >= len(techniques) {
			return fmt.Errorf("inserting uses of techniques: there is no technique in row %d", row)
		}
		if number := techniques[row].Number; number >= leastListed {
			if err := in.add(id, int64(number), int64(uses)); err != nil {
				return fmt.Errorf("inserting uses of techniques: %w", err)
			}
		}
	}
	return nil
}

// lastPuzzle selects the largest id in use.
const lastPuzzle = "SELECT coalesce(max(id), 0) FROM puzzle"

// orNull turns a zero value, which means none, into NULL.
func orNull[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}
