"""Reports ops without a lowering, and their source locations."""

import os
import re
from typing import Any

from memplace.errors import MemplaceError
from memplace.importers.rewrites import walk

# Number of source locations that a message lists for each op.
MAX_PLACES = 4
# memplace's own files, which trace the user's function, are not locations in the
# program.
PACKAGE = os.path.dirname(os.path.dirname(__file__))
# Dialects whose ops must be gone after the lowering to linalg.
INPUT_DIALECTS = ("chlo", "mhlo", "sdy", "shape", "stablehlo", "vhlo")


def is_leftover(operation: Any) -> bool:
    """Says whether an op belongs to an input dialect."""
    return operation is not None and operation.name.split(".")[0] in INPUT_DIALECTS


def is_of_program(operation: Any) -> bool:
    """Says whether an op is a leftover that computes something.

    Terminators of StableHLO regions and meshes of devices compute nothing.
    """
    return is_leftover(operation) and operation.name not in (
        "sdy.mesh",
        "stablehlo.return",
    )


def list_places(places: list[str]) -> str:
    """Returns the first source locations as text, without duplicates."""
    different = list(dict.fromkeys(places))
    shown = different[:MAX_PLACES]
    more = len(different) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def source_of(operation: Any, name: str) -> str:
    """Returns the source location of an op.

    If the op or an op around it comes from a line of the user's Python program, returns
    this line; otherwise, returns the line in the text `name`.
    """
    here: Any = operation
    while here is not None:
        for file, line in re.findall(r'"([^"]+\.py)":(\d+)', str(here.location)):
            if not file.startswith(PACKAGE):
                return f"{file}:{line}"
        here = here.parent
    match = re.search(r'"-":(\d+)', str(operation.location))
    return f"{name}:{match[1]}" if match else "somewhere in it"


def reject_leftovers(module: Any, name: str) -> None:
    """Raises MemplaceError if ops of the input dialects are left in `module`.

    Ops in regions of other leftovers are not counted.
    """
    places: dict[str, list[str]] = {}
    for operation in walk(module):
        if is_of_program(operation) and not is_leftover(operation.parent):
            place = source_of(operation, name)
            places.setdefault(operation_label(operation), []).append(place)
    if not places:
        return
    total = sum(map(len, places.values()))
    counts = ", ".join(
        f"{len(found)} x '{label}' ({list_places(found)})"
        for label, found in sorted(places.items())
    )
    raise MemplaceError(
        f"{name}: {total} op{'s have' if total > 1 else ' has'} no lowering to linalg: "
        f"{counts}; express them in other ops, or lower them yourself and import the "
        "linalg text"
    )


def operation_label(operation: Any) -> str:
    """Returns the op's name; for a custom call, the call target as well."""
    if operation.name == "stablehlo.custom_call":
        target = str(operation.attributes["call_target_name"]).strip('"')
        return f"{operation.name} @{target}"
    return str(operation.name)


def reject_nan(operations: list[Any], ir: Any, name: str) -> None:
    """Raises MemplaceError if a constant contains some NaN, as damaged weights do.

    A splat NaN is accepted, since a program may intend it.
    """
    import numpy as np

    for operation in operations:
        if operation.name != "stablehlo.constant":
            continue
        # NumPy has no type for other floats.
        element = str(ir.RankedTensorType(operation.results[0].type).element_type)
        if element not in ("f16", "f32", "f64"):
            continue
        value = operation.attributes["value"]
        if not isinstance(value, ir.DenseElementsAttr) or value.is_splat:
            continue
        if count := int(np.isnan(np.array(value)).sum()):
            raise MemplaceError(
                f"{name}: a constant of {value.type} ({source_of(operation, name)}) has "
                f"{count} numbers that are NaN"
            )


def reject_dynamic(function: Any, ir: Any, name: str) -> None:
    """Raises MemplaceError if an argument of `function` has a dynamic size.

    `jax.export` with symbolic dimensions makes such arguments.
    """
    for number, argument in enumerate(function.regions[0].blocks[0].arguments):
        kind = argument.type
        if isinstance(kind, ir.RankedTensorType) and not kind.has_static_shape:
            match = re.match(r'loc\("([^"\\]+)"[()]', str(argument.location))
            label = match[1] if match else f"arg{number}"
            raise MemplaceError(
                f"{name}: argument '{label}' is a {kind}; only static shapes can be "
                "placed, so lower the program for arrays of one size"
            )
