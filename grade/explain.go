package grade

import (
	"slices"

	"gradoku/board"
)

// explain works the chains of a step out of its proof and adds them, with the
// cells and digits they are about. The board must be that on which the step was found.
func (c *chains) explain(pr *proof, s *Step) {
	if pr.form == noProof {
		return
	}
	switch c.words {
	case small:
		c.small.explain(pr, s)
	case medium:
		c.medium.explain(pr, s)
	default:
		c.large.explain(pr, s)
	}
}

func (e *engine[S]) explain(pr *proof, s *Step) {
	p := &e.pos
	start := p.candidate[pr.start]
	s.Cells, s.Digits = []board.Cell{start.Cell}, start.Digit.Mask()
	switch pr.form {
	case cycleProof:
		e.unary.cycleAt(p, pr.kind, pr.start, pr.nodes)
		s.Chains = []Chain{e.unary.tree.cycle(p, e.unary.last, e.unary.lastOff)}
		s.Cells, s.Digits = s.Chains[0].cellsAndDigits()
	case forcedProof:
		s.Chains = []Chain{e.unary.tree.reach(p, pr.kind, pr.start, !pr.isOn, pr.target, pr.isOn)}
		s.Cells, s.Digits = s.Chains[0].cellsAndDigits()
	default:
		e.explainGroup(pr, s)
	}
}

// explainGroup adds a chain for each candidate of the cell or house.
func (e *engine[S]) explainGroup(pr *proof, s *Step) {
	var g group
	p := &e.pos
	p.groupOf(&g, pr)
	if first := p.candidate[pr.start]; pr.form == cellProof {
		s.Digits = p.s.cand[first.Cell]
	} else {
		h := p.s.houses[first.Cell][kindOfRule[pr.rule]]
		s.Houses = []board.House{h}
		s.Cells = s.Cells[:0]
		for _, i := range g.members[:g.n] {
			s.Cells = append(s.Cells, p.candidate[i].Cell)
		}
	}
	for _, i := range g.members[:g.n] {
		s.Chains = append(s.Chains, e.unary.tree.reach(p, kindMixed, i, true, pr.target, pr.isOn))
	}
}

// reach grows a tree from an assumption and returns the path to a target.
func (t *tree[S]) reach(p *position[S], kind int, start int16, startOn bool, target int16, isOn bool) Chain {
	t.plant(p, kind, start, startOn, &p.alive)
	more := startOn || t.growOn(p)
	for more && t.growOff(p) {
		more = t.growOn(p)
	}
	return t.path(p, target, isOn)
}

// path returns the path to a candidate that the tree has reached.
func (t *tree[S]) path(p *position[S], i int16, isOn bool) Chain {
	var c Chain
	for i >= 0 {
		c = append(c, Link{Literal: Literal{p.candidate[i], isOn}})
		if isOn {
			i = t.onFrom[i]
		} else {
			i = t.offFrom[i]
		}
		isOn = !isOn
	}
	slices.Reverse(c)
	for k := 1; k < len(c); k++ {
		c[k].From = []int{k - 1}
	}
	return c
}

// cycle returns the cycle that ends with x true and q false, its start at both ends.
func (t *tree[S]) cycle(p *position[S], x, q int16) Chain {
	c := t.path(p, x, true)
	c = append(c, Link{Literal: Literal{p.candidate[q], false}, From: []int{len(c) - 1}})
	return append(c, Link{Literal: c[0].Literal, From: []int{len(c) - 1}})
}
