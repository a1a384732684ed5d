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

	"gonum.org/v1/gonum/stat"

	"gradoku/internal/text"
	"gradoku/predict"
)

// ReportOptions say what a report contains.
type ReportOptions struct {
	Title      string
	Provenance [][2]string // names and values from the command: files, corpora, versions, the command itself
	Resamples  int         // of the bootstrap; 0 for 1,000, or fewer with many puzzles
	By         Division    // groups of puzzles that have an intercept each in the models
}

// Report is a difficulty study: sections of words, tables and figures. It contains no
// time and no path, so the same puzzles and options give the same bytes.
type Report struct {
	Title    string
	Lead     []string // the results, in sentences
	Sections []Section

	data []DataFile // those that are no table of the page
}

// Section is a chapter of a report.
type Section struct {
	ID, Title string
	Text      []string
	Tables    []ReportTable
	Figures   []Figure
	Folded    []ReportTable // long tables, closed at first
}

// ReportTable is a table of a report.
type ReportTable struct {
	Title   string
	Note    string
	Columns []string
	Rows    [][]Cell
	Words   int // the first columns are words, the rest are numbers

	File  string      // the name of its DataFile, "" for none
	About [][2]string // further columns of the file, the same in all rows: names and values
}

// Cell is a cell of a table. It has a text for people, and for programs the value and the
// ends of its interval, each "" if unknown.
type Cell struct {
	Text     string
	file     [3]string
	interval bool // the ends have columns of their own in the file
}

var unknown = Cell{Text: "–"}

// named is the cell of a name, which has a shorter one in the file.
func named(name, key string) Cell { return Cell{Text: name, file: [3]string{key}} }

// cells makes cells from texts, whole numbers, estimates and cells.
func cells(parts ...any) (row []Cell) {
	for _, part := range parts {
		switch v := part.(type) {
		case Cell:
			row = append(row, v)
		case predict.Estimate:
			row = append(row, Cell{v.String(), precise(v), true})
		default:
			text := fmt.Sprint(v)
			row = append(row, named(text, text))
		}
	}
	return row
}

// precise writes an estimate for programs, "" for what is unknown.
func precise(e predict.Estimate) (file [3]string) {
	for i, v := range []float64{e.Value, e.Low, e.High} {
		if !math.IsNaN(v) {
			file[i] = strconv.FormatFloat(v, 'g', 6, 64)
		}
	}
	return file
}

// alone is an estimate without an interval.
func alone(v float64) predict.Estimate { return interval(v, math.NaN(), math.NaN()) }

// rounded returns the cell of a number, rounded for people.
func rounded(v float64, digits int) Cell {
	return Cell{decimals(v, digits), precise(alone(v)), false}
}

// reporter builds a report.
type reporter struct {
	ctx     context.Context
	c       *Collection
	metrics []predict.Metric
	report  Report
	opt     ReportOptions
	tested  []correlations   // of each label
	models  []*predict.Model // those fitted
	alias   []int            // the earlier metric that each one repeats, -1 for none
}

// NewReport studies a collection.
func NewReport(ctx context.Context, c *Collection, opt ReportOptions) (*Report, error) {
	r := newReporter(ctx, c, opt)
	r.report.Title = opt.Title
	for _, part := range []func(label int) error{r.correlationPart, r.modelPart, r.crosstabPart} {
		for i := range c.Labels {
			if err := cmp.Or(part(i), context.Cause(ctx)); err != nil {
				return nil, err
			}
		}
	}
	r.distributionPart()
	r.techniquePart()
	r.aboutPart(slices.Clone(opt.Provenance))
	return &r.report, nil
}

func newReporter(ctx context.Context, c *Collection, opt ReportOptions) *reporter {
	r := &reporter{ctx: ctx, c: c, opt: opt, metrics: c.metrics(), tested: make([]correlations, len(c.Labels))}
	for i := range r.metrics {
		r.alias = append(r.alias, slices.IndexFunc(c.values[:i], func(earlier column) bool { return proportional(earlier, c.values[i]) }))
	}
	return r
}

// proportional reports whether one column is a linear function of the other on all
// puzzles, as blanks are 81 less the clues. A constant column is proportional to none.
func proportional(x, y column) bool {
	for i := range x {
		if math.IsNaN(x[i]) != math.IsNaN(y[i]) {
			return false
		}
	}
	both, _ := complete(x, y)
	return math.Abs(stat.Correlation(both[0], both[1], nil)) > 1-1e-12
}

