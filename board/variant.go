package board

import (
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"weak"
)

// Variant says which houses a puzzle has in addition to the classical ones, or in place of
// its boxes. The zero Variant is the classical puzzle. Variants are values: they can be
// compared with ==.
//
// As text a variant is the names of [Variants] joined with +, and for a jigsaw
// "jigsaw:" with the region of each cell, row by row: x+windoku, or
// jigsaw:1122112233443344. Regions are numbered in order of their first cells. A jigsaw
// without a layout stands for all layouts or, with a symmetry in its place as in
// jigsaw:rotate180, for all layouts with that symmetry: see [Variant.Open].
type Variant struct {
	extras uint8  // bit i: row i of extraHouses
	layout string // a jigsaw's regions, a digit for each cell, or ? and the symmetry of any layout; "" for boxes
}

// Classical names the zero Variant where a choice must have a name.
const Classical = "classical"

const (
	jigsaw    = "jigsaw" // the name of a variant with regions instead of boxes
	anyLayout = "?none"
)

// extraHouses is a row of the table of variants that have more houses.
type extraHouses struct {
	name  string
	label string // what players call it
	house string // the name of one of its houses
	short byte   // the letter of such a house's short name; 0 if there is only one
	doc   string // the rule; notes on it follow a semicolon
	boxes bool   // needs boxes, which a jigsaw does not have
	shown int    // how many houses, from the first, a drawing shades; the others follow from them

	// cells lists the cells of each house; nil if the variant does not exist on a size.
	cells func(g *Geometry) [][]Cell
}

// extraHousesOf is the table. Its order is that of the houses after boxes, columns and
// rows, and of the names of a combination.
var extraHousesOf = [...]extraHouses{
	{
		name: "x", label: "X-Sudoku", house: "diagonal", short: 'd', shown: 2,
		doc:   "both diagonals hold each digit once",
		cells: diagonals,
	},
	{
		name: "windoku", label: "Windoku", house: "window", short: 'w', shown: 4,
		doc:   "four windows of 3x3 cells inside the grid hold each digit once; five more groups of cells follow from them",
		cells: windows,
	},
	{
		name: "disjoint", label: "Disjoint Groups", house: "group", short: 'g', boxes: true,
		doc:   "the cells at the same place of each box hold each digit once",
		cells: disjointGroups,
	},
	{
		name: "asterisk", label: "Asterisk", house: "asterisk", shown: 1,
		doc:   "nine cells in the shape of an asterisk hold each digit once",
		cells: onNine(13, 20, 24, 37, 40, 43, 56, 60, 67),
	},
	{
		name: "center-dot", label: "Center Dot", house: "center dot", boxes: true, shown: 1,
		doc:   "the centers of the boxes hold each digit once",
		cells: onNine(10, 13, 16, 37, 40, 43, 64, 67, 70),
	},
	{
		name: "girandola", label: "Girandola", house: "girandola", shown: 1,
		doc:   "the corners and five cells in the middle hold each digit once",
		cells: onNine(0, 8, 13, 37, 40, 43, 67, 72, 80),
	},
}

func diagonals(g *Geometry) [][]Cell {
	list := make([][]Cell, 2)
	for i := range g.Size {
		list[0] = append(list[0], g.CellAt(i, i))
		list[1] = append(list[1], g.CellAt(i, g.Size-1-i))
	}
	return list
}

// windows lists the nine houses of a windoku: the four that are printed, and the five
// that these and the lines imply. Three rows that cross two printed windows hold every
// digit three times, two of them in the windows, so one in the other three columns.
func windows(g *Geometry) [][]Cell {
	if g.Size != 9 {
		return nil
	}
	// The lines fall into three classes: those of the first windows, those of the
	// second, and the rest. A house is where two classes cross.
	class := [9]int{2, 0, 0, 0, 2, 1, 1, 1, 2}
	list := make([][]Cell, 9)
	for i := range g.Cells {
		r, k := class[i/9], class[i%9]
		place := [3][3]int{{0, 1, 4}, {2, 3, 5}, {6, 7, 8}}[r][k]
		list[place] = append(list[place], Cell(i))
	}
	return list
}

