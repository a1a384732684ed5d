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
// order gives other ancestors. Most runs yield nothing to compare with others, so
// weigh counts the ancestors afterwards, and only where they are needed.
type runner[S ids] struct {
	p      *position[S]
	budget *budget
	nishio bool // one digit only
	static bool // strike nothing out
	level  int  // of advanced rules: see advance.go; 0 none

	limit int // the highest cost that counts; the ancestors of a candidate that costs more are not kept

	work      state                         // the board as it is changed, at level 1 and above
	left      [groupRoom]uint32             // position.left, less what has been struck out
	lost      [board.MaxHouses]board.Digits // what each house has lost: see advance
	untried   [patternRules][board.MaxHouses]board.Digits
	firstRule uint8 // byBox for a run of one digit
	removed   S     // what has been struck out, at level 1 and above
	rec       *record[S]
	onHead    int
	offHead   int

	// The ancestors that weigh found last: at index i those of true candidate i, and i itself;
	// at n those of an assumption, which has none; at n+1+k those that all false candidates of
	// hint k share.
	above []closure[S]

	nested *nested[S]

	gone *S // in a nested run: what the run around it has struck out
}

// endless is a cost above every cost that counts.
const endless = 60_000

// record is the outcome of a run.
type record[S ids] struct {
	closure[S] // complete, or as far as the run came
	valid      bool
	onList     []turn  // in order of discovery
	offList    []int16 // likewise; candidates that are not in off are gone from the board
	from       []int16 // by false candidate: the true one that excludes it; n for an assumption; n+1+k for hint k
	hints      []hint[S]
	struck     S // what was struck out

	clash     bool // clashed turned out both true and false, and the run stopped
	clashed   int16
	clashRule uint8 // the rule that makes it true; noRule if it was true before and clashFrom makes it false
	clashFrom int16
	clashCost int // kept as long as the run; 0: not known yet
	above     S   // the false candidates on which the clash depends

	cost    []int32 // by the same numbers as from, if weighed; only of true candidates, if static
	weighed bool
}

// turn is a candidate that turned true.
type turn struct {
	id   int16
	at   int16 // it turned true when offList[at] was struck out
	rule uint8 // noRule for the assumption
}

// hint is a conclusion of an advanced rule.
type hint[S ids] struct {
	parents S
	by      string // the ID of the technique
	cost    int    // of its chain, or 0
}

// prepare makes the workspace fit the position.
func (r *runner[S]) prepare() {
	n := r.p.n
	r.above = resize(r.above, 2*n+1)
	r.work.layout = r.p.s.layout
}

// run assumes that start is true, or false, and follows.
func (r *runner[S]) run(rec *record[S], start int16, isOn bool) {
	r.reset(rec)
	if isOn {
		add(&rec.on, start)
		rec.onList = append(rec.onList, turn{start, -1, noRule})
		if r.static {
			rec.cost = resize(rec.cost, r.p.n)
			rec.cost[start] = 1
		}
	} else {
		r.putOff(start, int16(r.p.n))
	}
	for over := false; !over; {
		switch {
		case r.onHead < len(rec.onList):
			r.onHead++
			over = r.fromOn(rec.onList[r.onHead-1].id)
		case r.offHead < len(rec.offList):
			over = r.strike()
		default:
			over = r.level == 0 || !r.advance()
		}
	}
	rec.struck = rec.off
	for _, q := range rec.offList[r.offHead:] {
		remove(&rec.struck, q)
	}
}

// reset starts a run on the board of the position.
func (r *runner[S]) reset(rec *record[S]) {
	var none S
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
	r.rec, r.removed = rec, none
	r.onHead, r.offHead = 0, 0
	rec.valid, rec.clash, rec.weighed, rec.clashCost = true, false, false, 0
	rec.on, rec.off = none, none
	rec.offList = resize(rec.offList, r.p.n+board.MaxSize*board.MaxLayers+board.MaxSize)[:0] // and room for one list of fromOn
	rec.onList, rec.hints, rec.from = rec.onList[:0], rec.hints[:0], resize(rec.from, r.p.n)
}

