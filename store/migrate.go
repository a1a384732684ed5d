package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"strings"
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
		u, err := newUpdate(ctx, tx, version, all)
		for i := version; err == nil && i < len(all); i++ {
			err = u.apply(ctx, tx, all[i], "")
		}
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", len(all)))
		return err
	})
}

// OnUpdate returns a context that makes [Open] report, through say, how it updates the schema of
// a large database, and how much time is left.
func OnUpdate(ctx context.Context, say func(format string, args ...any)) context.Context {
	return context.WithValue(ctx, updateKey{}, say)
}

type updateKey struct{}

// schemaUpdate applies migrations, and reports its progress.
type schemaUpdate struct {
	say              func(format string, args ...any)
	from, to         int           // versions of the schema
	total, done      int           // statements that scan a whole table
	spent, estimated time.Duration // on the statements done; for each, before the first is done
}

// Updates of databases with at least largeUpdate puzzles are reported. updateTime is how long a
// statement takes per puzzle.
const (
	largeUpdate = 100_000
	updateTime  = 2 * time.Microsecond
)

// wholeTable matches the statements of migrations that scan a table with many rows.
var wholeTable = regexp.MustCompile(`(?m)^(CREATE (UNIQUE )?INDEX \w+ ON|UPDATE|ALTER TABLE) (puzzle|puzzle_technique|corpus_item|label)\b`)

func newUpdate(ctx context.Context, q querier, version int, all []migrations.Migration) (*schemaUpdate, error) {
	u := &schemaUpdate{from: version, to: len(all)}
	say, _ := ctx.Value(updateKey{}).(func(string, ...any))
	if version == 0 || say == nil {
		return u, nil
	}
	var last int64
	if err := q.QueryRowContext(ctx, lastPuzzle).Scan(&last); err != nil || last < largeUpdate {
		return u, err
	}
	u.say, u.estimated = say, time.Duration(last)*updateTime
	for _, m := range all[version:] {
		for _, s := range statementsIn(m.SQL) {
			if wholeTable.MatchString(s) {
				u.total++
			}
		}
	}
	return u, nil
}

// apply applies a migration, then more, and records it.
func (u *schemaUpdate) apply(ctx context.Context, tx *sql.Tx, m migrations.Migration, more string) error {
	for _, s := range append(statementsIn(m.SQL), more) {
		whole := u.say != nil && wholeTable.MatchString(s)
		if whole {
			each := u.estimated
			if u.done > 0 {
				each = u.spent / time.Duration(u.done)
			}
			u.say("updating the database from schema %d to %d: step %d of %d, statement %d of %d: %s; about %v left", u.from, u.to,
				m.Version-u.from, u.to-u.from, u.done+1, u.total, wholeTable.FindString(s), (each * time.Duration(u.total-u.done)).Round(time.Second))
		}
		began := time.Now()
		if _, err := tx.ExecContext(ctx, s); err != nil {
			return fmt.Errorf("applying %s: %w", m.Name, err)
		}
		if whole {
			u.done, u.spent = u.done+1, u.spent+time.Since(began)
		}
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO migration (version, name, sha256, applied_at) VALUES (?, ?, ?, ?)", m.Version, m.Name, m.SHA256, now())
	return err
}

// statementsIn splits a migration into statements. A statement ends with a semicolon at the end
// of a line, if the next line is not indented.
func statementsIn(text string) (list []string) {
	for _, part := range strings.SplitAfter(text, ";\n") {
		if n := len(list); n > 0 && strings.HasPrefix(part, " ") {
			list[n-1] += part
			continue
		}
		list = append(list, part)
	}
	return list
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
