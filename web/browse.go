package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/hint"
	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/predict"
	"gradoku/store"
)

type browseView struct {
	store.Selection
	Fault      string // the error in the condition
	FaultAt    string // the place of the error
	Total      int64
	Counted    bool
	Levels     []bar
	Sizes      []bar
	Symmetries []bar
	Clues      string // the range of clues in the selection
	Hardest    []bar
	Heads      []head
	Rows       []Row
	Next       string
	First      string // link to the first page, on later pages
	Varied     bool   // a puzzle of the page is of a variant
	Any        string // link to the same selection of all variants
	CSV        string
	JSON       string
	Random     string
	Command    string
	Columns    []store.Column
	Order      string
	Desc       bool
	Cursor     string
	Kept       map[string]string // parameters of the listing, without the condition
	Usual      []formField       // the most common conditions
	Fields     []formField       // the others
	Open       bool              // one of them is set
	Picked     []string          // the numbers of the ticked puzzles
	Elsewhere  string            // those of Picked that are on other pages
	Book       string            // link to a book of such puzzles
}

// newBrowseView returns the view of all puzzles.
func newBrowseView() *browseView { return &browseView{Order: "id"} }

type head struct {
	Name, Link, Sorted string // Sorted is ascending, descending or ""
	Number             bool
}

// Row is a puzzle in the table.
type Row struct {
	ID                                                  int64
	Key, Link, Puzzle, Level, Rating, Hardest, Symmetry string
	Clues                                               int
	Size, Variant                                       string
	Minimal, Picked                                     bool
}

const rowsOnPage = 25

func (s *Server) browse(w http.ResponseWriter, r *http.Request) error {
	ctx, q := r.Context(), r.URL.Query()
	sel, wrong := selectionOf(q)
	var err error
	v := newBrowseView()
	v.Selection, v.Desc, v.Columns, v.Cursor = sel, q.Get("desc") == "true", store.Columns(), q.Get("cursor")
	if v.Picked, err = pickedIn(q); err != nil {
		return err
	}
	if q.Get("to") == "book" {
		http.Redirect(w, r, query("/book", url.Values{"pick": {strings.Join(v.Picked, pickMark)}}), http.StatusSeeOther)
		return nil
	}
	if o := q.Get("order"); o != "" {
		v.Order = o
	}
	f, err := s.filterOf(ctx, &sel)
	if err = cmp.Or(wrong, err); err == nil {
		err = s.list(ctx, v, f)
	}
	status := http.StatusOK
	if err != nil {
		p, _ := problemOf(err)
		if p.Code != "selection" {
			return err
		}
		// Keep the form, and show the error next to its field.
		status, v.Fault, v.FaultAt = p.Status, p.detail, strings.TrimPrefix(p.place, "query.")
		if v.FaultAt == "" || v.FaultAt == "cursor" {
			v.FaultAt = "where"
		}
	}
	v.links(q)
	sent := valuesOf(&v.Selection)
	if at := v.FaultAt; at != "" { // as it was typed
		sent[at] = q[at]
	}
	v.Usual, v.Fields = apart(formFields(&v.Selection, sent, nil, "where"), "rating", "clues", "minutes", "technique")
	for i := range v.Usual { // an example replaces the help, for which there is no room
		v.Usual[i].Usual = v.Usual[i].Example
	}
	v.Open = filledIn(v.Fields)
	var elsewhere []string
	for _, id := range v.Picked {
		i := slices.IndexFunc(v.Rows, func(row Row) bool { return strconv.FormatInt(row.ID, 10) == id })
		if i >= 0 {
			v.Rows[i].Picked = true
		} else {
			elsewhere = append(elsewhere, id)
		}
	}
	v.Elsewhere = strings.Join(elsewhere, pickMark)
	s.pages.show(w, status, "browse", view{Title: "Browse", Nav: "browse", Script: "browse.js", Body: v})
	return nil
}

// pickMark separates the numbers of ticked puzzles. A comma would be escaped in URLs.
const pickMark = "."

// pickedIn returns the numbers of the ticked puzzles, in order.
func pickedIn(q url.Values) ([]string, error) {
	picked := strings.FieldsFunc(strings.Join(q["pick"], pickMark), separates)
	slices.SortFunc(picked, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	if picked = slices.Compact(picked); len(picked) > listedMost {
		return nil, refuse("selection", "query.pick", fmt.Sprintf("%d puzzles are ticked; you can tick at most %d", len(picked), listedMost))
	}
	return picked, nil
}

// list reads the puzzles of the page and the counts.
func (s *Server) list(ctx context.Context, v *browseView, f store.Filter) error {
	f.Order, f.Limit = ordered(v.Order, v.Desc), rowsOnPage
	var page []store.Puzzle
	var next string
	err := s.lookUp(ctx, s.slow, func(ctx context.Context, db *store.DB) (err error) {
		page, next, err = db.Page(ctx, f, v.Cursor)
		return err
	})
	if err != nil {
		return atCondition(err, v.Where.Text)
	}
	for i := range page {
		v.Rows = append(v.Rows, rowOf(&page[i]))
	}
	v.Next = next
	within, cancel := context.WithTimeout(ctx, countPatience)
	defer cancel()
	f.Order, f.Limit = "", 0
	c, err := s.countOf(within, &v.Selection, f, false)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, errWork) {
		return nil // the page says that it has none
	}
	if err != nil {
		return err
	}
	v.Counted, v.Total = true, c.Puzzles
	stats := s.statsOf(c)
	v.Levels = v.facet("level", bars(stats.Levels, levelName))
	v.Sizes = v.facet("size", bars(stats.Sizes, sizeName))
	v.Symmetries = v.facet("symmetry", bars(stats.Symmetries, same[string]))
	v.Hardest = v.facet("technique", bars(stats.Hardest, hint.English().TechniqueName))
	if n := len(stats.Clues); n > 0 {
		v.Clues = fmt.Sprintf("%d to %d", stats.Clues[0].Value, stats.Clues[n-1].Value)
	}
	return nil
}

