"""JSON text of Python objects, for the readers of `memplace._core`."""

import json
from typing import Any

from memplace.errors import InputError


def _plain(value: object) -> object:
    """What json does not know by itself: NumPy's numbers and arrays."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"a {type(value).__name__} has no JSON form")


def to_text(data: dict[str, Any]) -> str:
    """Returns `data` as JSON text. NumPy's numbers and arrays may be in it.

    Raises InputError for what has no JSON form, such as NaN.
    """
    try:
        return json.dumps(data, default=_plain, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"this dict can't be written as JSON: {error}") from error
