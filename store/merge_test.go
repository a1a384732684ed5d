package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// merge merges the databases into a new one, a few rows at a time.
func merge(t testing.TB, inputs ...*DB) *DB {
	t.Helper()
	out := filepath.Join(t.TempDir(), "merged.db")
	if err := mergeTo(out, inputs...); err != nil {
		t.Fatal(err)
	}
	return reopen(t, out, ReadOnly)
}

func mergeTo(out string, inputs ...*DB) error {
	plan, err := planMerge(context.Background(), inputs)
	if err != nil {
		return err
	}
	plan.chunk = 7
	return keepMerged(out, plan)
}

func keepMerged(out string, plan *mergePlan) error {
	place, _, err := carryOut(context.Background(), out, plan, nil)
	if err != nil {
		return err
	}
	return place.Keep()
}

func paths(inputs ...*DB) []string {
	var list []string
	for _, d := range inputs {
		list = append(list, d.path)
	}
	return list
}

// compute saves the tries of a run that is cut by tries; keys says what comes
// out of each, 0 for nothing.
func compute(t testing.TB, d *DB, seed int64, cut Shard, keys []int64) Run {
	t.Helper()
	run := begin(t, d, cutWish(seed, int64(len(keys)), cut))
	_, to := cut.Range(int64(len(keys)))
	var puzzles []Puzzle
	for seq := run.Next; seq < to; seq++ {
		if keys[seq] != 0 {
			puzzles = append(puzzles, fake(seq, keys[seq]))
		}
	}
	return save(t, d, Batch{RunID: run.ID, From: run.Next, To: to, Puzzles: puzzles}).Run
}

// TestMergedSlicesAreTheRun: however a run is cut, and in whatever order the
// slices are given, they make the rows, ids and counters of the run.
func TestMergedSlicesAreTheRun(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 1))
			n := 1 + r.IntN(4)
			keys := make([]int64, n+r.IntN(60))
			for i := range keys {
				keys[i] = r.Int64N(40)
			}
			whole := create(t)
			compute(t, whole, 1, Shard{Tries: true}, keys)
			slices := make([]*DB, n)
			for place, i := range r.Perm(n) {
				slices[place] = create(t)
				compute(t, slices[place], 1, Shard{Tries: true, Index: i + 1, Of: n}, keys)
			}
			merged := merge(t, slices...)
			same(t, "merged slices", dump(t, merged), dump(t, whole))
			same(t, "merged with its slices again", dump(t, merge(t, append(slices, merged, merged)...)), dump(t, whole))
			if problems, err := merged.Check(t.Context(), false, nil); err != nil || problems != nil {
				t.Errorf("check: %v, %v", problems, err)
			}
		})
	}
}

// stocked is a database with all kinds of things in it.
func stocked(t testing.TB, seed int64, keys ...int64) *DB {
	d := create(t)
	run := begin(t, d, wish(seed, int64(len(keys))))
	var puzzles []Puzzle
	for i, k := range keys {
		puzzles = append(puzzles, fake(int64(2*i), k))
	}
	save(t, d, Batch{RunID: run.ID, To: int64(2 * len(keys)), Puzzles: puzzles})
	f := imported(t, d, fmt.Sprintf("book%d", seed), "shelf.txt")
	ungraded := item(1, 1000+seed, Label{"mean_seconds", "40"})
	ungraded.Puzzle.Grader = 0
	f, _ = take(t, d, f, Item{Line: 1, Column: 1, Status: StatusMalformed, Reason: "what?"}, ungraded, item(2, keys[0], Label{"mean_seconds", fmt.Sprint(10 * seed)}))
	if err := d.EndImport(t.Context(), f.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := record(t.Context(), d, Export{Kind: "line", Path: "book.txt", SHA256: fmt.Sprintf("%064d", seed), FilterJSON: "{}", IDs: []int64{2, 1}}); err != nil {
		t.Fatal(err)
	}
	return d
}

// contents is dump and what else a merge carries, by the puzzles' keys.
func contents(t testing.TB, d *DB) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(dump(t, d))
	for _, query := range []string{
		"SELECT format('corpus %d %s, %s, %s', id, name, source, licence) FROM corpus ORDER BY id",
		"SELECT format('file %d of %d: %s %s %d %d %d', id, corpus_id, name, sha256, bytes, items, finished_at IS NOT NULL) FROM corpus_file ORDER BY id",
		`SELECT format('item %d of %d: %d:%d in %d %s', seq, corpus_id, line, col, file_id, status)
			|| format(' is %s, %s, %s, %s', puzzle_id, reason, givens, labels_json) FROM corpus_item ORDER BY corpus_id, seq`,
		"SELECT format('corpus puzzle %d of %d, %d, %s', id, corpus_id, seq, hex(canon)) FROM puzzle WHERE corpus_id IS NOT NULL ORDER BY id",
		"SELECT format('label %d %s %s by %d of %d', puzzle_id, name, value, seq, corpus_id) FROM label ORDER BY puzzle_id, name, corpus_id, seq",
		"SELECT format('export %d %s %s %d %d', id, path, sha256, ordinal, puzzle_id) FROM export JOIN export_item ON id = export_id ORDER BY id, ordinal",
	} {
		rows, err := d.readers.Query(query)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var line *string
			if err := rows.Scan(&line); err != nil {
				t.Fatal(err)
			}
			if line != nil {
				fmt.Fprintln(&b, *line)
			}
		}
	}
	return b.String()
}

