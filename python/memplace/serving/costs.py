"""Measured times of ops, by kind and shape, kept in a file."""

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
from memplace.tools import check_writable, write_text

FORMAT = "memplace-op-costs"
# Files of version 1 have times for inputs of zeros; these files are made anew.
VERSION = 2
# Number of measured calls, after a first call without measurement. If calls differ by
# more than SETTLED_DIFFERENCE, further calls follow: other work on the machine may have
# disturbed some of the calls.
PROFILED_CALLS = 3
MAX_PROFILED_CALLS = 12
SETTLED_DIFFERENCE = 0.05
# Limits of the file: bytes, and any number in it.
MAX_FILE_BYTES = 100_000_000
MAX_NUMBER = 1e18


def default_cache() -> str:
    """Returns the default file of costs."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "memplace", "op-costs.json")


def keys_of_ops(texts: Sequence[str], setting: str) -> list[str]:
    """Returns a key for each step, "" for steps that are no ops. Ops of the same kind
    and shapes, compiled in the same `setting`, have equal keys."""
    keys = []
    for text in texts:
        normal = normalise_op(text)
        digest = hashlib.sha256(f"{setting}\n{normal}".encode()).hexdigest()[:24]
        keys.append(f"{normal.split(' ', 1)[0]}:{digest}" if normal else "")
    return keys


def kept_key(key: str) -> str:
    """Returns the key of the same op with kept weights. Such an op is usually slower,
    since weights just read are still in the processor's caches."""
    return f"{key} kept"


def numbers_of(content: dict[str, Any], field: str) -> dict[str, float]:
    """Returns a field of the file: non-negative numbers by key. Raises ValueError for
    any other content."""
    numbers = content.get(field)
    if not isinstance(numbers, dict):
        raise ValueError(f"'{field}' must be an object")
    for key, number in numbers.items():
        if type(number) not in (int, float) or not 0 <= number <= MAX_NUMBER:
            raise ValueError(f"'{field}' of '{key}' must be from 0 to {MAX_NUMBER:g}")
    return {key: float(number) for key, number in numbers.items()}


class CostCache:
    """Costs by key: seconds of ops, bytes of a program's process beside its buffers,
    and bytes per second of a session's reads and writes."""

    def __init__(self, path: str) -> None:
        """Reads the file if it exists. Raises InputError if the file has another
        format."""
        self.path = path
        self.seconds: dict[str, float] = {}
        self.overheads: dict[str, int] = {}
        self.speeds: dict[str, float] = {}
        if not os.path.exists(path):
            return
        try:
            with open_regular(path) as file:
                content = strict_json(
                    file.read(MAX_FILE_BYTES + 1)[:MAX_FILE_BYTES], True
                )
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
                f"'{path}' is not a file of op costs ({reason}); name another one"
            ) from error

    def check_place(self) -> None:
        """Raises MemplaceError if `save` would fail for lack of a folder."""
        check_writable(self.path, makes_folders=True)

    def save(self) -> None:
        """Writes the file. Raises MemplaceError if writing fails."""
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
        """Adds the seconds of all ops in several runs. Each key gets the median of its
        ops. All are then scaled such that the ops of a run take the median total time
        of a run. Otherwise interruptions, which occur in every run, would be in no op's
        time."""
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
        """Returns true if all ops were measured."""
        return all(key in self.seconds for key in keys if key)


def apply_costs(
    fields: Mapping[str, Any],
    keys: Sequence[str],
    seconds: Mapping[str, float],
    gathered: Collection[int] = (),
) -> dict[str, Any]:
    """Returns the problem with measured times of ops.

    Ops reading rows of `gathered` buffers were measured with these buffers in the file.
    Such accesses get as many bytes as the file delivers in the measured time.

    A measured time includes the op's memory traffic, also beside reads. So the accesses
    of other ops get a single byte, to avoid counting the traffic twice.
    """
    ops = []
    for op, key in zip(fields["ops"], keys, strict=True):
        if not key or key not in seconds:
            ops.append(op)
            continue
        measured = seconds[key]
        accesses = [dict(access) for access in op.get("accesses", [])]
        rows = [access for access in accesses if access["buffer"] in gathered]
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
    """Returns true if calls with these seconds suffice to predict another call.

    >>> is_settled([2.0, 2.1]), is_settled([2.0, 2.1, 2.0]), is_settled([2.0, 3.1, 3.0])
    (False, True, False)
    """
    if len(seconds) < PROFILED_CALLS:
        return False
    difference = statistics.median(seconds) / min(seconds) - 1
    return difference <= SETTLED_DIFFERENCE or len(seconds) >= MAX_PROFILED_CALLS


def seconds_of_steps(call: Call, op_texts: Sequence[str]) -> list[float]:
    """Returns the seconds of each op, on average over its trips in loops. Raises
    MemplaceError if some op did not run."""
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
