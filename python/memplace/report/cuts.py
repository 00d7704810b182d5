"""Reads the cuts of a problem, with costs and gain: the output of `memplace-solve
--cut`, or the JSON report of the placement passes."""

import json
import os
from typing import Any

from memplace.compiled import core
from memplace.errors import InputError

# Numbers of each cut op; 0 if missing.
COUNTS = (
    "step",
    "dimension",
    "extent",
    "pieces",
    "launch_ps",
    "again_ps",
    "repeated_bytes",
    "halo_bytes",
)


def load_cuts(path: str | os.PathLike[str], problem: core.Problem) -> dict[str, Any]:
    """Reads the file. Returns `ops`, and `cut_ps`, `uncut_ps` and `buffers`, or None
    for missing numbers. Raises InputError for another kind of file, and for a file
    without cuts."""
    name = os.fspath(path)
    try:
        with open(name, encoding="utf-8") as file:
            data: Any = json.load(file)
    except OSError as error:
        raise InputError(f"cannot read '{name}': {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"'{name}' is no JSON: {error}") from error
    found = data if isinstance(data, dict) else {}
    if isinstance(found.get("functions"), list):
        found = function_of(name, found["functions"], problem)
    cuts = found.get("cuts")
    # In memplace-solve's output, numbers of the whole problem are beside the list.
    if isinstance(cuts, list):
        cuts = {**found, "ops": cuts}
    if not isinstance(cuts, dict):
        raise InputError(
            f"'{name}' has no cuts; memplace-solve --cut prints them, and the "
            "passes write them into a report (report-format=json) of what they cut"
        )
    try:
        return {
            "ops": [op_facts(op) for op in cuts["ops"]],
            "cut_ps": number(cuts, "makespan_ps"),
            "uncut_ps": number(cuts, "uncut_makespan_ps"),
            "buffers": number(cuts, "buffers"),
        }
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"'{name}': an op of 'cuts' is not understood") from error


def function_of(
    name: str, functions: list[Any], problem: core.Problem
) -> dict[str, Any]:
    """Returns the report of the problem's function. Raises InputError if there is none."""
    wanted = problem.name.split("/")[-1]
    known = [each for each in functions if isinstance(each, dict)]
    matching = [each for each in known if each.get("function") == wanted]
    if len(matching) != 1 and len(known) != 1:
        raise InputError(f"'{name}' has no cuts of function '{wanted}'")
    return (matching or known)[0]


def number(fields: dict[str, Any], key: str) -> int | None:
    """Returns the number under this key; None if missing."""
    value = fields.get(key)
    return None if value is None else int(value)


def op_facts(op: dict[str, Any]) -> dict[str, Any]:
    """Returns the page's data about a cut op."""
    counts = {key: int(op.get(key, 0)) for key in COUNTS}
    return {"op": str(op["op"]), **counts}
