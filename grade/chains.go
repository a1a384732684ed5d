package grade

// chains is the workspace of the chain techniques. It makes an engine of the
// width that a puzzle needs, when the first puzzle needs it.
type chains struct {
	small  *engine[[small]uint64]
	medium *engine[[medium]uint64]
	large  *engine[[large]uint64]
	words  int  // of the engine in use; 0 before the candidates are numbered
	loaded bool // the engine has the present board
	budget budget
}

// forget starts a new puzzle.
func (c *chains) forget() {
	if c != nil {
		c.words, c.loaded = 0, false
		c.budget.begin()
	}
}

// stale says that the board has changed.
func (c *chains) stale() {
	if c != nil {
		c.loaded = false
	}
}

// out reports whether the budget has ended.
func (c *chains) out() bool { return c != nil && c.budget.out }

// limit sets the budget of the searches.
func (s *state) limit(work int64, stop func() bool) {
	if s.chains == nil {
		s.chains = new(chains)
	}
	s.chains.budget.limit, s.chains.budget.stop = work, stop
}

// chainProducer is one of the searches of an engine, in the order in which the
// scale has them.
type chainProducer int

const (
	unaryChains chainProducer = iota
	nishioChains
	staticChains
	dynamicChains // and, added to it, the levels from 1 to 5
)

// chainFinder makes a search a row of the table.
func chainFinder(p chainProducer) finder {
	return func(s *state, f *finding) bool {
		if s.chains == nil {
			s.chains = new(chains)
		}
		if f.each != nil {
			return s.chains.findAll(s, f, p)
		}
		return s.chains.find(s, f, p)
	}
}

// find runs a search in the engine of the right width.
func (c *chains) find(s *state, f *finding, p chainProducer) bool {
	if c.words == 0 {
		c.choose(s)
	}
	fresh := !c.loaded
	c.loaded = true
	switch c.words {
	case small:
		return c.small.find(s, f, p, fresh)
	case medium:
		return c.medium.find(s, f, p, fresh)
	}
	return c.large.find(s, f, p, fresh)
}

// The widths, in words.
const (
	small  = 4
	medium = 12
	large  = 64
)

// choose takes the narrowest engine that holds the candidates, and numbers them.
func (c *chains) choose(s *state) {
	n := 0
	for k, cells := range s.by[:s.geo.Size+1] {
		n += k * cells.Len()
	}
	switch {
	case n <= 64*small:
		c.words, c.small = small, begin(c.small, s, &c.budget)
	case n <= 64*medium:
		c.words, c.medium = medium, begin(c.medium, s, &c.budget)
	default:
		c.words, c.large = large, begin(c.large, s, &c.budget)
	}
}

// budget limits the work of one grade. It counts the candidates that searches
// record, not time, so that a grade is the same on every machine.
type budget struct {
	limit int64 // 0: none
	spent int64
	stop  func() bool // asked now and then; nil: never
	asked int64       // spent when stop was asked last
	out   bool        // nothing is left, or stop said so
}

// between is the work between two questions to stop, about a millisecond.
const between = 10_000

// begin starts a puzzle.
func (b *budget) begin() { b.spent, b.asked, b.out = 0, 0, false }

// spend counts work. Searches look at out after each of their parts.
func (b *budget) spend(work int) {
	b.spent += int64(work)
	if b.limit > 0 && b.spent > b.limit {
		b.out = true
	}
	if b.stop != nil && b.spent-b.asked > between {
		b.asked = b.spent
		b.out = b.out || b.stop()
	}
}
