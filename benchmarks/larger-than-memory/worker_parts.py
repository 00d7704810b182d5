# ===- worker_parts.py - What processes of other people's tools share -----------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Code shared by llama_cpp_worker.py and opponents_worker.py. Both run in the
environment of opponents-requirements.txt, so this module needs only the standard
library."""

import argparse
import io
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


def worker_parser(doc: str | None, ways: Sequence[str]) -> argparse.ArgumentParser:
    """Returns the parser of a worker with options for the network and tokens."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("way", choices=ways)
    parser.add_argument("path", type=Path)
    parser.add_argument("--shape", type=json.loads, default={})
    parser.add_argument("--tokens", type=json.loads, default=[])
    parser.add_argument("--group", type=Path, help="cgroup.procs to be in from now on")
    return parser


def answer_apart() -> Any:
    """Returns a stream for the answer; output of libraries goes to standard error."""
    answer = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    # Line buffering, so that Python's message about an error comes last.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    return answer


def join_group(group: Path | None) -> None:
    """Joins the cgroup, if there is one. Python and libraries are in memory already and
    do not count."""
    if group:
        group.write_text(str(os.getpid()), encoding="ascii")


def read_so_far() -> int:
    """Returns the bytes that the kernel has read for this process."""
    for line in Path("/proc/self/io").read_text(encoding="ascii").splitlines():
        name, _, value = line.partition(": ")
        if name == "read_bytes":
            return int(value)
    return 0


@dataclass
class Calls:
    """The times and bytes read of calls, without the uncounted first call."""

    seconds: list[float] = field(default_factory=list)
    read: list[int] = field(default_factory=list)
    count: int = 0

    def measure(self, call: Callable[[], Any]) -> Any:
        """Makes a call, and returns its result."""
        before, start = read_so_far(), time.perf_counter()
        result = call()
        if self.count:
            self.seconds.append(time.perf_counter() - start)
            self.read.append(read_so_far() - before)
        self.count += 1
        return result
