#!/usr/bin/env python3
# ===- activations.py - Activations and weights of int8 in limited memory --------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Measures calls of two networks in memory cgroups: a U-Net with small weights and large
activations, which memplace.serve writes to a scratch file and reads back, and a decoder
with weights of int8, which the program widens. Writes activations.json to the store,
from which larger_than_memory.py makes a part of its page. Needs root, or writable
cgroups. Run with PYTHONPATH=build/python .venv/bin/python."""

import contextlib
import json
import os
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/
os.environ["JAX_PLATFORMS"] = "cpu"
# On a busy machine OpenBLAS threads wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import jax
import jax.numpy as jnp
import numpy as np
from cgroup import MemoryGroup
from hand_made import plan_prefix_and_double_buffer, plan_prefix_and_one_buffer
from measured import add_store, describe_run, write_lines
from memplace.errors import MemplaceError
from memplace.importers import from_jax
from memplace.serving.calibrate import calibrate
from memplace.serving.target import without_writes
from memplace.serving.server import ServeOptions, Server, make_server
from memplace.serving.session import ReadOptions
from models import PAGE, drop_from_cache
from page_parts import read_measured
from support.command_line import plain_parser, run_main

EPILOG = """\
exit codes:
  0  measured
  1  no cgroup can be made, or a tool is missing or fails
  2  bad command line
