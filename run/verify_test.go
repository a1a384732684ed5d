package run

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/ordered"
	"gradoku/store"
)

func config(t testing.TB, run store.Run, workers int) Config {
	t.Helper()
	opt, err := DecodeOptions(run.Options)
	must(t, err)
	return Config{Options: opt, Workers: workers}
}

func manifest(t testing.TB, db *store.DB, run store.Run) Manifest {
	t.Helper()
	m, err := NewManifest(t.Context(), db, run, config(t, run, 2))
	must(t, err)
	return m
}

// byAttempts computes a run that ends by attempts.
func byAttempts(t testing.TB, db *store.DB, wish store.Run, workers int) store.Run {
	t.Helper()
	wish.Options = store.EndingByAttempts(wish.Options)
	run, err := db.BeginRun(t.Context(), wish)
	must(t, err)
	if run, err = Generate(t.Context(), db, run, Config{Options: config(t, run, 1).Options, Workers: workers}); err != nil {
		t.Fatal(err)
	}
	return run
}

// TestVerify: what was computed comes out again, for runs with misses and with
// duplicates of their own too, and the manifest says the same.
func TestVerify(t *testing.T) {
	for _, k := range []struct {
		size             int
		symmetry         string
		clues            int
		target, patience int64
	}{
		{9, "none", 0, 20, 0},
		{9, "rotate180", 28, 5, 0}, // most attempts miss
		{9, "none", 20, 5, 30},
		{4, "none", 0, 1_000_000, 100}, // most are duplicates
	} {
		t.Run(fmt.Sprintf("%d/%s/%d", k.size, k.symmetry, k.clues), func(t *testing.T) {
			db, run := computeAll(t, options(t, k.size, k.symmetry, k.clues), k.target, k.patience, 2)
			r, err := Verify(t.Context(), db, run, config(t, run, 2))
			if err != nil || r.Wrong != 0 || r.Rows != run.Accepted || r.Again != run.Duplicates || r.Attempts != run.Next {
				t.Errorf("computing again %+v: %+v, %v", run, r, err)
			}
			for _, every := range []int64{1, 100} {
				want := run.Accepted
				if every = min(every, max(1, run.Accepted/16)); want > 0 {
					want = (want-1)/every + 1
				}
				if n, said, err := Sample(t.Context(), db, run, every, config(t, run, 2)); err != nil || said != "" || int64(n) != want {
					t.Errorf("every %d of %d puzzles again: %d, %s, %v", every, run.Accepted, n, said, err)
				}
			}
			other := run
			other.Seed++
			if _, said, err := Sample(t.Context(), db, other, 100, config(t, run, 1)); err != nil || (said == "") != (run.Accepted == 0) {
				t.Errorf("a changed seed is not noticed: %v", err)
			}
			m := manifest(t, db, run)
			if len(m.Known) != 0 || m.Accepted != run.Accepted {
				t.Errorf("manifest %+v", m)
			}
			r, err = m.Verify(t.Context(), config(t, run, 2))
			if err != nil || r.Wrong != 0 || r.Rows != run.Accepted || r.Again != run.Duplicates {
				t.Errorf("verified: %+v, %v", r, err)
			}
		})
	}
}

// TestVerifyInACrowd: what another run had already is no difference, and the
// manifest says which attempts those were.
func TestVerifyInACrowd(t *testing.T) {
	db := open(t)
	wish := store.Run{Command: Command, Options: EncodeOptions(options(t, 6, "none", 0)), Seed: 3, Version: "test", Target: 40}
	byAttempts(t, db, wish, 2)
	wish.Target = 90
	run, err := db.BeginRun(t.Context(), wish)
	must(t, err)
	if run, err = Generate(t.Context(), db, run, Config{Options: options(t, 6, "none", 0), Workers: 2}); err != nil {
		t.Fatal(err)
	}
	r, err := Verify(t.Context(), db, run, config(t, run, 2))
	if err != nil || r.Wrong != 0 || r.Known+r.Again != run.Duplicates || r.Known < 30 {
		t.Errorf("computing again %+v: %+v, %v", run, r, err)
	}
	m := manifest(t, db, run)
	if int64(len(m.Known)) != r.Known {
		t.Errorf("the manifest knows %d attempts, the run computed again %d", len(m.Known), r.Known)
	}
	if r, err := m.Verify(t.Context(), config(t, run, 2)); err != nil || r.Wrong != 0 {
		t.Errorf("verified: %+v, %v", r, err)
	}
}

