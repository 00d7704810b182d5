# ===- interpret.py - Runs a TFLite model by TFLM ----------------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs the TFLite model of a file by TFLM's interpreter, for tflm.py: interpret.py MODEL

Prints a digest of the outputs of three runs with random inputs, a line per run, to
standard output. TFLM prints the use of its arena to standard error. A process of its own,
since a plan with overlaps could crash the interpreter. Needs the package tflite-micro.
"""

import hashlib
import sys
from pathlib import Path

import numpy as np
from tflite_micro.python.tflite_micro.runtime import Interpreter

RUNS = 3


def random_input(details: dict, generator: np.random.Generator) -> np.ndarray:
    """Returns a random input; small integers may be indices."""
    kind, shape = np.dtype(details["dtype"]), details["shape"]
    if kind.kind == "f":
        return generator.standard_normal(shape).astype(kind)
    if kind.itemsize > 2 or kind.kind == "b":
        return generator.integers(0, 2, shape).astype(kind)
    limits = np.iinfo(kind)
    return generator.integers(limits.min, limits.max, shape, kind, endpoint=True)


def every(of_index) -> list:
    """Returns the results for indices 0, 1 and so on, up to the last valid one."""
    results = []
    while True:
        try:
            results.append(of_index(len(results)))
        except (IndexError, ValueError):
            return results


def main() -> None:
    model = Path(sys.argv[1]).read_bytes()
    # TFLM uses the same bytes of a larger arena.
    interpreter = Interpreter.from_bytes(model, arena_size=len(model) + (64 << 20))
    interpreter.print_allocations()
    generator = np.random.default_rng(0)
    inputs = every(interpreter.get_input_details)
    for _ in range(RUNS):
        for index, details in enumerate(inputs):
            interpreter.set_input(random_input(details, generator), index)
        interpreter.invoke()
        digest = hashlib.sha256()
        for output in every(interpreter.get_output):
            digest.update(np.ascontiguousarray(output).tobytes())
        print(digest.hexdigest()[:16], flush=True)


if __name__ == "__main__":
    main()