// putOff records a false candidate.
func (r *runner[S]) putOff(i, from int16) {
	r.rec.from[i] = from
	add(&r.rec.off, i)
	r.rec.offList = append(r.rec.offList, i)
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
	kind := r.kind()
	weak := &r.p.weak[exclusions[kind]][x]
	fresh, clashes := *weak, *weak
	subtract(&fresh, &rec.off)
	intersect(&clashes, &rec.on)
	subtract(&clashes, &r.removed) // an advanced rule may have struck out a true one
	isClash := !empty(&clashes)
	if !isClash && empty(&fresh) {
		return false
	}
	list := r.p.listed(kind, x)
	if isClash {
		for k, q := range list {
			if has(&clashes, q) {
				list = list[:k]
				rec.clash, rec.clashed, rec.clashRule, rec.clashFrom = true, q, noRule, x
				break
			}
		}
	}
	// What follows is putOff for all that are fresh. A test for each would be mispredicted often.
	n := len(rec.offList)
	all := rec.offList[:n+len(list)]
	for _, q := range list {
		all[n] = q
		n += int(fresh[uint16(q)>>6] >> (uint16(q) & 63) & 1)
	}
	for _, q := range all[len(rec.offList):n] {
		rec.from[q] = x
		if rec.clash {
			add(&rec.off, q)
		}
	}
	rec.offList = all[:n]
	if !rec.clash {
		unite(&rec.off, &fresh)
	}
	return rec.clash
}

// strike strikes out false candidates until another turns true: the last of a cell, or of a digit in
// a house. It reports a clash. It takes most of the time of a run, so it is one loop.
func (r *runner[S]) strike() bool {
	rec, left, static := r.rec, &r.left, r.static
	groups, lastOf, first := r.p.groups, r.p.lastOf[:len(r.p.groups)], r.firstRule
	list, turned := rec.offList, len(rec.onList)
	for ; r.offHead < len(list) && len(rec.onList) == turned; r.offHead++ {
		q := uint16(list[r.offHead])
		gone := oneLeft | uint32(q)
		for k, g := range groups[q][first : lastOf[q]+1] {
			now := left[g%groupRoom] - gone
			if !static {
				left[g%groupRoom] = now
			}
			if now>>16 != 1 {
				continue
			}
			x, rule := int16(now), first+uint8(k)
			if has(&rec.off, x) {
				rec.clash, rec.clashed, rec.clashRule = true, x, rule
				r.offHead++
				return true
			}
			if !has(&rec.on, x) {
				add(&rec.on, x)
				rec.onList = append(rec.onList, turn{x, int16(r.offHead), rule})
				if static { // its ancestors are a single path
					rec.cost[x] = rec.cost[rec.from[q]] + 2
				}
			}
		}
		if r.level > 0 {
			r.strikeOnBoard(int16(q))
		}
	}
	return false
}

// strikeOnBoard strikes out a false candidate for the advanced rules.
func (r *runner[S]) strikeOnBoard(q int16) {
	add(&r.removed, q)
	c := r.p.candidate[q]
	r.work.remove(c.Cell, c.Digit)
	for _, at := range r.work.spots[c.Cell] {
		r.lost[at.house] |= c.Digit.Mask()
	}
}

// parentsOf returns the false candidates from which a true one follows by a rule: the rest
// of its cell, or of its digit in a house.
func (r *runner[S]) parentsOf(x int16, rule uint8) (parents S) {
	if rule != noRule {
		parents = *r.p.ground(r.p.s, rule, x)
		intersect(&parents, &r.p.alive)
		remove(&parents, x)
	}
	return parents
}

// weigh counts the ancestors of all true candidates of a run. A static run has counted them already.
func (r *runner[S]) weigh(rec *record[S]) {
	if rec.weighed || r.static {
		return
	}
	n := r.p.n
	rec.weighed = true
	rec.cost = resize(rec.cost, 2*n+1)
	r.above[n], rec.cost[n] = closure[S]{}, 0
	for k := range rec.hints {
		rec.cost[n+1+k] = -1
	}
	for _, x := range rec.onList {
		parents := r.parentsOf(x.id, x.rule)
		cost := r.merge(rec, x.id, &parents)
		if cost < endless {
			add(&r.above[x.id].on, x.id)
			cost++
		}
		if cost > r.limit {
			cost = endless
		}
		rec.cost[x.id] = int32(cost)
	}
	for k := range rec.hints {
		r.weighHint(rec, k)
	}
}

// weighHint counts the ancestors of a hint, once.
func (r *runner[S]) weighHint(rec *record[S], k int) {
	if i, h := r.p.n+1+k, &rec.hints[k]; rec.cost[i] < 0 {
		rec.cost[i] = int32(min(r.merge(rec, int16(i), &h.parents)+h.cost, endless))
	}
}

