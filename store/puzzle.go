package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/grade"
)

// Puzzle is a row of the table puzzle with its grade.
type Puzzle struct {
	ID       int64    // assigned by the database
	RunID    int64    // the run that made it; 0 when it came with a corpus
	CorpusID int64    // the corpus it came with; 0 when a run made it
	Seq      int64    // the number of the attempt in the run, or of the place in the corpus, from 0
	Size     int      // digits in a row
	Givens   string   // as board.Parse reads it, with the variant before the cells
	Solution string   // likewise
	Canon    [16]byte // the key of the canonical form, see board.Canonicalizer
	Clues    int
	Symmetry string
	Minimal  bool
	Grader   int // version of the grader that made Grade; 0 when there is no grade yet
	Grade    grade.Grade
	Measured Measured // zero if its time was not measured
}

// Graded reports whether the puzzle has a grade of this version of the grader.
func (p *Puzzle) Graded() bool { return p.Grader == grade.Version }

// Outdated reports whether its grade is that of another version: nothing should show or
// select it until it has been regraded.
func (p *Puzzle) Outdated() bool { return p.Grader != 0 && !p.Graded() }

// Measured is a row of the table measured: the time that the typical player takes.
type Measured struct {
	Minutes, Low, High int // tenths of minutes; the time and its 95% interval
	Reliability        int // hundredths; the share of the prediction's uncertainty that the games remove
	Plays              int
	Game               int // number of the player's game that the time is for, 0 if unknown
}

// givensText is the givens of a puzzle as people write them, with the variant before the
// cells.
const givensText = "CASE p.variant WHEN '' THEN '' ELSE p.variant || ':' END || p.givens"

// puzzleColumns are read by scanPuzzle. NULL in the table is zero in Go. One column takes
// database/sql and the driver as long as SQLite takes to write ten numbers. So all numbers
// of a puzzle, and its variant if it has one, are in one text.
const puzzleColumns = `p.givens, p.solution, p.canon, p.symmetry, coalesce(p.techniques, ''),
	concat_ws(' ', p.id, coalesce(p.run_id, 0), coalesce(p.corpus_id, 0), p.seq, p.size, p.clues, p.minimal,
		coalesce(p.grader, 0), coalesce(p.freedom, 0), coalesce(p.rating, 0), coalesce(p.pearl, 0), coalesce(p.diamond, 0),
		coalesce(p.solved_by_logic, 0), coalesce(p.at_least, 0), coalesce(p.scan, 0), coalesce(p.hardest, 0),
		coalesce((SELECT concat_ws(' ', m.minutes, m.low, m.high, m.reliability, m.plays, coalesce(m.game, 0)) FROM measured AS m WHERE m.puzzle_id = p.id), '0 0 0 0 0 0'),
		nullif(p.variant, ''))`

// Puzzles streams the puzzles that a filter selects, with their grades, in constant
// memory, apart from the ids of a filter with a limit. It shows the database as it was at the first row.
// After a [RowError] the stream continues if the loop does. Any other error ends it, and
// wraps [ErrFilter] if the filter is not valid. The body of the loop may use the
// same DB.
func (d *DB) Puzzles(ctx context.Context, f Filter) iter.Seq2[Puzzle, error] {
	return stream(ctx, d, "reading puzzles", func(take func(Puzzle, error) bool) error { return d.eachPuzzle(ctx, f, take) })
}

func (d *DB) eachPuzzle(ctx context.Context, f Filter, take func(Puzzle, error) bool) error {
	f = f.on(d)
	if f.Limit <= 0 && f.Offset == 0 {
		return d.eachRow(ctx, d.readers, f, take)
	}
	return d.reading(ctx, func(tx *sql.Tx) error {
		most := math.MaxInt
		if f.Limit > 0 {
			most = f.Limit + min(f.Offset, math.MaxInt-f.Limit)
		}
		ids, err := f.first(ctx, tx, nil, most)
		if err != nil {
			return err
		}
		ids = ids[min(f.Offset, len(ids)):]
		return d.eachOf(ctx, tx, Filter{IDs: append([]int64{}, ids...), Order: f.Order, Keys: f.Keys}.on(d), take)
	})
}

// eachOf is eachRow for a filter that has only ids, which were found in an index. In a damaged
// file, an id may have no row, which is a [RowError].
func (d *DB) eachOf(ctx context.Context, q querier, f Filter, take func(Puzzle, error) bool) error {
	missing, more := map[int64]bool{}, true
	for _, id := range f.IDs {
		missing[id] = true
	}
	err := d.eachRow(ctx, q, f, func(p Puzzle, err error) bool {
		delete(missing, p.ID)
		more = take(p, err)
		return more
	})
	for _, id := range slices.Sorted(maps.Keys(missing)) {
		if err != nil || !more {
			break
		}
		more = take(Puzzle{ID: id}, &RowError{id, "it has no row"})
	}
	return err
}

