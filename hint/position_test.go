package hint

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/boardtest"
	"gradoku/solve"
)

// TestWrongPositions: each kind of position that has no next step gets its status, and
// those that are meaningless an error.
func TestWrongPositions(t *testing.T) {
	const (
		puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
		solved = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
	)
	swap := func(text string, pairs ...string) string { // "r1c2=9"
		b := []byte(text)
		for _, p := range pairs {
			b[int(p[1]-'1')*9+int(p[3]-'1')] = p[5]
		}
		return string(b)
	}
	marks := func(cells ...string) string { // "r1c2=17"
		sets := make([]board.Digits, 81)
		for _, c := range cells {
			for _, d := range c[5:] {
				sets[int(c[1]-'1')*9+int(c[3]-'1')] |= board.Digit(d - '0').Mask()
			}
		}
		return board.MarksText(sets, board.Nine())
	}
	blank := strings.Repeat(".", 81)
	for _, c := range []struct {
		name, puzzle, state, marks string
		ask                        Wanted
		status                     Status
		wrong                      string // cells
	}{
		{name: "a digit twice in a row", puzzle: swap(blank, "r1c1=5", "r1c9=5"), status: Contradictory},
		{name: "a digit twice in a column", puzzle: swap(blank, "r1c1=5", "r9c1=5"), status: Contradictory},
		{name: "a digit twice in a box", puzzle: swap(blank, "r1c1=5", "r3c3=5"), status: Contradictory},
		{name: "a blank without candidate", puzzle: swap("12345678."+blank[9:], "r9c9=9"), status: Contradictory},
		{name: "no solution, and nothing shows it", puzzle: swap(puzzle, "r1c2=2"), status: Contradictory},
		{name: "full givens that contradict themselves", puzzle: swap(solved, "r1c1=1"), status: Contradictory},
		{name: "nothing given", puzzle: blank, status: Improper},
		{name: "a clue short", puzzle: swap(puzzle, "r1c1=."), status: Improper},
		{name: "a clue short, and a wrong entry", puzzle: swap(puzzle, "r1c1=."), state: swap(puzzle, "r1c1=.", "r1c2=9"), status: Improper},
		{name: "an entry that a given forbids", puzzle: puzzle, state: swap(puzzle, "r1c2=4"), status: WrongEntry, wrong: "r1c2"},
		{name: "an entry that nothing forbids yet", puzzle: puzzle, state: swap(puzzle, "r1c2=9"), status: WrongEntry, wrong: "r1c2"},
		{name: "several wrong entries among right ones", puzzle: puzzle, state: swap(puzzle, "r1c2=1", "r1c3=1", "r9c9=9"), status: WrongEntry, wrong: "r1c3 r9c9"},
		{name: "full, with two entries exchanged", puzzle: puzzle, state: swap(solved, "r1c2=7", "r1c3=1"), status: WrongEntry, wrong: "r1c2 r1c3"},
		{name: "a wrong entry and a wrong candidate", puzzle: puzzle, state: swap(puzzle, "r1c2=9"), marks: marks("r1c3=19"), status: WrongEntry, wrong: "r1c2"},
		{name: "entries without the givens", puzzle: puzzle, state: swap(blank, "r1c2=9"), status: WrongEntry, wrong: "r1c2"},
		{name: "candidates without the right one", puzzle: puzzle, marks: marks("r1c2=69", "r1c3=17"), ask: Wanted{Notes: Complete}, status: WrongMark, wrong: "r1c2"},
		{name: "one candidate, which a given forbids", puzzle: puzzle, marks: marks("r1c2=4"), ask: Wanted{Notes: Complete}, status: WrongMark, wrong: "r1c2"},
		{name: "two cells without the right candidate", puzzle: puzzle, marks: marks("r1c2=69", "r9c9=19"), ask: Wanted{Notes: Complete}, status: WrongMark, wrong: "r1c2 r9c9"},
		{name: "candidates without the right one, which are not complete", puzzle: puzzle, marks: marks("r1c2=69", "r1c3=17"), status: OK},
		{name: "candidates without the right one, which are ignored", puzzle: puzzle, marks: marks("r1c2=69", "r1c3=17"), ask: Wanted{Notes: Ignore}, status: OK},
		{name: "wrong candidates in filled cells", puzzle: puzzle, state: swap(puzzle, "r1c2=1"), marks: marks("r1c1=9", "r1c2=69"), status: OK},
		{name: "candidates that a given forbids", puzzle: puzzle, marks: marks("r1c2=14"), status: OK},
		{name: "full and right", puzzle: puzzle, state: solved, status: Solved},
		{name: "all given", puzzle: solved, status: Solved},
		{name: "full and right, with candidates left over", puzzle: puzzle, state: solved, marks: marks("r1c2=6"), status: Solved},
		{name: "nothing that easy", puzzle: "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", ask: Wanted{Ladder: "se", UpTo: "8.4"}, status: BeyondReach},
		{name: "no technique known", puzzle: puzzle, ask: Wanted{Known: []string{}}, status: BeyondReach},
		{name: "known ones do not help", puzzle: puzzle, ask: Wanted{Known: []string{"xy-wing", "full-house"}}, status: BeyondReach},
	} {
		p, err := ParsePosition(c.puzzle, c.state, c.marks)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for _, depth := range Depths() {
			c.ask.Depth = depth
			hint, err := Next(p, c.ask)
			var wrong []string
			for _, w := range hint.Wrong {
				wrong = append(wrong, w.Cell)
			}
			want := c.wrong
			if depth != Full {
				want = ""
			}
			if (c.wrong != "" && depth != Nudge) != (hint.Houses != nil) {
				t.Errorf("%s, %s: the houses are %v", c.name, depth, hint.Houses)
			}
			if err != nil || hint.Status != c.status || strings.Join(wrong, " ") != want || hint.Text == "" || (hint.Step != nil) != (c.status == OK) {
				t.Errorf("%s: %s %v %q, %v; want %s %s", c.name, hint.Status, wrong, hint.Text, err, c.status, c.wrong)
			}
			if hint.Status != OK {
				before := p.Board()
				p.Apply(&hint)
				if p.Board() != before {
					t.Errorf("%s: a hint without a step has changed the position", c.name)
				}
			}
		}
	}

	stopped := Hinter{Stop: func() bool { return true }}
	hard, _ := boardtest.Sample(board.Sizes()[4], 1, 3)
	if hint, err := stopped.Next(Position{Givens: hard[0]}, Wanted{}); err != nil || hint.Status != BeyondReach && hint.Status != OK {
		t.Errorf("stopped: %s, %v", hint.Status, err)
	}

	good, err := ParsePosition(puzzle, "", "")
	if err != nil {
		t.Fatal(err)
	}
	four := board.NewGrid(board.Sizes()[0])
	four.Set(2, 9)
	for _, c := range []struct {
		name string
		p    Position
		ask  Wanted
		why  string
	}{
		{"no puzzle", Position{}, Wanted{}, "no clues"},
		{"two sizes", Position{Givens: good.Givens, Entries: board.NewGrid(board.Sizes()[0])}, Wanted{}, "the entries are 4x4"},
		{"an entry on a given", Position{Givens: good.Givens, Entries: boardtest.Parse(t, swap(blank, "r1c1=5"))}, Wanted{}, "r1c1 is given as 4"},
		{"candidates of another size", Position{Givens: good.Givens, Marks: make([]board.Digits, 16)}, Wanted{}, "for 16 cells, but the puzzle has 81"},
		{"a digit too large", Position{Givens: four}, Wanted{}, "r1c3 holds 9"},
		{"a candidate too large", Position{Givens: board.NewGrid(board.Sizes()[0]), Marks: slices.Repeat([]board.Digits{1 << 4}, 16)}, Wanted{}, "above 4"},
		{"no such depth", good, Wanted{Depth: "deep"}, "nudge, where or full"},
		{"no such notes", good, Wanted{Notes: "all"}, "partial, complete or ignore"},
		{"corner marks of another size", Position{Givens: good.Givens, Corners: make([]board.Digits, 16)}, Wanted{}, "for 16 cells, but the puzzle has 81"},
		{"no such ladder", good, Wanted{Ladder: "steep"}, "se or human"},
		{"no such language", good, Wanted{Lang: "tlh"}, "en, de"},
		{"no such technique", good, Wanted{Known: []string{"guess"}}, "xy-wing"},
		{"no such level", good, Wanted{UpTo: "steep"}, "easy, medium"},
		{"a level of the other ladder", good, Wanted{UpTo: "Unfair", Ladder: "se"}, "gentle, easy"},
	} {
		if _, err := Next(c.p, c.ask); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v, want %q", c.name, err, c.why)
		}
	}
}

