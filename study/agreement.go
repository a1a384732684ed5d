package study

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/gonum/stat"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/solve"
)

// Agreement compares our rating with the one in a file, puzzle by puzzle.
type Agreement struct {
	Of       string   `json:"of" jsonschema:"the rating compared: ER, EP or ED"`
	Compared int      `json:"compared" jsonschema:"number of puzzles with their rating and an exact one of ours"`
	Same     int      `json:"same"`
	Bounds   int      `json:"bounds" jsonschema:"number of our ratings that are lower bounds and do not contradict theirs"`
	Skipped  LeftOut  `json:"skipped" jsonschema:"number of rows skipped, by reason"`
	Bands    []string `json:"bands" jsonschema:"the bands of the table's rows and columns, such as 1.3-2.0"`
	Table    [][]int  `json:"table" jsonschema:"bands of theirs against bands of ours"`
	Kappa    *float64 `json:"kappa" jsonschema:"Cohen's kappa of the bands, null when all are in one band"`
	Mean     float64  `json:"mean_difference" jsonschema:"of our ratings less theirs"`
	SD       float64  `json:"sd_difference" jsonschema:"standard deviation of these differences"`

	// Differences are the puzzles on which the two ratings differ, in file order,
	// including those whose lower bound contradicts theirs.
	Differences []Difference `json:"-"`
}

// Scale returns a warning when the file seems to use another scale, else "".
func (a *Agreement) Scale() string {
	const few = 20 // puzzles say nothing
	if a.Compared < few || 2*a.Same >= a.Compared {
		return ""
	}
	return fmt.Sprintf("Only %.0f %% of the ratings are the same: the column seems to be on another scale than Sudoku Explainer's, so that equal ratings are not to be expected. gradoku study report FILE --label NAME says how the two go together.", 100*float64(a.Same)/float64(a.Compared))
}

// Difference is a puzzle that two raters rate differently.
type Difference struct {
	Puzzle  string  `json:"puzzle"`
	Line    int     `json:"line"`
	Theirs  float64 `json:"theirs"`
	Ours    float64 `json:"ours"`
	AtLeast bool    `json:"at_least" jsonschema:"whether our rating is a lower bound"`
}

// Band is a range of ratings in tenths, both ends included.
type Band struct{ From, To int }

func (b Band) String() string {
	if b.To >= math.MaxInt16 {
		return fmt.Sprintf("from %d.%d", b.From/10, b.From%10)
	}
	return fmt.Sprintf("%d.%d–%d.%d", b.From/10, b.From%10, b.To/10, b.To%10)
}

// Bands are the bands of the confusion table: where the scale's kinds of
// techniques begin and end.
func Bands() []Band {
	return []Band{{0, 12}, {13, 20}, {21, 28}, {29, 44}, {45, 64}, {65, 74}, {75, 84}, {85, 89}, {90, 94}, {95, math.MaxInt16}}
}

func bandOf(rating int) int {
	return slices.IndexFunc(Bands(), func(b Band) bool { return rating <= b.To })
}

// AgreementOf computes an Agreement, record by record.
type AgreementOf struct {
	Result Agreement

	label, of string
	where     map[string]string
	prover    solve.Prover
	grader    *grade.Grader

	differences []float64 // ours less theirs
	whole       bool      // all of theirs are whole numbers
}

// RatingOf guesses from a column's name which of a puzzle's three ratings it holds, by the forums'
// names: er of its hardest step, ep of the hardest up to the first digit (pearl), or ed of the
// first step (diamond).
func RatingOf(column string) string {
	words := strings.FieldsFunc(strings.ToLower(column), func(r rune) bool { return !unicode.IsLetter(r) })
	for _, w := range words {
		switch w {
		case "ep", "pearl":
			return "ep"
		case "ed", "diamond":
			return "ed"
		}
	}
	return "er"
}

