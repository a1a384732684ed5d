package cli

import (
	"slices"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/store"
)

// FuzzArguments: every reader of an argument refuses a text or makes of it
// something that the argument can mean.
func FuzzArguments(f *testing.F) {
	for _, seed := range []string{
		"4.0-4.6", "7.5-", "-3.0", "22-25", "30", "0.5", "20.1", "E-G", "e,g", "A-i", "4x4=6,9x9=2", "16x16=2", "2",
		"gentle", "medium, Hard", "hard=100", "1.0-2.0=50", "=3", "easy=0", "2/3", "4/3", "9x9", "6x6", "6x9",
		"", "-", "--", ",", "9223372036854775808",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, number := range []func(string) (int, error){Whole, Tenths} {
			if sp, err := parseSpan(text, number); err == nil && (sp.From < 0 || sp.To < 0 || sp.To > 0 && sp.From > sp.To || sp == span{}) {
				t.Errorf("span %q is %+v", text, sp)
			}
		}
		if r, err := RatingRange(text); err == nil && (r.Empty() || r.From < 0 || r.From > 200) {
			t.Errorf("ratings %q are %v", text, r)
		}
		if all, err := LevelRanges(text); err == nil && slices.ContainsFunc(all, grade.Range.Empty) {
			t.Errorf("levels %q are %v", text, all)
		}
		if letters, err := LetterSet(text); err == nil && (letters == "" || letters[0] < 'A' || letters[len(letters)-1] > 'I' || !slices.IsSorted([]byte(letters))) {
			t.Errorf("letters %q are %q", text, letters)
		}
		if q, err := ReadQuota(text); err == nil && (q.Count < 1 || q.Range.Empty()) {
			t.Errorf("quota %q is %+v", text, q)
		}
		if i, n, err := store.ParseShard(text); err == nil && (i < 1 || i > n) {
			t.Errorf("slice %q is %d of %d", text, i, n)
		}
		if size, err := SizeNamed(text); err == nil {
			if _, err := board.ForSize(size); err != nil {
				t.Errorf("size %q: %v", text, err)
			}
		}
	})
}
