package grade

import "math/bits"

// unary is producer 21 of the scale: cycles and single forcing chains.
//
// A forcing chain starts from a candidate assumed to be true that turns out false, or
// the other way round. A cycle comes back to its start with the same value, so it
// works in both directions: one end of each link is true, and a candidate that both
// ends exclude is eliminated.
//
// The original collects and sorts all of them. Here the lengths are tried in sorted
// order, each search advances only as far as needed, and the first hit ends it. Which
// candidates can have one is known in advance: see reaches.
type unary[S ids] struct {
	chain [3]chainWaves[S]
	cycle [3]cycleWaves[S]
	tree  tree[S]
	loss  S // of the cycle that was found
	// its last two candidates, true and false
	last, lastOff int16
}

// forced is what a forcing chain concludes: candidate i is true or false.
type forced struct {
	i    int16
	isOn bool
}

// find fills f with the first chain in sorted order.
func (u *unary[S]) find(p *position[S], f *finding) bool {
	if r := p.reached(kindMixed); empty(&r.refuted) {
		return false
	}
	for kind := range u.chain {
		u.chain[kind].begun, u.cycle[kind].begun = false, false
	}
	for _, e := range unaryOrder {
		kind := [...]int{cycleX: kindX, cycleY: kindY, chainX: kindX, mixed: kindMixed}[e.search]
		chains := &u.chain[kind]
		// Mixed chains and cycles of the same length have equal rank, so the
		// lower start comes first, and with the same start the cycle.
		c, limit := forced{i: -1}, int16(p.n)
		if e.search == chainX || e.search == mixed {
			if c = chains.of(p, kind, e.nodes); c.i >= 0 {
				limit = c.i
			}
		}
		if e.search != chainX && e.nodes <= 2*p.n {
			if s := u.cycleOf(p, kind, e.nodes, limit); s >= 0 {
				return u.foundCycle(p, f, e, kind, s)
			}
		}
		if c.i >= 0 {
			return foundForced(p, f, e, kind, c)
		}
	}
	return false
}

// The rows of the table that share this search, as finding.variant.
const (
	xCycleRow = iota
	yCycleRow
	xChainRow
	cycleRow
	chainRow
)

func (u *unary[S]) foundCycle(p *position[S], f *finding, e unaryEntry, kind int, start int16) bool {
	f.variant = [3]int{xCycleRow, yCycleRow, cycleRow}[kind]
	f.rating = inTenths(e.rating)
	f.proof = proof{form: cycleProof, kind: kind, start: start, nodes: e.nodes}
	for i := range members(&u.loss) {
		c := p.candidate[i]
		f.drop(p.s, c.Cell, c.Digit.Mask())
	}
	return true
}

func foundForced[S ids](p *position[S], f *finding, e unaryEntry, kind int, c forced) bool {
	f.variant = [3]int{kindX: xChainRow, kindMixed: chainRow}[kind]
	f.rating = inTenths(e.rating)
	f.proof = proof{form: forcedProof, kind: kind, start: c.i, target: c.i, isOn: c.isOn, nodes: e.nodes}
	f.conclude(p.s, p.candidate[c.i], c.isOn)
	return true
}

// conclude records that a candidate is true or false.
func (f *finding) conclude(s *state, c Candidate, isTrue bool) {
	if isTrue {
		f.places(c.Cell, c.Digit)
	} else {
		f.drop(s, c.Cell, c.Digit.Mask())
	}
}

// chainWaves holds the chains of a kind, up to the length searched so far.
type chainWaves[S ids] struct {
	waves[S]
	begun   bool
	found   []forced // by length, from four nodes on: the conclusion with the lowest start
	refuted S        // by any of these lengths
}

