"""Traces for Perfetto: a process for each plan, with the simulator's tracks."""

import json
from typing import Any

from memplace.compiled import core


def make_trace(plans: list[tuple[str, core.Solution]]) -> str:
    """Returns a trace in Chrome's format (JSON). Raises InputError for an illegal plan.
    """
    merged: dict[str, Any] = {}
    for index, (label, solution) in enumerate(plans, start=1):
        trace = json.loads(core.chrome_trace(solution))
        for event in trace["traceEvents"]:
            event["pid"] = index
        name = {
            "name": "process_name",
            "ph": "M",
            "pid": index,
            "args": {"name": label},
        }
        events = [
            event for event in trace["traceEvents"] if event["name"] != "process_name"
        ]
        if not merged:
            merged = {**trace, "traceEvents": []}
        merged["traceEvents"] += [name, *events]
    return json.dumps(merged, separators=(",", ":")) + "\n"
