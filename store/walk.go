package store

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"
)

// A walk meets the puzzles of a selection in a random order that a seed gives. The
// order is a tree's: keys are cut into digits of four bits, and at each digit a hash
// of the seed and of the digits before says in which order the sixteen branches
// come. So
//
//   - it depends on the seed and the keys alone: equal puzzles have equal walks in
//     every database, and one that is saved has a place and moves no other;
//   - the puzzles whose keys begin with the same digits follow each other, however
//     many digits: there is always a block of the index that holds just what is
//     looked for, and one look-up reads it.
//
// Keys are hashes, so puzzles with similar keys have nothing in common. A pick of one
// puzzle is not quite fair: what is alone in its branch comes a little more often, so
// that two seeds begin with the same puzzle 1.35 times as often as by fair draws. The
// order of [DB.Sample] is fairer and scatters its puzzles, but where most of its
// million blocks are empty, each puzzle costs many look-ups: twenty among 93,000.

const (
	digitBits = 4
	keyBits   = 64 // of a key are ordered by the seed; the rest as they are
)

// walkOrder is the order of a seed's walk.
type walkOrder uint64

// compare orders keys.
func (o walkOrder) compare(a, b []byte) int {
	x, y := binary.BigEndian.Uint64(a), binary.BigEndian.Uint64(b)
	if x == y {
		return bytes.Compare(a, b)
	}
	below := keyBits - digitBits - bits.LeadingZeros64(x^y)/digitBits*digitBits
	return cmp.Or(cmp.Compare(o.rank(x>>below, below), o.rank(y>>below, below)), cmp.Compare(x, y))
}

