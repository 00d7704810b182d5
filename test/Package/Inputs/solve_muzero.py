"""Solves the problem of a file with muzero, briefly, and says how that ended."""

import sys

import memplace

result = memplace.solve(memplace.Problem.load(sys.argv[1]), "muzero", budget=1)
print("muzero", result.status, result.message)
