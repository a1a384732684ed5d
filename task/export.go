package task

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/store"
)

// Export writes saved puzzles to a file.
type Export struct {
	Output          string       `query:"o" json:"output,omitempty" minLength:"1" alias:"output" value:"FILE" doc:"write to FILE, - for stdout" usual:"-"`
	Format          ExportFormat `query:"format" json:"format,omitzero" doc:"the format" usual:"by the file's extension, else line"`
	store.Selection `topic:"selection"`
	ExcludeUsedIn   string   `query:"exclude-used-in" group:"Files and records" json:"exclude_used_in,omitempty" value:"EXPORTS" doc:"skip puzzles already used in these EXPORTS, given by number (gradoku list exports), or in all"`
	Sample          int      `query:"sample" json:"sample,omitempty" minimum:"1" not:"limit" value:"N" doc:"pick N of the puzzles at random" example:"500"`
	Seed            int64    `query:"seed" json:"seed,omitempty" minimum:"0" needs:"sample" doc:"random seed, from 0" example:"7"`
	Labels          string   `query:"labels" group:"What each puzzle has" json:"labels,omitempty" not:"format=sqlite" doc:"also write these labels of imported puzzles, for example se,mean_seconds, or all"`
	NoRecord        bool     `query:"no-record" group:"Files and records" json:"no_record,omitempty" doc:"do not record the export (exports to stdout are never recorded)"`
	SkipDamaged     bool     `query:"skip-damaged" group:"Files and records" json:"skip_damaged,omitempty" doc:"skip and list puzzles whose row in the database is damaged, instead of stopping at the first"`
	Order           string   `query:"order" json:"order,omitempty" doc:"sort by id, rating, clues, freedom, scan, random or any of gradoku list columns; several with commas, - before one reverses it: rating,-clues" usual:"id"`
	Limit           int      `query:"limit" json:"limit,omitempty" minimum:"1" value:"N" doc:"at most N puzzles" usual:"all"`
	Practice        Position `query:"practice" group:"What each puzzle has" json:"practice,omitzero" not:"format=sqlite" doc:"for each puzzle whose solution uses this technique, write the position in which it is the next step: digits entered and remaining candidates, in a format that supports them"`
	Slim            bool     `query:"slim" group:"App databases" json:"slim,omitempty" not:"with-minutes" needs:"format=sqlite" doc:"write an app database of a third of the size: without techniques, symmetry and most indexes, and with puzzle and solution in one column (docs/APP.md)"`
	WithMinutes     bool     `query:"with-minutes" group:"What each puzzle has" json:"with_minutes,omitempty" doc:"add the predicted solving time in minutes, and the range that holds half of such puzzles (9x9 only)"`
	WithKeys        bool     `query:"with-keys" group:"What each puzzle has" json:"with_keys,omitempty" not:"format=sqlite" doc:"add the key of each puzzle's canonical form, which is the same for all isomorphic puzzles; an app database always has it"`
	Daily           Days     `query:"daily" group:"App databases" json:"daily,omitzero" needs:"format=sqlite" value:"FROM..TO" doc:"add a puzzle for each day FROM..TO, size and level to an app database; days already in the file stay unchanged" example:"2026-01-01..2026-12-31"`
	Weekdays        Weekdays `query:"weekdays" group:"App databases" json:"weekdays,omitzero" needs:"daily" value:"LEVELS" doc:"with --daily: a puzzle of this level alone on these days of the week; the others have one of each level" example:"mon=easy,wed=medium,sun=expert"`
	Salt            string   `query:"salt" group:"App databases" json:"salt,omitempty" needs:"daily" value:"TEXT" doc:"any TEXT: a different text gives different puzzles for --daily"`
	Force           bool     `query:"force" group:"Files and records" json:"force,omitempty" doc:"replace the file of a recorded book or export even if it has other puzzles"`
	Drop            bool     `query:"drop" group:"App databases" json:"drop,omitempty" needs:"force" doc:"with --force: replace an app database even if puzzles of the day, or tables that gradoku did not make, are lost"`
}

// ExportResult says what was written.
type ExportResult struct {
	Database string `json:"database"`
	Puzzles  int    `json:"puzzles"`
	Export   int64  `json:"export,omitempty"` // its number, 0 if it is not recorded
}

// export is an export in progress.
type export struct {
	Export
	env        *Env
	db         *store.DB
	filter     store.Filter
	to         corpus.Format
	app        bool     // write the database that an app ships, instead of a format
	labelNames []string // the labels to write
	request    string   // the task as JSON
	again      []int64  // see [store.DB.Settle]
	graders    grade.Graders
	counted    int
	result     ExportResult
}

