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
  seed         INTEGER NOT NULL,                            -- of all its randomness, together with the attempt's index
  version      TEXT    NOT NULL CHECK (version <> ''),      -- of gradoku: another one may make other puzzles of a seed
  target       INTEGER NOT NULL CHECK (target >= accepted), -- puzzles asked for; more can be asked for later
  next_index   INTEGER NOT NULL DEFAULT 0 CHECK (next_index >= accepted + duplicates), -- first attempt not yet computed
  accepted     INTEGER NOT NULL DEFAULT 0 CHECK (accepted >= 0),   -- attempts that gave a row in puzzle
  duplicates   INTEGER NOT NULL DEFAULT 0 CHECK (duplicates >= 0), -- attempts that gave a puzzle the database had already
  last_index   INTEGER NOT NULL DEFAULT -1 CHECK (last_index >= -1 AND last_index < next_index), -- the last accepted attempt, -1 before the first
  started_at   TEXT    NOT NULL,                            -- when it began first
  finished_at  TEXT,                                        -- when it ended last, NULL while running
  state        TEXT    NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'stopped', 'done', 'exhausted')), -- running (or crashed), stopped on request, done: has its target, exhausted: gave up by its stop rule
  beat_at      TEXT,                                        -- when its process last showed a sign of life
  UNIQUE (command, options_json, seed, version),
  CHECK ((state = 'running') = (finished_at IS NULL))
) STRICT;

CREATE TABLE corpus (
  -- One row per collection of puzzles that somebody else made.
  id          INTEGER PRIMARY KEY,                     -- as printed by the commands
  name        TEXT NOT NULL UNIQUE CHECK (name <> ''), -- short name
  source      TEXT NOT NULL,                           -- where it came from: an address or a file
  licence     TEXT NOT NULL,                           -- under which terms, '' when not stated
  imported_at TEXT NOT NULL                            -- when
) STRICT;

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

CREATE TABLE technique (
  -- One row per solving technique that a program knew. Its number and its id are
  -- never given to another one.
  number INTEGER PRIMARY KEY CHECK (number > 0), -- as puzzle.hardest, puzzle.techniques and puzzle_technique have it
  id     TEXT NOT NULL UNIQUE CHECK (id <> ''),  -- the stable name, as in gradoku list techniques
  name   TEXT NOT NULL                           -- the name for people
) STRICT;