func disjointGroups(g *Geometry) [][]Cell {
	if g.Size > 12 {
		return nil // more houses than MaxHouses
	}
	list := make([][]Cell, g.Size)
	for i := range g.Cells {
		place := i/g.Size%g.BoxRows*g.BoxCols + i%g.Size%g.BoxCols
		list[place] = append(list[place], Cell(i))
	}
	return list
}

// onNine is a single house of a 9x9.
func onNine(cells ...Cell) func(*Geometry) [][]Cell {
	return func(g *Geometry) [][]Cell {
		if g.Size != 9 {
			return nil
		}
		return [][]Cell{cells}
	}
}

// NamedVariant describes a variant for a list.
type NamedVariant struct {
	Name, Label, Doc string // Label is what players call it
	Sizes            []int
}

// Variants returns the named variants, those with more houses first.
func Variants() (list []NamedVariant) {
	for _, row := range extraHousesOf {
		v := NamedVariant{Name: row.name, Label: row.label, Doc: row.doc}
		for _, g := range geometries {
			if row.cells(g) != nil {
				v.Sizes = append(v.Sizes, g.Size)
			}
		}
		list = append(list, v)
	}
	return append(list, NamedVariant{
		jigsaw, "Jigsaw", "connected regions replace the boxes and hold each digit once; jigsaw:LAYOUT gives the region of each cell, row by row, jigsaw:SYMMETRY asks for symmetric layouts", []int{4, 6, 9},
	})
}

// Others tells a user who asks for a variant that does not exist here which those are.
const Others = "gradoku makes no puzzles with cages or sums (killer), and none of several grids (samurai)"

// ParseVariant reads a variant as [Variant.String] writes it. The regions of a jigsaw may
// have any letters and digits, in any order. An empty text and "classical" are the
// classical puzzle.
func ParseVariant(text string) (v Variant, err error) {
	if text == "" || text == Classical {
		return Variant{}, nil
	}
	for _, name := range strings.Split(text, "+") {
		if name == "hyper" { // another name, of programs and newspapers
			name = "windoku"
		}
		if regions, ok := strings.CutPrefix(name, jigsaw+":"); ok && v.layout == "" {
			if s, err := SymmetryByName(regions); err == nil {
				v.layout = "?" + s.Name
			} else if v.layout, err = parseLayout(regions); err != nil {
				return Variant{}, err
			}
			continue
		}
		i := slices.IndexFunc(extraHousesOf[:], func(row extraHouses) bool { return row.name == name })
		switch {
		case name == jigsaw && v.layout == "":
			v.layout = anyLayout
			continue
		case i < 0:
			return Variant{}, fmt.Errorf("there is no variant %.40q: use %s, or several joined with +; %s", name, strings.Join(Variant{}.Choices(), ", "), Others)
		case v.extras>>i&1 != 0:
			return Variant{}, fmt.Errorf("the variant %s is named twice", name)
		}
		v.extras |= 1 << i
	}
	return v, nil
}

// parseLayout numbers the regions in order of their first cells.
func parseLayout(text string) (string, error) {
	geo := ForCells(len(text))
	if geo == nil || geo.Size > 9 {
		return "", fmt.Errorf("the layout of a jigsaw has %d cells; 4x4 has 16, 6x6 has 36, 9x9 has 81", len(text))
	}
	layout := make([]byte, len(text))
	var of [128]byte
	var regions [9]CellSet
	n := 0
	for i := range layout {
		ch := text[i]
		if (ch < '0' || '9' < ch) && (ch|0x20 < 'a' || 'z' < ch|0x20) {
			return "", fmt.Errorf("the layout of a jigsaw has %q; it must name the region of each cell by a letter or a digit", ch)
		}
		if of[ch] == 0 {
			if n == geo.Size {
				return "", fmt.Errorf("the layout of a %dx%d jigsaw has more than %d regions", geo.Size, geo.Size, geo.Size)
			}
			n++
			of[ch] = '0' + byte(n)
		}
		layout[i] = of[ch]
		regions[of[ch]-'1'].Add(Cell(i))
	}
	for _, cells := range regions[:geo.Size] {
		if cells.Len() != geo.Size {
			return "", fmt.Errorf("a region of the jigsaw has %d cells; each must have %d", cells.Len(), geo.Size)
		}
		if !geo.Connected(cells) {
			return "", fmt.Errorf("the region of %s is not connected", geo.CellName(cells.First()))
		}
	}
	return string(layout), nil
}