// Run writes the files and, unless they go to stdout, records them. If the puzzles must be
// unused and another command took one first, Run chooses again.
func (x Export) Run(ctx context.Context, env Env) (ExportResult, error) {
	x.Output = cmp.Or(x.Output, "-")
	e := export{Export: x, env: &env, app: strings.EqualFold(cmp.Or(x.Implied("format"), x.Format.Name), AppFormat)}
	err := e.check(ctx)
	if err == nil {
		err = e.run(ctx)
	}
	if err == nil && e.result.Puzzles == 0 {
		err = e.tellVariants(ctx)
	}
	if e.SkipDamaged && errors.Is(err, store.ErrCorrupt) {
		err = DataError(err, "restore it from a copy; --skip-damaged cannot get past this damage, but the .recover command of sqlite3 may recover more puzzles")
	}
	return e.result, err
}

// check refuses contradictory options, and sets the filter and the format.
func (e *export) check(ctx context.Context) (err error) {
	if err := cmp.Or(CheckApart(e.env.DB, nil, Output{"-o", e.Output}), bind.Check(&e.Export, nil)); err != nil {
		return err
	}
	if e.filter, err = e.Selection.Filter(); err != nil {
		return err
	}
	e.filter.Order, e.filter.Limit = cmp.Or(e.Order, "id"), e.Limit
	if e.app {
		if err := e.checkApp(); err != nil {
			return err
		}
	} else {
		if e.to, err = FormatFor(e.Format.Name, e.Output); err != nil {
			return err
		}
	}
	for _, added := range []struct {
		flag  string
		given bool
	}{{"--labels", e.Labels != ""}, {"--with-minutes", e.WithMinutes}, {"--with-keys", e.WithKeys}} {
		if added.given && !e.app && !e.to.Carries.Values {
			return UsageError(fmt.Errorf("%s: the format %s cannot hold added values", added.flag, e.to.Name), "for example: --format csv")
		}
	}
	if e.Practice.Technique != "" {
		if err := checkPractice(e.Practice.Technique, e.to); err != nil {
			return err
		}
	}
	return nil
}

func (e *export) run(ctx context.Context) (err error) {
	records := e.Output != "-" && !e.NoRecord && Exists(ctx, e.env.DB)
	if e.db, err = openFor(ctx, e.env.DB, records, !e.filter.Needs().None()); err != nil {
		return err
	}
	defer Close(e.db, &err)
	e.result.Database = e.db.Path()
	if err := e.findLabels(ctx); err != nil {
		return err
	}
	if err := e.excludeUsed(ctx); err != nil {
		return err
	}
	if records {
		e.request = requestJSON(e.Export)
		defer settle(ctx, e.db, e.request, e.Output, &err)
	}
	for {
		if records {
			e.again, err = e.db.Settle(ctx, e.request, folderOf(e.Output))
		} else {
			e.again, err = e.db.Abandoned(ctx)
		}
		if err != nil {
			return err
		}
		e.filter.Spare = e.again
		needed := e.filter
		if e.Practice.Technique != "" { // a limit counts positions, not puzzles
			needed.Limit = 0
		}
		if _, err := need(ctx, e.env, e.db, needed); err != nil {
			return err
		}
		if err = e.writeFile(ctx); !errors.Is(err, store.ErrTaken) {
			return err
		}
	}
}

// tellVariants says how many puzzles an empty export would have with --variant any.
func (e *export) tellVariants(ctx context.Context) error {
	if !e.filter.Classical || e.filter.Variant.Text != "" {
		return nil
	}
	return WithDB(ctx, e.env.DB, func(db *store.DB) error {
		f := e.filter
		f.Variant.Text, f.Limit = grade.AnyVariant, 0
		n, err := db.CountPuzzles(ctx, f)
		if err == nil && n > 0 {
			e.env.warn("%s left out: add --variant any", text.Count(n, "puzzle of a variant is", "puzzles of variants are"))
		}
		return err
	})
}

// exportRequest is what the database records about an export in addition to its file: which
// puzzles were asked for, and what was written about them.
type exportRequest struct {
	store.Filter
	Labels   []string `json:"labels,omitempty"`
	Practice string   `json:"practice,omitempty"`
}

