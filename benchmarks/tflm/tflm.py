#!/usr/bin/env python3
# ===- tflm.py - Arenas of TFLM with and without an offline plan -------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Adds offline plans to TFLite models by `memplace-pack --tflm`, and compares arenas and
outputs by TFLM's own interpreter.

    tflm.py [MODEL_OR_FOLDER ...]

Appends a line of JSON per model to results.jsonl, and writes the table of results.md from
all lines. A model with a line is not measured again: delete the file after a change of
the packers. Needs the package tflite-micro: .venv/bin/python.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from support.command_line import page_parser, run_main
from support.placements import BenchmarkError, Tools
from support.results import add_row, read_rows, run_script
from support.tables import geometric_mean, table
from support.written_part import WrittenPart

HERE = Path(__file__).parent
VERSION = "0.dev20261023182759"
SECONDS = 600  # For a model; the interpreter's kernels are slow.

EPILOG = """\
exit codes:
  0  no arena is larger with the plan, and all outputs are the same
  1  one is not; a tool is missing or fails
  2  bad command line
"""


def interpret(model: Path) -> dict[str, Any]:
    """Returns TFLM's arena in bytes, digests of the outputs, and an error, if any."""
    done = run_script(HERE / "interpret.py", model, SECONDS)
    if "No module named" in done.stderr:
        raise BenchmarkError(
            f"{sys.executable} has no tflite-micro: pip install tflite-micro=={VERSION}"
        )
    sizes = dict(re.findall(r"Arena allocation (\w+) (\d+) bytes", done.stderr))
    result: dict[str, Any] = {key: int(value) for key, value in sizes.items()}
    result["outputs"] = done.stdout.split()
    if done.returncode:
        # TFLM's messages precede Python's traceback.
        lines = re.split("Traceback", done.stderr)[0].splitlines()
        told = [line for line in lines if not line.startswith("[Recording")]
        result["error"] = told[0] if told else f"exit code {done.returncode}"
    return result


def measure(tools: Tools, path: Path, digest: str) -> dict[str, Any]:
    """Returns the results for a model."""
    row: dict[str, Any] = {"model": path.stem, "digest": digest}
    with tempfile.TemporaryDirectory() as folder:
        planned = Path(folder) / "planned.tflite"
        row["report"] = json.loads(
            tools.run("memplace-pack", path, "--tflm", "-o", planned)
        )
        row["before"] = interpret(path)
        row["after"] = interpret(planned)
    return row


def files_of(paths: list[Path]) -> list[Path]:
    """Returns models by name, and all models of a folder."""
    files = []
    for path in paths:
        files += sorted(path.glob("*.tflite")) if path.is_dir() else [path]
    return files


def outputs(row: dict[str, Any]) -> str:
    """Returns for a cell whether the outputs of all runs are the same."""
    if row["before"].get("error"):
        return "does not run"
    is_same = row["before"]["outputs"] == row["after"]["outputs"]
    return "same" if is_same and not row["after"].get("error") else "differ"


def cells_of(row: dict[str, Any]) -> list[str]:
    """Returns the cells of a loaded model."""
    before, after, report = row["before"], row["after"], row["report"]
    return [
        row["model"],
        str(report["planned"]),
        str(before["head"]),
        str(after["head"]),
        f"{after['head'] / before['head']:.3f}",
        f"{after['total'] / before['total']:.3f}",
        str(report["bound"]),
        "yes" if report["proven"] else "no",
        outputs(row),
    ]


HEAD = [
    "Model",
    "Planned",
    "TFLM, bytes",
    "Offline, bytes",
    "Ratio",
    "Whole arena",
    "Bound, bytes",
    "Proven",
    "Outputs",
]


def page(rows: list[dict[str, Any]]) -> str:
    """Returns the summary and the table."""
    loaded = [row for row in rows if "head" in row["before"]]
    if not loaded:
        raise BenchmarkError("TFLM loads none of the models")
    ratios = [row["after"]["head"] / row["before"]["head"] for row in loaded]
    equal = sum(outputs(row) == "same" for row in loaded)
    text = (
        f"tflite-micro {VERSION}. Of {len(loaded)} models, "
        f"{sum(ratio < 1 for ratio in ratios)} need less with the offline plan, "
        f"{sum(ratio > 1 for ratio in ratios)} need more; {equal} run, with the same "
        f"outputs. The geometric mean of the ratios is {geometric_mean(ratios):.3f}, the "
        f"least is {min(ratios):.3f}."
    )
    lines = textwrap.wrap(text, 120)
    cells = [cells_of(row) for row in sorted(loaded, key=lambda row: row["model"])]
    text = "\n".join(lines) + "\n\n" + table(HEAD, cells)
    refused = [row for row in rows if "head" not in row["before"]]
    for row in sorted(refused, key=lambda row: row["model"]):
        text += f"\nTFLM refuses {row['model']}: `{row['before'].get('error')}`\n"
    return text


def complaints(rows: list[dict[str, Any]]) -> list[str]:
    """Returns what is wrong with the plans of some rows."""
    found = []
    for row in rows:
        if outputs(row) == "differ":
            found.append(f"{row['model']}: other outputs with the plan")
        if row["after"].get("head", 0) > row["before"].get("head", 0):
            found.append(f"{row['model']}: a larger arena with the plan")
    return found


def main() -> int:
    """Measures, and writes the page."""
    parser = page_parser(__doc__, EPILOG, "benchmarks/tflm/results.md", check="")
    parser.add_argument("models", nargs="*", type=Path, metavar="MODEL_OR_FOLDER")
    parser.add_argument("--results", type=Path, default=HERE / "results.jsonl")
    options = parser.parse_args()
    rows, tools = read_rows(options.results, "digest"), Tools(options.bin)
    for path in files_of(options.models):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
        if digest in rows:
            continue
        rows[digest] = row = measure(tools, path, digest)
        add_row(options.results, row)
        heads = [row[when].get("head") for when in ("before", "after")]
        print(f"{row['model']}: {heads[0]} to {heads[1]}, outputs {outputs(row)}")
    WrittenPart.read(options.page, "tflm/tflm.py").replace(page([*rows.values()]))
    for complaint in complaints([*rows.values()]):
        print(f"error: {complaint}", file=sys.stderr)
    return 1 if complaints([*rows.values()]) else 0


if __name__ == "__main__":
    run_main(main)
