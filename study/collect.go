package study

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/predict"
	"gradoku/solve"
)

// Item is a puzzle to study, with its labels.
type Item struct {
	Puzzle board.Grid
	Labels []corpus.Field
}

// Collection holds the puzzles of a study: what is kept of each, in columns.
type Collection struct {
	N        int // puzzles
	Labels   []Label
	Excluded map[string]int // puzzles that were left out, by reason
	Runs     int            // random solves for each puzzle
	Seed     uint64

	size   column   // of the sides
	values []column // each of Metrics, as it is studied
	uses   uses     // steps of each technique
	bounds int      // ratings that are lower bounds
}

// CollectOptions say what to collect.
type CollectOptions struct {
	Labels  []string // names of columns, or parts that fit one column only
	Runs    int      // random solves for each puzzle, DefaultRuns for 0
	Seed    uint64
	Workers int             // 0 for one on each processor
	Tell    func(n int)     // is told how many puzzles have been looked at, may be nil
	Bad     func(error)     // is told of unreadable items, may be nil
	Only    func(Item) bool // which puzzles to study, nil for all
}

// DefaultRuns is the paper's number of random solves; with many puzzles fewer are
// enough, since chance averages out.
const DefaultRuns = 30

// ErrNothing is wrapped by the error of Collect when no puzzle is left.
var ErrNothing = errors.New("there is no puzzle to be studied")

const batchSize = 512

// Collect measures the items, in their order. Which worker measures a puzzle
// makes no difference.
func Collect(ctx context.Context, items iter.Seq2[Item, error], opt CollectOptions) (*Collection, error) {
	c := newCollection(opt.Runs, opt.Seed)
	l := &labeller{opt.Labels, make([]string, len(opt.Labels)), make([]texts, len(opt.Labels))}
	pool := newPool(ctx, opt.Workers, c)
	var batch []Item
	flush := func() {
		pool.run(ctx, batch, c, l, opt.Tell)
		batch = batch[:0]
	}
	for item, err := range items {
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case err != nil && opt.Bad == nil:
			return nil, err
		case err != nil:
			c.Excluded["not readable"]++
			opt.Bad(err)
			continue
		case opt.Only != nil && !opt.Only(item):
			c.Excluded["not asked for"]++
			continue
		}
		if batch = append(batch, item); len(batch) == batchSize {
			flush()
		}
	}
	flush()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if c.N == 0 {
		return nil, ErrNothing
	}
	var err error
	c.Labels, err = l.labels()
	return c, err
}

func newCollection(runs int, seed uint64) *Collection {
	return &Collection{
		Excluded: map[string]int{}, Runs: cmp.Or(runs, DefaultRuns), Seed: seed,
		values: make([]column, len(Metrics())),
	}
}

// add keeps the measurements of a puzzle.
func (c *Collection) add(s *predict.Subject, metrics []predict.Metric) {
	c.N++
	c.size.add(float64(s.Puzzle.Geometry().Size))
	for k := range metrics {
		c.values[k].add(metrics[k].Value(s))
	}
	c.uses.add(&s.Grade.Uses)
	if s.Grade.AtLeast {
		c.bounds++
	}
}

// LeftOut says how many puzzles were left out and why, by reason.
func (c *Collection) LeftOut() string {
	var parts []string
	for _, e := range sortedCounts(c.Excluded) {
		parts = append(parts, strconv.Itoa(e.count)+" ("+e.name+")")
	}
	return strings.Join(parts, ", ")
}

// metric returns the column of a metric.
func (c *Collection) metric(key string) *column {
	return &c.values[slices.IndexFunc(Metrics(), func(m predict.Metric) bool { return m.Key == key })]
}

// pool measures batches.
type pool struct {
	measurers []*measurer
	provers   []solve.Prover
	seen      int // items of earlier batches
}

func newPool(ctx context.Context, workers int, c *Collection) *pool {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	p := &pool{}
	for range workers {
		p.measurers = append(p.measurers, &measurer{runs: c.Runs, seed: c.Seed})
		p.provers = append(p.provers, solve.Prover{Budget: searchBudget, Stop: func() bool { return ctx.Err() != nil }})
	}
	return p
}

// searchBudget ends the proof of a hopeless large puzzle after a minute or so. A
// proper 16x16 puzzle seldom needs a thousand nodes; 9x9 never gets near it.
const searchBudget = 2_000_000

// exclusion returns why a puzzle cannot be studied, "" when it can.
func exclusion(prover *solve.Prover, p *board.Grid) string {
	if p.Full() {
		return "nothing blank"
	}
	_, err := prover.Prove(p)
	switch {
	case errors.Is(err, solve.ErrNone):
		return "no solution"
	case errors.Is(err, solve.ErrSeveral):
		return "several solutions"
	case errors.Is(err, solve.ErrUnproved):
		return "too hard to prove"
	}
	return ""
}

// run measures a batch and appends it in order.
func (p *pool) run(ctx context.Context, batch []Item, c *Collection, l *labeller, tell func(int)) {
	subjects := make([]predict.Subject, len(batch))
	reasons := make([]string, len(batch))
	next := make(chan int)
	var group sync.WaitGroup
	for w, m := range p.measurers {
		group.Go(func() {
			for i := range next {
				if reasons[i] = exclusion(&p.provers[w], &batch[i].Puzzle); reasons[i] == "" {
					subjects[i] = m.measure(ctx, &batch[i].Puzzle)
				}
			}
		})
	}
	for i := 0; i < len(batch) && ctx.Err() == nil; i++ {
		next <- i
		// One by one, since a puzzle of 16x16 can take seconds. Those handed out last
		// are still being measured.
		if tell != nil {
			tell(p.seen + max(i+1-len(p.measurers), 0))
		}
	}
	close(next)
	group.Wait()
	if ctx.Err() != nil {
		return
	}
	if p.seen += len(batch); tell != nil {
		tell(p.seen)
	}
	all := Metrics()
	for i := range batch {
		if reasons[i] != "" {
			c.Excluded[reasons[i]]++
			continue
		}
		l.take(&batch[i])
		c.add(&subjects[i], all)
	}
}

