#!/usr/bin/env python3
# ===- measure_machine.py - What a GPU and its way to the host's memory can do ---===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""measure_machine.py OUT.json: measures, on the first GPU, the numbers of the target
`h200-offload`, and the costs of pieces of products. Needs a Python with PyTorch and CuPy
for CUDA, but not memplace. page.py writes the page."""

import datetime
import json
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cupy
import torch

KIB, MIB = 1 << 10, 1 << 20
COPIES = [4 * KIB, 64 * KIB, MIB, 4 * MIB, 16 * MIB, 64 * MIB, 256 * MIB, 1024 * MIB]
RUNS = [256, 512, KIB, 2 * KIB, 4 * KIB, 8 * KIB, 16 * KIB, 64 * KIB]
# Rows, terms and columns of products.
PRODUCTS = [
    (8192, 8192, 8192),
    (2048, 8192, 8192),
    (4096, 4096, 4096),
    (64, 8192, 8192),
]
PIECES = (2, 4, 8, 16)
TIMES = 15


def seconds_of(work: Callable[[], Any], times: int = TIMES) -> list[float]:
    """Returns GPU seconds of `work` alone, measured by events, without two warm-up
    runs."""
    found = []
    for _ in range(times + 2):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        torch.cuda.synchronize()
        begin.record()
        work()
        end.record()
        end.synchronize()
        found.append(begin.elapsed_time(end) / 1e3)
    return sorted(found[2:])


def spread(found: list[float]) -> dict[str, float]:
    """Returns median, least and largest number, seconds."""
    return {"median": statistics.median(found), "least": found[0], "largest": found[-1]}


def captured(work: Callable[[], Any]) -> Callable[[], Any]:
    """Returns `work` as a CUDA graph, so that the CPU takes no part in launches."""
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        for _ in range(2):
            work()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph.replay


def measure_copies() -> dict[str, Any]:
    """Copies of pinned memory, by size: alone, and in a sequence of many."""
    near = torch.empty(COPIES[-1], dtype=torch.uint8, device="cuda")
    far = torch.empty(COPIES[-1], dtype=torch.uint8, pin_memory=True)
    far.fill_(1)
    result: dict[str, Any] = {}
    for name, to, source in (("in", near, far), ("out", far, near)):
        for size in COPIES:
            count = max(1, min(64, COPIES[-1] // size))

            def copy(index: int = 0) -> None:
                span = slice(index * size, (index + 1) * size)
                to[span].copy_(source[span], non_blocking=True)

            def row() -> None:
                for index in range(count):
                    copy(index)

            many = [seconds / count for seconds in seconds_of(captured(row), 5)]
            result[f"{name} {size}"] = {
                "one": spread(seconds_of(copy)),
                "one of many": spread(many),
            }

    # Both directions at once.
    other_near, other_far = torch.empty_like(near), torch.empty_like(far).pin_memory()
    side = torch.cuda.Stream()

    def both() -> None:
        side.wait_stream(torch.cuda.current_stream())
        near.copy_(far, non_blocking=True)
        with torch.cuda.stream(side):
            other_far.copy_(other_near, non_blocking=True)
        torch.cuda.current_stream().wait_stream(side)

    result[f"both {COPIES[-1]}"] = {"one": spread(seconds_of(both, 5))}
    return result


def measure_strided() -> dict[str, Any]:
    """Copies of 64 MiB in rows of different lengths, every fourth row of the host's
    memory."""
    total = 64 * MIB
    runtime = cupy.cuda.runtime
    far = torch.empty(4 * total, dtype=torch.uint8, pin_memory=True)
    near = torch.empty(total, dtype=torch.uint8, device="cuda")
    result = {}
    for name in ("in", "out"):
        for run in RUNS:
            kind = 1 if name == "in" else 2  # cudaMemcpyHostToDevice, DeviceToHost.
            ends = [(near.data_ptr(), run), (far.data_ptr(), 4 * run)]
            (to, to_pitch), (source, pitch) = ends if name == "in" else ends[::-1]

            def copy() -> None:
                stream = torch.cuda.current_stream().cuda_stream
                runtime.memcpy2DAsync(
                    to, to_pitch, source, pitch, run, total // run, kind, stream
                )

            result[f"{name} {run}"] = spread(seconds_of(copy, 5))
    return result


def measure_memory() -> dict[str, Any]:
    """The GPU's own memory, and host memory read by kernels, 4 GiB and 256 MiB."""
    x = torch.rand(1024 * MIB, device="cuda")
    y = torch.empty_like(x)
    far = torch.rand(64 * MIB).pin_memory()
    pointer = cupy.cuda.MemoryPointer(
        cupy.cuda.UnownedMemory(far.data_ptr(), far.nbytes, far), 0
    )
    host = cupy.ndarray(far.shape, cupy.float32, pointer)
    near = cupy.empty(far.shape, cupy.float32)
    with cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
        cupy_results = {
            "kernel reads host": spread(
                seconds_of(lambda: cupy.add(host, 1, out=near), 5)
            ),
            "kernel writes host": spread(
                seconds_of(lambda: cupy.add(near, 1, out=host), 5)
            ),
        }
    return {
        "read": spread(seconds_of(lambda: torch.amax(x))),
        "write": spread(seconds_of(lambda: y.zero_())),
        "copy": spread(seconds_of(lambda: y.copy_(x))),
        "bytes": x.nbytes,
        **cupy_results,
        "host bytes": far.nbytes,
    }


