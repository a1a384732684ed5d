-- The tables, in the schema that the connection's search_path names. Texts compare
-- byte by byte, as in SQLite; times are UTC as 2006-01-02T15:04:05.000Z; ratings are
-- tenths, so that 23 means 2.3. A migration puts the comments into the database,
-- where \d+ in psql shows them.
--
-- Puzzles refer to runs and techniques without a foreign key: checking one for each row
-- takes a quarter of the time of saving it. gradoku db check does it.

CREATE TABLE migration (
  -- One row per migration applied to this file.
  version    INTEGER PRIMARY KEY, -- number of the SQL file; the largest is the version of the schema
  name       TEXT COLLATE "C" NOT NULL,       -- name of the SQL file
  sha256     TEXT COLLATE "C" NOT NULL CHECK (length(sha256) = 64), -- of its text, in hex
  applied_at TEXT COLLATE "C" NOT NULL        -- when
);

CREATE TABLE run (
  -- One row per run: a command, its options, a seed and a version of gradoku
  -- fix every puzzle of a run, however often it was interrupted. The counters
  -- change in the same transaction as the puzzles they count.
  id           BIGINT PRIMARY KEY,                         -- as printed by the commands
  command      TEXT COLLATE "C"    NOT NULL CHECK (command <> ''),      -- such as generate
  options_json TEXT COLLATE "C"    NOT NULL CHECK (CAST(options_json AS JSON) IS NOT NULL), -- what shapes the puzzles, in one agreed spelling
  seed         BIGINT NOT NULL,                            -- of all its randomness, together with the attempt's index
  version      TEXT COLLATE "C"    NOT NULL CHECK (version <> ''),      -- of gradoku: another one may make other puzzles of a seed
  target       BIGINT NOT NULL CHECK (target >= accepted), -- puzzles asked for; more can be asked for later
  next_index   BIGINT NOT NULL DEFAULT 0 CHECK (next_index >= accepted + duplicates), -- first attempt not yet computed
  accepted     BIGINT NOT NULL DEFAULT 0 CHECK (accepted >= 0),   -- attempts that gave a row in puzzle
  duplicates   BIGINT NOT NULL DEFAULT 0 CHECK (duplicates >= 0), -- attempts that gave a puzzle the database had already
  last_index   BIGINT NOT NULL DEFAULT -1 CHECK (last_index >= -1 AND last_index < next_index), -- the last accepted attempt, -1 before the first
  started_at   TEXT COLLATE "C"    NOT NULL,                            -- when it began first
  finished_at  TEXT COLLATE "C",                                        -- when it ended last, NULL while running
  state        TEXT COLLATE "C"    NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'stopped', 'done', 'exhausted')), -- running (or crashed), stopped on request, done: has its target, exhausted: gave up by its stop rule
  beat_at      TEXT COLLATE "C",                                        -- when its process last showed a sign of life
  UNIQUE (command, options_json, seed, version),
  CHECK ((state = 'running') = (finished_at IS NULL))
);

CREATE TABLE corpus (
  -- One row per collection of puzzles that somebody else made.
  id          BIGINT PRIMARY KEY,                     -- as printed by the commands
  name        TEXT COLLATE "C" NOT NULL UNIQUE CHECK (name <> ''), -- short name
  source      TEXT COLLATE "C" NOT NULL,                           -- where it came from: an address or a file
  licence     TEXT COLLATE "C" NOT NULL,                           -- under which terms, '' when not stated
  imported_at TEXT COLLATE "C" NOT NULL                            -- when
);

