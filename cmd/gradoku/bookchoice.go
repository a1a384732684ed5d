package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/book"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/pipeline"
	"gradoku/store"
)

// bookWish reads the flags that say which puzzles a book has.
func bookWish(c *cli.Context) (book.Choice, error) {
	wish := book.Choice{Order: c.String("order"), Seed: uint64(c.Int64("seed"))}
	if !slices.Contains(book.Orders, wish.Order) {
		return wish, usageError(fmt.Errorf("there is no order %q", wish.Order), "use "+strings.Join(book.Orders, ", "))
	}
	for _, name := range []string{"again", "run", "max-tries", "n"} {
		if c.IsSet(name) && c.Int64(name) < 1 {
			return wish, usageError(fmt.Errorf("%s is %d; it must be at least 1", dashed(name), c.Int64(name)), helpAdvice(c))
		}
	}
	if c.Int64("seed") < 0 {
		return wish, usageError(fmt.Errorf("--seed is %d; it must not be negative", c.Int64("seed")), helpAdvice(c))
	}
	if err := oneSource(c); err != nil {
		return wish, err
	}
	filter, err := exportFilter(c)
	if err != nil {
		return wish, err
	}
	filter.NeverExported = !c.Bool("reuse")
	wish.Filter = filter
	switch {
	case c.IsSet("quota"):
		wish.Quotas, err = quotas(c)
	case c.IsSet("n"):
		wish.Quotas = []book.Quota{{Size: c.Int("size"), N: c.Int("n")}}
		_, err = geometryOf(c)
	}
	return wish, err
}

// oneSource refuses several ways to say which puzzles, and none.
func oneSource(c *cli.Context) error {
	var given []string
	for _, name := range []string{"quota", "n", "again"} {
		if c.IsSet(name) {
			given = append(given, dashed(name))
		}
	}
	switch {
	case len(given) == 0:
		return usageError(fmt.Errorf("say which puzzles the book shall have"), "for example: --quota gentle=60,easy=60, or -n 100")
	case len(given) > 1:
		return usageError(fmt.Errorf("%s and %s both say which puzzles the book has", given[0], given[1]), "drop one of the two")
	case c.IsSet("quota") && c.IsSet("level"):
		return usageError(fmt.Errorf("--quota names the levels, --level too"), "drop one of the two")
	}
	return nil
}

// quotas reads "gentle=60,4x4=40,6x6:easy=20".
func quotas(c *cli.Context) ([]book.Quota, error) {
	geo, err := geometryOf(c)
	if err != nil {
		return nil, err
	}
	var all []book.Quota
	const advice = "for example: --quota gentle=60,easy=60 or --quota 4x4=40,6x6:easy=20"
	for _, item := range strings.Split(c.String("quota"), ",") {
		what, number, ok := strings.Cut(strings.TrimSpace(item), "=")
		if !ok {
			return nil, usageError(fmt.Errorf("--quota: %q does not say how many", item), advice)
		}
		q := book.Quota{Size: geo.Size}
		if q.N, err = whole(number); err != nil {
			return nil, usageError(fmt.Errorf("--quota: %w", err), advice)
		}
		if err := quotaOf(&q, what); err != nil {
			return nil, err
		}
		for _, o := range all {
			if o.Size == q.Size && (o.Level == q.Level || o.Level == "" || q.Level == "") {
				return nil, usageError(fmt.Errorf("--quota: %q asks again for puzzles that another part asks for", item), "name each level of a size once")
			}
		}
		all = append(all, q)
	}
	return all, nil
}

// quotaOf reads "easy", "6x6" or "6x6:easy".
func quotaOf(q *book.Quota, what string) error {
	size, level, both := strings.Cut(what, ":")
	if !both && size != "" && size[0] >= '0' && size[0] <= '9' {
		both = true
	} else if !both {
		size, level = "", what
	}
	if both {
		n, err := sizeNamed(size)
		if err != nil {
			return usageError(fmt.Errorf("--quota: %w", err), "for example: 6x6:easy=20")
		}
		q.Size = n
	}
	if level == "" && both {
		return nil
	}
	names, err := levelNames(level)
	if err != nil {
		return err
	}
	if len(names) != 1 {
		return usageError(fmt.Errorf("--quota: a part names no level and no size"), "for example: --quota easy=60")
	}
	q.Level = names[0]
	return nil
}

// chooseForBook takes the puzzles, making what is lacking on request.
func chooseForBook(c *cli.Context, s streams, db *store.DB, wish book.Choice) ([]book.Section, error) {
	if c.IsSet("again") {
		sections, err := book.Recorded(c.Context, db, c.Int64("again"), wish.Order, wish.Seed)
		if err == nil && len(sections) == 0 {
			err = dataError(fmt.Errorf("%s has no puzzles of an export %d", db.Path(), c.Int64("again")), "each book and export says its number when it is written")
		}
		return sections, err
	}
	sections, short, err := book.Choose(c.Context, db, wish)
	if err == nil && len(short) > 0 && c.Bool("generate-missing") {
		if err := makeMissing(c, s, db, wish, short); err != nil {
			return nil, err
		}
		sections, short, err = book.Choose(c.Context, db, wish)
	}
	if err != nil {
		if errors.Is(err, store.ErrFilter) {
			err = usageError(err, helpAdvice(c))
		}
		return nil, err
	}
	if len(short) > 0 {
		return nil, tooFew(db, c, short)
	}
	return sections, nil
}

// tooFew says what the database lacks.
func tooFew(db *store.DB, c *cli.Context, short []book.Shortage) error {
	var parts []string
	for _, q := range short {
		parts = append(parts, fmt.Sprintf("%s (there are %d)", q.Quota, q.Have))
	}
	unused := " that no export has"
	if c.Bool("reuse") {
		unused = ""
	}
	return dataError(fmt.Errorf("%s has too few puzzles%s: the book wants %s", db.Path(), unused, strings.Join(parts, "; ")),
		"add --generate-missing, ask for fewer, relax the filters, or take used ones too with --reuse")
}

