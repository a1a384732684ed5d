package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"gradoku/migrations"
)

// migrateTo applies the migrations that the file lacks, in one transaction, so that even on a
// full disk a file is either unchanged or completely migrated. Two processes may migrate at
// the same time: each checks the version again when it has the lock. The first migration
// marks the file as gradoku's.
func migrateTo(ctx context.Context, db *sql.DB, all []migrations.Migration) error {
	if version, err := checkObjects(ctx, db, all); err != nil || version == len(all) {
		return err
	}
	return transact(ctx, db, func(tx *sql.Tx) error {
		version, err := checkObjects(ctx, tx, all) // another program may have put tables into it since Open checked
		if err != nil || version >= len(all) {
			return err
		}
		if version == 0 {
			if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", ApplicationID)); err != nil {
				return err
			}
		}
		for _, m := range all[version:] {
			if err := apply(ctx, tx, m, ""); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", len(all)))
		return err
	})
}

// apply applies a migration, then more statements, and records it.
func apply(ctx context.Context, tx *sql.Tx, m migrations.Migration, more string) error {
	if _, err := tx.ExecContext(ctx, m.SQL+"\n"+more); err != nil {
		return fmt.Errorf("applying %s: %w", m.Name, err)
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO migration (version, name, sha256, applied_at) VALUES (?, ?, ?, ?)", m.Version, m.Name, m.SHA256, now())
	return err
}

// switchToWAL puts the file into WAL mode, where it stays. When several
// processes open a new file at the same moment, and each reads it while trying
// to lock it, SQLite returns BUSY to one of them at once instead of letting it
// wait (about one opening in a thousand). That process has to retry, each time after
// a longer pause.
func switchToWAL(ctx context.Context, db *sql.DB) error {
	for wait := 5 * time.Millisecond; ; wait *= 2 {
		var mode string
		err := db.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode)
		switch {
		case err == nil && mode == "wal":
			return nil
		case err == nil:
			return errors.New("its file system does not allow SQLite's WAL mode: keep the database on a local disk")
		case !errors.Is(classify(err), ErrBusy) || wait > 2*time.Second:
			return fmt.Errorf("switching to WAL mode: %w", err)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
