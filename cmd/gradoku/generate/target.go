package generate

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
	"gradoku/grade"
)

// The flags of generate that say which puzzles are wanted.

func targetFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "rating", Usage: "accept only ratings in this range, for example 4.0-4.6; several with commas"},
		&urfave.StringFlag{Name: "level", Usage: "accept only these levels, for example hard or medium,hard"},
		&urfave.StringFlag{Name: "letter", Usage: "accept only these letters, for example E-G or EFG"},
		&urfave.StringFlag{Name: "scheme", Value: "printed", Usage: "which letters --letter means: printed or fitted"},
		&urfave.StringFlag{Name: "technique", Usage: "accept only puzzles whose path needs this technique, for example xy-wing: at some point nothing before it in the table helps; several with commas: all of them (gradoku list techniques)"},
		&urfave.StringFlag{Name: "only-techniques", Usage: "accept only puzzles whose path uses no technique but these, named with commas; the last cell of a house needs no mention"},
		&urfave.StringFlag{Name: "clues", Usage: "how many clues: 30 stops removing there, 22-25 accepts this range, -23 at most so many (default: remove all that can go)"},
		&urfave.StringFlag{Name: "pattern", Usage: "clues in exactly the cells that `FILE` marks, - for stdin: . and 0 are blanks, all else are clues; a puzzle serves as well"},
		&urfave.StringFlag{Name: "quota", Usage: "so many of each, instead of -n: gentle=200,medium=300,hard=100, or 1.0-2.0=50,2.1-3.0=50"},
		&urfave.StringFlag{Name: "search", Value: "auto", Usage: "where random puzzles seldom fit: walk (change clues step by step towards the target), reject (try random puzzles only), auto (walk if hardly any of a small sample fits)"},
	}
}

// targetNames are the flags that shape the puzzles of a run, besides those that
// generate has anyway.
func targetNames() []string {
	var names []string
	for _, f := range targetFlags() {
		names = append(names, f.Names()[0])
	}
	return names
}

// readTarget reads the flags of targetFlags into the options.
func readTarget(c *urfave.Context, opt *generate.Target) error {
	for _, read := range []func(*urfave.Context, *generate.Target) error{
		readPattern, ReadClues, readRatings, readLetters, readTechniques, readQuotas,
	} {
		if err := read(c, opt); err != nil {
			return err
		}
	}
	if _, err := generate.SearchByName(c.String("search")); err != nil {
		return cli.UsageError(err, cli.HelpAdvice(c))
	}
	return nil
}

func readPattern(c *urfave.Context, opt *generate.Target) error {
	path := c.String("pattern")
	if path == "" {
		return nil
	}
	text, err := readSmall(c, path)
	if err != nil {
		return err
	}
	cells, geo, err := generate.ParsePattern(text)
	if err != nil {
		return cli.DataError(fmt.Errorf("%s: %w", path, err), "one character for each cell: . or 0 for a blank, anything else for a clue")
	}
	if c.IsSet("size") && geo != opt.Geometry {
		return cli.UsageError(fmt.Errorf("%s is a pattern of %dx%d; --size says %d", path, geo.Size, geo.Size, opt.Geometry.Size), "drop --size")
	}
	opt.Pattern, opt.Geometry = cells, geo
	return nil
}

func ReadClues(c *urfave.Context, opt *generate.Target) error {
	clues, err := cli.FlagSpan(c, "clues", cli.Whole)
	if err != nil {
		return err
	}
	open := strings.HasSuffix(strings.TrimSpace(c.String("clues")), "-")
	opt.Clues, opt.CluesTo = clues.From, clues.To
	switch {
	case open:
		opt.CluesTo = opt.Geometry.Cells
	case clues.From == clues.To:
		opt.CluesTo = 0 // how one number has always been stored
	}
	return nil
}

