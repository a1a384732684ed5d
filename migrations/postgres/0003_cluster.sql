-- What several machines compute together: docs/CLUSTER.md. A file has none of these
-- tables. They hold what is under way and nothing that is settled. Their times are the
-- server's, so that the clocks of the machines do not matter.

CREATE TABLE worker (
  -- One row per process of gradoku worker. It renews its row every few seconds.
  name     TEXT COLLATE "C" PRIMARY KEY CHECK (name <> ''),      -- host, number of the process, and what tells it from earlier ones
  version  TEXT COLLATE "C" NOT NULL,                            -- of gradoku
  grader   INTEGER NOT NULL,                                     -- version of its grader
  cores    INTEGER NOT NULL CHECK (cores > 0),                   -- ranges it computes at a time
  ranges   BIGINT NOT NULL DEFAULT 0,                            -- it has computed and staged
  failed   BIGINT NOT NULL DEFAULT 0,                            -- attempts at a range that failed here
  puzzles  BIGINT NOT NULL DEFAULT 0,                            -- in the ranges it staged
  began_at TIMESTAMPTZ NOT NULL DEFAULT now(),                   -- when it came
  seen_at  TIMESTAMPTZ NOT NULL DEFAULT now()                    -- when it last renewed this row
);

CREATE TABLE plan (
  -- One row per run, import or regrade that workers compute. It goes when that is complete;
  -- what is staged and given goes with it. That of one which they did not finish stays.
  id           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- never used again, so that a late range finds no other plan
  command      TEXT COLLATE "C" NOT NULL,                        -- generate, import or regrade
  run_id       BIGINT UNIQUE REFERENCES run,                     -- the run, NULL for others
  file_id      BIGINT UNIQUE REFERENCES corpus_file ON DELETE CASCADE, -- the file of an import, NULL for others
  options_json TEXT COLLATE "C" NOT NULL,                        -- how to import or regrade; '' for a run, whose row has them
  version      TEXT COLLATE "C" NOT NULL,                        -- of gradoku; with grader, what all its workers must have
  grader       INTEGER NOT NULL,                                 -- version of the grader
  patience     BIGINT NOT NULL CHECK (patience >= 0),            -- the stop rule: tries in a row without a new puzzle, 0 for never
  max_tries    BIGINT NOT NULL CHECK (max_tries >= 0),           -- tries in all after which it ends, 0 for never
  settled      BIGINT NOT NULL CHECK (settled >= 0),             -- first try, item of the file, or id of a puzzle that is not saved yet
  planned      BIGINT NOT NULL CHECK (planned >= 0),             -- first of them that no job of the queue has yet
  given        BIGINT NOT NULL DEFAULT 0,                        -- of an import: first item that its planner has not read yet
  whole        INTEGER NOT NULL DEFAULT 0 CHECK (whole IN (0, 1)), -- of an import: 1 when there are no more items
  size         BIGINT NOT NULL CHECK (size > 0),                 -- tries, items or puzzles in the next job
  saved        BIGINT NOT NULL DEFAULT 0,                        -- of a regrade: grades
  target       BIGINT NOT NULL,                                  -- of a regrade: grades that were missing when it began
  room         TEXT COLLATE "C",                                 -- a JSON array, what is left in each quota; NULL without quotas
  rate         DOUBLE PRECISION NOT NULL DEFAULT 0,              -- puzzles, items or grades saved per second of late
  settler      TEXT COLLATE "C",                                 -- the worker that settles it, NULL when none does
  lease        TIMESTAMPTZ NOT NULL DEFAULT now(),               -- until when; then any other may
  ended        TEXT COLLATE "C",                                 -- why no worker computes it any more, NULL while they do
  CHECK ((command = 'generate') = (run_id IS NOT NULL) AND (command = 'import') = (file_id IS NOT NULL))
);

-- One regrade at a time: two would compute the same grades.
CREATE UNIQUE INDEX plan_regrade ON plan (command) WHERE command = 'regrade';

CREATE TABLE given (
  -- One row per piece of a file that workers import, until it is settled: they do not have
  -- the file.
  plan_id     BIGINT NOT NULL REFERENCES plan ON DELETE CASCADE, -- the plan, which stands for a file
  first_index BIGINT NOT NULL CHECK (first_index >= 0),          -- its first item
  next_index  BIGINT NOT NULL CHECK (next_index > first_index),  -- the item after its last
  entries     BYTEA NOT NULL,                                    -- what the file says, in the form of package pipeline
  PRIMARY KEY (plan_id, first_index)
);

CREATE TABLE staged (
  -- One row per range of tries, items or puzzles that is computed and not yet settled. The
  -- first result of a range stays; a second one is dropped.
  plan_id     BIGINT NOT NULL REFERENCES plan ON DELETE CASCADE, -- the plan, which stands for a run, an import or a regrade
  first_index BIGINT NOT NULL CHECK (first_index >= 0),          -- its first try, item, or id of a puzzle
  next_index  BIGINT NOT NULL CHECK (next_index > first_index),  -- the one after its last
  seconds     DOUBLE PRECISION NOT NULL,                         -- that one core took for it
  result      BYTEA NOT NULL,                                    -- what it gave, in the form of package pipeline
  PRIMARY KEY (plan_id, first_index)
);

-- Compressing what is deleted a second later costs more than it saves.
ALTER TABLE staged ALTER COLUMN result SET STORAGE EXTERNAL;
ALTER TABLE given ALTER COLUMN entries SET STORAGE EXTERNAL;
