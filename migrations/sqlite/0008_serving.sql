-- A run says that it is alive: readers tell one that goes on from one that was killed.

-- The schema is read again, because an earlier migration edits its text.
PRAGMA writable_schema = RESET;

-- As there, the text is put in order by hand.
ALTER TABLE run ADD COLUMN beat_at TEXT;
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(replace(sql,
    ', beat_at TEXT, -- running', ', -- running'),
    char(10) || '  UNIQUE (command', char(10) ||
    '  beat_at      TEXT,                                        -- when its process last showed a sign of life, NULL for runs of earlier versions' ||
    char(10) || '  UNIQUE (command')
  WHERE type = 'table' AND name = 'run';
PRAGMA writable_schema = OFF;

-- Orders and conditions that people choose, without reading every grade. For a million
-- puzzles it takes some seconds, and 60 bytes a puzzle.
CREATE INDEX puzzle_clues ON puzzle (clues);
CREATE INDEX puzzle_symmetry ON puzzle (symmetry) WHERE symmetry <> 'none';
CREATE INDEX grade_freedom ON grade (freedom);
CREATE INDEX grade_scan ON grade (scan);

-- The first ten techniques, up to claiming, are used in so many puzzles that an index does
-- not help. They are three quarters of the rows.
CREATE INDEX grade_use_technique ON grade_use (technique, uses) WHERE technique > 9;