// TestVerifyFinds plants one fault at a time.
func TestVerifyFinds(t *testing.T) {
	db, run := computeAll(t, options(t, 6, "none", 0), 30, 0, 2)
	tamper, err := sql.Open("sqlite", db.Path())
	must(t, err)
	defer tamper.Close()
	stored := rows(t, db)
	fourth := stored[3]
	for _, c := range []struct {
		name, fault, repair, want string
		args                      []any
	}{
		{
			"other diamond", "UPDATE puzzle SET diamond = 10 WHERE id = 4", "UPDATE puzzle SET diamond = ? WHERE id = 4",
			fmt.Sprintf("attempt %d: puzzle 4 has diamond 10, but computing it again gives %d", fourth.Seq, fourth.Grade.Diamond),
			[]any{fourth.Grade.Diamond},
		},
		{
			"other rating", "UPDATE puzzle SET rating = 13 WHERE id = 4", "UPDATE puzzle SET rating = ? WHERE id = 4",
			fmt.Sprintf("attempt %d: puzzle 4 has rating 13, but computing it again gives %d", fourth.Seq, fourth.Grade.Rating),
			[]any{fourth.Grade.Rating},
		},
		{
			"a bound", "UPDATE puzzle SET at_least = 1, solved_by_logic = 0 WHERE id = 4",
			"UPDATE puzzle SET at_least = 0, solved_by_logic = 1 WHERE id = 4",
			fmt.Sprintf("attempt %d: puzzle 4 has solved_by_logic 0, but computing it again gives 1", fourth.Seq),
			nil,
		},
		{
			"a scan effort", "UPDATE puzzle SET scan = 7 WHERE id = 4", "UPDATE puzzle SET scan = nullif(?, 0) WHERE id = 4",
			fmt.Sprintf("attempt %d: puzzle 4 has scan 7, but computing it again gives %d", fourth.Seq, fourth.Grade.Scan),
			[]any{fourth.Grade.Scan},
		},
		{
			"a moved row", "UPDATE puzzle SET seq = 99999 WHERE id = 30", "UPDATE puzzle SET seq = ? WHERE id = 30",
			fmt.Sprintf("attempt %d: it gives %s, which is stored as puzzle 30 of the later attempt 99999", stored[29].Seq, stored[29].Givens),
			[]any{stored[29].Seq},
		},
		{
			"a lost row", "UPDATE puzzle SET canon = zeroblob(16), seq = 88888 WHERE id = 30", "UPDATE puzzle SET canon = ?, seq = ? WHERE id = 30",
			"which the database does not have",
			[]any{stored[29].Canon[:], stored[29].Seq},
		},
	} {
		if _, err := tamper.Exec(c.fault); err != nil {
			t.Fatal(err)
		}
		r, err := Verify(t.Context(), db, run, config(t, run, 2))
		if err != nil || r.Wrong == 0 || !strings.Contains(r.First[0], c.want) {
			t.Errorf("%s: %+v, %v; want %q", c.name, r, err, c.want)
		}
		if _, err := tamper.Exec(c.repair, c.args...); err != nil {
			t.Fatal(err)
		}
	}
	// Without its grade a row is compared as far as it goes, and has no manifest.
	if _, err := tamper.Exec("UPDATE puzzle SET grader = 9999 WHERE id = 4"); err != nil {
		t.Fatal(err)
	}
	if r, err := Verify(t.Context(), db, run, config(t, run, 2)); err != nil || r.Wrong != 0 || r.Ungraded != 1 {
		t.Errorf("an ungraded row: %+v, %v", r, err)
	}
	want := fmt.Sprintf("puzzle 4 of run 1 has no grade of grader %d", grade.Version)
	if _, err := NewManifest(t.Context(), db, run, config(t, run, 2)); !errors.Is(err, ErrUngraded) || err.Error() != want {
		t.Errorf("manifest of an ungraded row: %v", err)
	}
}

