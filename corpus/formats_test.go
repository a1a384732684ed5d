package corpus

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gradoku/board"

	"gradoku/internal/boardtest"
	"gradoku/internal/golden"
)

// Every format of the table passes this.
func TestConformance(t *testing.T) {
	seen := map[string]string{}
	for _, f := range Formats() {
		t.Run(f.Name, func(t *testing.T) {
			checkRow(t, f, seen)
			checkOwnOutput(t, f)
			if got := write(t, f); len(records(t, f.Read("nothing", strings.NewReader(got)))) != 0 {
				t.Errorf("no rows give rows: %q", got)
			}
		})
	}
}

// checkRow looks at the row itself.
func checkRow(t *testing.T, f Format, seen map[string]string) {
	if f.Name == "" || f.Doc == "" || !strings.HasSuffix(f.Doc, ".") || len(f.Extensions) == 0 {
		t.Errorf("the row lacks a name, a text or an extension: %+v", f)
	}
	for _, ext := range f.Extensions {
		if !strings.HasPrefix(ext, ".") || seen[ext] != "" {
			t.Errorf("extension %q: no dot, or taken by %q", ext, seen[ext])
		}
		seen[ext] = f.Name
	}
	for _, n := range f.Sizes {
		if _, err := board.ForSize(n); err != nil {
			t.Error(err)
		}
	}
	if got, err := ByName(f.Name); err != nil || got.Doc != f.Doc {
		t.Errorf("ByName(%q): %v", f.Name, err)
	}
}

// checkOwnOutput writes puzzles of each size the format holds, which it must
// recognise and read back.
func checkOwnOutput(t *testing.T, f Format) {
	for _, geo := range board.Sizes() {
		g := board.NewGrid(geo)
		for d := range geo.Size { // a puzzle with every digit
			g.Set(board.Cell(d), board.Digit(d+1))
		}
		if f.Sizes != nil && !slices.Contains(f.Sizes, geo.Size) {
			continue
		}
		text := write(t, f, (&Record{Puzzle: g}).Row())
		if got, err := Sniff([]byte(text)); err != nil || got.Name != f.Name {
			t.Errorf("%dx%d is recognised as %q, %v", geo.Size, geo.Size, got.Name, err)
		}
		recs := records(t, Read("own", strings.NewReader(text)))
		if len(recs) != 1 || recs[0].Puzzle != g {
			t.Errorf("%dx%d comes back as %v", geo.Size, geo.Size, recs)
		}
	}
}

// What a format can carry survives being written and read.
func TestRoundTrip(t *testing.T) {
	for _, f := range Formats() {
		t.Run(f.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { checkRoundTrip(t, f) })
		})
	}
}

func checkRoundTrip(t *rapid.T, f Format) {
	names := drawNames(t, f.Carries)
	var want []string
	var rows []Row
	for range rapid.IntRange(1, 4).Draw(t, "rows") {
		rec := drawRecord(t, f, names)
		rows = append(rows, rec.Row())
		want = append(want, describe(&rec, f))
	}
	var b strings.Builder
	if err := f.Write(&b, seqOf(rows...)); err != nil {
		t.Fatal(err)
	}
	var got []string
	for rec, err := range f.Read("x", strings.NewReader(b.String())) {
		if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
		got = append(got, describe(&rec, f))
	}
	if f.Name == "opensudoku" { // gathers the puzzles of a level in a folder
		slices.Sort(want)
		slices.Sort(got)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s in\n%s", diff, b.String())
	}
}

