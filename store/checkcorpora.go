package store

import "context"

// corpora compares files with their items, items with their puzzles, and labels
// with their items.
func (c *checker) corpora(ctx context.Context) error {
	return c.each(ctx, `
		SELECT 'corpus_file', f.id, format('counts %d items and has %d', f.items, count(i.seq))
			FROM corpus_file AS f LEFT JOIN corpus_item AS i ON i.corpus_id = f.corpus_id AND i.file_id = f.id
			GROUP BY f.id HAVING f.items <> count(i.seq)
		UNION ALL
		SELECT 'corpus_item', i.seq, format('of corpus %d made puzzle %d, which says otherwise', i.corpus_id, i.puzzle_id)
			FROM corpus_item AS i JOIN puzzle AS p ON p.id = i.puzzle_id
			WHERE i.status = 'new' AND (p.corpus_id IS NOT i.corpus_id OR p.seq <> i.seq)
		UNION ALL
		SELECT 'label', l.puzzle_id, format('%s is said by item %d of corpus %d, which is not this puzzle', l.name, l.seq, l.corpus_id)
			FROM label AS l WHERE NOT `+labelItem(""))
}

// labelItem is the condition that a label l has its item; schema is that of the
// table of items, with its dot.
func labelItem(schema string) string {
	return "EXISTS (SELECT 1 FROM " + schema + `corpus_item AS i
		WHERE i.corpus_id = l.corpus_id AND i.seq = l.seq AND i.puzzle_id = l.puzzle_id)`
}
