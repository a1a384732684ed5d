package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"gradoku/predict"
)

// Play is one game: a player and a puzzle, both numbered from 0, and how it went.
type Play struct {
	Puzzle, Player int32
	Seconds        float64 // until the end, or until it was given up
	Finished       bool
	Errors, Hints  float64 // NaN where not known
	Order          float64 // number of the game among the player's games, from 1; NaN where not known
}

// PlayOptions say how a model of play is fitted.
type PlayOptions struct {
	Predicted []float64 // seconds predicted for each puzzle; NaN or 0 where unknown, nil for none
	Sweeps    int       // of the sampler, in all its chains; 0 for what suits the number of plays
	Seed      uint64
}

// PlayModel is a model of the times in a log of plays. The logarithm of a time is
//
//	level of the puzzle + pace of the player + learning, errors and hints + a residual
//
// The residual has a t distribution, so that a puzzle left open over lunch
// counts little. The time of a game that was given up is right-censored. Puzzle levels
// are normally distributed around a straight line in the logarithm of the predicted time,
// and paces around 0. Their variances are estimated from the log. So a puzzle with few
// plays is shrunk towards its prediction (empirical Bayes; Bradley Efron and Carl Morris,
// Stein's Estimation Rule and Its Competitors, Journal of the American Statistical
// Association 68, 1973). Errors and hints are centred on the mean of the puzzle's plays,
// since a hard puzzle makes people err, and that is part of its time. The number of games
// played is centred on the mean of the player, and the paces are then moved to the game that
// [ReferenceGame] names, so that two logs of different length measure the same. So a measured
// time is that of the typical player in that game, with the usual number of errors and hints
// for that puzzle. The typical player has the centre of the paces, in which players far from
// it count little. Players who do not fit at all are left out, see [Misfit].
type PlayModel struct {
	Puzzles []MeasuredPuzzle `json:"-"`
	Players []MeasuredPlayer `json:"-"`

	Plays      int `json:"plays"`
	Unfinished int `json:"unfinished"`
	Again      int `json:"again"` // plays of a puzzle that the player had played before, left out
	// Game is the number of the game of the typical player that times are for: ReferenceGame,
	// or 0 where no player has a second game, so that nobody knows what experience does.
	Game    int      `json:"reference_game"`
	Misfits []Misfit `json:"misfits,omitempty"` // left out, those with most plays first
	Groups  int      `json:"groups"`            // of players, with no common puzzle between groups; compared by their averages alone

	Level        predict.Estimate `json:"level"`         // logarithm of the seconds of the average puzzle
	Slope        predict.Estimate `json:"slope"`         // regression slope of levels on the logarithm of the predicted time
	PuzzleSpread predict.Estimate `json:"puzzle_spread"` // standard deviation of levels around that line
	PlayerSpread predict.Estimate `json:"player_spread"` // of paces
	Spread       predict.Estimate `json:"spread"`        // scale of the residual
	Freedom      float64          `json:"freedom"`       // degrees of freedom of its t distribution, the posterior mean
	Learning     predict.Estimate `json:"learning"`      // change in the log of a time for e times as many games played before
	Errors       predict.Estimate `json:"errors"`        // for ln(1 + errors)
	Hints        predict.Estimate `json:"hints"`         // for ln(1 + hints)

	Agreement float64 `json:"r_hat"`           // of the chains, the worst of the estimates above: 1 is perfect, above 1.05 is doubtful
	Draws     float64 `json:"effective_draws"` // how many independent draws the estimate with the fewest has

	mean float64 // of the logarithms of predicted times
}

// ReferenceGame is the number of the player's game that measured times are for.
const ReferenceGame = 10

// MeasuredPuzzle is the time that the typical player takes in the reference game.
type MeasuredPuzzle struct {
	Seconds, Low, High float64 // the time, with its 95 % interval
	Error              float64 // standard error of its logarithm
	// Reliability is the share of the variance around the prediction that the plays resolve:
	// 0 is the prediction alone, 1 is the plays alone.
	Reliability     float64
	Plays, Finished int
}

