"""Checks of arguments; a violation raises InputError."""

import math
import operator
import re
from collections.abc import Collection, Mapping

from memplace.errors import InputError


def seconds(name: str, value: float) -> float:
    """Returns a time in seconds, which must be above 0 and may be infinite."""
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name} must be seconds, got {value!r}") from error
    if not number > 0:
        raise InputError(f"{name} must be above 0 seconds, got {value!r}")
    return number


def time_limit(value: float | None) -> float | None:
    """Returns a time limit in seconds, which must be finite and above 0, or None."""
    if value is None:
        return None
    number = seconds("time_limit", value)
    if math.isinf(number):
        raise InputError("time_limit must be finite; None is no limit")
    return number


def integer(name: str, value: object, low: int, high: int) -> int:
    """Returns an integer of Python or NumPy, which must be from `low` to `high`."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError as error:
        raise InputError(f"{name} must be an integer, got {value!r}") from error
    if not low <= number <= high:
        shown = number if abs(number) < 2**128 else "a number beyond 2^128"
        raise InputError(f"{name} must be from {low} to {high}, got {shown}")
    return number


_UNITS = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_UNITS |= {"Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30, "Ti": 1 << 40}

# Those of C.
_SPACES = " \t\n\r\f\v"


def size(name: str, value: object) -> int:
    """Returns a number of bytes, 1 to 2^62: an integer, or a text as `parseSize` of C++.

    >>> size("memory", "2GiB"), size("memory", "1.5 MB"), size("memory", 4096)
    (2147483648, 1500000, 4096)
    """
    if not isinstance(value, str):
        return integer(name, value, 1, 2**62)
    match = re.fullmatch(r"(\d{1,19})(\.\d{1,19})?\s*([kKMGT]i?)?B?", value.strip(_SPACES), re.A)
    bytes_: int | float = 0
    if match and (match[3] or not match[2]):
        unit = (match[3] or "").replace("K", "k").replace("ki", "Ki")
        number = float(match[1] + match[2]) if match[2] else int(match[1])
        bytes_ = number * _UNITS[unit]
    if not 1 <= bytes_ <= 2**62:
        shown = value if len(value) <= 40 else value[:40] + "..."
        raise InputError(f"{name} must be a positive size such as 4096, 500MB or 2GiB, got {shown!r}")
    return int(bytes_)


def number(name: str, value: object, low: float, high: float) -> float:
    """Returns a number of Python or NumPy, which must be from `low` to `high`."""
    try:
        found = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        raise InputError(f"{name} must be a number, got {value!r}") from error
    if not low <= found <= high:
        raise InputError(f"{name} must be from {low:g} to {high:g}, got {found:g}")
    return found


def choice(name: str, value: object, choices: Collection[str]) -> None:
    """Raises InputError unless a value is one of the choices."""
    if value not in choices:
        known = ", ".join(map(repr, choices))
        raise InputError(f"{name} must be one of {known}, got {value!r}")


def seed(value: object) -> int:
    """Returns a random seed, from 0 to 2^64 - 1."""
    return integer("seed", value, 0, 2**64 - 1)


def solver_options(
    options: Mapping[str, object] | None, budget: int | None
) -> list[tuple[str, str]]:
    """Returns options as the solvers read them: True is "true", 3 is "3"."""
    if options is not None and not isinstance(options, Mapping):
        raise InputError(f"options must be a dict, got {options!r}")
    texts = []
    for name, value in (options or {}).items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        texts.append((str(name), text))
    if budget is not None and "budget" in (options or {}):
        raise InputError("the budget is given twice: by budget= and in options")
    if budget is not None:
        texts.append(("budget", str(integer("budget", budget, 0, 2**63 - 1))))
    return texts
