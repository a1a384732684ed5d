package list

import (
	"strings"
	"testing"
)

// TestFilterWords: what a filter asks for is said in words, and what is nested deeper
// than any filter is not taken apart.
func TestFilterWords(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 900) + `1` + strings.Repeat("}", 900)
	lists := `{"a":` + strings.Repeat("[", 900) + `1` + strings.Repeat("]", 900) + `}`
	for _, c := range []struct{ filter, want string }{
		{`{"Levels":["Easy","Hard"],"Size":0,"CluesMin":22,"Logic":true}`, "clues min 22; levels Easy, Hard; logic"},
		{`{"book":{"choice":{"quotas":[{"n":2,"of":{"level":"Easy"}}]}}}`, "quotas n 2; level Easy"},
		{"x", "x"},
		{deep, deep[len(`{"a":`)*8 : len(deep)-8]},
		{lists, "a " + lists[len(`{"a":[[[[[[[`):len(lists)-8]},
	} {
		if got := filterWords(c.filter, 8); got != c.want {
			t.Errorf("filterWords(%.80s) = %.120q, want %.120q", c.filter, got, c.want)
		}
	}
}
