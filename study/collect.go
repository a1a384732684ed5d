package study

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/internal/ordered"
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
	Workers int         // 0 for one on each processor
	Tell    func(n int) // is told how many puzzles have been looked at, may be nil
	// Bad is told of unreadable items, ahead of Tell and in the goroutine that reads
	// them; when it is nil, the first of them ends everything.
	Bad func(error)
}

// DefaultRuns is the paper's number of random solves; with many puzzles fewer are
// enough, since chance averages out.
const DefaultRuns = 30

// ErrNothing is wrapped by the error of Collect when no puzzle is left.
var ErrNothing = errors.New("there is no puzzle to be studied")

// Collect measures the items, in their order. Which worker measures a puzzle
// makes no difference.
func Collect(ctx context.Context, items iter.Seq2[Item, error], opt CollectOptions) (*Collection, error) {
	all := Metrics()
	c := &Collection{
		Excluded: map[string]int{}, Runs: cmp.Or(opt.Runs, DefaultRuns), Seed: opt.Seed,
		values: make([]column, len(all)),
	}
	labels := make([]labelReader, len(opt.Labels))
	for i, name := range opt.Labels {
		labels[i].wish = name
	}
	workers := make([]ordered.Worker[Item, measured], cmp.Or(opt.Workers, runtime.GOMAXPROCS(0)))
	for i := range workers {
		workers[i] = measurer(ctx, c.Runs, c.Seed)
	}
	unreadable := 0
	var fatal error
	readable := func(yield func(Item) bool) {
		for item, err := range items {
			switch {
			case ctx.Err() != nil:
				return
			case err != nil && opt.Bad == nil:
				fatal = err
				return
			case err != nil:
				unreadable++
				opt.Bad(err)
			case !yield(item):
				return
			}
		}
	}
	tell := opt.Tell
	if tell == nil {
		tell = func(int) {}
	}
	seen := 0
	tell(seen)
	for m, err := range ordered.Map(ctx, readable, workers) {
		if err != nil {
			return nil, err
		}
		seen++
		tell(seen)
		if m.excluded != "" {
			c.Excluded[m.excluded]++
			continue
		}
		for i := range labels {
			labels[i].take(m.labels)
		}
		c.N++
		c.size.add(float64(m.Puzzle.Geometry().Size))
		for k := range all {
			c.values[k].add(all[k].Value(&m.Subject))
		}
		c.uses.add(&m.Grade.Uses)
		if m.Grade.AtLeast {
			c.bounds++
		}
	}
	if unreadable > 0 {
		c.Excluded["not readable"] = unreadable
	}
	switch {
	case fatal != nil:
		return nil, fatal
	case c.N == 0:
		return nil, ErrNothing
	}
	for i := range labels {
		l, err := labels[i].label()
		if err != nil {
			return nil, err
		}
		c.Labels = append(c.Labels, l)
	}
	return c, nil
}

// LeftOut says how many puzzles were left out and why, by reason.
func (c *Collection) LeftOut() string {
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(c.Excluded)) {
		parts = append(parts, strconv.Itoa(c.Excluded[reason])+" ("+reason+")")
	}
	return strings.Join(parts, ", ")
}

// metric returns the column of a metric.
func (c *Collection) metric(key string) *column {
	return &c.values[slices.IndexFunc(Metrics(), func(m predict.Metric) bool { return m.Key == key })]
}

// measured is what was worked out about a puzzle.
type measured struct {
	predict.Subject
	labels   []corpus.Field
	excluded string // why the puzzle cannot be studied, "" when it can
}

// measurer returns a worker that proves and measures puzzles of any size. When ctx
// ends it returns soon, with useless figures.
func measurer(ctx context.Context, runs int, seed uint64) ordered.Worker[Item, measured] {
	ended := func() bool { return ctx.Err() != nil }
	prover := solve.Prover{Budget: searchBudget, Stop: ended}
	var graders grade.Graders
	return func(_ context.Context, item Item) (measured, error) {
		p := &item.Puzzle
		if p.Full() {
			return measured{excluded: "nothing blank"}, nil
		}
		_, err := prover.Prove(p)
		switch {
		case errors.Is(err, solve.ErrNone):
			return measured{excluded: "no solution"}, nil
		case errors.Is(err, solve.ErrSeveral):
			return measured{excluded: "several solutions"}, nil
		case errors.Is(err, solve.ErrUnproved):
			return measured{excluded: "too hard to prove"}, nil
		}
		gr := graders.Of(p.Geometry())
		gr.Stop = ended
		m := measured{Subject: predict.Subject{Puzzle: *p, Nodes: map[string]float64{}}, labels: item.Labels}
		m.Grade, m.Human = gr.Grade(p), gr.Measure(p, runs, seed)
		for _, solver := range nodeSolvers {
			m.Nodes[solver.Name] = math.NaN()
			if solver.Takes(p.Geometry()) {
				m.Nodes[solver.Name] = float64(solver.Solve(ctx, p, solve.Options{Limit: 2, Budget: nodeBudget}).Stats.Nodes)
			}
		}
		return m, nil
	}
}

const (
	// searchBudget ends the proof of a hopeless large puzzle after a minute or so. A
	// proper 16x16 puzzle seldom needs a thousand nodes; 9x9 never gets near it.
	searchBudget = 2_000_000
	// nodeBudget bounds a solver's search for its node count.
	nodeBudget = 1_000_000
)

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

// labelReader finds a wanted label among those of the items.
type labelReader struct {
	wish  string
	name  string // of the column, once it is known
	texts texts
}

// take keeps an item's value of the label, "" where there is none.
func (l *labelReader) take(fields []corpus.Field) {
	if l.name == "" {
		l.name = columnFor(l.wish, fields)
	}
	text := ""
	for _, f := range fields {
		if l.name != "" && strings.EqualFold(f.Name, l.name) {
			text = strings.TrimSpace(f.Value)
			break
		}
	}
	l.texts.add(text)
}

// columnFor returns the column of that name, or the only one whose name contains
// wish.
func columnFor(wish string, fields []corpus.Field) string {
	part := ""
	for _, f := range fields {
		if strings.EqualFold(f.Name, wish) {
			return f.Name
		}
		if containsFold(f.Name, wish) {
			if part != "" && part != f.Name {
				return ""
			}
			part = f.Name
		}
	}
	return part
}

// label reads the values as numbers, if all that are known are.
func (l *labelReader) label() (Label, error) {
	if l.name == "" {
		return Label{}, &NoLabelError{Name: l.wish}
	}
	isTime := slices.ContainsFunc([]string{"second", "minute", "time", "duration"}, func(word string) bool { return containsFold(l.name, word) })
	label := Label{Name: l.name, Log: isTime, values: new(column)}
	inWords := false
	for _, text := range l.texts.each() {
		v := math.NaN()
		if text != "" {
			label.Known++
			number, err := strconv.ParseFloat(text, 64)
			inWords = inWords || err != nil
			switch {
			case !label.Log:
				v = number
			case number > 0:
				v = math.Log(number)
			}
		}
		label.values.add(v)
	}
	if inWords {
		words := l.texts
		return Label{Name: l.name, Known: label.Known, words: &words}, nil
	}
	return label, nil
}

// NoLabelError is about a label that no puzzle has.
type NoLabelError struct{ Name string }

func (e *NoLabelError) Error() string { return "no puzzle has a label " + strconv.Quote(e.Name) }
