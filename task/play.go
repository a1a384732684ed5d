package task

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/internal/bind"
	"gradoku/internal/ordered"
	"gradoku/internal/text"
	"gradoku/predict"
	"gradoku/study"
)

// StudyPlays measures the times of puzzles and the strength of players from a log of games.
// Each row is one game. The columns player and seconds are required; finished, errors,
// hints and order are optional.
type StudyPlays struct {
	Collect
	Player   string `query:"player" json:"player,omitempty" value:"NAME" doc:"the column NAME that says who played" usual:"player"`
	Model    string `query:"model" json:"model,omitempty" value:"FILE" doc:"predict by a FILE of gradoku study fit, default, or none" usual:"default"`
	Strength string `query:"players" json:"players,omitempty" value:"FILE" doc:"write the strength of each player to FILE as csv"`
	Try      bool   `query:"try" json:"try,omitempty" doc:"also predict players and puzzles that were left out, five times each"`
	TableFile
}

// MeasuredPlays is the result of a log of games.
type MeasuredPlays struct {
	*study.PlayModel
	LeftOut   map[string]int   `json:"left_out,omitempty"` // rows, by reason
	ByPlayer  *study.PlayTrial `json:"by_player,omitempty"`
	ByPuzzle  *study.PlayTrial `json:"by_puzzle,omitempty"`
	puzzles   []board.Grid
	players   []string
	predicted []float64 // seconds
}

