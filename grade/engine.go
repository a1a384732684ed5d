package grade

// engine is everything that the chain techniques of one width share.
type engine[S ids] struct {
	links  links[S]
	pos    position[S]
	unary  unary[S]
	static static[S]
	trial  trial[S]
}

// begin returns an engine, made if there is none, with the candidates of s
// numbered.
func begin[S ids](e *engine[S], s *state, b *budget) *engine[S] {
	if e == nil {
		e = new(engine[S])
	}
	e.trial.r.budget = b
	e.links.number(s)
	return e
}

// find runs one search. fresh says that the board has changed since the last.
func (e *engine[S]) find(s *state, f *finding, what chainProducer, fresh bool) bool {
	if fresh {
		e.pos.load(&e.links, s)
	}
	switch what {
	case unaryChains:
		return e.unary.find(&e.pos, f)
	case staticChains:
		return e.static.find(&e.pos, f)
	case nishioChains:
		return e.nishio(s, f)
	}
	return e.dynamic(f, int(what-dynamicChains))
}

// nishio finds contradictions within one digit. A digit that gave nothing, and has
// lost no candidate since, gives nothing again.
func (e *engine[S]) nishio(s *state, f *finding) bool {
	q := &e.trial
	q.r.nishio, q.r.level = true, 0
	q.skipped = s.geo.All &^ s.unchanged.nishio.changed(s)
	if !q.find(&e.pos) {
		if !q.r.budget.out {
			s.unchanged.nishio.keep(s)
		}
		return false
	}
	q.best.nishio = true
	f.rating = inTenths(7.5 + lengthRating(q.endsAt))
	return q.write(f)
}

// dynamicBase are the ratings of the levels before what length adds.
var dynamicBase = [...]float64{8.5, 9.0, 9.5, 10.0, 10.5, 11.0}

// dynamic finds dynamic chains of a level. At level 0 each form has a row of the
// table.
func (e *engine[S]) dynamic(f *finding, level int) bool {
	q := &e.trial
	q.r.nishio, q.r.level = false, level
	q.skipped = 0
	if !q.find(&e.pos) {
		return false
	}
	q.best.level = level
	f.rating = inTenths(dynamicBase[level] + lengthRating(q.endsAt))
	if level == 0 {
		f.variant = int(q.best.form - contradictionProof)
	}
	return q.write(f)
}

// write fills in the conclusion of the best hint.
func (q *trial[S]) write(f *finding) bool {
	f.proof = q.best
	f.conclude(q.r.p.s, q.r.p.candidate[q.best.target], q.best.isOn)
	return true
}

// proof is what a chain technique keeps of its step. The chains themselves are worked
// out from it on demand; see explain.go.
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
