package task

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"gradoku/board"
	"gradoku/book"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/store"
)

// Shortage is a quota that the database cannot fill, with the reasons.
type Shortage struct {
	Quota generate.Quota
	Have  int // puzzles that the book can use
	Taken int // puzzles that fit but are in recorded exports
	Alike int // puzzles that fit but share a solution with another puzzle of the book
}

// String says what is missing and why: "60 Easy 9x9, but only 12 are available; 30 more are already in books
// and exports".
func (s Shortage) String() string {
	t := fmt.Sprintf("%s, but only %d are available", s.Quota, s.Have)
	if s.Taken > 0 {
		t += fmt.Sprintf("; %d more are already in books and exports", s.Taken)
	}
	if s.Alike > 0 {
		t += fmt.Sprintf("; %d more have the same solution as another puzzle of the book", s.Alike)
	}
	return t
}

// BookChoice says which puzzles a book should have. It is recorded with the book.
type BookChoice struct {
	Quotas []generate.Quota
	Filter store.Filter // further conditions; each quota narrows it and sets the size
	Order  string       // one of book.Orders
	Seed   uint64       // for the order "shuffled"

	// Names lists the puzzles to use, instead of quotas: see ReadNames. The filter then
	// says only whether they may be in recorded exports.
	Names []string `json:",omitempty"`

	images  bool        // fill quotas of 4x4 with images of their puzzles: there are no others
	Minutes bool        `json:"-"` // also print the predicted minutes
	Words   *book.Words `json:"-"` // for the levels of the book; nil for those of the puzzles
	env     *Env        // receives the progress of computing needs; nil for none
}

// arranged sets the levels of puzzles as the book has them, and divides them into sections.
func (c *BookChoice) arranged(ctx context.Context, db *store.DB, puzzles []book.Puzzle) ([]book.Section, error) {
	if c.Minutes {
		if err := c.setMinutes(ctx, db, puzzles); err != nil {
			return nil, err
		}
	}
	if c.Words != nil {
		for i := range puzzles {
			puzzles[i].Level = c.Words.Level(puzzles[i].Grade.Level)
		}
	}
	return book.Arrange(puzzles, c.Order, c.Seed), nil
}

// fitting returns the filter of the choice for the puzzles of a quota.
func (c *BookChoice) fitting(q *generate.Quota) store.Filter {
	f := c.Filter
	f.Selection.Selection = q.Of(f.Selection.Selection)
	return f
}

// ChoosePuzzles takes puzzles from the database: for each quota the first ones that meet
// the filter, in the order of their keys. That order is as good as random and always the
// same. The database holds no puzzle twice, so neither does a book. From 9x9 on, no two
// puzzles of a book have the same solution either; runs with the same seed and different
// options could give such puzzles. Missing puzzles are returned as shortages.
//
// If the choice names puzzles, exactly those are taken, or the error is an [UnfitError].
func ChoosePuzzles(ctx context.Context, db *store.DB, c BookChoice) ([]book.Section, []Shortage, error) {
	if c.Names != nil {
		puzzles, err := NamedPuzzles(ctx, db, c.Names, c.Filter.NeverExported)
		if err != nil {
			return nil, nil, err
		}
		sections, err := c.arranged(ctx, db, puzzles)
		return sections, nil, err
	}
	var puzzles []book.Puzzle
	var short []Shortage
	solutions := &unlike{seen: map[[16]byte]bool{}}
	for _, q := range c.Quotas {
		f := c.fitting(&q)
		f.Order = "random"
		got, err := c.takeNew(ctx, db, f, int(q.Count), solutions)
		if err != nil {
			return nil, nil, err
		}
		if c.images {
			got = withImages(got, int(q.Count))
		}
		if len(got) < int(q.Count) {
			one, err := shortage(ctx, db, q, f, len(got))
			if err != nil {
				return nil, nil, err
			}
			short = append(short, one)
		}
		for i := range got {
			got[i].Technique = q.PeopleHardest.String()
		}
		puzzles = append(puzzles, got...)
	}
	sections, err := c.arranged(ctx, db, puzzles)
	return sections, short, err
}

// withImages adds images of the 4x4 puzzles until there are n puzzles: turned, mirrored, with rows
// and columns exchanged, and with other digits. No two look alike, not even with their digits
// exchanged. They depend only on which 4x4 puzzles there are.
func withImages(puzzles []book.Puzzle, n int) []book.Puzzle {
	const rounds = 200
	seen := map[string]bool{}
	var small []book.Puzzle
	for _, p := range puzzles {
		if p.Givens.Geometry().Size == 4 {
			small, seen[book.Pattern(&p.Givens)] = append(small, p), true
		}
	}
	slices.SortFunc(small, func(a, b book.Puzzle) int { return bytes.Compare(a.Canon[:], b.Canon[:]) })
	random := rand.New(rand.NewPCG(0, 0))
	for i := 0; len(puzzles) < n && i < rounds*len(small); i++ {
		p := small[i%len(small)]
		t := board.RandomTransform(p.Givens.Geometry(), random)
		p.Givens, p.Solution = t.Apply(&p.Givens), t.Apply(&p.Solution)
		if look := book.Pattern(&p.Givens); !seen[look] {
			seen[look], puzzles = true, append(puzzles, p)
		}
	}
	return puzzles
}

