"""Solves the problem in a file briefly with muzero, and prints the status."""

import sys

import memplace

result = memplace.solve(memplace.Problem.load(sys.argv[1]), "muzero", budget=1)
print("muzero", result.status, result.message)
