package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// imported begins the import of a file into a corpus.
func imported(t testing.TB, d *DB, corpus, file string) CorpusFile {
	t.Helper()
	_, f, err := d.BeginImport(t.Context(), Corpus{Name: corpus}, CorpusFile{Name: file, SHA256: fmt.Sprintf("%064x", file), Bytes: 1})
	must(t, err)
	return f
}

// take saves items; it returns the file after them and what became of each.
func take(t testing.TB, d *DB, f CorpusFile, items ...Item) (CorpusFile, string) {
	t.Helper()
	f, outcome, err := d.SaveItems(t.Context(), f, items)
	must(t, err)
	return f, strings.Join(outcome, " ")
}

// item is a proper puzzle with a key; turned makes another of the same key.
func item(line int, key int64, labels ...Label) Item {
	it := Item{Line: line, Column: 1, Puzzle: fake(0, key), Labels: labels}
	it.Puzzle.Grader = 1
	return it
}

func turned(it Item) Item {
	for _, text := range []*string{&it.Puzzle.Givens, &it.Puzzle.Solution} {
		turned := []byte(*text)
		slices.Reverse(turned)
		*text = string(turned)
	}
	return it
}

func orderly(t testing.TB, d *DB) {
	t.Helper()
	c := &checker{q: d.readers, engine: d.engine}
	for _, check := range append(d.engine.structure(true), problemsIn(wrongItems), problemsIn(wrongRuns)) {
		must(t, check(c, t.Context()))
	}
	if len(c.found) > 0 {
		t.Errorf("check: %v", c.found)
	}
}

func TestItems(t *testing.T) { onEveryEngine(t, testItems) }

func testItems(t *testing.T) {
	d := create(t)
	run := begin(t, d, wish(1, 10))
	save(t, d, Batch{RunID: run.ID, To: 1, Puzzles: []Puzzle{fake(0, 7)}})

	f := imported(t, d, "a", "a.txt")
	several := Item{Line: 4, Column: 2, Status: StatusSeveral, Reason: "several solutions", Puzzle: Puzzle{Givens: "1..............."}, Labels: []Label{{"se", "7.1"}}}
	f, got := take(t, d, f, item(1, 1, Label{"se", "7.2"}), item(2, 7), turned(item(3, 1, Label{"se", "7.0"})), several)
	same(t, "outcome", got, "new known isomorph several")
	ungraded := item(6, 2)
	ungraded.Puzzle.Grader = 0
	f, got = take(t, d, f, Item{Line: 5, Column: 9, Status: StatusMalformed, Reason: "what?"}, ungraded, item(7, 2), item(8, 2))
	same(t, "outcome", got, "malformed new known known")
	if f.Items != 8 {
		t.Errorf("the file is at %d", f.Items)
	}
	orderly(t, d)

	counts, err := d.ItemCounts(t.Context(), f.CorpusID, f.ID)
	same(t, "counts", fmt.Sprint(counts, err), "[{new 2} {known 3} {isomorph 1} {several 1} {none 0} {unproved 0} {malformed 1}] <nil>")
	var faults []string
	for it, err := range d.Faults(t.Context(), f) {
		faults = append(faults, fmt.Sprintf("%d %d %s: %s, %s, %v", it.Line, it.Column, it.Status, it.Reason, it.Puzzle.Givens, err))
	}
	same(t, "faults", strings.Join(faults, "|"), "4 2 several: several solutions, 1..............., <nil>|5 9 malformed: what?, , <nil>")
	labels, err := d.Labels(t.Context(), f.CorpusID)
	same(t, "labels", fmt.Sprint(labels, err), "[{se 2 7.0 7.2}] <nil>")

	mentions, err := d.CorpusEntries(t.Context(), 2)
	same(t, "mentions", fmt.Sprint(mentions, err), "[{a a.txt 1 new [{se 7.2}]} {a a.txt 3 isomorph [{se 7.0}]}] <nil>")
	mentions, err = d.CorpusEntries(t.Context(), 1)
	same(t, "mentions without labels", fmt.Sprint(mentions, err), "[{a a.txt 2 known []}] <nil>")
	mentions, err = d.CorpusEntries(t.Context(), 99)
	same(t, "mentions of no puzzle", fmt.Sprint(mentions, err), "[] <nil>")

	all := puzzles(t, d, Filter{})
	if len(all) != 3 || all[1].CorpusID != f.CorpusID || all[1].Seq != 0 || all[1].Grader == 0 || all[2].Seq != 5 || all[2].Grader != 0 {
		t.Errorf("puzzles: %+v", all)
	}
	if _, _, err := d.SaveItems(t.Context(), imported(t, d, "b", "b"), []Item{item(1, 1)}); err != nil {
		t.Fatal(err)
	}
	stale := f
	stale.Items--
	if _, _, err := d.SaveItems(t.Context(), stale, []Item{item(9, 9)}); !errors.Is(err, ErrRaced) {
		t.Errorf("a batch that does not continue the file: %v", err)
	}
}

func TestBeginImportFindsWhatIsThere(t *testing.T) { onEveryEngine(t, testBeginImportFindsWhatIsThere) }

