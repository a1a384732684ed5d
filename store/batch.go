package store

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"

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

// blockRows rows go into one INSERT: with 1, 8, 32 and 128 rows a statement a
// puzzle with its grade took 25.1, 22.6, 18.7 and 18.1 µs of processor time, and
// preparing a statement takes the longer the more rows it has.
const blockRows = 32

// inserter collects rows for one table and inserts them by the block. Whether
// the caller still wants them is asked between blocks; the statements get a
// context that does not end, because for one that can the driver starts a
// goroutine each time.
type inserter struct {
	ctx   context.Context // of the caller
	tx    *sql.Tx
	head  string    // INSERT INTO ... VALUES
	tuple string    // one row: (?, ?, ...)
	width int       // parameters in it
	full  *sql.Stmt // for a whole block, from the first one on
	args  []any     // rows not inserted yet
}

// newInserter is for a table with these columns; tuple gives their values, with
// a ? for each that add is told.
func newInserter(ctx context.Context, tx *sql.Tx, table, columns, tuple string) *inserter {
	width := strings.Count(tuple, "?")
	return &inserter{
		ctx: ctx, tx: tx,
		head:  "INSERT INTO " + table + " (" + columns + ") VALUES ",
		tuple: tuple,
		width: width,
		args:  make([]any, 0, blockRows*width),
	}
}

// add takes one row. Numbers should be int64: database/sql passes those on
// without a detour through reflection.
func (in *inserter) add(values ...any) error {
	in.args = append(in.args, values...)
	if len(in.args) < cap(in.args) {
		return nil
	}
	if in.ctx.Err() != nil {
		return context.Cause(in.ctx)
	}
	ctx := context.WithoutCancel(in.ctx)
	if in.full == nil {
		var err error
		if in.full, err = in.tx.PrepareContext(ctx, in.head+repeat(in.tuple, blockRows)); err != nil {
			return err
		}
	}
	_, err := in.full.ExecContext(ctx, in.args...)
	in.args = in.args[:0]
	return err
}

// finish inserts the rows that fill no block. The prepared statement ends with
// the transaction.
func (in *inserter) finish() error {
	if len(in.args) == 0 {
		return nil
	}
	_, err := in.tx.ExecContext(context.WithoutCancel(in.ctx),
		in.head+repeat(in.tuple, len(in.args)/in.width), in.args...)
	return err
}

// repeat writes n copies of s with commas between.
func repeat(s string, n int) string { return strings.TrimSuffix(strings.Repeat(s+", ", n), ", ") }

// insertPuzzles inserts the accepted puzzles of a batch with their grades:
// table by table, parents first, as the foreign keys want it. Ids are counted
// on from the largest there is, so that they follow the order of the tries.
func insertPuzzles(ctx context.Context, tx *sql.Tx, b Batch, accepted []int) error {
	if len(accepted) == 0 {
		return nil
	}
	var last int64
	if err := tx.QueryRowContext(context.WithoutCancel(ctx), lastPuzzle).Scan(&last); err != nil {
		return err
	}
	for _, insert := range []func(context.Context, *sql.Tx, Batch, []int, int64) error{
		insertPuzzleRows, insertGradeRows, insertUseRows,
	} {
		if err := insert(ctx, tx, b, accepted, last+1); err != nil {
			return err
		}
	}
	return nil
}

// lastPuzzle is the largest id there is.
const lastPuzzle = "SELECT coalesce(max(id), 0) FROM puzzle"

func insertPuzzleRows(ctx context.Context, tx *sql.Tx, b Batch, accepted []int, firstID int64) error {
	in := newInserter(ctx, tx, "puzzle",
		"id, run_id, corpus_id, seq, size, givens, solution, canon, clues, symmetry, minimal", "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
	for k, i := range accepted {
		p := &b.Puzzles[i]
		err := in.add(firstID+int64(k), idOrNull(b.RunID), idOrNull(b.corpusID), p.Seq, int64(p.Size), p.Givens, p.Solution, p.Canon[:],
			int64(p.Clues), p.Symmetry, p.Minimal)
		if err != nil {
			return fmt.Errorf("inserting puzzles: %w", err)
		}
	}
	return in.finish()
}

func insertGradeRows(ctx context.Context, tx *sql.Tx, b Batch, accepted []int, firstID int64) error {
	in := newGradeInserter(ctx, tx, b.grader)
	for k, i := range accepted {
		if b.ungraded(i) {
			continue
		}
		if err := addGrade(in, firstID+int64(k), &b.Puzzles[i].Grade); err != nil {
			return err
		}
	}
	return in.finish()
}

// newGradeInserter is for rows that addGrade adds.
func newGradeInserter(ctx context.Context, tx *sql.Tx, grader int) *inserter {
	return newInserter(ctx, tx, "grade",
		`puzzle_id, grader, blanks, freedom, x, y, letter_printed, letter_fitted,
		rating, pearl, diamond, hardest, level, solved_by_logic, at_least, scan`,
		fmt.Sprintf("(?, %d, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", grader))
}

func addGrade(in *inserter, puzzle int64, g *grade.Grade) error {
	err := in.add(puzzle, int64(g.Blanks), int64(g.Freedom), int64(g.X), int64(g.Y),
		string(g.LetterPrinted), string(g.LetterFitted), ratingOrNull(g.Rating), ratingOrNull(g.Pearl), ratingOrNull(g.Diamond),
		textOrNull(g.Hardest), g.Level, g.SolvedByLogic, g.AtLeast, ratingOrNull(g.Scan))
	if err != nil {
		return fmt.Errorf("inserting grades: %w", err)
	}
	return nil
}

func insertUseRows(ctx context.Context, tx *sql.Tx, b Batch, accepted []int, firstID int64) error {
	in := newUseInserter(ctx, tx, b.grader)
	for k, i := range accepted {
		if b.ungraded(i) {
			continue
		}
		if err := addUses(in, firstID+int64(k), &b.Puzzles[i].Grade); err != nil {
			return err
		}
	}
	return in.finish()
}

// ungraded reports whether a puzzle was imported without a grade; a run grades
// all.
func (b *Batch) ungraded(i int) bool { return b.corpusID != 0 && b.Puzzles[i].Grader == 0 }

// newUseInserter is for rows that addUses adds.
func newUseInserter(ctx context.Context, tx *sql.Tx, grader int) *inserter {
	return newInserter(ctx, tx, "grade_use", "puzzle_id, grader, technique, uses", fmt.Sprintf("(?, %d, ?, ?)", grader))
}

func addUses(in *inserter, puzzle int64, g *grade.Grade) error {
	for technique, uses := range g.Uses {
		if uses == 0 {
			continue
		}
		if err := in.add(puzzle, int64(technique), int64(uses)); err != nil {
			return fmt.Errorf("inserting uses of techniques: %w", err)
		}
	}
	return nil
}

// idOrNull turns the 0 of a row that there is not into NULL.
func idOrNull(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

// ratingOrNull turns the 0 of an unknown rating into NULL.
func ratingOrNull(tenths int) any {
	if tenths == 0 {
		return nil
	}
	return int64(tenths)
}

// textOrNull turns the "" of an unknown technique into NULL.
func textOrNull(id string) any {
	if id == "" {
		return nil
	}
	return id
}
