#!/usr/bin/env python3
# ===- beside_jax.py - Models in memory, by memplace and by JAX -------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures calls of models with all weights in memory, by memplace.serve and by JAX, on
one core, alternately: the contribution of kernels to the times of
larger_than_memory.py. Writes beside-jax.json to the store, from which
larger_than_memory.py makes a part of its page. Run with PYTHONPATH=build/python
.venv/bin/python."""

import json
import os
import statistics
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

# XLA's flags do not stop its threads from using all cores. Pinning the process to one
# core before any thread starts does.
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["OPENBLAS_NUM_THREADS"] = "1"
# JAX uses all features of the processor; so does OpenBLAS by default.
for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
    os.environ.pop(name, None)

import jax
import numpy as np
from cgroup import run_worker
from measured import add_store, describe_run, write_lines
from memplace.errors import MemplaceError
from memplace.importers import from_jax
from memplace.serving.calibrate import calibrate
from memplace.serving.server import ServeOptions, make_server
from memplace.serving.weights import read_layout
from models import MODELS, make_inputs, write_weights
from page_parts import read_measured
from support.command_line import plain_parser, run_main
from support.placements import BenchmarkError

EPILOG = """\
exit codes:
  0  measured
  1  a tool is missing or fails
  2  bad command line
"""
WORKER = str(Path(__file__).with_name("opponents_worker.py"))
# Sums of bf16 round at other places.
LARGEST_ERROR = {"float32": 1e-3, "bfloat16": 5e-2}


def read_arrays(shapes: Any, path: Path) -> Any:
    """Returns the weights of a file for JAX, in a mapping or a list like the shapes."""
    layout = read_layout(str(path))

    def read(key: Any, shape: Any) -> Any:
        weight = layout[f"weights[{key!r}]"]
        data = np.fromfile(weight.file, np.uint8, weight.bytes, offset=weight.offset)
        return jax.numpy.asarray(data.view(shape.dtype).reshape(shape.shape))

    if isinstance(shapes, Mapping):
        return {key: read(key, shape) for key, shape in shapes.items()}
    return [read(number, shape) for number, shape in enumerate(shapes)]


def check_same(name: str, ours: bytes, theirs: Any, dtype: str) -> None:
    """Raises MemplaceError if the results differ."""
    expected = np.asarray(theirs)
    found = np.frombuffer(ours, expected.dtype).reshape(expected.shape)
    wide = expected.astype(np.float64)
    error = np.abs(found.astype(np.float64) - wide).max() / np.abs(wide).max()
    if not error <= LARGEST_ERROR[dtype]:
        raise MemplaceError(f"{name}: its results are off by {error} of the largest")


def measure_torch(args: Any, options: Any) -> list[float]:
    """Returns the seconds of PyTorch's calls of the same layers, with random weights;
    None if PyTorch is not measured, or if the model has more than layers."""
    if not options.torch or not isinstance(args[-1], list):
        return []
    widths = [shape.shape[0] for shape in args[-1]] + [args[-1][-1].shape[1]]
    shape = json.dumps({"widths": widths, "rows": args[0].shape[0]})
    command = [str(options.torch), WORKER, "layers", ".", "--shape", shape]
    found = run_worker([*command, "--calls", str(options.calls)], "torch", None)
    if "reason" in found:
        raise BenchmarkError(f"'{options.torch}' can't run PyTorch: {found['reason']}")
    return list(found["seconds"])


def measure(name: str, target: dict[str, Any], options: Any) -> dict[str, Any]:
    """Returns the seconds of calls of a model."""
    function, args = MODELS[name]()
    path = options.folder / f"{name}.safetensors"
    write_weights(args[-1], path)
    weights = read_arrays(args[-1], path)
    dtype = max(str(array.dtype) for array in jax.tree.leaves(args[-1]))
    inputs = make_inputs(args, options.calls + 1)
    costs = str(options.folder / f"{name}-beside-jax-costs.json")
    serve = ServeOptions(None, target, costs, piece_bytes=0)
    memref = from_jax(function, *args, fuse="once")
    jitted = jax.jit(function)
    ours, theirs = [], []
    with make_server(memref, name, str(path), serve) as server:
        for number, contents in enumerate(inputs):
            arrays = [
                np.frombuffer(content, arg.dtype).reshape(arg.shape)
                for content, arg in zip(contents, args)
            ]
            start = time.perf_counter()
            results = jax.block_until_ready(jitted(*arrays, weights))
            seconds = time.perf_counter() - start
            call = server.call(contents)
            first = jax.tree.leaves(results)[0]
            check_same(name, bytes(call.outputs[0]), first, dtype)
            if number:  # The first call compiles, or reads.
                theirs.append(seconds)
                ours.append(server.record(call)["seconds"])
    medians = statistics.median(ours), statistics.median(theirs)
    print(f"{name}: {medians[0]:.3f} s, JAX {medians[1]:.3f} s", flush=True)
    row = {"machine": describe_run(), "memplace": ours, "JAX": theirs}
    by_torch = measure_torch(args, options)
    return row | ({"PyTorch": by_torch} if by_torch else {})


def main() -> int:
    parser = plain_parser(__doc__, EPILOG)
    add: Any = parser.add_argument
    names = ["stack", "uneven", "decode", "llama", "llama_bf16"]
    names += ["prefill", "bert", "vgg", "mixture"]
    add("--models", nargs="+", choices=sorted(MODELS), default=names)
    add("--folder", type=Path, required=True, help="of larger_than_memory.py")
    add_store(parser)
    add(
        "--torch",
        type=Path,
        metavar="PYTHON",
        help="of opponents-requirements.txt: models of layers by PyTorch, too, after that",
    )
    add("--calls", type=int, default=10, help="of both (default: 10)")
    options = parser.parse_args()
    target = calibrate(str(options.folder), times=1)
    path = options.store / "beside-jax.json"
    found = read_measured(path)
    for name in options.models:
        found[name] = measure(name, target, options)
        ordered = {known: found[known] for known in MODELS if known in found}
        write_lines(path, ordered)
    print(f"wrote {path}")
    return 0


if __name__ == "__main__":
    run_main(main)
