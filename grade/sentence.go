package grade

import (
	"strings"

	"gradoku/board"
)

// Sentence says the step in words, in the field's notation:
//
//	Hidden single in box 3: only r2c8 can hold 5.
//	Naked pair in column 3: r1c3, r5c3 hold only 2 and 7: r2c3, r9c3 lose 7.
//
// The pattern stands in the technique's row. Its words in braces are {house},
// {second} and {third}, the first houses; {bases} and {covers}, the first and
// the second half of them, {houses}, all; {cells}, {pivot} (the first cell), {wings} (the
// others), {ends} (the first and the last) and {a} to {d} (their parts); {digits}; {place} and {value} of the placement; {losses}, the
// eliminations, and {lost}, their digits; for chains see chainWords.
func (s Step) Sentence(g *board.Geometry) string {
	t, err := TechniqueByID(s.Technique)
	if err != nil {
		return "Unknown technique " + s.Technique + "."
	}
	var lost board.Digits
	for _, c := range s.Eliminate {
		lost |= c.Digit.Mask()
	}
	half := len(s.Houses) / 2
	var houses []string
	for _, h := range s.Houses {
		houses = append(houses, g.HouseWords(h))
	}
	if len(houses) == 2 && g.Kind(s.Houses[0]) == g.Kind(s.Houses[1]) {
		houses = []string{houseList(g, s.Houses)}
	}
	pairs := []string{
		"{bases}", houseList(g, s.Houses[:half]), "{covers}", houseList(g, s.Houses[half:]),
		"{houses}", enumerate(houses), "{cells}", cellList(g, s.Cells), "{digits}", digitList(s.Digits),
		"{losses}", s.losses(g), "{lost}", digitList(lost),
	}
	for i, word := range [...]string{"{house}", "{second}", "{third}"} {
		if i < len(s.Houses) {
			pairs = append(pairs, word, g.HouseWords(s.Houses[i]))
		}
	}
	if len(s.Cells) > 0 {
		pairs = append(pairs, "{pivot}", g.CellName(s.Cells[0]), "{wings}", cellList(g, s.Cells[1:]),
			"{ends}", g.CellName(s.Cells[0])+" and "+g.CellName(s.Cells[len(s.Cells)-1]))
	}
	for i, word := range [...]string{"{a}", "{b}", "{c}", "{d}"} {
		if i < len(s.Parts) {
			pairs = append(pairs, word, cellList(g, s.Parts[i]))
		}
	}
	if s.Place.Digit != 0 {
		pairs = append(pairs, "{place}", g.CellName(s.Place.Cell), "{value}", s.Place.Digit.String())
	}
	pairs = append(pairs, s.chainWords(g)...)
	return strings.NewReplacer(pairs...).Replace(t.says)
}

// losses groups the eliminations by what is lost: "r1c3, r5c3 lose 4; r2c3 loses
// 4 and 7".
func (s Step) losses(g *board.Geometry) string {
	lost := map[board.Cell]board.Digits{}
	cells := map[board.Digits][]board.Cell{}
	for _, c := range s.Eliminate {
		lost[c.Cell] |= c.Digit.Mask()
	}
	var groups []board.Digits
	for i, c := range s.Eliminate {
		if i > 0 && s.Eliminate[i-1].Cell == c.Cell {
			continue
		}
		m := lost[c.Cell]
		if cells[m] == nil {
			groups = append(groups, m)
		}
		cells[m] = append(cells[m], c.Cell)
	}
	var parts []string
	for _, m := range groups {
		verb := " lose "
		if len(cells[m]) == 1 {
			verb = " loses "
		}
		parts = append(parts, cellList(g, cells[m])+verb+digitList(m))
	}
	return strings.Join(parts, "; ")
}

func cellList(g *board.Geometry, cells []board.Cell) string {
	var names []string
	for _, c := range cells {
		names = append(names, g.CellName(c))
	}
	return strings.Join(names, ", ")
}

// digitList writes "4", "2 and 7", "1, 2 and 7".
func digitList(digits board.Digits) string {
	var names []string
	for d := range digits.All() {
		names = append(names, d.String())
	}
	return enumerate(names)
}

// houseList writes houses of one kind: "columns 2 and 7".
func houseList(g *board.Geometry, houses []board.House) string {
	if len(houses) == 0 {
		return ""
	}
	if len(houses) == 1 {
		return g.HouseWords(houses[0])
	}
	plural := [...]string{"boxes ", "columns ", "rows "}[g.Kind(houses[0])]
	var names []string
	for _, h := range houses {
		names = append(names, strings.TrimPrefix(g.HouseWords(h), g.Kind(h).String()+" "))
	}
	return plural + enumerate(names)
}

func enumerate(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// chainWords are the words in braces that concern chains: {chain}, the first of
// them in the notation of [Implication]; {assumption}, what it starts from, and
// {clash}, what it ends at, in both values; {argument}, the case distinction of a
// net; {conclusion}, what follows for one candidate.
func (s Step) chainWords(g *board.Geometry) []string {
	if len(s.Chains) == 0 {
		return nil
	}
	chain := s.Chains[0]
	conclusion := Literal{s.Place, true} // a candidate is true, or is not
	if s.Place.Digit == 0 {
		conclusion = Literal{s.Eliminate[0], false}
	}
	return []string{
		"{chain}", chain.Implication().Notation(g),
		"{assumption}", assumption(g, chain[0].Literal),
		"{clash}", clash(g, chain[len(chain)-1].Literal),
		"{argument}", s.argument(g),
		"{conclusion}", claim(g, conclusion),
	}
}

// argument lists the cases; a single chain has only one.
func (s Step) argument(g *board.Geometry) string {
	if len(s.Chains) < 2 {
		return ""
	}
	first, second := s.Chains[0], s.Chains[1]
	start := first[0].Literal
	switch {
	case second[0].Literal == start:
		return assumption(g, start) + ", then " + clash(g, first[len(first)-1].Literal) + "; so"
	case second[0].Literal == start.Not():
		return "whether " + g.CellName(start.Cell) + " is " + start.Digit.String() + " or not,"
	case len(s.Houses) > 0:
		return "wherever in " + g.HouseWords(s.Houses[0]) + " " + digitList(s.Digits) + " is,"
	}
	return "whichever of " + digitList(s.Digits) + " " + g.CellName(s.Cells[0]) + " is,"
}

func assumption(g *board.Geometry, l Literal) string { return "if " + claim(g, l) }

func claim(g *board.Geometry, l Literal) string {
	if l.On {
		return g.CellName(l.Cell) + " is " + l.Digit.String()
	}
	return g.CellName(l.Cell) + " is not " + l.Digit.String()
}

func clash(g *board.Geometry, l Literal) string {
	return g.CellName(l.Cell) + " both is and is not " + l.Digit.String()
}