// shortage counts the puzzles that fit a quota, which f selects, but cannot be used.
func shortage(ctx context.Context, db *store.DB, q generate.Quota, f store.Filter, have int) (Shortage, error) {
	s := Shortage{Quota: q, Have: have}
	fit, err := db.CountPuzzles(ctx, f)
	if err != nil {
		return s, err
	}
	s.Alike = int(fit) - have
	if f.NeverExported {
		f.NeverExported = false
		all, err := db.CountPuzzles(ctx, f)
		if err != nil {
			return s, err
		}
		s.Taken = int(all - fit)
	}
	return s, nil
}

// RecordedPuzzles returns the puzzles of a recorded export, with the levels, the techniques and
// in the order of a choice.
func RecordedPuzzles(ctx context.Context, db *store.DB, export int64, c BookChoice) ([]book.Section, error) {
	puzzles, err := take(ctx, db, store.Filter{ExportID: export})
	if err != nil {
		return nil, err
	}
	items, err := db.ExportItems(ctx, export)
	if err != nil {
		return nil, err
	}
	if len(items) > len(puzzles) { // only a book with images of 4x4 puzzles repeats some of them
		puzzles = withImages(puzzles, len(items))
	}
	if c.Order == "given" {
		place := make(map[int64]int, len(items))
		for i, id := range items {
			place[id] = i
		}
		slices.SortFunc(puzzles, func(a, b book.Puzzle) int { return place[a.ID] - place[b.ID] })
	}
	var graders grade.Graders
	turn := func(p *book.Puzzle) int {
		return slices.IndexFunc(c.Quotas, func(q generate.Quota) bool { return q.PeopleHardest.String() == p.Technique })
	}
	if slices.ContainsFunc(c.Quotas, func(q generate.Quota) bool { return !q.PeopleHardest.IsZero() }) {
		for i := range puzzles {
			p := &puzzles[i]
			if p.Technique = graders.Of(p.Givens.Geometry()).Human(&p.Givens).Hardest; turn(p) < 0 {
				p.Technique = ""
			}
		}
		slices.SortStableFunc(puzzles, func(a, b book.Puzzle) int { return turn(&a) - turn(&b) })
	}
	return c.arranged(ctx, db, puzzles)
}

// takeNew takes n puzzles whose solutions are not yet in solutions, and adds their
// solutions to it.
func (c *BookChoice) takeNew(ctx context.Context, db *store.DB, f store.Filter, n int, solutions *unlike) ([]book.Puzzle, error) {
	var fresh []book.Puzzle
	for len(fresh) < n {
		f.Limit = n - len(fresh)
		if err := c.need(ctx, db, f); err != nil {
			return nil, err
		}
		got, err := take(ctx, db, f)
		if err != nil || len(got) == 0 {
			return fresh, err
		}
		f.Offset += len(got)
		for _, p := range got {
			if solutions.add(&p) {
				fresh = append(fresh, p)
			}
		}
	}
	return fresh, nil
}

func take(ctx context.Context, db *store.DB, f store.Filter) ([]book.Puzzle, error) {
	var puzzles []book.Puzzle
	for row, err := range db.Puzzles(ctx, f) {
		if err != nil {
			return nil, err
		}
		p, err := bookPuzzle(&row)
		if err != nil {
			return nil, err
		}
		puzzles = append(puzzles, p)
	}
	return puzzles, nil
}

// bookPuzzle turns a row of the database into a puzzle of a book. It checks the key, since
// a book identifies its puzzles by their keys.
func bookPuzzle(p *store.Puzzle) (book.Puzzle, error) {
	givens, err := board.Parse(p.Givens)
	if err != nil {
		return book.Puzzle{}, fmt.Errorf("puzzle %d: %w", p.ID, err)
	}
	solution, err := board.Parse(p.Solution)
	if err != nil {
		return book.Puzzle{}, fmt.Errorf("the solution of puzzle %d: %w", p.ID, err)
	}
	if key := board.Key(&givens, &solution); key != p.Canon {
		return book.Puzzle{}, &store.RowError{Puzzle: p.ID, Reason: fmt.Sprintf("its canonical key is %x but %x is recorded", key, p.Canon)}
	}
	return book.Puzzle{ID: p.ID, Givens: givens, Solution: solution, Canon: p.Canon, Grade: p.Grade, Measured: (p.Measured.Minutes + 5) / 10}, nil
}

// unlike remembers solutions, so that no two puzzles of a book have the same solution.
type unlike struct {
	z    board.Canonicalizer
	seen map[[16]byte]bool
}

// add remembers a puzzle's solution and reports whether it is new. Below 9x9 it remembers the
// puzzle, because there are too few different grids: 2 classes of 4x4, 49 of 6x6.
func (u *unlike) add(p *book.Puzzle) bool {
	key := p.Canon
	if p.Givens.Geometry().Size >= 9 {
		key = u.z.Key(&p.Solution, &p.Solution)
	}
	if u.seen[key] {
		return false
	}
	u.seen[key] = true
	return true
}
