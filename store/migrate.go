package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"gradoku/migrations"
)

// migrate brings the schema up to date in one transaction, so that even on a full disk
// a file is either unchanged or completely migrated. Two processes may migrate at the
// same time: each checks the version again when it has the lock. The first migration
// marks the file as gradoku's.
func migrate(ctx context.Context, db *sql.DB) error {
	all, err := migrations.SQLite()
	if err != nil {
		return err
	}
	if version, err := checkObjects(ctx, db); err != nil || version == len(all) {
		return err
	}
	return migrateTo(ctx, db, all)
}

// migrateTo applies the migrations that the file lacks.
func migrateTo(ctx context.Context, db *sql.DB, all []migrations.Migration) error {
	return transact(ctx, db, func(tx *sql.Tx) error {
		version, err := checkObjects(ctx, tx) // another program may have put tables into it since Open checked
		if err != nil || version >= len(all) {
			return err
		}
		if version == 0 {
			if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", ApplicationID)); err != nil {
				return err
			}
		}
		for _, m := range all[version:] {
			if _, err := tx.ExecContext(ctx, m.SQL); err != nil {
				return fmt.Errorf("applying %s: %w", m.Name, err)
			}
			if _, err := tx.ExecContext(ctx, "INSERT INTO migration (version, name, sha256, applied_at) VALUES (?, ?, ?, ?)",
				m.Version, m.Name, m.SHA256, now()); err != nil {
				return fmt.Errorf("recording %s: %w", m.Name, err)
			}
		}
		_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", len(all)))
		return err
	})
}

// switchToWAL puts the file into WAL mode, where it stays. When several
// processes open a new file at the same moment, and each reads it while trying
// to lock it, SQLite returns BUSY to one of them at once instead of letting it
// wait (about one opening in a thousand). That process has to retry, each time after
// a longer pause. after is time.After, except in tests.
func switchToWAL(ctx context.Context, db *sql.DB, after func(time.Duration) <-chan time.Time) error {
	for wait := 5 * time.Millisecond; ; wait *= 2 {
		var mode string
		err := db.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode)
		switch {
		case err == nil && mode == "wal":
			return nil
		case err == nil:
			return errors.New("its file system does not allow SQLite's WAL mode: keep the database on a local disk")
		case !busy(err) || wait > 2*time.Second:
			return fmt.Errorf("switching to WAL mode: %w", err)
		}
		select {
		case <-after(wait):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
