package study

import (
	"cmp"
	"encoding/binary"
	"iter"
	"math"
	"slices"
	"sort"

	"gradoku/grade"
)

// column holds one number of every puzzle, NaN where it is unknown. A study keeps some
// ninety of them, for hundreds of thousands of puzzles. But most have few distinct
// values: clues, ratings, steps of a technique. So values holds each distinct value once,
// and a puzzle keeps only its index there, its code. A code takes no byte while all
// values are the same, one up to 256 values, two up to 65,536. Beyond that the numbers
// themselves are kept. Values are returned exactly as they were added.
type column struct {
	n      int
	values []float64 // distinct, in the order in which they came
	sorted []uint16  // codes in ascending order of their values, that of NaN first
	narrow []uint8   // codes, one for each puzzle
	wide   []uint16  // the same, once there are too many values for narrow
	plain  []float64 // the numbers, once there are too many values for wide
}

// maxCodes is the most distinct values for which a column uses codes.
const maxCodes = 1 << 16

func columnOf(x []float64) *column {
	c := new(column)
	for _, v := range x {
		c.add(v)
	}
	return c
}

func (c *column) add(v float64) {
	if c.plain != nil {
		c.plain = append(c.plain, v)
		c.n++
		return
	}
	at, known := sort.Find(len(c.sorted), func(i int) int { return cmp.Compare(v, c.values[c.sorted[i]]) })
	if !known {
		if len(c.values) == maxCodes {
			plain := make([]float64, c.n, 2*c.n)
			for i := range plain {
				plain[i] = c.at(i)
			}
			*c = column{n: c.n + 1, plain: append(plain, v)}
			return
		}
		c.sorted = slices.Insert(c.sorted, at, uint16(len(c.values)))
		c.values = append(c.values, v)
		switch len(c.values) { // where the codes need more room
		case 2:
			c.narrow = make([]uint8, c.n, max(64, 2*c.n)) // all of the first value
		case 1<<8 + 1:
			c.wide = make([]uint16, c.n, 2*c.n)
			for i, code := range c.narrow {
				c.wide[i] = uint16(code)
			}
			c.narrow = nil
		}
	}
	code := c.sorted[at]
	switch {
	case c.wide != nil:
		c.wide = append(c.wide, code)
	case c.narrow != nil:
		c.narrow = append(c.narrow, uint8(code))
	}
	c.n++
}

func (c *column) at(i int) float64 {
	if c.plain != nil {
		return c.plain[i]
	}
	return c.values[c.code(i)]
}

// code returns the index of a puzzle's number in values; not for a plain column.
func (c *column) code(i int) int {
	switch {
	case c.wide != nil:
		return int(c.wide[i])
	case c.narrow != nil:
		return int(c.narrow[i])
	}
	return 0
}

// mapped returns the column of f of each number. It shares the codes.
func (c *column) mapped(f func(float64) float64) *column {
	m := *c
	m.values, m.sorted, m.plain = slices.Clone(c.values), slices.Clone(c.sorted), slices.Clone(c.plain)
	for i, v := range m.values {
		m.values[i] = f(v)
	}
	for i, v := range m.plain {
		m.plain[i] = f(v)
	}
	slices.SortFunc(m.sorted, func(a, b uint16) int { return cmp.Or(cmp.Compare(m.values[a], m.values[b]), cmp.Compare(a, b)) })
	return &m
}

// known appends the numbers that are known to a list, in the order of the puzzles.
func (c *column) known(x []float64) []float64 {
	x = slices.Grow(x, c.n)
	for i := range c.n {
		if v := c.at(i); !math.IsNaN(v) {
			x = append(x, v)
		}
	}
	return x
}

// distinct returns the known values in ascending order, nil when there are more
// than limit.
func (c *column) distinct(limit int) []float64 {
	if c.plain != nil {
		return nil // more than maxCodes
	}
	values := c.groups().values
	if len(values) > limit {
		return nil
	}
	return append([]float64{}, values...)
}

// groups holds the known values of a column in ascending order, and which of them
// each puzzle has.
type groups struct {
	values []float64
	column *column
	number []int32 // group of each code, or, in a plain column, of each puzzle; -1 for NaN
}

func (c *column) groups() groups {
	g := groups{column: c}
	if c.plain != nil {
		g.values = c.known(nil)
		slices.Sort(g.values)
		g.values = slices.Compact(g.values)
		g.number = make([]int32, c.n)
		for i, v := range c.plain {
			if g.number[i] = -1; !math.IsNaN(v) {
				k, _ := slices.BinarySearch(g.values, v)
				g.number[i] = int32(k)
			}
		}
		return g
	}
	g.number = make([]int32, len(c.values))
	for _, code := range c.sorted {
		v := c.values[code]
		if g.number[code] = -1; math.IsNaN(v) {
			continue
		}
		if n := len(g.values); n == 0 || v != g.values[n-1] {
			g.values = append(g.values, v)
		}
		g.number[code] = int32(len(g.values) - 1)
	}
	return g
}

// of returns the number of a puzzle's group, -1 for none.
func (g *groups) of(i int) int32 {
	if g.column.plain == nil {
		i = g.column.code(i)
	}
	return g.number[i]
}

// uses holds the number of steps of each technique that solve each puzzle. A puzzle needs
// about ten of the techniques, most of them a few times. Storing two bytes for each of
// these takes half the memory of a column for each technique.
type uses struct {
	all []byte // for each puzzle: the number of techniques, then row and steps of each
}

func (u *uses) add(steps *[grade.MaxTechniques]uint16) {
	at := len(u.all)
	u.all = append(u.all, 0)
	for row, n := range steps {
		if n > 0 {
			u.all[at]++
			u.all = append(u.all, uint8(row))
			u.all = binary.AppendUvarint(u.all, uint64(n))
		}
	}
}

// of yields the steps of one technique, for every puzzle in order.
func (u *uses) of(row int) iter.Seq2[int, int] {
	return func(yield func(puzzle, steps int) bool) {
		rest := u.all
		for puzzle := 0; len(rest) > 0; puzzle++ {
			techniques, steps := rest[0], 0
			rest = rest[1:]
			for range techniques {
				n, length := binary.Uvarint(rest[1:])
				if int(rest[0]) == row {
					steps = int(n)
				}
				rest = rest[1+length:]
			}
			if !yield(puzzle, steps) {
				return
			}
		}
	}
}

// texts holds a text of every puzzle, one after another: a label as it was read. Most
// labels turn out to be numbers and are then stored as a column.
type texts struct {
	all []byte // each text with its length before it
}

func (t *texts) add(s string) {
	t.all = binary.AppendUvarint(t.all, uint64(len(s)))
	t.all = append(t.all, s...)
}

// each yields the texts with their numbers.
func (t *texts) each() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		rest := t.all
		for i := 0; len(rest) > 0; i++ {
			n, head := binary.Uvarint(rest)
			end := head + int(n)
			if !yield(i, string(rest[head:end])) {
				return
			}
			rest = rest[end:]
		}
	}
}
