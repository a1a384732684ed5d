package corpus

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
)

func TestReadSolo(t *testing.T) {
	const tiny16 = "2x2:1a3c1b2e4"
	cases := []struct{ name, line, want string }{
		{"4x4", tiny16, "1:1 1.3.~...4/5"},
		{"with settings and a label", " 2x2m4db:1a3c1b2e4 # easy", "1:2 1.3.~...4/5 label=easy"},
		{"numbers of two digits", "4x4:16_1a15z" + strings.Repeat("z", 8) + "r", "1:1 G1.F~..../3"},
		{"seed", "3x3#1234", "! in.txt:1:1: the game ID: it contains a random seed, not the puzzle; the program shows the ID with a colon under Game, Specific"},
		{"diagonals", "3x3x:zzzc", "! in.txt:1:1: the game ID: it is a variant, with diagonals; only plain Sudoku is supported"},
		{"cages", "3x3kdt:zzzc,aa", "! in.txt:1:1: the game ID: it is a variant, with cages; only plain Sudoku is supported"},
		{"jigsaw", "9j:zzzc,aa", "! in.txt:1:1: the game ID: it is a variant, with boxes of any shape; only plain Sudoku is supported"},
		{"upright", "3x2:zj", "! in.txt:1:1: the game ID: its boxes are 2 wide and 3 high; in gradoku, boxes of a 6x6 puzzle are 3 wide and 2 high"},
		{"another size", "2x5:zz", "! in.txt:1:1: the game ID: there is no size 10: use 4, 6, 9, 12 or 16"},
		{"too short", "2x2:1a3c1b2e", "! in.txt:1:1: the game ID: it has 15 cells, but a 4x4 puzzle has 16"},
		{"too long", "2x2:1a3c1b2e4_4", "! in.txt:1:1: the game ID: it has 17 cells, but a 4x4 puzzle has 16"},
		{"digit", "2x2:5o", "! in.txt:1:1: the game ID: there is no digit 5 in a 4x4 puzzle"},
		{"large number", "2x2:99999999999999999999o", "! in.txt:1:1: the game ID: there is no digit 99999999999999999999 in a 4x4 puzzle"},
		{"character", "2x2:1-o", "! in.txt:1:1: the game ID: '-' is not allowed in a game ID"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff([]string{c.want}, dump(readString(c.line+"\n"))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestSoloItself: IDs that the program makes come back as they were, of every size
// that both have.
func TestSoloItself(t *testing.T) {
	program, err := exec.LookPath("sgt-solo")
	if err != nil {
		if program, err = exec.LookPath("/usr/games/sgt-solo"); err != nil {
			t.Skipf("Simon Tatham's puzzles are not there: %v", err)
		}
	}
	f, err := ByName("solo")
	if err != nil {
		t.Fatal(err)
	}
	for _, geo := range board.Sizes() {
		if geo.Size > 9 { // takes it seconds
			continue
		}
		params := map[int]string{4: "2x2", 6: "2x3", 9: "3x3"}[geo.Size]
		ids, err := exec.Command(program, "--generate", "5", params).Output()
		if err != nil {
			t.Fatalf("%s --generate 5 %s: %v", program, params, err)
		}
		recs := records(t, readString(string(ids)))
		var rows []Row
		for _, rec := range recs {
			rows = append(rows, rec.Row())
		}
		if got := write(t, f, rows...); got != string(ids) || len(recs) != 5 || recs[0].Puzzle.Geometry() != geo {
			t.Errorf("%s becomes %s", ids, got)
		}
	}
}
