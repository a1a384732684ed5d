package corpus

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadGnome(t *testing.T) {
	// As json-glib draws it.
	game := "{\n  \"difficulty_category\" : \"hard\",\n  \"time_elapsed\" : -1.0,\n  \"cells\" : [\n    {\n      \"position\" : [\n        0,\n        3\n      ],\n" +
		"      \"value\" : 5,\n      \"fixed\" : true,\n      \"earmarks\" : []\n    },\n    {\"position\" : [8, 8], \"value\" : 1, \"fixed\" : false, \"earmarks\" : []},\n" +
		"    {\"position\" : [8, 0], \"value\" : 0, \"fixed\" : false, \"earmarks\" : [2, 9]}\n  ]\n}\n"
	recs := records(t, readString(game+game))
	if len(recs) != 2 || recs[0].Puzzle.String() != "...5"+strings.Repeat(".", 77) || recs[1].Line != 18 {
		t.Fatalf("got %v", recs)
	}
	sets, ok := recs[0].Candidates()
	state, _ := recs[0].Field(State)
	level, _ := recs[0].Field(Level)
	if !ok || sets[72].String() != "29" || state != "...5"+strings.Repeat(".", 76)+"1" || level != "hard" {
		t.Errorf("%v, %q, %q", sets[72], state, level)
	}
	got := dump(readString(strings.Replace(game, "8, 8", "9, 8", 1) + strings.Replace(game, ": 5", ": 50", 1)))
	want := []string{
		"! in.txt:1:1: cell 2 of the saved game is at [9 8]; rows and columns are 0 to 8",
		"! in.txt:18:1: cell 1 of the saved game: there is no digit 50 in a 9x9 puzzle",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestGnomeCategory: the program opens a game only when its category is one of
// four texts; the level comes back as it was.
func TestGnomeCategory(t *testing.T) {
	f, err := ByName("gnome")
	if err != nil {
		t.Fatal(err)
	}
	for level, want := range map[string]string{
		"": "Medium", "Gentle": "Easy", "Easy": "Easy", "Medium": "Medium", "Hard": "Hard", "Expert": "Very Hard",
		"Extreme": "Very Hard", "Beyond": "Very Hard", "hard": "Hard", "Very Hard": "Very Hard", "ok": "Medium",
	} {
		text := write(t, f, Row{Puzzle: moler, Values: []Value{Text(Level, level)}})
		if !strings.Contains(text, `"difficulty_category": "`+want+` Difficulty"`) {
			t.Errorf("%q is written as %s", level, text[:80])
		}
		recs := records(t, readString(text))
		if got, _ := recs[0].Field(Level); got != level {
			t.Errorf("%q comes back as %q", level, got)
		}
	}
	recs := records(t, readString(`{"difficulty_category":"Unknown Difficulty","time_elapsed":-1.0,"cells":[]}`))
	if got, ok := recs[0].Field(Level); ok {
		t.Errorf("unknown is level %q", got)
	}
}