CREATE TABLE corpus_file (
  -- One row per file of a corpus. It changes in the same transaction as the
  -- items it counts, so that an import that was cut short goes on at the next.
  id          BIGINT PRIMARY KEY,                    -- ascending in the order of import
  corpus_id   BIGINT NOT NULL REFERENCES corpus,     -- the corpus
  name        TEXT COLLATE "C"    NOT NULL CHECK (name <> ''),    -- as it was named for the import
  sha256      TEXT COLLATE "C"    NOT NULL CHECK (length(sha256) = 64), -- of the file as it is, packed or not, in hex
  bytes       BIGINT NOT NULL CHECK (bytes >= 0),    -- its length
  items       BIGINT NOT NULL DEFAULT 0 CHECK (items >= 0), -- puzzles and faults taken in so far, in the file's order
  begun_at    TEXT COLLATE "C"    NOT NULL,                       -- when its import began
  finished_at TEXT COLLATE "C",                                   -- when it ended, NULL while the file is not through
  UNIQUE (corpus_id, sha256)
);

CREATE TABLE technique (
  -- One row per solving technique that a program knew. Its number and its id are
  -- never given to another one.
  number INTEGER PRIMARY KEY CHECK (number > 0), -- as puzzle.hardest, puzzle.techniques and puzzle_technique have it
  id     TEXT COLLATE "C" NOT NULL UNIQUE CHECK (id <> ''),  -- the stable name, as in gradoku list techniques
  name   TEXT COLLATE "C" NOT NULL                           -- the name for people
);

