package store

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/field"
)

// Column is something by which puzzles can be selected and sorted.
type Column struct{ Name, Doc string }

type columnKind uint8

const (
	kindInt columnKind = iota
	kindTenths
	kindHundredths
	kindBool
	kindText
	kindAny // a number or a text, as labels are
)

// column is a row of the table of columns.
type column struct {
	Column
	kind   columnKind
	sql    string
	args   []any           // arguments of sql
	values func() []string // the possible texts; nil for any

	notNull   bool             // every puzzle has a value
	graded    bool             // it is part of the grade
	technique *grade.Technique // whose uses it counts; nil for another column
	need      *need            // what computes it, on request; nil when nothing has to be computed
}

// columns lists the columns that a condition can use.
var columns = [...]column{
	{Column: Column{"id", "number of the puzzle"}, sql: "p.id", notNull: true},
	{Column: Column{"run", "number of the run that made it"}, sql: "p.run_id"},
	{Column: Column{"corpus", "name of the corpus it came with"}, kind: kindText, sql: "(SELECT c.name FROM corpus AS c WHERE c.id = p.corpus_id)"},
	{Column: Column{"seq", "attempt in the run, or place in the corpus, from 0"}, sql: "p.seq", notNull: true},
	{Column: Column{"size", "digits in a row"}, sql: "p.size", notNull: true},
	{Column: Column{"clues", "number of givens"}, sql: "p.clues", notNull: true},
	{Column: Column{"symmetry", "largest symmetry of the places of the givens"}, kind: kindText, sql: "p.symmetry", values: symmetryNames, notNull: true},
	{Column: Column{"minimal", "no given can be dropped"}, kind: kindBool, sql: "p.minimal", notNull: true},
	{Column: Column{"rating", "hardest step, such as 4.2"}, kind: kindTenths, sql: "p.rating", graded: true},
	{Column: Column{"at_least", "the rating is only a lower bound"}, kind: kindBool, sql: "p.at_least", graded: true},
	{Column: Column{"pearl", "hardest step up to the first placement"}, kind: kindTenths, sql: "p.pearl", graded: true},
	{Column: Column{"diamond", "first step"}, kind: kindTenths, sql: "p.diamond", graded: true},
	{Column: Column{"hardest", "id of the technique that set the rating"}, kind: kindText, sql: "(SELECT t.id FROM technique AS t WHERE t.number = p.hardest)", values: techniqueIDs, graded: true},
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
	{Column: Column{"measured", "minutes that the average player took, measured from games, such as 11.4"}, kind: kindTenths, sql: measuredColumn("minutes")},
	{Column: Column{"reliability", "share of the predicted minutes' uncertainty that the games remove, such as 0.83"}, kind: kindHundredths, sql: measuredColumn("reliability")},
	{Column: Column{"plays", "number of games that the measured minutes are based on"}, sql: measuredColumn("plays")},
	{Column: Column{usesPrefix + "TECHNIQUE", "how many steps use a technique, such as " + usesPrefix + "x-wing"}},
	{Column: Column{labelPrefix + "NAME", "what a corpus says about it, such as " + labelPrefix + "se; the first one that does"}},
}

const (
	usesPrefix  = "uses."
	labelPrefix = "label."
)

func measuredColumn(name string) string {
	return "(SELECT m." + name + " FROM measured AS m WHERE m.puzzle_id = p.id)"
}

// Columns returns the columns that a condition can use.
func Columns() []Column {
	var all []Column
	for _, c := range columns {
		all = append(all, c.Column)
	}
	return all
}

// columnNamed returns a column; the error lists the names.
func columnNamed(name string) (column, error) {
	lower := strings.ToLower(name)
	if id, ok := strings.CutPrefix(lower, usesPrefix); ok {
		return usesColumn(id)
	}
	if strings.HasPrefix(lower, labelPrefix) && len(name) > len(labelPrefix) {
		return column{kind: kindAny, args: []any{small(name[len(labelPrefix):])}}, nil
	}
	var names []string
	for _, c := range columns {
		if c.Name == lower && c.sql != "" {
			return c, nil
		}
		names = append(names, c.Name)
	}
	if slices.Contains(techniqueIDs(), lower) {
		return column{}, fmt.Errorf("there is no column %q: did you mean %s%s > 0?", name, usesPrefix, lower)
	}
	return column{}, &field.Misspelt{Err: fmt.Errorf("there is no column %q: use one of %s", name, strings.Join(names, ", ")), Word: name, Names: names}
}

