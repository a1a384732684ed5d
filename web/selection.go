package web

import (
	"errors"
	"net/url"
	"strings"

	"gradoku/grade"
	"gradoku/internal/bind"
	"gradoku/store"
)

// selectionOf reads the selection in the query of a page.
func selectionOf(q url.Values) (sel store.Selection, err error) {
	return sel, badSelection(bind.Query(&sel, q))
}

// filterOf is the selection as the database takes it. The condition is checked by the
// database.
func filterOf(sel *store.Selection) (store.Filter, error) {
	f, err := sel.Filter()
	return f, badSelection(err)
}

// badSelection makes an error about a field of a selection a problem that names it.
func badSelection(err error) error {
	if p, ok := badField(badValue(err)); ok {
		return refuse("bad-selection", "query."+p.place, p.detail)
	}
	return err
}

// badValue makes an error about a field a problem whose place is the field's name.
func badValue(err error) error {
	if wrong, ok := errors.AsType[*grade.FieldError](err); ok {
		return refuse("bad-value", wrong.Field, wrong.Err.Error())
	}
	if wrong, ok := errors.AsType[*bind.Error](err); ok {
		return refuse("bad-value", wrong.Field, wrong.Err.Error())
	}
	return err
}

// valuesOf writes the query, or the form, that fills options like these.
func valuesOf(options any) url.Values {
	q := url.Values{}
	for _, f := range bind.Fields(options) {
		if !f.IsZero() {
			q.Set(f.Name, f.Text())
		}
	}
	return q
}

// joined writes arguments for a shell.
func joined(args []string) string {
	var words []string
	for _, arg := range args {
		words = append(words, argument(arg))
	}
	return strings.Join(words, " ")
}

// argument writes --flag=value for a shell, with the flag outside of quotes.
func argument(arg string) string {
	if name, value, ok := strings.Cut(arg, "="); ok && value != "" && strings.HasPrefix(name, "-") && quoted(name) == name {
		return name + "=" + quoted(value)
	}
	return quoted(arg)
}

// quoted writes a word for a shell.
func quoted(s string) string {
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.,/:", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !safe(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
