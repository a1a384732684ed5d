package web

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"

	"gradoku/corpus"
	"gradoku/internal/bind"
	"gradoku/task"
)

type sheetView struct {
	Pick   string
	Number int64
	Fault  string
	Fields []formField
}

// sheetMost limits the puzzles of a sheet, because each is proved and graded.
const sheetMost = 100

// sheetPage shows the form for a sheet of the ticked puzzles, or sends the sheet.
func (s *Server) sheetPage(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	picked, err := pickedIn(q)
	if err != nil {
		return err
	}
	if len(picked) == 0 || len(picked) > sheetMost {
		return refuse("selection", "query.pick", fmt.Sprintf("a sheet can have 1 to %d puzzles, but %d are ticked", sheetMost, len(picked)))
	}
	var wish task.SheetWish
	err = badValue(bind.Query(&wish, q))
	if err == nil && r.URL.Path == "/sheet.pdf" {
		var pdf []byte
		if pdf, err = s.sheet(r.Context(), picked, wish); err == nil {
			w.Header().Set("Content-Type", "application/pdf")
			w.Write(pdf)
			return nil
		}
	}
	v, status := sheetView{Pick: strings.Join(picked, pickMark), Number: int64(len(picked))}, http.StatusOK
	var wrong *problem
	if err != nil {
		if wrong, _ = badField(badValue(err)); wrong == nil || !wantsPage(r) {
			return badValue(err)
		}
		status = wrong.Status
	}
	v.Fields = formFields(&wish, q, wrong)
	if languagesOf(v.Fields); wrong != nil && !faulty(v.Fields) {
		v.Fault = wrong.detail
	}
	s.pages.show(w, status, "sheet", view{Title: "Print", Nav: "browse", Body: v})
	return nil
}

func (s *Server) sheet(ctx context.Context, names []string, wish task.SheetWish) ([]byte, error) {
	var list []task.Source
	err := s.lookUp(ctx, s.quick, func(ctx context.Context, o *opened) error {
		list = nil
		for _, name := range names {
			p, err := find(ctx, o, name)
			if err != nil {
				return err
			}
			puzzle, err := parsed(&p)
			if err != nil {
				return err
			}
			list = append(list, task.Source{Name: "puzzle " + name, Record: corpus.Record{Puzzle: puzzle}})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var pdf bytes.Buffer
	err = s.work.do(ctx, func(ctx context.Context) error {
		pdf.Reset()
		each := func(yield func(task.Source, error) bool) {
			for _, src := range list {
				if !yield(src, nil) {
					return
				}
			}
		}
		_, err := task.Sheet{Output: "-", SheetWish: wish, Puzzles: each}.Run(ctx, task.Env{Out: &pdf})
		return err
	})
	return pdf.Bytes(), err
}
