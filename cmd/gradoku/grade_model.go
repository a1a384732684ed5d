package main

import (
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"gradoku/corpus"
	"gradoku/study"
)

func modelFlag() *cli.StringFlag {
	return &cli.StringFlag{
		Name: "model",
		Usage: "predict minutes with the model in `FILE`, of gradoku study fit; \"default\" is the one that comes with gradoku, " +
			"for everyday puzzles: the middle, and the range that half of such puzzles fall into; ? marks puzzles unlike those it knows",
	}
}

// predictor returns what --model asks for, nil for nothing.
func predictor(c *cli.Context) (*study.Predictor, error) {
	name := c.String("model")
	if name == "" {
		return nil, nil
	}
	if c.Bool("explain-next") {
		return nil, usageError(fmt.Errorf("--model and --explain-next exclude each other"), "choose one")
	}
	m, err := study.DefaultModel()
	if name != "default" {
		var text []byte
		if text, err = os.ReadFile(name); err != nil {
			return nil, dataError(err, "gradoku study fit -o FILE makes a model; --model default is the one that is built in")
		}
		if m, err = study.ReadModel(text); err != nil {
			return nil, dataError(fmt.Errorf("%s: %w", name, err), "gradoku study fit -o FILE makes a model")
		}
	}
	if err != nil {
		return nil, err
	}
	if m.Minutes() == 0 {
		return nil, dataError(fmt.Errorf("%s predicts %s in %s, not a time", name, m.Label, m.Unit), "fit it on a column of seconds or minutes")
	}
	return study.NewPredictor(m), nil
}

// predictionText writes "5.9 (5.0–6.6)", the middle and the quartiles.
func (g *graded) predictionText() string {
	if !g.predicted {
		return "–"
	}
	p := g.prediction
	mark := ""
	if p.Outside {
		mark = "?"
	}
	return fmt.Sprintf("%.1f (%.1f–%.1f)%s", p.Median, p.Low, p.High, mark)
}

// predictionValues are the same for JSON, in minutes.
func (g *graded) predictionValues() []corpus.Value {
	if !g.predicted {
		return []corpus.Value{
			corpus.Null("predicted_minutes"), corpus.Null("predicted_minutes_low"), corpus.Null("predicted_minutes_high"), corpus.Null("predicted_outside"),
		}
	}
	tenths := func(v float64) int { return int(10*v + 0.5) }
	return []corpus.Value{
		corpus.Tenths("predicted_minutes", tenths(g.prediction.Median)),
		corpus.Tenths("predicted_minutes_low", tenths(g.prediction.Low)),
		corpus.Tenths("predicted_minutes_high", tenths(g.prediction.High)),
		corpus.Bool("predicted_outside", g.prediction.Outside),
	}
}
