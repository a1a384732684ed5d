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
	"gradoku/store"
	"gradoku/study"
)

// StudyPlays measures the times of puzzles and the strength of players from games, which
// come from a database or from a log with one row per game. The columns player and seconds
// are required; finished, errors, hints and order are optional.
type StudyPlays struct {
	Collect
	Player   string `query:"player" json:"player,omitempty" not:"db" value:"NAME" doc:"the column NAME that holds the player" usual:"player"`
	Model    string `query:"model" json:"model,omitempty" value:"FILE" doc:"predict by a FILE of gradoku study fit, or by the built-in default" usual:"default"`
	Strength string `query:"players" json:"players,omitempty" value:"FILE" doc:"write the strength of each player to FILE as csv"`
	Save     bool   `query:"save" json:"save,omitempty" needs:"db" doc:"save the measured minutes in the database and replace earlier ones; conditions, exports, books and web pages use them"`
	Try      bool   `query:"try" json:"try,omitempty" doc:"also predict players and puzzles that were left out, five times each"`
	Report   string `query:"report" json:"report,omitempty" value:"FOLDER" doc:"write a report page with figures into FOLDER; implies --try"`
	TableFile
}

// MeasuredPlays is the result of a log of games.
type MeasuredPlays struct {
	*study.PlayModel
	LeftOut   study.LeftOut    `json:"left_out,omitempty"` // rows
	ByPlayer  *study.PlayTrial `json:"by_player,omitempty"`
	ByPuzzle  *study.PlayTrial `json:"by_puzzle,omitempty"`
	puzzles   []board.Grid
	ids       []int64 // of the puzzles, in a database
	players   []string
	predicted []float64 // seconds
}

// Run fits the model and writes the table.
func (s StudyPlays) Run(ctx context.Context, env Env) (_ *MeasuredPlays, err error) {
	apart := CheckApart(s.DB, s.Files, append(reportOutputs("--report", s.Report), Output{"-o", s.Output}, Output{"--players", s.Strength})...)
	if err := cmp.Or(apart, bind.Check(&s, nil)); err != nil {
		return nil, err
	}
	format, err := s.settle()
	if err != nil {
		return nil, err
	}
	var db *store.DB
	if s.DB != "" {
		access := store.ReadOnly
		if s.Save {
			access = store.ReadWrite
		}
		if db, err = store.Open(ctx, s.DB, access); err != nil {
			return nil, err
		}
		defer Close(db, &err)
	}
	m, src, err := s.fit(ctx, &env, db)
	if err != nil {
		return nil, err
	}
	if s.Save {
		times := map[int64]store.Measured{}
		for i, id := range m.ids {
			t := &m.Puzzles[i]
			if t.Plays == 0 {
				continue
			}
			tenths := func(seconds float64) int { return max(1, int(math.Round(seconds/6))) }
			times[id] = store.Measured{Minutes: tenths(t.Seconds), Low: tenths(t.Low), High: tenths(t.High), Reliability: int(math.Round(100 * t.Reliability)), Plays: t.Plays, Game: m.Game}
		}
		if err := db.SaveMeasured(ctx, times); err != nil {
			return nil, err
		}
	}
	if err := env.write(ctx, s.Output, func(w io.Writer) error { return format.Write(w, m.rows) }); err != nil {
		return nil, err
	}
	if s.Strength != "" {
		if err := env.write(ctx, s.Strength, m.writePlayers); err != nil {
			return nil, err
		}
	}
	left := m.LeftOut.String()
	if left != "" {
		env.note("left out: %s", left)
	}
	if s.Report != "" {
		if err := s.report(ctx, &env, m, src, left); err != nil {
			return nil, err
		}
	}
	env.note("%s of %s, %s", text.Count(m.Plays, "play", "plays"), text.Count(len(m.players), "player", "players"), text.Count(len(m.puzzles), "puzzle", "puzzles"))
	return m, nil
}

