package export

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/internal/atomicfile"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

// writeSet writes one file, or one for each level, and returns the number of
// puzzles.
func (e *export) writeSet(ctx context.Context) (_ int, err error) {
	asked := e.asked()
	filter := e.filter
	if e.sample > 0 {
		if filter.IDs, err = e.db.Sample(ctx, filter, e.sample, e.seed); err != nil {
			return 0, err
		}
		if len(filter.IDs) < e.sample {
			e.say("only %s, fewer than the %s to be drawn", text.Count(len(filter.IDs), "puzzle matches", "puzzles match"), text.Grouped(e.sample))
		}
		// If another command takes one of these meanwhile, finish must see it.
		filter.NeverExported = false
	}
	paths, levels := []string{e.output}, []*string{nil}
	if e.split != "" {
		names, err := e.db.LevelsOf(ctx, filter)
		if err != nil {
			return 0, err
		}
		names = inOrder(names)
		paths, levels = splitPaths(e.output, names), nil
		for i := range names {
			levels = append(levels, &names[i])
		}
	}
	var files []file
	defer func() {
		for _, f := range files {
			if f.Draft != nil {
				f.Remove(&err)
			}
		}
	}()
	written := 0
	for i, path := range paths {
		filter.Level = levels[i]
		f, err := e.write(ctx, filter, path)
		files = append(files, f)
		if err != nil {
			return 0, err
		}
		files[i].FilterJSON = asked.json(levels[i])
		written += len(f.IDs)
	}
	return written, e.finish(ctx, files)
}

// request is what the database records of an export beside its file: which puzzles
// were asked for, and what was written of them.
type request struct {
	store.Filter
	Labels   []string `json:",omitempty"`
	Morph    int      `json:",omitempty"`
	Practice string   `json:",omitempty"`
}

func (e *export) asked() request {
	r := request{e.filter, e.labelNames, e.morph, e.practice}
	if e.sample > 0 || e.morph > 0 {
		r.Sample, r.Seed = e.sample, e.seed
	}
	return r
}

// json writes the request for the puzzles of one level, or of all.
func (r request) json(level *string) string {
	r.Level = level
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // it has no value that cannot be written
	}
	return string(text)
}

// isDone reports whether a command that was killed had nothing left to do: its
// files are recorded, and are as they were recorded. Without this, the same command
// given again would record them twice or, with --exclude-used-in, write other
// puzzles in their place.
func (e *export) isDone(ctx context.Context, killed time.Time) (bool, error) {
	asked, paths := e.asked(), map[string]string{}
	if e.split == "" {
		paths[asked.json(nil)] = e.output
	} else {
		levels, err := e.db.LevelsOf(ctx, store.Filter{})
		if err != nil {
			return false, err
		}
		for i := range levels {
			paths[asked.json(&levels[i])] = splitPaths(e.output, levels[i:i+1])[0]
		}
	}
	exports, err := e.db.Exports(ctx)
	if err != nil {
		return false, err
	}
	var done []store.ExportRow
	for _, x := range exports {
		if paths[x.FilterJSON] != x.Path || x.CreatedAt.Before(killed) {
			continue
		}
		if !task.Intact(x) {
			return false, nil
		}
		done = append(done, x)
	}
	for _, x := range done {
		atomicfile.Sweep(x.Path) // of the other draft
		e.sayWritten(int(x.Puzzles), x.Path, x.Kind, " by the same command, which did not get to say so")
	}
	return len(done) > 0, nil
}

// checkSet refuses flags that do not go together.
func (o *options) checkSet() error {
	counted := o.Given("limit") || o.Given("offset")
	switch {
	case o.Given("sample") && o.sample < 1:
		return cli.UsageError(fmt.Errorf("--sample is %d; it must be at least 1", o.sample), "leave it out for all puzzles")
	case o.seed < 0:
		return cli.UsageError(fmt.Errorf("--seed is %d; it must not be negative", o.seed), o.HelpAdvice())
	case o.Given("seed") && !o.Given("sample") && !o.Given("morph"):
		return cli.UsageError(errors.New("--seed is the seed of --sample and --morph, neither of which is given"), "for example: --sample 500 --seed 7")
	case o.Given("sample") && counted:
		return cli.UsageError(errors.New("--sample does not go with --limit and --offset"), "drop one of the two")
	case o.Given("split") && o.split != "level":
		return cli.UsageError(fmt.Errorf("--split is %q; only level is known", o.split), o.HelpAdvice())
	case o.Given("split") && o.output == "-":
		return cli.UsageError(errors.New("--split writes several files and cannot write them to stdout"), "for example: --split level -o puzzles.csv")
	case o.Given("split") && counted:
		return cli.UsageError(errors.New("--split does not go with --limit and --offset, which would count in each level"), "--sample draws from all levels together")
	}
	return nil
}

