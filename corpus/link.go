package corpus

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"gradoku/board"
)

// Links that hold a whole puzzle, one on a line, with text beside them as their
// label:
//
//	https://www.sudokuwiki.org/sudoku.htm?bd=<81 digits>
//	https://f-puzzles.com/?load=<packed JSON of f-puzzles>
//	https://sudokupad.app/fpuz<the same>, also behind scf?puzzleid= and sudoku/
//	https://sudokupad.app/scl<packed JSON of SudokuPad, in its own short spelling>
//
// The packing is LZ-string; the JSON is that of f-puzzles, which SudokuPad takes
// as well, or SudokuPad's (sudokutools, fpuzzlesdecoder.js, puzzlezipper_lib.js).

// site is a kind of link: what it is recognised by, and what stands behind it.
type site struct {
	marks []string
	read  func(payload string) (Record, error)
}

var sites = []site{
	{[]string{"sudokuwiki.org/sudoku.htm?bd=", "sudokuwiki.org/Sudoku.htm?bd="}, readSudokuWiki},
	{[]string{"f-puzzles.com/?load="}, readFPuzzles},
	{[]string{"sudokupad.app/", "app.crackingthecryptic.com/"}, readSudokuPad},
}

// findLink returns the kind of link in a line, where it begins and ends, and
// what stands behind the mark of its site. Commas and colons do not end a link,
// as they do a word.
func findLink(line string) (s *site, start, end int, payload string) {
	for word := range strings.FieldsSeq(line) {
		start = end + strings.Index(line[end:], word)
		end = start + len(word)
		for i := range sites {
			for _, mark := range sites[i].marks {
				if _, rest, ok := strings.Cut(word, mark); ok {
					return &sites[i], start, end, rest
				}
			}
		}
	}
	return nil, 0, 0, ""
}

// looksLinks returns a function that accepts a text whose first line has a link
// of one of the sites, and no puzzle to which it could be the label.
func looksLinks(want string) func(head []byte) bool {
	return func(head []byte) bool {
		line := string(firstLine(head))
		if _, puzzle := exact(firstWord(line)); puzzle {
			return false
		}
		s, _, _, _ := findLink(line)
		return s != nil && strings.HasPrefix(s.marks[0], want)
	}
}

func readLink(in *input, line string) (Record, *LineError) {
	s, start, end, payload := findLink(line)
	if s == nil {
		return Record{}, in.fault(1, "there is no link to a puzzle of SudokuWiki, f-puzzles or SudokuPad")
	}
	payload, err := url.PathUnescape(payload)
	var rec Record
	if err == nil {
		payload, _, _ = strings.Cut(payload, "&")
		rec, err = s.read(payload)
	}
	if err != nil {
		return Record{}, in.fault(column(line, start), "the link: %v", err)
	}
	rec.Line, rec.Column = in.line, column(line, start)
	label := strings.TrimSpace(strings.TrimSpace(line[:start]) + " " + cleanLabel(line[end:]))
	rec.Fields = append(labelled(label), rec.Fields...)
	return rec, nil
}

func readSudokuWiki(payload string) (Record, error) {
	if strings.HasPrefix(payload, "S9") {
		return Record{}, errors.New("it holds a saved board in the site's own packing; copy the link with 81 digits")
	}
	g, err := parse(payload)
	return Record{Puzzle: g}, err
}

func readFPuzzles(payload string) (Record, error) {
	text, err := unpackLink(payload)
	if err != nil {
		return Record{}, err
	}
	return fPuzzle(text)
}

// readSudokuPad reads what stands behind the host. An id of some letters names a
// puzzle on the site and holds none.
func readSudokuPad(payload string) (Record, error) {
	for _, prefix := range []string{"sudoku/", "scf", "?puzzleid="} {
		payload = strings.TrimPrefix(payload, prefix)
	}
	for _, prefix := range []string{"fpuzzles", "fpuz"} {
		if packed, ok := strings.CutPrefix(payload, prefix); ok {
			return readFPuzzles(packed)
		}
	}
	for _, prefix := range []string{"scl", "ctc"} {
		if packed, ok := strings.CutPrefix(payload, prefix); ok {
			text, err := unpackLink(packed)
			if err != nil {
				return Record{}, err
			}
			return padPuzzle(text)
		}
	}
	return Record{}, errors.New("it names a puzzle on the site and does not hold it; open it there and copy the long link")
}

// fCell is a cell of f-puzzles.
type fCell struct {
	Value  int   `json:"value,omitempty"`
	Given  bool  `json:"given,omitempty"`
	Center []int `json:"centerPencilMarks,omitempty"`
	Corner []int `json:"cornerPencilMarks,omitempty"`
}

// fFile is a puzzle of f-puzzles. What else it may have are the rules of
// variants.
type fFile struct {
	Size     int       `json:"size"`
	Title    string    `json:"title,omitempty"`
	Author   string    `json:"author,omitempty"`
	Rules    string    `json:"ruleset,omitempty"`
	Grid     [][]fCell `json:"grid"`
	Solution []int     `json:"solution,omitempty"`
}

