package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/store"
)

// exportFilter reads the flags that choose puzzles.
func ExportFilter(c *urfave.Context) (store.Filter, error) {
	f := store.Filter{
		Letters: strings.ToUpper(c.String("letter")), Scheme: c.String("scheme"),
		Technique: c.String("technique"),
		Where:     c.String("where"),
		RunID:     c.Int64("run"), Order: c.String("order"), Desc: c.Bool("desc"),
		Limit: c.Int("limit"), Offset: c.Int("offset"),
	}
	for _, name := range []string{"limit", "offset", "run"} {
		if c.IsSet(name) && c.Int64(name) < 1 {
			return f, UsageError(fmt.Errorf("--%s is %d; it must be at least 1", name, c.Int64(name)), "leave it out for all puzzles")
		}
	}
	ratings, err := FlagSpan(c, "rating", Tenths)
	if err != nil {
		return f, err
	}
	clues, err := FlagSpan(c, "clues", Whole)
	if err != nil {
		return f, err
	}
	f.RatingMin, f.RatingMax, f.CluesMin, f.CluesMax = ratings.From, ratings.To, clues.From, clues.To
	if c.IsSet("size") {
		geo, err := Geometry(c.Int("size"))
		if err != nil {
			return f, err
		}
		f.Size = geo.Size
	}
	if name := c.String("symmetry"); name != "" {
		sym, err := board.SymmetryByName(name)
		if err != nil {
			return f, UsageError(err, "gradoku list symmetries tells more")
		}
		f.Symmetries = implying(sym)
	}
	if f.Levels, err = LevelNames(c.String("level")); err != nil {
		return f, err
	}
	yes := true
	if c.Bool("logic") {
		f.Logic = &yes
	}
	if c.Bool("minimal") {
		f.Minimal = &yes
	}
	return f, nil
}

func FlagSpan(c *urfave.Context, name string, number func(string) (int, error)) (span, error) {
	if c.String(name) == "" {
		return span{}, nil
	}
	sp, err := parseSpan(c.String(name), number)
	if err != nil {
		return sp, UsageError(fmt.Errorf("--%s: %w", name, err), HelpAdvice(c))
	}
	return sp, nil
}

// implying lists the symmetries whose patterns have the given one as well: the
// database keeps the largest symmetry of each pattern.
func implying(s board.Symmetry) []string {
	var names []string
	for _, t := range board.Symmetries() {
		if t.Has(s) {
			names = append(names, t.Name)
		}
	}
	return names
}

// levelNames reads "easy,Medium" as the names of levels.
func LevelNames(list string) ([]string, error) {
	if list == "" {
		return nil, nil
	}
	var names, all []string
	for _, l := range grade.Levels() {
		all = append(all, l.Name)
	}
	all = append(all, grade.Beyond)
	for _, wish := range strings.Split(list, ",") {
		found := false
		for _, name := range all {
			if strings.EqualFold(name, strings.TrimSpace(wish)) {
				names, found = append(names, name), true
			}
		}
		if !found {
			return nil, UsageError(fmt.Errorf("there is no level %q", wish), "use "+strings.Join(all, ", "))
		}
	}
	return names, nil
}

func WhereFlag(to *string) *urfave.StringFlag {
	return &urfave.StringFlag{Name: "where", Destination: to, Usage: "only puzzles with this `CONDITION`, for example 'rating >= 4.0 and level in (hard, expert) and clues < 25' (gradoku list columns)"}
}

// filterError makes a wrong wish a usage error.
func FilterError(call *Call, err error) error {
	if errors.Is(err, store.ErrFilter) {
		return UsageError(err, "gradoku list columns tells what a condition can be about; "+call.HelpAdvice())
	}
	return err
}

// schemeAlone refuses a --scheme that has no --letter to tell the meaning of.
func SchemeAlone(c *urfave.Context) error {
	if c.IsSet("scheme") && c.String("letter") == "" {
		return UsageError(errors.New("--scheme tells which letters --letter means, which is not there"), "for example: --letter E-G --scheme fitted")
	}
	return nil
}

