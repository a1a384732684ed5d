package grade

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
)

// RatingSet is a set of ratings as people write it: "4.0-4.6", "7.5-" or "1.2,2.0-2.6".
type RatingSet struct{ Ranges []Range }

// UnmarshalText reads ranges separated by commas; an empty text is the empty set. A single rating
// is a range too, and an open end is the end of the scale.
func (s *RatingSet) UnmarshalText(text []byte) error {
	s.Ranges = nil
	if len(text) == 0 {
		return nil
	}
	list := string(text)
	if whole, tenth, ok := strings.Cut(list, ","); ok && len(tenth) == 1 && strings.Trim(whole+tenth, "0123456789") == "" {
		return fmt.Errorf("%q is ambiguous: write %s.%s, or %s.0,%s.0", list, whole, tenth, whole, tenth)
	}
	var ranges []Range
	for _, part := range strings.Split(list, ",") {
		from, to, err := ParseSpan(strings.TrimSpace(part), ParseRating)
		if err != nil {
			return err
		}
		if to == 0 {
			to = NoCeiling
		}
		ranges = append(ranges, Range{from, to})
	}
	s.Ranges = ranges
	return nil
}

// UnmarshalJSON reads a number too: a rating.
func (s *RatingSet) UnmarshalJSON(value []byte) error { return s.UnmarshalText(textOf(value)) }

