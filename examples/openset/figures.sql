-- Prints the figures of README.md: sqlite3 openset.db <figures.sql
-- Intervals of shares are Wilson's (1927) for 95%: with p = k/n and z = 1.96, the centre is
-- (p + z²/2n) / (1 + z²/n) and the half width z·√(p(1-p)/n + z²/4n²) / (1 + z²/n).
.mode markdown

CREATE TEMP VIEW n AS SELECT count(*) AS n, 1.96 AS z FROM puzzle;

.print Levels, with 95% intervals:
.print
SELECT level, format('%,d', k) AS puzzles, format('%.2f%%', 100.0 * k / n) AS share,
  format('%.2f to %.2f%%', 100 * (mid - half), 100 * (mid + half)) AS interval, lowest || ' to ' || highest AS ratings
FROM (
  SELECT level, k, n, lowest, highest, (1.0 * k / n + z * z / (2 * n)) / (1 + z * z / n) AS mid,
    z * sqrt(1.0 * k / n * (1 - 1.0 * k / n) / n + z * z / (4.0 * n * n)) / (1 + z * z / n) AS half
  FROM n JOIN (SELECT level, count(*) AS k, min(rating) / 10.0 AS lowest, max(rating) / 10.0 AS highest FROM puzzle GROUP BY level))
ORDER BY highest;

.print
.print Ratings (ER), with 95% intervals:
.print
SELECT er || '.0 to ' || er || '.9' AS ER, format('%,d', k) AS puzzles, format('%.3f%%', 100.0 * k / n) AS share,
  format('%.3f to %.3f%%', 100 * (mid - half), 100 * (mid + half)) AS interval
FROM (
  SELECT er, k, n, (1.0 * k / n + z * z / (2 * n)) / (1 + z * z / n) AS mid,
    z * sqrt(1.0 * k / n * (1 - 1.0 * k / n) / n + z * z / (4.0 * n * n)) / (1 + z * z / n) AS half
  FROM n JOIN (SELECT rating / 10 AS er, count(*) AS k FROM puzzle GROUP BY 1))
ORDER BY CAST(er AS int);

.print
.print Means, with 95% intervals, and extremes:
.print
SELECT name, format('%.3f', mean) AS mean, format('%.3f to %.3f', mean - half, mean + half) AS interval, lowest AS least, highest AS most
FROM (
  SELECT name, sum(x * k) / sum(k) AS mean, min(x) AS lowest, max(x) AS highest,
    1.96 * sqrt((sum(x * x * k) / sum(k) - sum(x * k) / sum(k) * (sum(x * k) / sum(k))) / sum(k)) AS half
  FROM (
    SELECT 1 AS place, 'clues' AS name, clues AS x, 1.0 * count(*) AS k FROM puzzle GROUP BY clues
    UNION ALL SELECT 2, 'ER', rating / 10.0, 1.0 * count(*) FROM puzzle GROUP BY rating
    UNION ALL SELECT 3, 'EP', pearl / 10.0, 1.0 * count(*) FROM puzzle GROUP BY pearl
    UNION ALL SELECT 4, 'ED', diamond / 10.0, 1.0 * count(*) FROM puzzle GROUP BY diamond)
  GROUP BY place, name ORDER BY place);

.print
.print Clues:
.print
SELECT clues, format('%,d', count(*)) AS puzzles FROM puzzle GROUP BY clues;

.print
.print Predicted minutes of the first 10,000 puzzles (medians of puzzles, in minutes):
.print
SELECT g.level, format('%,d', count(*)) AS puzzles, format('%.1f', avg(g.minutes)) AS mean,
  format('%d', min(g.minutes)) AS least, format('%d', max(g.minutes)) AS most
FROM puzzle AS g WHERE g.minutes IS NOT NULL GROUP BY g.level ORDER BY max(g.rating);

.print
.print Symmetry of the clues:
.print
SELECT symmetry, format('%,d', count(*)) AS puzzles FROM puzzle GROUP BY symmetry ORDER BY count(*) DESC;
