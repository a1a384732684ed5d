package grade

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/internal/field"
)

// Selection says which puzzles a user wants: on the command line, in a form, in a query or in a
// request, to make new ones or to choose among saved ones. Empty fields restrict nothing. The
// type of each field parses and prints itself, and its tags are all that the flag, the form
// and the documentation need: see package internal/bind. As JSON, equal selections are
// equal texts.
//
// The fields from Size to Minimal are about the printed puzzle: package generate makes such puzzles,
// and databases select them. The other fields are about the grade: [Matcher] and
// [Selection.MatchesPeople] check them.
type Selection struct {
	Size     int            `query:"size" json:"size,omitempty" choices:"4,6,9,12,16" doc:"digits in a row: 4, 6, 9, 12 or 16" usual:"9 for new puzzles, else any" example:"9"`
	Variant  VariantChoice  `query:"variant" json:"variant,omitzero" maxLength:"200" doc:"the variant: x, windoku or others, joined with + to combine them, or jigsaw, of any layout; jigsaw:LAYOUT gives the region of each cell, jigsaw:rotate180 or another symmetry asks for symmetric layouts (gradoku list variants); any selects saved puzzles of all variants" usual:"classical puzzles, or those of the run" example:"x"`
	Symmetry board.Symmetry `query:"symmetry" json:"symmetry,omitzero" maxLength:"40" doc:"symmetry of the clues" usual:"none" example:"rotate180"`
	Clues    Span           `query:"clues" json:"clues,omitzero" maxLength:"40" doc:"how many clues: 30, 22-25 for a range, -23 for at most 23 (by default new puzzles keep as few as they can, unless few such puzzles fit the target: then the search chooses how many)" example:"22-25"`
	Minimal  bool           `query:"minimal" json:"minimal,omitempty" doc:"only puzzles none of whose clues can be dropped (new ones without symmetry are like that by default)"`

	Rating          RatingSet    `query:"rating" topic:"selection" json:"rating,omitzero" maxLength:"200" doc:"only ratings in this range, for example 4.0-4.6; several with commas" example:"4.0-4.6"`
	Level           LevelSet     `query:"level" topic:"selection" list:"," json:"level,omitzero" maxLength:"200" doc:"only these levels, for example hard or medium,hard" example:"medium,hard"`
	Letter          LetterSet    `query:"letter" topic:"selection" json:"letter,omitzero" maxLength:"40" doc:"only these letters by the printed borders, for example E-G or EFG" example:"E-G"`
	Technique       TechniqueSet `query:"technique" topic:"selection" list:"," json:"technique,omitzero" maxLength:"1000" doc:"only puzzles whose path needs this technique, for example xy-wing: at some point nothing before it in the table helps; several with commas: all of them" example:"xy-wing"`
	OnlyTechniques  TechniqueSet `query:"only-techniques" topic:"selection" list:"," json:"only_techniques,omitzero" maxLength:"4000" doc:"only puzzles whose path uses no technique but these, named with commas; the last cell of a house needs no mention" example:"naked-single,hidden-single-box"`
	PeopleTechnique PeopleSet    `query:"people-technique" topic:"selection" list:"," json:"people_technique,omitzero" maxLength:"1000" doc:"only puzzles whose path for people has this technique, for example skyscraper; several with commas: all of them" example:"skyscraper"`
	PeopleHardest   PeopleSet    `query:"people-hardest" topic:"selection" list:"," json:"people_hardest,omitzero" maxLength:"1000" doc:"only puzzles whose path for people has this technique as its hardest, the one with the highest score; several with commas: one of them" example:"skyscraper"`
	Minutes         Span         `query:"minutes" topic:"selection" json:"minutes,omitzero" maxLength:"40" doc:"only 9x9 puzzles whose predicted solving time in minutes is in this range, for example 10-15" example:"10-15"`
}

// AnyOfShape reports whether the selection accepts every puzzle of its size, variant, symmetry
// and number of clues.
func (s *Selection) AnyOfShape() bool { return s.Words() == "" }

// Words describes the other conditions in words, each after a comma: ", of level Hard, needing
// xy-wing".
func (s *Selection) Words() string {
	var b strings.Builder
	if !s.Level.IsZero() {
		var labels []string
		for _, id := range s.Level.IDs {
			labels = append(labels, LevelLabel(id))
		}
		b.WriteString(", of level " + strings.Join(labels, " or "))
	}
	if !s.Rating.IsZero() {
		var names []string
		for _, r := range s.Rating.Ranges {
			names = append(names, r.String())
		}
		b.WriteString(", rated " + strings.Join(names, " or "))
	}
	if !s.Letter.IsZero() {
		b.WriteString(", letter " + s.Letter.Letters)
	}
	if !s.Technique.IsZero() {
		b.WriteString(", needing " + strings.Join(s.Technique.IDs, " and "))
	}
	if !s.OnlyTechniques.IsZero() {
		b.WriteString(", using only " + strings.Join(s.OnlyTechniques.IDs, ", "))
	}
	if !s.PeopleTechnique.IsZero() {
		b.WriteString(", with " + strings.Join(s.PeopleTechnique.IDs, " and ") + " for people")
	}
	if !s.PeopleHardest.IsZero() {
		b.WriteString(", hardest for people " + strings.Join(s.PeopleHardest.IDs, " or "))
	}
	if s.Minutes != (Span{}) {
		fmt.Fprintf(&b, ", of about %v minutes", s.Minutes)
	}
	return b.String()
}

