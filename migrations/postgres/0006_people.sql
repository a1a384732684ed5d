-- What people need for a puzzle takes long to compute, so it is computed for the puzzles
-- that somebody asks about, and kept. A new model or grader adds rows beside the old ones.

CREATE TABLE minutes (
  -- One row per puzzle whose minutes were asked for.
  puzzle_id BIGINT NOT NULL REFERENCES puzzle ON DELETE CASCADE, -- the puzzle
  model     TEXT COLLATE "C" NOT NULL,       -- version of the model that predicts
  minutes   INTEGER CHECK (minutes > 0),     -- whole minutes that people need, NULL for a size that the model does not know
  median    INTEGER,                         -- the same in tenths of minutes
  low       INTEGER,                         -- tenths of minutes; half of such puzzles need from low
  high      INTEGER,                         -- to high
  PRIMARY KEY (puzzle_id, model)
);

CREATE TABLE people (
  -- One row per puzzle whose path for people was asked for.
  puzzle_id  BIGINT NOT NULL REFERENCES puzzle ON DELETE CASCADE, -- the puzzle
  grader     INTEGER NOT NULL,               -- version of the grader
  score      INTEGER,                        -- of all steps, NULL when the grader's budget ended first
  techniques TEXT COLLATE "C" NOT NULL,      -- those of the steps, each with a space before and after it
  PRIMARY KEY (puzzle_id, grader)
);
