package solve

import (
	"context"
	"slices"

	"gradoku/board"
)

// exactCover is the puzzle as an exact cover problem in dancing links: Donald E.
// Knuth, "Dancing Links", 2000 (arXiv cs/0011047), Algorithm X. The links and the
// order of covering are from there; the translation of Sudoku is folklore.
//
// There is a column for each of the 4*N*N things that must happen exactly once: a
// cell is filled; a row, a column, a box holds a digit. An option, digit d in cell c,
// is a row of four nodes. The houses of a variant add columns and nodes. Options that a clue rules out are left out, so
// contradictory clues give a column without options.
//
// It shares no code and no idea with the solvers that propagate candidates, so
// it can confirm their proofs independently.
type exactCover struct {
	// Node 0 is the root, nodes 1 to columns are the column heads, and the rest
	// the options.
	left, right, up, down, column []int32
	size                          []int32 // nodes in a column, by its head
	failed                        []int32 // how often the search found the column empty
	columns                       int32
	options                       []option
	optionOf                      []int32 // by node, from the first after the heads

	chosen  []int32 // a node of the option chosen at each level
	backing bool    // the next move is to another option of the last level
	stats   Stats
	geo     *board.Geometry
}

type option struct {
	cell  board.Cell
	digit board.Digit
}

func newExactCover(p *board.Grid, within *board.Board) *exactCover {
	geo := p.Geometry()
	columns := geo.Cells + geo.Houses*geo.Size
	nodes := columns + 1 + columns*geo.Size
	x := &exactCover{
		geo:     geo,
		columns: int32(columns),
		left:    make([]int32, 0, nodes), right: make([]int32, 0, nodes),
		up: make([]int32, 0, nodes), down: make([]int32, 0, nodes), column: make([]int32, 0, nodes),
		options: make([]option, 0, geo.Cells*geo.Size), chosen: make([]int32, 0, geo.Cells),
	}
	for i := range x.columns + 1 {
		x.addNode(i, i, i)
		x.left[i], x.right[i] = i-1, i+1
	}
	x.left[0], x.right[x.columns] = x.columns, 0
	x.size, x.failed = make([]int32, x.columns+1), make([]int32, x.columns+1)
	for i, clue := range p.Digits() {
		for d := range geo.All.All() {
			if clue == d || clue == 0 && (within == nil || within.Candidates(board.Cell(i)).Has(d)) {
				x.addOption(geo, option{board.Cell(i), d})
			}
		}
	}
	return x
}

// addNode appends a node to the end of a column.
func (x *exactCover) addNode(head, up, down int32) {
	x.left = append(x.left, 0)
	x.right = append(x.right, 0)
	x.up = append(x.up, up)
	x.down = append(x.down, down)
	x.column = append(x.column, head)
}

func (x *exactCover) addOption(geo *board.Geometry, o option) {
	x.options = append(x.options, o)
	first := int32(len(x.up))
	x.addOptionNode(int(o.cell))
	houses := geo.HousesOf(o.cell)
	for _, h := range [3]board.House{houses[board.Row], houses[board.Column], houses[board.Box]} {
		x.addOptionNode(columnOf(geo, h, o.digit))
	}
	for _, h := range houses[3:] {
		x.addOptionNode(columnOf(geo, h, o.digit))
	}
	end := int32(len(x.up))
	for node := first; node < end; node++ {
		x.left[node], x.right[node] = node-1, node+1
	}
	x.left[first], x.right[end-1] = end-1, first
}

// columnOf is the column of a digit in a house. They come after those of the cells: rows
// first, then columns, boxes, and the houses of a variant.
func columnOf(geo *board.Geometry, h board.House, d board.Digit) int {
	switch geo.Kind(h) {
	case board.Row:
		h = board.House(geo.Index(h))
	case board.Box:
		h += board.House(2 * geo.Size)
	}
	return geo.Cells + int(h)*geo.Size + int(d) - 1
}

