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
	"unicode"

	"gonum.org/v1/gonum/stat"

	"gradoku/corpus"
)

// fewValues is up to how many distinct values make groups, not a scale.
const fewValues = 12

// grouped sorts y into groups by the distinct values of x; nil when those are
// too many.
func grouped(x, y []float64, s scale) (names []string, groups [][]float64) {
	values := distinctValues(x, fewValues)
	if values == nil {
		return nil, nil
	}
	groups = make([][]float64, len(values))
	for i, v := range x {
		if k, ok := slices.BinarySearch(values, v); ok && !math.IsNaN(y[i]) {
			groups[k] = append(groups[k], y[i])
		}
	}
	for _, v := range values {
		names = append(names, strconv.FormatFloat(s.shown(v), 'g', 4, 64))
	}
	return names, groups
}

// distinctValues returns them in ascending order, nil when there are more than
// limit.
func distinctValues(x []float64, limit int) []float64 {
	values := []float64{}
	for _, v := range x {
		if math.IsNaN(v) {
			continue
		}
		if i, ok := slices.BinarySearch(values, v); !ok {
			if len(values) == limit {
				return nil
			}
			values = slices.Insert(values, i, v)
		}
	}
	return values
}

// byStrength orders metrics by |ρ|, the unknown last.
func byStrength(res *correlations) []int {
	order := make([]int, len(res.Each))
	for i := range order {
		order[i] = i
	}
	strength := func(i int) float64 {
		if v := math.Abs(res.Each[i].Spearman.Value); !math.IsNaN(v) {
			return v
		}
		return -1
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(strength(b), strength(a)) })
	return order
}

// crosstabMetrics are those that tables by label are made of.
var crosstabMetrics = []string{"blanks", "freedom", "clues", "letter_printed", "letter_fitted", "er"}

// crosstabPart counts metrics by label, as tables 1 to 3 of the founding document
// do.
func (r *reporter) crosstabPart() error {
	for i := range r.c.Labels {
		l := &r.c.Labels[i]
		rows, of := r.labelGroups(i)
		s := Section{ID: "counts-" + fileName(l.Name), Title: "Puzzles by " + l.Name, Text: []string{
			"Each row is a group of the label, each cell its puzzles with that value of the metric, in numbers and as a share of the row.",
		}}
		for k, m := range r.metrics {
			if !slices.Contains(crosstabMetrics, m.Key) {
				continue
			}
			columns, at := binned(&m, r.columns[k])
			s.Folded = append(s.Folded, crosstab("counts_"+fileName(l.Name)+"_"+m.Key, capital(m.Name)+" by "+l.Name, l.Name, rows, of, columns, at))
		}
		r.add(s)
	}
	return nil
}

// labelGroups divides the samples by a label: by its values while they are few,
// else in quarters.
func (r *reporter) labelGroups(i int) (names []string, of []int) {
	l := &r.c.Labels[i]
	of = make([]int, len(r.c.Samples))
	if l.Values == nil {
		words := map[string]bool{}
		for k := range r.c.Samples {
			words[r.c.Samples[k].Labels[i]] = true
		}
		delete(words, "")
		names = slices.Sorted(maps.Keys(words))
		if len(names) > 4*fewValues {
			names = names[:4*fewValues]
		}
		for k := range of {
			of[k] = slices.Index(names, r.c.Samples[k].Labels[i])
		}
		return names, of
	}
	if values := distinctValues(l.Values, 2*fewValues); values != nil && !l.Log {
		for _, v := range values {
			names = append(names, strconv.FormatFloat(v, 'g', 6, 64))
		}
		for k, v := range l.Values {
			if of[k] = -1; !math.IsNaN(v) {
				of[k], _ = slices.BinarySearch(values, v)
			}
		}
		return names, of
	}
	known := slices.DeleteFunc(slices.Clone(l.Values), math.IsNaN)
	slices.Sort(known)
	var borders []float64
	for _, p := range []float64{0.25, 0.5, 0.75} {
		borders = append(borders, stat.Quantile(p, stat.LinInterp, known, nil))
	}
	shown := func(v float64) string {
		if l.Log {
			v = math.Exp(v)
		}
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	names = []string{"up to " + shown(borders[0]), shown(borders[0]) + " to " + shown(borders[1]), shown(borders[1]) + " to " + shown(borders[2]), "above " + shown(borders[2])}
	for k, v := range l.Values {
		of[k] = -1
		if !math.IsNaN(v) {
			at, found := slices.BinarySearch(borders, v)
			of[k] = at
			if found {
				of[k] = at // a border belongs to the lower group
			}
		}
	}
	return names, of
}

// binned divides a metric into columns: letters, bands of ratings, values, or
// ranges of equal width.
func binned(m *Metric, x []float64) (names []string, at []int) {
	at = make([]int, len(x))
	switch {
	case strings.HasPrefix(m.Key, "letter"):
		for i := range 9 {
			names = append(names, string(rune('A'+i)))
		}
		for i, v := range x {
			at[i] = int(v) - 1
		}
		return names, at
	case m.Key == "er":
		for _, b := range Bands() {
			names = append(names, b.String())
		}
		for i, v := range x {
			if at[i] = -1; !math.IsNaN(v) {
				at[i] = bandOf(int(math.Round(10 * v)))
			}
		}
		return names, at
	}
	if values := distinctValues(x, 2*fewValues); values != nil {
		for _, v := range values {
			names = append(names, strconv.FormatFloat(v, 'g', 6, 64))
		}
		for i, v := range x {
			if at[i] = -1; !math.IsNaN(v) {
				at[i], _ = slices.BinarySearch(values, v)
			}
		}
		return names, at
	}
	return ranges(x, at)
}

// ranges divides whole numbers into ranges of a round width.
func ranges(x []float64, at []int) ([]string, []int) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range x {
		if !math.IsNaN(v) {
			low, high = math.Min(low, v), math.Max(high, v)
		}
	}
	width := 1.0
	for _, w := range []float64{2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000} {
		if (high-low)/width > 2*fewValues {
			width = w
		}
	}
	first := math.Floor(low / width)
	var names []string
	for from := first * width; from <= high; from += width {
		names = append(names, fmt.Sprintf("%g–%g", from, from+width-1))
	}
	for i, v := range x {
		if at[i] = -1; !math.IsNaN(v) {
			at[i] = int(math.Floor(v/width) - first)
		}
	}
	return names, at
}