// Run fits the model and writes the table.
func (s StudyPlays) Run(ctx context.Context, env Env) (*MeasuredPlays, error) {
	if err := CheckApart(s.DB, s.Files, Output{"-o", s.Output}, Output{"--players", s.Strength}); err != nil {
		return nil, err
	}
	if err := bind.Check(&s, nil); err != nil {
		return nil, err
	}
	if len(s.Labels) == 0 {
		s.Labels = []string{"seconds"}
	}
	if err := s.one("with the times, for example --label seconds"); err != nil {
		return nil, err
	}
	s.Player = cmp.Or(s.Player, "player")
	format, err := s.settle()
	if err != nil {
		return nil, err
	}
	s.need(s.Player)
	items, _, _, done, err := s.items(ctx, &env)
	defer done()
	if err != nil {
		return nil, err
	}
	m := &MeasuredPlays{LeftOut: map[string]int{}}
	log := playLog{MeasuredPlays: m, player: s.Player, seconds: s.Labels[0], inOrder: s.DB == "", puzzleOf: map[board.Grid]int32{}, keyOf: map[[16]byte]int32{}, playerOf: map[string]int32{}}
	for item, err := range s.first(items, &env) {
		if bad := (*corpus.LineError)(nil); err != nil && !errors.As(err, &bad) {
			return nil, err
		} else if err != nil {
			env.reject(err)
		} else if why := log.add(&item); why != "" {
			m.LeftOut[why]++
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err := s.predict(ctx, &env, m); err != nil {
		return nil, err
	}
	opt := study.PlayOptions{Predicted: m.predicted, Seed: seedOr1(s.Seed)}
	if m.PlayModel, err = study.FitPlays(ctx, log.plays, opt); err == nil && s.Try {
		for _, byPuzzle := range []bool{false, true} {
			trial, fault := study.TryPlays(ctx, log.plays, byPuzzle, opt)
			if err = fault; byPuzzle {
				m.ByPuzzle = &trial
			} else {
				m.ByPlayer = &trial
			}
			if err != nil {
				break
			}
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		if len(m.LeftOut) > 0 {
			err = fmt.Errorf("%w; left out: %s", err, (&study.Collection{Excluded: m.LeftOut}).LeftOut())
		}
		return nil, DataError(err, "each row is a game: --player and --label name the columns with the player and the seconds")
	}
	if err := env.write(ctx, s.Output, func(w io.Writer) error { return format.Write(w, m.rows) }); err != nil {
		return nil, err
	}
	if s.Strength != "" {
		if err := env.write(ctx, s.Strength, m.writePlayers); err != nil {
			return nil, err
		}
	}
	if len(m.LeftOut) > 0 {
		env.note("left out: %s", (&study.Collection{Excluded: m.LeftOut}).LeftOut())
	}
	env.note("%s of %s, %s", text.Count(m.Plays, "play", "plays"), text.Count(len(m.players), "player", "players"), text.Count(len(m.puzzles), "puzzle", "puzzles"))
	return m, nil
}

// playLog collects the games of a log.
type playLog struct {
	*MeasuredPlays
	player, seconds string // names of the columns
	inOrder         bool   // rows are in the order of play; rows from a database are ordered by puzzle
	plays           []study.Play
	puzzleOf        map[board.Grid]int32
	keyOf           map[[16]byte]int32 // isomorphic puzzles count as one
	playerOf        map[string]int32
	games           []float64 // so far, for each player
	canon           board.Canonicalizer
}

// add adds a row, or returns the reason why it cannot.
func (l *playLog) add(item *study.Item) (why string) {
	value := func(name string) string {
		for _, f := range item.Labels {
			if strings.EqualFold(f.Name, name) {
				return strings.TrimSpace(f.Value)
			}
		}
		return ""
	}
	number := func(name string) float64 {
		v, err := study.ReadNumber(value(name))
		if err != nil || v < 0 || math.IsInf(v, 0) {
			return math.NaN()
		}
		return v
	}
	if l.plays == nil { // part of a column's name is enough
		l.player, l.seconds = cmp.Or(study.ColumnFor(l.player, item.Labels), l.player), cmp.Or(study.ColumnFor(l.seconds, item.Labels), l.seconds)
	}
	play := study.Play{Seconds: number(l.seconds), Errors: number("errors"), Hints: number("hints"), Order: number("order")}
	who := value(l.player)
	switch strings.ToLower(value("finished")) {
	case "", "1", "true", "yes", "y":
		play.Finished = true
	case "0", "false", "no", "n":
	default:
		return "finished is neither yes nor no"
	}
	switch {
	case study.IsMissing(who):
		return "without a player"
	case !(play.Seconds > 0):
		return "without a positive time"
	}
	var known bool
	if play.Puzzle, known = l.puzzleOf[item.Puzzle]; !known {
		key := l.canon.KeyOf(&item.Puzzle)
		if play.Puzzle, known = l.keyOf[key]; !known {
			play.Puzzle = int32(len(l.puzzles))
			l.keyOf[key] = play.Puzzle
			l.puzzles = append(l.puzzles, item.Puzzle)
		}
		l.puzzleOf[item.Puzzle] = play.Puzzle
	}
	if play.Player, known = l.playerOf[who]; !known {
		play.Player = int32(len(l.players))
		who = strings.Clone(who) // otherwise the name would keep its whole line in memory
		l.playerOf[who] = play.Player
		l.players, l.games = append(l.players, who), append(l.games, 0)
	}
	if l.games[play.Player]++; math.IsNaN(play.Order) && l.inOrder {
		play.Order = l.games[play.Player]
	}
	l.plays = append(l.plays, play)
	return ""
}

// predict predicts the seconds of each puzzle.
func (s *StudyPlays) predict(ctx context.Context, env *Env, m *MeasuredPlays) error {
	m.predicted = make([]float64, len(m.puzzles))
	if s.Model == "none" {
		return nil
	}
	model, err := ReadModel(ctx, env.In, cmp.Or(s.Model, "default"))
	if err != nil {
		return err
	}
	var workers []ordered.Worker[ordered.Range, struct{}]
	for range env.workers() {
		p := predict.NewPredictor(model)
		p.Stop = func() bool { return ctx.Err() != nil }
		workers = append(workers, func(ctx context.Context, some ordered.Range) (none struct{}, _ error) {
			for i := some.From; i < some.To; i++ {
				if t, ok := p.Predict(&m.puzzles[i]); ok {
					m.predicted[i] = 60 * t.Median
				}
				if ctx.Err() != nil {
					return none, context.Cause(ctx)
				}
			}
			return none, nil
		})
	}
	tell, n := env.counting("puzzles"), int64(0)
	for _, err := range ordered.Map(ctx, ordered.Ranges(0, int64(len(m.puzzles)), 16), workers) {
		if err != nil {
			return err
		}
		n = min(n+16, int64(len(m.puzzles)))
		tell(n, int64(len(m.puzzles)))
	}
	return nil
}

// rows yields the table: the minutes of each puzzle with their interval, and the numbers
// behind them. After an import as labels, they can select puzzles: --where
// 'label.measured_minutes < 10'.
func (m *MeasuredPlays) rows(yield func(corpus.Row, error) bool) {
	for i, p := range m.puzzles {
		t := &m.Puzzles[i]
		predicted := math.NaN()
		if m.predicted[i] > 0 {
			predicted = m.predicted[i] / 60
		}
		row := corpus.Row{Puzzle: p.String(), Values: []corpus.Value{
			rounded("measured_minutes", t.Seconds/60), rounded("measured_low", t.Low/60), rounded("measured_high", t.High/60),
			rounded("ln_error", t.Error), rounded("reliability", t.Reliability),
			corpus.Int("plays", t.Plays), corpus.Int("finished", t.Finished), rounded("predicted_minutes", predicted),
		}}
		if !yield(row, nil) {
			return
		}
	}
}

// rounded returns a number with six digits, which an import recognises as a number.
func rounded(name string, v float64) corpus.Value {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	return corpus.Float(name, v)
}

// writePlayers writes each player's speed relative to the average.
func (m *MeasuredPlays) writePlayers(w io.Writer) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"player", "strength", "low", "high", "plays"}}
	for j, p := range m.Players {
		row := []string{corpus.Guarded(corpus.Visible(m.players[j]))}
		for _, v := range []float64{p.Strength, p.Low, p.High} {
			row = append(row, strconv.FormatFloat(math.Exp(v), 'g', 6, 64))
		}
		rows = append(rows, append(row, strconv.Itoa(p.Plays)))
	}
	return out.WriteAll(rows)
}

