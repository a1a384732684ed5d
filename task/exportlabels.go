package task

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gradoku/corpus"
	"gradoku/grade"
)

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
