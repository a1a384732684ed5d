package grade

import (
	"math/bits"

	"gradoku/board"
)

// static is producer 24 of the scale: the same follows from every member of a
// group, by chains that do not branch.
//
// It runs where no single forcing chain exists. Then no assumption contradicts
// itself: if a true s led to x both true and false, the two chains, one of them
// backwards, would make one from s true to s false. So the order in which a
// chain spreads does not matter, only its levels, which are sets.
type static[S ids] struct {
	from []int // by start: up to how many nodes it has been followed
	sets []spreadSets[S]
	dist [][]uint16 // by start that has been followed: nodes to reach candidate i true at i, false at n+i
	tree tree[S]
	best groupFound

	// By start, of those in known: all that is false, however many nodes away.
	known    S
	excluded []S
}

type spreadSets[S ids] struct {
	on, seenOn, seenOff S // true candidates of the newest level, all, all false ones
}

// groupFound is the best group so far. Rating grows with cost, so the lowest
// cost, then key, then the first found is the best.
type groupFound struct {
	group
	cost int
}

// The rows of the table that share the search, as finding.variant.
const (
	cellRow = iota
	regionRow
)

func (t *static[S]) find(p *position[S], f *finding) bool {
	t.from, t.sets = resize(t.from, p.n), resize(t.sets, p.n)
	t.dist = resize(t.dist, p.n)
	clear(t.from)
	var none S
	t.known, t.excluded = none, resize(t.excluded, p.n)
	t.best = groupFound{cost: endless}
	var g group
	for i := range p.s.geo.Cells {
		c := board.Cell(i)
		if p.s.cand[c].Len() <= 2 {
			continue
		}
		for m := p.s.cand[c]; m != 0; m &= m - 1 {
			last := p.lastOf[p.id[c][m.First()]]
			for rule := uint8(byBox); rule <= last; rule++ {
				if p.regionGroup(&g, Candidate{c, m.First()}, rule) {
					t.try(p, &g)
				}
			}
		}
		p.cellGroup(&g, c)
		t.try(p, &g)
	}
	if t.best.cost == endless {
		return false
	}
	b := &t.best
	target, isOn := t.target(p)
	f.variant = cellRow
	if b.form == regionProof {
		f.variant = regionRow
	}
	f.rating = inTenths(8.0 + lengthRating(b.cost))
	f.proof = proof{
		form: b.form, rule: b.rule, static: true, start: b.members[0],
		target: target, isOn: isOn, nodes: b.cost,
	}
	f.conclude(p.s, p.candidate[target], isOn)
	return true
}

// endless is a cost above every cost that counts.
const endless = 60_000

// try compares a group with the best. Each of the other members costs at least
// two nodes, so a member need not be followed further than the remaining cost.
func (t *static[S]) try(p *position[S], g *group) {
	on, off := p.open, p.alive
	for _, i := range g.members[:g.n] {
		if !has(&t.known, i) {
			add(&t.known, i)
			t.excluded[i] = p.followsFrom(i)
		}
		if intersect(&off, &t.excluded[i]); empty(&off) {
			return // then nothing is true for all of them either: it would exclude something
		}
	}
	off = p.alive
	for _, i := range g.members[:g.n] {
		t.follow(p, i, t.best.cost-2*(g.n-1))
		intersect(&on, &t.sets[i].seenOn)
		intersect(&off, &t.sets[i].seenOff)
		if empty(&on) && empty(&off) {
			return
		}
	}
	cost := min(t.cheapest(p, g, &on, 0), t.cheapest(p, g, &off, 1))
	if cost < t.best.cost || cost == t.best.cost && cost < endless && formKey[g.form] < formKey[t.best.form] {
		t.best = groupFound{*g, cost}
	}
}

// cheapest returns the least total of nodes to reach one of the targets.
func (t *static[S]) cheapest(p *position[S], g *group, targets *S, value int) int {
	best := endless
	for k := range len(*targets) {
		for x := (*targets)[k]; x != 0; x &= x - 1 {
			best = min(best, t.cost(p, g, k<<6|bits.TrailingZeros64(x), value))
		}
	}
	return best
}

