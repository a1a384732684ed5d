package store

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gradoku/internal/atomicfile"
)

// TestExportedFilters: puzzles in no export, and those of one.
func TestExportedFilters(t *testing.T) { onEveryEngine(t, testExportedFilters) }

func testExportedFilters(t *testing.T) {
	d, all := library(t)
	first := []int64{all[3].ID, all[0].ID, all[7].ID}
	second := []int64{all[7].ID, all[9].ID}
	var exports []int64
	for _, list := range [][]int64{first, second} {
		id, err := record(t.Context(), d, Export{
			Kind: "book", Path: "a.pdf", FilterJSON: "{}", IDs: list,
			SHA256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		})
		must(t, err)
		exports = append(exports, id)
	}
	fresh := ids(slices.DeleteFunc(slices.Clone(all), func(p Puzzle) bool {
		return slices.Contains(first, p.ID) || slices.Contains(second, p.ID)
	}))
	slices.Sort(first)
	used := slices.Compact(slices.Sorted(slices.Values(slices.Concat(first, second))))
	for _, test := range []struct {
		name   string
		filter Filter
		want   []int64
	}{
		{"in none", Filter{NeverExported: true}, fresh},
		{"in the first", Filter{ExportID: exports[0]}, first},
		{"in the second", Filter{ExportID: exports[1]}, second},
		{"in one that is not there", Filter{ExportID: 99}, nil},
		{"in some", Filter{Exported: true}, used},
		{"in some, the first two", Filter{Exported: true, Limit: 2}, used[:2]},
		{"in none, the first two", Filter{NeverExported: true, Limit: 2}, fresh[:2]},
	} {
		if got := ids(puzzles(t, d, test.filter)); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
	n, err := d.CountPuzzles(t.Context(), Filter{NeverExported: true})
	if err != nil || n != int64(len(fresh)) {
		t.Errorf("%d puzzles counted (%v), want %d", n, err, len(fresh))
	}
}

// TestUses: the puzzles of an export in the order of its file, and which exports have
// puzzles of a filter.
func TestUses(t *testing.T) { onEveryEngine(t, testUses) }

func testUses(t *testing.T) {
	d, all := library(t)
	var exports []int64
	for _, list := range [][]int64{{all[3].ID, all[0].ID, all[7].ID}, {all[7].ID, all[1].ID}} {
		id, err := record(t.Context(), d, Export{
			Kind: "book", Path: fmt.Sprintf("%d.pdf", len(exports)), FilterJSON: "{}", IDs: list, SHA256: strings.Repeat("0", 64),
		})
		must(t, err)
		exports = append(exports, id)
		if got, err := d.ExportItems(t.Context(), id); err != nil || !slices.Equal(got, list) {
			t.Errorf("export %d has %v (%v), want %v", id, got, err, list)
		}
	}
	if got, err := d.ExportItems(t.Context(), 99); err != nil || len(got) > 0 {
		t.Errorf("an export that is not there has %v (%v)", got, err)
	}
	for _, test := range []struct {
		name   string
		filter Filter
		want   []Use
	}{
		{"all", Filter{}, []Use{{exports[0], "book", "0.pdf", 3}, {exports[1], "book", "1.pdf", 2}}},
		{"by id", Filter{IDs: []int64{all[1].ID, all[2].ID, all[7].ID}}, []Use{{exports[0], "book", "0.pdf", 1}, {exports[1], "book", "1.pdf", 2}}},
		{"of one export", Filter{ExportID: exports[1]}, []Use{{exports[0], "book", "0.pdf", 1}, {exports[1], "book", "1.pdf", 2}}},
		{"none", Filter{IDs: []int64{all[2].ID}}, nil},
	} {
		if got, err := d.Uses(t.Context(), test.filter); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %v (%v), want %v", test.name, got, err, test.want)
		}
	}
	if err := d.FreeExports(t.Context(), exports[0]); err != nil {
		t.Error(err)
	}
	if got, err := d.Uses(t.Context(), Filter{}); err != nil || !slices.Equal(got, []Use{{exports[1], "book", "1.pdf", 2}}) {
		t.Errorf("without the first: %v (%v)", got, err)
	}
	if _, err := d.Uses(t.Context(), Filter{Selection: Selection{Where: Condition{Text: "colour = 1"}}}); !errors.Is(err, ErrFilter) {
		t.Errorf("a wrong condition gives %v", err)
	}
}

