package study

import (
	"fmt"
	"math"
	"slices"

	"gradoku/internal/text"
	"gradoku/predict"
)

// reliabilities returns the reliabilities of all played puzzles, in ascending order.
func (m *PlayModel) reliabilities() (all []float64) {
	for i := range m.Puzzles {
		if p := &m.Puzzles[i]; p.Plays > 0 {
			all = append(all, p.Reliability)
		}
	}
	slices.Sort(all)
	return all
}

// Sentences describes the model in sentences.
func (m *PlayModel) Sentences() []string {
	of := func(e predict.Estimate) string {
		if e.Low == e.High || e.High-e.Low > 3 {
			return "unknown"
		}
		return fmt.Sprintf("%.3f [%.3f, %.3f]", e.Value, e.Low, e.High)
	}
	reliability := m.reliabilities()
	experience := fmt.Sprintf("Times are for game %d of the typical player.", m.Game)
	if m.Game == 0 {
		experience = "No player has two games, so what experience does is unknown: times are for the experience that the players of this log have."
	}
	list := []string{
		fmt.Sprintf("%s, %d of them given up. Left out because the player had played the puzzle before: %d.", text.Count(m.Plays, "play", "plays"), m.Unfinished, m.Again),
		experience,
		fmt.Sprintf("Standard deviations of the logarithm of a time: puzzles around their prediction %s, players %s, residuals %s (t distribution with about %.0f degrees of freedom).", of(m.PuzzleSpread), of(m.PlayerSpread), of(m.Spread), m.Freedom),
		fmt.Sprintf("Coefficients: predicted time %s, experience (ln of the number of games) %s, ln(1 + errors) %s, ln(1 + hints) %s.", of(m.Slope), of(m.Learning), of(m.Errors), of(m.Hints)),
		fmt.Sprintf("Reliability (the share of the prediction's uncertainty that the plays remove): median %.2f, minimum %.2f.", reliability[len(reliability)/2], reliability[0]),
		fmt.Sprintf("Sampling: two chains, which agree to R̂ = %.3f or better on the coefficients and spreads, with at least %.0f effective draws of each.", m.Agreement, m.Draws),
	}
	if len(m.Misfits) > 0 {
		games := 0
		for _, misfit := range m.Misfits {
			games += misfit.Plays
		}
		list = append(list, fmt.Sprintf("Warning: %s with %s left out, since their times do not fit those of the others.", text.Count(len(m.Misfits), "player", "players"), text.Count(games, "play", "plays")))
	}
	if m.Agreement > 1.05 {
		list = append(list, fmt.Sprintf("Warning: two runs of the sampler differ (R̂ = %.2f): these plays hardly determine the times.", m.Agreement))
	}
	if m.Groups > 1 {
		list = append(list, fmt.Sprintf("No common puzzle links the players of %d groups: times of different groups are comparable only if their players are alike on average.", m.Groups))
	}
	return list
}

// Sentence describes a trial on held-out players or puzzles.
func (t *PlayTrial) Sentence(of string) string {
	return fmt.Sprintf("For held-out %s: r = %.3f and slope %.2f (finished plays); %.1f%% of %s plays are within the 50%% range, and %.1f%% within the 95%% range.",
		of, t.Pearson, t.Slope, 100*t.Half, text.Grouped(t.Plays), 100*t.Nineteen)
}

