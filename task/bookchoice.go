package task

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gradoku/book"
	"gradoku/generate"
	"gradoku/internal/field"
	"gradoku/internal/text"
	"gradoku/store"
)

// Choice returns the criteria by which the wish chooses puzzles. listed says that a list or
// an export names the puzzles. The error may be a [*field.Error].
func (w *BookWish) Choice(listed bool) (c BookChoice, err error) {
	c.Order = orDefault(w.Order, book.Orders[0])
	switch {
	case listed && w.Order == "":
		c.Order = "given"
	case !listed && c.Order == "given":
		return c, &field.Error{Field: "order", Err: errors.New("given is only for a list of keys or an export; use sections, ramp or shuffled")}
	case !listed && w.Quota.IsZero() && w.N == 0:
		return c, &field.Error{Field: "quota", Err: errors.New("say which puzzles the book should have")}
	}
	c.Seed = uint64(seedOr(w.Seed, 0))
	if c.Filter, err = w.Selection.Filter(); err != nil {
		return c, err
	}
	c.Filter.Size = 0 // it applies only to quotas that name no size
	c.Filter.NeverExported = !w.Reuse
	if w.N > 0 {
		c.Quotas = []generate.Quota{{Count: int64(w.N)}}
	}
	c.Quotas = append(c.Quotas, w.Quota.List...)
	for i := range c.Quotas {
		q := &c.Quotas[i]
		if q.Size = cmp.Or(q.Size, w.Size, 9); q.Count > int64(MostNamed) {
			return c, &field.Error{Field: "quota", Err: fmt.Errorf("%d puzzles are too many for one book; at most %d are allowed", q.Count, MostNamed)}
		}
	}
	if err := generate.CheckQuotas(c.Quotas, w.Selection.Selection); err != nil {
		return c, &field.Error{Field: "quota", Err: err}
	}
	return c, nil
}

// settleChoice reads which puzzles the book has.
func (b *making) settleChoice(ctx context.Context) (err error) {
	c := &b.choice
	if *c, err = b.Choice(b.Keys != "" || b.FromExport != 0); err != nil {
		return err
	}
	c.env, c.Minutes = b.env, slices.Contains(b.spec.Labels, book.LabelMinutes)
	if c.Words, err = book.WordsFor(b.spec.Lang, b.spec.Words); err != nil {
		return err
	}
	if b.Keys != "" {
		c.Names, err = b.readKeys(ctx)
	}
	return err
}

// readKeys reads the user's list of puzzles.
func (b *making) readKeys(ctx context.Context) ([]string, error) {
	in, err := OpenInput(ctx, b.env.In, b.Keys)
	if err != nil {
		return nil, CannotRead(err)
	}
	defer in.Close()
	names, err := ReadNames(in)
	if err != nil {
		return nil, DataError(fmt.Errorf("%s: %w", b.Keys, err), "gradoku canon --key prints the keys of puzzles, and gradoku export --format csv prints their numbers")
	}
	if len(names) == 0 {
		return nil, DataError(fmt.Errorf("%s lists no puzzles", b.Keys), "write the key or the number of a puzzle on each line")
	}
	return names, nil
}