// disclosures says which of the metrics were tuned on puzzles that this study may
// contain.
func (r *reporter) disclosures(metrics []int) string {
	keys := text.Each(metrics, func(k int) string { return r.metrics[k].Key })
	return strings.TrimRight(" "+Disclosures(keys...), " ")
}

// Disclosures says which of the metrics with these keys were tuned on puzzles that a
// study may contain; "" for none.
func Disclosures(keys ...string) string {
	var said []string
	for _, of := range [][2]string{{"scan", predict.ScanDisclosure}, {"person", personDisclosure}} {
		if slices.ContainsFunc(keys, func(key string) bool { return strings.HasPrefix(key, of[0]) }) {
			said = append(said, of[1])
		}
	}
	return strings.Join(said, " ")
}

// shownOnce says which metrics repeat others, "" when none does.
func (r *reporter) shownOnce() string {
	var parts []string
	for i, of := range r.alias {
		if of >= 0 {
			parts = append(parts, r.metrics[i].Name+" (as "+r.metrics[of].Name+")")
		}
	}
	if parts == nil {
		return ""
	}
	return " Shown once, since on these puzzles one follows from the other: " + text.List(parts, "and") + "."
}

// resampling returns the same resampling for all metrics and labels, so that the figures of
// a label do not depend on which others there are.
func (r *reporter) resampling() resampling {
	return resampling{r.c.class, len(r.c.keys), r.opt.Resamples, r.c.Seed}
}

// correlate tests the metrics against a label, without those that repeat an earlier metric or
// the label, and returns those that repeat the label.
func (r *reporter) correlate(i int) (same []int, err error) {
	l := &r.c.Labels[i]
	columns := make([]column, len(r.metrics))
	for k, values := range r.c.values {
		switch {
		case r.alias[k] >= 0:
		case proportional(values, l.values):
			same = append(same, k)
		default:
			columns[k] = values
		}
	}
	r.tested[i], err = correlateAll(r.ctx, columns, l.values, r.resampling())
	return same, err
}

// named is the cell of a metric's name, by its key in files.
func (r *reporter) named(metric int) Cell {
	return named(r.metrics[metric].Name, r.metrics[metric].Key)
}

func (r *reporter) add(s Section) { r.report.Sections = append(r.report.Sections, s) }

// orNaN is NaN for an unknown number.
func orNaN(v *float64) float64 {
	if v == nil {
		return math.NaN()
	}
	return *v
}

