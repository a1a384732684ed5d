package store

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"gradoku/internal/text"
)

// Corpus is a row of the table corpus: puzzles from elsewhere.
type Corpus struct {
	ID         int64
	Name       string
	Source     string
	Licence    string
	ImportedAt time.Time
}

// CorpusFile is a row of the table corpus_file.
type CorpusFile struct {
	ID       int64  `json:"id"`
	CorpusID int64  `json:"corpus_id"`
	Name     string `json:"name"`
	SHA256   string `json:"sha256" jsonschema:"of the file, 64 hex digits"`
	Bytes    int64  `json:"bytes"`
	Items    int64  `json:"items" jsonschema:"imported so far, in the file's order"`
	Done     bool   `json:"done" jsonschema:"whether the whole file has been imported"`
}

// BeginImport finds or makes the corpus with that name and its file with that
// sha256, ready to continue at the file's Items. A source or licence that is not
// empty replaces the stored one; other fields are ignored once their row
// exists.
func (d *DB) BeginImport(ctx context.Context, c Corpus, f CorpusFile) (Corpus, CorpusFile, error) {
	err := d.write(ctx, "starting an import", func(tx txn) (err error) {
		c, err = scanCorpus(tx.QueryRowContext(ctx, "INSERT INTO corpus (id, name, source, licence, imported_at) VALUES ("+nextID("corpus")+`, ?, ?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET
				source = CASE excluded.source WHEN '' THEN corpus.source ELSE excluded.source END,
				licence = CASE excluded.licence WHEN '' THEN corpus.licence ELSE excluded.licence END
			RETURNING `+corpusColumns, c.Name, c.Source, c.Licence, now()))
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO corpus_file (id, corpus_id, name, sha256, bytes, begun_at) VALUES ("+nextID("corpus_file")+
			", ?, ?, ?, ?, ?) ON CONFLICT (corpus_id, sha256) DO NOTHING", c.ID, f.Name, f.SHA256, f.Bytes, now())
		if err != nil {
			return err
		}
		f, err = scanFile(tx.QueryRowContext(ctx, "SELECT "+fileColumns+" FROM corpus_file WHERE corpus_id = ? AND sha256 = ?", c.ID, f.SHA256))
		return err
	})
	return c, f, err
}

const (
	corpusColumns = "id, name, source, licence, imported_at"
	fileColumns   = "id, corpus_id, name, sha256, bytes, items, finished_at IS NOT NULL"
)

var (
	scanCorpus = into(func(c *Corpus) []any { return []any{&c.ID, &c.Name, &c.Source, &c.Licence, timeIn{&c.ImportedAt}} })
	scanFile   = into(func(f *CorpusFile) []any {
		return []any{&f.ID, &f.CorpusID, &f.Name, &f.SHA256, &f.Bytes, &f.Items, &f.Done}
	})
)

// EndImport marks a file as completely imported.
func (d *DB) EndImport(ctx context.Context, file int64) error {
	return d.write(ctx, "ending an import", func(tx txn) error {
		_, err := tx.ExecContext(ctx, "UPDATE corpus_file SET finished_at = coalesce(finished_at, ?) WHERE id = ?", now(), file)
		return err
	})
}

// Corpora returns all corpora, oldest first.
func (d *DB) Corpora(ctx context.Context) ([]Corpus, error) {
	all, err := collect(ctx, d.readers, scanCorpus, "SELECT "+corpusColumns+" FROM corpus ORDER BY id")
	return all, d.fail(ctx, "listing corpora", err)
}

// CorpusByName returns a corpus, or ErrNotFound.
func (d *DB) CorpusByName(ctx context.Context, name string) (Corpus, error) {
	c, err := scanCorpus(d.readers.QueryRowContext(ctx, "SELECT "+corpusColumns+" FROM corpus WHERE name = ?", name))
	return c, d.fail(ctx, "reading a corpus", orMissing(err, "there is no corpus %q", name))
}

