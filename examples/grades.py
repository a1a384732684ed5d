# %% [markdown]
# # How hard are random puzzles?
# Generate and grade 10,000 minimal puzzles, and draw how their ratings are distributed.
#
#     pip install ./python     (or GRADOKU=path/to/gradoku PYTHONPATH=python)
#     python3 examples/grades.py [COUNT [CHART.svg]]

# %%
import collections
import statistics
import sys

import gradoku

count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
chart = sys.argv[2] if len(sys.argv) > 2 else "ratings.svg"

# %%
puzzles = [p["puzzle"] for p in gradoku.generate(count, seed=1)]
rows = list(gradoku.grade(puzzles))  # pandas.DataFrame(rows) makes a table of it
ratings = [r["rating"] for r in rows]
print(f"{len(rows):,} puzzles: median rating {statistics.median(ratings)}, hardest {max(ratings)}")

# %%
for level, n in collections.Counter(r["level"] for r in rows).most_common():
    print(f"{level:10} {n:6,} {n / len(rows):6.1%}")
used = collections.Counter(t for r in rows for t in r["techniques"])
print("most used after singles:", ", ".join(t for t, _ in used.most_common(12) if "single" not in t and t != "full-house"))

# %%
# The chart, as SVG. With pandas and matplotlib: table["rating"].plot.hist(bins=40)
bins = collections.Counter(int(r * 4) for r in ratings)
low, high, most = min(bins), max(bins), max(bins.values())
bars = "".join(
    f'<rect x="{40 + 16 * (b - low)}" y="{220 - 200 * n / most:.1f}" width="14" height="{200 * n / most:.1f}"><title>{b / 4} and up: {n}</title></rect>'
    for b, n in sorted(bins.items())
)
marks = "".join(f'<text x="{40 + 16 * (4 * r - low)}" y="238">{r}</text>' for r in range(-(-low // 4), high // 4 + 1))
with open(chart, "w", encoding="utf-8") as f:
    width = 16 * (high - low + 1) + 80
    f.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 260" font-family="sans-serif" font-size="12"><g fill="#36c">{bars}</g>{marks}')
    f.write(f'<text x="{width // 2}" y="255" text-anchor="middle">rating (ER)</text></svg>\n')
print(f"the chart is in {chart}")
