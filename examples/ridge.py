"""A ridge regression of a label, tried on blocks of puzzles that it was not fitted on.

    gradoku study measure times.tsv -o features.csv
    gradoku study measure times.tsv --waves -o waves.csv
    python3 ridge.py features.csv waves.csv label_d_to label_id

Reads what "gradoku study measure" writes, with numpy and the standard library. The ten
blocks, by ascending id, are fixed, and the penalty is chosen within the nine blocks fitted
on. The features are fixed here, but were chosen after a look at all 186 puzzles of the
file that docs/STUDIES.md tells of, where their choice within blocks is told as well. Prints r and rho out of fold with
percentile bootstrap intervals, those of scan effort S, and the differences.
"""

import csv
import sys

import numpy as np

FEATURES = "scan scan_fills person dependency dependency_hidden er steps15 rounds left freedom clues".split()
KINDS = "last_blanks box_singles line_singles naked_singles".split()
PENALTIES = [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10]
BLOCKS, RESAMPLES, FIRST_WAVES = 10, 2000, 6


def number(text):
    try:
        return float(text)
    except ValueError:
        return float("nan")


def of_waves(waves):
    """What the waves of a puzzle come to: how many cells could be filled, and how easily."""
    blanks = np.array([int(w["blanks"]) for w in waves])
    choices = np.array([int(w["choices"]) for w in waves])
    full, box, line, naked = (np.array([len(w[kind].split()) for w in waves]) for kind in KINDS)
    box = box + full
    first = np.zeros((2, FIRST_WAVES))
    first[0, : len(waves)] = choices[:FIRST_WAVES]
    first[1, : len(waves)] = box[:FIRST_WAVES]
    share = blanks / (choices + 0.5)
    return [
        *first.ravel(), share.sum(), (share**2).sum(), share.max(), (blanks / (box + 0.5)).sum(), choices.min(), len(waves),
        line.sum(), naked.sum(), box.sum(), (choices <= 3).sum(), (choices <= 5).sum(), (box == 0).sum(), (box <= 1).sum(), (box <= 2).sum(),
    ]


def table(features, waves, label):
    """The rows with a positive label, their features as logarithms, and its logarithms."""
    with open(waves, newline="", encoding="utf-8") as file:
        by_puzzle = {}
        for row in csv.DictReader(file):
            by_puzzle.setdefault(row["puzzle"], []).append(row)
    with open(features, newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if number(row[label]) > 0]
    if not rows:
        sys.exit(f"{features}: no row has a positive {label}")
    x = [[number(row[key]) for key in FEATURES] + of_waves(by_puzzle[row["puzzle"]]) for row in rows]
    return rows, np.log1p(np.maximum(np.nan_to_num(np.array(x)), 0)), np.log([number(row[label]) for row in rows])


def clipped(y):
    """Values beyond the middle 98 % moved to its ends: some people leave for lunch."""
    return np.clip(y, *np.quantile(y, [0.01, 0.99]))


def ridge(x, y, penalty):
    """A function that predicts; features stay within the range that was seen."""
    mean, sd = x.mean(0), x.std(0)
    used = sd > 1e-9
    z = (x[:, used] - mean[used]) / sd[used]
    weights = np.linalg.solve(z.T @ z / len(z) + penalty * np.eye(z.shape[1]), z.T @ (y - y.mean()) / len(z))
    low, high = z.min(0), z.max(0)
    return lambda other: y.mean() + np.clip((other[:, used] - mean[used]) / sd[used], low, high) @ weights


def nested(x, y, block):
    """Predictions of each block by the others, the penalty chosen within these."""
    predicted = np.empty(len(y))
    for out in np.unique(block):
        inside = np.unique(block[block != out])
        errors = np.zeros(len(PENALTIES))
        for left in inside:
            fitted, tried = (block != out) & (block != left), block == left
            for k, penalty in enumerate(PENALTIES):
                errors[k] += np.sum((ridge(x[fitted], clipped(y[fitted]), penalty)(x[tried]) - y[tried]) ** 2)
        fitted, tried = block != out, block == out
        predicted[tried] = ridge(x[fitted], clipped(y[fitted]), PENALTIES[np.argmin(errors)])(x[tried])
    return predicted


def blocks(ids):
    """Ten blocks of neighbouring ids."""
    block = np.empty(len(ids), int)
    block[np.argsort(ids, kind="stable")] = np.arange(len(ids)) * BLOCKS // len(ids)
    return block


def ranks(v):
    _, place, count = np.unique(v, return_inverse=True, return_counts=True)
    return (np.cumsum(count) - (count - 1) / 2)[place]


def both(x, y):
    return np.array([np.corrcoef(x, y)[0, 1], np.corrcoef(ranks(x), ranks(y))[0, 1]])


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    features, waves, label, id_column = sys.argv[1:]
    rows, x, y = table(features, waves, label)
    predicted = nested(x, y, blocks([number(row[id_column]) for row in rows]))
    scan = np.array([number(row["scan"]) for row in rows])
    point = [both(predicted, y), both(scan, y)]
    draws = np.random.default_rng(1).integers(0, len(y), (RESAMPLES, len(y)))
    drawn = np.array([[both(predicted[d], y[d]), both(scan[d], y[d])] for d in draws])
    print(f"{label}, n = {len(y)}, {BLOCKS} blocks of ids")
    for name, value, of in (
        ("ridge out of fold", point[0], drawn[:, 0]), ("scan effort S", point[1], drawn[:, 1]), ("difference", point[0] - point[1], drawn[:, 0] - drawn[:, 1]),
    ):
        (r_low, rho_low), (r_high, rho_high) = np.quantile(of, [0.025, 0.975], axis=0)
        print(f"{name:18} r = {value[0]:.3f} [{r_low:.3f}, {r_high:.3f}]  rho = {value[1]:.3f} [{rho_low:.3f}, {rho_high:.3f}]")


main()
