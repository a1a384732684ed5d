package store

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/field"
	"gradoku/internal/text"
)

// Selection is a user's selection of saved puzzles: on the command line, in the query of
// a page or of the API, or in a form. A field that is left out excludes nothing. Its tags
// are for package internal/bind.
type Selection struct {
	grade.Selection
	Run   int64     `query:"run" json:"run,omitempty" minimum:"1" doc:"only puzzles of this run"`
	Logic bool      `query:"logic" json:"logic,omitempty" label:"Solved by logic" doc:"only puzzles that the techniques solve"`
	Where Condition `query:"where" label:"Condition" list:"," json:"where,omitzero" maxLength:"8000" doc:"only puzzles with this condition, for example 'rating >= 4.0 and level in (hard, expert) and clues < 25'" example:"rating >= 4.0 and clues < 25"`
}

// Filter returns the filter for the selection. Its error is a [*field.Error].
func (s *Selection) Filter() (Filter, error) {
	f := Filter{Selection: *s, Classical: s.Run == 0}
	if s.Size != 0 {
		if _, err := board.ForSize(s.Size); err != nil {
			return f, &field.Error{Field: "size", Err: err}
		}
	}
	if s.Minutes != (grade.Span{}) && s.Size != 0 && s.Size != 9 {
		return f, &field.Error{Field: "minutes", Err: fmt.Errorf("minutes are predicted for 9x9 only, not for %dx%d", s.Size, s.Size)}
	}
	return f, nil
}

// columns lists the columns that a condition can use.
var columns = [...]column{
	{Column: Column{"id", "number of the puzzle"}, sql: "p.id", notNull: true},
	{Column: Column{"run", "number of the run that made it"}, sql: "p.run_id"},
	{Column: Column{"corpus", "name of the corpus it came with"}, kind: kindText, sql: "(SELECT c.name FROM corpus AS c WHERE c.id = p.corpus_id)"},
	{Column: Column{"seq", "attempt in the run, or place in the corpus, from 0"}, sql: "p.seq", notNull: true},
	{Column: Column{"size", "digits in a row"}, sql: "p.size", notNull: true},
	{Column: Column{"clues", "number of clues"}, sql: "p.clues", notNull: true},
	{Column: Column{"symmetry", "largest symmetry of the places of the clues"}, kind: kindText, sql: "p.symmetry", values: board.Symmetry{}.Choices, notNull: true},
	{Column: Column{"minimal", "no clue can be dropped"}, kind: kindBool, sql: "p.minimal", notNull: true},
	{Column: Column{"rating", "hardest step, such as 4.2"}, kind: kindTenths, sql: "p.rating", graded: true},
	{Column: Column{"at_least", "the rating is only a lower bound"}, kind: kindBool, sql: "p.at_least", graded: true},
	{Column: Column{"pearl", "hardest step up to the first placement"}, kind: kindTenths, sql: "p.pearl", graded: true},
	{Column: Column{"diamond", "first step"}, kind: kindTenths, sql: "p.diamond", graded: true},
	{Column: Column{"hardest", "id of the technique that set the rating"}, kind: kindText, sql: "(SELECT t.id FROM technique AS t WHERE t.number = p.hardest)", values: grade.TechniqueSet{}.Choices, graded: true},
	{Column: Column{"level", "id of the level, by rating and scan effort"}, kind: kindText, sql: levelSQL, values: grade.LevelIDs, graded: true},
	{Column: Column{"solved_by_logic", "the techniques solve it"}, kind: kindBool, sql: "p.solved_by_logic", graded: true},
	{Column: Column{"blanks", "blank count"}, sql: "p.blanks", notNull: true},
	{Column: Column{"freedom", "blank freedom"}, sql: "p.freedom", graded: true},
	{Column: Column{"scan", "effort of scanning for singles, such as 31.4"}, kind: kindTenths, sql: "p.scan", graded: true},
	{Column: Column{"x", "level of the blank count, borders as printed"}, sql: "p.x", graded: true},
	{Column: Column{"y", "level of the blank freedom, borders as printed"}, sql: "p.y", graded: true},
	{Column: Column{"letter_printed", "A to I, borders as printed"}, kind: kindText, sql: "p.letter_printed", graded: true},
	{Column: Column{"letter_fitted", "A to I, borders as fitted"}, kind: kindText, sql: "p.letter_fitted", graded: true},
	{Column: Column{"minutes", "minutes that people need, as predicted, for 9x9; computed for the puzzles that are asked about"}, sql: "p.minutes", need: &needMinutes},
	{Column: Column{"people_score", "score of the path for people; computed for the puzzles that are asked about"}, sql: "p.people_score", need: &needPeople},
	{Column: Column{"measured", "minutes that the typical player took in the tenth game, measured from games, such as 11.4"}, kind: kindTenths, sql: measuredColumn("minutes")},
	{Column: Column{"reliability", "share of the predicted minutes' uncertainty that the games remove, such as 0.83"}, kind: kindHundredths, sql: measuredColumn("reliability")},
	{Column: Column{"plays", "number of games that the measured minutes are based on"}, sql: measuredColumn("plays")},
	{Column: Column{usesPrefix + "TECHNIQUE", "how many steps use a technique, such as " + usesPrefix + "x-wing"}},
	{Column: Column{labelPrefix + "NAME", "what a corpus says about it, such as " + labelPrefix + "se; the first one that does"}},
}

