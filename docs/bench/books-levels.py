"""Shows which puzzles the levels of a book of 200 puzzles contain, for each grading.

    python3 docs/bench/books-levels.py GRADOKU FOLDER

Each book is made from its own database. "in order" is the share of pairs of consecutive puzzles of a level in which the value that the grading uses does not decrease.
"""
import os, sqlite3, statistics, subprocess, sys
from collections import Counter

gradoku, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
for by, levels in (("rating", "gentle easy medium hard"), ("people", "easy medium hard expert"), ("minutes", "gentle easy medium hard")):
    db = os.path.join(folder, by + ".db")
    for name in (db, db + "-wal", db + "-shm"):
        if os.path.exists(name):
            os.remove(name)
    quota = ",".join(level + "=50" for level in levels.split())
    subprocess.run([gradoku, "book", "--db", db, "--quota", quota, "--generate-missing", "--seed", "1", "--grade-by", by, "--labels", "stars,predicted-minutes", "--force", "-q", "-o", os.path.join(folder, by + ".pdf")], check=True)
    rows = sqlite3.connect(db).execute(
        """SELECT m.median / 10.0, g.rating, g.hardest, p.score, m.minutes FROM export_item AS x
        JOIN minutes AS m USING (puzzle_id) JOIN puzzle_grade AS g ON g.id = x.puzzle_id LEFT JOIN people AS p USING (puzzle_id)
        WHERE export_id = 1 ORDER BY ordinal""").fetchall()
    print(f"\nby {by}")
    for k, level in enumerate(levels.split()):
        part = rows[50 * k : 50 * k + 50]
        value = {"rating": 1, "people": 3, "minutes": 4}[by]
        ordered = [a[value] <= b[value] for a, b in zip(part, part[1:]) if a[value] and b[value]]
        minutes = sorted(r[0] for r in part)
        order = f"{100 * sum(ordered) / len(ordered):.0f}%" if ordered else "not kept"
        print(f"| {level} | {minutes[0]:.1f} | {statistics.median(minutes):.1f} | {minutes[-1]:.1f} | {order} | " + ", ".join(f"{n} {t.lower()}" for t, n in Counter(r[2] for r in part).most_common()) + " |")