// decimals writes a number, – for none.
func decimals(v float64, digits int) string {
	if math.IsNaN(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// share returns the cell of a fraction, which people read as a percentage.
func share(e predict.Estimate) Cell {
	c := Cell{decimals(100*e.Value, 1), precise(e), e.HasInterval()}
	if e.HasInterval() {
		c.Text += fmt.Sprintf(" [%s, %s]", decimals(100*e.Low, 1), decimals(100*e.High, 1))
	}
	if !math.IsNaN(e.Value) {
		c.Text += " %"
	}
	return c
}

// correlationPart adds a section for a label that is a number.
func (r *reporter) correlationPart(i int) error {
	l := &r.c.Labels[i]
	if l.values == nil {
		r.report.Lead = append(r.report.Lead, fmt.Sprintf("The label %s has text values without a known order, such as %s: it is counted in tables, not correlated.", l.Name, strings.Join(l.Examples, ", ")))
		return nil
	}
	same, err := r.correlate(i)
	if err != nil {
		return err
	}
	res := &r.tested[i]
	s := Section{ID: "label-" + fileName(l.Name), Title: "Correlations with " + l.Name, Text: r.verdict(l, res)}
	r.report.Lead = append(r.report.Lead, s.Text[0])
	if left := l.LeftOut(); left != "" {
		s.Text = append(s.Text, fmt.Sprintf("Left out of %s, value by value: %s.", l.Name, left))
	}
	if far := l.farOff(); far != "" {
		s.Text, r.report.Lead = append(s.Text, far), append(r.report.Lead, far)
	}
	for _, k := range same {
		said := fmt.Sprintf("On these puzzles the label %s is %s, apart from scale and origin. That metric is left out: of course it goes with itself.", l.Name, r.metrics[k].Name)
		s.Text, r.report.Lead = append(s.Text, said), append(r.report.Lead, said)
	}
	order := byStrength(res)
	t := ReportTable{
		Title: "Metrics and " + l.Title(), Words: 1, File: "correlations", About: l.about(),
		Note: fmt.Sprintf("95 %% percentile bootstrap intervals, %d resamples of %s; puzzles that are the same up to symmetry are drawn together. Behind: by how much its |ρ| is less than the largest, with intervals that hold for all metrics at once. "+
			"Standard error: of ρ, by the same resamples. p: the p-value for ρ = 0, by Student's t with n − 2 degrees of freedom, with Holm's correction for all metrics of the table. ρ given clues: partial rank correlation. "+
			"Without an interval: in some resamples the metric or the label was the same for all puzzles, and the metric is not ranked.", res.Resamples, text.Count(len(r.c.keys), "puzzle", "puzzles")) + r.disclosures(order) + r.shownOnce(),
		Columns: []string{"metric", "n", "Pearson r", "Spearman ρ", "standard error", "p", "ρ given clues", "behind in |ρ|"},
	}
	if l.Order != nil {
		s.Text = append(s.Text, fmt.Sprintf("The words of %s are studied by their order: %s.", l.Name, strings.Join(l.Order, ", ")))
	}
	var names []string
	var rho []predict.Estimate
	p, clues := res.holm(), r.c.metric("clues")
	for _, k := range order {
		e := res.Each[k]
		t.Rows = append(t.Rows, cells(r.named(k), e.N, e.Pearson, e.Spearman, rounded(e.Error, 3), pValue(p[k]), rounded(given(r.c.values[k], l.values, clues), 3), res.Behind[k]))
		if !math.IsNaN(e.Spearman.Value) {
			names, rho = append(names, r.metrics[k].Name), append(rho, e.Spearman)
		}
	}
	if len(names) > 0 {
		s.Tables = []ReportTable{t}
		caption := "Rank correlations with " + l.Name + "."
		if slices.ContainsFunc(rho, func(e predict.Estimate) bool { return !math.IsNaN(e.Low) }) {
			caption = "Rank correlations with " + l.Name + ", with their 95 % intervals."
		}
		s.Figures = append(s.Figures, forest(caption, names, rho, "Spearman's ρ with "+l.Name))
	}
	if best := res.Best; best >= 0 {
		c, m := &res.Each[best], &r.metrics[best]
		caption := fmt.Sprintf("%s and %s: r = %s, ρ = %s, n = %d.", capital(m.Name), l.Title(), decimals(c.Pearson.Value, 3), decimals(c.Spearman.Value, 3), c.N)
		both, _ := complete(r.c.values[best], l.values)
		s.Figures = append(s.Figures, scatter(caption, [2][]float64{both[0], both[1]}, metricScale(m), l.scale()))
	}
	r.add(s)
	return nil
}

// scale describes the label's axis, with its unit.
func (l *Label) scale() scale {
	switch {
	case !l.Log:
		return scale{l.Name, false, 0}
	case containsFold(l.Name, "second"):
		return scale{l.Name + " (s, log scale)", true, 0}
	case containsFold(l.Name, "minute"):
		return scale{l.Name + " (min, log scale)", true, 0}
	}
	return scale{l.Name + " (log scale)", true, 0}
}

// farOff says how many values are so far from the others that Pearson's r and the model, though
// not the ranks, follow them; "" for none.
func (l *Label) farOff() string {
	known := l.values.known()
	middle := medianOf(slices.Clone(known))
	limit, far, farthest := 20*deviation(known, middle), 0, middle
	for _, v := range known {
		far += int(indicator(math.Abs(v-middle) > limit))
		if math.Abs(v-middle) > math.Abs(farthest-middle) {
			farthest = v
		}
	}
	if far == 0 || limit == 0 {
		return ""
	}
	if l.Log {
		farthest = math.Exp(farthest)
	}
	return fmt.Sprintf("Far from all others: %s of %s, such as %.4g, by more than 20 standard deviations. Pearson's r and a prediction follow such values; ranks do not.", text.Count(far, "value", "values"), l.Name, farthest)
}

// about names the label in the files of tables about it.
func (l *Label) about() [][2]string { return [][2]string{{"label", l.Name}} }

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

// verdict says in words how the metrics compare, as far as the intervals support it.
func (r *reporter) verdict(l *Label, res *correlations) []string {
	order := slices.DeleteFunc(byStrength(res), func(k int) bool { return math.IsNaN(res.Each[k].Spearman.Value) })
	best, few := res.Best, len(l.values.distinct()) < 2 // no value is known, or all are the same
	switch {
	case few && l.Known < 2:
		verdict := fmt.Sprintf("%s a value of %s: nothing can be correlated.", text.Count(l.Known, "puzzle has", "puzzles have"), l.Name)
		if l.Order != nil && l.Words > 0 {
			verdict += fmt.Sprintf(" %s, such as %s, are not in its order, %s.", text.Count(l.Words, "value", "values"), strings.Join(l.Examples, ", "), strings.Join(l.Order, ", "))
		}
		return []string{verdict}
	case few:
		return []string{fmt.Sprintf("The label %s is the same for all %d puzzles that have it: nothing can be correlated.", l.Name, l.Known)}
	case len(order) == 0:
		return []string{fmt.Sprintf("No metric differs among the %d puzzles with %s: nothing can be correlated.", l.Known, l.Name)}
	case best < 0:
		return []string{fmt.Sprintf("No correlation with %s has an interval, since in some resamples its %d values, or those of the metric, are all the same. So the metrics are not ranked.", l.Name, l.Known)}
	}
	e, ranked, named := res.Each[best], 1, []int{best}
	var ties []string
	shown := res.Largest.Low > 0 || res.Largest.High < 0
	for _, k := range order {
		d := res.Behind[k]
		if math.IsNaN(d.Low) {
			continue
		}
		if ranked++; d.Low <= 0 && shown {
			ties, named = append(ties, r.metrics[k].Name), append(named, k)
		}
	}
	of := fmt.Sprintf("n = %d", e.N)
	if l.Log {
		of = l.Title() + ", " + of
	}
	verdict := fmt.Sprintf("Of %s, %s has the largest |ρ| with %s: ρ = %v, r = %v (%s).", text.Count(ranked, "metric", "metrics"), r.metrics[best].Name, l.Name, e.Spearman, e.Pearson, of)
	switch {
	case !shown:
		verdict += fmt.Sprintf(" With an interval that holds for all metrics at once, ρ = %v, so these puzzles do not show that any metric is correlated with it.", res.Largest)
	case len(ties) > 0:
		verdict += fmt.Sprintf(" These puzzles do not distinguish it from: %s.", strings.Join(ties, "; "))
	}
	texts := []string{verdict + r.disclosures(named)}
	if l.Log {
		texts = append(texts, fmt.Sprintf("The label %s is studied as its natural logarithm; ranks do not change by that.", l.Name))
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
	opt.Seed, opt.Resamples, opt.By = r.c.Seed, r.opt.Resamples, r.opt.By
	if r.c.N > 5000 {
		opt.Repeats, opt.Halves = 2, 4
	}
	m, t, err := r.c.fit(r.ctx, i, opt)
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	if err != nil {
		r.report.Lead = append(r.report.Lead, fmt.Sprintf("No prediction of %s was fitted: %v.", l.Name, err))
		return nil
	}
	r.models = append(r.models, m)
	s := Section{ID: "model-" + fileName(l.Name), Title: "Predicting " + l.Name, Text: m.Sentences()}
	s.Tables = append(s.Tables, strataTable(l, m))
	s.Figures = append(s.Figures, scatter(capital(l.Name)+" and its prediction out of fold; residuals.csv has the points.",
		[2][]float64{t.first, t.design.y}, scale{"predicted " + l.scale().name, true, 0}, l.scale()).diagonal())
	r.residuals(l, t)
	s.Folded = append(s.Folded, termTable(l, m))
	said := s.Text[0]
	if strings.Contains(strings.Join(r.report.Lead, " "), predict.ScanDisclosure) { // once is enough
		said = strings.TrimSuffix(said, " "+predict.ScanDisclosure)
	}
	r.report.Lead = append(r.report.Lead, said)
	r.add(s)
	return nil
}

// termTable shows the weights of a model.
func termTable(l *Label, m *predict.Model) ReportTable {
	t := ReportTable{
		Title: "Terms of the model", Words: 1, File: "terms", About: l.about(),
		Note:    "Weight: the change of the predicted " + l.Title() + " for one standard deviation of the feature, all others as they are, with its 95 % bootstrap interval for this λ. Features that go together share their weight.",
		Columns: []string{"feature", "mean", "sd", "weight"},
	}
	for _, term := range m.Terms {
		t.Rows = append(t.Rows, cells(term.Feature, rounded(term.Mean, 3), rounded(term.SD, 3), interval(term.Weight, term.WeightLow, term.WeightHigh)))
	}
	return t
}

// residuals adds the predictions of single puzzles, which have a file and no table.
func (r *reporter) residuals(l *Label, t *tried) {
	f, number := r.report.file("residuals"), func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	for i, y := range t.design.y {
		f.put([2]string{"label", l.Name}, [2]string{"key", fmt.Sprintf("%x", r.c.keys[t.design.class[i]])},
			[2]string{"observed", number(math.Exp(y))}, [2]string{"predicted", number(math.Exp(t.first[i]))}, [2]string{"residual", number(y - t.first[i])})
	}
}

// strataTable shows a model's accuracy on strata of held-out puzzles.
func strataTable(l *Label, m *predict.Model) ReportTable {
	t := ReportTable{
		Title: "Out of fold, by part", Words: 1, File: "parts", About: l.about(),
		Note:    fmt.Sprintf("r and ρ: of the first cross-validation. Within the range: the share of puzzles between the predicted quartiles, which should be 50 %%, a mean of all %d; exact 95 %% intervals. Scheme: %s. λ = %g.", m.Measured.Repeats, m.Measured.Scheme, m.Lambda),
		Columns: []string{"part", "n", "Pearson r", "Spearman ρ", "within the range"},
	}
	for _, s := range m.Measured.Strata {
		t.Rows = append(t.Rows, cells(s.Name, s.Puzzles, rounded(orNaN(s.Pearson), 3), rounded(orNaN(s.Spearman), 3), share(s.Coverage)))
	}
	return t
}

// aboutPart says what the report was made from.
func (r *reporter) aboutPart(provenance [][2]string) {
	add := func(what, value string) { provenance = append(provenance, [2]string{what, value}) }
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
	if n := r.c.Same(); n > 0 {
		add("puzzles that are the same as one before them, up to symmetry", strconv.Itoa(n))
	}
	if n := r.c.fittedByDefault(); n > 0 {
		add("puzzles that the built-in model was fitted on", strconv.Itoa(n))
	}
	for i := range r.c.Labels {
		if left := r.c.Labels[i].LeftOut(); left != "" {
			add("values left out of "+r.c.Labels[i].Name, left)
		}
	}
	add("random solves for each puzzle", strconv.Itoa(r.c.Runs))
	add("seed of random solves, resamples and folds", strconv.FormatUint(r.c.Seed, 10))
	for i := range r.tested {
		if n := r.tested[i].Resamples; n > 0 {
			add("resamples for an interval of "+r.c.Labels[i].Title(), strconv.Itoa(n))
		}
	}
	for _, m := range r.models {
		a := &m.Measured
		add("folds of "+m.Label, fmt.Sprintf("%d times %d, and %d halves; %s", a.Repeats, a.Folds, a.Halves, a.Scheme))
		add("ridge penalty λ of "+m.Label, strconv.FormatFloat(m.Lambda, 'g', -1, 64))
	}
	if r.opt.By.Text != "" {
		add("levels by", r.opt.By.Text)
	}
	about := ReportTable{Title: "The metrics", Columns: []string{"key", "metric", "what it is", "source"}, Words: 4}
	for _, m := range r.metrics {
		about.Rows = append(about.Rows, cells(m.Key, m.Name, m.About, m.Source))
	}
	r.add(Section{
		ID: "about", Title: "How this was made",
		Text:   []string{"The same puzzles, options and version give this report again, byte for byte. Its tables are CSV files beside it; gradoku study measure --dictionary - says what their columns are."},
		Tables: []ReportTable{provenanceTable(provenance)}, Folded: []ReportTable{about},
	})
}

func provenanceTable(provenance [][2]string) ReportTable {
	t := ReportTable{Title: "What this report was made of", File: "about", Columns: []string{"what", "value"}, Words: 2}
	for _, p := range provenance {
		t.Rows = append(t.Rows, cells(p[0], p[1]))
	}
	return t
}