// of returns the conclusion with the lowest start of chains with that many nodes; with
// the same start, "false" comes first. Its i is -1 if there is none.
func (w *chainWaves[S]) of(p *position[S], kind, nodes int) forced {
	if !w.begun {
		var none S
		w.chains(p, kind)
		w.begun, w.found, w.refuted = true, w.found[:0], none
	}
	for 2*len(w.found)+2 < nodes {
		c := forced{i: -1}
		if len(w.at) > 0 {
			refuted, proved := w.step(p)
			unite(&w.refuted, &refuted)
			intersect(&refuted, &p.open)
			no, yes := lowest(&refuted), lowest(&proved)
			c.i = no
			if yes >= 0 && (no < 0 || yes < no) {
				c = forced{yes, true}
			}
		}
		w.found = append(w.found, c)
	}
	return w.found[nodes/2-2]
}

// step advances the waves and returns the candidates that chains longer by a pair
// of nodes show to be false, and true.
func (w *waves[S]) step(p *position[S]) (refuted, proved S) {
	n := 0
	for k := range w.at {
		v := &w.at[k]
		intersect(&v.newest, &w.linked)
		v.newest = unionOf(w.after, &v.newest)
		subtract(&v.newest, &v.seen)
		unite(&v.seen, &v.newest)
		switch {
		case v.isTrue && has(&v.newest, v.start):
			add(&refuted, v.start)
		case !v.isTrue && meet(&v.newest, &p.strong[w.kind][v.start]):
			add(&proved, v.start)
		case !empty(&v.newest):
			if n < k {
				w.at[n] = *v
			}
			n++
		}
	}
	w.at = w.at[:n]
	return refuted, proved
}

// cycleOf returns the lowest start, at most limit, of a cycle with that many nodes
// that eliminates something, or -1.
//
// A candidate that a cycle eliminates also has a chain that refutes it: to a candidate of
// the cycle, on to another, and back, with at most two nodes more than the cycle. So
// without such a chain there is no cycle. Sets show which starts are possible; only there
// is a tree grown.
func (u *unary[S]) cycleOf(p *position[S], kind, nodes int, limit int16) int16 {
	w := &u.cycle[kind]
	if !w.begun {
		w.begin(p, kind)
	}
	if len(w.at) == 0 {
		return -1
	}
	u.chain[kind].of(p, kind, nodes+2)
	loss := &u.chain[kind].refuted
	if empty(loss) {
		return -1
	}
	for ; w.nodes < nodes; w.nodes += 2 {
		n := 0
		for k := range w.at {
			if v := &w.at[k]; !empty(&v.newest) {
				v.advance(p, kind)
				w.at[n] = *v
				n++
			}
		}
		w.at = w.at[:n]
	}
	for k := range w.at {
		v := &w.at[k]
		if v.start > limit {
			break
		}
		if meet(&v.newest, &v.closing) && p.reaches[kind].mayLose(p, kind, v.start, loss) && u.cycleAt(p, kind, v.start, nodes) {
			return v.start
		}
	}
	return -1
}

// cycleAt grows the tree of one start to a length and keeps the loss of the first
// cycle that has one.
func (u *unary[S]) cycleAt(p *position[S], kind int, start int16, nodes int) bool {
	t := &u.tree
	t.plant(p, kind, start, true, &p.linked[kind])
	for n := 2; n < nodes; n += 2 {
		if !t.growOff(p) || !t.growOn(p) {
			return false
		}
	}
	found := false
	t.close(p, func(x, q int16) bool {
		u.loss = t.cycleLoss(p, x, q)
		found = !empty(&u.loss)
		u.last = x
		u.lastOff = q
		return !found
	})
	return found
}

// close yields the last two nodes, x true and q false, of every cycle whose last
// true candidate is in the newest level, in order, until yield returns false.
func (t *tree[S]) close(p *position[S], yield func(x, q int16) bool) {
	start := t.on[0]
	weak, partners := p.weak[exclusions[t.kind]], &p.strong[t.kind][start]
	for _, x := range t.on[t.lastOn:] {
		last := weak[x]
		intersect(&last, partners)
		if empty(&last) {
			continue
		}
		for _, q := range p.listed(t.kind, x) {
			if has(&last, q) && !t.descends(x, q) && !yield(x, q) {
				return
			}
		}
	}
}

