package book

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"gradoku/grade"
	"gradoku/store"
)

// Quota asks for so many puzzles of one size and, unless they are zero, of one level
// or a range of ratings. With both, the ratings are what the level means.
type Quota struct {
	Size    int
	Level   string
	Ratings grade.Range
	N       int
}

// String writes a quota as a person would: "60 Easy 9x9".
func (q Quota) String() string {
	level := q.Level
	if level == "" && q.Ratings != (grade.Range{}) {
		level = q.Ratings.String()
	}
	if level != "" {
		level += " "
	}
	return fmt.Sprintf("%d %s%dx%d", q.N, level, q.Size, q.Size)
}

// Filter narrows a filter to what the quota asks for.
func (q Quota) Filter(f store.Filter) store.Filter {
	f.Size = q.Size
	if q.Ratings == (grade.Range{}) {
		if q.Level != "" {
			f.Levels = []string{q.Level}
		}
		return f
	}
	both := []grade.Range{q.Ratings}
	for i, r := range f.Ratings {
		both = append(both[:i], r.Intersect(q.Ratings)) // nothing is in an empty one
	}
	f.Ratings = both
	return f
}

// Shortage is a quota that the database cannot fill, and why not.
type Shortage struct {
	Quota
	Have  int // that the book can have
	Taken int // that fit but are in recorded exports
	Alike int // that fit but have the solution of another puzzle of the book
}

// String says what a book wants and why it cannot have it: "60 Easy 9x9, and there are 12;
// 30 more are in books and exports".
func (s Shortage) String() string {
	t := fmt.Sprintf("%s, and there are %d", s.Quota, s.Have)
	if s.Taken > 0 {
		t += fmt.Sprintf("; %d more are in books and exports", s.Taken)
	}
	if s.Alike > 0 {
		t += fmt.Sprintf("; %d more have the solution of another puzzle of the book", s.Alike)
	}
	return t
}

// Orders are the ways to order a book's puzzles: by level, from easy to hard; the same
// in one; at random; as a list names them.
var Orders = []string{"sections", "ramp", "shuffled", "given"}

// Choice says which puzzles a book should have.
type Choice struct {
	Quotas []Quota
	Filter store.Filter // what else they must meet; Size and Levels come from the quotas
	Order  string       // one of Orders
	Seed   uint64       // of "shuffled"

	// Names are the puzzles themselves, instead of quotas, see ReadNames. The filter says
	// only whether they may be in exports.
	Names []string `json:",omitempty"`

	// GradeBy is one of Gradings: what the levels of the quotas and sections follow.
	GradeBy string  `json:",omitempty"`
	Borders Borders `json:",omitempty"` // of its levels, nil for the usual ones
}

// Choose takes puzzles from the database: for each quota the first ones that meet the
// filter, in the order of their keys, which is as good as random and the same every
// time. No two of them are the same puzzle, since the database holds none twice. From
// 9x9 on no two have the same solution either, which could happen with runs of one
// seed with different options. Missing puzzles are returned as shortages.
//
// Puzzles that the choice names are taken as they are, or the error is an [UnfitError].
func Choose(ctx context.Context, db *store.DB, c Choice) ([]Section, []Shortage, error) {
	g, err := newGrading(c.GradeBy, c.Borders)
	if err != nil {
		return nil, nil, err
	}
	if c.Names != nil {
		puzzles, err := Named(ctx, db, c.Names, c.Filter.NeverExported)
		if err != nil {
			return nil, nil, err
		}
		for i := range puzzles {
			g.level(&puzzles[i])
		}
		return arrange(puzzles, c.Order, c.Seed), nil, nil
	}
	var puzzles []Puzzle
	var short []Shortage
	solutions := &unlike{seen: map[[16]byte]bool{}}
	graded := map[int][]Quota{} // by size
	for _, q := range merged(c.Quotas) {
		if g.own() && q.Level != "" {
			graded[q.Size] = append(graded[q.Size], q)
			continue
		}
		f := q.Filter(c.Filter)
		f.Order = "random"
		got, err := takeNew(ctx, db, f, q.N, solutions)
		if err != nil {
			return nil, nil, err
		}
		if len(got) < q.N {
			one, err := shortage(ctx, db, q, c.Filter, len(got))
			if err != nil {
				return nil, nil, err
			}
			short = append(short, one)
		}
		for i := range got {
			g.level(&got[i])
		}
		puzzles = append(puzzles, got...)
	}
	for _, size := range slices.Sorted(maps.Keys(graded)) {
		got, lack, err := chooseGraded(ctx, db, g, graded[size], c.Filter, solutions)
		if err != nil {
			return nil, nil, err
		}
		puzzles, short = append(puzzles, got...), append(short, lack...)
	}
	return arrange(puzzles, c.Order, c.Seed), short, nil
}

