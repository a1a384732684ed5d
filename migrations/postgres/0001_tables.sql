-- The tables, in the schema that the connection's search_path names. Texts compare
-- byte by byte, as in SQLite; times are UTC as 2006-01-02T15:04:05.000Z; ratings are
-- tenths, so that 23 means 2.3. A migration puts the comments into the database,
-- where \d+ in psql shows them.
--
-- Puzzles refer to runs, grades to puzzles and techniques, and the uses of techniques to
-- grades, without a foreign key: checking one for each use takes longer than everything
-- else about saving a puzzle (126,665 uses in 4.1 s, without keys in 1.1 s), and the
-- others a quarter of the rest. gradoku db check does it.

CREATE TABLE migration (
  -- One row per migration applied.
  version    INTEGER PRIMARY KEY,                                   -- number of the SQL file; the largest is the version of the schema
  name       TEXT COLLATE "C" NOT NULL,                             -- name of the SQL file
  sha256     TEXT COLLATE "C" NOT NULL CHECK (length(sha256) = 64), -- of its text, in hex
  applied_at TEXT COLLATE "C" NOT NULL                              -- when
);

CREATE TABLE run (
  -- One row per run: a command, its options, a seed and a version of gradoku
  -- fix every puzzle of a run, however often it was interrupted. The counters
  -- change in the same transaction as the puzzles they count.
  id           BIGINT PRIMARY KEY,                                                       -- as printed by the commands
  command      TEXT COLLATE "C" NOT NULL CHECK (command <> ''),                          -- such as generate
  options_json TEXT COLLATE "C" NOT NULL CHECK (CAST(options_json AS JSON) IS NOT NULL), -- what shapes the puzzles, in one agreed spelling
  seed         BIGINT NOT NULL,                                                          -- of all its randomness, together with the try's index
  version      TEXT COLLATE "C" NOT NULL CHECK (version <> ''),                          -- of gradoku: another one may make other puzzles of a seed
  target       BIGINT NOT NULL CHECK (target >= accepted),                               -- puzzles asked for; more can be asked for later
  next_index   BIGINT NOT NULL DEFAULT 0 CHECK (next_index >= accepted + duplicates),    -- first try not yet computed
  accepted     BIGINT NOT NULL DEFAULT 0 CHECK (accepted >= 0),                          -- tries that gave a row in puzzle
  duplicates   BIGINT NOT NULL DEFAULT 0 CHECK (duplicates >= 0),                        -- tries that gave a puzzle the database had already
  last_index   BIGINT NOT NULL DEFAULT -1 CHECK (last_index >= -1 AND last_index < next_index), -- the last accepted try, -1 before the first
  started_at   TEXT COLLATE "C" NOT NULL,                                                -- when it began first
  finished_at  TEXT COLLATE "C",                                                         -- when it ended last, NULL while running
  state        TEXT COLLATE "C" NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'stopped', 'done', 'exhausted')), -- running (or crashed), stopped on request, done: has its target, exhausted: gave up by its stop rule
  UNIQUE (command, options_json, seed, version),
  CHECK ((state = 'running') = (finished_at IS NULL))
);

CREATE TABLE corpus (
  -- One row per collection of puzzles that somebody else made.
  id          BIGINT PRIMARY KEY,                                  -- as printed by the commands
  name        TEXT COLLATE "C" NOT NULL UNIQUE CHECK (name <> ''), -- short name
  source      TEXT COLLATE "C" NOT NULL,                           -- where it came from: an address or a file
  licence     TEXT COLLATE "C" NOT NULL,                           -- under which terms, '' when not stated
  imported_at TEXT COLLATE "C" NOT NULL                            -- when
);

CREATE TABLE corpus_file (
  -- One row per file of a corpus. It changes in the same transaction as the
  -- items it counts, so that an import that was cut short goes on at the next.
  id          BIGINT PRIMARY KEY,                                    -- ascending in the order of import
  corpus_id   BIGINT NOT NULL REFERENCES corpus,                     -- the corpus
  name        TEXT COLLATE "C" NOT NULL CHECK (name <> ''),          -- as it was named for the import
  sha256      TEXT COLLATE "C" NOT NULL CHECK (length(sha256) = 64), -- of the file as it is, packed or not, in hex
  bytes       BIGINT NOT NULL CHECK (bytes >= 0),                    -- its length
  items       BIGINT NOT NULL DEFAULT 0 CHECK (items >= 0),          -- puzzles and faults taken in so far, in the file's order
  begun_at    TEXT COLLATE "C" NOT NULL,                             -- when its import began
  finished_at TEXT COLLATE "C",                                      -- when it ended, NULL while the file is not through
  UNIQUE (corpus_id, sha256)
);

