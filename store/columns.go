package store

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

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
		t, err := techniqueNamed(id)
		if err != nil {
			return column{}, fmt.Errorf("there is no technique %q", id)
		}
		return column{Column: Column{Name: id}, technique: &t, graded: true}, nil
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
	if slices.Contains(grade.TechniqueSet{}.Choices(), lower) {
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
	case kindTenths, kindHundredths:
		parts, such := 10.0, "4.2, with at most one decimal"
		if c.kind == kindHundredths {
			parts, such = 100, "0.83, with at most two decimals"
		}
		if n := math.Round(x * parts); number && math.Abs(x*parts-n) < 1e-6 && math.Abs(n) < 1e6 {
			return int64(n), nil
		}
		return nil, fmt.Errorf("%q is not a number such as %s", t.text, such)
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