// WithLayout returns the jigsaw with a layout, which names the region of each cell by a letter
// or a digit, and otherwise the houses of v.
func (v Variant) WithLayout(layout string) (Variant, error) {
	layout, err := parseLayout(layout)
	v.layout = layout
	return v, err
}

// Connected reports whether cells are one piece, joined by their sides. There must be at
// least one cell.
func (g *Geometry) Connected(cells CellSet) bool {
	var piece CellSet
	for more := SetOf(cells.First()); !more.Empty(); {
		c := more.First()
		more.Remove(c)
		piece.Add(c)
		r, k := g.Row(c), g.Col(c)
		for _, step := range [4][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}} {
			r, k := r+step[0], k+step[1]
			if r < 0 || r == g.Size || k < 0 || k == g.Size {
				continue
			}
			if next := g.CellAt(r, k); cells.Has(next) && !piece.Has(next) {
				more.Add(next)
			}
		}
	}
	return piece == cells
}

// String writes the variant as ParseVariant reads it, "" for the classical puzzle.
func (v Variant) String() string {
	text := v.Title()
	switch {
	case v.Open() && v.layout != anyLayout:
		text += ":" + v.layout[1:]
	case !v.Open() && v.layout != "":
		text += ":" + v.layout
	}
	return text
}

// Title writes the variant for people, a jigsaw without its layout.
func (v Variant) Title() string { return strings.Join(v.Parts(), "+") }

// IsZero reports whether v is the classical puzzle.
func (v Variant) IsZero() bool { return v == Variant{} }

// Jigsaw reports whether v has regions instead of boxes.
func (v Variant) Jigsaw() bool { return v.layout != "" }

// Open reports whether v is a jigsaw whose layout is not known yet, as in a request for
// puzzles. Its geometry has the regions of boxes, and no puzzle is of that variant.
func (v Variant) Open() bool { return v.layout != "" && v.layout[0] == '?' }

// LayoutSymmetry returns the largest symmetry of a jigsaw's layout: the maps of it take regions
// to regions. Of an open jigsaw it is the symmetry that the layout must have, "none" if any
// will do. For other variants it is the zero Symmetry.
func (v Variant) LayoutSymmetry() (s Symmetry) {
	switch {
	case v.Open():
		s, _ = SymmetryByName(v.layout[1:])
	case v.Jigsaw():
		s = symmetryThat(func(m int) bool { return keepsRegions(ForCells(len(v.layout)), m, v.layout) })
	}
	return s
}

// keepsRegions reports whether a map takes each region of a layout to a region.
func keepsRegions(g *Geometry, m int, layout string) bool {
	image := map[byte]byte{}
	for c := range Cell(g.Cells) {
		to := layout[mapped(g, m, c)]
		if had, known := image[layout[c]]; known && had != to {
			return false
		}
		image[layout[c]] = to
	}
	return true
}

// AnyLayout returns the jigsaw without its layout.
func (v Variant) AnyLayout() Variant {
	v.layout = anyLayout
	return v
}

// Size returns the size of a jigsaw, 0 for other variants, which can have several.
func (v Variant) Size() int {
	if g := ForCells(len(v.layout)); g != nil && !v.Open() {
		return g.Size
	}
	return 0
}

// MarshalText is String as bytes.
func (v Variant) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads what String writes.
func (v *Variant) UnmarshalText(text []byte) (err error) {
	*v, err = ParseVariant(string(text))
	return err
}

// Choices returns the names of all variants.
func (v Variant) Choices() (names []string) {
	for _, row := range extraHousesOf {
		names = append(names, row.name)
	}
	return append(names, jigsaw)
}

// inUse has the geometries of variants that are in use. Those of jigsaws, of which
// there are too many to keep, are forgotten when nothing refers to them any more.
var inUse struct {
	sync.Mutex
	named   map[sizedVariant]*Geometry
	jigsaws map[sizedVariant]weak.Pointer[Geometry]
}

type sizedVariant struct {
	size    int
	variant Variant
}

