package generate

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/internal/golden"
)

// TestGolden pins the puzzles of a seed: whoever changes them changes what every
// stored run means, and must raise the version of gradoku.
func TestGolden(t *testing.T) {
	var b strings.Builder
	for _, geo := range board.Sizes() {
		for _, sym := range board.Symmetries() {
			if geo.Size > 9 && sym.Name != "none" {
				continue
			}
			g := generator(t, Shape{Geometry: geo, Symmetry: sym})
			for _, index := range []uint64{0, 1, 1 << 40} {
				p, err := g.Try(42, index)
				fmt.Fprintf(&b, "%d %s %d %v %v\n", geo.Size, sym.Name, index, p.Grid, err)
			}
		}
	}
	golden.Check(t, filepath.Join("testdata", "golden.txt"), b.String())
}
