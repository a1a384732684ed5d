package corpus

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Statistics belong to the puzzle above them, however it is drawn.
func TestQQWing(t *testing.T) {
	stats := func(level string) string {
		return "Time: 9.2 milliseconds\nNumber of Givens: 21\nNumber of Hidden Singles: 8\nDifficulty: " + level + "\n"
	}
	drawn := func(g string) string { // as with --readable
		var b strings.Builder
		for i := range 81 {
			switch b.WriteString(" " + g[i:i+1]); {
			case i%9 == 8:
				b.WriteString("\n")
			case i%3 == 2:
				b.WriteString(" |")
			}
			if i == 26 || i == 53 {
				b.WriteString("-------|-------|-------\n")
			}
		}
		return b.String() + "\n"
	}
	compact := func(g string) string {
		var b strings.Builder
		for i := 0; i < 81; i += 9 {
			b.WriteString(g[i:i+9] + "\n")
		}
		return b.String() + "\n"
	}
	line := func(g string) string { return g + "\n" }
	for name, style := range map[string]func(string) string{"line": line, "compact": compact, "readable": drawn} {
		for kind, answer := range map[string]string{"puzzle": "", "solution": inkalaIs} {
			text := style(inkala)
			if answer != "" {
				text += style(answer)
			}
			text += stats("Expert") + style(inkala) + stats("Simple") + "2 puzzles generated in 0.028314 seconds.\n"
			recs := records(t, Read("x", strings.NewReader(text)))
			if len(recs) != 2 {
				t.Fatalf("%s, %s: %d puzzles", name, kind, len(recs))
			}
			for i, level := range []string{"Expert", "Simple"} {
				want := []Field{{"time", "9.2 milliseconds"}, {"Hidden Singles", "8"}, {Level, level}}
				if recs[i].Puzzle.String() != inkala || recs[i].Solution.String() != []string{answer, ""}[i] || !cmp.Equal(recs[i].Fields, want) {
					t.Errorf("%s, %s: puzzle %d is %+v", name, kind, i+1, recs[i])
				}
			}
			if row := recs[0].Row(); !strings.Contains(string(row.AppendJSON(nil)), `"Hidden Singles":8`) {
				t.Error("a number is not a number")
			}
		}
	}
}

// Where the first line had to do, statistics are told apart from titles.
func TestQQWingAsLines(t *testing.T) {
	f, _ := ByName("line")
	got := dump(f.Read("x", strings.NewReader(inkala+"\nNumber of Givens: 21\n"+moler+"\n")))
	if len(got) != 3 || !strings.Contains(got[1], "x:2:1: these are QQWing's statistics") {
		t.Errorf("got %q", got)
	}
	f, _ = ByName("qqwing")
	got = dump(f.Read("x", strings.NewReader("Number of Givens: 21\n"+moler+"\n")))
	if len(got) != 2 || !strings.Contains(got[0], "x:1:1: there is no puzzle above these statistics") {
		t.Errorf("got %q", got)
	}
}
