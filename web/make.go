package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gradoku/api"
	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/task"
)

// MakeRequest asks for new puzzles, as gradoku generate does.
type MakeRequest struct {
	N int64 `json:"n,omitempty" minimum:"1" maximum:"10000000" label:"How many" doc:"How many puzzles; 100 when left out" usual:"100"`
	task.Making
	Seed *int64 `json:"seed,omitempty" minimum:"0" doc:"The same seed gives the same puzzles; chosen at random when left out"`
}

// spec returns the job that runs gradoku generate. It always sets a seed, so that running
// the command again continues the same run.
func (q *MakeRequest) spec() (JobSpec, error) {
	if err := q.check(); err != nil {
		return JobSpec{}, err
	}
	args := q.args()
	seed := generate.NewSeed()
	if q.Seed != nil {
		seed = *q.Seed
	}
	title := "Make " + q.Quota.Text
	if q.Quota.IsZero() {
		title = "Make " + text.Count(q.number(), "puzzle", "puzzles")
	}
	return JobSpec{
		Kind: "make", Title: title, Again: query("/make", valuesOf(q)),
		Steps: []step{{Args: append(args, fmt.Sprintf("--seed=%d", seed)), DB: true}},
	}, nil
}

func (q *MakeRequest) number() int64 { return cmp.Or(q.N, 100) }

// args returns the arguments of gradoku, without the seed.
func (q *MakeRequest) args() []string {
	asked := *q
	if asked.Seed = nil; q.Quota.IsZero() {
		asked.N = q.number()
	}
	if q.Pattern.Geometry != nil { // the pattern has a size
		asked.Size = 0
	}
	return append([]string{"generate"}, bind.Args(&asked)...)
}

// check says which field is wrong, and whether such puzzles can exist. The command itself
// checks the rest.
func (q *MakeRequest) check() error {
	asked := q.Making
	if geo := q.Pattern.Geometry; geo != nil {
		asked.Size = 0 // the pattern's size applies
		if flaws := generate.PatternFlaws(q.Pattern.Cells, geo); len(flaws) > 0 {
			return refuse(api.CodeRequest, "pattern", "no puzzle has exactly these givens: "+strings.Join(flaws, "; "))
		}
	}
	err := bind.Check(q, nil)
	if err == nil {
		_, err = asked.Target()
	}
	if contradiction, ok := errors.AsType[*generate.Contradiction](err); ok {
		return refuse(api.CodeRequest, "", contradiction.Error())
	}
	return badValue(err)
}

type makeView struct {
	Write    bool
	Number   formField
	Fields   []formField // fields that restrict the puzzles
	Rest     []formField // fields that few people need
	Open     bool        // one of Rest is set
	Levels   []option
	Sizes    []option
	Symmetry []option
	Pattern  [][]gridCell
	Side     int
	Drawn    int // number of cells of the pattern
	Fault    string
	FaultAt  string
	Forecast []string
	Command  string
	Jobs     []Job
}

// drawnFields are the fields of the form that the page draws itself.
var drawnFields = []string{"size", "symmetry", "pattern", "level"}

func (s *Server) makePage(w http.ResponseWriter, r *http.Request) error {
	form := r.URL.Query()
	q, err := makeForm(form)
	p, _ := badField(err) // reading a form gives no other errors
	return s.showMake(w, form, q, p, nil)
}

// makeForm reads the form. Ticked cells become a pattern.
func makeForm(form url.Values) (*MakeRequest, error) {
	q := &MakeRequest{}
	if err := bind.Query(q, form); err != nil {
		return q, badValue(err)
	}
	side := cmp.Or(q.Size, 9)
	if form.Get("drawn") != "" && form.Get("drawn") != strconv.Itoa(side) {
		return q, nil // the pattern was drawn on a board of another size
	}
	geo, err := board.ForSize(side)
	if cells := form["cell"]; err == nil && len(cells) > 0 {
		var set board.CellSet
		for _, text := range cells {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 || n >= geo.Cells {
				return q, refuse(api.CodeRequest, "pattern", fmt.Sprintf("a board of %d by %d has no cell %.20q", side, side, text))
			}
			set.Add(board.Cell(n))
		}
		q.Pattern = generate.Mask{Cells: set, Geometry: geo}
	}
	return q, nil
}

// makePost starts a job, or shows a forecast of it.
func (s *Server) makePost(w http.ResponseWriter, r *http.Request) error {
	form, err := readForm(r)
	if err != nil {
		return err
	}
	q, err := makeForm(form)
	if err == nil && form.Get("action") == "draw" {
		return s.showMake(w, form, q, nil, nil)
	}
	var forecast []string
	if err == nil {
		err = s.mayWrite(r.Context(), form.Get("token"))
	}
	switch {
	case err != nil:
	case form.Get("action") == "forecast":
		forecast, err = s.forecast(r.Context(), q)
	default:
		if err = s.startAndShow(w, r, q); err == nil {
			return nil
		}
	}
	p, ok := badField(err)
	if err != nil && !ok {
		return err
	}
	return s.showMake(w, form, q, p, forecast)
}

// forecast asks gradoku generate for a forecast. The command takes a sample, which usually
// needs a few tenths of a second.
func (s *Server) forecast(ctx context.Context, q *MakeRequest) (lines []string, err error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	within, cancel := context.WithTimeout(ctx, s.opt.Limits.Handler)
	defer cancel()
	events, err := s.runCommand(within, "", append(q.args(), "--forecast")...)
	if errors.Is(err, context.DeadlineExceeded) {
		return []string{fmt.Sprintf("A sample of such attempts takes longer than %v; so will the puzzles.", s.opt.Limits.Handler)}, nil
	}
	for _, e := range events {
		lines = append(lines, e.Note)
	}
	return lines, err
}

// latestRuns lists the newest jobs that made puzzles.
func (s *Server) latestRuns() (list []Job) {
	for _, j := range s.allJobs() {
		if j.Kind == "make" && len(list) < shown {
			list = append(list, j)
		}
	}
	return list
}

// showMake shows the form as it was filled in, with an error next to its field.
func (s *Server) showMake(w http.ResponseWriter, form url.Values, q *MakeRequest, wrong *problem, forecast []string) error {
	v := makeView{Write: s.jobs != nil, Forecast: forecast, Command: "gradoku " + joined(q.args()), Jobs: s.latestRuns()}
	status := http.StatusOK
	if wrong != nil {
		status, v.Fault, v.FaultAt = wrong.Status, wrong.detail, wrong.place
	}
	fields := formFields(q, form, wrong, drawnFields...)
	if faulty(fields) {
		v.Fault = ""
	}
	v.Fields, v.Rest = apart(fields, "n", "rating", "technique", "clues")
	v.Number, v.Fields = v.Fields[0], v.Fields[1:]
	v.Open = filledIn(v.Rest) || faulty(v.Rest)
	chosen := strings.Split(q.Level.String(), ",")
	for _, l := range grade.Levels() {
		v.Levels = append(v.Levels, option{Value: l.ID, Text: l.Label, On: slices.Contains(chosen, l.ID)})
	}
	geo := board.Nine()
	if g, err := board.ForSize(q.Size); err == nil {
		geo = g
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
				name = cmp.Or(name, strconv.Itoa(int(c)))
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
	s.pages.show(w, status, "make", view{Title: "Make puzzles", Nav: "make", Script: "job.js", Body: v})
	return nil
}
