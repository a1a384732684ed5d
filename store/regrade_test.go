package store

import (
	"fmt"
	"testing"

	"gradoku/grade"
)

func TestGradesOfTwoVersions(t *testing.T) { onEveryEngine(t, testGradesOfTwoVersions) }

func testGradesOfTwoVersions(t *testing.T) {
	d := create(t)
	old, err := d.As(t.Context(), 1)
	if err != nil || old.Grader() != 1 {
		t.Fatal(err)
	}
	run := begin(t, old, wish(1, 10))
	b := Batch{RunID: run.ID, To: 6}
	for i := range b.To {
		p := fake(i, i)
		p.Grade.Rating = 20 + int(i)
		b.Puzzles = append(b.Puzzles, p)
	}
	save(t, old, b)
	if p := puzzles(t, old, rated(grade.Range{From: 22, To: grade.NoCeiling})); len(p) != 4 || p[0].Grader != 1 {
		t.Errorf("the old version reads %+v", p)
	}
	if p := puzzles(t, d, Filter{}); len(p) != 6 || p[0].Grader != 0 {
		t.Errorf("the new version reads %+v", p)
	}

	// What lacks a grade, by the grade it has.
	f := Filter{Where: "rating >= 2.1", Size: 9}
	if n, err := d.CountUngraded(t.Context(), f); n != 5 || err != nil {
		t.Errorf("%d puzzles lack a grade, %v", n, err)
	}
	list, err := d.Ungraded(t.Context(), f, 3, 100, 2)
	if err != nil || len(list) != 2 || list[0].ID != 4 || list[1].ID != 5 || list[0].Givens != b.Puzzles[3].Givens {
		t.Errorf("%+v, %v", list, err)
	}
	var grades []Graded
	for i, rating := range []int{20, 25, 22, 15} {
		g := fake(0, 0).Grade
		g.Rating = rating
		if rating == 25 {
			g.Level = "Hard"
		}
		grades = append(grades, Graded{Ungraded{int64(i + 1), b.Puzzles[i].Givens}, g})
	}
	grades = append(grades, Graded{Ungraded{99, b.Puzzles[0].Givens}, grades[0].Grade}, Graded{Ungraded{5, "another puzzle"}, grades[0].Grade})
	for range 2 { // what is there stays; a puzzle that is not gets none, nor one that has its id
		if err := d.SaveGrades(t.Context(), grades); err != nil {
			t.Fatal(err)
		}
		grades[0].Grade.Rating = 99
	}
	if n, _ := d.CountUngraded(t.Context(), Filter{}); n != 2 {
		t.Errorf("%d puzzles lack a grade afterwards", n)
	}
	m, err := d.DiffGrades(t.Context(), 1, d.Grader(), 2)
	if err != nil || m.Both != 4 || m.OnlyFirst != 2 || m.OnlySecond != 0 || m.Same != 2 || m.Harder != 1 || m.Easier != 1 {
		t.Errorf("%+v, %v", m, err)
	}
	if summary, err := d.Summary(t.Context(), 0); err != nil || summary.Puzzles != 4 {
		t.Errorf("%d grades were saved, %v", summary.Puzzles, err)
	}
	same(t, "levels", fmt.Sprint(m.Levels), "[{Gentle Gentle 3} {Gentle Hard 1}]")
	same(t, "ratings", fmt.Sprint(m.Ratings), "[{-8 1} {0 2} {4 1}]")
	if len(m.Largest) != 2 || m.Largest[0].ID != 4 || m.Largest[0].From != 23 || m.Largest[0].To != 15 || m.Largest[1].ToLevel != "Hard" {
		t.Errorf("largest: %+v", m.Largest)
	}
}
