package grade

import (
	"cmp"
	"slices"
)

// nested is the search for chains on a board as a run has changed it, from level 2
// on. Unlike the searches of the same name at the top level, it has to keep every
// hint: all are used, best first, and others then depend on the first one that
// eliminates a candidate.
type nested[S ids] struct {
	pos       position[S]
	wave      waves[S]
	cycleWave cycleWaves[S]
	tree      tree[S]
	hints     []nestedHint[S]
	inner     trial[S] // levels 3 to 5
	all       harvest[S]
}

// nestedHint is one hint. rank and turn put it in order.
type nestedHint[S ids] struct {
	lost    S
	parents S // the struck-out candidates it depends on
	by      string
	cost    int
	rank    int32 // of rating, length and key
	turn    int64 // of discovery
}

// nestedChains tries the chains of the run's level.
//
//	2  cycles and single forcing chains
//	3  the same, then cell and region chains
//	4  dynamic chains
//	5  dynamic chains of level 2
func (r *runner[S]) nestedChains() {
	if r.nested == nil {
		r.nested = new(nested[S])
	}
	x := r.nested
	x.pos.loadRun(r)
	r.budget.spend(r.budget.numbered)
	before := len(r.rec.offList)
	if r.level <= 3 {
		x.unaryHints(r)
		r.take(x.hints)
	}
	if before == len(r.rec.offList) && r.level >= 3 {
		x.multipleHints(r)
		r.take(x.hints)
	}
}

// take sorts the hints, drops those that eliminate the same as an earlier one,
// and applies the rest.
func (r *runner[S]) take(hints []nestedHint[S]) {
	slices.SortFunc(hints, func(a, b nestedHint[S]) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.turn, b.turn))
	})
	for i := range hints {
		h := &hints[i]
		same := func(g nestedHint[S]) bool { return g.lost == h.lost }
		if slices.ContainsFunc(hints[:i], same) {
			continue
		}
		lost, parents := h.lost, h.parents
		r.eliminate(&lost, &parents, h.by, h.cost)
	}
}

// unaryHints collects all cycles and forcing chains: X, then Y, then mixed.
func (x *nested[S]) unaryHints(r *runner[S]) {
	x.hints = x.hints[:0]
	if empty(&x.pos.reached(kindMixed).refuted) {
		return
	}
	x.pos.readWeak()
	for kind := kindX; kind <= kindMixed; kind++ {
		x.cycles(r, kind)
		if kind != kindY {
			x.forcing(r, kind)
		}
	}
}

// keep adds a hint of a search, of so many nodes, by its start and the part within
// that start: cycles 0, false 1, true 2.
func (x *nested[S]) keep(lost, parents *S, search, nodes int, start int16, part int) {
	if empty(lost) {
		return
	}
	by := [...]string{cycleX: "x-cycle", cycleY: "y-cycle", mixed: "cycle"}[search]
	if part > 0 {
		by = [...]string{chainX: "forcing-x-chain", mixed: "forcing-chain"}[search]
	}
	x.hints = append(x.hints, nestedHint[S]{
		lost: *lost, parents: *parents, by: by, cost: nodes, rank: unaryRank[search][nodes/2],
		turn: (int64(start)*3+int64(part))<<20 + int64(len(x.hints)),
	})
}

// cycles collects the cycles of one kind from every start. As at the top level,
// sets show where a tree is worth growing.
func (x *nested[S]) cycles(r *runner[S], kind int) {
	p, t := &x.pos, &x.tree
	search := [3]int{cycleX, cycleY, mixed}[kind]
	x.cycleWave.begin(p, kind)
	for k := range x.cycleWave.at {
		v := &x.cycleWave.at[k]
		start := v.start
		longest := 0 // the nodes of the longest cycle there can be
		for n := 4; !empty(&v.newest); n += 2 {
			v.advance(p, kind)
			if meet(&v.newest, &v.closing) {
				longest = n
			}
		}
		if longest == 0 {
			continue
		}
		t.plant(p, kind, start, true, &p.linked[kind])
		for n := 4; n <= longest && t.growOff(p) && t.growOn(p); n += 2 {
			t.close(p, func(last, q int16) bool {
				lost := t.cycleLoss(p, last, q)
				parents := x.groundsOfPath(r, last)
				unite(&parents, p.ground(p.s, p.ruleOf(kind, q, start), start))
				intersect(&parents, &r.removed)
				x.keep(&lost, &parents, search, n, start, 0)
				return true
			})
		}
	}
}

// ruleOf returns the first rule by which x is true when q is false.
func (p *position[S]) ruleOf(kind int, q, x int16) uint8 {
	first, last := p.rules(kind)
	for rule := first; rule <= last; rule++ {
		if p.partner[q][rule] == x {
			return uint8(rule)
		}
	}
	return noRule
}

// groundsOfPath returns the struck-out candidates that the rules on the path to a
// true candidate looked at.
func (x *nested[S]) groundsOfPath(r *runner[S], i int16) (grounds S) {
	p, t := &x.pos, &x.tree
	for i >= 0 {
		o := t.onFrom[i]
		if o < 0 {
			break
		}
		unite(&grounds, p.ground(p.s, t.rule[i], i))
		i = t.offFrom[o]
	}
	intersect(&grounds, &r.removed)
	return grounds
}