// selection adds the conditions of each field of a selection.
func (f *Filter) selection(q *query) error {
	if f.Size != 0 {
		q.and("p.size = ?", int64(f.Size))
	}
	if err := f.variant(q); err != nil {
		return err
	}
	f.symmetric(q)
	if f.Clues != (grade.Span{}) {
		q.and("p.clues BETWEEN ? AND ?", f.Clues.From, cmp.Or(f.Clues.To, math.MaxInt32))
	}
	if f.Minimal {
		q.and("p.minimal = 1")
	}
	if f.Run != 0 {
		q.and("p.run_id = ?", f.Run)
	}
	return f.grades(q)
}

// symmetric adds the condition on the symmetry, in the form that lets SQLite use the index
// puzzle_symmetry. The database stores the largest symmetry of each pattern.
func (f *Filter) symmetric(q *query) {
	if f.Symmetry.Name == "" || f.Symmetry.Name == "none" {
		return
	}
	larger := with(f.Symmetry)
	q.and("p.symmetry <> 'none'")
	q.and("p.symmetry IN ("+repeat("?", len(larger))+")", anys(larger)...)
}

// variant adds the condition on the variant.
func (f *Filter) variant(q *query) error {
	v, err := board.ParseVariant(f.Variant.Text)
	switch {
	case f.Variant.Text == grade.AnyVariant:
	case err != nil:
		return fmt.Errorf("%w: %w", ErrFilter, err)
	case v.Open():
		q.and("p.variant LIKE ?", "%"+v.Title()+":%")
		if layouts := with(v.LayoutSymmetry()); v.LayoutSymmetry().Name != "none" {
			q.and("p.layout IN ("+repeat("?", len(layouts))+")", anys(layouts)...)
		}
	case f.Variant.Text != "" || f.Classical && f.IDs == nil:
		q.and("p.variant = ?", v.String())
	}
	return nil
}

// grades adds the conditions on grades, and on values that are computed on request. All of them
// exclude puzzles that were graded by another version of the grader.
func (f *Filter) grades(q *query) error {
	before := len(q.where)
	if !f.Rating.IsZero() {
		var bounds []any
		for _, r := range f.Rating.Ranges {
			bounds = append(bounds, r.From, r.To)
		}
		q.and("("+strings.TrimSuffix(strings.Repeat("p.rating BETWEEN ? AND ? OR ", len(f.Rating.Ranges)), " OR ")+")", bounds...)
	}
	if !f.Level.IsZero() {
		q.and(levelSQL+" IN ("+repeat("?", len(f.Level.IDs))+")", anys(f.Level.IDs)...)
	}
	if !f.Letter.IsZero() {
		letters := strings.Split(f.Letter.Letters, "")
		q.and("p.letter_printed IN ("+repeat("?", len(letters))+") AND p.variant = ''", anys(letters)...) // only classical puzzles have letters
	}
	if f.Logic {
		q.and("p.solved_by_logic = 1")
	}
	for _, id := range f.Technique.IDs {
		t, err := techniqueNamed(id)
		if err != nil {
			return err
		}
		condition, args := f.using(t, ">", 0)
		q.and(condition, args...)
	}
	if least := f.leastRating(); least > 0 {
		q.and("p.rating >= ?", least)
	}
	if !f.OnlyTechniques.IsZero() {
		q.and("p.at_least = 0")
		for _, t := range techniques {
			if t.ID != grade.Always && !slices.Contains(f.OnlyTechniques.IDs, t.ID) {
				q.and(fmt.Sprintf("' ' || p.techniques NOT LIKE '%% %d=%%'", t.Number))
			}
		}
	}
	var later query
	if f.Minutes != (grade.Span{}) {
		later.and("("+f.value(&needMinutes, "p.minutes")+" BETWEEN ? AND ?)", f.Minutes.From, cmp.Or(f.Minutes.To, math.MaxInt32))
	}
	for _, id := range f.PeopleTechnique.IDs {
		later.and("("+f.value(&needPeople, "p.people_techniques")+" LIKE ?)", "% "+id+" %")
	}
	if !f.PeopleHardest.IsZero() {
		var ways []string
		var args []any
		for _, id := range f.PeopleHardest.IDs {
			way := f.value(&needPeople, "p.people_techniques") + " LIKE ?"
			args = append(args, "% "+id+" %")
			for _, harder := range grade.HarderForPeople(id) {
				way += " AND " + f.value(&needPeople, "p.people_techniques") + " NOT LIKE ?"
				args = append(args, "% "+harder+" %")
			}
			ways = append(ways, "("+way+")")
		}
		later.and("("+strings.Join(ways, " OR ")+")", args...)
	}
	graded := len(q.where) > before || len(later.where) > 0
	if f.Where.Text != "" {
		condition, args, onGrades, err := parseWhere(f)
		if err != nil {
			return err
		}
		later.and(condition, args...)
		graded = graded || onGrades
	}
	if len(later.where) > 0 {
		condition, args := f.possibly(later)
		q.and(condition, args...)
	}
	if graded && !f.outdated {
		q.and("(p.grader = ? OR p.grader IS NULL)", grade.Version)
	}
	return nil
}

// Condition is a condition on puzzles, as the text that [Filter] accepts: see where.go.
type Condition struct{ Text string }

// UnmarshalText reads a condition.
func (c *Condition) UnmarshalText(text []byte) error {
	c.Text = string(text)
	return nil
}

// String returns the text.
func (c Condition) String() string { return c.Text }

// MarshalText is String as bytes.
func (c Condition) MarshalText() ([]byte, error) { return []byte(c.Text), nil }

// Choices returns the names that a condition can use.
func (c Condition) Choices() []string {
	return text.Each(Columns(), func(c Column) string { return c.Name })
}
