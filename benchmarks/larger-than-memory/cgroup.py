# ===- cgroup.py - Processes with limited memory --------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Creates and removes memory cgroups of version 1 or 2."""

import json
import os
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from support.placements import BenchmarkError

ROOTS = (Path("/sys/fs/cgroup/memory"), Path("/sys/fs/cgroup"))


class MemoryGroup:
    """A cgroup. Processes started with its `launcher` belong to the group, and so does
    the page cache of their reads."""

    def __init__(self, name: str, limit: int) -> None:
        """Creates the group. Raises BenchmarkError if the kernel refuses."""
        self.path = find_root() / f"memplace-{os.getpid()}-{name}"
        self.is_first = (self.path.parent / "memory.limit_in_bytes").exists()
        try:
            self.path.mkdir()
            limit_file = "memory.limit_in_bytes" if self.is_first else "memory.max"
            (self.path / limit_file).write_text(str(limit))
        except OSError as error:
            self.close()
            raise BenchmarkError(
                f"cannot make a memory cgroup '{self.path}': {error.strerror}; run this "
                "as root, where cgroups can be written"
            ) from error

    @property
    def launcher(self) -> tuple[str, ...]:
        """Command prefix that runs its arguments in the group."""
        procs = self.path / "cgroup.procs"
        return ("sh", "-c", f'echo $$ > {procs} && exec "$0" "$@"')

    def reset_peak(self) -> None:
        """Resets the peak, if the kernel can."""
        name = "memory.max_usage_in_bytes" if self.is_first else "memory.peak"
        try:
            (self.path / name).write_text("0")
        except OSError:
            pass  # Version 2 cannot before Linux 6.12; the peak is of the whole life then.

    @property
    def peak(self) -> int:
        """Peak bytes, including the page cache."""
        name = "memory.max_usage_in_bytes" if self.is_first else "memory.peak"
        return int((self.path / name).read_text())

    def close(self) -> None:
        """Removes the group; its processes must have ended."""
        for _ in range(50):
            try:
                self.path.rmdir()
                return
            except FileNotFoundError:
                return
            except OSError:
                time.sleep(0.1)  # The kernel still holds the last process.


def find_root() -> Path:
    """Returns the folder in which memory cgroups can be created."""
    for root in ROOTS:
        is_first = (root / "memory.limit_in_bytes").exists()
        controllers = root / "cgroup.subtree_control"
        if is_first or (
            controllers.exists() and "memory" in controllers.read_text().split()
        ):
            return root
    raise BenchmarkError(
        "there is no memory cgroup, of version 1 or 2, so that nothing can be compared"
    )


def run_worker(
    command: Sequence[str], name: str, limit: int | None, flags: Sequence[str] = ()
) -> dict[str, Any]:
    """Runs a worker that prints JSON, with `flags` and, if there is a limit, in a cgroup
    `name`, which the worker joins once its libraries are in memory. Returns the worker's
    output with the "peak" of the cgroup, or the "reason" of a failure."""
    group = MemoryGroup(name, limit) if limit else None
    if group:
        command = [*command, *flags, "--group", str(group.path / "cgroup.procs")]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        peak = group.peak if group else 0
    finally:
        if group:
            group.close()
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        return {"reason": lines[-1][:200]}
    return {**json.loads(done.stdout), "peak": peak}
