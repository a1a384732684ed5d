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
	if geo.Variant.Open() {
		var full board.Grid
		return randomJigsaw(geo, newStream().Rand, &full) != nil
	}
	search := solve.NewSearcher(geo)
	search.Budget = proofBudget
	empty := board.NewGrid(geo)
	return search.Count(&empty, 1) == 1
}

// randomJigsaw draws layouts for an open jigsaw until one can be filled, fills a grid,
// and returns its geometry. It returns nil if it finds none.
//
// A layout starts as boxes. Two cells of neighbouring regions are exchanged, together with
// their images under the symmetry, and the exchange stays if the regions are still connected.
// There are as many exchanges as cells: by then little is left of the boxes, and further
// exchanges only lead to more layouts that cannot be filled.
func randomJigsaw(open *board.Geometry, rng *rand.Rand, full *board.Grid) *board.Geometry {
	symmetry := open.Variant.LayoutSymmetry()
	images := make([][]board.Cell, open.Cells)
	for c := range images {
		images[c] = symmetry.Images(open, board.Cell(c))
	}
	region, before := make([]byte, open.Cells), make([]byte, open.Cells)
	for range 1000 { // one layout in seventeen of a 6x6 x+jigsaw can be filled
		for c := range region {
			region[c] = 'a' + byte(open.Box(board.Cell(c)))
		}
		copy(before, region)
		changes := 0
		for tries := 0; changes < open.Cells && tries < 1000*open.Cells; tries++ {
			a, b := rng.IntN(open.Cells), rng.IntN(open.Cells)
			if region[a] == region[b] {
				continue
			}
			for i, image := range images[a] {
				region[image], region[images[b][i]] = before[images[b][i]], before[image]
			}
			if beside(open, region, a) && beside(open, region, b) &&
				connected(open, region, region[a]) && connected(open, region, region[b]) && symmetric(region, images) {
				changes++
				copy(before, region)
			} else {
				copy(region, before)
			}
		}
		if changes == 0 { // boxes do not have the symmetry, or no other layout does
			break
		}
		v, err := open.Variant.WithLayout(string(region))
		if err != nil {
			continue
		}
		geo, err := v.On(open.Size)
		if err != nil || !geo.Variant.Jigsaw() {
			continue
		}
		search, empty := solve.NewSearcher(geo), board.NewGrid(geo)
		search.Budget = restartAfter * int64(geo.Cells)
		var ok bool
		if *full, ok = search.Random(&empty, rng); ok {
			return geo
		}
	}
	return nil
}

// beside reports whether a cell shares a side with another cell of its region. This quick test
// rules out most changes.
func beside(geo *board.Geometry, region []byte, c int) bool {
	n, k, name := geo.Size, c%geo.Size, region[c]
	return k > 0 && region[c-1] == name || k < n-1 && region[c+1] == name ||
		c >= n && region[c-n] == name || c < n*n-n && region[c+n] == name
}

// connected reports whether a region is in one piece and has as many cells as a row.
func connected(geo *board.Geometry, region []byte, name byte) bool {
	var cells board.CellSet
	for c, r := range region {
		if r == name {
			cells.Add(board.Cell(c))
		}
	}
	return cells.Len() == geo.Size && geo.Connected(cells)
}

// symmetric reports whether the images of the cells of each region are a region.
func symmetric(region []byte, images [][]board.Cell) bool {
	for i := range images[0] {
		var to [128]byte
		for c, r := range region {
			image := region[images[c][i]]
			if to[r] != 0 && to[r] != image {
				return false
			}
			to[r] = image
		}
	}
	return true
}
