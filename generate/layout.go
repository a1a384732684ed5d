package generate

import (
	"math/rand/v2"

	"gradoku/board"
	"gradoku/solve"
)

// variantFill returns the function that makes random full grids of a variant. Few digits
// fit anywhere in them, so it has the search of the solver, which sees where, instead of a
// [Filler].
func variantFill(geo *board.Geometry) func(*rand.Rand) board.Grid {
	search := solve.NewSearcher(geo)
	search.Budget = restartAfter * int64(geo.Cells)
	empty := board.NewGrid(geo)
	return func(rng *rand.Rand) board.Grid {
		for {
			if full, ok := search.Random(&empty, rng); ok {
				return full
			}
		}
	}
}

// fillable reports whether a variant has a full grid, as far as a search can tell.
func fillable(geo *board.Geometry) bool {
	search := solve.NewSearcher(geo)
	search.Budget = proofBudget
	empty := board.NewGrid(geo)
	return search.Count(&empty, 1) == 1
}

// randomJigsaw draws a layout for an open jigsaw until one can be filled, and returns its
// geometry and a full grid.
//
// A layout starts as boxes. Two cells of neighbouring regions change sides, and stay there
// if both regions are still connected, as often as there are cells: by then little is left
// of the boxes, and more changes only make layouts that cannot be filled more frequent.
func randomJigsaw(open *board.Geometry, rng *rand.Rand) (*board.Geometry, board.Grid) {
	region := make([]byte, open.Cells)
	search := func(geo *board.Geometry) *solve.Searcher {
		s := solve.NewSearcher(geo)
		s.Budget = restartAfter * int64(geo.Cells)
		return s
	}
	for {
		for c := range region {
			region[c] = 'a' + byte(open.Box(board.Cell(c)))
		}
		for changes := 0; changes < open.Cells; {
			a, b := rng.IntN(open.Cells), rng.IntN(open.Cells)
			if region[a] == region[b] {
				continue
			}
			region[a], region[b] = region[b], region[a]
			if beside(open, region, a) && beside(open, region, b) &&
				connected(open, region, region[a]) && connected(open, region, region[b]) {
				changes++
			} else {
				region[a], region[b] = region[b], region[a]
			}
		}
		v, err := open.Variant.WithLayout(string(region))
		if err != nil {
			continue
		}
		geo, err := v.On(open.Size)
		if err != nil || !geo.Variant.Jigsaw() {
			continue
		}
		empty := board.NewGrid(geo)
		if full, ok := search(geo).Random(&empty, rng); ok {
			return geo, full
		}
	}
}

// beside reports whether a cell shares a side with another cell of its region. This quick test
// rules out most changes.
func beside(geo *board.Geometry, region []byte, c int) bool {
	n, k, name := geo.Size, c%geo.Size, region[c]
	return k > 0 && region[c-1] == name || k < n-1 && region[c+1] == name ||
		c >= n && region[c-n] == name || c < n*n-n && region[c+n] == name
}

// connected reports whether the cells of a region are one piece.
func connected(geo *board.Geometry, region []byte, name byte) bool {
	var cells board.CellSet
	for c, r := range region {
		if r == name {
			cells.Add(board.Cell(c))
		}
	}
	return geo.Connected(cells)
}