CREATE TABLE puzzle (
  -- One row per puzzle, proper and unlike every other one even after turning,
  -- relabelling or reordering: canon is UNIQUE. It comes from a run or from a
  -- corpus, never from both. It holds one grade, the newest.
  id        INTEGER PRIMARY KEY,           -- ascending in the order of saving
  run_id    INTEGER REFERENCES run,        -- the run that made it, or NULL
  corpus_id INTEGER REFERENCES corpus,     -- the corpus it came with, or NULL
  seq       INTEGER NOT NULL CHECK (seq >= 0), -- attempt of the run, or place in the corpus, from 0
  size      INTEGER NOT NULL CHECK (size IN (4, 6, 9, 12, 16)), -- digits in a row
  variant   TEXT    NOT NULL,              -- such as x, x+windoku, or jigsaw: and the region of each cell; '' for a classical puzzle
  layout    TEXT,                          -- largest symmetry of a jigsaw's regions: none, rotate180, ...; NULL when it is no jigsaw
  givens    TEXT    NOT NULL CHECK (length(givens) = size * size), -- row by row; . is a blank, A to G are 10 to 16
  solution  TEXT    NOT NULL CHECK (length(solution) = size * size), -- the same, without blanks
  canon     BLOB    NOT NULL UNIQUE CHECK (length(canon) = 16), -- hash of the canonical form
  clues     INTEGER NOT NULL CHECK (clues BETWEEN 0 AND size * size), -- number of clues
  symmetry  TEXT    NOT NULL CHECK (symmetry <> ''), -- of the places of the clues: none, rotate180, ...
  minimal   INTEGER NOT NULL CHECK (minimal IN (0, 1)), -- 1: no clue can be dropped; 0: some can, or nobody looked
  grader    INTEGER CHECK (grader > 0),    -- version of the grader; NULL when it was not graded, and so is the rest of the grade
  freedom   INTEGER CHECK (freedom >= 0),  -- blank freedom
  rating    INTEGER CHECK (rating > 0),    -- tenths; the hardest step, NULL when there was no step
  at_least  INTEGER CHECK (at_least IN (0, 1)), -- 1: the work allowed ended first; the rating is a lower bound
  pearl     INTEGER CHECK (pearl > 0),     -- tenths; the hardest step up to the first placement, NULL when unknown
  diamond   INTEGER CHECK (diamond > 0),   -- tenths; the first step, NULL when unknown
  scan      INTEGER CHECK (scan > 0),      -- tenths; scan effort, NULL when unknown
  hardest   INTEGER REFERENCES technique,  -- the technique that set the rating, NULL when unknown
  solved_by_logic INTEGER CHECK (solved_by_logic IN (0, 1)), -- 0: beyond the grader's techniques; the rating is what it had reached
  techniques TEXT,                         -- numbers of the techniques of the solution, and how many steps use each: 1=41 3=2
  model     TEXT,                          -- version of the model that predicted the minutes, NULL when nobody asked for them
  minutes   INTEGER CHECK (minutes > 0),   -- whole minutes that people need, NULL for a size that the model does not know
  people_grader INTEGER,                   -- version of the techniques in the path for people, NULL when nobody asked for it
  people_score  INTEGER CHECK (people_score >= 0), -- of all its steps, NULL when the grader's budget ended first
  people_techniques TEXT,                  -- ids of the techniques of its steps, each with a space before and after it
  blanks INTEGER GENERATED ALWAYS AS (size * size - clues) VIRTUAL, -- blank count
  x INTEGER GENERATED ALWAYS AS (CASE WHEN grader > 0 THEN CASE WHEN blanks * 81 < 46 * size * size THEN 1 WHEN blanks * 81 < 55 * size * size THEN 2 WHEN blanks * 81 < 64 * size * size THEN 3 WHEN blanks * 81 < 73 * size * size THEN 4 ELSE 5 END END) VIRTUAL, -- level of the blank count, borders as printed
  y INTEGER GENERATED ALWAYS AS (CASE WHEN grader > 0 THEN CASE WHEN freedom * 2106 < 820 * size * size * (3 * size - 1) THEN 1 WHEN freedom * 2106 < 940 * size * size * (3 * size - 1) THEN 2 WHEN freedom * 2106 < 1060 * size * size * (3 * size - 1) THEN 3 WHEN freedom * 2106 < 1180 * size * size * (3 * size - 1) THEN 4 ELSE 5 END END) VIRTUAL, -- level of the blank freedom, borders as printed
  letter_printed TEXT GENERATED ALWAYS AS (substr('ABCDEFGHI', x + y - 1, 1)) VIRTUAL, -- A to I, borders as printed
  letter_fitted TEXT GENERATED ALWAYS AS (CASE WHEN grader > 0 THEN substr('ABCDEFGHI', CASE WHEN blanks * 81 < 46 * size * size THEN 1 WHEN blanks * 81 < 51 * size * size THEN 2 WHEN blanks * 81 < 56 * size * size THEN 3 WHEN blanks * 81 < 61 * size * size THEN 4 ELSE 5 END + CASE WHEN freedom * 2106 < 701 * size * size * (3 * size - 1) THEN 1 WHEN freedom * 2106 < 821 * size * size * (3 * size - 1) THEN 2 WHEN freedom * 2106 < 941 * size * size * (3 * size - 1) THEN 3 WHEN freedom * 2106 < 1061 * size * size * (3 * size - 1) THEN 4 ELSE 5 END - 1, 1) END) VIRTUAL, -- A to I, borders as fitted
  level TEXT GENERATED ALWAYS AS (CASE WHEN rating <= 12 AND coalesce(scan, 0) * 81 <= 2500 * size * size THEN 'gentle' WHEN rating <= 20 AND coalesce(scan, 0) * 81 <= 4000 * size * size THEN 'easy' WHEN rating <= 28 AND coalesce(scan, 0) * 81 <= 6000 * size * size THEN 'medium' WHEN rating <= 44 AND coalesce(scan, 0) * 81 <= 9000 * size * size THEN 'hard' WHEN rating <= 74 THEN 'expert' WHEN rating > 74 THEN 'extreme' WHEN grader > 0 THEN '' END) VIRTUAL, -- id of the level: gentle ... extreme; '' for a full grid
  CHECK ((run_id IS NULL) <> (corpus_id IS NULL)),
  CHECK ((grader IS NULL) = (freedom IS NULL) AND (grader IS NULL) = (techniques IS NULL))
) STRICT;

CREATE UNIQUE INDEX puzzle_run ON puzzle (run_id, seq) WHERE run_id IS NOT NULL;
CREATE UNIQUE INDEX puzzle_corpus ON puzzle (corpus_id, seq) WHERE corpus_id IS NOT NULL;

