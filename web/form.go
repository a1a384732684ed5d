package web

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"gradoku/internal/bind"
)

// formField is an option as a form shows it.
type formField struct {
	Name, Label, Help, Value, Fault, Usual, Example string
	Box                                             bool     // it is a checkbox
	Options                                         []option // the choices of a list
	Words                                           []string // suggested values
}

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
		if f.List {
			field.Words = f.Choices
		} else {
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
		if c != f.Usual || c == f.Value {
			f.Options = append(f.Options, option{Value: c, Text: c, On: c == f.Value})
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

// readForm reads a posted form, with or without files.
func readForm(r *http.Request) (url.Values, error) {
	err := r.ParseForm() // for forms that are not multipart; ParseMultipartForm would hide the error
	if err == nil {
		err = r.ParseMultipartForm(1 << 20)
	}
	if err == nil || errors.Is(err, http.ErrNotMultipart) {
		return r.PostForm, nil
	}
	if p := bodyError(err); p.Code == "too_large" {
		return nil, p
	}
	return nil, refuse("bad_request", "body", "the form cannot be read")
}

// formFile returns the text of a file in a form, "" if there is none.
func formFile(r *http.Request, name string) (string, error) {
	if r.MultipartForm == nil {
		return "", nil
	}
	file, _, err := r.FormFile(name)
	if err != nil {
		return "", nil
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		return "", refuse("bad_request", "body."+name, "the file cannot be read")
	}
	return string(text), nil
}