// CorpusFiles returns the files of a corpus in the order of their import.
func (d *DB) CorpusFiles(ctx context.Context, corpus int64) ([]CorpusFile, error) {
	all, err := collect(ctx, d.readers, scanFile, "SELECT "+fileColumns+" FROM corpus_file WHERE corpus_id = ? ORDER BY id", corpus)
	return all, d.fail(ctx, "listing the files of a corpus", err)
}

// ItemCounts counts the items of a corpus by status, in the order of Statuses. If
// file is not 0, it counts only the items of that file.
func (d *DB) ItemCounts(ctx context.Context, corpus, file int64) ([]Count, error) {
	tally := map[string]int64{}
	found, err := counts(ctx, d.readers, `SELECT status, count(*) FROM corpus_item
		WHERE corpus_id = ? AND CAST(? AS BIGINT) IN (0, file_id) GROUP BY status`, corpus, file)
	for _, c := range found {
		tally[c.Name] = c.Rows
	}
	all := make([]Count, 0, len(statuses))
	for _, s := range statuses {
		all = append(all, Count{s.Name, tally[s.Name]})
	}
	return all, d.fail(ctx, "counting the items of a corpus", err)
}

// LabelCount summarizes the labels of a corpus with one name.
type LabelCount struct {
	Name string `json:"name"`
	Rows int64  `json:"rows"`
	Min  string `json:"min" jsonschema:"of its values, numbers before texts"`
	Max  string `json:"max" jsonschema:"of its values, numbers before texts"`
}

// Labels returns the labels of a corpus, summarized by name.
func (d *DB) Labels(ctx context.Context, corpus int64) ([]LabelCount, error) {
	all, err := collect(ctx, d.readers, into(func(l *LabelCount) []any { return []any{&l.Name, &l.Rows, &l.Min, &l.Max} }),
		"SELECT name, count(*), "+d.engine.label.least+", "+d.engine.label.most+" FROM label AS l WHERE corpus_id = ? GROUP BY name ORDER BY name", corpus)
	return all, d.fail(ctx, "counting labels", err)
}

// LabelNames returns the names of all labels, each in one spelling.
func (d *DB) LabelNames(ctx context.Context) ([]string, error) {
	all, err := collect(ctx, d.readers, scanText, "SELECT min(name) FROM label GROUP BY "+d.engine.noCase("name")+" ORDER BY "+d.engine.noCase("min(name)"))
	return all, d.fail(ctx, "listing labels", err)
}

// LabelsOf returns the labels of a puzzle by name, in lower case. If a name has
// several values, it returns the first.
func (d *DB) LabelsOf(ctx context.Context, puzzle int64) (map[string]string, error) {
	values := map[string]string{}
	err := each(ctx, d.readers, func(row scanner) error {
		var name, value string
		err := row.Scan(&name, &value)
		if _, said := values[strings.ToLower(name)]; !said {
			values[strings.ToLower(name)] = value
		}
		return err
	}, "SELECT name, "+d.engine.label.text+" FROM label AS l WHERE puzzle_id = ? ORDER BY corpus_id, seq, name", puzzle)
	return values, d.fail(ctx, "reading labels", err)
}

// LabelledPuzzle is an item of a corpus that is a puzzle, with its labels, or a puzzle of
// no corpus.
type LabelledPuzzle struct {
	ID     int64
	Givens string  // of the puzzle in the database; the item may be an isomorph of it
	Labels []Label // of the item, by name; then measured_minutes and plays, if they were measured
}

