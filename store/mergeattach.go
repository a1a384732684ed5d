package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
)

// mergedTables are the tables that a merge knows. One that it does not know must
// not be left behind without a word.
var mergedTables = []string{
	"migration", "run", "corpus", "corpus_file", "corpus_item", "puzzle", "technique", "grade", "grade_use", "label", "export", "export_item",
}

// with runs f in a transaction while an input is attached as src.
func (m *merger) with(ctx context.Context, input int, f func(context.Context, *sql.Tx) error) error {
	if err := m.attach(ctx, input); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	tx, err := m.conn.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // after a commit this does nothing
	if err := f(context.WithoutCancel(ctx), tx); err != nil {
		return err
	}
	return tx.Commit()
}

// attach makes an input readable as src, and detaches the one before. The input
// stays open elsewhere, so that reading it leaves no files beside it; on a
// medium that cannot be written it is read without locks, as Open does.
func (m *merger) attach(ctx context.Context, input int) error {
	if m.attached == input+1 {
		return nil
	}
	if err := m.detach(ctx); err != nil {
		return err
	}
	path := m.plan.sources[input].path
	abs, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	name := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(abs), "/"), RawQuery: "mode=ro"}
	if err = m.tryAttach(ctx, name); errors.Is(classify(err), ErrReadOnly) && !hasWAL(path) {
		name.RawQuery = "mode=ro&immutable=1"
		err = m.tryAttach(ctx, name)
	}
	if err != nil {
		return fmt.Errorf("reading %s: %w", path, classify(err))
	}
	m.attached = input + 1
	return m.unknownTables(ctx, path)
}

// tryAttach attaches a file and reads from it, which shows whether it can be.
func (m *merger) tryAttach(ctx context.Context, name url.URL) error {
	ctx = context.WithoutCancel(ctx)
	if _, err := m.conn.ExecContext(ctx, "ATTACH ? AS src", name.String()); err != nil {
		return err
	}
	var n int
	err := m.conn.QueryRowContext(ctx, "SELECT count(*) FROM src.migration").Scan(&n)
	if err != nil {
		m.attached = -1
		return errors.Join(err, m.detach(ctx))
	}
	return nil
}

func (m *merger) detach(ctx context.Context) error {
	if m.attached == 0 {
		return nil
	}
	m.attached = 0
	_, err := m.conn.ExecContext(context.WithoutCancel(ctx), "DETACH src")
	return err
}

// unknownTables refuses rows that nobody would copy.
func (m *merger) unknownTables(ctx context.Context, path string) error {
	tables, err := counts(ctx, m.conn, "SELECT name, 0 FROM src.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
	if err != nil {
		return err
	}
	for _, t := range tables {
		if slices.Contains(mergedTables, t.Name) {
			continue
		}
		var some bool
		err := m.conn.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM src."`+t.Name+`")`).Scan(&some)
		if err != nil {
			return err
		}
		if some {
			return fmt.Errorf("%w: %s has rows in its table %s, which merging would lose", ErrMerge, path, t.Name)
		}
	}
	return nil
}
