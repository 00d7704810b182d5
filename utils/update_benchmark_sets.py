#!/usr/bin/env python3
"""Updates the checksums of the benchmark sets: update_benchmark_sets.py [--check]

Each folder of benchmarks/problems with a benchmark.json is a benchmark set. Its list has the
SHA-256 of each problem and solution. If one has changed, the list is written again, with the
next version. With --check, nothing is written; prints each stale list and exits with 1.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

SETS = Path(__file__).resolve().parent.parent / "benchmarks" / "problems"
ENDINGS = (".problem.json", ".problem.json.gz", ".solution.json", ".solution.json.gz")


def next_version(version: str) -> str:
    """Returns the version after `version`, such as 1.1 after 1.0."""
    major, minor = version.split(".")
    return f"{major}.{int(minor) + 1}"


def main() -> int:
    is_check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not is_check:
        print(__doc__, file=sys.stderr)
        return 2
    num_stale = 0
    for path in sorted(SETS.glob("*/benchmark.json")):
        fields = json.loads(path.read_text(encoding="utf-8"))
        current = {
            file.name: hashlib.sha256(file.read_bytes()).hexdigest()
            for file in sorted(path.parent.iterdir())
            if file.name.endswith(ENDINGS)
        }
        if current == fields["sha256"]:
            continue
        num_stale += 1
        print(f"{path}: stale" + (", run utils/update_benchmark_sets.py" if is_check else ""))
        if not is_check:
            if fields["sha256"]:
                fields["version"] = next_version(fields["version"])
            fields["sha256"] = current
            path.write_text(json.dumps(fields, indent=1) + "\n", encoding="utf-8")
    return int(is_check and num_stale > 0)


if __name__ == "__main__":
    sys.exit(main())
