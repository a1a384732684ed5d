package corpus

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gradoku/board"
)

// everyVariant is for formats that can hold all variants.
var everyVariant = board.Variant{}.Choices()

// rules are the rules of a puzzle that its file states, apart from those of rows and columns.
type rules struct {
	size    int
	regions []int // the region of each cell, with any numbers; nil for boxes
	houses  []board.CellSet
}

func (r *rules) geometry() (*board.Geometry, error) {
	plain, err := board.ForSize(r.size)
	if err != nil {
		return nil, err
	}
	var v board.Variant
	if layout := numbered(r.regions); r.regions != nil && !slices.Equal(layout, regionsOf(plain)) {
		letters := make([]byte, len(layout))
		for i, region := range layout {
			letters[i] = "0123456789abcdefghijklmnopqrstuvwxyz"[min(region, 35)]
		}
		if v, err = v.WithLayout(string(letters)); err != nil {
			return nil, err
		}
	}
	if v, err = v.WithHouses(r.size, r.houses); err != nil {
		return nil, err
	}
	return v.On(r.size)
}

// otherRules lists the names of columns and keys for rules of no supported variant.
var otherRules = []string{
	"cages", "killer", "killercage", "killercages", "thermos", "thermometer", "thermometers", "arrow", "arrows", "kropki", "dots", "xv", "palindromes",
	"whispers", "renban", "betweenlines", "sandwich", "sandwichsums", "littlekiller", "antiknight", "antiking", "nonconsecutive",
	"inequalities", "inequality", "greaterthan", "consecutive", "evenodd", "even", "odd", "quadruple", "quadruples", "constraints", "clones", "samurai",
}

// ownRules lists the names of columns and keys for rules of the supported variants.
var ownRules = []string{"diagonalsudoku", "diagonal", "diagonals", "xsudoku", "variant", "type", "regions", "region", "layout", "jigsaw"}

var nameParts = strings.NewReplacer("_", "", "-", "", " ", "", "is", "", "has", "")

// ruleKey returns the entry of otherRules or ownRules that the name of a column or a key
// means, "" if it does not change the rules. A longer name would be in the reason of every row.
func ruleKey(name string) string {
	key := strings.ToLower(nameParts.Replace(name))
	if len(name) < 100 && (slices.Contains(otherRules, key) || slices.Contains(ownRules, key)) {
		return key
	}
	return ""
}

// ruleOf reads a value of a column that may change the rules of a puzzle: it
// returns the variant, none if the rules stay as they are, or an error that names an unsupported
// rule.
func ruleOf(name, key, value string, geo *board.Geometry) (v board.Variant, err error) {
	value = strings.ToLower(strings.TrimSpace(value))
	if slices.Contains([]string{"", "null", "false", "no", "none", "0", "[]", "{}", "classic", "standard", "normal", "sudoku"}, value) {
		return v, nil
	}
	switch {
	case slices.Contains(otherRules, key):
		return v, unsupported(name)
	case key == "diagonalsudoku", key == "diagonal", key == "diagonals", key == "xsudoku":
		if value != "true" && value != "1" && value != "yes" {
			return v, unsupported(name + " " + value)
		}
		return board.ParseVariant("x")
	case key == "variant":
		if v, err = board.ParseVariant(value); err != nil {
			return v, unsupported(name + " " + value)
		}
	case key == "type" && slices.Contains(otherRules, value):
		return v, unsupported(name + " " + value)
	case key == "type" && slices.Contains(v.Choices(), value):
		v, err = board.ParseVariant(value)
	case key == "regions", key == "region", key == "layout", key == "jigsaw":
		numbers := strings.FieldsFunc(value, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if len(numbers) == 1 {
			numbers = strings.Split(numbers[0], "")
		}
		r := rules{size: geo.Size, regions: make([]int, len(numbers))}
		for i, number := range numbers {
			r.regions[i] = slices.Index(numbers, number)
		}
		with, err := r.geometry()
		if err != nil {
			return v, fmt.Errorf("the %s are not those of a %dx%d puzzle: %w", name, geo.Size, geo.Size, err)
		}
		return with.Variant, nil
	}
	return v, err
}

// add adds houses that hold each digit once.
func (r *rules) add(houses ...[]board.Cell) {
	for _, cells := range houses {
		r.houses = append(r.houses, board.SetOf(cells...))
	}
}

// addNamed adds a house whose cells have names that cellNamed reads.
func (r *rules) addNamed(g *board.Geometry, names []string, base int) error {
	var cells []board.Cell
	for _, name := range names {
		c, err := cellNamed(g, name, base)
		if err != nil {
			return err
		}
		cells = append(cells, c)
	}
	r.add(cells)
	return nil
}

// regionsOf returns the box or region of each cell.
func regionsOf(g *board.Geometry) []int {
	list := make([]int, g.Cells)
	for i := range list {
		list[i] = g.Box(board.Cell(i))
	}
	return list
}

// numbered numbers regions in order of their first cells.
func numbered(regions []int) []int {
	list, of := make([]int, len(regions)), map[int]int{}
	for i, region := range regions {
		if _, known := of[region]; !known {
			of[region] = len(of)
		}
		list[i] = of[region]
	}
	return list
}

// cellNamed reads a cell written as R1C1, with its numbers in the given base.
func cellNamed(g *board.Geometry, name string, base int) (board.Cell, error) {
	row, col, ok := strings.Cut(strings.TrimPrefix(name, "R"), "C")
	r, err := strconv.ParseUint(row, base, 8)
	k, err2 := strconv.ParseUint(col, base, 8)
	if !ok || err != nil || err2 != nil || r < 1 || k < 1 || int(r) > g.Size || int(k) > g.Size {
		return 0, fmt.Errorf("there is no cell %s in a %dx%d puzzle", name, g.Size, g.Size)
	}
	return g.CellAt(int(r)-1, int(k)-1), nil
}

// cellText writes a cell in the form that cellNamed reads.
func cellText(g *board.Geometry, c board.Cell, base int) string {
	return "R" + strconv.FormatInt(int64(g.Row(c)+1), base) + "C" + strconv.FormatInt(int64(g.Col(c)+1), base)
}

// unsupported is the error for a puzzle with rules that no variant has.
func unsupported(rules string) error {
	return fmt.Errorf("it has rules that gradoku does not support: %s", rules)
}
