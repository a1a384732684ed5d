package store

import (
	"context"
	"database/sql"
)

// Removal is what goes with a corpus, and what stays.
type Removal struct {
	Files, Items, Labels int64
	Puzzles              int64 // that go
	Shared               int64 // puzzles that stay because another corpus has them, and are its own from now on
	Exported             int64 // puzzles that stay because an export has them, and with them the corpus as their origin
}

// nextSeq is the place of a corpus's next item. A corpus that was removed may
// have left puzzles without items.
const nextSeq = `SELECT max(
	(SELECT coalesce(max(seq), -1) FROM corpus_item WHERE corpus_id = ?),
	(SELECT coalesce(max(seq), -1) FROM puzzle WHERE corpus_id = ?)) + 1`

// Conditions on a puzzle p of corpus ?1.
const (
	inOtherCorpus = "EXISTS (SELECT 1 FROM corpus_item AS o WHERE o.puzzle_id = p.id AND o.corpus_id <> ?1)"
	inExport      = "EXISTS (SELECT 1 FROM export_item AS e WHERE e.puzzle_id = p.id)"
)

// PlanRemoval tells what RemoveCorpus would do.
func (d *DB) PlanRemoval(ctx context.Context, corpus int64) (Removal, error) {
	r, err := planRemoval(ctx, d.readers, corpus)
	return r, d.fail(ctx, "planning a removal", err)
}

func planRemoval(ctx context.Context, q querier, corpus int64) (Removal, error) {
	var r Removal
	for _, c := range []struct {
		query string
		into  *int64
	}{
		{"SELECT count(*) FROM corpus_file WHERE corpus_id = ?1", &r.Files},
		{"SELECT count(*) FROM corpus_item WHERE corpus_id = ?1", &r.Items},
		{"SELECT count(*) FROM label WHERE corpus_id = ?1", &r.Labels},
		{"SELECT count(*) FROM puzzle AS p WHERE corpus_id = ?1 AND NOT " + inOtherCorpus + " AND NOT " + inExport, &r.Puzzles},
		{"SELECT count(*) FROM puzzle AS p WHERE corpus_id = ?1 AND " + inOtherCorpus, &r.Shared},
		{"SELECT count(*) FROM puzzle AS p WHERE corpus_id = ?1 AND NOT " + inOtherCorpus + " AND " + inExport, &r.Exported},
	} {
		if err := q.QueryRowContext(ctx, c.query, corpus).Scan(c.into); err != nil {
			return r, err
		}
	}
	return r, nil
}

// RemoveCorpus removes what a corpus brought: files, items, labels, and the
// puzzles that nothing else has.
func (d *DB) RemoveCorpus(ctx context.Context, corpus int64) (Removal, error) {
	var r Removal
	err := d.write(ctx, "removing a corpus", func(tx *sql.Tx) error {
		var err error
		if r, err = planRemoval(ctx, tx, corpus); err != nil {
			return err
		}
		for _, statement := range removal {
			if _, err := tx.ExecContext(ctx, statement, corpus); err != nil {
				return err
			}
		}
		return nil
	})
	return r, err
}

// removal are its statements, in the order that the references allow. A shared
// puzzle becomes the other corpus's; the item that was the same digit by digit
// could have made the row, so it is new now.
var removal = [...]string{
	"DELETE FROM label WHERE corpus_id = ?1",
	`UPDATE puzzle AS p SET (corpus_id, seq) = (SELECT o.corpus_id, o.seq FROM corpus_item AS o
		WHERE o.puzzle_id = p.id AND o.corpus_id <> ?1 ORDER BY o.status = 'isomorph', o.corpus_id, o.seq LIMIT 1)
		WHERE corpus_id = ?1 AND ` + inOtherCorpus,
	`UPDATE corpus_item AS i SET status = 'new' WHERE status = 'known' AND puzzle_id IN (SELECT puzzle_id FROM corpus_item WHERE corpus_id = ?1)
		AND EXISTS (SELECT 1 FROM puzzle AS p WHERE p.id = i.puzzle_id AND p.corpus_id = i.corpus_id AND p.seq = i.seq)`,
	"DELETE FROM corpus_item WHERE corpus_id = ?1",
	"DELETE FROM corpus_file WHERE corpus_id = ?1",
	"DELETE FROM puzzle AS p WHERE corpus_id = ?1 AND NOT " + inExport,
	"DELETE FROM corpus WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM puzzle WHERE corpus_id = ?1)",
}