// TestMergeLibraries: everything comes along under new ids, a puzzle that both
// have stays with the first, and merging again changes nothing.
func TestMergeLibraries(t *testing.T) {
	a, b := stocked(t, 1, 11, 12, 13), stocked(t, 2, 21, 12, 23)
	merged := merge(t, a, b)
	got := contents(t, merged)
	for _, want := range []string{
		"run 1 target 3 next 5 accepted 3 duplicates 0 last 4 done",
		"run 2 target 3 next 5 accepted 2 duplicates 1 last 4 stopped", // one puzzle short now: it can go on
		"puzzle 5 run 2 seq 0 ", "puzzle 6 run 2 seq 4 ",
		"corpus 1 book1", "corpus 2 book2", "corpus puzzle 4 of 1, 1", "corpus puzzle 7 of 2, 1",
		"item 0 of 2: 1:1 in 2 malformed is , what?", "item 1 of 2: 1:1 in 2 new is 7,", "item 2 of 2: 2:1 in 2 known is 5,",
		"label 1 mean_seconds 10 by 2 of 1\n", "label 5 mean_seconds 20 by 2 of 2\n", "label 7 mean_seconds 40 by 1 of 2\n",
		fmt.Sprintf("export 1 book.txt %064d 0 2\n", 1), fmt.Sprintf("export 2 book.txt %064d 0 2\n", 2), fmt.Sprintf("export 2 book.txt %064d 1 5\n", 2),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if t.Failed() {
		t.Logf("merged:\n%s", got)
	}
	same(t, "one alone", contents(t, merge(t, a)), contents(t, a))
	same(t, "one twice", contents(t, merge(t, a, a)), contents(t, a))
	same(t, "merged again", contents(t, merge(t, merged, b, a, merged)), got)
	if problems, err := merged.Check(t.Context(), false, nil); err != nil || problems != nil {
		t.Errorf("check: %v, %v", problems, err)
	}
	out := filepath.Join(t.TempDir(), "counted.db")
	told := int64(0)
	counts, err := mergeMadeUp(t.Context(), out, paths(a, b), func(done, total int64) {
		if told = done; total != 14 {
			t.Errorf("%d rows in all", total)
		}
	})
	same(t, "counts", counts, Merged{Runs: 2, Corpora: 2, Exports: 2, Rows: 8, Puzzles: 7})
	if err != nil || told != 14 {
		t.Errorf("told %d rows, %v", told, err)
	}
}

// TestMergeFurtherRun: of one run in two states the further one counts.
func TestMergeFurtherRun(t *testing.T) {
	keys := []int64{1, 2, 0, 3, 2, 4}
	short, long := create(t), create(t)
	compute(t, short, 1, Shard{Tries: true}, keys[:3])
	compute(t, long, 1, Shard{Tries: true}, keys)
	want := dump(t, long)
	same(t, "short first", dump(t, merge(t, short, long)), want)
	same(t, "long first", dump(t, merge(t, long, short)), want)
}

// TestMergeMoreThanAskedFor: the furthest input had known puzzles of the run, which
// another has as the run's: together they are more than either was asked for.
func TestMergeMoreThanAskedFor(t *testing.T) {
	ran := func(d *DB, seed, target int64, keys ...int64) *DB {
		run := begin(t, d, wish(seed, target))
		var puzzles []Puzzle
		for i, k := range keys {
			puzzles = append(puzzles, fake(int64(i), k))
		}
		save(t, d, Batch{RunID: run.ID, To: int64(len(keys)), Puzzles: puzzles})
		return d
	}
	plain := ran(create(t), 1, 3, 1, 2, 3)
	knowing := ran(ran(create(t), 2, 2, 1, 2), 1, 3, 1, 2, 3, 4, 5)
	for want, inputs := range map[string][]*DB{
		"run 1 target 5 next 5 accepted 5 duplicates 0 last 4 done": {plain, knowing},
		"run 2 target 3 next 5 accepted 3 duplicates 2 last 4 done": {knowing, plain},
	} {
		merged := merge(t, inputs...)
		if got := dump(t, merged); !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
		if problems, err := merged.Check(t.Context(), false, nil); err != nil || problems != nil {
			t.Errorf("check: %v, %v", problems, err)
		}
	}
}

// TestMergeGrowingRun: rows that a run saves after it was looked at are left to
// the next merge.
func TestMergeGrowingRun(t *testing.T) {
	d := create(t)
	compute(t, d, 1, Shard{Tries: true}, []int64{1, 2, 3})
	want := dump(t, d)
	plan, err := planMerge(t.Context(), []*DB{d})
	if err != nil {
		t.Fatal(err)
	}
	compute(t, d, 1, Shard{Tries: true}, []int64{1, 2, 3, 4, 5})
	out := filepath.Join(t.TempDir(), "merged.db")
	if err := keepMerged(out, plan); err != nil {
		t.Fatal(err)
	}
	same(t, "merged", dump(t, reopen(t, out, ReadOnly)), want)
}

// TestMergeSlicesAfterTheRest: slices are put together as the run would have
// come out in a database that held the rest before.
func TestMergeSlicesAfterTheRest(t *testing.T) {
	keys := []int64{1, 2, 3, 4, 5, 6}
	second := create(t)
	compute(t, second, 1, Shard{Tries: true, Index: 2, Of: 2}, keys)
	first := create(t)
	compute(t, first, 1, Shard{Tries: true, Index: 1, Of: 2}, keys)
	compute(t, first, 2, Shard{Tries: true}, []int64{7, 5})
	single := create(t)
	compute(t, single, 2, Shard{Tries: true}, []int64{7, 5})
	compute(t, single, 1, Shard{Tries: true}, keys)
	same(t, "rows", dump(t, merge(t, first, second)), dump(t, single))
}

func TestMergeRefuses(t *testing.T) {
	keys := make([]int64, 30)
	slice := func(seed int64, version string, i, n, tries int) *DB {
		d := create(t)
		compute(t, d, seed, Shard{Tries: true, Index: i, Of: n}, keys[:tries])
		exec(t, d, "UPDATE run SET version = ?", version)
		return d
	}
	made := func(keys ...int64) *DB {
		d := create(t)
		compute(t, d, 1, Shard{Tries: true}, keys)
		return d
	}
	stopped := create(t)
	run := begin(t, stopped, cutWish(1, 30, Shard{Tries: true, Index: 2, Of: 3}))
	save(t, stopped, Batch{RunID: run.ID, From: 10, To: 14})
	other := stocked(t, 1, 5)
	exec(t, other, "UPDATE corpus_file SET sha256 = ?", fmt.Sprintf("%064d", 77))
	odd := create(t)
	exec(t, odd, "UPDATE technique SET rating = rating + 1 WHERE ordinal = 3")
	damaged := create(t)
	begin(t, damaged, wish(1, 5))
	exec(t, damaged, "UPDATE run SET options_json = '{\"cut\":\"time\"}'")
	for _, c := range []struct {
		name   string
		inputs []*DB
		want   string
	}{
		{"a missing slice", []*DB{slice(1, "1.0", 1, 3, 30), slice(1, "1.0", 3, 3, 30)}, "the run with seed 1 is not complete: slice 2/3, attempts 10 to 19, is not in any input"},
		{"an unfinished slice", []*DB{slice(1, "1.0", 1, 3, 30), stopped, slice(1, "1.0", 3, 3, 30)}, "slice 2/3 in " + stopped.path + " lacks the attempts 14 to 19"},
		{"slices cut otherwise", []*DB{slice(1, "1.0", 1, 2, 30), slice(1, "1.0", 2, 3, 30)}, "has slice 1/2 of 30 attempts and"},
		{"slices of other lengths", []*DB{slice(1, "1.0", 1, 2, 30), slice(1, "1.0", 2, 2, 20)}, "slice 2/2 of 20 attempts of the same run: all slices must divide the run in the same way"},
		{"slices of two versions", []*DB{slice(1, "1.0", 1, 2, 30), slice(1, "2.0", 2, 2, 30)}, "made by gradoku 1.0 and 2.0"},
		{"slices of two seeds", []*DB{slice(1, "1.0", 1, 2, 30), slice(2, "1.0", 2, 2, 30)}, "other slices have a different seed"},
		{"many missing slices", []*DB{slice(1, "1.0", 1, 30, 30)}, "slice 11/30, attempts 10 to 10, is not in any input; and perhaps more"},
		{"two corpora of one name", []*DB{stocked(t, 1, 5), other}, `has a corpus "book1" whose files differ from those of the same corpus in an earlier input: only it has the file with the SHA-256 000`},
		{"other techniques", []*DB{create(t), odd}, "has different techniques for grader"},
		{"other puzzles of one run", []*DB{made(3, 4), made(3, 5)}, "attempt 1 of run 1 gave a different puzzle than in an earlier input"},
		{"a run that nobody can read", []*DB{damaged}, `it is cut by "time"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			err := mergeTo(filepath.Join(dir, "out.db"), c.inputs...)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if files, _ := os.ReadDir(dir); len(files) > 0 {
				t.Errorf("left behind: %v", files)
			}
		})
	}
}

// TestMergeFiles: what cannot be read, and where cannot be written.
func TestMergeFiles(t *testing.T) {
	a, dir := stocked(t, 1, 5), t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("notes ", 40)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		out, input string
		want       error
	}{
		{filepath.Join(dir, "out.db"), text, ErrNotDatabase},
		{filepath.Join(dir, "out.db"), filepath.Join(dir, "nothing.db"), ErrNotFound},
		{text, a.path, ErrMerge},
		{filepath.Join(dir, "nowhere", "out.db"), a.path, os.ErrNotExist},
	} {
		if _, err := mergeMadeUp(t.Context(), c.out, []string{a.path, c.input}, nil); !errors.Is(err, c.want) {
			t.Errorf("%s into %s: %v, want %v", c.input, c.out, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := mergeMadeUp(ctx, filepath.Join(dir, "out.db"), []string{a.path}, func(int64, int64) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("left behind: %v", files)
	}
	if files, _ := filepath.Glob(a.path + "*"); len(files) > 3 {
		t.Errorf("beside the input: %v", files)
	}
}

// TestMergeIntoNothing: a merge replaces no file, not even one that was made while it
// ran, and does not put its file beside what an earlier one left.
func TestMergeIntoNothing(t *testing.T) {
	a := stocked(t, 1, 5)
	for _, c := range []struct {
		name   string
		during bool
		want   error
		text   string
	}{
		{"out.db", false, ErrMerge, "out.db already exists"},
		{"out.db", true, ErrMerge, "out.db already exists"},
		{"out.db-wal", false, ErrMerge, "out.db-wal is left over"},
		{"out.db-wal", true, ErrMerge, "out.db-wal is left over"},
		{"out.db-journal", false, ErrMerge, "out.db-journal is left over"},
		{"", false, syscall.ENOTDIR, "not a directory"},
	} {
		dir := t.TempDir()
		there, out := filepath.Join(dir, c.name), filepath.Join(dir, "out.db")
		if c.name == "" {
			there, out = filepath.Join(dir, "file"), filepath.Join(dir, "file", "out.db")
		}
		put := func() {
			if err := os.WriteFile(there, []byte("precious"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if !c.during {
			put()
		}
		_, err := mergeMadeUp(t.Context(), out, []string{a.path}, func(int64, int64) { put() })
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) || strings.Contains(err.Error(), "file already exists") {
			t.Errorf("%+v: %v", c, err)
		}
		if got, err := os.ReadFile(there); string(got) != "precious" {
			t.Errorf("%+v: replaced (%v)", c, err)
		}
		if files, _ := os.ReadDir(dir); len(files) != 1 {
			t.Errorf("%+v: left behind: %v", c, files)
		}
	}
}

// TestMergeCopiesEveryTable: a table that a migration adds is not forgotten.
func TestMergeCopiesEveryTable(t *testing.T) {
	names, err := tableNames()
	if err != nil {
		t.Fatal(err)
	}
	m := merger{plan: &mergePlan{}}
	d := create(t)
	if m.conn, err = d.writer.Conn(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer m.conn.Close()
	if err := m.copyAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		switch _, copied := m.columns[name]; {
		case copied, name == "run", name == "export_item": // these are written column by column
		case name == "migration": // a new file has its own
		default:
			t.Errorf("nothing copies the table %s", name)
		}
	}
}

// TestMergeTells: a merge says how many rows it has copied, and then how many puzzles of an
// input that is still being checked it has proved.
func TestMergeTells(t *testing.T) {
	d := create(t)
	save(t, d, Batch{RunID: begin(t, d, wish(1, 8)).ID, To: 8, Puzzles: genuine(8)})
	var told []string
	_, err := Merge(t.Context(), filepath.Join(t.TempDir(), "out.db"), []string{d.path, d.path}, func(unit string, done, total int64) {
		if line := fmt.Sprintf("%s %d of %d", unit, done, total); len(told) < 2 || line != "puzzles 8 of 8" {
			told = append(told, line)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "told", told, []string{"rows 8 of 16", "rows 16 of 16"})
}
