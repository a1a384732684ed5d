package grade

import (
	"math/bits"

	"gradoku/board"
)

// runner follows assumptions and changes the board as it goes: candidates that
// became false are struck out, so cells and houses that had more candidates are
// reduced to two. A conclusion then depends on everything that was struck out for
// it, and chains become nets.
//
// A run is a queue of candidates that turned true and one of those that turned false;
// the true ones go first. Each candidate remembers how it was first reached, and so
// has a fixed set of ancestors, whose number is its cost. The order matters: another
// order gives other ancestors.
type runner[S ids] struct {
	p      *position[S]
	budget *budget
	nishio bool // one digit only
	static bool // strike nothing out
	level  int  // of advanced rules: see advance.go; 0 none

	// limit is the highest cost that counts. A candidate above it is still
	// followed, since a later and cheaper way to it must not replace the first,
	// but its ancestors are not kept. See costOf.
	limit   int
	pending int // queued candidates within the limit

	work      state                         // the board as it is changed, at level 1 and above
	left      [groupRoom]uint32             // position.left, less what has been struck out
	lost      [board.MaxHouses]board.Digits // what each house has lost: see advance
	untried   [patternRules][board.MaxHouses]board.Digits
	firstRule uint8 // byBox for a run of one digit
	removed   S     // what has been struck out
	rec       *record[S]
	onHead    int
	offHead   int

	// Ancestors, themselves included, of true candidate i at index i; at n those
	// of an assumption, which are none; and at n+1+i those common to the false
	// candidates that an advanced rule gave, i being the first of them.
	onAbove, offAbove []S
	costAbove         []uint16
	rule              []uint8 // by which rule i became true

	trace   bool     // keep what follows
	parents []S      // of true candidate i, and at n+1+i
	by      []string // at i the ID of the technique that parents at n+1+i belong to

	nested   *nested[S]
	viaChain S       // false candidates that come from a nested chain
	hintOf   []int16 // the first of those from the same chain
	hintCost []uint16

	gone *S // in a nested run: what the run around it has struck out
}

// record is the outcome of a run.
type record[S ids] struct {
	closure[S]      // or as much of it as was found
	valid           bool
	onList, offList []int16  // in order of discovery
	onCost          []uint16 // by candidate, of those in on
	from            []int16  // by candidate, of those in off: index of the ancestors
	offCost         []uint16

	clash        bool // both values of clashOn turned out, and the run stopped
	clashed      int16
	clashCost    int
	clashParents S     // the value found last: true by rule, or false by clashFrom
	clashRule    uint8 // noRule when it is the false one
	clashFrom    int16

	grounds []S // nested runs: which of gone the candidate depends on, by index as ancestors
}

// prepare makes the workspace fit the position.
func (r *runner[S]) prepare() {
	n := r.p.n
	r.onAbove, r.offAbove = resize(r.onAbove, 2*n+1), resize(r.offAbove, 2*n+1)
	r.costAbove = resize(r.costAbove, 2*n+1)
	r.rule = resize(r.rule, n)
	r.work.layout = r.p.s.layout
	if r.trace {
		r.parents, r.by = resize(r.parents, 2*n+1), resize(r.by, n)
	}
	if r.level >= 2 {
		r.hintOf, r.hintCost = resize(r.hintOf, n), resize(r.hintCost, n)
	}
}

// size is the number of candidates that were recorded.
func (rec *record[S]) size() int { return len(rec.onList) + len(rec.offList) }

// run assumes that start is true, or false, and follows.
func (r *runner[S]) run(rec *record[S], start int16, isOn bool) {
	r.reset(rec)
	n := int16(r.p.n)
	if isOn {
		var self S
		add(&self, start)
		r.onAbove[start], r.rule[start] = self, noRule
		r.offAbove[start] = r.offAbove[n]
		r.putOn(start, 1)
	} else {
		r.putOff(start, n, 1)
	}
	for over := false; !over && (r.pending > 0 || r.level > 0); {
		switch {
		case r.onHead < len(rec.onList):
			r.onHead++
			over = r.fromOn(rec.onList[r.onHead-1])
		case r.offHead < len(rec.offList):
			r.offHead++
			over = r.fromOff(rec.offList[r.offHead-1])
		default:
			over = r.level == 0 || !r.advance()
		}
	}
}

