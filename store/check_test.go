package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shelf is a database of genuine puzzles, the last of a corpus.
func shelf(t *testing.T) *DB {
	d := create(t)
	run := begin(t, d, wish(1, 8))
	if saved := save(t, d, Batch{RunID: run.ID, To: 10, Puzzles: genuine(8)}); saved.Run.State != Done {
		t.Fatal("the run is not done")
	}
	_, file, err := d.BeginImport(t.Context(), Corpus{Name: "one"}, CorpusFile{Name: "a", SHA256: strings.Repeat("1", 64)})
	if err == nil {
		_, _, err = d.SaveItems(t.Context(), file, []Item{
			{Line: 1, Column: 1, Puzzle: genuine(9)[8], Labels: []Label{{"seconds", "303"}}},
			{Line: 2, Column: 1, Puzzle: Puzzle{Givens: strings.Repeat(".", 81)}, Status: StatusSeveral, Labels: []Label{{"seconds", "17"}}},
		})
	}
	must(t, err)
	e := Export{Kind: "line", SHA256: strings.Repeat("0", 64), FilterJSON: "{}", IDs: []int64{1, 2, 3}}
	if _, err := d.RecordExport(t.Context(), e, false, nil, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestCheckFindsNothingWrong(t *testing.T) { onEveryEngine(t, testCheckFindsNothingWrong) }

func testCheckFindsNothingWrong(t *testing.T) {
	for name, d := range map[string]*DB{"empty": create(t), "with puzzles": shelf(t)} {
		for _, full := range []bool{false, true} {
			problems, err := d.Check(t.Context(), full, nil)
			if err != nil || problems != nil {
				t.Errorf("%s, full %t: %v, %v", name, full, problems, err)
			}
		}
	}
}

// TestCheckFinds plants one fault at a time, past the constraints where they
// are in the way, and wants it to be named with its row.
func TestCheckFinds(t *testing.T) {
	first := genuine(1)[0]
	swapped := []byte(first.Solution)
	one := strings.Index(first.Givens, ".")
	other := one + 1
	for first.Givens[other] != '.' || swapped[other] == swapped[one] {
		other++
	}
	swapped[one], swapped[other] = swapped[other], swapped[one]
	for _, c := range []struct {
		name  string
		fault string
		quick bool // found by the quick check too
		want  string
	}{
		{"a lost puzzle", "DELETE FROM puzzle WHERE id = 3", true, "run 1: counts 8 puzzles but has 7"},
		{"a wrong counter", "UPDATE run SET accepted = 6", true, "run 1: counts 6 puzzles but has 8"},
		{"a wrong last attempt", "UPDATE run SET last_index = 3", true, "run 1: says that attempt 3 was its last to be accepted but has a puzzle of attempt 7"},
		{"done too early", "UPDATE run SET target = 9", true, "run 1: is done with 8 of 9 puzzles"},
		{"a puzzle of no run", "UPDATE puzzle SET run_id = 5 WHERE id = 2", true, "puzzle 2: refers to a row of run that does not exist"},
		{"an unknown technique", "UPDATE puzzle SET hardest = 1000 WHERE id = 2", true, "puzzle 2: refers to a row of technique that does not exist"},
		{"a puzzle of an export in the place of another", "UPDATE export_item SET puzzle_id = (SELECT puzzle_id FROM export_item WHERE ordinal = 0) WHERE ordinal = 1", true, "times"},
		{"a lost puzzle of an export", "DELETE FROM export_item WHERE ordinal = 1", true, "export 1: numbers its puzzles up to 2 but has 2"},
		{"an item that did not make its puzzle", "UPDATE corpus_item SET status = 'known' WHERE seq = 0", true, "corpus_item: of corpus 1 says that puzzle 9 was known, and made it"},
		{"a short key", "UPDATE puzzle SET canon = x'00' WHERE id = 4", true, "SQLite: CHECK constraint failed in puzzle"},
		{"a foreign key value", "UPDATE puzzle SET canon = zeroblob(16) WHERE id = 4", false, "puzzle 4: its canonical key is"},
		{"unreadable givens", "UPDATE puzzle SET givens = replace(givens, '.', '?') WHERE id = 4", false, "puzzle 4: its solution contradicts its clues"},
		{"an unreadable solution", "UPDATE puzzle SET solution = replace(solution, '1', 'Z') WHERE id = 4", false, "puzzle 4: its solution"},
		{"givens in another spelling", "UPDATE puzzle SET givens = replace(givens, '.', '0') WHERE id = 4", false, "puzzle 4: its solution contradicts its clues"},
		{"contradicting givens", "UPDATE puzzle SET givens = '11' || substr(givens, 3) WHERE id = 1", false, "puzzle 1: its solution contradicts its clues"},
		{"a solution with blanks", "UPDATE puzzle SET solution = givens WHERE id = 1", false, "puzzle 1: its solution is not a complete, valid grid"},
		{"a solution with a conflict", fmt.Sprintf("UPDATE puzzle SET solution = '%s' WHERE id = 1", swapped), false, "puzzle 1: its solution is not a complete, valid grid"},
		{"a solution of another puzzle", "UPDATE puzzle SET solution = replace(replace(replace(solution, '1', 'x'), '2', '1'), 'x', '2') WHERE id = 1", false, "puzzle 1: its solution contradicts its clues"},
		{"a wrong number of clues", "UPDATE puzzle SET clues = 44 WHERE id = 1", false, "puzzle 1: it has 45 clues but 44 are recorded"},
		{"a wrong size", "UPDATE puzzle SET size = 16 WHERE id = 1", false, "puzzle 1: its size is 16, but it has 81 cells"},
		{"a wrong symmetry", "UPDATE puzzle SET symmetry = 'full' WHERE id = 1", false, `puzzle 1: its symmetry is none but "full" is recorded`},
		{"a lost grade", "UPDATE puzzle SET grader = NULL WHERE id = 5", false, "puzzle 5: was made by a run and has no grade"},
		{"a wrong freedom", "UPDATE puzzle SET freedom = 35 WHERE id = 6", false, "but its grade counts 35"},
		{"a use that no grade has", "INSERT INTO puzzle_technique VALUES (40, 6, 1)", false, "puzzle_technique 6: uses technique 40 1 times, which its grade does not say"},
		{"a use that has no row", "UPDATE puzzle SET techniques = techniques || ' 11=1', rating = 90 WHERE id = 6", false, "puzzle_technique: has"},
		{"ratings that do not descend", "UPDATE puzzle SET pearl = rating + 1 WHERE id = 6", false, "are not in descending order"},
		{"a hardest technique without use", "UPDATE puzzle SET hardest = 52 WHERE id = 6", false, "is its hardest technique and was never used"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := shelf(t)
			exec(t, d, "PRAGMA foreign_keys = OFF")
			exec(t, d, "PRAGMA ignore_check_constraints = ON")
			exec(t, d, c.fault)
			for _, full := range []bool{false, true} {
				problems, err := d.Check(t.Context(), full, nil)
				must(t, err)
				found := strings.Contains(fmt.Sprint(problems), c.want)
				if want := full || c.quick; found != want {
					t.Errorf("full %t: found %t, want %t: %v", full, found, want, problems)
				}
			}
		})
	}
}

// TestCheckStopsSomewhere plants more faults than anybody reads.
func TestCheckStopsSomewhere(t *testing.T) { onEveryEngine(t, testCheckStopsSomewhere) }

func testCheckStopsSomewhere(t *testing.T) {
	d := create(t)
	run := begin(t, d, wish(1, 1_000_000))
	save(t, d, fakeBatch(run.ID, 0, maxProblems+50)) // none has a true key
	problems, err := d.Check(t.Context(), true, nil)
	if err != nil || len(problems) != maxProblems {
		t.Errorf("%d problems, %v; want %d", len(problems), err, maxProblems)
	}
}

// TestCheckDamagedFile overwrites pages in the middle of a file, behind what
// opening looks at.
func TestCheckDamagedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	d := reopen(t, path, ReadWrite)
	run := begin(t, d, wish(1, 1_000_000))
	save(t, d, fakeBatch(run.ID, 0, 500))
	d.Close()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	must(t, err)
	for page := fileSize(path) / 4096 / 2; page < fileSize(path)/4096-3; page++ {
		if _, err := f.WriteAt([]byte(strings.Repeat("rubbish!", 512)), page*4096); err != nil {
			t.Fatal(err)
		}
	}
	f.Close()
	for _, full := range []bool{false, true} {
		problems, err := reopen(t, path, ReadOnly).Check(t.Context(), full, nil)
		if err != nil || len(problems) == 0 {
			t.Errorf("full %t: %v, %v; want problems", full, problems, err)
		}
	}
	var last error
	for _, err := range reopen(t, path, ReadOnly).Puzzles(t.Context(), Filter{}) {
		last = err
	}
	if !errors.Is(last, ErrCorrupt) {
		t.Errorf("reading on: %v, want %v", last, ErrCorrupt)
	}
}
