"""Measures how well the levels of each grading agree with the times that people took.

    python3 docs/bench/books-people.py GRADOKU cloudsudoku-dev.tsv FOLDER

Minutes are predicted out of fold: ten models, each fitted without the puzzles it predicts. Intervals are 95% percentiles of 300 resamples of the puzzles.
"""
import json, os, random, statistics, subprocess, sys
from collections import Counter

gradoku, data, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
names = ["Gentle", "Easy", "Medium", "Hard", "Expert", "Extreme"]
singles = {"full-house", "hidden-single-box", "hidden-single-line", "naked-single"}
head, *rows = open(data).read().splitlines()
rng = random.Random(1)
fold, order = {}, sorted(range(len(rows)), key=lambda i: float(rows[i].split("\t")[3]))
for at in range(0, len(order), 10):  # folds alike in the times
    part = order[at : at + 10]
    rng.shuffle(part)
    fold.update({i: k for k, i in enumerate(part)})

puzzles = []
for k in range(10):
    files = [os.path.join(folder, f"{what}{k}.{ext}") for what, ext in (("fit", "tsv"), ("try", "tsv"), ("model", "json"))]
    for path, inside in ((files[0], False), (files[1], True)):
        with open(path, "w") as f:
            print("\n".join([head] + [r for i, r in enumerate(rows) if (fold[i] == k) == inside]), file=f)
    if not os.path.exists(files[2]):
        subprocess.run([gradoku, "study", "fit", files[0], "--label", "mean_seconds", "-q", "-o", files[2]], check=True, capture_output=True)
    out = subprocess.run([gradoku, "grade", files[1], "--model", files[2], "--json"], check=True, capture_output=True, text=True).stdout
    human = subprocess.run([gradoku, "grade", files[1], "--ladder", "human", "--json"], check=True, capture_output=True, text=True).stdout
    for line, other in zip(out.splitlines(), human.splitlines()):
        puzzles.append(json.loads(line) | {"ladder": json.loads(other)["level"]})

ladder = {"easy": 1, "medium": 2, "hard": 3, "unfair": 4, "extreme": 5}


def minutes(p, quota):
    level = sum(round(p["predicted_minutes"]) > border for border in (6, 10, 14, 16, 20))
    return None if quota and level < 2 and set(p["techniques"]) - singles else level


gradings = {
    "rating": lambda p: names.index(p["level"]),
    "people": lambda p: ladder[p["ladder"].lower()],
    "minutes": lambda p: minutes(p, False),
    "minutes, as a quota takes them (Gentle and Easy with singles alone)": lambda p: minutes(p, True),
}
seconds = [float(p["input"]["mean_seconds"]) for p in puzzles]


def agree(levels, pick):
    """The medians by level, and the share of pairs of neighbouring levels in the right order."""
    by = {}
    for i in pick:
        if levels[i] is None:
            continue
        by.setdefault(levels[i], []).append(seconds[i])
    good = pairs = 0
    for level in by:
        above = min((l for l in by if l > level), default=None)
        if above is not None and len(by[level]) >= 10 and len(by[above]) >= 10:
            for a in by[level]:
                good += sum((b > a) + 0.5 * (b == a) for b in by[above])
            pairs += len(by[level]) * len(by[above])
    return {l: statistics.median(v) / 60 for l, v in by.items()}, good / pairs, pairs


def span(values):
    values = sorted(values)
    return values[int(0.025 * len(values))], values[int(0.975 * len(values)) - 1]


print(f"{len(puzzles)} puzzles")
for name, level in gradings.items():
    levels = [level(p) for p in puzzles]
    all_, share, pairs = agree(levels, range(len(puzzles)))
    tries = [agree(levels, rng.choices(range(len(puzzles)), k=len(puzzles))) for _ in range(300)]
    low, high = span([t[1] for t in tries])
    print(f"\n{name}: {100*share:.1f}% [{100*low:.1f}, {100*high:.1f}] of {pairs} pairs of neighbouring levels are in the right order")
    counts = Counter(levels)
    for l in sorted(all_):
        low, high = span([t[0][l] for t in tries if l in t[0]])
        print(f"  {names[l]:8} {counts[l]:4} puzzles, median {all_[l]:.1f} min [{low:.1f}, {high:.1f}]")