// crosstab counts pairs of a row and a column; empty columns are left out.
func crosstab(file, title, corner string, rows []string, row []int, columns []string, column []int) ReportTable {
	counts := make([][]int, len(rows))
	totals, used := make([]int, len(rows)), make([]bool, len(columns))
	for i := range counts {
		counts[i] = make([]int, len(columns))
	}
	for k := range row {
		if row[k] >= 0 && column[k] >= 0 {
			counts[row[k]][column[k]]++
			totals[row[k]]++
			used[column[k]] = true
		}
	}
	t := ReportTable{File: file, Title: title, Columns: []string{corner}, Words: 1}
	for j, name := range columns {
		if used[j] {
			t.Columns = append(t.Columns, name)
		}
	}
	t.Columns = append(t.Columns, "total")
	for i, name := range rows {
		number, share := []string{name}, []string{name + ", share"}
		for j, n := range counts[i] {
			switch {
			case !used[j]:
			case n == 0:
				number, share = append(number, ""), append(share, "")
			default:
				number = append(number, strconv.Itoa(n))
				share = append(share, decimals(float64(n)/float64(totals[i]), 2))
			}
		}
		t.Rows = append(t.Rows, append(number, strconv.Itoa(totals[i])))
		if totals[i] > 0 {
			t.Rows = append(t.Rows, append(share, "1"))
		}
	}
	return t
}

// distributionPart draws how metrics and labels are spread.
func (r *reporter) distributionPart() error {
	s := Section{ID: "distributions", Title: "Distributions"}
	t := ReportTable{
		File: "distributions", Title: "Quantiles", Words: 1,
		Columns: []string{"of", "n", "mean", "sd", "least", "lower quartile", "median", "upper quartile", "most"},
	}
	for k, m := range r.metrics {
		t.Rows = append(t.Rows, spreadOf(m.Name, r.columns[k]))
		switch m.Key {
		case "er", "clues", "freedom", "scan":
			f, err := histogram("distribution_"+m.Key, capital(m.Name)+".", r.columns[k], m.scale())
			if err != nil {
				return err
			}
			s.Figures = append(s.Figures, f)
		}
	}
	for i := range r.c.Labels {
		if l := &r.c.Labels[i]; l.Values != nil {
			t.Rows = append(t.Rows, spreadOf(l.Title(), l.Values))
			f, err := histogram("distribution_"+fileName(l.Name), capital(l.Title())+".", l.Values, l.scale())
			if err != nil {
				return err
			}
			s.Figures = append(s.Figures, f)
		}
	}
	s.Folded = []ReportTable{t}
	r.add(s)
	return nil
}

