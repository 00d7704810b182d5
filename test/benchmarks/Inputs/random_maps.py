"""Small random problems, each with a few buffers for whole-life maps."""

from __future__ import annotations

import random
from typing import Any

FAST, SLOW = 10**9, 10**8  # Bytes per second.


def random_target(draw: random.Random) -> dict[str, Any]:
    """Two or three tiers, with channels between neighbours and some other channels."""
    align, capacity = draw.choice([1, 64]), 64 * draw.choice([4, 5, 6, 8])
    rates = [("fast", capacity, FAST)]
    rates += [("mid", 2 * capacity, 3 * SLOW)] if draw.random() < 0.2 else []
    rates += [("slow", 1 << 20, SLOW)]
    tiers = [
        {
            "name": name,
            "capacity": room,
            "alignment": align,
            "read_bytes_per_second": rate,
            "write_bytes_per_second": rate // (draw.choice([1, 2])),
        }
        for name, room, rate in rates
    ]
    channels = [
        {
            "name": f"{source['name']}-{end['name']}",
            "from": source["name"],
            "to": end["name"],
            "bytes_per_second": draw.choice([SLOW // 2, SLOW, SLOW]),
            "latency_ps": draw.choice([0, 0, 100000]),
            "order": draw.choice(["fifo", "deadline"]),
        }
        for i, source in enumerate(tiers)
        for k, end in enumerate(tiers)
        if i != k and (abs(i - k) == 1 or draw.random() < 0.7)
    ]
    return {
        "format": "memplace-target",
        "version": 1,
        "name": "random",
        "tiers": tiers,
        "default_tier": "slow",
        "channels": channels,
        "combine": draw.choice(["sum", "max"]),
        "compute": {
            "flops_per_second": {"default": 1000},
            "launch_ps": draw.choice([0, 0, 100000]),
        },
    }


def random_access(
    draw: random.Random, number: int, size: int, modes: list[str], tiers: list[str]
) -> dict[str, Any]:
    """Some accesses are inefficient, or restricted to one tier."""
    access = {"buffer": number, "mode": draw.choice(modes)}
    access["bytes"] = size * draw.choice([1, 1, 2, 4])
    if draw.random() < 0.1:
        access["efficiency"] = 0.5
    if draw.random() < 0.04:
        access["tiers"] = [draw.choice(tiers)]
    return access


def random_problem(seed: int) -> dict[str, Any]:
    """Some problems have a loop, some are cyclic."""
    draw = random.Random(seed)
    target = random_target(draw)
    names = [tier["name"] for tier in target["tiers"]]
    steps = draw.randint(2, 7)
    ops: list[dict[str, Any]] = [
        {"name": f"op{i}", "compute_ps": draw.choice([0, 500000, 2000000])}
        | {"accesses": []}
        | ({"overlap": draw.choice([0.0, 0.5])} if draw.random() < 0.2 else {})
        for i in range(steps)
    ]
    begin, end = sorted(draw.sample(range(steps + 1), 2))
    is_cyclic = draw.random() < 0.15
    has_loop = not is_cyclic and draw.random() < 0.3
    buffers = []
    for number in range(draw.randint(2, 6)):
        kind = draw.choice(["in", "in", "out", "in and out", "made", "made"])
        size = draw.choice([16, 64, 100, 128, 192, 256])
        life = [0, steps]
        if kind == "made":
            life = sorted(draw.sample(range(steps + 1), 2))
            if has_loop and life[0] < end and begin < life[1]:
                life = [min(life[0], begin), max(life[1], end)]
        buffers.append({"name": f"b{number}", "size": size})
        buffers[-1] |= {"begin": life[0], "end": life[1]}
        buffers[-1] |= {"live_in": True} if "in" in kind else {}
        buffers[-1] |= {"live_out": True} if "out" in kind else {}
        used = sorted(draw.sample(range(*life), min(life[1] - life[0], 3)))
        for step in used:
            modes = ["read"] if kind == "in" else ["read", "update", "write"]
            if step == used[0] and kind in ("made", "out"):
                modes = ["write"]
            access = random_access(draw, number, size, modes, names)
            ops[step]["accesses"].append(access)
    problem = {"format": "memplace-problem", "version": 1, "name": f"random{seed}"}
    problem |= {"target": target, "buffers": buffers, "ops": ops, "loops": []}
    if has_loop:
        loop = {"begin": begin, "end": end, "trip_count": draw.choice([1, 2, 5])}
        problem["loops"] = [loop]
    return problem | ({"cyclic": True} if is_cyclic else {})
