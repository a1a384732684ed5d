package study

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/predict"
)

// crosstabMetrics are the metrics of the tables by label.
var crosstabMetrics = []string{"blanks", "freedom", "clues", "letter_printed", "letter_fitted", "er"}

// crosstabPart counts metrics by a label, as tables 1 to 3 of the founding document
// do.
func (r *reporter) crosstabPart(i int) error {
	l := &r.c.Labels[i]
	rows, of := l.bins()
	s := Section{ID: "counts-" + fileName(l.Name), Title: "Puzzles by " + l.Name, Text: []string{
		"Each row is a group of the label, each cell its puzzles with that value of the metric, in numbers and as a share of the row.",
	}}
	if left := l.Known - len(slices.DeleteFunc(slices.Clone(of), func(k int16) bool { return k < 0 })); left > 0 {
		s.Text = append(s.Text, fmt.Sprintf("These are the first %d groups in alphabetical order; %s in others.", len(rows), text.Count(left, "puzzle is", "puzzles are")))
	}
	for k, m := range r.metrics {
		if slices.Contains(crosstabMetrics, m.Key) {
			metric := Label{values: r.c.values[k]}
			columns, at := metric.bins()
			s.Folded = append(s.Folded, crosstab(r.report.file("counts"), l, &m, rows, of, columns, at))
		}
	}
	r.add(s)
	return nil
}

// bins holds the bin of each puzzle, -1 for none.
type bins []int16

// bins divides the puzzles by a label: by its words, the alphabetically first ones if
// there are many; by its values if they are few; else in quarters.
func (l *Label) bins() (names []string, of bins) {
	if l.Order != nil {
		return l.Order, binsOf(l.values, func(v float64) int { return int(v) - 1 })
	}
	if l.values == nil {
		words := map[string]bool{}
		for _, word := range l.words {
			words[word] = true
		}
		delete(words, "")
		names = slices.Sorted(maps.Keys(words))
		names = names[:min(len(names), 4*fewValues)]
		for _, word := range l.words {
			of = append(of, int16(slices.Index(names, word)))
		}
		return names, of
	}
	if values := l.values.distinct(); len(values) <= 2*fewValues && !l.Log {
		return text.Each(values, func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }), binsOf(l.values, func(v float64) int {
			k, _ := slices.BinarySearch(values, v)
			return k
		})
	}
	known := l.values.known()
	if len(known) == 0 {
		return nil, binsOf(l.values, nil)
	}
	shown := func(v float64) string {
		if l.Log {
			v = math.Exp(v)
		}
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	// Drop borders that look equal when printed, and one with no value above it.
	borders := slices.CompactFunc(quantiles(known, 0.25, 0.5, 0.75), func(a, b float64) bool { return shown(a) == shown(b) })
	most := slices.Max(known)
	borders = slices.DeleteFunc(borders, func(v float64) bool { return shown(v) == shown(most) })
	if len(borders) == 0 {
		return []string{"up to " + shown(most)}, binsOf(l.values, func(float64) int { return 0 })
	}
	return between(l.values, borders, shown)
}

// between divides values at borders. A border belongs to the lower group.
func between(values column, borders []float64, shown func(float64) string) (names []string, of bins) {
	names = []string{"up to " + shown(borders[0])}
	for k, v := range borders[1:] {
		names = append(names, shown(borders[k])+" to "+shown(v))
	}
	return append(names, "above "+shown(borders[len(borders)-1])), binsOf(values, func(v float64) int {
		k, _ := slices.BinarySearch(borders, v)
		return k
	})
}

// binsOf puts known values into the bins given by bin.
func binsOf(x column, bin func(float64) int) bins {
	of := make(bins, len(x))
	for i := range of {
		if v := x[i]; math.IsNaN(v) {
			of[i] = -1
		} else {
			of[i] = int16(bin(v))
		}
	}
	return of
}

// crosstab counts pairs of a row and a column, also for the file; empty columns are left out.
func crosstab(f *DataFile, l *Label, m *predict.Metric, rows []string, row bins, columns []string, column bins) ReportTable {
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
	t := ReportTable{Title: capital(m.Plain) + " by " + l.Name, Columns: []string{l.Name}, Words: 1}
	for j, name := range columns {
		if used[j] {
			t.Columns = append(t.Columns, name)
		}
	}
	t.Columns = append(t.Columns, "total")
	for i, name := range rows {
		counted := cells(name)
		for j, n := range counts[i] {
			cell := Cell{}
			if n > 0 {
				cell.Text = fmt.Sprintf("%d (%.2f)", n, float64(n)/float64(totals[i]))
				f.put([2]string{"label", l.Name}, [2]string{"metric", m.Key}, [2]string{"group", name}, [2]string{"value", columns[j]}, [2]string{"puzzles", strconv.Itoa(n)})
			}
			if used[j] {
				counted = append(counted, cell)
			}
		}
		t.Rows = append(t.Rows, append(counted, cells(totals[i])...))
	}
	return t
}

func (r *reporter) techniquePart() {
	s := Section{ID: "techniques", Title: "Techniques", Text: []string{
		"Used by: puzzles with at least one such step in the rater's solution. Hardest: puzzles of which it is the hardest step. Intervals are exact (Clopper and Pearson), of 95 %, and hold for puzzles drawn as these were.",
	}}
	t := ReportTable{
		Title: "How often techniques are needed", Words: 2, File: "techniques",
		Columns: []string{"technique", "id", "rating from", "used by", "share", "steps", "share of steps", "hardest", "share of hardest"},
	}
	for i := range r.c.Labels {
		if r.c.Labels[i].values != nil {
			t.Columns = append(t.Columns, "ρ of its share of steps with "+r.c.Labels[i].Name)
		}
	}
	allSteps, hardest := floats.Sum(r.c.metric("steps")), make([]int, len(grade.Techniques())) // hardest: puzzles of which a technique is the hardest
	for _, row := range r.c.metric("hardest").known() {
		hardest[int(row)-1]++
	}
	for i, tech := range grade.Techniques() {
		used, total := 0, 0
		for k := range r.c.uses {
			total += int(r.c.uses[k][i])
			used += int(indicator(r.c.uses[k][i] > 0))
		}
		if used == 0 {
			continue
		}
		row := cells(
			tech.Name, tech.ID, rounded(float64(tech.Rating)/10, 1), used, r.partOfPuzzles(used), total,
			share(alone(float64(total)/allSteps)), hardest[i], r.partOfPuzzles(hardest[i]),
		)
		shares := r.c.shares(i)
		for j := range r.c.Labels {
			if l := &r.c.Labels[j]; l.values != nil {
				row = append(row, rounded(spearman(shares, l.values), 2))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	s.Tables = []ReportTable{t}
	r.add(s)
}

// partOfPuzzles is the cell of a share of the puzzles. Puzzles that are the same count as one
// for its interval.
func (r *reporter) partOfPuzzles(n int) Cell {
	return share(exactShare(float64(n)/float64(r.c.N), float64(len(r.c.keys))))
}