func spreadOf(name string, x []float64) []string {
	known := slices.DeleteFunc(slices.Clone(x), math.IsNaN)
	row := []string{name, strconv.Itoa(len(known))}
	if len(known) == 0 {
		return append(row, "–", "–", "–", "–", "–", "–", "–")
	}
	slices.Sort(known)
	m, sd := stat.MeanStdDev(known, nil)
	row = append(row, decimals(m, 2), decimals(sd, 2))
	for _, p := range []float64{0, 0.25, 0.5, 0.75, 1} {
		row = append(row, decimals(stat.Quantile(p, stat.LinInterp, known, nil), 2))
	}
	return row
}

// techniquePart counts techniques.
func (r *reporter) techniquePart() error {
	n := len(r.c.Samples)
	s := Section{ID: "techniques", Title: "Techniques", Text: []string{
		"Used by: puzzles with at least one such step in the rater's solution. Hardest: puzzles of which it is the hardest step, so that without it they are not solved at their rating.",
	}}
	t := ReportTable{
		File: "techniques", Title: "How often techniques are needed", Words: 2,
		Columns: []string{"technique", "id", "rating from", "used by", "share", "steps", "share of steps", "hardest", "share"},
	}
	for i := range r.c.Labels {
		if r.c.Labels[i].Values != nil {
			t.Columns = append(t.Columns, "ρ of its share of steps with "+r.c.Labels[i].Name)
		}
	}
	var names []string
	var shares []float64
	allSteps := 0
	steps := make([]float64, n)
	hardest := make([]int, len(techniqueTable))
	where := slices.IndexFunc(r.metrics, func(m Metric) bool { return m.Key == "hardest" })
	for k := range r.c.Samples {
		for _, u := range r.c.Samples[k].Uses {
			steps[k] += float64(u)
			allSteps += int(u)
		}
		if v := r.columns[where][k]; !math.IsNaN(v) {
			hardest[int(v)-1]++
		}
	}
	for i, tech := range techniqueTable {
		used, total := 0, 0
		share := make([]float64, n)
		for k := range r.c.Samples {
			u := int(r.c.Samples[k].Uses[i])
			total += u
			share[k] = float64(u) / math.Max(steps[k], 1)
			if u > 0 {
				used++
			}
		}
		if used == 0 {
			continue
		}
		row := []string{
			tech.Name, tech.ID, decimals(float64(tech.Rating)/10, 1), strconv.Itoa(used), percent(used, n), strconv.Itoa(total),
			percent(total, allSteps), strconv.Itoa(hardest[i]), percent(hardest[i], n),
		}
		for j := range r.c.Labels {
			if l := &r.c.Labels[j]; l.Values != nil {
				row = append(row, decimals(newPairs(share, l.Values).correlate(nil, new(scratch))[1], 2))
			}
		}
		t.Rows = append(t.Rows, row)
		names, shares = append(names, tech.Name), append(shares, 100*float64(used)/float64(n))
	}
	s.Tables = []ReportTable{t}
	f, err := bars("techniques", "Puzzles that use a technique.", names, shares, "puzzles that use it (%)")
	if err != nil {
		return err
	}
	s.Figures = []Figure{f}
	r.add(s)
	return nil
}

func percent(n, of int) string {
	if of == 0 {
		return "–"
	}
	return decimals(100*float64(n)/float64(of), 1) + " %"
}

// matrixPart correlates metrics with each other.
func (r *reporter) matrixPart() error {
	n := len(r.metrics)
	value := make([][]float64, n)
	m := new(scratch)
	t := ReportTable{File: "matrix", Title: "Spearman's ρ of metrics with each other", Columns: []string{"metric"}, Words: 1}
	names := make([]string, n)
	for i := range value {
		value[i] = make([]float64, n)
		names[i] = r.metrics[i].Name
		t.Columns = append(t.Columns, r.metrics[i].Key)
	}
	for i := range n {
		for j := range i + 1 {
			v := newPairs(r.columns[i], r.columns[j]).correlate(nil, m)[1]
			value[i][j], value[j][i] = v, v
		}
		if r.ctx.Err() != nil {
			return context.Cause(r.ctx)
		}
	}
	for i := range n {
		row := []string{names[i]}
		for j := range n {
			row = append(row, decimals(value[i][j], 2))
		}
		t.Rows = append(t.Rows, row)
	}
	f, err := heat("matrix", "Spearman's ρ, in hundredths; blue is together, orange is against.", names, func(i, j int) float64 { return value[i][j] })
	if err != nil {
		return err
	}
	r.add(Section{ID: "matrix", Title: "Metrics against metrics", Figures: []Figure{f}, Folded: []ReportTable{t}})
	return nil
}