CREATE TABLE puzzle (
  -- One row per puzzle, proper and unlike every other one even after turning,
  -- relabelling or reordering: canon is UNIQUE. It comes from a run or from a
  -- corpus, never from both. It holds one grade, the newest.
  id        BIGINT PRIMARY KEY,           -- ascending in the order of saving
  run_id    BIGINT,        -- the run that made it, or NULL
  corpus_id BIGINT REFERENCES corpus,     -- the corpus it came with, or NULL
  seq       BIGINT NOT NULL CHECK (seq >= 0), -- attempt of the run, or place in the corpus, from 0
  size      INTEGER NOT NULL CHECK (size IN (4, 6, 9, 12, 16)), -- digits in a row
  variant   TEXT COLLATE "C"    NOT NULL,              -- such as x, x+windoku, or jigsaw: and the region of each cell; '' for a classical puzzle
  layout    TEXT COLLATE "C",                          -- largest symmetry of a jigsaw's regions: none, rotate180, ...; NULL when it is no jigsaw
  givens    TEXT COLLATE "C"    NOT NULL CHECK (length(givens) = size * size), -- row by row; . is a blank, A to G are 10 to 16
  solution  TEXT COLLATE "C"    NOT NULL CHECK (length(solution) = size * size), -- the same, without blanks
  canon     BYTEA    NOT NULL UNIQUE CHECK (length(canon) = 16), -- hash of the canonical form
  clues     INTEGER NOT NULL CHECK (clues BETWEEN 0 AND size * size), -- number of clues
  symmetry  TEXT COLLATE "C"    NOT NULL CHECK (symmetry <> ''), -- of the places of the clues: none, rotate180, ...
  minimal   INTEGER NOT NULL CHECK (minimal IN (0, 1)), -- 1: no clue can be dropped; 0: some can, or nobody looked
  grader    INTEGER CHECK (grader > 0),    -- version of the grader; NULL when it was not graded, and so is the rest of the grade
  freedom   INTEGER CHECK (freedom >= 0),  -- blank freedom
  rating    INTEGER CHECK (rating > 0),    -- tenths; the hardest step, NULL when there was no step
  at_least  INTEGER CHECK (at_least IN (0, 1)), -- 1: the work allowed ended first; the rating is a lower bound
  pearl     INTEGER CHECK (pearl > 0),     -- tenths; the hardest step up to the first placement, NULL when unknown
  diamond   INTEGER CHECK (diamond > 0),   -- tenths; the first step, NULL when unknown
  scan      INTEGER CHECK (scan > 0),      -- tenths; scan effort, NULL when unknown
  hardest   INTEGER,  -- the technique that set the rating, NULL when unknown
  solved_by_logic INTEGER CHECK (solved_by_logic IN (0, 1)), -- 0: beyond the grader's techniques; the rating is what it had reached
  techniques TEXT COLLATE "C",                         -- numbers of the techniques of the solution, and how many steps use each: 1=41 3=2
  model     TEXT COLLATE "C",                          -- version of the model that predicted the minutes, NULL when nobody asked for them
  minutes   INTEGER CHECK (minutes > 0),   -- whole minutes that people need, NULL for a size that the model does not know
  people_grader INTEGER,                   -- version of the techniques in the path for people, NULL when nobody asked for it
  people_score  INTEGER CHECK (people_score >= 0), -- of all its steps, NULL when the grader's budget ended first
  people_techniques TEXT COLLATE "C",                  -- ids of the techniques of its steps, each with a space before and after it
  blanks INTEGER GENERATED ALWAYS AS (size * size - clues) STORED, -- blank count
  x INTEGER GENERATED ALWAYS AS (CASE WHEN grader > 0 THEN 1 + CAST((size * size - clues) * 81 >= 46 * size * size AS INTEGER) + CAST((size * size - clues) * 81 >= 55 * size * size AS INTEGER) + CAST((size * size - clues) * 81 >= 64 * size * size AS INTEGER) + CAST((size * size - clues) * 81 >= 73 * size * size AS INTEGER) END) STORED, -- level of the blank count, borders as printed
  y INTEGER GENERATED ALWAYS AS (CASE WHEN grader > 0 THEN 1 + CAST(freedom * 2106 >= 820 * size * size * (3 * size - 1) AS INTEGER) + CAST(freedom * 2106 >= 940 * size * size * (3 * size - 1) AS INTEGER) + CAST(freedom * 2106 >= 1060 * size * size * (3 * size - 1) AS INTEGER) + CAST(freedom * 2106 >= 1180 * size * size * (3 * size - 1) AS INTEGER) END) STORED, -- level of the blank freedom, borders as printed
  letter_printed TEXT COLLATE "C" GENERATED ALWAYS AS (CASE WHEN grader > 0 THEN substr('ABCDEFGHI', 1 + CAST((size * size - clues) * 81 >= 46 * size * size AS INTEGER) + CAST((size * size - clues) * 81 >= 55 * size * size AS INTEGER) + CAST((size * size - clues) * 81 >= 64 * size * size AS INTEGER) + CAST((size * size - clues) * 81 >= 73 * size * size AS INTEGER) + 1 + CAST(freedom * 2106 >= 820 * size * size * (3 * size - 1) AS INTEGER) + CAST(freedom * 2106 >= 940 * size * size * (3 * size - 1) AS INTEGER) + CAST(freedom * 2106 >= 1060 * size * size * (3 * size - 1) AS INTEGER) + CAST(freedom * 2106 >= 1180 * size * size * (3 * size - 1) AS INTEGER) - 1, 1) END) STORED, -- A to I, borders as printed
  letter_fitted TEXT COLLATE "C" GENERATED ALWAYS AS (CASE WHEN grader > 0 THEN substr('ABCDEFGHI', 1 + CAST((size * size - clues) * 81 >= 46 * size * size AS INTEGER) + CAST((size * size - clues) * 81 >= 51 * size * size AS INTEGER) + CAST((size * size - clues) * 81 >= 56 * size * size AS INTEGER) + CAST((size * size - clues) * 81 >= 61 * size * size AS INTEGER) + 1 + CAST(freedom * 2106 >= 701 * size * size * (3 * size - 1) AS INTEGER) + CAST(freedom * 2106 >= 821 * size * size * (3 * size - 1) AS INTEGER) + CAST(freedom * 2106 >= 941 * size * size * (3 * size - 1) AS INTEGER) + CAST(freedom * 2106 >= 1061 * size * size * (3 * size - 1) AS INTEGER) - 1, 1) END) STORED, -- A to I, borders as fitted
  level TEXT COLLATE "C" GENERATED ALWAYS AS (CASE WHEN rating <= 12 AND coalesce(scan, 0) * 81 <= 2500 * size * size THEN 'gentle' WHEN rating <= 20 AND coalesce(scan, 0) * 81 <= 4000 * size * size THEN 'easy' WHEN rating <= 28 AND coalesce(scan, 0) * 81 <= 6000 * size * size THEN 'medium' WHEN rating <= 44 AND coalesce(scan, 0) * 81 <= 9000 * size * size THEN 'hard' WHEN rating <= 74 THEN 'expert' WHEN rating > 74 THEN 'extreme' WHEN grader > 0 THEN '' END) STORED, -- id of the level: gentle ... extreme; '' for a full grid
  CHECK ((run_id IS NULL) <> (corpus_id IS NULL)),
  CHECK ((grader IS NULL) = (freedom IS NULL) AND (grader IS NULL) = (techniques IS NULL))
);

