package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gradoku/internal/atomicfile"
)

// A merge runs SQL over files. A database on a server takes part through a file:
// an input on a server is first copied to a file, and an output on a server is first
// made as a file. Rows are copied one by one and keep their ids, so a merge has the
// same result wherever its databases are.

// fetch copies a database that is not a file into a new file at path.
func fetch(ctx context.Context, from *DB, path string) (*DB, error) {
	to, err := Open(ctx, path, ReadWrite)
	if err != nil {
		return nil, err
	}
	if err := copyRows(ctx, from, to, func() {}); err != nil {
		to.Close()
		return nil, err
	}
	if err := to.Close(); err != nil {
		return nil, err
	}
	copied, err := Open(ctx, path, ReadOnly)
	if err != nil {
		return nil, err
	}
	copied.origin = from.Path()
	return copied, nil
}

// checkVacant refuses a database in which something was saved.
func checkVacant(ctx context.Context, q querier) error {
	var used bool
	err := q.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM run) OR EXISTS (SELECT 1 FROM corpus)
		OR EXISTS (SELECT 1 FROM puzzle) OR EXISTS (SELECT 1 FROM export)`).Scan(&used)
	if err == nil && used {
		err = fmt.Errorf("%w: it already holds runs, corpora or exports", ErrMerge)
	}
	return err
}

// copyRows copies all rows of a database, as they are at one moment, to an empty one,
// in one transaction. tick is called for each puzzle and each item of a corpus.
func copyRows(ctx context.Context, from, to *DB, tick func()) error {
	tables, err := tableNames()
	if err != nil {
		return err
	}
	columns, err := currentColumns()
	if err != nil {
		return err
	}
	err = to.write(ctx, "copying a database", func(tx txn) error {
		if err := checkVacant(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM technique"); err != nil { // the rows to be copied include this program's
			return err
		}
		return from.classify(from.reading(ctx, func(source *sql.Tx) error {
			for _, table := range tables { // in the order of creation, so parents come first
				if table == "migration" {
					continue
				}
				if err := copyTable(ctx, source, from.engine, tx, table, columns[table], tick); err != nil {
					return fmt.Errorf("%s: copying the table %s: %w", from.Path(), table, from.classify(err))
				}
			}
			return nil
		}))
	})
	if err == nil && to.engine.loaded != "" {
		_, _ = to.writer.ExecContext(ctx, to.engine.loaded) // the rows are saved; if this fails, queries are only slower at first
	}
	return err
}

func copyTable(ctx context.Context, source *sql.Tx, e *engine, tx txn, table string, columns []string, tick func()) error {
	plain := slices.DeleteFunc(slices.Clone(columns), func(c string) bool { return table == "label" && c == "value" })
	reads, writes := strings.Join(plain, ", "), strings.Join(plain, ", ")
	if table == "label" {
		reads, writes = reads+", "+e.label.columns, writes+", "+tx.engine.label.columns
	}
	query := "SELECT " + reads + " FROM " + table
	if slices.Contains(columns, "id") && table != "technique" {
		query += " ORDER BY id"
	}
	in := newInserter(ctx, tx, table, writes)
	values := make([]any, strings.Count(reads, ",")+1)
	cells := make([]any, len(values))
	for i := range values {
		cells[i] = &values[i]
	}
	rows, err := source.QueryContext(ctx, query)
	err = each(rows, err, func(row scanner) error {
		if err := row.Scan(cells...); err != nil {
			return err
		}
		if table == "puzzle" || table == "corpus_item" {
			tick()
		}
		if table == "label" {
			return in.add(append(slices.Clone(values[:len(plain)]), tx.engine.label.values(e.label.read(values[len(plain):]))...)...)
		}
		return in.add(values...)
	})
	if err != nil {
		return err
	}
	return in.finish()
}

// mergeElsewhere is a merge that reads from servers or writes to one. The folder for
// temporary files must have space for those databases.
func mergeElsewhere(ctx context.Context, out string, inputs []string, check inputCheck, progress func(done, total int64)) (m Merged, err error) {
	folder, err := atomicfile.MakeFolder(filepath.Join(os.TempDir(), "gradoku-merge"))
	if err != nil {
		return m, fmt.Errorf("merging into %s: %w", Shown(out), err)
	}
	defer func() { err = errors.Join(err, folder.Remove()) }()
	var target *DB
	made := out
	if !IsFile(out) {
		if target, err = Open(ctx, out, ReadWrite); err != nil {
			return m, err
		}
		defer target.Close()
		if err := checkVacant(ctx, target.readers); err != nil {
			return m, target.fail(ctx, "merging", err)
		}
		made = filepath.Join(folder.Path(), "merged.db")
	}
	var sources []*DB
	defer func() { closeAll(sources) }()
	for i, place := range inputs {
		s, err := Open(ctx, place, ReadOnly)
		if err == nil && !IsFile(place) {
			server := s
			if err = check(ctx, server); err == nil {
				s, err = fetch(ctx, server, filepath.Join(folder.Path(), fmt.Sprintf("input%d.db", i)))
			}
			server.Close()
		}
		if err != nil {
			return m, err
		}
		sources = append(sources, s)
	}
	if target == nil {
		return mergeOpen(ctx, made, sources, check, progress)
	}
	var read, copied int64
	m, err = mergeOpen(ctx, made, sources, check, func(done, total int64) {
		if read = total; progress != nil {
			progress(done, 2*total)
		}
	})
	if err != nil {
		return m, err
	}
	merged, err := Open(ctx, made, ReadOnly)
	if err != nil {
		return m, err
	}
	defer merged.Close()
	return m, copyRows(ctx, merged, target, func() {
		if copied++; progress != nil && copied%mergeRows == 0 {
			progress(min(2*read, read+copied), 2*read)
		}
	})
}
