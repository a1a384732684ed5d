package grade

// clashOff ends a run: x makes q false, which is true.
func (r *runner[S]) clashOff(q, x int16) {
	rec := r.rec
	rec.clash, rec.clashed, rec.clashRule, rec.clashFrom = true, q, noRule, x
	rec.clashCost = endless
	if rec.onCost[q] == endless || rec.onCost[x] == endless {
		return
	}
	again := has(&r.offAbove[x], q)
	rec.clashCost = int(rec.onCost[q]) + int(rec.onCost[x]) + 1
	if again {
		rec.clashCost--
	}
	rec.clashCost -= r.shared(&r.offAbove[q], &r.offAbove[x])
}

// clashOn ends a run: x is true by a rule, and false already.
func (r *runner[S]) clashOn(x int16, rule uint8, parents *S) {
	rec := r.rec
	rec.clash, rec.clashed, rec.clashRule, rec.clashParents = true, x, rule, *parents
	rec.clashCost = endless
	var on S
	off := *parents
	for o := range members(parents) {
		if rec.offCost[o] == endless {
			return
		}
		unite(&on, &r.onAbove[rec.from[o]])
		unite(&off, &r.offAbove[rec.from[o]])
	}
	if rec.offCost[x] == endless {
		return
	}
	other := r.offAbove[rec.from[x]]
	add(&other, x)
	rec.clashCost = r.costOf(&on, &off) + 1 + int(rec.offCost[x]) - r.shared(&off, &other)
}

// shared is the cost of the nested chains behind both sides of a clash, which
// counts once.
func (r *runner[S]) shared(a, b *S) int {
	if r.level < 2 {
		return 0
	}
	left, right := r.chainsIn(a), r.chainsIn(b)
	intersect(&left, &right)
	cost := 0
	for i := range members(&left) {
		cost += int(r.hintCost[i])
	}
	return cost
}

func (r *runner[S]) chainsIn(off *S) (chains S) {
	for i := range members(off) {
		if has(&r.viaChain, i) {
			add(&chains, r.hintOf[i])
		}
	}
	return chains
}
