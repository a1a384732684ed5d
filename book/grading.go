package book

import (
	"context"
	"fmt"
	"math"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/predict"
	"gradoku/store"
)

// A book's levels can follow three things. Which agrees best with people was measured on
// 767 puzzles with the mean time of at least ten people each (TestGradingsAgree;
// docs/STUDIES.md): the rank correlation of level and time is 0.60 for predicted minutes
// cut into levels, 0.52 for the rating's levels and 0.34 for those of the ladder for
// people, which calls nine in ten of these puzzles Easy. The rating is the default all
// the same: minutes take 4 ms a puzzle and are predicted for 9x9 alone, and no database
// can look them up; a book of a thousand would take four seconds more, and a rare level
// a search through everything there is.

// grading gives puzzles the levels of a book.
type grading struct {
	by      string // one of Gradings
	model   *predict.Predictor
	graders grade.Graders
}

func newGrading(by string) (*grading, error) {
	g := &grading{by: by}
	switch by {
	case "", "rating", "people":
	case "minutes":
		m, err := predict.DefaultModel()
		if err != nil {
			return nil, err
		}
		g.model = predict.NewPredictor(m)
	default:
		return nil, fmt.Errorf("there is no grading by %q", by)
	}
	return g, nil
}

// own reports whether the levels are others than those of the database.
func (g *grading) own() bool { return g.by == "people" || g.by == "minutes" }

// minuteLevels are the levels by predicted minutes, each up to a number of them. The
// borders stand midway between the medians of the levels by rating, which were 3.8, 8.5,
// 13.1, 14.8 and 19.2 minutes among 1,230 random minimal puzzles: so the words mean
// nearly the same.
var minuteLevels = [...]struct {
	name string
	upTo int
}{{"Gentle", 6}, {"Easy", 10}, {"Medium", 14}, {"Hard", 17}, {"Expert", 24}, {"Extreme", math.MaxInt}}

// peopleLevels are the book's words for those of the ladder for people. It has no level
// below Easy, which takes singles alone.
var peopleLevels = map[grade.HumanLevel]string{
	grade.LevelEasy: "Easy", grade.LevelMedium: "Medium", grade.LevelHard: "Hard", grade.LevelUnfair: "Expert", grade.LevelExtreme: "Extreme",
}

// level sets the puzzle's level; where there is no other, that of its rating stays.
func (g *grading) level(p *Puzzle) {
	switch g.by {
	case "people":
		path := g.graders.Of(p.Givens.Geometry()).Human(&p.Givens)
		if p.Level = peopleLevels[path.Level]; path.AtLeast {
			p.Level = grade.Beyond
		}
	case "minutes":
		t, ok := g.model.Predict(&p.Givens)
		if !ok {
			return
		}
		p.Minutes = max(1, int(math.Round(t.Median)))
		for _, l := range minuteLevels {
			if p.Minutes <= l.upTo {
				p.Level = l.name
				return
			}
		}
	}
}

// levelRange writes the predicted minutes of a level, as "7–10"; "" for a level without.
func levelRange(level string) string {
	from := 1
	for _, l := range minuteLevels {
		if l.name == level {
			if l.upTo == math.MaxInt {
				return fmt.Sprintf("%d+", from)
			}
			return fmt.Sprintf("%d–%d", from, l.upTo)
		}
		from = l.upTo + 1
	}
	return ""
}

// HasLevel reports whether a grading has a level at all.
func HasLevel(by, level string) bool {
	if by != "people" {
		return true
	}
	for _, name := range peopleLevels {
		if name == level {
			return true
		}
	}
	return level == grade.Beyond
}

// chooseGraded goes through the puzzles of one size in the order of their keys and takes
// those that the quotas, all of that size and of a level, have room for.
func chooseGraded(ctx context.Context, db *store.DB, g *grading, quotas []Quota, f store.Filter, solutions *unlike) ([]Puzzle, []Shortage, error) {
	have, left := map[string]int{}, 0
	for _, q := range quotas {
		left += q.N
	}
	f.Size, f.Order = quotas[0].Size, "random"
	var taken []Puzzle
	for row, err := range db.Puzzles(ctx, f) {
		if err != nil {
			return nil, nil, err
		}
		p, err := FromStore(&row)
		if err != nil {
			return nil, nil, err
		}
		g.level(&p)
		for _, q := range quotas {
			if q.Level == p.LevelName() && have[q.Level] < q.N && solutions.add(&p) {
				have[q.Level]++
				left--
				taken = append(taken, p)
			}
		}
		if left == 0 {
			break
		}
	}
	var short []Shortage
	for _, q := range quotas {
		if n := have[q.Level]; n < q.N {
			short = append(short, Shortage{Quota: q, Have: n})
		}
	}
	return taken, short, nil
}

// unlike remembers solutions, so that no two puzzles of a book have the same.
type unlike struct {
	z    board.Canonicalizer
	seen map[[16]byte]bool
}

// add reports whether a puzzle's solution is new, and remembers it. There are too few
// grids below 9x9: 2 classes of 4x4, 49 of 6x6.
func (u *unlike) add(p *Puzzle) bool {
	if p.Givens.Geometry().Size < 9 {
		return true
	}
	key := u.z.Key(&p.Solution, &p.Solution)
	if u.seen[key] {
		return false
	}
	u.seen[key] = true
	return true
}
