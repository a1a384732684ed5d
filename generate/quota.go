package generate

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/grade"
)

// Quota asks for a number of puzzles of a kind: of a level, with ratings in a range or with a
// technique as the hardest of the path for people, of a size, of a variant, or of several of
// these. As text it is these in any order, joined with colons, and the number: "gentle=60",
// "4x4=40", "6x6:easy=20", "x:easy=30", "skyscraper=20", "6x6:jigsaw:rotate180=10".
type Quota struct {
	grade.Selection       // [Target.ChooseSearch] may set its Clues: the puzzles for this quota then have these numbers of clues, and no other quota accepts them
	Count           int64 `json:"count"`
	Walk            bool  `json:"walk,omitempty"` // set by [Target.ChooseSearch] if random puzzles rarely fit, so that the search walks towards the quota
}

// Quotas are quotas as people write them, separated by commas. The zero Quotas has none. A search
// modifies the list that it is given, so pass it a clone.
type Quotas struct{ List []Quota }

// UnmarshalText reads what a user has written; an empty text is no quota.
func (q *Quotas) UnmarshalText(text []byte) (err error) {
	q.List = nil
	if len(text) > 0 {
		q.List, err = ParseQuotas(string(text))
	}
	return err
}

// ParseQuotas reads quotas separated by commas, such as "gentle=200,7.5-8.9=50,4x4=40,6x6:easy=20".
func ParseQuotas(list string) (quotas []Quota, err error) {
	for part := range strings.SplitSeq(list, ",") {
		var q Quota
		if err := q.parse(strings.TrimSpace(part)); err != nil {
			return nil, err
		}
		quotas = append(quotas, q)
	}
	return quotas, nil
}

// String writes the quotas as UnmarshalText reads them.
func (q Quotas) String() string {
	var parts []string
	for i := range q.List {
		parts = append(parts, q.List[i].text())
	}
	return strings.Join(parts, ",")
}

// MarshalText is String as bytes.
func (q Quotas) MarshalText() ([]byte, error) { return []byte(q.String()), nil }

// IsZero reports whether no quota is asked for.
func (q Quotas) IsZero() bool { return len(q.List) == 0 }

// Choices returns the levels as people type them.
func (q Quotas) Choices() []string { return grade.LevelSet{}.Choices() }

// Total is how many puzzles quotas ask for in all.
func Total(quotas []Quota) (n int64) {
	for i := range quotas {
		n += quotas[i].Count
	}
	return n
}

// Selections returns what each of the quotas asks for.
func Selections(quotas []Quota) (all []grade.Selection) {
	for i := range quotas {
		all = append(all, quotas[i].Of(grade.Selection{}))
	}
	return all
}

// parse reads one quota.
func (q *Quota) parse(part string) (err error) {
	what, number, ok := strings.Cut(part, "=")
	if !ok {
		return fmt.Errorf("%q must end with an equals sign and a number of puzzles, at least 1", part)
	}
	if q.Count, err = strconv.ParseInt(strings.TrimSpace(number), 10, 64); err != nil || q.Count < 1 {
		return fmt.Errorf("%q is not a whole number above 0", number)
	}
	for word := range strings.SplitSeq(what, ":") {
		if err := q.ask(strings.TrimSpace(word)); err != nil {
			return err
		}
	}
	return nil
}

// ask adds a word of a quota: a level, a technique, a size, a variant or a range of ratings.
func (q *Quota) ask(word string) (err error) {
	if _, err := grade.TechniqueByID(word); err == nil && q.anyGrade() {
		return q.PeopleHardest.UnmarshalText([]byte(word))
	}
	if id, err := grade.ParseLevel(word); err == nil && q.anyGrade() {
		q.Level.IDs = []string{id}
		return nil
	}
	if variant := strings.TrimPrefix(q.Variant.Text+":"+word, ":"); variant != "" { // jigsaw:rotate180
		if v, err := board.ParseVariant(variant); err == nil {
			q.Variant.Text = cmp.Or(v.String(), board.Classical)
			return nil
		}
	}
	if sized := strings.ContainsAny(word, "xX") && word[0] >= '0' && word[0] <= '9'; sized && q.Size == 0 {
		q.Size, err = ParseSize(word)
		return err
	}
	if again := !q.anyGrade(); q.Rating.UnmarshalText([]byte(word)) != nil || len(q.Rating.Ranges) != 1 || again {
		return fmt.Errorf("%q is neither a level nor a technique, nor a range of ratings, a size or a variant; %s", word, board.Others)
	}
	return nil
}

