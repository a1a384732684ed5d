package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/internal/ordered"
	"gradoku/internal/text"
	"gradoku/predict"
	"gradoku/solve"
)

// Item is a puzzle to study, with its labels.
type Item struct {
	Puzzle board.Grid
	Labels []corpus.Field
}

// Collection holds the data of a study's puzzles, in columns.
type Collection struct {
	N        int // puzzles
	Labels   []Label
	Columns  []Label // further columns, for weights and groups
	Excluded LeftOut // puzzles that were left out
	Runs     int     // random solves for each puzzle
	Seed     uint64

	size   column                        // side length
	fast   bool                          // without the slow metrics
	values []column                      // one for each of Metrics, as studied
	uses   [][grade.MaxTechniques]uint16 // steps of each technique, for each puzzle
	bounds int                           // ratings that are lower bounds
	class  []int32                       // isomorphism class of each puzzle
	keys   [][16]byte                    // of each class
}

// LeftOut counts what was left out, by reason.
type LeftOut map[string]int

// String lists the numbers and the reasons, sorted by reason; "" for none.
func (l LeftOut) String() string {
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(l)) {
		parts = append(parts, text.Grouped(l[reason])+" ("+reason+")")
	}
	return strings.Join(parts, ", ")
}

// fittedByDefault counts the puzzles that the built-in model was fitted on.
func (c *Collection) fittedByDefault() (n int) {
	if m, err := predict.DefaultModel(); err == nil {
		for _, class := range c.class {
			n += int(indicator(m.Trained.Knows(c.keys[class])))
		}
	}
	return n
}

// CollectOptions say what to collect.
type CollectOptions struct {
	Labels  []string // names of columns, or parts of names that match one column only
	Columns []string // names of further columns
	Logs    []string // labels to be studied by their logarithm, as times always are
	Order   []string // words of an ordinal label, easiest first; nil for the known orders
	Runs    int      // random solves for each puzzle, DefaultRuns for 0
	Seed    uint64
	Workers int         // 0 for one on each processor
	Fast    bool        // skip the simulated player and the solvers' nodes, which take a quarter of the time
	Tell    func(n int) // called with the number of puzzles done so far, may be nil
	// Bad is called with the error of each unreadable item, a [corpus.LineError]. When it is
	// nil, the first such error ends everything, as any other error does.
	Bad func(error)
}

// DefaultRuns is the paper's number of random solves; with many puzzles fewer are enough,
// since random error averages out.
const DefaultRuns = 30

// ErrNothing is wrapped by the error of Collect when no puzzle is left.
var ErrNothing = errors.New("there is no puzzle to be studied")

// Collect measures the items, in their order. Which worker measures a puzzle
// makes no difference.
func Collect(ctx context.Context, items iter.Seq2[Item, error], opt CollectOptions) (*Collection, error) {
	c := &Collection{Excluded: LeftOut{}, Runs: cmp.Or(opt.Runs, DefaultRuns), Seed: opt.Seed, fast: opt.Fast}
	all := c.metrics()
	c.values = make([]column, len(all))
	labels := make([]labelReader, len(opt.Labels)+len(opt.Columns))
	for i, name := range slices.Concat(opt.Labels, opt.Columns) {
		labels[i].wish = name
	}
	tell := opt.Tell
	if tell == nil {
		tell = func(int) {}
	}
	seen, classes := 0, map[[16]byte]int32{}
	tell(seen)
	for m, err := range measureAll(ctx, items, opt.Workers, func() measurer { return newMeasurer(ctx, c.Runs, c.Seed, opt.Fast) }) {
		if bad := (*corpus.LineError)(nil); opt.Bad != nil && errors.As(err, &bad) {
			c.Excluded["not readable"]++
			opt.Bad(err)
			continue
		} else if err != nil {
			return nil, err
		}
		seen++
		tell(seen)
		if m.Excluded != "" {
			c.Excluded[m.Excluded]++
			continue
		}
		for i := range labels {
			labels[i].take(m.Labels)
		}
		c.N++
		k, known := classes[m.Key]
		if !known {
			k = int32(len(classes))
			classes[m.Key] = k
			c.keys = append(c.keys, m.Key)
		}
		c.class = append(c.class, k)
		c.size = append(c.size, float64(m.Item.Puzzle.Geometry().Size))
		for k := range all {
			c.values[k] = append(c.values[k], all[k].Value(&m.subject))
		}
		c.uses = append(c.uses, m.subject.Grade.Uses)
		if m.subject.Grade.AtLeast {
			c.bounds++
		}
	}
	if c.N == 0 {
		return nil, ErrNothing
	}
	for i := range labels {
		isLabel := i < len(opt.Labels)
		l, err := labels[i].label(isLabel, opt.Logs, opt.Order)
		if err != nil {
			return nil, err
		}
		switch {
		case !isLabel:
			c.Columns = append(c.Columns, l)
		case !slices.ContainsFunc(c.Labels, func(other Label) bool { return other.Name == l.Name }): // not asked for twice
			c.Labels = append(c.Labels, l)
		}
	}
	for _, name := range opt.Logs {
		i := slices.IndexFunc(c.Labels, func(l Label) bool { return containsFold(l.Name, name) })
		switch {
		case name == "" || i < 0:
			return nil, &NoLabelError{name}
		case c.Labels[i].values == nil || c.Labels[i].Order != nil:
			return nil, fmt.Errorf("the label %s has text values, which have no logarithm", c.Labels[i].Name)
		}
	}
	return c, nil
}

