-- Runs that several machines compute together: docs/CLUSTER.md. A file has none of these
-- tables. They hold what is under way and no puzzle that is settled. Their times are the
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
  -- One row per run that workers compute. It goes when the run has all that it wants; the
  -- staged ranges go with it. That of a run which they did not finish stays.
  id        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,     -- never used again, so that a late range finds no other plan
  run_id    BIGINT NOT NULL UNIQUE REFERENCES run,               -- the run
  grader    INTEGER NOT NULL,                                    -- version of the grader that all its workers must have
  patience  BIGINT NOT NULL CHECK (patience >= 0),               -- the stop rule: tries in a row without a new puzzle, 0 for never
  max_tries BIGINT NOT NULL CHECK (max_tries >= 0),              -- tries in all after which it ends, 0 for never
  planned   BIGINT NOT NULL CHECK (planned >= 0),                -- first try that no job of the queue has yet
  size      BIGINT NOT NULL CHECK (size > 0),                    -- tries in the next job
  room      TEXT COLLATE "C",                                    -- a JSON array, what is left in each quota; NULL without quotas
  rate      DOUBLE PRECISION NOT NULL DEFAULT 0,                 -- puzzles saved per second of late
  settler   TEXT COLLATE "C",                                    -- the worker that settles it, NULL when none does
  lease     TIMESTAMPTZ NOT NULL DEFAULT now(),                  -- until when; then any other may
  ended     TEXT COLLATE "C"                                     -- why no worker computes it any more, NULL while they do
);

CREATE TABLE staged (
  -- One row per range of tries that is computed and not yet settled. The first result of a
  -- range stays; a second one is dropped.
  plan_id     BIGINT NOT NULL REFERENCES plan ON DELETE CASCADE, -- the plan, which stands for a run
  first_index BIGINT NOT NULL CHECK (first_index >= 0),          -- its first try
  next_index  BIGINT NOT NULL CHECK (next_index > first_index),  -- the try after its last
  seconds     DOUBLE PRECISION NOT NULL,                         -- that one core took for it
  puzzles     BYTEA NOT NULL,                                    -- what it gave, in the form of package pipeline
  PRIMARY KEY (plan_id, first_index)
);

-- Compressing what is deleted a second later costs more than it saves.
ALTER TABLE staged ALTER COLUMN puzzles SET STORAGE EXTERNAL;
