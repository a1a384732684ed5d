package hint

import (
	"cmp"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/grade"
)

// Reason is a digit on the board that helps to make a step a single, with the house in
// which it does so: there its digit can be in none of the other cells, such as the single's
// cell or the other places of the single's digit.
type Reason struct {
	Cell  board.Cell
	Digit board.Digit
	House board.House
}

// Reasons returns the digits that make a step a single: for a hidden single, a few that
// exclude its digit from the other cells of the house, row by row; for a naked single, one
// of each other digit; for the last cell of a house, all others in the house. It reports
// false if these digits do not suffice because the single also depends on eliminations, and
// for steps that are not singles.
func Reasons(b *board.Board, s *grade.Step) (why []Reason, suffice bool) {
	geo, place := b.Geometry(), s.Place
	switch s.Technique {
	case "full-house":
		for _, c := range geo.HouseCells(s.Houses[0]) {
			if c != place.Cell {
				why = append(why, Reason{c, b.At(c), s.Houses[0]})
			}
		}
		return why, true
	case "hidden-single-box", "hidden-single-line":
		why, suffice = closing(b, s.Houses[0], place)
	case "naked-single":
		why, suffice = otherDigits(b, place)
	}
	return why, suffice
}

// closing returns cells with a digit that together see all blanks of a house but one.
func closing(b *board.Board, h board.House, place grade.Candidate) (why []Reason, all bool) {
	geo := b.Geometry()
	var open board.CellSet
	for _, c := range geo.HouseCells(h) {
		if b.At(c) == 0 && c != place.Cell {
			open.Add(c)
		}
	}
	for !open.Empty() {
		var closed board.CellSet
		var by board.Cell
		for i, d := range b.Digits() {
			if sees := geo.PeerSet(board.Cell(i)).Intersect(open); d == place.Digit && sees.Len() > closed.Len() {
				closed, by = sees, board.Cell(i)
			}
		}
		if closed.Empty() {
			return nil, false
		}
		open = open.Minus(closed)
		h := geo.HousesOf(by) // a line that closes them says more than the box
		houses := slices.Concat(h[1:3], h[:1], h[3:])
		all := func(house board.House) bool { left := closed.Minus(geo.HouseSet(house)); return left.Empty() }
		if i := slices.IndexFunc(houses, all); i >= 0 {
			houses = houses[i:]
		}
		for _, house := range houses { // of a variant it may take more than one
			if part := closed.Intersect(geo.HouseSet(house)); !part.Empty() {
				why = append(why, Reason{by, place.Digit, house})
				closed = closed.Minus(part)
			}
		}
	}
	slices.SortFunc(why, func(a, b Reason) int { return cmp.Compare(a.Cell, b.Cell) })
	return why, true
}

// otherDigits returns the other digits that a cell sees, from few houses, and reports
// whether it sees all of them.
func otherDigits(b *board.Board, place grade.Candidate) (why []Reason, all bool) {
	geo := b.Geometry()
	others := geo.All &^ place.Digit.Mask()
	count := func(h board.House) int {
		var digits board.Digits
		for _, c := range geo.HouseCells(h) {
			digits |= b.At(c).Mask()
		}
		return (digits & others).Len()
	}
	for rest := slices.Clone(geo.HousesOf(place.Cell)); len(rest) > 0; rest = rest[1:] {
		slices.SortStableFunc(rest, func(a, b board.House) int { return count(b) - count(a) })
		for _, c := range geo.HouseCells(rest[0]) {
			if d := b.At(c); d != 0 && others.Has(d) {
				why = append(why, Reason{c, d, rest[0]})
				others &^= d.Mask()
			}
		}
	}
	return why, others == 0
}

// SentenceOn explains a step that was found on a board in words, a single with its reasons:
//
//	Hidden single in box 1: the 3s in r2c4, r4c1 and r9c3 leave only r1c2 for 3.
//
// If the digits on the board are not the whole reason, it is [Language.Sentence], for an aligned
// exclusion with its combinations. Unseen houses through which cells see each other are named, too.
func (l *Language) SentenceOn(b *board.Board, s *grade.Step) string {
	why, suffice := Reasons(b, s)
	return l.because(b, s, why, suffice)
}

