package store

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
)

// LabelledPuzzle is a puzzle with what corpora say about it.
type LabelledPuzzle struct {
	ID     int64
	Givens string
	Labels []Label // by name; of several values of one name the first corpus' first
}

// LabelledPuzzles streams the puzzles of the named corpora, of all when there is
// no name, with their labels, in the order of their ids. A puzzle that two corpora
// have comes once; only labels of the corpora named are given.
func (d *DB) LabelledPuzzles(ctx context.Context, corpora []string) iter.Seq2[LabelledPuzzle, error] {
	return func(yield func(LabelledPuzzle, error) bool) {
		err := d.eachLabelled(ctx, corpora, func(p LabelledPuzzle) bool { return yield(p, nil) })
		if err != nil {
			yield(LabelledPuzzle{}, d.fail(ctx, "reading puzzles and labels", err))
		}
	}
}

func (d *DB) eachLabelled(ctx context.Context, corpora []string, take func(LabelledPuzzle) bool) error {
	statement := `SELECT p.id, p.givens, (SELECT json_group_array(json_array(l.name, CAST(l.value AS TEXT)) ORDER BY l.name, l.corpus_id, l.seq)
		FROM label AS l WHERE l.puzzle_id = p.id) FROM puzzle AS p ORDER BY p.id`
	var args []any
	if len(corpora) > 0 {
		named := "(SELECT id FROM corpus WHERE name IN (" + repeat("?", len(corpora)) + "))"
		statement = `SELECT p.id, p.givens, (SELECT json_group_array(json_array(l.name, CAST(l.value AS TEXT)) ORDER BY l.name, l.corpus_id, l.seq)
			FROM label AS l WHERE l.puzzle_id = p.id AND l.corpus_id IN ` + named + `)
			FROM puzzle AS p WHERE p.id IN (SELECT puzzle_id FROM corpus_item WHERE corpus_id IN ` + named + ` AND puzzle_id IS NOT NULL)
			ORDER BY p.id`
		args = append(anys(corpora), anys(corpora)...)
	}
	rows, err := d.readers.QueryContext(ctx, statement, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for ctx.Err() == nil && rows.Next() {
		var p LabelledPuzzle
		var text string
		if err := rows.Scan(&p.ID, &p.Givens, &text); err != nil {
			return err
		}
		if p.Labels, err = readLabels(text); err != nil {
			return fmt.Errorf("%w: labels of puzzle %d: %w", ErrCorrupt, p.ID, err)
		}
		if !take(p) {
			return nil
		}
	}
	return rows.Err()
}

// readLabels reads [[name, value], ...], sorted by name, and keeps the first of
// each name.
func readLabels(text string) ([]Label, error) {
	var pairs [][2]string
	if err := json.Unmarshal([]byte(text), &pairs); err != nil {
		return nil, err
	}
	var labels []Label
	for _, p := range pairs {
		if n := len(labels); n == 0 || labels[n-1].Name != p[0] {
			labels = append(labels, Label{p[0], p[1]})
		}
	}
	return labels, nil
}
