package store

// A sample is drawn block by block: the space of canonical keys is cut into a
// million blocks of equal width, each seed has an order of the blocks, and the
// sample takes them in that order. As keys are hashes, a block has nothing in
// common but chance, and a few rows of the index hold it.

// blockBits of a key tell its block. With ten million puzzles a block has ten.
const blockBits = 20

const (
	halfBits = blockBits / 2
	halfMask = 1<<halfBits - 1
)

// blockOrder is a permutation of the blocks that can be computed both ways, so
// that neither the first blocks nor the place of one need a table of all: a
// Feistel network of four rounds over the two halves of a block's number
// (Luby and Rackoff, "How to construct pseudorandom permutations from
// pseudorandom functions", 1988).
type blockOrder [4][1 << halfBits]uint16

// newBlockOrder fills the rounds' tables from the seed with SplitMix64 (Steele,
// Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
func newBlockOrder(seed int64) *blockOrder {
	var o blockOrder
	state := uint64(seed)
	for round := range o {
		for i := range o[round] {
			state += 0x9e3779b97f4a7c15
			z := state
			z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
			z = (z ^ z>>27) * 0x94d049bb133111eb
			o[round][i] = uint16(z>>31) & halfMask
		}
	}
	return &o
}

// place returns the place of a block in the order.
func (o *blockOrder) place(block uint32) uint32 {
	left, right := block>>halfBits, block&halfMask
	for round := range o {
		left, right = right, left^uint32(o[round][right])
	}
	return left<<halfBits | right
}

// at returns the block at a place, the inverse of place.
func (o *blockOrder) at(place uint32) uint32 {
	left, right := place>>halfBits, place&halfMask
	for round := len(o) - 1; round >= 0; round-- {
		left, right = right^uint32(o[round][left]), left
	}
	return left<<halfBits | right
}
