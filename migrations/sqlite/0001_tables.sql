-- The tables. All are STRICT, so a column holds what it says; times are UTC as
-- 2006-01-02T15:04:05.000Z; ratings are tenths, so that 23 means 2.3.

CREATE TABLE migration (
  -- One row per migration applied to this file.
  version    INTEGER PRIMARY KEY, -- number of the SQL file; the largest is PRAGMA user_version
  name       TEXT NOT NULL,       -- name of the SQL file
  sha256     TEXT NOT NULL CHECK (length(sha256) = 64), -- of its text, in hex
  applied_at TEXT NOT NULL        -- when
) STRICT;

CREATE TABLE run (
  -- One row per run: a command, its options, a seed and a version of gradoku
  -- fix every puzzle of a run, however often it was interrupted. The counters
  -- change in the same transaction as the puzzles they count.
  id           INTEGER PRIMARY KEY,                         -- as printed by the commands
  command      TEXT    NOT NULL CHECK (command <> ''),      -- such as generate
  options_json TEXT    NOT NULL CHECK (json_valid(options_json)), -- what shapes the puzzles, in one agreed spelling
  seed         INTEGER NOT NULL,                            -- of all its randomness, together with the try's index
  version      TEXT    NOT NULL CHECK (version <> ''),      -- of gradoku: another one may make other puzzles of a seed
  target       INTEGER NOT NULL CHECK (target >= accepted), -- puzzles asked for; more can be asked for later
  next_index   INTEGER NOT NULL DEFAULT 0 CHECK (next_index >= accepted + duplicates), -- first try not yet computed
  accepted     INTEGER NOT NULL DEFAULT 0 CHECK (accepted >= 0),   -- tries that gave a row in puzzle
  duplicates   INTEGER NOT NULL DEFAULT 0 CHECK (duplicates >= 0), -- tries that gave a puzzle the database had already
  last_index   INTEGER NOT NULL DEFAULT -1 CHECK (last_index >= -1 AND last_index < next_index), -- the last accepted try, -1 before the first
  started_at   TEXT    NOT NULL,                            -- when it began first
  finished_at  TEXT,                                        -- when it ended last, NULL while running
  state        TEXT    NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'stopped', 'done', 'exhausted')), -- running (or crashed), stopped on request, done: has its target, exhausted: gave up by its stop rule
  UNIQUE (command, options_json, seed, version),
  CHECK ((state = 'running') = (finished_at IS NULL))
) STRICT;

CREATE TABLE corpus (
  -- One row per collection of puzzles that somebody else made.
  id          INTEGER PRIMARY KEY,                     -- as printed by the commands
  name        TEXT NOT NULL UNIQUE CHECK (name <> ''), -- short name
  source      TEXT NOT NULL,                           -- where it came from: an address or a file
  sha256      TEXT NOT NULL CHECK (length(sha256) = 64), -- of the file, in hex
  licence     TEXT NOT NULL,                           -- under which terms, '' when not stated
  imported_at TEXT NOT NULL                            -- when
) STRICT;

CREATE TABLE puzzle (
  -- One row per puzzle, proper and unlike every other one even after turning,
  -- relabelling or reordering: canon is UNIQUE. It comes from a run or from a
  -- corpus, never from both.
  id        INTEGER PRIMARY KEY,           -- ascending in the order of saving
  run_id    INTEGER REFERENCES run,        -- the run that made it, or NULL
  corpus_id INTEGER REFERENCES corpus,     -- the corpus it came with, or NULL
  seq       INTEGER NOT NULL CHECK (seq >= 0), -- try in the run, or place in the corpus, from 0
  size      INTEGER NOT NULL CHECK (size IN (4, 6, 9, 12, 16)), -- digits in a row
  givens    TEXT    NOT NULL CHECK (length(givens) = size * size), -- row by row; . is a blank, A to G are 10 to 16
  solution  TEXT    NOT NULL CHECK (length(solution) = size * size), -- the same, without blanks
  canon     BLOB    NOT NULL UNIQUE CHECK (length(canon) = 16), -- hash of the canonical form
  clues     INTEGER NOT NULL CHECK (clues BETWEEN 0 AND size * size), -- number of givens
  symmetry  TEXT    NOT NULL CHECK (symmetry <> ''), -- of the places of the givens: none, rotate180, ...
  minimal   INTEGER NOT NULL CHECK (minimal IN (0, 1)), -- 1: no given can be dropped; 0: some can, or nobody looked
  CHECK ((run_id IS NULL) <> (corpus_id IS NULL))
) STRICT;

CREATE UNIQUE INDEX puzzle_run ON puzzle (run_id, seq) WHERE run_id IS NOT NULL;
CREATE UNIQUE INDEX puzzle_corpus ON puzzle (corpus_id, seq) WHERE corpus_id IS NOT NULL;

