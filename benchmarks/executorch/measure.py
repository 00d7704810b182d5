# ===- measure.py - One network, planned by ExecuTorch and by memplace --------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Exports a network of networks.py to ExecuTorch with several plans, runs the programs,
and prints a line of JSON: measure.py NETWORK."""

from __future__ import annotations

import copy
import hashlib
import json
import logging
import math
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)

import memplace_pack
import networks
import torch
from executorch.exir import ExecutorchBackendConfig, to_edge
from executorch.exir.banked_memory_planning import (
    Bank,
    BankedGreedy,
    BankPlacementError,
    TargetMemoryMap,
)
from executorch.exir.memory_planning import (
    MemoryPlanningAlgorithmSuite,
    greedy,
    naive,
)
from executorch.exir.passes import MemoryPlanningPass
from executorch.exir.tensor import enum_to_scalar_map
from executorch.extension.pybindings.portable_lib import (
    _load_for_executorch_from_buffer as load,
)
from memplace.executorch import Planner

# Bytes of the fast bank, as parts of the arena that ExecuTorch needs.
SHARES = (0.25, 0.5, 0.75)
UNLIMITED = 1 << 40


class NotedPacker:
    """memplace_pack.pack_banks, which notes whether its last plan is proven optimal, and
    the proven bound on the cost of any plan."""

    def __init__(self) -> None:
        self.pack_banks = memplace_pack.pack_banks
        self.optimal = False
        self.bound = 0
        memplace_pack.pack_banks = self

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        plan = self.pack_banks(*arguments, **options)
        self.optimal = plan.optimal
        # The cost of a plan is the bytes accessed in the slow bank.
        self.bound = math.ceil(plan.cost_bound - 1e-6)
        return plan


@dataclass
class Timed:
    """An algorithm that notes its time and its tensors.

    seconds: of all calls.
    tensors: (first step, last step, bytes) of each.
    """

    algorithm: Callable[..., list[int]]
    seconds: float = 0.0
    tensors: list[tuple[int, int, int]] = field(default_factory=list)

    def __call__(self, alignment: int, specs: Any, *others: Any) -> list[int]:
        specs = list(specs)
        start = time.perf_counter()
        sizes = self.algorithm(alignment, specs, *others)
        self.seconds += time.perf_counter() - start
        self.tensors += [(*spec.lifetime, spec.allocated_memory) for spec in specs]
        return sizes


@dataclass(frozen=True)
class Lowered:
    """A program with a plan.

    sizes: bytes of each arena. accessed: bytes accessed in each arena.
    outputs: digest of the outputs.
    """

    sizes: list[int]
    accessed: list[int]
    seconds: float
    outputs: str
    tensors: list[tuple[int, int, int]]


def values_of(plan: Any, ids: list[int]) -> Iterator[int]:
    """Yields the numbers of the tensors among values, and in lists among them."""
    for number in ids:
        if number < 0:
            continue
        items = getattr(plan.values[number].val, "items", None)
        if items is not None and "Tensor" in type(plan.values[number].val).__name__:
            yield from values_of(plan, items)
        elif hasattr(plan.values[number].val, "allocation_info"):
            yield number


def bytes_accessed(plan: Any) -> list[int]:
    """Returns the bytes accessed in each arena: each instruction accesses each of its
    tensors once, and the caller accesses inputs and outputs once."""
    total = [0] * len(plan.non_const_buffer_sizes)
    accesses = [plan.inputs, plan.outputs]
    for chain in plan.chains:
        accesses += [
            getattr(instruction.instr_args, "args", [])
            for instruction in chain.instructions
        ]
    for ids in accesses:
        for number in set(values_of(plan, ids)):
            tensor = plan.values[number].val
            if tensor.allocation_info is not None:
                count = 1
                for size in tensor.sizes:
                    count *= size
                bytes_each = enum_to_scalar_map[tensor.scalar_type].itemsize
                total[tensor.allocation_info.memory_id] += count * bytes_each
    return total


def lower(
    edge: Any, inputs: Any, algorithm: Callable[..., list[int]], runs: int = 1
) -> Lowered:
    """Returns a program with the plan of an algorithm, and the outputs of its last
    run."""
    timed = Timed(algorithm)
    memory_pass = MemoryPlanningPass(memory_planning_algo=timed)
    # Folds constants: otherwise programs transpose their weights in each run.
    config = ExecutorchBackendConfig(
        memory_planning_pass=memory_pass, do_quant_fusion_and_const_prop=True
    )
    program = copy.deepcopy(edge).to_executorch(config)
    plan = program.executorch_program.execution_plan[0]
    runner = load(program.buffer) if runs else None
    digest = hashlib.sha256()
    for run in range(runs):
        for output in runner.run_method("forward", inputs):
            if run == runs - 1:
                digest.update(output.contiguous().numpy().tobytes())
    return Lowered(
        plan.non_const_buffer_sizes,
        bytes_accessed(plan),
        timed.seconds,
        digest.hexdigest()[:12],
        timed.tensors,
    )


def banks_row(edge: Any, inputs: Any, fast: int, digest: str) -> dict[str, Any]:
    """Returns the bytes accessed in the slow one of two banks."""
    banks = TargetMemoryMap([Bank("fast", fast, 1), Bank("slow", UNLIMITED, 2)])
    row: dict[str, Any] = {"fast": fast}
    packer = NotedPacker()
    ours = lower(edge, inputs, Planner(banks=banks))
    memplace_pack.pack_banks = packer.pack_banks
    row |= {"optimal": packer.optimal, "bound": packer.bound}
    row |= {"ours": ours.accessed[2], "seconds": round(ours.seconds, 3)}
    row |= {"sizes": ours.sizes[1:], "same": ours.outputs == digest}
    try:
        suite = MemoryPlanningAlgorithmSuite([BankedGreedy(banks)])
        theirs = lower(edge, inputs, suite, runs=0)
    except BankPlacementError as error:
        return row | {"error": str(error)}
    return row | {"theirs": theirs.accessed[2], "their_sizes": theirs.sizes[1:]}


def measure(name: str) -> dict[str, Any]:
    """Returns the results for a network."""
    network, inputs = networks.make(name)
    edge = to_edge(torch.export.export(network, inputs))
    own = lower(edge, inputs, MemoryPlanningAlgorithmSuite())
    suite = lower(edge, inputs, MemoryPlanningAlgorithmSuite([greedy, naive]), runs=0)
    # A second run shows whether the first one changed bytes that it must not change.
    ours = lower(edge, inputs, Planner(), runs=2)
    begins, ends, sizes = zip(*[each for each in ours.tensors if each[2]], strict=True)
    packed = memplace_pack.pack(begins, [end + 1 for end in ends], sizes, deadline=10)
    best = min(sum(own.sizes), sum(suite.sizes))
    row: dict[str, Any] = {
        "network": name,
        "tensors": len(sizes),
        "accessed": sum(ours.accessed),
        "greedy": sum(own.sizes),
        "best": best,
        "ours": sum(ours.sizes),
        "bound": packed.bound,
        "optimal": bool(packed.optimal) and packed.peak == sum(ours.sizes),
        "seconds": round(ours.seconds, 3),
        "their_seconds": round(own.seconds, 3),
        "same": own.outputs == ours.outputs,
        "banks": {},
    }
    for share in SHARES:
        fast = int(own.sizes[1] * share)
        row["banks"][str(share)] = banks_row(edge, inputs, fast, own.outputs)
    return row


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1])))
