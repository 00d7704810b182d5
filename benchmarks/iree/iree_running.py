# ===- iree_running.py - Running modules of IREE ----------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiling and running modules, shared by iree.py and iree_weights.py."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from memplace.iree import find_iree_tool

from support.placements import BenchmarkError

# Generates the same code on every machine.
TARGET = (
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=generic",
)


def start_module(
    vmfb: Path, arguments: list[Path], parameters: Sequence[str], flags: Sequence[str]
) -> tuple[bool, str]:
    """Runs the module, with archives of `parameters` as "SCOPE=FILE"; returns success, and
    the output of iree-run-module."""
    command = [
        find_iree_tool("iree-run-module", None),
        f"--module={vmfb}",
        "--function=main",
        *(f"--parameters={archive}" for archive in parameters),
        *(f"--input=@{file}" for file in arguments),
        *flags,
    ]
    # Memory statistics go to standard error.
    ran = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return ran.returncode == 0, ran.stdout


def run_module(
    vmfb: Path,
    arguments: list[Path],
    results: list[Path],
    parameters: Sequence[str] = (),
    device: str = "local-sync",
) -> int:
    """Runs the module, compares its results with the files `results`, and returns the
    peak of the device's memory, bytes. local-task reports no peak of allocations in its
    queue."""
    flags = [
        f"--device={device}",
        *(f"--expected_output=@{file}" for file in results),
        "--expected_f32_threshold=1e-4",
        "--print_statistics",
    ]
    went_well, output = start_module(vmfb, arguments, parameters, flags)
    if not went_well or "[SUCCESS]" not in output:
        raise BenchmarkError(
            f"{vmfb.name} does not give what JAX gives:\n{output[:1000]}"
        )
    peak = re.search(r"DEVICE_LOCAL: +(\d+)B peak", output)
    if not peak:
        raise BenchmarkError(f"iree-run-module tells no peak:\n{output}")
    return int(peak[1])


def read_results(
    vmfb: Path, arguments: list[Path], count: int, parameters: Sequence[str]
) -> list[bytes]:
    """Returns the files of the `count` results of the module."""
    files = [vmfb.with_suffix(f".{index}.npy") for index in range(count)]
    flags = ["--device=local-sync", *(f"--output=@{file}" for file in files)]
    went_well, output = start_module(vmfb, arguments, parameters, flags)
    if not went_well:
        raise BenchmarkError(f"{vmfb.name} does not run:\n{output[:1000]}")
    return [file.read_bytes() for file in files]


def save_arrays(folder: Path, name: str, arrays: list[np.ndarray]) -> list[Path]:
    """Writes the arrays as files for iree-run-module."""
    files = [folder / f"{name}{index}.npy" for index in range(len(arrays))]
    for file, array in zip(files, arrays):
        np.save(file, np.asarray(array))
    return files