CREATE TABLE technique (
  -- One row per solving technique, as the program of that grader had them.
  grader  INTEGER NOT NULL CHECK (grader > 0),   -- version of the grader
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0), -- place in its table, from 0: the order in which it looks
  id      TEXT    NOT NULL CHECK (id <> ''),     -- the stable name, as in gradoku list techniques
  name    TEXT    NOT NULL CHECK (name <> ''),   -- the name for people
  rating  INTEGER NOT NULL CHECK (rating >= 0),  -- tenths; the least where it depends on the case
  PRIMARY KEY (grader, ordinal),
  UNIQUE (grader, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE grade (
  -- One row per puzzle and version of the grader. A new grader adds rows and
  -- changes none, so that published numbers can be looked up again.
  puzzle_id       INTEGER NOT NULL REFERENCES puzzle ON DELETE CASCADE, -- the puzzle
  grader          INTEGER NOT NULL CHECK (grader > 0),   -- version of the grader
  blanks          INTEGER NOT NULL CHECK (blanks >= 0),  -- blank count
  freedom         INTEGER NOT NULL CHECK (freedom >= 0), -- blank freedom
  x               INTEGER NOT NULL CHECK (x BETWEEN 1 AND 5), -- level of the blank count, borders as printed
  y               INTEGER NOT NULL CHECK (y BETWEEN 1 AND 5), -- level of the blank freedom, borders as printed
  letter_printed  TEXT    NOT NULL CHECK (length(letter_printed) = 1 AND letter_printed BETWEEN 'A' AND 'I'), -- A to I, borders as printed
  letter_fitted   TEXT    NOT NULL CHECK (length(letter_fitted) = 1 AND letter_fitted BETWEEN 'A' AND 'I'),   -- A to I, borders as fitted
  rating          INTEGER CHECK (rating > 0),            -- tenths; the hardest step, NULL when there was no step
  pearl           INTEGER CHECK (pearl > 0),             -- tenths; the hardest step up to the first placement, NULL when unknown
  diamond         INTEGER CHECK (diamond > 0),           -- tenths; the first step, NULL when unknown
  hardest         TEXT,                                  -- id of the technique that set the rating, NULL when unknown
  level           TEXT    NOT NULL,                      -- the rating as a word
  solved_by_logic INTEGER NOT NULL CHECK (solved_by_logic IN (0, 1)), -- 0: beyond the grader's techniques; the rating is what it had reached
  PRIMARY KEY (puzzle_id, grader),
  FOREIGN KEY (grader, hardest) REFERENCES technique (grader, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX grade_level ON grade (level);

CREATE TABLE grade_use (
  -- One row per technique that a puzzle's solution needed.
  puzzle_id INTEGER NOT NULL,                -- the puzzle
  grader    INTEGER NOT NULL,                -- version of the grader
  technique INTEGER NOT NULL,                -- ordinal of the technique
  uses      INTEGER NOT NULL CHECK (uses > 0), -- how many steps used it
  PRIMARY KEY (puzzle_id, grader, technique),
  FOREIGN KEY (puzzle_id, grader) REFERENCES grade ON DELETE CASCADE,
  FOREIGN KEY (grader, technique) REFERENCES technique
) STRICT, WITHOUT ROWID;

CREATE TABLE label (
  -- One row per thing that a corpus says about a puzzle.
  puzzle_id INTEGER NOT NULL REFERENCES puzzle ON DELETE CASCADE, -- the puzzle
  name      TEXT    NOT NULL CHECK (name <> ''), -- what is said, such as mean_seconds
  value     ANY     NOT NULL,                    -- a number or a text
  PRIMARY KEY (puzzle_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE export (
  -- One row per file written from this database.
  id          INTEGER PRIMARY KEY,                -- as printed by the commands
  kind        TEXT NOT NULL CHECK (kind <> ''),   -- format, such as sdm
  path        TEXT NOT NULL,                      -- where the file was written
  sha256      TEXT NOT NULL CHECK (length(sha256) = 64), -- of the file, in hex
  filter_json TEXT NOT NULL CHECK (json_valid(filter_json)), -- which puzzles were asked for
  created_at  TEXT NOT NULL                       -- when
) STRICT;

CREATE TABLE export_item (
  -- One row per puzzle in an exported file.
  export_id INTEGER NOT NULL REFERENCES export ON DELETE CASCADE, -- the file
  ordinal   INTEGER NOT NULL CHECK (ordinal >= 0), -- place in the file, from 0
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,    -- the puzzle
  PRIMARY KEY (export_id, ordinal)
) STRICT, WITHOUT ROWID;
