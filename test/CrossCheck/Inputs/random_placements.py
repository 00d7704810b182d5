"""Random small problems, and small changes to placements."""

from __future__ import annotations

import copy
import random


def make_target(rng: random.Random) -> dict:
    tiers = [
        {"name": "fast", "capacity": rng.randint(6, 20)},
        {"name": "slow", "capacity": 1000},
    ]
    if rng.random() < 0.3:
        tiers.insert(1, {"name": "middle", "capacity": rng.randint(10, 30)})
    for index, tier in enumerate(tiers):
        rate = 1000 // 5**index
        tier.update(
            alignment=rng.choice([1, 1, 2]),
            read_bytes_per_second=rate,
            write_bytes_per_second=rate,
        )
    names = [tier["name"] for tier in tiers]
    pairs = [(a, b) for a in names for b in names if a != b]
    if len(tiers) == 3 and rng.random() < 0.5:  # Adjacent tiers only.
        pairs = [p for p in pairs if "middle" in p]
    channels = [
        {
            "name": f"{a}-{b}",
            "from": a,
            "to": b,
            "bytes_per_second": rng.choice([50, 100, 400]),
            "latency_ps": rng.choice([0, 0, 10**10]),
        }
        for a, b in pairs
    ]
    return {
        "format": "memplace-target",
        "version": 1,
        "name": "random",
        "tiers": tiers,
        "default_tier": "slow",
        "channels": channels,
        "combine": rng.choice(["sum", "max"]),
        "compute": {"flops_per_second": {"default": 1000}, "launch_ps": 0},
    }


def _make_loops(rng: random.Random, begin: int, end: int, depth: int) -> list:
    """Properly nested loops, each with a null step before the loop and at its end."""
    loops = []
    step = begin + 1
    while step + 3 <= end and depth < 3:
        if rng.random() < 0.35:
            last = rng.randint(step + 2, min(end, step + 6))
            loop = {"begin": step, "end": last, "trip_count": rng.randint(1, 4)}
            if rng.random() < 0.3:
                loop["may_skip"] = True
            loops.append(loop)
            loops += _make_loops(rng, step, last - 1, depth + 1)
            step = last + 1
        step += 1
    return loops


