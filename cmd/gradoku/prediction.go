package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"gradoku/api"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/predict"
)

// predictionText writes "5.9 (5.0–6.6)", the median and the quartiles.
func (g *gradedPuzzle) predictionText() string {
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

func (g *gradedPuzzle) predictionFields() *predictionFields {
	p := g.prediction
	if p == nil {
		return new(predictionFields)
	}
	var outside []string // er=9, with the decimals that matter
	for _, b := range p.Beyond {
		outside = append(outside, b.Key+"="+strconv.FormatFloat(math.Round(b.Value*100)/100, 'f', -1, 64))
	}
	tenths := func(v float64) *api.Tenths { return new(api.Tenths(10*v + 0.5)) }
	return &predictionFields{
		Median: tenths(p.Median), Low: tenths(p.Low), High: tenths(p.High),
		Outside: new(p.Beyond != nil), OutsideIn: new(strings.Join(outside, ";")),
	}
}

// tellExtrapolations explains the question mark after a prediction, if there was one, and warns if
// the model was fitted with another grader. beyond is the number of predictions with the mark.
func tellExtrapolations(w io.Writer, m *predict.Model, puzzles, beyond int) {
	if puzzles > 0 && m.Grader != grade.Version {
		fmt.Fprintf(w, "the model was fitted with grader %d, but this is grader %d: the model ignores newer techniques\n", m.Grader, grade.Version)
	}
	if beyond > 0 {
		fmt.Fprintf(w, "? marks an extrapolation: %s of %s far from the %s that the model was trained on; --json names the features\n",
			text.Grouped(beyond), text.Count(puzzles, "puzzle", "puzzles"), text.Grouped(m.Trained.Puzzles))
	}
}
