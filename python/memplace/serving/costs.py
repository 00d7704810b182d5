"""How long ops take, measured once for each kind and shape, and kept in a file."""

import hashlib
import json
import os
import statistics
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from memplace.errors import InputError, MemplaceError
from memplace.inputs import open_regular
from memplace.jsontext import strict_json
from memplace.serving.program import normalise_op
from memplace.serving.session import Call
from memplace.tools import write_text

FORMAT = "memplace-op-costs"
# Files of version 1 have times of inputs that are zeros; they are made anew.
VERSION = 2
# Calls whose steps are measured, after one that is not: it is the first. More of them
# while calls differ more than this: something else runs now and then, and as few calls
# may have had more of it than others will, or less.
PROFILED_CALLS = 3
MOST_PROFILED_CALLS = 12
SETTLED_DIFFERENCE = 0.05
# Of the file: bytes, and any number.
LARGEST = 100_000_000
MOST = 1e18


def default_cache() -> str:
    """Returns the file where costs are kept if none is named."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "memplace", "op-costs.json")


def keys_of_ops(texts: Sequence[str], setting: str) -> list[str]:
    """Returns a key for each step, "" for those that are no ops: ops of the same kind
    and shapes that are compiled in the same `setting` have the same."""
    keys = []
    for text in texts:
        normal = normalise_op(text)
        digest = hashlib.sha256(f"{setting}\n{normal}".encode()).hexdigest()[:24]
        keys.append(f"{normal.split(' ', 1)[0]}:{digest}" if normal else "")
    return keys


def kept_key(key: str) -> str:
    """Returns the key of the same op where its weights stay: it takes longer, since
    what was just read is in the processor's caches, as a rule."""
    return f"{key} kept"


def numbers_of(content: dict[str, Any], field: str) -> dict[str, float]:
    """Returns a field of the file: numbers from 0 by key. Raises ValueError if it is
    something else."""
    numbers = content.get(field)
    if not isinstance(numbers, dict):
        raise ValueError(f"'{field}' must be an object")
    for key, number in numbers.items():
        if type(number) not in (int, float) or not 0 <= number <= MOST:
            raise ValueError(f"'{field}' of '{key}' must be from 0 to {MOST:g}")
    return {key: float(number) for key, number in numbers.items()}


class CostCache:
    """Seconds of ops by key, bytes that programs take beside their buffers, and bytes a
    second at which sessions read files."""

    def __init__(self, path: str) -> None:
        """Reads the file, if it is there. Raises InputError if it is something else."""
        self.path = path
        self.seconds: dict[str, float] = {}
        self.overheads: dict[str, int] = {}
        self.speeds: dict[str, float] = {}
        if not os.path.exists(path):
            return
        try:
            with open_regular(path) as file:
                content = strict_json(file.read(LARGEST + 1)[:LARGEST], True)
            if not isinstance(content, dict) or content.get("format") != FORMAT:
                raise ValueError("of another format")
            if content.get("version") == 1:
                return
            if content.get("version") != VERSION:
                raise ValueError(f"of a version that is not {VERSION}")
            self.seconds = numbers_of(content, "seconds")
            sizes = numbers_of(content, "overhead_bytes")
            self.overheads = {key: int(size) for key, size in sizes.items()}
            self.speeds = numbers_of(content, "read_bytes_per_second")
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise InputError(
                f"'{path}' is no file of op costs ({reason}); name another one"
            ) from error

    def save(self) -> None:
        """Writes the file."""
        try:
            os.makedirs(os.path.dirname(os.path.abspath(self.path)), exist_ok=True)
        except OSError as error:
            raise MemplaceError(
                f"cannot write '{self.path}': {error.strerror}"
            ) from error
        content = {
            "format": FORMAT,
            "version": VERSION,
            "seconds": self.seconds,
            "overhead_bytes": self.overheads,
            "read_bytes_per_second": self.speeds,
        }
        write_text(self.path, json.dumps(content, indent=1, sort_keys=True) + "\n")

    def add(self, keys: Sequence[str], runs: Sequence[Sequence[float]]) -> None:
        """Takes the seconds of all ops in several runs; the median counts, of ops with
        the same key together, but in such a measure that the ops of a run take the median
        of what they took in one. Else interruptions would be in no op's time, of which
        there are some in each run."""
        ops = [key for key in keys if key]
        by_key: dict[str, list[float]] = {}
        for run in runs:
            for key, seconds in zip(ops, run, strict=True):
                by_key.setdefault(key, []).append(seconds)
        found = {key: statistics.median(values) for key, values in by_key.items()}
        total = sum(found[key] for key in ops)
        scale = statistics.median(map(sum, runs)) / total if total > 0 else 1.0
        self.seconds |= {key: value * scale for key, value in found.items()}

    def knows(self, keys: Sequence[str]) -> bool:
        """Says whether all ops were measured."""
        return all(key in self.seconds for key in keys if key)


def apply_costs(
    fields: Mapping[str, Any],
    keys: Sequence[str],
    seconds: Mapping[str, float],
    picked: Collection[int] = (),
) -> dict[str, Any]:
    """Returns a problem whose ops take what was measured.

    Ops that read rows of `picked` buffers were measured with these in the file: their
    bytes become as many as the file gives in that time.

    The measured time is all of the op's, with its traffic, beside reads that were
    measured beside ops: their traffic does not slow each other down once more.
    """
    ops = []
    for op, key in zip(fields["ops"], keys, strict=True):
        if not key or key not in seconds:
            ops.append(op)
            continue
        measured = seconds[key]
        accesses = [dict(access) for access in op.get("accesses", [])]
        rows = [access for access in accesses if access["buffer"] in picked]
        if rows:
            speed = fields["target"]["tiers"][1]["read_bytes_per_second"]
            for access in rows:
                access["bytes"] = max(1, int(measured * speed / len(rows)))
            ops.append({**op, "compute_ps": 0, "accesses": accesses})
            continue
        for access in accesses:
            access["bytes"] = 1
        ops.append({**op, "compute_ps": round(measured * 1e12), "accesses": accesses})
    return {**fields, "ops": ops}


def is_settled(seconds: Sequence[float]) -> bool:
    """Says whether calls that took so long are enough to tell what another will take.

    >>> is_settled([2.0, 2.1]), is_settled([2.0, 2.1, 2.0]), is_settled([2.0, 3.1, 3.0])
    (False, True, False)
    """
    if len(seconds) < PROFILED_CALLS:
        return False
    difference = statistics.median(seconds) / min(seconds) - 1
    return difference <= SETTLED_DIFFERENCE or len(seconds) >= MOST_PROFILED_CALLS


def seconds_of_steps(call: Call, op_texts: Sequence[str]) -> list[float]:
    """Returns how long each op took, the mean of its trips in loops. Raises
    MemplaceError if the program has other steps than the problem ops."""
    count = sum(1 for text in op_texts if text)
    totals, trips = [0.0] * count, [0] * count
    for is_transfer, index, begin, _, end in call.statistics["events"]:
        if is_transfer == 0 and 0 <= index < count:
            totals[index] += (end - begin) / 1e9
            trips[index] += 1
    if not all(trips):
        raise MemplaceError(
            f"of {count} ops, {sum(1 for n in trips if not n)} were not seen to run; "
            "ops in loops that are skipped can't be measured"
        )
    return [total / number for total, number in zip(totals, trips)]