CREATE UNIQUE INDEX puzzle_run ON puzzle (run_id, seq) WHERE run_id IS NOT NULL;
CREATE UNIQUE INDEX puzzle_corpus ON puzzle (corpus_id, seq) WHERE corpus_id IS NOT NULL;

-- The orders of listings, without the puzzles that have no value.
CREATE INDEX puzzle_rating ON puzzle (rating, id) WHERE rating IS NOT NULL;
CREATE INDEX puzzle_clues ON puzzle (clues, id);
CREATE INDEX puzzle_freedom ON puzzle (freedom, id) WHERE freedom IS NOT NULL;
CREATE INDEX puzzle_scan ON puzzle (scan, id) WHERE scan IS NOT NULL;

-- Few puzzles have a symmetry unless it was asked for.
CREATE INDEX puzzle_symmetry ON puzzle (symmetry) WHERE symmetry <> 'none';

CREATE TABLE puzzle_technique (
  -- One row per technique that a puzzle's solution needed, from naked pair on: the
  -- simpler ones, nine in ten, are only in puzzle.techniques.
  technique INTEGER NOT NULL,                  -- number of the technique
  puzzle_id BIGINT NOT NULL,                  -- the puzzle
  uses      INTEGER NOT NULL CHECK (uses > 0), -- how many steps used it
  PRIMARY KEY (technique, puzzle_id)
);

CREATE TABLE corpus_item (
  -- One row per puzzle, or fault, of a file: nothing that was read is missing.
  corpus_id   BIGINT NOT NULL REFERENCES corpus,     -- the corpus
  seq         BIGINT NOT NULL CHECK (seq >= 0),      -- place in the corpus, from 0
  file_id     BIGINT NOT NULL REFERENCES corpus_file, -- the file
  line        BIGINT NOT NULL CHECK (line >= 0),     -- where it stands, from 1
  col         BIGINT NOT NULL CHECK (col >= 0),      -- in characters, from 1
  status      TEXT COLLATE "C"    NOT NULL CHECK (status IN ('new', 'known', 'isomorph', 'several', 'none', 'unproved', 'malformed')), -- new: it made the row in puzzle; known: that was there, digit by digit; isomorph: that was there, turned or relabelled; several, none: solutions; unproved: the search was given up; malformed: no puzzle
  puzzle_id   BIGINT REFERENCES puzzle,              -- the puzzle it is, NULL when it is none
  reason      TEXT COLLATE "C",                                   -- what is wrong with it, NULL when nothing is
  givens      TEXT COLLATE "C",                                   -- the puzzle as the file has it, where table puzzle has it otherwise or not at all; improper ones only on request
  labels_json TEXT COLLATE "C" CHECK (labels_json IS NULL OR CAST(labels_json AS JSON) IS NOT NULL), -- labels of an improper puzzle that was kept, as [[name, value], ...]
  PRIMARY KEY (corpus_id, seq),
  CHECK ((puzzle_id IS NULL) = (status IN ('several', 'none', 'unproved', 'malformed')))
);

CREATE INDEX corpus_item_puzzle ON corpus_item (puzzle_id) WHERE puzzle_id IS NOT NULL;