// facet sets the links of a parameter's bars. A link selects the value, or removes it if it
// is selected.
func (v *browseView) facet(name string, list []bar) []bar {
	chosen := strings.Split(strings.ToLower(valuesOf(&v.Selection).Get(name)), ",")
	for i := range list {
		value := list[i].Value
		list[i].On = slices.Contains(chosen, strings.ToLower(value)) && value != ""
		q := v.view(name, value)
		switch {
		case value == "":
			q.Set("where", "level is null")
		case list[i].On:
			q.Del(name)
		}
		list[i].Link = query("/browse", q)
	}
	return list
}

// view returns the query of the page without the position in the list, with other values of some
// parameters; "" removes one.
func (v *browseView) view(other ...string) url.Values {
	q := valuesOf(&v.Selection)
	if v.Order != "id" {
		q.Set("order", v.Order)
	}
	if v.Desc {
		q.Set("desc", "true")
	}
	if len(v.Picked) > 0 {
		q.Set("pick", strings.Join(v.Picked, pickMark))
	}
	for pair := range slices.Chunk(other, 2) {
		if q.Set(pair[0], pair[1]); pair[1] == "" {
			q.Del(pair[0])
		}
	}
	return q
}

// links sets the links of the page.
func (v *browseView) links(asked url.Values) {
	listing := v.view("pick", "")
	v.CSV, v.JSON = query("/v1/export.csv", listing), query("/v1/puzzles", listing)
	values := valuesOf(&v.Selection)
	v.Book, v.Random = query("/book", values), query("/random", values)
	v.Command = strings.TrimSpace("gradoku export " + joined(bind.Args(&v.Selection)))
	if order := ordered(v.Order, v.Desc); order != "id" {
		v.Command += " --order " + order
	}
	v.Command += " --format csv -o puzzles.csv"
	if asked.Get("cursor") != "" {
		v.First = query("/browse", v.view())
	}
	if v.Next != "" {
		v.Next = query("/browse", v.view("cursor", v.Next))
	}
	v.Varied = slices.ContainsFunc(v.Rows, func(row Row) bool { return row.Variant != "" })
	v.Any = query("/browse", v.view("variant", grade.AnyVariant))
	for _, c := range []struct {
		name, order string
		number      bool
	}{{"Puzzle", "", false}, {"No.", "id", true}, {"Level", "", false}, {"Rating", "rating", true}, {"Hardest step", "", false}, {"Clues", "clues", true}, {"Symmetry", "", false}} {
		h := head{Name: c.name, Number: c.number}
		if c.order != "" {
			to := v.view("order", "", "desc", "")
			if c.order != "id" {
				to.Set("order", c.order)
			}
			if v.Order == c.order {
				h.Sorted = "ascending"
				if v.Desc {
					h.Sorted = "descending"
				} else {
					to.Set("desc", "true")
				}
			}
			h.Link = query("/browse", to)
		}
		v.Heads = append(v.Heads, h)
	}
	if v.Varied {
		v.Heads = append(v.Heads, head{Name: "Variant"})
	}
	v.Kept = map[string]string{}
	for name, value := range v.view() {
		if name != "where" {
			v.Kept[name] = value[0]
		}
	}
}

func rowOf(p *store.Puzzle) Row {
	g := p.Grade
	if !p.Graded() {
		g = grade.Grade{}
	}
	row := Row{
		ID: p.ID, Link: link(p), Puzzle: p.Givens, Level: levelName(g.Level), Rating: ratingText(&g), Symmetry: p.Symmetry,
		Hardest: hint.English().TechniqueName(g.Hardest), Clues: p.Clues, Size: sizeName(p.Size), Minimal: p.Minimal,
	}
	if variant, _ := board.CutVariant(p.Givens); !variant.IsZero() {
		row.Variant = variant.Label()
		row.Size += " " + row.Variant
	}
	row.Key = strings.TrimPrefix(row.Link, "/puzzle/")
	return row
}

func ratingText(g *grade.Grade) string {
	if g.AtLeast && g.Rating > 0 {
		return "≥ " + text.Rating(g.Rating)
	}
	return text.Rating(g.Rating)
}

func timeOf(minutes float64) string {
	d := time.Duration(minutes * float64(time.Minute))
	if d < time.Hour {
		return fmt.Sprintf("%.0f min", math.Max(1, minutes))
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}

// minutesModel returns the built-in model, which is read only once.
var minutesModel = sync.OnceValues(predict.DefaultModel)

// minutesOf predicts the time that people take: the median, the range of half of such
// puzzles, and whether the prediction is an extrapolation. The texts are empty for a size
// that the model does not support.
func minutesOf(p *board.Grid) (middle, half string, beyond bool) {
	if model, err := minutesModel(); err == nil {
		if m, ok := predict.NewPredictor(model).Predict(p); ok {
			return timeOf(m.Median), timeOf(m.Low) + " to " + timeOf(m.High), m.Beyond != nil
		}
	}
	return "", "", false
}
