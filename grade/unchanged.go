package grade

import "gradoku/board"

// unchangedSince remembers where the searches that look at many combinations found
// nothing. A combination whose cells have not changed since would give nothing
// again. It is kept within one puzzle.
type unchangedSince struct {
	pair, triplet, nishio snapshot
}

func (q *unchangedSince) forget() {
	q.pair.valid, q.triplet.valid, q.nishio.valid = false, false, false
}

// snapshot is the candidates as they were when a search had looked at everything
// and found nothing.
type snapshot struct {
	valid bool
	cand  [board.MaxCells]board.Digits
}

func (k *snapshot) keep(s *state) {
	k.valid = true
	copy(k.cand[:s.geo.Cells], s.cand[:s.geo.Cells])
}

// changed returns the digits that any cell has lost since the snapshot, which
// are all if there was none.
func (k *snapshot) changed(s *state) board.Digits {
	if !k.valid {
		return s.geo.All
	}
	var m board.Digits
	for i, now := range s.cand[:s.geo.Cells] {
		m |= k.cand[i] ^ now
	}
	return m
}