// ForPeople reports whether the selection depends on the path for people.
func (s *Selection) ForPeople() bool { return !s.PeopleTechnique.IsZero() || !s.PeopleHardest.IsZero() }

// MatchesPeople reports whether a path for people has the techniques asked for.
func (s *Selection) MatchesPeople(path *HumanPath) bool {
	for _, id := range s.PeopleTechnique.IDs {
		if !slices.ContainsFunc(path.Steps, func(s Step) bool { return s.Technique == id }) {
			return false
		}
	}
	return s.PeopleHardest.IsZero() || slices.Contains(s.PeopleHardest.IDs, path.Hardest)
}

// Always is the technique that every path ends with. A list of the techniques that a
// path may use need not name it.
const Always = "full-house"

// Matcher is a Selection prepared for comparison with many grades of one size. A condition on ratings
// matches only known ratings, not the lower bounds of graders that exhausted their budget; a level is
// always known.
type Matcher struct {
	geo    *board.Geometry
	wanted Selection
	levels []int // places in the table; none: any
	uses   []int // rows
	only   *Rows
}

// NewMatcher returns a Matcher, or says what in the selection no grade can meet, as a
// [*field.Error].
func NewMatcher(g *board.Geometry, s Selection) (m *Matcher, err error) {
	m = &Matcher{geo: g, wanted: s}
	for _, id := range s.Level.IDs {
		level := levelRank(id)
		if level < 0 {
			return nil, &field.Error{Field: "level", Err: fmt.Errorf("there is no level %q: use %s", id, strings.Join(LevelIDs(), ", "))}
		}
		m.levels = append(m.levels, level)
	}
	for _, id := range s.Technique.IDs {
		row, err := rowNamed(id)
		if err != nil {
			return nil, &field.Error{Field: "technique", Err: err}
		}
		m.uses = append(m.uses, row)
	}
	if !s.OnlyTechniques.IsZero() {
		m.only = new(Rows)
		for _, id := range append([]string{Always}, s.OnlyTechniques.IDs...) {
			row, err := rowNamed(id)
			if err != nil {
				return nil, &field.Error{Field: "only-techniques", Err: err}
			}
			m.only[row] = true
		}
	}
	return m, m.contradiction()
}

// rowNamed returns the row of a technique in the table.
func rowNamed(id string) (int, error) {
	i := slices.IndexFunc(techniques[:], func(t Technique) bool { return t.ID == id })
	if i < 0 {
		return 0, fmt.Errorf("there is no technique %q", id)
	}
	return i, nil
}

// contradiction says why no grade can meet the selection, if the table alone shows it.
func (m *Matcher) contradiction() error {
	wrong := func(name, format string, args ...any) error {
		return &field.Error{Field: name, Err: fmt.Errorf(format, args...)}
	}
	if top, least := m.ceiling(), techniques[0].Rating; top > 0 && top < least {
		return wrong("rating", "no puzzle is rated up to %s: the scale begins at %s", decimal(top), decimal(least))
	}
	if has := func(r Range) bool { return !r.Empty() }; !m.wanted.Rating.IsZero() && !slices.ContainsFunc(m.wanted.Rating.Ranges, has) {
		return wrong("rating", "no rating is in all ranges that are asked for")
	}
	if !m.anyRating() {
		return wrong("level", "no puzzle of level %s is rated %s", m.wanted.Level, m.wanted.Rating)
	}
	for _, row := range m.uses {
		t := &techniques[row]
		if m.only != nil && !m.only[row] {
			return wrong("technique", "technique %s is asked for but is not among the allowed ones", t.ID)
		}
		if top := m.ceiling(); top > 0 && t.Rating > top {
			return wrong("technique", "technique %s is rated at least %s, above the highest rating asked for, %s", t.ID, decimal(t.Rating), decimal(top))
		}
	}
	return nil
}

// anyRating reports whether a rating asked for can be that of a level asked for.
func (m *Matcher) anyRating() bool {
	if m.wanted.Rating.IsZero() || len(m.levels) == 0 {
		return true
	}
	for _, level := range m.levels {
		possible := levels[level].Ratings()
		if slices.ContainsFunc(m.wanted.Rating.Ranges, func(r Range) bool { return !r.Intersect(possible).Empty() }) {
			return true
		}
	}
	return false
}

