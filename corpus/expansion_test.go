package corpus

import (
	"runtime"
	"strings"
	"testing"
)

// TestExpansion: what a reader allocates does not grow with the square of a text. Each of these
// texts once took gigabytes or a minute.
func TestExpansion(t *testing.T) {
	const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	for _, test := range []struct{ name, text, fault string }{
		{"a table as an object", `{"puzzle":{` + strings.Repeat(`"a":1,"b":1,"c":1,`, 1<<15) + `"d":1}` + strings.Repeat(`,"e":1`, 1<<15) + "}", "too large"},
		{"many cells without a grid", "puzzle,n\n" + strings.Repeat("x,1\n", 1<<15), "too short"},
		{"many texts without a grid", "[" + strings.Repeat(`"",`, 1<<15) + `""]`, "no cell"},
		{"brackets without an end", puzzle + "\n" + strings.Repeat("(1", 1<<19-1), "neither a digit"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		said := ""
		for _, err := range Read("x", strings.NewReader(test.text)) {
			if err != nil {
				said = err.Error()
			}
		}
		runtime.ReadMemStats(&after)
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 128 || !strings.Contains(said, test.fault) {
			t.Errorf("%s: %d MB were allocated, and the last error is %.200q; want at most 128 MB and %q", test.name, mb, said, test.fault)
		}
	}
}
