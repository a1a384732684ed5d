package store

import (
	"testing"

	"gradoku/grade"
)

func TestRegrade(t *testing.T) { onEveryEngine(t, testRegrade) }

// testRegrade replaces the grades of an older grader.
func testRegrade(t *testing.T) {
	d := create(t)
	b := Batch{RunID: begin(t, d, wish(1, 10)).ID, To: 6}
	for i := range b.To {
		p := fake(i, i)
		p.Grade.Rating = 20 + int(i)
		p.Grade.Uses[10], p.Grade.Uses[14] = 1, 2
		b.Puzzles = append(b.Puzzles, p)
	}
	save(t, d, b)
	exec(t, d, "UPDATE puzzle SET grader = 1")
	if p := puzzles(t, d, Filter{}); len(p) != 6 || p[0].Grader != 1 || p[0].Graded() || !p[0].Outdated() || p[3].Grade.Rating != 23 {
		t.Errorf("older grades: %+v", p)
	}
	for _, f := range []Filter{rated(grade.Range{From: 22, To: grade.NoCeiling}), {Selection: Selection{Where: Condition{Text: "rating >= 2.2"}}}, {Selection: Selection{Where: Condition{Text: "not rating < 2.2"}}}} {
		if p := puzzles(t, d, f); len(p) != 0 {
			t.Errorf("%+v selects by older grades: %+v", f, p)
		}
	}

	// What lacks a grade, by the grade it has.
	f := Filter{Selection: Selection{Selection: grade.Selection{Size: 9}, Where: Condition{Text: "rating >= 2.1"}}}
	if n, err := d.CountUngraded(t.Context(), f); n != 5 || err != nil {
		t.Errorf("%d puzzles lack a grade, %v", n, err)
	}
	list, err := d.Ungraded(t.Context(), f, 3, 100, 2)
	if err != nil || len(list) != 2 || list[0].ID != 4 || list[1].ID != 5 || list[0].Givens != b.Puzzles[3].Givens {
		t.Errorf("%+v, %v", list, err)
	}
	var grades []Graded
	for i, rating := range []int{20, 50, 22, 15} {
		g := fake(0, 0).Grade
		g.Rating, g.Uses[10], g.Uses[16] = rating, 3, 1
		grades = append(grades, Graded{Ungraded{int64(i + 1), b.Puzzles[i].Givens}, g})
	}
	grades = append(grades, Graded{Ungraded{99, b.Puzzles[0].Givens}, grades[0].Grade}, Graded{Ungraded{5, "another puzzle"}, grades[0].Grade})
	done, err := d.SaveGrades(t.Context(), grades)
	if err != nil || len(done) != 4 || done[1].ID != 2 || done[1].Before != (Verdict{Grader: 1, Rating: 21, Level: "medium"}) {
		t.Fatalf("%+v, %v", done, err)
	}
	// What is there stays; a puzzle that is not gets none, nor one that has its id.
	grades[0].Grade.Rating = 99
	if again, err := d.SaveGrades(t.Context(), grades); err != nil || len(again) != 0 {
		t.Errorf("saved again: %+v, %v", again, err)
	}
	if n, _ := d.CountUngraded(t.Context(), Filter{}); n != 2 {
		t.Errorf("%d puzzles lack a grade afterwards", n)
	}
	if facets, err := d.Facets(t.Context(), Filter{}); err != nil || facets.Graded != 4 {
		t.Errorf("%d grades were saved, %v", facets.Graded, err)
	}
	uses := rowsOf(t, d, "SELECT technique, uses, count(*), min(puzzle_id) FROM puzzle_technique GROUP BY technique, uses ORDER BY technique, uses")
	same(t, "uses", uses, [][]any{{int64(11), int64(1), int64(2), int64(5)}, {int64(11), int64(3), int64(4), int64(1)}, {int64(15), int64(2), int64(2), int64(5)}, {int64(17), int64(1), int64(4), int64(1)}})
}
