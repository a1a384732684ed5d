package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A listing is read in pages. A page begins after the last puzzle of the previous page
// and not at a row number. So every page costs the same, and saving more puzzles moves
// none from one page to another.

// Page returns up to f.Limit puzzles in the order id, rating, clues, freedom, scan or random,
// from the cursor after on. That is the cursor from an earlier page with the same filter, or
// "" for the first page. Puzzles without a value come last, in either direction. next is the
// cursor for the following page, "" when there is none. Errors in the filter or the cursor
// wrap [ErrFilter].
func (d *DB) Page(ctx context.Context, f Filter, after string) (page []Puzzle, next string, err error) {
	return d.page(ctx, f, after, pagePatience)
}

// pagePatience is how long to search the index of an order for the first puzzles that
// match. If hardly any match, it is quicker to find and sort them all. How many match is
// known beforehand only where an index leads to them: see near.go.
const pagePatience = 500 * time.Millisecond

func (d *DB) page(ctx context.Context, f Filter, after string, patience time.Duration) (page []Puzzle, next string, err error) {
	f = f.on(d)
	name, turned := strings.CutPrefix(f.Order, "-")
	p := pager{filter: f, order: cmp.Or(name, "id"), desc: turned != f.Desc, most: f.Limit + 1}
	if err = p.begin(after); err == nil {
		within, cancel := context.WithTimeout(ctx, patience)
		err = d.reading(within, func(tx *sql.Tx) error {
			if p.from, p.wanted, p.all, err = p.filter.looked(within, tx, rareRows); err == nil {
				page, err = p.read(within, d, tx)
			}
			return err
		})
		if within.Err() != nil && ctx.Err() == nil {
			err = d.reading(ctx, func(tx *sql.Tx) error {
				p.all = true
				if p.from, p.wanted, _, err = p.filter.looked(ctx, tx, fairlyRareRows); err == nil {
					page, err = p.read(ctx, d, tx)
				}
				return err
			})
		}
		cancel()
	}
	if err != nil {
		return nil, "", d.fail(ctx, "reading a page", err)
	}
	if len(page) > f.Limit {
		page = page[:f.Limit]
		next = p.cursor(&page[f.Limit-1])
	}
	return page, next, nil
}

// pager reads one page.
type pager struct {
	filter Filter
	order  string
	desc   bool
	most   int // rows to look for: one more than the page has, to know whether there is another
	after  *pageKey
	all    bool // find all that match, as from and wanted say, and sort them
	from   string
	wanted query
}

// pageKey is the place of a puzzle in an order.
type pageKey struct {
	value any // its sort key, see orders; nil for the order of the ids
	id    int64
}

// begin reads the cursor, which holds the order, the sort key and the id. The order is
// in it so that a cursor of another order is rejected.
func (p *pager) begin(cursor string) error {
	if orders[p.order] == "" {
		return fmt.Errorf("%w: pages cannot be in the order %q", ErrFilter, p.order)
	}
	if p.filter.Limit < 1 {
		return fmt.Errorf("%w: a page must have at least 1 puzzle", ErrFilter)
	}
	if cursor == "" {
		return nil
	}
	bad := fmt.Errorf("%w: %q is not a cursor of this listing", ErrFilter, cursor)
	parts := strings.Split(cursor, "_")
	if len(parts) != 3 || parts[0] != p.order {
		return bad
	}
	id, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil || id < 1 {
		return bad
	}
	p.after = &pageKey{id: id}
	switch p.order {
	case "id":
	case "random":
		canon, err := hex.DecodeString(parts[1])
		if err != nil || len(canon) != 16 {
			return bad
		}
		p.after.value = canon
	default:
		n, err := strconv.ParseInt(parts[1], 10, 64)
		if err != nil || n < -1 {
			return bad
		}
		p.after.value = n
	}
	return nil
}

// cursor returns the cursor for the place after a puzzle.
func (p *pager) cursor(z *Puzzle) string {
	value := ""
	number := func(n int, known bool) string {
		if !known {
			n = p.missing()
		}
		return strconv.Itoa(n)
	}
	switch p.order {
	case "rating":
		value = number(z.Grade.Rating, z.Grade.Rating != 0)
	case "clues":
		value = number(z.Clues, true)
	case "freedom":
		value = number(z.Grade.Freedom, z.Grader != 0)
	case "scan":
		value = number(z.Grade.Scan, z.Grade.Scan != 0)
	case "random":
		value = hex.EncodeToString(z.Canon[:])
	}
	return fmt.Sprintf("%s_%s_%d", p.order, value, z.ID)
}

// read finds the ids first, each group through its index, and then reads their rows.
func (p *pager) read(ctx context.Context, d *DB, tx *sql.Tx) ([]Puzzle, error) {
	var ids []int64
	var err error
	switch key := orders[p.order]; {
	case p.order == "random" && p.all:
		ids, err = p.sorted(ctx, tx, "coalesce(p.canon, p.canon)") // no index has this expression
	case p.order == "id" && p.all:
		ids, err = p.sorted(ctx, tx, key)
	case p.all:
		ids, err = p.sorted(ctx, tx, "coalesce("+key+", "+strconv.Itoa(p.missing())+")")
	case p.order == "clues", p.order == "freedom", p.order == "scan":
		ids, err = p.keyed(ctx, tx, key)
	case p.order == "rating":
		ids, err = p.rated(ctx, tx)
	case p.order == "id" && (len(p.filter.Ratings) > 0 || len(p.filter.Levels) > 0):
		ids, err = p.merged(ctx, tx)
	default:
		ids, err = p.sorted(ctx, tx, key)
	}
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return d.puzzlesInOrder(ctx, tx, ids)
}

