package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/grade"
)

// spoil changes a row of a database behind the program's back.
func spoil(t *testing.T, d *DB, query string) {
	t.Helper()
	raw, err := connect(d.path, "mode=rw")
	must(t, err)
	defer raw.Close()
	result, err := raw.Exec("PRAGMA ignore_check_constraints = 1; PRAGMA foreign_keys = 0; " + query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		t.Fatalf("%s: %d rows, %v", query, n, err)
	}
}

// TestDamagedRows: a puzzle that cannot be right is named instead of being handed out,
// by every way of reading one, and the others can still be read.
func TestDamagedRows(t *testing.T) {
	for _, c := range []struct{ change, want string }{
		{"UPDATE puzzle SET solution = substr(solution, 1, instr(givens, '.') - 1) || 'G' || substr(solution, instr(givens, '.') + 1) WHERE id = 3", "its solution is not a complete, valid grid"},
		{"UPDATE puzzle SET solution = replace(replace(replace(solution, '1', 'x'), '2', '1'), 'x', '2') WHERE id = 3", "its solution contradicts its clues"},
		{"UPDATE puzzle SET solution = 'A' || substr(solution, 2) WHERE id = 3", "its solution"},
		{"UPDATE puzzle SET givens = substr(givens, 2) WHERE id = 3", "it has 80 cells"},
		{"UPDATE puzzle SET givens = replace(givens, substr(solution, 1, 1), '.') WHERE id = 3", "clues but 45 are recorded"},
		{"UPDATE puzzle SET givens = replace(givens, '.', '?') WHERE id = 3", "its solution contradicts its clues"},
		{"UPDATE puzzle SET size = 6 WHERE id = 3", "its size is 6"},
		{"UPDATE puzzle SET size = 7 WHERE id = 3", "its size is 7"},
		{"UPDATE puzzle SET clues = 44 WHERE id = 3", "it has 45 clues but 44 are recorded"},
		{"UPDATE puzzle SET symmetry = 'full' WHERE id = 3", "its symmetry is none but \"full\" is recorded"},
		{"UPDATE puzzle SET givens = substr(solution, 1, 30) || substr('" + strings.Repeat(".", 51) + "', 1), clues = 30 WHERE id = 3", "its freedom is"},
		{"UPDATE puzzle SET canon = x'00' WHERE id = 3", "its key has 1 bytes"},
		{"UPDATE puzzle SET freedom = freedom + 1 WHERE id = 3", "but its grade counts"},
		{"UPDATE puzzle SET rating = -5 WHERE id = 3", "its rating is -5"},
		{"UPDATE puzzle SET hardest = 1000 WHERE id = 3", "its hardest technique is number 1000"},
		{"UPDATE puzzle SET hardest = 52 WHERE id = 3", "was never used"},
		{"UPDATE puzzle SET techniques = '1000=1 ' || techniques WHERE id = 3", "technique that does not exist"},
		{"UPDATE puzzle SET techniques = 'x' WHERE id = 3", "technique that does not exist"},
	} {
		t.Run(c.change, func(t *testing.T) {
			d := create(t)
			run := begin(t, d, wish(1, 8))
			save(t, d, Batch{RunID: run.ID, To: 8, Puzzles: genuine(8)})
			spoil(t, d, c.change)
			d.provers = new(provers)
			bad := func(what string, err error) {
				var row *RowError
				if !errors.As(err, &row) || row.Puzzle != 3 || !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s: %v, want puzzle 3: %s", what, err, c.want)
				}
			}
			read := 0
			for _, err := range d.Puzzles(t.Context(), Filter{}) {
				if err != nil {
					bad("reading all", err)
					continue
				}
				read++
			}
			if read != 7 {
				t.Errorf("%d puzzles could be read, want 7", read)
			}
			_, err := d.PuzzleByID(t.Context(), 3)
			bad("by id", err)
			if _, err = d.PuzzleByCanon(t.Context(), genuine(8)[2].Canon); !errors.Is(err, ErrNotFound) { // it has lost its key
				bad("by key", err)
			}
			for _, err = range d.LabelledPuzzles(t.Context(), nil) {
			}
			bad("with its labels", err)
		})
	}
}

// TestUnusedIDsAreNotLost: where neither the table nor the index of the keys can be read whole,
// ids are tried one by one, and those that no puzzle has are not told as lost.
func TestUnusedIDsAreNotLost(t *testing.T) {
	d := create(t)
	run := begin(t, d, wish(1, 100))
	all := genuine(100)
	save(t, d, Batch{RunID: run.ID, To: 100, Puzzles: all})
	spoil(t, d, "DELETE FROM puzzle WHERE id IN (5, 6)")
	var index int
	must(t, d.readers.QueryRow("SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_puzzle_1'").Scan(&index))
	must(t, d.Close())
	file, err := os.ReadFile(d.path)
	must(t, err)
	row := bytes.Index(file, []byte(all[49].Givens+all[49].Solution))
	for _, page := range []int{index - 1, row / 4096} {
		for i := range 300 {
			file[page*4096+i] ^= 0x55
		}
	}
	must(t, os.WriteFile(d.path, file, 0o600))
	read, lost := 0, map[int64]bool{}
	for p, err := range reopen(t, d.path, ReadOnly).ReadablePuzzles(t.Context(), Filter{Order: "id"}) {
		var damaged *RowError
		switch {
		case errors.As(err, &damaged):
			lost[damaged.Puzzle] = true
		case err != nil:
			t.Fatal(err)
		case p.ID > 0:
			read++
		}
	}
	if !lost[50] || lost[5] || lost[6] || read+len(lost) != 98 {
		t.Errorf("of 98 puzzles %d are read, and these are lost: %v", read, lost)
	}
}

// TestSeveralSolutions: a puzzle whose clues were lost, with all that is said of it
// adjusted, is given away by its second solution alone.
func TestSeveralSolutions(t *testing.T) {
	d := create(t)
	run := begin(t, d, wish(1, 1))
	p := genuine(1)[0]
	p.Givens = strings.Repeat(".", 81)
	givens, err := board.Parse(p.Givens)
	must(t, err)
	gr := grade.NewGrader(board.Nine())
	gr.Budget = 1 // its grade is not the point
	p.Clues, p.Symmetry, p.Grade = 0, "full", gr.Grade(&givens)
	save(t, d, Batch{RunID: run.ID, To: 1, Puzzles: []Puzzle{p}})
	d.provers = new(provers)
	var row *RowError
	if _, err := d.PuzzleByID(t.Context(), 1); !errors.As(err, &row) || row.Reason != "it has several solutions" {
		t.Errorf("reading it: %v", err)
	}
	if problems, err := d.Check(t.Context(), true, nil); err != nil || !strings.Contains(fmt.Sprint(problems), "it has several solutions") {
		t.Errorf("checking it: %v, %v", problems, err)
	}
}