-- The orders of listings, without the puzzles that have no value.
CREATE INDEX puzzle_rating ON puzzle (rating) WHERE rating IS NOT NULL;
CREATE INDEX puzzle_clues ON puzzle (clues);
CREATE INDEX puzzle_freedom ON puzzle (freedom) WHERE freedom IS NOT NULL;
CREATE INDEX puzzle_scan ON puzzle (scan) WHERE scan IS NOT NULL;

-- Few puzzles have a symmetry unless it was asked for.
CREATE INDEX puzzle_symmetry ON puzzle (symmetry) WHERE symmetry <> 'none';

-- What people select by, in a tenth of the table's bytes. New rows come at its end.
CREATE INDEX puzzle_facts ON puzzle (id, run_id, grader, rating, at_least, scan, clues, freedom, symmetry, size, variant);

CREATE TABLE puzzle_technique (
  -- One row per technique that a puzzle's solution needed, from naked pair on: the
  -- simpler ones, nine in ten, are only in puzzle.techniques.
  technique INTEGER NOT NULL,                  -- number of the technique
  puzzle_id INTEGER NOT NULL,                  -- the puzzle
  uses      INTEGER NOT NULL CHECK (uses > 0), -- how many steps used it
  PRIMARY KEY (technique, puzzle_id)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE play (
  -- One row per item of a corpus that is a game of a player, not just a puzzle.
  corpus_id INTEGER NOT NULL REFERENCES corpus,                -- the corpus
  seq       INTEGER NOT NULL CHECK (seq >= 0),                 -- the item, which has the puzzle
  player    TEXT    NOT NULL CHECK (player <> ''),             -- the name in the file, or its hash
  seconds   REAL    NOT NULL CHECK (seconds > 0),              -- until the end, or until the player gave up
  finished  INTEGER NOT NULL CHECK (finished IN (0, 1)),       -- 0: the player gave up
  errors    REAL    CHECK (errors >= 0),                       -- wrong digits, NULL if unknown
  hints     REAL    CHECK (hints >= 0),                        -- hints used, NULL if unknown
  ordinal   REAL    CHECK (ordinal >= 0),                      -- number of the game among the player's games, from 1, NULL if unknown
  PRIMARY KEY (corpus_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE measured (
  -- One row per puzzle whose time was measured. Each measurement replaces all rows.
  puzzle_id   INTEGER PRIMARY KEY REFERENCES puzzle ON DELETE CASCADE, -- the puzzle
  minutes     INTEGER NOT NULL CHECK (minutes > 0),            -- tenths of minutes that the typical player takes in that game
  low         INTEGER NOT NULL CHECK (low <= minutes),         -- tenths of minutes; the lower end of the 95% interval of the true time
  high        INTEGER NOT NULL CHECK (high >= minutes),        -- tenths of minutes; the upper end of the 95% interval
  reliability INTEGER NOT NULL CHECK (reliability BETWEEN 0 AND 100), -- hundredths; the share of the prediction's uncertainty that the games remove
  plays       INTEGER NOT NULL CHECK (plays > 0),              -- number of games that the minutes are based on
  game        INTEGER CHECK (game > 0)                         -- number of the player's game that the minutes are for, from 1; NULL if the log cannot tell experience from talent
) STRICT;

CREATE TABLE export (
  -- One row per file written from this database. It is there before the file has its
  -- name, so that a process that is killed in between leaves enough to tell whether the
  -- file was written.
  id           INTEGER PRIMARY KEY,                -- as printed by the commands
  kind         TEXT NOT NULL CHECK (kind <> ''),   -- format, such as sdm
  path         TEXT NOT NULL,                      -- where the file was written
  sha256       TEXT NOT NULL CHECK (length(sha256) = 64), -- of the file, in hex
  filter_json  TEXT NOT NULL CHECK (json_valid(filter_json)), -- which puzzles were asked for
  created_at   TEXT NOT NULL,                      -- when
  request_json TEXT CHECK (request_json IS NULL OR json_valid(request_json)), -- the whole task that wrote it, NULL when it has none
  writer       TEXT                                -- pending: the folder that its writer keeps locked; NULL when it is done
) STRICT;

CREATE INDEX export_writer ON export (writer) WHERE writer IS NOT NULL;

CREATE TABLE export_item (
  -- One row per puzzle in an exported file.
  export_id INTEGER NOT NULL REFERENCES export ON DELETE CASCADE, -- the file
  ordinal   INTEGER NOT NULL CHECK (ordinal >= 0), -- place in the file, from 0
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,    -- the puzzle
  PRIMARY KEY (export_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE INDEX export_item_puzzle ON export_item (puzzle_id);
