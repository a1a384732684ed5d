package grade

// chains is the workspace of the chain techniques. It creates an engine of a
// width when a puzzle first needs it.
type chains struct {
	// The engines made so far, narrowest first. They are behind an interface because
	// every package that knows a type with a generic field compiles its methods
	// again: 52 lines that imported this package became an archive of 6 MB.
	engines [4]anyWidth
	use     anyWidth // one of them; nil before the candidates are numbered
	width   int      // its index
	loaded  bool     // it has loaded the current board
	budget  budget
}

// anyWidth is an engine of any width.
type anyWidth interface {
	begin(s *state, b *budget)
	find(s *state, f *finding, what chainProducer, fresh bool) bool
	allUnary(s *state, f *finding) bool
	explain(pr *proof, s *Step)
}

// The widths, in words; medium and wide are in a file of their own.
const (
	small = 4
	large = 64
)

// limit sets the budget of the searches.
func (s *state) limit(work int64, stop func() bool) {
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
		if f.each != nil {
			return s.chains.findAll(s, f, p)
		}
		return s.chains.find(s, f, p)
	}
}

// find runs a search in the engine of the right width.
func (c *chains) find(s *state, f *finding, p chainProducer) bool {
	fresh := !c.loaded
	// Positions of variants with few clues begin wide. The widest engines are not left: another
	// beside them would take much memory.
	if c.use == nil || fresh && c.width == 1 && s.candidates() <= 64*small {
		c.choose(s)
	}
	c.loaded = true
	return c.use.find(s, f, p, fresh)
}

// choose takes the narrowest engine that holds the candidates, and numbers them.
func (c *chains) choose(s *state) {
	if c.use == nil {
		c.budget.numbered = s.candidates()
	}
	switch n := s.candidates(); {
	case n <= 64*small:
		useEngine[[small]uint64](c, 0)
	case n <= 64*medium:
		useEngine[[medium]uint64](c, 1)
	case n <= 64*wide:
		useEngine[[wide]uint64](c, 2)
	default:
		useEngine[[large]uint64](c, 3)
	}
	c.use.begin(s, &c.budget)
}

// candidates counts the candidates of all cells.
func (s *state) candidates() (n int) {
	for k, cells := range s.by[:s.geo.Size+1] {
		n += k * cells.Len()
	}
	return n
}

// useEngine takes the engine of one width, creating it if it is the first time.
func useEngine[S ids](c *chains, width int) {
	if c.engines[width] == nil {
		c.engines[width] = new(engine[S])
	}
	c.use, c.width = c.engines[width], width
}

// budget limits the work of one grade. It counts the candidates that searches
// record, not time, so that a grade is the same on every machine.
type budget struct {
	limit int64 // 0: none
	// numbered is the number of candidates of the puzzle when they were first numbered: what
	// a search for chains in a run costs, also after they have been numbered again.
	numbered int
	spent    int64
	stop     func() bool // asked now and then; nil: never
	asked    int64       // spent when stop was asked last
	out      bool        // nothing is left, or stop said so
}

// between is the work between two calls of stop, about a millisecond.
const between = 10_000

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

// engine is everything that the chain techniques of one width share.
type engine[S ids] struct {
	links links[S]
	pos   position[S]
	unary unary[S]
	trial trial[S]
	begun bool // pos has an earlier board of the puzzle
}

// begin numbers the candidates of s, the first board of a puzzle.
func (e *engine[S]) begin(s *state, b *budget) {
	e.trial.r.budget = b
	e.links.number(s)
	e.begun, e.trial.closed[0].begun, e.trial.closed[1].begun = false, false, false
}

// dynamicBase are the ratings of the levels without the increment for length.
var dynamicBase = [...]float64{8.5, 9.0, 9.5, 10.0, 10.5, 11.0}

// find runs one search. fresh says that the board has changed since the last
// search.
func (e *engine[S]) find(s *state, f *finding, what chainProducer, fresh bool) bool {
	if fresh && !(e.begun && e.pos.update()) {
		e.begun = true
		e.pos.load(&e.links, s)
	}
	if what == unaryChains {
		return e.unary.find(&e.pos, f)
	}
	q := &e.trial
	level, base := 0, 7.5
	q.r.nishio, q.r.static = what == nishioChains, what == staticChains
	q.skipped = 0
	if q.r.nishio { // a digit that yielded nothing, and has lost no candidate since, yields nothing again
		q.skipped = s.geo.All &^ s.unchanged.nishio.changed(s)
	} else if q.r.static {
		base = 8.0
	} else {
		level = int(what - dynamicChains)
		base = dynamicBase[level]
	}
	q.r.level = level
	if !q.find(&e.pos) {
		if q.r.nishio && !q.r.budget.out {
			s.unchanged.nishio.keep(s)
		}
		return false
	}
	q.best.nishio, q.best.static, q.best.level = q.r.nishio, q.r.static, level
	f.rating = inTenths(base + lengthRating(q.endsAt))
	switch what { // each form has a row of the table
	case staticChains:
		f.variant = int(q.best.form - cellProof)
	case dynamicChains:
		f.variant = int(q.best.form - contradictionProof)
	}
	f.proof = q.best
	f.conclude(s, e.pos.candidate[q.best.target], q.best.isOn)
	return true
}

// proof is what a chain technique keeps of its step. The chains themselves are
// computed from it on demand; see explain.go.
type proof struct {
	form          proofForm
	kind          int   // of unary chains
	rule          uint8 // of region chains: which house
	static        bool  // of region and cell chains
	nishio        bool
	level         int   // of dynamic chains
	start, target int16 // candidates
	isOn          bool  // of the target
	nodes         int   // the complexity
}

type proofForm uint8

const (
	noProof proofForm = iota
	cycleProof
	forcedProof
	contradictionProof
	doubleProof
	cellProof
	regionProof
)
