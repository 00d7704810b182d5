"""Places of buffers and ops in a program's source: a file written by the pass
memplace-extract-problem with its option `locations`."""

import json
import os
from typing import Any, Literal

from memplace.compiled import core
from memplace.errors import InputError

# By index; "" if unknown.
Locations = dict[Literal["buffers", "ops"], list[str]]


def load_locations(path: str | os.PathLike[str], problem: core.Problem) -> Locations:
    """Reads the file. Raises InputError for another kind of file, or for another
    problem."""
    name = os.fspath(path)
    try:
        with open(name, encoding="utf-8") as file:
            data: Any = json.load(file)
    except OSError as error:
        raise InputError(f"cannot read '{name}': {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"'{name}' is no JSON: {error}") from error
    if not isinstance(data, dict) or data.get("format") != "memplace-locations":
        raise InputError(
            f"'{name}' is not a file of locations; memplace-extract-problem writes one "
            "with its option 'locations'"
        )
    if data.get("version") != 1:
        raise InputError(f"'{name}': version must be 1, is {data.get('version')}")
    if data.get("problem") != problem.name:
        raise InputError(
            f"'{name}' is about problem '{data.get('problem')}', not '{problem.name}'"
        )
    counts = {"buffers": len(problem.buffer_names), "ops": problem.num_ops}
    for kind, count in counts.items():
        texts = data.get(kind)
        if not isinstance(texts, list) or not all(isinstance(t, str) for t in texts):
            raise InputError(f"'{name}': '{kind}' must be a list of strings")
        if len(texts) != count:
            raise InputError(
                f"'{name}': has {len(texts)} {kind}, the problem has {count}"
            )
    return {"buffers": data["buffers"], "ops": data["ops"]}
