package grade

import "gradoku/board"

// chainWords are the words in braces that concern chains: {chain}, the first of
// them in the notation of [Implication]; {assumption}, what it starts from, and
// {clash}, what it ends at, in both values; {argument}, the case distinction of a
// net; {conclusion}, what follows for one candidate.
func (s Step) chainWords(g *board.Geometry) []string {
	if len(s.Chains) == 0 {
		return nil
	}
	chain := s.Chains[0]
	return []string{
		"{chain}", chain.Implication().Notation(g),
		"{assumption}", assumption(g, chain[0].Literal),
		"{clash}", clash(g, chain[len(chain)-1].Literal),
		"{argument}", s.argument(g),
		"{conclusion}", s.conclusion(g),
	}
}

// argument says which cases there are; there is only one in a single chain.
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

// conclusion says that a candidate is true, or that it is not.
func (s Step) conclusion(g *board.Geometry) string {
	if s.Place.Digit != 0 {
		return claim(g, Literal{s.Place, true})
	}
	return claim(g, Literal{s.Eliminate[0], false})
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
