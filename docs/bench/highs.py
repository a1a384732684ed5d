"""The document's programme in HiGHS, as scipy has it: python3 docs/bench/highs.py

MathWorks, Solve Sudoku Puzzles Via Integer Programming: 324 equations of 729 variables, the
clues as lower bounds. Only the first line of presolving and the objective are compared.
"""

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

PUZZLE = ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4.......8.3..4..2."  # matrix B
nine = range(9)


def variable(row, column, digit):
    return row + 9 * column + 81 * digit


equations = [[variable(i, j, k) for i in nine] for j in nine for k in nine]
equations += [[variable(i, j, k) for j in nine] for i in nine for k in nine]
equations += [
    [variable(u + i, v + j, k) for i in range(3) for j in range(3)] for u in (0, 3, 6) for v in (0, 3, 6) for k in nine
]
equations += [[variable(i, j, k) for k in nine] for i in nine for j in nine]
matrix = np.zeros((324, 729))
for row, variables in enumerate(equations):
    matrix[row, variables] = 1
low = np.zeros(729)
for cell, digit in enumerate(PUZZLE):
    if digit != ".":
        low[variable(cell // 9, cell % 9, int(digit) - 1)] = 1
milp(
    np.arange(1, 730),
    constraints=LinearConstraint(matrix, 1, 1),
    integrality=np.ones(729),
    bounds=Bounds(low, 1),
    options={"disp": True},
)
