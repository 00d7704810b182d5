# ===- zoo_page.py - Renders docs/models.md -----------------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes the results of the networks of zoo.toml as a page."""

import re
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
Record = dict[str, Any]

TITLES = {
    "program": "Programs in JAX",
    "keras": "keras.applications, over JAX",
    "torchvision": "torchvision, by torch.export",
    "transformers": "transformers, by torch.export",
    "diffusers": "diffusers, by torch.export",
}
HEAD = """\
# Tested networks

<!-- Written by benchmarks/models/zoo.py; do not edit. -->

memplace imports, places and runs these networks of packages from PyPI, with random weights. Each is placed for {targets}
with `greedy`, run unplaced and placed for {run}, and compared with its framework. `-train` is a step of training:
forward, backward, Adam. Images and configurations are small. Depths of keras.applications and torchvision are the
packages' own, except for some steps of training (DenseNet, NASNet, vit_b_16, shufflenet-small) with fewer layers in
[zoo.toml](../benchmarks/models/zoo.toml). `benchmarks/models/zoo.py` installs the packages
([versions](../benchmarks/models/requirements.txt)), runs all rows and writes this page.

- **result**: `passes` if the network is imported, if a legal placement is found for all {count} targets, if the placed
  and the unplaced program compute the same bits, and if the results equal the framework's. Otherwise the stage that
  failed, and the reason.
- **error**: the largest difference from the framework in any result, divided by the result's largest absolute value.
  Floats count as equal up to {inference:g} (training: {training:g}), integers only if identical. A larger error can
  come from rounding near 0, which sends a gradient through the other side of a ReLU or maximum. memplace and the
  framework then run again with 64 bits ("wide"); the row counts as equal if all wide results agree up to {wide:g}, and
  the loss also with 32 bits.
- **seconds**: wall time to import, to place for {run}, and to compile and run the placed program
  ({optimisation}; OpenBLAS on a single thread): upper limits, because other processes shared the 2 cores.

In training, dropout and stochastic depth of PyTorch's networks are off, because random number generators differ; Keras'
are on, as parts of its programs.

"""


def read_zoo() -> dict[str, Any]:
    """Returns the contents of zoo.toml."""
    return tomllib.loads((HERE / "zoo.toml").read_text(encoding="utf-8"))


def tolerance(zoo: dict[str, Any], name: str) -> float:
    """Returns the largest error with which a row counts as equal."""
    return float(
        zoo["tolerance"]["training" if name.endswith("-train") else "inference"]
    )


def is_equal(zoo: dict[str, Any], record: Record) -> bool:
    """Returns True if a row passed all stages and equals its framework."""
    if record["stage"] != "done" or not record["same_bits"]:
        return False
    limit = tolerance(zoo, record["name"])
    if record["error"] <= limit:
        return True
    wide = record.get("wide_error", float("inf"))
    first = record.get("first", float("inf"))
    return bool(first <= limit and wide <= zoo["tolerance"]["wide"])


def reason(zoo: dict[str, Any], record: Record) -> str:
    """Returns the stage and reason of a failure, or the difference."""
    if record["stage"] == "done":
        if not record["same_bits"]:
            return "other bits when placed"
        return f"differs in `{record.get('wide_worst', record['worst'])}`"
    if "refused" in record:
        text = re.sub(r"\s+", " ", record["refused"]).replace("|", "\\|")
        return f"{record['stage']} refused: {text[:300]}"
    if "traceback" in record:
        last = record["traceback"].strip().splitlines()[-1]
        whose = "the framework" if record["stage"] == "build" else "memplace"
        return f"{record['stage']} failed in {whose}: {last[:200]}".replace("|", "\\|")
    return f"ended: {record.get('ended', 'unknown')}"


def line(zoo: dict[str, Any], name: str, record: Record | None) -> str:
    """Returns a row of the table."""
    if record is None:
        return f"| {name} | not run | | |"
    seconds = record["seconds"]
    result = "passes" if is_equal(zoo, record) else reason(zoo, record)
    error = f"{record['error']:.1e}" if "error" in record else ""
    if "wide_error" in record:
        error += f" (wide {record['wide_error']:.1e})"
    times = [
        f"{seconds[stage]:.1f}" if stage in seconds else ""
        for stage in ("import", f"place {zoo['run']}", "run placed")
    ]
    return (
        f"| {name} | {result} | {error} | "
        f"{' / '.join(times) if any(times) else ''} |"
    )


def table(zoo: dict[str, Any], kind: str, records: dict[str, Record]) -> str:
    """Returns the part of the page for one kind."""
    lines = [f"## {TITLES[kind]}", ""]
    lines += ["| network | result | error | seconds |", "|---|---|--:|--:|"]
    lines += [line(zoo, name, records.get(name)) for name in zoo["rows"][kind]]
    return "\n".join(lines) + "\n\n"


def summary(zoo: dict[str, Any], records: dict[str, Record]) -> str:
    """Returns the number of rows with the expected result."""
    names = [name for rows in zoo["rows"].values() for name in rows]
    known = [records[name] for name in names if name in records]
    good = sum(is_equal(zoo, record) for record in known)
    refused = sum("refused" in record for record in known)
    text = (
        f"Of {len(names)} networks, {good} ({100 * good / len(names):.1f} %) import, place on all "
        f"targets, run with equal bits, and equal their framework. memplace refuses {refused} with a "
        f"reason, {len(known) - good - refused} fail otherwise, and {len(names) - len(known)} were not run."
    )
    return text + "\n\n"


def render(page: Path, zoo: dict[str, Any], records: dict[str, Record]) -> None:
    """Writes the page."""
    targets = ", ".join(f"`{target}`" for target in zoo["targets"])
    text = HEAD.format(
        targets=targets,
        run=f"`{zoo['run']}`",
        count=len(zoo["targets"]),
        optimisation="`optimisation=0`, `quick_compile`",
        **zoo["tolerance"],
    )
    text += summary(zoo, records)
    text += "".join(table(zoo, kind, records) for kind in zoo["rows"])
    page.write_text(text.rstrip("\n") + "\n", encoding="utf-8")
