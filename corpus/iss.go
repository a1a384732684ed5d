package corpus

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gradoku/board"
)

// The Interactive Sudoku Solver writes a puzzle as a list of rules in a link. A rule begins
// with a dot; its name and its values are separated by ~ (sudoku_parser.js):
//
//	.Shape~6x6.~R1C1_5~R2C3_1.Diagonal~1.Diagonal~-1
//
// A rule without a name sets digits. Shape is the size if it is not 9x9. The numbers of
// rows and columns are in base 17. A jigsaw has two rules: NoBoxes, and Jigsaw with the
// region of each cell.

// issBase is the base of the numbers of rows and columns.
const issBase = 17

func readISS(payload string) (Record, error) {
	parts := strings.Split(strings.TrimPrefix(payload, "."), ".")
	size := board.Nine().Size
	for _, part := range parts {
		if shape, ok := strings.CutPrefix(part, "Shape~"); ok {
			rows, _, _ := strings.Cut(shape, "x")
			size, _ = strconv.Atoi(rows)
			if shape != fmt.Sprintf("%dx%d", size, size) {
				return Record{}, unsupported("the shape " + shape)
			}
		}
	}
	plain, err := board.ForSize(size)
	if err != nil {
		return Record{}, err
	}
	r := rules{size: size}
	clues, boxes := board.NewGrid(plain), true
	for _, part := range parts {
		values := strings.Split(part, "~")
		name := values[0]
		switch values = values[1:]; name {
		case "Shape":
		case "", "Given":
			if err := issGivens(&clues, values); err != nil {
				return Record{}, err
			}
		case "NoBoxes":
			boxes = false
		case "Jigsaw":
			layout := ""
			if len(values) > 0 {
				layout = values[len(values)-1]
			}
			for _, region := range []byte(layout) {
				r.regions = append(r.regions, int(region))
			}
		default:
			if err := r.addISS(plain, name, values); err != nil {
				return Record{}, err
			}
		}
	}
	if boxes != (r.regions == nil) || !boxes && len(r.regions) != plain.Cells {
		return Record{}, errors.New("its rules must have boxes, or NoBoxes and a Jigsaw of all cells")
	}
	geo, err := r.geometry()
	if err != nil {
		return Record{}, err
	}
	rec := Record{Puzzle: board.NewGrid(geo)}
	copy(rec.Puzzle.Digits(), clues.Digits())
	return rec, nil
}

func (r *rules) addISS(plain *board.Geometry, name string, values []string) error {
	diagonals := plain.HousesOfPart("x")
	switch rule := strings.Join(append([]string{name}, values...), "~"); {
	case rule == "Diagonal~-1":
		r.add(diagonals[0])
	case rule == "Diagonal~1":
		r.add(diagonals[1])
	case rule == "Windoku" && plain.Size == 9 || rule == "DisjointSets" && plain.Size <= 12:
		part := map[string]string{"Windoku": "windoku", "DisjointSets": "disjoint"}[name]
		r.add(plain.HousesOfPart(part)...)
	case name == "AllDifferent":
		return r.addNamed(plain, values, issBase)
	default:
		return unsupported(rule)
	}
	return nil
}

// issGivens sets the digits of a rule, R1C1_5 and so on.
func issGivens(g *board.Grid, values []string) error {
	geo := g.Geometry()
	for _, value := range values {
		name, digit, _ := strings.Cut(value, "_")
		c, err := cellNamed(geo, name, issBase)
		if err != nil {
			return err
		}
		d, err := strconv.Atoi(digit)
		if err != nil || d < 1 || d > geo.Size {
			return fmt.Errorf("the value of %s is not one digit of a %dx%d puzzle", geo.CellName(c), geo.Size, geo.Size)
		}
		g.Set(c, board.Digit(d))
	}
	return nil
}

func writeISS(row *Row) (string, error) {
	g := row.grid()
	geo := g.Geometry()
	var text strings.Builder
	if geo.Size != board.Nine().Size {
		fmt.Fprintf(&text, ".Shape~%dx%d", geo.Size, geo.Size)
	}
	for i, d := range g.Digits() {
		if d == 0 {
			continue
		}
		if !strings.Contains(text.String(), "_") {
			text.WriteString(".")
		}
		fmt.Fprintf(&text, "~%s_%d", cellText(geo, board.Cell(i), issBase), d)
	}
	for _, part := range geo.Variant.Parts() {
		switch part {
		case "x":
			text.WriteString(".Diagonal~1.Diagonal~-1")
		case "windoku":
			text.WriteString(".Windoku")
		case "disjoint":
			text.WriteString(".DisjointSets")
		case "jigsaw":
			text.WriteString(".Jigsaw~" + geo.Variant.Layout() + ".NoBoxes")
		default:
			for _, cells := range geo.HousesOfPart(part) {
				text.WriteString(".AllDifferent")
				for _, c := range cells {
					text.WriteString("~" + cellText(geo, c, issBase))
				}
			}
		}
	}
	return text.String(), nil
}