func (x *exactCover) addOptionNode(column int) {
	head, node := int32(column)+1, int32(len(x.up))
	last := x.up[head]
	x.addNode(head, last, head)
	x.down[last], x.up[head] = node, node
	x.size[head]++
	x.optionOf = append(x.optionOf, int32(len(x.options)-1))
}

// cover takes a column out of the list of columns and its options out of all
// other columns; uncover undoes that, in reverse order.
func (x *exactCover) cover(head int32) {
	x.right[x.left[head]], x.left[x.right[head]] = x.right[head], x.left[head]
	for i := x.down[head]; i != head; i = x.down[i] {
		for j := x.right[i]; j != i; j = x.right[j] {
			x.down[x.up[j]], x.up[x.down[j]] = x.down[j], x.up[j]
			x.size[x.column[j]]--
		}
	}
}

func (x *exactCover) uncover(head int32) {
	for i := x.up[head]; i != head; i = x.up[i] {
		for j := x.left[i]; j != i; j = x.left[j] {
			x.size[x.column[j]]++
			x.down[x.up[j]], x.up[x.down[j]] = j, j
		}
	}
	x.right[x.left[head]], x.left[x.right[head]] = head, head
}

// choose makes an option part of the solution and covers its other columns.
func (x *exactCover) choose(node int32) {
	for j := x.right[node]; j != node; j = x.right[j] {
		x.cover(x.column[j])
	}
}

func (x *exactCover) unchoose(node int32) {
	for j := x.left[node]; j != node; j = x.left[j] {
		x.uncover(x.column[j])
	}
}

// smallest returns the column with the fewest options, the S heuristic of the paper,
// and among equals the one that has most often had none left: where the search has
// failed it will fail again, and the sooner the better (Boussemart and others,
// "Boosting Systematic Search by Weighting Constraints", 2004).
func (x *exactCover) smallest() int32 {
	best := x.right[0]
	for h := best; h != 0; h = x.right[h] {
		if x.size[h] < x.size[best] || x.size[h] == x.size[best] && x.failed[h] > x.failed[best] {
			best = h
		}
	}
	return best
}

// next searches for the next solution, which is then in chosen. It returns
// false when none is left, or when stats.Nodes has reached maxNodes.
func (x *exactCover) next(maxNodes int64) bool {
	for x.stats.Nodes < maxNodes {
		if x.backing && !x.advance() {
			return false
		}
		x.stats.Nodes++
		if x.right[0] == 0 {
			x.backing = true
			return true
		}
		head := x.smallest()
		if x.size[head] == 0 {
			x.failed[head]++
			x.backing = true
			continue
		}
		if x.size[head] > 1 {
			x.stats.Guesses++
		}
		x.cover(head)
		x.choose(x.down[head])
		x.chosen = append(x.chosen, x.down[head])
	}
	return false
}

// advance goes back to the last level with an untried option and chooses it.
func (x *exactCover) advance() bool {
	for len(x.chosen) > 0 {
		top := &x.chosen[len(x.chosen)-1]
		x.unchoose(*top)
		head := x.column[*top]
		if *top = x.down[*top]; *top != head {
			x.choose(*top)
			x.backing = false
			return true
		}
		x.uncover(head)
		x.chosen = x.chosen[:len(x.chosen)-1]
	}
	return false
}

// progress reports whether anything is left to search.
func (x *exactCover) progress() (stats Stats, more bool) {
	more = !x.backing || slices.ContainsFunc(x.chosen, func(node int32) bool { return x.down[node] != x.column[node] })
	return x.stats, more
}

func (x *exactCover) solution() board.Grid {
	g := board.NewGrid(x.geo)
	for _, node := range x.chosen {
		o := x.options[x.optionOf[node-x.columns-1]]
		g.Set(o.cell, o.digit)
	}
	return g
}

// solveDLX is the row "dlx" of the table.
func solveDLX(ctx context.Context, p *board.Grid, opt Options) Result {
	return enumerate(ctx, newExactCover(p, opt.Within), opt)
}