// MeasuredPlayer is how fast a player is on average: the logarithm of the ratio of the
// player's speed to that of the typical player in the reference game. A player who was left
// out has NaN.
type MeasuredPlayer struct {
	Strength, Low, High float64
	Plays               int
	experience          float64 // mean logarithm of the numbers of the games
}

// ErrFewPlays says that a log cannot be fitted.
var ErrFewPlays = errors.New("a model of play needs 20 finished plays, of at least 3 puzzles and 2 players")

// freedoms are the possible degrees of freedom of the residuals. Their prior probability
// falls with their number: games left open over lunch are in every log, and a short one would
// not show it.
var freedoms = []float64{2, 3, 4, 6, 10}

// sampler is a Gibbs sampler of the model (Alan Gelfand and Adrian Smith, Sampling-Based
// Approaches to Calculating Marginal Densities, Journal of the American Statistical
// Association 85, 1990), with the unknown ends of games that were given up and the
// weights of the residuals as latent variables. A sweep passes over the plays four times.
// Levels and paces are strongly correlated, since the plays determine only their sums. So
// each sweep ends with a joint move that shifts all levels against all paces (Jun Liu and
// Chiara Sabatti, Generalised Gibbs Sampler and Multigrid Monte Carlo, Biometrika 87,
// 2000).
type sampler struct {
	plays  []Play
	x      [][covariates]float32
	end    []float64 // logarithm of the time, or of the end that an unfinished game might have had
	rest   []float64
	weight []float64
	line   []float64 // predicted logarithm of each puzzle, less its mean; 0 where unknown

	level, pace, tenth    []float64 // tenth are paces in the reference game
	experience            []float64 // of each player, the mean logarithm of the numbers of the games
	beta                  [covariates]float64
	at, slope             float64 // of the line
	ofPuzzle, ofPlayer, s float64 // variances
	freedom               float64
	rng                   *rand.Rand
}

const covariates = 3 // learning, errors, hints

