package store

import (
	"cmp"
	"context"
	"time"

	"gradoku/board"
	"gradoku/grade"
)

// Facets counts the puzzles that a filter selects, by the properties that people filter on.
// Letters are those of classical puzzles.
type Facets struct {
	Puzzles    int64
	Graded     int64            // puzzles graded by the current grader
	Levels     map[string]int64 // by ID; "" for those without a level
	Ratings    map[int]int64    // by rating in tenths, where it is known
	Sizes      map[int]int64
	Kinds      map[Kind]int64
	Clues      map[int]int64
	Symmetries map[string]int64
	Hardest    map[string]int64 // by technique
	Printed    map[string]int64 // by letter, "A" to "I", with the borders as printed
	Fitted     map[string]int64 // by letter, with the borders as fitted
}

// Kind is a size and level of puzzles, as books request them.
type Kind struct {
	Size  int
	Level string // "" for puzzles without a level
}

// facetRow is what one group of Facets counts.
type facetRow struct {
	size, clues, rating, hardest, grader int
	symmetry, level                      string
	printed, fitted                      byte // 0 without a letter
}

// Facets counts in one pass over the selected rows. It groups them in Go, because GROUP BY
// sorts the rows first, for which SQLite took 130 MB on a million puzzles.
func (d *DB) Facets(ctx context.Context, f Filter) (Facets, error) {
	c := Facets{
		Levels: map[string]int64{}, Ratings: map[int]int64{}, Sizes: map[int]int64{}, Kinds: map[Kind]int64{}, Clues: map[int]int64{},
		Symmetries: map[string]int64{}, Hardest: map[string]int64{}, Printed: map[string]int64{}, Fitted: map[string]int64{},
	}
	groups := map[facetRow]int64{}
	q, err := f.weighed(ctx, d)
	if err == nil {
		err = each(ctx, d.readers, func(row scanner) error {
			var r facetRow
			var scan, freedom int
			var classical bool
			err := row.Scan(&r.size, &r.clues, &r.symmetry, &r.rating, &r.hardest, &scan, &r.grader, &freedom, &classical)
			if r.grader == grade.Version {
				r.level = grade.LevelOf(r.size, r.rating, scan)
				if geo, wrong := board.ForSize(r.size); wrong == nil && classical {
					r.printed, r.fitted = grade.Printed.Letter(geo, geo.Cells-r.clues, freedom), grade.Fitted.Letter(geo, geo.Cells-r.clues, freedom)
				}
			}
			groups[r]++
			return cmp.Or(err, ctx.Err())
		}, `SELECT p.size, p.clues, p.symmetry, coalesce(p.rating, 0), coalesce(p.hardest, 0),
			coalesce(p.scan, 0), coalesce(p.grader, 0), coalesce(p.freedom, 0), p.variant = ''`+f.source(&q)+q.conditions(), q.args...)
	}
	for r, n := range groups {
		if r.grader == grade.Version {
			c.Graded += n
			if r.rating > 0 {
				c.Ratings[r.rating] += n
			}
			if row, known := rowOf[r.hardest]; known {
				c.Hardest[techniques[row].ID] += n
			}
			if r.printed != 0 {
				c.Printed[string(r.printed)] += n
				c.Fitted[string(r.fitted)] += n
			}
		}
		c.Puzzles += n
		c.Sizes[r.size] += n
		c.Kinds[Kind{r.size, r.level}] += n
		c.Clues[r.clues] += n
		c.Symmetries[r.symmetry] += n
		c.Levels[r.level] += n
	}
	return c, d.fail(ctx, "counting puzzles", err)
}

// Variants counts the puzzles of each variant. Jigsaws of all layouts count as one variant.
func (d *DB) Variants(ctx context.Context) ([]Count, error) {
	all, err := counts(ctx, d.readers, byVariant)
	return all, d.fail(ctx, "counting puzzles of variants", err)
}

// byVariant leaves out the layouts of jigsaws, which are digits after a colon: nearly every
// jigsaw has its own.
const byVariant = "SELECT rtrim(variant, ':0123456789'), count(*) FROM puzzle WHERE variant <> '' GROUP BY 1 ORDER BY 1"

// LastPuzzle returns the largest id in use, 0 in an empty database. While it stays the
// same, no puzzle has been added.
func (d *DB) LastPuzzle(ctx context.Context) (int64, error) {
	var last int64
	err := d.readers.QueryRowContext(ctx, lastPuzzle).Scan(&last)
	return last, d.fail(ctx, "counting puzzles", err)
}

// Member is an export that has a puzzle.
type Member struct {
	Export    int64 // its number
	Kind      string
	Path      string
	Place     int64 // of the puzzle in the export, from 0
	CreatedAt time.Time
}

// ExportsOf returns the exports that have a puzzle, oldest first.
func (d *DB) ExportsOf(ctx context.Context, puzzle int64) ([]Member, error) {
	all, err := collect(ctx, d.readers, into(func(m *Member) []any {
		return []any{&m.Export, &m.Kind, &m.Path, &m.Place, timeIn{&m.CreatedAt}}
	}), `SELECT e.id, e.kind, e.path, i.ordinal, e.created_at FROM export_item AS i JOIN export AS e ON e.id = i.export_id
		WHERE i.puzzle_id = ? ORDER BY e.id, i.ordinal`, puzzle)
	return all, d.fail(ctx, "looking for the exports of a puzzle", err)
}

// CheckFilter returns an error if a filter is not valid, without reading anything. The
// error wraps [ErrFilter].
func (d *DB) CheckFilter(f Filter) error {
	f = f.on(d)
	_, _, err := f.statement()
	return err
}
