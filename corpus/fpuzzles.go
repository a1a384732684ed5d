package corpus

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/internal/text"
)

type fCell struct {
	Value  int   `json:"value,omitempty"`
	Given  bool  `json:"given,omitempty"`
	Center []int `json:"centerPencilMarks,omitempty"`
	Only   []int `json:"givenPencilMarks,omitempty"` // the candidates that the puzzle gives
	Corner []int `json:"cornerPencilMarks,omitempty"`

	// Region numbers the region of the cell; it is null in a cell without a region, and
	// absent in the cells of boxes.
	Region json.RawMessage `json:"region,omitempty"`
}

// fHouse is a house of a variant, its cells as R1C1.
type fHouse struct {
	Cells []string `json:"cells"`
}

// fFile is a puzzle of f-puzzles. Any other members are rules that gradoku does not support.
type fFile struct {
	Size     int       `json:"size"`
	Title    string    `json:"title,omitempty"`
	Author   string    `json:"author,omitempty"`
	Rules    string    `json:"ruleset,omitempty"`
	Grid     [][]fCell `json:"grid"`
	Solution []int     `json:"solution,omitempty"`

	Falling  bool     `json:"diagonal-,omitempty"` // the diagonal from the top left holds each digit once
	Rising   bool     `json:"diagonal+,omitempty"`
	Disjoint bool     `json:"disjointgroups,omitempty"`
	Houses   []fHouse `json:"extraregion,omitempty"`
}

// fHarmless are the members that are not rules, or are read as rules of a variant.
var fHarmless = []string{
	"size", "title", "author", "ruleset", "grid", "solution", "successMessage", "highlightConflicts", "disabledlogic", "truecandidatesoptions",
	"diagonal-", "diagonal+", "disjointgroups", "extraregion",
}

func readFPuzzles(payload string) (Record, error) {
	content, err := unpackLink(payload)
	if err != nil {
		return Record{}, err
	}
	var file fFile
	var members map[string]json.RawMessage // even those that file lacks
	if err = json.Unmarshal([]byte(content), &members); err == nil {
		err = json.Unmarshal([]byte(content), &file)
	}
	if err != nil {
		return Record{}, fmt.Errorf("its contents are not a puzzle of f-puzzles: %w", text.JSONFault(err))
	}
	// Without its killer cages it would be another puzzle.
	if rules := rulesAmong(members); rules != "" {
		return Record{}, unsupported(rules)
	}
	geo, err := file.geometry()
	if err != nil {
		return Record{}, err
	}
	p := newProgress(geo)
	p.corners = make([]board.Digits, geo.Cells)
	for r, row := range file.Grid {
		for k, cell := range row {
			if err := p.fCell(geo.CellAt(r, k), cell); err != nil {
				return Record{}, err
			}
		}
	}
	rec := Record{Puzzle: p.puzzle, Solution: fSolution(file.Solution, geo), Fields: p.fields()}
	rec.Fields = appendNamed(rec.Fields, "title", file.Title)
	rec.Fields = appendNamed(rec.Fields, "author", file.Author)
	if file.Rules != geo.Variant.Rules() {
		rec.Fields = appendNamed(rec.Fields, "rules", file.Rules)
	}
	return rec, nil
}

// geometry returns the geometry with the rules of a puzzle.
func (f *fFile) geometry() (*board.Geometry, error) {
	geo, err := board.ForSize(len(f.Grid))
	if err != nil {
		return nil, err
	}
	r := rules{size: geo.Size, regions: regionsOf(geo)}
	for i, row := range f.Grid {
		if len(row) != geo.Size {
			return nil, fmt.Errorf("row %d has %d cells, not %d", i+1, len(row), geo.Size)
		}
		for k, cell := range row {
			if cell.Region == nil {
				continue
			}
			c := geo.CellAt(i, k)
			if r.regions[c], err = strconv.Atoi(strings.Trim(string(cell.Region), `"`)); err != nil {
				return nil, fmt.Errorf("the region of %s is not a number", geo.CellName(c))
			}
		}
	}
	diagonals := geo.HousesOfPart("x")
	for i, there := range []bool{f.Falling, f.Rising} {
		if there {
			r.add(diagonals[i])
		}
	}
	if f.Disjoint {
		r.add(geo.HousesOfPart("disjoint")...)
	}
	for _, house := range f.Houses {
		if err := r.addNamed(geo, house.Cells, 10); err != nil {
			return nil, err
		}
	}
	return r.geometry()
}

