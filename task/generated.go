package task

import (
	"context"
	"fmt"
	"time"

	"gradoku/generate"
	"gradoku/internal/text"
	"gradoku/store"
)

// Ending is what ended a run.
type Ending string

// The ways in which a run can end. After Complete, nothing is missing.
const (
	Complete     Ending = "complete"
	AllFound     Ending = "all found"     // there are no more such puzzles
	TimeUp       Ending = "time up"       // the time limit was reached
	PatienceLost Ending = "patience lost" // too many attempts in a row gave nothing new
)

// GenerateResult says how a run ended and what it made.
type GenerateResult struct {
	Run      store.Run // as it is now in the database
	Target   generate.Target
	Added    int64 // puzzles added by this task
	Took     time.Duration
	Nothing  bool    // there was nothing to do
	Summary  Summary // of the whole run
	Ended    Ending
	Spent    string // for AllFound: how many such puzzles there are, in words
	Short    []ShortQuota
	Patience int64 // the stop rule that applied

	timedOut bool
}

// ShortQuota is a quota that is not filled.
type ShortQuota struct {
	Name       string
	Have, Want int64
}

// Summary is what a run has made, in numbers.
type Summary struct {
	Run        int64            `json:"run"`
	Seed       int64            `json:"seed"`
	State      string           `json:"state"`
	Database   string           `json:"database"`
	Puzzles    int64            `json:"puzzles"` // in the whole run
	New        int64            `json:"new"`     // added by this task
	Attempts   int64            `json:"attempts"`
	Duplicates int64            `json:"duplicates"`
	Missed     int64            `json:"missed"`
	Seconds    float64          `json:"seconds"`
	PerSecond  float64          `json:"puzzles_per_second"`
	MeanClues  float64          `json:"mean_clues"`
	Printed    map[string]int64 `json:"letters_printed,omitempty"`
	Fitted     map[string]int64 `json:"letters_fitted,omitempty"`
	Levels     map[string]int64 `json:"levels"`
}

// finish completes the result after a run has ended.
func (r *GenerateResult) finish(ctx context.Context, db *store.DB) (err error) {
	if r.Summary, err = r.summarize(ctx, db); err != nil {
		return err
	}
	if !r.timedOut && r.Run.State != store.Exhausted {
		r.Ended = Complete
		return nil
	}
	if r.Short, err = short(ctx, db, r.Run, &r.Target); err != nil {
		return err
	}
	if r.Spent, err = spent(ctx, db, r.Run, &r.Target); err != nil {
		return err
	}
	switch {
	case r.Spent != "":
		r.Ended = AllFound
	case r.timedOut:
		r.Ended = TimeUp
	default:
		r.Ended = PatienceLost
	}
	return nil
}

func (r *GenerateResult) summarize(ctx context.Context, db *store.DB) (Summary, error) {
	facets, err := db.Facets(ctx, store.Filter{Selection: store.Selection{Run: r.Run.ID}})
	clues := int64(0)
	for n, puzzles := range facets.Clues {
		clues += int64(n) * puzzles
	}
	return Summary{
		Run: r.Run.ID, Seed: r.Run.Seed, State: r.Run.State, Database: db.Path(),
		Puzzles: r.Run.Accepted, New: r.Added, Attempts: r.Run.Next, Duplicates: r.Run.Duplicates,
		Missed:  r.Run.Next - r.Run.Accepted - r.Run.Duplicates,
		Seconds: r.Took.Seconds(), PerSecond: float64(r.Added) / max(r.Took, 1).Seconds(),
		MeanClues: float64(clues) / float64(max(facets.Puzzles, 1)), Printed: facets.Printed, Fitted: facets.Fitted, Levels: facets.Levels,
	}, err
}

// short lists the quotas that a run has not filled.
func short(ctx context.Context, db *store.DB, r store.Run, t *generate.Target) (list []ShortQuota, err error) {
	counts, err := db.Rated(ctx, r.ID, generate.Selections(t.Quotas))
	if err != nil {
		return nil, err
	}
	for i, q := range t.Quotas {
		if counts[i] < q.Count {
			list = append(list, ShortQuota{q.Name(), counts[i], q.Count})
		}
	}
	return list, nil
}

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
	var same store.Filter
	size := t.Shape().Geometry.Size
	same.Size = size
	known, err := db.CountPuzzles(ctx, same)
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
