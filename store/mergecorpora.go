package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// corpora makes the corpora and files of an input, or finds them. What the first
// input says about them counts; a source or licence that it does not know comes
// from a later one. A file has ended when it has in one of the inputs.
func (m *merger) corpora(ctx context.Context, tx *sql.Tx) error {
	var loose bool
	if err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM src.label AS l WHERE NOT "+labelItem("src.")+")").Scan(&loose); err != nil {
		return err
	}
	if loose {
		return fmt.Errorf("%w: %s has labels of items that it does not have, which merging would lose", ErrMerge, m.plan.sources[m.attached-1].path)
	}
	columns := m.list("corpus", "")
	for _, c := range m.plan.corpora {
		err := tx.QueryRowContext(ctx, "INSERT INTO corpus ("+columns+") SELECT "+columns+` FROM src.corpus WHERE name = ?
			ON CONFLICT (name) DO UPDATE SET source = iif(source = '', excluded.source, source), licence = iif(licence = '', excluded.licence, licence)
			RETURNING id`, c.name).Scan(&c.id)
		if err != nil && !errors.Is(err, sql.ErrNoRows) { // the input has no such corpus
			return err
		}
	}
	columns = m.list("corpus_file", "")
	for _, f := range m.plan.files {
		if f.input != m.attached-1 {
			continue
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO corpus_file (corpus_id, items, finished_at, "+columns+") SELECT ?, ?, iif(?, finished_at, NULL), "+columns+
			` FROM src.corpus_file WHERE id = ?
			ON CONFLICT (corpus_id, sha256) DO UPDATE SET finished_at = coalesce(finished_at, excluded.finished_at)`,
			f.corpus.id, f.corpus.files[f.sha256].items, f.done, f.id)
		if err != nil {
			return err
		}
	}
	return nil
}

// otherwise makes an error of an item that two inputs have and that is not the
// same in both; err says whether there is one.
func (m *merger) otherwise(o mergeOrigin, seq int64, err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = fmt.Errorf("%w: in %s the item %d of corpus %q is another one than in an earlier input: %w",
			ErrMerge, m.plan.sources[o.input].path, seq, o.corpus.name, errRead)
	}
	return err
}

// corpusItems copies the items of all corpora with their labels. All puzzles are
// there by now.
func (m *merger) corpusItems(ctx context.Context) error {
	for _, item := range m.plan.items {
		o := item.from[0]
		if o.corpus == nil {
			continue
		}
		err := m.chunks(ctx, o, "corpus_item", func(ctx context.Context, tx *sql.Tx, part offset) error {
			return m.copyItems(ctx, tx, o, part)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Parts of the statements about the items i of a piece, with their puzzles p in
// the input and q here, both NULL for an item that is none.
const (
	fromItems = ` FROM src.corpus_item AS i
		LEFT JOIN src.puzzle AS p ON p.id = i.puzzle_id
		LEFT JOIN main.puzzle AS q ON q.canon = p.canon `
	inPiece  = " WHERE i.corpus_id = @source AND i.seq >= @from AND i.seq < @to "
	itemFile = `(SELECT g.id FROM src.corpus_file AS f JOIN main.corpus_file AS g ON g.corpus_id = @corpus AND g.sha256 = f.sha256
		WHERE f.id = i.file_id)`
	itemGivens = "coalesce(i.givens, p.givens)" // as the file has them
	itemStatus = "CASE WHEN q.id IS NULL THEN i.status WHEN " + itemGivens + ` <> q.givens THEN 'isomorph'
		WHEN q.corpus_id IS @corpus AND q.seq = i.seq + @shift THEN 'new' ELSE 'known' END`
	keptGivens = "CASE WHEN q.id IS NULL THEN i.givens WHEN " + itemGivens + " <> q.givens THEN " + itemGivens + " END"

	// betterItem: an input knows more about an item than an earlier one, whose
	// search was given up or who was not asked to keep an improper puzzle.
	betterItem = ` ON CONFLICT (corpus_id, seq) DO UPDATE SET
		(status, puzzle_id, reason, givens, labels_json) = (excluded.status, excluded.puzzle_id, excluded.reason, excluded.givens, excluded.labels_json)
		WHERE status = 'unproved' AND excluded.status <> 'unproved'
			OR status = excluded.status AND puzzle_id IS NULL AND givens IS NULL AND excluded.givens IS NOT NULL`

	// otherItem finds an item that is another one here.
	otherItem = "SELECT i.seq" + fromItems + "CROSS JOIN main.corpus_item AS y ON y.corpus_id = @corpus AND y.seq = i.seq + @shift" + inPiece + `
		AND (y.line <> i.line OR y.col <> i.col
			OR 'unproved' NOT IN (y.status, i.status) AND (y.puzzle_id IS NOT q.id OR q.id IS NULL AND y.status <> i.status)) LIMIT 1`
)

// copyItems copies items and labels. What became of an item is said anew, since
// an earlier input may have had its puzzle: the givens that the file has are
// compared with those that were kept.
func (m *merger) copyItems(ctx context.Context, tx *sql.Tx, o mergeOrigin, part offset) error {
	args := []any{
		sql.Named("corpus", o.corpus.id), sql.Named("shift", part.shift),
		sql.Named("source", o.id), sql.Named("from", part.from), sql.Named("to", part.to),
	}
	var seq, read int64
	err := tx.QueryRowContext(ctx, otherItem, args...).Scan(&seq)
	if err = m.otherwise(o, seq, err); err != nil {
		return err
	}
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM src.corpus_item AS i"+inPiece, args...).Scan(&read); err != nil {
		return err
	}
	m.read += read
	_, err = tx.ExecContext(ctx, "INSERT INTO corpus_item (corpus_id, seq, file_id, status, puzzle_id, givens, "+m.list("corpus_item", "")+
		") SELECT @corpus, i.seq + @shift, "+itemFile+", "+itemStatus+", q.id, "+keptGivens+", "+m.list("corpus_item", "i.")+
		fromItems+inPiece+"ORDER BY i.seq"+betterItem, args...)
	if err != nil {
		return fmt.Errorf("copying items: %w", err)
	}
	return m.copyLabels(ctx, tx, args)
}

// copyLabels copies what the items of a piece say about their puzzles, and
// counts what an earlier input says otherwise.
func (m *merger) copyLabels(ctx context.Context, tx *sql.Tx, args []any) error {
	const said = fromItems + "CROSS JOIN src.label AS x ON x.puzzle_id = i.puzzle_id AND x.corpus_id = i.corpus_id AND x.seq = i.seq "
	var clashes int64
	err := tx.QueryRowContext(ctx, "SELECT count(*)"+said+`CROSS JOIN main.label AS y
		ON y.puzzle_id = q.id AND y.name = x.name AND y.corpus_id = @corpus AND y.seq = i.seq + @shift`+inPiece+"AND y.value IS NOT x.value", args...).Scan(&clashes)
	if err != nil {
		return err
	}
	m.Clashes += clashes
	_, err = tx.ExecContext(ctx, "INSERT INTO label (puzzle_id, corpus_id, seq, "+m.list("label", "")+
		") SELECT q.id, @corpus, i.seq + @shift, "+m.list("label", "x.")+said+inPiece+"ON CONFLICT DO NOTHING", args...)
	if err != nil {
		return fmt.Errorf("copying labels: %w", err)
	}
	return nil
}