func TestPuzzleByCanon(t *testing.T) { onEveryEngine(t, testPuzzleByCanon) }

func testPuzzleByCanon(t *testing.T) {
	d, all := library(t)
	for _, want := range []Puzzle{all[0], all[9], all[len(all)-1]} { // the tenth is not graded
		got, err := d.PuzzleByCanon(t.Context(), want.Canon)
		if err != nil || got != want {
			t.Errorf("puzzle %d: got %d, %v", want.ID, got.ID, err)
		}
	}
	if _, err := d.PuzzleByCanon(t.Context(), [16]byte{1}); !errors.Is(err, ErrNotFound) {
		t.Errorf("an unknown key gives %v", err)
	}
}

// TestTaken: puzzles that were chosen because nobody had used them are not recorded
// when somebody has by now, and their file gets no name.
func TestTaken(t *testing.T) { onEveryEngine(t, testTaken) }

func testTaken(t *testing.T) {
	d, all := library(t)
	e := Export{Kind: "line", Path: "a", SHA256: strings.Repeat("0", 64), FilterJSON: "{}", IDs: []int64{all[0].ID, all[1].ID}}
	if _, err := record(t.Context(), d, e); err != nil {
		t.Fatal(err)
	}
	e.Last = 1
	named := 0
	name := func() error { named++; return nil }
	e.IDs = []int64{all[1].ID, all[2].ID}
	if _, err := d.RecordExport(t.Context(), e, true, nil, name); !errors.Is(err, ErrTaken) || named > 0 {
		t.Errorf("%v, named %d times", err, named)
	}
	e.IDs = e.IDs[1:]
	if _, err := d.RecordExport(t.Context(), e, true, nil, name); err != nil || named != 1 {
		t.Errorf("%v, named %d times", err, named)
	}
	// Another command has recorded a file of that name since this one was begun.
	e.IDs = []int64{all[3].ID}
	if _, err := d.RecordExport(t.Context(), e, false, nil, name); !errors.Is(err, ErrTaken) || named > 1 {
		t.Errorf("%v, named %d times", err, named)
	}
	e.Last = 2
	// A file that cannot have its name is not recorded: its puzzles are free.
	no := errors.New("no")
	e.Writer = filepath.Join(t.TempDir(), "none")
	if _, err := d.RecordExport(t.Context(), e, false, nil, func() error { return no }); !errors.Is(err, no) {
		t.Error(err)
	}
	if list, err := d.Exports(t.Context()); err != nil || len(list) != 3 || !list[2].Pending {
		t.Errorf("%v, %v; want the third to be pending", list, err)
	}
	if _, err := d.Settle(t.Context(), "", ""); err != nil {
		t.Error(err)
	}
	if list, err := d.Exports(t.Context()); err != nil || len(list) != 2 {
		t.Errorf("%d exports, %v; want 2", len(list), err)
	}
}

// TestSettle plays a command that is killed at each instant of giving files their names, and
// what the next one sees: the same command, with the same puzzles or others, and another.
func TestSettle(t *testing.T) { onEveryEngine(t, testSettle) }

