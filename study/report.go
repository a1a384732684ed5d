package study

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gradoku/internal/text"
	"gradoku/predict"
)

// ReportOptions say what a report is about.
type ReportOptions struct {
	Title      string
	Provenance [][2]string // what the command knows: files, corpora, versions, itself
	First      []Section   // sections to put first
	Published  bool        // put the correlations of the literature beside ours
}

// Report is a difficulty study: sections of words, tables and figures. It holds
// no clock and no path, so the same puzzles and options give the same bytes.
type Report struct {
	Title    string
	Lead     []string // the results, in sentences
	Sections []Section

	dots int // an inch of its PNG files
}

// printDots is the resolution of pictures for print.
const printDots = 300

// Section is a chapter of a report.
type Section struct {
	ID, Title string
	Text      []string
	Tables    []ReportTable
	Figures   []Figure
	Folded    []ReportTable // long tables, closed at first
}

// ReportTable is a table of a report; it is also a file of comma-separated values.
type ReportTable struct {
	File    string // without extension
	Title   string
	Note    string
	Columns []string
	Rows    [][]string
	Words   int // the first columns are words, the rest are numbers
}

// reporter is a report in the making.
type reporter struct {
	ctx     context.Context
	c       *Collection
	metrics []predict.Metric
	report  Report
	tested  []correlations // of each label
	some    [2][]float64   // scratch space for figures and quantiles
}

// NewReport studies a collection.
func NewReport(ctx context.Context, c *Collection, opt ReportOptions) (*Report, error) {
	r := newReporter(ctx, c)
	r.report.Title, r.report.dots = opt.Title, printDots
	r.report.Sections = slices.Clone(opt.First)
	ofLabels := []func(label int) error{r.correlationPart, r.modelPart, r.crosstabPart}
	if opt.Published {
		ofLabels = slices.Insert(ofLabels, 1, r.publishedPart)
	}
	for _, part := range ofLabels {
		for i := range c.Labels {
			if err := cmp.Or(part(i), context.Cause(ctx)); err != nil {
				return nil, err
			}
		}
	}
	for _, part := range []func() error{r.distributionPart, r.techniquePart, r.matrixPart} {
		if err := cmp.Or(part(), context.Cause(ctx)); err != nil {
			return nil, err
		}
	}
	r.aboutPart(opt.Provenance)
	return &r.report, nil
}

func newReporter(ctx context.Context, c *Collection) *reporter {
	return &reporter{ctx: ctx, c: c, metrics: Metrics(), tested: make([]correlations, len(c.Labels))}
}

// correlate tests all metrics against a label.
func (r *reporter) correlate(i int) error {
	var err error
	r.tested[i], err = correlateAll(r.ctx, r.c.values, r.c.Labels[i].values, r.c.Seed+uint64(i))
	return err
}

// add appends a section.
func (r *reporter) add(s Section) { r.report.Sections = append(r.report.Sections, s) }