// TestManifestFinds: a manifest of other rows is not confirmed.
func TestManifestFinds(t *testing.T) {
	db, run := computeAll(t, options(t, 6, "none", 0), 30, 0, 2)
	whole := manifest(t, db, run)
	for _, c := range []struct {
		name   string
		change func(*Manifest)
		want   string
	}{
		{"seed", func(m *Manifest) { m.Seed++ }, ""},
		{"hash", func(m *Manifest) { m.SHA256 = strings.Repeat("0", 64) }, "the SHA-256 of the rows is " + whole.SHA256},
		{"counts", func(m *Manifest) { m.Accepted++ }, "the manifest counts 31 rows"},
		{"known", func(m *Manifest) { m.Known = []int64{0} }, "computing the run again gives 29 and 1"},
	} {
		m := whole
		c.change(&m)
		r, err := m.Verify(t.Context(), config(t, run, 2))
		if err != nil || r.Wrong == 0 || !strings.Contains(fmt.Sprint(r.First), c.want) {
			t.Errorf("%s: %+v, %v; want %q", c.name, r, err, c.want)
		}
	}
}

func TestManifestRoundTrip(t *testing.T) {
	db, run := computeAll(t, options(t, 6, "none", 0), 30, 0, 2)
	m := manifest(t, db, run)
	var b bytes.Buffer
	must(t, m.Write(&b))
	back, err := ReadManifest(b.Bytes())
	must(t, err)
	if r, err := back.Verify(t.Context(), config(t, run, 1)); err != nil || r.Wrong != 0 || back.SHA256 != m.SHA256 {
		t.Errorf("read back: %+v, %v", r, err)
	}
	b.Reset()
	must(t, m.Write(&b))
	for _, bad := range []string{"", "{}", "[]", `{"gradoku_manifest":7}`, `{"gradoku_manifest":1}`, b.String() + "x"} {
		if _, err := ReadManifest([]byte(bad)); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
	for _, change := range []func(*Manifest){
		func(m *Manifest) { m.Next = math.MaxInt64 },
		func(m *Manifest) { m.Missed-- },
		func(m *Manifest) { m.Accepted, m.Missed = -1, m.Missed+m.Accepted+1 },
		func(m *Manifest) { m.Duplicates, m.Missed = math.MaxInt64, m.Missed-math.MaxInt64 },
	} {
		wrong := m
		change(&wrong)
		b.Reset()
		must(t, wrong.Write(&b))
		if _, err := ReadManifest(b.Bytes()); err == nil || !strings.Contains(err.Error(), "30 rows") && !strings.Contains(err.Error(), "-1 rows") {
			t.Errorf("%d attempts, %d rows, %d duplicates and %d misses: %v", wrong.Next, wrong.Accepted, wrong.Duplicates, wrong.Missed, err)
		}
	}
	for _, c := range []struct {
		change func(*Manifest)
		want   string
	}{
		{func(m *Manifest) { m.State = "fine" }, `a run cannot have the state "fine"`},
		{func(m *Manifest) { m.State = store.Running }, `a run cannot have the state "running" with 30 of 30`},
		{func(m *Manifest) { m.Target = 31 }, `a run cannot have the state "done" with 30 of 31`},
		{func(m *Manifest) { m.Target, m.State = 29, store.Exhausted }, `a run cannot have the state "exhausted" with 30 of 29`},
		{func(m *Manifest) { m.Options, m.Target = []byte(`{"cut":"attempts"}`), 40 }, `a run cannot have the state "done" with 30 of 40`},
		{func(m *Manifest) { m.Options = []byte(`{"cut":"cake"}`) }, "does not know"},
		{func(m *Manifest) { m.Known = []int64{3} }, "more attempts whose puzzle is known elsewhere (1) than duplicates (0)"},
		{func(m *Manifest) { m.Known = []int64{3, 3} }, "known elsewhere has attempt 3 after 3"},
	} {
		wrong := m
		c.change(&wrong)
		b.Reset()
		must(t, wrong.Write(&b))
		if _, err := ReadManifest(b.Bytes()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("read with %q, want %q", err, c.want)
		}
	}
}

// TestRowText pins the text that manifests hash: who changes it raises
// manifestFormat.
func TestRowText(t *testing.T) {
	p := store.Puzzle{Seq: 7, Size: 4, Givens: "1...............", Solution: "1234341221434321", Clues: 1, Symmetry: "none", Minimal: true, Grader: 2}
	p.Canon[0], p.Canon[15] = 0xab, 1
	p.Grade = grade.Grade{Blanks: 15, Freedom: 9, X: 1, Y: 2, LetterPrinted: 'A', LetterFitted: 'B', Rating: 23, Pearl: 12, Hardest: "x", Level: "easy", SolvedByLogic: true, AtLeast: true, Scan: 104}
	p.Grade.Uses[0], p.Grade.Uses[2] = 3, 41
	all := grade.Techniques()
	want := "7\t4\t1...............\t1234341221434321\tab000000000000000000000000000001\t1\tnone\t1\t2\t15\t9\t1\t2\tA\tB\t23\t12\t0\tx\teasy\t1\t1\t104\t" +
		all[0].ID + ":3 " + all[2].ID + ":41\n"
	if got := string(AppendRow(nil, &p)); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if n := strings.Count(want, "\t") + 1; n != len(rowFields) {
		t.Errorf("%d fields, %d names", n, len(rowFields))
	}
}

// TestRowHoldsTheGrade: a change of any field of a grade changes the text, so
// that the database and the manifest find it.
func TestRowHoldsTheGrade(t *testing.T) {
	plain := string(AppendRow(nil, &store.Puzzle{}))
	for i := range reflect.TypeFor[grade.Grade]().NumField() {
		var p store.Puzzle
		name := reflect.TypeFor[grade.Grade]().Field(i).Name
		switch f := reflect.ValueOf(&p.Grade).Elem().Field(i); f.Kind() {
		case reflect.Int:
			f.SetInt(7)
		case reflect.Uint8:
			f.SetUint('C')
		case reflect.Bool:
			f.SetBool(true)
		case reflect.String:
			f.SetString("x")
		case reflect.Array:
			f.Index(3).SetUint(7)
		default:
			t.Fatalf("%s is a %v, which this test does not know", name, f.Kind())
		}
		if string(AppendRow(nil, &p)) == plain {
			t.Errorf("%s is not in the text of a row", name)
		}
	}
}

// TestDocument: docs/RUNS.md names the fields of a row and the keys of a
// manifest.
func TestDocument(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join("..", "docs", "RUNS.md"))
	must(t, err)
	names := rowFields[:]
	for field := range reflect.TypeFor[Manifest]().Fields() {
		key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names = append(names, key)
	}
	for _, name := range names {
		if !strings.Contains(string(doc), "`"+name+"`") {
			t.Errorf("docs/RUNS.md does not say what `%s` is", name)
		}
	}
}

