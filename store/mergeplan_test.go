package store

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/grade"
)

// twoFiles are the items of two files: puzzles of few keys, as they come or turned,
// and faults.
func twoFiles(r *rand.Rand) map[string][]Item {
	files := map[string][]Item{}
	for _, name := range []string{"x.txt", "y.txt"} {
		for line := 1; line <= 4+r.IntN(12); line++ {
			it := item(line, r.Int64N(9), Label{"se", fmt.Sprint(line)})
			switch r.IntN(4) {
			case 0:
				it = turned(it)
			case 1:
				it = Item{Line: line, Column: 1, Status: StatusMalformed, Reason: "what?"}
			}
			files[name] = append(files[name], it)
		}
	}
	return files
}

// shelved is a database that has some runs' puzzles and, after or before them,
// the beginnings of the files, in any order and in batches of any length.
func shelved(t *testing.T, r *rand.Rand, files map[string][]Item) *DB {
	d := create(t)
	at := map[string]CorpusFile{}
	for step := range 12 {
		if r.IntN(6) == 0 {
			compute(t, d, int64(step), Shard{Tries: true}, []int64{int64(1 + step%8), int64(step * 5 % 9)})
			continue
		}
		name := []string{"x.txt", "y.txt"}[r.IntN(2)]
		f, begun := at[name]
		if !begun {
			f = imported(t, d, "shelf", name)
		}
		rest := files[name][f.Items:]
		f, _ = take(t, d, f, rest[:r.IntN(len(rest)+1)]...)
		if f.Items == int64(len(files[name])) && r.IntN(2) == 0 {
			if err := d.EndImport(t.Context(), f.ID); err != nil {
				t.Fatal(err)
			}
		}
		at[name] = f
	}
	for name := range files { // both have begun: other files are another corpus
		imported(t, d, "shelf", name)
	}
	return d
}

// kept is an item as a database has it.
type kept struct {
	line                  int
	status, givens, stays string // givens of the item, and of its puzzle's row
	own                   bool   // the row came from this item
	labels                string
}

func keptItems(t *testing.T, d *DB, file string) []kept {
	t.Helper()
	all, err := collect(t.Context(), d.readers, func(row scanner) (kept, error) {
		var k kept
		err := row.Scan(&k.line, &k.status, &k.givens, &k.stays, &k.own, &k.labels)
		return k, err
	}, `SELECT i.line, i.status, coalesce(i.givens, p.givens, ''), coalesce(p.givens, ''), coalesce(p.corpus_id = i.corpus_id AND p.seq = i.seq, 0),
		coalesce((SELECT group_concat(l.name || ' ' || l.value) FROM label AS l WHERE l.puzzle_id = p.id AND l.corpus_id = i.corpus_id AND l.seq = i.seq), '')
		FROM corpus_item AS i JOIN corpus_file AS f ON f.id = i.file_id LEFT JOIN puzzle AS p ON p.id = i.puzzle_id
		WHERE f.name = ? ORDER BY i.seq`, file)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestMergeShelves: of one corpus in several states each item comes along once,
// with its givens, its labels and a status that is true here.
func TestMergeShelves(t *testing.T) {
	seeds := uint64(4)
	if *long {
		seeds = 16
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 3))
			files := twoFiles(r)
			var inputs []*DB
			for range 2 + r.IntN(2) {
				inputs = append(inputs, shelved(t, r, files))
			}
			merged := merge(t, inputs...)
			orderly(t, merged)
			for name, items := range files {
				checkShelf(t, merged, inputs, name, items)
			}
			checkRows(t, merged, inputs)
			// Puzzles of a corpus that came from several inputs get other ids when
			// they come from one.
			again := merge(t, append([]*DB{merged}, inputs...)...)
			orderly(t, again)
			checkRows(t, again, inputs)
			alone := merge(t, inputs[0])
			for name := range files {
				same(t, "merged again", fmt.Sprint(keptItems(t, again, name)), fmt.Sprint(keptItems(t, merged, name)))
				same(t, "one alone", fmt.Sprint(keptItems(t, alone, name)), fmt.Sprint(keptItems(t, inputs[0], name)))
			}
		})
	}
}

