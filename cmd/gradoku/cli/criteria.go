package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/grade"
	"gradoku/store"
)

// Criteria are the flags that restrict the grade of a puzzle.
type Criteria struct {
	Rating, Level, Letter, Scheme, Technique, OnlyTechniques string
}

// Flags returns the flags that fill the struct.
func (c *Criteria) Flags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "rating", Destination: &c.Rating, Usage: "only ratings in this range, for example 4.0-4.6; several with commas"},
		Choices(&urfave.StringFlag{Name: "level", Destination: &c.Level, Usage: "only these levels, for example hard or medium,hard"}, LevelNames()...),
		&urfave.StringFlag{Name: "letter", Destination: &c.Letter, Usage: "only these letters, for example E-G or EFG"},
		Choice(&urfave.StringFlag{Name: "scheme", Destination: &c.Scheme, Value: "printed", Usage: "which letters --letter means: printed or fitted"}, "printed", "fitted"),
		Choices(&urfave.StringFlag{Name: "technique", Destination: &c.Technique, Usage: "only puzzles whose path needs this technique, for example xy-wing: at some point nothing before it in the table helps; several with commas: all of them (gradoku list techniques)"}, techniqueNames()...),
		Choices(&urfave.StringFlag{Name: "only-techniques", Destination: &c.OnlyTechniques, Usage: "only puzzles whose path uses no technique but these, named with commas; the last cell of a house needs no mention"}, techniqueNames()...),
	}
}

// Read turns the flags into criteria.
func (c *Criteria) Read(call *Call) (criteria grade.Criteria, err error) {
	if c.Rating != "" {
		if criteria.Ratings, err = grade.ParseRatings(c.Rating); err != nil {
			return criteria, UsageError(fmt.Errorf("--rating: %w", err), "for example: --rating 4.0-4.6")
		}
	}
	if c.Level != "" {
		if criteria.Levels, err = grade.ParseLevels(c.Level); err != nil {
			return criteria, UsageError(err, "use "+strings.Join(grade.LevelNames(), ", "))
		}
	}
	if c.Letter != "" {
		if criteria.Letters, err = grade.ParseLetters(c.Letter); err != nil {
			return criteria, UsageError(fmt.Errorf("--letter: %w", err), "for example: --letter E-G")
		}
		scheme, err := grade.SchemeByName(c.Scheme)
		if err != nil {
			return criteria, UsageError(err, "for example: --scheme fitted")
		}
		criteria.Scheme = scheme.Name
	} else if call.Given("scheme") {
		return criteria, UsageError(errors.New("--scheme says which letters --letter means, but --letter is missing"), "for example: --letter E-G --scheme fitted")
	}
	if criteria.Uses, err = grade.ParseTechniques(c.Technique); err == nil {
		criteria.Only, err = grade.ParseTechniques(c.OnlyTechniques)
	}
	if err != nil {
		return criteria, UsageError(err, TechniqueAdvice)
	}
	return criteria, nil
}

// TechniqueAdvice is the advice on a technique that is unknown or unsuitable.
const TechniqueAdvice = "gradoku list techniques shows them with their ratings"

// AsRatings expresses the levels of criteria as ratings.
func AsRatings(c grade.Criteria) (grade.Criteria, error) {
	folded, err := c.WithoutLevels()
	switch {
	case err == nil:
		return folded, nil
	case slices.Contains(c.Levels, grade.Beyond):
		return c, UsageError(err, "ask for high ratings instead, for example --rating 10.0-")
	}
	return c, UsageError(err, "gradoku list levels shows the ratings of each level")
}

// Clues reads --clues: "22-25", "22-", "-23" or "22", with 0 for an open end.
func Clues(call *Call, text string) (from, to int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	if from, to, err = grade.ParseSpan(text, grade.ParseWhole); err != nil {
		return 0, 0, UsageError(fmt.Errorf("--clues: %w", err), call.HelpAdvice())
	}
	return from, to, nil
}

// PuzzleFilter holds the flags that choose saved puzzles.
type PuzzleFilter struct {
	Criteria
	Clues, Symmetry string
	Run             int64
	Logic, Minimal  bool
}

// Flags returns the flags that fill the struct.
func (f *PuzzleFilter) Flags() []urfave.Flag {
	return append(f.Criteria.Flags(),
		&urfave.StringFlag{Name: "clues", Destination: &f.Clues, Usage: "only numbers of clues in this range, for example 22-25"},
		SymmetryFlag(&f.Symmetry, "", "only patterns with this symmetry"),
		&urfave.Int64Flag{Name: "run", Destination: &f.Run, Usage: "only puzzles of this run"},
		&urfave.BoolFlag{Name: "logic", Destination: &f.Logic, Usage: "only puzzles that the techniques solve"},
		&urfave.BoolFlag{Name: "minimal", Destination: &f.Minimal, Usage: "only minimal puzzles"},
	)
}

// Fill sets what the flags ask for in a filter.
func (f *PuzzleFilter) Fill(call *Call, filter *store.Filter) (err error) {
	if call.Given("run") && f.Run < 1 {
		return UsageError(fmt.Errorf("--run is %d; it must be at least 1", f.Run), "leave it out for all puzzles")
	}
	filter.RunID = f.Run
	if filter.Criteria, err = f.Read(call); err != nil {
		return err
	}
	if filter.CluesMin, filter.CluesMax, err = Clues(call, f.Clues); err != nil {
		return err
	}
	if f.Symmetry != "" {
		if err := filter.SetSymmetry(f.Symmetry); err != nil {
			return UsageError(err, "gradoku list symmetries shows them")
		}
	}
	yes := true
	if f.Logic {
		filter.Logic = &yes
	}
	if f.Minimal {
		filter.Minimal = &yes
	}
	return nil
}

// WhereFlag takes a condition on puzzles.
func WhereFlag(to *string) *ChoiceFlag {
	var names []string
	for _, c := range store.Columns() {
		names = append(names, c.Name)
	}
	return Choice(&urfave.StringFlag{Name: "where", Destination: to, Usage: "only puzzles with this `CONDITION`, for example 'rating >= 4.0 and level in (hard, expert) and clues < 25' (gradoku list columns)"}, names...)
}

// FilterError turns the error of an unusable filter into a usage error.
func FilterError(call *Call, err error) error {
	if !errors.Is(err, store.ErrFilter) {
		return err
	}
	// What the database was doing is no help here.
	_, fault, _ := strings.Cut(err.Error(), store.ErrFilter.Error()+": ")
	return UsageError(errors.New(fault), "gradoku list columns shows what a condition can be about; "+call.HelpAdvice())
}