// forcing collects the forcing chains of one kind: for each start the shortest to
// either conclusion.
func (x *nested[S]) forcing(r *runner[S], kind int) {
	p := &x.pos
	search := chainX
	if kind == kindMixed {
		search = mixed
	}
	x.wave.chains(p, kind)
	for n := 4; len(x.wave.at) > 0; n += 2 {
		no, yes := x.wave.step(p)
		intersect(&no, &p.open)
		for s := range members(&no) {
			x.refute(r, kind, search, n, s)
		}
		for s := range members(&yes) {
			x.prove(r, kind, search, n, s)
		}
	}
}

func (x *nested[S]) refute(r *runner[S], kind, search, nodes int, s int16) {
	p, t := &x.pos, &x.tree
	interest := p.linked[kind]
	add(&interest, s)
	t.plant(p, kind, s, true, &interest)
	for t.growOff(p) && !has(&t.seenOff, s) && t.growOn(p) {
	}
	parents := x.groundsOfPath(r, t.offFrom[s])
	var lost S
	add(&lost, s)
	x.keep(&lost, &parents, search, nodes, s, 1)
}

func (x *nested[S]) prove(r *runner[S], kind, search, nodes int, s int16) {
	p, t := &x.pos, &x.tree
	t.plant(p, kind, s, false, &p.linked[kind])
	for t.growOn(p) && !has(&t.seenOn, s) && t.growOff(p) {
	}
	parents := x.groundsOfPath(r, s)
	lost := p.others(s)
	intersect(&lost, &p.alive)
	x.keep(&lost, &parents, search, nodes, s, 2)
}

// multipleHints collects the hints of the levels 3 to 5, chains with several
// assumptions: cell and region chains, dynamic chains or dynamic chains with chains in
// them. The search is that of trial.go, but keeps every hint instead of the best.
func (x *nested[S]) multipleHints(r *runner[S]) {
	x.pos.readWeak()
	q := &x.inner
	q.r.budget, q.r.gone = r.budget, &r.removed
	q.r.static, q.r.level = r.level == 3, 0
	if r.level == 5 {
		q.r.level = 2
	}
	q.all = &x.all
	x.all.turns = 0
	for value := range x.all.best {
		x.all.best[value] = resize(x.all.best[value], x.pos.n)
		for i := range x.all.best[value] {
			x.all.best[value][i].cost = endless
		}
	}
	q.find(&x.pos)
	x.hints = x.hints[:0]
	for value := range x.all.best {
		for i := range x.all.best[value] {
			if h := &x.all.best[value][i]; h.cost < endless {
				x.hints = append(x.hints, *h)
			}
		}
	}
}

// harvest keeps the best hint for each possible conclusion. That is equivalent to
// keeping all hints: others with the same conclusion are dropped anyway.
type harvest[S ids] struct {
	best  [2][]nestedHint[S] // false, true; by candidate
	turns int64
}

// The techniques of the hints, by form.
var (
	staticID  = [...]string{cellProof: "cell-forcing-chain", regionProof: "region-forcing-chain"}
	dynamicID = [...]string{
		contradictionProof: "dynamic-contradiction", doubleProof: "dynamic-double",
		cellProof: "dynamic-cell", regionProof: "dynamic-region",
	}
)

// keep compares a hint with the best for its conclusion. One of two candidates of a
// cell being true is the same as the other being false.
func (h *harvest[S]) keep(q *trial[S], pr *proof, cost int, runs []*record[S]) {
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
	*b = nestedHint[S]{by: dynamicID[pr.form], cost: cost, rank: rank, turn: h.turns}
	if q.r.static {
		b.by = staticID[pr.form]
	}
	if value == 1 {
		b.lost = p.others(i)
		intersect(&b.lost, &p.alive)
	} else {
		add(&b.lost, i)
	}
	b.parents = q.grounds(pr, runs)
}

// grounds returns the candidates struck out by the outer run on which a hint depends.
func (q *trial[S]) grounds(pr *proof, runs []*record[S]) (all S) {
	r := &q.r
	var target closure[S]
	switch {
	case pr.form == contradictionProof:
		rec := runs[0]
		isTrue, isFalse := r.clashSides(rec)
		unite(&isTrue.on, &isFalse.on)
		if rec.clashRule != noRule {
			all = *r.p.ground(r.p.s, rec.clashRule, rec.clashed)
		}
		target = isTrue
	case pr.form == cellProof:
		all = *r.p.ground(r.p.s, byCell, pr.start)
	case pr.form == regionProof:
		all = *r.p.ground(r.p.s, pr.rule, pr.start)
	}
	if pr.form != contradictionProof {
		if pr.isOn {
			add(&target.on, pr.target)
		} else {
			add(&target.off, pr.target)
		}
	}
	intersect(&all, r.gone)
	for _, rec := range runs {
		above := r.ancestors(rec, target)
		grounds := r.groundsOf(rec, &above)
		unite(&all, &grounds)
	}
	return all
}
