package study

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/corpus"
)

// TrimOptions say how the times of single players become a label.
type TrimOptions struct {
	Player, Time string  // names of the columns
	Fraction     float64 // of a player's times that is moved in at each end, below 0.5
	Least        int     // players with fewer puzzles are left out: their level would be a guess
}

// DefaultTrim is what the command does.
var DefaultTrim = TrimOptions{Fraction: 0.1, Least: 5}

// Trimmed are labels of puzzles made of the times of single players.
type Trimmed struct {
	Puzzles []TrimmedPuzzle `json:"-"`        // in the order in which they came
	Players int             `json:"players"`  // who are compared
	Rows    int             `json:"rows"`     // their times
	Outside int             `json:"trimmed"`  // of these
	Spread  float64         `json:"spread"`   // standard deviation of a time's logarithm beside the levels, with the ends moved in
	LeftOut map[string]int  `json:"left_out"` // rows, by reason
}

// TrimmedPuzzle is a puzzle with its label.
type TrimmedPuzzle struct {
	Puzzle  board.Grid
	Time    float64 // that the average player takes, in the unit of the file
	Error   float64 // standard error of its logarithm
	Players int     // behind it
	Trimmed int     // of their times
}

// playerTime is one row of such a file.
type playerTime struct {
	puzzle, player int
	y              float64 // logarithm of the time
	held           float64 // what the levels leave of y, the ends moved in
	out            bool    // it is one of the ends
}

// Trim makes a label of a file with a row for each puzzle, player and time. The
// logarithm of a time is the level of the puzzle, the level of the player, and a rest.
// Of each player's rests the extreme ones are trimmed, that is moved in to the last that
// is not extreme (winsorised): the puzzle was left lying open, or somebody helped. So
// the times of slow players are not taken for accidents, and a puzzle that slow players
// chose is not called hard. Levels and rests are computed in turn until they stand
// still. The mean level of the players is 0, so that a puzzle's is that of the average
// player. Leaving extreme times out lost: with a dozen times a player, what the first
// guess of the levels left out stayed out, and of made-up times the labels were nearer
// to the truth with r = 0.95 than with 0.87.
//
// The standard error is that of a mean of such values (Wilfrid Dixon and John Tukey,
// Approximate Behavior of the Distribution of Winsorized t, Technometrics 10, 1968).
// Their variance is pooled over all puzzles, and how well the players' levels are known
// is added.
//
// The first of a player's times for a puzzle counts. Players can be compared when a
// chain of common puzzles links them: the largest such group is used.
func Trim(items iter.Seq2[Item, error], opt TrimOptions) (*Trimmed, error) {
	t := &Trimmed{LeftOut: map[string]int{}}
	rows, puzzles, err := t.read(items, opt)
	if err != nil {
		return nil, err
	}
	if rows = t.comparable(rows, len(puzzles), opt.Least); len(rows) == 0 {
		return nil, fmt.Errorf("no player has times for %d puzzles", opt.Least)
	}
	ofPuzzle, ofPlayer := make([][]*playerTime, len(puzzles)), make([][]*playerTime, 0)
	for i := range rows {
		r := &rows[i]
		for r.player >= len(ofPlayer) {
			ofPlayer = append(ofPlayer, nil)
		}
		ofPuzzle[r.puzzle], ofPlayer[r.player] = append(ofPuzzle[r.puzzle], r), append(ofPlayer[r.player], r)
	}
	level, pace := make([]float64, len(ofPuzzle)), make([]float64, len(ofPlayer))
	for p, of := range ofPuzzle {
		level[p] = middle(of, func(r *playerTime) float64 { return r.y })
	}
	for p, of := range ofPlayer {
		pace[p] = middle(of, func(r *playerTime) float64 { return r.y - level[r.puzzle] })
	}
	const rounds = 200 // a few dozen are enough where the same times stay trimmed
	for range rounds {
		for p, of := range ofPlayer {
			trimEnds(of, opt.Fraction, func(r *playerTime) float64 { return r.y - level[r.puzzle] - pace[p] })
		}
		moved := 0.0
		for p, of := range ofPuzzle {
			by := restMean(of)
			level[p] += by
			moved = math.Max(moved, math.Abs(by))
		}
		for p, of := range ofPlayer {
			trimEnds(of, opt.Fraction, func(r *playerTime) float64 { return r.y - level[r.puzzle] - pace[p] })
			pace[p] += restMean(of)
		}
		if moved < 1e-9 {
			break
		}
	}
	t.Rows = len(rows)
	mean := 0.0
	for p, of := range ofPlayer {
		if len(of) > 0 {
			t.Players++
			mean += pace[p]
		}
	}
	mean /= float64(t.Players)
	used := 0
	squares := 0.0
	for i := range rows {
		squares += float64(rows[i].held * rows[i].held)
		if rows[i].out {
			t.Outside++
		}
	}
	for _, of := range ofPuzzle {
		if len(of) > 0 {
			used++
		}
	}
	if free := len(rows) - used - t.Players + 1; free > 0 {
		t.Spread = math.Sqrt(squares / float64(free))
	} else {
		return nil, fmt.Errorf("%d times of %d players for %d puzzles leave nothing to tell chance by", len(rows), t.Players, used)
	}
	for p, of := range ofPuzzle {
		if len(of) == 0 {
			continue
		}
		one := TrimmedPuzzle{Puzzle: puzzles[p], Time: math.Exp(level[p] + mean), Players: len(of)}
		variance := 0.0
		for _, r := range of {
			variance += 1 + 1/float64(len(ofPlayer[r.player]))
			if r.out {
				one.Trimmed++
			}
		}
		n := float64(len(of))
		one.Error = t.Spread / (1 - 2*opt.Fraction) * math.Sqrt(variance) / n
		t.Puzzles = append(t.Puzzles, one)
	}
	return t, nil
}

