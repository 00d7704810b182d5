#!/usr/bin/env python3
# ===- llama_cpp.py - llama.cpp beside memplace, in limited memory --------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures tokens of the model `llama` of larger_than_memory.py by llama.cpp, with mmap,
in memory cgroups of a share of the weights' size, and by memplace in equal groups;
writes llama-cpp.json to the store, from which larger_than_memory.py makes a part of its
page. llama.cpp comes from the wheel of cyllama, in a Python with
opponents-requirements.txt. Needs root, or writable cgroups. Run with
PYTHONPATH=build/python .venv/bin/python."""

import json
import subprocess
from dataclasses import asdict
from pathlib import Path
from typing import Any

from larger_than_memory import make_bench, measure_limit  # First, since the import sets threads.

# isort: split
import jax
import numpy as np
from cgroup import MemoryGroup, run_worker
from measured import IN_MEMORY, OURS, State, add_store, add_turns, describe_run, write_lines
from models import MODELS, drop_from_cache
from networks import LLAMA, TINY, Decoder
from safetensors.numpy import load_file
from support.command_line import plain_parser, run_main
from support.measuring import inside
from support.placements import BenchmarkError

EPILOG = """\
exit codes:
  0  measured
  1  no cgroup can be made, or a tool is missing or fails
  2  bad command line
"""
WORKER = str(Path(__file__).with_name("llama_cpp_worker.py"))
NETWORKS = {"llama": LLAMA, "tiny_decoder": TINY}


def likeliest_by_jax(name: str, weights: Path, tokens: list[int]) -> list[int]:
    """Returns the likeliest next token after each token; the caller holds the cache."""
    function, args = MODELS[name]()
    run = jax.jit(function)
    arrays = {
        key.removeprefix("weights['").removesuffix("']"): array
        for key, array in load_file(str(weights)).items()
    }
    keys, values = (np.zeros(arg.shape, np.float32) for arg in args[2:4])
    found = []
    for number, token in enumerate(tokens):
        position = np.int32(number)
        given = np.array([token], np.int32)
        logits, key, value = run(given, position, keys, values, arrays)
        keys[:, number : number + 1], values[:, number : number + 1] = key, value
        found.append(int(np.argmax(logits)))
    return found


def run_llama_cpp(
    gguf: Path, shape: Decoder, tokens: list[int], python: Path, limit: int | None
) -> dict[str, Any]:
    """Measures llama.cpp: with mmap in a cgroup, or with all weights in memory."""
    command = [str(python), WORKER, "run", str(gguf), "--tokens", json.dumps(tokens)]
    command += ["--context", str(shape.context)]
    drop_from_cache(gguf)
    return run_worker(command, "llama-cpp", limit, ["--mmap"])


def measure(options: Any) -> None:
    """Writes the times of calls, by limit and contender, at limits without
    measurements."""
    name, folder = options.model, options.folder
    shape = NETWORKS[name]
    state = State.open(folder / "measured.json", options)
    bench = make_bench(name, folder, state.target, options)
    gguf = folder / f"{name}.gguf"
    if not gguf.exists():
        command = [str(options.python), WORKER, "write", str(gguf)]
        command += ["--weights", str(bench.weights)]
        subprocess.run([*command, "--shape", json.dumps(asdict(shape))], check=True)
    random = np.random.default_rng(2)
    tokens = [int(n) for n in random.integers(0, shape.words, options.calls + 1)]
    expected = likeliest_by_jax(name, bench.weights, tokens)
    path = folder / "llama-cpp.json"
    content: dict[str, Any] = {"machine": describe_run(), "calls": options.calls}
    content |= {"rows": {}}
    if path.exists():
        content = json.loads(path.read_text(encoding="utf-8"))

    def run(limit: int | None) -> dict[str, Any]:
        with inside(options.alone):
            row = run_llama_cpp(gguf, shape, tokens, options.python, limit)
        if row.get("likeliest", expected) != expected:
            raise BenchmarkError(f"llama.cpp computes another network: {row}")
        return row

    for percent in options.limits:
        if str(percent) in content["rows"]:
            continue
        limit = bench.weight_bytes * percent // 100 // 4096 * 4096
        ours, memory = measure_limit(bench, limit, [OURS, IN_MEMORY])
        content["rows"][str(percent)] = {
            "llama.cpp, in memory": run(None),
            "llama.cpp, mmap": run(limit),
            "memplace, in memory": {"seconds": memory.seconds, "read": memory.read},
            "memplace": {"seconds": ours.seconds, "read": ours.read},
        }
        write_lines(path, content)
        write_lines(options.store / path.name, content)


def main() -> int:
    parser = plain_parser(__doc__, EPILOG)
    add: Any = parser.add_argument
    add("--python", type=Path, required=True, help="of opponents-requirements.txt")
    add("--folder", type=Path, required=True, help="of larger_than_memory.py")
    add_store(parser)
    add_turns(parser)
    add("--model", choices=sorted(NETWORKS), default="llama")
    add("--limits", nargs="+", type=int, default=[30, 50, 70, 90], help="percent")
    add("--calls", type=int, default=10, help="of each contender (default: 10)")
    add("--times", type=int, default=5, help="of calibration (default: 5)")
    add("--budget", type=int, default=300, help="of the plan's search (default: 300)")
    options = parser.parse_args()
    MemoryGroup("probe", 1 << 30).close()
    measure(options)
    print(f"wrote {options.store / 'llama-cpp.json'}")
    return 0


if __name__ == "__main__":
    run_main(main)
