package generate

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gradoku/board"
)

// TestZeroValues: what is missing is said; what need not be said has the usual value.
func TestZeroValues(t *testing.T) {
	if _, err := NewFinder(Target{}, 0, nil); err != nil {
		t.Errorf("a finder of no size: %v", err)
	}
	found, err := One(context.Background(), Target{}, 1)
	if same, _ := One(context.Background(), Target{}, 1); err != nil || found.Grid != same.Grid {
		t.Errorf("a puzzle of no size: %v, %v", found.Grid, err)
	}
	if n := new(Target).Patience() + new(Target).Chunk(); n <= 0 {
		t.Errorf("patience and chunk: %d", n)
	}
	if f, err := new(Target).Forecast(t.Context(), 2); err != nil || f.Tries == 0 {
		t.Errorf("a forecast of no size: %v, %v", f, err)
	}
	if err := errors.Join(new(Target).ChooseClues(t.Context(), 2), new(Target).ChooseSearch(t.Context(), 2, nil)); err != nil {
		t.Error(err)
	}
	if n, _ := NewMinimizer(nil).InOrder(&found.Grid); n != found.Grid {
		t.Errorf("%v is not minimal", found.Grid)
	}
	if made := NewMorpher().Morphs(new(board.Grid), 3, 1, 0); made != nil {
		t.Errorf("copies of no puzzle: %v", made)
	}
	g, err := New(Shape{})
	must(t, err)
	for i := range uint64(20) {
		if p, err := g.Try(1, i); err != nil || !p.Minimal || p.Grid.Clues() > 30 {
			t.Errorf("try %d: %d clues, minimal %v, %v", i, p.Grid.Clues(), p.Minimal, err)
		}
	}
	some := 0
	for _, err := range Stream(context.Background(), Target{}, 1, 0) {
		must(t, err)
		if some++; some == 3 {
			break
		}
	}
}

func TestOfLevel(t *testing.T) {
	found, err := OfLevel("easy", 3)
	if err != nil || found.Grade.Level != "easy" {
		t.Errorf("%s, %v", found.Grade.Level, err)
	}
	if _, err := OfLevel("Impossible", 3); err == nil || !strings.Contains(err.Error(), "Impossible") {
		t.Errorf("a level that is none: %v", err)
	}
}