// reset starts a run on the board of the position.
func (r *runner[S]) reset(rec *record[S]) {
	var none S
	n := r.p.n
	s, w := r.p.s, &r.work
	copy(r.left[:], r.p.left)
	r.firstRule = byCell
	if r.nishio {
		r.firstRule = byBox
	}
	if r.level > 0 { // the rules of a level change these
		houses, digits := s.geo.Houses, s.geo.Size+1
		copy(w.cand[:s.geo.Cells], s.cand[:s.geo.Cells])
		copy(w.pos[:houses], s.pos[:houses])
		copy(w.cnt[:houses], s.cnt[:houses])
		copy(w.empty[:houses], s.empty[:houses])
		copy(w.at[:digits], s.at[:digits])
		copy(w.by[:digits], s.by[:digits])
		copy(w.placed[:digits], s.placed[:digits])
		w.hidden, w.last, w.blanks = s.hidden, s.last, s.blanks
		clear(r.lost[:houses])
		for k := range r.untried {
			clear(r.untried[k][:houses])
		}
	}
	r.rec, r.removed, r.pending = rec, none, 0
	r.onHead, r.offHead = 0, 0
	r.viaChain = none
	r.onAbove[n], r.offAbove[n], r.costAbove[n] = none, none, 0
	rec.valid, rec.clash = true, false
	rec.on, rec.off = none, none
	rec.onList, rec.offList = rec.onList[:0], resize(rec.offList, n+board.MaxSize*board.MaxLayers+board.MaxSize)[:0] // with room for a list of fromOn
	rec.onCost, rec.offCost = resize(rec.onCost, n), resize(rec.offCost, n)
	rec.from = resize(rec.from, n)
	if r.gone != nil {
		rec.grounds = resize(rec.grounds, 2*n+1)
		rec.grounds[n] = none
	}
}

// putOn records a true candidate whose ancestors are in place.
func (r *runner[S]) putOn(i int16, cost int) {
	add(&r.rec.on, i)
	r.rec.onList = append(r.rec.onList, i)
	if cost > r.limit {
		cost = endless
	} else {
		r.pending++
	}
	r.rec.onCost[i], r.costAbove[i] = uint16(cost), uint16(cost)
	if r.gone != nil && r.rule[i] == noRule {
		var none S
		r.rec.grounds[i] = none
	}
}

// putOff records a false candidate by the index of its ancestors, other than itself.
func (r *runner[S]) putOff(i, from int16, cost int) {
	add(&r.rec.off, i)
	r.rec.offList = append(r.rec.offList, i)
	if cost > r.limit {
		cost = endless
	} else {
		r.pending++
	}
	r.rec.offCost[i], r.rec.from[i] = uint16(cost), from
}

// kind is the kind of chain whose exclusions the run uses.
func (r *runner[S]) kind() int {
	if r.nishio {
		return kindX
	}
	return kindMixed
}

// fromOn makes false what a true candidate excludes, and reports a clash.
func (r *runner[S]) fromOn(x int16) bool {
	rec := r.rec
	if rec.onCost[x] < endless {
		r.pending--
	}
	kind := r.kind()
	weak := &r.p.weak[exclusions[kind]][x]
	var fresh, clashes S
	isFresh, isClash := uint64(0), uint64(0)
	for w := range len(fresh) {
		fresh[w] = (*weak)[w] &^ rec.off[w]
		clashes[w] = (*weak)[w] & rec.on[w] &^ r.removed[w] // an advanced rule may have struck out a true one
		isFresh |= fresh[w]
		isClash |= clashes[w]
	}
	if isFresh|isClash == 0 {
		return false
	}
	cost := int(rec.onCost[x]) + 1
	list := r.p.listed(kind, x)
	if isClash != 0 {
		for _, q := range list {
			if has(&clashes, q) {
				r.clashOff(q, x)
				return true
			}
			if has(&fresh, q) {
				r.putOff(q, x, cost)
			}
		}
	}
	// What follows is putOff for all that are fresh. A test for each would be mispredicted often.
	before := len(rec.offList)
	all, n := rec.offList[:before+len(list)], before
	for _, q := range list {
		all[n] = q
		n += int(fresh[uint16(q)>>6] >> (uint16(q) & 63) & 1)
	}
	rec.offList = all[:n]
	unite(&rec.off, &fresh)
	if cost > r.limit {
		cost = endless
	} else {
		r.pending += n - before
	}
	for _, q := range all[before:n] {
		rec.offCost[q], rec.from[q] = uint16(cost), x
	}
	return false
}

// fromOff makes true what is left when a false candidate is struck out, strikes
// it out, and reports a clash.
func (r *runner[S]) fromOff(q int16) bool {
	rec := r.rec
	if rec.offCost[q] < endless {
		r.pending--
	}
	gone := oneLeft | uint32(q)
	for k, g := range r.p.groups[q][r.firstRule : r.p.lastOf[q]+1] {
		rest := &r.left[g%groupRoom]
		now := *rest - gone
		if !r.static {
			*rest = now
		}
		if now>>16 != 1 {
			continue
		}
		if x := int16(now); (!has(&rec.on, x) || has(&rec.off, x)) && r.imply(x, r.firstRule+uint8(k), q) {
			return true
		}
	}
	if r.static {
		return false
	}
	add(&r.removed, q)
	if r.level > 0 {
		c := r.p.candidate[q]
		r.work.remove(c.Cell, c.Digit)
		for _, at := range r.work.spots[c.Cell] {
			r.lost[at.house] |= c.Digit.Mask()
		}
	}
	return false
}