// someway returns a position on the way to a solution: some entries, and no candidates,
// those of a few cells or of all; right, unless mistakes says how many of each kind to
// make.
func someway(puzzle, solution *board.Grid, rng *rand.Rand, mistakes int) Position {
	geo := puzzle.Geometry()
	p := Position{Givens: *puzzle, Entries: board.NewGrid(geo)}
	filled, noted := rng.Float64(), rng.IntN(3) // 0: no candidates, 1: some, 2: all
	if noted > 0 {
		p.Marks = make([]board.Digits, geo.Cells)
	}
	left := board.NewBoard(puzzle)
	var blanks []board.Cell
	for i := range geo.Cells {
		c := board.Cell(i)
		if puzzle.At(c) != 0 {
			continue
		}
		if rng.Float64() < filled {
			p.Entries.Set(c, solution.At(c))
		} else if noted == 2 || noted == 1 && rng.IntN(2) == 0 {
			p.Marks[c] = left.Candidates(c)&board.Digits(rng.Uint32()|rng.Uint32()) | solution.At(c).Mask()
		}
		blanks = append(blanks, c)
	}
	if len(blanks) == 0 {
		return p
	}
	for range mistakes {
		c := blanks[rng.IntN(len(blanks))]
		if noted == 0 || rng.IntN(2) == 0 {
			p.Entries.Set(c, solution.At(c)%board.Digit(geo.Size)+1)
		} else {
			p.Marks[c] &^= solution.At(c).Mask()
		}
	}
	return p
}

