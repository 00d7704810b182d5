#!/usr/bin/env python3
# ===- timeline.py - A call as a picture -------------------------------------- ===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures the times of ops and reads of one call of a model, in a memory cgroup of a
share of its weights, as planned by memplace.serve; writes timeline.json to the store,
from which larger_than_memory.py makes a picture. Needs root, or writable cgroups. Run
with PYTHONPATH=build/python .venv/bin/python."""

import contextlib
import datetime
from pathlib import Path
from typing import Any

from larger_than_memory import make_bench, open_contender  # First, since the import sets threads.

# isort: split
from cgroup import MemoryGroup
from measured import OURS, State, add_store, add_turns, write_lines
from memplace.errors import MemplaceError
from memplace.serving.explain import op_spans, transfer_spans
from models import MODELS
from support.command_line import plain_parser, run_main
from support.measuring import describe_machine, inside

EPILOG = """\
exit codes:
  0  measured
  1  no cgroup can be made, or a tool is missing or fails
  2  bad command line
"""
# Calls before the drawn call: kept weights are read in the first.
WARM_UP = 5


def measure(options: Any) -> dict[str, Any]:
    """Returns the events of a call."""
    state = State.open(options.folder / "measured.json", options)
    bench = make_bench(options.model, options.folder, state.target, options)
    limit = bench.weight_bytes * options.limit // 100 // 4096 * 4096
    with contextlib.ExitStack() as stack:
        stack.enter_context(inside(bench.alone))
        _, server, _ = open_contender(bench, OURS, limit, stack)
        if server is None:
            raise MemplaceError(f"{options.model} does not fit at {options.limit} %")
        for inputs in bench.inputs[:WARM_UP]:
            server.call(inputs)
        call = server.call(bench.inputs[0], with_events=True)
        spans = [*op_spans(server, call), *transfer_spans(server, call)]
        return {
            "model": options.model,
            "limit": options.limit,
            "date": str(datetime.datetime.now(datetime.UTC).date()),
            "machine": describe_machine(),
            "seconds": server.record(call)["seconds"],
            "planned_seconds": server.plan.seconds,
            "spans": [
                [
                    span.name,
                    span.kind,
                    *(round(t, 6) for t in span.planned + span.measured),
                ]
                for span in spans
            ],
        }


def main() -> int:
    parser = plain_parser(__doc__, EPILOG)
    add: Any = parser.add_argument
    add("--folder", type=Path, required=True, help="of larger_than_memory.py")
    add_store(parser)
    add_turns(parser)
    add("--model", choices=sorted(MODELS), default="vgg")
    add("--limit", type=int, default=90, help="percent (default: 90)")
    add("--times", type=int, default=5, help="of calibration (default: 5)")
    add("--budget", type=int, default=300, help="of the plan's search (default: 300)")
    options = parser.parse_args()
    options.calls = WARM_UP
    MemoryGroup("probe", 1 << 30).close()
    path = options.store / "timeline.json"
    write_lines(path, measure(options))
    print(f"wrote {path}")
    return 0


if __name__ == "__main__":
    run_main(main)