// textOf returns the text of a JSON string of plain characters, or of a number.
func textOf(value []byte) []byte {
	if string(value) == "null" {
		return nil
	}
	return bytes.Trim(value, `"`)
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

// Intersect returns the ratings of the set that are also in a range. If the set is empty, it returns
// the range. If the set and the range have no rating in common, it returns a range without ratings.
func (s RatingSet) Intersect(with Range) RatingSet {
	if s.IsZero() {
		return RatingSet{[]Range{with}}
	}
	var both []Range
	for _, r := range s.Ranges {
		if r = r.Intersect(with); !r.Empty() {
			both = append(both, r)
		}
	}
	if both == nil {
		both = []Range{{From: 1}}
	}
	return RatingSet{both}
}

// LevelSet is a set of levels by ID: "hard" or "medium,hard".
type LevelSet struct{ IDs []string }

// UnmarshalText reads what a user has written; an empty text is the empty set.
func (s *LevelSet) UnmarshalText(text []byte) (err error) {
	s.IDs = nil
	if len(text) > 0 {
		s.IDs, err = ParseLevels(string(text))
	}
	return err
}

// String writes the set as UnmarshalText reads it.
func (s LevelSet) String() string { return strings.Join(s.IDs, ",") }

// MarshalText is String as bytes.
func (s LevelSet) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// IsZero reports whether no level is asked for.
func (s LevelSet) IsZero() bool { return len(s.IDs) == 0 }

// Choices returns all levels.
func (s LevelSet) Choices() []string { return LevelIDs() }

// LetterSet is a set of letters in order: "E-G", "EFG" or "e,g".
type LetterSet struct{ Letters string }

// UnmarshalText reads what a user has written; an empty text is the empty set.
func (s *LetterSet) UnmarshalText(text []byte) error {
	s.Letters = ""
	if len(text) == 0 {
		return nil
	}
	has := map[byte]bool{}
	for _, part := range strings.Split(strings.ToUpper(string(text)), ",") {
		part = strings.TrimSpace(part)
		if from, to, isRange := strings.Cut(part, "-"); isRange {
			if len(from) != 1 || len(to) != 1 || from > to {
				return fmt.Errorf("%q is not a range of letters such as E-G", part)
			}
			part = ""
			for l := from[0]; l <= to[0]; l++ {
				part += string(rune(l))
			}
		}
		for _, l := range []byte(part) {
			if l < 'A' || l > 'I' {
				return fmt.Errorf("there is no letter %q, only A to I", l)
			}
			has[l] = true
		}
	}
	if len(has) == 0 {
		return errors.New("there is no letter")
	}
	for l := byte('A'); l <= 'I'; l++ {
		if has[l] {
			s.Letters += string(rune(l))
		}
	}
	return nil
}

// String writes the set as UnmarshalText reads it.
func (s LetterSet) String() string { return s.Letters }

// MarshalText is String as bytes.
func (s LetterSet) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// IsZero reports whether no letter is asked for.
func (s LetterSet) IsZero() bool { return s.Letters == "" }

// TechniqueSet is a set of techniques by ID: "xy-wing,swordfish".
type TechniqueSet struct{ IDs []string }

// UnmarshalText reads what a user has written; an empty text is the empty set.
func (s *TechniqueSet) UnmarshalText(text []byte) (err error) {
	s.IDs, err = parseIDs(string(text), func(id string) error {
		_, err := rowNamed(id)
		if _, known := rowByID(id); err != nil && known == nil {
			return fmt.Errorf("the rating knows no %s, which only the technique order for people has: --people-technique %s asks for it", id, id)
		}
		return err
	})
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

// PeopleSet is a set of techniques of the technique order for people by ID: "skyscraper,w-wing".
type PeopleSet struct{ TechniqueSet }

// UnmarshalText reads what a user has written; an empty text is the empty set.
func (s *PeopleSet) UnmarshalText(text []byte) (err error) {
	s.IDs, err = parseIDs(string(text), func(id string) error {
		if !slices.Contains(s.Choices(), id) {
			return fmt.Errorf("there is no technique %q on the technique order for people", id)
		}
		return nil
	})
	return err
}

// Choices returns the techniques that the technique order for people can reach.
func (s PeopleSet) Choices() (ids []string) {
	for _, t := range humanTechniques() {
		ids = append(ids, t.ID)
	}
	return ids
}

// Span is a range of whole numbers as people write it: "22-25", "22-", "-25" or "22".
// An end that is 0 is open.
type Span struct{ From, To int }

// Has reports whether a number is in the range.
func (s Span) Has(n int) bool { return n >= s.From && (s.To == 0 || n <= s.To) }

// UnmarshalText reads what a user has written; an empty text is no range.
func (s *Span) UnmarshalText(text []byte) (err error) {
	*s = Span{}
	if len(text) > 0 {
		s.From, s.To, err = ParseSpan(string(text), ParseWhole)
	}
	return err
}

// UnmarshalJSON reads a number too: a range of one.
func (s *Span) UnmarshalJSON(value []byte) error { return s.UnmarshalText(textOf(value)) }

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

// VariantChoice chooses puzzles by variant: one variant, as [board.ParseVariant] reads it,
// "jigsaw" for those of every layout or "jigsaw:" and a symmetry of the layout, [AnyVariant] for all puzzles,
// "classical" for those of no variant. "" is the same as "classical", unless something else, such as
// a run, says which puzzles are chosen.
type VariantChoice struct{ Text string }

// AnyVariant is the choice of all puzzles.
const AnyVariant = "any"

// UnmarshalText reads a choice.
func (c *VariantChoice) UnmarshalText(text []byte) error {
	c.Text = string(text)
	if c.Text == AnyVariant || c.Text == board.Classical {
		return nil
	}
	v, err := board.ParseVariant(c.Text)
	c.Text = v.String()
	return err
}

// One returns the chosen variant. Its error refuses the choice of all.
func (c VariantChoice) One() (board.Variant, error) {
	if c.Text == AnyVariant {
		return board.Variant{}, errors.New("any chooses among saved puzzles; new ones are of one variant")
	}
	return board.ParseVariant(c.Text)
}

// String returns the text.
func (c VariantChoice) String() string { return c.Text }

// MarshalText is String as bytes.
func (c VariantChoice) MarshalText() ([]byte, error) { return []byte(c.Text), nil }

// Choices returns the names of the variants.
func (c VariantChoice) Choices() []string {
	return append(board.Variant{}.Choices(), board.Classical, AnyVariant)
}

// ParseSpan reads "22-25", "22-", "-25" or "22"; number reads the ends, which must be
// above 0. An open end is returned as 0.
func ParseSpan(s string, number func(string) (int, error)) (from, to int, err error) {
	first, last, isRange := strings.Cut(s, "-")
	if !isRange {
		last = first
	}
	if first == "" && last == "" {
		return 0, 0, fmt.Errorf("%q is not a range such as 3-5, 3- or -5", s)
	}
	if first != "" {
		if from, err = number(first); err != nil {
			return 0, 0, err
		}
	}
	if last != "" {
		if to, err = number(last); err != nil {
			return 0, 0, err
		}
	}
	if first != "" && last != "" && from > to {
		return 0, 0, fmt.Errorf("the range %q ends before it begins", s)
	}
	return from, to, nil
}

// ParseWhole reads a whole number above 0.
func ParseWhole(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is not a whole number above 0", s)
	}
	return n, nil
}

// ParseRating reads a rating such as 4.2, in tenths.
func ParseRating(s string) (int, error) {
	whole, frac, _ := strings.Cut(s, ".")
	if len(frac) == 0 {
		frac = "0"
	}
	n, err := strconv.Atoi(whole + frac)
	if err != nil || len(frac) != 1 || n < 1 || n > 200 {
		return 0, fmt.Errorf("%q is not a rating from 0.1 to 20.0 with at most one decimal", s)
	}
	return n, nil
}

// LevelIDs returns the IDs of all levels, from easy to hard.
func LevelIDs() (ids []string) {
	for _, l := range levels {
		ids = append(ids, l.ID)
	}
	return ids
}

// ParseLevels reads levels by ID or label, separated by commas, in upper or lower case. It returns
// each once, from easy to hard, so that equal sets give equal lists.
func ParseLevels(list string) (ids []string, err error) {
	var named [len(levels)]bool
	for _, text := range strings.Split(list, ",") {
		word := strings.TrimSpace(text)
		rank := slices.IndexFunc(levels[:], func(l Level) bool { return strings.EqualFold(word, l.ID) || strings.EqualFold(word, l.Label) })
		if rank < 0 {
			return nil, fmt.Errorf("there is no level %q: use %s", text, strings.Join(LevelIDs(), ", "))
		}
		named[rank] = true
	}
	for rank, is := range named { // sorting texts would be 5 kB of the program for browsers
		if is {
			ids = append(ids, levels[rank].ID)
		}
	}
	return ids, nil
}

// ParseLevel reads one level as ParseLevels does.
func ParseLevel(text string) (id string, err error) {
	ids, err := ParseLevels(text)
	if err == nil && len(ids) > 1 {
		err = fmt.Errorf("%q is more than one level", text)
	}
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

// parseIDs reads IDs separated by commas; check says what is wrong with one. It returns
// each once and in a fixed order, so that equal sets give equal lists.
func parseIDs(list string, check func(id string) error) ([]string, error) {
	var ids []string
	for _, id := range strings.Split(list, ",") {
		if id = strings.ToLower(strings.TrimSpace(id)); id == "" || slices.Contains(ids, id) {
			continue
		}
		if err := check(id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids, nil
}
