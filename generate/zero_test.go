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
	if _, err := New(Shape{}); err == nil || !strings.Contains(err.Error(), "board.Nine()") {
		t.Errorf("no size: %v", err)
	}
	if _, err := NewFinder(Target{}, 0, nil); !errors.Is(err, errNoGeometry) {
		t.Errorf("a finder of no size: %v", err)
	}
	if _, err := One(context.Background(), Target{}, 0); !errors.Is(err, errNoGeometry) {
		t.Errorf("a puzzle of no size: %v", err)
	}
	g, err := New(Shape{Geometry: board.Nine()})
	if err != nil {
		t.Fatal(err)
	}
	for i := range uint64(20) {
		if p, err := g.Try(1, i); err != nil || !p.Minimal || p.Grid.Clues() > 30 {
			t.Errorf("try %d: %d clues, minimal %v, %v", i, p.Grid.Clues(), p.Minimal, err)
		}
	}
	some := 0
	for _, err := range Stream(context.Background(), Target{Shape: Shape{Geometry: board.Nine()}}, 1, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if some++; some == 3 {
			break
		}
	}
}

func TestOfLevel(t *testing.T) {
	found, err := OfLevel("easy", 3)
	if err != nil || found.Grade.Level != "Easy" {
		t.Errorf("%s, %v", found.Grade.Level, err)
	}
	if _, err := OfLevel("Impossible", 3); err == nil || !strings.Contains(err.Error(), "Impossible") {
		t.Errorf("a level that is none: %v", err)
	}
}
