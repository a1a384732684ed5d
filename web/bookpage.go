package web

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gradoku/api"
	"gradoku/book"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/hint"
	"gradoku/internal/bind"
	"gradoku/store"
	"gradoku/task"
)

// bookForm is the form for books, and below it a preview of the book.
type bookForm struct {
	BookRequest
	asked
	Fields  []formField // fields that restrict the puzzles
	Open    bool        // one of them is set
	Look    []formField
	Sizes   []int
	Rows    []quotaRow
	Counted bool
	Rest    string // the part of the quota that does not fit into the table
	Uses    []store.Use

	Hand     bool   // puzzles are chosen by hand, not by quota
	Add      string // names that could not be added
	Warnings []string
	Lacking  bool // the database has too few puzzles of a kind
	Used     int  // puzzles chosen by hand that other books use
	Puzzles  []bookRow
	Number   int64  // how many puzzles
	Long     bool   // too many to list
	Browse   string // where to find more puzzles

	Sheet, Picture template.URL // of all pages, and of one page
	Page           string       // which page that is
	Said           string       // what the command printed about the previewed book
	Command        string
}

// quotaRow is a row for a level, or for any level, with a cell for each size.
type quotaRow struct {
	Level string
	Cells []quotaCell
}

type quotaCell struct {
	Name       string // of the field; also what precedes the number in a quota: 9x9:easy
	Label      string
	Value      string
	Free, Used int64
}

type bookRow struct {
	Row
	Used bool // another book uses it
}

const (
	// quotaField is the prefix of the names of the table's fields.
	quotaField = "n."
	// listedMost is how many puzzles the page lists. To edit a longer list, users need an
	// editor.
	listedMost = 1000
	// pictureMost is how many bytes the command may write for a picture on the page.
	pictureMost = 8 << 20
)

// read reads the form, and then what is not in its fields: the table of quotas, and additions
// to the list.
func (v *bookForm) read(form url.Values) (legible bool, err error) {
	v.Page = strings.TrimSpace(form.Get("page"))
	if err := bind.Query(&v.BookRequest, form); err != nil {
		return false, err
	}
	v.Draft = form.Get("action") == "draft"
	if err := v.readQuota(form); err != nil {
		return false, refuse(api.CodeRequest, "quota", err.Error())
	}
	return true, v.readList(form)
}

