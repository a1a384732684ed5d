package run

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/store"
)

var errFailed = errors.New("failed")

// sheet is a file in memory: puzzles of two sizes, some of them twice, some
// turned, some broken.
func sheet(t testing.TB) []Found {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	var all []Found
	for _, k := range []struct{ size, n int }{{6, 35}, {9, 14}} {
		opt := options(t, k.size, "none", 0)
		g, err := generate.New(opt.Shape())
		must(t, err)
		for i := range k.n {
			p, err := g.Try(1, uint64(i))
			must(t, err)
			found := Found{Puzzle: p.Grid, Solution: p.Solution, Labels: []store.Label{{Name: "i", Value: fmt.Sprint(i)}}}
			all = append(all, found)
			switch i % 7 {
			case 0: // the same again
				all = append(all, found)
			case 1: // turned
				turn := board.RandomTransform(p.Grid.Geometry(), rng)
				all = append(all, Found{Puzzle: turn.Apply(&p.Grid)})
			case 2: // a clue less: several solutions, since it was minimal
				less := p.Grid
				clues := less.ClueSet()
				less.Set(clues.First(), 0)
				all = append(all, Found{Puzzle: less})
			case 3:
				all = append(all, Found{Fault: "neither a puzzle nor a comment"})
			case 4: // contradictory
				bad := p.Solution
				bad.Set(0, bad.At(1))
				all = append(all, Found{Puzzle: bad})
			case 5: // a wrong solution beside it
				wrong := found
				wrong.Solution.Set(0, wrong.Solution.At(1))
				all = append(all, wrong)
			}
		}
	}
	for i := range all {
		all[i].Line, all[i].Column = i+1, 1
	}
	return all
}

// each yields what is in a list, and an error behind the first n unless n < 0.
func each(list []Found, n int) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		for i, f := range list {
			if i == n {
				yield(Found{}, errFailed)
				return
			}
			if !yield(f, nil) {
				return
			}
		}
	}
}

func beginImport(t testing.TB, db *store.DB) store.CorpusFile {
	t.Helper()
	_, f, err := db.BeginImport(t.Context(), store.Corpus{Name: "c"}, store.CorpusFile{Name: "f", SHA256: strings.Repeat("0", 64)})
	must(t, err)
	return f
}

// imported is all that an import leaves behind.
func imported(t testing.TB, db *store.DB, f store.CorpusFile) string {
	t.Helper()
	counts, err := db.ItemCounts(t.Context(), f.CorpusID, f.ID)
	must(t, err)
	labels, err := db.Labels(t.Context(), f.CorpusID)
	must(t, err)
	text := fmt.Sprintf("%v\n%v\n", counts, labels)
	for it, err := range db.Faults(t.Context(), f) {
		text += fmt.Sprintf("%d:%d %s %s %s %v\n", it.Line, it.Column, it.Status, it.Reason, it.Puzzle.Givens, err)
	}
	for _, p := range rows(t, db) {
		text += fmt.Sprintf("%+v\n", p)
	}
	if problems, err := db.Check(t.Context(), true, nil); err != nil || len(problems) > 0 {
		t.Errorf("check: %v, %v", problems, err)
	}
	return text
}

func TestImport(t *testing.T) {
	list := sheet(t)
	for _, cfg := range []ImportConfig{{Workers: 1, Grade: true, Budget: grade.DefaultBudget}, {Workers: 3, KeepImproper: true}} {
		db := open(t)
		file, got, err := Import(t.Context(), db, beginImport(t, db), each(list, -1), cfg)
		if err != nil || got.Read() != int64(len(list)) || file.Items != int64(len(list)) {
			t.Fatalf("%v, %v, file at %d; want %d items", got, err, file.Items, len(list))
		}
		want := Outcomes{"new": 49, "known": 7 + 7, "isomorph": 7, "several": 7, "none": 7, "malformed": 7}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("outcomes (-want +got):\n%s", diff)
		}
		for _, p := range rows(t, db) {
			if !p.Minimal || (p.Grader != 0) != cfg.Grade {
				t.Errorf("%+v", p)
			}
		}
		if kept := !strings.Contains(imported(t, db, file), "several solutions  <nil>"); kept != cfg.KeepImproper {
			t.Errorf("improper puzzles kept: %v", kept)
		}
		var others Outcomes
		if _, others, err = Import(t.Context(), db, file, each(list, -1), cfg); err != nil || others.Read() != 0 {
			t.Errorf("a second time: %v, %v", others, err)
		}
	}
}

// TestImportGoesOn breaks off the file again and again and compares with an
// import that nothing disturbed.
func TestImportGoesOn(t *testing.T) {
	list := sheet(t)
	whole := open(t)
	cfg := ImportConfig{Workers: 2, Grade: true, KeepImproper: true}
	file, all, err := Import(t.Context(), whole, beginImport(t, whole), each(list, -1), cfg)
	must(t, err)
	parts, sum, ends := open(t), Outcomes{}, 0
	for n := 7; ; n += 23 {
		part, got, err := Import(t.Context(), parts, beginImport(t, parts), each(list, n), cfg)
		for status, count := range got {
			sum[status] += count
		}
		if err == nil {
			break
		}
		if !errors.Is(err, errFailed) || part.Items != int64(n) {
			t.Fatalf("at %d: file at %d, %v", n, part.Items, err)
		}
		ends++
	}
	if diff := cmp.Diff(all, sum); diff != "" || ends < 3 {
		t.Errorf("%d ends, outcomes (-whole +parts):\n%s", ends, diff)
	}
	if diff := cmp.Diff(imported(t, whole, file), imported(t, parts, file)); diff != "" {
		t.Errorf("(-whole +parts):\n%s", diff)
	}
}

