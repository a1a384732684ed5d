package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/bind"
	"gradoku/internal/text"
)

// MakeRequest asks for puzzles, as gradoku generate does.
type MakeRequest struct {
	N     int64  `json:"n,omitempty" minimum:"0" maximum:"10000000" doc:"How many puzzles; 100 when left out"`
	Quota string `json:"quota,omitempty" maxLength:"1000" not:"n,level,rating" doc:"How many puzzles of each level instead, as easy=50,hard=50"`
	generate.Request
	Seed *int64 `json:"seed,omitempty" minimum:"0" doc:"The same seed gives the same puzzles; drawn when left out"`
}

// plan is the command gradoku generate, with a seed in any case: given again, it goes
// on with the same run.
func (q *MakeRequest) plan(*Options) (plan, error) {
	if err := q.check(); err != nil {
		return plan{}, err
	}
	seed := q.Seed
	if seed == nil {
		drawn := generate.NewSeed()
		seed = &drawn
	}
	args := append([]string{"generate"}, q.flags()...)
	return plan{
		Kind: "make", Title: q.title(), Form: q,
		Steps: []step{{Args: append(args, fmt.Sprintf("--seed=%d", *seed)), DB: true}},
	}, nil
}

// flags are those of gradoku generate, without the seed.
func (q *MakeRequest) flags() []string {
	asked := *q
	asked.Seed = nil
	if q.Quota == "" {
		asked.N = q.wanted()
	}
	if q.Pattern.Geometry != nil { // which has a size
		asked.Size = 0
	}
	return bind.Args(&asked)
}

func (q *MakeRequest) wanted() int64 {
	if q.N == 0 {
		return 100
	}
	return q.N
}

// check says which field is wrong, and whether there can be such puzzles. What is left is
// for the command to refuse.
func (q *MakeRequest) check() error {
	if err := bind.Check(q, nil); err != nil {
		return badValue(err)
	}
	asked := q.Request
	if asked.Pattern.Geometry != nil {
		asked.Size = 0 // the pattern's counts
	}
	t, err := asked.Target()
	if err != nil {
		return badValue(err)
	}
	if !t.Pattern.Empty() {
		if flaws := generate.PatternFlaws(t.Pattern, t.Geometry); len(flaws) > 0 {
			return refuse("bad-value", "pattern", "no puzzle has exactly these givens: "+strings.Join(flaws, "; "))
		}
	}
	if q.Quota != "" {
		if t.Quotas, err = generate.ParseQuotas(q.Quota); err != nil {
			return refuse("bad-value", "quota", err.Error())
		}
	}
	if err = t.Check(); err != nil {
		return refuse("bad-value", "", err.Error())
	}
	return nil
}

// title says what is made.
func (q *MakeRequest) title() string {
	if q.Quota != "" {
		return "Make " + q.Quota
	}
	return "Make " + text.Count(q.wanted(), "puzzle", "puzzles")
}

// makeView is the page on which puzzles are ordered.
type makeView struct {
	Write    bool
	Q        MakeRequest
	Number   formField
	Choice   []formField // what restricts the puzzles
	Rest     []formField // what few need
	Open     bool        // the rest has something
	Levels   []option
	Sizes    []option
	Symmetry []option
	Names    []grade.Technique
	Pattern  []gridRow
	Side     int
	Drawn    int // cells
	Fault    string
	FaultAt  string
	Forecast []string
	Command  string
	Jobs     []Job
}

// formField is a line of a form.
type formField struct{ Name, Label, Help, Value, Fault, List, Usual string }

// option is a choice of a form.
type option struct {
	Value, Text string
	On          bool
	Orbits      string // of a symmetry: for each cell, the first of those that look like it
}

// Where a page says what is wrong, apart from the field itself.
var makeFields = []struct{ name, label, help, list string }{
	{"rating", "Rating", "such as 4.0-4.6, or 7.5- for 7.5 and above", ""},
	{"technique", "Technique needed", "such as xy-wing; several with commas", "techniques"},
	{"clues", "Clues", "22-25, or 30, or -23 for at most so many", ""},
}

var makeRest = []struct{ name, label, help, list string }{
	{"quota", "Quota", "so many of each instead of a number and a level: easy=50,hard=50", ""},
	{"only-techniques", "No techniques but", "with commas between", "techniques"},
	{"seed", "Seed", "the same seed makes the same puzzles; drawn when left out", ""},
}

// makePage shows the form, filled from the query.
func (s *Server) makePage(w http.ResponseWriter, r *http.Request) error {
	form := r.URL.Query()
	q, err := makeForm(form)
	p, _ := badField(err) // a form has no other faults
	return s.showMake(w, form, q, p, nil)
}

// makeForm reads the form. Cells that are ticked are a pattern.
func makeForm(form url.Values) (*MakeRequest, error) {
	q := &MakeRequest{}
	if err := filled(form, q); err != nil {
		return q, err
	}
	side := q.Size
	if side == 0 {
		side = 9
	}
	if form.Get("drawn") != "" && form.Get("drawn") != strconv.Itoa(side) {
		return q, nil // on a board of another size
	}
	geo, err := board.ForSize(side)
	if cells := form["cell"]; err == nil && len(cells) > 0 {
		var set board.CellSet
		for _, text := range cells {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 || n >= geo.Cells {
				return q, refuse("bad-value", "pattern", fmt.Sprintf("a board of %d by %d has no cell %.20q", side, side, text))
			}
			set.Add(board.Cell(n))
		}
		q.Pattern = generate.Mask{Cells: set, Geometry: geo}
	}
	return q, nil
}