// Label is something said about puzzles, to be compared with metrics.
type Label struct {
	Name string
	// Log says that the values are times, studied by their logarithm: the few who
	// take hours would otherwise decide everything.
	Log   bool
	Known int // puzzles that have it

	values *column // as they are studied; nil when some are words
	words  *texts  // then these
}

// Title is the label as axes call it.
func (l *Label) Title() string {
	if l.Log {
		return "ln " + l.Name
	}
	return l.Name
}

// isTime recognises the names of times.
func isTime(name string) bool {
	for _, word := range []string{"second", "minute", "time", "duration"} {
		if strings.Contains(strings.ToLower(name), word) {
			return true
		}
	}
	return false
}

// labeller finds the wanted labels among those of the items.
type labeller struct {
	wanted []string
	names  []string // the column of each, once it is known
	texts  []texts  // of each
}

// take keeps the item's values of the wanted labels, "" where there is none.
func (l *labeller) take(item *Item) {
	for i := range l.wanted {
		if l.names[i] == "" {
			l.names[i] = columnFor(l.wanted[i], item.Labels)
		}
		text := ""
		for _, f := range item.Labels {
			if l.names[i] != "" && strings.EqualFold(f.Name, l.names[i]) {
				text = strings.TrimSpace(f.Value)
				break
			}
		}
		l.texts[i].add(text)
	}
}

// columnFor returns the column of that name, or the only one whose name contains
// wish.
func columnFor(wish string, fields []corpus.Field) string {
	part := ""
	for _, f := range fields {
		if strings.EqualFold(f.Name, wish) {
			return f.Name
		}
		if strings.Contains(strings.ToLower(f.Name), strings.ToLower(wish)) {
			if part != "" && part != f.Name {
				return ""
			}
			part = f.Name
		}
	}
	return part
}

// labels reads the labels as numbers, where they are.
func (l *labeller) labels() ([]Label, error) {
	var all []Label
	for i, name := range l.wanted {
		if l.names[i] == "" {
			return nil, &NoLabelError{Name: name}
		}
		all = append(all, labelOf(l.names[i], &l.texts[i]))
		l.texts[i] = texts{}
	}
	return all, nil
}

func labelOf(name string, all *texts) Label {
	label := Label{Name: name, Log: isTime(name), values: new(column)}
	for _, text := range all.each() {
		if text == "" {
			label.values.add(math.NaN())
			continue
		}
		v, err := strconv.ParseFloat(text, 64)
		switch {
		case err != nil:
			return wordsOf(name, all)
		case label.Log && v <= 0:
			v = math.NaN()
		case label.Log:
			v = math.Log(v)
		}
		label.values.add(v)
		label.Known++
	}
	return label
}

// wordsOf returns a label that is not a number for every puzzle.
func wordsOf(name string, all *texts) Label {
	label := Label{Name: name, words: &texts{all.all}}
	for _, text := range all.each() {
		if text != "" {
			label.Known++
		}
	}
	return label
}

// NoLabelError is about a label that no puzzle has.
type NoLabelError struct{ Name string }

func (e *NoLabelError) Error() string { return "no puzzle has a label " + strconv.Quote(e.Name) }

// nodeSolvers are the solvers whose search nodes are metrics.
var nodeSolvers = solve.Solvers()

// Metrics returns the table of metrics, the solvers' nodes last.
func Metrics() []predict.Metric {
	all := predict.Metrics()
	for _, s := range nodeSolvers {
		all = append(all, predict.Metric{
			Key: "nodes_" + s.Name, Name: "ln(1 + nodes of " + s.Name + ")", Plain: "search nodes of " + s.Name,
			About: "states that the solver looks at up to its proof", Source: s.Source, Log: true,
			Of: func(x *predict.Subject) float64 { return x.Nodes[s.Name] },
		})
	}
	return all
}

// measurer measures puzzles of any size, one at a time.
type measurer struct {
	graders grade.Graders
	runs    int
	seed    uint64
}

// measure works everything out; the puzzle must be proper. When ctx ends it returns
// soon, with useless figures.
func (m *measurer) measure(ctx context.Context, p *board.Grid) predict.Subject {
	gr := m.graders.Of(p.Geometry())
	gr.Stop = func() bool { return ctx.Err() != nil }
	s := predict.Subject{Puzzle: *p, Nodes: map[string]float64{}}
	s.Grade = gr.Grade(p)
	s.Human = gr.Measure(p, m.runs, m.seed)
	for _, solver := range nodeSolvers {
		s.Nodes[solver.Name] = math.NaN()
		if solver.Takes(p.Geometry()) {
			s.Nodes[solver.Name] = float64(solver.Solve(ctx, p, solve.Options{Limit: 2, Budget: nodeBudget}).Stats.Nodes)
		}
	}
	return s
}

// nodeBudget bounds a solver's search for its node count.
const nodeBudget = 1_000_000
