package main

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/store"
)

// TestRegradeAfterAnUpdate: a database of an earlier grader, which had the first
// puzzle harder and the second right.
func TestRegradeAfterAnUpdate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	db, err := store.Open(t.Context(), path, store.ReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	old, err := db.As(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	_, file, err := old.BeginImport(t.Context(), store.Corpus{Name: "c"}, store.CorpusFile{Name: "f", SHA256: strings.Repeat("0", 64)})
	if err != nil {
		t.Fatal(err)
	}
	grader := grade.NewGrader(board.Sizes()[0])
	var items []store.Item
	for i, text := range []string{"1234341221434.2.", "12343412.143.321"} {
		p, err := board.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		it := store.Item{Line: i + 1, Column: 1, Puzzle: store.Puzzle{
			Size: 4, Givens: text, Solution: "1234341221434321", Canon: [16]byte{byte(i)}, Clues: p.Clues(), Symmetry: "none",
			Grader: 1, Grade: grader.Grade(&p),
		}}
		if i == 0 {
			it.Puzzle.Grade.Rating, it.Puzzle.Grade.Level, it.Puzzle.Grade.AtLeast = 99, "Beyond", true
		}
		items = append(items, it)
	}
	if _, _, err := old.SaveItems(t.Context(), store.ItemBatch{File: file, Items: items}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}

	expect := func(code int, want string, args ...string) {
		t.Helper()
		got, out, talk := call(t, append(args, "--db", path)...)
		if got != code || !strings.Contains(out+talk, want) {
			t.Errorf("%v: exit %d, want %d; %q is not in\n%s%s", args, got, code, want, out, talk)
		}
	}
	now := strconv.Itoa(grade.Version)
	expect(1, "no puzzle in "+path+" has a grade of both versions: 2 have one of 1 only, 0 of "+now+" only", "diff-grades", "1", now)
	expect(0, "0 puzzles graded by grader "+now, "regrade", "--where", "corpus = other")
	expect(0, "1 puzzle graded by grader "+now, "regrade", "--where", "rating > 9 and at_least")
	expect(0, "1 puzzle graded by grader "+now, "regrade", "--workers", "2")
	expect(0, "0 puzzles graded by grader "+now, "regrade")
	expect(0, "2 puzzles have grades of versions 1 and "+now+"; 0 of 1 only, 0 of "+now+" only\nrating: 1 the same (50.00%), 0 harder (0.00%), 1 easier (50.00%)", "diff-grades", "1", now)
	expect(0, "≥9.9", "diff-grades", "1", now)
	expect(0, `"from":"Beyond","puzzles":1,"to":"`, "diff-grades", "1", now, "--json")
	expect(0, "2 puzzles graded by grader 1", "db", "info")

	// A level of an older grader may be any text: a long one does not widen every row.
	if err := damageValue(path, "grade", "level", strings.Repeat("q", 1<<20), false); err != nil {
		t.Fatal(err)
	}
	if code, out, talk := call(t, "diff-grades", "1", fmt.Sprint(grade.Version), "--db", path); code != 0 || !strings.Contains(out, "qqq…") || len(out) > 100_000 {
		t.Errorf("a long level: exit %d, %d bytes, %s", code, len(out), talk)
	}
}
