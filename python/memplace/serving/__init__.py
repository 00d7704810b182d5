"""Serves models larger than memory: weights in a file, some kept in memory, the rest
read in each call.

`calibrate` measures memory and file; `serve` (memplace.serving.function) plans and
runs.
"""

# Number of sets of kept weights to try. A hundred take about a second for a program of
# a hundred ops.
DEFAULT_BUDGET = 300
