package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gradoku/internal/atomicfile"
)

// Merged says what became of a merge.
type Merged struct {
	Runs, Corpora, Exports int
	Rows                   int64 // puzzles read, in all inputs
	Puzzles                int64 // puzzles in the new database
	Clashes                int64 // labels that an earlier input has of the same item with another value; the first one counts
}

// Merge makes a new database of all that is in others: puzzles, grades, labels,
// runs, corpora and exports, under new ids. A puzzle that several have, up to
// isomorphism, is kept once: the first that comes, in the order of the inputs.
//
// A corpus that several have, the same files under the same name, becomes one,
// whatever the order in which its files were imported and however far; of a file
// the items count that the furthest has. What became of an item is said anew: it
// is known, or an isomorph, when an earlier input has its puzzle.
//
// The slices of a run become the run: their rows in the order of its tries, its
// counters as if nobody had cut it. All slices must be there and computed to
// their end. They come after everything else, hence the rows are those that the
// run would have in a database that held all else before.
//
// The new file gets its name when it is whole; until then it is beside. An input
// may be given twice, or be what another merge made: that adds nothing. progress,
// when not nil, is told the rows read so far and in all, of puzzles and of items. Errors: what [Open]
// says about an input, and [ErrMerge] for inputs that do not fit together.
func Merge(ctx context.Context, out string, inputs []string, progress func(done, total int64)) (Merged, error) {
	if _, err := os.Lstat(out); !errors.Is(err, fs.ErrNotExist) {
		atomicfile.Sweep(out)
		return Merged{}, fmt.Errorf("%w: %s exists already", ErrMerge, out)
	}
	place, m, err := mergeBeside(ctx, out, inputs, progress)
	if err != nil {
		return m, err
	}
	if err := place.Keep(); err != nil {
		return m, fmt.Errorf("merging into %s: %w", out, err)
	}
	return m, nil
}

// mergeBeside merges into a file beside. The inputs are closed at its end: what
// SQLite keeps beside them while they are read goes before the new file appears,
// since nobody opens them to merge them again once it is there.
func mergeBeside(ctx context.Context, out string, inputs []string, progress func(done, total int64)) (*atomicfile.Place, Merged, error) {
	var sources []*DB
	defer func() {
		for _, s := range sources {
			s.Close() // opened for reading: nothing can be lost
		}
	}()
	for _, path := range inputs {
		s, err := Open(ctx, path, ReadOnly)
		if err != nil {
			return nil, Merged{}, err
		}
		sources = append(sources, s)
	}
	plan, err := planMerge(ctx, sources)
	if err != nil {
		return nil, Merged{}, err
	}
	return writeMerged(ctx, out, plan, progress)
}

// writeMerged carries a plan out in a file beside.
func writeMerged(ctx context.Context, out string, plan *mergePlan, progress func(done, total int64)) (*atomicfile.Place, Merged, error) {
	place, err := atomicfile.Make(out)
	if err != nil {
		return nil, Merged{}, fmt.Errorf("merging into %s: %w", out, err)
	}
	m, err := fillMerged(ctx, place.Path(), plan, progress)
	if err == nil {
		err = finishFile(place.Path())
	}
	if err != nil {
		return nil, m, errors.Join(fmt.Errorf("merging into %s: %w", out, err), place.Remove())
	}
	return place, m, nil
}

// fillMerged fills a new database and looks whether its counters fit.
func fillMerged(ctx context.Context, path string, plan *mergePlan, progress func(done, total int64)) (Merged, error) {
	d, err := Open(ctx, path, ReadWrite)
	if err != nil {
		return Merged{}, err
	}
	defer d.Close()
	conn, err := d.writer.Conn(ctx) // attached files belong to a connection
	if err != nil {
		return Merged{}, err
	}
	defer conn.Close()
	m := &merger{conn: conn, plan: plan, progress: progress}
	if err := m.carryOut(ctx); err != nil {
		return m.Merged, classify(err)
	}
	if err := conn.Close(); err != nil {
		return m.Merged, err
	}
	problems, err := d.Check(ctx, false)
	if err == nil && len(problems) > 0 {
		err = fmt.Errorf("%w: what comes out is not in order: %v", ErrMerge, problems[0])
	}
	return m.Merged, errors.Join(err, d.Close())
}