// ReadablePuzzles is like [DB.Puzzles], but continues after a part of the file that cannot be
// read, puzzle by puzzle in the order of their ids. Each lost puzzle is a [RowError]. It
// holds all ids in memory.
func (d *DB) ReadablePuzzles(ctx context.Context, f Filter) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		seen, last := map[int64]bool{}, int64(0)
		var broken error
		for p, err := range d.Puzzles(ctx, f) {
			if _, row := errors.AsType[*RowError](err); err != nil && !row {
				broken = err
			} else if f.Order == "id" && p.ID <= last {
				broken = fmt.Errorf("%s: %w: puzzle %d comes after puzzle %d", d.Path(), ErrCorrupt, p.ID, last)
			}
			if broken != nil {
				break
			}
			if seen[p.ID], last = true, p.ID; !yield(p, err) {
				return
			}
		}
		if broken == nil {
			return
		}
		if !errors.Is(broken, ErrCorrupt) || f.Offset > 0 {
			yield(Puzzle{}, broken)
			return
		}
		r := rescue{db: d, filter: f, seen: seen, yield: yield}
		if err := r.run(ctx); err != nil && !r.enough {
			yield(Puzzle{}, d.fail(ctx, "reading what is left", err))
		}
	}
}

// rescue reads what can be read of a damaged database.
type rescue struct {
	db     *DB
	filter Filter
	seen   map[int64]bool // puzzles that were yielded
	yield  func(Puzzle, error) bool
	enough bool // the caller wants no more
	guess  bool // the ids are guessed: there may be no puzzle with some of them
}

// rescueRows is how many puzzles are looked up at a time.
const rescueRows = 1000

func (r *rescue) run(ctx context.Context) error {
	ids, wanted := r.filter.IDs, r.filter.IDs
	if ids == nil {
		var err error
		if ids, err = collect(ctx, r.db.readers, scanInt, "SELECT id FROM puzzle ORDER BY canon"); err != nil { // from the index alone
			var last int64
			if err := r.db.readers.QueryRowContext(ctx, lastPuzzle).Scan(&last); err != nil {
				return err
			}
			for id := range last {
				ids = append(ids, id+1)
			}
			r.guess = true
		}
	}
	ids = slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return r.seen[id] })
	slices.Sort(ids)
	for part := range slices.Chunk(slices.Compact(ids), rescueRows) {
		if err := r.read(ctx, part, wanted == nil); err != nil || r.enough {
			return err
		}
	}
	return nil
}

// read yields puzzles by their ids. If a batch of them cannot be read, it splits the batch. If
// all is true, the filter selects among them; otherwise they have been selected already.
func (r *rescue) read(ctx context.Context, ids []int64, all bool) error {
	f := r.filter
	f.IDs, f.Order, f.Limit = ids, "id", 0
	tell := func(p Puzzle, err error) {
		r.seen[p.ID] = true
		r.enough = !r.yield(p, err) || r.filter.Limit > 0 && len(r.seen) >= r.filter.Limit
	}
	err := r.db.eachRow(ctx, r.db.readers, f.on(r.db), func(p Puzzle, err error) bool {
		if !r.seen[p.ID] && !(all && f.Classical && f.Variant.Text == "" && strings.Contains(p.Givens, ":")) { // ids select variants too
			tell(p, err)
		}
		return !r.enough
	})
	var there []int64
	if err == nil && !r.enough {
		there, err = collect(ctx, r.db.readers, scanInt, "SELECT id FROM puzzle WHERE id IN "+r.db.engine.list, listOf(ids))
	}
	if err != nil && !errors.Is(r.db.classify(err), ErrCorrupt) {
		return err
	}
	if err != nil && len(ids) > 1 {
		for _, half := range [][]int64{ids[:len(ids)/2], ids[len(ids)/2:]} {
			if err := r.read(ctx, half, all); err != nil || r.enough {
				return err
			}
		}
		return nil
	}
	for _, id := range ids {
		if !r.enough && !r.seen[id] && !slices.Contains(there, id) && (err != nil || !r.guess) {
			tell(Puzzle{ID: id}, &RowError{id, "it cannot be read"})
		}
	}
	return nil
}

