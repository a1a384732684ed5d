package study

import (
	"math"
	"strconv"

	"gradoku/grade"
)

// techniquePart counts techniques.
func (r *reporter) techniquePart() error {
	n := r.c.N
	s := Section{ID: "techniques", Title: "Techniques", Text: []string{
		"Used by: puzzles with at least one such step in the rater's solution. Hardest: puzzles of which it is the hardest step, so that without it they are not solved at their rating.",
	}}
	t := ReportTable{
		File: "techniques", Title: "How often techniques are needed", Words: 2,
		Columns: []string{"technique", "id", "rating from", "used by", "used by, share", "steps", "share of steps", "hardest", "hardest, share"},
	}
	for i := range r.c.Labels {
		if r.c.Labels[i].values != nil {
			t.Columns = append(t.Columns, "ρ of its share of steps with "+r.c.Labels[i].Name)
		}
	}
	var names []string
	var percents []float64
	m := new(scratch)
	allSteps, hardest := r.stepCounts()
	for i, tech := range grade.Techniques() {
		used, total := 0, 0
		for _, u := range r.c.uses.of(i) {
			total += u
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
		shares := r.c.shares(i)
		for j := range r.c.Labels {
			if l := &r.c.Labels[j]; l.values != nil {
				row = append(row, decimals(newPairs(shares, l.values).spearman(m), 2))
			}
		}
		t.Rows = append(t.Rows, row)
		names, percents = append(names, tech.Name), append(percents, 100*float64(used)/float64(n))
	}
	s.Tables = []ReportTable{t}
	f, err := bars("techniques", "Puzzles that use a technique.", names, percents, "puzzles that use it (%)")
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

// stepCounts counts the steps of all puzzles, and of each technique the puzzles of
// which it is the hardest.
func (r *reporter) stepCounts() (all int, hardest []int) {
	hardest = make([]int, len(grade.Techniques()))
	steps, rows := r.c.metric("steps"), r.c.metric("hardest")
	for k := range r.c.N {
		all += int(steps.at(k))
		if v := rows.at(k); !math.IsNaN(v) {
			hardest[int(v)-1]++
		}
	}
	return all, hardest
}