// column holds one number of every puzzle, NaN where it is unknown.
type column []float64

// known returns the numbers that are known, in the order of the puzzles.
func (c column) known() []float64 { return slices.DeleteFunc(slices.Clone(c), math.IsNaN) }

// complete returns the puzzles that have a value in every column, and the values.
func complete(columns ...column) (values []column, puzzles []int32) {
	values = make([]column, len(columns))
puzzle:
	for i := range columns[0] {
		for _, c := range columns {
			if math.IsNaN(c[i]) {
				continue puzzle
			}
		}
		puzzles = append(puzzles, int32(i))
		for k, c := range columns {
			values[k] = append(values[k], c[i])
		}
	}
	return values, puzzles
}

// distinct returns the known values in ascending order.
func (c column) distinct() []float64 {
	values := c.known()
	slices.Sort(values)
	return slices.Compact(values)
}

// column returns one of Columns by the name that was asked for.
func (c *Collection) column(wish string) *Label {
	for i := range c.Columns {
		if c.Columns[i].wish == wish {
			return &c.Columns[i]
		}
	}
	return nil
}

// Same returns how many puzzles are isomorphic to an earlier one.
func (c *Collection) Same() int { return c.N - len(c.keys) }

// metrics returns the metrics that were computed.
func (c *Collection) metrics() []predict.Metric {
	if c.fast {
		return predict.Metrics()
	}
	return Metrics()
}

func (c *Collection) metric(key string) column {
	return c.values[slices.IndexFunc(c.metrics(), func(m predict.Metric) bool { return m.Key == key })]
}

// measurer proves and measures a puzzle of any size.
type measurer func(Item) Measurement

// measureAll measures the items in order, on several workers. What cannot be read is yielded
// with its error.
func measureAll(ctx context.Context, items iter.Seq2[Item, error], workers int, worker func() measurer) iter.Seq2[Measurement, error] {
	type input struct {
		Item
		err error
	}
	type output struct {
		Measurement
		err error
	}
	inputs := func(yield func(input) bool) {
		for item, err := range items {
			if ctx.Err() != nil || !yield(input{item, err}) {
				return
			}
		}
	}
	list := make([]ordered.Worker[input, output], cmp.Or(workers, runtime.GOMAXPROCS(0)))
	for i := range list {
		measure := worker()
		list[i] = func(_ context.Context, in input) (output, error) {
			if in.err != nil {
				return output{err: in.err}, nil
			}
			return output{Measurement: measure(in.Item)}, nil
		}
	}
	return func(yield func(Measurement, error) bool) {
		for out, err := range ordered.MapBytes(ctx, inputs, func(in input) int { return corpus.BytesOf(in.Labels) }, list) {
			if !yield(out.Measurement, cmp.Or(err, out.err)) || err != nil {
				return
			}
		}
	}
}

