"""What was cut in pieces, what that cost and what it brought: the line that
`memplace-solve --cut` prints, or the JSON report of the placement passes."""

import json
import os
from typing import Any

from memplace.compiled import core
from memplace.errors import InputError

# Of each op that is cut; what is not there is 0.
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
    """Reads the file: `ops`, and `cut_ps`, `uncut_ps` and `buffers` or None where it
    does not say. Raises InputError if it is no such file, or says nothing of cuts."""
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
    if isinstance(cuts, list):  # Of memplace-solve: what it says of all is beside it.
        cuts = {**found, "ops": cuts}
    if not isinstance(cuts, dict):
        raise InputError(
            f"'{name}' says nothing of cuts; memplace-solve --cut prints them, and the "
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
    """What a report says of the problem's function."""
    wanted = problem.name.split("/")[-1]
    known = [each for each in functions if isinstance(each, dict)]
    matching = [each for each in known if each.get("function") == wanted]
    if len(matching) != 1 and len(known) != 1:
        raise InputError(f"'{name}' says nothing of function '{wanted}'")
    return (matching or known)[0]


def number(fields: dict[str, Any], key: str) -> int | None:
    """The count of that name; None if there is none."""
    value = fields.get(key)
    return None if value is None else int(value)


def op_facts(op: dict[str, Any]) -> dict[str, Any]:
    """What the page shows of an op that is cut."""
    counts = {key: int(op.get(key, 0)) for key in COUNTS}
    return {"op": str(op["op"]), **counts}
