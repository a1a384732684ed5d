package main

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"gradoku/generate"
	"gradoku/grade"
)

// FuzzArguments: every reader of an argument refuses a text or makes of it
// something that the argument can mean.
func FuzzArguments(f *testing.F) {
	for _, seed := range []string{
		"4.0-4.6", "7.5-", "-3.0", "22-25", "30", "0.5", "20.1", "E-G", "e,g", "A-i", "4x4=6,9x9=2", "16x16=2", "2",
		"gentle", "medium, Hard", "hard=100", "4x4=40", "6x6:easy=20", "x:easy=30,6X6:jigsaw:rotate180=1,classical=3", "9x9:1.0-2.0=3", "1.0-2.0=50", "=3", "easy=0", "2/3", "4/3", "9x9", "6x6", "6x9",
		"", "-", "--", ",", "9223372036854775808",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, number := range []func(string) (int, error){grade.ParseWhole, grade.ParseRating} {
			if from, to, err := grade.ParseSpan(text, number); err == nil && (from < 0 || to < 0 || to > 0 && from > to || from == 0 && to == 0) {
				t.Errorf("span %q is %d to %d", text, from, to)
			}
		}
		var ratings grade.RatingSet
		if err := ratings.UnmarshalText([]byte(text)); err == nil && slices.ContainsFunc(ratings.Ranges, func(r grade.Range) bool { return r.Empty() || r.From < 0 || r.From > 200 }) {
			t.Errorf("ratings %q are %v", text, ratings)
		}
		if ids, err := grade.ParseLevels(text); err == nil && (len(ids) == 0 || !slices.IsSortedFunc(ids, grade.CompareLevels)) {
			t.Errorf("levels %q are %v", text, ids)
		}
		var set grade.LetterSet
		if err := set.UnmarshalText([]byte(text)); err == nil && (set.Letters == "") != (text == "") || strings.Trim(set.Letters, "ABCDEFGHI") != "" || !slices.IsSorted([]byte(set.Letters)) {
			t.Errorf("letters %q are %q", text, set.Letters)
		}
		if quotas, err := generate.ParseQuotas(text); err == nil {
			written := generate.Quotas{List: quotas}.String()
			if again, err := generate.ParseQuotas(written); err != nil || !reflect.DeepEqual(again, quotas) {
				t.Errorf("quotas %q are written %q, which is %+v, %v", text, written, again, err)
			}
		}
	})
}
