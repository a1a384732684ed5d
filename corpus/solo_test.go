package corpus

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadSolo(t *testing.T) {
	const tiny16 = "2x2:1a3c1b2e4"
	cases := []struct{ name, line, want string }{
		{"4x4", tiny16, "1:1 1.3.~...4/5"},
		{"with settings and a label", " 2x2m4db:1a3c1b2e4 # easy", "1:2 1.3.~...4/5 label=easy"},
		{"numbers of two digits", "4x4:16_1a15z" + strings.Repeat("z", 8) + "r", "1:1 G1.F~..../3"},
		{"seed", "3x3#1234", "! in.txt:1:1: the game ID: it contains a random seed, not the puzzle; the program shows the ID with a colon under Game, Specific"},
		{"diagonals", "2x2xd1:1n2", "1:1 x:1.~...2/2"},
		{"cages", "3x3kdt:zzzc,aa", "! in.txt:1:1: the game ID: it has rules that gradoku does not support: cages"},
		{"jigsaw", "4j:d3_2d2_1d,aaa_g___a__a_", "1:1 jigs~..../4"},
		{"jigsaw with diagonals", "4jx:d3_2d2_1d,aaa_g___a__a_", "1:1 x+ji~..../4"},
		{"boxes as regions", "4j:d3_2d2_1d,abbbbbbba", "1:1 ....~..../4"},
		{"jigsaw without regions", "4j:d3_2d2_1d", "! in.txt:1:1: the game ID: it lacks the regions of the jigsaw, which follow a comma"},
		{"jigsaw with few regions", "4j:d3_2d2_1d,aaa", "! in.txt:1:1: the game ID: its regions have 5 places for lines, not 24"},
		{"jigsaw with a strange line", "4j:d3_2d2_1d,aaA", "! in.txt:1:1: the game ID: 'A' is not allowed in the regions"},
		{"jigsaw with a large region", "4j:d3_2d2_1d,x", "! in.txt:1:1: the game ID: a region of the jigsaw has 16 cells; each must have 4"},
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
	for _, params := range []string{"2x2", "2x3", "3x3", "2x2x", "2x3x", "3x3x", "6j", "9j", "6jx", "9jx"} { // sgt-solo needs seconds for larger ones; the regions of 4j can be boxes
		ids, err := exec.Command(program, "--generate", "1", params).Output()
		if err != nil {
			t.Fatalf("%s --generate 1 %s: %v", program, params, err)
		}
		recs := records(t, readString(string(ids)))
		var rows []Row
		for _, rec := range recs {
			rows = append(rows, rec.Row())
		}
		if got := write(t, f, rows...); got != string(ids) || len(recs) != 1 {
			t.Errorf("%s becomes %s", ids, got)
		}
	}
}
