"""Solves the problem in a file briefly with muzero, and prints the status, or the
error if the agent is missing."""

import sys

import memplace

try:
    result = memplace.solve(memplace.Problem.load(sys.argv[1]), "muzero", budget=1)
    print("muzero", result.status, result.message)
except memplace.InputError as error:
    print(error)