// imply records that x is now true because q is false, and reports a clash.
// Everything struck out earlier where the rule looks is a parent too.
func (r *runner[S]) imply(x int16, rule uint8, q int16) bool {
	ground := r.p.ground(&r.work, rule, x)
	var parents S
	others := uint64(0)
	for w := range len(parents) {
		parents[w] = (*ground)[w] & r.removed[w]
		others |= parents[w]
	}
	alone := others == 0
	add(&parents, q)
	if has(&r.rec.off, x) {
		r.clashOn(x, rule, &parents)
		return true
	}
	var cost int
	if alone {
		cost = r.inherit(x, q)
	} else {
		cost = r.merge(x, &parents)
	}
	if cost < endless {
		add(&r.onAbove[x], x)
		cost++
	}
	r.rule[x] = rule
	if r.trace {
		r.parents[x] = parents
	}
	if r.gone != nil {
		r.ground(x, rule, &parents)
	}
	r.putOn(x, cost)
	return false
}

// inherit gives index x the ancestors of one false candidate, and itself.
func (r *runner[S]) inherit(x, q int16) int {
	cost := int(r.rec.offCost[q])
	if cost == endless {
		return endless
	}
	from := r.rec.from[q]
	r.onAbove[x], r.offAbove[x] = r.onAbove[from], r.offAbove[from]
	add(&r.offAbove[x], q)
	return cost
}

// merge gives index x the ancestors of several false candidates, and themselves,
// and returns their cost.
func (r *runner[S]) merge(x int16, parents *S) int {
	var on S
	off, last := *parents, int16(-1)
	for k := range len(*parents) {
		for m := (*parents)[k]; m != 0; m &= m - 1 {
			o := k<<6 | bits.TrailingZeros64(m)
			if r.rec.offCost[o] == endless {
				return endless
			}
			if from := r.rec.from[o]; from != last { // neighbours often have the same ancestors
				last = from
				unite(&on, &r.onAbove[from])
				unite(&off, &r.offAbove[from])
			}
		}
	}
	r.onAbove[x], r.offAbove[x] = on, off
	return r.costOf(&on, &off)
}

// costOf counts ancestors, and for each nested chain that gave one of them adds
// the cost of that chain. Costs that are too large become endless.
func (r *runner[S]) costOf(on, off *S) int {
	cost := count(on) + count(off)
	if r.level < 2 {
		return cost
	}
	var chains S
	for i := range members(off) {
		if has(&r.viaChain, i) && !has(&chains, r.hintOf[i]) {
			add(&chains, r.hintOf[i])
			cost += int(r.hintCost[r.hintOf[i]])
		}
	}
	return min(cost, endless)
}

// ground records which candidates struck out by the outer run the true candidate x
// depends on, by a rule and from these parents.
func (r *runner[S]) ground(x int16, rule uint8, parents *S) {
	rests := *r.p.ground(&r.work, rule, x)
	intersect(&rests, r.gone)
	for o := range members(parents) {
		unite(&rests, &r.rec.grounds[r.rec.from[o]])
	}
	r.rec.grounds[x] = rests
}

// clashOff ends a run: x makes q false, which is true.
func (r *runner[S]) clashOff(q, x int16) {
	rec := r.rec
	rec.clash, rec.clashed, rec.clashRule, rec.clashFrom = true, q, noRule, x
	rec.clashCost = endless
	if rec.onCost[q] == endless || rec.onCost[x] == endless {
		return
	}
	rec.clashCost = int(rec.onCost[q]) + int(rec.onCost[x]) + 1 - r.shared(&r.offAbove[q], &r.offAbove[x])
	if has(&r.offAbove[x], q) { // counted already
		rec.clashCost--
	}
}

// clashOn ends a run: x is true by a rule, and false already.
func (r *runner[S]) clashOn(x int16, rule uint8, parents *S) {
	rec := r.rec
	rec.clash, rec.clashed, rec.clashRule, rec.clashParents = true, x, rule, *parents
	rec.clashCost = endless
	other := r.offAbove[rec.from[x]]
	add(&other, x)
	cost := r.merge(x, parents) // the run is over: index x is free
	if cost < endless && rec.offCost[x] < endless {
		rec.clashCost = cost + 1 + int(rec.offCost[x]) - r.shared(&r.offAbove[x], &other)
	}
}

// shared is the cost of the nested chains on which both sides of a clash depend; it
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