// FitPlays fits the model.
func FitPlays(ctx context.Context, plays []Play, opt PlayOptions) (*PlayModel, error) {
	m := &PlayModel{}
	plays, m.Again = firstPlays(plays)
	puzzles, players := sizes(plays)
	m.Misfits, plays = misfits(plays, puzzles, players)
	m.Plays = len(plays)
	m.Puzzles, m.Players = make([]MeasuredPuzzle, max(puzzles, len(opt.Predicted))), make([]MeasuredPlayer, players)
	for _, p := range plays {
		m.Puzzles[p.Puzzle].Plays++
		m.Players[p.Player].Plays++
		if p.Finished {
			m.Puzzles[p.Puzzle].Finished++
		} else {
			m.Unfinished++
		}
	}
	if puzzles < 3 || players < 2 || m.Plays-m.Unfinished < 20 {
		return nil, ErrFewPlays
	}
	m.Groups = groupsOf(plays, puzzles, players)
	sweeps := opt.Sweeps
	if sweeps == 0 {
		switch sweeps = 1200; {
		case m.Plays < 2000: // short logs leave much open, and a sweep takes little time
			sweeps = 6000
		case m.Plays > 100_000:
			sweeps = 400
		}
	}
	var all []*chain
	for k := range chains {
		s := newSampler(plays, len(m.Puzzles), players, opt.Seed, k)
		m.mean = s.centre(opt.Predicted)
		c, err := s.run(ctx, m, sweeps/chains)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	m.summarize(all)
	return m, nil
}

// sizes returns the numbers of puzzles and players.
func sizes(plays []Play) (puzzles, players int) {
	for _, p := range plays {
		puzzles, players = max(puzzles, int(p.Puzzle)+1), max(players, int(p.Player)+1)
	}
	return puzzles, players
}

// firstPlays keeps the first play of each player and puzzle: the second time, people know
// the puzzle.
func firstPlays(plays []Play) (kept []Play, again int) {
	seen := make(map[[2]int32]struct{}, len(plays))
	kept = make([]Play, 0, len(plays))
	for _, p := range plays {
		key := [2]int32{p.Puzzle, p.Player}
		if _, known := seen[key]; known {
			continue
		}
		seen[key] = struct{}{}
		kept = append(kept, p)
	}
	return kept, len(plays) - len(kept)
}

// groupsOf counts the groups of players that are linked by chains of common puzzles.
func groupsOf(plays []Play, puzzles, players int) int {
	to := make([]int32, puzzles+players)
	for i := range to {
		to[i] = int32(i)
	}
	root := func(x int32) int32 {
		for to[x] != x {
			to[x] = to[to[x]]
			x = to[x]
		}
		return x
	}
	for _, p := range plays {
		to[root(p.Puzzle)] = root(int32(puzzles) + p.Player)
	}
	groups := map[int32]bool{}
	for _, p := range plays {
		groups[root(p.Puzzle)] = true
	}
	return len(groups)
}

// chains is how many samplers run. They start with other variances, and should end with the same.
const chains = 2

func newSampler(plays []Play, puzzles, players int, seed uint64, chain int) *sampler {
	n, variance := len(plays), []float64{0.1, 1}[chain]
	s := &sampler{
		plays: plays, x: make([][covariates]float32, n), end: make([]float64, n), rest: make([]float64, n), weight: make([]float64, n),
		line: make([]float64, puzzles), level: make([]float64, puzzles), pace: make([]float64, players), tenth: make([]float64, players), experience: make([]float64, players),
		slope: 1, ofPuzzle: variance, ofPlayer: variance, s: variance, freedom: 6, rng: rand.New(rand.NewPCG(seed, 0x706c6179+uint64(chain))),
	}
	// Each covariate less its mean over the finished plays of the puzzle, or of the player.
	for k, c := range []struct {
		of func(*Play) float64
		by func(*Play) int32
	}{
		{func(p *Play) float64 { return math.Log(p.Order) }, func(p *Play) int32 { return p.Player }},
		{func(p *Play) float64 { return math.Log1p(p.Errors) }, func(p *Play) int32 { return p.Puzzle }},
		{func(p *Play) float64 { return math.Log1p(p.Hints) }, func(p *Play) int32 { return p.Puzzle }},
	} {
		sum, count := make([]float64, max(puzzles, players)), make([]float64, max(puzzles, players))
		use := func(p *Play) bool { return (p.Finished || k == 0) && !math.IsNaN(c.of(p)) && !math.IsInf(c.of(p), 0) }
		for i := range plays {
			if p := &plays[i]; use(p) {
				sum[c.by(p)] += c.of(p)
				count[c.by(p)]++
			}
		}
		for i := range plays {
			if p := &plays[i]; use(p) {
				s.x[i][k] = float32(c.of(p) - sum[c.by(p)]/count[c.by(p)])
			}
		}
		if k == 0 {
			for j := range s.experience {
				s.experience[j] = sum[j] / math.Max(count[j], 1)
			}
		}
	}
	total := 0.0
	for i := range plays {
		s.end[i], s.weight[i] = math.Log(plays[i].Seconds), 1
		total += s.end[i]
	}
	s.at = total / float64(n)
	for p := range s.level {
		s.level[p] = s.at
	}
	for i := range plays {
		s.rest[i] = s.end[i] - s.at
	}
	return s
}

// centre fills in the line and returns the mean that it subtracts.
func (s *sampler) centre(predicted []float64) float64 {
	var known []float64
	for _, t := range predicted {
		if t > 0 {
			known = append(known, math.Log(t))
		}
	}
	if len(known) < 3 || stat.StdDev(known, nil) < 1e-9 {
		return math.NaN()
	}
	mean := stat.Mean(known, nil)
	for p, t := range predicted {
		if t > 0 {
			s.line[p] = math.Log(t) - mean
		}
	}
	return mean
}

// effects accumulates, for each level or pace, its mean and variance conditional on
// everything else. These vary less than the sampled values (Rao-Blackwell).
type effects struct {
	mean, square, variance []float64
	n                      float64
}

func newEffects(n int) *effects {
	return &effects{mean: make([]float64, n), square: make([]float64, n), variance: make([]float64, n)}
}

// at returns the mean and the standard deviation of one effect.
func (e *effects) at(i int) (mean, sd float64) {
	mean = e.mean[i] / e.n
	return mean, math.Sqrt(math.Max(0, e.square[i]/e.n-mean*mean) + e.variance[i]/e.n)
}

// join adds what another chain accumulated.
func (e *effects) join(other *effects) {
	floats.Add(e.mean, other.mean)
	floats.Add(e.square, other.square)
	floats.Add(e.variance, other.variance)
	e.n += other.n
}

// chain is what a sampler keeps.
type chain struct {
	levels, paces *effects
	experience    []float64    // of each player
	drawn         [9][]float64 // what estimates lists, and the degrees of freedom
}

// estimates lists what the model estimates apart from levels and paces.
func (m *PlayModel) estimates() []*predict.Estimate {
	return []*predict.Estimate{&m.Level, &m.Slope, &m.PuzzleSpread, &m.PlayerSpread, &m.Spread, &m.Learning, &m.Errors, &m.Hints}
}

// run runs the sweeps, the first quarter of them as burn-in.
func (s *sampler) run(ctx context.Context, m *PlayModel, sweeps int) (*chain, error) {
	c := &chain{levels: newEffects(len(s.level)), paces: newEffects(len(s.pace)), experience: s.experience}
	for _, x := range s.x {
		if math.Abs(float64(x[0])) > 1e-6 {
			m.Game = ReferenceGame
		}
	}
	for sweep := range sweeps {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		keep := sweep >= sweeps/4
		s.ends()
		if sweep%5 == 0 {
			s.drawFreedom()
		}
		s.weights()
		middle := s.typical(m)
		s.effects(c.levels, keep, middle, s.level, func(p *Play) int32 { return p.Puzzle }, s.ofPuzzle, func(i int) float64 { return s.at + s.slope*s.line[i] })
		s.effects(c.paces, keep, -middle, s.pace, func(p *Play) int32 { return p.Player }, s.ofPlayer, func(int) float64 { return 0 })
		s.coefficients()
		s.variances(!math.IsNaN(m.mean))
		if keep {
			for k, v := range []float64{s.at + s.typical(m), s.slope, math.Sqrt(s.ofPuzzle), math.Sqrt(s.ofPlayer), math.Sqrt(s.s), s.beta[0], s.beta[1], s.beta[2], s.freedom} {
				c.drawn[k] = append(c.drawn[k], v)
			}
		}
	}
	return c, nil
}

// summarize fills in the model from its chains.
func (m *PlayModel) summarize(all []*chain) {
	m.Draws = math.Inf(1)
	drawn := func(k int) (each [][]float64, together []float64) {
		for _, c := range all {
			each, together = append(each, c.drawn[k]), append(together, c.drawn[k]...)
		}
		return each, together
	}
	for k, to := range m.estimates() {
		each, together := drawn(k)
		*to = percentile(stat.Mean(together, nil), together)
		if to.Low < to.High {
			m.Agreement, m.Draws = math.Max(m.Agreement, rHat(each)), math.Min(m.Draws, effective(each))
		}
	}
	_, freedom := drawn(len(m.estimates()))
	m.Freedom = stat.Mean(freedom, nil)
	levels, paces, experience := all[0].levels, all[0].paces, all[0].experience
	for _, c := range all[1:] {
		levels.join(c.levels)
		paces.join(c.paces)
	}
	const z = 1.959964
	for i := range m.Puzzles {
		level, sd := levels.at(i)
		p := &m.Puzzles[i]
		p.Seconds, p.Low, p.High, p.Error = math.Exp(level), math.Exp(level-z*sd), math.Exp(level+z*sd), sd
		p.Reliability = math.Max(0, 1-sd*sd/(m.PuzzleSpread.Value*m.PuzzleSpread.Value))
	}
	for j := range m.Players {
		p := &m.Players[j]
		pace, sd := paces.at(j)
		p.Strength, p.Low, p.High, p.experience = -pace, -pace-z*sd, -pace+z*sd, experience[j]
		if p.Plays == 0 {
			p.Strength, p.Low, p.High = math.NaN(), math.NaN(), math.NaN()
		}
	}
}

// rHat compares the draws of chains with each other, each cut in half: 1 if they differ no more
// than draws within a half do (Andrew Gelman and Donald Rubin, Inference from Iterative
// Simulation Using Multiple Sequences, Statistical Science 7, 1992).
func rHat(all [][]float64) float64 {
	var means, variances []float64
	n := len(all[0]) / 2
	for _, drawn := range all {
		for _, half := range [][]float64{drawn[:n], drawn[n:]} {
			mean, variance := stat.MeanVariance(half, nil)
			means, variances = append(means, mean), append(variances, variance)
		}
	}
	return math.Sqrt(1 - 1/float64(n) + stat.Variance(means, nil)/stat.Mean(variances, nil))
}

// effective returns how many independent draws the draws of chains are worth. Their
// autocorrelations count up to the first pair whose sum is not positive (Charles Geyer,
// Practical Markov Chain Monte Carlo, Statistical Science 7, 1992).
func effective(all [][]float64) float64 {
	n, time := len(all[0]), -1.0
	correlation := func(lag int) (sum float64) {
		for _, drawn := range all {
			mean, variance := stat.PopMeanVariance(drawn, nil)
			for i := range n - lag {
				sum += (drawn[i] - mean) * (drawn[i+lag] - mean) / (variance * float64(n*len(all)))
			}
		}
		return sum
	}
	for lag := 0; lag+1 < n; lag += 2 {
		pair := correlation(lag) + correlation(lag+1)
		if pair <= 0 {
			break
		}
		time += 2 * pair
	}
	return float64(n*len(all)) / math.Max(time, 1)
}

// typical returns the centre of the paces in the reference game: the location of a t
// distribution of 4 degrees of freedom with the scale of the paces.
func (s *sampler) typical(m *PlayModel) float64 {
	paces := s.tenth[:0]
	for j, pace := range s.pace {
		if m.Players[j].Plays == 0 {
			continue
		}
		if m.Game > 0 {
			pace += s.beta[0] * (math.Log(ReferenceGame) - s.experience[j])
		}
		paces = append(paces, pace)
	}
	at := stat.Mean(paces, nil)
	for range 5 { // more do not move it by a hundredth of its error
		sum, weights := 0.0, 0.0
		for _, pace := range paces {
			w := 1 / (4 + (pace-at)*(pace-at)/s.ofPlayer)
			sum, weights = sum+w*pace, weights+w
		}
		at = sum / weights
	}
	return at
}

// ends samples a possible end for each unfinished game.
func (s *sampler) ends() {
	for i := range s.plays {
		if s.plays[i].Finished {
			continue
		}
		mean, sd := s.end[i]-s.rest[i], math.Sqrt(s.s/s.weight[i])
		s.end[i] = mean + sd*tail(s.rng, (math.Log(s.plays[i].Seconds)-mean)/sd)
		s.rest[i] = s.end[i] - mean
	}
}

// tail samples from the normal distribution truncated to values above a (Christian
// Robert, Simulation of Truncated Normal Variables, Statistics and Computing 5, 1995).
func tail(rng *rand.Rand, a float64) float64 {
	if a < 0.5 {
		for {
			if v := rng.NormFloat64(); v > a {
				return v
			}
		}
	}
	rate := (a + math.Sqrt(a*a+4)) / 2
	for {
		v := a + rng.ExpFloat64()/rate
		if rng.Float64() <= math.Exp(-(v-rate)*(v-rate)/2) {
			return v
		}
	}
}

// drawFreedom samples the degrees of freedom with the weights integrated out; the weights
// are sampled next. The scale moves with them, by the ratio of the scales that fit best: in a
// long log another freedom at the same scale is next to impossible, and each chain would keep
// its first one.
func (s *sampler) drawFreedom() {
	best := func(freedom float64) float64 {
		scale := s.s
		for range 5 {
			sum := 0.0
			for _, r := range s.rest {
				sum += (freedom + 1) * r * r / (freedom + r*r/scale)
			}
			scale = sum / float64(len(s.rest))
		}
		return scale
	}
	now := s.s / best(s.freedom)
	logs, scales := make([]float64, len(freedoms)), make([]float64, len(freedoms))
	for k, f := range freedoms {
		a, _ := math.Lgamma((f + 1) / 2)
		b, _ := math.Lgamma(f / 2)
		scales[k] = now * best(f)
		logs[k] = float64(len(s.rest))*(a-b-math.Log(f*scales[k])/2) - math.Log(f)
		for _, r := range s.rest {
			logs[k] -= (f + 1) / 2 * math.Log1p(r*r/(f*scales[k]))
		}
	}
	most, sum := slices.Max(logs), 0.0
	for k := range logs {
		logs[k] = math.Exp(logs[k] - most)
		sum += logs[k]
	}
	u := s.rng.Float64() * sum
	for k, w := range logs {
		if u -= w; u <= 0 {
			s.freedom, s.s = freedoms[k], scales[k]
			return
		}
	}
}

// weights samples the weight of each residual: a t distribution is a scale mixture of
// normal ones.
func (s *sampler) weights() {
	shape := (s.freedom + 1) / 2
	for i, r := range s.rest {
		s.weight[i] = gamma(s.rng, shape) / ((s.freedom + r*r/s.s) / 2)
	}
}

// gamma samples from the gamma distribution with a shape of at least 1 (George Marsaglia
// and Wai Wan Tsang, A Simple Method for Generating Gamma Variables, ACM Transactions on
// Mathematical Software 26, 2000). Gonum's takes twice as long, and this is most of the
// work.
func gamma(rng *rand.Rand, shape float64) float64 {
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v *= v * v
		if u := rng.Float64(); u < 1-0.0331*x*x*x*x || math.Log(u) < x*x/2+d*(1-v+math.Log(v)) {
			return d * v
		}
	}
}

