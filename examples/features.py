"""Reads what "gradoku study measure" writes, with the standard library only.

    gradoku study measure times.tsv -o features.csv --dictionary columns.csv
    python3 features.py features.csv columns.csv label_mean_seconds

Prints how each metric goes with a column of numbers: Spearman's rank correlation, the
strongest first, with what the metric is. Rows without a number are left out.
"""

import csv
import math
import sys


def ranks(values):
    """The rank of each value; equal ones share the mean of their places."""
    order = sorted(range(len(values)), key=values.__getitem__)
    rank, first = [0.0] * len(values), 0
    while first < len(order):
        last = first
        while last + 1 < len(order) and values[order[last + 1]] == values[order[first]]:
            last += 1
        for place in range(first, last + 1):
            rank[order[place]] = (first + last) / 2
        first = last + 1
    return rank


def correlation(x, y):
    """Pearson's r, None when a list is constant or too short."""
    if len(x) < 2:
        return None
    mx, my = math.fsum(x) / len(x), math.fsum(y) / len(y)
    xy = math.fsum((a - mx) * (b - my) for a, b in zip(x, y))
    xx = math.fsum((a - mx) ** 2 for a in x)
    yy = math.fsum((b - my) ** 2 for b in y)
    return xy / math.sqrt(xx * yy) if xx > 0 and yy > 0 else None


def number(text):
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def main(features, columns, label):
    with open(columns, encoding="utf-8", newline="") as f:
        metrics = [row for row in csv.DictReader(f) if row["studied_as"]]
    with open(features, encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f))
    if rows and label not in rows[0]:
        sys.exit(f"{features} has no column {label}; it has {', '.join(rows[0])}")
    results = []
    for metric in metrics:
        pairs = [(number(r[metric["column"]]), number(r[label])) for r in rows]
        pairs = [(a, b) for a, b in pairs if a is not None and b is not None]
        rho = correlation(ranks([a for a, _ in pairs]), ranks([b for _, b in pairs]))
        if rho is not None:
            results.append((rho, len(pairs), metric))
    for rho, n, metric in sorted(results, key=lambda r: -abs(r[0])):
        print(f"{rho:+.3f}  n={n}  {metric['column']}: {metric['meaning']}")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
