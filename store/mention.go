package store

import "context"

// CorpusEntry is an item of a corpus that is a certain puzzle, with what is said
// about it there.
type CorpusEntry struct {
	Corpus string  `json:"corpus"`
	File   string  `json:"file"`
	Line   int     `json:"line"`
	Status string  `json:"status"` // one of Statuses
	Labels []Label `json:"labels"`
}

// CorpusEntries returns the items of corpora that are a puzzle, in the order of the
// corpora and of their items, with all that is said; [DB.LabelsOf] has only the
// first of each name.
func (d *DB) CorpusEntries(ctx context.Context, puzzle int64) ([]CorpusEntry, error) {
	type item struct{ corpus, seq int64 }
	var all []CorpusEntry
	var last item
	_, err := collect(ctx, d.readers, func(row interface{ Scan(dest ...any) error }) (struct{}, error) {
		var m CorpusEntry
		var at item
		var name, value *string
		err := row.Scan(&at.corpus, &at.seq, &m.Corpus, &m.File, &m.Line, &m.Status, &name, &value)
		if at != last {
			all, last = append(all, m), at
		}
		if name != nil && value != nil {
			m := &all[len(all)-1]
			m.Labels = append(m.Labels, Label{*name, *value})
		}
		return struct{}{}, err
	}, `SELECT i.corpus_id, i.seq, c.name, f.name, i.line, i.status, l.name, CAST(l.value AS TEXT)
		FROM corpus_item AS i JOIN corpus AS c ON c.id = i.corpus_id JOIN corpus_file AS f ON f.id = i.file_id
		LEFT JOIN label AS l ON l.puzzle_id = i.puzzle_id AND l.corpus_id = i.corpus_id AND l.seq = i.seq
		WHERE i.puzzle_id = ? ORDER BY i.corpus_id, i.seq, l.name`, puzzle)
	return all, d.fail(ctx, "reading what corpora say", err)
}