func (d *DB) eachRow(ctx context.Context, q querier, f Filter, take func(Puzzle, error) bool) error {
	statement, args, err := f.statement()
	if err != nil {
		return err
	}
	stop := func() {}
	if f.engine.sends {
		ctx, stop = context.WithCancel(ctx)
	}
	defer stop()
	rows, err := q.QueryContext(ctx, statement, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	look := d.provers.take(ctx, f.Keys)
	defer d.provers.putBack(look)
	// database/sql also notices the end of ctx, but a few hundred rows late.
	for ctx.Err() == nil && rows.Next() {
		p, err := scanPuzzle(rows, look)
		if _, damaged := errors.AsType[*RowError](err); err != nil && !damaged {
			return err
		}
		if !take(p, err) {
			stop()
			return nil
		}
	}
	return errors.Join(ctx.Err(), rows.Err())
}

// scanPuzzle reads a row of puzzleColumns. A [RowError] says what is wrong with it.
func scanPuzzle(row scanner, look *prover) (Puzzle, error) {
	var p Puzzle
	var canon []byte
	var uses, numbers string
	g := &p.Grade
	err := row.Scan(&p.Givens, &p.Solution, &canon, &p.Symmetry, &uses, &numbers)
	if err != nil {
		return Puzzle{}, err
	}
	next := func() int64 {
		number, rest, _ := strings.Cut(numbers, " ")
		n, bad := strconv.ParseInt(number, 10, 64)
		numbers, err = rest, cmp.Or(err, bad)
		return n
	}
	p.ID, p.RunID, p.CorpusID, p.Seq, p.Size, p.Clues = next(), next(), next(), next(), int(next()), int(next())
	p.Minimal, p.Grader = next() != 0, int(next())
	g.Freedom, g.Rating, g.Pearl, g.Diamond = int(next()), int(next()), int(next()), int(next())
	g.SolvedByLogic, g.AtLeast, g.Scan = next() != 0, next() != 0, int(next())
	hardest := int(next())
	m := &p.Measured
	m.Minutes, m.Low, m.High, m.Reliability, m.Plays, m.Game = int(next()), int(next()), int(next()), int(next()), int(next()), int(next())
	if err != nil {
		return p, &RowError{p.ID, "its numbers cannot be read"}
	}
	if variant := numbers; variant != "" {
		p.Givens, p.Solution = variant+":"+p.Givens, variant+":"+p.Solution
	}
	if copy(p.Canon[:], canon) != len(canon) || len(canon) != len(p.Canon) {
		return p, &RowError{p.ID, fmt.Sprintf("its key has %d bytes", len(canon))}
	}
	reason := look.fault(&p)
	if p.Grader != 0 && reason == "" {
		p.derive(&look.givens)
		reason = p.readUses(uses, hardest)
	}
	if reason != "" {
		return p, &RowError{p.ID, reason}
	}
	return p, nil
}

// derive sets the parts of the grade that follow from others.
func (p *Puzzle) derive(givens *board.Grid) {
	g, geo := &p.Grade, givens.Geometry()
	g.Blanks = geo.Cells - p.Clues
	g.X, g.Y = grade.Printed.LevelX(geo, g.Blanks), grade.Printed.LevelY(geo, g.Freedom)
	g.LetterPrinted, g.LetterFitted = grade.Printed.Letter(geo, g.Blanks, g.Freedom), grade.Fitted.Letter(geo, g.Blanks, g.Freedom)
	g.Level = grade.LevelOf(geo.Size, g.Rating, g.Scan)
}

// techniques are the techniques whose uses a grade counts, and rowOf has the index of each
// among them, by its number.
var (
	techniques = grade.Techniques()
	rowOf      = func() map[int]int {
		rows := map[int]int{}
		for i, t := range techniques {
			rows[t.Number] = i
		}
		return rows
	}()
)

// UsesText writes the uses of techniques in the order of their table, as a name, a sign and a
// number, with a separator between them: "1=41 4=2" in the column techniques.
func UsesText(g *grade.Grade, name func(*grade.Technique) string, is byte, separator string) string {
	var text []byte
	for i := range techniques {
		if n := g.Uses[i]; n > 0 {
			text = append(append(text, name(&techniques[i])...), is)
			text = append(strconv.AppendInt(text, int64(n), 10), separator...)
		}
	}
	return strings.TrimSuffix(string(text), separator)
}

// readUses reads what UsesText wrote, and the number of the hardest technique. It returns what
// is wrong with them. Another version of the grader may have had other techniques.
func (p *Puzzle) readUses(text string, hardest int) (reason string) {
	current := p.Grader == grade.Version
	for item := range strings.SplitSeq(text, " ") {
		left, right, _ := strings.Cut(item, "=")
		number, err1 := strconv.ParseUint(left, 10, 16)
		uses, err2 := strconv.ParseUint(right, 10, 16)
		row, known := rowOf[int(number)]
		switch {
		case text == "":
		case err1 != nil || err2 != nil || current && !known:
			return fmt.Sprintf("its grade counts the uses of a technique that does not exist: %q", item)
		case current && p.Grade.Rating < techniques[row].Rating:
			return fmt.Sprintf("its rating is %d but its grade counts the uses of a technique rated at least %d", p.Grade.Rating, techniques[row].Rating)
		case known:
			p.Grade.Uses[row] = uint16(uses)
		}
	}
	row, known := rowOf[hardest]
	switch {
	case known && current && p.Grade.Uses[row] == 0:
		return fmt.Sprintf("%s is its hardest technique and was never used", techniques[row].ID)
	case known:
		p.Grade.Hardest = techniques[row].ID
	case hardest != 0 && current:
		return fmt.Sprintf("its hardest technique is number %d, which does not exist", hardest)
	}
	return ""
}

// EveryPuzzle returns the ids of every nth puzzle of a run, in the order of its attempts,
// beginning with the first.
func (d *DB) EveryPuzzle(ctx context.Context, run, nth int64) ([]int64, error) {
	ids, err := collect(ctx, d.readers, scanInt,
		"SELECT id FROM (SELECT id, row_number() OVER (ORDER BY seq) AS n FROM puzzle WHERE run_id = ?) AS p WHERE (n - 1) % ? = 0 ORDER BY n", run, nth)
	return ids, d.fail(ctx, "choosing puzzles of a run", err)
}

// PuzzleByID returns a puzzle, or ErrNotFound.
func (d *DB) PuzzleByID(ctx context.Context, id int64) (Puzzle, error) {
	var found Puzzle
	var bad error
	err := d.eachPuzzle(ctx, Filter{IDs: []int64{id}}, func(p Puzzle, rowErr error) bool { found, bad = p, rowErr; return false })
	if err = cmp.Or(err, bad); err == nil && (found.ID == 0 || id == 0) {
		found, err = Puzzle{}, fmt.Errorf("%w: there is no puzzle %d", ErrNotFound, id)
	}
	return found, d.fail(ctx, "reading a puzzle", err)
}

// YearOf returns the year in which the newest of the puzzles came into the database, which is when its
// run or its import began.
func (d *DB) YearOf(ctx context.Context, ids []int64) (last int, err error) {
	err = d.readers.QueryRowContext(ctx, `SELECT substr(coalesce(max(coalesce(r.started_at, c.imported_at)), '0'), 1, 4) FROM puzzle AS p
		LEFT JOIN run AS r ON r.id = p.run_id LEFT JOIN corpus AS c ON c.id = p.corpus_id WHERE p.id IN `+d.engine.list, listOf(ids)).Scan(&last)
	return last, d.fail(ctx, "looking up when puzzles were made", err)
}

// CountPuzzles counts the puzzles that Puzzles would stream without Limit and Offset.
func (d *DB) CountPuzzles(ctx context.Context, f Filter) (int64, error) {
	var n int64
	q, err := f.weighed(ctx, d)
	if err == nil {
		err = d.readers.QueryRowContext(ctx, "SELECT count(*)"+f.source(&q)+q.conditions(), q.args...).Scan(&n)
	}
	return n, d.fail(ctx, "counting puzzles", err)
}

// PuzzleByCanon returns the puzzle whose canonical form has that key, or
// ErrNotFound.
func (d *DB) PuzzleByCanon(ctx context.Context, canon [16]byte) (p Puzzle, err error) {
	defer d.failing(ctx, "looking for a puzzle", &err)
	if ctx.Err() != nil {
		return p, ctx.Err()
	}
	find := d.byCanon.Load()
	if find == nil {
		prepared, err := d.readers.PrepareContext(ctx, selectByCanon)
		if err != nil {
			return p, err
		}
		if !d.byCanon.CompareAndSwap(nil, prepared) { // another goroutine has prepared it meanwhile
			prepared.Close()
		}
		find = d.byCanon.Load()
	}
	within := ctx
	if !d.engine.sends { // it takes almost no time, and database/sql and the driver would each start a goroutine to watch ctx
		within = context.WithoutCancel(ctx)
	}
	look := d.provers.take(ctx, false)
	defer d.provers.putBack(look)
	p, err = scanPuzzle(find.QueryRowContext(within, canon[:]), look)
	return p, orMissing(err, "there is no puzzle with the key %x", canon)
}

const selectByCanon = "SELECT " + puzzleColumns + " FROM puzzle AS p WHERE p.canon = ?"
