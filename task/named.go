package task

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gradoku/book"
	"gradoku/internal/text"
	"gradoku/store"
)

// MostNamed is how many puzzles a list can name: as many as fit into a book with the most
// pages and the most puzzles on each.
var MostNamed = book.MaxPages * slices.Max(book.PerPageChoices)

// ReadNames reads a list of puzzles, one per line. A line has the key of the canonical
// form, 32 hexadecimal digits, or the number in the database. Empty lines are skipped.
// Errors name the line.
func ReadNames(r io.Reader) ([]string, error) {
	var names []string
	lines := bufio.NewScanner(r)
	n := 1
	for ; lines.Scan(); n++ {
		name := strings.ToLower(strings.TrimSpace(lines.Text()))
		if name == "" {
			continue
		}
		if _, _, ok := parseName(name); !ok {
			return nil, fmt.Errorf("line %d: %.40q is neither the key of a puzzle (32 hexadecimal digits) nor a number", n, name)
		}
		if len(names) == MostNamed {
			return nil, fmt.Errorf("line %d: the list has more than %s puzzles, the most that a book can have", n, text.Grouped(MostNamed))
		}
		names = append(names, name)
	}
	err := lines.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		err = fmt.Errorf("line %d is too long to be the key or number of a puzzle", n)
	}
	return names, err
}

// parseName parses a key, or a number from 1 on.
func parseName(name string) (key [16]byte, id int64, ok bool) {
	if len(name) == hex.EncodedLen(len(key)) {
		_, err := hex.Decode(key[:], []byte(name))
		return key, 0, err == nil
	}
	id, err := strconv.ParseInt(name, 10, 64)
	return key, id, err == nil && id > 0
}

// UnfitError says which puzzles of a list a book cannot use. It names them as the list
// does.
type UnfitError struct {
	Of      int      // how many puzzles the list has
	Unknown []string // not in the database
	Twice   []string // named earlier in the list
	Used    []string // in recorded exports
	Uses    []store.Use
}

// Error says how many puzzles cannot be used, and names the first ones.
func (e *UnfitError) Error() string {
	var parts []string
	for _, p := range []struct {
		names []string
		what  string
	}{{e.Unknown, "not in the database"}, {e.Twice, "listed twice"}, {e.Used, "in books and exports"}} {
		switch n := len(p.names); n {
		case 0:
		case 1:
			parts = append(parts, fmt.Sprintf("1 is %s (%s)", p.what, p.names[0]))
		default:
			parts = append(parts, fmt.Sprintf("%s are %s (first %s)", text.Grouped(n), p.what, p.names[0]))
		}
	}
	return fmt.Sprintf("%s listed, of which %s", text.Count(int64(e.Of), "puzzle", "puzzles"), text.List(parts, "and"))
}

// NamedPuzzles finds the puzzles of a list and keeps their order. It leaves out puzzles
// that the book cannot use and reports them in an [UnfitError]. If unused is set, these
// include puzzles in recorded exports.
func NamedPuzzles(ctx context.Context, db *store.DB, names []string, unused bool) ([]book.Puzzle, error) {
	unfit := &UnfitError{Of: len(names)}
	var puzzles []book.Puzzle
	var ids []int64
	called := map[int64]string{}
	for _, name := range names {
		key, id, ok := parseName(name)
		if !ok {
			return nil, fmt.Errorf("%q is neither the key nor the number of a puzzle", name)
		}
		var row store.Puzzle
		var err error
		if id == 0 {
			row, err = db.PuzzleByCanon(ctx, key)
		} else {
			row, err = db.PuzzleByID(ctx, id)
		}
		switch {
		case errors.Is(err, store.ErrNotFound):
			unfit.Unknown = append(unfit.Unknown, name)
			continue
		case err != nil:
			return nil, err
		case called[row.ID] != "":
			unfit.Twice = append(unfit.Twice, name)
			continue
		}
		p, err := bookPuzzle(&row)
		if err != nil {
			return nil, err
		}
		called[p.ID] = name
		ids = append(ids, p.ID)
		puzzles = append(puzzles, p)
	}
	if unused && len(ids) > 0 {
		free := map[int64]bool{}
		for row, err := range db.Puzzles(ctx, store.Filter{IDs: ids, NeverExported: true}) {
			if err != nil {
				return nil, err
			}
			free[row.ID] = true
		}
		puzzles = slices.DeleteFunc(puzzles, func(p book.Puzzle) bool {
			if !free[p.ID] {
				unfit.Used = append(unfit.Used, called[p.ID])
			}
			return !free[p.ID]
		})
	}
	if len(unfit.Used) > 0 {
		var err error
		if unfit.Uses, err = db.Uses(ctx, store.Filter{IDs: ids}); err != nil {
			return nil, err
		}
	}
	if len(unfit.Unknown)+len(unfit.Twice)+len(unfit.Used) > 0 {
		return puzzles, unfit
	}
	return puzzles, nil
}
