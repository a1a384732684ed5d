package store

import (
	"context"

	"gradoku/board"
)

// puzzles reads every puzzle. Its query takes nothing for granted, least of all
// that a puzzle has a grade.
func (c *checker) puzzles(ctx context.Context) error {
	rows, err := c.q.QueryContext(ctx, "SELECT id, size, givens, solution, canon, clues, symmetry FROM puzzle ORDER BY id")
	if err != nil {
		return err
	}
	defer rows.Close()
	var keys board.Canonicalizer
	for rows.Next() {
		var p Puzzle
		var canon []byte
		if err := rows.Scan(&p.ID, &p.Size, &p.Givens, &p.Solution, &canon, &p.Clues, &p.Symmetry); err != nil {
			return err
		}
		if err := c.puzzle(&p, canon, &keys); err != nil {
			return err
		}
	}
	return rows.Err()
}

// puzzle reports the first thing that is wrong with a puzzle, since the rest
// follows from it.
func (c *checker) puzzle(p *Puzzle, canon []byte, keys *board.Canonicalizer) error {
	wrong := func(format string, args ...any) error { return c.add("puzzle", p.ID, format, args...) }
	givens, err := board.Parse(p.Givens)
	if err != nil {
		return wrong("its givens cannot be read: %v", err)
	}
	solution, err := board.Parse(p.Solution)
	if err != nil {
		return wrong("its solution cannot be read: %v", err)
	}
	geo := givens.Geometry()
	switch symmetry := board.SymmetryOf(givens.ClueSet(), geo); {
	case geo.Size != p.Size:
		return wrong("its size is %d and it has %d cells", p.Size, geo.Cells)
	case givens.String() != p.Givens || solution.String() != p.Solution:
		return wrong("it is not written in the one agreed way")
	case givens.Check() != nil:
		return wrong("its givens contradict each other: %v", givens.Check())
	case !solution.Full() || solution.Check() != nil:
		return wrong("its solution is not a full grid without conflict")
	case !solution.Solves(&givens):
		return wrong("its solution does not keep its givens")
	case givens.Clues() != p.Clues:
		return wrong("it has %d givens and says %d", givens.Clues(), p.Clues)
	case symmetry.Name != p.Symmetry:
		return wrong("its symmetry is %s and it says %s", symmetry.Name, p.Symmetry)
	}
	if key := keys.Key(&givens, &solution); string(key[:]) != string(canon) {
		return wrong("its canonical key is %x and it says %x", key, canon)
	}
	return nil
}

// grades compares grades with their puzzles and with each other. A puzzle that
// came with a corpus may still wait for its grade, one that a run made may not.
func (c *checker) grades(ctx context.Context) error {
	return c.each(ctx, `
		SELECT 'puzzle', p.id, 'was made by a run and has no grade'
			FROM puzzle AS p WHERE p.run_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM grade AS g WHERE g.puzzle_id = p.id)
		UNION ALL
		SELECT 'grade', g.puzzle_id, format('counts %d blanks, the puzzle has %d', g.blanks, p.size * p.size - p.clues)
			FROM grade AS g JOIN puzzle AS p ON p.id = g.puzzle_id WHERE g.blanks <> p.size * p.size - p.clues
		UNION ALL
		SELECT 'grade', puzzle_id, format('its rating %d, pearl %d and diamond %d do not descend', rating, pearl, diamond)
			FROM grade WHERE rating < pearl OR pearl < diamond
		UNION ALL
		SELECT 'grade', g.puzzle_id, format('%s is its hardest technique and was never used', g.hardest)
			FROM grade AS g JOIN technique AS t ON t.grader = g.grader AND t.id = g.hardest
			WHERE NOT EXISTS (SELECT 1 FROM grade_use AS u
				WHERE u.puzzle_id = g.puzzle_id AND u.grader = g.grader AND u.technique = t.ordinal)`)
}
