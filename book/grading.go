package book

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gradoku/grade"
	"gradoku/predict"
)

// A book's levels can be based on three things that need no players. Their agreement with
// people was measured on 767 puzzles with the mean time of at least ten people each
// (docs/bench/books-people.py), as the share of pairs of puzzles from neighbouring levels in
// which the puzzle of the higher level took longer:
//
//   - predicted minutes: 84%, with models that had not seen the puzzles (81% if the levels for
//     beginners contain only puzzles that singles solve);
//   - rating: 78%; its Hard puzzles took less time than its Medium ones;
//   - human ladder: 81%, but it rates nine in ten of these puzzles Easy.
//
// So minutes are the default for new books. They are predicted for 9x9 only; other sizes use
// the levels of the rating.

// Grading gives puzzles the levels of a book.
type Grading struct {
	by      string // one of Gradings
	borders Borders
	model   *predict.Predictor
	graders grade.Graders
}

// NewGrading returns one of [Gradings]; nil borders mean the usual ones.
func NewGrading(by string, borders Borders) (*Grading, error) {
	g := &Grading{by: by, borders: borders}
	switch by {
	case "", "rating", "people", ByMeasured:
	case "minutes":
		m, err := predict.DefaultModel()
		if err != nil {
			return nil, err
		}
		g.model = predict.NewPredictor(m)
	default:
		return nil, fmt.Errorf("there is no grading by %q", by)
	}
	return g, nil
}

// SinglesAlone reports whether a level by minutes is for beginners. A quota for such a level
// gets only puzzles that [Singles] solve.
func SinglesAlone(level string) bool {
	return level == minuteLevels[0].name || level == minuteLevels[1].name
}

// techniques is the table of package grade, which returns a new copy on each call.
var techniques = grade.Techniques()

// Singles lists the techniques that beginners know, by their IDs.
func Singles() (ids []string) {
	for _, t := range techniques {
		if isSingle(&t) {
			ids = append(ids, t.ID)
		}
	}
	return ids
}

func isSingle(t *grade.Technique) bool {
	return t.Lesson == "full-house" || t.Lesson == "hidden-single" || t.Lesson == "naked-single"
}

// Suits reports whether a puzzle suits its level. Some puzzles that are easy by minutes need
// techniques that beginners do not know.
func (g *Grading) Suits(p *Puzzle) bool {
	return g.by != "minutes" || p.Minutes == 0 || !SinglesAlone(p.Level) || singlesSolve(&p.Grade)
}

// singlesSolve reports whether a grade's solution needs [Singles] only.
func singlesSolve(g *grade.Grade) bool {
	for i := range techniques {
		if g.Uses[i] > 0 && !isSingle(&techniques[i]) {
			return false
		}
	}
	return true
}

// Borders say where each level of a book except the last ends: at its highest rating, in
// tenths, or at its largest number of minutes. nil means the usual borders.
type Borders []int

// ParseBorders checks the borders of named levels and returns the borders of a grading;
// missing ones have their usual values.
func ParseBorders(by string, ends map[string]float64) (Borders, error) {
	var borders Borders
	least, most, unit := 1.0, 1000.0, 1.0
	switch by {
	case "", "rating":
		least, most, unit = 1.2, 11.9, 10
		for _, l := range grade.Levels() {
			borders = append(borders, l.To)
		}
		borders = borders[:len(borders)-1]
	case "minutes", ByMeasured:
		borders = minuteBorders(nil)
	default:
		return nil, fmt.Errorf("the levels of the ladder for %s have no thresholds", by)
	}
	for i, l := range minuteLevels[:len(borders)] {
		end, given := ends[l.name]
		if !given {
			continue
		}
		steps := end * unit
		if !(end >= least && end <= most) || math.Abs(steps-math.Round(steps)) > 1e-9 {
			return nil, fmt.Errorf("%s cannot end at %v: use %v to %v, in steps of %v", l.name, end, least, most, 1/unit)
		}
		borders[i] = int(math.Round(steps))
	}
	for i := 1; i < len(borders); i++ {
		if borders[i] <= borders[i-1] {
			return nil, fmt.Errorf("%s ends at %v, but must end above %s, which ends at %v",
				minuteLevels[i].name, float64(borders[i])/unit, minuteLevels[i-1].name, float64(borders[i-1])/unit)
		}
	}
	return borders, nil
}