// newMeasurer returns a measurer for one goroutine, see [CollectOptions] for fast. When ctx ends
// it returns soon, with invalid values.
func newMeasurer(ctx context.Context, runs int, seed uint64, fast bool) measurer {
	ended := func() bool { return ctx.Err() != nil }
	prover := solve.Prover{Budget: searchBudget, Stop: ended}
	var graders grade.Graders
	var canon board.Canonicalizer
	return func(item Item) Measurement {
		m := Measurement{Item: item}
		if m.Excluded = unfit(&prover, &item.Puzzle); m.Excluded != "" {
			return m
		}
		gr := graders.Of(item.Puzzle.Geometry()) // and of the layout of a jigsaw's canonical form
		gr.Stop = ended
		s, ok := predict.SubjectOf(&graders, &item.Puzzle, runs, seed)
		if !ok {
			m.Excluded = "too hard to solve"
			return m
		}
		m.Key = canon.KeyOf(&s.Puzzle)
		if !fast {
			s.Times, s.Nodes = gr.Simulate(&s.Puzzle, grade.Anybody(), simulatedSolves*runs, seed), map[string]float64{}
			for _, solver := range nodeSolvers {
				s.Nodes[solver.Name] = math.NaN()
				if solver.Takes(s.Puzzle.Geometry()) {
					s.Nodes[solver.Name] = float64(solver.Solve(ctx, &s.Puzzle, solve.Options{Limit: 2, Budget: nodeBudget}).Stats.Nodes)
				}
			}
		}
		m.subject = s
		return m
	}
}

// unfit says why a puzzle cannot be studied, "" when it can.
func unfit(prover *solve.Prover, p *board.Grid) string {
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

const (
	// searchBudget ends the proof of a hopeless large puzzle after a minute or so. A
	// proper 16x16 puzzle seldom needs a thousand nodes; 9x9 never gets near it.
	searchBudget = 2_000_000
	// nodeBudget bounds a solver's search for its node count.
	nodeBudget = 1_000_000
)

// simulatedSolves is the number of simulated solves for each random one: they are quick,
// and a spread needs more of them than a mean.
const simulatedSolves = 2

var simulated = []predict.Metric{
	{Key: "person", Name: "ln(1 + simulated time)", Plain: "simulated time (cells)", About: "of a simulated person who scans house by house, with memory, slips and fatigue, the geometric mean; its constants were fitted to 767 puzzles of synnwang/sudoku_dataset_difficulty", Source: "this project, after Radek Pelánek, FLAIRS 2011", Log: true, Of: func(s *predict.Subject) float64 { return simulatedTime(s.Times) }},
	{Key: "person_spread", Name: "spread of the simulated time", Plain: "ln of the upper quartile over the lower", About: "of the same simulated solves", Source: "this project", Of: func(s *predict.Subject) float64 { return simulatedSpread(s.Times) }},
}

// personDisclosure must be printed wherever a value of the simulated player is quoted.
const personDisclosure = "The constants of the simulated person were chosen on 767 of the puzzles of synnwang/sudoku_dataset_difficulty: on these, its figures are not of unseen puzzles."

// simulatedTime is the geometric mean of simulated times, NaN for none.
func simulatedTime(times []float64) float64 {
	sum := 0.0
	for _, t := range times {
		sum += math.Log(t)
	}
	return math.Exp(sum / float64(len(times)))
}

// simulatedSpread is the logarithm of the ratio of the upper to the lower quartile, NaN
// for fewer than four times.
func simulatedSpread(times []float64) float64 {
	if len(times) < 4 {
		return math.NaN()
	}
	q := quantiles(slices.Clone(times), 0.25, 0.75)
	return math.Log(q[1] / q[0])
}

// nodeSolvers are the solvers whose search nodes are metrics.
var nodeSolvers = solve.Solvers()

// Metrics returns the table of metrics, the simulated ones and the solvers' nodes last.
func Metrics() []predict.Metric {
	all := append(predict.Metrics(), simulated...)
	for _, s := range nodeSolvers {
		all = append(all, predict.Metric{
			Key: "nodes_" + s.Name, Name: "ln(1 + nodes of " + s.Name + ")", Plain: "search nodes of " + s.Name,
			About: "states that the solver looks at up to its proof", Source: s.Source, Log: true,
			Of: func(x *predict.Subject) float64 { return x.Nodes[s.Name] },
		})
	}
	return all
}

// Label is a variable given with the puzzles, such as a time, to be compared with
// metrics.
type Label struct {
	Name string
	// Log says that the values are times, studied by their logarithm: otherwise the few
	// people who take hours would dominate the results.
	Log   bool
	Known int // puzzles with a usable value

	// How many values of a numeric label were left out: missing ones (empty, NA and the
	// like), words and, for times, numbers that are not positive.
	Missing, Words, NonPositive int
	Examples                    []string // of such words

	// Order lists the words of an ordinal label, easiest first. The label is studied by the
	// rank of its words, from 1.
	Order []string

	wish   string
	values column   // as studied; nil when most are words without an order
	words  []string // the words in that case
}

// knownOrders are common orders of words, besides that of our levels.
var knownOrders = [][]string{
	{"very easy", "easy", "medium", "hard", "very hard"},
	{"easy", "medium", "hard", "unfair", "extreme"}, // HoDoKu's
	{"easy", "medium", "hard", "expert", "master", "extreme"},
	grade.LevelIDs(),
}

// orderOf returns the order of words: the given one, or a known one that has all of them.
func orderOf(words map[string]bool, given []string) []string {
	if given != nil || len(words) < 2 {
		return given
	}
	for _, order := range knownOrders {
		all := true
		for word := range words {
			all = all && slices.ContainsFunc(order, func(s string) bool { return strings.EqualFold(s, word) })
		}
		if all {
			return order
		}
	}
	return nil
}

// Title is the label's name on axes.
func (l *Label) Title() string {
	if l.Log {
		return "ln " + l.Name
	}
	return l.Name
}

// LeftOut says which values were left out, "" when none was.
func (l *Label) LeftOut() string {
	unread := "not a usable number: "
	if l.Order != nil {
		unread = "not in the order: "
	}
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{l.Missing, "missing"}, {l.Words, unread + strings.Join(l.Examples, ", ")}, {l.NonPositive, "not positive, so not a time"}} {
		if p.n > 0 {
			parts = append(parts, strconv.Itoa(p.n)+" ("+p.what+")")
		}
	}
	return strings.Join(parts, ", ")
}

