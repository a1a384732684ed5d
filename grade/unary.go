package grade

import "math/bits"

// unary is producer 21 of the scale: cycles and single forcing chains.
//
// A forcing chain starts from a candidate taken to be true that turns out false, or
// the other way round. A cycle comes back to its start with the same value, so it can
// be run through in both directions: one end of each link is true, and whatever
// either end excludes can go.
//
// The original collects all of them and sorts. Here the lengths are asked for
// in sorted order, each search advances just as far as it is asked, and the
// first answer ends it.
type unary[S ids] struct {
	chain [2]waves[S] // kindX and, at 1, kindMixed
	cycle [3]waves[S]
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
	u.chain[0].fromFalse(p, kindX)
	u.cycle[kindX].fromTrue(p, kindX)
	u.cycle[kindY].fromTrue(p, kindY)
	begun := false // the mixed searches
	for _, e := range unaryOrder {
		switch e.search {
		case cycleX, cycleY:
			kind := [...]int{cycleX: kindX, cycleY: kindY}[e.search]
			if s := u.cyclesOf(p, kind, e.nodes, noStart); s >= 0 {
				return u.foundCycle(p, f, e, kind, s)
			}
		case chainX:
			if c := u.chain[0].chainsOf(p); c.i >= 0 {
				return foundForced(p, f, e, kindX, c)
			}
		default:
			if !begun {
				begun = true
				u.chain[1].fromFalse(p, kindMixed)
				u.cycle[kindMixed].fromTrue(p, kindMixed)
			}
			// Mixed chains and cycles of a length are equal in rank, so the lower
			// start comes first, and with the same start the cycle.
			c := u.chain[1].chainsOf(p)
			limit := int16(noStart)
			if c.i >= 0 {
				limit = c.i
			}
			if s := u.cyclesOf(p, kindMixed, e.nodes, limit); s >= 0 {
				return u.foundCycle(p, f, e, kindMixed, s)
			}
			if c.i >= 0 {
				return foundForced(p, f, e, kindMixed, c)
			}
		}
		if begun && len(u.chain[0].at)+len(u.chain[1].at)+
			len(u.cycle[0].at)+len(u.cycle[1].at)+len(u.cycle[2].at) == 0 {
			return false
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
	f.variant = chainRow
	if kind == kindX {
		f.variant = xChainRow
	}
	f.rating = inTenths(e.rating)
	f.proof = proof{form: forcedProof, kind: kind, start: c.i, target: c.i, isOn: c.isOn, nodes: e.nodes}
	f.conclude(p.s, p.candidate[c.i], c.isOn)
	return true
}

// conclude writes down that a candidate is true or false.
func (f *finding) conclude(s *state, c Candidate, isTrue bool) {
	if isTrue {
		f.places(c.Cell, c.Digit)
	} else {
		f.drop(s, c.Cell, c.Digit.Mask())
	}
}

// noStart is above every start.
const noStart = 1<<15 - 1

// chainsOf moves the waves on and returns the conclusion with the lowest start;
// with the same start, that it is false comes first.
func (w *waves[S]) chainsOf(p *position[S]) forced {
	refuted, proved := w.step(p)
	no, yes := lowest(&refuted), lowest(&proved)
	if yes >= 0 && (no < 0 || yes < no) {
		return forced{yes, true}
	}
	return forced{no, false}
}

// step moves the waves on and returns what chains that are a pair of nodes longer
// than before conclude to be false, and true.
//
// The waves start at false candidates a. One that reaches a itself proves a. And
// since a true s makes a false, one that reaches some z that excludes s as well
// refutes s, with two nodes more, s at both ends.
func (w *waves[S]) step(p *position[S]) (refuted, proved S) {
	weak := p.weak[exclusions[w.kind]]
	n := 0
	for k := range w.at {
		v := &w.at[n]
		if k != n {
			*v = w.at[k]
		}
		if meet(&v.on, &v.closing) {
			reach := unionOf(weak, &v.on)
			intersect(&reach, &weak[v.start])
			unite(&refuted, &reach)
		}
		v.advance(w.leads)
		if has(&v.on, v.start) {
			add(&proved, v.start)
		}
		if !empty(&v.on) {
			n++
		}
	}
	w.at = w.at[:n]
	intersect(&refuted, &p.open)
	intersect(&proved, &p.open)
	return refuted, proved
}

// cyclesOf moves the waves on and returns the lowest start, at most limit, of a cycle
// of so many nodes that eliminates something, or -1. The sets show where a cycle can
// be; only there is a tree grown.
func (u *unary[S]) cyclesOf(p *position[S], kind, nodes int, limit int16) int16 {
	w := &u.cycle[kind]
	n := 0
	for k := range w.at {
		v := &w.at[n]
		if k != n {
			*v = w.at[k]
		}
		if v.start > limit {
			break
		}
		v.advance(w.leads)
		if meet(&v.on, &v.closing) && (nodes > 4 || p.mayLoseBySquare(kind, v)) && u.cycleAt(p, kind, v.start, nodes) {
			return v.start
		}
		if !empty(&v.on) {
			n++
		}
	}
	w.at = w.at[:n]
	return -1
}

// mayLoseBySquare reports whether some cycle of four nodes from the start of a wave that
// has moved once eliminates something, whatever the order of the search makes of it.
// Most starts have such cycles, and hardly any eliminates: the patterns before would
// have done so.
func (p *position[S]) mayLoseBySquare(kind int, v *wave[S]) bool {
	weak, same := p.weak[exclusions[kind]], p.weak[exclusions[kindX]]
	s := v.start
	first, last := rules(kind)
	for _, q := range p.partner[s][first : last+1] {
		if q < 0 {
			continue
		}
		for k := range len(v.on) {
			for m := v.on[k] & weak[q][k]; m != 0; m &= m - 1 {
				x := int16(k<<6 | bits.TrailingZeros64(m))
				for _, o := range p.partner[x][first : last+1] {
					if o >= 0 && o != q && has(&weak[s], o) && p.squareLoses(same, s, o, x, q) {
						return true
					}
				}
			}
		}
	}
	return false
}

// squareLoses reports whether the cycle of true a and c and false b and d eliminates
// anything.
func (p *position[S]) squareLoses(same []S, a, b, c, d int16) bool {
	var loss S
	for w := range len(loss) {
		loss[w] = (same[a][w] | same[c][w]) & (same[b][w] | same[d][w])
	}
	if empty(&loss) {
		return false
	}
	for _, i := range [4]int16{a, b, c, d} {
		subtract(&loss, &p.inCell[p.candidate[i].Cell])
	}
	return !empty(&loss)
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
	kind  int
	leads []S       // of the position, for the kind
	at    []wave[S] // the starts that are not done, ascending
}

// wave is the search from one start.
type wave[S ids] struct {
	start   int16
	on      S // true candidates of the newest level
	seenOn  S
	closing S // cycles: what excludes one of the start's partners; chains: what excludes something that the start excludes too
}

// fromFalse starts a wave at every false candidate that has a partner: chains.
func (w *waves[S]) fromFalse(p *position[S], kind int) {
	w.kind, w.at, w.leads = kind, w.at[:0], p.leadsOf(kind)
	weak := p.weak[exclusions[kind]]
	from := p.linked[kind]
	for k := range len(from) {
		for x := from[k]; x != 0; x &= x - 1 {
			i := int16(k<<6 | bits.TrailingZeros64(x))
			w.at = append(w.at, wave[S]{
				start: i, on: p.strong[kind][i], seenOn: p.strong[kind][i], closing: unionOf(weak, &weak[i]),
			})
		}
	}
}

// fromTrue starts a wave at every true candidate that has a partner: cycles.
func (w *waves[S]) fromTrue(p *position[S], kind int) {
	w.kind, w.at, w.leads = kind, w.at[:0], p.leadsOf(kind)
	weak := p.weak[exclusions[kind]]
	from := p.linked[kind]
	intersect(&from, &p.open)
	for k := range len(from) {
		for x := from[k]; x != 0; x &= x - 1 {
			i := int16(k<<6 | bits.TrailingZeros64(x))
			v := wave[S]{start: i, closing: unionOf(weak, &p.strong[kind][i])}
			add(&v.on, i)
			v.seenOn = v.on
			w.at = append(w.at, v)
		}
	}
}

// excludedBy returns what the given true candidates exclude.
func (p *position[S]) excludedBy(kind int, on *S) (reach S) {
	return unionOf(p.weak[exclusions[kind]], on)
}

// advance moves a wave by a pair of nodes. What turns false a second time leads to
// nothing new, so the false candidates need not be remembered.
func (v *wave[S]) advance(leads []S) {
	v.on = unionOf(leads, &v.on)
	subtract(&v.on, &v.seenOn)
	unite(&v.seenOn, &v.on)
}

// leadsOf returns, for each candidate that has a partner, what is true a pair of nodes
// after it: the partners of what it excludes.
func (p *position[S]) leadsOf(kind int) []S {
	if p.hasLeads[kind] {
		return p.leads[kind]
	}
	p.hasLeads[kind] = true
	p.leads[kind] = resize(p.leads[kind], p.n)
	weak := p.weak[exclusions[kind]]
	from := p.linked[kind]
	for k := range len(from) {
		for x := from[k]; x != 0; x &= x - 1 {
			i := k<<6 | bits.TrailingZeros64(x)
			off := weak[i]
			intersect(&off, &p.linked[kind])
			p.leads[kind][i] = unionOf(p.strong[kind], &off)
		}
	}
	return p.leads[kind]
}
