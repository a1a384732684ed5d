package task

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"gradoku/store"
)

// requestJSON returns a task as the database records it.
func requestJSON(task any) string {
	text, err := json.Marshal(task)
	if err != nil {
		panic(err) // all of its values can be encoded
	}
	return string(text)
}

// settle releases at once what a failed task has reserved. Otherwise the next task would
// release it.
func settle(ctx context.Context, db *store.DB, request, path string, err *error) {
	if *err != nil && !errors.Is(*err, store.ErrServer) {
		_, _ = db.Settle(context.WithoutCancel(ctx), request, folderOf(path))
	}
}

// folderOf returns the absolute path of a file's folder.
func folderOf(path string) string {
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return "" // no export has this folder
	}
	return folder
}

// recordedAt finds the last finished export to a path. whole reports whether the file there
// is still the one that this export wrote. A pending export does not count: until it is done,
// the file belongs to an older export, and afterwards the file is newer than what this command
// has read. The rows of a repeated command, the result of [store.DB.Settle], do not count
// either.
func recordedAt(ctx context.Context, db *store.DB, path string, again []int64) (last store.ExportRow, whole bool, err error) {
	exports, err := db.Exports(ctx)
	for _, x := range slices.Backward(exports) {
		if filepath.Clean(x.Path) == filepath.Clean(path) && !x.Pending && !slices.Contains(again, x.ID) {
			return x, store.Intact(path, x.SHA256), err
		}
	}
	return last, false, err
}

// keepsPuzzles refuses to replace the file of an export. Its puzzles stay used, so they would
// be in no file.
func keepsPuzzles(x store.ExportRow) error {
	return UsageError(fmt.Errorf("%s is the file of export %d, which has other puzzles", x.Path, x.ID), "write to another file, or replace that one with --force")
}