// choose chooses the puzzles, and generates missing ones if asked to.
func (b *making) choose(ctx context.Context) ([]book.Section, error) {
	choice := b.choice
	if choice.Names != nil && b.kept.ID != 0 { // the listed puzzles are in the book that is replaced
		choice.Filter.NeverExported = false
	}
	if b.FromExport != 0 && choice.Names == nil {
		exports, err := b.db.Exports(ctx)
		if err != nil {
			return nil, err
		}
		for _, x := range exports {
			var recorded struct {
				Choice struct{ Quotas []generate.Quota }
				Spec   struct{ Volume int }
			}
			if x.ID != b.FromExport || json.Unmarshal([]byte(x.FilterJSON), &recorded) != nil {
				continue
			}
			if b.spec.Volume = cmp.Or(b.spec.Volume, recorded.Spec.Volume); len(choice.Quotas) == 0 { // the book's quotas decide whether its sections are techniques
				choice.Quotas = recorded.Choice.Quotas
			}
		}
		sections, err := RecordedPuzzles(ctx, b.db, b.FromExport, choice)
		if err == nil && len(sections) == 0 {
			err = DataError(fmt.Errorf("%s has no puzzles of export %d", b.db.Path(), b.FromExport), "gradoku list exports shows the numbers of books and exports")
		}
		return sections, err
	}
	sections, short, err := ChoosePuzzles(ctx, b.db, choice)
	if err == nil && len(short) > 0 && b.GenerateMissing {
		if err := b.makeMissing(ctx, short); err != nil {
			return nil, err
		}
		choice.images = b.choice.images
		sections, short, err = ChoosePuzzles(ctx, b.db, choice)
	}
	var unfit *UnfitError
	if errors.As(err, &unfit) {
		advice := "remove them from the list"
		if len(unfit.Used) > 0 {
			advice += ", or add --reuse to use them again: " + usesText(unfit.Uses)
		}
		err = DataError(fmt.Errorf("%s: %w", b.Keys, err), advice)
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
		used := choice.Filter
		used.NeverExported = false
		uses, err := b.db.Uses(ctx, used)
		if err != nil {
			return nil, err
		}
		advice += "; " + usesText(uses) + " of the others: --reuse uses them again, and gradoku list exports --free N frees those of export N"
	}
	return nil, DataError(fmt.Errorf("%s has too few puzzles: the book needs %s", b.db.Path(), strings.Join(parts, "; it needs ")), advice)
}

// usesText says which exports have puzzles.
func usesText(uses []store.Use) string {
	var where []string
	for _, u := range uses {
		where = append(where, fmt.Sprintf("export %d (%s) has %d", u.Export, u.Path, u.Puzzles))
	}
	const most = 3
	if more := len(where) - most; more > 0 {
		where = append(where[:most], text.Count(more, "other has some", "others have some"))
	}
	return strings.Join(where, ", ")
}

// bookRequest is what the database records about a book in addition to its file.
type bookRequest struct {
	Edition string     `json:"edition"`
	Quota   string     `json:"quota,omitempty"`
	Spec    book.Spec  `json:"spec"`
	Choice  BookChoice `json:"choice"`
	Again   int64      `json:"again,omitempty"`
}

// keep looks for the export whose file is at the output path. If it is the same book, the
// new one replaces it and may use its puzzles. So a book can be made again and again with
// other layouts. A book with another title or volume is not the same.
func (b *making) keep(ctx context.Context) error {
	b.kept = store.ExportRow{}
	if b.Output == "-" {
		return nil
	}
	x, whole, err := recordedAt(ctx, b.db, b.Output, b.again)
	b.last = x.ID
	if err != nil || !whole {
		return err
	}
	request, err := json.Marshal(bookRequest{Choice: b.choice, Spec: b.spec})
	if err != nil {
		return err
	}
	wishes, name := identity(request)
	recorded, title := identity([]byte(x.FilterJSON))
	again := b.FromExport == 0 && wishes == recorded
	switch {
	case b.Draft && x.Kind == "book":
		return UsageError(fmt.Errorf("%s is the book of export %d, and a draft would replace it", b.Output, x.ID), "write the draft to another file")
	case b.Force:
	case b.FromExport == 0 && !again:
		return keepsPuzzles(x)
	case x.Kind == "book" && name != title:
		return UsageError(fmt.Errorf("%s is the finished book %s (export %d), and this one is %s", b.Output, title, x.ID, name),
			"write this one to another file, or replace that book with --force; it keeps its puzzles if the command asks for the same ones")
	}
	if again {
		b.kept, b.FromExport = x, x.ID
	}
	return nil
}

// identity returns what makes a recorded request that of a certain book: the part that says
// which puzzles it has, without their order, and its title and volume. The first is "" for
// what is not the request of a book.
func identity(request []byte) (wishes, name string) {
	var r struct {
		Choice struct {
			Quotas, Filter json.RawMessage
			Names          []string
		}
		Spec struct {
			Title, Subtitle string
			First           int
		}
	}
	if json.Unmarshal(request, &r) != nil {
		return "", ""
	}
	c := r.Choice
	slices.Sort(c.Names)
	parts := []string{string(c.Quotas), string(c.Filter)}
	name = strconv.Quote(strings.TrimSuffix(r.Spec.Title+": "+r.Spec.Subtitle, ": "))
	if r.Spec.First > 1 {
		name += fmt.Sprintf(" from number %d on", r.Spec.First)
	}
	return strings.TrimSpace(strings.Join(append(parts, c.Names...), " ")), name
}
