package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"gradoku/api"
	"gradoku/board"
	"gradoku/corpus"
	"gradoku/hint"
	"gradoku/internal/text"
	"gradoku/solve"
	"gradoku/store"
)

// tryView is the page that analyses any grid.
type tryView struct {
	Text                   string
	Fault                  string
	Found                  []outlink // the first puzzles of the text, of which the page shows one
	Board                  player
	Empty                  []outlink    // boards with other rules
	Check                  *api.Checked // nil if there is no puzzle
	Level, Rating, Hardest string       // of a proper puzzle
	walkView
	Known string // the page of the same puzzle in the database
}

// triedMost is how many puzzles of a text the page lists.
const triedMost = 50

func (s *Server) tryPage(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	v := tryView{Text: q.Get("puzzle")}
	if r.Method == http.MethodPost {
		form, err := readForm(r)
		if err != nil {
			return err
		}
		v.Text = form.Get("puzzle")
	}
	status := http.StatusOK
	if strings.TrimSpace(v.Text) != "" {
		p, err := v.read()
		if err == nil && r.Method == http.MethodPost && len(v.Found) < 2 { // redirect to an address that can be kept
			http.Redirect(w, r, query("/try", url.Values{"puzzle": {p.String()}}), http.StatusSeeOther)
			return nil
		}
		if err == nil {
			err = s.tried(r.Context(), &v, p, q)
		}
		if refused, ok := errors.AsType[*problem](err); ok && refused.Status == http.StatusUnprocessableEntity {
			status, v.Fault = refused.Status, refused.detail
		} else if err != nil {
			return err
		}
	}
	if v.Board.Grid == nil {
		empty := board.NewGrid(board.Nine())
		v.Board = newPlayer(&empty, "", "/try")
	}
	v.Board.Set = v.Board.Solution == ""
	for _, variant := range board.Variants() {
		if empty, err := board.Parse(variant.Name + ":" + strings.Repeat(".", board.Nine().Cells)); err == nil {
			v.Empty = append(v.Empty, outlink{variant.Label, query("/try", url.Values{"puzzle": {empty.String()}})})
		}
	}
	s.pages.show(w, status, "try", view{Title: "Try a puzzle", Nav: "try", Script: "play.js", Body: v})
	return nil
}

// read takes the first puzzle from the text, and lists the others.
func (v *tryView) read() (board.Grid, error) {
	var first board.Grid
	var fault error
	for rec, err := range corpus.Read("the text", strings.NewReader(v.Text)) {
		if err != nil {
			fault = cmp.Or(fault, err)
			continue
		}
		if len(v.Found) == triedMost {
			break
		}
		if len(v.Found) == 0 {
			first = rec.Puzzle
		}
		text := rec.Puzzle.String()
		v.Found = append(v.Found, outlink{text, query("/try", url.Values{"puzzle": {text}})})
	}
	if len(v.Found) > 0 {
		return first, nil
	}
	p, err := board.Parse(v.Text) // a user may type a grid that no file format allows
	if err == nil {
		return p, nil
	}
	return first, refuse(api.CodeMalformed, "puzzle", text.Visible(cmp.Or(fault, err).Error()))
}

// tried adds everything known about a puzzle to the view.
func (s *Server) tried(ctx context.Context, v *tryView, p board.Grid, q url.Values) error {
	named := url.Values{"puzzle": {p.String()}}
	page := query("/try", named)
	v.Board = newPlayer(&p, "", page)
	err := s.work.do(ctx, func(ctx context.Context) (err error) {
		v.Check, err = new(api.Engine).Check(ctx, api.CheckRequest{Puzzle: p.String()})
		return err
	})
	if err != nil || !v.Check.Proper {
		return err
	}
	v.Board = newPlayer(&p, *v.Check.Solution, page)
	solution, err := board.Parse(*v.Check.Solution)
	if err != nil {
		return err
	}
	way, err := s.wayOf(ctx, p)
	if err != nil {
		return err
	}
	v.Level, v.Rating, v.Hardest = levelName(way.Grade.Level), ratingText(&way.Grade), hint.English().TechniqueName(way.Grade.Hardest)
	v.Board.Level = v.Level
	if err := v.walk(way, page, q); err != nil {
		return err
	}
	// The link to the database is optional: without it, the page still works.
	_ = s.lookUp(ctx, s.quick, func(ctx context.Context, db *store.DB) error {
		if known, err := find(ctx, db, fmt.Sprintf("%x", board.Key(&p, &solution))); err == nil {
			v.Known = link(&known)
		}
		return nil
	})
	return nil
}

// properWay returns the way of a puzzle that the client sent. A puzzle that is not proper
// has none.
func (s *Server) properWay(ctx context.Context, p board.Grid) (*way, error) {
	var failed error
	err := s.work.do(ctx, func(ctx context.Context) error {
		prover := solve.Prover{Stop: func() bool { return ctx.Err() != nil }}
		_, failed = prover.Prove(&p)
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	if failed != nil {
		return nil, refuse(api.CodeOf(failed), "query.puzzle", "it has no path of steps: "+failed.Error())
	}
	return s.wayOf(ctx, p)
}