// effects samples the levels, or the paces, around their means, and accumulates them with
// a shift.
func (s *sampler) effects(e *effects, keep bool, shift float64, of []float64, by func(*Play) int32, variance float64, mean func(int) float64) {
	weights, sums := make([]float64, len(of)), make([]float64, len(of))
	for i := range s.plays {
		k := by(&s.plays[i])
		weights[k] += s.weight[i]
		sums[k] += s.weight[i] * (s.rest[i] + of[k])
	}
	moved := sums
	for k := range of {
		precision := weights[k]/s.s + 1/variance
		middle := (sums[k]/s.s + mean(k)/variance) / precision
		if keep {
			e.mean[k] += middle + shift
			e.square[k] += (middle + shift) * (middle + shift)
			e.variance[k] += 1 / precision
		}
		drawn := middle + s.rng.NormFloat64()/math.Sqrt(precision)
		moved[k], of[k] = drawn-of[k], drawn
	}
	if keep {
		e.n++
	}
	for i := range s.plays {
		s.rest[i] -= moved[by(&s.plays[i])]
	}
}

// coefficients samples the coefficients of learning, errors and hints together.
func (s *sampler) coefficients() {
	xx, xy := mat.NewSymDense(covariates, nil), mat.NewVecDense(covariates, nil)
	for i, x := range s.x {
		w := s.weight[i] / s.s
		y := s.rest[i]
		for k, b := range s.beta {
			y += b * float64(x[k])
		}
		for k := range x {
			xy.SetVec(k, xy.AtVec(k)+w*float64(x[k])*y)
			for j := range k + 1 {
				xx.SetSym(k, j, xx.At(k, j)+w*float64(x[k])*float64(x[j]))
			}
		}
	}
	// Weak priors bound coefficients that the plays do not determine: for learning 0 ± 0.3,
	// which is a factor of 4 from the first game to the hundredth, for the others 0 ± 1.
	for k, precision := range []float64{11, 1, 1} {
		xx.SetSym(k, k, xx.At(k, k)+precision)
	}
	var chol mat.Cholesky
	var mean mat.VecDense
	if !chol.Factorize(xx) || chol.SolveVecTo(&mean, xy) != nil {
		return
	}
	var upper mat.TriDense
	chol.UTo(&upper)
	noise := mat.NewVecDense(covariates, []float64{s.rng.NormFloat64(), s.rng.NormFloat64(), s.rng.NormFloat64()})
	if noise.SolveVec(&upper, noise) != nil {
		return
	}
	var moved [covariates]float64
	for k := range moved {
		b := mean.AtVec(k) + noise.AtVec(k)
		moved[k], s.beta[k] = b-s.beta[k], b
	}
	for i, x := range s.x {
		for k := range x {
			s.rest[i] -= moved[k] * float64(x[k])
		}
	}
}

