package study

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"strings"
	"sync"

	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/predict"
)

// Measurement is a puzzle with the values of all metrics.
type Measurement struct {
	Item
	Key      [16]byte  // of the canonical form
	Values   []float64 // NaN where unknown
	Excluded string    // why it was not measured, "" when it was
	Steps    []MeasuredStep
	Waves    []grade.Wave

	subject predict.Subject
}

// MeasuredStep is a step of the rater's solution, and what could have been placed
// instead.
type MeasuredStep struct {
	grade.Step
	Before grade.Choice
}

// MeasureOptions say what to measure.
type MeasureOptions struct {
	Runs    int // random solves for each puzzle, DefaultRuns for 0
	Seed    uint64
	Workers int  // 0 for one on each processor
	Steps   bool // also the steps, for the puzzle as given
	Waves   bool // also the waves (rounds of simultaneous placements), for the puzzle as given
}

// slowMetrics take milliseconds for each puzzle; reports do not use them.
var slowMetrics = []predict.Metric{
	{Key: "human_score", Name: "score on the technique order for people", Plain: "score", About: "HoDoKu's scores of the techniques on the technique order for people, summed", Source: "Bernhard Hobiger, HoDoKu 2.2 (2012)"},
	{Key: "human_level", Name: "level on the technique order for people", Plain: "level", About: "1 Easy to 5 Extreme, from the hardest step and the score", Source: "Bernhard Hobiger, HoDoKu 2.2 (2012)"},
	{Key: "path_score", Name: "HoDoKu's score of the rater's path", Plain: "score", About: "HoDoKu's scores of the steps that the rater takes, summed", Source: "Bernhard Hobiger, HoDoKu 2.2 (2012)"},
	{Key: "choices", Name: "choices per step", Plain: "cells", About: "cells that singles can fill, a mean over the steps of the rater's solution"},
	{Key: "choices_least", Name: "fewest choices", Plain: "cells", About: "the same of the step with the fewest"},
	{Key: "backdoor", Name: "backdoor to singles", Plain: "cells", About: "true digits after which singles solve the rest; 3 for more than 2", Source: "Ryan Williams, Carla Gomes and Bart Selman, IJCAI 2003"},
	{Key: "trial", Name: "depth of trial and error", Plain: "depth", About: "0 for singles, 1 when contradictions by singles strike out enough, 2 for more", Source: "Denis Berthier, Constraint Resolution Theories (2011)"},
}

// allMetrics is the table of metrics with those that take longer, and the shares of steps
// that a model reads.
var allMetrics = sync.OnceValue(func() []predict.Metric {
	all := append(Metrics(), slowMetrics...)
	for _, f := range predict.Features() {
		if f.Metric() != "" {
			continue
		}
		all = append(all, predict.Metric{
			Key: f.Name, Name: f.Name, Plain: "part of the steps", About: "steps that are " + grade.Techniques()[f.Row].Name + ", as a part of all steps of the rater's solution",
			Of: f.Of,
		})
	}
	return all
})

// Measure measures the items in order, as they arrive. Which worker measures a puzzle
// makes no difference. Unreadable items are yielded with their error.
func Measure(ctx context.Context, items iter.Seq2[Item, error], opt MeasureOptions) iter.Seq2[Measurement, error] {
	fast := len(Metrics())
	shares := fast + len(slowMetrics)
	worker := func() measurer {
		measure, slow := newMeasurer(ctx, cmp.Or(opt.Runs, DefaultRuns), opt.Seed, false), slowMeasurer(ctx, opt)
		return func(item Item) Measurement {
			m := measure(item)
			if m.Excluded != "" {
				return m
			}
			add := func(metrics []predict.Metric) {
				for _, metric := range metrics {
					m.Values = append(m.Values, metric.Of(&m.subject))
				}
			}
			add(allMetrics()[:fast])
			slow(&m)
			add(allMetrics()[shares:])
			return m
		}
	}
	return measureAll(ctx, items, opt.Workers, worker)
}

