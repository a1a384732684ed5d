package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"slices"
)

// Sample draws n random puzzles from those that a filter selects and returns
// their ids in the order drawn. The filter's order, limit and offset are
// ignored. It takes the puzzles whose keys come first in the seed's order of
// blocks, and within a block by a hash of seed and key. So the same puzzles
// give the same sample in every database, a larger sample contains the smaller
// ones, and adding or removing one puzzle changes one place in it. About 2n puzzles
// are held in memory, and a few out of millions are found without reading the
// others.
func (d *DB) Sample(ctx context.Context, f Filter, n int, seed int64) ([]int64, error) {
	f = f.on(d)
	var ids []int64
	err := d.reading(ctx, func(tx *sql.Tx) error {
		s := &sampler{n: n, seed: seed, order: newBlockOrder(seed)}
		var last int64
		if err := tx.QueryRowContext(ctx, lastPuzzle).Scan(&last); err != nil {
			return err
		}
		enough, err := s.probe(ctx, tx, f, worthwhile(n, last))
		if err == nil && !enough {
			s.least = nil
			err = s.scan(ctx, tx, f)
		}
		ids = s.ids()
		return err
	})
	return ids, d.fail(ctx, "drawing a sample", err)
}

// worthwhile returns how many blocks to search for n puzzles before reading all
// puzzles. It returns 0 if that many blocks are too few for n. A block takes as long
// as reading some twenty puzzles, which is wasted if few match the filter.
func worthwhile(n int, puzzles int64) int {
	blocks := min(4096, puzzles/40)
	if int64(n)<<blockBits > puzzles*blocks {
		return 0
	}
	return int(blocks)
}

// sampler collects the n puzzles with the smallest lots.
type sampler struct {
	n     int
	seed  int64
	order *blockOrder
	least []lot // with some larger ones until cut
}

// probe searches the first blocks until it has n puzzles, and reports whether it
// found as many.
func (s *sampler) probe(ctx context.Context, q preparer, f Filter, blocks int) (bool, error) {
	wanted, err := f.query()
	if err != nil || blocks == 0 {
		return false, err
	}
	wanted.and("p.canon >= ? AND p.canon < ?")
	look, err := q.PrepareContext(ctx, "SELECT p.id, p.canon"+fromBlock(f.engine)+wanted.conditions())
	if err != nil {
		return false, err
	}
	defer look.Close()
	for place := range uint32(blocks) {
		low, high := blockBorders(s.order.at(place))
		args := append(wanted.args[:len(wanted.args):len(wanted.args)], low, high)
		rows, err := look.QueryContext(ctx, args...)
		if err := s.take(ctx, rows, err); err != nil || len(s.least) >= s.n {
			return err == nil, err
		}
	}
	return false, nil
}

// preparer is what *sql.DB and *sql.Tx have in common.
type preparer interface {
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// fromBlock makes the engine look up puzzles by the keys of a block, never in another
// order.
func fromBlock(e *engine) string {
	return " FROM puzzle AS p" + e.index("sqlite_autoindex_puzzle_1") + " LEFT JOIN grade AS g" + e.index(gradeKey) + " ON" + ofPuzzle
}

// blockBorders returns the smallest key of a block and the smallest above the block.
func blockBorders(block uint32) (low, high []byte) {
	const shift = 32 - blockBits
	low = binary.BigEndian.AppendUint32(nil, block<<shift)
	if block == 1<<blockBits-1 {
		return low, bytes.Repeat([]byte{0xff}, 17) // longer than a key
	}
	return low, binary.BigEndian.AppendUint32(nil, (block+1)<<shift)
}

// scan reads every puzzle.
func (s *sampler) scan(ctx context.Context, q querier, f Filter) error {
	wanted, err := f.query()
	if err != nil {
		return err
	}
	rows, err := q.QueryContext(ctx, "SELECT p.id, p.canon"+fromPuzzles+wanted.conditions(), wanted.args...)
	return s.take(ctx, rows, err)
}

// take draws from the rows of a query, which have an id and a key.
func (s *sampler) take(ctx context.Context, rows *sql.Rows, err error) error {
	return each(rows, err, func(row scanner) error {
		var id int64
		var canon sql.RawBytes
		if err := row.Scan(&id, &canon); err != nil {
			return err
		}
		if s.least = append(s.least, s.lot(id, canon)); len(s.least) >= 2*s.n+1000 {
			s.cut()
		}
		return ctx.Err()
	})
}

// lot returns the lot of a puzzle: the place of its key's block, then a hash of seed
// and key.
func (s *sampler) lot(id int64, canon []byte) lot {
	var text [24]byte
	binary.BigEndian.PutUint64(text[:], uint64(s.seed))
	copy(text[8:], canon)
	block := binary.BigEndian.Uint32(text[8:]) >> (32 - blockBits)
	return lot{s.order.place(block), sha256.Sum256(text[:]), id}
}

// cut keeps the n smallest lots, in order.
func (s *sampler) cut() {
	slices.SortFunc(s.least, func(a, b lot) int {
		return cmp.Or(cmp.Compare(a.place, b.place), bytes.Compare(a.hash[:], b.hash[:]))
	})
	s.least = s.least[:min(s.n, len(s.least))]
}

// ids returns the puzzles drawn, the smallest lot first.
func (s *sampler) ids() []int64 {
	s.cut()
	ids := make([]int64, len(s.least))
	for i, l := range s.least {
		ids[i] = l.id
	}
	return ids
}

// lot is a puzzle with its sort key.
type lot struct {
	place uint32
	hash  [32]byte
	id    int64
}

// A sample is drawn block by block: the space of canonical keys is divided into a
// million blocks of equal width, each seed has an order of the blocks, and the
// sample takes them in that order. Since keys are hashes, the puzzles of a block
// have nothing in common. They are a few neighbouring rows of the index.

// blockBits is how many bits of a key give its block. With ten million puzzles, a block
// has ten puzzles.
const blockBits = 20

const (
	halfBits = blockBits / 2
	halfMask = 1<<halfBits - 1
)

// blockOrder is a permutation of the blocks that can be computed in both directions.
// So finding the first blocks, or the place of a block, needs no table of all blocks.
// It is a Feistel network of four rounds over the two halves of a block's number (Luby
// and Rackoff, "How to construct pseudorandom permutations from pseudorandom
// functions", 1988).
type blockOrder [4][1 << halfBits]uint16

// newBlockOrder fills the rounds' tables from the seed with SplitMix64 (Steele,
// Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
func newBlockOrder(seed int64) *blockOrder {
	var b blockOrder
	state := uint64(seed)
	for round := range b {
		for i := range b[round] {
			state += 0x9e3779b97f4a7c15
			z := state
			z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
			z = (z ^ z>>27) * 0x94d049bb133111eb
			b[round][i] = uint16(z>>31) & halfMask
		}
	}
	return &b
}

// place returns the place of a block in the order.
func (b *blockOrder) place(block uint32) uint32 {
	left, right := block>>halfBits, block&halfMask
	for round := range b {
		left, right = right, left^uint32(b[round][right])
	}
	return left<<halfBits | right
}

// at returns the block at a place. It is the inverse of place.
func (b *blockOrder) at(place uint32) uint32 {
	left, right := place>>halfBits, place&halfMask
	for round := len(b) - 1; round >= 0; round-- {
		left, right = right^uint32(b[round][left]), left
	}
	return left<<halfBits | right
}