// describe is all of a record but its place. The order of its values counts
// where the file decides it.
func describe(r *Record, f Format) string {
	fields := slices.Clone(r.Fields)
	if !f.Carries.Values {
		slices.SortFunc(fields, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
	}
	return fmt.Sprintf("%v %v %q", r.Puzzle, r.Solution, fields)
}

// drawNames draws the names of the values that records of a file have.
func drawNames(t *rapid.T, c Carries) []string {
	if c.Values {
		return rapid.SliceOfN(rapid.StringMatching(`[a-zA-Zé,;"'#=]([ -~]{0,5}[a-z"])?`), 0, 4).Draw(t, "names")
	}
	var names []string
	if c.Label && rapid.Bool().Draw(t, "labelled") {
		names = append(names, Label)
	}
	for _, name := range c.Names {
		if rapid.Bool().Draw(t, name) {
			names = append(names, name)
		}
	}
	return names
}

func drawRecord(t *rapid.T, f Format, names []string) Record {
	geo := drawSize(t)
	if f.Sizes != nil {
		geo, _ = board.ForSize(f.Sizes[0])
	}
	rec := Record{Puzzle: drawGrid(t, geo)}
	if f.Carries.Solution && rapid.Bool().Draw(t, "solved") {
		rec.Solution = drawGrid(t, geo)
		for i, d := range rec.Solution.Digits() {
			rec.Solution.Set(board.Cell(i), max(d, 1))
		}
	}
	for _, name := range names {
		text := rapid.StringMatching("[ -~é\n\t]{0,12}").Draw(t, "value")
		if !f.Carries.Values {
			row := Row{Values: []Value{Text(name, text)}}
			text = drawNamed(t, &rec, name, row.oneLine(name))
		}
		if text != "" || f.Carries.Values {
			rec.Fields = append(rec.Fields, Field{name, text})
		}
	}
	if f.Name == "hodoku" {
		drawStruck(t, &rec)
	}
	if slices.Contains([]string{"ss", "sukaku"}, f.Name) {
		rec.Fields = kept(&rec, f)
	}
	return rec
}

// kept returns the values that a grid of candidates keeps: in a sukaku every blank has
// candidates, and those that follow from the digits are not kept.
func kept(rec *Record, f Format) []Field {
	row := rec.Row()
	filled, sets, _ := row.filled()
	if sets == nil {
		return rec.Fields
	}
	fields := slices.DeleteFunc(slices.Clone(rec.Fields), func(f Field) bool { return f.Name == Candidates })
	if f.Name == "sukaku" {
		sets = allMarks(filled, sets)
	}
	again := progress{state: filled, marks: sets}
	full := !slices.ContainsFunc(sets, func(set board.Digits) bool { return !set.Single() && set != filled.Geometry().All })
	if full || again.plain() {
		return fields
	}
	return append(fields, Field{Candidates, board.MarksText(sets, filled.Geometry())})
}

// drawStruck draws candidates that are some of those that the digits leave, and lists the
// others, as HoDoKu has them.
func drawStruck(t *rapid.T, rec *Record) {
	rec.Fields = slices.DeleteFunc(rec.Fields, func(f Field) bool { return f.Name == "deleted" || f.Name == Candidates })
	filled := rec.Puzzle
	if state, ok := rec.Field(State); ok {
		filled, _ = board.Parse(state)
	}
	sets := candidatesOf(&filled)
	for i, d := range filled.Digits() {
		if d == 0 && sets[i].Len() > 1 && rapid.Bool().Draw(t, "strike") {
			sets[i] &= sets[i] - 1
		}
	}
	if deleted := struck(filled, sets); deleted != "" {
		rec.Fields = append(rec.Fields, Field{"deleted", deleted}, Field{Candidates, board.MarksText(sets, board.Nine())})
	}
}

// drawNamed draws a value of the kind that a name stands for; "" is none.
func drawNamed(t *rapid.T, rec *Record, name, text string) string {
	switch name {
	case Label:
		return text
	case State:
		return drawState(t, rec.Puzzle)
	case Candidates, Corners:
		filled := rec.Puzzle
		if state, ok := rec.Field(State); ok {
			filled, _ = board.Parse(state)
		}
		marks := drawMarks(t, &filled)
		if sets, err := board.ParseMarks(marks, filled.Geometry()); name == Corners && err == nil {
			some := false
			for i, d := range filled.Digits() {
				if d != 0 {
					sets[i] = 0
				}
				some = some || sets[i] != 0
			}
			if marks = ""; some {
				marks = board.MarksText(sets, filled.Geometry())
			}
		}
		return marks
	case Rating:
		return rapid.StringMatching(`[1-9][0-9]?\.[0-9]`).Draw(t, name)
	case "sha1":
		return rapid.StringMatching(`[0-9a-f]{12}`).Draw(t, name)
	}
	return rapid.StringMatching(`[1-9][0-9]{0,5}`).Draw(t, name) // fits numbers and texts
}

// drawState enters digits into blanks; "" when none was entered.
func drawState(t *rapid.T, g board.Grid) string {
	entered := false
	for i, d := range g.Digits() {
		if d == 0 && rapid.IntRange(0, 3).Draw(t, "enter") == 0 {
			g.Set(board.Cell(i), board.Digit(g.Geometry().Size))
			entered = true
		}
	}
	if !entered {
		return ""
	}
	return g.String()
}

// drawMarks gives the blanks two or more candidates, or none. A single one is
// what most formats write for a clue.
func drawMarks(t *rapid.T, g *board.Grid) string {
	marked := false
	sets := make([]board.Digits, g.Geometry().Cells)
	for i, d := range g.Digits() {
		sets[i] = d.Mask()
		if d == 0 && rapid.Bool().Draw(t, "mark") {
			sets[i] = 0b101
			marked = true
		}
	}
	if !marked {
		return ""
	}
	return board.MarksText(sets, g.Geometry())
}

func TestSniff(t *testing.T) {
	cases := []struct{ name, head, want string }{
		{"puzzles", inkala + "\n", "line"},
		{"puzzles with labels", digits(inkala) + " # Easy\n", "line"},
		{"zeros", digits(inkala) + "\r\n", "sdm"},
		{"zeros behind comments", "# SudoCue\n\n" + digits(inkala), "sdm"},
		{"mark and zeros", "\xef\xbb\xbf" + digits(inkala), "sdm"},
		{"frame", "+---+---+\n| 1 2 | . . |\n", "line"},
		{"title and rows", "Grid 01\n003020600\n", "line"},
		{"section and rows", "[Puzzle]\n..3.2.6..\n", "sdk"},
		{"headers and rows", "#ARuud\n#LEasy\n..3.2.6..\n", "sdk"},
		{"comment and rows", "# Easy\n..3.2.6..\n", "line"},
		{"comment and puzzle", "#Clever\n" + inkala + "\n", "line"},
		{"link", "https://sudokupad.app/sclN4 easy\n", "sudokupad"},
		{"link as a label", inkala + " # https://sudokupad.app/psxczr0jpr\n", "line"},
		{"80 cells", inkala[:80] + "\n", "line"},
		{"a slip", "?" + inkala[1:] + " x\n", "line"},
		{"comments only", strings.Repeat("# nothing yet\n", 400), "line"},
		{"nothing", "", "line"},
		{"header", "quizzes,solutions\n", "csv"},
		{"quoted header", `"id","Puzzle"` + "\n", "csv"},
		{"one column", "puzzle\n", "csv"},
		{"tabs", "se\tpuzzle\n", "tsv"},
		{"semicolons", "se;puzzle\n", "csv"},
		{"header without puzzle", "name,age\nAda,36\n", ""},
		{"object", ` {"puzzle":`, "jsonl"},
		{"list", "[\n{\"puzzle\":", "json"},
		{"list of texts", `["..1",`, "json"},
		{"list in an object", `{"puzzles": [ {"id"`, "json"},
		{"object over lines", "{\n \"puzzle\":", "json"},
		{"prose", "Once upon a time\nthere was a queen\n", ""},
		{"XML", `<?xml version="1.0"?><opensudoku>`, "opensudoku"},
		{"other XML", `<?xml version="1.0"?><html>`, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got, err := Sniff([]byte(c.head)); got.Name != c.want || (err == nil) != (c.want != "") {
				t.Errorf("recognised as %q, %v; want %q", got.Name, err, c.want)
			}
		})
	}
}

