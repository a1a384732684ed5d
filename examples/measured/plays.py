"""Makes up a log of games, to stand in for the log of an app. Nobody played these games.

    gradoku export --db puzzles.db --format csv -o puzzles.csv
    python3 plays.py puzzles.csv --players 60 --each 40 --seed 1 > simulated-plays.csv

The logarithm of a time is 2.5 + 0.7 ln(scan effort), plus a term for the puzzle (standard
deviation 0.25), plus the pace of the player (0.4), minus 0.05 ln(number of the game), plus
a residual (0.3). One time in forty is 4.5 times as long. Players give up a game after about
half an hour. --truth writes the true minutes of each puzzle for the average player in the
tenth game.
"""

import argparse
import csv
import math
import random
import sys

p = argparse.ArgumentParser()
p.add_argument("puzzles")
p.add_argument("--players", type=int, default=60)
p.add_argument("--each", type=int, default=40)
p.add_argument("--seed", type=int, default=1)
p.add_argument("--truth")
o = p.parse_args()

rng = random.Random(o.seed)
puzzles = [(r["puzzle"], 2.5 + 0.7 * math.log(float(r["scan"])) + rng.gauss(0, 0.25)) for r in csv.DictReader(open(o.puzzles))]
paces = [rng.gauss(0, 0.4) for _ in range(o.players)]
middle = sum(paces) / len(paces) - 0.05 * math.log(10)
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["puzzle", "player", "seconds", "finished", "errors", "order"])
for player, pace in enumerate(paces):
    for n, (text, level) in enumerate(rng.sample(puzzles, o.each)):
        errors = int(rng.expovariate(1 / 3))
        rest = rng.gauss(0, 0.3) + 0.05 * (math.log1p(errors) - 0.96) + (1.5 if rng.random() < 1 / 40 else 0)
        seconds = math.exp(level + pace - 0.05 * math.log(n + 1) + rest)
        patience = math.exp(7.6 + rng.gauss(0, 0.4))
        out.writerow([text, f"simulated-{player}", f"{min(seconds, patience):.1f}", "no" if seconds > patience else "yes", errors, n + 1])
if o.truth:
    with open(o.truth, "w") as f:
        f.write("puzzle,true_minutes\n")
        f.writelines(f"{text},{math.exp(level + middle) / 60:.4f}\n" for text, level in puzzles)