// read reads the rows that have a time and a player, and numbers puzzles and players.
func (t *Trimmed) read(items iter.Seq2[Item, error], opt TrimOptions) (rows []playerTime, puzzles []board.Grid, err error) {
	puzzleOf, playerOf, seen := map[board.Grid]int{}, map[string]int{}, map[[2]int]bool{}
	var player, time string // the columns
	for item, err := range items {
		if err != nil {
			return nil, nil, err
		}
		if player == "" {
			if player, time = ColumnFor(opt.Player, item.Labels), ColumnFor(opt.Time, item.Labels); player == "" {
				return nil, nil, &NoLabelError{Name: opt.Player}
			}
			if time == "" {
				return nil, nil, &NoLabelError{Name: opt.Time}
			}
		}
		who, seconds := "", math.NaN()
		for _, f := range item.Labels {
			switch text := strings.TrimSpace(f.Value); {
			case strings.EqualFold(f.Name, player):
				who = text
			case strings.EqualFold(f.Name, time):
				if v, err := strconv.ParseFloat(decimalPoint(text), 64); err == nil {
					seconds = v
				}
			}
		}
		switch {
		case slices.Contains(missing, strings.ToLower(who)):
			t.LeftOut["without a player"]++
			continue
		case !(seconds > 0) || math.IsInf(seconds, 0):
			t.LeftOut["without a positive time"]++
			continue
		}
		r := playerTime{y: math.Log(seconds)}
		var known bool
		if r.puzzle, known = puzzleOf[item.Puzzle]; !known {
			r.puzzle = len(puzzles)
			puzzleOf[item.Puzzle] = r.puzzle
			puzzles = append(puzzles, item.Puzzle)
		}
		if r.player, known = playerOf[who]; !known {
			r.player = len(playerOf)
			playerOf[who] = r.player
		}
		if key := [2]int{r.puzzle, r.player}; seen[key] {
			t.LeftOut["a puzzle that the player had solved before"]++
		} else {
			seen[key] = true
			rows = append(rows, r)
		}
	}
	return rows, puzzles, nil
}

// comparable keeps the rows of players with enough puzzles, and of these the largest
// group that common puzzles link.
func (t *Trimmed) comparable(rows []playerTime, puzzles, least int) []playerTime {
	number := map[int]int{} // of times of each player
	for _, r := range rows {
		number[r.player]++
	}
	all := len(rows)
	rows = slices.DeleteFunc(rows, func(r playerTime) bool { return number[r.player] < least })
	if n := all - len(rows); n > 0 {
		t.LeftOut[fmt.Sprintf("of players with fewer than %d puzzles", least)] = n
	}
	// Puzzles and, behind them, players: each points to another of its group, apart from the
	// root.
	to := map[int]int{}
	root := func(x int) int {
		for {
			up, linked := to[x]
			if !linked {
				return x
			}
			if further, more := to[up]; more {
				to[x] = further // halve the way, for the next one who asks
			}
			x = up
		}
	}
	for _, r := range rows {
		if a, b := root(r.puzzle), root(puzzles+r.player); a != b {
			to[b] = a
		}
	}
	size, largest := map[int]int{}, -1
	for _, r := range rows {
		k := root(r.puzzle)
		if size[k]++; largest < 0 || size[k] > size[largest] {
			largest = k
		}
	}
	all = len(rows)
	rows = slices.DeleteFunc(rows, func(r playerTime) bool { return root(r.puzzle) != largest })
	if n := all - len(rows); n > 0 {
		t.LeftOut["of players whom no common puzzle links to the others"] = n
	}
	return rows
}

// trimEnds works out the rests of a player's times and moves the fraction at either end
// in, to the last that is inside.
func trimEnds(of []*playerTime, fraction float64, rest func(*playerTime) float64) {
	list := make([]float64, len(of))
	for i, r := range of {
		list[i] = rest(r)
		r.held = list[i]
	}
	slices.Sort(list)
	k := int(fraction * float64(len(list)))
	if len(list) == 0 {
		return
	}
	low, high := list[k], list[len(list)-1-k]
	for _, r := range of {
		r.out = r.held < low || r.held > high
		r.held = math.Min(math.Max(r.held, low), high)
	}
}

// restMean is the mean of what the levels leave of some times, 0 of none.
func restMean(of []*playerTime) float64 {
	sum := 0.0
	for _, r := range of {
		sum += r.held
	}
	return sum / float64(max(len(of), 1))
}

// middle is the median of a value of some times, 0 of none.
func middle(of []*playerTime, value func(*playerTime) float64) float64 {
	list := make([]float64, len(of))
	for i, r := range of {
		list[i] = value(r)
	}
	if len(list) == 0 {
		return 0
	}
	return quantiles(list, 0.5)[0]
}

// Table returns the labels as rows of a table: the time, the standard error of its
// logarithm, the players behind it, and how many of their times were trimmed.
func (t *Trimmed) Table(time string) iter.Seq2[corpus.Row, error] {
	return func(yield func(corpus.Row, error) bool) {
		for _, p := range t.Puzzles {
			row := corpus.Row{Puzzle: p.Puzzle.String(), Values: []corpus.Value{
				corpus.Float(time, p.Time), corpus.Float("ln_error", p.Error), corpus.Int("players", p.Players), corpus.Int("trimmed", p.Trimmed),
			}}
			if !yield(row, nil) {
				return
			}
		}
	}
}