// ceiling is the highest rating asked for, 0 when there is no highest.
func (m *Matcher) ceiling() int {
	top := NoCeiling
	if !m.wanted.Rating.IsZero() {
		top = slices.MaxFunc(m.wanted.Rating.Ranges, func(a, b Range) int { return a.To - b.To }).To
	}
	if len(m.levels) > 0 {
		top = min(top, levels[slices.Max(m.levels)].MaxRating)
	}
	if top >= NoCeiling {
		return 0
	}
	return top
}

// Scans reports whether the selection depends on the scan effort, as levels do.
func (m *Matcher) Scans() bool { return len(m.levels) > 0 }

// TooHard reports whether a puzzle is harder than all that is asked for.
func (m *Matcher) TooHard(g *Grade) bool {
	if top := m.ceiling(); top > 0 && g.Rating > top {
		return true
	}
	if len(m.levels) > 0 {
		return levelRank(g.Level) > slices.Max(m.levels)
	}
	return g.AtLeast
}

// Limits returns the limits outside which no puzzle meets the selection.
func (m *Matcher) Limits() Limits { return Limits{Ceiling: m.ceiling(), Only: m.only} }

// MatchesClues reports whether the clues of a puzzle, whatever its grade, meet the selection:
// whether they give one of the letters asked for.
func (m *Matcher) MatchesClues(p *board.Grid) bool {
	if m.wanted.Letter.Letters == "" {
		return true
	}
	blanks, freedom := Metrics(p)
	return strings.IndexByte(m.wanted.Letter.Letters, Printed.Letter(p.Geometry(), blanks, freedom)) >= 0
}

// Matches reports whether a grade meets the selection, apart from what the clues decide: see
// MatchesClues.
func (m *Matcher) Matches(g *Grade) bool {
	has := func(r Range) bool { return r.Has(g.Rating) }
	if !m.wanted.Rating.IsZero() && (g.AtLeast || !slices.ContainsFunc(m.wanted.Rating.Ranges, has)) {
		return false
	}
	if len(m.levels) > 0 && !slices.Contains(m.wanted.Level.IDs, g.Level) {
		return false
	}
	for _, row := range m.uses {
		if g.Uses[row] == 0 {
			return false
		}
	}
	if m.only == nil {
		return true
	}
	for row, n := range g.Uses {
		if n > 0 && !m.only[row] {
			return false
		}
	}
	return !g.AtLeast
}

// Distance returns how far a grade is from meeting the selection, apart from letters:
// 0 if it does. The unit is a tenth of rating. A scan effort outside the limits of a level is
// converted to tenths of rating by scanPerTenth. A missing technique counts as the difference by
// which the rating is below the technique's, if it is, plus the constant missing, since a harder
// puzzle is more likely to need it. Every step of a technique that is not allowed counts as
// missing.
func (m *Matcher) Distance(g *Grade) int {
	if m.Matches(g) {
		return 0
	}
	away := 0
	if !m.wanted.Rating.IsZero() {
		away = NoCeiling
		for _, r := range m.wanted.Rating.Ranges {
			away = min(away, r.Distance(g.Rating))
		}
	}
	if len(m.levels) > 0 {
		least := math.MaxInt
		for _, level := range m.levels {
			least = min(least, m.awayFrom(level, g))
		}
		away += least
	}
	for _, row := range m.uses {
		if g.Uses[row] == 0 {
			away += missing + max(techniques[row].Rating-g.Rating, 0)
		}
	}
	if m.only != nil {
		for row, n := range g.Uses {
			if n > 0 && !m.only[row] {
				away += missing * int(n)
			}
		}
	}
	return max(away, 1)
}

// awayFrom returns how far a grade is from a level: how far it is above the limits, else how
// far it is from being too hard for the level below, by its rating or by its scan effort.
func (m *Matcher) awayFrom(level int, g *Grade) int {
	scanTenths := func(effort int) int { // the tenths of rating that an effort stands for
		return (max(effort, 0)*81/m.geo.Cells + scanPerTenth - 1) / scanPerTenth
	}
	at := &levels[level]
	above := max(g.Rating-at.MaxRating, 0)
	if at.MaxScan > 0 {
		above += scanTenths(g.Scan - at.ScanLimit(m.geo.Size))
	}
	if above > 0 || level == 0 {
		return above
	}
	easier := &levels[level-1]
	below := max(easier.MaxRating+1-g.Rating, 0)
	if easier.MaxScan > 0 {
		below = min(below, scanTenths(easier.ScanLimit(m.geo.Size)+1-g.Scan))
	}
	return below
}

// scanPerTenth is the scan effort on 9x9, in tenths, that counts as a tenth of rating. From
// Gentle to Hard the limits of S rise by 650, and those of ratings by 3.2.
const scanPerTenth = 200

// missing is how much a missing technique, or a step of one that is not allowed, adds to a distance.
const missing = 5
