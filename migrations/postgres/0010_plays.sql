-- Games that people played, and the times of puzzles that were measured from them.

CREATE TABLE play (
  -- One row per item of a corpus that is a game of a player, not just a puzzle.
  corpus_id BIGINT  NOT NULL REFERENCES corpus,                -- the corpus
  seq       BIGINT  NOT NULL CHECK (seq >= 0),                 -- the item, which has the puzzle
  player    TEXT COLLATE "C" NOT NULL CHECK (player <> ''),             -- the name in the file, or its hash
  seconds   DOUBLE PRECISION NOT NULL CHECK (seconds > 0),              -- until the end, or until the player gave up
  finished  INTEGER NOT NULL CHECK (finished IN (0, 1)),       -- 0: the player gave up
  errors    DOUBLE PRECISION CHECK (errors >= 0),                       -- wrong digits, NULL if unknown
  hints     DOUBLE PRECISION CHECK (hints >= 0),                        -- hints used, NULL if unknown
  ordinal   DOUBLE PRECISION CHECK (ordinal >= 0),                      -- number of the game among the player's games, from 1, NULL if unknown
  PRIMARY KEY (corpus_id, seq)
);

CREATE TABLE measured (
  -- One row per puzzle whose time was measured. Each measurement replaces all rows.
  puzzle_id   BIGINT PRIMARY KEY REFERENCES puzzle ON DELETE CASCADE, -- the puzzle
  minutes     INTEGER NOT NULL CHECK (minutes > 0),            -- tenths of minutes that the average player takes
  low         INTEGER NOT NULL CHECK (low <= minutes),         -- tenths of minutes; the lower end of the 95% interval of the true time
  high        INTEGER NOT NULL CHECK (high >= minutes),        -- tenths of minutes; the upper end of the 95% interval
  reliability INTEGER NOT NULL CHECK (reliability BETWEEN 0 AND 100), -- hundredths; the share of the prediction's uncertainty that the games remove
  plays       INTEGER NOT NULL CHECK (plays > 0)               -- number of games that the minutes are based on
);

-- The ladder for people has one technique more, so scores are computed again when needed.
DELETE FROM people;
