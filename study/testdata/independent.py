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
check("spearman_p", 2 * stats.t.sf(0.3 * np.sqrt(18 / (1 - 0.3**2)), 18))

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
# The bootstrap's t; the streams differ, so the ends agree only so far.
rx, rw = x[draws], w[draws]
means = (rx * rw).sum(1) / rw.sum(1)
errors = np.sqrt(((rw * (rx - means[:, None])) ** 2).sum(1) * len(x) / (len(x) - 1)) / rw.sum(1)
low, high = np.quantile((means - mean) / errors, [0.025, 0.975])
check("weighted_mean_low", mean - high * error, 0.05)
check("weighted_mean_high", mean - low * error, 0.05)

interval = stats.binomtest(*data["share"]).proportion_ci(method="exact")
check("share_low", interval.low)
check("share_high", interval.high)

# A quantile regression as a linear programme: its least sum is unique, its fit need
# not be.
a = np.array(data["design"])
for p in (0.1, 0.5):
    m, n = a.shape
    c = np.r_[np.zeros(2 * n), p * w, (1 - p) * w]
    r = optimize.linprog(c, A_eq=np.c_[a, -a, np.eye(m), -np.eye(m)], b_eq=y, method="highs")
    check(f"quantile_loss_{p}", r.fun, 1e-6)

# Single games: with the variances as fitted, the mode of the t likelihood with normal
# levels and paces, by weighted least squares again and again. The sampler's means are
# near it, as far as its draws go.
play = data["play"]
puzzle, player, t, *x = (np.array(c) for c in play["rows"])
puzzle, player, nu, rest = puzzle.astype(int), player.astype(int), play["freedom"], play["rest"]
line = np.log(play["line"])
line -= line.mean()
# Unknowns: what is beside the line of each puzzle, the pace of each player, level and
# slope, three coefficients.
a = np.c_[np.eye(len(line))[puzzle], np.eye(player.max() + 1)[player], np.ones(len(t)), line[puzzle], np.array(x).T]
own = np.r_[np.full(len(line), play["puzzles"] ** -2), np.full(player.max() + 1, play["players"] ** -2), 0, 0, np.ones(3)]
weight = np.ones(len(t))
for _ in range(50):
    precision = (a * (weight / rest**2)[:, None]).T @ a + np.diag(own)
    fit = np.linalg.solve(precision, a.T @ (weight / rest**2 * t))
    weight = (nu + 1) / (nu + ((t - a @ fit) / rest) ** 2)
pick = np.zeros(a.shape[1])
pick[3], pick[len(line) : len(line) + player.max() + 1] = 1, 1 / (player.max() + 1)
pick[-5:-2] = 1, line[3], play["experience"]
check("play_level", pick @ fit, 0.005)
# The mean error, from what a t distribution tells on average.
precision = (a.T @ a) * (nu + 1) / (nu + 3) / rest**2 + np.diag(own)
picks = np.tile(pick, (len(line), 1))
picks[:, : len(line)], picks[:, -4] = np.eye(len(line)), line
check("play_error", np.sqrt((picks * np.linalg.solve(precision, picks.T).T).sum(1)).mean(), 0.015)

times = np.array(data["times"])
check("simulated_time", stats.gmean(times))
# The same definition of a quantile: linear between the steps of the distribution.
low, high = np.quantile(times, [0.25, 0.75], method="interpolated_inverted_cdf")
check("simulated_spread", np.log(high / low))

sys.exit(bad > 0)
