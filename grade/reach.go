package grade

import "math/bits"

// reaches computes where chains can lead, at any length and in any order, before a
// chain is searched for: most boards have no chain that concludes anything, and on the
// others most candidates have none.
//
// A false candidate makes its partners true, and these make false what they exclude.
// Taking both steps as one leaves a graph of false candidates only. A link is the same
// backwards, with true and false exchanged, so this graph also shows what follows from
// true candidates. Its strongly connected components are sets of candidates that are
// false together, and the consequences are kept once for each component. The search for
// them is that of Harold Gabow (Path-based depth-first search for strong and biconnected
// components, Information Processing Letters 74, 2000), with sets in place of stacks of
// nodes.
type reaches[S ids] struct {
	linked  S           // the candidates that are looked at: they have a partner
	after   []S         // by candidate that has a partner: what its partners exclude
	part    []int16     // and its component
	parts   []branch[S] // by component: its members, and all that is false if they are
	path    []branch[S]
	refuted S   // the candidates that make themselves false
	proved  S   // those that are true if they are false, in cells with another candidate
	loss    []S // by component of several: the refuted candidates that its members exclude
	lossy   S   // the members of components that have a loss

	// By candidate in hasPairs: what a pair of links makes true if it is true.
	pairs    []S
	hasPairs S

	cyclic    S // see [position.cyclic]
	hasCyclic bool
}

// branch is a component, or an unfinished one on the path.
type branch[S ids] struct{ members, leadsTo S }

// load searches a position for links of a kind between the linked candidates.
func (r *reaches[S]) load(p *position[S], kind int) {
	linked := r.linked
	var none S
	r.after, r.part = resize(r.after, p.n), resize(r.part, p.n)
	r.pairs, r.hasPairs = resize(r.pairs, p.n), none
	r.parts, r.path = r.parts[:0], r.path[:0]
	excludes, strong := p.excludes[exclusions[kind]], p.strong[kind]
	for k := range len(linked) {
		for x := linked[k]; x != 0; x &= x - 1 {
			i := k<<6 | bits.TrailingZeros64(x)
			r.after[i] = unionOf(excludes, &strong[i])
			intersect(&r.after[i], &p.alive)
		}
	}
	left, before := linked, none
	for !empty(&left) {
		r.enter(&left, lowest(&left))
		for len(r.path) > 0 {
			r.follow(&left, &before)
		}
	}
	r.refuted, r.proved = none, none
	for k := range len(linked) {
		for x := linked[k]; x != 0; x &= x - 1 {
			i := k<<6 | bits.TrailingZeros64(x)
			follows := &r.parts[r.part[i]].leadsTo
			self := excludes[i]
			intersect(&self, follows)
			unite(&r.refuted, &self)
			if meet(follows, &strong[i]) {
				add(&r.proved, int16(i))
			}
		}
	}
	intersect(&r.proved, &p.open)
	r.loss, r.lossy, r.hasCyclic = resize(r.loss, len(r.parts)), none, false
	for k := range r.parts {
		r.loss[k] = none
		if m := &r.parts[k].members; count(m) > 1 && !empty(&r.refuted) {
			r.loss[k] = unionOf(p.excludes[exclusions[kindX]], m)
			if intersect(&r.loss[k], &r.refuted); !empty(&r.loss[k]) {
				unite(&r.lossy, m)
			}
		}
	}
}

// enter makes a candidate that was not seen before the end of the path.
func (r *reaches[S]) enter(left *S, i int16) {
	b := branch[S]{leadsTo: r.after[i]}
	add(&b.members, i)
	r.path = append(r.path, b)
	remove(left, i)
}

