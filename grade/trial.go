package grade

import "gradoku/board"

// trial finds the best hint of one of the producers 23 and 25 to 30: of all
// assumptions, the contradiction, or the conclusion that follows in every case,
// that depends on the fewest candidates. Assumptions are tried in the order in
// which the original makes its hints; the first of several equals wins.
type trial[S ids] struct {
	r       runner[S]
	runs    []record[S] // by candidate: what follows if it is true
	ifFalse record[S]   // what follows if the current candidate is false
	common  [2]S        // candidates that all of a group make false, true
	// The closures at level 0, of Nishio and of dynamic chains, and the assumptions
	// already charged to the budget.
	closed  [2]closures[S]
	charged S
	group   group

	best    proof
	endsAt  int          // the cost of the best
	skipped board.Digits // Nishio: digits that are known to yield nothing

	all *harvest[S] // if not nil, every hint is kept here
}

// find looks for the best hint on the current board. It reports false when
// there is none or the budget has run out.
func (q *trial[S]) find(p *position[S]) bool {
	q.r.p = p
	q.r.prepare()
	if q.hasClosures() {
		var none S
		q.charged = none
		q.closures().begun = q.closures().begun && q.all == nil // boards of runs do not follow one another
		q.closures().load(p, q.r.kind())
	}
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

// tryCandidate tries every double, cell and house of which this candidate is
// the first.
func (q *trial[S]) tryCandidate(c Candidate) {
	p := q.r.p
	i := p.id[c.Cell][c.Digit]
	double := !q.r.nishio && p.s.cand[c.Cell].Len() > 2
	if !q.r.static {
		if !q.isClosed(i) {
			if on := q.ifTrue(i); on.clash {
				q.offer(&proof{form: contradictionProof, start: i, target: i}, on.clashCost, nil)
			}
		}
		if q.deny(i, double) {
			if q.ifFalse.clash {
				q.offer(&proof{form: contradictionProof, start: i, target: i, isOn: true}, q.ifFalse.clashCost, nil)
			}
			if double {
				q.tryDouble(i, q.ifTrue(i))
			}
		}
	}
	if q.r.nishio {
		return
	}
	for rule := uint8(byBox); rule <= p.lastOf[i]; rule++ {
		if p.regionGroup(&q.group, c, rule) {
			q.tryGroup()
		}
	}
}

// hasClosures reports whether closures give the outcome of a run.
func (q *trial[S]) hasClosures() bool { return !q.r.static && q.r.level == 0 }

// closures are those of Nishio, or of dynamic chains.
func (q *trial[S]) closures() *closures[S] {
	if q.r.nishio {
		return &q.closed[0]
	}
	return &q.closed[1]
}

// isClosed reports whether it is known that nothing clashes if a candidate is true. The
// budget is charged as for the run.
func (q *trial[S]) isClosed(i int16) bool {
	if !q.hasClosures() {
		return false
	}
	x := q.closures()
	closed := !has(&x.clashing, i)
	if closed && !has(&q.charged, i) {
		add(&q.charged, i)
		q.r.budget.spend(x.of[i].size())
	}
	return closed
}

// ifTrue returns the run of a true candidate. It serves the contradiction, the
// double, the cell and up to three houses. A run made under a higher limit holds
// more than needed and is used too.
func (q *trial[S]) ifTrue(i int16) *record[S] {
	rec := &q.runs[i]
	if !rec.valid {
		q.r.run(rec, i, true)
		if !q.isClosed(i) {
			q.r.budget.spend(rec.size())
		}
	}
	return rec
}

// follows returns what follows if a candidate is true; at level 0 it may include what
// the limit would cut off.
func (q *trial[S]) follows(i int16) *closure[S] {
	if q.isClosed(i) {
		return &q.closures().of[i]
	}
	return &q.ifTrue(i).closure
}

// deny makes the run of a false candidate, unless it is known that it gives no hint.
//
// At level 0 things follow only through a partner: a candidate that is true if this
// one is false, and makes this one false again. So both have the same closure.
func (q *trial[S]) deny(i int16, double bool) bool {
	closed := false
	if q.hasClosures() {
		partner := q.r.p.anyPartner(q.r.kind(), i)
		if partner < 0 {
			q.r.budget.spend(1)
			return false
		}
		if closed = q.isClosed(partner); closed {
			c := &q.closures().of[partner]
			q.r.budget.spend(c.size())
			if !double || !q.meet(q.follows(i), c) {
				return false
			}
		}
	}
	q.r.run(&q.ifFalse, i, false)
	if !closed {
		q.r.budget.spend(q.ifFalse.size())
	}
	return true
}

// meet puts into q.common what follows in both cases, and reports whether there is
// anything.
func (q *trial[S]) meet(a, b *closure[S]) bool {
	q.common = [2]S{a.off, a.on}
	intersect(&q.common[0], &b.off)
	intersect(&q.common[1], &b.on)
	intersect(&q.common[1], &q.r.p.open)
	return !empty(&q.common[0]) || !empty(&q.common[1])
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
	if !q.meet(&on.closure, &off.closure) {
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
		c := q.follows(i)
		intersect(&q.common[0], &c.off)
		intersect(&q.common[1], &c.on)
		if empty(&q.common[0]) && empty(&q.common[1]) {
			return
		}
	}
	for _, i := range g.members[:g.n] {
		c := &q.ifTrue(i).closure
		intersect(&q.common[0], &c.off)
		intersect(&q.common[1], &c.on)
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
