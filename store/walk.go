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

// A walk visits the puzzles of a selection in a random order, which a seed determines.
// The order is that of a tree: keys are divided into digits of four bits, and at each
// digit a hash of the seed and the preceding digits determines the order of the sixteen
// branches. So
//
//   - the order depends only on the seed and the keys: the same puzzles are visited in
//     the same order in every database, and saving another puzzle moves no other;
//   - puzzles whose keys begin with the same digits are consecutive, however many
//     digits: there is always a block of the index that holds exactly the puzzles
//     needed, and one look-up reads it.
//
// Keys are hashes, so puzzles with similar keys have nothing in common. Picking one
// puzzle is not quite fair: a puzzle that is alone in its branch is picked a little more
// often, so two seeds begin with the same puzzle 1.35 times as often as with fair draws.
// The order of [DB.Sample] is fairer and scatters its puzzles, but if most of its
// million blocks are empty, each puzzle costs many look-ups: twenty among 93,000.

const (
	digitBits = 4
	keyBits   = 64 // this many bits of a key are ordered by the seed, the others by their value
)

// walkOrder is the order of a walk, given by its seed.
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

// branches returns the sixteen branches of a branch, in order.
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

// borders returns the smallest key of a branch and the smallest above the branch.
func borders(branch uint64, below int) (low, high []byte) {
	low = binary.BigEndian.AppendUint64(nil, branch<<below)
	if next := (branch + 1) << below; next != 0 {
		return low, binary.BigEndian.AppendUint64(nil, next)
	}
	return low, bytes.Repeat([]byte{0xff}, 17) // longer than a key
}

// Walk returns up to n puzzles of a seed's random walk through the puzzles that a filter
// selects. after is the next that an earlier call returned, or nil for the beginning.
// next is nil at the end. A walk visits every puzzle once; a puzzle that is saved
// meanwhile has its own place in it.
func (l *Lookup) Walk(ctx context.Context, f Filter, seed int64, after []byte, n int) (found []Puzzle, next []byte, err error) {
	w := walker{order: walkOrder(seed), after: after, n: n + 1} // one more, to find out whether there is a next one
	if after != nil && len(after) != 16 {
		err = fmt.Errorf("%w: a place in a walk must be the key of a puzzle", ErrFilter)
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
		case !errors.Is(err, ErrNotFound): // a puzzle that was removed meanwhile is skipped
			return nil, nil, err
		}
	}
	return found, next, nil
}

// walker collects the first n puzzles of a walk after a key.
type walker struct {
	order walkOrder
	after []byte // nil at the beginning
	n     int
	found [][16]byte
	worth int64 // how many rows a block may have
	spent int64 // estimated number of rows in the blocks read so far
	most  int64 // how many rows to read block by block
	read  func(low, high []byte) error
}

const (
	// fewRows is how many rows a block should have at least, so that it is rarely empty.
	fewRows = 4
	// If hardly any puzzle is in the selection, one row in scanFrom, and at least
	// manyRows, are read block by block. Then one query reads the whole selection,
	// perhaps through an index. A row takes 5 µs in a block, and a tenth of that in the
	// order of the table.
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

// pick searches for the puzzles block by block. rows is the number of rows in all.
func (w *walker) pick(rows int64) error {
	w.worth, w.most = int64(max(w.n, fewRows))<<digitBits-1, max(manyRows, rows/scanFrom)
	return w.visit(0, keyBits, rows)
}

// ended reports whether enough puzzles have been found.
func (w *walker) ended() bool { return len(w.found) >= w.n }

// visit reads a branch, in which about rows rows are expected: at once, or branch by branch
// if these are more than a block may have. The more rows were read without success, the
// larger the next blocks are.
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

// take keeps the first puzzles in walk order. rows holds their keys.
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