// documentSection recomputes tables 1 to 3, 6 and 7 of the founding document.
func documentSection(ctx context.Context) (Section, error) {
	s := Section{ID: "document", Title: "The founding document, recomputed", Text: []string{
		"Tables 1 to 3 count the puzzles of two books by stars and blanks; the puzzles themselves are not printed, so the counts are taken and totals, shares and correlations computed anew. Tables 6 and 7 are computed from the puzzles.",
	}}
	one, three := newStarTable("table1"), newStarTable("table3")
	for _, x := range []struct {
		table *starTable
		file  string
		title string
	}{{&one, "document_tables_1_2", "Tables 1 and 2: stars by blanks, counts and shares"}, {&three, "document_table_3", "Table 3: stars by blanks, counts and shares"}} {
		s.Tables = append(s.Tables, x.table.recount(x.file, x.title))
	}
	findings, err := Literature(ctx, Options{Documents: []string{"models"}})
	if err != nil {
		return s, err
	}
	t := ReportTable{File: "document_figures", Title: "Tables 1 to 3, 6 and 7: published beside ours", Columns: []string{"figure", "published", "ours", "verdict", "reason"}, Words: 5}
	for _, f := range findings {
		for _, prefix := range []string{"table 1", "table 2", "table 3", "table 6", "table 7"} {
			if strings.HasPrefix(f.Figure, prefix) {
				t.Rows = append(t.Rows, []string{f.Figure, f.Published, f.Ours, f.Verdict.String(), f.Reason})
			}
		}
	}
	s.Tables = append(s.Tables, documentTests(), t)
	return s, nil
}

// recount makes a crosstab of the puzzles that a table of the document counts.
// The total of a row that is printed wrong is marked.
func (t *starTable) recount(file, title string) ReportTable {
	stars, blanks := t.puzzles()
	row, column := make([]int, len(stars)), make([]int, len(stars))
	var rows, columns []string
	for i := range t.Rows {
		rows = append(rows, strconv.Itoa(i+1))
	}
	for _, b := range t.blanks {
		columns = append(columns, strconv.Itoa(b))
	}
	for k := range stars {
		row[k] = int(stars[k]) - 1
		column[k] = slices.Index(t.blanks, int(blanks[k]))
	}
	table := crosstab(file, title, "stars", rows, row, columns, column)
	if !slices.Contains(t.Columns, "total printed") {
		return table
	}
	table.Columns = append(table.Columns, "total as printed")
	for i := range table.Rows {
		printed := ""
		if i%2 == 0 {
			printed = t.Value(i/2, "total printed")
			if printed != table.Rows[i][len(table.Columns)-2] {
				printed += " (misprint)"
			}
		}
		table.Rows[i] = append(table.Rows[i], printed)
	}
	return table
}

// documentTests is tables 6 and 7: the five test puzzles, computed.
func documentTests() ReportTable {
	t := ReportTable{
		File: "document_tables_6_7", Title: "Tables 6 and 7: the test puzzles", Words: 1,
		Note:    "Ours computed from the puzzles; printed values in brackets where they differ. Letter: the scheme that fits, then the one printed. Seconds as printed, the mean of three people.",
		Columns: []string{"puzzle", "stars", "blanks", "freedom", "letter", "letter, printed borders", "seconds"},
	}
	seven := corpus.TableOf("table7")
	puzzles := literaturePuzzles()
	for i, key := range seven.Column("puzzle") {
		p := puzzles[key]
		g := gradeOf(&p)
		row := []string{key, seven.Value(i, "stars")}
		for _, x := range [][2]string{
			{strconv.Itoa(g.Blanks), seven.Value(i, "blanks")},
			{strconv.Itoa(g.Freedom), seven.Value(i, "freedom")},
			{string(rune(g.LetterFitted)), seven.Value(i, "letter")},
		} {
			text := x[0]
			if x[0] != x[1] {
				text += " [" + x[1] + "]"
			}
			row = append(row, text)
		}
		t.Rows = append(t.Rows, append(row, string(rune(g.LetterPrinted)), seven.Value(i, "seconds")))
	}
	return t
}

// named is a count with its name.
type named struct {
	name  string
	count int
}

func sortedCounts(m map[string]int) []named {
	var list []named
	for _, k := range slices.Sorted(maps.Keys(m)) {
		list = append(list, named{k, m[k]})
	}
	return list
}

// fileName makes a name safe for files and anchors.
func fileName(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return unicode.ToLower(r)
		}
		return '_'
	}, s)
}

func capital(s string) string {
	r := []rune(s)
	r[0] = unicode.ToUpper(r[0])
	return string(r)
}

func containsFold(s, part string) bool {
	return strings.Contains(strings.ToLower(s), part)
}

// listed writes "a, b and c".
func listed(names []string) string {
	switch len(names) {
	case 0:
		return "none"
	case 1:
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
