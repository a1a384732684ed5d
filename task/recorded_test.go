package task

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/store"
)

// TestReadBeforeNamed: a command reads the file at its output path, and then another command
// moves a new file there. The first command must read the file again, although the row of the
// new file is older.
func TestReadBeforeNamed(t *testing.T) {
	ctx, db, path := t.Context(), shelf(t), filepath.Join(t.TempDir(), "out.csv")
	export := func() store.Export {
		draft, err := NewDraft(path)
		must(t, err)
		t.Cleanup(func() { draft.Remove(&err) })
		return store.Export{Kind: "csv", Path: path, SHA256: strings.Repeat("0", 64), FilterJSON: "{}", Writer: draft.Folder()}
	}
	first, second := export(), export()
	if _, err := db.RecordExport(ctx, first, false, nil, func() error {
		last, _, err := recordedAt(ctx, db, path, nil)
		second.Last = last.ID
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.RecordExport(ctx, second, false, nil, func() error { return nil }); !errors.Is(err, store.ErrTaken) {
		t.Errorf("the second command read an outdated file, but it may write: %v", err)
	}
}
