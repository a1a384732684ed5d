package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestFileGone takes the file away from under a writer: it must not say that
// something is saved which nobody will ever see.
func TestFileGone(t *testing.T) {
	for _, c := range []struct {
		name string
		take func(path string) error
	}{
		{"deleted", os.Remove},
		{"moved", func(path string) error { return os.Rename(path, path+".moved") }},
		{"replaced", func(path string) error {
			return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, []byte("new"), 0o600))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.db")
			d := reopen(t, path, ReadWrite)
			run := begin(t, d, wish(1, 100))
			save(t, d, fakeBatch(run.ID, 0, 10))
			before := dump(t, d)
			if err := c.take(path); err != nil {
				t.Skipf("an open file cannot be taken away here: %v", err)
			}
			if _, err := d.SaveBatch(t.Context(), fakeBatch(run.ID, 10, 10)); !errors.Is(err, ErrGone) {
				t.Errorf("saving: %v, want %v", err, ErrGone)
			}
			if err := d.EndRun(t.Context(), run.ID, Stopped); !errors.Is(err, ErrGone) {
				t.Errorf("ending: %v, want %v", err, ErrGone)
			}
			same(t, "rows", dump(t, d), before)
		})
	}
}
