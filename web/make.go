package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"gradoku/api"
	"gradoku/board"
	"gradoku/generate"
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
	title := "Make " + q.Quota.String()
	if q.Quota.IsZero() {
		title = "Make " + text.Count(q.number(), "puzzle", "puzzles")
	}
	return JobSpec{
		Kind: "make", Title: title, Again: query("/make", valuesOf(q)),
		Args: append(args, fmt.Sprintf("--seed=%d", seed)),
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
			return refuse(api.CodeRequest, "pattern", "no puzzle has exactly these clues: "+strings.Join(flaws, "; "))
		}
	}
	err := bind.Check(q, nil)
	if err == nil {
		_, err = asked.Target()
	}
	if contradiction, ok := errors.AsType[*generate.Contradiction](err); ok {
		return refuse(api.CodeRequest, "", contradiction.Error())
	}
	return err
}

// makeForm is the form for new puzzles.
type makeForm struct {
	MakeRequest
	asked
	Fields   []formField // fields that restrict the puzzles
	Rest     []formField // fields that few people need
	Open     bool        // one of Rest is set
	Symmetry []option
	Pattern  [][]gridCell
	Side     int
	Drawn    int // number of cells of the pattern
	Command  string
}

// read reads the form. Ticked cells become a pattern.
func (v *makeForm) read(form url.Values) (legible bool, err error) {
	if err := bind.Query(&v.MakeRequest, form); err != nil {
		return false, err
	}
	side := cmp.Or(v.Size, 9)
	if form.Get("drawn") != "" && form.Get("drawn") != strconv.Itoa(side) {
		return true, nil // the pattern was drawn on a board of another size
	}
	geo, err := board.ForSize(side)
	if cells := form["cell"]; err == nil && len(cells) > 0 {
		var set board.CellSet
		for _, text := range cells {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 || n >= geo.Cells {
				return true, refuse(api.CodeRequest, "pattern", fmt.Sprintf("a board of %d by %d has no cell %.20q", side, side, text))
			}
			set.Add(board.Cell(n))
		}
		v.MakeRequest.Pattern = generate.Mask{Cells: set, Geometry: geo}
	}
	return true, nil
}

// fill composes the command.
func (v *makeForm) fill(context.Context, *Server, url.Values, bool) error {
	v.Command = "gradoku " + joined(v.args())
	return nil
}

// page draws the board for the pattern and the symmetries, which complete what is ticked on
// it.
func (v *makeForm) page(form url.Values, asked asked, wrong *problem) (string, view) {
	v.asked = asked
	v.Fields, v.Rest = apart(formFields(&v.MakeRequest, form, wrong, "symmetry", "pattern"), "n", "size", "level", "rating", "technique", "clues")
	if faulty(v.Fields) || faulty(v.Rest) {
		v.Fault = ""
	}
	v.Open = filledIn(v.Rest) || faulty(v.Rest)
	geo := board.Nine()
	if g, err := board.ForSize(v.Size); err == nil {
		geo = g
	}
	var cells board.CellSet
	if pattern := v.MakeRequest.Pattern; pattern.Geometry != nil {
		cells, geo = pattern.Cells, pattern.Geometry
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
		v.Symmetry = append(v.Symmetry, option{sym.Name, sym.Name + ": " + sym.Doc, sym.Name == cmp.Or(v.MakeRequest.Symmetry.Name, "none"), strings.Join(first, " ")})
	}
	drawn := board.NewGrid(geo)
	for c := range cells.All() {
		drawn.Set(c, 1)
	}
	v.Side, v.Pattern, v.Drawn = geo.Size, gridOf(&drawn), cells.Len()
	return "make", view{Title: "Make puzzles", Nav: "make", Script: "job.js", Body: v}
}