// fHarmless are the members that are no rule of a variant.
var fHarmless = []string{"size", "title", "author", "ruleset", "grid", "solution", "successMessage", "highlightConflicts", "disabledlogic", "truecandidatesoptions"}

func fPuzzle(text string) (Record, error) {
	var members map[string]json.RawMessage
	var file fFile
	if err := json.Unmarshal([]byte(text), &members); err != nil {
		return Record{}, fmt.Errorf("what it packs is no JSON: %w", err)
	}
	if err := json.Unmarshal([]byte(text), &file); err != nil {
		return Record{}, fmt.Errorf("what it packs is no puzzle of f-puzzles: %w", err)
	}
	if err := noVariant(members, fHarmless); err != nil {
		return Record{}, err
	}
	geo, err := board.ForSize(len(file.Grid))
	if err != nil {
		return Record{}, err
	}
	p := newProgress(geo)
	for r, row := range file.Grid {
		if len(row) != geo.Size {
			return Record{}, fmt.Errorf("row %d has %d cells, not %d", r+1, len(row), geo.Size)
		}
		for k, cell := range row {
			if err := p.fCell(geo.CellAt(r, k), cell); err != nil {
				return Record{}, err
			}
		}
	}
	rec := Record{Puzzle: p.puzzle, Fields: p.fields()}
	rec.Solution = fSolution(file.Solution, geo)
	rec.Fields = appendNamed(rec.Fields, "title", file.Title)
	rec.Fields = appendNamed(rec.Fields, "author", file.Author)
	rec.Fields = appendNamed(rec.Fields, "rules", file.Rules)
	return rec, nil
}

func (p *progress) fCell(c board.Cell, cell fCell) error {
	size := p.puzzle.Geometry().Size
	if cell.Value < 0 || cell.Value > size {
		return fmt.Errorf("there is no digit %d in a %dx%d puzzle", cell.Value, size, size)
	}
	p.set(c, board.Digit(cell.Value), cell.Given)
	var set board.Digits
	for _, d := range slices.Concat(cell.Center, cell.Corner) {
		if d < 1 || d > size {
			return fmt.Errorf("there is no candidate %d in a %dx%d puzzle", d, size, size)
		}
		set |= board.Digit(d).Mask()
	}
	p.mark(c, set)
	return nil
}

// fSolution is the zero grid unless every cell has a digit.
func fSolution(digits []int, geo *board.Geometry) board.Grid {
	g := board.NewGrid(geo)
	for i, d := range digits {
		if i < geo.Cells && d > 0 && d <= geo.Size {
			g.Set(board.Cell(i), board.Digit(d))
		}
	}
	if !g.Full() || len(digits) != geo.Cells {
		return board.Grid{}
	}
	return g
}

// noVariant refuses puzzles with members that are neither harmless nor empty: a
// killer cage that is left out makes another puzzle.
func noVariant(members map[string]json.RawMessage, harmless []string) error {
	var rules []string
	for name, value := range members {
		empty := slices.Contains([]string{"null", "false", "[]", "{}", `""`, "0"}, string(bytes.TrimSpace(value)))
		if !empty && !slices.Contains(harmless, name) {
			rules = append(rules, name)
		}
	}
	if len(rules) == 0 {
		return nil
	}
	slices.Sort(rules)
	return fmt.Errorf("it is a variant, with %s; plain Sudoku is read", strings.Join(rules, ", "))
}

// fText writes a row as the packed JSON of f-puzzles.
func fText(row *Row) (string, error) {
	filled, marks, err := row.filled()
	if err != nil {
		return "", err
	}
	geo := filled.Geometry()
	file := fFile{Size: geo.Size, Title: row.text("title"), Author: row.text("author"), Rules: row.text("rules")}
	for i, d := range filled.Digits() {
		if i%geo.Size == 0 {
			file.Grid = append(file.Grid, nil)
		}
		cell := fCell{Value: int(d), Given: row.Puzzle[i] != '.'}
		if d == 0 && marks != nil {
			for m := range marks[i].All() {
				cell.Center = append(cell.Center, int(m))
			}
		}
		last := len(file.Grid) - 1
		file.Grid[last] = append(file.Grid[last], cell)
	}
	if solution, err := parse(row.Solution); err == nil {
		for _, d := range solution.Digits() {
			file.Solution = append(file.Solution, int(d))
		}
	}
	text, err := json.Marshal(file)
	return packLink(string(text)), err
}

// writeLinks returns a writer of links with a beginning; payload gives the rest.
func writeLinks(name, start string, payload func(*Row) (string, error)) func(*bufio.Writer, *Row) error {
	return func(w *bufio.Writer, row *Row) error {
		text, err := payload(row)
		if err != nil {
			return fmt.Errorf("writing %s: %w", name, err)
		}
		w.WriteString(start + text)
		return writeLabel(w, row)
	}
}

// wikiDigits is the payload of SudokuWiki.
func wikiDigits(row *Row) (string, error) { return strings.ReplaceAll(row.Puzzle, ".", "0"), nil }

// fQuery is fText where a + would be read as a space.
func fQuery(row *Row) (string, error) {
	text, err := fText(row)
	return strings.NewReplacer("+", "%2B", "/", "%2F", "=", "%3D").Replace(text), err
}