// Report makes a page about a model and its two trials; a trial is nil if there are too few
// plays for it. The page does not contain the times of single puzzles and players.
func (m *PlayModel) Report(title string, provenance [][2]string, byPlayer, byPuzzle *PlayTrial) *Report {
	r := &Report{Title: title, Lead: m.Sentences()}
	minutes := scale{name: "minutes", logs: true}

	var times, widths []float64
	for i := range m.Puzzles {
		if p := &m.Puzzles[i]; p.Plays > 0 {
			times, widths = append(times, math.Log(p.Seconds/60)), append(widths, 100*(math.Exp(1.959964*p.Error)-1))
		}
	}
	spread := func(name string, digits int, values []float64) []Cell {
		return append(cells(name), quartiles(values, digits)...)
	}
	inMinutes := make([]float64, len(times))
	for i, t := range times {
		inMinutes[i] = math.Exp(t)
	}
	r.Sections = []Section{{ID: "puzzles", Title: "The times of the puzzles", Text: []string{
		"The time of a puzzle is the time that the typical player of this log takes in the game named above, with the errors and hints that are usual for the puzzle. Times of puzzles with few plays are pulled towards the predicted times, or, without predictions, towards each other.",
		"Reliability is 0 where the plays add nothing to the prediction, and 1 where the prediction no longer matters.",
	}, Tables: []ReportTable{{
		Title: text.Count(len(times), "puzzle", "puzzles"), Words: 1, File: "quantiles", Columns: []string{"of", "least", "lower quartile", "median", "upper quartile", "most"},
		Rows: [][]Cell{spread("minutes", 1, inMinutes), spread("half the width of the 95% interval, in percent of the time", 0, widths), spread("reliability", 2, m.reliabilities())},
	}}}}

	for _, of := range []struct {
		what string
		t    *PlayTrial
	}{{"players", byPlayer}, {"puzzles", byPuzzle}} {
		if of.t == nil {
			r.Lead = append(r.Lead, "There are too few plays to test the model on held-out "+of.what+".")
			continue
		}
		r.Lead = append(r.Lead, of.t.Sentence(of.what))
		table := ReportTable{
			Title: "Fifths of the plays, by predicted time", Words: 1, File: "fifths", About: [][2]string{{"held_out", of.what}}, Columns: []string{"fifth", "plays", "predicted minutes", "shorter than predicted", "within the 50% range", "within the 95% range"},
			Note: "Half of the plays should be shorter than predicted. A game that was given up counts in part, by the predicted probability that its full time is in the range.",
		}
		for k, f := range append(slices.Clone(of.t.Fifths), of.t.PlayFit) {
			name := []string{"shortest", "second", "third", "fourth", "longest", "all"}[k]
			table.Rows = append(table.Rows, cells(name, f.Plays, rounded(f.Seconds/60, 1), share(alone(f.Shorter)), share(alone(f.Half)), share(alone(f.Nineteen))))
		}
		xy := [2][]float64{slices.Clone(of.t.predicted), slices.Clone(of.t.finished)}
		for i := range xy[0] {
			xy[0][i], xy[1][i] = xy[0][i]-math.Log(60), xy[1][i]-math.Log(60)
		}
		figure := scatter("Finished plays: time against prediction.", xy, scale{name: "predicted minutes", logs: true}, minutes).diagonal()
		r.Sections = append(r.Sections, Section{ID: "heldout_" + of.what, Title: "Predictions for held-out " + of.what, Text: []string{
			"The model was fitted five times, each time without a fifth of the " + of.what + ", and predicted the plays of that fifth. If hard games are given up, only their short times are seen, so finished plays are shorter than predicted.",
		}, Tables: []ReportTable{table}, Figures: []Figure{figure}})
	}

	r.Sections = append(r.Sections, Section{ID: "about", Title: "How this was made", Text: []string{
		"The logarithm of a time is the level of the puzzle, plus the pace of the player, plus learning, errors and hints, plus a residual with a t distribution. The full time of a game that was given up is taken to be longer than the time it lasted. The levels of puzzles are pulled towards a line fitted to the predicted times. Gibbs sampling estimates all of these together.",
		"The model cannot see why people give up. People who give up because a game is going to be long, rather than because it has been long, make hard puzzles seem easier than they are.",
		"The same plays, options and version give this report again, byte for byte. Its tables are CSV files beside it; gradoku study measure --dictionary - says what their columns are.",
	}, Tables: []ReportTable{provenanceTable(provenance)}})
	return r
}