// LabelledPuzzles streams the items of the named corpora with their labels, in the order of
// the puzzles' ids. If no corpus is named, it streams all items and the puzzles without a
// corpus. A puzzle with several items is repeated, once per item: each item has its own
// labels, such as the times of several players. A label that one item lacks is not taken
// from another.
func (d *DB) LabelledPuzzles(ctx context.Context, corpora []string) iter.Seq2[LabelledPuzzle, error] {
	join, args := " LEFT JOIN corpus_item AS i ON i.puzzle_id = p.id", []any(nil)
	where := " WHERE p.variant = ''" // ratings of variants are not those of classical puzzles
	if len(corpora) > 0 {
		join = " JOIN corpus_item AS i ON i.puzzle_id = p.id AND i.corpus_id IN (SELECT id FROM corpus WHERE name IN (" + repeat("?", len(corpora)) + "))"
		args, where = anys(corpora), ""
	}
	return streamRows(ctx, d, "reading puzzles and labels", func(row scanner) (p LabelledPuzzle, err error) {
		look := d.provers.take(ctx, false)
		defer d.provers.putBack(look)
		var text string
		read, err := scanPuzzle(andMore{row, []any{&text}}, look)
		if err != nil {
			return p, err
		}
		p.ID, p.Givens = read.ID, read.Givens
		if p.Labels, err = readLabels(text); err != nil {
			return p, fmt.Errorf("%w: labels of puzzle %d: %w", ErrCorrupt, p.ID, err)
		}
		if m := read.Measured; m.Plays > 0 {
			p.Labels = append(p.Labels, Label{"measured_minutes", fmt.Sprint(float64(m.Minutes) / 10)}, Label{"plays", strconv.Itoa(m.Plays)})
		}
		return p, nil
	}, "SELECT "+puzzleColumns+", (SELECT "+d.engine.label.pairs+
		" FROM label AS l WHERE l.puzzle_id = i.puzzle_id AND l.corpus_id = i.corpus_id AND l.seq = i.seq) FROM puzzle AS p"+join+where+" ORDER BY p.id, i.corpus_id, i.seq", args...)
}

// andMore is a row with more columns than the function that reads it knows.
type andMore struct {
	scanner
	more []any
}

// Scan reads the columns.
func (r andMore) Scan(dest ...any) error { return r.scanner.Scan(append(dest, r.more...)...) }

// readLabels reads [[name, value], ...].
func readLabels(column string) ([]Label, error) {
	var pairs [][2]string
	if err := json.Unmarshal([]byte(column), &pairs); err != nil {
		return nil, text.JSONFault(err)
	}
	var labels []Label
	for _, p := range pairs {
		labels = append(labels, Label{p[0], p[1]})
	}
	return labels, nil
}

// CorpusEntry is a corpus item for a given puzzle, with its labels.
type CorpusEntry struct {
	Corpus string  `json:"corpus"`
	File   string  `json:"file"`
	Line   int     `json:"line"`
	Status string  `json:"status"` // one of Statuses
	Labels []Label `json:"labels"`
}

// CorpusEntries returns the corpus items for a puzzle, in the order of the
// corpora and of their items, with all labels; [DB.LabelsOf] returns only the first
// of each name.
func (d *DB) CorpusEntries(ctx context.Context, puzzle int64) ([]CorpusEntry, error) {
	type item struct{ corpus, seq int64 }
	var all []CorpusEntry
	var last item
	err := each(ctx, d.readers, func(row scanner) error {
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
		return err
	}, `SELECT i.corpus_id, i.seq, c.name, f.name, i.line, i.status, l.name, `+d.engine.label.text+`
		FROM corpus_item AS i JOIN corpus AS c ON c.id = i.corpus_id JOIN corpus_file AS f ON f.id = i.file_id
		LEFT JOIN label AS l ON l.puzzle_id = i.puzzle_id AND l.corpus_id = i.corpus_id AND l.seq = i.seq
		WHERE i.puzzle_id = ? ORDER BY i.corpus_id, i.seq, l.name`, puzzle)
	return all, d.fail(ctx, "reading the labels of puzzles", err)
}

// Removal counts what is removed with a corpus, and what stays.
type Removal struct {
	Files, Items, Labels int64
	Puzzles              int64 // puzzles that are removed
	Shared               int64 // puzzles that stay because another corpus has them; they are reassigned to it
	Exported             int64 // puzzles that stay because an export has them; the corpus stays as their origin
}

