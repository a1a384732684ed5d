package grade

import (
	"testing"

	"gradoku/board"
)

func TestGraders(t *testing.T) {
	var all Graders
	nine := all.Of(board.Nine())
	if nine.Budget != DefaultBudget {
		t.Errorf("a new grader has the budget %d", nine.Budget)
	}
	nine.Budget = 1
	small := parse(t, "12.43...2143..21")
	want := NewGrader(small.Geometry()).Grade(&small)
	if got := all.Of(small.Geometry()).Grade(&small); got != want || got.Rating == 0 {
		t.Errorf("4x4: %+v, want %+v", got, want)
	}
	if all.Of(board.Nine()) != nine || nine.Budget != 1 {
		t.Error("the grader of 9x9 is another, or its budget is")
	}
}