// excludeUsed reads --exclude-used-in.
func (e *export) excludeUsed(ctx context.Context) error {
	if e.ExcludeUsedIn == "" {
		return nil
	}
	if strings.EqualFold(e.ExcludeUsedIn, "all") {
		e.filter.NeverExported = true
		return nil
	}
	exports, err := e.db.Exports(ctx)
	if err != nil {
		return err
	}
	for item := range strings.SplitSeq(e.ExcludeUsedIn, ",") {
		id, err := strconv.ParseInt(strings.TrimSpace(item), 10, 64)
		known := slices.ContainsFunc(exports, func(e store.ExportRow) bool { return e.ID == id })
		if err != nil || !known {
			return UsageError(fmt.Errorf("--exclude-used-in: there is no export %q", item), "gradoku list exports shows the exports")
		}
		e.filter.NotExported = append(e.filter.NotExported, id)
	}
	return nil
}

// writeFile writes the file, gives it its name, records it and reports it.
func (e *export) writeFile(ctx context.Context) (err error) {
	asked, filter := exportRequest{e.filter, e.labelNames, e.Practice.Technique}, e.filter
	if e.Sample > 0 {
		asked.Sample, asked.Seed = e.Sample, e.Seed
		if filter.IDs, err = e.db.Sample(ctx, filter, e.Sample, e.Seed); err != nil {
			return err
		}
		if len(filter.IDs) < e.Sample {
			e.env.note("only %s, fewer than the %s to sample", text.Count(len(filter.IDs), "puzzle matches", "puzzles match"), text.Grouped(e.Sample))
		}
		// If another command takes one of these puzzles in the meantime, RecordExport must
		// notice.
		filter.NeverExported = false
	}
	if e.Output == "-" {
		f, err := e.write(ctx, filter, nil)
		if err == nil {
			e.written(f)
		}
		return err
	}
	last, whole, err := recordedAt(ctx, e.db, e.Output, e.again)
	if err != nil {
		return err
	}
	if whole && last.Puzzles > 0 && e.ExcludeUsedIn != "" && !e.Force {
		if last.Request != e.request || e.request == "" {
			return keepsPuzzles(last)
		}
		// A kill just after the commit, or a user, gives a command again that has done all.
		e.env.note("%s is the file of this command, written before as export %d; --force replaces it with unused puzzles", last.Path, last.ID)
		e.result.Export, e.result.Puzzles = last.ID, int(last.Puzzles)
		return nil
	}
	newDraft := NewDraft
	if e.app {
		newDraft = NewDatabaseDraft // checkApp has checked the output
	}
	draft, err := newDraft(e.Output)
	if err != nil {
		return err
	}
	defer draft.Remove(&err)
	f, err := e.write(ctx, filter, draft)
	if err != nil {
		return err
	}
	if e.NoRecord {
		err = draft.Name()
	} else {
		f.FilterJSON, f.Last = requestJSON(asked), last.ID
		e.result.Export, err = e.db.RecordExport(ctx, f, e.filter.NeverExported, e.again, draft.Name)
	}
	if err == nil {
		e.written(f)
	}
	return err
}

// write writes the puzzles of a filter to the draft of the file, or to stdout if there is none.
func (e *export) write(ctx context.Context, filter store.Filter, draft *Draft) (f store.Export, err error) {
	f = store.Export{Kind: e.to.Name, Path: e.Output, Request: e.request}
	if draft != nil {
		f.Writer = draft.Folder()
	}
	sum := sha256.New()
	if e.app {
		f.Kind = AppFormat
		days := store.Daily{From: e.Daily.From, To: e.Daily.To, Salt: e.Salt, Levels: e.Weekdays.Levels, Before: e.Output, Drop: e.Drop, Warn: e.env.warn} // Before is the file that this one replaces
		filter.Keys = true
		f.IDs, err = writeApp(ctx, draft, e.withMinutes(ctx, e.read(ctx, filter)), days, e.Slim, sum)
		if err == nil && len(f.IDs) == 0 {
			err = cmp.Or(e.tellVariants(ctx), DataError(errors.New("no puzzle matches, so no app database was written"), "gradoku db info shows what the database contains"))
		}
	} else {
		rows := e.rows(ctx, filter, &f.IDs)
		pack := Packed(e.Output, func(w io.Writer) error { return e.to.Write(w, rows) })
		if draft == nil {
			err = pack(e.env.Out)
		} else {
			err = draft.Write(ctx, func(w io.Writer) error { return pack(io.MultiWriter(w, sum)) })
		}
	}
	f.SHA256 = fmt.Sprintf("%x", sum.Sum(nil))
	return f, err
}