// fit reads the games of the database, or of the files if no database is given, and fits
// the model.
func (s *StudyPlays) fit(ctx context.Context, env *Env, db *store.DB) (m *MeasuredPlays, src *sources, err error) {
	m = &MeasuredPlays{LeftOut: study.LeftOut{}}
	log := playLog{MeasuredPlays: m, puzzleOf: map[board.Grid]int32{}, keyOf: map[[16]byte]int32{}, playerOf: map[string]int32{}}
	if db != nil {
		src, err = s.readStored(ctx, db, &log)
	} else {
		src, err = s.read(ctx, env, &log)
	}
	if err == nil {
		err = s.predict(ctx, env, m)
	}
	if err != nil {
		return nil, nil, err
	}
	opt := study.PlayOptions{Predicted: m.predicted, Seed: s.seed()}
	if m.PlayModel, err = study.FitPlays(ctx, log.plays, opt); err == nil && (s.Try || s.Report != "") {
		if m.ByPlayer, err = study.TryPlays(ctx, log.plays, false, opt); err == nil {
			m.ByPuzzle, err = study.TryPlays(ctx, log.plays, true, opt)
		}
		if errors.Is(err, study.ErrFewPlays) && !s.Try {
			m.ByPlayer, m.ByPuzzle, err = nil, nil, nil // the report says that there are too few plays
		}
	}
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if left := m.LeftOut.String(); err != nil && left != "" {
		err = fmt.Errorf("%w; left out: %s", err, left)
	}
	if err != nil {
		err = DataError(err, "each row must be a game: name the columns of players and seconds with --player and --label; to put games into a database, use gradoku import --plays")
	}
	return m, src, err
}

// read reads the games of files.
func (s *StudyPlays) read(ctx context.Context, env *Env, log *playLog) (*sources, error) {
	if len(s.Labels) == 0 {
		s.Labels = []string{"seconds"}
	}
	if err := s.one("with the times, for example --label seconds"); err != nil {
		return nil, err
	}
	columns := playColumns{cmp.Or(s.Player, "player"), s.Labels[0]}
	s.need(columns.player)
	items, src, done, err := s.items(ctx, env)
	defer done()
	if err != nil {
		return nil, err
	}
	first := true
	for item, err := range s.first(items, env) {
		if bad := (*corpus.LineError)(nil); err != nil && !errors.As(err, &bad) {
			return nil, err
		} else if err != nil {
			env.reject(err)
			continue
		}
		if first { // users may give part of a column's name
			columns.player, columns.seconds = cmp.Or(study.ColumnFor(columns.player, item.Labels), columns.player), cmp.Or(study.ColumnFor(columns.seconds, item.Labels), columns.seconds)
			first = false
		}
		play, _, why := columns.read(item.Labels)
		if why != "" {
			log.LeftOut[why]++
			continue
		}
		log.add(log.puzzle(&item.Puzzle), &play)
	}
	return src, ctx.Err()
}

