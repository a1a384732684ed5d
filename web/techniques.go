package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/hint"
)

// techniqueView is the page of a technique, or its row on the page of all techniques.
type techniqueView struct {
	grade.Technique
	Rating          string // "" for a named pattern
	Counted         bool   // the numbers of puzzles are known
	Hardest, Graded int64  // numbers of puzzles
	Example         string // a picture of a step; "" if none was found
	ExampleLink     string
	Words           string
	Practice        []outlink
}

// techniques returns the techniques of the rating and the named patterns.
func (s *Server) techniques(ctx context.Context) (list []techniqueView, err error) {
	counts, ok, err := s.all(ctx)
	if err != nil {
		return nil, err
	}
	for _, t := range append(grade.Techniques(), grade.Patterns()...) {
		if t.ID == "last-resort" { // it is not a technique
			continue
		}
		v := techniqueView{Technique: t, Counted: ok, Hardest: counts.Hardest[t.ID], Graded: counts.Graded}
		if t.Rating > 0 {
			v.Rating = tenths(t.Rating)
		}
		list = append(list, v)
	}
	return list, nil
}

func (s *Server) techniquesPage(w http.ResponseWriter, r *http.Request) error {
	list, err := s.techniques(r.Context())
	if err == nil {
		s.pages.show(w, http.StatusOK, "techniques", view{Title: "Techniques", Nav: "techniques", Body: list})
	}
	return err
}

// How many practice positions a page shows, and how many puzzles are searched for them.
// Stored grades do not mention named patterns, so practicePatterns puzzles that may have
// one are searched.
const practiceShown, practiceSearched, practicePatterns = 6, 12, 60

func (s *Server) techniquePage(w http.ResponseWriter, r *http.Request) error {
	ctx, id := r.Context(), r.PathValue("id")
	list, err := s.techniques(ctx)
	if err != nil {
		return err
	}
	for _, v := range list {
		if v.ID == id {
			if err := s.practice(ctx, &v); err != nil {
				return err
			}
			s.pages.show(w, http.StatusOK, "technique", view{Title: v.Name, Nav: "techniques", Body: v})
			return nil
		}
	}
	return refuse("not_found", "path.id", fmt.Sprintf("there is no technique %q", id))
}

// practice finds positions in puzzles of the database, and an example in one of them.
func (s *Server) practice(ctx context.Context, v *techniqueView) error {
	in := randomInput{N: practiceSearched, Seed: 1} // a fixed seed, so that reloading the page shows the same positions
	in.Where.Text = fmt.Sprintf("size = 9 and uses.%s > 0", v.ID)
	ladder := grade.RatingLadder
	if v.Rating == "" {
		in.N, in.Where.Text, ladder = practicePatterns, "size = 9 and rating >= 3.0", grade.HumanLadder
	}
	out, err := s.random(ctx, &in)
	if err != nil {
		return err
	}
	gr := grade.NewGrader(board.Nine())
	gr.Stop = func() bool { return ctx.Err() != nil }
	for _, p := range out.Body.Puzzles {
		puzzle, err := board.Parse(p.Puzzle)
		if err != nil {
			return err
		}
		var at hint.Position
		var found bool
		err = s.work.do(ctx, func(ctx context.Context) (err error) { at, found, err = hint.Practice(gr, &puzzle, v.ID); return err })
		if err != nil {
			return err
		}
		if found {
			b := at.Board()
			v.Practice = append(v.Practice, outlink{fmt.Sprintf("Puzzle %d", p.ID), "/puzzle/" + p.Key + "#p=" + positionText(&b)})
		}
		if v.Example == "" && (found || v.Rating != "") {
			way, err := s.wayOf(ctx, puzzle)
			if err != nil {
				return err
			}
			for i, step := range way.steps(ladder) {
				if step.Technique == v.ID {
					v.ExampleLink = atStep("/puzzle/"+p.Key, ladder, i+1) + "#position"
					v.Example = query("/board.svg", url.Values{"puzzle": {p.Puzzle}, "ladder": {ladder}, "step": {fmt.Sprint(i + 1)}})
					v.Words = hint.Sentence(puzzle.Geometry(), &step)
					break
				}
			}
		}
		if len(v.Practice) == practiceShown {
			break
		}
	}
	return nil
}
