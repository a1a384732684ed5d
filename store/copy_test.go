package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestCopy: a copy is one state of a database that is written to, and in order.
func TestCopy(t *testing.T) {
	d := create(t)
	run := begin(t, d, wish(1, 100_000))
	var saver sync.WaitGroup
	end := make(chan struct{})
	saved := make(chan struct{}, 1)
	saver.Go(func() {
		for from := int64(0); ; from += 50 {
			select {
			case <-end:
				return
			default:
			}
			var puzzles []Puzzle
			for seq := from; seq < from+50; seq++ {
				puzzles = append(puzzles, fake(seq, seq+1))
			}
			if _, err := d.SaveBatch(context.Background(), Batch{RunID: run.ID, From: from, To: from + 50, Puzzles: puzzles}); err != nil {
				t.Error(err)
				return
			}
			select {
			case saved <- struct{}{}:
			default:
			}
		}
	})
	<-saved
	dir := t.TempDir()
	reader := reopen(t, d.path, ReadOnly)
	for _, name := range []string{"a.db", "b.db", "c.db"} {
		out := filepath.Join(dir, name)
		pages := int64(0)
		must(t, reader.Copy(t.Context(), out, func(done, total int64) { pages = done; <-saved }))
		c := reopen(t, out, ReadOnly)
		r, err := c.Run(t.Context(), run.ID)
		n, bad := c.CountPuzzles(t.Context(), Filter{})
		if err := errors.Join(err, bad); err != nil || n == 0 || n != r.Accepted || pages == 0 {
			t.Errorf("%s: %d puzzles, and the run counts %d; %d pages: %v", name, n, r.Accepted, pages, err)
		}
		if problems, err := c.Check(t.Context(), false, nil); err != nil || problems != nil {
			t.Errorf("%s: %v, %v", name, problems, err)
		}
		c.Close()
	}
	close(end)
	saver.Wait()
	if left, err := os.ReadDir(dir); err != nil || len(left) != 3 {
		t.Errorf("left: %v, %v", left, err)
	}
	same(t, "the last copy of all", everything(t, copyOf(t, d)), everything(t, d))
}

func copyOf(t testing.TB, d *DB) *DB {
	t.Helper()
	out := filepath.Join(t.TempDir(), "copy.db")
	must(t, d.Copy(t.Context(), out, func(int64, int64) {}))
	return reopen(t, out, ReadOnly)
}

// TestCopyRefuses: nothing is overwritten, and no -wal of another day gets into a copy; a
// copy that is ended leaves nothing.
func TestCopyRefuses(t *testing.T) {
	d := create(t)
	allKinds(t, d)
	dir := t.TempDir()
	out := filepath.Join(dir, "new.db")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name, before, want string
		ctx                context.Context
	}{
		{"-wal", "new.db-wal", "would corrupt the new one", t.Context()},
		{"-journal", "new.db-journal", "would corrupt the new one", t.Context()},
		{"a file", "new.db", "it already exists", t.Context()},
		{"an end", "", "context canceled", cancelled},
	} {
		if c.before != "" {
			must(t, os.WriteFile(filepath.Join(dir, c.before), []byte("something"), 0o666))
		}
		if err := d.Copy(c.ctx, out, func(int64, int64) {}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
		if c.before != "" {
			must(t, os.Remove(filepath.Join(dir, c.before)))
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
			t.Errorf("%s: left: %v, %v", c.name, left, err)
		}
	}
}
