package task

import (
	"context"
	"fmt"

	"gradoku/generate"
	"gradoku/internal/text"
	"gradoku/store"
)

// fullCover is when a run counts as having found all puzzles: after fullCover duplicates in
// a row for each known puzzle. If one puzzle were missing and as likely as the others, the
// chance of not seeing it would be e^-50. Even a puzzle ten times as rare would hardly be
// missed.
const fullCover = 50

// spent says in words that there are no more puzzles of the kind that a run makes. It
// returns "" if there may be more, because too few of the run's last tries gave such
// puzzles. For 4x4, whose rarest puzzles are not rare, the answer is as good as certain.
// For other sizes it is an inference, and is worded as one.
func spent(ctx context.Context, db *store.DB, r store.Run, t *generate.Target) (string, error) {
	size := t.Geometry.Size
	known, err := db.CountPuzzles(ctx, store.Filter{Size: size})
	if err != nil {
		return "", err
	}
	// At least this many duplicates came after the last new puzzle.
	after := r.Duplicates - max(0, r.Last+1-r.Accepted)
	if known == 0 || after < fullCover*known {
		return "", nil
	}
	if known > r.Accepted {
		return fmt.Sprintf("all %dx%d puzzles of this kind are already in %s", size, size, db.Path()), nil
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
