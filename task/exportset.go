package task

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/store"
)

// writeSet writes one file, or one file for each level.
func (e *export) writeSet(ctx context.Context) (err error) {
	asked := e.asked()
	filter := e.filter
	if e.Sample > 0 {
		if filter.IDs, err = e.db.Sample(ctx, filter, e.Sample, e.Seed); err != nil {
			return err
		}
		if len(filter.IDs) < e.Sample {
			e.env.note("only %s, fewer than the %s to sample", text.Count(len(filter.IDs), "puzzle matches", "puzzles match"), text.Grouped(e.Sample))
		}
		// If another command takes one of these puzzles in the meantime, finish must
		// notice.
		filter.NeverExported = false
	}
	paths, levels := []string{e.Output}, []*string{nil}
	if e.Split != "" {
		names, err := e.db.LevelsOf(ctx, filter)
		if err != nil {
			return err
		}
		names = inOrder(names)
		paths, levels = splitPaths(e.Output, names), nil
		for i := range names {
			levels = append(levels, &names[i])
		}
	}
	var files []exportFile
	defer func() {
		for _, f := range files {
			if f.Draft != nil {
				f.Remove(&err)
			}
		}
	}()
	for i, path := range paths {
		filter.Level = levels[i]
		var last store.ExportRow
		if path != "-" {
			var whole bool
			if last, whole, err = recordedAt(ctx, e.db, path, e.again); err != nil {
				return err
			}
			if whole && last.Puzzles > 0 && e.ExcludeUsedIn != "" && !e.Force {
				return keepsPuzzles(last)
			}
		}
		f, err := e.write(ctx, filter, path)
		files = append(files, f)
		if err != nil {
			return err
		}
		files[i].FilterJSON, files[i].Last = asked.json(levels[i]), last.ID
	}
	return e.finish(ctx, files)
}

// exportRequest is what the database records about an export in addition to its file: which
// puzzles were asked for, and what was written about them.
type exportRequest struct {
	store.Filter
	Labels   []string `json:",omitempty"`
	Morph    int      `json:",omitempty"`
	Practice string   `json:",omitempty"`
}

func (e *export) asked() exportRequest {
	r := exportRequest{e.filter, e.labelNames, e.Morph, e.Practice.Technique}
	if e.Sample > 0 || e.Morph > 0 {
		r.Sample, r.Seed = e.Sample, e.Seed
	}
	return r
}

// json writes the request for the puzzles of one level, or of all.
func (r exportRequest) json(level *string) string {
	r.Level = level
	return requestJSON(r)
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

// inOrder sorts levels in the order of the scale. Unknown levels follow, and puzzles
// without a level come last.
func inOrder(levels []string) []string {
	scale := grade.LevelIDs()
	place := func(level string) int {
		switch i := slices.Index(scale, level); {
		case level == "":
			return len(scale) + 1
		case i < 0:
			return len(scale)
		default:
			return i
		}
	}
	return slices.SortedStableFunc(slices.Values(levels), func(a, b string) int { return place(a) - place(b) })
}

// splitPaths puts the level before the extension: book.csv becomes book-hard.csv, and
// book.csv.gz becomes book-hard.csv.gz. Whatever the levels are called, all files stay in
// the folder and have different names.
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
	return cmp.Or(strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(level)), "-"), "ungraded")
}

// findLabels reads --labels.
func (e *export) findLabels(ctx context.Context) error {
	if e.Labels == "" {
		return nil
	}
	all, err := e.db.LabelNames(ctx)
	if err != nil {
		return err
	}
	if strings.EqualFold(e.Labels, "all") {
		e.labelNames = all
		return nil
	}
	for name := range strings.SplitSeq(e.Labels, ",") {
		name = strings.TrimSpace(name)
		i := slices.IndexFunc(all, func(s string) bool { return strings.EqualFold(s, name) })
		if i < 0 {
			advice := "the labels are: " + strings.Join(all, ", ")
			if len(all) == 0 {
				advice = "no puzzle here has any: only imported puzzles have labels"
			}
			return UsageError(fmt.Errorf("no puzzle has a label %q", name), advice)
		}
		e.labelNames = append(e.labelNames, all[i])
	}
	return nil
}

// addLabels appends a value for each label that the export writes.
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

// labelValue keeps whole numbers and ratings as numbers, for formats that have number
// types.
func labelValue(name, text string) corpus.Value {
	if n, err := strconv.Atoi(text); err == nil && strconv.Itoa(n) == text {
		return corpus.Int(name, n)
	}
	if n, err := grade.ParseRating(text); err == nil && (grade.Range{From: n, To: grade.NoCeiling}).String() == text+"-" {
		return corpus.Tenths(name, n)
	}
	return corpus.Text(name, text)
}