CREATE TABLE puzzle (
  -- One row per puzzle, proper and unlike every other one even after turning,
  -- relabelling or reordering: canon is UNIQUE. It comes from a run or from a
  -- corpus, never from both.
  id        BIGINT PRIMARY KEY,                                               -- ascending in the order of saving
  run_id    BIGINT,                                                           -- the run that made it, or NULL
  corpus_id BIGINT REFERENCES corpus,                                         -- the corpus it came with, or NULL
  seq       BIGINT NOT NULL CHECK (seq >= 0),                                 -- try in the run, or place in the corpus, from 0
  size      INTEGER NOT NULL CHECK (size IN (4, 6, 9, 12, 16)),               -- digits in a row
  givens    TEXT COLLATE "C" NOT NULL CHECK (length(givens) = size * size),   -- row by row; . is a blank, A to G are 10 to 16
  solution  TEXT COLLATE "C" NOT NULL CHECK (length(solution) = size * size), -- the same, without blanks
  canon     BYTEA NOT NULL UNIQUE CHECK (length(canon) = 16),                 -- hash of the canonical form
  clues     INTEGER NOT NULL CHECK (clues BETWEEN 0 AND size * size),         -- number of givens
  symmetry  TEXT COLLATE "C" NOT NULL CHECK (symmetry <> ''),                 -- of the places of the givens: none, rotate180, ...
  minimal   INTEGER NOT NULL CHECK (minimal IN (0, 1)),                       -- 1: no given can be dropped; 0: some can, or nobody looked
  CHECK ((run_id IS NULL) <> (corpus_id IS NULL))
);

CREATE UNIQUE INDEX puzzle_run ON puzzle (run_id, seq) WHERE run_id IS NOT NULL;
CREATE UNIQUE INDEX puzzle_corpus ON puzzle (corpus_id, seq) WHERE corpus_id IS NOT NULL;

CREATE TABLE technique (
  -- One row per solving technique, as the program of that grader had them.
  grader  INTEGER NOT NULL CHECK (grader > 0),          -- version of the grader
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),        -- place in its table, from 0: the order in which it looks
  id      TEXT COLLATE "C" NOT NULL CHECK (id <> ''),   -- the stable name, as in gradoku list techniques
  name    TEXT COLLATE "C" NOT NULL CHECK (name <> ''), -- the name for people
  rating  INTEGER NOT NULL CHECK (rating >= 0),         -- tenths; the least where it depends on the case
  PRIMARY KEY (grader, ordinal),
  UNIQUE (grader, id)
);

CREATE TABLE grade (
  -- One row per puzzle and version of the grader. A new grader adds rows and
  -- changes none, so that published numbers can be looked up again.
  puzzle_id       BIGINT NOT NULL,                                       -- the puzzle
  grader          INTEGER NOT NULL CHECK (grader > 0),                   -- version of the grader
  blanks          INTEGER NOT NULL CHECK (blanks >= 0),                  -- blank count
  freedom         INTEGER NOT NULL CHECK (freedom >= 0),                 -- blank freedom
  x               INTEGER NOT NULL CHECK (x BETWEEN 1 AND 5),            -- level of the blank count, borders as printed
  y               INTEGER NOT NULL CHECK (y BETWEEN 1 AND 5),            -- level of the blank freedom, borders as printed
  letter_printed  TEXT COLLATE "C" NOT NULL CHECK (length(letter_printed) = 1 AND letter_printed BETWEEN 'A' AND 'I'), -- A to I, borders as printed
  letter_fitted   TEXT COLLATE "C" NOT NULL CHECK (length(letter_fitted) = 1 AND letter_fitted BETWEEN 'A' AND 'I'), -- A to I, borders as fitted
  rating          INTEGER CHECK (rating > 0),                            -- tenths; the hardest step, NULL when there was no step
  pearl           INTEGER CHECK (pearl > 0),                             -- tenths; the hardest step up to the first placement, NULL when unknown
  diamond         INTEGER CHECK (diamond > 0),                           -- tenths; the first step, NULL when unknown
  hardest         TEXT COLLATE "C",                                      -- id of the technique that set the rating, NULL when unknown
  level           TEXT COLLATE "C" NOT NULL,                             -- the rating as a word
  solved_by_logic INTEGER NOT NULL CHECK (solved_by_logic IN (0, 1)),    -- 0: beyond the grader's techniques; the rating is what it had reached
  at_least        INTEGER NOT NULL DEFAULT 0 CHECK (at_least IN (0, 1)), -- 1: the work allowed ended first; the rating is a lower bound
  scan            INTEGER CHECK (scan > 0),                              -- tenths; scan effort, NULL when unknown
  PRIMARY KEY (puzzle_id, grader)
);

