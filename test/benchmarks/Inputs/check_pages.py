"""Checks pages as distributed_model.py --check does, but with a single simulation, which takes
long: check_pages.py PAGE..."""

import functools
import sys
from pathlib import Path

sys.path[:0] = [
    str(Path(__file__).resolve().parents[3] / "benchmarks" / each)
    for each in ("", "agent")
]

import distributed_model

distributed_model.render = functools.cache(distributed_model.render)
for page in sys.argv[1:]:
    sys.argv = ["distributed_model.py", "--check", "--page", page]
    print(f"exit code {distributed_model.main()}", file=sys.stderr)