func testSettle(t *testing.T) {
	d, all := library(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "a.csv")
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte("whole")))
	first, second := []int64{all[0].ID, all[1].ID}, []int64{all[2].ID}
	killed := errors.New("killed")
	record := func(e Export, again []int64, name error) (int64, error) {
		return d.RecordExport(t.Context(), e, true, again, func() error { return name })
	}
	killedExport := Export{Kind: "csv", Path: "a.csv", SHA256: sum, FilterJSON: "{}", Request: `{"a":1}`, Writer: filepath.Join(dir, "gone"), IDs: first}
	for _, test := range []struct {
		name    string
		file    string // that the killed command left
		request string // of the next command
		folder  string
		again   bool   // it may be the killed one again
		rows    string // after it, with other puzzles
	}{
		{"before the renaming", "older", `{"a":1}`, dir, false, ""},
		{"no file", "", `{"a":1}`, dir, false, ""},
		{"after it", "whole", `{"a":1}`, dir, true, "done"},
		{"after it, another request", "whole", `{"a":2}`, dir, false, "done"},
		{"after it, another folder", "whole", `{"a":1}`, filepath.Dir(dir), false, "done"},
	} {
		os.Remove(path)
		if test.file != "" {
			must(t, os.WriteFile(path, []byte(test.file), 0o600))
		}
		if _, err := record(killedExport, nil, killed); !errors.Is(err, killed) {
			t.Fatal(err)
		}
		// A server knows the writer by its session, which is this one.
		if gone, err := d.Abandoned(t.Context()); err != nil || d.engine == &sqliteEngine && (len(gone) == 1) != (test.file != "whole") {
			t.Errorf("%s: abandoned are %v (%v)", test.name, gone, err)
		}
		again, err := d.Settle(t.Context(), test.request, test.folder)
		if err != nil || (len(again) == 1) != test.again {
			t.Fatalf("%s: %v, %v", test.name, again, err)
		}
		free := ids(puzzles(t, d, Filter{NeverExported: true, Spare: again}))
		if slices.Contains(free, first[0]) != (test.again || test.rows == "") {
			t.Errorf("%s: free are %v", test.name, free)
		}
		if test.again {
			if _, err := d.Settle(t.Context(), "", ""); err != nil { // another command meanwhile
				t.Fatal(err)
			}
			other := killedExport
			other.IDs = second
			if _, err := record(other, again, nil); !errors.Is(err, ErrTaken) {
				t.Errorf("%s: other puzzles: %v", test.name, err)
			}
			if got, err := record(killedExport, again, nil); err != nil || got != again[0] {
				t.Errorf("%s: the same once more: %v, %v; want %v", test.name, got, err, again[0])
			}
		}
		rows := ""
		exports, err := d.Exports(t.Context())
		for _, e := range exports {
			rows += map[bool]string{true: "pending", false: "done"}[e.Pending]
		}
		if err != nil || rows != test.rows {
			t.Errorf("%s: the rows are %q (%v), want %q", test.name, rows, err, test.rows)
		}
		if _, err := d.writer.Exec("DELETE FROM export"); err != nil {
			t.Fatal(err)
		}
	}
	// A row whose writer is alive stays as it is.
	place, err := atomicfile.Make(path)
	must(t, err)
	defer place.Remove()
	alive := killedExport
	alive.Writer = place.Folder()
	var seen error
	_, err = d.RecordExport(t.Context(), alive, true, nil, func() error {
		other, err := Open(t.Context(), d.path, ReadWrite)
		if err != nil {
			return err
		}
		defer other.Close()
		_, err = other.Settle(t.Context(), "", "")
		exports, listed := other.Exports(t.Context())
		if len(exports) != 1 || !exports[0].Pending {
			seen = fmt.Errorf("the exports are %v", exports)
		}
		// Nor may another command name the same file.
		second, made := atomicfile.Make(path)
		if made != nil {
			return made
		}
		defer second.Remove()
		same := Export{Kind: "csv", Path: "./a.csv", SHA256: sum, FilterJSON: "{}", Writer: second.Folder()}
		if _, err := other.RecordExport(t.Context(), same, false, nil, func() error { return nil }); !errors.Is(err, ErrWriting) {
			seen = fmt.Errorf("a second writer: %w", err)
		}
		return errors.Join(err, listed)
	})
	if err := errors.Join(err, seen); err != nil {
		t.Error(err)
	}
}