// shortage counts what else fits a quota.
func shortage(ctx context.Context, db *store.DB, q Quota, f store.Filter, have int) (Shortage, error) {
	s := Shortage{Quota: q, Have: have}
	f = q.Filter(f)
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

// Recorded returns the puzzles of a recorded export, with the levels and in the order of a
// choice.
func Recorded(ctx context.Context, db *store.DB, export int64, c Choice) ([]Section, error) {
	g, err := newGrading(c.GradeBy, c.Borders)
	if err != nil {
		return nil, err
	}
	puzzles, err := take(ctx, db, store.Filter{ExportID: export})
	if err == nil && c.Order == "given" {
		var items []int64
		items, err = db.ExportItems(ctx, export)
		place := make(map[int64]int, len(items))
		for i, id := range items {
			place[id] = i
		}
		slices.SortFunc(puzzles, func(a, b Puzzle) int { return place[a.ID] - place[b.ID] })
	}
	for i := range puzzles {
		g.level(&puzzles[i])
	}
	return arrange(puzzles, c.Order, c.Seed), err
}

// takeNew takes n puzzles whose solutions are not among the given ones, and adds
// theirs.
func takeNew(ctx context.Context, db *store.DB, f store.Filter, n int, solutions *unlike) ([]Puzzle, error) {
	var fresh []Puzzle
	for len(fresh) < n {
		f.Limit = n - len(fresh)
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

func take(ctx context.Context, db *store.DB, f store.Filter) ([]Puzzle, error) {
	var puzzles []Puzzle
	for row, err := range db.Puzzles(ctx, f) {
		if err != nil {
			return nil, err
		}
		p, err := FromStore(&row)
		if err != nil {
			return nil, err
		}
		puzzles = append(puzzles, p)
	}
	return puzzles, nil
}

// merged adds up quotas for the same puzzles. The caller must refuse overlapping
// ones, such as a level and all levels of a size.
func merged(quotas []Quota) []Quota {
	var out []Quota
	for _, q := range quotas {
		same := func(o Quota) bool { return o.Size == q.Size && o.Level == q.Level && o.Ratings == q.Ratings }
		if i := slices.IndexFunc(out, same); i >= 0 {
			out[i].N += q.N
		} else {
			out = append(out, q)
		}
	}
	return out
}

// arrange orders puzzles and cuts them into sections: by size, and for
// "sections" by level, each from easy to hard. "given" leaves them in their order, and
// the puzzles of one size that follow each other are a section.
func arrange(puzzles []Puzzle, order string, seed uint64) []Section {
	if levels := levelNames(); order != "given" {
		slices.SortStableFunc(puzzles, func(a, b Puzzle) int {
			return cmp.Or(
				a.Givens.Geometry().Size-b.Givens.Geometry().Size,
				slices.Index(levels, a.LevelName())-slices.Index(levels, b.LevelName()),
				a.Grade.Rating-b.Grade.Rating,
				slices.Compare(a.Canon[:], b.Canon[:]))
		})
	}
	var sections []Section
	for _, p := range puzzles {
		key := Section{Size: p.Givens.Geometry().Size}
		if order == "sections" || order == "" {
			key.Level = p.LevelName()
		}
		last := len(sections) - 1
		if last < 0 || sections[last].Size != key.Size || sections[last].Level != key.Level {
			sections = append(sections, key)
			last++
		}
		sections[last].Puzzles = append(sections[last].Puzzles, p)
	}
	if order == "shuffled" {
		r := rand.New(rand.NewPCG(seed, 0))
		for _, sec := range sections {
			r.Shuffle(len(sec.Puzzles), func(i, k int) { sec.Puzzles[i], sec.Puzzles[k] = sec.Puzzles[k], sec.Puzzles[i] })
		}
	}
	return sections
}
