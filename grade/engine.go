package grade

// engine is everything that the chain techniques of one width share.
type engine[S ids] struct {
	links  links[S]
	pos    position[S]
	unary  unary[S]
	static static[S]
}

// begin returns an engine, made if there is none, with the candidates of s
// numbered.
func begin[S ids](e *engine[S], s *state, b *budget) *engine[S] {
	if e == nil {
		e = new(engine[S])
	}
	e.links.number(s)
	return e
}

// find runs one search. fresh says that the board has changed since the last.
func (e *engine[S]) find(s *state, f *finding, what chainProducer, fresh bool) bool {
	if fresh {
		e.pos.load(&e.links, s)
	}
	if what == staticChains {
		return e.static.find(&e.pos, f)
	}
	return e.unary.find(&e.pos, f)
}

// proof is what a chain technique keeps of its step. The chains themselves are
// worked out from it when somebody asks for them; see explain.go.
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
