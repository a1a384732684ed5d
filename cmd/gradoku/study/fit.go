package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/predict"
	"gradoku/study"
)

func studyFitCommand(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "fit",
		Usage:     "fit a model that predicts times, for gradoku grade --model",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study fit times.tsv --label seconds -o model.json\n" +
			"gradoku grade --model model.json puzzles.txt",
		Description: "A ridge regression of the logarithm of the label. Prints how well it predicts puzzles that it was not\n" +
			"fitted on: seeded cross-validation and random halves. -o keeps the coefficients, which hold no puzzle.",
		Flags: append(collectFlags(),
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write the model to `FILE`, - for stdout"},
			&urfave.StringFlag{Name: "source", Usage: "what the puzzles and times are, for the model's `TEXT` about itself"},
			&urfave.GenericFlag{Name: "caution", Value: new(sentences), Usage: "what the model cannot say, as a `SENTENCE` kept in it; may be repeated"},
			&urfave.IntFlag{Name: "folds", Value: study.DefaultFit.Folds, Usage: "parts of a cross-validation"},
			&urfave.IntFlag{Name: "repeats", Value: study.DefaultFit.Repeats, Usage: "cross-validations, each with other parts"},
			&urfave.IntFlag{Name: "halves", Value: study.DefaultFit.Halves, Usage: "random halves to fit on, the other half to try on"},
		),
		Action: func(c *urfave.Context) error { return studyFitAction(c, s) },
	}
}

// sentences is a flag that may be repeated. Unlike a list of names it is not cut at
// commas.
type sentences []string

// Set adds one.
func (s *sentences) Set(sentence string) error {
	*s = append(*s, sentence)
	return nil
}

func (s *sentences) String() string { return strings.Join(*s, " ") }

func studyFitAction(c *urfave.Context, s cli.Streams) error {
	if len(c.StringSlice("label")) != 1 {
		return cli.UsageError(errors.New("--label must be given once"), "name the column with the times, for example --label seconds")
	}
	if c.Int("folds") < 2 || c.Int("repeats") < 1 || c.Int("halves") < 2 {
		return cli.UsageError(errors.New("--folds and --halves must be at least 2, --repeats at least 1"), cli.HelpAdvice(c))
	}
	col, src, err := collect(c, s)
	if err != nil {
		return err
	}
	m, err := col.Fit(c.Context, 0, study.FitOptions{Folds: c.Int("folds"), Repeats: c.Int("repeats"), Halves: c.Int("halves"), Seed: c.Uint64("seed")})
	if c.Context.Err() != nil {
		return c.Context.Err()
	}
	if err != nil {
		return cli.DataError(err, "a model needs puzzles of 9x9 with a time each")
	}
	introduce(m, src, c.String("source"))
	m.Limits = append(m.Limits, *c.Generic("caution").(*sentences)...)
	out := s.Out
	if c.String("o") == "-" {
		out = s.Err
	}
	for _, line := range append(m.Sentences(), m.Limits...) {
		fmt.Fprintln(out, line)
	}
	write := func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		return e.Encode(m)
	}
	switch path := c.String("o"); path {
	case "":
	case "-":
		err = write(s.Out)
	default:
		err = cli.ToFile(path, write)
	}
	if err != nil {
		return err
	}
	return src.bad.Err("")
}

// introduce fills in what a model says of itself.
func introduce(m *predict.Model, src *sources, source string) {
	var names, sums []string
	for _, p := range src.provenance {
		names = append(names, p[0])
		if sum, ok := strings.CutPrefix(p[1], "sha256 "); ok {
			sums = append(sums, sum)
		}
	}
	if source == "" {
		source = strings.Join(names, ", ")
	}
	m.Trained.Source, m.Trained.SHA256 = source, strings.Join(sums, " ")
	for _, unit := range []string{"second", "minute"} {
		if strings.Contains(strings.ToLower(m.Label), unit) {
			m.Unit = unit + "s"
		}
	}
	m.Limits = append(m.Limits,
		fmt.Sprintf("It says nothing about puzzles rated outside %.1f to %.1f, about sizes other than 9x9, and about people other than those it was trained on.", m.Trained.RatingLow, m.Trained.RatingHigh))
}
