#!/usr/bin/env python3
# ===- make_packing.py - Packing problems of any size ---------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Makes packing problems of any size: make_packing.py KIND COUNT [--seed=N] [-o FILE]

KIND is the kind of difficulty:

  random    random live ranges and sizes, shorter ones for larger buffers; full in waves
  training  checkpoints that live long under nested segments, which are recomputed
  trace     nested scopes as in a compiler's trace, each level with its own sizes

Equal arguments give the same file (MiniMalloc's CSV, docs/guide/packing.md).
"""

import argparse
import heapq
import itertools
import math
import random
import sys

KIB = 1024


class Live:
    """Tracks the live bytes, to keep the load at its target."""

    def __init__(self):
        self.ends = []
        self.load = 0

    def add(self, begin, end, size):
        heapq.heappush(self.ends, (end, size))
        self.load += size
        return begin, end, size

    def advance(self, step):
        """Removes buffers that have died; returns the load."""
        while self.ends and self.ends[0][0] <= step:
            self.load -= heapq.heappop(self.ends)[1]
        return self.load


def random_buffers(rng, count):
    """Short lives for large buffers: the product of size and life varies little, and
    the load is full at all steps except for short dips."""
    live = Live()
    target = max(40, count // 40) * 64 * KIB
    step = 0
    while True:
        wave = 0.4 * abs(math.sin(math.pi * step / 500))
        while live.advance(step) < target * (1 - wave):
            length = 1 + int(math.exp(rng.uniform(0, math.log(3000))))
            size = 64 * (1 + int(rng.uniform(0.5, 1) * 200 * KIB / length / 8))
            yield live.add(step, step + length, size)
        step += 1


def training_buffers(rng, count):
    """Training with checkpoints. A forward pass keeps one small buffer for each
    segment. The backward pass recomputes the segments, last first; the buffers of each
    segment nest and reach the same load in each segment."""
    segments = max(4, count // 50)  # A few more than needed.
    target = segments * 3000 * KIB
    checkpoint = [64 * rng.randrange(4 * KIB, 24 * KIB) for _ in range(segments)]
    step = 2 * segments
    kept = sum(checkpoint)
    for segment in reversed(range(segments)):
        layers = rng.randrange(16, 40)
        shares = [rng.uniform(0.1, 1) ** 3 for _ in range(layers)]
        room = target - kept
        for layer, share in enumerate(shares):
            size = int(room * share / sum(shares)) // 64 * 64
            yield step + layer, step + 2 * layers - layer, max(64, size)
            if layer < layers - 1:  # Scratch during lower load.
                size = int(
                    room * sum(shares[layer + 1 :]) / sum(shares) * rng.uniform(0.5, 1)
                )
                yield step + layer, step + layer + 1, max(64, size // 64 * 64)
        step += 2 * layers
        yield 2 * segment, step, checkpoint[segment]
        kept -= checkpoint[segment]


def trace_buffers(rng, count):
    """Nested scopes of a compiler: operations in layers, in blocks, in phases. Buffers
    of a scope live until the scope ends. Each level of scopes has a dozen sizes; levels
    with longer lives have smaller buffers. The load is full only at the start of each
    phase."""
    lives = [2**level for level in range(12)]
    # Number of live buffers at the lowest level; each level has twice as many.
    width = 4 * count / 100_000
    target = max(40, count // 40) * 64 * KIB
    sizes = [
        [
            64
            * max(
                1,
                round(
                    target / len(lives) / (width * life) * rng.uniform(0.5, 1.5) / 64
                ),
            )
            for _ in range(12)
        ]
        for life in lives
    ]
    # Equal bytes at each level, on average.
    weights = [len(own) / (life * sum(own)) for own, life in zip(sizes, lives)]
    live = Live()
    step = 0
    while True:
        wave = 0.7 * abs(math.sin(math.pi * step / 500))
        while live.advance(step) < target * (1 - wave):
            level = rng.choices(range(len(lives)), weights)[0]
            end = (step // lives[level] + 1) * lives[level]
            yield live.add(step, end, rng.choice(sizes[level]))
        step += 1


KINDS = {"random": random_buffers, "training": training_buffers, "trace": trace_buffers}


def make(kind, count, seed=0):
    """Yields the CSV line by line."""
    rng = random.Random(f"{kind} {count} {seed}")
    yield "id,lower,upper,size\n"
    for index, (begin, end, size) in enumerate(
        itertools.islice(KINDS[kind](rng, count), count)
    ):
        yield f"{index},{begin},{max(end, begin + 1)},{size}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=sorted(KINDS))
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", default="-")
    options = parser.parse_args()
    lines = make(options.kind, options.count, options.seed)
    if options.output == "-":
        sys.stdout.writelines(lines)
        return
    with open(options.output, "w", encoding="ascii") as file:
        file.writelines(lines)


if __name__ == "__main__":
    main()