// makePost starts a job, or says what to expect of it.
func (s *Server) makePost(w http.ResponseWriter, r *http.Request) error {
	form, err := formOf(r)
	if err != nil {
		return err
	}
	q, err := makeForm(form)
	var forecast []string
	if err == nil && form.Get("action") == "draw" {
		return s.showMake(w, form, q, nil, nil)
	}
	if err == nil {
		err = s.mayWrite(form.Get("token"))
	}
	if err == nil && form.Get("action") == "forecast" {
		forecast, err = s.forecast(r.Context(), client(r), q)
	} else if err == nil {
		var told Job
		if told, err = s.start(q); err == nil {
			http.Redirect(w, r, "/jobs/"+told.ID, http.StatusSeeOther)
			return nil
		}
	}
	p, ok := badField(err)
	if err != nil && !ok {
		return err
	}
	return s.showMake(w, form, q, p, forecast)
}

// forecast asks gradoku generate what to expect. It takes a sample, mostly in tenths
// of a second.
func (s *Server) forecast(ctx context.Context, who string, q *MakeRequest) ([]string, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	within, cancel := context.WithTimeout(ctx, s.opt.Limits.Handler)
	defer cancel()
	var out []byte
	var failed error
	err := s.work.do(within, who, func() {
		cmd := s.opt.Command(within, append([]string{"generate", "--forecast"}, q.flags()...)...)
		out, failed = cmd.Output()
	})
	if err != nil {
		return nil, err
	}
	if within.Err() != nil {
		return []string{fmt.Sprintf("A sample of such tries takes longer than %v; so will the puzzles.", s.opt.Limits.Handler)}, nil
	}
	var exit *exec.ExitError
	if errors.As(failed, &exit) {
		line, _, _ := strings.Cut(strings.TrimPrefix(string(exit.Stderr), "gradoku: "), "\n")
		return nil, refuse("bad-value", "", line)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n"), failed
}

// showMake shows the form as it was filled, with what is wrong in its place.
func (s *Server) showMake(w http.ResponseWriter, form url.Values, q *MakeRequest, wrong *problem, forecast []string) error {
	v := makeView{Write: s.jobs != nil, Q: *q, Names: grade.Techniques(), Forecast: forecast, Side: 9}
	status := http.StatusOK
	if wrong != nil {
		status, v.Fault, v.FaultAt = wrong.Status, wrong.detail, wrong.place
	}
	field := func(name, label, help, list string) formField {
		f := formField{Name: name, Label: label, Help: help, Value: form.Get(name), List: list}
		if v.FaultAt == name {
			f.Fault, v.Fault = v.Fault, ""
		}
		return f
	}
	v.Number = field("n", "How many", "", "")
	v.Number.Usual = "100"
	for _, f := range makeFields {
		v.Choice = append(v.Choice, field(f.name, f.label, f.help, f.list))
	}
	for _, f := range makeRest {
		v.Rest = append(v.Rest, field(f.name, f.label, f.help, f.list))
		v.Open = v.Open || form.Get(f.name) != "" || v.FaultAt == f.name
	}
	chosen := strings.Split(q.Level.String(), ",")
	for _, l := range grade.Levels() {
		name := strings.ToLower(l.Name)
		v.Levels = append(v.Levels, option{Value: name, Text: l.Name, On: slices.Contains(chosen, name)})
	}
	geo := board.Nine()
	for _, g := range board.Sizes() {
		if g.Size == q.Size {
			geo = g
		}
	}
	var cells board.CellSet
	if q.Pattern.Geometry != nil {
		cells, geo = q.Pattern.Cells, q.Pattern.Geometry
	}
	for _, g := range board.Sizes() {
		v.Sizes = append(v.Sizes, option{Value: strconv.Itoa(g.Size), Text: sizeName(g.Size), On: g == geo})
	}
	for _, sym := range board.Symmetries() {
		first := make([]string, geo.Cells)
		for _, orbit := range sym.Orbits(geo) {
			name := ""
			for c := range orbit.All() {
				if name == "" {
					name = strconv.Itoa(int(c))
				}
				first[c] = name
			}
		}
		v.Symmetry = append(v.Symmetry, option{sym.Name, sym.Name + ": " + sym.Doc, sym.Name == cmp.Or(q.Symmetry.Name, "none"), strings.Join(first, " ")})
	}
	drawn := board.NewGrid(geo)
	for c := range cells.All() {
		drawn.Set(c, 1)
	}
	v.Side, v.Pattern, v.Drawn = geo.Size, gridOf(&drawn), cells.Len()
	words := []string{"gradoku generate"}
	for _, arg := range q.flags() {
		words = append(words, argument(arg))
	}
	v.Command = strings.Join(words, " ")
	for _, j := range s.tellJobs() {
		if j.Kind == "make" && len(v.Jobs) < shown {
			v.Jobs = append(v.Jobs, j)
		}
	}
	s.pages.show(w, status, "make", view{Title: "Make puzzles", Nav: "make", Script: "job.js", Body: v})
	return nil
}
