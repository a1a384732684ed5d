package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
)

// PlayedPuzzle is a game and its puzzle.
type PlayedPuzzle struct {
	Puzzle int64 // id
	Play
}

// Plays streams the games of the named corpora, or of all, in the order of their files.
func (d *DB) Plays(ctx context.Context, corpora []string) iter.Seq2[PlayedPuzzle, error] {
	of := ""
	if len(corpora) > 0 {
		of = " WHERE y.corpus_id IN (SELECT id FROM corpus WHERE name IN (" + repeat("?", len(corpora)) + "))"
	}
	return streamRows(ctx, d, "reading plays", into(func(p *PlayedPuzzle) []any {
		return []any{&p.Puzzle, &p.Player, &p.Seconds, &p.Finished, orNaN{&p.Errors}, orNaN{&p.Hints}, orNaN{&p.Ordinal}}
	}), `SELECT i.puzzle_id, y.player, y.seconds, y.finished, y.errors, y.hints, y.ordinal
		FROM play AS y JOIN corpus_item AS i ON i.corpus_id = y.corpus_id AND i.seq = y.seq`+of+" ORDER BY y.corpus_id, y.seq", anys(corpora)...)
}

// orNaN reads a column into a number, which is NaN for NULL.
type orNaN struct{ *float64 }

// Scan reads the number.
func (n orNaN) Scan(column any) error {
	var number sql.NullFloat64
	err := number.Scan(column)
	if *n.float64 = number.Float64; !number.Valid {
		*n.float64 = math.NaN()
	}
	return err
}

// FirstPlay returns the line and the player of a file's first item with a puzzle: "" if it is no
// game. The line is 0 if no item so far has a puzzle.
func (d *DB) FirstPlay(ctx context.Context, f CorpusFile) (line int, player string, err error) {
	err = d.readers.QueryRowContext(ctx, `SELECT i.line, coalesce(y.player, '') FROM corpus_item AS i LEFT JOIN play AS y ON y.corpus_id = i.corpus_id AND y.seq = i.seq
		WHERE i.corpus_id = ? AND i.file_id = ? AND i.puzzle_id IS NOT NULL ORDER BY i.seq LIMIT 1`, f.CorpusID, f.ID).Scan(&line, &player)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return line, player, d.fail(ctx, "reading the first play", err)
}

// HasMeasured reports whether any time was measured.
func (d *DB) HasMeasured(ctx context.Context) (has bool, err error) {
	err = d.readers.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM measured)").Scan(&has)
	return has, d.fail(ctx, "looking for measured times", err)
}

// SaveMeasured deletes all measured times and saves those of the puzzles with these ids.
func (d *DB) SaveMeasured(ctx context.Context, times map[int64]Measured) error {
	return d.write(ctx, "saving measured times", func(tx txn) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM measured"); err != nil {
			return err
		}
		in := newInserter(ctx, tx, "measured", "puzzle_id, minutes, low, high, reliability, plays, game")
		for _, id := range slices.Sorted(maps.Keys(times)) {
			m := times[id]
			if err := in.add(id, int64(m.Minutes), int64(m.Low), int64(m.High), int64(m.Reliability), int64(m.Plays), orNull(int64(m.Game))); err != nil {
				return fmt.Errorf("puzzle %d: %w", id, err)
			}
		}
		return in.finish()
	})
}