// follow takes one step from the end of the path. before are the candidates on the path
// up to there.
func (r *reaches[S]) follow(left, before *S) {
	end := &r.path[len(r.path)-1]
	rest := end.leadsTo
	switch {
	case meet(&rest, before): // the path from there to here is one component
		for intersect(&rest, before); !empty(&rest); {
			last := &r.path[len(r.path)-2]
			subtract(&rest, &last.members)
			subtract(before, &last.members)
			unite(&last.members, &end.members)
			unite(&last.leadsTo, &end.leadsTo)
			r.path = r.path[:len(r.path)-1]
			end = last
		}
	case meet(&rest, left):
		unite(before, &end.members)
		intersect(&rest, left)
		r.enter(left, lowest(&rest))
	default: // all it leads to is in components that are done
		intersect(&rest, &r.linked)
		subtract(&rest, &end.members)
		for i := lowest(&rest); i >= 0; i = lowest(&rest) {
			further := &r.parts[r.part[i]].leadsTo // i among them
			unite(&end.leadsTo, further)
			subtract(&rest, further)
		}
		for w := range len(rest) {
			for x := end.members[w]; x != 0; x &= x - 1 {
				r.part[w<<6|bits.TrailingZeros64(x)] = int16(len(r.parts))
			}
		}
		r.parts = append(r.parts, *end)
		r.path = r.path[:len(r.path)-1]
		if n := len(r.path); n > 0 {
			subtract(before, &r.path[n-1].members)
		}
	}
}

// mayLose reports whether a candidate may be on a cycle of a kind that eliminates any of
// loss.
//
// The candidates of a cycle that are true in one of its two directions are false together
// in the other, so each half is in one component. And a candidate that both halves
// exclude makes itself false.
func (r *reaches[S]) mayLose(p *position[S], kind int, i int16, loss *S) bool {
	own := r.loss[r.part[i]]
	intersect(&own, loss)
	if empty(&own) {
		return false
	}
	first, last := p.rules(kind)
	for _, q := range p.partner[i][first : last+1] {
		if q >= 0 && has(&r.linked, q) && meet(&own, &r.loss[r.part[q]]) {
			return true
		}
	}
	return false
}

// cyclic returns the candidates that may be on a cycle of mixed links that eliminates
// something. Usually there are none.
func (p *position[S]) cyclic() *S {
	r := p.reached(kindMixed)
	if !r.hasCyclic {
		var none S
		r.cyclic, r.hasCyclic = none, true
		open := r.lossy
		intersect(&open, &p.open)
		for i := range members(&open) {
			if r.mayLose(p, kindMixed, i, &r.refuted) {
				add(&r.cyclic, i)
			}
		}
	}
	return &r.cyclic
}

// followsFrom returns all that is false if candidate i is true, by mixed links.
func (p *position[S]) followsFrom(i int16) S {
	r := p.reached(kindMixed)
	all := p.weak[exclusions[kindMixed]][i]
	rest := all
	intersect(&rest, &p.linked[kindMixed])
	for k := lowest(&rest); k >= 0; k = lowest(&rest) {
		further := &r.parts[r.part[k]].leadsTo
		unite(&all, further)
		subtract(&rest, further)
	}
	return all
}

// reached returns where the chains of a kind can lead.
func (p *position[S]) reached(kind int) *reaches[S] {
	r := &p.reaches[kind]
	if !p.hasReaches[kind] {
		p.hasReaches[kind] = true
		r.linked = p.linked[kind]
		if kind == kindY { // it serves cycles only
			intersect(&r.linked, p.cyclic())
		}
		if kind == kindX {
			p.reachX(r)
		} else {
			r.load(p, kind)
		}
	}
	return r
}

// reachX searches the digits that may have an X-chain. A digit has none if no mixed chain
// refutes any of its candidates, or if it had none earlier and has lost no candidate since.
func (p *position[S]) reachX(r *reaches[S]) {
	var linked S
	for d := range p.ofDigit[:p.s.geo.Size+1] {
		if of := &p.ofDigit[d]; !meet(of, &p.noXChain) && meet(of, &p.reached(kindMixed).refuted) {
			unite(&linked, of)
		}
	}
	intersect(&r.linked, &linked)
	r.load(p, kindX)
	for d := range p.ofDigit[:p.s.geo.Size+1] {
		if of := &p.ofDigit[d]; !meet(of, &r.refuted) {
			unite(&p.noXChain, of)
		}
	}
}
