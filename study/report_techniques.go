package study

import (
	"math"
	"slices"
	"strconv"
)

// techniquePart counts techniques.
func (r *reporter) techniquePart() error {
	n := len(r.c.Samples)
	s := Section{ID: "techniques", Title: "Techniques", Text: []string{
		"Used by: puzzles with at least one such step in the rater's solution. Hardest: puzzles of which it is the hardest step, so that without it they are not solved at their rating.",
	}}
	t := ReportTable{
		File: "techniques", Title: "How often techniques are needed", Words: 2,
		Columns: []string{"technique", "id", "rating from", "used by", "used by, share", "steps", "share of steps", "hardest", "hardest, share"},
	}
	for i := range r.c.Labels {
		if r.c.Labels[i].Values != nil {
			t.Columns = append(t.Columns, "ρ of its share of steps with "+r.c.Labels[i].Name)
		}
	}
	var names []string
	var shares []float64
	steps, allSteps, hardest := r.stepCounts()
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

// stepCounts counts the steps of each puzzle and of all, and of each technique the
// puzzles of which it is the hardest.
func (r *reporter) stepCounts() (steps []float64, all int, hardest []int) {
	steps, hardest = make([]float64, len(r.c.Samples)), make([]int, len(techniqueTable))
	where := slices.IndexFunc(r.metrics, func(m Metric) bool { return m.Key == "hardest" })
	for k := range r.c.Samples {
		for _, u := range r.c.Samples[k].Uses {
			steps[k] += float64(u)
			all += int(u)
		}
		if v := r.columns[where][k]; !math.IsNaN(v) {
			hardest[int(v)-1]++
		}
	}
	return steps, all, hardest
}