// recipe is how puzzles of a level are made soonest: where clues are left that
// could go, easy puzzles are frequent.
type recipe struct {
	size  int // from this one on
	level string
	clues float64 // the share of cells that keep their clue
}

// recipes; what none of them is about comes from taking out all clues that can
// go. On 9x9, three puzzles in four with 34 clues are gentle and six in ten with
// 28 are easy; of minimal ones 2 % and 45 %. On 4x4 there are but 36 different
// minimal puzzles, all gentle, so that clues must stay for a book.
var recipes = [...]recipe{{4, "Gentle", 0.42}, {9, "Easy", 0.35}}

// cluesFor applies them.
func cluesFor(geo *board.Geometry, level string) int {
	if level == "" && geo.Size == 4 {
		level = "Gentle"
	}
	for _, r := range recipes {
		if r.level == level && geo.Size >= r.size {
			return int(r.clues * float64(geo.Cells))
		}
	}
	return 0
}

// makeMissing generates into the database until the quotas can be met.
func makeMissing(c *cli.Context, s streams, db *store.DB, wish book.Choice, short []book.Shortage) error {
	seed := c.Int64("seed")
	if !c.IsSet("seed") {
		seed = rand.Int64N(1 << 53)
	}
	for _, q := range short {
		if err := makeQuota(c, s, db, wish, q, seed); err != nil {
			return err
		}
	}
	return nil
}

// makeQuota makes puzzles for one quota, by the batch, and counts after each what
// is still lacking. It ends by the stop rule.
func makeQuota(c *cli.Context, s streams, db *store.DB, wish book.Choice, q book.Shortage, seed int64) error {
	opt, err := missingOptions(c, q.Quota)
	if err != nil {
		return err
	}
	say := talkTo(s.err, c.Bool("quiet"))
	say("making %s: there are %d of them; seed %d", q.Quota, q.Have, seed)
	one := wish
	one.Quotas = []book.Quota{q.Quota}
	have, fruitless, target := q.Have, int64(0), int64(0)
	for have < q.N {
		target += int64(max(64, 2*(q.N-have)))
		run, err := db.BeginRun(c.Context, store.Run{
			Command: pipeline.Command, Options: pipeline.EncodeOptions(pipeline.Options{Options: opt}), Seed: seedFor(seed, opt), Version: version, Target: target,
		})
		if err != nil {
			return err
		}
		if run.State == store.Done {
			target = run.Accepted // of a call before: go on behind it
			continue
		}
		before := run.Next
		run, err = pipeline.Run(c.Context, db, run, pipeline.Config{
			Options: pipeline.Options{Options: opt}, Workers: runtime.NumCPU(), Patience: max(1, c.Int64("max-tries")-fruitless),
		})
		if err != nil {
			if errors.Is(err, context.Canceled) {
				return &problem{exitInterrupted, fmt.Errorf("interrupted: %d of %s are there; no book was written", have, q.Quota), "the same command goes on"}
			}
			return err
		}
		now, err := countQuota(c.Context, db, one)
		if err != nil {
			return err
		}
		fruitless += run.Next - before
		if now > have {
			fruitless = 0
		}
		have = now
		if have < q.N && (run.State == store.Exhausted || fruitless >= c.Int64("max-tries")) {
			return &problem{
				exitExhausted, fmt.Errorf("gave up with %d of %s: %s tries in a row brought none that was lacking; no book was written",
					have, q.Quota, grouped(max(fruitless, run.Next-run.Last-1))),
				"what was made is kept; ask for fewer, relax the filters, or search longer with a larger --max-tries",
			}
		}
	}
	return nil
}

// seedFor is a seed for each kind of puzzles: with one for all, a puzzle with few
// clues would be a part of one with many.
func seedFor(seed int64, opt generate.Options) int64 {
	h := fnv.New64a()
	h.Write([]byte(pipeline.EncodeOptions(pipeline.Options{Options: opt})))
	return int64((uint64(seed) + h.Sum64()) & (1<<53 - 1)) // what a JSON number carries exactly
}

// countQuota is how many puzzles a quota finds, up to what it asks for.
func countQuota(ctx context.Context, db *store.DB, one book.Choice) (int, error) {
	f := one.Filter
	f.Size = one.Quotas[0].Size
	if level := one.Quotas[0].Level; level != "" {
		f.Levels = []string{level}
	}
	n, err := db.CountPuzzles(ctx, f)
	return min(int(n), one.Quotas[0].N), err
}

// missingOptions says how to make puzzles of a quota. What can be asked of the
// generator is; other filters sort out what it makes.
func missingOptions(c *cli.Context, q book.Quota) (generate.Options, error) {
	geo, err := board.ForSize(q.Size)
	if err != nil {
		return generate.Options{}, usageError(err, helpAdvice(c))
	}
	sym, err := board.SymmetryByName("none")
	if name := c.String("symmetry"); name != "" {
		sym, err = board.SymmetryByName(name)
	}
	if err != nil {
		return generate.Options{}, usageError(err, "gradoku list symmetries tells more")
	}
	opt := generate.Options{Geometry: geo, Symmetry: sym, Minimal: c.Bool("minimal")}
	if q.Level != grade.Beyond && !opt.Minimal && !c.IsSet("clues") {
		opt.Clues = cluesFor(geo, q.Level)
	}
	if _, err := generate.New(opt); err != nil {
		return opt, usageError(err, "change --symmetry")
	}
	return opt, nil
}