// rank is the hash by which a branch is ordered among its siblings: the finalizer of
// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
// generators", 2014) over the seed, and over the branch with the bits below it.
func (o walkOrder) rank(branch uint64, below int) uint64 {
	mix := func(z uint64) uint64 {
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	return mix(mix(uint64(o)+0x9e3779b97f4a7c15) ^ mix(branch+uint64(below)*0x9e3779b97f4a7c15))
}

// branches are the sixteen branches of one, in order.
func (o walkOrder) branches(branch uint64, below int) []uint64 {
	all := make([]uint64, 1<<digitBits)
	for i := range all {
		all[i] = branch<<digitBits | uint64(i)
	}
	slices.SortFunc(all, func(a, b uint64) int {
		return cmp.Or(cmp.Compare(o.rank(a, below), o.rank(b, below)), cmp.Compare(a, b))
	})
	return all
}

// borders are the least key of a branch and the least above it.
func borders(branch uint64, below int) (low, high []byte) {
	low = binary.BigEndian.AppendUint64(nil, branch<<below)
	if next := (branch + 1) << below; next != 0 {
		return low, binary.BigEndian.AppendUint64(nil, next)
	}
	return low, bytes.Repeat([]byte{0xff}, 17) // longer than a key
}

// Walk returns up to n puzzles of the random walk of a seed through the puzzles that
// a filter selects, from behind after, which Walk has returned, or nil for its
// beginning. next is nil at the end. A walk meets every puzzle once; one that is saved
// meanwhile has a place of its own in it.
func (l *Lookup) Walk(ctx context.Context, f Filter, seed int64, after []byte, n int) (found []Puzzle, next []byte, err error) {
	w := walker{order: walkOrder(seed), after: after, n: n + 1} // one more, to know whether there is a next one
	if after != nil && len(after) != 16 {
		err = fmt.Errorf("%w: a place in a walk is the key of a puzzle", ErrFilter)
	} else {
		err = w.walk(ctx, l, f.on(l.db))
	}
	if err != nil {
		return nil, nil, l.db.fail(ctx, "walking", err)
	}
	if len(w.found) > n {
		w.found = w.found[:n]
		next = w.found[n-1][:]
	}
	for _, canon := range w.found {
		p, err := l.ByCanon(ctx, canon)
		switch {
		case err == nil:
			found = append(found, p)
		case !errors.Is(err, ErrNotFound): // that one was removed meanwhile
			return nil, nil, err
		}
	}
	return found, next, nil
}

// walker collects the first n puzzles of a walk behind a key.
type walker struct {
	order walkOrder
	after []byte // nil at the beginning
	n     int
	found [][16]byte
	worth int64 // how many rows a block may have
	spent int64 // how many were in those that were read, as far as one can know
	most  int64 // how many are read block by block
	read  func(low, high []byte) error
}

const (
	// fewRows is what a block should have at least, so that it is hardly ever empty.
	fewRows = 4
	// Of a selection that hardly any puzzle is in, one row in scanFrom, and manyRows at
	// least, are read block by block, before the database is asked for all of it, which
	// it may have an index for. A row takes 5 µs in a block, a tenth of that in the order
	// of the table.
	manyRows = 1 << 13
	scanFrom = 32
)

// walk finds the puzzles.
func (w *walker) walk(ctx context.Context, l *Lookup, f Filter) error {
	wanted, err := f.query()
	if err != nil {
		return err
	}
	var rows int64
	if err := l.last.QueryRowContext(context.WithoutCancel(ctx)).Scan(&rows); err != nil {
		return err
	}
	look, asking := l.block, context.WithoutCancel(ctx) // see ByCanon
	if len(wanted.where) > 0 {
		asking = ctx
		in := wanted
		in.and("p.canon >= ? AND p.canon < ?")
		if look, err = l.db.readers.PrepareContext(ctx, "SELECT p.canon"+fromBlock(f.engine)+in.conditions()); err != nil {
			return err
		}
		defer look.Close()
	} else {
		wanted.args = nil
	}
	w.read = func(low, high []byte) error {
		rows, err := look.QueryContext(asking, append(slices.Clone(wanted.args), low, high)...)
		if err != nil {
			return err
		}
		return w.take(ctx, rows)
	}
	if err := w.pick(rows); err != nil || w.ended() || w.spent <= w.most {
		return err
	}
	w.found = nil
	if wanted, err = f.queryAll(); err != nil {
		return err
	}
	all, err := l.db.readers.QueryContext(ctx, "SELECT p.canon"+fromPuzzles+wanted.conditions(), wanted.args...)
	if err != nil {
		return err
	}
	return w.take(ctx, all)
}

// pick looks for the puzzles block by block, of so many rows.
func (w *walker) pick(rows int64) error {
	w.worth, w.most = int64(max(w.n, fewRows))<<digitBits-1, max(manyRows, rows/scanFrom)
	return w.visit(0, keyBits, rows)
}

// ended reports whether there is nothing more to look for.
func (w *walker) ended() bool { return len(w.found) >= w.n }

// visit reads a branch in which so many rows are to be expected: at once, or branch by
// branch where that is more than it is worth. The more was read in vain, the larger
// are the next blocks.
func (w *walker) visit(branch uint64, below int, rows int64) error {
	if rows <= w.worth || below == 0 {
		w.spent += rows
		w.worth = max(w.worth, w.spent)
		return w.read(borders(branch, below))
	}
	below -= digitBits
	all := w.order.branches(branch, below)
	if w.after != nil {
		if at := binary.BigEndian.Uint64(w.after) >> below; at>>digitBits == branch {
			all = all[slices.Index(all, at):]
		}
	}
	for _, branch := range all {
		if err := w.visit(branch, below, rows>>digitBits); err != nil || w.ended() || w.spent > w.most {
			return err
		}
	}
	return nil
}

// take keeps the first of rows of a key.
func (w *walker) take(ctx context.Context, rows *sql.Rows) error {
	defer rows.Close()
	cut := func() {
		slices.SortFunc(w.found, func(a, b [16]byte) int { return w.order.compare(a[:], b[:]) })
		w.found = w.found[:min(w.n, len(w.found))]
	}
	for rows.Next() {
		var canon sql.RawBytes
		if err := rows.Scan(&canon); err != nil {
			return err
		}
		if w.after != nil && w.order.compare(canon, w.after) <= 0 {
			continue
		}
		if w.found = append(w.found, [16]byte(canon)); len(w.found) > 2*w.n+1000 {
			cut()
		}
	}
	cut()
	return errors.Join(ctx.Err(), rows.Err())
}