// readStored reads the games of a database.
func (s *StudyPlays) readStored(ctx context.Context, db *store.DB, log *playLog) (*sources, error) {
	src := &sources{}
	if _, err := s.stored(ctx, db, src); err != nil { // records where the games come from
		return nil, err
	}
	numbers := map[int64]int32{}
	for p, err := range db.Plays(ctx, s.Corpora) {
		if err != nil {
			return nil, err
		}
		puzzle, known := numbers[p.Puzzle]
		if !known {
			puzzle = int32(len(log.ids))
			numbers[p.Puzzle] = puzzle
			log.ids = append(log.ids, p.Puzzle)
		}
		if log.add(puzzle, &p.Play); len(log.plays) == s.Limit {
			break
		}
	}
	log.puzzles = make([]board.Grid, len(log.ids))
	for some := range slices.Chunk(log.ids, 4096) {
		for p, err := range db.Puzzles(ctx, store.Filter{IDs: some}) {
			if err == nil {
				log.puzzles[numbers[p.ID]], err = board.Parse(p.Givens)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return src, ctx.Err()
}

// playColumns are the names of the columns with the player and the time of a game.
type playColumns struct{ player, seconds string }

var usualColumns = playColumns{"player", "seconds"}

// read reads a game, or says why it cannot. rest are the values that are not part of it.
func (c *playColumns) read(fields []corpus.Field) (p store.Play, rest []corpus.Field, why string) {
	number := func(name, text string) float64 {
		read := study.ReadNumber
		if strings.EqualFold(name, c.seconds) {
			read = study.ReadTime
		}
		v, err := read(text)
		if err != nil || v < 0 {
			v = math.NaN()
			if !study.IsMissing(text) {
				why = name + " is not a number of at least 0"
			}
		}
		return v
	}
	p = store.Play{Finished: true, Errors: math.NaN(), Hints: math.NaN(), Ordinal: math.NaN()}
	for _, f := range fields {
		value := strings.TrimSpace(f.Value)
		switch name := strings.ToLower(f.Name); {
		case strings.EqualFold(f.Name, c.player):
			if !study.IsMissing(value) {
				p.Player = strings.Clone(value) // otherwise the name would keep its whole line in memory
			}
		case strings.EqualFold(f.Name, c.seconds):
			p.Seconds = number(name, value)
		case name == "errors":
			p.Errors = number(name, value)
		case name == "hints":
			p.Hints = number(name, value)
		case name == "order":
			p.Ordinal = number(name, value)
		case name == "finished":
			switch strings.ToLower(value) {
			case "", "1", "true", "yes", "y":
			case "0", "false", "no", "n":
				p.Finished = false
			default:
				why = "finished is neither yes nor no"
			}
		default:
			rest = append(rest, f)
		}
	}
	switch {
	case why != "":
	case p.Player == "":
		why = "without a player"
	case !(p.Seconds > 0):
		why = "without a positive time"
	}
	return p, rest, why
}

// playLog collects the games of a log.
type playLog struct {
	*MeasuredPlays
	plays    []study.Play
	puzzleOf map[board.Grid]int32
	keyOf    map[[16]byte]int32 // isomorphic puzzles count as one
	playerOf map[string]int32
	games    []float64 // number of games so far, for each player
	canon    board.Canonicalizer
}

// puzzle returns the number of a puzzle.
func (l *playLog) puzzle(p *board.Grid) int32 {
	i, known := l.puzzleOf[*p]
	if !known {
		key := l.canon.KeyOf(p)
		if i, known = l.keyOf[key]; !known {
			i = int32(len(l.puzzles))
			l.keyOf[key] = i
			l.puzzles = append(l.puzzles, *p)
		}
		l.puzzleOf[*p] = i
	}
	return i
}

// add adds a game. Without an order the games of a player are in the order of the log.
func (l *playLog) add(puzzle int32, p *store.Play) {
	player, known := l.playerOf[p.Player]
	if !known {
		player = int32(len(l.players))
		l.playerOf[p.Player] = player
		l.players, l.games = append(l.players, p.Player), append(l.games, 0)
	}
	play := study.Play{Puzzle: puzzle, Player: player, Seconds: p.Seconds, Finished: p.Finished, Errors: p.Errors, Hints: p.Hints, Order: p.Ordinal}
	if l.games[player]++; math.IsNaN(play.Order) {
		play.Order = l.games[player]
	}
	l.plays = append(l.plays, play)
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
	var workers []ordered.Worker[board.Grid, float64]
	for range env.workers() {
		p := predict.NewPredictor(model)
		p.Stop = func() bool { return ctx.Err() != nil }
		workers = append(workers, func(_ context.Context, puzzle board.Grid) (float64, error) {
			t, _ := p.Predict(&puzzle)
			return 60 * t.Median, nil
		})
	}
	tell, n := env.counting("puzzles"), 0
	for seconds, err := range ordered.Map(ctx, slices.Values(m.puzzles), workers) {
		if err != nil {
			return err
		}
		m.predicted[n] = seconds
		n++
		tell(int64(n), int64(len(m.puzzles)))
	}
	return nil
}

// rows yields the table: the minutes of each puzzle with their interval, and the numbers
// behind them.
func (m *MeasuredPlays) rows(yield func(corpus.Row, error) bool) {
	var canon board.Canonicalizer
	for i, p := range m.puzzles {
		t := &m.Puzzles[i]
		if t.Plays == 0 { // all by players who were left out
			continue
		}
		predicted, game := math.NaN(), corpus.Null("reference_game")
		if m.Game > 0 {
			game = corpus.Int("reference_game", m.Game)
		}
		if m.predicted[i] > 0 {
			predicted = m.predicted[i] / 60
		}
		row := corpus.Row{Puzzle: p.String(), Values: []corpus.Value{
			corpus.Text("key", fmt.Sprintf("%x", canon.KeyOf(&p))), rounded("measured_minutes", t.Seconds/60), rounded("measured_low", t.Low/60), rounded("measured_high", t.High/60),
			rounded("ln_error", t.Error), rounded("reliability", t.Reliability),
			corpus.Int("plays", t.Plays), corpus.Int("finished", t.Finished), rounded("predicted_minutes", predicted), game,
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

// writePlayers writes each player's speed relative to the typical player's, or why the player
// was left out.
func (m *MeasuredPlays) writePlayers(w io.Writer) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"player", "strength", "low", "high", "plays", "left_out"}}
	why := map[int32]*study.Misfit{}
	for i := range m.Misfits {
		why[m.Misfits[i].Player] = &m.Misfits[i]
	}
	for j, p := range m.Players {
		name := text.Guarded(text.Visible(m.players[j]))
		if misfit := why[int32(j)]; misfit != nil {
			rows = append(rows, []string{name, "", "", "", strconv.Itoa(misfit.Plays), misfit.Reason()})
			continue
		}
		row := []string{name}
		for _, v := range []float64{p.Strength, p.Low, p.High} {
			row = append(row, strconv.FormatFloat(math.Exp(v), 'g', 6, 64))
		}
		rows = append(rows, append(row, strconv.Itoa(p.Plays), ""))
	}
	return out.WriteAll(rows)
}

// Sentences describes the results in sentences, and names the first players who were left out.
func (m *MeasuredPlays) Sentences() []string {
	list := m.PlayModel.Sentences()
	const named = 5
	for i := range m.Misfits[:min(named, len(m.Misfits))] {
		misfit := &m.Misfits[i]
		list = append(list, fmt.Sprintf("Left out: %s (%s): %s.", m.players[misfit.Player], text.Count(misfit.Plays, "play", "plays"), misfit.Reason()))
	}
	if more := len(m.Misfits) - named; more > 0 {
		list = append(list, fmt.Sprintf("Left out: %s; --players lists all.", text.Count(more, "more player", "more players")))
	}
	if m.ByPuzzle != nil {
		list = append(list, m.ByPlayer.Sentence("players"), m.ByPuzzle.Sentence("puzzles"))
	}
	return list
}

// report writes the page.
func (s *StudyPlays) report(ctx context.Context, env *Env, m *MeasuredPlays, src *sources, left string) error {
	src.add("plays", strconv.Itoa(m.Plays))
	src.add("players", strconv.Itoa(len(m.players)))
	src.add("plays left out", cmp.Or(left, "none"))
	src.add("predicted times", "by the model "+cmp.Or(s.Model, "default"))
	src.add("seed", strconv.FormatUint(s.seed(), 10))
	src.add("command", commandLine("study play", s, s.Files, "label player model db corpus from puzzle-column limit seed"))
	src.add("gradoku", Build())
	r := m.Report(fmt.Sprintf("Times of %s, measured from %s", text.Count(len(m.puzzles), "puzzle", "puzzles"), text.Count(m.Plays, "play", "plays")), src.provenance, m.ByPlayer, m.ByPuzzle)
	return writeReport(ctx, env, r, s.Report)
}