// example keeps a text that cannot be read, unless there are enough of them.
func (l *Label) example(text string) {
	if quoted := strconv.Quote(text); len(l.Examples) < 3 && !slices.Contains(l.Examples, quoted) {
		l.Examples = append(l.Examples, quoted)
	}
}

// A column is a time if its name contains one of timeWords or is one of timeNames. The
// latter are the metrics of synnwang/sudoku_dataset_difficulty, means of cleaned playing
// times in units of the app's mean. A label with a value such as 5:03 is a time too.
var (
	timeWords = []string{"second", "minute", "time", "duration"}
	timeNames = []string{"d_to", "d_tr", "dto", "dtr"}
)

// missing lists how tables mark a missing value.
var missing = []string{"", "na", "n/a", "#n/a", "nan", "null", "none", "nil", "-", "–", "—", "?", "."}

// IsMissing reports whether a cell of a table says that its value is missing.
func IsMissing(text string) bool { return slices.Contains(missing, strings.ToLower(text)) }

// ReadNumber reads a number with a decimal point or, as spreadsheets may write it, a comma. It
// refuses 1,204, which is more than a thousand to some and less than two to others.
func ReadNumber(text string) (float64, error) {
	if thousands.MatchString(text) {
		return 0, strconv.ErrSyntax
	}
	if strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
		text = strings.Replace(text, ",", ".", 1)
	}
	v, err := strconv.ParseFloat(text, 64)
	if err == nil && !(math.Abs(v) < 1e100) { // squares of larger ones overflow
		err = strconv.ErrRange
	}
	return v, err
}

var (
	thousands = regexp.MustCompile(`^[+-]?[1-9]\d{0,2},\d{3}$`)

	clock = regexp.MustCompile(`^(?:(\d+):([0-5]?\d)|(\d+)):([0-5]\d(?:[.,]\d+)?)$`)
	units = strings.NewReplacer(" ", "", ",", ".", "min", "m", "sec", "s")
)