// excludeUsed reads --exclude-used-in.
func (e *export) excludeUsed(ctx context.Context) error {
	if e.excludeUsedIn == "" {
		return nil
	}
	if strings.EqualFold(e.excludeUsedIn, "all") {
		e.filter.NeverExported = true
		return nil
	}
	exports, err := e.db.Exports(ctx)
	if err != nil {
		return err
	}
	for item := range strings.SplitSeq(e.excludeUsedIn, ",") {
		id, err := strconv.ParseInt(strings.TrimSpace(item), 10, 64)
		known := slices.ContainsFunc(exports, func(e store.ExportRow) bool { return e.ID == id })
		if err != nil || !known {
			return cli.UsageError(fmt.Errorf("--exclude-used-in: there is no export %q", item), "gradoku list exports shows what there is")
		}
		e.filter.NotExported = append(e.filter.NotExported, id)
	}
	return nil
}

// inOrder sorts levels in the order of the scale, then unknown levels, and puzzles
// without a level last.
func inOrder(levels []string) []string {
	scale := []string{}
	for _, l := range grade.Levels() {
		scale = append(scale, l.Name)
	}
	place := func(level string) int {
		switch i := slices.Index(append(scale, grade.Beyond), level); {
		case level == "":
			return len(scale) + 2
		case i < 0:
			return len(scale) + 1
		default:
			return i
		}
	}
	sorted := slices.Clone(levels)
	slices.SortStableFunc(sorted, func(a, b string) int { return place(a) - place(b) })
	return sorted
}

// splitPaths puts the level before the extension: book.csv becomes book-hard.csv,
// and book.csv.gz becomes book-hard.csv.gz. Whatever a level is called, its file
// stays in the folder, and no two files have the same name.
func splitPaths(path string, levels []string) []string {
	plain, packing := corpus.Packing(path)
	ext := filepath.Ext(plain)
	stem := strings.TrimSuffix(plain, ext)
	used := map[string]bool{}
	var paths []string
	for _, level := range levels {
		name := fileWord(level)
		for n := 2; used[name]; n++ {
			name = fmt.Sprintf("%s-%d", fileWord(level), n)
		}
		used[name] = true
		paths = append(paths, stem+"-"+name+ext+packing)
	}
	return paths
}

// fileWord turns text into a word that is safe in a file name on any system.
func fileWord(level string) string {
	word := strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(level)), "-")
	if word == "" {
		return "ungraded"
	}
	return word
}

// findLabels reads --labels.
func (e *export) findLabels(ctx context.Context) error {
	if e.labels == "" {
		return nil
	}
	all, err := e.db.LabelNames(ctx)
	if err != nil {
		return err
	}
	if strings.EqualFold(e.labels, "all") {
		e.labelNames = all
		return nil
	}
	for name := range strings.SplitSeq(e.labels, ",") {
		name = strings.TrimSpace(name)
		i := slices.IndexFunc(all, func(s string) bool { return strings.EqualFold(s, name) })
		if i < 0 {
			advice := "there are: " + strings.Join(all, ", ")
			if len(all) == 0 {
				advice = "none has any: only imported puzzles have labels"
			}
			return cli.UsageError(fmt.Errorf("no puzzle has a label %q", name), advice)
		}
		e.labelNames = append(e.labelNames, all[i])
	}
	return nil
}

// addLabels appends a value for each label that is to be written.
func (e *export) addLabels(ctx context.Context, id int64, row *corpus.Row) error {
	if len(e.labelNames) == 0 {
		return nil
	}
	values, err := e.db.LabelsOf(ctx, id)
	if err != nil {
		return err
	}
	for _, name := range e.labelNames {
		value := corpus.Null("label." + name)
		if label, ok := values[strings.ToLower(name)]; ok {
			value = labelValue("label."+name, label)
		}
		row.Values = append(row.Values, value)
	}
	return nil
}

// labelValue keeps whole numbers and ratings as numbers, for formats that have them.
func labelValue(name, text string) corpus.Value {
	if n, err := strconv.Atoi(text); err == nil && strconv.Itoa(n) == text {
		return corpus.Int(name, n)
	}
	if n, err := grade.ParseRating(text); err == nil && cli.RatingText(n) == text {
		return corpus.Tenths(name, n)
	}
	return corpus.Text(name, text)
}
