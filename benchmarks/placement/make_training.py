#!/usr/bin/env python3
# ===- make_training.py - Random programs for the agent to learn from -----------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes placement problems of different difficulties: the number of readers of a
result and their distance, shared weights, equal or different sizes, forward only or
forward and backward, the room and the speeds of the tiers. An agent trained only on the
models of problems/tpu would memorise these. Equal arguments give equal files."""

import argparse
import gzip
import json
import pathlib
import sys

from make_synthetic import Random

SHAPES = ["chain", "graph", "blocks", "training"]


class Program:
    """A problem under construction: ops are added in order; a buffer lives from its
    first access to its last."""

    def __init__(self, random):
        self.random = random
        self.buffers = []
        self.ops = []
        self.smallest = 512 * random.between(1, 64)
        # 1: equal sizes; larger numbers spread the sizes.
        self.spread = random.between(1, 10)
        self.intensity = random.between(20, 400)

    def size(self):
        size = self.smallest
        for _ in range(self.random.below(self.spread)):
            size *= 2
        return 512 * max(1, size * self.random.between(8, 12) // 10 // 512)

    def buffer(self, kind, size=None, live_in=False):
        self.buffers.append(
            {
                "name": f"{kind}{len(self.buffers)}",
                "size": size or self.size(),
                "live_in": live_in,
            }
        )
        return len(self.buffers) - 1

    def op(self, reads, writes):
        again = 100 * self.random.between(1, 3)
        accesses = [
            {
                "buffer": b,
                "mode": "read",
                "bytes": self.buffers[b]["size"] * again // 100,
            }
            for b in dict.fromkeys(reads)
        ]
        accesses += [
            {"buffer": b, "mode": "write", "bytes": self.buffers[b]["size"]}
            for b in writes
        ]
        moved = sum(access["bytes"] for access in accesses)
        # Compute takes up to twice the time of slow memory.
        share = self.random.below(self.intensity) if self.random.below(3) else 0
        self.ops.append(
            {
                "name": f"op{len(self.ops)}",
                "compute_ps": moved * share // 200 * 1000 // 614,
                "accesses": accesses,
            }
        )

    def finish(self, name):
        last = len(self.ops)
        for buffer in self.buffers:
            buffer["begin"], buffer["end"] = last, 0
        for step, op in enumerate(self.ops):
            for access in op["accesses"]:
                buffer = self.buffers[access["buffer"]]
                buffer["begin"] = min(buffer["begin"], step)
                buffer["end"] = max(buffer["end"], step + 1)
        for buffer in self.buffers:
            if buffer.pop("live_in"):
                buffer.update(begin=0, end=last, live_in=True)
        for access in self.ops[-1]["accesses"]:
            if access["mode"] == "write":
                self.buffers[access["buffer"]]["live_out"] = True
        return {
            "format": "memplace-problem",
            "version": 1,
            "name": name,
            "target": self.target(),
            "buffers": self.buffers,
            "ops": self.ops,
            "loops": [],
        }

    def target(self):
        largest = max(buffer["size"] for buffer in self.buffers)
        total = sum(buffer["size"] for buffer in self.buffers)
        room = max(2 * largest, total * self.random.between(2, 35) // 100)
        slow = 614 * 10**9
        fast = slow * self.random.between(4, 16)
        channel = slow * self.random.between(50, 100) // 100

        def tier(name, capacity, rate):
            return {
                "name": name,
                "capacity": capacity,
                "alignment": 512,
                "read_bytes_per_second": rate,
                "write_bytes_per_second": rate,
            }

        def link(name, source, to):
            return {
                "name": name,
                "from": source,
                "to": to,
                "bytes_per_second": channel,
                "latency_ps": 0,
            }

        return {
            "format": "memplace-target",
            "version": 1,
            "name": "synthetic",
            "tiers": [tier("fast", room // 512 * 512, fast), tier("slow", 2**50, slow)],
            "default_tier": "slow",
            "channels": [link("in", "slow", "fast"), link("out", "fast", "slow")],
            "combine": "sum",
            "compute": {"flops_per_second": {"default": 137 * 10**12}, "launch_ps": 0},
        }


def add_chain(program, count, backward):
    """A network with residuals, some shared weights, and in some cases a backward pass
    that reads all activations again in reverse."""
    random = program.random
    shared = random.below(3)
    residual = random.between(0, 5)
    far = random.between(2, 12)
    weights, results = [], []
    tape = []
    for _ in range(count):
        reads = results[-1:]
        if weights and random.below(10) < shared:
            reads.append(weights[random.below(len(weights))])
        elif random.below(5):
            weights.append(program.buffer("w", live_in=True))
            reads.append(weights[-1])
        if len(results) > far and random.below(10) < residual:
            reads.append(results[-random.between(2, far)])
        results.append(program.buffer("a"))
        program.op(reads, [results[-1]])
        tape.append(reads)
    gradient = results[-1]
    for reads in reversed(tape if backward else []):
        before, gradient = gradient, program.buffer("g")
        program.op([before, *reads], [gradient])


def add_graph(program, count):
    """Any op may read any recent result."""
    random = program.random
    window = random.between(3, 40)
    results = [program.buffer("x", live_in=True) for _ in range(random.between(1, 20))]
    for _ in range(count):
        recent = results[-window:]
        reads = [recent[random.below(len(recent))] for _ in range(random.between(1, 3))]
        results.append(program.buffer("a"))
        program.op(reads, [results[-1]])


def add_blocks(program, count):
    """Blocks of matrices: sums of some blocks make others of equal size, which are read
    several times."""
    random = program.random
    size = program.size()
    matrices = [program.buffer("m", 16 * size, live_in=True) for _ in range(2)]
    pool = []
    sums = count // 3
    for _ in range(sums):
        pool.append(program.buffer("s", size))
        program.op(matrices[: random.between(1, 2)], [pool[-1]])
    for _ in range(sums):
        reads = [pool[random.below(sums)] for _ in range(2)]
        pool.append(program.buffer("p", size))
        program.op(reads, [pool[-1]])
    for _ in range(sums):
        reads = [pool[sums + random.below(sums)] for _ in range(random.between(2, 6))]
        program.op(reads, [program.buffer("c", size)])


def make_problem(seed):
    random = Random(seed)
    shape = SHAPES[seed % len(SHAPES)]
    program = Program(random)
    count = random.between(20, 160)
    if shape == "graph":
        add_graph(program, count)
    elif shape == "blocks":
        add_blocks(program, count)
    else:
        add_chain(program, count, backward=shape == "training")
    return program.finish(f"synthetic_{shape}_{seed}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, help="number of problems, at least 1")
    parser.add_argument(
        "-o",
        "--output",
        type=pathlib.Path,
        required=True,
        help="folder to write to, made if needed",
    )
    parser.add_argument("--seed", type=int, default=0, help="the first one's")
    arguments = parser.parse_args()
    if arguments.count < 1:
        sys.exit(f"error: at least 1 problem, got {arguments.count}")
    arguments.output.mkdir(parents=True, exist_ok=True)
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        problem = make_problem(seed)
        text = json.dumps(problem, separators=(",", ":")).encode()
        path = arguments.output / f"{problem['name']}.problem.json.gz"
        path.write_bytes(gzip.compress(text, mtime=0))


if __name__ == "__main__":
    main()