// TestHintsAreSound: on random positions, with and without mistakes, a hint names all
// that is wrong and nothing else, or a step that keeps the solution, within what was
// allowed; and what a depth tells, a deeper one tells too.
func TestHintsAreSound(t *testing.T) {
	n := 300
	if *boardtest.Long {
		n = 100_000
	}
	rng := rand.New(rand.NewPCG(1, 14))
	var h Hinter
	met := map[Status]int{}
	batch := 40
	var puzzles, solutions []board.Grid
	for i := range n {
		if i%batch == 0 {
			puzzles, solutions = boardtest.Sample(board.Sizes()[[]int{0, 1, 2, 2}[i/batch%4]], batch, uint64(i)+1)
		}
		puzzle, solution := &puzzles[i%batch], &solutions[i%batch]
		geo := puzzle.Geometry()
		p := someway(puzzle, solution, rng, max(0, rng.IntN(4)-2))
		ask := Wanted{Ladder: grade.Ladders()[rng.IntN(2)].Name, Lang: Languages()[rng.IntN(len(languages))], Notes: AllNotes()[rng.IntN(3)]}
		switch rng.IntN(4) {
		case 0:
			ask.UpTo = []string{"2.6", "medium"}[min(1, strings.Index(ask.Ladder, "human")+1)]
		case 1:
			for _, tech := range append(grade.Techniques(), grade.Patterns()...) {
				if rng.IntN(2) == 0 {
					ask.Known = append(ask.Known, tech.ID)
				}
			}
		}
		var hints []Hint
		for _, depth := range Depths() {
			ask.Depth = depth
			hint, err := h.Next(p, ask)
			if err != nil {
				t.Fatalf("%+v: %v", p, err)
			}
			hints = append(hints, hint)
		}
		full := &hints[2]
		met[full.Status]++
		state, candidates := p.Texts()
		where := strings.Join([]string{puzzle.String(), state, candidates, full.Text}, "\n")
		var entries, marks []board.Cell
		for i := range geo.Cells {
			c := board.Cell(i)
			switch d := p.Entries.At(c); {
			case d != 0 && d != solution.At(c):
				entries = append(entries, c)
			case ask.Notes == Complete && d == 0 && puzzle.At(c) == 0 && p.Marks != nil && p.Marks[c] != 0 && !p.Marks[c].Has(solution.At(c)):
				marks = append(marks, c)
			}
		}
		switch {
		case len(entries) > 0:
			if full.Status != WrongEntry || !slices.Equal(full.Faults, entries) {
				t.Fatalf("%s\n%s %v, the wrong entries are %v", where, full.Status, full.Faults, entries)
			}
		case len(marks) > 0:
			if full.Status != WrongMark || !slices.Equal(full.Faults, marks) {
				t.Fatalf("%s\n%s %v, the wrong candidates are in %v", where, full.Status, full.Faults, marks)
			}
		case full.Status == OK:
			checkSound(t, where, &p, solution, full, ask)
		case full.Status == Solved != (p.grid() == *solution) || full.Status == WrongEntry || full.Status == WrongMark:
			t.Fatalf("%s\n%s", where, full.Status)
		case full.Status == BeyondReach && ask.UpTo == "" && ask.Known == nil:
			t.Fatalf("%s\nno technique finds a step", where)
		}
		checkDepths(t, where, hints)
	}
	for _, s := range []Status{OK, WrongEntry, WrongMark, Solved, BeyondReach} {
		if met[s] == 0 {
			t.Errorf("%s was never met: %v", s, met)
		}
	}
}