// On returns the variant's geometry of one size, the same pointer each time. The error
// says why there is none.
func (v Variant) On(size int) (*Geometry, error) {
	plain, err := ForSize(size)
	if err != nil {
		return nil, err
	}
	if v.layout == plain.layoutText() {
		v.layout = ""
	}
	if v.IsZero() {
		return plain, nil
	}
	inUse.Lock()
	defer inUse.Unlock()
	key := sizedVariant{size, v}
	if g := inUse.named[key]; g != nil {
		return g, nil
	}
	if g := inUse.jigsaws[key].Value(); g != nil {
		return g, nil
	}
	g, err := newVariant(plain, v)
	if err != nil {
		return nil, err
	}
	if inUse.named == nil {
		inUse.named, inUse.jigsaws = map[sizedVariant]*Geometry{}, map[sizedVariant]weak.Pointer[Geometry]{}
	}
	if v.layout == "" || v.Open() {
		inUse.named[key] = g
		return g, nil
	}
	inUse.jigsaws[key] = weak.Make(g)
	runtime.AddCleanup(g, forget, key)
	return g, nil
}

// forget takes a jigsaw that nothing refers to out of inUse, unless its geometry has been made again since.
func forget(key sizedVariant) {
	inUse.Lock()
	defer inUse.Unlock()
	if inUse.jigsaws[key].Value() == nil {
		delete(inUse.jigsaws, key)
	}
}

// newVariant builds the geometry of a variant, or says why it does not exist.
func newVariant(plain *Geometry, v Variant) (*Geometry, error) {
	g := newShape(plain.BoxRows, plain.BoxCols)
	g.Variant = v
	box := plain.box[:plain.Cells]
	switch {
	case v.Open() && g.Size > 9:
		return nil, fmt.Errorf("there is no %dx%d jigsaw", g.Size, g.Size)
	case v.layout != "" && !v.Open():
		if len(v.layout) != g.Cells {
			return nil, fmt.Errorf("the layout of the jigsaw has %d cells, a %dx%d puzzle has %d", len(v.layout), g.Size, g.Size, g.Cells)
		}
		box = make([]uint8, g.Cells)
		for i := range box {
			box[i] = v.layout[i] - '1'
		}
	}
	g.addLines(box)
	for i, row := range extraHousesOf {
		if v.extras>>i&1 == 0 {
			continue
		}
		list := row.cells(plain)
		switch {
		case list == nil:
			return nil, fmt.Errorf("there is no %dx%d %s", g.Size, g.Size, row.name)
		case row.boxes && v.layout != "":
			return nil, fmt.Errorf("%s needs boxes, which a jigsaw does not have", row.name)
		}
		for k, cells := range list {
			g.addHouse(lineKinds+HouseKind(i), k, cells)
		}
	}
	if !g.layered() {
		return nil, fmt.Errorf("%s has a house twice, or too many houses that share cells; leave out one of its parts", v.Title())
	}
	g.findPeers()
	return g, nil
}

// Shaded returns the cells that a drawing shades to show a variant.
func (g *Geometry) Shaded() (cells CellSet) {
	for h := range House(g.Houses) {
		if int(h) >= 3*g.Size && !g.Unseen(h) {
			cells = cells.Union(g.houseSets[h])
		}
	}
	return cells
}

// Unseen reports whether no drawing shows a house: a group of Disjoint Groups, or a window that
// follows from the four shaded ones. The cells of such a house are those where some rows cross
// some columns.
func (g *Geometry) Unseen(h House) bool {
	kind := g.kind[h]
	return kind >= lineKinds && int(g.index[h]) >= extraHousesOf[kind-lineKinds].shown
}

// Crossing returns the rows and the columns of an unseen house: 234 and 159 for r234c159.
func (g *Geometry) Crossing(h House) (rows, columns string) {
	var lines [2][]string
	for _, c := range g.HouseCells(h) {
		for i, n := range [2]int{g.Row(c), g.Col(c)} {
			if name := strconv.Itoa(n + 1); !slices.Contains(lines[i], name) {
				lines[i] = append(lines[i], name)
			}
		}
	}
	between := ""
	if g.Size > 9 {
		between = ","
	}
	return strings.Join(lines[0], between), strings.Join(lines[1], between)
}