func testBeginImportFindsWhatIsThere(t *testing.T) {
	d := create(t)
	c, f, err := d.BeginImport(t.Context(), Corpus{Name: "a", Source: "here", Licence: "MIT"}, CorpusFile{Name: "x", SHA256: strings.Repeat("0", 64)})
	must(t, err)
	f, _ = take(t, d, f, item(1, 1))
	must(t, d.EndImport(t.Context(), f.ID))
	c2, f2, err := d.BeginImport(t.Context(), Corpus{Name: "a", Licence: "GPL"}, CorpusFile{Name: "y", SHA256: strings.Repeat("0", 64)})
	if err != nil || c2.ID != c.ID || c2.Source != "here" || c2.Licence != "GPL" || f2.ID != f.ID || f2.Items != 1 || !f2.Done || f2.Name != "x" {
		t.Errorf("found %+v %+v, %v", c2, f2, err)
	}
	other := imported(t, d, "b", "x")
	if other.ID == f.ID || other.Items != 0 || other.Done {
		t.Errorf("another corpus found %+v", other)
	}
	if _, err := d.CorpusByName(t.Context(), "c"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a corpus that is not there: %v", err)
	}
}

// TestHowItemsAreCutDoesNotMatter saves the same items in batches of all
// lengths.
func TestHowItemsAreCutDoesNotMatter(t *testing.T) { onEveryEngine(t, testHowItemsAreCutDoesNotMatter) }

func testHowItemsAreCutDoesNotMatter(t *testing.T) {
	seeds := uint64(4)
	if *long {
		seeds = 12
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 1))
		var items []Item
		for i := range 1 + r.IntN(20) {
			it := item(i+1, r.Int64N(7), Label{"n", fmt.Sprint(i)})
			if r.IntN(2) == 0 {
				it = turned(it)
			}
			items = append(items, it)
		}
		whole, parts := create(t), create(t)
		_, want := take(t, whole, imported(t, whole, "a", "a"), items...)
		f, got := imported(t, parts, "a", "a"), ""
		for rest := items; len(rest) > 0; {
			n := 1 + r.IntN(len(rest))
			var some string
			f, some = take(t, parts, f, rest[:n]...)
			got, rest = strings.TrimSpace(got+" "+some), rest[n:]
		}
		same(t, "outcomes", got, want)
		orderly(t, parts)
	}
}

func TestRemoveCorpus(t *testing.T) { onEveryEngine(t, testRemoveCorpus) }

func testRemoveCorpus(t *testing.T) {
	d := create(t)
	a, b := imported(t, d, "a", "a"), imported(t, d, "b", "b")
	a, _ = take(t, d, a, item(1, 1, Label{"se", "1"}), item(2, 2), item(3, 3), item(4, 4))
	_, got := take(t, d, b, item(1, 2, Label{"se", "2"}), turned(item(2, 3)), item(3, 5))
	same(t, "outcome", got, "known isomorph new")
	four := puzzles(t, d, Filter{})[3]
	if _, err := record(t.Context(), d, Export{Kind: "line", Path: "x", SHA256: strings.Repeat("0", 64), FilterJSON: "{}", IDs: []int64{four.ID}}); err != nil {
		t.Fatal(err)
	}
	want := Removal{Files: 1, Items: 4, Labels: 1, Puzzles: 1, Shared: 2, Exported: 1}
	plan, err := d.PlanRemoval(t.Context(), a.CorpusID)
	done, err2 := d.RemoveCorpus(t.Context(), a.CorpusID)
	if plan != want || done != want || err != nil || err2 != nil {
		t.Errorf("planned %+v, %v; did %+v, %v; want %+v", plan, err, done, err2, want)
	}
	orderly(t, d)
	left := puzzles(t, d, Filter{})
	if len(left) != 4 || left[0].CorpusID != b.CorpusID || left[0].Seq != 0 || left[1].CorpusID != b.CorpusID || left[2].ID != four.ID {
		t.Errorf("left: %+v", left)
	}
	// The same file can come again: what it had is known or new, at new places.
	a = imported(t, d, "a", "a")
	_, got = take(t, d, a, item(1, 1), item(2, 2), item(3, 3), item(4, 4))
	same(t, "outcome", got, "new known known known")
	orderly(t, d)
	if _, err := d.RemoveCorpus(t.Context(), b.CorpusID); err != nil {
		t.Fatal(err)
	}
	orderly(t, d)
	corpora, err := d.Corpora(t.Context())
	if err != nil || len(corpora) != 1 || corpora[0].Name != "a" {
		t.Errorf("corpora left: %v, %v", corpora, err)
	}
}

func TestLabelValues(t *testing.T) {
	for text, want := range map[string]any{
		"7": int64(7), "-3": int64(-3), "0": int64(0), "7.2": 7.2, "2.0": 2.0, "0.5": 0.5,
		"007": "007", "": "", ".5": ".5", "5.": "5.", "1.2.3": "1.2.3", "-": "-", "1e5": "1e5", "3.02556e+06": 3025560.0, "1234e56789": "1234e56789", "-2e-3": -0.002, "e+5": "e+5", "-0": "-0", "Easy": "Easy",
		"1234567890123456": "1234567890123456",
	} {
		if got := labelValue(text); got != want {
			t.Errorf("%q becomes %#v, want %#v", text, got, want)
		}
	}
	got := distinct([]Label{{"a", "1"}, {"a", "2"}, {"a.2", "3"}, {"b", ""}})
	same(t, "labels", fmt.Sprint(got), "[{a 1} {a.2 2} {a.2.2 3} {b }]")
}

// TestReadLabels: texts and numbers alike.
func TestReadLabels(t *testing.T) {
	got, err := readLabels(`[["level","easy"],["mean_seconds","303"]]`)
	must(t, err)
	same(t, "labels", got, []Label{{"level", "easy"}, {"mean_seconds", "303"}})
	if _, err := readLabels("{"); err == nil {
		t.Error("damage was read")
	}
}