// checkSound fails unless a step keeps the solution, changes something, and is allowed.
func checkSound(t *testing.T, where string, p *Position, solution *board.Grid, h *Hint, ask Wanted) {
	t.Helper()
	s, b := &h.Found, h.On
	tech, err := grade.TechniqueByID(s.Technique)
	if err != nil {
		t.Fatal(err)
	}
	if s.Place.Digit == 0 && len(s.Eliminate) == 0 || s.Place.Digit != 0 && solution.At(s.Place.Cell) != s.Place.Digit {
		t.Fatalf("%s\nplaces %v", where, s.Place)
	}
	for _, e := range s.Eliminate {
		if solution.At(e.Cell) == e.Digit || !b.Candidates(e.Cell).Has(e.Digit) {
			t.Fatalf("%s\nremoves %v", where, e)
		}
	}
	if ask.Known != nil && !slices.Contains(ask.Known, s.Technique) || ask.UpTo == "2.6" && s.Rating > 26 || ask.UpTo == "medium" && tech.Level > grade.LevelMedium {
		t.Fatalf("%s\nis beyond %+v", where, ask)
	}
	before := p.Board()
	next := *p
	next.Apply(h)
	after := next.Board()
	for i := range p.Givens.Geometry().Cells {
		c := board.Cell(i)
		kept := before.Candidates(c).Has(solution.At(c)) // what is noted may be wrong
		if d := after.At(c); d == 0 && kept && !after.Candidates(c).Has(solution.At(c)) || d != 0 && d != solution.At(c) {
			t.Fatalf("%s\nleads to\n%s", where, after.Framed())
		}
	}
	if before == after && ask.Notes != Ignore {
		t.Fatalf("%s\nchanges nothing", where)
	}
}

// checkDepths fails unless each of the hints for one position tells what the one before
// does.
func checkDepths(t *testing.T, where string, hints []Hint) {
	t.Helper()
	nudge, cells, full := hints[0], hints[1], hints[2]
	if nudge.Status != full.Status || cells.Status != full.Status || !slices.Equal(nudge.Faults, full.Faults) {
		t.Fatalf("%s\n%s, %s, %s", where, nudge.Status, cells.Status, full.Status)
	}
	if full.Status != OK {
		return
	}
	a, b, c := nudge.Step, cells.Step, full.Step
	if a.Technique != c.Technique || b.Technique != c.Technique || a.Name != c.Name || a.Region != c.Region || b.Region != c.Region ||
		a.Rating != c.Rating || !slices.Equal(b.Cells, c.Cells) || !slices.Equal(b.Houses, c.Houses) {
		t.Fatalf("%s\n%+v\n%+v\n%+v", where, a, b, c)
	}
	if len(a.Cells)+len(a.Places)+len(a.Removes)+len(b.Places)+len(b.Removes)+len(b.Because) > 0 || len(b.Cells) == 0 || len(c.Because)+len(c.Chains) == 0 {
		t.Fatalf("%s\n%+v\n%+v\n%+v", where, a, b, c)
	}
}

// TestNotesAreNoProof: a hint rests on notes only where the player says that they are complete.
func TestNotesAreNoProof(t *testing.T) {
	const puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	givens, err := ParsePosition(puzzle, "", "")
	if err != nil {
		t.Fatal(err)
	}
	want, err := Next(givens, Wanted{})
	if err != nil {
		t.Fatal(err)
	}
	noted := givens
	noted.Marks = make([]board.Digits, 81)
	noted.Marks[1] = board.Digit(1).Mask() // which is right, and five others are possible
	cornered := givens
	cornered.Corners = noted.Marks
	for _, c := range []struct {
		p     Position
		notes Notes
		want  string
	}{
		{noted, "", want.Text},
		{noted, Ignore, want.Text},
		{noted, Complete, "Naked single: r1c2 can only be 1."},
		{cornered, "", want.Text},
		{cornered, Complete, want.Text},
	} {
		got, err := Next(c.p, Wanted{Notes: c.notes, Known: []string{want.Found.Technique, "naked-single"}})
		if c.notes == Complete && c.p.Marks != nil {
			got, err = Next(c.p, Wanted{Notes: c.notes, Known: []string{"naked-single"}})
		}
		if err != nil || got.Text != c.want {
			t.Errorf("%s notes: %s, %v, want %s", c.notes, got.Text, err, c.want)
		}
	}
}

