package run

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"time"

	"gradoku/internal/ordered"
	"gradoku/internal/text"
	"gradoku/store"
)

// RegradeCommand is the name of the plan of a regrade, which workers elsewhere can share
// as they do a run of [Command].
const RegradeCommand = "regrade"

// storedRegrade is how a regrade is told to workers, as text.
type storedRegrade struct {
	Where  string `json:"where,omitempty"`
	Budget int64  `json:"budget"`
}

// Encode writes what workers need to know of a regrade: of its filter, Where alone.
func (c *RegradeConfig) Encode() string {
	b, err := json.Marshal(storedRegrade{c.Filter.Where, c.Budget})
	if err != nil {
		panic(err) // numbers and strings always encode
	}
	return string(b)
}

// DecodeRegrade reads what Encode wrote.
func DecodeRegrade(encoded string) (RegradeConfig, error) {
	var s storedRegrade
	if err := json.Unmarshal([]byte(encoded), &s); err != nil {
		return RegradeConfig{}, fmt.Errorf("reading the options of a regrade: %w", text.JSONFault(err))
	}
	return RegradeConfig{Filter: store.Filter{Where: s.Where}, Budget: s.Budget}, nil
}

// FirstItems are in the first jobs of a regrade, before anybody knows how long they
// take: the hardest puzzles take a second each.
const FirstItems = 16

// RegradeWorker returns a worker for ranges of ids of puzzles.
func RegradeWorker(db *store.DB, cfg RegradeConfig) ordered.Worker[ordered.Range, Chunk] {
	grade := gradesOf(cfg.Budget)
	return func(ctx context.Context, ids ordered.Range) (Chunk, error) {
		c := Chunk{From: ids.From, To: ids.To}
		puzzles, err := db.Ungraded(ctx, cfg.Filter, ids.From-1, ids.To-1, int(ids.To-ids.From))
		if err == nil {
			c.Grades, err = grade(ctx, puzzles)
		}
		return c, err
	}
}

// SettleRegrade is [Regrade] for puzzles that workers elsewhere grade: chunks yields the
// grades in the order of their ids. When it ends, so does the regrade.
func SettleRegrade(ctx context.Context, db *store.DB, by store.Settling, chunks iter.Seq2[Chunk, error]) error {
	r := regrader{db: db, cfg: RegradeConfig{settling: &by}, saved: time.Now()}
	if err := takeAll(ctx, chunks, r.take); err != nil {
		return err
	}
	if err := r.flush(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	return db.CompletePlan(ctx, by)
}
