package grade

import (
	"math/bits"

	"gradoku/board"
)

// group is candidates of which one is true, whichever it is: all of a cell, or
// all places of a digit in a house. What follows from each of them is true.
type group struct {
	form    proofForm // cellProof or regionProof
	rule    uint8     // regionProof: which house of the first member
	members [board.MaxSize]int16
	n       int
}

// The order of hints with equal rating and complexity.
var formKey = [...]int{doubleProof: 1, cellProof: 5, regionProof: 6, contradictionProof: 7}

// cell makes g the candidates of a cell.
func (p *position[S]) cellGroup(g *group, c board.Cell) {
	g.form, g.n = cellProof, 0
	for m := p.s.cand[c]; m != 0; m &= m - 1 {
		g.members[g.n] = p.id[c][m.First()]
		g.n++
	}
}

// regionGroup makes g the places of a candidate's digit in a house of it, if
// there are two or more and the candidate is the first. So every house is looked
// at once.
func (p *position[S]) regionGroup(g *group, first Candidate, rule uint8) bool {
	k := kindOfRule[rule]
	h := p.s.houses[first.Cell][k]
	at := p.s.pos[h][first.Digit]
	if at&(at-1) == 0 || bits.TrailingZeros16(at) != int(p.s.index3[first.Cell][k]) {
		return false
	}
	g.form, g.rule, g.n = regionProof, rule, 0
	for ; at != 0; at &= at - 1 {
		g.members[g.n] = p.id[p.s.cells[h][bits.TrailingZeros16(at)]][first.Digit]
		g.n++
	}
	return true
}

// groupOf makes again the group that a proof names.
func (p *position[S]) groupOf(g *group, pr *proof) {
	if pr.form == cellProof {
		p.cellGroup(g, p.candidate[pr.start].Cell)
	} else {
		p.regionGroup(g, p.candidate[pr.start], pr.rule)
	}
}
