package corpus

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// TestExpansion: what a reader allocates, and what it gives to puzzles as their values, does not grow
// with the square of a text. Each of these texts once gave gigabytes or took a minute.
func TestExpansion(t *testing.T) {
	const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	long := strings.Repeat("a", 1<<17)
	list, pairs := `"`+puzzle+`"`+strings.Repeat(`,"`+puzzle+`"`, 1<<11), []byte(`"":"`+puzzle+`"`)
	for i := range 1 << 11 {
		pairs = fmt.Appendf(pairs, `,"%d":"%s"`, i, puzzle)
	}
	members := string(pairs)
	for _, test := range []struct{ name, text, fault string }{
		{"a description above many games", "<opensudoku><description>" + long + "</description>" + strings.Repeat(`<game data="`+puzzle+`"/>`, 1<<11), `because of "description"`},
		{"many texts above many games", "<opensudoku><name>" + strings.Repeat("a<!---->", 1<<16) + "</name>" + strings.Repeat(`<game data="`+puzzle+`"/>`, 1<<11), "before </opensudoku>"},
		{"the name of a list", `{"` + long[:3900] + `":[` + list + "]}", `because of "label"`},
		{"the name of a list in an object", `{"` + long + `":{` + members + "}}", `because of "label"`},
		{"a value of all puzzles", `{"note":"` + long + `","puzzle":{` + members + "}}", `because of "note"`},
		{"the name of a column", "puzzle," + long + "\n" + strings.Repeat(puzzle+",1\n", 1<<11), `because of "aaaa`},
		{"the name of a column in reasons", "puzzle,kil" + strings.Repeat("_", 1<<17) + "ler\n" + strings.Repeat(puzzle+",1\n", 1<<11), `because of "kil___`},
		{"titles in links", strings.Repeat("https://f-puzzles.com/?load="+packLink(`{"title":"`+long[:1<<16]+`","size":4,"grid":[`+strings.Repeat("[{},{},{},{}],", 3)+"[{},{},{},{}]]}")+"\n", 1<<6), `because of "title"`},
		{"a table as an object", `{"puzzle":{` + strings.Repeat(`"a":1,"b":1,"c":1,`, 1<<15) + `"d":1}` + strings.Repeat(`,"e":1`, 1<<15) + "}", "too large"},
		{"many cells without a grid", "puzzle,n\n" + strings.Repeat("x,1\n", 1<<15), "too short"},
		{"many texts without a grid", "[" + strings.Repeat(`"",`, 1<<15) + `""]`, "no cell"},
		{"brackets without an end", puzzle + "\n" + strings.Repeat("(1", 1<<19-1), "neither a digit"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		said, all := "", 0
		for _, err := range Read("x", strings.NewReader(test.text)) {
			if err != nil {
				said = err.Error()
				all += len(said)
			}
		}
		runtime.ReadMemStats(&after)
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 128 || all > 8<<20 || !strings.Contains(said, test.fault) {
			t.Errorf("%s: %d MB were allocated, and the last error is %.200q; want at most 128 MB and %q", test.name, mb, said, test.fault)
		}
	}
}

// TestAlignedExpansion: rows get no more names than the puzzles are worth.
func TestAlignedExpansion(t *testing.T) {
	wide := Row{Puzzle: tiny}
	for i := range 1000 {
		wide.Values = append(wide.Values, Text(fmt.Sprint(i, strings.Repeat("a", 1000)), "1"))
	}
	n, said := 0, error(nil)
	for _, err := range Aligned(func(yield func(Row, error) bool) {
		for row := wide; yield(row, nil); row = (Row{Puzzle: tiny}) {
		}
	}, nil) {
		if n, said = n+1, err; err != nil {
			break
		}
	}
	if n > 100 || !strings.Contains(fmt.Sprint(said), "name the columns") {
		t.Errorf("%d rows, then %v", n, said)
	}
}
