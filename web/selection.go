package web

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"gradoku/api"
	"gradoku/internal/bind"
	"gradoku/internal/field"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

// selectionOf parses the selection in the query of a page.
func selectionOf(q url.Values) (sel store.Selection, err error) {
	return sel, badSelection(bind.Query(&sel, q))
}

// filterOf returns the selection as a filter of the database. The database checks the
// condition. Nothing is computed here: if a condition needs minutes, the puzzles must have
// them already.
func (s *Server) filterOf(ctx context.Context, sel *store.Selection) (store.Filter, error) {
	f, err := sel.Filter()
	if err == nil && !f.Needs().None() {
		err = s.db.use(ctx, func(db *store.DB) error { return db.CheckKnown(ctx, f) })
	}
	return f, badSelection(err)
}

// badSelection turns an error about a field of a selection into a problem that names the
// field.
func badSelection(err error) error {
	if p, ok := badField(badValue(err)); ok {
		return refuse("selection", "query."+p.place, p.detail)
	}
	return err
}

// badValue turns an error about a field into a problem whose place is the field's name.
func badValue(err error) error {
	if wrong, ok := errors.AsType[*field.Error](err); ok {
		return refuse(api.CodeRequest, wrong.Field, wrong.Err.Error())
	}
	if wrong, ok := errors.AsType[*task.Problem](err); ok { // its advice is meant for the command line
		return refuse(api.CodeRequest, "", wrong.Error())
	}
	return err
}

// valuesOf returns the query, or form values, that would set these options.
func valuesOf(options any) url.Values {
	q := url.Values{}
	for _, f := range bind.Fields(options) {
		if !f.IsZero() {
			q.Set(f.Name, f.Text())
		}
	}
	return q
}

// joined quotes arguments for a shell and joins them.
func joined(args []string) string {
	var words []string
	for _, arg := range args {
		words = append(words, argument(arg))
	}
	return strings.Join(words, " ")
}

// argument quotes --flag=value for a shell, with the flag outside of the quotes.
func argument(arg string) string {
	if name, value, ok := strings.Cut(arg, "="); ok && value != "" && strings.HasPrefix(name, "-") && text.Quoted(name) == name {
		return name + "=" + text.Quoted(value)
	}
	return text.Quoted(arg)
}
