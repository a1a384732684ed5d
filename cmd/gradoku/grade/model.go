package grade

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gradoku/api"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/predict"
)

// predictionText writes "5.9 (5.0–6.6)", the median and the quartiles.
func (g *Graded) predictionText() string {
	if g.prediction == nil {
		return "–"
	}
	p, mark := g.prediction, ""
	if p.Beyond != nil {
		mark = "?"
	}
	return fmt.Sprintf("%.1f (%.1f–%.1f)%s", p.Median, p.Low, p.High, mark)
}

// predictionFields are what --model adds to JSON, in minutes: null if the model does
// not support the size.
type predictionFields struct {
	Median    *api.Tenths `json:"predicted_minutes" jsonschema:"median over such puzzles"`
	Low       *api.Tenths `json:"predicted_minutes_low" jsonschema:"half of such puzzles take a time between low and high"`
	High      *api.Tenths `json:"predicted_minutes_high"`
	Outside   *bool       `json:"predicted_outside" jsonschema:"whether the prediction is an extrapolation to a puzzle unlike the model's training data"`
	OutsideIn *string     `json:"predicted_outside_in" jsonschema:"the features outside the training range, such as er=9;clues=17"`
}

func (g *Graded) predictionFields() *predictionFields {
	p := g.prediction
	if p == nil {
		return new(predictionFields)
	}
	var outside []string // er=9.0
	for _, b := range p.Beyond {
		outside = append(outside, b.Key+"="+figureText(b.Value))
	}
	tenths := func(v float64) *api.Tenths { return new(api.Tenths(10*v + 0.5)) }
	return &predictionFields{
		Median: tenths(p.Median), Low: tenths(p.Low), High: tenths(p.High),
		Outside: new(p.Beyond != nil), OutsideIn: new(strings.Join(outside, ";")),
	}
}

// figureText writes a number with the decimals that matter: 9 or 1320.5.
func figureText(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}

// extrapolations collects in which features puzzles lie outside a model's training
// range, to report it once.
type extrapolations struct {
	puzzles, beyond int
	figures         []extrapolation
}

type extrapolation struct {
	predict.Beyond // of the last such puzzle
	puzzles        int
}

func (e *extrapolations) add(p *predict.Prediction) {
	e.puzzles++
	if p.Beyond != nil {
		e.beyond++
	}
	for _, b := range p.Beyond {
		k := slices.IndexFunc(e.figures, func(known extrapolation) bool { return known.Key == b.Key })
		if k < 0 {
			k = len(e.figures)
			e.figures = append(e.figures, extrapolation{})
		}
		e.figures[k] = extrapolation{b, e.figures[k].puzzles + 1}
	}
}

// tell explains the mark ? if it was used, and warns if the model was fitted with an
// older grader.
func (e *extrapolations) tell(w io.Writer, m *predict.Model) {
	const figuresTold = 4 // features are correlated, so the first few say enough
	if e.puzzles > 0 && m.Grader != grade.Version {
		fmt.Fprintf(w, "the model was fitted with grader %d, but this is grader %d: the model ignores newer techniques\n", m.Grader, grade.Version)
	}
	if e.beyond == 0 {
		return
	}
	fmt.Fprintf(w, "? marks an extrapolation: %s of %s far from the %s that the model was trained on, in\n",
		text.Grouped(e.beyond), text.Count(e.puzzles, "puzzle", "puzzles"), text.Grouped(m.Trained.Puzzles))
	slices.SortStableFunc(e.figures, func(a, b extrapolation) int { return b.puzzles - a.puzzles })
	for _, f := range e.figures[:min(figuresTold, len(e.figures))] {
		whose := text.Count(f.puzzles, "puzzle", "puzzles")
		if f.puzzles == 1 {
			whose = figureText(f.Value)
		}
		fmt.Fprintf(w, "  %s: %s; trained on %s to %s\n", f.Name, whose, figureText(f.Low), figureText(f.High))
	}
	if more := len(e.figures) - figuresTold; more > 0 {
		fmt.Fprintf(w, "  and %s; --json lists them for each puzzle\n", text.Count(more, "more feature", "more features"))
	}
}