// cycleLoss returns what the cycle that ends with x true, q false eliminates:
// what both a true and a false candidate of it would exclude, if the digit is the
// same, outside the cells of the cycle.
func (t *tree[S]) cycleLoss(p *position[S], x, q int16) S {
	var on, off, cells S
	same := p.weak[exclusions[kindX]]
	for {
		unite(&on, &same[x])
		unite(&off, &same[q])
		unite(&cells, &p.inCell[p.candidate[x].Cell])
		unite(&cells, &p.inCell[p.candidate[q].Cell])
		if q = t.onFrom[x]; q < 0 {
			break
		}
		x = t.offFrom[q]
	}
	intersect(&on, &off)
	subtract(&on, &cells)
	return on
}

// waves is a search for the shortest chains from many starts at once. All starts
// advance in step, one pair of nodes at a time, so that the search can stop at the
// length at which the first of them arrives. Only the length of a chain matters here,
// not its path, so a level is a set and not a list.
type waves[S ids] struct {
	kind        int
	*reaches[S]           // of the position, for the kind
	at          []wave[S] // the starts that are not done, ascending
}

// wave is the search from one start. That of a chain follows the false candidates, that
// of a cycle the true ones.
type wave[S ids] struct {
	start        int16
	isTrue       bool // chains: the start, at first
	newest, seen S    // of the newest level, and of all
	closing      S    // cycles: what excludes one of the start's partners
}

// chains starts a wave at every candidate that a chain refutes or proves.
func (w *waves[S]) chains(p *position[S], kind int) {
	r := p.reached(kind)
	w.kind, w.at, w.reaches = kind, w.at[:0], r
	for k := range len(p.alive) {
		for x := r.refuted[k] | r.proved[k]; x != 0; x &= x - 1 {
			i := int16(k<<6 | bits.TrailingZeros64(x))
			if has(&r.refuted, i) {
				v := wave[S]{start: i, isTrue: true, newest: p.weak[exclusions[kind]][i]}
				v.seen = v.newest
				w.at = append(w.at, v)
			}
			if has(&r.proved, i) {
				v := wave[S]{start: i}
				add(&v.newest, i)
				v.seen = v.newest
				w.at = append(w.at, v)
			}
		}
	}
}

// cycleWaves is the search for cycles of a kind, begun when it is first asked for.
type cycleWaves[S ids] struct {
	begun bool
	nodes int // the number that the waves have followed
	at    []wave[S]
}

// begin starts a wave at every candidate that may be on a cycle that eliminates something. A
// cycle of any kind is also a mixed one, so only candidates on mixed cycles are tried.
func (w *cycleWaves[S]) begin(p *position[S], kind int) {
	w.begun, w.nodes, w.at = true, 2, w.at[:0]
	starts := *p.cyclic()
	if intersect(&starts, &p.linked[kind]); empty(&starts) {
		return
	}
	r := p.reached(kind)
	intersect(&starts, &r.lossy)
	for i := range members(&starts) {
		if kind == kindMixed || r.mayLose(p, kind, i, &r.refuted) {
			v := wave[S]{start: i, closing: unionOf(p.weak[exclusions[kind]], &p.strong[kind][i])}
			add(&v.newest, i)
			v.seen = v.newest
			w.at = append(w.at, v)
		}
	}
}

// advance moves the wave of a cycle by a pair of nodes.
func (v *wave[S]) advance(p *position[S], kind int) {
	r := &p.reaches[kind]
	rest := v.newest
	for subtract(&rest, &r.hasPairs); !empty(&rest); {
		i := lowest(&rest)
		remove(&rest, i)
		add(&r.hasPairs, i)
		off := p.weak[exclusions[kind]][i]
		intersect(&off, &p.linked[kind])
		r.pairs[i] = unionOf(p.strong[kind], &off)
	}
	v.newest = unionOf(r.pairs, &v.newest)
	subtract(&v.newest, &v.seen)
	unite(&v.seen, &v.newest)
}
