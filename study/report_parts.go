package study

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/gonum/stat"
)

// fewValues is the most distinct values that are treated as groups rather than as a
// scale.
const fewValues = 12

// byStrength orders the metrics that were tested by |ρ|, largest first, unknown ones last.
func byStrength(res *correlations) (order []int) {
	for i := range res.Each {
		if res.Each[i].N > 0 {
			order = append(order, i)
		}
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

func (r *reporter) distributionPart() {
	s := Section{ID: "distributions", Title: "Distributions"}
	t := ReportTable{
		Title: "Quantiles", Words: 1, File: "quantiles",
		Columns: []string{"of", "n", "mean", "sd", "least", "lower quartile", "median", "upper quartile", "most"},
	}
	for k := range r.metrics {
		t.Rows = append(t.Rows, r.spreadOf(r.named(k), r.c.values[k]))
	}
	for i := range r.c.Labels {
		if l := &r.c.Labels[i]; l.values != nil {
			t.Rows = append(t.Rows, r.spreadOf(named(l.Title(), strings.ReplaceAll(l.Title()[:len(l.Title())-len(l.Name)], " ", "_")+"label_"+l.Name), l.values))
		}
	}
	s.Tables = []ReportTable{t}
	r.add(s)
}

func (r *reporter) spreadOf(name Cell, x column) []Cell {
	known := x.known()
	row := cells(name, len(known))
	if len(known) == 0 {
		return append(row, slices.Repeat([]Cell{unknown}, 7)...)
	}
	m, sd := stat.MeanStdDev(known, nil)
	return append(append(row, rounded(m, 2), rounded(sd, 2)), quartiles(known, 2)...)
}

// quartiles returns the cells of the least value, the quartiles and the largest.
func quartiles(values []float64, digits int) (row []Cell) {
	for _, q := range quantiles(values, 0, 0.25, 0.5, 0.75, 1) {
		row = append(row, rounded(q, digits))
	}
	return row
}

// spearman returns Spearman's coefficient of the puzzles that have both values.
func spearman(x, y column) float64 {
	return newPairs(x, y).correlate(nil, new(scratch))[1]
}

// given returns Spearman's coefficient of two columns given a third, of the puzzles that have
// all three values; NaN where the third determines one of them.
func given(x, y, third column) float64 {
	all, _ := complete(x, y, third)
	xy, xz, yz := spearman(all[0], all[1]), spearman(all[0], all[2]), spearman(all[1], all[2])
	if left := (1 - xz*xz) * (1 - yz*yz); left > 1e-12 {
		return (xy - xz*yz) / math.Sqrt(left)
	}
	return math.NaN()
}

// pValue returns the cell of a p-value.
func pValue(p float64) Cell {
	c := rounded(p, 3)
	if p < 0.001 {
		c.Text = "< 0.001"
	}
	return c
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

// containsFold reports whether a text contains a part, ignoring case.
func containsFold(s, part string) bool {
	return strings.Contains(strings.ToLower(s), strings.ToLower(part))
}