// puzzlesInOrder reads puzzles by their ids.
func (d *DB) puzzlesInOrder(ctx context.Context, tx *sql.Tx, ids []int64) ([]Puzzle, error) {
	place := make(map[int64]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	var found []Puzzle
	var bad error
	err := d.eachOf(ctx, tx, Filter{IDs: ids}.on(d), func(z Puzzle, rowErr error) bool {
		found, bad = append(found, z), errors.Join(bad, rowErr)
		return true
	})
	slices.SortFunc(found, func(a, b Puzzle) int { return place[a.ID] - place[b.ID] })
	return found, errors.Join(err, bad)
}

// missing returns the sort key of puzzles without a value.
func (p *pager) missing() int {
	if p.desc {
		return -1
	}
	return math.MaxInt32
}

// sorted finds the page with one statement, which uses the index over the order if
// there is one.
func (p *pager) sorted(ctx context.Context, q querier, key string, conditions ...string) ([]int64, error) {
	from, wanted := p.from, p.wanted
	if !p.all {
		index := ""
		if key == "p.clues" {
			index = p.filter.engine.index("puzzle_clues")
		}
		from = " FROM puzzle AS p" + index + " LEFT JOIN grade AS g" + p.filter.engine.index(gradeKey) + " ON" + ofPuzzle
	}
	wanted.where = slices.Concat(wanted.where, conditions)
	wanted.args = slices.Clone(wanted.args)
	than := ">"
	if p.desc {
		than = "<"
	}
	if k := p.after; k != nil && key == "p.id" {
		wanted.and("p.id "+than+" ?", k.id)
	} else if k != nil {
		wanted.and("("+key+" "+than+" ? OR "+key+" = ? AND p.id "+than+" ?)", k.value, k.value, k.id)
	}
	return collect(ctx, q, scanInt, "SELECT p.id"+from+
		wanted.conditions()+" ORDER BY "+key+direction(p.desc)+", p.id"+direction(p.desc)+" LIMIT ?", append(wanted.args, p.most)...)
}

// keyed follows the index of an order: the rest of the cursor's value, then the values behind
// it, then the puzzles without a value. One statement for both would read the index from its
// beginning.
func (p *pager) keyed(ctx context.Context, q querier, key string) ([]int64, error) {
	id, than := "g.puzzle_id", ">"
	if p.order == "clues" {
		id = "p.id"
	}
	if p.desc {
		than = "<"
	}
	parts := []string{key + " IS NOT NULL"}
	last := *p
	if k := p.after; k != nil {
		if parts = nil; k.value != int64(p.missing()) {
			parts = []string{fmt.Sprintf("%s = %d AND %s %s %d", key, k.value, id, than, k.id), fmt.Sprintf("%s %s %d", key, than, k.value)}
			last.after = nil
		}
	}
	var ids []int64
	for _, condition := range parts {
		var more []int64
		var err error
		if last.most = p.most - len(ids); p.order == "clues" {
			more, err = last.sorted(ctx, q, key, condition)
		} else {
			more, err = p.filter.idsOf(ctx, q, group{index: "grade_" + p.order, condition: condition, order: key}, p.desc, last.most)
		}
		if ids = append(ids, more...); err != nil || len(ids) >= p.most {
			return ids, err
		}
	}
	if p.order == "clues" { // every puzzle has a value
		return ids, nil
	}
	last.most = p.most - len(ids)
	more, err := last.sorted(ctx, q, "p.id", key+" IS NULL")
	return append(ids, more...), err
}

// rated goes from rating to rating, and then to the puzzles without one.
func (p *pager) rated(ctx context.Context, q querier) ([]int64, error) {
	groups, err := p.filter.ratings(ctx, q)
	if err != nil {
		return nil, err
	}
	if p.desc {
		slices.Reverse(groups)
	}
	var ids []int64
	for _, g := range groups {
		if k := p.after; k != nil {
			rating, at := g.args[0].(int64), k.value.(int64)
			if rating != at && rating < at != p.desc {
				continue
			}
			if rating == at {
				g.condition += p.behind()
				g.args = append(slices.Clone(g.args), k.id)
			}
		}
		more, err := p.filter.idsOf(ctx, q, g, p.desc, p.most-len(ids))
		if err != nil {
			return nil, err
		}
		if ids = append(ids, more...); len(ids) >= p.most {
			return ids, nil
		}
	}
	if len(p.filter.Ratings) > 0 {
		return ids, nil
	}
	last := *p
	last.most -= len(ids)
	if k := p.after; k != nil && k.value != int64(p.missing()) {
		last.after = nil
	}
	more, err := last.sorted(ctx, q, "p.id", "g.rating IS NULL")
	return append(ids, more...), err
}

// merged merges the first ids of each selected level or rating.
func (p *pager) merged(ctx context.Context, q querier) ([]int64, error) {
	var behind string
	var id []any
	if p.after != nil {
		behind, id = p.behind(), []any{p.after.id}
	}
	return p.filter.merged(ctx, q, p.desc, p.most, behind, id...)
}

// behind is the condition that the puzzle of a grade comes after the cursor's puzzle.
func (p *pager) behind() string {
	if p.desc {
		return " AND g.puzzle_id < ?"
	}
	return " AND g.puzzle_id > ?"
}
