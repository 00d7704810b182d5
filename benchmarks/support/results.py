# ===- results.py - Measurements in processes and files of lines -----------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measurements of models: each in a process of its own, since a crash must not end the
others, and each a line of JSON in a file."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any


def run_script(
    script: Path, argument: str | Path, seconds: float
) -> subprocess.CompletedProcess[str]:
    """Runs a script of the same Python on a model, with its output as text."""
    return subprocess.run(
        [sys.executable, script, argument],
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


def read_rows(path: Path, key: str) -> dict[str, dict[str, Any]]:
    """Returns the rows of a file by a field; none if the file is missing."""
    if not path.exists():
        return {}
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {row[key]: row for row in rows}


def add_row(path: Path, row: dict[str, Any]) -> None:
    """Appends a row to a file."""
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
