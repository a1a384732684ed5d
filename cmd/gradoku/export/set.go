package export

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/store"
)

// writeExports writes one file, or one for each level, and returns how many
// puzzles that were.
func writeExports(c *urfave.Context, s cli.Streams, db *store.DB, e export, say func(string, ...any)) (int, error) {
	if err := checkSet(c); err != nil {
		return 0, err
	}
	var err error
	if e.labels, err = labelsToWrite(c, db); err != nil {
		return 0, err
	}
	if err := excludeUsed(c, db, &e.filter); err != nil {
		return 0, err
	}
	if n := c.Int("sample"); n > 0 {
		if e.filter.IDs, err = db.Sample(c.Context, e.filter, n, c.Int64("seed")); err != nil {
			return 0, err
		}
		e.filter.Sample, e.filter.Seed = n, c.Int64("seed")
		if len(e.filter.IDs) < n {
			say("only %s puzzles match, fewer than the %s to be drawn", cli.Grouped(int64(len(e.filter.IDs))), cli.Grouped(int64(n)))
		}
	}
	path := c.String("o")
	if c.String("split") == "" {
		err := e.one(c, s, db, path, say)
		return len(e.ids), err
	}
	levels, err := db.LevelsOf(c.Context, e.filter)
	if err != nil {
		return 0, err
	}
	written := 0
	for i, file := range splitPaths(path, inOrder(levels)) {
		part := e
		part.filter.Level = &inOrder(levels)[i]
		if err := part.one(c, s, db, file, say); err != nil {
			return written, err
		}
		written += len(part.ids)
	}
	return written, nil
}

// checkSet refuses flags that do not go together.
func checkSet(c *urfave.Context) error {
	switch {
	case c.IsSet("sample") && c.Int("sample") < 1:
		return cli.UsageError(fmt.Errorf("--sample is %d; it must be at least 1", c.Int("sample")), "leave it out for all puzzles")
	case c.Int64("seed") < 0:
		return cli.UsageError(fmt.Errorf("--seed is %d; it must not be negative", c.Int64("seed")), cli.HelpAdvice(c))
	case c.IsSet("seed") && !c.IsSet("sample") && !c.IsSet("morph"):
		return cli.UsageError(errors.New("--seed is the seed of --sample and --morph, neither of which is there"), "for example: --sample 500 --seed 7")
	case c.IsSet("sample") && (c.IsSet("limit") || c.IsSet("offset")):
		return cli.UsageError(errors.New("--sample does not go with --limit and --offset"), "drop one of the two")
	case c.IsSet("split") && c.String("split") != "level":
		return cli.UsageError(fmt.Errorf("--split is %q; only level is known", c.String("split")), cli.HelpAdvice(c))
	case c.IsSet("split") && c.String("o") == "-":
		return cli.UsageError(errors.New("--split writes several files and cannot write them to stdout"), "for example: --split level -o puzzles.csv")
	case c.IsSet("split") && (c.IsSet("limit") || c.IsSet("offset")):
		return cli.UsageError(errors.New("--split does not go with --limit and --offset, which would count in each level"), "--sample draws from all levels together")
	}
	return cli.SchemeAlone(c)
}

// excludeUsed reads --exclude-used-in.
func excludeUsed(c *urfave.Context, db *store.DB, f *store.Filter) error {
	list := c.String("exclude-used-in")
	if list == "" {
		return nil
	}
	if strings.EqualFold(list, "all") {
		f.NeverExported = true
		return nil
	}
	exports, err := db.Exports(c.Context)
	if err != nil {
		return err
	}
	for item := range strings.SplitSeq(list, ",") {
		id, err := strconv.ParseInt(strings.TrimSpace(item), 10, 64)
		known := slices.ContainsFunc(exports, func(e store.ExportRow) bool { return e.ID == id })
		if err != nil || !known {
			return cli.UsageError(fmt.Errorf("--exclude-used-in: there is no export %q", item), "gradoku list exports tells what there is")
		}
		f.NotExported = append(f.NotExported, id)
	}
	return nil
}

// inOrder puts levels in the order of the scale, those that it does not know
// behind, and puzzles without a level last.
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

// splitPaths puts the level before the extension: book.csv becomes
// book-hard.csv, and book.csv.gz book-hard.csv.gz. Whatever a level is called, its file stays in the folder, and
// no two have one name.
func splitPaths(path string, levels []string) []string {
	plain, packing := corpus.Packing(path)
	ext := filepath.Ext(plain)
	stem := strings.TrimSuffix(plain, ext)
	taken := map[string]bool{}
	var paths []string
	for _, level := range levels {
		name := fileWord(level)
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s-%d", fileWord(level), n)
		}
		taken[name] = true
		paths = append(paths, stem+"-"+name+ext+packing)
	}
	return paths
}

// fileWord makes a word that is safe in the name of a file on any system.
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

// labelsToWrite reads --labels.
func labelsToWrite(c *urfave.Context, db *store.DB) ([]string, error) {
	wish := c.String("labels")
	if wish == "" {
		return nil, nil
	}
	all, err := db.LabelNames(c.Context)
	if err != nil || strings.EqualFold(wish, "all") {
		return all, err
	}
	var names []string
	for name := range strings.SplitSeq(wish, ",") {
		name = strings.TrimSpace(name)
		i := slices.IndexFunc(all, func(s string) bool { return strings.EqualFold(s, name) })
		if i < 0 {
			advice := "there are: " + strings.Join(all, ", ")
			if len(all) == 0 {
				advice = "none has any: only imported puzzles have labels"
			}
			return nil, cli.UsageError(fmt.Errorf("no puzzle has a label %q", name), advice)
		}
		names = append(names, all[i])
	}
	return names, nil
}

// addLabels appends a value for each label that is to be written.
func (e *export) addLabels(c *urfave.Context, db *store.DB, id int64, row *corpus.Row) error {
	if len(e.labels) == 0 {
		return nil
	}
	values, err := db.LabelsOf(c.Context, id)
	if err != nil {
		return err
	}
	for _, name := range e.labels {
		text, ok := values[strings.ToLower(name)]
		if !ok {
			row.Values = append(row.Values, corpus.Null("label."+name))
			continue
		}
		row.Values = append(row.Values, labelValue("label."+name, text))
	}
	return nil
}

// labelValue keeps whole numbers and ratings numbers where a format knows them.
func labelValue(name, text string) corpus.Value {
	if n, err := strconv.Atoi(text); err == nil && strconv.Itoa(n) == text {
		return corpus.Int(name, n)
	}
	if n, err := cli.Tenths(text); err == nil && cli.RatingText(n) == text {
		return corpus.Tenths(name, n)
	}
	return corpus.Text(name, text)
}