// variance samples the variance of n values with this sum of squares. The standard
// deviation has a flat prior (Andrew Gelman, Prior Distributions for Variance Parameters
// in Hierarchical Models, Bayesian Analysis 1, 2006) up to 3, a factor of twenty in
// times: without that bound the posterior variance of three puzzles has no mean.
func (s *sampler) variance(squares, n float64) float64 {
	const most = 9
	for range 100 {
		if v := squares / 2 / gamma(s.rng, math.Max(1, (n-1)/2)); v < most {
			return v
		}
	}
	return most
}

// variances samples the three variances and the line, whose slope has the prior 1 ± 1,
// and shifts levels against paces.
func (s *sampler) variances(withLine bool) {
	squares := 0.0
	for i, r := range s.rest {
		squares += s.weight[i] * r * r
	}
	s.s = squares / 2 / gamma(s.rng, float64(len(s.rest))/2)

	n, mean, xx, xy := float64(len(s.level)), stat.Mean(s.level, nil), 0.0, 0.0
	lines := stat.Mean(s.line, nil)
	for p, x := range s.line {
		xx += (x - lines) * (x - lines)
		xy += (x - lines) * (s.level[p] - mean)
	}
	s.slope = 0
	if withLine {
		precision := xx/s.ofPuzzle + 1
		s.slope = (xy/s.ofPuzzle+1)/precision + s.rng.NormFloat64()/math.Sqrt(precision)
	}
	s.at = mean - s.slope*lines + s.rng.NormFloat64()*math.Sqrt(s.ofPuzzle/n)
	squares = 0
	for p, x := range s.line {
		d := s.level[p] - s.at - s.slope*x
		squares += d * d
	}
	s.ofPuzzle = s.variance(squares, n)

	squares = 0
	for _, pace := range s.pace {
		squares += pace * pace
	}
	players := float64(len(s.pace)) // with those left out, whose paces are drawn from the others' distribution
	s.ofPlayer = s.variance(squares, players)
	by := stat.Mean(s.pace, nil) + s.rng.NormFloat64()*math.Sqrt(s.ofPlayer/players)
	for j := range s.pace {
		s.pace[j] -= by
	}
	for p := range s.level {
		s.level[p] += by
	}
	s.at += by
}

