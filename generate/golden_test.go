package generate

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/board"
)

var update = flag.Bool("update", false, "write the golden file anew")

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
	path := filepath.Join("testdata", "golden.txt")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, lines := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	if len(got) != len(lines) {
		t.Fatalf("%d lines, the golden file has %d", len(got), len(lines))
	}
	for i := range got {
		if got[i] != lines[i] {
			t.Errorf("line %d:\n got %s\nwant %s", i+1, got[i], lines[i])
		}
	}
}
