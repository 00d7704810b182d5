"""Writes JSON text for the readers of `memplace._core`, and reads JSON of untrusted
files."""

import json
import math
from typing import Any

from memplace.errors import InputError
from memplace.mlirtext import clean_name


def _plain(value: object) -> object:
    """Converts NumPy's numbers and arrays, which json does not know."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"a {type(value).__name__} has no JSON form")


def to_text(data: dict[str, Any]) -> str:
    """Returns `data` as JSON text; `data` may contain NumPy's numbers and arrays.

    Raises InputError for values without a JSON form, e.g. NaN.
    """
    try:
        return json.dumps(data, default=_plain, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"this dict can't be written as JSON: {error}") from error


def strict_json(text: str | bytes, has_fractions: bool = False) -> Any:
    """Parses JSON text.

    Raises ValueError for duplicate keys, for infinite numbers, for fractions unless
    `has_fractions`, and for text that is nested too deeply.
    """

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = {}
        for key, value in pairs:
            key = clean_name(key)
            if key in found:
                raise ValueError(f"'{key}' is there twice")
            found[key] = value
        return found

    def number(digits: str) -> float:
        value = float(digits)
        if not has_fractions or not math.isfinite(value):
            kind = "finite" if has_fractions else "whole"
            raise ValueError(f"'{digits}' is no {kind} number")
        return value

    try:
        return json.loads(
            text, object_pairs_hook=unique, parse_float=number, parse_constant=number
        )
    except RecursionError:
        raise ValueError("it is nested too deep") from None
