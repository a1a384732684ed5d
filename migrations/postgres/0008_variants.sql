-- A variant has other houses than the classical puzzle: diagonals, windows, regions of any
-- shape. Givens and solution are the cells alone, as before.

DROP VIEW puzzle_grade;

ALTER TABLE puzzle ADD COLUMN variant TEXT COLLATE "C" NOT NULL DEFAULT '';
COMMENT ON COLUMN puzzle.variant IS 'such as x, x+windoku, or jigsaw: and the region of each cell; '''' for a classical puzzle';

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
  round(g.rating / 10.0, 1) AS rating, -- the hardest step, such as 2.3
  g.at_least, -- 1: the rating is a lower bound
  round(g.pearl / 10.0, 1) AS pearl, -- the hardest step up to the first placement
  round(g.diamond / 10.0, 1) AS diamond, -- the first step
  t.name AS hardest, -- name of the technique that set the rating
  g.solved_by_logic, -- 0: beyond the grader's techniques
  g.blanks, -- blank count
  g.freedom, -- blank freedom
  round(g.scan / 10.0, 1) AS scan, -- scan effort, NULL from graders before 3
  g.letter_printed, -- A to I, borders as printed
  g.letter_fitted, -- A to I, borders as fitted
  g.grader, -- version of the grader
  p.run_id, -- the run that made it, or NULL
  p.corpus_id -- the corpus it came with, or NULL
FROM grade AS g
JOIN puzzle AS p ON p.id = g.puzzle_id
LEFT JOIN technique AS t ON t.grader = g.grader AND t.id = g.hardest
WHERE g.grader = (SELECT max(newest.grader) FROM grade AS newest WHERE newest.puzzle_id = g.puzzle_id);
