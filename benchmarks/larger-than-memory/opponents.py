#!/usr/bin/env python3
# ===- opponents.py - A Llama by other people's tools, in limited memory --------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures calls of one Llama of random weights with memory for a share of their bytes: by
memplace.serve, accelerate's disk offload and AirLLM, beside the time of each with all weights in
memory. Each limit enters opponents.json of the store once measured; larger_than_memory.py makes a
part of its page from this file. Other tools run in a separate Python with
opponents-requirements.txt. Needs root, or writable cgroups. Run with PYTHONPATH=build/python
.venv/bin/python."""

import contextlib
import datetime
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault(
    "XLA_FLAGS",
    "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
)

import jax
import numpy as np
from cgroup import MemoryGroup, run_worker
from llama import make_llama
from measured import add_store, describe_run, write_lines
from memplace.importers.jax_function import lower_jax_function
from memplace.serving.calibrate import calibrate
from memplace.serving.function import ServedFunction
from memplace.serving.machine import read_target
from memplace.serving.server import ServeOptions
from memplace.serving.weights import read_layout
from models import PAGE, drop_from_cache
from page_parts import read_measured
from support.command_line import plain_parser, run_main
from support.placements import BenchmarkError

EPILOG = """\
exit codes:
  0  measured
  1  no cgroup can be made, or a tool is missing or fails
  2  bad command line
"""
SHAPE = {
    "hidden_size": 1536,
    "intermediate_size": 4096,
    "num_hidden_layers": 5,
    "num_attention_heads": 12,
    "num_key_value_heads": 12,
    "vocab_size": 4096,
}
TINY = {
    "hidden_size": 256,
    "intermediate_size": 512,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 4,
    "vocab_size": 512,
}
LIMITS = [30, 50, 70, 90]
WORKER = str(Path(__file__).with_name("opponents_worker.py"))


def write_aligned(model: Path, path: Path) -> dict[str, jax.ShapeDtypeStruct]:
    """Writes the arrays of transformers' files under the names of the function's
    arguments, in order of layers, aligned for direct reads; returns their shapes."""
    arrays = {}
    for file in sorted(model.glob("*.safetensors")):
        arrays |= read_layout(str(file))
    header, offset = {}, 0
    for name, weight in arrays.items():
        header[f"params['{name}']"] = {
            "dtype": "F32",
            "shape": list(weight.shape),
            "data_offsets": [offset, offset + weight.bytes],
        }
        offset += weight.bytes
    text = json.dumps(header).encode()
    text += b" " * (-(8 + len(text)) % PAGE)
    with path.open("wb") as out:
        out.write(len(text).to_bytes(8, "little") + text)
        for weight in arrays.values():
            with open(weight.file, "rb") as file:
                file.seek(weight.offset)
                out.write(file.read(weight.bytes))
        out.flush()
        os.fsync(out.fileno())
    return {
        name: jax.ShapeDtypeStruct(weight.shape, "float32")
        for name, weight in arrays.items()
    }


def run_other(
    way: str, model: Path, tokens: list[int], options: Any, limit: int | None
) -> dict[str, Any]:
    """Measures another tool; returns its message on failure."""
    command = [str(options.python), WORKER, way, str(model)]
    command += ["--tokens", json.dumps(tokens), "--calls", str(options.calls)]
    for file in model.rglob("*.safetensors"):
        drop_from_cache(file)
    name = f"opponent-{way.replace(' ', '-')}"
    return run_worker(command, name, limit, ["--limit", str(limit)])


def run_ours(
    function: Any, args: tuple[Any, ...], weights: Path, options: Any, limit: int | None
) -> dict[str, Any]:
    """Measures memplace.serve, whose whole process is in a cgroup with the limit."""
    target = read_target(calibrate(str(weights), times=3))
    seconds, read, logits = [], [], None
    with contextlib.ExitStack() as stack:
        launcher: tuple[str, ...] = ()
        if limit:
            group = MemoryGroup("opponent-memplace", limit)
            stack.callback(group.close)
            launcher = group.launcher
        costs = str(options.folder / "llama-costs.json")
        settings = ServeOptions(limit, target, costs, launcher=launcher)
        lowered = lower_jax_function(function, *args)
        served = ServedFunction(lowered, "llama", str(weights), settings)
        stack.callback(served.close)
        for number in range(options.calls + 1):
            logits = served(np.asarray(args[0]))
            if number:
                seconds.append(served.last["seconds"])
                read.append(served.last["read_bytes"])
        found = {"seconds": seconds, "read": read, "logits": logits.tolist()}
        found["predicted"] = served.plan.seconds
        found["high_water"] = served.last["high_water_bytes"]
        found["copied"] = served.last["copied_bytes"]
    return found


def run_jax(function: Any, args: tuple[Any, ...], weights: Path, options: Any) -> Any:
    """Measures JAX, in memory, on one core."""
    from safetensors.numpy import load_file

    params = {
        name.removeprefix("params['").removesuffix("']"): jax.numpy.asarray(array)
        for name, array in load_file(str(weights)).items()
    }
    # XLA's flags do not stop its threads from using all cores; pinning does.
    for thread in os.listdir("/proc/self/task"):
        os.sched_setaffinity(int(thread), {min(os.sched_getaffinity(0))})
    run = jax.jit(function)
    seconds, logits = [], None
    for number in range(options.calls + 1):
        start = time.perf_counter()
        logits = np.asarray(run(args[0], params))
        if number:
            seconds.append(time.perf_counter() - start)
    for thread in os.listdir("/proc/self/task"):
        os.sched_setaffinity(int(thread), range(os.cpu_count() or 1))
    return {
        "seconds": seconds,
        "read": [0] * options.calls,
        "logits": np.asarray(logits).tolist(),
    }


def check_logits(found: dict[str, Any], expected: list[float], what: str) -> None:
    """Raises BenchmarkError if the results differ."""
    error = np.abs(np.array(found.pop("logits")) - np.array(expected)).max()
    if error > 1e-3:
        raise BenchmarkError(f"{what}: its results are off by {error}")


def make_weights(options: Any) -> dict[str, jax.ShapeDtypeStruct]:
    """Writes the network's weights for all contenders; returns their shapes."""
    shape = TINY if options.tiny else SHAPE
    model, weights = options.folder / "llama", options.folder / "llama.safetensors"
    if not weights.exists():
        command = [str(options.python), WORKER, "write", str(model)]
        command += ["--shape", json.dumps(shape)]
        if subprocess.run(command, check=False).returncode != 0:
            raise BenchmarkError(
                f"cannot write a model with '{options.python}'; install "
                "opponents-requirements.txt there"
            )
    return write_aligned(model, weights)


