package corpus

import (
	"encoding/xml"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadOpenSudoku(t *testing.T) {
	const i, m = "8...~.4../21", ".2..~..2./21"
	game := func(puzzle string) string { return `<game data="` + digits(puzzle) + `"/>` }
	saved := "version: 1\n8|-|0|5|-|1|0|1,2,|1|" + strings.Repeat("0|-|1|", 78)
	marks := "8......." + "." + "....5...." + "12......." + strings.Repeat(".", 78*9)
	marks = strings.Repeat(".", 7) + "8." + marks[9:]
	state := "85" + strings.Repeat(".", 79)
	cases := []struct {
		name, text string
		want       []string
	}{
		{
			"version 1",
			"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n<name>Mine</name><author/><created>2014-01-11</created><level>easy</level>\n" + game(inkala) + game(moler) + "</opensudoku>",
			[]string{"4:1 " + i + " folder=Mine created=2014-01-11 level=easy", "4:97 " + m + " folder=Mine created=2014-01-11 level=easy"},
		},
		{
			"version 2",
			`<opensudoku version="2"><folder name="Easy" created="1">` + game(inkala) + "</folder>\n<folder name='A &amp; B'>" + game(moler) + "</folder></opensudoku>\n",
			[]string{"1:57 " + i + " level=Easy", "2:26 " + m + " level=A & B"},
		},
		{"a game in progress", `<opensudoku version="2"><folder name="Sudoku"><game time="1200" state="0" note="a&#10;b" data="` + saved + `"/></folder></opensudoku>`, []string{
			"1:47 8...~..../1 state=" + state + " candidates=" + marks + " label=a\nb game_state=0 time=1200",
		}},
		{"bits", `<opensudoku><game data="version: 3&#10;8|0|0|5|0|1|0|3|1|` + strings.Repeat("0|0|1|", 78) + `"/></opensudoku>`, []string{
			"1:13 8...~..../1 state=" + state + " candidates=" + marks,
		}},
		{"two bars", `<opensudoku><game data="version: 2&#10;8|0||0|5|0||1|0|3||1|` + strings.Repeat("0|0|1|", 78) + `"/></opensudoku>`, []string{
			"1:13 8...~..../1 state=" + state + " candidates=" + marks,
		}},
		{"version 3 and data 4", `<opensudoku version="3"><folder name="Hard" created="1"><game created="5" state="1" mistake_counter="2" hint_usage="1" time="9" last_played="7" cells_data="version: 4&#10;8|0|0|0|5|0|0|1|0|1|2|1|` + strings.Repeat("0|0|0|1|", 78) + `" user_note="n" command_stack="" rating_level="3" rating_value="52"/></folder></opensudoku>`, []string{
			"1:57 8...~..../1 level=Hard state=" + state + " candidates=" + marks + " label=n created=5 game_state=1 time=9 last_played=7 mistake_counter=2 hint_usage=1 rating_level=3 rating_value=52",
		}},
		{"OpenSudoku 2 and data 5", `<opensudoku2 version="3"><folder folder_name="Hard" folder_created="1"><game cells_data="version: 5&#10;8|0|0|0|0|5|0|0|3|1|0|3|0|1|1|` + strings.Repeat("0|0|0|0|1|", 78) + `"/></folder></opensudoku2>`, []string{
			"1:72 8...~..../1 level=Hard state=" + state + " candidates=" + marks,
		}},
		{"notes above 9", `<opensudoku version="3"><game cells_data="version: 4&#10;8|0|0|0|5|0|0|1|0|1|512|1|` + strings.Repeat("0|0|0|1|", 78) + `"/></opensudoku>`, []string{
			`! in.txt:1:25: cell 3 of the saved game: "512" are not notes`,
		}},
		{"bad games", "<opensudoku>\n" + game(inkala[:80]) + "\n<game/>\n<game data='version: 9\n1'/>\n<game data='version: 1\n1|-|0|'/>\n" + game(moler) + "</opensudoku>", []string{
			"! in.txt:2:1: the data of the game: line 1, column 80: too short: 80 cells, a 9x9 puzzle has 81",
			"! in.txt:3:1: the data of the game: there is no puzzle: the text has no cell",
			`! in.txt:4:1: the data of the game has version "9"; 1 to 5 are read`,
			"! in.txt:6:1: the saved game has 3 values, not 3 for each of 81 cells",
			"8:1 " + m,
		}},
		{"cut", "<opensudoku>" + game(inkala), []string{"1:13 " + i, "! in.txt:1:109: the file ends before </opensudoku>"}},
		{"no XML", "<opensudoku>\n" + game(inkala) + "\n<<", []string{"2:1 " + i, "! in.txt:3:1: not XML from here on: expected element name after <"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, dump(readString(c.text))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Entities that a file declares do not expand, and what never ends is an error.
func TestHostileXML(t *testing.T) {
	laughs := `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>` + "\n<opensudoku><name>&b;</name></opensudoku>"
	cases := []struct{ name, text, want string }{
		{"entities", laughs, "in.txt:2:1: not XML from here on: invalid character entity &b;"},
		{"long attribute", `<opensudoku><game data="` + strings.Repeat("0", 2*maxLine), "reading in.txt, line 1: a tag or a text is longer than 1048576 bytes: this is not a puzzle file"},
		{"long text", `<opensudoku><name>` + strings.Repeat("a", 2*maxLine), "reading in.txt, line 1: a tag or a text is longer than 1048576 bytes: this is not a puzzle file"},
		{"long comment", `<opensudoku><!--` + strings.Repeat("a", 2*maxLine), "reading in.txt, line 1: a tag or a text is longer than 1048576 bytes: this is not a puzzle file"},
		{"deep", `<opensudoku>` + strings.Repeat("<a>", 1<<16), "in.txt:1:196621: the file ends before </opensudoku>"},
		{"encoding", `<?xml version="1.0" encoding="latin1"?><opensudoku>`, `reading in.txt, line 1: xml: encoding "latin1" declared but Decoder.CharsetReader is nil`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff([]string{"! " + c.want}, dump(readString(c.text))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What is written satisfies the importer of the program: its element and
// attribute names, whole numbers where it parses them, and its patterns for the
// data of a game (CellCollection.java).
func TestOpenSudokuAccepts(t *testing.T) {
	f, _ := ByName("opensudoku")
	marks := Candidates
	text := write(t, f,
		Row{Puzzle: inkala, Values: []Value{Text(Level, `Ha"rd <&> é`), Text(Label, "a\nnote"), Int("time", 5), Text("created", "2014-01-11")}},
		Row{Puzzle: moler},
		Row{Puzzle: inkala, Values: []Value{Text(marks, marksOf(inkala, "24")), Text(State, strings.Replace(inkala, "36", "3619", 1)[:81])}},
		Row{Puzzle: moler, Values: []Value{Text(Level, `Ha"rd <&> é`)}},
	)
	var file struct {
		XMLName xml.Name
		Version string `xml:"version,attr"`
		Folders []struct {
			Name  string `xml:"name,attr"`
			Games []struct {
				Data    string `xml:"data,attr"`
				Note    string `xml:"note,attr"`
				Time    string `xml:"time,attr"`
				Created string `xml:"created,attr"`
			} `xml:"game"`
		} `xml:"folder"`
	}
	if err := xml.Unmarshal([]byte(text), &file); err != nil {
		t.Fatal(err)
	}
	if file.XMLName.Local != "opensudoku" || file.Version != "2" || len(file.Folders) != 2 ||
		file.Folders[0].Name != `Ha"rd <&> é` || len(file.Folders[0].Games) != 2 || file.Folders[1].Name != "Sudoku" {
		t.Fatalf("%+v in\n%s", file, text)
	}
	if g := file.Folders[0].Games[0]; g.Time != "5" || g.Created != "" || g.Note != "a\nnote" {
		t.Errorf("the first game is %+v", g)
	}
	pattern := regexp.MustCompile(`^\d{81}$|^version: 1\n(\d\|((\d,)+|-)\|[01]\|){81}$`)
	for _, folder := range file.Folders {
		for _, game := range folder.Games {
			if !pattern.MatchString(game.Data) {
				t.Errorf("the program refuses %q", game.Data)
			}
		}
	}
}
