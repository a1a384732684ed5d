package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/solve"
)

// variantPuzzle makes a puzzle of a 4x4 variant: a full grid without its first digits.
func variantPuzzle(t *testing.T, seq int64, text string) Puzzle {
	t.Helper()
	empty, err := board.Parse(text + strings.Repeat(".", 16))
	must(t, err)
	solution := solve.Count(&empty, 1).First
	if !solution.Full() {
		t.Fatalf("%s has no grid", text)
	}
	givens := solution
	givens.Set(0, 0)
	givens.Set(1, 0)
	geo := givens.Geometry()
	return Puzzle{
		Seq: seq, Size: geo.Size, Givens: givens.String(), Solution: solution.String(), Canon: board.Key(&givens, &solution),
		Clues: 14, Symmetry: board.SymmetryOf(givens.ClueSet(), geo).Name, Grade: grade.NewGrader(geo).Grade(&givens),
	}
}

// TestVariants saves puzzles with the same cells and other houses, and selects them.
func TestVariants(t *testing.T) {
	onEveryEngine(t, func(t *testing.T) {
		d := create(t)
		run := begin(t, d, wish(1, 10))
		all := []Puzzle{
			variantPuzzle(t, 0, ""), variantPuzzle(t, 1, "x:"), variantPuzzle(t, 2, "disjoint:"),
			variantPuzzle(t, 3, "jigsaw:1112122233343444:"), variantPuzzle(t, 4, "x+disjoint:"),
			variantPuzzle(t, 5, "x+jigsaw:1122112234443334:"), variantPuzzle(t, 6, "jigsaw:1223122314431443:"), variantPuzzle(t, 7, "jigsaw:1123112344234423:"),
		}
		save(t, d, Batch{RunID: run.ID, To: 8, Puzzles: all})
		for choice, want := range map[string]string{
			"": "0", "any": "0 1 2 3 4 5 6 7", "x": "1", "disjoint+x": "4", "jigsaw": "3 5 6 7", "jigsaw:1112122233343444": "3", "windoku": "",
			"x+jigsaw": "5", "disjoint+jigsaw": "", "jigsaw:rotate180": "3 6", "jigsaw:mirror-vertical": "6 7", "jigsaw:mirror-both": "6", "jigsaw:full": "",
		} {
			var s Selection
			must(t, s.Variant.UnmarshalText([]byte(choice)))
			f, err := s.Filter()
			must(t, err)
			f.Keys = true
			var got []string
			for _, p := range puzzles(t, d, f) {
				if p.Givens != all[p.Seq].Givens || p.Solution != all[p.Seq].Solution {
					t.Errorf("%v reads %s", all[p.Seq].Givens, p.Givens)
				}
				got = append(got, fmt.Sprint(p.Seq))
			}
			if strings.Join(got, " ") != want {
				t.Errorf("--variant %q: %v, want %s", choice, got, want)
			}
		}
		want := []Count{{"disjoint", 1}, {"jigsaw", 3}, {"x", 1}, {"x+disjoint", 1}, {"x+jigsaw", 1}}
		if counts, err := d.Variants(t.Context()); err != nil || !slices.Equal(counts, want) {
			t.Errorf("counted: %v, want %v, %v", counts, want, err)
		}
		if info, err := d.Info(t.Context()); err != nil || !slices.Equal(info.Variants, want) {
			t.Errorf("the database has %v, want %v, %v", info.Variants, want, err)
		}
		if f, err := (&Selection{Run: run.ID}).Filter(); err != nil || len(puzzles(t, d, f)) != 8 {
			t.Errorf("the run has not all puzzles: %v", err)
		}
		exec(t, d, "UPDATE puzzle SET variant = 'windoku' WHERE seq = 1")
		if _, err := d.PuzzleByID(t.Context(), 2); err == nil || !strings.Contains(err.Error(), "windoku") {
			t.Errorf("a variant that the size does not have: %v", err)
		}
	})
}