func (f *fFile) setRules(geo *board.Geometry) {
	f.Rules = cmp.Or(f.Rules, geo.Variant.Rules())
	for _, part := range geo.Variant.Parts() {
		switch part {
		case "x":
			f.Falling, f.Rising = true, true
		case "disjoint":
			f.Disjoint = true
		case "jigsaw":
			for i, region := range regionsOf(geo) {
				f.Grid[i/geo.Size][i%geo.Size].Region = strconv.AppendInt(nil, int64(region), 10)
			}
		default:
			for _, cells := range geo.HousesOfPart(part) {
				names := text.Each(cells, func(c board.Cell) string { return cellText(geo, c, 10) })
				f.Houses = append(f.Houses, fHouse{names})
			}
		}
	}
}

// rulesAmong lists the members that are neither empty nor harmless.
func rulesAmong(members map[string]json.RawMessage) string {
	var rules []string
	for name, value := range members {
		empty := slices.Contains([]string{"null", "false", "[]", "{}", `""`, "0"}, string(bytes.TrimSpace(value)))
		if !empty && !slices.Contains(fHarmless, name) {
			rules = append(rules, name)
		}
	}
	slices.Sort(rules)
	return strings.Join(rules, ", ")
}

func (p *progress) fCell(c board.Cell, cell fCell) error {
	size := p.puzzle.Geometry().Size
	if cell.Value < 0 || cell.Value > size {
		return fmt.Errorf("there is no digit %d in a %dx%d puzzle", cell.Value, size, size)
	}
	p.set(c, board.Digit(cell.Value), cell.Given)
	var sets [2]board.Digits
	for k, digits := range [...][]int{append(cell.Center, cell.Only...), cell.Corner} {
		for _, d := range digits {
			if d < 1 || d > size {
				return fmt.Errorf("there is no candidate %d in a %dx%d puzzle", d, size, size)
			}
			sets[k] |= board.Digit(d).Mask()
		}
	}
	p.mark(c, sets[0])
	if cell.Value == 0 {
		p.corners[c] = sets[1]
	}
	return nil
}

// numbersIn returns the digits of a set.
func numbersIn(set board.Digits) (list []int) {
	for d := range set.All() {
		list = append(list, int(d))
	}
	return list
}

// fSolution is the zero grid unless every cell has a digit.
func fSolution(digits []int, geo *board.Geometry) board.Grid {
	if len(digits) != geo.Cells || slices.Min(digits) < 1 || slices.Max(digits) > geo.Size {
		return board.Grid{}
	}
	g := board.NewGrid(geo)
	for i, d := range digits {
		g.Set(board.Cell(i), board.Digit(d))
	}
	return g
}

// fQuery writes a row as the packed JSON of f-puzzles, for a place in a link
// where a + would be read as a space.
func fQuery(row *Row) (string, error) {
	filled, marks, err := row.filled()
	if err != nil {
		return "", err
	}
	puzzle := row.grid()
	geo := puzzle.Geometry()
	corners, err := row.marks(Corners, geo)
	if err != nil {
		return "", err
	}
	file := fFile{Size: geo.Size, Title: row.text("title"), Author: row.text("author"), Rules: row.text("rules")}
	cells := make([]fCell, geo.Cells)
	for i, d := range filled.Digits() {
		cells[i] = fCell{Value: int(d), Given: puzzle.At(board.Cell(i)) != 0}
		if d == 0 && marks != nil {
			cells[i].Center = numbersIn(marks[i])
		}
		if d == 0 && corners != nil {
			cells[i].Corner = numbersIn(corners[i])
		}
	}
	file.Grid = slices.Collect(slices.Chunk(cells, geo.Size))
	if solution, err := parse(row.Solution); err == nil {
		for _, d := range solution.Digits() {
			file.Solution = append(file.Solution, int(d))
		}
	}
	file.setRules(geo)
	text, err := json.Marshal(file)
	return strings.NewReplacer("+", "%2B", "/", "%2F", "=", "%3D").Replace(packLink(string(text))), err
}
