package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/store"
)

// Criteria are the flags that say what the grade of a puzzle must be.
type Criteria struct {
	Rating, Level, Letter, Scheme, Technique, OnlyTechniques string
}

// Flags returns the flags that fill the struct.
func (c *Criteria) Flags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "rating", Destination: &c.Rating, Usage: "only ratings in this range, for example 4.0-4.6; several with commas"},
		&urfave.StringFlag{Name: "level", Destination: &c.Level, Usage: "only these levels, for example hard or medium,hard"},
		&urfave.StringFlag{Name: "letter", Destination: &c.Letter, Usage: "only these letters, for example E-G or EFG"},
		&urfave.StringFlag{Name: "scheme", Destination: &c.Scheme, Value: "printed", Usage: "which letters --letter means: printed or fitted"},
		&urfave.StringFlag{Name: "technique", Destination: &c.Technique, Usage: "only puzzles whose path needs this technique, for example xy-wing: at some point nothing before it in the table helps; several with commas: all of them (gradoku list techniques)"},
		&urfave.StringFlag{Name: "only-techniques", Destination: &c.OnlyTechniques, Usage: "only puzzles whose path uses no technique but these, named with commas; the last cell of a house needs no mention"},
	}
}

// Read reads what the flags say.
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
		return criteria, UsageError(errors.New("--scheme tells which letters --letter means, which is not there"), "for example: --letter E-G --scheme fitted")
	}
	if criteria.Uses, err = grade.ParseTechniques(c.Technique); err == nil {
		criteria.Only, err = grade.ParseTechniques(c.OnlyTechniques)
	}
	if err != nil {
		return criteria, UsageError(err, TechniqueAdvice)
	}
	return criteria, nil
}

// TechniqueAdvice is what to do about a technique that is not as the user thinks.
const TechniqueAdvice = "gradoku list techniques shows them with their ratings"

// AsRatings says by ratings alone what the criteria say by levels too.
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
	if from, to, err = grade.ParseSpan(text, Whole); err != nil {
		return 0, 0, UsageError(fmt.Errorf("--clues: %w", err), call.HelpAdvice())
	}
	return from, to, nil
}

// ExportFilter reads the flags that choose puzzles.
func ExportFilter(c *urfave.Context, criteria *Criteria) (store.Filter, error) {
	call := CallFrom(c, Streams{})
	f := store.Filter{
		Where: c.String("where"),
		RunID: c.Int64("run"), Order: c.String("order"), Desc: c.Bool("desc"),
		Limit: c.Int("limit"), Offset: c.Int("offset"),
	}
	for _, name := range []string{"limit", "offset", "run"} {
		if c.IsSet(name) && c.Int64(name) < 1 {
			return f, UsageError(fmt.Errorf("--%s is %d; it must be at least 1", name, c.Int64(name)), "leave it out for all puzzles")
		}
	}
	var err error
	if f.Criteria, err = criteria.Read(call); err != nil {
		return f, err
	}
	if f.CluesMin, f.CluesMax, err = Clues(call, c.String("clues")); err != nil {
		return f, err
	}
	if c.IsSet("size") {
		geo, err := Geometry(c.Int("size"))
		if err != nil {
			return f, err
		}
		f.Size = geo.Size
	}
	if name := c.String("symmetry"); name != "" {
		sym, err := board.SymmetryByName(name)
		if err != nil {
			return f, UsageError(err, "gradoku list symmetries tells more")
		}
		// The database keeps the largest symmetry of each pattern.
		for _, larger := range board.Symmetries() {
			if larger.Has(sym) {
				f.Symmetries = append(f.Symmetries, larger.Name)
			}
		}
	}
	yes := true
	if c.Bool("logic") {
		f.Logic = &yes
	}
	if c.Bool("minimal") {
		f.Minimal = &yes
	}
	return f, nil
}

// WhereFlag is a condition on puzzles.
func WhereFlag(to *string) *urfave.StringFlag {
	return &urfave.StringFlag{Name: "where", Destination: to, Usage: "only puzzles with this `CONDITION`, for example 'rating >= 4.0 and level in (hard, expert) and clues < 25' (gradoku list columns)"}
}

// FilterError makes a filter that cannot be used a usage error.
func FilterError(call *Call, err error) error {
	if errors.Is(err, store.ErrFilter) {
		return UsageError(err, "gradoku list columns tells what a condition can be about; "+call.HelpAdvice())
	}
	return err
}

// Whole reads a whole number above 0.
func Whole(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is not a whole number above 0", s)
	}
	return n, nil
}