// readQuota adds the table of quotas.
func (v *bookForm) readQuota(form url.Values) error {
	var parts []string
	for name, values := range form {
		what, ok := strings.CutPrefix(name, quotaField)
		number := strings.TrimSpace(strings.Join(values, ""))
		if !ok || number == "" || number == "0" {
			continue
		}
		parts = append(parts, what+"="+number)
	}
	slices.SortFunc(parts, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	if !v.Quota.IsZero() {
		parts = append(parts, v.Quota.String())
	}
	return v.Quota.UnmarshalText([]byte(strings.Join(parts, ",")))
}

// readList reads the list of puzzles, and what is added to it.
func (v *bookForm) readList(form url.Values) error {
	keys := strings.FieldsFunc(v.Keys, separates)
	keys = append(keys, strings.FieldsFunc(form.Get("pick"), separates)...)
	add := strings.FieldsFunc(form.Get("add"), separates)
	if len(add) > 0 {
		if v.Order = "given"; len(keys) == 0 {
			keys = form["list"]
		}
	}
	v.Keys = strings.Join(keys, ",")
	if _, err := task.ReadNames(strings.NewReader(strings.Join(add, "\n"))); err != nil {
		v.Add = form.Get("add")
		return refuse(api.CodeRequest, "add", err.Error())
	}
	v.Keys = strings.Join(append(keys, add...), ",")
	if form.Get("action") == "quota" {
		v.Keys = ""
	}
	if v.Keys == "" && v.Order == "given" {
		v.Order = ""
	}
	return nil
}

// separates reports whether a character separates names of puzzles.
func separates(r rune) bool {
	return r == '.' || r == ',' || r == ' ' || r == '\n' || r == '\r' || r == '\t'
}

// fill counts what there is, and shows the book that the request describes.
func (v *bookForm) fill(ctx context.Context, s *Server, form url.Values, legible bool) error {
	v.Hand = v.Keys != ""
	if err := s.countKinds(ctx, v); err != nil {
		return err
	}
	if v.Quota.IsZero() {
		v.Rest = form.Get("quota") // a quota that cannot be read is shown as it was typed
	}
	if v.Quota.IsZero() && !v.Hand || !legible {
		if legible && form.Get("action") == "look" {
			return refuse(api.CodeRequest, "quota", "say in the table how many puzzles of each kind the book should have")
		}
		return nil
	}
	if v.Hand { // the uses so far were those of the selection, not of the list
		v.Uses = nil
	}
	if err := s.chooseBook(ctx, v); err != nil || len(v.Puzzles) == 0 {
		return err
	}
	spec, err := v.spec()
	if err != nil {
		return err
	}
	v.Command = s.opt.commandLine(spec.Args)
	return s.drawBook(ctx, v)
}

// page lists the fields, except those that it draws itself.
func (v *bookForm) page(form url.Values, asked asked, wrong *problem) (string, view) {
	v.asked = asked
	v.Fields = formFields(&v.BookWish, form, wrong, "quota", "n", "size", "level", "reuse", "order", "draft", "generate-missing")
	v.Open = filledIn(v.Fields) || faulty(v.Fields)
	v.Look = append(formFields(&v.Names, form, wrong), formFields(&v.Design, form, wrong)...)
	languagesOf(v.Look)
	return "book", view{Title: "Book", Nav: "book", Script: "book.js", Body: v}
}

// languagesOf sets the choices of a form's field lang: the languages for which the built-in
// fonts have all characters.
func languagesOf(fields []formField) {
	for i := range fields {
		f := &fields[i]
		if f.Name != "lang" {
			continue
		}
		f.Help = "language of all fixed words; Chinese and Japanese need a font, so make those books on the command line: gradoku book --lang zh --font NotoSansCJK-Regular.ttc"
		for _, name := range hint.Languages() {
			if words, err := book.WordsFor(name, ""); err == nil && !words.NeedsFont() {
				f.Options = append(f.Options, option{Value: name, Text: words.Language, On: name == f.Value || name == f.Usual && f.Value == ""})
			}
		}
	}
}

// countKinds makes the table of quotas: how many puzzles there are of each size and level,
// and how many of them are used.
func (s *Server) countKinds(ctx context.Context, v *bookForm) error {
	f, err := s.filterOf(ctx, &v.Selection)
	if err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, countPatience)
	defer cancel()
	var used store.Facets
	all, err := s.countOf(within, &v.Selection, f, false)
	if err == nil {
		f.Exported = true
		err = s.lookUp(within, s.slow, func(ctx context.Context, db *store.DB) (err error) {
			if used, err = db.Facets(ctx, f); err == nil {
				v.Uses, err = db.Uses(ctx, f)
			}
			return err
		})
		if v.Counted = err == nil; v.Counted {
			v.table(all.Facets, used)
			return nil
		}
	}
	if within.Err() == nil && !errors.Is(err, errWork) {
		return atCondition(err, v.Where.Text)
	}
	v.table(store.Facets{}, store.Facets{}) // a later request gets the numbers
	return nil
}

// table makes the rows of the quotas, one for each level. Quotas that no row has are the rest.
func (v *bookForm) table(all, used store.Facets) {
	v.Sizes = slices.Collect(maps.Keys(all.Sizes))
	wanted := map[store.Kind]int64{}
	var rest generate.Quotas
	for _, q := range v.Quota.List {
		if q.Variant.Text != "" || !q.Rating.IsZero() {
			rest.List = append(rest.List, q)
			continue
		}
		kind := store.Kind{Size: cmp.Or(q.Size, 9), Level: q.Level.String()} // as the command interprets it
		wanted[kind] = q.Count
		v.Sizes = append(v.Sizes, kind.Size)
	}
	v.Rest = rest.String()
	v.Sizes = slices.Compact(slices.Sorted(slices.Values(append(v.Sizes, 9))))
	for _, level := range append(grade.LevelIDs(), "") {
		row := quotaRow{Level: cmp.Or(grade.LevelLabel(level), "any level")}
		for _, size := range v.Sizes {
			kind := store.Kind{Size: size, Level: level}
			c := quotaCell{Name: strings.TrimSuffix(fmt.Sprintf("%s%dx%d:%s", quotaField, size, size, level), ":"), Free: all.Kinds[kind] - used.Kinds[kind], Used: used.Kinds[kind]}
			if level == "" {
				c.Free, c.Used = all.Sizes[size]-used.Sizes[size], used.Sizes[size]
			}
			c.Label = fmt.Sprintf("%s, %s", sizeName(size), row.Level)
			if n := wanted[kind]; n > 0 {
				c.Value = strconv.FormatInt(n, 10)
			}
			row.Cells = append(row.Cells, c)
		}
		v.Rows = append(v.Rows, row)
	}
}