def _live_range(rng: random.Random, steps: int, loops: list) -> tuple[int, int]:
    """Returns a live range that crosses the border of a loop only if it covers the
    loop."""
    begin = rng.randrange(steps)
    end = rng.randint(begin + 1, min(steps, begin + 1 + steps // 2))
    changed = True
    while changed:
        changed = False
        for loop in loops:
            b, e = loop["begin"], loop["end"]
            overlaps = begin < e and b < end
            is_inside = b <= begin and end <= e
            if overlaps and not is_inside and not (begin <= b and e <= end):
                begin, end = min(begin, b), max(end, e)
                changed = True
    return begin, end


def make_problem(seed: int, is_cyclic: bool = False) -> dict:
    rng = random.Random(seed)
    steps = rng.randint(3, 12)
    loops = _make_loops(rng, 0, steps, 0) if rng.random() < 0.6 else []
    nulls = {l["begin"] - 1 for l in loops} | {l["end"] - 1 for l in loops}
    buffers = []
    for index in range(rng.randint(2, 7)):
        begin, end = _live_range(rng, steps, loops)
        buffer = {"name": f"b{index}", "size": rng.randint(1, 8)}
        kind = rng.random()
        if kind < 0.3:
            begin = 0
            buffer["live_in"] = True
        if 0.2 < kind < 0.5:
            end = steps
            buffer["live_out"] = True
        if is_cyclic and (kind < 0.3 or kind > 0.7):
            begin, end = 0, steps
            buffer["live_in"] = True
        if kind < 0.5 and rng.random() < 0.3:
            buffer["external"] = False
        for loop in loops:  # Again, after the range grew.
            if begin < loop["end"] and loop["begin"] < end:
                if not (loop["begin"] <= begin and end <= loop["end"]):
                    begin = min(begin, loop["begin"])
                    end = max(end, loop["end"])
        buffer.update(begin=begin, end=end)
        buffers.append(buffer)
    ops = []
    for step in range(steps):
        accesses = []
        live = [
            i for i, b in enumerate(buffers) if b["begin"] <= step < b["end"]
        ]
        if step not in nulls:
            for index in rng.sample(live, min(len(live), rng.randint(0, 3))):
                buffer = buffers[index]
                modes = ["read", "write", "update"]
                if buffer.get("live_in") and not buffer.get("live_out"):
                    # A written external buffer is live-out; a written buffer that is
                    # not live-out does not continue.
                    if buffer.get("external", True) or is_cyclic:
                        modes = ["read"]
                accesses.append(
                    {
                        "buffer": index,
                        "mode": rng.choice(modes),
                        "bytes": rng.randint(0, 30),
                    }
                )
        compute = 0 if step in nulls else rng.randint(0, 3) * 10**10
        ops.append(
            {"name": f"op{step}", "compute_ps": compute, "accesses": accesses}
        )
    return {
        "format": "memplace-problem",
        "version": 1,
        **({"cyclic": True} if is_cyclic else {}),
        "name": f"random-{seed}",
        "target": make_target(rng),
        "buffers": buffers,
        "ops": ops,
        "loops": loops,
    }


def mutate(problem: dict, solution: dict, rng: random.Random) -> dict:
    """Returns a copy of `solution` with one to three small changes. In cyclic problems
    a transfer may wrap."""
    changed = copy.deepcopy(solution)
    for claim in ("makespan_ps", "lower_bound_ps", "peak_bytes", "proven_optimal"):
        changed.pop(claim, None)
    residencies, transfers = changed["residencies"], changed["transfers"]
    if not residencies:
        return changed
    for _ in range(rng.randint(1, 3)):
        kind = rng.randrange(9 if problem.get("cyclic") else 7)
        if kind == 0:
            residency = rng.choice(residencies)
            residency["begin"] += rng.choice([-2, -1, 1])
        elif kind == 1:
            residency = rng.choice(residencies)
            residency["end"] += rng.choice([-1, 1, 2])
        elif kind == 2 and transfers:
            transfer = rng.choice(transfers)
            transfer[rng.choice(["start", "done"])] += rng.choice([-1, 1])
        elif kind == 3:
            residency = rng.choice(residencies)
            if residency.get("offset") is not None:
                residency["offset"] = rng.randint(0, 12)
        elif kind == 4:
            step = rng.randrange(len(changed["served"]))
            if changed["served"][step]:
                k = rng.randrange(len(changed["served"][step]))
                buffer = problem["ops"][step]["accesses"][k]["buffer"]
                changed["served"][step][k] = rng.choice(
                    [
                        i
                        for i, r in enumerate(residencies)
                        if r["buffer"] == buffer
                    ]
                )
        elif kind == 5 and transfers:
            transfers.pop(rng.randrange(len(transfers)))
        elif kind == 6:
            _add_copy(problem, changed, rng)
        elif kind > 6:
            _add_wrapped(problem, changed, rng)
    return changed


def _add_copy(problem: dict, solution: dict, rng: random.Random) -> None:
    """Adds another residency of a buffer, filled from an old one, and in some cases
    used."""
    residencies = solution["residencies"]
    source = rng.randrange(len(residencies))
    buffer = residencies[source]["buffer"]
    channels = [
        c
        for c in problem["target"]["channels"]
        if c["from"] == residencies[source]["tier"]
    ]
    if not channels:
        return
    channel = rng.choice(channels)
    begin = problem["buffers"][buffer]["begin"]
    end = problem["buffers"][buffer]["end"]
    start = rng.randint(begin, end - 1)
    done = rng.randint(start, min(end, start + 2))
    residencies.append(
        {
            "buffer": buffer,
            "tier": channel["to"],
            "offset": rng.randrange(0, 10),
            "begin": start,
            "end": rng.randint(max(done, start + 1), end),
        }
    )
    solution["transfers"].append(
        {
            "from": source,
            "to": len(residencies) - 1,
            "channel": channel["name"],
            "start": start,
            "done": done,
        }
    )
    for step in range(done, residencies[-1]["end"]):
        for k, access in enumerate(problem["ops"][step]["accesses"]):
            if access["buffer"] == buffer and rng.random() < 0.7:
                solution["served"][step][k] = len(residencies) - 1


def _add_wrapped(problem: dict, solution: dict, rng: random.Random) -> None:
    """Adds the two ends of a place for a live-in buffer, and a transfer from home that
    wraps into the next invocation, or a copy in time."""
    residencies, transfers = solution["residencies"], solution["transfers"]
    steps = len(problem["ops"])
    target = problem["target"]
    homes = [
        i
        for i, r in enumerate(residencies)
        if problem["buffers"][r["buffer"]].get("live_in")
        and r["tier"] == target["default_tier"]
        and r["begin"] == 0
        and r["end"] == steps
    ]
    channels = [
        c for c in target["channels"] if c["from"] == target["default_tier"]
    ]
    if not homes or not channels:
        return
    home, channel = rng.choice(homes), rng.choice(channels)
    buffer = residencies[home]["buffer"]
    start = rng.randint(1, steps)
    done = rng.randint(0, start - 1)
    place = {
        "buffer": buffer,
        "tier": channel["to"],
        "offset": rng.randrange(0, 12),
    }
    tail = {"begin": min(start, steps - 1), "end": steps}
    head = {"begin": 0, "end": rng.randint(max(done, 1), max(start - 1, 1))}
    residencies += [{**place, **tail}, {**place, **head}]
    last = len(residencies) - 1
    wraps = rng.random() < 0.8
    transfers.append(
        {
            "from": home,
            "to": last if not wraps or rng.random() < 0.5 else last - 1,
            "channel": channel["name"],
            "start": start if wraps else 0,
            "done": done,
        }
    )
    for step in range(done, head["end"]):
        for k, access in enumerate(problem["ops"][step]["accesses"]):
            if access["buffer"] == buffer and rng.random() < 0.8:
                solution["served"][step][k] = last