CREATE INDEX grade_level ON grade (level, puzzle_id);
CREATE INDEX grade_rating ON grade (rating NULLS FIRST, puzzle_id);

CREATE TABLE grade_use (
  -- One row per technique that a puzzle's solution needed.
  puzzle_id BIGINT NOT NULL,                   -- the puzzle
  grader    INTEGER NOT NULL,                  -- version of the grader
  technique INTEGER NOT NULL,                  -- ordinal of the technique
  uses      INTEGER NOT NULL CHECK (uses > 0), -- how many steps used it
  PRIMARY KEY (puzzle_id, grader, technique)
);

CREATE TABLE corpus_item (
  -- One row per puzzle, or fault, of a file: nothing that was read is missing.
  corpus_id   BIGINT NOT NULL REFERENCES corpus,      -- the corpus
  seq         BIGINT NOT NULL CHECK (seq >= 0),       -- place in the corpus, from 0
  file_id     BIGINT NOT NULL REFERENCES corpus_file, -- the file
  line        BIGINT NOT NULL CHECK (line >= 0),      -- where it stands, from 1
  col         BIGINT NOT NULL CHECK (col >= 0),       -- in characters, from 1
  status      TEXT COLLATE "C" NOT NULL CHECK (status IN ('new', 'known', 'isomorph', 'several', 'none', 'unproved', 'malformed')), -- new: it made the row in puzzle; known: that was there, digit by digit; isomorph: that was there, turned or relabelled; several, none: solutions; unproved: the search was given up; malformed: no puzzle
  puzzle_id   BIGINT REFERENCES puzzle,               -- the puzzle it is, NULL when it is none
  reason      TEXT COLLATE "C",                       -- what is wrong with it, NULL when nothing is
  givens      TEXT COLLATE "C",                       -- the puzzle as the file has it, where table puzzle has it otherwise or not at all; improper ones only on request
  labels_json TEXT COLLATE "C" CHECK (labels_json IS NULL OR CAST(labels_json AS JSON) IS NOT NULL), -- labels of an improper puzzle that was kept, as [[name, value], ...]
  PRIMARY KEY (corpus_id, seq),
  CHECK ((puzzle_id IS NULL) = (status IN ('several', 'none', 'unproved', 'malformed')))
);

CREATE INDEX corpus_item_puzzle ON corpus_item (puzzle_id) WHERE puzzle_id IS NOT NULL;

CREATE TABLE label (
  -- One row per thing that a corpus says about a puzzle. Two corpora, or two
  -- items of one that are the same puzzle, may say different things.
  puzzle_id BIGINT NOT NULL REFERENCES puzzle,            -- the puzzle
  name      TEXT COLLATE "C" NOT NULL CHECK (name <> ''), -- what is said, as the file calls it, such as mean_seconds
  corpus_id BIGINT NOT NULL REFERENCES corpus,            -- who says so
  seq       BIGINT NOT NULL CHECK (seq >= 0),             -- the item of the corpus
  value     TEXT COLLATE "C" NOT NULL,                    -- a number, as a text, or a text
  number    DOUBLE PRECISION,                             -- the value, NULL when it is a text
  PRIMARY KEY (puzzle_id, name, corpus_id, seq)
);

CREATE TABLE export (
  -- One row per file written from this database.
  id          BIGINT PRIMARY KEY,                                                      -- as printed by the commands
  kind        TEXT COLLATE "C" NOT NULL CHECK (kind <> ''),                            -- format, such as sdm
  path        TEXT COLLATE "C" NOT NULL,                                               -- where the file was written
  sha256      TEXT COLLATE "C" NOT NULL CHECK (length(sha256) = 64),                   -- of the file, in hex
  filter_json TEXT COLLATE "C" NOT NULL CHECK (CAST(filter_json AS JSON) IS NOT NULL), -- which puzzles were asked for
  created_at  TEXT COLLATE "C" NOT NULL                                                -- when
);

CREATE TABLE export_item (
  -- One row per puzzle in an exported file.
  export_id BIGINT NOT NULL REFERENCES export ON DELETE CASCADE, -- the file
  ordinal   INTEGER NOT NULL CHECK (ordinal >= 0),               -- place in the file, from 0
  puzzle_id BIGINT NOT NULL REFERENCES puzzle,                   -- the puzzle
  PRIMARY KEY (export_id, ordinal)
);

CREATE INDEX export_item_puzzle ON export_item (puzzle_id);