// chooseBook lists the puzzles in the order of the book, and reports possible problems with
// them.
func (s *Server) chooseBook(ctx context.Context, v *bookForm) error {
	choice, err := v.choice()
	if err != nil {
		return err
	}
	var sections []book.Section
	used := map[string]bool{}
	said := v.Warnings
	err = s.lookUp(ctx, s.slow, func(ctx context.Context, db *store.DB) error {
		v.Warnings = said
		if choice.Names == nil {
			var short []task.Shortage
			if sections, short, err = task.ChoosePuzzles(ctx, db, choice); err != nil {
				return err
			}
			for _, q := range short {
				v.Lacking = true
				v.Warnings = append(v.Warnings, "The book needs "+q.String()+".")
			}
			return nil
		}
		puzzles, err := task.NamedPuzzles(ctx, db, choice.Names, false)
		var unfit *task.UnfitError
		if errors.As(err, &unfit) {
			v.Warnings = append(v.Warnings, "Left out: "+unfit.Error()+".")
		} else if err != nil {
			return err
		}
		choice.Names = nil
		for i := range puzzles {
			choice.Names = append(choice.Names, fmt.Sprintf("%x", puzzles[i].Canon))
		}
		v.Keys = strings.Join(choice.Names, ",")
		if len(choice.Names) == 0 {
			return refuse(api.CodeRequest, "keys", "none of these puzzles is in the database")
		}
		if _, err = task.NamedPuzzles(ctx, db, choice.Names, true); errors.As(err, &unfit) {
			for _, name := range unfit.Used {
				used[name] = true
			}
			v.Uses = unfit.Uses
			if v.Used = len(unfit.Used); !v.Reuse {
				v.Warnings = append(v.Warnings, unfit.Error()+".")
			}
		} else if err != nil {
			return err
		}
		choice.Filter.NeverExported = false
		sections, _, err = task.ChoosePuzzles(ctx, db, choice)
		return err
	})
	if err != nil {
		return atCondition(err, v.Where.Text)
	}
	for _, sec := range sections {
		for i := range sec.Puzzles {
			p := &sec.Puzzles[i]
			key := fmt.Sprintf("%x", p.Canon)
			v.Puzzles = append(v.Puzzles, bookRow{Row{
				ID: p.ID, Key: key, Link: "/puzzle/" + key, Puzzle: p.Givens.String(), Level: levelName(p.Grade.Level), Rating: ratingText(&p.Grade),
				Size: sizeName(sec.Size),
			}, used[key]})
		}
	}
	v.Number = int64(len(v.Puzzles))
	if v.Hand && v.Number <= listedMost {
		var ids []string
		for i := range v.Puzzles {
			ids = append(ids, strconv.FormatInt(v.Puzzles[i].ID, 10))
		}
		v.Browse = query(v.Browse, url.Values{"pick": {strings.Join(ids, pickMark)}})
	}
	v.Long = v.Number > listedMost
	return nil
}

// drawBook draws the pages with the command that makes the book, so that the preview
// matches the print. It does not mark any puzzle as used.
func (s *Server) drawBook(ctx context.Context, v *bookForm) error {
	look := BookRequest{BookWish: forList(v.BookWish), Names: v.Names, Design: v.Design, Style: v.Style}
	if look.Draft, look.Reuse = false, true; v.Order == "" && !v.Hand {
		look.Order = book.Orders[0]
	}
	var names []string
	for _, row := range v.Puzzles {
		names = append(names, row.Key)
	}
	spec, err := look.command(names)
	if err != nil || s.opt.Command == nil {
		return err
	}
	dir, err := s.folder.make("book-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for name, content := range spec.Files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			return err
		}
	}
	args := spec.Args
	if v.Sheet, err = s.picture(ctx, dir, v, append(slices.Clone(args), "--preview")); err == nil && v.Page != "" {
		v.Picture, err = s.picture(ctx, dir, v, append(args, "--format=png", "--page="+v.Page, "--dpi=100"))
	}
	return err
}

// picture runs a command that draws a picture of a book, and returns the picture as a data
// URL.
func (s *Server) picture(ctx context.Context, dir string, v *bookForm, args []string) (template.URL, error) {
	const name = "pages.png"
	events, err := s.runCommand(ctx, dir, append(args, "-o", name)...)
	if err != nil {
		return "", err
	}
	for _, e := range events {
		if warning := e.Warning + "."; e.Warning != "" && !slices.Contains(v.Warnings, warning) {
			v.Warnings = append(v.Warnings, warning)
		}
		if e.Written != nil {
			v.Said = cmp.Or(e.Written.Text, v.Said)
		}
	}
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return "", err
	}
	defer f.Close()
	png, err := io.ReadAll(io.LimitReader(f, pictureMost))
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(png)), err
}
