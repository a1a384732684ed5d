package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/atomicfile"
	"gradoku/internal/boardtest"
	"gradoku/internal/pgtest"
	"gradoku/solve"
)

var long = boardtest.Long

// must ends a test that cannot go on after an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// patiently does what waits for other writers again while it is told that it has
// waited long enough: how long they take depends on the machine.
func patiently(do func() error) error {
	for {
		if err := do(); !errors.Is(err, ErrBusy) {
			return err
		}
	}
}

// onEveryEngine runs a test on each engine: there create makes its databases. These
// tests are the conformance suite; a third engine is one more row.
func onEveryEngine(t *testing.T, test func(t *testing.T)) {
	t.Run("sqlite", test)
	t.Run("postgres", test)
}

// create opens a new database that the test closes at its end, on the engine that
// onEveryEngine runs it for. It is a copy of
// one that was made once, since making the schema takes most of a small test's
// time under the race detector.
func create(t testing.TB) *DB {
	t.Helper()
	if strings.Contains(t.Name(), "/postgres") {
		return reopen(t, pgtest.URL(t), ReadWrite)
	}
	path := filepath.Join(t.TempDir(), "puzzles.db")
	blank, err := blankFile()
	if err == nil {
		err = os.WriteFile(path, blank, 0o666)
	}
	must(t, err)
	return reopen(t, path, ReadWrite)
}

var blankFile = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "store")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "blank.db")
	d, err := Open(context.Background(), path, ReadWrite)
	if err != nil {
		return nil, err
	}
	if err := d.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

func reopen(t testing.TB, path string, mode Mode) *DB {
	t.Helper()
	d, err := Open(t.Context(), path, mode)
	must(t, err)
	t.Cleanup(func() { d.Close() })
	d.provers = nil // most tests make puzzles up: see fake
	return d
}

