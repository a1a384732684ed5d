-- A variant has other houses than the classical puzzle: diagonals, windows, regions of any
-- shape. Givens and solution are the cells alone, as before.

-- The schema is read again, because an earlier migration edits its text.
PRAGMA writable_schema = RESET;

DROP VIEW puzzle_grade;

-- As there, the text is put in order by hand.
ALTER TABLE puzzle ADD COLUMN variant TEXT NOT NULL DEFAULT '';
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(replace(sql,
    ', variant TEXT NOT NULL DEFAULT '''', -- 1:', ', -- 1:'),
    char(10) || '  CHECK ((run_id', char(10) ||
    '  variant   TEXT    NOT NULL DEFAULT '''', -- such as x, x+windoku, or jigsaw: and the region of each cell; '''' for a classical puzzle' ||
    char(10) || '  CHECK ((run_id')
  WHERE type = 'table' AND name = 'puzzle';
PRAGMA writable_schema = OFF;

CREATE INDEX puzzle_variant ON puzzle (variant) WHERE variant <> '';

CREATE VIEW puzzle_grade AS
  -- One row per graded puzzle, with the grade of the newest grader that saw it.
  -- Ratings are numbers with one decimal here, as people write them.
SELECT
  g.puzzle_id AS id, -- of the puzzle
  p.size, -- digits in a row
  p.variant, -- '' for a classical puzzle
  p.givens, -- row by row; . is a blank, A to G are 10 to 16
  p.solution, -- the same, without blanks
  p.clues, -- number of givens
  p.symmetry, -- of the places of the givens
  p.minimal, -- 1: no given can be dropped
  g.level, -- the rating as a word
  g.rating / 10.0 AS rating, -- the hardest step, such as 2.3
  g.at_least, -- 1: the rating is a lower bound
  g.pearl / 10.0 AS pearl, -- the hardest step up to the first placement
  g.diamond / 10.0 AS diamond, -- the first step
  t.name AS hardest, -- name of the technique that set the rating
  g.solved_by_logic, -- 0: beyond the grader's techniques
  g.blanks, -- blank count
  g.freedom, -- blank freedom
  g.scan / 10.0 AS scan, -- scan effort, NULL from graders before 3
  g.letter_printed, -- A to I, borders as printed
  g.letter_fitted, -- A to I, borders as fitted
  g.grader, -- version of the grader
  p.run_id, -- the run that made it, or NULL
  p.corpus_id -- the corpus it came with, or NULL
FROM grade AS g
JOIN puzzle AS p ON p.id = g.puzzle_id
LEFT JOIN technique AS t ON t.grader = g.grader AND t.id = g.hardest
WHERE g.grader = (SELECT max(newest.grader) FROM grade AS newest WHERE newest.puzzle_id = g.puzzle_id);
