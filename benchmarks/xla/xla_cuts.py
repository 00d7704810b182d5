#!/usr/bin/env python3
# ===- xla_cuts.py - How the ops of problems/tpu can be cut -----------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Adds `cuts` to the ops of benchmarks/problems/tpu, as the harvest of a new program does,
from the compiler's texts of the same programs; leaves the rest of the files unchanged. A
problem without a text is left as it is."""

import argparse
import copy
import gzip
import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

import memplace
from memplace.xla.compiler import capacity_tag
from memplace.xla.cuts import add_cuts
from memplace.xla.hlo import Module, parse_module

from support.command_line import plain_parser, run_main
from support.placements import PROBLEMS, BenchmarkError, chip_of
from xla_texts import Texts, split_name

ENDING = ".problem.json.gz"


def module_of(texts: Texts, name: str) -> Module | None:
    """Returns the program of the problem `name` in the problem's compilation; None if
    there is no text."""
    program, capacity = split_name(name)
    tag = capacity_tag(capacity)
    for path in (texts.path(program, tag), texts.path(program, f"{tag}.noxp")):
        if path.exists():
            with gzip.open(path, "rt", encoding="utf-8") as file:
                return parse_module(file.read(), path.name)
    return None


def without_cuts(problem: dict[str, Any]) -> dict[str, Any]:
    """Returns the problem without cuts."""
    plain = copy.deepcopy(problem)
    for op in plain["ops"]:
        op.pop("cuts", None)
    return plain


def cut(path: Path, texts: Texts) -> None:
    """Adds the known cuts to the ops of one problem."""
    name = path.name.removesuffix(ENDING)
    module = module_of(texts, name)
    if module is None:
        print(f"{name}: left as it is, there is no text of it", file=sys.stderr)
        return
    problem = without_cuts(memplace.Problem.load(path).to_dict())
    before = copy.deepcopy(problem)
    count = add_cuts(problem, module)
    if without_cuts(problem) != before:
        raise BenchmarkError(f"{name}: more than cuts would change")
    memplace.Problem.from_dict(problem).save(path)
    print(f"{name}: {count} of {len(problem['ops'])} ops can be cut")


def main() -> int:
    """Runs the script; returns the exit code."""
    parser = plain_parser(__doc__, "")
    parser.add_argument("texts", type=Path, help="folder of the compiler's texts")
    parser.add_argument("problems", nargs="*", help="which problems (default: all)")
    options: argparse.Namespace = parser.parse_args()
    names = options.problems or [
        path.name.removesuffix(ENDING) for path in sorted(PROBLEMS.glob("*" + ENDING))
    ]
    for name in names:
        cut(PROBLEMS / (name + ENDING), Texts(options.texts, chip_of(name)))
    return 0


if __name__ == "__main__":
    run_main(main)
