"""Solves every puzzle of a database without gradoku: 9x9 with qqwing (Debian), other sizes with the search below.

    python3 docs/bench/books-solve.py GRADOKU DATABASE

gradoku book check compares each printed puzzle with the database, so this covers the books that were made from it.
"""
import subprocess, sys
from collections import Counter

gradoku, db = sys.argv[1:]
text = subprocess.run([gradoku, "export", "--db", db, "--format", "csv", "--no-record"], check=True, capture_output=True, text=True).stdout
head, *rows = [line.split(",") for line in text.splitlines()]
puzzles = [(r[head.index("puzzle")], r[head.index("solution")]) for r in rows]
boxes = {4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4), 16: (4, 4)}
digits = "123456789ABCDEFG"


def solutions(text, most=2):
    """The first solutions of a puzzle: always the blank with the fewest candidates."""
    n = int(len(text) ** 0.5)
    high, wide = boxes[n]
    houses = [(i // n, n + i % n, 2 * n + i // n // high * (n // wide) + i % n // wide) for i in range(n * n)]
    free, grid, found = [(1 << n) - 1] * (3 * n), [0] * (n * n), []

    def put(i, bit):
        grid[i] ^= bit
        for h in houses[i]:
            free[h] ^= bit

    for i, c in enumerate(text):
        if c in digits:
            put(i, 1 << digits.index(c))

    def go():
        best = None
        for i, bit in enumerate(grid):
            if not bit:
                a, b, c = houses[i]
                can = free[a] & free[b] & free[c]
                if best is None or can.bit_count() < best[1].bit_count():
                    best = i, can
                    if can.bit_count() < 2:
                        break
        if best is None:
            found.append("".join(digits[bit.bit_length() - 1] for bit in grid))
            return len(found) >= most
        i, can = best
        while can:
            bit = can & -can
            can ^= bit
            put(i, bit)
            if go():
                return True
            put(i, bit)
        return False

    go()
    return found


nine = [p for p in puzzles if len(p[0]) == 81]
out = subprocess.run(["qqwing", "--solve", "--count-solutions", "--one-line"], input="\n".join(p for p, _ in nine) + "\n", check=True, capture_output=True, text=True).stdout
said = [line for line in out.splitlines() if len(line) == 81 and "." not in line]
unique = sum("is unique" in line for line in out.splitlines())
wrong = sum(a != s for (_, s), a in zip(nine, said)) + abs(len(said) - len(nine)) + abs(unique - len(nine))
others = [p for p in puzzles if len(p[0]) != 81]
wrong += sum(solutions(p) != [s] for p, s in others)
print(f"{len(nine)} of 9x9 by qqwing, others {dict(Counter(int(len(p) ** 0.5) for p, _ in others))}: {wrong} wrong")
sys.exit(wrong > 0)
