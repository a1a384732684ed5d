package corpus

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
)

// everyVariant is for formats that can hold all variants.
var everyVariant = board.Variant{}.Choices()

// rules are the rules of a puzzle that its file states, apart from those of rows and columns.
type rules struct {
	size    int
	regions []int // the region of each cell, with any numbers; nil for boxes
	houses  []board.CellSet
}

func (r *rules) geometry() (*board.Geometry, error) {
	plain, err := board.ForSize(r.size)
	if err != nil {
		return nil, err
	}
	var v board.Variant
	if boxes := regionsOf(plain); r.regions != nil && !slices.Equal(numbered(r.regions), numbered(boxes)) {
		layout, letters := numbered(r.regions), make([]byte, len(r.regions))
		for i, region := range layout {
			letters[i] = "0123456789abcdefghijklmnopqrstuvwxyz"[min(region, 35)]
		}
		if v, err = v.WithLayout(string(letters)); err != nil {
			return nil, err
		}
	}
	if v, err = v.WithHouses(r.size, r.houses); err != nil {
		return nil, err
	}
	return v.On(r.size)
}

// add adds a house that holds each digit once.
func (r *rules) add(cells ...board.Cell) { r.houses = append(r.houses, board.SetOf(cells...)) }

// regionsOf returns the box or region of each cell.
func regionsOf(g *board.Geometry) []int {
	list := make([]int, g.Cells)
	for i := range list {
		list[i] = g.Box(board.Cell(i))
	}
	return list
}

// numbered numbers regions in order of their first cells.
func numbered(regions []int) []int {
	list, of := make([]int, len(regions)), map[int]int{}
	for i, region := range regions {
		if _, known := of[region]; !known {
			of[region] = len(of)
		}
		list[i] = of[region]
	}
	return list
}

// cellNamed reads a cell written as R1C1, with its numbers in the given base.
func cellNamed(g *board.Geometry, name string, base int) (board.Cell, error) {
	row, col, ok := strings.Cut(strings.TrimPrefix(name, "R"), "C")
	r, err := strconv.ParseUint(row, base, 8)
	k, err2 := strconv.ParseUint(col, base, 8)
	if !ok || err != nil || err2 != nil || r < 1 || k < 1 || int(r) > g.Size || int(k) > g.Size {
		return 0, fmt.Errorf("there is no cell %s in a %dx%d puzzle", name, g.Size, g.Size)
	}
	return g.CellAt(int(r)-1, int(k)-1), nil
}

// cellText writes a cell in the form that cellNamed reads.
func cellText(g *board.Geometry, c board.Cell, base int) string {
	return "R" + strconv.FormatInt(int64(g.Row(c)+1), base) + "C" + strconv.FormatInt(int64(g.Col(c)+1), base)
}

// unsupported is the error for a puzzle with rules that no variant has.
func unsupported(rules string) error {
	return fmt.Errorf("it has rules that gradoku does not support: %s", rules)
}
