"""Uses the installed package: use_wheel.py FOLDER"""

import sys
from importlib import metadata

import memplace

assert memplace.__file__.startswith(sys.argv[1]), memplace.__file__
print(memplace.__version__, metadata.version("memplace"))
problem = {
    "format": "memplace-problem",
    "version": 1,
    "name": "one",
    "target": "toy",
    "buffers": [{"name": "a", "size": 8, "begin": 0, "end": 1}],
    "ops": [
        {
            "name": "write",
            "compute_ps": 1,
            "accesses": [{"buffer": 0, "mode": "write", "bytes": 8}],
        }
    ],
}
result = memplace.solve(problem)
print(result.status, memplace.verify(problem, result.solution))
