package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
	"time"

	"gradoku/grade"
	"gradoku/internal/text"
)

// FirstDay is the first day that has a puzzle.
var FirstDay = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// dailyHand is the number of days and puzzles in a hand. The first hand of days, from FirstDay on,
// gets the first hand of puzzles in the order of their ids, the second hand of days the second, and
// so on. So once the hand of a day is complete, the day keeps its puzzle however many puzzles are
// saved later.
const dailyHand = 64

// daysFrom is the number of days from FirstDay to a day.
func daysFrom(day time.Time) int { return int(day.Sub(FirstDay) / (24 * time.Hour)) }

// dailyNeeds is how many puzzles there must be so that a day keeps its puzzle.
func dailyNeeds(day time.Time) int { return (daysFrom(day)/dailyHand + 1) * dailyHand }

// dailyPlace chooses the puzzle of a day: its place among n puzzles, at least one, in the order
// of their ids. Within a hand the order follows from the size, the levels and the salt. When
// there are too few puzzles, they are used again from the first.
func dailyPlace(day time.Time, n, size int, levels, salt string) int {
	at := daysFrom(day)
	if n < dailyNeeds(day) {
		if n > 1 && n%7 == 0 {
			n-- // else a level used on one day of the week would get only a seventh of the puzzles
		}
		at %= n
	}
	hand := at / dailyHand
	m := min(dailyHand, n-hand*dailyHand)
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %q %q", hand, size, levels, salt))
	a, b := int(binary.BigEndian.Uint16(sum[:])), int(binary.BigEndian.Uint16(sum[2:]))
	for gcd(a, m) > 1 { // for a permutation, a and m must have no common factor
		a++
	}
	return hand*dailyHand + (a*(at%dailyHand)+b)%m
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// DailyPuzzle is the puzzle of a day.
type DailyPuzzle struct {
	Puzzle
	Fixed bool // the day keeps this puzzle even if puzzles are added
	Needs int  // how many puzzles the selection must have for that
}

// Daily returns the puzzle of a day, not before [FirstDay], among those of a selection; its
// size is 9 unless it says another. Another salt gives another order of puzzles. The error is
// [ErrNotFound] if the selection has no puzzle.
func (d *DB) Daily(ctx context.Context, sel Selection, day time.Time, salt string) (DailyPuzzle, error) {
	out := DailyPuzzle{Needs: dailyNeeds(day)}
	sel.Size = cmp.Or(sel.Size, 9)
	f, err := sel.Filter()
	if err != nil {
		return out, err
	}
	at := func(place int) (p Puzzle, err error) {
		f.Limit, f.Offset = 1, place
		for p, err = range d.Puzzles(ctx, f) {
			return p, err
		}
		return p, fmt.Errorf("%w: no puzzle is of that level and size", ErrNotFound)
	}
	n := out.Needs
	last, err := at(n - 1)
	if out.Fixed = last.ID != 0; !out.Fixed {
		f.Limit, f.Offset = 0, 0
		count, err := d.CountPuzzles(ctx, f)
		if err != nil {
			return out, err
		}
		n = max(1, int(count)) // dailyPlace needs at least one puzzle; without any, at finds none
	} else if err != nil {
		return out, err
	}
	out.Puzzle, err = at(dailyPlace(day, n, sel.Size, sel.Level.String(), salt))
	return out, err
}

// Daily requests a puzzle for each day, size and level.
type Daily struct {
	From, To time.Time // the first and the last day
	Salt     string    // another salt gives other puzzles
	// Levels holds the level of each day of the week, "" for all levels.
	Levels [7]string
	// Before is the file that was shipped last, whose days stay as they are, even
	// without From and To. If there is none, it is "" or a name that no file has.
	Before string
	// Drop allows to drop what Before has and cannot be kept, instead of returning [ErrLoss].
	Drop bool
	Warn func(format string, args ...any) // told of puzzles that repeat, and of days without one; nil: nobody is
}

// Days yields the days of a level.
func (d *Daily) Days(level string) iter.Seq[time.Time] {
	return func(yield func(time.Time) bool) {
		if d.From.IsZero() {
			return
		}
		for day := d.From; !day.After(d.To); day = day.AddDate(0, 0, 1) {
			if only := d.Levels[day.Weekday()]; (only == "" || only == level) && !yield(day) {
				return
			}
		}
	}
}

// DailyKind is a day for a size and level: each has a puzzle of its own.
type DailyKind struct {
	Date string // such as 2026-12-24
	Kind
}

// Days are the keys of the puzzles of the day of an app database.
type Days map[DailyKind][16]byte

// Key returns the puzzle of a day, size and level. Without a level, it is the only one that the
// day has of the size, as on a day of the week with a level of its own.
func (d Days) Key(kind DailyKind) (key [16]byte, ok bool) {
	if key, ok = d[kind]; ok || kind.Level != "" {
		return key, ok
	}
	levels := 0
	for _, kind.Level = range grade.LevelIDs() {
		if one, there := d[kind]; there {
			key = one
			levels++
		}
	}
	return key, levels == 1
}

// dailyRow is a row of the table daily.
type dailyRow struct {
	DailyKind
	key [16]byte
}

// writeDaily makes the table daily: the rows that are kept, and one for each new day, size and
// level.
func writeDaily(ctx context.Context, db *sql.DB, daily Daily, kept []dailyRow) error {
	if _, err := db.ExecContext(ctx, dailySchema); err != nil {
		return err
	}
	kinds, err := collect(ctx, db, into(func(k *Kind) []any { return []any{&k.Size, &k.Level} }), "SELECT size, level FROM stock WHERE level <> ''")
	if err != nil {
		return err
	}
	return transact(ctx, db, func(tx *sql.Tx) error {
		insert, err := tx.PrepareContext(ctx, "INSERT OR IGNORE INTO daily VALUES (?, ?, ?, ?)")
		if err != nil {
			return err
		}
		defer insert.Close()
		add := func(date string, k Kind, key [16]byte) error {
			_, err := insert.ExecContext(ctx, date, k.Size, k.Level, key[:])
			return err
		}
		for _, row := range kept {
			if err := add(row.Date, row.Kind, row.key); err != nil {
				return err
			}
		}
		const gone = " FROM daily WHERE key NOT IN (SELECT key FROM puzzle)"
		missing, err := collect(ctx, tx, scanDaily, "SELECT date, size, level, key"+gone+" ORDER BY date, size, level")
		if err != nil {
			return err
		}
		if len(missing) > 0 && !daily.Drop {
			first := missing[0]
			return fmt.Errorf("%w: the puzzles of %d days are not among the puzzles to write, the first that of %s, %dx%d %s, with the key %x", ErrLoss, len(missing), first.Date, first.Size, first.Size, first.Level, first.key)
		}
		if _, err := tx.ExecContext(ctx, "DELETE"+gone); err != nil {
			return err
		}
		for _, k := range kinds {
			keys, err := collect(ctx, tx, scanKey, "SELECT key FROM incoming WHERE size = ? AND level = ? ORDER BY id", k.Size, k.Level)
			if err != nil {
				return err
			}
			days, used := 0, map[int]bool{}
			for day := range daily.Days(k.Level) {
				place := dailyPlace(day, len(keys), k.Size, k.Level, daily.Salt)
				if err := add(day.Format(time.DateOnly), k, keys[place]); err != nil {
					return err
				}
				days, used[place] = days+1, true
			}
			if len(used) < days && daily.Warn != nil {
				daily.Warn("%dx%d %s has %s for %s: puzzles will be repeated", k.Size, k.Size, k.Level, text.Count(len(keys), "puzzle", "puzzles"), text.Count(days, "day", "days"))
			}
		}
		for day, level := range daily.Levels {
			if level != "" && daily.Warn != nil && !slices.ContainsFunc(kinds, func(k Kind) bool { return k.Level == level }) {
				daily.Warn("no puzzle has the level %s, so %ss are without a puzzle", level, time.Weekday(day))
			}
		}
		return nil
	})
}
