package grade

import (
	"cmp"
	"slices"

	"gradoku/board"
)

// trial finds the best hint of one of the producers 23 to 30: of all
// assumptions, the contradiction, or the conclusion that follows in every case,
// that depends on the fewest candidates. The first of several equals, in the order in
// which the original makes its hints, wins.
type trial[S ids] struct {
	r       runner[S]
	runs    []record[S]    // by candidate: what follows if it is true; one of the lists in made
	made    [2][]record[S] // runs of one search only; runs kept from search to search, see keep
	ifFalse record[S]      // what follows if the current candidate is false
	common  [2]S           // the candidates that all members of a group make false, and those that all make true
	sum     []int32        // the cost in the runs of a group so far: of each candidate as false, then of each as true
	// The closures at level 0, of Nishio and of dynamic chains, and the assumptions
	// already charged to the budget.
	closed   [2]closures[S]
	charged  S
	lessened []lessened[S] // see keep

	best    proof
	endsAt  int          // the cost of the best
	skipped board.Digits // Nishio: digits that are known to yield nothing

	// For static chains: by candidate, if it is in known, all candidates that are false if it is true.
	known    S
	excluded []S

	all *harvest[S] // if not nil, every hint is kept here
}

// find looks for the best hint on the current board. It reports false when
// there is none or the budget has run out.
func (q *trial[S]) find(p *position[S]) bool {
	q.r.p = p
	q.r.prepare()
	var none, gone S
	which, follows := 0, false
	if q.hasClosures() {
		x := q.closures()
		x.begun = x.begun && q.all == nil // boards of runs do not follow one another
		gone, follows = x.load(p, q.r.kind())
		if q.all == nil && !q.r.nishio && p.n <= 64*medium { // wider ones would take too much memory
			which = 1
		}
	}
	q.made[which] = resize(q.made[which], p.n)
	if q.runs = q.made[which]; which == 1 && follows {
		q.keep(&gone)
	} else {
		for i := range q.runs {
			q.runs[i].valid = false
		}
	}
	q.endsAt, q.r.limit = endless, endless-1
	q.sum, q.excluded = resize(q.sum, 2*p.n), resize(q.excluded, p.n)
	q.charged, q.known = none, none
	if !q.r.static {
		for i := range members(&p.open) {
			if !q.skipped.Has(p.candidate[i].Digit) {
				q.tryCandidate(i)
			}
			if q.r.budget.out {
				return false
			}
		}
	}
	if !q.r.nishio {
		for k := range p.allGroups() {
			g := &p.groupList[k]
			if !q.r.static || p.s.cand[p.candidate[g.members[0]].Cell].Len() > 2 {
				q.tryGroup(g)
			}
			if q.r.budget.out {
				return false
			}
		}
	}
	return q.endsAt < endless
}

// keep marks the earlier runs that would be the same on this board, and removes from them the
// candidates in gone, which the board has lost since.
//
// A run is the same if no candidate in gone is true in it, and if each group that has lost
// candidates still makes the same candidate true at the same time, or none. A group makes its
// last candidate true once all others are struck out. So two or more of its remaining
// candidates must never be struck out; or the last of them to be struck out came after all
// that are gone; or the one left was already true by then.
func (q *trial[S]) keep(gone *S) {
	p := q.r.p
	q.lessened = q.lessened[:0]
	var seen []uint16
	for i := range members(gone) {
		for _, g := range p.groups[i][:p.lastOf[i]+1] {
			if int(g) == p.groupCount || slices.Contains(seen, g) {
				continue
			}
			seen = append(seen, g)
			rest := *p.inGroup(p.s, int(g))
			lost := rest
			intersect(&lost, gone)
			if intersect(&rest, &p.alive); !empty(&rest) { // no candidate of an empty group can become true
				q.lessened = append(q.lessened, lessened[S]{rest, lost})
			}
		}
	}
	for i := range q.runs {
		rec := &q.runs[i]
		rec.weighed = false
		rec.valid = rec.valid && has(&p.alive, int16(i)) && !meet(&rec.on, gone)
		for k := 0; rec.valid && k < len(q.lessened); k++ {
			rec.valid = q.lessened[k].alike(rec)
		}
		if rec.valid {
			if meet(&rec.above, gone) {
				rec.clashCost = 0
			}
			subtract(&rec.off, gone)
			subtract(&rec.struck, gone)
		}
	}
}

// lessened is a group that has lost some of its candidates and still has the rest.
type lessened[S ids] struct{ rest, lost S }

// alike reports whether the group does the same in a run as before it lost candidates: see keep.
func (g *lessened[S]) alike(rec *record[S]) bool {
	left := g.rest
	subtract(&left, &rec.struck)
	x := lowest(&left)
	if x < 0 {
		return false
	}
	if remove(&left, x); !empty(&left) {
		return true
	}
	others, missing := g.rest, g.lost
	intersect(&others, &rec.struck)
	subtract(&missing, &rec.struck)
	late := !empty(&missing)
	k := len(rec.offList) - 1
	for ; k >= 0 && !has(&others, rec.offList[k]); k-- {
		late = late || has(&g.lost, rec.offList[k])
	}
	if !late {
		return true
	}
	t := rec.turnOf(x)
	return t != nil && int(t.at) < k
}

