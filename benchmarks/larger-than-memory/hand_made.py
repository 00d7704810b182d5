# ===- hand_made.py - Plans that people make by hand ---------------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Plans as made by hand: each weight that is not kept is read while the op before it
runs, or, with one buffer, before its own op."""

from typing import Any

import memplace
from memplace.serving.placing import CallPlacer
from memplace.serving.planning import Plan, Planner
from memplace.serving.skews import PAGE


def uses_of(placer: CallPlacer) -> dict[int, tuple[int, int]]:
    """Returns, by weight, its first step and the step after its last."""
    uses: dict[int, tuple[int, int]] = {}
    for step, op in enumerate(placer.fields["ops"]):
        for access in op.get("accesses", []):
            if access["buffer"] in placer.weights:
                first, _ = uses.get(access["buffer"], (step, step))
                uses[access["buffer"]] = (first, step + 1)
    return uses


def residency(buffer: int, tier: str, begin: int, end: int) -> dict[str, Any]:
    return {"buffer": buffer, "tier": tier, "begin": begin, "end": end}


def read_each(
    placer: CallPlacer, kept: frozenset[int], ahead: bool = True
) -> memplace.Solution | None:
    """Returns the placement of a call that reads each weight at the first use of the
    weight before, or, unless `ahead`, at its own first use; None if that does not fit.
    The packer places all other buffers."""
    fields = placer.fields
    uses = uses_of(placer)
    there = kept | placer.gathered
    order = sorted((w for w in uses if w not in there), key=lambda w: uses[w])
    residencies, transfers, copies = [], [], {}
    items: list[tuple[int, int, int, int]] = []  # Residency, begin, end, bytes.
    for number, buffer in enumerate(fields["buffers"]):
        is_weight = number in placer.weights
        end = buffer["end"]
        if is_weight and number not in kept:
            residencies.append(residency(number, "file", buffer["begin"], end))
            continue
        is_external = is_weight or buffer.get("live_in") or buffer.get("live_out")
        place = residency(number, "ram", buffer["begin"], end)
        if not is_external:
            items.append((number, buffer["begin"], end, placer.size(number)))
        residencies.append(place)
    before = 0
    for weight in order:
        first, last = uses[weight]
        begin = min(before, first) if ahead else first
        copies[weight] = len(residencies)
        items.append((len(residencies), begin, last, placer.size(weight)))
        residencies.append(residency(weight, "ram", begin, last))
        transfers.append(
            {
                "from": weight,
                "to": copies[weight],
                "channel": "read",
                "start": begin,
                "done": first,
            }
        )
        before = first
    if items:
        _, lower, upper, size = zip(*items)
        packed = memplace.pack(lower, upper, size, alignment=PAGE, time_limit=1)
        for item, offset in zip(items, packed.offsets):
            residencies[item[0]]["offset"] = int(offset)
    served = [
        [
            copies.get(access["buffer"], access["buffer"])
            for access in op.get("accesses", [])
        ]
        for op in fields["ops"]
    ]
    problem = placer.problem_of_call(kept)
    solution = memplace.Solution.from_dict(
        problem,
        {
            "format": "memplace-solution",
            "version": 1,
            "problem": problem.name,
            "residencies": residencies,
            "transfers": transfers,
            "served": served,
        },
    )
    return None if memplace.verify(problem, solution) else solution


def plan_double_buffer(planner: Planner) -> Plan:
    """Returns the plan that keeps no weight."""
    solution = read_each(planner.placer, frozenset())
    if solution is None:
        raise memplace.MemplaceError("two weights at a time do not fit")
    return planner.plan_of(frozenset(), solution)


def plan_prefix(planner: Planner, ahead: bool, what: str) -> Plan:
    """Returns the plan that keeps as many of the first weights as fit."""
    placer = planner.placer
    uses = uses_of(placer)
    weights = sorted(placer.weights, key=lambda weight: uses.get(weight, (0, 0)))
    for count in range(len(weights), -1, -1):
        kept = frozenset(weights[:count])
        if placer.kept_bytes(kept) >= placer.room:
            continue
        if solution := read_each(placer, kept, ahead):
            return planner.plan_of(kept, solution)
    raise memplace.MemplaceError(f"{what} does not fit")


def plan_prefix_and_double_buffer(planner: Planner) -> Plan:
    """Returns the plan that keeps a prefix beside a double buffer."""
    return plan_prefix(planner, True, "a double buffer")


def plan_prefix_and_one_buffer(planner: Planner) -> Plan:
    """Returns the plan that keeps a prefix and reads each other weight at its use, if
    there is no room for two."""
    return plan_prefix(planner, False, "one weight at a time")
