package task

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"gradoku/board"
	"gradoku/book"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/store"
)

// made are some graded puzzles of each size, made once: 9x9 with many clues and with as
// few as can be, so that the levels mix.
var made = sync.OnceValue(func() map[int][]book.Puzzle {
	all := map[int][]book.Puzzle{}
	for _, kind := range []struct{ size, n, clues int }{{4, 12, 0}, {6, 12, 0}, {9, 30, 32}, {9, 20, 0}} {
		geo, _ := board.ForSize(kind.size)
		g, err := generate.New(generate.Shape{Geometry: geo, Symmetry: board.Symmetries()[0], Clues: grade.Span{From: kind.clues, To: kind.clues}})
		if err != nil {
			panic(err)
		}
		grader := grade.NewGrader(geo)
		for i, n := uint64(0), 0; n < kind.n; i++ {
			p, err := g.Try(uint64(7+kind.clues), i) // another seed, or the grids would be the same
			if miss := (*generate.Miss)(nil); errors.As(err, &miss) {
				continue
			} else if err != nil {
				panic(err)
			}
			one := book.Puzzle{Givens: p.Grid, Solution: p.Solution, Canon: board.Key(&p.Grid, &p.Solution), Grade: grader.Grade(&p.Grid)}
			if one.Grade.Rating > 80 || slices.ContainsFunc(all[kind.size], func(q book.Puzzle) bool { return q.Canon == one.Canon }) {
				continue
			}
			all[kind.size] = append(all[kind.size], one)
			n++
		}
	}
	return all
})

// must ends a test that cannot go on after an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// shelf is a database of the puzzles that were made.
func shelf(t *testing.T) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "puzzles.db"), store.ReadWrite)
	must(t, err)
	t.Cleanup(func() { db.Close() })
	run, err := db.BeginRun(t.Context(), store.Run{Command: "test", Options: "{}", Version: "1", Target: 1000})
	must(t, err)
	b := store.Batch{RunID: run.ID}
	for _, size := range []int{4, 6, 9} {
		for _, p := range made()[size] {
			b.Puzzles = append(b.Puzzles, store.Puzzle{
				Seq: b.To, Size: size, Givens: p.Givens.String(), Solution: p.Solution.String(), Canon: p.Canon,
				Clues: p.Givens.Clues(), Symmetry: board.SymmetryOf(p.Givens.ClueSet(), p.Givens.Geometry()).Name, Grade: p.Grade,
			})
			b.To++
		}
	}
	if _, err := db.SaveBatch(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	return db
}

func quotas(t testing.TB, text string) []generate.Quota {
	t.Helper()
	list, err := generate.ParseQuotas(text)
	must(t, err)
	return list
}

func TestChoose(t *testing.T) {
	db := shelf(t)
	wish := BookChoice{Quotas: quotas(t, "9x9:easy=7,9x9:gentle=3,4x4=4,classical:6x6=2")}
	sections, short, err := ChoosePuzzles(t.Context(), db, wish)
	if err != nil || len(short) > 0 {
		t.Fatal(short, err)
	}
	count := map[string]int{}
	last := [2]int{}
	for _, sec := range sections {
		level := slices.Index(grade.LevelIDs(), sec.Level)
		if now := [2]int{sec.Size, level}; slices.Compare(now[:], last[:]) <= 0 {
			t.Errorf("section %v after %v", now, last)
		} else {
			last = now
		}
		for i, p := range sec.Puzzles {
			if p.Givens.Geometry().Size != sec.Size || p.Grade.Level != sec.Level || i > 0 && p.Grade.Scan < sec.Puzzles[i-1].Grade.Scan {
				t.Errorf("puzzle %d is out of order in %d %s", p.ID, sec.Size, sec.Level)
			}
			if sec.Size == 9 {
				count[sec.Level]++
			} else {
				count[fmt.Sprint(sec.Size)]++
			}
		}
	}
	ids := list(sections)
	slices.Sort(ids)
	if count["easy"] != 7 || count["gentle"] != 3 || count["4"] != 4 || count["6"] != 2 || len(count) != 4 || len(slices.Compact(ids)) != 16 {
		t.Errorf("chosen: %v", count)
	}
	again, _, _ := ChoosePuzzles(t.Context(), db, wish)
	if !slices.Equal(list(again), list(sections)) {
		t.Error("a second choice differs")
	}
}