// tryCandidate tries both contradictions and the double of a candidate.
func (q *trial[S]) tryCandidate(i int16) {
	double := !q.r.nishio && q.r.p.s.cand[q.r.p.candidate[i].Cell].Len() > 2
	if !q.isClosed(i) {
		q.offerClash(q.ifTrue(i), &proof{form: contradictionProof, start: i, target: i})
	}
	if q.deny(i, double) {
		q.offerClash(&q.ifFalse, &proof{form: contradictionProof, start: i, target: i, isOn: true})
		if double {
			q.tryDouble(i, q.ifTrue(i))
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
// double, the cell and its houses.
func (q *trial[S]) ifTrue(i int16) *record[S] {
	rec := &q.runs[i]
	if !rec.valid {
		q.r.run(rec, i, true)
		if !q.isClosed(i) && (!q.r.static || q.all != nil) {
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

// offer compares a hint of some runs with the best.
func (q *trial[S]) offer(pr *proof, cost int, runs []*record[S]) {
	if q.all != nil {
		q.all.keep(q, pr, cost, runs)
		return
	}
	if cost > q.endsAt || cost == endless {
		return
	}
	if cost == q.endsAt && cmp.Or(cmp.Compare(formKey[pr.form], formKey[q.best.form]), cmp.Compare(pr.start, q.best.start)) >= 0 {
		return
	}
	q.best, q.endsAt = *pr, cost
	q.best.nodes = cost
	q.r.limit = cost - 1
}

// offerClash compares the contradiction of a run with the best, if there is one.
func (q *trial[S]) offerClash(rec *record[S], pr *proof) {
	if rec.clash {
		if rec.clashCost == 0 {
			q.r.weighClash(rec)
		}
		q.offer(pr, rec.clashCost, []*record[S]{rec})
	}
}

// tryDouble looks for what follows from a candidate both true and false.
func (q *trial[S]) tryDouble(i int16, on *record[S]) {
	if q.meet(&on.closure, &q.ifFalse.closure) {
		q.offerCommon(&proof{form: doubleProof, start: i}, []*record[S]{on, &q.ifFalse}, nil)
	}
}

// tryGroup looks for what follows from every member of a group.
func (q *trial[S]) tryGroup(g *group) {
	p := q.r.p
	q.common = [2]S{p.alive, p.open}
	for _, i := range g.members[:g.n] {
		if q.r.static && q.all == nil {
			if intersect(&q.common[0], q.excludes(i)); empty(&q.common[0]) {
				return // then no candidate is true for all of them either: it would exclude others
			}
			continue
		}
		c := q.follows(i)
		intersect(&q.common[0], &c.off)
		intersect(&q.common[1], &c.on)
		if empty(&q.common[0]) && empty(&q.common[1]) {
			return
		}
	}
	var runs [board.MaxSize]*record[S]
	q.offerCommon(&proof{form: g.form, rule: g.rule, start: g.members[0]}, runs[:g.n], g)
}

// excludes returns all candidates that static chains make false if a candidate is true.
func (q *trial[S]) excludes(i int16) *S {
	if !has(&q.known, i) {
		add(&q.known, i)
		q.excluded[i] = q.r.p.followsFrom(i)
	}
	return &q.excluded[i]
}

// offerCommon compares with the best hint each conclusion in q.common that all of some runs
// share, in the order in which the first run found them. The runs of a group are made one by
// one: a conclusion is dropped as soon as it is known to cost too much.
func (q *trial[S]) offerCommon(pr *proof, runs []*record[S], g *group) {
	n := q.r.p.n
	for k := range runs {
		if g != nil {
			runs[k] = q.ifTrue(g.members[k])
		}
		rec := runs[k]
		intersect(&q.common[0], &rec.off)
		intersect(&q.common[1], &rec.on)
		if empty(&q.common[0]) && empty(&q.common[1]) {
			return
		}
		q.r.weigh(rec)
		most := int32(q.endsAt - (len(runs) - 1 - k))
		for value := range q.common {
			for t := range members(&q.common[value]) {
				cost := rec.cost[t]
				if value == 0 {
					cost = rec.cost[rec.from[t]] + 1
				}
				if k > 0 {
					cost += q.sum[value*n+int(t)]
				}
				if q.sum[value*n+int(t)] = cost; cost > most {
					remove(&q.common[value], t)
				}
			}
		}
	}
	for _, t := range runs[0].onList {
		if has(&q.common[1], t.id) {
			pr.target, pr.isOn = t.id, true
			q.offer(pr, int(q.sum[n+int(t.id)]), runs)
		}
	}
	for _, t := range runs[0].offList {
		if has(&q.common[0], t) {
			pr.target, pr.isOn = t, false
			q.offer(pr, int(q.sum[t]), runs)
		}
	}
}