func readRatings(c *urfave.Context, opt *generate.Target) error {
	var ratings []grade.Range
	if text := c.String("rating"); text != "" {
		for _, part := range strings.Split(text, ",") {
			r, err := cli.RatingRange(part)
			if err != nil {
				return cli.UsageError(fmt.Errorf("--rating: %w", err), "for example: --rating 4.0-4.6")
			}
			ratings = append(ratings, r)
		}
	}
	levels, err := cli.LevelRanges(c.String("level"))
	if err != nil {
		return err
	}
	if len(levels) == 0 || len(ratings) == 0 {
		opt.Criteria.Ratings = append(ratings, levels...)
		return nil
	}
	for _, r := range ratings {
		for _, l := range levels {
			if both := r.Intersect(l); !both.Empty() {
				opt.Criteria.Ratings = append(opt.Criteria.Ratings, both)
			}
		}
	}
	if len(opt.Criteria.Ratings) == 0 {
		return cli.UsageError(fmt.Errorf("no rating is in %s and of level %s", c.String("rating"), c.String("level")),
			"gradoku list levels shows the ratings of each level")
	}
	return nil
}

func readLetters(c *urfave.Context, opt *generate.Target) error {
	text := c.String("letter")
	if text == "" {
		return cli.SchemeAlone(c)
	}
	letters, err := cli.LetterSet(text)
	if err != nil {
		return cli.UsageError(fmt.Errorf("--letter: %w", err), "for example: --letter E-G")
	}
	scheme, err := grade.SchemeByName(c.String("scheme"))
	if err != nil {
		return cli.UsageError(err, "for example: --scheme fitted")
	}
	opt.Criteria.Letters, opt.Criteria.Scheme = letters, scheme.Name
	return nil
}

func readTechniques(c *urfave.Context, opt *generate.Target) error {
	for _, f := range []struct {
		name string
		into *[]string
	}{
		{"technique", &opt.Criteria.Uses},
		{"only-techniques", &opt.Criteria.Only},
	} {
		for _, id := range strings.Split(c.String(f.name), ",") {
			if id = strings.ToLower(strings.TrimSpace(id)); id != "" && !slices.Contains(*f.into, id) {
				*f.into = append(*f.into, id)
			}
		}
		// In one order, so that equal wishes are equal runs.
		slices.Sort(*f.into)
	}
	if _, err := grade.NewMatcher(opt.Criteria); err != nil {
		return cli.UsageError(err, "gradoku list techniques shows them with their ratings")
	}
	return nil
}

// readQuotas reads "hard=100,1.0-2.0=50".
func readQuotas(c *urfave.Context, opt *generate.Target) error {
	text := c.String("quota")
	if text == "" {
		return nil
	}
	for _, name := range []string{"n", "rating", "level"} {
		if c.IsSet(name) {
			return cli.UsageError(fmt.Errorf("--quota says how many of which ratings; %s besides it has no meaning", cli.Dashed(name)), "drop one of the two")
		}
	}
	for _, part := range strings.Split(text, ",") {
		q, err := cli.ReadQuota(strings.TrimSpace(part))
		if err != nil {
			return cli.UsageError(fmt.Errorf("--quota: %w", err), "for example: --quota gentle=200,medium=300,hard=100 or --quota 1.0-2.0=50,2.1-3.0=50")
		}
		opt.Quotas = append(opt.Quotas, q)
	}
	return nil
}

// maxPattern is more than any drawing of a pattern takes.
const maxPattern = 1 << 16

// readSmall reads a file, or stdin for "-". What is no file but looks like a
// puzzle is taken for the text itself.
func readSmall(c *urfave.Context, path string) (string, error) {
	var in io.Reader
	if path == "-" {
		r, stop := cli.UntilDone(c.Context, c.App.Reader)
		defer stop()
		in = r
	} else {
		f, err := os.Open(path)
		if err != nil {
			if cli.LooksLikePuzzle(path) {
				return path, nil
			}
			return "", cli.DataError(err, "name a file that can be read, or - for stdin")
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, maxPattern+1))
	if err == nil && len(text) > maxPattern {
		err = errors.New("it is too long for a pattern")
	}
	if err != nil {
		return "", cli.DataError(fmt.Errorf("reading %s: %w", path, err), "a pattern is as many characters as a puzzle has cells")
	}
	return string(text), nil
}
