package book

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gradoku/book"
	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

// choice reads the flags that say which puzzles the book has.
func (o *options) choice(ctx context.Context) (book.Choice, error) {
	choice := book.Choice{Order: o.order, Seed: uint64(o.seed)}
	if !slices.Contains(book.Orders, o.order) {
		return choice, cli.UsageError(fmt.Errorf("there is no order %q", o.order), "use "+strings.Join(book.Orders, ", "))
	}
	for _, f := range []struct {
		name  string
		value int64
	}{{"again", o.again}, {"max-tries", o.maxTries}, {"n", int64(o.n)}} {
		if o.Given(f.name) && f.value < 1 {
			return choice, cli.UsageError(fmt.Errorf("%s is %d; it must be at least 1", cli.Dashed(f.name), f.value), o.HelpAdvice())
		}
	}
	if o.seed < 0 {
		return choice, cli.UsageError(fmt.Errorf("--seed is %d; it must not be negative", o.seed), o.HelpAdvice())
	}
	err := o.checkSource()
	if err != nil {
		return choice, err
	}
	if err := o.Fill(&o.Selection, &choice.Filter); err != nil {
		return choice, err
	}
	choice.Filter.Size = 0 // it is that of quotas that name none
	choice.Filter.NeverExported = !o.reuse
	if !slices.Contains(book.Gradings, o.spec.GradeBy) {
		return choice, cli.UsageError(fmt.Errorf("there is no grading by %q", o.spec.GradeBy), "use "+strings.Join(book.Gradings, ", "))
	}
	if o.spec.GradeBy != "rating" {
		choice.GradeBy = o.spec.GradeBy
	}
	if o.thresholds != nil {
		for level := range o.thresholds {
			if level == grade.Beyond || level == "Extreme" {
				return choice, o.styleError(fmt.Errorf("[%s]: %s has no end", thresholdsTable, level), "for example: gentle = 1.5")
			}
		}
		if choice.Borders, err = book.ParseBorders(choice.GradeBy, o.thresholds); err != nil {
			return choice, o.styleError(fmt.Errorf("[%s]: %w", thresholdsTable, err), "each level ends above the one before it, for example: gentle = 1.5")
		}
		o.spec.Borders = choice.Borders
	}
	switch {
	case o.Given("quota"):
		choice.Quotas, err = o.quotas()
	case o.Given("n"):
		choice.Quotas = []book.Quota{{Size: cmp.Or(o.Size, 9), N: o.n}}
	case o.Given("keys"):
		choice.Names, err = o.readKeys(ctx)
	}
	for i, q := range choice.Quotas {
		if choice.GradeBy == "" && choice.Borders != nil {
			choice.Quotas[i].Ratings = choice.Borders.Ratings(q.Level)
			if q.Level == "" {
				choice.Quotas[i].Ratings = q.Ratings
			}
		}
		if q.Level != "" && !book.HasLevel(choice.GradeBy, q.Level) {
			return choice, cli.UsageError(fmt.Errorf("the ladder for people has no level %s", q.Level), "it begins with Easy, puzzles that singles solve")
		}
	}
	return choice, err
}

// checkSource refuses flags that contradict each other about which puzzles to take,
// and flags that say nothing about it.
func (o *options) checkSource() error {
	var given []string
	for _, name := range []string{"quota", "n", "keys", "again"} {
		if o.Given(name) {
			given = append(given, cli.Dashed(name))
		}
	}
	switch {
	case len(given) == 0:
		return cli.UsageError(errors.New("say which puzzles the book should have"), "for example: --quota gentle=60,easy=60, -n 100, or --keys FILE")
	case len(given) > 1:
		return cli.UsageError(fmt.Errorf("%s and %s both say which puzzles the book has", given[0], given[1]), "drop one of the two")
	case o.Given("quota") && o.Given("level"):
		return cli.UsageError(errors.New("--quota and --level both name levels"), "drop one of the two")
	case o.Given("run") && o.generateMissing:
		return cli.UsageError(errors.New("--run takes puzzles of one run, and --generate-missing makes a run of its own"), "drop one of the two")
	case o.order == "given" && !o.Given("keys") && !o.Given("again"):
		return cli.UsageError(errors.New("--order given is the order of --keys or of --again"), "use sections, ramp or shuffled")
	case !o.Given("again") && !o.Given("keys"):
		return nil
	}
	// These puzzles are fixed; a filter without effect would mislead.
	what := "--again takes all puzzles of an export"
	if o.Given("keys") {
		what = "--keys takes the puzzles that it names"
	}
	for _, name := range []string{"size", "level", "rating", "letter", "scheme", "clues", "technique", "only-techniques", "symmetry", "minimal", "logic", "run", "where", "generate-missing"} {
		if o.Given(name) {
			return cli.UsageError(fmt.Errorf("%s; %s cannot choose among them", what, cli.Dashed(name)), "drop one of the two")
		}
	}
	return nil
}

// readKeys reads the list of --keys.
func (o *options) readKeys(ctx context.Context) ([]string, error) {
	in, err := task.OpenInput(ctx, o.In, o.keys)
	if err != nil {
		return nil, task.CannotRead(err)
	}
	defer in.Close()
	names, err := book.ReadNames(in)
	if err != nil {
		return nil, cli.DataError(fmt.Errorf("%s: %w", o.keys, err), "gradoku canon --key prints the key of a puzzle, and gradoku export --format csv the numbers")
	}
	if len(names) == 0 {
		return nil, cli.DataError(fmt.Errorf("%s names no puzzle", o.keys), "write the key or the number of a puzzle on each line")
	}
	return names, nil
}

