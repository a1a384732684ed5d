package book

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/book"
	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
	"gradoku/store"
)

// bookWish reads the flags that say which puzzles a book has.
func bookWish(c *urfave.Context, criteria *cli.Criteria) (book.Choice, error) {
	wish := book.Choice{Order: c.String("order"), Seed: uint64(c.Int64("seed"))}
	if !slices.Contains(book.Orders, wish.Order) {
		return wish, cli.UsageError(fmt.Errorf("there is no order %q", wish.Order), "use "+strings.Join(book.Orders, ", "))
	}
	for _, name := range []string{"again", "run", "max-tries", "n"} {
		if c.IsSet(name) && c.Int64(name) < 1 {
			return wish, cli.UsageError(fmt.Errorf("%s is %d; it must be at least 1", cli.Dashed(name), c.Int64(name)), cli.HelpAdvice(c))
		}
	}
	if c.Int64("seed") < 0 {
		return wish, cli.UsageError(fmt.Errorf("--seed is %d; it must not be negative", c.Int64("seed")), cli.HelpAdvice(c))
	}
	if err := oneSource(c); err != nil {
		return wish, err
	}
	filter, err := cli.ExportFilter(c, criteria)
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
		_, err = cli.Geometry(c.Int("size"))
	}
	return wish, err
}

// oneSource refuses several ways to say which puzzles, and none.
func oneSource(c *urfave.Context) error {
	var given []string
	for _, name := range []string{"quota", "n", "again"} {
		if c.IsSet(name) {
			given = append(given, cli.Dashed(name))
		}
	}
	switch {
	case len(given) == 0:
		return cli.UsageError(fmt.Errorf("say which puzzles the book shall have"), "for example: --quota gentle=60,easy=60, or -n 100")
	case len(given) > 1:
		return cli.UsageError(fmt.Errorf("%s and %s both say which puzzles the book has", given[0], given[1]), "drop one of the two")
	case c.IsSet("quota") && c.IsSet("level"):
		return cli.UsageError(fmt.Errorf("--quota names the levels, --level too"), "drop one of the two")
	case c.IsSet("run") && c.Bool("generate-missing"):
		return cli.UsageError(fmt.Errorf("--run takes puzzles of one run, and --generate-missing makes a run of its own"), "drop one of the two")
	case !c.IsSet("again"):
		return nil
	}
	// What --again takes is settled, and a filter that is not heeded would mislead.
	for _, name := range []string{"size", "level", "rating", "letter", "scheme", "clues", "technique", "only-techniques", "symmetry", "minimal", "logic", "run", "generate-missing"} {
		if c.IsSet(name) {
			return cli.UsageError(fmt.Errorf("--again takes all puzzles of an export; %s cannot choose among them", cli.Dashed(name)), "drop one of the two")
		}
	}
	return nil
}

// quotas reads "gentle=60,4x4=40,6x6:easy=20,2.9-3.4=10".
func quotas(c *urfave.Context) ([]book.Quota, error) {
	geo, err := cli.Geometry(c.Int("size"))
	if err != nil {
		return nil, err
	}
	var parts []string
	for part := range strings.SplitSeq(c.String("quota"), ",") {
		what, _, ok := strings.Cut(part, "=")
		if size, err := generate.ParseSize(strings.TrimSpace(what)); ok && err == nil { // here 4=40 has always meant 4x4=40
			part = fmt.Sprintf("%dx%d", size, size) + strings.TrimPrefix(part, what)
		}
		parts = append(parts, part)
	}
	read, err := generate.ParseQuotas(strings.Join(parts, ","))
	if err != nil {
		return nil, cli.UsageError(fmt.Errorf("--quota: %w", err), "for example: --quota gentle=60,easy=60 or --quota 4x4=40,6x6:easy=20")
	}
	var all []book.Quota
	for i, q := range read {
		for _, o := range read[:i] {
			same := o.Any() || q.Any() || o.Level != "" && o.Level == q.Level || !o.Range.Intersect(q.Range).Empty()
			if cmp.Or(o.Size, geo.Size) == cmp.Or(q.Size, geo.Size) && same {
				return nil, cli.UsageError(fmt.Errorf("--quota: %q asks again for puzzles that another part asks for", strings.Split(c.String("quota"), ",")[i]), "name each level of a size once")
			}
		}
		one := book.Quota{Size: cmp.Or(q.Size, geo.Size), Level: q.Level, N: int(q.Count)}
		if q.Level == "" && !q.Any() {
			one.Ratings = q.Range
		}
		all = append(all, one)
	}
	return all, nil
}

// chooseForBook takes the puzzles, making what is lacking on request.
func chooseForBook(c *urfave.Context, s cli.Streams, db *store.DB, wish book.Choice) ([]book.Section, error) {
	if c.IsSet("again") {
		sections, err := book.Recorded(c.Context, db, c.Int64("again"), wish.Order, wish.Seed)
		if err == nil && len(sections) == 0 {
			err = cli.DataError(fmt.Errorf("%s has no puzzles of an export %d", db.Path(), c.Int64("again")), "each book and export says its number when it is written")
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
			err = cli.UsageError(err, cli.HelpAdvice(c))
		}
		return nil, err
	}
	if len(short) > 0 {
		return nil, tooFew(db, c, short)
	}
	return sections, nil
}

// tooFew says what the database lacks.
func tooFew(db *store.DB, c *urfave.Context, short []book.Shortage) error {
	var parts []string
	for _, q := range short {
		parts = append(parts, fmt.Sprintf("%s (there are %d)", q.Quota, q.Have))
	}
	unused := " that no export has"
	if c.Bool("reuse") {
		unused = ""
	}
	return cli.DataError(fmt.Errorf("%s has too few puzzles%s: the book wants %s", db.Path(), unused, strings.Join(parts, "; ")),
		"add --generate-missing, ask for fewer, relax the filters, or take used ones too with --reuse")
}