def measure(
    params: dict[str, jax.ShapeDtypeStruct], limit: int, count: int, options: Any
) -> dict[str, Any]:
    """Returns the times of calls with `count` tokens, by contender, one after the other."""
    model, weights = options.folder / "llama", options.folder / "llama.safetensors"
    function = make_llama(TINY if options.tiny else SHAPE)
    tokens = [int(n) for n in np.random.default_rng(1).integers(0, 500, count)]
    args = (np.array(tokens, np.int32), params)
    rows: dict[str, dict[str, Any]] = {}
    for name, way, memory in (
        ("PyTorch, in memory", "in memory", None),
        ("accelerate, disk offload", "accelerate", limit),
        ("AirLLM", "airllm", limit),
    ):
        rows[name] = run_other(way, model, tokens, options, memory)
    expected = rows["PyTorch, in memory"]["logits"]
    rows["JAX, in memory"] = run_jax(function, args, weights, options)
    rows["memplace, in memory"] = run_ours(function, args, weights, options, None)
    rows["memplace"] = run_ours(function, args, weights, options, limit)
    for name, row in rows.items():
        what = f"{limit} bytes, {count} tokens, {name}"
        if "logits" in row:
            check_logits(row, expected, name)
            print(f"{what}: {statistics.median(row['seconds']):.3f} s", flush=True)
        else:
            print(f"{what}: {row['reason']}", flush=True)
    return rows


def publish(path: Path, shape: dict[str, int], percent: int, run: Any) -> None:
    """Replaces the measurements at a limit; drops measurements of another network."""
    content = read_measured(path)
    if content.get("shape") != shape:
        content = {"shape": shape, "runs": {}}
    runs = content["runs"] | {str(percent): run}
    content["runs"] = dict(sorted(runs.items(), key=lambda item: int(item[0])))
    write_lines(path, content)


def main() -> int:
    parser = plain_parser(__doc__, EPILOG)
    add: Any = parser.add_argument
    add("--python", type=Path, required=True, help="of opponents-requirements.txt")
    add("--folder", type=Path, required=True, help="for files")
    add_store(parser)
    add("--limits", type=int, nargs="+", default=LIMITS, help="percent of the weights")
    add("--calls", type=int, default=10, help="of each contender (default: 10)")
    add("--tokens", type=int, nargs="+", default=[32], help="of a call (default: 32)")
    add("--tiny", action="store_true", help="a network of two small layers, as a test")
    options = parser.parse_args()
    MemoryGroup("probe", 1 << 30).close()
    params = make_weights(options)
    total = sum(int(np.prod(array.shape)) * 4 for array in params.values())
    path = options.store / "opponents.json"
    for percent in options.limits:
        # A tiny network is smaller than a process.
        limit = max(total * percent // 100, 96 << 20 if options.tiny else 0)
        run = {"date": str(datetime.datetime.now(datetime.UTC).date())}
        run |= {"machine": describe_run(), "weight_bytes": total, "limit": limit}
        run |= {"calls": options.calls, "rows": {}}
        for count in options.tokens:
            run["rows"][str(count)] = measure(params, limit, count, options)
        publish(path, TINY if options.tiny else SHAPE, percent, run)
    print(f"wrote {path}")
    return 0


if __name__ == "__main__":
    run_main(main)
