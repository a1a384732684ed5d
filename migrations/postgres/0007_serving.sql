-- A run says that it is alive: readers tell one that goes on from one that was killed.

ALTER TABLE run ADD COLUMN beat_at TEXT COLLATE "C";
COMMENT ON COLUMN run.beat_at IS 'when its process last showed a sign of life, NULL for runs of earlier versions';

-- Orders and conditions that people choose, without reading every grade. For a million
-- puzzles it takes some seconds, and 100 bytes a puzzle.
CREATE INDEX puzzle_clues ON puzzle (clues, id);
CREATE INDEX puzzle_symmetry ON puzzle (symmetry) WHERE symmetry <> 'none';
CREATE INDEX grade_freedom ON grade (freedom, puzzle_id);
CREATE INDEX grade_scan ON grade (scan, puzzle_id);

-- The first ten techniques, up to claiming, are used in so many puzzles that an index does
-- not help. They are three quarters of the rows.
CREATE INDEX grade_use_technique ON grade_use (technique, uses, puzzle_id) WHERE technique > 9;
