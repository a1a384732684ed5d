package web

import (
	"fmt"
	"math/rand/v2"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
)

// MakeRequest asks for puzzles, in the words of the flags of gradoku generate.
type MakeRequest struct {
	N         int64  `json:"n,omitempty" minimum:"0" doc:"How many puzzles; 100 when left out"`
	Quota     string `json:"quota,omitempty" maxLength:"1000" doc:"So many of each instead, as easy=50,hard=50"`
	Size      int    `json:"size,omitempty" doc:"Digits in a row: 4, 6, 9, 12 or 16; 9 when left out"`
	Level     string `json:"level,omitempty" maxLength:"200" doc:"Only these levels, with commas between"`
	Rating    string `json:"rating,omitempty" maxLength:"200" doc:"Only ratings in these ranges, as 4.0-4.6"`
	Technique string `json:"technique,omitempty" maxLength:"1000" doc:"The path needs these techniques"`
	Only      string `json:"only-techniques,omitempty" maxLength:"4000" doc:"The path uses no techniques but these"`
	Clues     string `json:"clues,omitempty" maxLength:"40" doc:"How many givens, as 22-25 or 30"`
	Symmetry  string `json:"symmetry,omitempty" maxLength:"40" doc:"Of the places of the givens"`
	Pattern   string `json:"pattern,omitempty" maxLength:"1000" doc:"The places of the givens: . for a blank, 1 for a given, row by row"`
	Minimal   bool   `json:"minimal,omitempty" doc:"No given can be dropped"`
	Seed      *int64 `json:"seed,omitempty" minimum:"0" doc:"The same seed gives the same puzzles; drawn when left out"`
}

// plan is the command gradoku generate, with a seed in any case: given again, it goes
// on with the same run.
func (q *MakeRequest) plan() (plan, error) {
	if err := q.check(); err != nil {
		return plan{}, err
	}
	seed := q.Seed
	if seed == nil {
		drawn := rand.Int64N(1 << 53) // JSON numbers hold integers up to here exactly
		seed = &drawn
	}
	args := append([]string{"generate"}, q.flags()...)
	return plan{
		Kind: "make", Title: q.title(),
		Steps: []step{{Args: append(args, fmt.Sprintf("--seed=%d", *seed)), DB: true}},
	}, nil
}

// flags are those of gradoku generate, without the seed.
func (q *MakeRequest) flags() []string {
	var args []string
	if q.Quota == "" {
		args = append(args, fmt.Sprintf("--n=%d", q.wanted()))
	}
	if q.Size != 0 && q.Pattern == "" {
		args = append(args, fmt.Sprintf("--size=%d", q.Size))
	}
	for _, f := range []struct{ name, value string }{
		{"quota", q.Quota},
		{"level", q.Level},
		{"rating", q.Rating},
		{"technique", q.Technique},
		{"only-techniques", q.Only},
		{"clues", q.Clues},
		{"symmetry", q.Symmetry},
		{"pattern", q.Pattern},
	} {
		if f.value != "" {
			args = append(args, "--"+f.name+"="+f.value)
		}
	}
	if q.Minimal {
		args = append(args, "--minimal")
	}
	return args
}

func (q *MakeRequest) wanted() int64 {
	if q.N == 0 {
		return 100
	}
	return q.N
}

// maxMade is how many puzzles one job may be asked for.
const maxMade = 10_000_000

// check says which field is wrong, by the parsers that gradoku generate has, and
// whether there can be such puzzles. What is left is for the command to refuse.
func (q *MakeRequest) check() error {
	var t generate.Target
	var err error
	bad := func(name string) error { return refuse("bad-value", name, err.Error()) }
	if q.N < 0 || q.N > maxMade {
		return refuse("bad-value", "n", fmt.Sprintf("a job makes from 1 to %d puzzles", maxMade))
	}
	if q.Seed != nil && *q.Seed < 0 {
		return refuse("bad-value", "seed", "a seed is from 0 on")
	}
	t.Geometry = board.Nine()
	if q.Size != 0 {
		if t.Geometry, err = board.ForSize(q.Size); err != nil {
			return bad("size")
		}
	}
	name := q.Symmetry
	if name == "" {
		name = "none"
	}
	if t.Symmetry, err = board.SymmetryByName(name); err != nil {
		return bad("symmetry")
	}
	if q.Pattern != "" {
		if t.Pattern, t.Geometry, err = generate.ParsePattern(q.Pattern); err != nil {
			return bad("pattern")
		}
	}
	if q.Clues != "" {
		if t.Clues, t.CluesTo, err = grade.ParseSpan(q.Clues, grade.ParseWhole); err != nil {
			return bad("clues")
		}
		if t.Clues > 0 && t.CluesTo == 0 {
			t.CluesTo = t.Geometry.Cells
		} else if t.Clues == t.CluesTo {
			t.CluesTo = 0
		}
	}
	if q.Rating != "" {
		if t.Criteria.Ratings, err = grade.ParseRatings(q.Rating); err != nil {
			return bad("rating")
		}
	}
	if q.Level != "" {
		if t.Criteria.Levels, err = grade.ParseLevels(q.Level); err != nil {
			return bad("level")
		}
	}
	if t.Criteria.Uses, err = grade.ParseTechniques(q.Technique); err != nil {
		return bad("technique")
	}
	if t.Criteria.Only, err = grade.ParseTechniques(q.Only); err != nil {
		return bad("only-techniques")
	}
	if t.Criteria, err = t.Criteria.WithoutLevels(); err != nil {
		return bad("level")
	}
	if q.Quota != "" {
		if q.Level != "" || q.Rating != "" || q.N != 0 {
			return refuse("bad-value", "quota", "a quota says how many of which ratings; leave the number, level and rating empty")
		}
		if t.Quotas, err = generate.ParseQuotas(q.Quota); err != nil {
			return bad("quota")
		}
	}
	t.Minimal = q.Minimal
	if err = t.Check(); err != nil {
		return bad("")
	}
	return nil
}

// title says what is made.
func (q *MakeRequest) title() string {
	if q.Quota != "" {
		return "Make " + q.Quota
	}
	return fmt.Sprintf("Make %d puzzles", q.wanted())
}