// text writes the quota as parse reads it.
func (q *Quota) text() string {
	var words []string
	if q.Variant.Text != "" {
		words = append(words, q.Variant.Text)
	}
	if q.Size != 0 {
		words = append(words, fmt.Sprintf("%dx%d", q.Size, q.Size))
	}
	if !q.anyGrade() {
		words = append(words, q.Level.String()+q.Rating.String()+q.PeopleHardest.String())
	}
	return fmt.Sprintf("%s=%d", strings.Join(words, ":"), q.Count)
}

// anyGrade reports whether the quota takes every level, every rating and every technique.
func (q *Quota) anyGrade() bool {
	return q.Level.IsZero() && q.Rating.IsZero() && q.PeopleHardest.IsZero()
}

// Of returns a selection that asks for the quota in addition.
func (q *Quota) Of(s grade.Selection) grade.Selection {
	s.Size, s.Variant = cmp.Or(q.Size, s.Size), cmp.Or(q.Variant, s.Variant)
	if !q.Level.IsZero() {
		s.Level = q.Level
	}
	if !q.PeopleHardest.IsZero() {
		s.PeopleHardest = q.PeopleHardest
	}
	if !q.Rating.IsZero() {
		s.Rating = s.Rating.Intersect(q.Rating.Ranges[0])
	}
	return s
}

// ratings are the ratings that puzzles of the quota may have.
func (q *Quota) ratings() grade.Range {
	for _, l := range grade.Levels() {
		if slices.Contains(q.Level.IDs, l.ID) {
			return l.Ratings()
		}
	}
	if q.Rating.IsZero() {
		return grade.Range{To: grade.NoCeiling}
	}
	return q.Rating.Ranges[0]
}

// overlaps reports whether a puzzle could belong to both quotas. Levels exclude each other,
// and so do hardest techniques.
func (q *Quota) overlaps(p *Quota, of grade.Selection) bool {
	a, b := q.Of(of), p.Of(of)
	switch {
	case cmp.Or(a.Size, 9) != cmp.Or(b.Size, 9), cmp.Or(a.Variant.Text, board.Classical) != cmp.Or(b.Variant.Text, board.Classical):
		return false
	case !q.Level.IsZero() && !p.Level.IsZero():
		return q.Level.IDs[0] == p.Level.IDs[0]
	case !q.PeopleHardest.IsZero() && !p.PeopleHardest.IsZero():
		return q.PeopleHardest.IDs[0] == p.PeopleHardest.IDs[0]
	}
	return !q.ratings().Intersect(p.ratings()).Empty()
}

// CheckQuotas returns an error if a puzzle of a selection could belong to two of the quotas.
func CheckQuotas(quotas []Quota, of grade.Selection) error {
	for i := range quotas {
		for k := range i {
			if quotas[k].overlaps(&quotas[i], of) {
				return fmt.Errorf("quotas %s and %s overlap: a puzzle must belong to only one of them", quotas[k].Name(), quotas[i].Name())
			}
		}
		if quotas[i].Count < 1 {
			return fmt.Errorf("quota %s asks for %d puzzles; it must ask for at least 1", quotas[i].Name(), quotas[i].Count)
		}
	}
	return nil
}

// Name is the quota in words without its number: the English label of its level, its range or its
// technique, its size and its variant, as far as it names them.
func (q *Quota) Name() string {
	var words []string
	for _, id := range q.Level.IDs {
		words = append(words, grade.LevelLabel(id))
	}
	for _, r := range q.Rating.Ranges {
		words = append(words, r.String())
	}
	words = append(words, q.PeopleHardest.IDs...)
	if q.Size != 0 {
		words = append(words, fmt.Sprintf("%dx%d", q.Size, q.Size))
	}
	if q.Variant.Text != "" {
		words = append(words, q.Variant.Text)
	}
	return cmp.Or(strings.Join(words, " "), "any rating")
}

// String writes the quota in words: "60 Easy 9x9".
func (q Quota) String() string { return fmt.Sprintf("%d %s", q.Count, q.Name()) }

// ClueWords describes the quota's own number of clues, "" if it has none.
func (q *Quota) ClueWords() string {
	if q.Clues == (grade.Span{}) {
		return ""
	}
	return fmt.Sprintf("%v clues", q.Clues)
}

// ParseSize reads a size as people write it: 9x9 or 9.
func ParseSize(name string) (int, error) {
	left, right, square := strings.Cut(strings.ToLower(name), "x")
	n, err := strconv.Atoi(left)
	if err != nil || n < 1 || square && left != right {
		return 0, fmt.Errorf("%q is not a size such as 6x6", name)
	}
	_, err = board.ForSize(n)
	return n, err
}