// merge stores some false candidates and all their ancestors in r.above[x], and returns
// their cost.
func (r *runner[S]) merge(rec *record[S], x int16, parents *S) int {
	var on S
	off, last := *parents, int16(-1)
	for k := range len(*parents) {
		for m := (*parents)[k]; m != 0; m &= m - 1 {
			from := rec.from[k<<6|bits.TrailingZeros64(m)]
			if from == last { // neighbours often have the same ancestors
				continue
			}
			last = from
			if hint := int(from) - r.p.n - 1; hint >= 0 {
				r.weighHint(rec, hint)
			}
			if int(rec.cost[from]) >= r.limit {
				return endless
			}
			unite(&on, &r.above[from].on)
			unite(&off, &r.above[from].off)
		}
	}
	r.above[x] = closure[S]{on, off}
	return r.costOf(rec, &r.above[x])
}

// costOf counts ancestors, and for each nested chain that gave one of them adds
// the cost of that chain. Costs that are too large become endless.
func (r *runner[S]) costOf(rec *record[S], above *closure[S]) int {
	cost := above.size()
	if r.level >= 2 {
		chains := r.chainsIn(rec, above)
		cost += rec.costOfChains(&chains)
	}
	return min(cost, endless)
}

// chainsIn returns the hints of nested chains that made any of the candidates false.
func (r *runner[S]) chainsIn(rec *record[S], above *closure[S]) (chains S) {
	for i := range members(&above.off) {
		if k := rec.from[i] - int16(r.p.n) - 1; k >= 0 && rec.hints[k].cost > 0 {
			add(&chains, k)
		}
	}
	return chains
}

func (rec *record[S]) costOfChains(chains *S) (cost int) {
	for k := range members(chains) {
		cost += rec.hints[k].cost
	}
	return cost
}

// ancestors adds to some candidates of a run all those that they depend on.
func (r *runner[S]) ancestors(rec *record[S], some closure[S]) closure[S] {
	n := int16(r.p.n)
	all := closure[S]{on: some.on}
	for k := len(rec.onList); k >= 0; k-- {
		need := some.off
		if k < len(rec.onList) {
			x := rec.onList[k]
			if !has(&all.on, x.id) {
				continue
			}
			need = r.parentsOf(x.id, x.rule)
		}
		subtract(&need, &all.off)
		for i := lowest(&need); i >= 0; i = lowest(&need) {
			remove(&need, i)
			add(&all.off, i)
			switch from := rec.from[i]; {
			case from < n:
				add(&all.on, from)
			case from > n:
				more := rec.hints[from-n-1].parents
				subtract(&more, &all.off)
				unite(&need, &more)
			}
		}
	}
	return all
}

// clashSides returns what each of the two sides of a clash depends on, and the side itself if it is
// recorded.
func (r *runner[S]) clashSides(rec *record[S]) (isTrue, isFalse closure[S]) {
	if rec.clashRule == noRule {
		add(&isTrue.on, rec.clashed)
		add(&isFalse.on, rec.clashFrom)
	} else {
		isTrue.off = r.parentsOf(rec.clashed, rec.clashRule)
		add(&isFalse.off, rec.clashed)
	}
	return r.ancestors(rec, isTrue), r.ancestors(rec, isFalse)
}

// weighClash computes the cost of a clash: that of both its sides. A nested chain on which
// both depend counts once.
func (r *runner[S]) weighClash(rec *record[S]) {
	left, right := r.clashSides(rec)
	cost := r.costOf(rec, &left) + r.costOf(rec, &right)
	if rec.clashRule != noRule || !has(&right.off, rec.clashed) {
		cost++ // for the side that is not recorded
	}
	if r.level >= 2 {
		a, b := r.chainsIn(rec, &left), r.chainsIn(rec, &right)
		intersect(&a, &b)
		cost -= rec.costOfChains(&a)
	}
	rec.clashCost, rec.above = cost, left.off
	unite(&rec.above, &right.off)
}

// groundsOf returns the candidates that the run around this one has struck out and on which
// some candidates depend. above holds these and all their ancestors.
func (r *runner[S]) groundsOf(rec *record[S], above *closure[S]) (grounds S) {
	for _, x := range rec.onList {
		if x.rule != noRule && has(&above.on, x.id) {
			unite(&grounds, r.p.ground(r.p.s, x.rule, x.id))
		}
	}
	intersect(&grounds, r.gone)
	return grounds
}

// turnOf returns how a candidate turned true in a run, or nil.
func (rec *record[S]) turnOf(i int16) *turn {
	for k := range rec.onList {
		if rec.onList[k].id == i {
			return &rec.onList[k]
		}
	}
	return nil
}
