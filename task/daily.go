package task

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"gradoku/internal/field"
	"gradoku/store"
)

// Daily asks for the puzzle of a day. The result depends only on its fields and on the
// order in which the puzzles were saved; new puzzles come last.
type Daily struct {
	Day   time.Time // only its date counts; from DailyFirst on
	Level string    // only this level, "" for any
	Size  int       // only this size, 0 for 9
	Salt  string    // any text; another salt gives another order of puzzles
}

// DailyResult is the puzzle of a day.
type DailyResult struct {
	Puzzle store.Puzzle
	Fixed  bool // the day keeps this puzzle even if puzzles are added
	Needs  int  // how many puzzles the database must have for that
}

// DailyFirst is the first day that has a puzzle.
var DailyFirst = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// dailyHand is how many puzzles share a group of as many days: the first group of puzzles
// by number goes to the first group of days from DailyFirst on, and so on.
const dailyHand = 64

// Find looks for the puzzle. The error is a [*field.Error] about the level or the
// size, or [store.ErrNotFound] where the database has no such puzzle.
func (d *Daily) Find(ctx context.Context, db *store.DB) (*DailyResult, error) {
	sel := store.Selection{Size: cmp.Or(d.Size, 9)}
	if err := sel.Level.UnmarshalText([]byte(d.Level)); err != nil {
		return nil, &field.Error{Field: "level", Err: err}
	}
	f, err := sel.Filter()
	if err != nil {
		return nil, err
	}
	n := int(d.Day.Sub(DailyFirst) / (24 * time.Hour))
	hand := n / dailyHand
	place := d.shuffled(n%dailyHand, hand, sel.Size, sel.Level.String())
	out := &DailyResult{Needs: (hand + 1) * dailyHand}
	last, err := puzzleAt(ctx, db, f, out.Needs-1)
	if err != nil {
		return nil, err
	}
	if out.Fixed = last != nil; !out.Fixed {
		count, err := db.CountPuzzles(ctx, f)
		switch n := int(count); {
		case err != nil:
			return nil, err
		case n == 0:
			return nil, fmt.Errorf("%w: this database has no puzzle of that level and size", store.ErrNotFound)
		case n < dailyHand:
			hand, place = 0, place%n
		default:
			hand %= n / dailyHand
		}
	}
	p, err := puzzleAt(ctx, db, f, hand*dailyHand+place)
	if err == nil && p == nil {
		err = fmt.Errorf("%w: puzzles were removed while gradoku was looking for this one", store.ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	out.Puzzle = *p
	return out, nil
}

// puzzleAt returns the puzzle at an index of a selection that is ordered by number, or nil
// if there are fewer.
func puzzleAt(ctx context.Context, db *store.DB, f store.Filter, place int) (*store.Puzzle, error) {
	f.Limit, f.Offset = 1, place
	for p, err := range db.Puzzles(ctx, f) {
		return &p, err
	}
	return nil, nil
}

// shuffled turns the place of a day in its group into the place of a puzzle: a·i + b modulo
// dailyHand, with an odd a. Both come from a hash of the group, the size, the level and the
// salt.
func (d *Daily) shuffled(place, hand, size int, level string) int {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %q %q", hand, size, level, d.Salt))
	a, b := binary.BigEndian.Uint32(sum[:])|1, binary.BigEndian.Uint32(sum[4:])
	return int((a*uint32(place) + b) % dailyHand)
}
