"""Computes the figures of a study a second time, with numpy and scipy.

Reads one JSON object from the file that is named: lists of numbers, and what the
study's own code makes of them. Prints each figure with both values, and ends with
1 when two disagree, with 77 without numpy and scipy.
"""

import json
import sys

try:
    import numpy as np
    from scipy import optimize, stats
except ImportError:
    sys.exit(77)

data = json.load(open(sys.argv[1]))
x, y, w = (np.array(data[k]) for k in ("x", "y", "w"))
ours = data["ours"]
bad = 0


def check(name, theirs, tolerance=1e-9):
    global bad
    ok = abs(ours[name] - theirs) <= tolerance * max(1, abs(theirs))
    bad += not ok
    print(f"{'same ' if ok else 'OTHER'} {name:28} ours {ours[name]:.12g}, scipy {theirs:.12g}")


check("pearson", stats.pearsonr(x, y)[0])
check("spearman", stats.spearmanr(x, y)[0])
check("tau_b", stats.kendalltau(x, y)[0])

# The middle 95 % of resamples: the streams differ, so that the ends agree only as far
# as 4,000 resamples determine them.
draws = np.random.default_rng(1).integers(0, len(x), (4000, len(x)))


def rows(a, b):
    a, b = a - a.mean(1, keepdims=True), b - b.mean(1, keepdims=True)
    return (a * b).sum(1) / np.sqrt((a * a).sum(1) * (b * b).sum(1))


for name, of in (("pearson", lambda v: v), ("spearman", lambda v: stats.rankdata(v, axis=1))):
    low, high = np.quantile(rows(of(x[draws]), of(y[draws])), [0.025, 0.975])
    check(name + "_low", low, 0.015)
    check(name + "_high", high, 0.015)

check("weighted_mean", np.average(x, weights=w))
mean = np.average(x, weights=w)
error = np.sqrt(np.sum((w * (x - mean)) ** 2) * len(x) / (len(x) - 1)) / w.sum()
check("weighted_mean_low", mean - 1.96 * error, 1e-6)

k, n = data["wilson"]
share, z = k / n, 1.96
middle, half = share + z * z / (2 * n), z * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
check("wilson_low", (middle - half) / (1 + z * z / n), 1e-6)
check("wilson_high", (middle + half) / (1 + z * z / n), 1e-6)

counts, shares = np.array(data["counts"]), np.array(data["shares"])
theirs = stats.chisquare(counts, counts.sum() * shares)
check("chi_square", theirs.statistic)
check("chi_square_p", theirs.pvalue, 1e-6)

# A quantile regression as a linear programme: its least sum is unique, its fit need
# not be.
a = np.array(data["design"]).reshape(len(y), -1)
for p in (0.1, 0.25, 0.5, 0.75):
    m, n = a.shape
    c = np.r_[np.zeros(2 * n), p * w, (1 - p) * w]
    r = optimize.linprog(c, A_eq=np.c_[a, -a, np.eye(m), -np.eye(m)], b_eq=y, method="highs")
    check(f"quantile_loss_{p}", r.fun, 1e-6)

# Times of single players: levels of puzzles and players with each player's extreme
# rests moved in, as matrices.
puzzle, player, t = (np.array(data["trim"][k]) for k in ("puzzle", "player", "y"))
of_puzzle, of_player = np.eye(puzzle.max() + 1)[puzzle], np.eye(player.max() + 1)[player]
level = np.array([np.median(t[puzzle == i]) for i in range(of_puzzle.shape[1])])
pace = np.array([np.median((t - level[puzzle])[player == i]) for i in range(of_player.shape[1])])


def moved_in():
    rest = t - level[puzzle] - pace[player]
    for i in range(len(pace)):
        own = np.sort(rest[player == i])
        k = int(0.1 * len(own))
        rest[player == i] = np.clip(rest[player == i], own[k], own[-1 - k])
    return rest


for _ in range(200):
    step = moved_in() @ of_puzzle / of_puzzle.sum(0)
    level += step
    pace += moved_in() @ of_player / of_player.sum(0)
    if abs(step).max() < 1e-9:
        break
spread = np.sqrt(np.sum(moved_in() ** 2) / (len(t) - len(level) - len(pace) + 1))
check("trim_time", np.exp(level + pace.mean())[3], 1e-6)
check("trim_spread", spread, 1e-6)
own = puzzle == 3
check("trim_error", spread / 0.8 * np.sqrt(np.sum(1 + 1 / of_player.sum(0)[player[own]])) / own.sum(), 1e-6)

times = np.array(data["times"])
check("simulated_time", stats.gmean(times))
# The same definition of a quantile: linear between the steps of the distribution.
low, high = np.quantile(times, [0.25, 0.75], method="interpolated_inverted_cdf")
check("simulated_spread", np.log(high / low))

sys.exit(bad > 0)
