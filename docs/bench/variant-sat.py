"""Proves puzzles of variants with a SAT solver that shares nothing with gradoku.

    gradoku export --variant x --format line | python3 variant-sat.py

Reads lines VARIANT:PUZZLE, builds the houses from the rules of each variant, and asks PicoSAT
(Debian's python3-pycosat) for a solution and for a second one. docs/bench/variants.md has the counts.
"""

import sys
import time
from collections import Counter

import pycosat

BOX = {4: (2, 2), 6: (2, 3), 9: (3, 3)}


def houses(variant, n):
    """The houses that define a variant, each a list of (row, column)."""
    rows, cols = BOX[n]
    cells = [(r, c) for r in range(n) for c in range(n)]
    groups = [[(i, j) for j in range(n)] for i in range(n)] + [[(j, i) for j in range(n)] for i in range(n)]
    regions = {}
    for r, c in cells:
        regions.setdefault(r // rows * rows + c // cols, []).append((r, c))
    for part in variant.split("+") if variant else []:
        name, _, layout = part.partition(":")
        if name == "x":
            groups += [[(i, i) for i in range(n)], [(i, n - 1 - i) for i in range(n)]]
        elif name == "windoku":
            groups += [[(a + i, b + j) for i in range(3) for j in range(3)] for a in (1, 5) for b in (1, 5)]
        elif name == "disjoint":
            for i in range(n):
                groups.append([box[i] for box in regions.values()])
        elif name == "asterisk":
            groups.append([(1, 4), (2, 2), (2, 6), (4, 1), (4, 4), (4, 7), (6, 2), (6, 6), (7, 4)])
        elif name == "center-dot":
            groups.append([(a, b) for a in (1, 4, 7) for b in (1, 4, 7)])
        elif name == "girandola":
            groups.append([(0, 0), (0, 8), (1, 4), (4, 1), (4, 4), (4, 7), (7, 4), (8, 0), (8, 8)])
        elif name == "jigsaw":
            regions = {}
            for (r, c), region in zip(cells, layout):
                regions.setdefault(region, []).append((r, c))
        else:
            raise SystemExit(f"unknown variant {part}")
    return groups + list(regions.values())


def clauses(variant, puzzle):
    n = int(len(puzzle) ** 0.5)
    var = lambda r, c, d: (r * n + c) * n + d + 1
    out = [[var(r, c, d) for d in range(n)] for r in range(n) for c in range(n)]
    for group in houses(variant, n):
        for d in range(n):
            held = [var(r, c, d) for r, c in group]
            out.append(held)
            out += [[-a, -b] for i, a in enumerate(held) for b in held[:i]]
    for i, ch in enumerate(puzzle):
        if ch not in ".0":
            out.append([var(i // n, i % n, int(ch) - 1)])
    return out, n


counts, start = Counter(), time.process_time()
for line in sys.stdin:
    variant, _, puzzle = line.split()[0].rpartition(":")
    cnf, n = clauses(variant, puzzle)
    first = pycosat.solve(cnf)
    title = "+".join(part.partition(":")[0] for part in variant.split("+")) or "classical"
    if first == "UNSAT":
        counts[title, "NO SOLUTION"] += 1
        continue
    second = pycosat.solve(cnf + [[-v for v in first if v > 0]])
    counts[title, "one solution" if second == "UNSAT" else "SEVERAL"] += 1
for key, number in sorted(counts.items()):
    print(*key, number, sep="\t")
print(f"{time.process_time() - start:.0f} s of processor time", file=sys.stderr)
