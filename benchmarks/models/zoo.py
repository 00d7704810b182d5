#!/usr/bin/env python3
# ===- zoo.py - Takes networks of several frameworks all the way ------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Imports, places and runs the networks of zoo.toml, compares them with their frameworks,
and writes docs/models.md. The frameworks, 7 GB, go into a separate environment."""

import fnmatch
import hashlib
import json
import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))  # benchmarks/

from zoo_page import read_zoo, render

from support.command_line import add_page, run_main, tools_parser
from support.placements import ROOT, BenchmarkError

STORE = HERE / "zoo.jsonl"
REQUIREMENTS = HERE / "requirements.txt"
EPILOG = """\
Rows that zoo.jsonl has are not run again; --again runs them. So a run that was stopped
goes on. Each row is a process of its own with limits of time and memory.

exit codes:
  0  the page is written
  1  packages can't be installed, or a tool is missing
  2  bad command line
"""


def install(folder: Path) -> Path:
    """Returns the Python of an environment with the frameworks; creates the environment
    if necessary."""
    python = folder / "bin" / "python"
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    stamp = folder / "zoo-requirements"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return python
    print(f"installing {REQUIREMENTS.name} into {folder}; 7 GB", file=sys.stderr)
    venv.create(folder, with_pip=True)
    command = [python, "-m", "pip", "install", "--quiet", "-r", REQUIREMENTS]
    if subprocess.run(command, check=False).returncode:
        raise BenchmarkError(f"pip can't install {REQUIREMENTS} into {folder}")
    stamp.write_text(wanted, encoding="utf-8")
    return python


def read_store() -> dict[str, dict[str, Any]]:
    """Returns the records of the store by row; the last record of a row counts."""
    if not STORE.exists():
        return {}
    lines = STORE.read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    return {record["name"]: record for record in records}


def append(record: dict[str, Any]) -> None:
    """Adds a record to the store; other processes may do the same concurrently."""
    with open(STORE, "a", encoding="utf-8") as file:
        file.write(json.dumps(record) + "\n")


def write_store(records: dict[str, dict[str, Any]], order: list[str]) -> None:
    """Writes the store, one record a line, in the order of zoo.toml."""
    lines = [json.dumps(records[name]) for name in order if name in records]
    beside = STORE.with_suffix(".new")
    beside.write_text("\n".join(lines) + "\n", encoding="utf-8")
    beside.replace(STORE)


def run_rows(
    python: Path, tools: Path, kind: str, names: list[str], jobs: int
) -> Iterator[dict[str, Any]]:
    """Runs rows of one kind; yields their records as they complete."""
    environment = dict(os.environ)
    environment["PATH"] = f"{tools}{os.pathsep}{environment['PATH']}"
    environment["PYTHONPATH"] = os.pathsep.join(
        [str(ROOT / "build" / "python"), str(ROOT / "python")]
    )
    # OpenBLAS threads wait for each other, which takes long beside other rows.
    environment["OPENBLAS_NUM_THREADS"] = "1"
    command = [str(python), str(HERE / "zoo_row.py"), kind, str(jobs), *names]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout
        for line in process.stdout:
            if line.startswith("{"):
                yield json.loads(line)
    if process.returncode:
        raise BenchmarkError(f"{' '.join(command[:3])} ended with {process.returncode}")


def main() -> int:
    """Runs the missing rows, and writes the page."""
    parser = tools_parser(__doc__, EPILOG)
    add_page(parser, "docs/models.md")
    parser.add_argument(
        "--venv",
        type=Path,
        default=ROOT / "build" / "zoo-venv",
        help="environment with the frameworks (default: build/zoo-venv)",
    )
    parser.add_argument("--jobs", type=int, default=1, help="rows at a time")
    parser.add_argument(
        "--again", action="store_true", help="run the rows even if the store has them"
    )
    parser.add_argument("rows", nargs="*", help="names or patterns (default: all)")
    arguments = parser.parse_args()
    zoo = read_zoo()
    order = [name for rows in zoo["rows"].values() for name in rows]
    patterns = arguments.rows or ["*"]
    chosen = [n for n in order if any(fnmatch.fnmatch(n, p) for p in patterns)]
    if not chosen:
        parser.error(f"zoo.toml has no row '{patterns[0]}'")
    records = read_store()
    missing = [name for name in chosen if arguments.again or name not in records]
    if missing:
        python = install(arguments.venv)
    for kind, rows in zoo["rows"].items():
        names = [name for name in rows if name in missing]
        if not names:
            continue
        for record in run_rows(python, arguments.bin, kind, names, arguments.jobs):
            records[record["name"]] = record
            append(record)
            print(record["name"], record["stage"], record["total"], flush=True)
    write_store(read_store(), order)
    render(arguments.page, zoo, records)
    return 0


if __name__ == "__main__":
    run_main(main)