// defines returns the houses of a row from which its other houses follow.
func (row *extraHouses) defines(houses [][]Cell) [][]Cell {
	if row.shown > 0 {
		return houses[:row.shown]
	}
	return houses
}

// HousesOfPart returns the houses that define one variant of a combination, given by its
// name. For windoku these are the four windows that are printed.
func (g *Geometry) HousesOfPart(name string) (houses [][]Cell) {
	for i := range extraHousesOf {
		if row := &extraHousesOf[i]; row.name == name {
			return row.defines(row.cells(g))
		}
	}
	return nil
}

// WithHouses returns v combined with the variants of a size that have these houses. The error
// names a house that no variant has.
func (v Variant) WithHouses(size int, houses []CellSet) (Variant, error) {
	plain, err := ForSize(size)
	if err != nil {
		return v, err
	}
	known := map[CellSet]bool{}
	for i := range extraHousesOf {
		row := &extraHousesOf[i]
		all := row.cells(plain)
		missing := func(cells []Cell) bool { return !slices.Contains(houses, SetOf(cells...)) }
		fresh := func(cells []Cell) bool { return !known[SetOf(cells...)] }
		if !slices.ContainsFunc(all, fresh) || slices.ContainsFunc(row.defines(all), missing) {
			continue // no such variant, or another one includes it: disjoint groups include the center dot
		}
		v.extras |= 1 << i
		for _, cells := range all {
			known[SetOf(cells...)] = true
		}
	}
	for _, cells := range houses {
		if !known[cells] {
			var names []string
			for c := range cells.All() {
				names = append(names, plain.CellName(c))
			}
			return v, fmt.Errorf("no variant has the house %s", strings.Join(names, " "))
		}
	}
	return v, nil
}

// Parts returns the names of the variants that v combines.
func (v Variant) Parts() (names []string) {
	for left := v.extras; left != 0; left &= left - 1 {
		names = append(names, extraHousesOf[bits.TrailingZeros8(left)].name)
	}
	if v.layout != "" {
		names = append(names, jigsaw)
	}
	return names
}

// Layout returns the region of each cell of a jigsaw, as [Variant.String] writes it, or "" if
// v has boxes.
func (v Variant) Layout() string {
	if v.Open() {
		return ""
	}
	return v.layout
}

// Label returns what players call v, such as X-Sudoku + Windoku.
func (v Variant) Label() string {
	var labels []string
	for _, row := range v.rows() {
		labels = append(labels, row.Label)
	}
	return strings.Join(labels, " + ")
}

// Rules returns sentences that tell players the rules of v, apart from those of rows, columns
// and boxes.
func (v Variant) Rules() string {
	var rules []string
	for _, row := range v.rows() {
		rule, _, _ := strings.Cut(row.Doc, ";")
		rules = append(rules, strings.ToUpper(rule[:1])+rule[1:]+".")
	}
	return strings.Join(rules, " ")
}

// rows returns the named variants that v combines.
func (v Variant) rows() (rows []NamedVariant) {
	if parts := v.Parts(); parts != nil { // else without Variants, which takes longer than reading a puzzle
		rows = slices.DeleteFunc(Variants(), func(row NamedVariant) bool { return !slices.Contains(parts, row.Name) })
	}
	return rows
}

// layered reports whether the houses of a variant are all different, and fit into the layers
// that MaxLayers leaves after boxes, columns and rows if each house takes the first layer that
// it can.
func (g *Geometry) layered() bool {
	var layers [MaxLayers - int(lineKinds)]CellSet
	for h := 3 * g.Size; h < g.Houses; h++ {
		cells := g.houseSets[h]
		i := slices.IndexFunc(layers[:], func(taken CellSet) bool { return taken.Intersect(cells) == CellSet{} })
		if i < 0 || slices.Contains(g.houseSets[:h], cells) {
			return false
		}
		layers[i] = layers[i].Union(cells)
	}
	return true
}

// layoutText writes boxes or regions in the form of a jigsaw's layout.
func (g *Geometry) layoutText() string {
	text := make([]byte, g.Cells)
	for c := range text {
		text[c] = '1' + g.box[c]
	}
	return string(text)
}
