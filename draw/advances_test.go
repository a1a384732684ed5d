package draw

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"os"
	"testing"
)

var updateAdvances = flag.Bool("update-advances", false, "write advances_table.go anew")

// TestAdvances compares the table of advances, by which texts are measured where there
// are no fonts, with the font.
func TestAdvances(t *testing.T) {
	face := GoFonts().Face(Regular)
	if *updateAdvances {
		var b bytes.Buffer
		b.WriteString("package draw\n\n// goAdvances are the advances of Go Regular: Latin, Greek and Cyrillic, and signs.\n// go test ./draw -run Advances -update-advances writes the table.\nvar goAdvances = [...]struct {\n\tfrom rune\n\tunits []uint16\n}{\n")
		for _, block := range [][2]rune{{0x20, 0x530}, {0x2000, 0x2300}} {
			fmt.Fprintf(&b, "{0x%x, []uint16{", block[0])
			for r := block[0]; r < block[1]; r++ {
				if (r-block[0])%16 == 0 {
					b.WriteString("\n")
				}
				fmt.Fprintf(&b, "%d,", int(face.glyph(r).advance*goEm))
			}
			b.WriteString("\n}},\n")
		}
		b.WriteString("}\n")
		text, err := format.Source(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("advances_table.go", text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for r := ' '; r < 0x3000; r++ {
		if got, want := goAdvance(r), face.glyph(r).advance; got != want && (want == 0 || got != 0 || r < 0x530) {
			t.Errorf("U+%04X %q: %v, the font has %v", r, r, got, want)
		}
	}
}