// checkShelf looks at the items of a file: those that the furthest input has, as
// the file has them.
func checkShelf(t *testing.T, merged *DB, inputs []*DB, name string, items []Item) {
	t.Helper()
	want, done := 0, false
	for _, d := range inputs {
		f := imported(t, d, "shelf", name)
		want, done = max(want, int(f.Items)), done || f.Done
	}
	got := keptItems(t, merged, name)
	if len(got) != want {
		t.Fatalf("%s: %d items, want %d", name, len(got), want)
	}
	var state bool
	if err := merged.readers.QueryRow("SELECT finished_at IS NOT NULL FROM corpus_file WHERE name = ?", name).Scan(&state); err != nil || state != done {
		t.Errorf("%s: done is %v, want %v; %v", name, state, done, err)
	}
	for i, k := range got {
		it := items[i]
		status := it.Status
		switch {
		case status != "":
		case k.stays != it.Puzzle.Givens:
			status = StatusIsomorph
		case k.own:
			status = StatusNew
		default:
			status = StatusKnown
		}
		labels := ""
		if it.Status == "" {
			labels = fmt.Sprintf("se %d", it.Line)
		}
		same(t, name, fmt.Sprint(k), fmt.Sprint(kept{it.Line, status, it.Puzzle.Givens, k.stays, k.own, labels}))
	}
}

// checkRows: all puzzles of all inputs are there, each as the first of them has
// it.
func checkRows(t *testing.T, merged *DB, inputs []*DB) {
	t.Helper()
	want := map[[16]byte]string{}
	for _, d := range inputs {
		for _, p := range puzzles(t, d, Filter{}) {
			if _, known := want[p.Canon]; !known {
				want[p.Canon] = p.Givens
			}
		}
	}
	got := map[[16]byte]string{}
	for _, p := range puzzles(t, merged, Filter{}) {
		got[p.Canon] = p.Givens
	}
	same(t, "puzzles", got, want)
}