CREATE TABLE label (
  -- One row per thing that a corpus says about a puzzle. Two corpora, or two
  -- items of one that are the same puzzle, may say different things.
  puzzle_id BIGINT NOT NULL REFERENCES puzzle,       -- the puzzle
  name      TEXT COLLATE "C"    NOT NULL CHECK (name <> ''),      -- what is said, as the file calls it, such as mean_seconds
  corpus_id BIGINT NOT NULL REFERENCES corpus,       -- who says so
  seq       BIGINT NOT NULL CHECK (seq >= 0),        -- the item of the corpus
  value     TEXT COLLATE "C"     NOT NULL,                         -- a number, as a text, or a text
  number    DOUBLE PRECISION,                         -- the value, NULL when it is a text
  PRIMARY KEY (puzzle_id, name, corpus_id, seq)
);

CREATE TABLE play (
  -- One row per item of a corpus that is a game of a player, not just a puzzle.
  corpus_id BIGINT NOT NULL REFERENCES corpus,                -- the corpus
  seq       BIGINT NOT NULL CHECK (seq >= 0),                 -- the item, which has the puzzle
  player    TEXT COLLATE "C"    NOT NULL CHECK (player <> ''),             -- the name in the file, or its hash
  seconds   DOUBLE PRECISION    NOT NULL CHECK (seconds > 0),              -- until the end, or until the player gave up
  finished  INTEGER NOT NULL CHECK (finished IN (0, 1)),       -- 0: the player gave up
  errors    DOUBLE PRECISION    CHECK (errors >= 0),                       -- wrong digits, NULL if unknown
  hints     DOUBLE PRECISION    CHECK (hints >= 0),                        -- hints used, NULL if unknown
  ordinal   DOUBLE PRECISION    CHECK (ordinal >= 0),                      -- number of the game among the player's games, from 1, NULL if unknown
  PRIMARY KEY (corpus_id, seq)
);

CREATE TABLE measured (
  -- One row per puzzle whose time was measured. Each measurement replaces all rows.
  puzzle_id   BIGINT PRIMARY KEY REFERENCES puzzle ON DELETE CASCADE, -- the puzzle
  minutes     INTEGER NOT NULL CHECK (minutes > 0),            -- tenths of minutes that the typical player takes in that game
  low         INTEGER NOT NULL CHECK (low <= minutes),         -- tenths of minutes; the lower end of the 95% interval of the true time
  high        INTEGER NOT NULL CHECK (high >= minutes),        -- tenths of minutes; the upper end of the 95% interval
  reliability INTEGER NOT NULL CHECK (reliability BETWEEN 0 AND 100), -- hundredths; the share of the prediction's uncertainty that the games remove
  plays       INTEGER NOT NULL CHECK (plays > 0),              -- number of games that the minutes are based on
  game        INTEGER CHECK (game > 0)                         -- number of the player's game that the minutes are for, from 1; NULL if the log cannot tell experience from talent
);

CREATE TABLE export (
  -- One row per file written from this database. It is there before the file has its
  -- name, so that a process that is killed in between leaves enough to tell whether the
  -- file was written.
  id           BIGINT PRIMARY KEY,                -- as printed by the commands
  kind         TEXT COLLATE "C" NOT NULL CHECK (kind <> ''),   -- format, such as sdm
  path         TEXT COLLATE "C" NOT NULL,                      -- where the file was written
  sha256       TEXT COLLATE "C" NOT NULL CHECK (length(sha256) = 64), -- of the file, in hex
  filter_json  TEXT COLLATE "C" NOT NULL CHECK (CAST(filter_json AS JSON) IS NOT NULL), -- which puzzles were asked for
  created_at   TEXT COLLATE "C" NOT NULL,                      -- when
  request_json TEXT COLLATE "C" CHECK (request_json IS NULL OR CAST(request_json AS JSON) IS NOT NULL), -- the whole task that wrote it, NULL when it has none
  writer       TEXT COLLATE "C"                                -- pending: the folder that its writer keeps locked; NULL when it is done
);

