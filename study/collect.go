package study

import (
	"context"
	"errors"
	"iter"
	"math"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/solve"
)

// Item is a puzzle to be studied, with what is said about it.
type Item struct {
	Puzzle board.Grid
	Labels []corpus.Field
}

// Measured is what a study keeps of one puzzle.
type Measured struct {
	Size     int
	Labels   []string // of the study's labels; "" where there is none
	Rating   int      // tenths
	Uses     [grade.MaxTechniques]uint16
	Features []float64 // of models; nil in a study without labels
}

// Collection is the puzzles of a study.
type Collection struct {
	Labels   []Label
	Samples  []Measured
	Values   [][]float64    // of each of Metrics, by sample, as they are studied; NaN where unknown
	Excluded map[string]int // puzzles that were left out, by reason
	Runs     int            // random solves for each puzzle
	Seed     uint64
}

// Wish says what to collect.
type Wish struct {
	Labels  []string // the names of columns; a part of a name will do if it fits one column
	Runs    int      // random solves for each puzzle, DefaultRuns for 0
	Seed    uint64
	Workers int             // 0 for one on each processor
	Tell    func(n int)     // is told how many puzzles have been looked at, may be nil
	Bad     func(error)     // is told of unreadable items, may be nil
	Only    func(Item) bool // which puzzles to study, nil for all
}

// DefaultRuns is the paper's number of random solves; with many puzzles fewer do,
// since their chance averages out.
const DefaultRuns = 30

// ErrNothing is in the error of Collect when no puzzle is left.
var ErrNothing = errors.New("there is no puzzle to be studied")

const batchSize = 512

// Collect measures the items, in their order. Which worker measures a puzzle
// makes no difference.
func Collect(ctx context.Context, items iter.Seq2[Item, error], w Wish) (*Collection, error) {
	c := &Collection{Values: make([][]float64, len(Metrics())), Excluded: map[string]int{}, Runs: w.Runs, Seed: w.Seed}
	if c.Runs == 0 {
		c.Runs = DefaultRuns
	}
	l := newLabeller(w.Labels)
	pool := newPool(w.Workers, c)
	var batch []Item
	flush := func() {
		pool.run(ctx, batch, c, l, w.Tell)
		batch = batch[:0]
	}
	for item, err := range items {
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case err != nil && w.Bad == nil:
			return nil, err
		case err != nil:
			c.Excluded["not readable"]++
			w.Bad(err)
			continue
		case w.Only != nil && !w.Only(item):
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
	if len(c.Samples) == 0 {
		return nil, ErrNothing
	}
	var err error
	c.Labels, err = l.labels(c)
	return c, err
}

// pool measures batches.
type pool struct {
	measurers []*measurer
	searches  []map[*board.Geometry]*solve.Searcher
	seen      int // items of earlier batches
}

func newPool(workers int, c *Collection) *pool {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	p := &pool{}
	for range workers {
		p.measurers = append(p.measurers, &measurer{map[*board.Geometry]*grade.Grader{}, c.Runs, c.Seed})
		p.searches = append(p.searches, map[*board.Geometry]*solve.Searcher{})
	}
	return p
}

// searchBudget ends the proof of a hopeless large puzzle.
const searchBudget = 50_000_000

// proper returns why a puzzle cannot be studied, "" when it can.
func proper(searches map[*board.Geometry]*solve.Searcher, p *board.Grid) string {
	geo := p.Geometry()
	if searches[geo] == nil {
		searches[geo] = solve.NewSearcher(geo)
		searches[geo].Budget = searchBudget
	}
	switch s := searches[geo]; {
	case p.Full():
		return "nothing blank"
	case p.Check() != nil:
		return "no solution"
	default:
		switch n := s.Count(p, 2); {
		case s.Spent:
			return "too hard to prove"
		case n == 0:
			return "no solution"
		case n > 1:
			return "several solutions"
		}
	}
	return ""
}

// run measures a batch and appends it in order.
func (p *pool) run(ctx context.Context, batch []Item, c *Collection, l *labeller, tell func(int)) {
	subjects := make([]subject, len(batch))
	reasons := make([]string, len(batch))
	next := make(chan int)
	var group sync.WaitGroup
	for w, m := range p.measurers {
		group.Go(func() {
			for i := range next {
				if reasons[i] = proper(p.searches[w], &batch[i].Puzzle); reasons[i] == "" {
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
		s := &subjects[i]
		sample := Measured{
			Size: s.puzzle.Geometry().Size, Labels: l.take(&batch[i]), Rating: s.grade.Rating, Uses: s.grade.Uses,
		}
		if len(l.wishes) > 0 {
			sample.Features = featuresOf(s)
		}
		for k := range all {
			c.Values[k] = append(c.Values[k], all[k].value(s))
		}
		c.Samples = append(c.Samples, sample)
	}
}

// Label is something that is said about puzzles, to be compared with metrics.
type Label struct {
	Name string
	// Values are the labels of the samples as they are studied, NaN where a sample
	// has none; nil when some are words.
	Values []float64
	// Log says that the values are times, studied by their logarithm: the few who
	// take hours would otherwise decide everything.
	Log   bool
	Known int // samples that have it
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

// labeller finds the wished labels among those of the items.
type labeller struct {
	wishes []string
	names  []string // the column of each wish, once it is known
}

func newLabeller(wishes []string) *labeller {
	return &labeller{wishes, make([]string, len(wishes))}
}

// take returns the item's values of the wished labels.
func (l *labeller) take(item *Item) []string {
	values := make([]string, len(l.wishes))
	for i := range l.wishes {
		if l.names[i] == "" {
			l.names[i] = columnFor(l.wishes[i], item.Labels)
		}
		for _, f := range item.Labels {
			if l.names[i] != "" && strings.EqualFold(f.Name, l.names[i]) {
				values[i] = strings.TrimSpace(f.Value)
				break
			}
		}
	}
	return values
}

// columnFor returns the column of that name, or the only one whose name has the
// wish in it.
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

// labels reads the labels of all samples as numbers, where they are.
func (l *labeller) labels(c *Collection) ([]Label, error) {
	var all []Label
	for i, wish := range l.wishes {
		label := Label{Name: l.names[i], Values: make([]float64, len(c.Samples))}
		if label.Name == "" {
			return nil, &NoLabelError{Name: wish}
		}
		label.Log = isTime(label.Name)
		numbers := true
		for k := range c.Samples {
			v, err := strconv.ParseFloat(c.Samples[k].Labels[i], 64)
			label.Values[k] = v
			switch {
			case c.Samples[k].Labels[i] == "":
				label.Values[k] = math.NaN()
				continue
			case err != nil:
				numbers = false
			case label.Log && v <= 0:
				label.Values[k] = math.NaN()
			case label.Log:
				label.Values[k] = math.Log(v)
			}
			label.Known++
		}
		if !numbers {
			label.Values, label.Log = nil, false
		}
		all = append(all, label)
	}
	return all, nil
}

// NoLabelError is about a label that no puzzle has.
type NoLabelError struct{ Name string }

func (e *NoLabelError) Error() string { return "no puzzle has a label " + strconv.Quote(e.Name) }
