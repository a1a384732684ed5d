package grade

import "gradoku/board"

// trial finds the best hint of one of the producers 23 and 25 to 30: of all
// assumptions, the contradiction, or what follows in any case, that rests on the
// fewest candidates. Assumptions are tried in the order in which the original
// makes its hints; the first of several equals wins.
type trial[S ids] struct {
	r       runner[S]
	runs    []record[S] // by candidate: what follows if it is true
	ifFalse record[S]   // what follows if the present candidate is false
	common  [2]S        // false, true candidates that all of a group make so
	group   group

	best    proof
	endsAt  int          // the cost of the best
	skipped board.Digits // Nishio: digits that are known to give nothing

	all *harvest[S] // where every hint is kept, or nil
}

// find looks for the best hint from the present board. It reports false when
// there is none or the budget has run out.
func (q *trial[S]) find(p *position[S]) bool {
	q.r.p = p
	q.r.prepare()
	q.runs = resize(q.runs, p.n)
	for i := range q.runs {
		q.runs[i].valid = false
	}
	q.endsAt = endless
	q.r.limit = endless - 1
	least := 2 // candidates of a cell
	if q.r.static {
		least = 3
	}
	for i := range p.s.geo.Cells {
		c := board.Cell(i)
		if p.s.cand[c].Len() < least {
			continue
		}
		for m := p.s.cand[c] &^ q.skipped; m != 0; m &= m - 1 {
			q.tryCandidate(Candidate{c, m.First()})
			if q.r.budget.out {
				return false
			}
		}
		if !q.r.nishio {
			p.cellGroup(&q.group, c)
			q.tryGroup()
		}
	}
	return q.endsAt < endless && !q.r.budget.out
}

// tryCandidate looks at everything that one candidate is the first to raise.
func (q *trial[S]) tryCandidate(c Candidate) {
	p := q.r.p
	i := p.id[c.Cell][c.Digit]
	if !q.r.static {
		on := q.ifTrue(i)
		if on.clash {
			q.offer(&proof{form: contradictionProof, start: i, target: i}, on.clashCost, nil)
		}
		q.r.run(&q.ifFalse, i, false)
		if q.ifFalse.clash {
			q.offer(&proof{form: contradictionProof, start: i, target: i, isOn: true}, q.ifFalse.clashCost, nil)
		}
		if !q.r.nishio && p.s.cand[c.Cell].Len() > 2 {
			q.tryDouble(i, on)
		}
	}
	if q.r.nishio {
		return
	}
	for rule := uint8(byBox); rule <= byColumn; rule++ {
		if p.regionGroup(&q.group, c, rule) {
			q.tryGroup()
		}
	}
}

// ifTrue returns the run of a true candidate. It serves the contradiction, the
// double, the cell and up to three houses. One that was made under a higher limit
// holds more than is needed, and will do.
func (q *trial[S]) ifTrue(i int16) *record[S] {
	rec := &q.runs[i]
	if !rec.valid {
		q.r.run(rec, i, true)
	}
	return rec
}

// offer compares a hint with the best.
func (q *trial[S]) offer(pr *proof, cost int, grounds *S) {
	if q.all != nil {
		q.all.keep(q, pr, cost, grounds)
		return
	}
	if cost > q.endsAt || cost == q.endsAt && (cost == endless || formKey[pr.form] >= formKey[q.best.form]) {
		return
	}
	q.best, q.endsAt = *pr, cost
	q.best.nodes = cost
	q.r.limit = cost - 1
}

// tryDouble looks for what follows from a candidate both true and false.
func (q *trial[S]) tryDouble(i int16, on *record[S]) {
	off := &q.ifFalse
	q.common = [2]S{on.off, on.on}
	intersect(&q.common[0], &off.off)
	intersect(&q.common[1], &off.on)
	intersect(&q.common[1], &q.r.p.open)
	if empty(&q.common[0]) && empty(&q.common[1]) {
		return
	}
	for _, t := range on.onList {
		if has(&q.common[1], t) {
			cost := int(on.onCost[t]) + int(off.onCost[t])
			q.offerBoth(&proof{form: doubleProof, start: i, target: t, isOn: true}, cost, on, off)
		}
	}
	for _, t := range on.offList {
		if has(&q.common[0], t) {
			cost := int(on.offCost[t]) + int(off.offCost[t])
			q.offerBoth(&proof{form: doubleProof, start: i, target: t}, cost, on, off)
		}
	}
}

func (q *trial[S]) offerBoth(pr *proof, cost int, on, off *record[S]) {
	var grounds S
	if q.all != nil {
		grounds = *on.groundsOf(pr.target, pr.isOn)
		unite(&grounds, off.groundsOf(pr.target, pr.isOn))
	}
	q.offer(pr, min(cost, endless), &grounds)
}

// tryGroup looks for what follows from every member of q.group.
func (q *trial[S]) tryGroup() {
	g, p := &q.group, q.r.p
	q.common = [2]S{p.alive, p.open}
	for _, i := range g.members[:g.n] {
		rec := q.ifTrue(i)
		intersect(&q.common[0], &rec.off)
		intersect(&q.common[1], &rec.on)
		if empty(&q.common[0]) && empty(&q.common[1]) {
			return
		}
	}
	first := &q.runs[g.members[0]]
	for _, t := range first.onList {
		if has(&q.common[1], t) {
			q.offerGroup(t, true)
		}
	}
	for _, t := range first.offList {
		if has(&q.common[0], t) {
			q.offerGroup(t, false)
		}
	}
}

func (q *trial[S]) offerGroup(t int16, isOn bool) {
	g := &q.group
	cost := 0
	for _, i := range g.members[:g.n] {
		cost += q.runs[i].costOf(t, isOn)
	}
	pr := proof{form: g.form, rule: g.rule, start: g.members[0], target: t, isOn: isOn}
	var grounds S
	if q.all != nil {
		rule := g.rule
		if g.form == cellProof {
			rule = byCell
		}
		grounds = *q.r.p.ground(&q.r.work, rule, g.members[0])
		intersect(&grounds, q.r.gone)
		for _, i := range g.members[:g.n] {
			unite(&grounds, q.runs[i].groundsOf(t, isOn))
		}
	}
	q.offer(&pr, min(cost, endless), &grounds)
}

// costOf and groundsOf read a record.
func (rec *record[S]) costOf(t int16, isOn bool) int {
	if isOn {
		return int(rec.onCost[t])
	}
	return int(rec.offCost[t])
}

func (rec *record[S]) groundsOf(t int16, isOn bool) *S {
	if isOn {
		return &rec.grounds[t]
	}
	return &rec.grounds[rec.from[t]]
}
