package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
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
	page, next, err = d.page(ctx, f.on(d), after)
	return page, next, d.fail(ctx, "reading a page", err)
}

func (d *DB) page(ctx context.Context, f Filter, after string) (page []Puzzle, next string, err error) {
	order, _ := strings.CutPrefix(f.Order, "-")
	begin, err := placeOf(after, cmp.Or(order, "id"), f.Limit)
	if err != nil {
		return nil, "", err
	}
	err = d.reading(ctx, func(tx *sql.Tx) error {
		ids, err := f.first(ctx, tx, begin, f.Limit+1)
		if err == nil && len(ids) > 0 {
			page, err = d.puzzlesInOrder(ctx, tx, ids)
		}
		return err
	})
	if err == nil && len(page) > f.Limit {
		page = page[:f.Limit]
		next = cursor(cmp.Or(order, "id"), &page[f.Limit-1])
	}
	return page, next, err
}

// placeOf reads a cursor, which holds the order, the sort key and the id. The order is in it
// so that a cursor of another order is rejected. It is nil for the beginning.
func placeOf(cursor, order string, limit int) (*place, error) {
	if orders[order].key == "" {
		return nil, fmt.Errorf("%w: pages cannot be in the order %q", ErrFilter, order)
	}
	if limit < 1 {
		return nil, fmt.Errorf("%w: a page must have at least 1 puzzle", ErrFilter)
	}
	if cursor == "" {
		return nil, nil
	}
	bad := fmt.Errorf("%w: %q is not a cursor of this listing", ErrFilter, cursor)
	parts := strings.Split(cursor, "_")
	if len(parts) != 3 || parts[0] != order {
		return nil, bad
	}
	id, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil || id < 1 {
		return nil, bad
	}
	at := &place{id: id}
	switch key := parts[1]; {
	case order == "random":
		canon, err := hex.DecodeString(key)
		if err != nil || len(canon) != 16 {
			return nil, bad
		}
		at.value = canon
	case order != "id" && key != "":
		n, err := strconv.ParseInt(key, 10, 64)
		if err != nil || n < 0 {
			return nil, bad
		}
		at.value = n
	}
	return at, nil
}

// cursor returns the cursor for the place after a puzzle.
func cursor(order string, z *Puzzle) string {
	value := ""
	if order == "random" {
		value = hex.EncodeToString(z.Canon[:])
	} else if of := orders[order].of; of != nil {
		if n, known := of(z); known {
			value = strconv.Itoa(n)
		}
	}
	return fmt.Sprintf("%s_%s_%d", order, value, z.ID)
}

// puzzlesInOrder reads puzzles by their ids.
func (d *DB) puzzlesInOrder(ctx context.Context, q querier, ids []int64) ([]Puzzle, error) {
	place := make(map[int64]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	var found []Puzzle
	var bad error
	err := d.eachOf(ctx, q, Filter{IDs: ids}.on(d), func(z Puzzle, rowErr error) bool {
		found, bad = append(found, z), errors.Join(bad, rowErr)
		return true
	})
	slices.SortFunc(found, func(a, b Puzzle) int { return place[a.ID] - place[b.ID] })
	return found, errors.Join(err, bad)
}