// PlayTrial says how well a model of play predicts the plays of held-out players, or of
// held-out puzzles. In the shares, a game that was given up counts only in part, by the
// predicted probability that its full time is in the range.
type PlayTrial struct {
	PlayFit
	Pearson float64   `json:"pearson"` // of finished plays
	Slope   float64   `json:"slope"`   // of the logarithm of their time on its prediction; 1 is calibrated
	Fifths  []PlayFit `json:"fifths"`  // of the plays, by predicted time

	predicted, finished []float64 // logarithms of the times of finished plays
}

// PlayFit compares the times of some plays with their predicted distributions.
type PlayFit struct {
	Plays    int     `json:"plays"`
	Seconds  float64 `json:"predicted_seconds"` // geometric mean of the predicted medians
	Shorter  float64 `json:"shorter"`           // share below the predicted median
	Half     float64 `json:"half"`              // coverage of the 50% prediction intervals
	Nineteen float64 `json:"nineteen"`          // coverage of the 95% prediction intervals
}

// heldOut is the prediction of a held-out play.
type heldOut struct {
	at  float64 // predicted median of the logarithm of the time
	end float64 // predicted probability of a shorter time
	*Play
}

// within is the probability that the full time is in a range of the predicted
// distribution.
func (h *heldOut) within(low, high float64) float64 {
	if h.Finished {
		return indicator(low <= h.end && h.end <= high)
	}
	return math.Max(0, high-math.Max(low, h.end)) / (1 - math.Min(h.end, 1-1e-9))
}