// TestImportStops: what is complete when the context ends is saved, and the rest
// comes later.
func TestImportStops(t *testing.T) {
	list := sheet(t)
	whole, db := open(t), open(t)
	cfg := ImportConfig{Workers: 2, Grade: true}
	file, _, err := Import(t.Context(), whole, beginImport(t, whole), each(list, -1), cfg)
	must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	stopping := func(yield func(Found, error) bool) {
		for i, f := range list {
			if i == 40 {
				cancel()
			}
			if !yield(f, nil) {
				return
			}
		}
	}
	part, _, err := Import(ctx, db, beginImport(t, db), stopping, cfg)
	if !errors.Is(err, context.Canceled) || part.Items >= int64(len(list)) {
		t.Fatalf("file at %d, %v", part.Items, err)
	}
	if _, _, err := Import(t.Context(), db, part, each(list, -1), cfg); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(imported(t, whole, file), imported(t, db, file)); diff != "" {
		t.Errorf("(-whole +stopped):\n%s", diff)
	}
}

func TestStrictImport(t *testing.T) {
	list, db := sheet(t), open(t)
	var faults []store.Item
	file, got, err := Import(t.Context(), db, beginImport(t, db), each(list, -1), ImportConfig{
		Workers: 2, Strict: true, Fault: func(it store.Item) { faults = append(faults, it) },
	})
	if !errors.Is(err, ErrStrict) || len(faults) != 1 || int64(faults[0].Line) != file.Items+1 || got.Read() != file.Items || file.Done {
		t.Errorf("file at %d, %v, %v, faults %+v", file.Items, got, err, faults)
	}
}

// TestManyLabelsMakeSmallJobs: labels of few characters count with what they take in
// memory, so that lines full of them are imported a few at a time.
func TestManyLabelsMakeSmallJobs(t *testing.T) {
	labels := make([]store.Label, 5000)
	for i := range labels {
		labels[i] = store.Label{Name: "a", Value: "1"}
	}
	var sizes []int
	for c := range chunked(func(yield func(Found, error) bool) {
		for range 6 {
			if !yield(Found{Labels: labels}, nil) {
				return
			}
		}
	}, 0, importChunk) {
		sizes = append(sizes, len(c.found))
	}
	if want := []int{3, 3, 0}; !slices.Equal(sizes, want) {
		t.Errorf("jobs of %v entries, want %v", sizes, want)
	}
}

// TestTakeOver: an item of another database keeps its grade if it is by this grader and of
// this very puzzle, and is rejected if its key is not that of its puzzle.
func TestTakeOver(t *testing.T) {
	list := sheet(t)[:1]
	other := open(t)
	if _, _, err := Import(t.Context(), other, beginImport(t, other), each(list, -1), ImportConfig{Workers: 1, Grade: true, Budget: grade.DefaultBudget}); err != nil {
		t.Fatal(err)
	}
	stored := rows(t, other)[0]
	marked := stored
	marked.Grade.Scan += 7 // to tell a grade that is kept from a computed one
	for _, c := range []struct {
		what   string
		change func(*store.StoredItem)
		scan   int
		reason string
	}{
		{"the same grader", func(*store.StoredItem) {}, marked.Grade.Scan, ""},
		{"another grader", func(it *store.StoredItem) { it.Puzzle.Grader-- }, stored.Grade.Scan, ""},
		{"an isomorph's grade", func(it *store.StoredItem) { it.Puzzle.Givens = "another" }, stored.Grade.Scan, ""},
		{"a wrong key", func(it *store.StoredItem) { it.Puzzle.Canon[0]++ }, 0, "its canonical key is "},
		{"a reason from there", func(it *store.StoredItem) { it.Reason = "a wrong solution" }, marked.Grade.Scan, "a wrong solution"},
	} {
		db := open(t)
		item := store.StoredItem{Item: store.Item{Status: store.StatusNew, Puzzle: marked}}
		c.change(&item)
		reason := ""
		_, _, err := Import(t.Context(), db, beginImport(t, db), each([]Found{{Puzzle: list[0].Puzzle, Earlier: &item}}, -1), ImportConfig{
			Workers: 1, Grade: true, Budget: grade.DefaultBudget, Fault: func(it store.Item) { reason = it.Reason },
		})
		scan := 0
		for _, p := range rows(t, db) {
			scan = p.Grade.Scan
		}
		if err != nil || scan != c.scan || !strings.HasPrefix(reason, c.reason) || c.reason == "" && reason != "" {
			t.Errorf("%s: S is %d, want %d; %q, %v", c.what, scan, c.scan, reason, err)
		}
	}
	// What was never a puzzle stays what it was.
	db := open(t)
	_, got, err := Import(t.Context(), db, beginImport(t, db), each([]Found{{Earlier: &store.StoredItem{Item: store.Item{Status: store.StatusSeveral, Reason: "two"}}}}, -1), ImportConfig{Workers: 1})
	if err != nil || got[store.StatusSeveral] != 1 {
		t.Errorf("an item without its puzzle: %v, %v", got, err)
	}
}