// ReadTime reads a number of seconds, or a time such as 5:03, 0:05:03 or 16min23s.
func ReadTime(text string) (float64, error) {
	if v, err := ReadNumber(text); err == nil {
		return v, nil
	}
	d, err := time.ParseDuration(units.Replace(clock.ReplaceAllString(strings.ToLower(text), "0${1}h0${2}m0${3}m${4}s")))
	return d.Seconds(), err
}

// hasUnits reports whether a text is a time and no number.
func hasUnits(text string) bool {
	if _, err := ReadNumber(text); err == nil {
		return false
	}
	_, err := ReadTime(text)
	return err == nil
}

// labelReader reads a requested label from the items.
type labelReader struct {
	wish  string
	name  string // of the column, once it is known
	texts []string
}

// take keeps an item's value of the label, "" where there is none.
func (l *labelReader) take(fields []corpus.Field) {
	if l.name == "" {
		l.name = ColumnFor(l.wish, fields)
	}
	value := ""
	for _, f := range fields {
		if l.name != "" && strings.EqualFold(f.Name, l.name) {
			value = text.Visible(strings.TrimSpace(f.Value))
			break
		}
	}
	l.texts = append(l.texts, strings.Clone(value)) // otherwise it would keep its whole line in memory
}

// ColumnFor returns the column of that name, or the only one whose name contains
// wish, "" when there is none.
func ColumnFor(wish string, fields []corpus.Field) string {
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

// label reads the values as numbers if most of those present are numbers, else as words.
func (l *labelReader) label(isLabel bool, logs, order []string) (Label, error) {
	if l.name == "" {
		return Label{}, &NoLabelError{Name: l.wish}
	}
	label := Label{Name: text.Visible(l.name), values: column{}, wish: l.wish}
	label.Log = isLabel && (slices.ContainsFunc(timeWords, func(word string) bool { return containsFold(l.name, word) }) ||
		slices.ContainsFunc(timeNames, func(name string) bool { return strings.EqualFold(name, l.name) }) ||
		slices.ContainsFunc(logs, func(name string) bool { return name != "" && containsFold(l.name, name) }) ||
		slices.ContainsFunc(l.texts, hasUnits))
	words, spelled, unit := 0, map[string]bool{}, 1.0
	if containsFold(l.name, "minute") {
		unit = 60
	}
	for _, text := range l.texts {
		value := math.NaN()
		v, err := ReadNumber(text)
		if err != nil && label.Log {
			v, err = ReadTime(text)
			v /= unit
		}
		switch {
		case IsMissing(text):
			label.Missing++
		case err != nil:
			words++
			if len(spelled) <= 100 {
				spelled[text] = true
			}
			label.example(text)
		case label.Log && v <= 0:
			label.NonPositive++
		case label.Log:
			label.Known++
			value = math.Log(v)
		default:
			label.Known++
			value = v
		}
		label.values = append(label.values, value)
	}
	numbers := label.Known + label.NonPositive
	if words > numbers {
		if order = orderOf(spelled, order); isLabel && order != nil {
			return inOrder(Label{Name: label.Name, Missing: label.Missing, Order: order, wish: l.wish}, l.texts), nil
		}
		return Label{Name: label.Name, Known: numbers + words, Missing: label.Missing, Examples: label.Examples, wish: l.wish, words: l.texts}, nil
	}
	label.Words = words
	return label, nil
}

// inOrder fills in the ranks of the words of l.Order; other words are left out.
func inOrder(l Label, all []string) Label {
	l.values = column{}
	for _, text := range all {
		rank := math.NaN()
		if at := slices.IndexFunc(l.Order, func(s string) bool { return strings.EqualFold(s, text) }); at >= 0 {
			l.Known++
			rank = float64(at + 1)
		} else if !IsMissing(text) {
			l.Words++
			l.example(text)
		}
		l.values = append(l.values, rank)
	}
	return l
}

// NoLabelError is about a label that no puzzle has.
type NoLabelError struct{ Name string }

func (e *NoLabelError) Error() string { return "no puzzle has a label " + strconv.Quote(e.Name) }
