package store

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
)

// TestWriteAppCancelled: an interruption is told as one, and leaves nothing.
func TestWriteAppCancelled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app.sqlite")
	ctx, cancel := context.WithCancel(t.Context())
	puzzles := func(yield func(Puzzle, error) bool) {
		for i := range int64(1000) {
			if i == 500 {
				cancel()
			}
			if !yield(fake(i, i), nil) {
				return
			}
		}
	}
	if _, err := writeApp(ctx, path, puzzles); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if got := snapshot(t, path); len(got) > 0 {
		t.Errorf("left behind: %v", got)
	}
}
