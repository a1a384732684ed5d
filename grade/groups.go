package grade

import (
	"math/bits"

	"gradoku/board"
)

// group is a set of candidates of which exactly one is true: all of a cell, or
// all places of a digit in a house. What follows from every one of them is true.
type group struct {
	form    proofForm // cellProof or regionProof
	rule    uint8     // regionProof: which house of the first member
	members [board.MaxSize]int16
	n       int
}

// The order of hints with equal rating and complexity.
var formKey = [...]int{doubleProof: 1, cellProof: 5, regionProof: 6, contradictionProof: 7}

// allGroups lists the groups in the order of the original: by their first members; for the
// same first member, houses before the cell.
func (p *position[S]) allGroups() []group {
	if p.hasGroups {
		return p.groupList
	}
	p.hasGroups, p.groupList = true, p.groupList[:0]
	var g group
	for i := range p.s.geo.Cells {
		c := board.Cell(i)
		if p.s.cand[c].Len() < 2 {
			continue
		}
		for m := p.s.cand[c]; m != 0; m &= m - 1 {
			last := p.lastOf[p.id[c][m.First()]]
			for rule := uint8(byBox); rule <= last; rule++ {
				if p.regionGroup(&g, Candidate{c, m.First()}, rule) {
					p.groupList = append(p.groupList, g)
				}
			}
		}
		p.cellGroup(&g, c)
		p.groupList = append(p.groupList, g)
	}
	return p.groupList
}

// cellGroup makes g the candidates of a cell.
func (p *position[S]) cellGroup(g *group, c board.Cell) {
	g.form, g.n = cellProof, 0
	for m := p.s.cand[c]; m != 0; m &= m - 1 {
		g.members[g.n] = p.id[c][m.First()]
		g.n++
	}
}

// regionGroup makes g the places of a candidate's digit in one of its houses, if there
// are two or more and the candidate is the first. So each digit of a house gives one
// group only.
func (p *position[S]) regionGroup(g *group, first Candidate, rule uint8) bool {
	h := p.s.byRule[first.Cell][rule]
	if h == noHouse {
		return false
	}
	at := p.s.pos[h][first.Digit]
	if at&(at-1) == 0 || p.s.cells[h][bits.TrailingZeros16(at)] != first.Cell {
		return false
	}
	g.form, g.rule, g.n = regionProof, rule, 0
	for ; at != 0; at &= at - 1 {
		g.members[g.n] = p.id[p.s.cells[h][bits.TrailingZeros16(at)]][first.Digit]
		g.n++
	}
	return true
}