// countWithin counts the solutions within candidates, by trying them, up to 2.
func countWithin(b board.Board) (n int) {
	best, at := 99, board.Cell(0)
	for i, d := range b.Digits() {
		if k := b.Candidates(board.Cell(i)).Len(); d == 0 && k < best {
			best, at = k, board.Cell(i)
		}
	}
	if best == 99 {
		return 1
	}
	for d := range b.Candidates(at).All() {
		next := b
		if next.Place(at, d); n < 2 {
			n += countWithin(next)
		}
	}
	return n
}

// TestCandidatesArePartOfThePuzzle: candidates alone are solved, and rated from there on: those of a
// state on the way of a puzzle, and those that are left of all when random ones are removed as long
// as there is one solution. All solvers agree with trying them.
func TestCandidatesArePartOfThePuzzle(t *testing.T) {
	rng := boardtest.Rand(4)
	for _, size := range []int{4, 6, 9, 9} {
		geo := boardtest.Geometry(t, size)
		gr, search, prover := grade.NewGrader(geo), solve.NewSearcher(geo), new(solve.Prover)
		same := 0
		for range boardtest.Rounds(2) {
			solution := boardtest.RandomGrid(geo, search, rng)
			puzzle := boardtest.Minimal(search, solution, rng)
			_, path := gr.Path(&puzzle)
			k := rng.IntN(len(path))
			b := board.NewBoard(&puzzle)
			for _, s := range path[:k] {
				s.Apply(&b)
			}
			p := Position{Givens: board.NewGrid(geo), Marks: make([]board.Digits, geo.Cells)}
			for i, d := range b.Digits() {
				p.Marks[i] = d.Mask() | b.Candidates(board.Cell(i))
			}
			solved, within, err := p.Prove(prover)
			if err != nil || solved != solution {
				t.Fatalf("%v after %d steps: %v, %v", puzzle, k, solved, err)
			}
			if *within == b { // no naked single that no peer sees
				same++
				rest := slices.MaxFunc(path[k:], func(a, b grade.Step) int { return a.Rating - b.Rating })
				if g, steps := gr.PathOn(within); g.Rating != rest.Rating || len(steps) != len(path)-k {
					t.Fatalf("%v after %d steps is rated %d, the rest of its path %d", puzzle, k, g.Rating, rest.Rating)
				}
			}

			p = Position{Givens: board.NewGrid(geo), Marks: slices.Repeat([]board.Digits{geo.All}, geo.Cells)}
			for _, i := range rng.Perm(geo.Cells * geo.Size) {
				c, d := i/geo.Size, board.Digit(i%geo.Size+1)
				p.Marks[c] &^= d.Mask()
				if p.Marks[c] |= solution.At(board.Cell(c)).Mask(); d == solution.At(board.Cell(c)) {
					continue
				}
				if _, _, err := p.Prove(prover); err == nil {
					break
				}
			}
			b = p.Board()
			solved, within, err = p.Prove(prover)
			if n := countWithin(b); n != 1 || err != nil || solved != solution {
				t.Fatalf("%v: %d solutions, %v, %v", p.Marks, n, solved, err)
			}
			for _, s := range solve.Solvers() {
				if r, err := solve.Run(t.Context(), s, &p.Givens, solve.Options{Limit: 2, Within: &b}); s.Takes(geo) && (err != nil || !r.Unique() || r.First != solution) {
					t.Errorf("%s: %v: %+v, %v", s.Name, p.Marks, r, err)
				}
			}
			if g, _ := gr.PathOn(within); !g.SolvedByLogic && !g.AtLeast {
				t.Errorf("%v: %+v", p.Marks, g)
			}
			if told, err := Next(p, Wanted{}); err != nil || told.Status != OK {
				t.Errorf("%v: %s, %v", p.Marks, told.Status, err)
			}
		}
		if same == 0 {
			t.Errorf("%dx%d: no state could be compared", size, size)
		}
	}
}