// because is SentenceOn for the result of Reasons.
func (l *Language) because(b *board.Board, s *grade.Step, why []Reason, suffice bool) string {
	geo, text := b.Geometry(), l.Sentence(b.Geometry(), s)
	switch {
	case strings.HasPrefix(s.Technique, "aligned-"):
		text = fillIn(l.Combinations, "sentence", text, "combinations", l.list(l.impossible(b, s, nil)))
	case suffice && s.Technique != "full-house":
		says, houses := l.NakedSince, each(why, func(r Reason) board.House { return r.House })
		// A cell can close cells by several houses, which follow each other.
		blockers := slices.Compact(each(why, func(r Reason) string { return l.CellName(geo, r.Cell) }))
		if s.Technique == "naked-single" {
			slices.Sort(houses)
			houses = slices.Compact(houses)
		} else {
			says, houses = l.number(len(blockers), l.HiddenSinceOne, l.HiddenSince), s.Houses
		}
		text = fillIn(says, append(l.whereabouts(geo, houses), "name", l.TechniqueOn(geo, s.Technique),
			"blockers", l.list(blockers), "place", l.CellName(geo, s.Place.Cell), "value", l.digit(s.Place.Digit))...)
	}
	if houses := unseen(b, s, why); len(houses) > 0 {
		text = fillIn(l.SeenIn, append(l.whereabouts(geo, houses), "sentence", text)...)
	}
	return text
}

// impossible lists the combinations of candidates of a step's cells that begin with some digits
// and have one that the step eliminates: "4-1 (r2c3)", with the cell that would have no candidate,
// or "4-4" if two of the cells see each other.
func (l *Language) impossible(b *board.Board, s *grade.Step, digits []board.Digit) (list []string) {
	geo, n := b.Geometry(), len(digits)
	if n < len(s.Cells) {
		for d := range b.Candidates(s.Cells[n]).All() {
			list = append(list, l.impossible(b, s, append(slices.Clip(digits), d))...)
		}
		return list
	}
	left, lost, text := *b, false, strings.Join(each(digits, l.digit), "-")
	for i, d := range digits {
		lost = lost || slices.Contains(s.Eliminate, grade.Candidate{Cell: s.Cells[i], Digit: d})
		for _, c := range geo.Peers(s.Cells[i]) {
			left.Eliminate(c, d.Mask())
		}
	}
	if !lost {
		return nil
	}
	for i, d := range digits {
		if !left.Candidates(s.Cells[i]).Has(d) { // a peer takes it
			return []string{text}
		}
	}
	for c, d := range b.Digits() {
		if d == 0 && left.Candidates(board.Cell(c)) == 0 {
			text += " (" + l.CellName(geo, board.Cell(c)) + ")"
			break
		}
	}
	return []string{text}
}

// unseen returns the unseen houses by which a step holds and which its sentence does not name: those
// in which two cells see each other that share no house that is drawn or named, and those
// that alone have only two places for a digit. It may return too many, but not too few: it looks at all pairs of cells that
// have a digit of the step in common, and not all of these matter to the step.
func unseen(b *board.Board, s *grade.Step, why []Reason) (list []board.House) {
	geo := b.Geometry()
	if geo.Classical() { // all its houses are drawn
		return nil
	}
	shown := func(h board.House) bool { return !geo.Unseen(h) || slices.Contains(s.Houses, h) }
	link := func(x, y board.Cell, strong board.Digits) { // strong: the digit that one of them must hold, 0 for none
		third := func(c board.Cell) bool { return c != x && c != y && b.Candidates(c)&strong != 0 }
		shared := slices.DeleteFunc(slices.Clone(geo.HousesOf(x)), func(h board.House) bool {
			return !slices.Contains(geo.HousesOf(y), h) || slices.ContainsFunc(geo.HouseCells(h), third)
		})
		if !slices.ContainsFunc(shared, shown) {
			list = append(list, shared...)
		}
	}
	for _, chain := range s.Chains {
		for _, k := range chain {
			for _, i := range k.From {
				if from := chain[i]; from.Digit == k.Digit && k.On {
					link(from.Cell, k.Cell, k.Digit.Mask())
				} else if from.Digit == k.Digit {
					link(from.Cell, k.Cell, 0)
				}
			}
		}
	}
	cells := s.Cells
	switch t, _ := grade.TechniqueByID(s.Technique); {
	case t.Lesson == "hidden-single":
		list = each(why, func(r Reason) board.House { return r.House })
	case slices.Contains([]string{"locked", "naked-set", "hidden-set", "fish", "net"}, t.Lesson) || t.ID == "forcing-chain" || t.ID == "forcing-x-chain":
		cells = nil // only their chains and the houses that they name matter
	}
	for i, x := range cells {
		for _, e := range s.Eliminate {
			if e.Cell != x && b.Candidates(x).Has(e.Digit) {
				link(x, e.Cell, 0)
			}
		}
		for _, y := range cells[:i] {
			together := func(part []board.Cell) bool { return slices.Contains(part, x) && slices.Contains(part, y) }
			if both := b.Candidates(x) & b.Candidates(y); s.Chains == nil && (both&s.Digits != 0 || both != 0 && slices.ContainsFunc(s.Parts, together)) {
				link(x, y, 0)
				link(x, y, s.Digits)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(slices.DeleteFunc(list, shown))
}
