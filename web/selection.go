package web

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/store"
)

// Selection says which puzzles are meant, in the words of the flags of gradoku
// export. It is a part of the query of the API and of pages alike.
type Selection struct {
	Size      int    `query:"size" doc:"Digits in a row: 4, 6, 9, 12 or 16" example:"9"`
	Level     string `query:"level" maxLength:"200" doc:"Any of these levels, with commas between" example:"medium,hard"`
	Rating    string `query:"rating" maxLength:"200" doc:"Ratings in these ranges, with commas between" example:"4.0-4.6"`
	Technique string `query:"technique" maxLength:"1000" doc:"The path needs these techniques, all of them" example:"xy-wing"`
	Only      string `query:"only-techniques" maxLength:"4000" doc:"The path uses no techniques but these"`
	Symmetry  string `query:"symmetry" maxLength:"40" doc:"The places of the givens have this symmetry" example:"rotate180"`
	Clues     string `query:"clues" maxLength:"40" doc:"The number of givens is in this range" example:"22-25"`
	Run       int64  `query:"run" minimum:"0" doc:"Made by this run"`
	Minimal   bool   `query:"minimal" doc:"Only puzzles in which no given can be dropped"`
	Logic     bool   `query:"logic" doc:"Only puzzles that the techniques solve"`
	Where     string `query:"where" maxLength:"8000" doc:"A condition, as gradoku export --where takes it" example:"rating >= 4.0 and clues < 25"`
}

// selectionFields are the parameters, with the flag of gradoku export where a form
// needs to know.
func (sel *Selection) fields() []struct {
	name string
	text *string
	n    *int
	id   *int64
	yes  *bool
} {
	return []struct {
		name string
		text *string
		n    *int
		id   *int64
		yes  *bool
	}{
		{name: "size", n: &sel.Size},
		{name: "level", text: &sel.Level},
		{name: "rating", text: &sel.Rating},
		{name: "technique", text: &sel.Technique},
		{name: "only-techniques", text: &sel.Only},
		{name: "symmetry", text: &sel.Symmetry},
		{name: "clues", text: &sel.Clues},
		{name: "run", id: &sel.Run},
		{name: "minimal", yes: &sel.Minimal},
		{name: "logic", yes: &sel.Logic},
		{name: "where", text: &sel.Where},
	}
}

// selectionOf reads the query of a page.
func selectionOf(q url.Values) (Selection, error) {
	var sel Selection
	for _, f := range sel.fields() {
		text := strings.TrimSpace(strings.Join(q[f.name], ","))
		if text == "" {
			continue
		}
		var err error
		switch {
		case f.text != nil:
			*f.text = text
		case f.n != nil:
			*f.n, err = strconv.Atoi(text)
		case f.id != nil:
			*f.id, err = strconv.ParseInt(text, 10, 64)
		default:
			*f.yes, err = strconv.ParseBool(text)
		}
		if err != nil {
			return sel, refuse("bad-selection", "query."+f.name, fmt.Sprintf("%q is no value for %s", text, f.name))
		}
	}
	return sel, nil
}

// given are the parameters that say something, and what.
func (sel *Selection) given() (list [][2]string) {
	for _, f := range sel.fields() {
		switch {
		case f.text != nil && *f.text != "":
			list = append(list, [2]string{f.name, *f.text})
		case f.n != nil && *f.n != 0:
			list = append(list, [2]string{f.name, strconv.Itoa(*f.n)})
		case f.id != nil && *f.id != 0:
			list = append(list, [2]string{f.name, strconv.FormatInt(*f.id, 10)})
		case f.yes != nil && *f.yes:
			list = append(list, [2]string{f.name, "true"})
		}
	}
	return list
}

// values writes the query that means the same.
func (sel *Selection) values() url.Values {
	q := url.Values{}
	for _, p := range sel.given() {
		q.Set(p[0], p[1])
	}
	return q
}

// arguments writes the flags of gradoku export that mean the same.
func (sel *Selection) arguments() (args []string) {
	for _, p := range sel.given() {
		args = append(args, "--"+p[0]+"="+p[1])
	}
	return args
}

// flags writes them for a shell.
func (sel *Selection) flags() string {
	var words []string
	for _, p := range sel.given() {
		word := "--" + p[0]
		if p[1] != "true" {
			word += " " + quoted(p[1])
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// quoted writes a word for a shell.
func quoted(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.,/:", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// filter is the selection as the database takes it. The error names the parameter.
// The condition is checked by the database.
func (sel *Selection) filter() (store.Filter, error) {
	f := store.Filter{RunID: sel.Run, Size: sel.Size, Where: sel.Where}
	bad := func(name string, err error) (store.Filter, error) {
		return store.Filter{}, refuse("bad-selection", "query."+name, err.Error())
	}
	var err error
	if sel.Size != 0 {
		if _, err := board.ForSize(sel.Size); err != nil {
			return bad("size", err)
		}
	}
	if sel.Level != "" {
		if f.Levels, err = grade.ParseLevels(sel.Level); err != nil {
			return bad("level", err)
		}
	}
	if sel.Rating != "" {
		if f.Ratings, err = grade.ParseRatings(sel.Rating); err != nil {
			return bad("rating", err)
		}
	}
	if f.Uses, err = grade.ParseTechniques(sel.Technique); err != nil {
		return bad("technique", err)
	}
	if f.Only, err = grade.ParseTechniques(sel.Only); err != nil {
		return bad("only-techniques", err)
	}
	if sel.Clues != "" {
		if f.CluesMin, f.CluesMax, err = grade.ParseSpan(sel.Clues, grade.ParseWhole); err != nil {
			return bad("clues", err)
		}
	}
	if sel.Symmetry != "" {
		if err := f.SetSymmetry(sel.Symmetry); err != nil {
			return bad("symmetry", err)
		}
	}
	yes := true
	if sel.Minimal {
		f.Minimal = &yes
	}
	if sel.Logic {
		f.Logic = &yes
	}
	return f, nil
}