// slowMeasurer returns a worker that adds the values of slowMetrics, in their order, and
// the steps and the waves.
func slowMeasurer(ctx context.Context, opt MeasureOptions) func(m *Measurement) {
	var graders grade.Graders
	return func(m *Measurement) {
		s := &m.subject
		gr := graders.Of(s.Puzzle.Geometry())
		gr.Stop = func() bool { return ctx.Err() != nil }
		human := gr.Human(&s.Puzzle)
		level := float64(human.Level)
		if human.AtLeast {
			level = math.NaN()
		}
		score := 0
		for i, t := range grade.Techniques() {
			score += int(s.Grade.Uses[i]) * t.Score
		}
		_, path, choices := gr.PathChoices(&s.Puzzle)
		mean, least := 0.0, math.NaN()
		for _, c := range choices {
			n := float64(len(c.Box) + len(c.Line) + len(c.Naked))
			mean += n / float64(len(path))
			if !(n >= least) {
				least = n
			}
		}
		d := gr.BeyondSingles(&s.Puzzle)
		m.Values = append(m.Values, float64(human.Score), level, float64(score), mean, least, float64(d.Backdoor), float64(d.Trial))
		if opt.Steps {
			_, list, before := gr.PathChoices(&m.Puzzle)
			for i := range list {
				m.Steps = append(m.Steps, MeasuredStep{list[i], before[i]})
			}
		}
		if opt.Waves {
			m.Waves = gr.Waves(&m.Puzzle)
		}
	}
}

// Row returns the measurement as a row of a table: the fields of the file, then every
// metric at full precision.
func (m *Measurement) Row() corpus.Row {
	row := corpus.Row{Puzzle: m.Puzzle.String(), Values: []corpus.Value{m.keyed()}}
	for _, f := range m.Labels {
		row.Values = append(row.Values, corpus.Text("label_"+f.Name, f.Value))
	}
	for i, metric := range allMetrics() {
		row.Values = append(row.Values, corpus.Float(metric.Key, m.Values[i]))
	}
	return row
}

// keyed is the column that identifies the puzzle in all tables.
func (m *Measurement) keyed() corpus.Value { return corpus.Text("key", fmt.Sprintf("%x", m.Key)) }

// StepRows returns a row for each step, as [Dictionary] describes it.
func (m *Measurement) StepRows() []corpus.Row {
	var rows []corpus.Row
	for i, s := range m.Steps {
		rows = append(rows, corpus.Row{Puzzle: m.Puzzle.String(), Values: []corpus.Value{
			m.keyed(), corpus.Int("step", i+1), corpus.Int("blanks", s.Before.Blanks), corpus.Text("technique", s.Technique), corpus.Tenths("rating", s.Rating),
			m.list("placed", placed(&s.Step)), m.list("eliminated", s.Eliminate),
			corpus.Int("choices", len(s.Before.Box)+len(s.Before.Line)+len(s.Before.Naked)),
			m.list("box_singles", s.Before.Box), m.list("line_singles", s.Before.Line), m.list("naked_singles", s.Before.Naked),
		}})
	}
	return rows
}

// WaveRows returns a row for each wave, as [Dictionary] describes it.
func (m *Measurement) WaveRows() []corpus.Row {
	var rows []corpus.Row
	for i, w := range m.Waves {
		step := grade.Step{}
		if w.Step != nil {
			step = *w.Step
		}
		rows = append(rows, corpus.Row{Puzzle: m.Puzzle.String(), Values: []corpus.Value{
			m.keyed(), corpus.Int("wave", i+1), corpus.Int("blanks", w.Blanks), corpus.Int("choices", len(w.Full)+len(w.Box)+len(w.Line)+len(w.Naked)),
			m.list("last_blanks", w.Full), m.list("box_singles", w.Box), m.list("line_singles", w.Line), m.list("naked_singles", w.Naked),
			corpus.Text("technique", step.Technique), corpus.Tenths("rating", step.Rating), m.list("placed", placed(&step)), m.list("eliminated", step.Eliminate),
		}})
	}
	return rows
}

// placed returns what a step places, if anything.
func placed(s *grade.Step) []grade.Candidate {
	if s.Place.Digit == 0 {
		return nil
	}
	return []grade.Candidate{s.Place}
}

// list writes candidates as "r1c2=3 r4c5=6".
func (m *Measurement) list(key string, candidates []grade.Candidate) corpus.Value {
	geo := m.Puzzle.Geometry()
	return corpus.Text(key, strings.Join(text.Each(candidates, func(c grade.Candidate) string {
		return geo.CellName(c.Cell) + "=" + c.Digit.String()
	}), " "))
}
