package store

import (
	"context"
	"database/sql"
	"fmt"

	"gradoku/grade"
)

// techniqueRow is a row of the table technique, without its grader.
type techniqueRow struct {
	id, name string
	rating   int
}

// techniqueRows are the rows of the current grader as the program has them; the
// index is the ordinal.
func techniqueRows() []techniqueRow {
	all := grade.Techniques()
	rows := make([]techniqueRow, len(all))
	for i, t := range all {
		rows[i] = techniqueRow{t.ID, t.Name, t.Rating}
	}
	return rows
}

// syncTechniques adds what the table lacks of the current grader.
func (d *DB) syncTechniques(ctx context.Context) error {
	have, err := storedTechniques(ctx, d.writer, d.grader)
	if err != nil {
		return err
	}
	want := techniqueRows()
	if err := sameTechniques(have, want); err != nil || len(have) >= len(want) {
		return err
	}
	return transact(ctx, d.writer, func(tx *sql.Tx) error {
		for i, t := range want {
			if _, err := tx.ExecContext(ctx, `INSERT INTO technique (grader, ordinal, id, name, rating)
				VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, d.grader, i, t.id, t.name, t.rating); err != nil {
				return fmt.Errorf("adding technique %s: %w", t.id, err)
			}
		}
		return nil
	})
}

// compareTechniques is for a file that cannot be written: rows may be missing
// in it, but not differ.
func (d *DB) compareTechniques(ctx context.Context) error {
	have, err := storedTechniques(ctx, d.readers, d.grader)
	if err != nil {
		return err
	}
	return sameTechniques(have, techniqueRows())
}

func storedTechniques(ctx context.Context, q querier, grader int) ([]techniqueRow, error) {
	rows, err := q.QueryContext(ctx, "SELECT id, name, rating FROM technique WHERE grader = ? ORDER BY ordinal", grader)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var have []techniqueRow
	for rows.Next() {
		var t techniqueRow
		if err := rows.Scan(&t.id, &t.name, &t.rating); err != nil {
			return nil, err
		}
		have = append(have, t)
	}
	return have, rows.Err()
}

// sameTechniques returns an error when the table of one and the same grader
// differs between file and program: grades in the file would then mean
// something else than they say.
func sameTechniques(have, want []techniqueRow) error {
	for i, h := range have {
		switch {
		case i >= len(want):
			return fmt.Errorf("technique %d of grader %d is %+v in the file and missing in the program: a changed table needs a new grade.Version",
				i, grade.Version, h)
		case h != want[i]:
			return fmt.Errorf("technique %d of grader %d is %+v in the file and %+v in the program: a changed table needs a new grade.Version",
				i, grade.Version, h, want[i])
		}
	}
	return nil
}
