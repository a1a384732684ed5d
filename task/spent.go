package task

import (
	"context"
	"fmt"

	"gradoku/generate"
	"gradoku/internal/text"
	"gradoku/store"
)

// fullCover is how many puzzles in a row, for each one that is known, must have been
// known already before a run counts as one that has found all there are. If one
// puzzle were missing and came up as often as the others, it would have stayed
// away with a chance of e^-50; it may be ten times as rare.
const fullCover = 50

// spent says that there are no more puzzles of the kind that a run makes, ""
// where there may be: too few of its last tries were puzzles of that kind. For 4x4,
// whose rarest puzzles are not rare, that is as good as certain; elsewhere it is an
// inference, and worded as one.
func spent(ctx context.Context, db *store.DB, r store.Run, t *generate.Target) (string, error) {
	size := t.Geometry.Size
	known, err := db.CountPuzzles(ctx, store.Filter{Size: size})
	if err != nil {
		return "", err
	}
	from, _, _ := RunSpan(r)
	// At least so many of the duplicates came after the last new puzzle.
	after := r.Duplicates - max(0, r.Last+1-from-r.Accepted)
	if known == 0 || after < fullCover*known {
		return "", nil
	}
	if known > r.Accepted {
		return fmt.Sprintf("all %dx%d puzzles of this kind are in %s already", size, size, db.Path()), nil
	}
	are := "there seem to be only"
	if size == 4 {
		are = "there are only"
	}
	if known == 1 {
		return fmt.Sprintf("%s one %dx%d puzzle of this kind", are, size, size), nil
	}
	return fmt.Sprintf("%s %s different %dx%d puzzles of this kind", are, text.Grouped(known), size, size), nil
}