// span returns the range of a level: from 1 for the first, without an end for the last, the
// zero Span for any other name.
func (b Borders) span(level string) (span grade.Span) {
	i := slices.IndexFunc(minuteLevels[:], func(l minuteLevel) bool { return l.name == level })
	if i < 0 {
		return span
	}
	if span.From = 1; i > 0 {
		span.From = b[i-1] + 1
	}
	if i < len(b) {
		span.To = b[i]
	}
	return span
}

// Ratings returns the range of ratings of a level, for borders by rating. For any other name
// it returns the zero range.
func (b Borders) Ratings(level string) grade.Range {
	span, levels := b.span(level), grade.Levels()
	if span.From == 0 {
		return grade.Range{}
	}
	return grade.Range{From: max(span.From, levels[0].From), To: cmp.Or(span.To, levels[len(levels)-1].To)}
}

// Minutes returns the range of predicted minutes of a level, for borders by minutes, or the
// zero Span for a level without minutes.
func (b Borders) Minutes(level string) grade.Span { return minuteBorders(b).span(level) }

// levelAt returns the name of the level for a rating or a number of minutes.
func (b Borders) levelAt(at int) string {
	i := 0
	for i < len(b) && at > b[i] {
		i++
	}
	return minuteLevels[i].name
}

type minuteLevel struct {
	name string
	upTo int
}

// minuteLevels are the levels by predicted minutes, each with its largest number. They end
// midway between the medians of the levels by rating, which are 3.6, 9.2, 12.6, 15.7, 18.1
// and 23.2 minutes for typical puzzles of books, so the names mean nearly the same. The
// medians are those of predicted_minutes by level in the output of:
//
//	gradoku generate --quota gentle=100,easy=100,medium=100,hard=100,expert=100,extreme=20 --seed 1 --db m.db
//	gradoku export --db m.db | gradoku grade - --model default --json
var minuteLevels = [...]minuteLevel{{"Gentle", 6}, {"Easy", 10}, {"Medium", 14}, {"Hard", 16}, {"Expert", 20}, {"Extreme", math.MaxInt}}

// peopleLevels are the book's names for the levels of the human ladder. It has no level
// below Easy, which needs only singles.
var peopleLevels = map[grade.HumanLevel]string{
	grade.LevelEasy: "Easy", grade.LevelMedium: "Medium", grade.LevelHard: "Hard", grade.LevelUnfair: "Expert", grade.LevelExtreme: "Extreme",
}

// Level sets the puzzle's level; if the grading has none, the rating's level stays.
func (g *Grading) Level(p *Puzzle) {
	switch g.by {
	case "people":
		path := g.graders.Of(p.Givens.Geometry()).Human(&p.Givens)
		p.Score = path.Score
		if p.Level = peopleLevels[path.Level]; path.AtLeast {
			p.Level = grade.Beyond
		}
	case "minutes":
		if p.Minutes == 0 { // otherwise they are known already
			if t, ok := g.model.Predict(&p.Givens); ok {
				p.Minutes = t.Minutes()
			}
		}
		if p.Minutes == 0 {
			return
		}
		p.Level = minuteBorders(g.borders).levelAt(p.Minutes)
	case ByMeasured:
		if p.Measured > 0 {
			p.Level = minuteBorders(g.borders).levelAt(p.Measured)
		}
	default:
		if g.borders != nil && p.Grade.Rating > 0 && p.Grade.Level != grade.Beyond {
			p.Level = g.borders.levelAt(p.Grade.Rating)
		}
	}
}

// minuteBorders returns b, or the usual borders by minutes for nil.
func minuteBorders(b Borders) Borders {
	if b == nil {
		for _, l := range minuteLevels[:len(minuteLevels)-1] {
			b = append(b, l.upTo)
		}
	}
	return b
}

// minutes writes the range of predicted minutes of a level, such as "7–10", or "" for a level
// without minutes.
func (b Borders) minutes(level string) string {
	switch span := b.Minutes(level); {
	case span.From == 0:
		return ""
	case span.To == 0:
		return fmt.Sprintf("%d+", span.From)
	default:
		return fmt.Sprintf("%d–%d", span.From, span.To)
	}
}

// HasLevel reports whether a grading has a level.
func HasLevel(by, level string) bool {
	if by != "people" {
		return true
	}
	for _, name := range peopleLevels {
		if name == level {
			return true
		}
	}
	return level == grade.Beyond
}