func fitOf(plays []heldOut) (f PlayFit) {
	f.Plays = len(plays)
	n, at := float64(len(plays)), 0.0
	for i := range plays {
		h := &plays[i]
		at += h.at / n
		f.Shorter += h.within(0, 0.5) / n
		f.Half += h.within(0.25, 0.75) / n
		f.Nineteen += h.within(0.025, 0.975) / n
	}
	f.Seconds = math.Exp(at)
	return f
}

// TryPlays runs a five-fold cross-validation: five times it fits the model without a fifth of
// the players, or of the puzzles, and predicts their plays.
func TryPlays(ctx context.Context, plays []Play, byPuzzle bool, opt PlayOptions) (*PlayTrial, error) {
	const parts = 5
	part := func(p *Play) uint64 {
		k := uint64(p.Player)
		if byPuzzle {
			k = uint64(p.Puzzle)
		}
		return rand.NewPCG(opt.Seed, k).Uint64() % parts
	}
	plays, _ = firstPlays(plays)
	puzzles, players := sizes(plays)
	_, plays = misfits(plays, puzzles, players)
	var held []heldOut
	t := &PlayTrial{}
	for out := range uint64(parts) {
		var rest []Play
		for i := range plays {
			if part(&plays[i]) != out {
				rest = append(rest, plays[i])
			}
		}
		m, err := FitPlays(ctx, rest, opt)
		if err != nil {
			return nil, fmt.Errorf("fitting without a fifth of the plays: %w", err)
		}
		// A t distribution is a mixture of normal ones whose variances are divided by these.
		var weights []float64
		for k := range 25 {
			weights = append(weights, distuv.Gamma{Alpha: m.Freedom / 2, Beta: m.Freedom / 2}.Quantile((float64(k)+0.5)/25))
		}
		for i := range plays {
			if p := &plays[i]; part(p) == out {
				h := heldOut{Play: p}
				var variance float64
				h.at, variance = m.predict(p, opt.Predicted)
				for _, w := range weights {
					h.end += distuv.UnitNormal.CDF((math.Log(p.Seconds)-h.at)/math.Sqrt(variance+m.Spread.Value*m.Spread.Value/w)) / float64(len(weights))
				}
				held = append(held, h)
				if p.Finished {
					t.predicted, t.finished = append(t.predicted, h.at), append(t.finished, math.Log(p.Seconds))
				}
			}
		}
	}
	t.PlayFit = fitOf(held)
	slices.SortStableFunc(held, func(a, b heldOut) int { return cmp.Compare(a.at, b.at) })
	for k := range parts {
		t.Fifths = append(t.Fifths, fitOf(held[len(held)*k/parts:len(held)*(k+1)/parts]))
	}
	t.Pearson = stat.Correlation(t.predicted, t.finished, nil)
	_, t.Slope = stat.LinearRegression(t.predicted, t.finished, nil, false)
	return t, nil
}