// TestChooseTaken: puzzles that are in a book are reported as taken.
func TestChooseTaken(t *testing.T) {
	db := shelf(t)
	wish := BookChoice{Quotas: quotas(t, "9x9:easy=3")}
	sections, short, err := ChoosePuzzles(t.Context(), db, wish)
	if err != nil || len(short) > 0 {
		t.Fatal(short, err)
	}
	if _, err := db.RecordExport(t.Context(), store.Export{Kind: "book", Path: "a.pdf", FilterJSON: "{}", IDs: list(sections), SHA256: strings.Repeat("0", 64)}, false, nil, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	wish.Filter.NeverExported, wish.Quotas = true, quotas(t, "9x9:easy=999")
	if _, short, err = ChoosePuzzles(t.Context(), db, wish); err != nil || len(short) != 1 || short[0].Taken != 3 {
		t.Errorf("short of %v, %v", short, err)
	}
}

// TestChooseFewerLevels: levels to which the book gives one name are one level.
func TestChooseFewerLevels(t *testing.T) {
	words, err := book.WordsFor("en", "levels.gentle.name = \"Calm\"\nlevels.easy.name = \"Calm\"")
	must(t, err)
	wish := BookChoice{Quotas: quotas(t, "9x9:gentle=2,9x9:easy=3"), Words: words}
	sections, short, err := ChoosePuzzles(t.Context(), shelf(t), wish)
	if err != nil || len(short) > 0 || len(sections) != 1 || sections[0].Level != "easy" || len(sections[0].Puzzles) != 5 {
		t.Errorf("%d sections, short of %v, %v", len(sections), short, err)
	}
}

// list writes the ids of the puzzles in their order.
func list(sections []book.Section) []int64 {
	var ids []int64
	for _, sec := range sections {
		for _, p := range sec.Puzzles {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

func TestOrders(t *testing.T) {
	db := shelf(t)
	orders := map[string][]int64{}
	for _, order := range book.Orders[:3] {
		sections, _, err := ChoosePuzzles(t.Context(), db, BookChoice{Quotas: quotas(t, "9x9=40,6x6=5"), Order: order, Seed: 1})
		must(t, err)
		if order != "sections" && len(sections) != 2 {
			t.Errorf("%s has %d sections", order, len(sections))
		}
		orders[order] = list(sections)
	}
	if !slices.Equal(orders["sections"], orders["ramp"]) || slices.Equal(orders["ramp"], orders["shuffled"]) {
		t.Error("a ramp is the sections in one, and a shuffle is not")
	}
	slices.Sort(orders["ramp"])
	slices.Sort(orders["shuffled"])
	if !slices.Equal(orders["ramp"], orders["shuffled"]) {
		t.Error("an order changes which puzzles are chosen")
	}
}

// TestShortAndUsed: what is lacking is told, and what was exported is not taken.
func TestShortAndUsed(t *testing.T) {
	db := shelf(t)
	all, short, err := ChoosePuzzles(t.Context(), db, BookChoice{Quotas: quotas(t, "6x6=99")})
	if err != nil || len(short) != 1 || short[0].Have != len(list(all)) || short[0].Quota.String() != "99 6x6" {
		t.Fatal(short, err)
	}
	used := list(all)[:5]
	id, err := db.RecordExport(t.Context(), store.Export{
		Kind: "book", Path: "a.pdf", FilterJSON: "{}", IDs: used,
		SHA256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
	}, false, nil, func() error { return nil })
	must(t, err)
	fresh, _, err := ChoosePuzzles(t.Context(), db, BookChoice{Quotas: quotas(t, "6x6=99"), Filter: store.Filter{NeverExported: true}})
	if err != nil || len(list(fresh)) != len(list(all))-5 {
		t.Fatalf("%d left of %d, %v", len(list(fresh)), len(list(all)), err)
	}
	for _, p := range list(fresh) {
		if slices.Contains(used, p) {
			t.Errorf("puzzle %d was used", p)
		}
	}
	recorded, err := RecordedPuzzles(t.Context(), db, id, BookChoice{Order: "sections"})
	if got := list(recorded); err != nil || len(got) != 5 || !slices.Equal(got, used) {
		t.Errorf("export %d has %v, want %v (%v)", id, got, used, err)
	}
}

// TestTwins: two puzzles of one solution do not get into one book.
func TestTwins(t *testing.T) {
	db := shelf(t)
	p := made()[9][0]
	twin := p.Givens
	for i, d := range p.Solution.Digits() {
		if p.Givens.At(board.Cell(i)) == 0 { // one clue more
			twin.Set(board.Cell(i), d)
			break
		}
	}
	g := grade.NewGrader(board.Nine()).Grade(&twin)
	run, err := db.BeginRun(t.Context(), store.Run{Command: "test", Options: `{"a":1}`, Version: "1", Target: 10})
	must(t, err)
	_, err = db.SaveBatch(t.Context(), store.Batch{RunID: run.ID, To: 1, Puzzles: []store.Puzzle{{
		Size: 9, Givens: twin.String(), Solution: p.Solution.String(), Canon: board.Key(&twin, &p.Solution),
		Clues: twin.Clues(), Symmetry: board.SymmetryOf(twin.ClueSet(), board.Nine()).Name, Grade: g,
	}}})
	must(t, err)
	n := len(made()[9])
	_, short, err := ChoosePuzzles(t.Context(), db, BookChoice{Quotas: quotas(t, fmt.Sprintf("9x9=%d", n+1))})
	if err != nil || len(short) != 1 || short[0].Have != n {
		t.Errorf("%v, %v: want %d puzzles of %d", short, err, n, n+1)
	}
}

// TestNamed: the puzzles of a list come in its order, whatever else the choice says, and
// what a book cannot have is told.
func TestNamed(t *testing.T) {
	db := shelf(t)
	var all []store.Puzzle
	for p, err := range db.Puzzles(t.Context(), store.Filter{}) {
		must(t, err)
		all = append(all, p)
	}
	wish := BookChoice{Order: "given", Names: []string{"30", fmt.Sprintf("%x", all[39].Canon), "2", "31"}}
	sections, _, err := ChoosePuzzles(t.Context(), db, wish)
	if want := []int64{30, 40, 2, 31}; err != nil || !slices.Equal(list(sections), want) || len(sections) != 3 {
		t.Fatalf("chosen: %v in %d sections (%v), want %v in 3", list(sections), len(sections), err, want)
	}
	id, err := db.RecordExport(t.Context(), store.Export{Kind: "book", Path: "a.pdf", FilterJSON: "{}", IDs: list(sections), SHA256: strings.Repeat("0", 64)}, true, nil, func() error { return nil })
	must(t, err)
	again, err := RecordedPuzzles(t.Context(), db, id, wish)
	if err != nil || !slices.Equal(list(again), list(sections)) {
		t.Errorf("recorded as %v (%v)", list(again), err)
	}
	wish.Names = []string{"30", "7", "9999", "30", "8", strings.Repeat("0", 32)}
	fit, err := NamedPuzzles(t.Context(), db, wish.Names, true)
	var unfit *UnfitError
	want := &UnfitError{
		Of: 6, Unknown: []string{"9999", wish.Names[5]}, Twice: []string{"30"}, Used: []string{"30"},
		Uses: []store.Use{{Export: id, Kind: "book", Path: "a.pdf", Puzzles: 1}},
	}
	if !errors.As(err, &unfit) || !reflect.DeepEqual(unfit, want) || len(fit) != 2 || fit[0].ID != 7 || fit[1].ID != 8 {
		t.Errorf("%d puzzles and %+v, want %+v", len(fit), err, want)
	}
}

func TestReadNames(t *testing.T) {
	key := strings.Repeat("0aF", 10) + "00"
	names, err := ReadNames(strings.NewReader(" 12\r\n\n" + key + "\n7"))
	if want := []string{"12", strings.ToLower(key), "7"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("%q (%v), want %q", names, err, want)
	}
	for text, want := range map[string]string{
		"1\n-2":                            "line 2: \"-2\" is neither",
		"0":                                "line 1: ",
		key[1:]:                            "line 1: ",
		key + "0":                          "line 1: ",
		"g" + key[1:]:                      "line 1: ",
		"9223372036854775808":              "line 1: ",
		"1\n\n" + strings.Repeat("1", 1e5): "line 3 is too long to be the key or number of a puzzle",
		strings.Repeat("5\n", MostNamed+1): "the list has more than 9,936 puzzles",
	} {
		if _, err := ReadNames(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

// FuzzReadNames: what is read names puzzles, and reads the same once more.
func FuzzReadNames(f *testing.F) {
	f.Add("12\n0123456789abcdef0123456789abcdef\n")
	f.Fuzz(func(t *testing.T, text string) {
		names, err := ReadNames(strings.NewReader(text))
		if err != nil {
			return
		}
		again, err := ReadNames(strings.NewReader(strings.Join(names, "\n")))
		if err != nil || !slices.Equal(again, names) {
			t.Errorf("%q reads again as %q (%v)", names, again, err)
		}
		for _, name := range names {
			if _, _, ok := parseName(name); !ok {
				t.Errorf("%q is neither the key nor the number of a puzzle", name)
			}
		}
	})
}
