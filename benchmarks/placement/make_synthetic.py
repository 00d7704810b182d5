#!/usr/bin/env python3
# ===- make_synthetic.py - Synthetic placement problems of any size -------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes a memplace-problem similar to a deep neural network: layers of ops, each of
which reads the previous activation, sometimes an older activation (a residual), and a
weight, and writes a new activation. Equal arguments give equal files, on any machine
and with any version of Python."""

import argparse
import gzip
import json
import sys


class Random:
    """splitmix64, since the numbers of Python's own generator may change."""

    def __init__(self, seed):
        self.state = seed & (2**64 - 1)

    def below(self, limit):
        self.state = (self.state + 0x9E3779B97F4A7C15) & (2**64 - 1)
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & (2**64 - 1)
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & (2**64 - 1)
        return (z ^ (z >> 31)) % limit

    def between(self, low, high):
        return low + self.below(high - low + 1)


def make_target(capacity):
    bandwidth = {
        "read_bytes_per_second": 614000000000,
        "write_bytes_per_second": 614000000000,
    }
    fast = {
        "read_bytes_per_second": 5000000000000,
        "write_bytes_per_second": 5000000000000,
    }
    return {
        "format": "memplace-target",
        "version": 1,
        "name": "synthetic",
        "tiers": [
            {"name": "fast", "capacity": capacity, "alignment": 512, **fast},
            {"name": "slow", "capacity": 2**50, "alignment": 512, **bandwidth},
        ],
        "default_tier": "slow",
        "channels": [
            {
                "name": "in",
                "from": "slow",
                "to": "fast",
                "bytes_per_second": 614000000000,
                "latency_ps": 0,
            },
            {
                "name": "out",
                "from": "fast",
                "to": "slow",
                "bytes_per_second": 614000000000,
                "latency_ps": 0,
            },
        ],
        "combine": "sum",
        "compute": {"flops_per_second": {"default": 137000000000000}, "launch_ps": 0},
    }


def make_problem(num_buffers, seed, capacity):
    """Half of the buffers are weights, each read by one op and sometimes by a later op
    (a shared embedding, or a backward pass); half are activations."""
    random = Random(seed)
    num_ops = max(1, num_buffers // 2)
    buffers = []
    ops = []
    activations = []  # (buffer, writing op)
    for step in range(num_ops):
        accesses = []

        def add(buffer, mode):
            size = buffers[buffer]["size"]
            accesses.append(
                {"buffer": buffer, "mode": mode, "bytes": size * random.between(1, 3)}
            )

        if 2 * step + 1 < num_buffers:
            buffers.append(
                {
                    "name": f"w{step}",
                    "size": 512 * random.between(1, 4096),
                    "begin": 0,
                    "end": num_ops,
                    "live_in": True,
                }
            )
            add(len(buffers) - 1, "read")
            # A few are used again much later.
            if step > 0 and random.below(50) == 0:
                older = 2 * random.below(step)
                if older != len(buffers) - 1:
                    add(older, "read")
        if activations:
            add(activations[-1][0], "read")
        if len(activations) > 8 and random.below(4) == 0:
            add(activations[-random.between(2, 8)][0], "read")
        last = step + 1 == num_ops
        output = {
            "name": f"a{step}",
            "size": 512 * random.between(1, 4096),
            "begin": step,
            "end": num_ops if last else step + 1,
        }
        if last:
            output["live_out"] = True
        buffers.append(output)
        add(len(buffers) - 1, "write")
        activations.append((len(buffers) - 1, step))
        moved = sum(access["bytes"] for access in accesses)
        # From compute-bound to memory-bound.
        compute = moved * random.between(0, 200) // 100 * 1000 // 614
        ops.append({"name": f"op{step}", "compute_ps": compute, "accesses": accesses})
    # An activation lives until its last read.
    for step, op in enumerate(ops):
        for access in op["accesses"]:
            buffer = buffers[access["buffer"]]
            buffer["end"] = max(buffer["end"], step + 1)
    return {
        "format": "memplace-problem",
        "version": 1,
        "name": f"synthetic-{num_buffers}-{seed}",
        "target": make_target(capacity),
        "buffers": buffers,
        "ops": ops,
        "loops": [],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("buffers", type=int, help="number of buffers, at least 2")
    parser.add_argument(
        "-o", "--output", required=True, help="file to write; .gz compresses"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--capacity",
        type=int,
        default=8 * 2**20,
        help="bytes of the fast tier (default: 8 MiB)",
    )
    arguments = parser.parse_args()
    if arguments.buffers < 2:
        sys.exit("error: at least 2 buffers, got %d" % arguments.buffers)
    text = json.dumps(
        make_problem(arguments.buffers, arguments.seed, arguments.capacity),
        separators=(",", ":"),
    )
    if arguments.output.endswith(".gz"):
        with open(arguments.output, "wb") as raw:
            with gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as file:
                file.write(text.encode())
    else:
        with open(arguments.output, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
