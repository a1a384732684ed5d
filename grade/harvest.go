package grade

// Levels 3 to 5: chains with several assumptions, inside a net. The search is that
// of trial.go, which here keeps every hint instead of the best.

// multipleHints collects the hints of cell and region chains, dynamic chains or
// dynamic chains with chains in them, by the run's level.
func (x *nested[S]) multipleHints(r *runner[S]) {
	q := &x.inner
	q.r.budget, q.r.gone = r.budget, &r.removed
	q.r.static, q.r.level = r.level == 3, 0
	if r.level == 5 {
		q.r.level = 2
	}
	q.all = &x.all
	x.all.begin(&x.pos)
	q.find(&x.pos)
	x.hints = x.hints[:0]
	for value := range x.all.best {
		for i := range x.all.best[value] {
			if b := &x.all.best[value][i]; b.cost < endless {
				x.hints = append(x.hints, x.all.hint(&x.pos, value, int16(i)))
			}
		}
	}
}

// harvest keeps, for everything that can be concluded, the best hint for it. That is
// as good as all hints: those that conclude the same are dropped anyway.
type harvest[S ids] struct {
	best  [2][]reaped[S] // false, true; by candidate
	turns int64
}

type reaped[S ids] struct {
	cost    int
	rank    int32
	turn    int64
	form    proofForm
	static  bool
	grounds S
}

// id names the technique of a hint.
func (b *reaped[S]) id() string {
	if b.static {
		return [...]string{cellProof: "cell-forcing-chain", regionProof: "region-forcing-chain"}[b.form]
	}
	return [...]string{
		contradictionProof: "dynamic-contradiction", doubleProof: "dynamic-double",
		cellProof: "dynamic-cell", regionProof: "dynamic-region",
	}[b.form]
}

func (h *harvest[S]) begin(p *position[S]) {
	for value := range h.best {
		h.best[value] = resize(h.best[value], p.n)
		for i := range h.best[value] {
			h.best[value][i].cost = endless
		}
	}
	h.turns = 0
}

// keep compares a hint with the best for its conclusion. One of two candidates of a
// cell being true is the same as the other being false.
func (h *harvest[S]) keep(q *trial[S], pr *proof, cost int, grounds *S) {
	p := q.r.p
	h.turns++
	value, i := 0, pr.target
	if pr.isOn {
		if !has(&p.open, i) {
			return // nothing is eliminated
		}
		value = 1
		if j := p.partner[i][byCell]; j >= 0 {
			value, i = 0, j
		}
	}
	rank := int32(cost)*8 + int32(formKey[pr.form])
	b := &h.best[value][i]
	if cost >= endless || b.cost < endless && b.rank <= rank {
		return
	}
	*b = reaped[S]{cost: cost, rank: rank, turn: h.turns, form: pr.form, static: q.r.static}
	if grounds != nil {
		b.grounds = *grounds
		return
	}
	b.grounds = q.clashGrounds(pr)
}

// hint makes a hint of what was kept.
func (h *harvest[S]) hint(p *position[S], value int, i int16) nestedHint[S] {
	b := &h.best[value][i]
	n := nestedHint[S]{parents: b.grounds, by: b.id(), cost: b.cost, rank: b.rank, turn: b.turn}
	if value == 1 {
		n.lost = p.others(i)
		intersect(&n.lost, &p.alive)
	} else {
		add(&n.lost, i)
	}
	return n
}

// clashGrounds returns which candidates struck out by the outer run a contradiction
// rests on, from both sides.
func (q *trial[S]) clashGrounds(pr *proof) (grounds S) {
	rec := &q.ifFalse
	if !pr.isOn {
		rec = &q.runs[pr.start]
	}
	if rec.clashRule == noRule { // true before, false by clashFrom
		grounds = rec.grounds[rec.clashed]
		unite(&grounds, &rec.grounds[rec.clashFrom])
		return grounds
	}
	grounds = *q.r.p.ground(&q.r.work, rec.clashRule, rec.clashed)
	intersect(&grounds, q.r.gone)
	unite(&grounds, &rec.grounds[rec.from[rec.clashed]])
	for o := range members(&rec.clashParents) {
		unite(&grounds, &rec.grounds[rec.from[o]])
	}
	return grounds
}