// predict returns the median of the logarithm of a new time, and its variance apart from
// the residual. For a puzzle or a player without plays it uses the distribution of all.
func (m *PlayModel) predict(p *Play, predicted []float64) (at, variance float64) {
	if i := int(p.Puzzle); i < len(m.Puzzles) && m.Puzzles[i].Plays > 0 {
		at += math.Log(m.Puzzles[i].Seconds)
		variance += m.Puzzles[i].Error * m.Puzzles[i].Error
	} else {
		at += m.Level.Value
		if i < len(predicted) && predicted[i] > 0 && !math.IsNaN(m.mean) {
			at += m.Slope.Value * (math.Log(predicted[i]) - m.mean)
		}
		variance += m.PuzzleSpread.Value * m.PuzzleSpread.Value
	}
	from := math.Log(ReferenceGame)
	if j := int(p.Player); j < len(m.Players) && m.Players[j].Plays > 0 {
		at -= m.Players[j].Strength
		from = m.Players[j].experience
		sd := (m.Players[j].High - m.Players[j].Low) / (2 * 1.959964)
		variance += sd * sd
	} else {
		variance += m.PlayerSpread.Value * m.PlayerSpread.Value
	}
	if m.Game > 0 && p.Order > 0 {
		at += m.Learning.Value * (math.Log(p.Order) - from)
	}
	return at, variance
}