// labelOf selects an expression over the first label with a name, ignoring case.
func labelOf(d *dialect, expression string) string {
	return "(SELECT " + expression + " FROM label AS l WHERE l.puzzle_id = p.id AND " + d.noCase("l.name") + ` = ?
	ORDER BY l.corpus_id, l.seq LIMIT 1)`
}

// small changes the ASCII letters of a text to lower case.
func small(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
}

func usesColumn(id string) (column, error) {
	t, err := techniqueNamed(id)
	if err != nil {
		return column{}, fmt.Errorf("there is no technique %q", id)
	}
	return column{Column: Column{Name: id}, technique: &t, graded: true}, nil
}

// operand is the SQL of the column in an expression. Texts are compared ignoring case.
func (c *column) operand(d *dialect) string {
	switch {
	case c.technique != nil:
		return d.uses(c.technique.Number)
	case c.kind == kindText:
		return d.noCase(c.sql)
	case c.kind == kindAny:
		return labelOf(d, d.label.same) + d.label.collate
	}
	return c.sql
}

// ordered is the operand for an ordering comparison with a value. A label that is
// a text is neither greater nor less than a number.
func (c *column) ordered(d *dialect, t token) string {
	switch {
	case c.kind != kindAny:
		return c.operand(d)
	case t.kind == tokenNumber:
		return labelOf(d, d.label.number)
	}
	return labelOf(d, d.label.word) + d.label.collate
}

// value reads a token as a value of the column. ordered means that the value is
// for an ordering comparison.
func (c *column) value(t token, ordered bool) (any, error) {
	x, number := numberIn(t)
	switch c.kind {
	case kindInt:
		if !number || x != math.Trunc(x) || math.Abs(x) > 1<<53 {
			return nil, fmt.Errorf("%q is not a whole number", t.text)
		}
		return int64(x), nil
	case kindHundredths:
		if n := math.Round(x * 100); number && math.Abs(x*100-n) < 1e-6 && math.Abs(n) < 1e6 {
			return int64(n), nil
		}
		return nil, fmt.Errorf("%q is not a number such as 0.83, with at most two decimals", t.text)
	case kindTenths:
		if n := math.Round(x * 10); number && math.Abs(x*10-n) < 1e-6 && math.Abs(n) < 1e6 {
			return int64(n), nil
		}
		return nil, fmt.Errorf("%q is not a number such as 4.2, with at most one decimal", t.text)
	case kindBool:
		return boolIn(t, ordered)
	case kindAny:
		if number {
			return x, nil
		}
		return small(t.text), nil
	}
	switch {
	case ordered:
		return nil, errors.New("texts have no order here: use = or in")
	case c.values != nil && !slices.ContainsFunc(c.values(), func(s string) bool { return strings.EqualFold(s, t.text) }):
		return nil, &field.Misspelt{Err: fmt.Errorf("there is no %s %q: use one of %s", c.Name, t.text, strings.Join(c.values(), ", ")), Word: t.text, Names: c.values()}
	}
	return small(t.text), nil
}

func boolIn(t token, ordered bool) (any, error) {
	switch text := strings.ToLower(t.text); {
	case ordered:
		return nil, errors.New("true and false have no order: use =")
	case text == "true" || text == "yes" || text == "1":
		return int64(1), nil
	case text == "false" || text == "no" || text == "0":
		return int64(0), nil
	}
	return nil, fmt.Errorf("%q is neither true nor false", t.text)
}

func symmetryNames() []string {
	var names []string
	for _, s := range board.Symmetries() {
		names = append(names, s.Name)
	}
	return names
}

func techniqueIDs() []string {
	var ids []string
	for _, t := range grade.Techniques() {
		ids = append(ids, t.ID)
	}
	return ids
}
