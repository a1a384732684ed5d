package store

import "context"

// corpora compares files with their items, and items with their puzzles.
func (c *checker) corpora(ctx context.Context) error {
	return c.each(ctx, `
		SELECT 'corpus_file', f.id, format('counts %d items and has %d', f.items, count(i.seq))
			FROM corpus_file AS f LEFT JOIN corpus_item AS i ON i.corpus_id = f.corpus_id AND i.file_id = f.id
			GROUP BY f.id HAVING f.items <> count(i.seq)
		UNION ALL
		SELECT 'corpus_item', i.seq, format('of corpus %d made puzzle %d, which says otherwise', i.corpus_id, i.puzzle_id)
			FROM corpus_item AS i JOIN puzzle AS p ON p.id = i.puzzle_id
			WHERE i.status = 'new' AND (p.corpus_id IS NOT i.corpus_id OR p.seq <> i.seq)`)
}