// NewAgreement compares the field named label with one of our ratings (of, see
// RatingOf), for the records that have all fields and values of where. It compares 9x9
// puzzles only, since the scale was made for them.
func NewAgreement(label, of string, where map[string]string) *AgreementOf {
	a := &AgreementOf{label: label, of: of, where: where, grader: grade.NewGrader(board.Nine()), whole: true}
	a.Result.Of, a.Result.Skipped = strings.ToUpper(of), LeftOut{}
	for _, b := range Bands() {
		a.Result.Bands = append(a.Result.Bands, b.String())
		a.Result.Table = append(a.Result.Table, make([]int, len(Bands())))
	}
	return a
}

// Add compares one record.
func (a *AgreementOf) Add(rec *corpus.Record) {
	theirs, err := a.published(rec)
	if err != nil {
		a.Result.Skipped[err.Error()]++
		return
	}
	g := a.grader.Grade(&rec.Puzzle)
	ours, atLeast := g.Rating, g.AtLeast
	switch a.of { // a pearl or a diamond is exact or, as 0, unknown
	case "ep":
		ours, atLeast = g.Pearl, false
	case "ed":
		ours, atLeast = g.Diamond, false
	}
	r := &a.Result
	d := Difference{rec.Puzzle.String(), rec.Line, float64(theirs) / 10, float64(ours) / 10, atLeast}
	switch {
	case ours == 0:
		r.Skipped["ours is unknown, the budget ended before"]++
		return
	case atLeast && theirs >= ours:
		r.Bounds++
		return
	case atLeast || theirs != ours:
		r.Differences = append(r.Differences, d)
	default:
		r.Same++
	}
	if atLeast {
		return
	}
	r.Compared++
	r.Table[bandOf(theirs)][bandOf(ours)]++
	a.differences = append(a.differences, float64(ours-theirs)/10)
	a.whole = a.whole && theirs%10 == 0
}

// Finish computes the figures of all records. It fails when theirs are a few classes, such as
// stars, which are on no common scale with ratings.
func (a *AgreementOf) Finish() error {
	r := &a.Result
	if r.Compared == 0 {
		return nil
	}
	if a.whole && r.Compared >= 3 && 2*r.Same < r.Compared {
		return fmt.Errorf("%s has whole numbers only, and few are equal to ratings: these are classes, such as stars, not ratings of Sudoku Explainer", a.label)
	}
	r.Mean, r.SD = stat.PopMeanStdDev(a.differences, nil)
	n, observed, chance := float64(r.Compared), 0.0, 0.0
	for i, row := range r.Table {
		theirs, ours := 0, 0
		for j := range row {
			theirs, ours = theirs+row[j], ours+r.Table[j][i]
		}
		observed += float64(row[i]) / n
		chance += float64(theirs) * float64(ours) / (n * n)
	}
	if chance < 1 {
		r.Kappa = new((observed - chance) / (1 - chance))
	}
	return nil
}

// published returns the rating in the record, or why it is not compared.
func (a *AgreementOf) published(rec *corpus.Record) (int, error) {
	for _, name := range slices.Sorted(maps.Keys(a.where)) { // report the first that differs
		if got, ok := rec.Field(name); !ok || got != a.where[name] {
			return 0, fmt.Errorf("%s is not %s", name, a.where[name])
		}
	}
	text, ok := rec.Field(a.label)
	if !ok {
		return 0, fmt.Errorf("no field %s", a.label)
	}
	rating, err := ReadNumber(text)
	switch {
	case err != nil || rating <= 0 || rating > 20:
		return 0, fmt.Errorf("field %s is not a rating", a.label)
	case rec.Puzzle.Geometry() != board.Nine():
		return 0, errors.New("not 9x9")
	}
	if _, err := a.prover.Prove(&rec.Puzzle); err != nil {
		return 0, errors.New("not proper")
	}
	return int(math.Round(rating * 10)), nil
}
