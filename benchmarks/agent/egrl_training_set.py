#!/usr/bin/env python3
# ===- egrl_training_set.py - What the policy of EGRL is trained on ---------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Makes the training set of the shipped policy.

    egrl_training_set.py --out DIR [--count N] [--seed N] [--map-seconds S]

Writes N networks of random shapes to files `DIR/*.problem.json.gz`: residual networks
with and without bottlenecks, plain and inverted convolutional networks, transformers,
dense and recurrent networks, of ten to some thousand nodes. Each is on nnpi-1000 with
random capacities and bandwidths, now and then without its LLC, or on another target of
the catalogue with a random capacity; some networks on other targets copy their weights.
None is a problem of benchmarks/problems. `DIR/maps.json` has the best whole-life map of
each that HiGHS finds in S seconds (see egrl_bound.py; 0: none), for `memplace-train
--teacher`. Equal seeds give equal problems; maps may depend on the machine if HiGHS
reaches its limit. The shipped policy, agent/checkpoints/maps.checkpoint:

    egrl_training_set.py --out=train --count=120 --seed=1 --map-seconds=0
    options="--algorithm=egrl --instances=train --ablation=evolution --replay=2"
    options="$options --entropy=0 --seed=2 --out=maps"
    memplace-train $options --maps=100 --rounds=1
    memplace-train $options --maps=0 --lessons=100 --draws=4 --learning-rate=0.001 \\
      --rounds=10
"""

from __future__ import annotations

import gzip
import json
import random
import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from agent.egrl_bound import best_map
from agent.egrl_problems import (
    MIB,
    Network,
    Value,
    conv,
    dense,
    elementwise,
    encoder,
    paper_target,
)
from support.command_line import plain_parser, run_main
from support.placements import ROOT

EPILOG = """\
exit codes:
  0  all files are written
  1  HiGHS fails
  2  bad command line