// one is a database with one corpus of one file that was taken in to its end.
func one(t *testing.T, items ...Item) *DB {
	d := create(t)
	f, _ := take(t, d, imported(t, d, "shelf", "x.txt"), items...)
	if err := d.EndImport(t.Context(), f.ID); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestMergeWhatIsKnownBetter: an item that could not be proved in one input and
// could in another, and an improper one that only another kept.
func TestMergeWhatIsKnownBetter(t *testing.T) {
	bare := Item{Line: 2, Column: 1, Status: StatusSeveral, Reason: "several solutions"}
	full := bare
	full.Puzzle.Givens, full.Labels = strings.Repeat(".", 81), []Label{{"se", "1"}}
	hard := Item{Line: 1, Column: 1, Status: StatusUnproved, Reason: "too hard"}
	a, b := one(t, hard, bare), one(t, item(1, 7, Label{"se", "9.1"}), full)
	for _, inputs := range [][]*DB{{a, b}, {b, a}} {
		merged := merge(t, inputs...)
		orderly(t, merged)
		same(t, "items", fmt.Sprint(keptItems(t, merged, "x.txt")), fmt.Sprint(keptItems(t, b, "x.txt")))
	}
}

// TestMergeClashes: a label of one item with two values is counted, not
// overwritten; what two corpora say is no clash.
func TestMergeClashes(t *testing.T) {
	a, b := one(t, item(1, 7, Label{"se", "7.1"}), item(2, 8)), one(t, item(1, 7, Label{"se", "7.2"}), item(2, 8))
	other := create(t)
	take(t, other, imported(t, other, "other", "y.txt"), turned(item(1, 7, Label{"se", "7.3"})))
	out := filepath.Join(t.TempDir(), "m.db")
	m, err := mergeMadeUp(t.Context(), out, paths(a, b, other), nil)
	if err != nil || m.Clashes != 1 || m.Corpora != 2 {
		t.Errorf("%+v, %v", m, err)
	}
	merged := reopen(t, out, ReadOnly)
	got, err := collect(t.Context(), merged.readers, scanText, "SELECT corpus_id || ' ' || value FROM label ORDER BY corpus_id")
	same(t, "labels", fmt.Sprint(got, err), "[1 7.1 2 7.3] <nil>")
	same(t, "the other's item", fmt.Sprint(keptItems(t, merged, "y.txt")),
		fmt.Sprint([]kept{{1, StatusIsomorph, turned(item(1, 7)).Puzzle.Givens, fake(0, 7).Givens, false, "se 7.3"}}))
}

// TestMergeRemovedCorpus: puzzles that stayed for an export have no items, and
// take nobody's place.
func TestMergeRemovedCorpus(t *testing.T) {
	left := one(t, item(1, 1), item(2, 2), item(3, 3))
	if _, err := record(t.Context(), left, Export{Kind: "line", Path: "x", SHA256: strings.Repeat("0", 64), FilterJSON: "{}", IDs: []int64{2, 3}}); err != nil {
		t.Fatal(err)
	}
	if _, err := left.RemoveCorpus(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	whole := one(t, item(1, 3), item(2, 4), item(3, 5))
	for _, inputs := range [][]*DB{{left, whole}, {whole, left}} {
		merged := merge(t, inputs...)
		orderly(t, merged)
		checkRows(t, merged, inputs)
		if got := keptItems(t, merged, "x.txt"); len(got) != 3 || !got[1].own || !got[2].own {
			t.Errorf("items: %v", got)
		}
		same(t, "merged again", contents(t, merge(t, append([]*DB{merged}, inputs...)...)), contents(t, merged))
	}
	checkRows(t, merge(t, left), []*DB{left})
}

// TestMergeGrowingImport: items that are saved after the plan are left to the
// next merge, and the file is not said to be through.
func TestMergeGrowingImport(t *testing.T) {
	d := create(t)
	f, _ := take(t, d, imported(t, d, "shelf", "x.txt"), item(1, 1), item(2, 2))
	want := contents(t, d)
	plan, err := planMerge(t.Context(), []*DB{d})
	if err != nil {
		t.Fatal(err)
	}
	f, _ = take(t, d, f, item(3, 3), item(4, 1))
	if err := d.EndImport(t.Context(), f.ID); err != nil {
		t.Fatal(err)
	}
	imported(t, d, "another", "y.txt")
	out := filepath.Join(t.TempDir(), "merged.db")
	if err := keepMerged(out, plan); err != nil {
		t.Fatal(err)
	}
	same(t, "merged", contents(t, reopen(t, out, ReadOnly)), want)
}

// TestMergeGrades: of two grades of one puzzle, with different work allowed, the
// first one counts, and nothing of the other is mixed with it.
func TestMergeGrades(t *testing.T) {
	bound := item(1, 7)
	bound.Puzzle.Grade.AtLeast, bound.Puzzle.Grade.Uses = true, [len(grade.Grade{}.Uses)]uint16{1: 2}
	for _, items := range [][2]Item{{bound, item(1, 7)}, {item(1, 7), bound}} {
		merged := merge(t, one(t, items[0]), one(t, items[1]))
		same(t, "grade", puzzles(t, merged, Filter{})[0].Grade, items[0].Puzzle.Grade)
	}
	ungraded := item(1, 7)
	ungraded.Puzzle.Grader = 0
	same(t, "grade of the second", puzzles(t, merge(t, one(t, ungraded), one(t, bound)), Filter{})[0].Grade, bound.Puzzle.Grade)
}

func TestMergeRefusesCorpora(t *testing.T) {
	plain := one(t, item(1, 1), item(2, 2))
	more := one(t, item(1, 1), item(2, 2))
	imported(t, more, "shelf", "y.txt")
	loose := one(t, item(1, 1), item(2, 2))
	exec(t, loose, "INSERT INTO label VALUES (1, 'se', 1, 9, 7.2)")
	for _, c := range []struct {
		name   string
		inputs []*DB
		want   string
	}{
		{"a file more", []*DB{plain, more}, "earlier input: only it has the file with the SHA-256"},
		{"a file less", []*DB{more, plain}, "earlier input: it lacks the file with the SHA-256"},
		{"another end", []*DB{plain, one(t, item(1, 1), item(2, 2), item(3, 3))}, `of corpus "shelf" has 2 items, but in another input it has 3: the same file was read in two ways`},
		{"another puzzle", []*DB{plain, one(t, item(1, 1), item(2, 3))}, `item 1 of corpus "shelf" differs from the same item of an earlier input: the same file was read in two ways`},
		{"another known puzzle", []*DB{plain, one(t, item(1, 1), item(2, 1))}, `item 1 of corpus "shelf" differs from the same item of an earlier input`},
		{"another line", []*DB{plain, one(t, item(1, 1), item(3, 2))}, `item 1 of corpus "shelf" differs from the same item of an earlier input`},
		{"a fault", []*DB{plain, one(t, item(1, 1), Item{Line: 2, Column: 1, Status: StatusNone, Reason: "no"})}, `item 1 of corpus "shelf" differs from the same item of an earlier input`},
		{"loose labels", []*DB{plain, loose}, "has labels of items that are missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := mergeTo(filepath.Join(t.TempDir(), "out.db"), c.inputs...)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), ErrMerge.Error()) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}
