package grade

import "gradoku/board"

// Colouring. The strong links of a digit form networks of cells. Along the links,
// cells alternately hold the digit and do not, so a network has two colours: all
// cells of one colour hold the digit, and none of the other. It is not known
// which. The table of patterns has what follows nevertheless.

// network is the two colours of one network.
type network [2]board.CellSet

// networks appends the networks of a digit, in the order of their first houses. A
// network in which a cell would have both colours is left out; only an improper
// puzzle has one.
func (s *state) networks(d board.Digit, list []network) []network {
	var buffer [board.MaxHouses]strongLink
	links := s.strongLinks(d, buffer[:0])
	var coloured board.CellSet
	for i := range links {
		if coloured.Has(links[i].end[0]) {
			continue
		}
		n := network{board.SetOf(links[i].end[0]), board.SetOf(links[i].end[1])}
		for n.grow(links) {
		}
		coloured = coloured.Union(n[0]).Union(n[1])
		if both := n[0].Intersect(n[1]); both.Empty() {
			list = append(list, n)
		}
	}
	return list
}

// grow colours the other end of every link with one coloured end, and reports
// whether there was one.
func (n *network) grow(links []strongLink) bool {
	before := *n
	for i := range links {
		for e, c := range links[i].end {
			for k := range 2 {
				if n[k].Has(c) {
					n[1-k].Add(links[i].end[1-e])
				}
			}
		}
	}
	return *n != before
}

// seenBy returns the cells that see any of the given.
func (s *state) seenBy(cells board.CellSet) (seen board.CellSet) {
	for c := range cells.All() {
		seen = seen.Union(s.peers[c])
	}
	return seen
}

// The rows that share a finder, as finding.variant.
const (
	colourTrap = iota
	colourWrap
)

// simpleColouring finds what one network eliminates.
func simpleColouring(s *state, f *finding) bool {
	var buffer [board.MaxHouses]network
	for d := board.Digit(1); int(d) <= s.geo.Size; d++ {
		for _, n := range s.networks(d, buffer[:0]) {
			seen := network{s.seenBy(n[0]), s.seenBy(n[1])}
			trapped := s.at[d].Intersect(seen[0]).Intersect(seen[1]).Minus(n[0]).Minus(n[1])
			if s.coloured(f, d, colourTrap, trapped, n[0], n[1]) {
				return true
			}
			for k := range n {
				if clash := n[k].Intersect(seen[k]); !clash.Empty() && s.coloured(f, d, colourWrap, n[k], n[k], n[1-k]) {
					return true
				}
			}
		}
	}
	return false
}

// coloured records a step if it eliminates something.
func (s *state) coloured(f *finding, d board.Digit, variant int, lost board.CellSet, parts ...board.CellSet) bool {
	if lost.Empty() {
		return false
	}
	f.variant = variant
	f.because(d.Mask())
	for _, p := range parts {
		f.part(p)
	}
	f.dropAll(s, lost, d.Mask())
	return f.done()
}

// The same for two networks.
const (
	oppositesTrap = iota
	bothColoursSeen
)

// multiColouring finds what two networks eliminate together.
func multiColouring(s *state, f *finding) bool {
	var buffer [board.MaxHouses]network
	for d := board.Digit(1); int(d) <= s.geo.Size; d++ {
		list := s.networks(d, buffer[:0])
		for i := range list {
			for k := range list {
				if i != k && s.twoNetworks(f, d, &list[i], &list[k], i < k) {
					return true
				}
			}
		}
	}
	return false
}

// twoNetworks looks at m from the colours of n. Type 1 is symmetric and tried
// only once.
func (s *state) twoNetworks(f *finding, d board.Digit, n, m *network, once bool) bool {
	for a := range n {
		seen := s.seenBy(n[a])
		first, second := seen.Intersect(m[0]), seen.Intersect(m[1])
		if !first.Empty() && !second.Empty() && s.coloured(f, d, bothColoursSeen, n[a], n[a], n[1-a], m[0], m[1]) {
			return true
		}
		for b := range m {
			if meets := seen.Intersect(m[b]); meets.Empty() || !once {
				continue
			}
			trapped := s.at[d].Intersect(s.seenBy(n[1-a])).Intersect(s.seenBy(m[1-b]))
			if s.coloured(f, d, oppositesTrap, trapped, n[a], n[1-a], m[b], m[1-b]) {
				return true
			}
		}
	}
	return false
}
