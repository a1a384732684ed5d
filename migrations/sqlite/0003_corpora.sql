-- Corpora: a corpus has any number of files, every item of a file is recorded
-- with what became of it, and a label knows who said it. A rating that is only a
-- lower bound says so.

-- No program so far has written a corpus or a label.
ALTER TABLE corpus DROP COLUMN sha256;
DROP TABLE label;
DROP VIEW puzzle_grade;

CREATE TABLE corpus_file (
  -- One row per file of a corpus. It changes in the same transaction as the
  -- items it counts, so that an import that was cut short goes on at the next.
  id          INTEGER PRIMARY KEY,                    -- ascending in the order of import
  corpus_id   INTEGER NOT NULL REFERENCES corpus,     -- the corpus
  name        TEXT    NOT NULL CHECK (name <> ''),    -- as it was named for the import
  sha256      TEXT    NOT NULL CHECK (length(sha256) = 64), -- of the file as it is, packed or not, in hex
  bytes       INTEGER NOT NULL CHECK (bytes >= 0),    -- its length
  items       INTEGER NOT NULL DEFAULT 0 CHECK (items >= 0), -- puzzles and faults taken in so far, in the file's order
  begun_at    TEXT    NOT NULL,                       -- when its import began
  finished_at TEXT,                                   -- when it ended, NULL while the file is not through
  UNIQUE (corpus_id, sha256)
) STRICT;

CREATE TABLE corpus_item (
  -- One row per puzzle, or fault, of a file: nothing that was read is missing.
  corpus_id   INTEGER NOT NULL REFERENCES corpus,     -- the corpus
  seq         INTEGER NOT NULL CHECK (seq >= 0),      -- place in the corpus, from 0
  file_id     INTEGER NOT NULL REFERENCES corpus_file, -- the file
  line        INTEGER NOT NULL CHECK (line >= 0),     -- where it stands, from 1
  col         INTEGER NOT NULL CHECK (col >= 0),      -- in characters, from 1
  status      TEXT    NOT NULL CHECK (status IN ('new', 'known', 'isomorph', 'several', 'none', 'unproved', 'malformed')), -- new: it made the row in puzzle; known: that was there, digit by digit; isomorph: that was there, turned or relabelled; several, none: solutions; unproved: the search was given up; malformed: no puzzle
  puzzle_id   INTEGER REFERENCES puzzle,              -- the puzzle it is, NULL when it is none
  reason      TEXT,                                   -- what is wrong with it, NULL when nothing is
  givens      TEXT,                                   -- the puzzle as the file has it, where table puzzle has it otherwise or not at all; improper ones only on request
  labels_json TEXT CHECK (labels_json IS NULL OR json_valid(labels_json)), -- labels of an improper puzzle that was kept, as [[name, value], ...]
  PRIMARY KEY (corpus_id, seq),
  CHECK ((puzzle_id IS NULL) = (status IN ('several', 'none', 'unproved', 'malformed')))
) STRICT, WITHOUT ROWID;

CREATE INDEX corpus_item_puzzle ON corpus_item (puzzle_id) WHERE puzzle_id IS NOT NULL;

CREATE TABLE label (
  -- One row per thing that a corpus says about a puzzle. Two corpora, or two
  -- items of one that are the same puzzle, may say different things.
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,       -- the puzzle
  name      TEXT    NOT NULL CHECK (name <> ''),      -- what is said, as the file calls it, such as mean_seconds
  corpus_id INTEGER NOT NULL REFERENCES corpus,       -- who says so
  seq       INTEGER NOT NULL CHECK (seq >= 0),        -- the item of the corpus
  value     ANY     NOT NULL,                         -- a number or a text
  PRIMARY KEY (puzzle_id, name, corpus_id, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX export_item_puzzle ON export_item (puzzle_id);

-- ALTER TABLE puts a column behind the last one's text and before its comment.
-- The text of the statement is put in order by hand, since it is where people
-- read what a column means; making the table anew would cost minutes.
ALTER TABLE grade ADD COLUMN at_least INTEGER NOT NULL DEFAULT 0 CHECK (at_least IN (0, 1));
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(replace(sql,
    ', at_least INTEGER NOT NULL DEFAULT 0 CHECK (at_least IN (0, 1)), -- 0:', ', -- 0:'),
    char(10) || '  PRIMARY KEY (puzzle_id, grader)', char(10) ||
    '  at_least        INTEGER NOT NULL DEFAULT 0 CHECK (at_least IN (0, 1)), -- 1: the work allowed ended first; the rating is a lower bound' ||
    char(10) || '  PRIMARY KEY (puzzle_id, grader)')
  WHERE type = 'table' AND name = 'grade';
PRAGMA writable_schema = OFF;

-- The one level that says so; earlier programs stored nothing else about it.
UPDATE grade SET at_least = 1 WHERE level = 'Beyond';

CREATE VIEW puzzle_grade AS
  -- One row per graded puzzle, with the grade of the newest grader that saw it.
  -- Ratings are numbers with one decimal here, as people write them.
SELECT
  g.puzzle_id AS id, -- of the puzzle
  p.size, -- digits in a row
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
  g.letter_printed, -- A to I, borders as printed
  g.letter_fitted, -- A to I, borders as fitted
  g.grader, -- version of the grader
  p.run_id, -- the run that made it, or NULL
  p.corpus_id -- the corpus it came with, or NULL
FROM grade AS g
JOIN puzzle AS p ON p.id = g.puzzle_id
LEFT JOIN technique AS t ON t.grader = g.grader AND t.id = g.hardest
WHERE g.grader = (SELECT max(newest.grader) FROM grade AS newest WHERE newest.puzzle_id = g.puzzle_id);
