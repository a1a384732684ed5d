package board

// maxBlocks is the largest number of stacks or bands, on 16x16 (6x6 has 2
// stacks but 3 bands, 12x12 the other way round).
const maxBlocks = 4

// none marks a line or position that is not assigned yet. As a digit of an
// image it is larger than every other.
const none = 0xFF

// blocks says which lines (columns or rows) each block (stack or band) has.
type blocks struct {
	width uint8
	of    [MaxSize]uint8    // the block of each line
	lines [maxBlocks]uint16 // the lines of each block, as bits
	none  order             // no line has a place
}

func newBlocks(size, width int) blocks {
	b := blocks{width: uint8(width)}
	for i := range size {
		b.of[i] = uint8(i / width)
		b.lines[i/width] |= 1 << i
	}
	for i := range b.none.at {
		b.none.at[i], b.none.place[i] = none, none
	}
	for i, lines := range b.lines {
		b.none.next[i] = none
		b.none.idle |= lines
	}
	b.none.free = b.none.idle
	return b
}

// order is a partial order of lines. A block begins when one of its lines gets a
// place. Its places are filled from left to right, and blocks begin from left to
// right too.
type order struct {
	at    [MaxSize]uint8   // the line at each position
	place [MaxSize]uint8   // the position of each line
	next  [maxBlocks]uint8 // by block: where its next line goes
	begun uint8            // where the next block to begin will begin
	idle  uint16           // the lines of blocks that have not begun, as bits
	free  uint16           // the lines without a position, as bits
}

// put returns the position of a line. A line without one gets the first possible
// position.
func (o *order) put(line uint8, b *blocks) uint8 {
	if p := o.place[line]; p != none {
		return p
	}
	block := b.of[line]
	p := o.next[block]
	if p == none {
		p = o.begun
		o.begun += b.width
		o.idle &^= b.lines[block]
	}
	o.next[block] = p + 1
	o.at[p], o.place[line] = line, p
	o.free &^= 1 << line
	return p
}

// placeAfter returns the position that put would give a line once some line of
// another block is at position p.
func (o *order) placeAfter(p int, line uint8, b *blocks) uint8 {
	if q := o.place[line]; q != none {
		return q
	}
	if q := o.next[b.of[line]]; q != none {
		return q
	}
	if p == int(o.begun) {
		return o.begun + b.width
	}
	return o.begun
}

// choices returns the lines that can be put at position p, the first free one.
func (o *order) choices(p int, b *blocks) uint16 {
	if p == int(o.begun) {
		return o.idle
	}
	return o.free & b.lines[b.of[o.at[p-1]]]
}
