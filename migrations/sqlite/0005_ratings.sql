-- Puzzles of a rating, and the hardest or easiest, without reading every grade.
-- It takes 12 bytes a puzzle.
CREATE INDEX grade_rating ON grade (rating);
