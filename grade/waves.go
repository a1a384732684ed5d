package grade

import "math/bits"

// waves is a search for the shortest chains from many starts at once. All starts
// advance in step, one pair of nodes at a time, so that the search can stop at
// the length at which the first of them arrives. How a chain runs does not matter
// here, only how long it is, so a level is a set and not a list.
type waves[S ids] struct {
	kind int
	at   []wave[S] // the starts that still have something ahead, ascending
}

// wave is the search from one start.
type wave[S ids] struct {
	start           int16
	on              S // true candidates of the newest level
	seenOn, seenOff S
	closing         S // cycles: what excludes one of the start's partners
}

// fromFalse starts a wave at every false candidate that has a partner: chains.
func (w *waves[S]) fromFalse(p *position[S], kind int) {
	w.kind, w.at = kind, w.at[:0]
	from := p.linked[kind]
	for k := range len(from) {
		for x := from[k]; x != 0; x &= x - 1 {
			i := int16(k<<6 | bits.TrailingZeros64(x))
			v := wave[S]{start: i, on: p.strong[kind][i], seenOn: p.strong[kind][i]}
			add(&v.seenOff, i)
			w.at = append(w.at, v)
		}
	}
}

// fromTrue starts a wave at every true candidate that has a partner: cycles.
func (w *waves[S]) fromTrue(p *position[S], kind int) {
	w.kind, w.at = kind, w.at[:0]
	from := p.linked[kind]
	intersect(&from, &p.open)
	for k := range len(from) {
		for x := from[k]; x != 0; x &= x - 1 {
			i := int16(k<<6 | bits.TrailingZeros64(x))
			v := wave[S]{start: i}
			add(&v.on, i)
			v.seenOn = v.on
			v.closing = p.excludedBy(kind, &p.strong[kind][i])
			w.at = append(w.at, v)
		}
	}
}

// excludedBy returns what the given true candidates exclude.
func (p *position[S]) excludedBy(kind int, on *S) (reach S) {
	weak := p.weak[exclusions[kind]]
	for k := range len(*on) {
		for x := (*on)[k]; x != 0; x &= x - 1 {
			unite(&reach, &weak[k<<6|bits.TrailingZeros64(x)])
		}
	}
	return reach
}

// advance moves a wave by a pair of nodes; reach is what its newest true
// candidates exclude.
func (v *wave[S]) advance(p *position[S], kind int, reach *S) {
	off := *reach
	intersect(&off, &p.linked[kind])
	subtract(&off, &v.seenOff)
	unite(&v.seenOff, &off)
	var on S
	strong := p.strong[kind]
	for k := range len(off) {
		for x := off[k]; x != 0; x &= x - 1 {
			unite(&on, &strong[k<<6|bits.TrailingZeros64(x)])
		}
	}
	subtract(&on, &v.seenOn)
	unite(&v.seenOn, &on)
	v.on = on
}