def measure_launches() -> dict[str, Any]:
    """A sequence of a thousand small kernels; seconds of each."""
    x = torch.zeros(1, device="cuda")

    def row() -> None:
        for _ in range(1000):
            x.add_(1)

    return {
        "stream": spread([s / 1000 for s in seconds_of(row, 5)]),
        "graph": spread([s / 1000 for s in seconds_of(captured(row), 5)]),
    }


def operands(
    shape: tuple[int, int, int], dtype: torch.dtype
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Returns random factors and memory for their product."""
    rows, terms, columns = shape
    a = torch.randn(rows, terms, device="cuda").to(dtype)
    b = torch.randn(terms, columns, device="cuda").to(dtype)
    return a, b, torch.empty(rows, columns, device="cuda", dtype=dtype)


def measure_products() -> dict[str, Any]:
    """Products of 8192 rows, terms and columns, by element type."""
    result = {}
    for name, dtype in (
        ("f32", torch.float32),
        ("tf32", torch.float32),
        ("f16", torch.float16),
        ("bf16", torch.bfloat16),
    ):
        torch.backends.cuda.matmul.allow_tf32 = name == "tf32"
        a, b, c = operands(PRODUCTS[0], dtype)
        result[name] = spread(seconds_of(lambda: torch.mm(a, b, out=c), 7))
    torch.backends.cuda.matmul.allow_tf32 = False
    return {"shape": PRODUCTS[0], **result}


def measure_pieces() -> list[dict[str, Any]]:
    """Products of bf16 cut into pieces, one kernel each: along rows, so that each piece
    reads the second factor again, and along columns, with separate factors.
    """
    result = []
    for shape in PRODUCTS:
        a, b, c = operands(shape, torch.bfloat16)
        whole = spread(seconds_of(captured(lambda: torch.mm(a, b, out=c))))
        for count in PIECES:
            for along in ("rows", "columns"):
                if along == "rows":
                    parts = list(zip(a.chunk(count), [b] * count, c.chunk(count)))
                else:
                    columns = [part.contiguous() for part in b.chunk(count, 1)]
                    parts = list(zip([a] * count, columns, c.chunk(count, 1)))

                def work() -> None:
                    for left, right, out in parts:
                        torch.mm(left, right, out=out)

                found = spread(seconds_of(captured(work)))
                result.append(
                    {
                        "shape": shape,
                        "along": along,
                        "pieces": count,
                        "whole": whole,
                        "cut": found,
                    }
                )
    # Element-wise ops, whose pieces repeat no reads.
    for size in (16 * MIB, 256 * MIB):
        x = torch.rand(size, device="cuda").to(torch.bfloat16)
        y = torch.empty_like(x)
        whole = spread(seconds_of(captured(lambda: torch.tanh(x, out=y))))
        for count in PIECES:
            pairs = list(zip(x.chunk(count), y.chunk(count)))

            def work() -> None:
                for source, out in pairs:
                    torch.tanh(source, out=out)

            found = spread(seconds_of(captured(work)))
            result.append(
                {
                    "shape": [size],
                    "along": "tanh",
                    "pieces": count,
                    "whole": whole,
                    "cut": found,
                }
            )
    return result


def measure_together() -> dict[str, Any]:
    """Ops while 1 GiB is copied in, and while 1 GiB is copied out: the mutual slowdown."""
    a, b, c = operands(PRODUCTS[0], torch.bfloat16)
    x = torch.rand(512 * MIB, device="cuda")
    y = torch.empty_like(x)
    near = torch.empty(COPIES[-1], dtype=torch.uint8, device="cuda")
    far = torch.empty(COPIES[-1], dtype=torch.uint8, pin_memory=True)
    side = torch.cuda.Stream()
    works = {
        "product": lambda: torch.mm(a, b, out=c),
        "copy inside": lambda: y.copy_(x),
    }
    result: dict[str, Any] = {}
    for name, work in works.items():
        result[name] = {"alone": spread(seconds_of(work, 10))}
        for way, (to, source) in {"in": (near, far), "out": (far, near)}.items():

            def many() -> list[float]:
                """Seconds of each op during a copy, and, last, of the copy."""
                events = [torch.cuda.Event(enable_timing=True) for _ in range(11)]
                ends = [torch.cuda.Event(enable_timing=True) for _ in range(2)]
                torch.cuda.synchronize()
                with torch.cuda.stream(side):
                    ends[0].record()
                    to.copy_(source, non_blocking=True)
                    ends[1].record()
                for event in events[:-1]:
                    event.record()
                    work()
                events[-1].record()
                torch.cuda.synchronize()
                found = [p.elapsed_time(q) / 1e3 for p, q in zip(events, events[1:])]
                return [*found, ends[0].elapsed_time(ends[1]) / 1e3]

            rounds = [many() for _ in range(5)][1:]
            ops = sorted(seconds for found in rounds for seconds in found[1:-1])
            result[name][way] = {
                "op": spread(ops),
                "transfer": spread(sorted(found[-1] for found in rounds)),
            }
    return result


def main() -> int:
    path = Path(sys.argv[1])
    properties = torch.cuda.get_device_properties(0)
    found: dict[str, Any] = {
        "date": datetime.date.today().isoformat(),
        "name": properties.name,
        "bytes": properties.total_memory,
        "torch": torch.__version__,
        "cuda": torch.version.cuda,
    }
    for name, measure in (
        ("copies", measure_copies),
        ("strided", measure_strided),
        ("memory", measure_memory),
        ("launches", measure_launches),
        ("products", measure_products),
        ("pieces", measure_pieces),
        ("together", measure_together),
    ):
        try:
            found[name] = measure()
        except Exception as error:  # Unsupported by the driver; the rest is measured.
            found[name] = None
            print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
        print(f"{name}: done", flush=True)
        torch.cuda.empty_cache()
        path.write_text(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
