package draw

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	grading "gradoku/cmd/gradoku/grade"
	"gradoku/draw"
	"gradoku/grade"
)

// renderer is one form in which a page can be written.
type renderer struct {
	name  string // also the file's extension
	write func(p *draw.Page, w io.Writer, px int) error
}

// renderers lists them, the default first.
var renderers = [...]renderer{
	{"svg", (*draw.Page).SVG},
	{"png", (*draw.Page).PNG},
}

func Command(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "draw",
		Usage:     "draw one puzzle as SVG or PNG: plain, with candidates, solved, or one step of the way",
		ArgsUsage: "PUZZLE|FILE|-",
		UsageText: "gradoku draw 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. -o grid.svg\n" +
			"gradoku draw puzzle.txt --candidates --coordinates -o grid.png\n" +
			"gradoku draw puzzle.txt --step 12 --size-px 1200 -o step12.png\n" +
			"gradoku draw puzzle.txt --step 30 --ladder human -o step30.svg\n" +
			"gradoku export --limit 1 | gradoku draw - --solution > solved.svg",
		Description: "--step K shows the board before the K-th step of the way that gradoku grade --steps prints. Cells that\n" +
			"justify it are shaded, the digit placed stands on a disc, candidates eliminated are struck through.\n" +
			"The links of a chain are arrows, solid from a candidate that is false to one that then is true, dashed from\n" +
			"one that is true to one that then is false. --ladder human counts the steps of that ladder.\n" +
			"Clues are bold; digits of the solution are lighter and blue.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Value: "-", Usage: "write to `FILE`, - for stdout"},
			&urfave.StringFlag{Name: "format", Usage: "svg or png (default: by the file's extension; svg on stdout)"},
			&urfave.BoolFlag{Name: "candidates", Usage: "write the candidates into the blanks"},
			&urfave.BoolFlag{Name: "solution", Usage: "write the solution's digits into the blanks"},
			&urfave.IntFlag{Name: "step", Usage: "show the `K`-th step, from 1, with candidates and a sentence that explains it"},
			grading.LadderFlag(),
			&urfave.BoolFlag{Name: "coordinates", Usage: "write r1, r2, ... and c1, c2, ... at the margins"},
			&urfave.IntFlag{Name: "size-px", Usage: fmt.Sprintf("make the picture `N` pixels wide (default: %d per cell)", draw.DefaultCell)},
			cli.QuietFlag(nil),
		},
		Action: func(c *urfave.Context) error { return drawAction(c, s) },
	}
}

func drawAction(c *urfave.Context, s cli.Streams) error {
	if err := checkDraw(c); err != nil {
		return err
	}
	path := c.String("o")
	r, err := rendererFor(c.String("format"), path)
	if err != nil {
		return err
	}
	src, err := onePuzzle(c, s)
	if err != nil {
		return err
	}
	page, err := picture(c, src)
	if err != nil {
		return err
	}
	// Rendering first tells a wrong width from a full disk.
	var image strings.Builder
	if err := r.write(page, &image, c.Int("size-px")); err != nil {
		return cli.UsageError(fmt.Errorf("--size-px: %w", err), "leave it out for a width that fits")
	}
	write := func(w io.Writer) error {
		_, err := io.WriteString(w, image.String())
		return err
	}
	if path == "-" {
		return write(s.Out)
	}
	if err := cli.ToFile(path, write); err != nil {
		return err
	}
	cli.TalkTo(s.Err, c.Bool("quiet"))("%s drawn to %s as %s", page.Title, path, r.name)
	return nil
}

// checkDraw refuses flags that contradict each other.
func checkDraw(c *urfave.Context) error {
	if c.NArg() > 1 {
		return severalPuzzles()
	}
	if _, err := grading.HumanLadder(c); err != nil {
		return err
	}
	if c.Bool("solution") && (c.Bool("candidates") || c.IsSet("step")) {
		return cli.UsageError(fmt.Errorf("--solution leaves no blank for --candidates or --step"), "draw two pictures")
	}
	if c.IsSet("step") && c.Int("step") < 1 {
		return cli.UsageError(fmt.Errorf("--step is %d; steps count from 1", c.Int("step")), "gradoku grade --steps lists them")
	}
	if c.IsSet("size-px") && c.Int("size-px") < 1 {
		return cli.UsageError(fmt.Errorf("--size-px is %d; it must be at least 1", c.Int("size-px")), "for example: --size-px 600")
	}
	return nil
}

func severalPuzzles() error {
	return cli.UsageError(fmt.Errorf("draw makes a picture of one puzzle, but was given several"), "call it once for each")
}

// rendererFor returns the renderer that was named, or that of the extension.
func rendererFor(name, path string) (renderer, error) {
	what := fmt.Sprintf("there is no format %q", name)
	if name == "" {
		if path == "-" {
			return renderers[0], nil
		}
		ext := filepath.Ext(path)
		name = strings.TrimPrefix(ext, ".")
		what = fmt.Sprintf("%s: the extension %q names no format", path, ext)
	}
	for _, r := range renderers {
		if strings.EqualFold(r.name, name) {
			return r, nil
		}
	}
	return renderer{}, cli.UsageError(fmt.Errorf("%s", what), "use .svg or .png, or say --format svg or --format png")
}

// onePuzzle reads the only puzzle of the input.
func onePuzzle(c *urfave.Context, s cli.Streams) (cli.Source, error) {
	var one cli.Source
	count := 0
	for src, err := range cli.PuzzlesOf(c, s) {
		if err != nil {
			return cli.Source{}, err
		}
		if count++; count > 1 {
			return cli.Source{}, severalPuzzles()
		}
		one = src
	}
	if count == 0 {
		return cli.Source{}, cli.DataError(fmt.Errorf("there is no puzzle in the input"), cli.HelpAdvice(c))
	}
	return one, nil
}

// picture works out what is to be seen. Only the solution and steps ask for a
// proper puzzle; anything else can be drawn as it is.
func picture(c *urfave.Context, src cli.Source) (*draw.Page, error) {
	puzzle := &src.Record.Puzzle
	o := draw.Options{Candidates: c.Bool("candidates"), Coordinates: c.Bool("coordinates")}
	k := c.Int("step")
	if !c.Bool("solution") && k == 0 {
		return draw.New(puzzle, o), nil
	}
	human, err := grading.HumanLadder(c)
	if err != nil {
		return nil, err
	}
	g, err := new(grading.Workspaces).Climb(puzzle, human, k > 0)
	if err != nil {
		return nil, cli.DataError(cli.Placed(&src, err),
			"--solution and --step need a puzzle with exactly one solution; without them any can be drawn")
	}
	if c.Bool("solution") {
		o.Solution = &g.Solution
		return draw.New(puzzle, o), nil
	}
	if k > len(g.Steps) {
		return nil, noStep(k, g)
	}
	o.Path = g.Steps[:k]
	return draw.New(puzzle, o), nil
}

// noStep says how many steps there are instead.
func noStep(k int, g grading.Graded) error {
	advice := "gradoku grade --steps lists them"
	switch {
	case len(g.Steps) == 0:
		return cli.UsageError(fmt.Errorf("--step is %d, but nothing is blank in this puzzle", k), "leave --step out")
	case g.Grade.Level == grade.Beyond:
		advice += "; there the budget of the search ended"
	}
	return cli.UsageError(fmt.Errorf("--step is %d, but this puzzle has %d steps", k, len(g.Steps)), advice)
}