CREATE INDEX export_writer ON export (writer) WHERE writer IS NOT NULL;

CREATE TABLE export_item (
  -- One row per puzzle in an exported file.
  export_id BIGINT NOT NULL REFERENCES export ON DELETE CASCADE, -- the file
  ordinal   INTEGER NOT NULL CHECK (ordinal >= 0), -- place in the file, from 0
  puzzle_id BIGINT NOT NULL REFERENCES puzzle,    -- the puzzle
  PRIMARY KEY (export_id, ordinal)
);

CREATE INDEX export_item_puzzle ON export_item (puzzle_id);

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
  -- One row per run or regrade that workers compute. It goes when that is complete;
  -- what is staged goes with it. That of one which they did not finish stays.
  id           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- for other tables of this database; jobs and workers use the name
  name         TEXT COLLATE "C" NOT NULL UNIQUE,                 -- random; jobs and results name their plan by it, and it is checked when they are saved
  command      TEXT COLLATE "C" NOT NULL,                        -- generate or regrade
  run_id       BIGINT UNIQUE REFERENCES run,                     -- the run, NULL for a regrade
  options_json TEXT COLLATE "C" NOT NULL,                        -- how to regrade; '' for a run, whose row has them
  version      TEXT COLLATE "C" NOT NULL,                        -- of gradoku; with grader, what all its workers must have
  grader       INTEGER NOT NULL,                                 -- version of the grader
  patience     BIGINT NOT NULL CHECK (patience >= 0),            -- the stop rule: attempts in a row without a new puzzle, 0 for never
  settled      BIGINT NOT NULL CHECK (settled >= 0),             -- first attempt, or id of a puzzle, that is not saved yet
  settled_at   TIMESTAMPTZ NOT NULL DEFAULT now(),               -- when results were last saved, or when it was begun
  planned      BIGINT NOT NULL CHECK (planned >= 0),             -- first of them that no job of the queue has yet
  size         BIGINT NOT NULL CHECK (size > 0),                 -- attempts or puzzles in the next job
  saved        BIGINT NOT NULL DEFAULT 0,                        -- of a regrade: grades
  target       BIGINT NOT NULL,                                  -- of a regrade: grades that were missing when it began
  room         TEXT COLLATE "C",                                 -- a JSON array, what is left in each quota; NULL without quotas
  rate         DOUBLE PRECISION NOT NULL DEFAULT 0,              -- puzzles or grades saved per second of late
  settler      TEXT COLLATE "C",                                 -- the worker that settles it, NULL when none does
  lease        TIMESTAMPTZ NOT NULL DEFAULT now(),               -- until when; then any other may
  trouble      TEXT COLLATE "C",                                 -- the last error of its committer, NULL when it has saved results since
  ended        TEXT COLLATE "C",                                 -- why no worker computes it any more, NULL while they do
  CHECK ((command = 'generate') = (run_id IS NOT NULL))
);

-- One regrade at a time: two would compute the same grades.
CREATE UNIQUE INDEX plan_regrade ON plan (command) WHERE command = 'regrade';

CREATE TABLE staged (
  -- One row per range of attempts or puzzles that is computed and not yet settled. The
  -- first result of a range stays; a second one is dropped.
  plan_id     BIGINT NOT NULL REFERENCES plan ON DELETE CASCADE, -- the plan, which stands for a run or a regrade
  first_index BIGINT NOT NULL CHECK (first_index >= 0),          -- its first attempt, or id of a puzzle
  next_index  BIGINT NOT NULL CHECK (next_index > first_index),  -- the one after its last
  seconds     DOUBLE PRECISION NOT NULL,                         -- that one core took for it
  result      BYTEA NOT NULL,                                    -- what it gave, in the form of package run
  PRIMARY KEY (plan_id, first_index)
);

-- Compressing what is deleted a second later costs more than it saves.
ALTER TABLE staged ALTER COLUMN result SET STORAGE EXTERNAL;
