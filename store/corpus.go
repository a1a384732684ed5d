package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Corpus is a row of the table corpus: puzzles that somebody else made.
type Corpus struct {
	ID         int64
	Name       string
	Source     string
	Licence    string
	ImportedAt time.Time
}

// CorpusFile is a row of the table corpus_file.
type CorpusFile struct {
	ID       int64
	CorpusID int64
	Name     string
	SHA256   string // of the file, 64 hex digits
	Bytes    int64
	Items    int64 // taken in so far, in the file's order
	Done     bool  // the whole file has been taken in
}

// BeginImport finds or makes the corpus of that name and its file of that
// sha256, ready to go on at the file's Items. A source or licence that is not
// empty replaces what is there; other fields of the wishes are ignored once
// their row exists.
func (d *DB) BeginImport(ctx context.Context, c Corpus, f CorpusFile) (Corpus, CorpusFile, error) {
	err := d.write(ctx, "beginning an import", func(tx *sql.Tx) error {
		var err error
		if c, err = upsertCorpus(ctx, tx, c); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO corpus_file (corpus_id, name, sha256, bytes, begun_at)
			VALUES (?, ?, ?, ?, `+now+") ON CONFLICT (corpus_id, sha256) DO NOTHING", c.ID, f.Name, f.SHA256, f.Bytes)
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

func upsertCorpus(ctx context.Context, tx *sql.Tx, c Corpus) (Corpus, error) {
	return scanCorpus(tx.QueryRowContext(ctx, `INSERT INTO corpus (name, source, licence, imported_at) VALUES (?, ?, ?, `+now+`)
		ON CONFLICT (name) DO UPDATE SET
			source = CASE excluded.source WHEN '' THEN source ELSE excluded.source END,
			licence = CASE excluded.licence WHEN '' THEN licence ELSE excluded.licence END
		RETURNING `+corpusColumns, c.Name, c.Source, c.Licence))
}

func scanCorpus(row interface{ Scan(dest ...any) error }) (Corpus, error) {
	var c Corpus
	var at string
	err := row.Scan(&c.ID, &c.Name, &c.Source, &c.Licence, &at)
	if err == nil {
		c.ImportedAt, err = time.Parse(timeLayout, at)
	}
	return c, err
}

func scanFile(row interface{ Scan(dest ...any) error }) (CorpusFile, error) {
	var f CorpusFile
	err := row.Scan(&f.ID, &f.CorpusID, &f.Name, &f.SHA256, &f.Bytes, &f.Items, &f.Done)
	return f, err
}

// EndImport marks a file as taken in to its end.
func (d *DB) EndImport(ctx context.Context, file int64) error {
	return d.write(ctx, "ending an import", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE corpus_file SET finished_at = coalesce(finished_at, "+now+") WHERE id = ?", file)
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
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%w: there is no corpus %q", ErrNotFound, name)
	}
	return c, d.fail(ctx, "reading a corpus", err)
}

// CorpusFiles returns the files of a corpus in the order of their import.
func (d *DB) CorpusFiles(ctx context.Context, corpus int64) ([]CorpusFile, error) {
	all, err := collect(ctx, d.readers, scanFile, "SELECT "+fileColumns+" FROM corpus_file WHERE corpus_id = ? ORDER BY id", corpus)
	return all, d.fail(ctx, "listing the files of a corpus", err)
}

// ItemCounts counts the items of a corpus by what became of them, in the order
// of Statuses; of one of its files, unless that is 0.
func (d *DB) ItemCounts(ctx context.Context, corpus, file int64) ([]Count, error) {
	tally := map[string]int64{}
	found, err := counts(ctx, d.readers, `SELECT status, count(*) FROM corpus_item
		WHERE corpus_id = ? AND ? IN (0, file_id) GROUP BY status`, corpus, file)
	for _, c := range found {
		tally[c.Name] = c.Rows
	}
	all := make([]Count, 0, len(statuses))
	for _, s := range statuses {
		all = append(all, Count{s.Name, tally[s.Name]})
	}
	return all, d.fail(ctx, "counting the items of a corpus", err)
}

// LabelCount is what a corpus says under one name.
type LabelCount struct {
	Name     string
	Rows     int64
	Min, Max string // of its values, numbers before texts
}

// Labels returns what a corpus says about its puzzles, by name.
func (d *DB) Labels(ctx context.Context, corpus int64) ([]LabelCount, error) {
	all, err := collect(ctx, d.readers, func(row interface{ Scan(dest ...any) error }) (LabelCount, error) {
		var l LabelCount
		err := row.Scan(&l.Name, &l.Rows, &l.Min, &l.Max)
		return l, err
	}, "SELECT name, count(*), CAST(min(value) AS TEXT), CAST(max(value) AS TEXT) FROM label WHERE corpus_id = ? GROUP BY name ORDER BY name", corpus)
	return all, d.fail(ctx, "counting labels", err)
}

// collect reads all rows of a query.
func collect[T any](ctx context.Context, q querier, scan func(interface{ Scan(dest ...any) error }) (T, error), query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}

// LabelNames returns the names of all labels, each in one spelling.
func (d *DB) LabelNames(ctx context.Context) ([]string, error) {
	all, err := collect(ctx, d.readers, scanText, "SELECT min(name) FROM label GROUP BY name COLLATE NOCASE ORDER BY 1 COLLATE NOCASE")
	return all, d.fail(ctx, "listing labels", err)
}

// LabelsOf returns what is said about a puzzle: of each name, in small letters,
// the first thing said.
func (d *DB) LabelsOf(ctx context.Context, puzzle int64) (map[string]string, error) {
	values := map[string]string{}
	_, err := collect(ctx, d.readers, func(row interface{ Scan(dest ...any) error }) (struct{}, error) {
		var name, value string
		err := row.Scan(&name, &value)
		if _, said := values[strings.ToLower(name)]; !said {
			values[strings.ToLower(name)] = value
		}
		return struct{}{}, err
	}, "SELECT name, CAST(value AS TEXT) FROM label WHERE puzzle_id = ? ORDER BY corpus_id, seq, name", puzzle)
	return values, d.fail(ctx, "reading labels", err)
}

func scanText(row interface{ Scan(dest ...any) error }) (string, error) {
	var text string
	err := row.Scan(&text)
	return text, err
}