// FuzzReadManifest: a text is refused or says the same when written and read
// again.
func FuzzReadManifest(f *testing.F) {
	f.Add(`{"gradoku_manifest":1,"command":"generate","options":{},"state":"done","target":3,"next_index":3,"accepted":3,"sha256":"` + strings.Repeat("0", 64) + `"}`)
	f.Add(`{"gradoku_manifest":2}`)
	f.Add(`[]`)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ReadManifest([]byte(text))
		if err != nil {
			return
		}
		var first, second bytes.Buffer
		must(t, m.Write(&first))
		again, err := ReadManifest(first.Bytes())
		must(t, err)
		if err := again.Write(&second); err != nil || second.String() != first.String() {
			t.Errorf("%s\nbecame\n%s%v", first.String(), second.String(), err)
		}
	})
}

// TestSampleOfEveryRange: results of another seed are found wherever they are in a run.
func TestSampleOfEveryRange(t *testing.T) {
	opt := options(t, 6, "none", 0)
	for _, wrong := range []int64{0, 70, 130} {
		db := open(t)
		run := begin(t, db, opt, 150)
		for from := int64(0); from < 150; from += 10 {
			seed := run.Seed
			if from >= wrong && from < wrong+20 {
				seed++
			}
			w, err := NewWorker(opt, seed, new(generate.FilledQuotas))
			must(t, err)
			c, err := w.Compute(t.Context(), ordered.Range{From: from, To: from + 10})
			if err == nil {
				_, err = db.SaveBatch(t.Context(), store.Batch{RunID: run.ID, From: c.From, To: c.To, Puzzles: c.Puzzles})
			}
			must(t, err)
		}
		run, err := db.Run(t.Context(), run.ID)
		must(t, err)
		if _, differs, err := Sample(t.Context(), db, run, 50, Config{Options: opt, Workers: 2}); err != nil || differs == "" {
			t.Errorf("attempts %d to %d are of another seed: %q, %v", wrong, wrong+19, differs, err)
		}
	}
}
