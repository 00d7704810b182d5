"""Collects the data of a report from problem, solutions and simulator.

The data are lists of numbers by index of buffer, op, residency or transfer: lossless in
JSON, and fast to read for the page. Times are seconds, sizes bytes.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memplace.compiled import core
from memplace.placement import lower_bound, simulate, solve
from memplace.report.locations import Locations
from memplace.report.units import is_binary
from memplace.report.why import Reasons, bytes_by_channel

# The page uses the same numbers.
MODES = {"read": 0, "write": 1, "update": 2}


def finite(times: NDArray[np.float64]) -> list[float | None]:
    """Returns the times as a list; None for a time in the next invocation."""
    return [time if math.isfinite(time) else None for time in times.tolist()]


def memory_seconds(solution: core.Solution) -> list[float]:
    """Returns the memory time of each op, in seconds, with accesses served as in
    `solution`: `memory` in docs/reference/problem.md, section 4. The op takes the
    longer of memory and compute time, plus the part of the shorter time without
    overlap."""
    fields = solution.problem.to_dict()
    target = solution.problem.target
    adds_up = target["combine"] == "sum"
    tiers = solution.residencies[:, 1].tolist()
    memory: list[float] = []
    for op, served in zip(fields["ops"], solution.to_dict()["served"]):
        by_tier = [0.0] * len(target["tiers"])
        for access, residency in zip(op["accesses"], served):
            speeds = target["tiers"][tiers[residency]]
            busy = 0.0
            if access["mode"] != "write":
                busy += access["bytes"] / speeds["read_bytes_per_second"]
            if access["mode"] != "read":
                busy += access["bytes"] / speeds["write_bytes_per_second"]
            by_tier[tiers[residency]] += busy / access.get("efficiency", 1)
        memory.append(sum(by_tier) if adds_up else max(by_tier))
    return memory


def problem_facts(problem: core.Problem, bound: float) -> dict[str, Any]:
    """Returns the data shared by all plans."""
    fields = problem.to_dict()
    target = problem.target
    tiers = problem.tier_names
    buffers = fields["buffers"]
    ranges = problem.buffer_ranges
    return {
        "name": problem.name,
        "target": target["name"],
        "steps": [0, problem.num_ops],
        "cyclic": problem.is_cyclic,
        "bound": bound,
        "not_modelled": problem.not_modelled,
        "tiers": [
            {
                "name": tier["name"],
                "capacity": tier["capacity"],
                "binary": is_binary(tier["capacity"]),
                "read": tier["read_bytes_per_second"],
                "write": tier["write_bytes_per_second"],
            }
            for tier in target["tiers"]
        ],
        "channels": [
            {
                "name": channel["name"],
                "from": tiers.index(channel["from"]),
                "to": tiers.index(channel["to"]),
                "speed": channel["bytes_per_second"],
                "order": channel.get("order", "fifo"),
            }
            for channel in target["channels"]
        ],
        "buffers": {
            "name": problem.buffer_names,
            "size": problem.buffer_sizes.tolist(),
            "begin": ranges[:, 0].tolist(),
            "end": ranges[:, 1].tolist(),
            "home": [
                tiers.index(buffer.get("home", target["default_tier"]))
                for buffer in buffers
            ],
            "live_in": [int(bool(buffer.get("live_in"))) for buffer in buffers],
            "live_out": [int(bool(buffer.get("live_out"))) for buffer in buffers],
        },
        "ops": {
            "name": problem.op_names,
            "compute": [op["compute_ps"] * 1e-12 for op in fields["ops"]],
            "overlap": [op.get("overlap", 1) for op in fields["ops"]],
            "trips": problem.op_trips.tolist(),
            "accesses": [
                [
                    [
                        access["buffer"],
                        MODES[access["mode"]],
                        access["bytes"],
                        access.get("efficiency", 1),
                    ]
                    for access in op["accesses"]
                ]
                for op in fields["ops"]
            ],
        },
        "loops": [
            [loop["begin"], loop["end"], loop["trip_count"]]
            for loop in fields.get("loops", [])
        ],
    }


def plan_facts(label: str, solution: core.Solution, bound: float) -> dict[str, Any]:
    """Returns the data of a plan. Raises InputError for an illegal plan."""
    problem = solution.problem
    run = simulate(problem, solution)
    uses = core.residency_uses(solution)
    fields = solution.to_dict()
    residencies, transfers = solution.residencies, solution.transfers
    tier_of = residencies[:, 1]
    num_tiers = len(problem.tier_names)
    counts, channel_bytes = bytes_by_channel(solution, problem.op_trips)
    return {
        "label": label,
        "solver": solution.solver,
        "optimal": bool(fields.get("proven_optimal")),
        "makespan": run.makespan,
        "gap": core.gap(run.makespan, bound),
        "op_seconds": run.op_seconds,
        "stall_seconds": run.stall_seconds,
        "bytes_transferred": run.bytes_transferred,
        "peak": solution.peak_bytes.tolist(),
        "bytes_read": _by_tier(uses["bytes_read"], tier_of, num_tiers),
        "bytes_written": _by_tier(uses["bytes_written"], tier_of, num_tiers),
        "channel_transfers": counts,
        "channel_bytes": channel_bytes,
        "served": fields["served"],
        "residencies": {
            "buffer": residencies[:, 0].tolist(),
            "tier": tier_of.tolist(),
            "offset": residencies[:, 2].tolist(),
            "begin": residencies[:, 3].tolist(),
            "end": residencies[:, 4].tolist(),
            "saved": uses["seconds_saved"].tolist(),
            "why": Reasons(solution, run, uses).all(),
        },
        "transfers": {
            "from": transfers[:, 0].tolist(),
            "to": transfers[:, 1].tolist(),
            "channel": transfers[:, 2].tolist(),
            "start": transfers[:, 3].tolist(),
            "done": transfers[:, 4].tolist(),
            "bytes": transfers[:, 5].tolist(),
            "issued": finite(run.transfer_issued),
            "flows": finite(run.transfer_flow_start),
            "arrived": finite(run.transfer_arrived),
        },
        "ops": {
            "start": run.op_start.tolist(),
            "duration": run.op_duration.tolist(),
            "memory": memory_seconds(solution),
        },
        "stalls": {
            "step": run.stall_step.tolist(),
            "start": run.stall_start.tolist(),
            "duration": run.stall_duration.tolist(),
            "transfer": run.stall_transfer.tolist(),
            "trips": run.stall_trips.tolist(),
        },
    }


def home_facts(problem: core.Problem) -> dict[str, Any]:
    """Returns the program's time with all buffers in the default tier, as far as legal.
    Fields: `makespan` (None if illegal, with `reason`), `elsewhere` (number of buffers
    with a place in another tier), and `tier`."""
    tier = problem.tier_names.index(problem.target["default_tier"])
    found = solve(problem, "default-tier")
    facts: dict[str, Any] = {
        "tier": tier,
        "makespan": None,
        "reason": "",
        "elsewhere": 0,
    }
    if found.solution is None:
        facts["reason"] = found.message
        return facts
    residencies = found.solution.residencies
    away = residencies[residencies[:, 1] != tier, 0]
    facts["makespan"] = simulate(problem, found.solution).makespan
    facts["elsewhere"] = len(set(away.tolist()))
    return facts


def _by_tier(
    values: NDArray[np.float64], tiers: NDArray[np.int64], num_tiers: int
) -> list[float]:
    """Returns the sums of `values`, given by residency, over the residencies of each
    tier."""
    sums: list[float] = np.bincount(tiers, weights=values, minlength=num_tiers).tolist()
    return sums


def gather(
    problem: core.Problem,
    plans: list[tuple[str, core.Solution]],
    locations: Locations | None = None,
    cuts: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Returns all data of a report. Raises InputError, with the plan's label, for an
    illegal plan."""
    bound = best_bound(problem, [solution for _, solution in plans])
    shared = problem_facts(problem, bound)
    shared["home"] = home_facts(problem)
    shared["locations"] = locations
    shared["cuts"] = cuts
    return {
        "problem": shared,
        "plans": [plan_facts(label, solution, bound) for label, solution in plans],
    }


def best_bound(problem: core.Problem, solutions: list[core.Solution]) -> float:
    """Returns the largest proven bound on the makespan, in seconds: by this library, or
    claimed by a solution. `verify` has checked the claims."""
    bound = lower_bound(problem)
    for solution in solutions:
        claim = solution.to_dict().get("lower_bound_ps")
        bound = max(bound, 0 if claim is None else claim * 1e-12)
    return bound
