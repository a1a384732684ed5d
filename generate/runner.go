package generate

import (
	"context"

	"gradoku/internal/ordered"
)

// FindIn computes the tries of a range, one after another, and passes each result to
// take. When ctx ends it returns the cause.
func (f *Finder) FindIn(ctx context.Context, tries ordered.Range, take func(try int64, found Found)) error {
	for i := tries.From; i < tries.To; i++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		found, err := f.Find(ctx, uint64(i))
		if err != nil {
			return err
		}
		take(i, found)
	}
	return nil
}

// Room is how many puzzles each quota of a target still takes. Without quotas it is
// unlimited. Finders learn from filled which quotas are full.
type Room struct {
	left   []int64
	filled *FilledQuotas
}

// NewRoom returns the Room of a target before its first puzzle.
func NewRoom(quotas []Quota, filled *FilledQuotas) *Room {
	r := &Room{filled: filled}
	for _, q := range quotas {
		r.left = append(r.left, q.Count)
	}
	return r
}

// For reports whether a quota, numbered as in [Found], still takes a puzzle.
func (r *Room) For(quota int) bool { return quota >= 0 && (r.left == nil || r.left[quota] > 0) }

// Take counts a puzzle of a quota.
func (r *Room) Take(quota int) {
	if r.left != nil {
		r.left[quota]--
		r.filled.Set(r.left)
	}
}