// letterSet reads "E-G", "EFG" or "e,g" as a set of letters in order.
func LetterSet(text string) (string, error) {
	has := map[byte]bool{}
	for _, part := range strings.Split(strings.ToUpper(text), ",") {
		part = strings.TrimSpace(part)
		if from, to, isRange := strings.Cut(part, "-"); isRange {
			if len(from) != 1 || len(to) != 1 || from > to {
				return "", fmt.Errorf("%q is no range of letters such as E-G", part)
			}
			part = ""
			for l := from[0]; l <= to[0]; l++ {
				part += string(rune(l))
			}
		}
		for _, l := range []byte(part) {
			if l < 'A' || l > 'I' {
				return "", fmt.Errorf("there is no letter %q, only A to I", l)
			}
			has[l] = true
		}
	}
	var letters []byte
	for l := byte('A'); l <= 'I'; l++ {
		if has[l] {
			letters = append(letters, l)
		}
	}
	if len(letters) == 0 {
		return "", errors.New("there is no letter")
	}
	return string(letters), nil
}

// levelRanges reads names of levels as ranges of ratings.
func LevelRanges(list string) ([]grade.Range, error) {
	names, err := LevelNames(list)
	if err != nil {
		return nil, err
	}
	var ranges []grade.Range
	for _, name := range names {
		i := slices.IndexFunc(grade.Levels(), func(l grade.Level) bool { return l.Name == name })
		if i < 0 {
			return nil, UsageError(fmt.Errorf("%s is no level to ask for: it means that the rating is not known", name),
				"ask for high ratings instead, for example --rating 10.0-")
		}
		ranges = append(ranges, grade.Levels()[i].Range())
	}
	return ranges, nil
}

// ratingRange reads a range of ratings; an open end is the end of the scale.
func RatingRange(s string) (grade.Range, error) {
	sp, err := parseSpan(strings.TrimSpace(s), Tenths)
	if err != nil {
		return grade.Range{}, err
	}
	r := grade.Range{From: sp.From, To: sp.To}
	if r.To == 0 {
		r.To = grade.NoCeiling
	}
	return r, nil
}

func ReadQuota(text string) (generate.Quota, error) {
	what, number, ok := strings.Cut(text, "=")
	count, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
	if !ok || err != nil || count < 1 {
		return generate.Quota{}, fmt.Errorf("%q does not say how many, at least 1, after an equals sign", text)
	}
	what = strings.TrimSpace(what)
	if levels, err := LevelRanges(what); err == nil && len(levels) == 1 {
		return generate.Quota{Range: levels[0], Count: count}, nil
	}
	r, err := RatingRange(what)
	if err != nil {
		return generate.Quota{}, fmt.Errorf("%q is neither a level nor a range of ratings", what)
	}
	return generate.Quota{Range: r, Count: count}, nil
}

// span is a closed interval given as "22-25", "22-", "-25" or "22". An open end
// is reported as absent by a zero.
type span struct{ From, To int }

// parseSpan reads a span whose ends are read by number.
func parseSpan(s string, number func(string) (int, error)) (span, error) {
	from, to, isRange := strings.Cut(s, "-")
	if !isRange {
		to = from
	}
	var sp span
	var err error
	if from == "" && to == "" {
		return span{}, fmt.Errorf("%q is not a range such as 3-5, 3- or -5", s)
	}
	if from != "" {
		if sp.From, err = number(from); err != nil {
			return span{}, err
		}
	}
	if to != "" {
		if sp.To, err = number(to); err != nil {
			return span{}, err
		}
	}
	if from != "" && to != "" && sp.From > sp.To {
		return span{}, fmt.Errorf("the range %q ends before it begins", s)
	}
	return sp, nil
}

// whole reads a number of clues.
func Whole(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is not a whole number above 0", s)
	}
	return n, nil
}

// tenths reads a rating such as 4.2 as 42.
func Tenths(s string) (int, error) {
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
