package web

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"gradoku/internal/bind"
	"gradoku/store"
)

// formField is an option as a form shows it.
type formField struct {
	Name, Label, Help, Value, Fault, Usual, Example string
	Box                                             bool     // it is a checkbox
	Options                                         []option // the choices, one of which it is
	Ticks                                           []option // the choices, several of which it can be
	Words                                           []string // suggested values
}

// tickedMost is up to how many choices a form shows as boxes to tick.
const tickedMost = 8

// option is a choice in a form.
type option struct {
	Value, Text string
	On          bool
	Orbits      string // for a symmetry: for each cell, the first of the cells that are equivalent to it
}

// formFields lists the fields of the options that a pointer points to, with the values that
// were sent. The field with the error shows it. Fields that a page draws itself (without)
// are left out.
func formFields(options any, sent url.Values, wrong *problem, without ...string) (list []formField) {
	for _, f := range bind.Fields(options) {
		if slices.Contains(without, f.Name) {
			continue
		}
		field := formField{Name: f.Name, Label: f.Label, Help: f.Doc, Usual: f.Usual, Example: f.Example, Box: f.IsBool(), Value: strings.Join(sent[f.Name], ",")}
		if words := strings.ReplaceAll(f.Name, "-", " "); field.Label == "" {
			field.Label = capital(words)
		}
		if wrong != nil && wrong.place == f.Name {
			field.Fault = wrong.detail
		}
		if _, saved := options.(*store.Selection); saved && f.Name != "variant" {
			field.Usual = "" // it is that of new puzzles
		}
		_, text := f.Pointer().(*string) // a text that has choices can have more in it
		switch {
		case f.List && !text && len(f.Choices) <= tickedMost:
			chosen := strings.Split(strings.ToLower(field.Value), ",")
			for _, c := range f.Choices {
				field.Ticks = append(field.Ticks, option{Value: c, Text: levelName(c), On: slices.Contains(chosen, c)})
			}
		case f.List:
			field.Words = f.Choices
		default:
			field.choose(f.Choices)
		}
		list = append(list, field)
	}
	return list
}

// apart separates the fields with these names, in the order of the names, from the rest of
// a list.
func apart(fields []formField, names ...string) (first, rest []formField) {
	place := func(f formField) int { return slices.Index(names, f.Name) }
	for _, f := range fields {
		if place(f) < 0 {
			rest = append(rest, f)
		} else {
			first = append(first, f)
		}
	}
	slices.SortFunc(first, func(a, b formField) int { return place(a) - place(b) })
	return first, rest
}

// choose makes the field a list of choices. The first choice leaves the field unset.
func (f *formField) choose(choices []string) {
	if len(choices) == 0 {
		return
	}
	f.Options = []option{{Text: f.Usual}}
	if f.Usual == "" {
		f.Options[0].Text = "any"
	}
	for _, c := range choices {
		if c != f.Usual {
			f.Options = append(f.Options, option{Value: c, Text: cmp.Or(variantLabel(c), c), On: c == f.Value})
		}
	}
}

func faulty(fields []formField) bool {
	return slices.ContainsFunc(fields, func(f formField) bool { return f.Fault != "" })
}

// filledIn reports whether one of the fields has a value.
func filledIn(fields []formField) bool {
	return slices.ContainsFunc(fields, func(f formField) bool { return f.Value != "" })
}

// readForm reads a posted form.
func readForm(r *http.Request) (url.Values, error) {
	if err := r.ParseForm(); err != nil {
		if p := bodyError(err); p.Code == "too_large" {
			return nil, p
		}
		return nil, refuse("bad_request", "body", "the form cannot be read")
	}
	return r.PostForm, nil
}

// jobForm is a form that asks for one kind of job, with what its page shows beside the
// fields.
type jobForm interface {
	wish
	// read takes the request from a form. legible is false if a field cannot be read at all.
	read(form url.Values) (legible bool, err error)
	// fill computes what the page shows about the request.
	fill(ctx context.Context, s *Server, form url.Values, legible bool) error
	// page lists the fields, with wrong next to the field that it is about.
	page(form url.Values, asked asked, wrong *problem) (name string, v view)
}

// asked is what the pages of all forms show.
type asked struct {
	Fault   string // about the whole form, or a field that the page draws itself
	FaultAt string // the name of the field
}

// formPage shows a form as it was filled in, and starts the job that a posted one asks for.
// The first error is shown next to its field.
func (s *Server) formPage(empty func() jobForm) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) (err error) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*s.opt.Limits.Handler) // a preview takes longer than other pages
		defer cancel()
		form, q := r.URL.Query(), empty()
		if r.Method == http.MethodPost {
			if form, err = readForm(r); err != nil {
				return err
			}
		} else {
			form.Del("action")
		}
		legible, err := q.read(form)
		if action := form.Get("action"); err == nil && (action == "start" || action == "draft") {
			if err = s.mayWrite(ctx, form.Get("token")); err == nil {
				var j Job
				if j, err = s.start(q); err == nil {
					http.Redirect(w, r, "/jobs/"+j.ID, http.StatusSeeOther)
					return nil
				}
			}
		}
		view, status := asked{}, http.StatusOK
		var wrong *problem
		for _, err := range []error{err, q.fill(ctx, s, form, legible)} {
			if err == nil {
				continue
			}
			p, _ := problemOf(err)
			if p.Status/100 != 4 {
				return err
			}
			if wrong == nil {
				p.place = strings.TrimPrefix(p.place, "query.")
				wrong, status, view.Fault, view.FaultAt = p, p.Status, p.detail, p.place
			}
		}
		name, page := q.page(form, view, wrong)
		s.pages.show(w, status, name, page)
		return nil
	}
}

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
	if p, ok := badField(err); ok {
		return refuse("selection", "query."+p.place, p.detail)
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
