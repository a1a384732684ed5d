package store

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// A walk visits the puzzles of a selection in a random order, which a seed determines. It
// begins with a puzzle that is drawn, each with the same chance, and goes on in the order of
// a tree: keys are divided into digits of four bits, and at each digit a hash of the seed
// and the preceding digits determines the order of the sixteen branches. At the end of the
// tree it goes on at its beginning, up to the first puzzle. So
//
//   - the order depends only on the seed and the keys: saving a puzzle moves no other, and
//     the first puzzle is another one only if the new one was drawn with it;
//   - puzzles whose keys begin with the same digits are consecutive, however many
//     digits: there is always a block of the index that holds exactly the puzzles
//     needed, and one look-up reads it.
//
// Keys are hashes, so puzzles with similar keys have nothing in common. The first puzzle
// of the tree would be a poor draw: a puzzle that is alone in its branch would come first up
// to ten times as often as others. So the first puzzle is found by rejection (von Neumann,
// "Various techniques used in connection with random digits", 1951): draw a block, which
// holds some six puzzles, and a number below slots; if the block has a puzzle of that
// number, that is it, else draw again. This takes four look-ups on average.
//
// The order of [DB.Sample] scatters its puzzles better, but if most of its million blocks
// are empty, each puzzle costs many look-ups: twenty among 93,000.

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
	w := walker{order: walkOrder(seed), n: n + 1} // one more, to find out whether there is a next one
	switch len(after) {
	case 0:
	case 32:
		w.start, w.after = after[:16], after[16:]
	default:
		err = fmt.Errorf("%w: a place in a walk must be the keys of its first and its last puzzle", ErrFilter)
	}
	if err == nil {
		err = w.walk(ctx, l, f.on(l.db))
	}
	if err != nil {
		return nil, nil, l.db.fail(ctx, "walking", err)
	}
	if len(w.found) > n {
		w.found = w.found[:n]
		next = slices.Concat(w.start, w.found[n-1][:])
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
	start []byte // the first puzzle of the walk; nil if it is to be drawn
	after []byte // the last puzzle so far
	fresh bool   // start was drawn by this walker
	n     int
	found [][16]byte
	worth int64 // how many rows a block may have
	spent int64 // estimated number of rows in the blocks read so far
	most  int64 // how many rows to read block by block
	// read reads the keys from low on and below high.
	read func(low, high []byte) ([][16]byte, error)
}

const (
	// fewRows is how many rows a block should have at least, so that it is rarely empty.
	fewRows = 4
	// If hardly any puzzle is in the selection, one row in scanFrom, and at least
	// manyRows, are read block by block. Then one query reads the whole selection. A row
	// takes 5 µs in a block, and a tenth of that in the order of the table.
	manyRows = 1 << 13
	scanFrom = 32
	// A block to draw from has about drawRows puzzles of the selection, and hardly ever more
	// than slots: once in 10^8 blocks. blockTries blocks show whether it has so many.
	drawRows   = 6
	blockTries = 8
	slots      = 24
)

// walk finds the puzzles.
func (w *walker) walk(ctx context.Context, l *Lookup, f Filter) error {
	from, wanted, rare, err := f.looked(ctx, l.db.readers, rareRows)
	if err != nil {
		return err
	}
	if !rare {
		var rows int64
		if err := l.last.QueryRowContext(context.WithoutCancel(ctx)).Scan(&rows); err != nil {
			return err
		}
		look, asking := l.block, context.WithoutCancel(ctx) // see ByCanon
		args := wanted.args
		if len(wanted.where) > 0 {
			asking = ctx
			in := query{where: slices.Clone(wanted.where)}
			in.and("p.canon >= ? AND p.canon < ?")
			if look, err = l.db.readers.PrepareContext(ctx, "SELECT p.canon"+fromBlock(f.engine)+in.conditions()); err != nil {
				return err
			}
			defer look.Close()
		} else {
			args = nil
		}
		w.read = func(low, high []byte) ([][16]byte, error) {
			rows, err := look.QueryContext(asking, append(slices.Clone(args), low, high)...)
			return keysIn(ctx, rows, err)
		}
		if err := w.pick(rows); err != nil || w.ended() || w.spent <= w.most {
			return err
		}
		if from, wanted, _, err = f.looked(ctx, l.db.readers, fairlyRareRows); err != nil {
			return err
		}
	}
	rows, err := l.db.readers.QueryContext(ctx, "SELECT p.canon"+from+wanted.conditions(), wanted.args...)
	keys, err := keysIn(ctx, rows, err)
	w.choose(keys)
	return err
}

// choose finds the puzzles among all keys of the selection.
func (w *walker) choose(keys [][16]byte) {
	if w.found = nil; len(keys) == 0 {
		return
	}
	if w.start == nil {
		slices.SortFunc(keys, func(a, b [16]byte) int { return bytes.Compare(a[:], b[:]) })
		w.begin(keys[w.order.draw(0, uint64(len(keys)))])
	} else if w.fresh {
		w.begin([16]byte(w.start))
	}
	w.take(keys, false)
	w.take(keys, true)
}

