package grade

import (
	"errors"
	"strconv"
	"strings"
)

// Conditions are what a user asks of a grade: on the command line, in a form, in a
// query or in a request. What is left out restricts nothing. Each field is a word that
// parses itself, and its tags are all that the flag, the form and the documentation
// need: see package internal/bind.
type Conditions struct {
	Rating         RatingSet    `query:"rating" json:"rating,omitzero" maxLength:"200" doc:"only ratings in this range, for example 4.0-4.6; several with commas" example:"4.0-4.6"`
	Level          LevelSet     `query:"level" list:"," json:"level,omitzero" maxLength:"200" doc:"only these levels, for example hard or medium,hard" example:"medium,hard"`
	Letter         LetterSet    `query:"letter" json:"letter,omitzero" maxLength:"40" doc:"only these letters, for example E-G or EFG" example:"E-G"`
	Scheme         string       `query:"scheme" json:"scheme,omitempty" maxLength:"40" needs:"letter" choices:"printed,fitted" usual:"printed" doc:"which letters are meant: printed or fitted" example:"fitted"`
	Technique      TechniqueSet `query:"technique" list:"," json:"technique,omitzero" maxLength:"1000" doc:"only puzzles whose path needs this technique, for example xy-wing: at some point nothing before it in the table helps; several with commas: all of them (gradoku list techniques)" example:"xy-wing"`
	OnlyTechniques TechniqueSet `query:"only-techniques" list:"," json:"only_techniques,omitzero" maxLength:"4000" doc:"only puzzles whose path uses no technique but these, named with commas; the last cell of a house needs no mention" example:"naked-single,hidden-single"`
}

// FieldError says which field of a request is wrong.
type FieldError struct {
	Field string // as its flag is called
	Err   error
}

func (e *FieldError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong with the field.
func (e *FieldError) Unwrap() error { return e.Err }

// Criteria returns what the conditions ask for. The error is a [*FieldError]: letters of
// an unknown scheme, or a scheme without letters.
func (c *Conditions) Criteria() (Criteria, error) {
	out := Criteria{
		Ratings: c.Rating.Ranges, Levels: c.Level.Names, Letters: c.Letter.Letters,
		Uses: c.Technique.IDs, Only: c.OnlyTechniques.IDs,
	}
	switch {
	case out.Letters == "" && c.Scheme != "":
		return out, &FieldError{"scheme", errors.New("the scheme says which letters are meant, but there is no letter")}
	case out.Letters == "":
		return out, nil
	}
	scheme := Schemes()[0]
	if c.Scheme != "" {
		var err error
		if scheme, err = SchemeByName(c.Scheme); err != nil {
			return out, &FieldError{"scheme", err}
		}
	}
	out.Scheme = scheme.Name
	return out, nil
}

// RatingSet is a set of ratings as people write it: "4.0-4.6", "7.5-" or "1.2,2.0-2.6".
type RatingSet struct{ Ranges []Range }

// UnmarshalText reads what a user has written; nothing is no set.
func (s *RatingSet) UnmarshalText(text []byte) (err error) {
	s.Ranges = nil
	if len(text) > 0 {
		s.Ranges, err = ParseRatings(string(text))
	}
	return err
}

// String writes the set as UnmarshalText reads it.
func (s RatingSet) String() string {
	var parts []string
	for _, r := range s.Ranges {
		from, to := "", ""
		if r.From > 0 {
			from = decimal(r.From)
		}
		if r.To < NoCeiling {
			to = decimal(r.To)
		}
		parts = append(parts, spanText(from, to))
	}
	return strings.Join(parts, ",")
}

// MarshalText is String as bytes.
func (s RatingSet) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// IsZero reports whether no rating is asked for.
func (s RatingSet) IsZero() bool { return len(s.Ranges) == 0 }

// spanText writes a range as [ParseSpan] reads it.
func spanText(from, to string) string {
	if from == to {
		return from
	}
	return from + "-" + to
}

// LevelSet is a set of levels by name: "hard" or "Medium,Hard".
type LevelSet struct{ Names []string }

// UnmarshalText reads what a user has written; nothing is no set.
func (s *LevelSet) UnmarshalText(text []byte) (err error) {
	s.Names = nil
	if len(text) > 0 {
		s.Names, err = ParseLevels(string(text))
	}
	return err
}

// String writes the set as UnmarshalText reads it.
func (s LevelSet) String() string {
	return strings.ToLower(strings.Join(s.Names, ","))
}

// MarshalText is String as bytes.
func (s LevelSet) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// IsZero reports whether no level is asked for.
func (s LevelSet) IsZero() bool { return len(s.Names) == 0 }

// Choices returns the levels as people type them.
func (s LevelSet) Choices() (names []string) {
	for _, name := range LevelNames() {
		names = append(names, strings.ToLower(name))
	}
	return names
}

// LetterSet is a set of letters: "E-G", "EFG" or "e,g".
type LetterSet struct{ Letters string }

// UnmarshalText reads what a user has written; nothing is no set.
func (s *LetterSet) UnmarshalText(text []byte) (err error) {
	s.Letters = ""
	if len(text) > 0 {
		s.Letters, err = ParseLetters(string(text))
	}
	return err
}

// String writes the set as UnmarshalText reads it.
func (s LetterSet) String() string { return s.Letters }

// MarshalText is String as bytes.
func (s LetterSet) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// TechniqueSet is a set of techniques by ID: "xy-wing,swordfish".
type TechniqueSet struct{ IDs []string }

// UnmarshalText reads what a user has written; nothing is no set.
func (s *TechniqueSet) UnmarshalText(text []byte) (err error) {
	s.IDs, err = ParseTechniques(string(text))
	return err
}

// String writes the set as UnmarshalText reads it.
func (s TechniqueSet) String() string { return strings.Join(s.IDs, ",") }

// MarshalText is String as bytes.
func (s TechniqueSet) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// IsZero reports whether no technique is asked for.
func (s TechniqueSet) IsZero() bool { return len(s.IDs) == 0 }

// Choices returns all techniques.
func (s TechniqueSet) Choices() (ids []string) {
	for _, t := range techniques {
		ids = append(ids, t.ID)
	}
	return ids
}

// Span is a range of whole numbers as people write it: "22-25", "22-", "-25" or "22".
// An end that is 0 is open.
type Span struct{ From, To int }

// UnmarshalText reads what a user has written; nothing is no range.
func (s *Span) UnmarshalText(text []byte) (err error) {
	*s = Span{}
	if len(text) > 0 {
		s.From, s.To, err = ParseSpan(string(text), ParseWhole)
	}
	return err
}

// String writes the range as UnmarshalText reads it.
func (s Span) String() string {
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	return spanText(number(s.From), number(s.To))
}

// MarshalText is String as bytes.
func (s Span) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