// rows yields the puzzles of a filter as formats write them, and notes their ids.
func (e *export) rows(ctx context.Context, filter store.Filter, ids *[]int64) iter.Seq2[corpus.Row, error] {
	return func(yield func(corpus.Row, error) bool) {
		measured, err := e.db.HasMeasured(ctx)
		if err != nil {
			yield(corpus.Row{}, err)
			return
		}
		limit := 0
		if e.Practice.Technique != "" { // a limit counts positions; some puzzles give none
			limit, filter.Limit = filter.Limit, 0
		}
		for p, err := range e.withMinutes(ctx, e.read(ctx, filter)) {
			row := StoredRow(&p.Puzzle, measured)
			if e.WithKeys {
				row.Values = append(row.Values, corpus.Text("key", fmt.Sprintf("%x", p.Canon)))
			}
			if e.WithMinutes {
				row.Values = append(row.Values, minutesOf(p.Minutes)...)
			}
			if err == nil && e.Practice.Technique != "" {
				var ok bool
				if ok, err = toPosition(&row, e.Practice.Technique, &e.graders, func() bool { return ctx.Err() != nil }); err == nil && !ok {
					if ctx.Err() != nil {
						yield(row, context.Cause(ctx))
						return
					}
					continue
				}
			}
			if err == nil {
				*ids = append(*ids, p.ID)
				err = e.addLabels(ctx, p.ID, &row)
			}
			if !yield(row, err) {
				return
			}
			e.counted++
			e.env.counted(e.counted)
			if len(*ids) == limit { // never without one
				return
			}
		}
	}
}

// mostSkipped is how many damaged puzzles are named.
const mostSkipped = 100

// read yields the puzzles of a filter. If the user asks for it, read skips damaged ones. A
// damaged table can leave out rows and repeat others, so read checks that ids are in order and
// that a run is complete.
func (e *export) read(ctx context.Context, filter store.Filter) iter.Seq2[store.AppPuzzle, error] {
	return func(yield func(store.AppPuzzle, error) bool) {
		left, outdated := 0, 0
		defer func() {
			if left > 0 {
				e.env.warn("%s skipped", text.Count(left, "damaged puzzle was", "damaged puzzles were"))
			}
			if outdated > 0 {
				e.env.warn("%s of another grader: gradoku regrade", text.Count(outdated, "grade is left out because it is", "grades are left out because they are"))
			}
		}()
		whole := reflect.DeepEqual(filter, store.Filter{Selection: store.Selection{Run: filter.Run}, Order: filter.Order, Keys: filter.Keys}) && filter.Run != 0
		least, err := e.accepted(ctx, filter.Run, whole)
		if err != nil {
			yield(store.AppPuzzle{}, err)
			return
		}
		rows, last, puzzles := int64(0), int64(0), e.db.Puzzles
		if e.SkipDamaged {
			puzzles = e.db.ReadablePuzzles
		}
		for p, err := range puzzles(ctx, filter) {
			rows++
			var damaged *store.RowError
			if e.SkipDamaged && errors.As(err, &damaged) {
				if left++; left <= mostSkipped {
					e.env.warn("skipped, because its row is damaged: %v", damaged)
				}
				continue
			}
			if err == nil && !e.SkipDamaged && filter.Order == "id" && last != 0 && p.ID <= last {
				err = fmt.Errorf("%s: %w: puzzle %d comes after puzzle %d: run gradoku db check for details", e.db.Path(), store.ErrCorrupt, p.ID, last)
			}
			last = p.ID
			if p.Outdated() {
				outdated++
			}
			if !yield(store.AppPuzzle{Puzzle: p}, err) {
				return
			}
		}
		most, err := e.accepted(ctx, filter.Run, whole)
		if err == nil && e.SkipDamaged && rows < least {
			e.env.warn("run %d counts %d rows but has %d", filter.Run, least, rows)
		} else if err != nil || rows < least || whole && rows > most {
			yield(store.AppPuzzle{}, cmp.Or(err, fmt.Errorf("%s: %w: run %d counts %d rows but has %d: run gradoku db check for details", e.db.Path(), store.ErrCorrupt, filter.Run, least, rows)))
		}
	}
}

// accepted returns how many puzzles a run has, which may still be running. It returns 0
// unless the whole run is exported.
func (e *export) accepted(ctx context.Context, id int64, whole bool) (int64, error) {
	if !whole {
		return 0, nil
	}
	r, err := e.db.Run(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		err = nil // there is no such run, so nothing to read
	}
	return r.Accepted, err
}

// written reports the file.
func (e *export) written(f store.Export) {
	e.result.Puzzles = len(f.IDs)
	e.env.notify(Event{Written: &Written{Path: f.Path, Kind: f.Kind, Puzzles: len(f.IDs)}})
}