// exec changes a database behind the back of the package.
func exec(t testing.TB, d *DB, query string, args ...any) {
	t.Helper()
	if _, err := d.writer.Exec(query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// wish is a run to begin; different seeds make different runs.
func wish(seed, target int64) Run {
	return Run{Command: "generate", Options: `{"size":9}`, Seed: seed, Version: "1.0", Target: target}
}

func begin(t testing.TB, d *DB, w Run) Run {
	t.Helper()
	run, err := d.BeginRun(context.Background(), w)
	must(t, err)
	return run
}

func save(t testing.TB, d *DB, b Batch) Saved {
	t.Helper()
	saved, err := d.SaveBatch(context.Background(), b)
	must(t, err)
	return saved
}

// solved is a full 9x9 grid, the pattern that every textbook begins with.
const solved = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"

// fake makes a puzzle that passes all constraints of the tables; its canonical
// key is whatever the test says it is.
func fake(seq, key int64) Puzzle {
	p := Puzzle{
		Seq: seq, Size: 9, Givens: solved[:30] + strings.Repeat(".", 51), Solution: solved,
		Clues: 30, Symmetry: "none", Minimal: key%2 == 0,
		Grade: grade.Grade{
			Freedom: 700 + 200*int(key%3),
			Rating:  12, Pearl: 12, Diamond: 12, Hardest: grade.Techniques()[1].ID, SolvedByLogic: true,
		},
	}
	p.Grade.Uses[0], p.Grade.Uses[1] = 3, 48
	deduce(&p)
	binary.BigEndian.PutUint64(p.Canon[:], uint64(key))
	return p
}

// deduce sets what follows from other values.
func deduce(p *Puzzle) {
	geo, err := board.ForSize(p.Size)
	if err != nil {
		panic(err)
	}
	givens := board.NewGrid(geo)
	p.derive(&givens)
}

// ungrade takes the grades from the puzzles that meet a condition.
func ungrade(t testing.TB, d *DB, condition string) {
	t.Helper()
	exec(t, d, "DELETE FROM puzzle_technique WHERE puzzle_id IN (SELECT id FROM puzzle WHERE "+condition+")")
	exec(t, d, "UPDATE puzzle SET "+strings.ReplaceAll(gradeColumns, ",", " = NULL,")+" = NULL WHERE "+condition)
}

// plain is the full grid whose rows are shifts of the first.
func plain(geo *board.Geometry) string {
	var b strings.Builder
	for r := range geo.Size {
		for c := range geo.Size {
			d := (r%geo.BoxRows*geo.BoxCols+r/geo.BoxRows+c)%geo.Size + 1
			b.WriteString(board.Digit(d).String())
		}
	}
	return b.String()
}

// varied makes a puzzle whose every property depends on the source.
func varied(r *rand.Rand, seq int64) Puzzle {
	p := fake(seq, 0)
	binary.BigEndian.PutUint64(p.Canon[:], r.Uint64())
	geo := board.Sizes()[r.IntN(3)]
	p.Size, p.Clues = geo.Size, 1+r.IntN(geo.Cells-1)
	p.Solution = plain(geo)
	p.Givens = p.Solution[:p.Clues] + strings.Repeat(".", geo.Cells-p.Clues)
	p.Symmetry = board.Symmetries()[r.IntN(3)].Name
	p.Minimal = r.IntN(2) == 0
	techniques := grade.Techniques()
	hardest := r.IntN(len(techniques))
	p.Grade = grade.Grade{
		Freedom: r.IntN(1100),
		Rating:  techniques[hardest].Rating, Hardest: techniques[hardest].ID,
		SolvedByLogic: r.IntN(4) > 0,
		AtLeast:       r.IntN(5) == 0,
		Scan:          r.IntN(3000),
	}
	p.Grade.Uses[hardest] = 1
	for range r.IntN(4) {
		if i := r.IntN(len(techniques)); techniques[i].Rating <= p.Grade.Rating { // no path is rated below a step of its own
			p.Grade.Uses[i] = uint16(r.IntN(70_000) + 1)
		}
	}
	if r.IntN(2) == 0 {
		p.Grade.Pearl, p.Grade.Diamond = 12, 10
	}
	deduce(&p)
	return p
}

// genuine makes n puzzles that are what they say: parts of one full grid, with
// their own key, symmetry and grade.
func genuine(n int) []Puzzle {
	r := rand.New(rand.NewPCG(1, 2))
	solution, err := board.Parse(solved)
	if err != nil {
		panic(err)
	}
	grader := grade.NewGrader(board.Nine())
	all := make([]Puzzle, n)
	for i := range all {
		var keep board.CellSet
		var givens board.Grid
		for !solve.Count(&givens, 2).Unique() {
			keep = board.CellSet{}
			for _, c := range r.Perm(81)[:45] {
				keep.Add(board.Cell(c))
			}
			givens = solution.Keep(keep)
		}
		all[i] = Puzzle{
			Seq: int64(i), Size: 9, Givens: givens.String(), Solution: solution.String(),
			Canon: board.Key(&givens, &solution), Clues: 45, Symmetry: board.SymmetryOf(keep, board.Nine()).Name,
			Grade: grader.Grade(&givens),
		}
	}
	return all
}

// puzzles reads all that a filter selects.
func puzzles(t testing.TB, d *DB, f Filter) []Puzzle {
	t.Helper()
	var all []Puzzle
	for p, err := range d.Puzzles(context.Background(), f) {
		must(t, err)
		all = append(all, p)
	}
	return all
}

// dump writes the rows of the tables that a run fills, without the times.
func dump(t testing.TB, d *DB) string {
	t.Helper()
	var b strings.Builder
	for _, q := range []struct{ format, query string }{
		{"run %v target %v next %v accepted %v duplicates %v last %v %v", `SELECT id, target, next_index, accepted, duplicates, last_index, state FROM run ORDER BY id`},
		{"puzzle %v run %v seq %v %v %v %v %X %v %v %v", `SELECT id, coalesce(run_id, 0), seq, size, givens, solution, canon, clues, symmetry, minimal FROM puzzle ORDER BY id`},
		{"grade %v %v: %v %v %v %v %v %v %v %v %v %v", `SELECT id, coalesce(grader, 0), blanks, coalesce(freedom, 0), coalesce(rating, 0), coalesce(pearl, 0),
			coalesce(diamond, 0), coalesce(hardest, 0), level, solved_by_logic, coalesce(scan, 0), techniques FROM puzzle ORDER BY id`},
		{"use %v %v %v", `SELECT puzzle_id, technique, uses FROM puzzle_technique ORDER BY puzzle_id, technique`},
	} {
		for _, values := range rowsOf(t, d, q.query) {
			fmt.Fprintf(&b, q.format+"\n", values...)
		}
	}
	return b.String()
}

// rowsOf reads all rows of a query.
func rowsOf(t testing.TB, d *DB, query string) [][]any {
	t.Helper()
	rows, err := d.readers.Query(query)
	must(t, err)
	defer rows.Close()
	names, err := rows.Columns()
	var all [][]any
	for err == nil && rows.Next() {
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		err = rows.Scan(into...)
		all = append(all, values)
	}
	if err = errors.Join(err, rows.Err()); err != nil {
		t.Fatal(err)
	}
	return all
}

// same compares all but a run's signs of life.
func same(t testing.TB, what string, got, want any) {
	t.Helper()
	if reflect.DeepEqual(want, got) { // cmp.Diff takes long even if nothing differs
		return
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(Run{}, "Silent")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// record records one file that has its name already.
func record(ctx context.Context, d *DB, e Export) (int64, error) {
	e.Last = math.MaxInt64 // a test gives many files one name
	return d.RecordExport(ctx, e, false, nil, func() error { return nil })
}

// writeApp writes an app database that gets its name when it is complete.
func writeApp(ctx context.Context, path string, puzzles iter.Seq2[Puzzle, error]) ([]int64, error) {
	place, err := atomicfile.Make(path)
	if err != nil {
		return nil, err
	}
	f, err := place.Create()
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, errors.Join(err, place.Remove())
	}
	ids, err := WriteApp(ctx, place.Path(), plainApp(puzzles), Daily{}, false)
	if err != nil {
		return nil, errors.Join(err, place.Remove())
	}
	return ids, place.Keep()
}

// plainApp gives puzzles no minutes.
func plainApp(puzzles iter.Seq2[Puzzle, error]) iter.Seq2[AppPuzzle, error] {
	return func(yield func(AppPuzzle, error) bool) {
		for p, err := range puzzles {
			if !yield(AppPuzzle{Puzzle: p}, err) {
				return
			}
		}
	}
}
