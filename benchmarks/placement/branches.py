#!/usr/bin/env python3
# ===- branches.py - What entering the arms of branches brings ---------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Places the programs of models/kinds that have branches, with branches as single steps
and with the ops in their arms as steps, and writes benchmarks/placement/branches.jsonl.
Then run kinds.py --page-only, which writes docs/measurements/kinds.md."""

import json
import os
import re
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from kinds import extracted_programs
from kinds_page import BRANCHES
from support.command_line import run_main, tools_parser
from support.placements import BenchmarkError, Tools

KINDS = ("mixture",)
SOLVERS = {
    "default-tier": ("default-tier", ""),
    "greedy": ("greedy", ""),
    "msa": ("msa", ""),
    "search": ("search", "budget=2000"),
    "search, 20000 evaluations": ("search", "budget=20000"),
}
PREPARE = ("--inline", "--canonicalize", "--memplace-join-swapped-buffers")
TRIED = re.compile(
    r"entered branches (\d+) ps, with branches as steps (\d+) ps counted op by op"
)
EPILOG = """\
exit codes:
  0  all is done
  1  a placement is illegal; a tool is missing or fails
  2  bad command line
"""


def place(
    tools: Tools, program: Path, target: str, solver: str, options: str
) -> dict[str, int]:
    """Places a program in both ways; returns picoseconds."""
    choice = f"target={target} solver={solver} solver-options={options}"
    enter = f"--memplace-enter-branches=branches=auto remarks {choice}"
    said = tools.run_whole("memplace-opt", program, "-o", os.devnull, *PREPARE, enter)
    tried = [tuple(map(int, times)) for times in TRIED.findall(said.stderr)]
    if not tried:
        raise BenchmarkError(f"{program}: 'memplace-enter-branches' compares nothing")
    arms, by_op = min(tried)
    with tempfile.TemporaryDirectory() as folder:
        problem = Path(folder) / "problem.json"
        extract = f"--memplace-extract-problem=target={target} file={problem}"
        tools.run("memplace-opt", program, "-o", os.devnull, extract)
        flags = [f"--option={options}"] if options else []
        line = tools.run("memplace-solve", problem, f"--solver={solver}", *flags)
    return {
        "step_ps": int(json.loads(line)["makespan_ps"]),
        "by_op_ps": by_op,
        "arms_ps": arms,
    }


def main() -> int:
    """Runs the script; returns the exit code."""
    tools = Tools(tools_parser(__doc__, EPILOG).parse_args().bin)
    lines = []
    for name, kind, program in extracted_programs(tools, KINDS):
        for label, (solver, options) in SOLVERS.items():
            times = place(tools, program, kind.target, solver, options)
            lines.append(json.dumps({"problem": name, "solver": label, **times}))
            print(lines[-1], flush=True)
    BRANCHES.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    run_main(main)