// nextSeq is the place of a corpus's next item. The removal of a corpus may have
// left puzzles without items.
const nextSeq = `SELECT coalesce(max(last), -1) + 1 FROM (
	SELECT max(seq) AS last FROM corpus_item WHERE corpus_id = ?
	UNION ALL SELECT max(seq) FROM puzzle WHERE corpus_id = ?) AS places`

// Conditions on a puzzle p of corpus ?1, and the puzzles that are removed with it.
const (
	inOtherCorpus = "EXISTS (SELECT 1 FROM corpus_item AS o WHERE o.puzzle_id = p.id AND o.corpus_id <> ?1)"
	inExport      = "EXISTS (SELECT 1 FROM export_item AS e WHERE e.puzzle_id = p.id)"
	removed       = "SELECT p.id FROM puzzle AS p WHERE corpus_id = ?1 AND NOT " + inExport
)

// PlanRemoval returns what RemoveCorpus would do.
func (d *DB) PlanRemoval(ctx context.Context, corpus int64) (Removal, error) {
	r, err := planRemoval(ctx, d.readers, corpus)
	return r, d.fail(ctx, "planning a removal", err)
}

func planRemoval(ctx context.Context, q querier, corpus int64) (Removal, error) {
	var r Removal
	err := q.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM corpus_file WHERE corpus_id = ?1),
		(SELECT count(*) FROM corpus_item WHERE corpus_id = ?1), (SELECT count(*) FROM label WHERE corpus_id = ?1),
		(SELECT count(*) FROM puzzle AS p WHERE corpus_id = ?1 AND NOT `+inOtherCorpus+` AND NOT `+inExport+`),
		(SELECT count(*) FROM puzzle AS p WHERE corpus_id = ?1 AND `+inOtherCorpus+`),
		(SELECT count(*) FROM puzzle AS p WHERE corpus_id = ?1 AND NOT `+inOtherCorpus+" AND "+inExport+")", corpus).
		Scan(&r.Files, &r.Items, &r.Labels, &r.Puzzles, &r.Shared, &r.Exported)
	return r, err
}

// RemoveCorpus removes a corpus: its files, items and labels, and the puzzles
// that no other corpus and no export has.
func (d *DB) RemoveCorpus(ctx context.Context, corpus int64) (Removal, error) {
	var r Removal
	err := d.write(ctx, "removing a corpus", func(tx txn) (err error) {
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

// removal lists the statements of a removal, in the order that the references allow.
// A shared puzzle is reassigned to the other corpus. The item with the same digits
// could have made the puzzle's row, so its status becomes new.
var removal = [...]string{
	"DELETE FROM label WHERE corpus_id = ?1",
	`UPDATE puzzle AS p SET (corpus_id, seq) = (SELECT o.corpus_id, o.seq FROM corpus_item AS o
		WHERE o.puzzle_id = p.id AND o.corpus_id <> ?1 ORDER BY o.status = 'isomorph', o.corpus_id, o.seq LIMIT 1)
		WHERE corpus_id = ?1 AND ` + inOtherCorpus,
	`UPDATE corpus_item AS i SET status = 'new' WHERE status = 'known' AND puzzle_id IN (SELECT puzzle_id FROM corpus_item WHERE corpus_id = ?1)
		AND EXISTS (SELECT 1 FROM puzzle AS p WHERE p.id = i.puzzle_id AND p.corpus_id = i.corpus_id AND p.seq = i.seq)`,
	"DELETE FROM play WHERE corpus_id = ?1",
	"DELETE FROM corpus_item WHERE corpus_id = ?1",
	"DELETE FROM corpus_file WHERE corpus_id = ?1",
	"DELETE FROM puzzle_technique WHERE puzzle_id IN (" + removed + ")",
	"DELETE FROM puzzle WHERE id IN (" + removed + ")",
	"DELETE FROM corpus WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM puzzle WHERE corpus_id = ?1)",
}