// quotas reads "gentle=60,4x4=40,6x6:easy=20,2.9-3.4=10".
func (o *options) quotas() ([]book.Quota, error) {
	size := cmp.Or(o.Size, 9)
	var parts []string
	for part := range strings.SplitSeq(o.quota, ",") {
		what, _, ok := strings.Cut(part, "=")
		if n, err := generate.ParseSize(strings.TrimSpace(what)); ok && err == nil { // here 4=40 has always meant 4x4=40
			part = fmt.Sprintf("%dx%d", n, n) + strings.TrimPrefix(part, what)
		}
		parts = append(parts, part)
	}
	read, err := generate.ParseQuotas(strings.Join(parts, ","))
	if err != nil {
		return nil, cli.UsageError(fmt.Errorf("--quota: %w", err), "for example: --quota gentle=60,easy=60 or --quota 4x4=40,6x6:easy=20")
	}
	var all []book.Quota
	for i, q := range read {
		for _, p := range read[:i] {
			same := p.Any() || q.Any() || p.Level != "" && p.Level == q.Level || !p.Range.Intersect(q.Range).Empty()
			if cmp.Or(p.Size, size) == cmp.Or(q.Size, size) && same {
				return nil, cli.UsageError(fmt.Errorf("--quota: %q asks again for puzzles that another part asks for", strings.Split(o.quota, ",")[i]), "name each level of a size once")
			}
		}
		one := book.Quota{Size: cmp.Or(q.Size, size), Level: q.Level, N: int(q.Count)}
		if q.Level == "" && !q.Any() {
			one.Ratings = q.Range
		}
		all = append(all, one)
	}
	return all, nil
}

// choose takes the puzzles, generating those that are missing if asked to.
func (o *options) choose(ctx context.Context, db *store.DB, choice book.Choice) ([]book.Section, error) {
	if choice.Names != nil && o.kept.ID != 0 { // their book is replaced, perhaps in another order
		choice.Filter.NeverExported = false
	}
	if o.again != 0 && choice.Names == nil {
		sections, err := book.Recorded(ctx, db, o.again, choice)
		if err == nil && len(sections) == 0 {
			err = cli.DataError(fmt.Errorf("%s has no puzzles of export %d", db.Path(), o.again), "each book and export says its number when it is written")
		}
		return sections, err
	}
	sections, short, err := book.Choose(ctx, db, choice)
	if err == nil && len(short) > 0 && o.generateMissing {
		if err := o.makeMissing(ctx, db, choice, short); err != nil {
			return nil, err
		}
		sections, short, err = book.Choose(ctx, db, choice)
	}
	var unfit *book.UnfitError
	switch {
	case errors.Is(err, store.ErrFilter):
		err = cli.FilterError(&o.Call, err)
	case errors.As(err, &unfit):
		err = cli.DataError(fmt.Errorf("%s: %w", o.keys, err), unfitAdvice(unfit))
	}
	if err != nil || len(short) == 0 {
		return sections, err
	}
	var parts []string
	taken := false
	for _, q := range short {
		parts = append(parts, q.String())
		taken = taken || q.Taken > 0
	}
	advice := "add --generate-missing, ask for fewer, or relax the filters"
	if taken {
		advice += "; gradoku list exports shows what has the others, and --reuse takes them too"
	}
	return nil, cli.DataError(fmt.Errorf("%s has too few puzzles: the book wants %s", db.Path(), strings.Join(parts, "; it wants ")), advice)
}

// unfitAdvice says what to do about puzzles that a book cannot have.
func unfitAdvice(e *book.UnfitError) string {
	if len(e.Used) == 0 {
		return "take them out of the list"
	}
	var where []string
	for _, u := range e.Uses {
		where = append(where, fmt.Sprintf("export %d (%s) has %d", u.Export, u.Path, u.Puzzles))
	}
	const most = 3
	if more := len(where) - most; more > 0 {
		where = append(where[:most], text.Count(more, "other has some", "others have some"))
	}
	return "take them out of the list, or take used ones too with --reuse: " + strings.Join(where, ", ")
}

// keeps returns the export whose book stands at the output, unless the file was changed
// since: made by the same wishes for puzzles, it is replaced, and its puzzles are free
// for it. So a book can be made over and over with other titles and layouts. Its ID is 0
// when there is none.
func (o *options) keeps(ctx context.Context, db *store.DB, choice book.Choice) (none store.ExportRow, err error) {
	exports, err := db.Exports(ctx)
	if err != nil {
		return none, err
	}
	asked, err := json.Marshal(choice)
	if err != nil {
		return none, err
	}
	want, err := wishes(asked)
	if err != nil {
		return none, err
	}
	for _, x := range slices.Backward(exports) {
		if x.Path != o.output || x.Kind != "book" {
			continue
		}
		var asked struct{ Choice json.RawMessage }
		if json.Unmarshal([]byte(x.FilterJSON), &asked) != nil {
			return none, nil
		}
		if was, err := wishes(asked.Choice); err != nil || was != want || !task.Intact(x) {
			return none, nil
		}
		return x, nil
	}
	return none, nil
}

// wishes are the part of a recorded choice that says which puzzles, not in which order.
func wishes(choice []byte) (string, error) {
	var c struct {
		Quotas, Filter, GradeBy, Borders json.RawMessage
		Names                            []string
	}
	err := json.Unmarshal(choice, &c)
	slices.Sort(c.Names)
	parts := []string{string(c.Quotas), string(c.Filter), string(c.GradeBy), string(c.Borders)}
	return strings.Join(append(parts, c.Names...), " "), err
}