// Sentences describes the results in sentences.
func (m *MeasuredPlays) Sentences() []string {
	of := func(e study.Estimate) string {
		if e.Low == e.High || e.High-e.Low > 3 {
			return "unknown"
		}
		return fmt.Sprintf("%.3f [%.3f, %.3f]", e.Value, e.Low, e.High)
	}
	var reliability []float64
	for i := range m.puzzles {
		reliability = append(reliability, m.Puzzles[i].Reliability)
	}
	slices.Sort(reliability)
	list := []string{
		fmt.Sprintf("%s, %d of them given up; left out because the player had played the puzzle before: %d.", text.Count(m.Plays, "play", "plays"), m.Unfinished, m.Again),
		fmt.Sprintf("Standard deviations of the logarithm of a time: puzzles around their prediction %s, players %s, residuals %s (t distribution with about %.0f degrees of freedom).", of(m.PuzzleSpread), of(m.PlayerSpread), of(m.Spread), m.Freedom),
		fmt.Sprintf("Coefficients: predicted time %s, experience (ln of the number of games) %s, ln(1 + errors) %s, ln(1 + hints) %s.", of(m.Slope), of(m.Learning), of(m.Errors), of(m.Hints)),
		fmt.Sprintf("Reliability, the share of the uncertainty left by the prediction that the plays remove: median %.2f, minimum %.2f.", reliability[len(reliability)/2], reliability[0]),
	}
	if m.Groups > 1 {
		list = append(list, fmt.Sprintf("No common puzzle links the players of %d groups: times of different groups are comparable only if their players are alike on average.", m.Groups))
	}
	for _, t := range []struct {
		what  string
		trial *study.PlayTrial
	}{{"players", m.ByPlayer}, {"puzzles", m.ByPuzzle}} {
		if t.trial != nil {
			list = append(list, fmt.Sprintf("For held-out %s: r = %.3f and slope %.2f (finished plays); %.1f%% of %d plays are within the range that should hold 50%%, %.1f%% within the range for 95%%.",
				t.what, t.trial.Pearson, t.trial.Slope, 100*t.trial.Half, t.trial.Plays, 100*t.trial.Nineteen))
		}
	}
	return list
}
