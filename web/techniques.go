package web

import (
	"net/http"

	"gradoku/grade"
	"gradoku/internal/text"
)

// techniqueView is a row of the page of techniques.
type techniqueView struct {
	grade.Technique
	Rating  string // "" for a named pattern
	Hardest int64  // number of puzzles whose hardest step it is
}

// techniquesPage lists the techniques of the rating and the named patterns.
func (s *Server) techniquesPage(w http.ResponseWriter, r *http.Request) error {
	counts, _, err := s.all(r.Context())
	if err != nil {
		return err
	}
	var list []techniqueView
	for _, t := range append(grade.Techniques(), grade.Patterns()...) {
		if t.ID == "last-resort" { // it is not a technique
			continue
		}
		v := techniqueView{Technique: t, Hardest: counts.Hardest[t.ID]}
		if t.Rating > 0 {
			v.Rating = text.Rating(t.Rating)
		}
		list = append(list, v)
	}
	s.pages.show(w, http.StatusOK, "techniques", view{Title: "Techniques", Nav: "techniques", Body: list})
	return nil
}