// keysIn reads the keys that a query selects.
func keysIn(ctx context.Context, rows *sql.Rows, err error) (keys [][16]byte, _ error) {
	err = each(rows, err, func(row scanner) error {
		key, err := scanKey(row)
		keys = append(keys, key)
		return cmp.Or(err, ctx.Err())
	})
	return keys, err
}

// draw returns a number below n, which is the same for the same seed and try.
func (o walkOrder) draw(try, n uint64) uint64 {
	high, _ := bits.Mul64(o.rank(try, keyBits+1), n)
	return high
}

// begin makes a puzzle the first of the walk.
func (w *walker) begin(first [16]byte) {
	w.start, w.after, w.fresh = first[:], first[:], true
	w.found = [][16]byte{first}
}

// pick searches for the puzzles block by block. rows is the number of rows in all.
func (w *walker) pick(rows int64) error {
	w.worth, w.most = int64(max(w.n, fewRows))<<digitBits-1, max(manyRows, rows/scanFrom)
	if w.start == nil {
		if err := w.first(rows); err != nil || w.start == nil {
			return err
		}
	}
	last := w.after
	if !w.wrapped(last) {
		if err := w.visit(0, keyBits, rows, last, nil); err != nil || w.ended() || w.spent > w.most {
			return err
		}
		last = nil
	}
	return w.visit(0, keyBits, rows, last, w.start)
}

// wrapped reports whether a puzzle comes in the part of the walk that follows the end of the
// tree.
func (w *walker) wrapped(key []byte) bool { return w.order.compare(key, w.start) < 0 }

// first draws the first puzzle of the walk. It gives up when there is none, or when it has
// read too much.
func (w *walker) first(rows int64) error {
	for blocks, try := uint64(max(1, rows/drawRows)), uint64(0); w.spent <= w.most; {
		width, seen := math.MaxUint64/blocks+1, 0 // the width of a single block is not used
		for range blockTries {
			block := w.order.draw(2*try, blocks)
			low, high := binary.BigEndian.AppendUint64(nil, block*width), bytes.Repeat([]byte{0xff}, 17)
			if block < blocks-1 {
				high = binary.BigEndian.AppendUint64(nil, (block+1)*width)
			}
			keys, err := w.read(low, high)
			if err != nil {
				return err
			}
			w.spent += rows / int64(blocks)
			seen += len(keys)
			numbers := uint64(slots)
			if blocks == 1 { // it has all puzzles
				numbers = uint64(max(1, len(keys)))
			}
			slot := w.order.draw(2*try+1, numbers)
			if try++; slot < uint64(len(keys)) {
				w.begin(keys[slot])
				return nil
			}
		}
		if seen < blockTries { // hardly any puzzle is in the selection
			if blocks == 1 && seen == 0 {
				return nil
			}
			blocks = max(1, blocks/4)
		}
	}
	return nil
}

// ended reports whether enough puzzles have been found.
func (w *walker) ended() bool { return len(w.found) >= w.n }

// visit reads a branch, in which about rows rows are expected: at once, or branch by branch
// if these are more than a block may have. It leaves out what comes before the key from or
// after the key to. The more rows were read without success, the larger the next blocks are.
func (w *walker) visit(branch uint64, below int, rows int64, from, to []byte) error {
	if rows <= w.worth || below == 0 {
		w.spent += rows
		w.worth = max(w.worth, w.spent)
		keys, err := w.read(borders(branch, below))
		w.take(keys, to != nil)
		return err
	}
	below -= digitBits
	all := w.order.branches(branch, below)
	// place returns the place of a key's branch among all.
	place := func(key []byte) (int, bool) {
		if key == nil {
			return 0, false
		}
		at := binary.BigEndian.Uint64(key) >> below
		return slices.Index(all, at), at>>digitBits == branch
	}
	if i, in := place(to); in {
		all = all[:i+1]
	}
	if i, in := place(from); in {
		all = all[i:]
	}
	for _, branch := range all {
		if err := w.visit(branch, below, rows>>digitBits, from, to); err != nil || w.ended() || w.spent > w.most {
			return err
		}
	}
	return nil
}

// take keeps the first keys in walk order, of those that come before the end of the tree or,
// if wrapped, of those that come after it.
func (w *walker) take(keys [][16]byte, wrapped bool) {
	compare := func(a, b []byte) int {
		if x, y := w.wrapped(a), w.wrapped(b); x != y {
			if x {
				return 1
			}
			return -1
		}
		return w.order.compare(a, b)
	}
	for _, key := range keys {
		if w.wrapped(key[:]) == wrapped && compare(key[:], w.after) > 0 {
			w.found = append(w.found, key)
		}
	}
	slices.SortFunc(w.found, func(a, b [16]byte) int { return compare(a[:], b[:]) })
	w.found = w.found[:min(w.n, len(w.found))]
}
