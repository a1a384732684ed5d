package generate

import (
	"errors"
	"fmt"

	"gradoku/board"
	"gradoku/grade"
)

// Words ask for puzzles as people write it, in a form or in a request. What is left
// out restricts nothing.
type Words struct {
	Size                          int    // 0: that of the pattern, or 9
	Symmetry, Pattern, Clues      string // see board.SymmetryByName, ParsePattern, grade.ParseSpan
	Rating, Level, Letter, Scheme string // of the grade: see grade.ParseRatings and what stands beside it
	Technique, OnlyTechniques     string
	Minimal                       bool
}

// WordError says which of the words is at fault, by its flag of gradoku generate.
type WordError struct {
	Word string
	Err  error
}

func (e *WordError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e *WordError) Unwrap() error { return e.Err }

// Target reads the words; the error is a [*WordError]. Whether there can be such puzzles
// is for [Target.Check] to say.
func (w *Words) Target() (t Target, err error) {
	wrong := func(word string, err error) (Target, error) { return Target{}, &WordError{word, err} }
	size, symmetry := w.Size, w.Symmetry
	if size == 0 {
		size = 9
	}
	if symmetry == "" {
		symmetry = "none"
	}
	t.Minimal = w.Minimal
	if t.Geometry, err = board.ForSize(size); err != nil {
		return wrong("size", err)
	}
	if t.Symmetry, err = board.SymmetryByName(symmetry); err != nil {
		return wrong("symmetry", err)
	}
	if t.Grids, err = GridsByName("any"); err != nil {
		return wrong("grids", err)
	}
	if w.Pattern != "" {
		if t.Pattern, t.Geometry, err = ParsePattern(w.Pattern); err != nil {
			return wrong("pattern", err)
		}
		if size := t.Geometry.Size; w.Size != 0 && w.Size != size {
			return wrong("size", fmt.Errorf("the pattern is of %dx%d, the size asked for is %d", size, size, w.Size))
		}
	}
	if w.Clues != "" {
		from, to, err := grade.ParseSpan(w.Clues, grade.ParseWhole)
		if err != nil {
			return wrong("clues", err)
		}
		t.SetClues(from, to)
	}
	c := &t.Criteria
	if w.Rating != "" {
		if c.Ratings, err = grade.ParseRatings(w.Rating); err != nil {
			return wrong("rating", err)
		}
	}
	if w.Level != "" {
		if c.Levels, err = grade.ParseLevels(w.Level); err != nil {
			return wrong("level", err)
		}
	}
	if w.Letter != "" {
		if c.Letters, err = grade.ParseLetters(w.Letter); err != nil {
			return wrong("letter", err)
		}
		scheme := grade.Schemes()[0]
		if w.Scheme != "" {
			if scheme, err = grade.SchemeByName(w.Scheme); err != nil {
				return wrong("scheme", err)
			}
		}
		c.Scheme = scheme.Name
	} else if w.Scheme != "" {
		return wrong("scheme", errors.New("the scheme says which letters are meant, but there is no letter"))
	}
	if c.Uses, err = grade.ParseTechniques(w.Technique); err != nil {
		return wrong("technique", err)
	}
	if c.Only, err = grade.ParseTechniques(w.OnlyTechniques); err != nil {
		return wrong("only-techniques", err)
	}
	if *c, err = c.WithoutLevels(); err != nil {
		return wrong("level", err)
	}
	if _, err = grade.NewMatcher(*c); err != nil {
		return wrong("technique", err)
	}
	return t, nil
}