"""
IN_MEMORY = "in memory, no limit"
NO_SCRATCH = "in memory, in the limit"
OURS = "memplace"
Network = tuple[Callable[..., Any], tuple[Any, ...]]


def shapes_of(shapes: list[tuple[int, ...]], dtype: str) -> list[Any]:
    return [jax.ShapeDtypeStruct(shape, dtype) for shape in shapes]


def unet(size: int, channels: int, levels: int, blocks: int) -> Network:
    """A U-Net as in diffusion models: results of blocks in the first half wait for
    their counterparts in the second."""

    def convolve(x: Any, w: Any, stride: int = 1) -> Any:
        layout = ("NHWC", "HWIO", "NHWC")
        y = jax.lax.conv_general_dilated(
            x, w, (stride, stride), "SAME", dimension_numbers=layout
        )
        return jax.nn.relu(y)

    def grow(x: Any) -> Any:
        n, h, w, c = x.shape
        wide = jnp.broadcast_to(x[:, :, None, :, None, :], (n, h, 2, w, 2, c))
        return wide.reshape(n, 2 * h, 2 * w, c)

    def run(x: Any, weights: list[Any]) -> Any:
        rest, skips = iter(weights), []
        x = convolve(x, next(rest))
        for _ in range(levels):
            for _ in range(blocks):
                x = convolve(x, next(rest))
                skips.append(x)
            x = convolve(x, next(rest), 2)
        for _ in range(levels):
            x = grow(convolve(x, next(rest)))
            for _ in range(blocks):
                x = convolve(x, next(rest)) + skips.pop()
        return x.mean((1, 2))

    shapes: list[tuple[int, ...]] = [(3, 3, 3, channels)]
    widths = [channels << level for level in range(levels + 1)]
    for width in widths[:-1]:
        shapes += [(3, 3, width, width)] * blocks + [(3, 3, width, 2 * width)]
    for width in reversed(widths[:-1]):
        shapes += [(3, 3, 2 * width, width)] + [(3, 3, width, width)] * blocks
    image = jax.ShapeDtypeStruct((1, size, size, 3), "float32")
    return run, (image, shapes_of(shapes, "float32"))


def int8(width: int, layers: int, rows: int) -> Network:
    """Layers of int8 with a scale for each column, as in quantised decoders."""

    def run(x: Any, weights: list[Any], scales: list[Any]) -> Any:
        for w, scale in zip(weights, scales):
            x = jnp.tanh(x @ (w.astype(jnp.float32) * scale))
        return x

    return run, (
        jax.ShapeDtypeStruct((rows, width), "float32"),
        shapes_of([(width, width)] * layers, "int8"),
        shapes_of([(width,)] * layers, "float32"),
    )


def write_weights(args: tuple[Any, ...], path: Path) -> int:
    """Writes random weights, with data from a multiple of 4096 bytes on; returns their
    bytes."""
    random = np.random.default_rng(0)
    header: dict[str, Any] = {}
    arrays, offset = [], 0
    for number, shape in enumerate(args[1]):
        is_narrow = shape.dtype == np.int8
        if is_narrow:
            array = random.integers(-127, 128, shape.shape, np.int8)
        else:
            fan = np.float32(np.prod(shape.shape[:-1]) / 2)
            array = random.standard_normal(shape.shape, np.float32) / np.sqrt(fan)
        header[f"weights[{number}]"] = {
            "dtype": "I8" if is_narrow else "F32",
            "shape": list(shape.shape),
            "data_offsets": [offset, offset + array.nbytes],
        }
        offset += array.nbytes
        arrays.append(array)
    text = json.dumps(header).encode()
    text += b" " * (-(8 + len(text)) % PAGE)
    with path.open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for array in arrays:
            file.write(array.tobytes())
        file.flush()
        os.fsync(file.fileno())
    return offset


def inputs_of(args: tuple[Any, ...]) -> list[bytes]:
    """Returns the arguments of a call besides the weights."""
    random = np.random.default_rng(1)
    contents = [random.standard_normal(args[0].shape, np.float32)]
    for scales in args[2:]:
        # Keeps numbers from vanishing or growing from layer to layer.
        value = np.float32(1 / (73 * np.sqrt(args[0].shape[-1])))
        contents += [np.full(scale.shape, value, np.float32) for scale in scales]
    return [content.tobytes() for content in contents]


def call(server: Server, inputs: list[bytes], row: dict[str, Any]) -> None:
    """Makes a call and adds its cost."""
    done = server.call(inputs)
    record = server.record(done)
    if row.setdefault("hash", hash(b"".join(map(bytes, done.outputs)))) != hash(
        b"".join(map(bytes, done.outputs))
    ):
        raise MemplaceError(f"{row['name']} computes other bits than in its first call")
    row["seconds"].append(record["seconds"])
    for name in ("read_bytes", "write_bytes", "high_water_bytes", "predicted_seconds"):
        row[name] = record[name]


@contextlib.contextmanager
def limited(server: Server, name: str, limit: int | None) -> Iterator[None]:
    """Moves the process into a cgroup after compiling and before the first call:
    compiling alone may exceed the limit."""
    assert server.session is not None, "it was just started"
    group = MemoryGroup(name, limit or 0)
    try:
        procs = group.path / "cgroup.procs"
        procs.write_text(str(server.session.process.pid), encoding="utf-8")
        yield
    finally:
        server.close()
        group.close()


def measure_limit(
    name: str, network: Network, limit: int | None, ways: dict[str, Any], options: Any
) -> list[dict[str, Any]]:
    """Measures contenders alternately, after an uncounted call each."""
    function, args = network
    weights = options.folder / f"{name}.safetensors"
    memref, inputs = from_jax(function, *args), inputs_of(args)
    rows: list[dict[str, Any]] = []
    with contextlib.ExitStack() as stack:
        running = []
        for way, chosen in ways.items():
            row = {"name": way, "limit": limit, "seconds": []}
            rows.append(row)
            serve = replace(chosen, costs=str(options.folder / f"{name}-costs.json"))
            drop_from_cache(weights)
            try:
                server = make_server(memref, name, str(weights), serve)
                stack.callback(server.close)
                if way != IN_MEMORY:
                    stack.enter_context(limited(server, f"{name}-{len(rows)}", limit))
                call(server, inputs, row)
            except MemplaceError as error:
                row["reason"] = " ".join(str(error).split())[:200]
                print(f"  {way}: {row['reason']}", flush=True)
                continue
            row["seconds"].clear()
            running.append((server, row))
        for number in range(options.calls):
            for server, row in running[:: 1 if number % 2 else -1]:
                call(server, inputs, row)
        if len({row["hash"] for _, row in running}) > 1:
            raise MemplaceError(f"{name}: not all compute the same bits")
        for _, row in running:
            print(f"  {row['name']}: {statistics.median(row['seconds']):.3f} s")
    for row in rows:
        row.pop("hash", None)
    return rows


def ways_of_unet(limit: int, target: dict[str, Any], folder: str) -> dict[str, Any]:
    """Returns the ways to run each contender for activations."""
    plain = ServeOptions(None, without_writes(target))
    return {
        IN_MEMORY: plain,
        NO_SCRATCH: plain,
        OURS: ServeOptions(limit, target, scratch=folder),
    }


def ways_of_int8(limit: int, target: dict[str, Any], _: str) -> dict[str, Any]:
    """Returns the ways to run each contender for weights."""
    plain = ServeOptions(None, without_writes(target), piece_bytes=0)
    limited = replace(plain, memory=limit)
    return {
        IN_MEMORY: plain,
        "mmap": replace(plain, reads=ReadOptions(is_mapped=True)),
        "prefix kept, double buffer": replace(
            limited, choose=plan_prefix_and_double_buffer
        ),
        "prefix kept, one buffer": replace(limited, choose=plan_prefix_and_one_buffer),
        OURS: replace(limited, piece_bytes=None),
    }


NETWORKS: dict[str, tuple[Network, Network, Any]] = {
    "unet": (unet(384, 32, 2, 3), unet(64, 8, 2, 3), ways_of_unet),
    "int8": (int8(3072, 24, 8), int8(512, 6, 2), ways_of_int8),
}


def measure(options: Any) -> dict[str, Any]:
    """Returns the measurements by network and percent of its memory."""
    machine = describe_run()
    target = calibrate(str(options.folder), times=3, scratch=str(options.folder))
    networks: dict[str, Any] = {}
    for name in options.networks:
        network, tiny, ways = NETWORKS[name]
        chosen = tiny if options.tiny else network
        weight_bytes = write_weights(chosen[1], options.folder / f"{name}.safetensors")
        costs = str(options.folder / f"{name}-costs.json")
        Path(costs).unlink(missing_ok=True)  # Measured on another day, or under other load.
        everything = ServeOptions(None, without_writes(target), costs)
        whole = make_server(
            from_jax(chosen[0], *chosen[1]),
            name,
            str(options.folder / f"{name}.safetensors"),
            everything,
        )
        with whole:
            arena = whole.plan.arena_bytes
            total = whole.overhead + weight_bytes + arena + whole.model.caller_bytes()
        print(f"{name}: {total / 1e6:.1f} MB in memory", flush=True)
        found: dict[str, Any] = {}
        for percent in options.limits:
            limit = total * percent // 100 // PAGE * PAGE
            print(f" {percent} %: {limit / 1e6:.1f} MB", flush=True)
            of_limit = ways(limit, target, str(options.folder))
            found[str(percent)] = measure_limit(name, chosen, limit, of_limit, options)
        networks[name] = {
            "machine": machine,
            "calls": options.calls,
            "write_speed": target["tiers"][1]["write_bytes_per_second"],
            "weight_bytes": weight_bytes,
            "arena_bytes": arena,
            "total_bytes": total,
            "limits": found,
        }
    return networks


def main() -> int:
    parser = plain_parser(__doc__, EPILOG)
    add: Any = parser.add_argument
    add("--folder", type=Path, required=True, help="for files")
    add_store(parser)
    add("--calls", type=int, default=10, help="of each contender (default: 10)")
    add("--limits", nargs="+", type=int, default=[50, 60, 70, 80], help="percent")
    add("--networks", nargs="+", choices=list(NETWORKS), default=list(NETWORKS))
    add("--tiny", action="store_true", help="small networks, as a test")
    options = parser.parse_args()
    MemoryGroup("probe", 1 << 30).close()
    path = options.store / "activations.json"
    before = read_measured(path).get("networks", {})
    found = {**before, **measure(options)}
    write_lines(
        path, {"networks": {name: found[name] for name in NETWORKS if name in found}}
    )
    print(f"wrote {path}")
    return 0


if __name__ == "__main__":
    run_main(main)
