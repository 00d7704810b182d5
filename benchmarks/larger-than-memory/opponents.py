#!/usr/bin/env python3
# ===- opponents.py - A Llama by other people's tools, in limited memory --------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures calls of one Llama of random weights in half of their bytes as memory: by
memplace.serve, accelerate's disk offload and AirLLM, with the time of each in memory
beside it; writes opponents.json to the store, from which larger_than_memory.py makes a
part of its page. Others run in a Python of their own, with opponents-requirements.txt.
Needs root, or cgroups that may be written. Run it with PYTHONPATH=build/python
.venv/bin/python."""

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
import memplace
import numpy as np
from cgroup import MemoryGroup, run_worker
from llama import make_llama
from measured import add_store, write_lines
from memplace.serving.calibrate import calibrate
from memplace.serving.weights import read_layout
from models import PAGE, drop_from_cache
from support.command_line import plain_parser, run_main
from support.measuring import describe_machine
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
PERCENT = 50
WORKER = str(Path(__file__).with_name("opponents_worker.py"))


def write_aligned(model: Path, path: Path) -> dict[str, jax.ShapeDtypeStruct]:
    """Writes the arrays of transformers' files by the names of the function's arguments,
    in order of the layers, where direct reads want them; returns their shapes."""
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
    """Measures one of the others; what it says if it fails."""
    command = [str(options.python), WORKER, way, str(model)]
    command += ["--tokens", json.dumps(tokens), "--calls", str(options.calls)]
    for file in model.rglob("*.safetensors"):
        drop_from_cache(file)
    name = f"opponent-{way.replace(' ', '-')}"
    return run_worker(command, name, limit, ["--limit", str(limit)])


def run_ours(
    function: Any, args: tuple[Any, ...], weights: Path, options: Any, limit: int | None
) -> dict[str, Any]:
    """Measures memplace.serve, in a cgroup of the whole limit."""
    folder = options.folder
    target = calibrate(str(weights), times=3)
    costs = str(folder / "llama-costs.json")
    seconds, read, logits = [], [], None
    with memplace.serve(
        function,
        args,
        weights=str(weights),
        memory=limit,
        target=target,
        costs=costs,
    ) as served:
        for number in range(options.calls + 1):
            logits = served(np.asarray(args[0]))
            if number:
                seconds.append(served.last["seconds"])
                read.append(served.last["read_bytes"])
        found = {"seconds": seconds, "read": read, "logits": logits.tolist()}
        found["predicted"] = served.plan.seconds
        found["high_water"] = served.last["high_water_bytes"]
    return found


def run_jax(function: Any, args: tuple[Any, ...], weights: Path, options: Any) -> Any:
    """Measures JAX, in memory, on one core."""
    from safetensors.numpy import load_file

    params = {
        name.removeprefix("params['").removesuffix("']"): jax.numpy.asarray(array)
        for name, array in load_file(str(weights)).items()
    }
    # XLA's flags don't keep its threads from using all cores; one core does.
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
    """Raises BenchmarkError if another network was computed."""
    error = np.abs(np.array(found.pop("logits")) - np.array(expected)).max()
    if error > 1e-3:
        raise BenchmarkError(f"{what}: its results are off by {error}")


def measure(options: Any) -> dict[str, Any]:
    """Returns what is known of each contender, by number of tokens and name."""
    shape = TINY if options.tiny else SHAPE
    folder = options.folder
    model, weights = folder / "llama", folder / "llama.safetensors"
    if not weights.exists():
        command = [str(options.python), WORKER, "write", str(model)]
        subprocess.run([*command, "--shape", json.dumps(shape)], check=True)
    params = write_aligned(model, weights)
    total = sum(int(np.prod(array.shape)) * 4 for array in params.values())
    # A tiny one is less than what a process takes.
    limit = max(total * PERCENT // 100, 64 << 20 if options.tiny else 0)
    content: dict[str, Any] = {"machine": describe_machine(), "shape": shape}
    content |= {"weight_bytes": total, "limit": limit, "calls": options.calls}
    content["cores_of_jax"] = 1
    content["rows"] = {}
    function = make_llama(shape)
    for count in options.tokens:
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
            if "logits" in row:
                check_logits(row, expected, name)
                print(
                    f"{count} tokens, {name}: {statistics.median(row['seconds']):.3f} s"
                )
            else:
                print(f"{count} tokens, {name}: {row['reason']}")
        content["rows"][str(count)] = rows
    return content


def main() -> int:
    parser = plain_parser(__doc__, EPILOG)
    add: Any = parser.add_argument
    add("--python", type=Path, required=True, help="of opponents-requirements.txt")
    add("--folder", type=Path, required=True, help="for files")
    add_store(parser)
    add("--calls", type=int, default=5, help="of each contender (default: 5)")
    add("--tokens", type=int, nargs="+", default=[1, 32], help="of a call")
    add("--tiny", action="store_true", help="a network of two small layers, as a test")
    options = parser.parse_args()
    MemoryGroup("probe", 1 << 30).close()
    content = measure(options)
    path = options.store / "opponents.json"
    write_lines(path, content)
    print(f"wrote {path}")
    return 0


if __name__ == "__main__":
    run_main(main)
