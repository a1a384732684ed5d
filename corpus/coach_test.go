package corpus

import (
	"bytes"
	"compress/zlib"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// packCoach packs the JSON of a position.
func packCoach(text string) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	z.Write([]byte(text))
	z.Close()
	return coachPrefix + coachBase32.EncodeToString(b.Bytes())
}

func TestReadCoach(t *testing.T) {
	zero := strings.Repeat("0", 78)
	json := `{"gridSize":9,"givenDigits":"800` + zero + `","userDigits":"820` + zero + `","userCellCandidates":"2-0-10-` + strings.Repeat("0-", 77) + `0"}`
	position := "8...~..../1 state=82" + strings.Repeat(".", 79) + " candidates=.......8." + ".2......." + "1.3......" + strings.Repeat(".", 78*9)
	cases := []struct{ name, line, want string }{
		{"play", "https://sudoku.coach/en/play/" + digits(inkala) + " x", "1:1 8...~.4../21 label=x"},
		{"solver", "see sudoku.coach/de/solver/" + inkala + "?a=1", "1:5 8...~.4../21 label=see"},
		{"position", packCoach(json) + " # x", "1:1 " + strings.Replace(position, " state", " label=x state", 1)},
		{"link to one", "https://sudoku.coach/en/play/" + packCoach(json), "1:1 " + position},
		{"no entries", packCoach(`{"gridSize":9,"givenDigits":"800` + zero + `"}`), "1:1 8...~..../1"},
		{"the player's colours", packCoach(strings.Replace(json, "{", `{"userCellColors":[1],"a":[],`, 1)), "1:1 " + position},
		{"variant", packCoach(strings.Replace(json, "{", `{"cages":[1],"antiKnight":true,`, 1)), "! in.txt:1:1: the link: it is a variant, with antiKnight, cages; only plain Sudoku is supported"},
		{"another size", packCoach(strings.Replace(json, "9", "6", 1)), "! in.txt:1:1: the link: its grid is 6x6; only 9x9 is supported"},
		{"short digits", packCoach(`{"gridSize":9,"givenDigits":"800"}`), `! in.txt:1:1: the link: "800" should be 81 digits`},
		{"few candidates", packCoach(strings.Replace(json, "2-0-", "", 1)), "! in.txt:1:1: the link: it has candidates for 79 cells, not 81"},
		{"odd candidates", packCoach(strings.Replace(json, "2-0-", "2-1-", 1)), `! in.txt:1:1: the link: cell 2: "1" are not candidates`},
		{"no JSON", packCoach("x"), "! in.txt:1:1: the link: its contents are not a position of Sudoku Coach: it is not JSON at byte 1: invalid character 'x' looking for beginning of value"},
		{"not base 32", packCoach(json)[:59] + "z", "! in.txt:1:1: the link: the packed part is truncated or altered: illegal base32 data at input byte 51"},
		{"cut", packCoach(json)[:64], "! in.txt:1:1: the link: the packed part is truncated or altered: unexpected EOF"},
		{"bomb", packCoach(strings.Repeat(" ", 2*maxLine)), "! in.txt:1:1: the link: the packed part is truncated or altered: it is longer than 1048576 bytes"},
		{"by name", "https://sudoku.coach/en/s/JCDs", "! in.txt:1:1: the link: it refers to a puzzle on the site but does not contain it; open it there and export it"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f, err := ByName("sudokucoach")
			if err != nil {
				t.Fatal(err)
			}
			got := dump(f.Read("in.txt", strings.NewReader(c.line+"\n")))
			if diff := cmp.Diff([]string{c.want}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func FuzzCoach(f *testing.F) {
	f.Add(packCoach(`{"gridSize":9,"givenDigits":"`+digits(inkala)+`","userDigits":"","userCellCandidates":""}`) + "\nhttps://sudoku.coach/en/play/" + inkala)
	fuzz(f, "sudokucoach")
}

func FuzzCoachPosition(f *testing.F) {
	f.Add(`{"gridSize":9,"givenDigits":"` + digits(inkala) + `","userCellCandidates":"0-2-"}`)
	f.Fuzz(func(_ *testing.T, text string) { coachPosition([]byte(text)) })
}