"""


def random_target(rng: random.Random) -> dict[str, Any]:
    """Returns nnpi-1000 with other capacities and bandwidths, now and then without its
    LLC."""
    target = paper_target()
    tiers = target["tiers"]
    tiers[0]["capacity"] = int(MIB * 2 ** rng.uniform(-1, 6)) // 64 * 64
    tiers[1]["capacity"] = int(MIB * 2 ** rng.uniform(2, 6)) // 64 * 64
    speeds = [68e9 * 2 ** rng.uniform(-1, 1)]
    for _ in range(2):
        speeds.insert(0, speeds[0] * 2 ** rng.uniform(2, 4))
    for tier, speed in zip(tiers, speeds, strict=True):
        tier["read_bytes_per_second"] = tier["write_bytes_per_second"] = int(speed)
    names = [tier["name"] for tier in tiers]
    for channel in target["channels"]:
        ends = (names.index(channel["from"]), names.index(channel["to"]))
        channel["bytes_per_second"] = int(speeds[max(ends)])
    if rng.random() < 0.15:
        del tiers[1]
        target["channels"] = [
            channel
            for channel in target["channels"]
            if "llc" not in (channel["from"], channel["to"])
        ]
    target["name"] = "random"
    return target


def catalogue_target(rng: random.Random) -> dict[str, Any]:
    """Returns a target of two tiers with another capacity of the fast tier."""
    name = rng.choice(["tpu-v4i", "tpu-v5e", "ethos-u65-high-end", "nnpi-1000"])
    path = ROOT / f"lib/Target/Catalogue/{name}.json"
    target: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    target.pop("sources", None)
    fast = target["tiers"][0]
    fast["capacity"] = max(2**16, int(MIB * 2 ** rng.uniform(-2, 6)) // 64 * 64)
    target["name"] = "random"
    return target


def residual(net: Network, rng: random.Random) -> None:
    """Stages of residual blocks, with or without bottlenecks."""
    has_bottleneck = rng.random() < 0.6
    width = rng.choice([32, 48, 64, 80, 96])
    size = rng.choice([128, 160, 192, 256, 288])
    x = conv(net, "stem", net.input("image", (size, size, 3)), width, 7, 2)
    x = conv(net, "stem2", x, width, 3, 2)
    for stage in range(rng.randint(2, 4)):
        inner = width << stage
        outer = inner * (rng.choice([2, 4]) if has_bottleneck else 1)
        for block in range(rng.randint(1, 30 if stage == 2 else 6)):
            stride = 2 if stage > 0 and block == 0 else 1
            at = f"s{stage}_{block}"
            shortcut = x
            if block == 0:
                shortcut = conv(net, at + "d", x, outer, 1, stride)
            y = conv(net, at + "a", x, inner, 1 if has_bottleneck else 3, stride)
            if has_bottleneck:
                y = conv(net, at + "b", y, inner, 3)
            x = conv(
                net, at + "c", y, outer, 1 if has_bottleneck else 3, shortcut=shortcut
            )
    finish(net, x, rng)


def plain(net: Network, rng: random.Random) -> None:
    """Consecutive convolutions, with dense layers at the end."""
    size = rng.choice([64, 96, 128, 192])
    x = net.input("image", (size, size, 3))
    width = rng.choice([24, 32, 48, 64])
    for stage in range(rng.randint(3, 5)):
        for layer in range(rng.randint(1, 4)):
            stride = 2 if layer == 0 else 1
            x = conv(net, f"s{stage}_{layer}", x, width << stage, 3, stride)
    finish(net, x, rng)


def inverted(net: Network, rng: random.Random) -> None:
    """Blocks that are wide inside, with a depthwise convolution in the middle."""
    size = rng.choice([128, 160, 224])
    width = rng.choice([16, 24, 32])
    x = conv(net, "stem", net.input("image", (size, size, 3)), width, 3, 2)
    for stage in range(rng.randint(3, 5)):
        outer = int(width * 1.6**stage)
        for block in range(rng.randint(1, 4)):
            at = f"s{stage}_{block}"
            y = conv(net, at + "e", x, 6 * x.shape[-1], 1)
            stride = 2 if block == 0 else 1
            rows = -(-y.shape[0] // stride)
            shape = (rows, rows, y.shape[-1])
            elements = shape[0] * shape[1] * shape[2]
            words = f"kernel=3x3 stride={stride} pad=1 groups={shape[2]}"
            y = net.add(
                at + "d",
                [y],
                shape,
                flops=18 * elements,
                weights=(3, 3, shape[2]),
                words=words,
            )
            shortcut = x if block > 0 else None
            x = conv(net, at + "p", y, outer, 1, shortcut=shortcut)
    finish(net, x, rng)


def finish(net: Network, x: Value, rng: random.Random) -> None:
    """The average over the picture, and dense layers."""
    features = x.shape[-1]
    x = net.add("avgpool", [x], (features,), flops=49 * features)
    for layer in range(rng.randint(0, 2)):
        x = dense(net, f"dense{layer}", x, rng.choice([512, 1024, 2048]))
    x = dense(net, "last", x, rng.choice([100, 1000, 4000]))
    net.add("softmax", [x], x.shape, flops=5 * x.shape[-1])


def perceptron(net: Network, rng: random.Random) -> None:
    """Dense layers of random widths, with a batch and some sums over two layers."""
    batch = rng.choice([1, 8, 32, 128, 256])
    x = net.input("rows", (batch, rng.choice([128, 512, 784])))
    widths = [rng.choice([256, 512, 768, 1024, 2048]) for _ in range(4)]
    before = None
    for layer in range(rng.choice([6, 12, 24, 100])):
        x = dense(net, f"dense{layer}", x, rng.choice(widths))
        if before is not None and before.shape == x.shape:
            x = elementwise(net, f"sum{layer}", [x, before])
        before = x


def recurrent(net: Network, rng: random.Random) -> None:
    """Layers that read the same weights in each time step, with a carried state."""
    width = rng.choice([128, 256, 512, 1024])
    layers, steps = rng.randint(1, 3), rng.choice([8, 16, 32])
    inputs = [net.input(f"x{step}", (1, width)) for step in range(steps)]
    for layer in range(layers):
        state = net.input(f"h{layer}", (1, width))
        weights = net.input(f"w{layer}", (2 * width, 4 * width))
        for step, x in enumerate(inputs):
            at = f"l{layer}_{step}"
            gates = net.add(
                at + "g", [x, state, weights], (1, 4 * width), flops=16 * width**2
            )
            state = elementwise(net, at + "h", [Value(gates.buffer, (1, width))], 10)
            inputs[step] = state
    finish(net, Value(inputs[-1].buffer, (width,)), rng)


def transformer(name: str, rng: random.Random) -> Network:
    """An encoder like BERT with few layers."""
    heads = rng.choice([2, 4, 8])
    width = heads * rng.choice([32, 64, 96])
    return encoder(
        name,
        rng.choice([1, 2, 4, 6, 8, 16, 20]),
        width,
        heads,
        rng.choice([32, 64, 128, 256, 384]),
        by_head=rng.random() < 0.4,
    )


FAMILIES = {
    "residual": residual,
    "plain": plain,
    "inverted": inverted,
    "perceptron": perceptron,
    "recurrent": recurrent,
}


def make_problem(number: int, seed: int) -> dict[str, Any]:
    """Returns the problem with a number."""
    rng = random.Random(seed * 1000 + number)
    families = ["residual", "residual", "transformer", "transformer", *FAMILIES]
    family = rng.choice(families)
    name = f"{family}{number}"
    if family == "transformer":
        net = transformer(name, rng)
    else:
        net = Network(name)
        FAMILIES[family](net, rng)
    is_other = rng.random() < 0.4
    target = catalogue_target(rng) if is_other else random_target(rng)
    # Chips of other speeds.
    slowdown = 2 ** rng.uniform(-2, 3)
    for op in net.ops:
        op["compute_ps"] = round(op["compute_ps"] * slowdown)
    problem = net.problem(target)
    if rng.random() < (0.5 if is_other else 0.1):
        problem["cyclic"] = False
    return problem


def main(arguments: list[str]) -> int:
    """Runs the script; see the module."""
    parser = plain_parser(__doc__, EPILOG)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--map-seconds", type=float, default=5)
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    maps: dict[str, list[int]] = {}
    for number in range(options.count):
        problem = make_problem(number, options.seed)
        if problem["cyclic"] and options.map_seconds > 0:  # Others copy weights.
            found = best_map(problem, problem["target"], options.map_seconds)
            if found:
                maps[problem["name"]] = found
        text = json.dumps(problem, separators=(",", ":"))
        path = options.out / f"{problem['name']}.problem.json.gz"
        path.write_bytes(gzip.compress(text.encode(), mtime=0))
        print(f"{path.name}: {len(problem['ops'])} ops", flush=True)
    (options.out / "maps.json").write_text(json.dumps(maps), encoding="utf-8")
    return 0


if __name__ == "__main__":
    run_main(lambda: main(sys.argv[1:]))
