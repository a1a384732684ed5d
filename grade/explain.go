package grade

import (
	"slices"

	"gradoku/board"
)

// explain computes the chains of a step from its proof and adds them, with their cells
// and digits. The board must be the one on which the step was found.
func (e *engine[S]) explain(pr *proof, s *Step) {
	p := &e.pos
	start := p.candidate[pr.start]
	s.Cells, s.Digits = []board.Cell{start.Cell}, start.Digit.Mask()
	switch pr.form {
	case cycleProof:
		e.unary.cycleAt(p, pr.kind, pr.start, pr.nodes)
		// The start of a cycle is at both ends.
		line := e.unary.tree.path(p, e.unary.last, true)
		line = append(line, Literal{p.candidate[e.unary.lastOff], false}, line[0])
		s.Chains = []Chain{chainOf(line)}
		s.Cells, s.Digits = s.Chains[0].cellsAndDigits()
	case forcedProof:
		e.unary.tree.grow(p, pr.kind, pr.start, !pr.isOn)
		s.Chains = []Chain{chainOf(e.unary.tree.path(p, pr.target, pr.isOn))}
		s.Cells, s.Digits = s.Chains[0].cellsAndDigits()
	case contradictionProof:
		e.follow(pr, pr.start, !pr.isOn, func(r *runner[S]) {
			s.Chains = []Chain{r.net(r.rec.clashed, true), r.net(r.rec.clashed, false)}
		})
	case doubleProof:
		for _, isOn := range [2]bool{true, false} {
			e.follow(pr, pr.start, isOn, func(r *runner[S]) { s.Chains = append(s.Chains, r.net(pr.target, pr.isOn)) })
		}
	default:
		e.explainGroup(pr, s)
	}
}

// explainGroup adds a chain for each candidate of the cell or house.
func (e *engine[S]) explainGroup(pr *proof, s *Step) {
	var g group
	p := &e.pos
	if first := p.candidate[pr.start]; pr.form == cellProof {
		p.cellGroup(&g, first.Cell)
		s.Digits = p.s.cand[first.Cell]
	} else {
		p.regionGroup(&g, first, pr.rule)
		h := p.s.byRule[first.Cell][pr.rule]
		s.Houses = []board.House{h}
		s.Cells = s.Cells[:0]
		for _, i := range g.members[:g.n] {
			s.Cells = append(s.Cells, p.candidate[i].Cell)
		}
	}
	for _, i := range g.members[:g.n] {
		e.follow(pr, i, true, func(r *runner[S]) { s.Chains = append(s.Chains, r.net(pr.target, pr.isOn)) })
	}
}

// follow runs an assumption again, outside the budget, and passes the outcome to read.
func (e *engine[S]) follow(pr *proof, start int16, isOn bool, read func(r *runner[S])) {
	r := &e.trial.r
	saved := *r.budget
	*r.budget = budget{}
	r.p, r.nishio, r.static, r.level = &e.pos, pr.nishio, pr.static, pr.level
	r.prepare()
	r.run(&e.trial.ifFalse, start, isOn)
	read(r)
	*r.budget = saved
}

// grow grows a tree from an assumption to its end.
func (t *tree[S]) grow(p *position[S], kind int, start int16, startOn bool) {
	t.plant(p, kind, start, startOn, &p.alive)
	more := startOn || t.growOn(p)
	for more && t.growOff(p) {
		more = t.growOn(p)
	}
}

// path returns the path to a candidate that the tree has reached.
func (t *tree[S]) path(p *position[S], i int16, isOn bool) []Literal {
	var line []Literal
	for i >= 0 {
		line = append(line, Literal{p.candidate[i], isOn})
		if isOn {
			i = t.onFrom[i]
		} else {
			i = t.offFrom[i]
		}
		isOn = !isOn
	}
	slices.Reverse(line)
	return line
}

// net returns the chain of a candidate of the last run and all its ancestors.
func (r *runner[S]) net(i int16, isOn bool) Chain {
	n := netBuilder[S]{r: r, at: map[Literal]int{}}
	rec := r.rec
	reached := rec.on
	if !isOn {
		reached = rec.off
	}
	if !rec.clash || rec.clashed != i || has(&reached, i) {
		n.visit(i, isOn)
		return n.chain
	}
	// The run stopped at this candidate, which clashed with an earlier record.
	l := Link{Literal: Literal{r.p.candidate[i], isOn}}
	if isOn {
		parents := r.parentsOf(rec.clashed, rec.clashRule)
		l.From = n.visitFalse(&parents)
	} else {
		l.From = []int{n.visit(rec.clashFrom, true)}
	}
	return append(n.chain, l)
}

// netBuilder orders candidates, ancestors first.
type netBuilder[S ids] struct {
	r     *runner[S]
	at    map[Literal]int
	chain Chain
}

// visit adds a candidate that the run recorded, unless it is there already, and
// returns its index.
func (n *netBuilder[S]) visit(i int16, isOn bool) int {
	r := n.r
	literal := Literal{r.p.candidate[i], isOn}
	if k, ok := n.at[literal]; ok {
		return k
	}
	l := Link{Literal: literal}
	assumption := int16(r.p.n)
	if isOn {
		t := r.rec.turnOf(i)
		parents := r.parentsOf(i, t.rule)
		l.From = n.visitFalse(&parents)
	} else if from := r.rec.from[i]; from > assumption {
		h := &r.rec.hints[from-assumption-1]
		l.From, l.By = n.visitFalse(&h.parents), h.by
	} else if from < assumption {
		l.From = []int{n.visit(from, true)}
	}
	n.at[literal] = len(n.chain)
	n.chain = append(n.chain, l)
	return n.at[literal]
}

func (n *netBuilder[S]) visitFalse(set *S) (at []int) {
	for i := range members(set) {
		at = append(at, n.visit(i, false))
	}
	return at
}