func TestByNameUnknown(t *testing.T) {
	_, err := ByName("pdf")
	if want := `there is no format "pdf": use one of ` + names(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestFormatsIsACopy(t *testing.T) {
	Formats()[0].Name = "changed"
	if _, err := ByName("jsonl"); err != nil {
		t.Error(err)
	}
}

func TestField(t *testing.T) {
	rec := Record{Fields: []Field{{"Difficulty", "hard"}, {"difficulty", "2"}}}
	if got, ok := rec.Field("difficulty"); got != "hard" || !ok {
		t.Errorf("got %q, %v", got, ok)
	}
	if got, ok := rec.Field("level"); got != "" || ok {
		t.Errorf("got %q, %v for a name that is not there", got, ok)
	}
}

func TestLineErrorText(t *testing.T) {
	e := LineError{Line: 3, Column: 7, Reason: "too short"}
	if got := e.Error(); got != "line 3, column 7: too short" {
		t.Error(got)
	}
}

// docs/FORMATS.md is written from the table: go test ./corpus -update.
func TestFormatsDocument(t *testing.T) {
	path := filepath.Join("..", "docs", "FORMATS.md")
	golden.Check(t, path, formatsDocument(t))
}

func formatsDocument(t *testing.T) string {
	var b strings.Builder
	b.WriteString("# File formats\n\n" +
		"Generated from the table in `corpus/formats.go` by `go test ./corpus -update`; do not edit. [RECIPES.md](RECIPES.md#other-programs) lists the programs they were tested with.\n\n" +
		"gradoku recognises a file by its content, not by its name: it takes the first format of this table that fits, unless `--from FORMAT` names one. " +
		"It decompresses gzip and zstandard. Text is UTF-8, ASCII or UTF-16; line ends are LF, CRLF or CR. " +
		"A line that cannot be read is reported as `file:line:column: reason`, and reading continues.\n\n" +
		"Some values have the same form in every format that keeps them. `" + State + "` is the puzzle with the digits entered so far. " +
		"`" + Candidates + "` are the pencil marks, for each cell as many characters as there are digits, the d-th of which is digit d or `.`. " +
		"`" + Corners + "` are marks in the corners of cells, places of a digit in a box, written likewise with dots for filled cells. " +
		"Candidates are kept and converted, and only `gradoku hint` uses them. If the clues alone have several solutions, the candidates are part of the puzzle (a sukaku): every other command says so, and `import` rejects it.\n\n" +
		"Control characters in a value, and those that turn the direction of a text, are written as `\\x1b`. " +
		"In tables a value that begins with `=`, `+`, `-` or `@` and is not a number gets a `'` before it, so that no spreadsheet takes it for a formula; reading removes it. Below are two puzzles in each format, or one if it takes many lines.\n\n" +
		"| format | extensions | sizes | variants | solution | label | level | rating | candidates | other values |\n|---|---|---|---|---|---|---|---|---|---|\n")
	for _, f := range Formats() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", f.Name, f.Name, strings.Join(f.Extensions, " "), sizes(f), variants(f),
			mark(f.Carries.Solution), mark(f.Carries.Label), mark(f.Carries.Keeps(Level)), mark(f.Carries.Keeps(Rating)),
			mark(f.Carries.Keeps(Candidates)), others(f.Carries))
	}
	rows := []Row{
		{Puzzle: inkala, Solution: inkalaIs, Values: []Value{Text("label", "Inkala"), Int("clues", 21), Text("level", "Extreme"), Tenths("rating", 107)}},
		{Puzzle: moler, Values: []Value{Text("label", "Moler, figure 1"), Int("clues", 21), Text("level", "Easy"), Null("rating")}},
	}
	for _, f := range Formats() {
		sample := write(t, f, rows...)
		if strings.Count(sample, "\n") > 12 {
			sample = strings.TrimSuffix(write(t, f, rows[:1]...), "\n\n") + "\n"
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n```\n%s```\n", f.Name, f.Doc, strings.TrimSuffix(sample, "\n")+"\n")
	}
	b.WriteString("\n## sqlite\n\nThe SQLite file that an app ships ([APP.md](APP.md)): `gradoku export` writes it.\n")
	b.WriteString("\n## Databases\n\nEvery command that reads puzzles reads these files and gradoku's own databases too, by name and not from stdin, with every value that an export would write.\n")
	b.WriteString("\n## Grids over several lines\n\nRead as `line`, plain, as here, or in a frame:\n\n```\n")
	g := boardtest.Parse(t, inkala)
	b.WriteString(banded(g) + "```\n")
	return b.String()
}

func sizes(f Format) string {
	if f.Sizes == nil {
		return "all"
	}
	return strings.Trim(fmt.Sprint(f.Sizes), "[]")
}

func variants(f Format) string {
	if len(f.Variants) == len(everyVariant) {
		return "all"
	}
	return strings.Join(f.Variants, ", ")
}

// others lists the values that have no column of their own.
func others(c Carries) string {
	if c.Values {
		return "any"
	}
	var names []string
	for _, name := range c.Names {
		if name != Level && name != Rating && name != Candidates {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

func mark(b bool) string {
	if b {
		return "x"
	}
	return ""
}
