package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"gradoku/grade"
)

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