// cost is the total of nodes from all members to one target, true (value 0) or
// false (1).
func (t *static[S]) cost(p *position[S], g *group, target, value int) int {
	sum := 0
	for _, i := range g.members[:g.n] {
		sum += int(t.dist[i][value*p.n+target])
	}
	return sum
}

// follow spreads from a true candidate up to a number of nodes.
func (t *static[S]) follow(p *position[S], i int16, nodes int) {
	s := &t.sets[i]
	if t.from[i] == 0 {
		var start S
		add(&start, i)
		*s = spreadSets[S]{on: start, seenOn: start}
		t.dist[i] = resize(t.dist[i], 2*p.n)
		t.dist[i][i] = 1
		t.from[i] = 1
	}
	onAt, offAt := t.dist[i][:p.n], t.dist[i][p.n:]
	for n := t.from[i]; n < nodes && !empty(&s.on); n += 2 {
		off := p.excludedBy(kindMixed, &s.on)
		subtract(&off, &s.seenOff)
		unite(&s.seenOff, &off)
		var on S
		for k := range len(off) {
			for x := off[k]; x != 0; x &= x - 1 {
				q := k<<6 | bits.TrailingZeros64(x)
				offAt[q] = uint16(n + 1)
				unite(&on, &p.strong[kindMixed][q])
			}
		}
		subtract(&on, &s.seenOn)
		unite(&s.seenOn, &on)
		s.on = on
		for k := range len(on) {
			for x := on[k]; x != 0; x &= x - 1 {
				onAt[k<<6|bits.TrailingZeros64(x)] = uint16(n + 2)
			}
		}
		t.from[i] = n + 2
	}
}

// target chooses among the cheapest targets of the best group: true ones before
// false ones, and in the order in which the first member reaches them.
func (t *static[S]) target(p *position[S]) (target int16, isOn bool) {
	b := &t.best
	on, off := p.open, p.alive
	for _, i := range b.members[:b.n] {
		intersect(&on, &t.sets[i].seenOn)
		intersect(&off, &t.sets[i].seenOff)
	}
	t.tree.plant(p, kindMixed, b.members[0], true, &p.alive)
	for t.tree.growOff(p) && t.tree.growOn(p) {
	}
	for _, i := range t.tree.on {
		if has(&on, i) && t.cost(p, &b.group, int(i), 0) == b.cost {
			return i, true
		}
	}
	for _, i := range t.tree.off {
		if has(&off, i) && t.cost(p, &b.group, int(i), 1) == b.cost {
			return i, false
		}
	}
	panic("grade: a static chain lost its target") // it is in the sets of every member
}

// group is a set of candidates of which exactly one is true: all of a cell, or
// all places of a digit in a house. What follows from each of them is true.
type group struct {
	form    proofForm // cellProof or regionProof
	rule    uint8     // regionProof: which house of the first member
	members [board.MaxSize]int16
	n       int
}

// The order of hints with equal rating and complexity.
var formKey = [...]int{doubleProof: 1, cellProof: 5, regionProof: 6, contradictionProof: 7}

// cell makes g the candidates of a cell.
func (p *position[S]) cellGroup(g *group, c board.Cell) {
	g.form, g.n = cellProof, 0
	for m := p.s.cand[c]; m != 0; m &= m - 1 {
		g.members[g.n] = p.id[c][m.First()]
		g.n++
	}
}

// regionGroup makes g the places of a candidate's digit in a house of it, if there
// are two or more and the candidate is the first. So every house is looked at only
// once.
func (p *position[S]) regionGroup(g *group, first Candidate, rule uint8) bool {
	h := p.s.byRule[first.Cell][rule]
	if h == noHouse {
		return false
	}
	at := p.s.pos[h][first.Digit]
	if at&(at-1) == 0 || p.s.cells[h][bits.TrailingZeros16(at)] != first.Cell {
		return false
	}
	g.form, g.rule, g.n = regionProof, rule, 0
	for ; at != 0; at &= at - 1 {
		g.members[g.n] = p.id[p.s.cells[h][bits.TrailingZeros16(at)]][first.Digit]
		g.n++
	}
	return true
}