// decimals writes a number, – for none.
func decimals(v float64, digits int) string {
	if math.IsNaN(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// interval writes "0.624 [0.57, 0.67]".
func (e Estimate) interval() string {
	if math.IsNaN(e.Low) {
		return decimals(e.Value, 3)
	}
	return fmt.Sprintf("%s [%s, %s]", decimals(e.Value, 3), decimals(e.Low, 2), decimals(e.High, 2))
}

// correlationPart adds a section for a label that is a number.
func (r *reporter) correlationPart(i int) error {
	l := &r.c.Labels[i]
	if l.values == nil {
		r.report.Lead = append(r.report.Lead, fmt.Sprintf("The label %s is in words: it is counted in tables, not correlated.", l.Name))
		return nil
	}
	if err := r.correlate(i); err != nil {
		return err
	}
	res := &r.tested[i]
	s := Section{ID: "label-" + fileName(l.Name), Title: "What goes with " + l.Name, Text: r.verdict(l, res)}
	r.report.Lead = append(r.report.Lead, s.Text[0])
	t := ReportTable{
		File: "correlations_" + fileName(l.Name), Title: "Metrics and " + l.Title(), Words: 1,
		Note:    fmt.Sprintf("95 %% percentile bootstrap intervals, %d resamples. Won: the share of resamples in which the metric's |ρ| was the largest; equal ones share. No interval: in some resamples a list was constant.", res.Resamples),
		Columns: []string{"metric", "n", "Pearson r", "Spearman ρ", "Kendall τ-b", "won"},
	}
	order := byStrength(res)
	var names []string
	var rho []Estimate
	for _, k := range order {
		e := res.Each[k]
		t.Rows = append(t.Rows, []string{r.metrics[k].Name, strconv.Itoa(e.N), e.Pearson.interval(), e.Spearman.interval(), e.Tau.interval(), decimals(100*res.Wins[k], 1) + " %"})
		names, rho = append(names, r.metrics[k].Name), append(rho, e.Spearman)
	}
	s.Tables = []ReportTable{t}
	f, err := forest("rank_correlations_"+fileName(l.Name), "Rank correlations with "+l.Name+", with 95 % intervals", names, rho, "Spearman's ρ with "+l.Name)
	if err != nil {
		return err
	}
	s.Figures = append(s.Figures, f)
	for _, k := range order {
		if math.IsNaN(res.Each[k].Spearman.Value) {
			continue
		}
		if f, err = r.drawn(k, l, res.Each[k]); err != nil {
			return err
		}
		s.Figures = append(s.Figures, f)
	}
	r.add(s)
	return nil
}

// fewPuzzles are shown one by one: boxes are for many.
const fewPuzzles = 30

// drawn returns the figure of one metric with one label: boxes where one of them has
// few values, else marks.
func (r *reporter) drawn(k int, l *Label, c Correlation) (Figure, error) {
	m := &r.metrics[k]
	file := fileName(l.Name) + "_" + m.Key
	caption := fmt.Sprintf("%s and %s: r = %s, ρ = %s, n = %d.", capital(m.Name), l.Title(), decimals(c.Pearson.Value, 3), decimals(c.Spearman.Value, 3), c.N)
	x, y := &r.c.values[k], l.values
	if c.N >= fewPuzzles {
		if names, groups := grouped(y, x, l.scale()); names != nil {
			return boxes(file, caption, names, groups, l.plain(), metricScale(m))
		}
		if names, groups := grouped(x, y, metricScale(m)); names != nil {
			if title, isLetter := strings.CutSuffix(m.Plain, " (A = 1)"); isLetter {
				for i, number := range names {
					names[i] = string(rune('A' - 1 + number[0] - '0'))
				}
				return boxes(file, caption, names, groups, title, l.scale())
			}
			return boxes(file, caption, names, groups, m.Plain, l.scale())
		}
	}
	return scatter(file, caption, r.known(x, y), metricScale(m), l.scale())
}

// known returns the values of the puzzles that have both; valid until the next call.
func (r *reporter) known(x, y *column) (both [2][]float64) {
	for k := range both {
		r.some[k] = fit(r.some[k], x.n)[:0]
	}
	for i := range x.n {
		if a, b := x.at(i), y.at(i); !math.IsNaN(a) && !math.IsNaN(b) {
			r.some[0], r.some[1] = append(r.some[0], a), append(r.some[1], b)
		}
	}
	return r.some
}

// all returns the known values of a column; valid until the next call of all or
// known.
func (r *reporter) all(x *column) []float64 {
	r.some[0] = x.known(r.some[0][:0])
	return r.some[0]
}

// plain returns the label's name with its unit.
func (l *Label) plain() string {
	switch {
	case !l.Log:
		return l.Name
	case containsFold(l.Name, "second"):
		return l.Name + " (s)"
	case containsFold(l.Name, "minute"):
		return l.Name + " (min)"
	}
	return l.Name
}

// scale returns the label's axis.
func (l *Label) scale() scale {
	if l.Log {
		if unit := l.plain(); unit != l.Name {
			return scale{strings.TrimSuffix(unit, ")") + ", log scale)", true, 0}
		}
		return scale{l.Name + " (log scale)", true, 0}
	}
	return scale{l.Name, false, 0}
}

// metricScale returns the metric's axis.
func metricScale(m *predict.Metric) scale {
	if m.Log {
		name, unit, hasUnit := strings.Cut(strings.TrimSuffix(m.Plain, ")"), " (")
		if hasUnit {
			unit += "; "
		}
		return scale{name + " (" + unit + "scale of ln(1 + x))", true, 1}
	}
	return scale{m.Plain, false, 0}
}

// verdict says in words which metric wins.
func (r *reporter) verdict(l *Label, res *correlations) []string {
	order := byStrength(res)
	best := order[0]
	e := res.Each[best]
	if math.IsNaN(e.Spearman.Value) {
		return []string{fmt.Sprintf("%s is the same for all puzzles, or too few have it: nothing can be correlated.", l.Name)}
	}
	var equal, ties []string
	for _, k := range order[1:] {
		switch {
		case math.Abs(res.Each[k].Spearman.Value) >= math.Abs(e.Spearman.Value)-1e-9:
			equal = append(equal, r.metrics[k].Name)
		case res.Wins[k] >= 0.05:
			ties = append(ties, r.metrics[k].Name)
		}
	}
	goes := "goes"
	if len(equal) > 0 {
		goes = "and, just as well, " + text.List(equal, "and") + " go"
	}
	verdict := fmt.Sprintf("Of %d metrics, %s %s best with %s: ρ = %s, r = %s (%s, n = %d).",
		len(res.Each), r.metrics[best].Name, goes, l.Name, e.Spearman.interval(), e.Pearson.interval(), l.Title(), e.N)
	switch {
	case e.N < fewPuzzles:
		verdict += fmt.Sprintf(" With %d puzzles this says little.", e.N)
	case res.Wins[best] >= 0.95:
		verdict += fmt.Sprintf(" It has the largest |ρ| in %s %% of the resamples, so this is no accident of these puzzles.", decimals(100*res.Wins[best], 1))
	case len(ties) > 0:
		verdict += fmt.Sprintf(" But it wins only %.0f %% of the resamples; on these puzzles it cannot be told apart from %s.", 100*res.Wins[best], text.List(ties, "and"))
	}
	texts := []string{verdict}
	var blunt []string
	for k, m := range r.metrics {
		switch m.Key {
		case "blanks", "freedom", "er", "dependency":
			if k != best {
				blunt = append(blunt, fmt.Sprintf("%s %s", m.Name, decimals(res.Each[k].Spearman.Value, 2)))
			}
		}
	}
	texts = append(texts, "For comparison, ρ of "+text.List(blunt, "and")+".")
	if l.Log {
		texts = append(texts, fmt.Sprintf("%s is studied as its natural logarithm; ranks do not change by that.", capital(l.Name)))
	}
	return texts
}

// modelPart fits the prediction of a label that is a time.
func (r *reporter) modelPart(i int) error {
	l := &r.c.Labels[i]
	if !l.Log {
		return nil
	}
	opt := DefaultFit
	opt.Seed = r.c.Seed
	if r.c.N > 5000 {
		opt.Repeats, opt.Halves = 2, 4
	}
	m, err := r.c.Fit(r.ctx, i, opt)
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	if err != nil {
		r.report.Lead = append(r.report.Lead, fmt.Sprintf("No prediction of %s was fitted: %v.", l.Name, err))
		return nil
	}
	s := Section{ID: "model-" + fileName(l.Name), Title: "Predicting " + l.Name, Text: m.Sentences()}
	t := ReportTable{
		File: "model_" + fileName(l.Name), Title: "Terms of the model", Words: 1,
		Note:    "Weight: the change of " + l.Title() + " for one standard deviation of the feature. Features go together, so single weights say little.",
		Columns: []string{"feature", "mean", "sd", "weight"},
	}
	for _, term := range m.Terms {
		t.Rows = append(t.Rows, []string{term.Feature, decimals(term.Mean, 3), decimals(term.SD, 3), decimals(term.Weight, 4)})
	}
	s.Folded = append(s.Folded, t)
	r.report.Lead = append(r.report.Lead, s.Text[0])
	r.add(s)
	return nil
}

// aboutPart says what the report was made from.
func (r *reporter) aboutPart(provenance [][2]string) {
	t := ReportTable{File: "provenance", Title: "What this report was made of", Columns: []string{"what", "value"}, Words: 2}
	add := func(what, value string) { t.Rows = append(t.Rows, []string{what, value}) }
	for _, p := range provenance {
		add(p[0], p[1])
	}
	add("puzzles studied", strconv.Itoa(r.c.N))
	for _, reason := range slices.Sorted(maps.Keys(r.c.Excluded)) {
		add("puzzles left out: "+reason, strconv.Itoa(r.c.Excluded[reason]))
	}
	for i := range r.c.Labels {
		add("puzzles with "+r.c.Labels[i].Name, strconv.Itoa(r.c.Labels[i].Known))
	}
	if r.c.bounds > 0 {
		add("ratings that are lower bounds, since their search was cut short", strconv.Itoa(r.c.bounds))
	}
	add("random solves for each puzzle", strconv.Itoa(r.c.Runs))
	add("seed", strconv.FormatUint(r.c.Seed, 10))
	about := ReportTable{File: "metrics", Title: "The metrics", Columns: []string{"key", "metric", "what it is", "source"}, Words: 4}
	for _, m := range r.metrics {
		about.Rows = append(about.Rows, []string{m.Key, m.Name, m.About, m.Source})
	}
	r.add(Section{
		ID: "about", Title: "How this was made",
		Text:   []string{"The same puzzles, options and version give this report again, byte for byte."},
		Tables: []ReportTable{t}, Folded: []ReportTable{about},
	})
}
