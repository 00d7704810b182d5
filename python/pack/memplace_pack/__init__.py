"""Offsets for buffers with fixed sizes and live ranges, by memplace's packers.

Buffers that are live at the same time share no byte. `pack` minimises the highest used
byte of one memory. `pack_banks` also chooses the memory of each buffer. Needs nothing but
Python. Calls release Python's lock, and equal calls give equal plans, unless the deadline
ends the search.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Bank", "BankPlan", "PackError", "Plan", "pack", "pack_banks", "version"]

_OK = 0
_INT64 = range(-(2**63), 2**63)
_INT64_POINTER = ctypes.POINTER(ctypes.c_int64)


class PackError(ValueError):
    """Wrong arguments, or no plan: the message names the reason.

    kind: "invalid", "infeasible" (proven to have no plan), "limit-reached" (none found before
        the deadline), "out-of-memory" or "internal" (a bug of memplace).
    """

    def __init__(self, message: str, kind: str = "invalid") -> None:
        super().__init__(message)
        self.kind = kind


@dataclass(frozen=True)
class Bank:
    """A memory.

    capacity: bytes; None: no limit.
    cost: of an accessed byte, in any unit; finite, not negative.
    """

    capacity: int | None
    cost: float


@dataclass(frozen=True)
class Plan:
    """Plan of `pack`.

    offsets: by buffer, bytes.
    peak: highest used byte plus one, bytes.
    bound: proven lower bound on the peak of any plan, bytes.
    optimal: the peak is proven to be the least.
    """

    offsets: list[int]
    peak: int
    bound: int
    optimal: bool


@dataclass(frozen=True)
class BankPlan:
    """Plan of `pack_banks`.

    banks: by buffer, the index of its bank.
    offsets: by buffer, bytes from the start of its bank.
    peaks: by bank, the highest used byte plus one, bytes.
    cost: accessed bytes times the cost of the bank, summed over all buffers.
    cost_bound: proven lower bound on the cost of any plan.
    optimal: the cost is proven to be the least.
    """

    banks: list[int]
    offsets: list[int]
    peaks: list[int]
    cost: float
    cost_bound: float
    optimal: bool


# The structs of memplace-c/MemPlacePack.h.
class _Buffers(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("count", ctypes.c_size_t),
        ("begins", _INT64_POINTER),
        ("ends", _INT64_POINTER),
        ("sizes", _INT64_POINTER),
        ("alignments", _INT64_POINTER),
    ]


class _Banks(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("count", ctypes.c_size_t),
        ("capacities", _INT64_POINTER),
        ("costs", ctypes.POINTER(ctypes.c_double)),
        ("accessed", _INT64_POINTER),
        ("allowed", ctypes.POINTER(ctypes.c_uint8)),
    ]


class _Options(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("deadline", ctypes.c_double),
        ("nodes", ctypes.c_int64),
        ("seed", ctypes.c_uint64),
    ]


def _load() -> ctypes.CDLL:
    """Returns the library: beside this file, or where MEMPLACE_PACK_LIBRARY points to."""
    beside = Path(__file__).with_name("libmemplace_pack.so")
    library = ctypes.CDLL(os.environ.get("MEMPLACE_PACK_LIBRARY") or str(beside))
    plan, text = ctypes.c_void_p, ctypes.c_void_p
    outputs = [ctypes.POINTER(plan), ctypes.POINTER(text)]
    options = ctypes.POINTER(_Options)
    buffers, banks = ctypes.POINTER(_Buffers), ctypes.POINTER(_Banks)
    library.memplacePack.argtypes = [buffers, ctypes.c_int64, options, *outputs]
    library.memplacePackBanks.argtypes = [buffers, banks, options, *outputs]
    library.memplacePackStringFree.argtypes = [text]
    library.memplacePackStringFree.restype = None
    library.memplacePackPlanDestroy.argtypes = [plan]
    library.memplacePackPlanDestroy.restype = None
    results = {
        "Offsets": _INT64_POINTER,
        "Banks": ctypes.POINTER(ctypes.c_int32),
        "Peaks": _INT64_POINTER,
        "Bound": ctypes.c_int64,
        "Cost": ctypes.c_double,
        "CostBound": ctypes.c_double,
        "IsOptimal": ctypes.c_bool,
    }
    for name, kind in results.items():
        function = getattr(library, f"memplacePackPlan{name}")
        function.argtypes, function.restype = [plan], kind
    library.memplacePackVersion.restype = ctypes.c_char_p
    return library


_library = _load()


def version() -> str:
    """Returns the version of the library, e.g. "0.1.0"."""
    return _library.memplacePackVersion().decode()


def _integer(name: str, value: object) -> int:
    """Returns a number as an integer of 64 bits."""
    try:
        whole = value.__index__()  # type: ignore[attr-defined]
    except (AttributeError, TypeError):
        raise PackError(f"{name} must be an integer, got {value!r}") from None
    if whole not in _INT64:
        shown = whole if abs(whole) < 2**128 else "a number beyond 2^128"
        raise PackError(f"{name} must fit in 64 bits, got {shown}")
    return whole


def _list(name: str, values: object) -> list[Any]:
    """Returns the entries of a sequence or an array."""
    try:
        return list(values)  # type: ignore[call-overload]
    except TypeError:
        raise PackError(f"{name} must be a sequence, got {values!r}") from None


def _array(name: str, given: Sequence[int], count: int) -> ctypes.Array[ctypes.c_int64]:
    """Returns an array for the library."""
    values = _list(name, given)
    if len(values) != count:
        raise PackError(f"{name} must have {count} entries as sizes has, got {len(values)}")
    return (ctypes.c_int64 * count)(
        *[_integer(f"{name}[{i}]", value) for i, value in enumerate(values)]
    )


def _number(name: str, value: object) -> float:
    """Returns a number as a float."""
    try:
        if isinstance(value, str):
            raise TypeError
        return float(value)  # type: ignore[arg-type]
    except (OverflowError, TypeError, ValueError):
        raise PackError(f"{name} must be a number, got {value!r}") from None


def _buffers(
    begins: Sequence[int],
    ends: Sequence[int],
    sizes: Sequence[int],
    alignments: int | Sequence[int],
) -> _Buffers:
    """Returns the buffers for the library."""
    sizes = _list("sizes", sizes)
    count = len(sizes)
    if hasattr(alignments, "__index__"):
        alignments = [_integer("alignments", alignments)] * count
    return _Buffers(
        ctypes.sizeof(_Buffers),
        count,
        _array("begins", begins, count),
        _array("ends", ends, count),
        _array("sizes", sizes, count),
        _array("alignments", alignments, count),
    )


def _options(deadline: float, seed: int) -> _Options:
    """Returns the options for the library."""
    seconds = _number("deadline", deadline)
    if not seconds > 0:
        raise PackError(f"deadline must be above 0 seconds, got {deadline}")
    if not hasattr(seed, "__index__") or not 0 <= seed.__index__() < 2**64:
        raise PackError(f"seed must be an integer from 0 to 2^64 - 1, got {str(seed)[:40]}")
    return _Options(ctypes.sizeof(_Options), seconds, 0, seed.__index__())


def _allowed(
    allowed: Sequence[Sequence[int] | None] | None, count: int, num_banks: int
) -> ctypes.Array[ctypes.c_uint8] | None:
    """Returns [buffers][banks] flags for the library."""
    if allowed is None:
        return None
    if len(allowed) != count:
        raise PackError(f"allowed must have {count} entries as sizes has, got {len(allowed)}")
    flags = (ctypes.c_uint8 * (count * num_banks))()
    for buffer, banks in enumerate(allowed):
        name = f"allowed[{buffer}]"
        for bank in range(num_banks) if banks is None else _list(name, banks):
            if isinstance(bank, bool):
                raise PackError(f"{name} must hold numbers of banks, got {bank}")
            index = _integer(f"allowed[{buffer}]", bank)
            if not 0 <= index < num_banks:
                raise PackError(
                    f"allowed[{buffer}] must hold banks from 0 to {num_banks - 1}, got {bank}"
                )
            flags[buffer * num_banks + index] = 1
    return flags


class _Call:
    """Result of a call of the library; `with` frees the plan."""

    KINDS = ("", "invalid", "infeasible", "limit-reached", "out-of-memory", "internal")

    def __init__(self) -> None:
        self.plan = ctypes.c_void_p()
        self.text = ctypes.c_void_p()

    def __enter__(self) -> _Call:
        return self

    def __exit__(self, *error: object) -> None:
        _library.memplacePackPlanDestroy(self.plan)

    def check(self, status: int) -> None:
        """Raises PackError unless the call succeeded."""
        if status == _OK:
            return
        message = ctypes.string_at(self.text) if self.text else b"not enough memory"
        _library.memplacePackStringFree(self.text)
        raise PackError(message.decode(), self.KINDS[status])

    def get(self, name: str):  # type: ignore[no-untyped-def]
        """Returns a property of the plan."""
        return getattr(_library, f"memplacePackPlan{name}")(self.plan)


def pack(
    begins: Sequence[int],
    ends: Sequence[int],
    sizes: Sequence[int],
    *,
    alignments: int | Sequence[int] = 1,
    deadline: float = 1.0,
    seed: int = 0,
) -> Plan:
    """Packs buffers into one memory, with the least peak found before the deadline.

    begins, ends: by buffer, the first step of its live range and the step after the last.
    sizes: by buffer, bytes, from 0 to 2^62.
    alignments: bytes, powers of two; one for all buffers, or by buffer.
    deadline: seconds, above 0.
    seed: of all randomness.

    Raises PackError for wrong arguments, e.g. a live range without a step.

    >>> pack([0, 1, 2], [2, 3, 4], [8, 4, 8])
    Plan(offsets=[0, 8, 0], peak=12, bound=12, optimal=True)
    """
    buffers = _buffers(begins, ends, sizes, alignments)
    options = _options(deadline, seed)
    with _Call() as call:
        call.check(
            _library.memplacePack(
                ctypes.byref(buffers),
                -1,
                ctypes.byref(options),
                ctypes.byref(call.plan),
                ctypes.byref(call.text),
            )
        )
        return Plan(
            offsets=call.get("Offsets")[: buffers.count],
            peak=call.get("Peaks")[0],
            bound=call.get("Bound"),
            optimal=call.get("IsOptimal"),
        )


def pack_banks(
    begins: Sequence[int],
    ends: Sequence[int],
    sizes: Sequence[int],
    accessed: Sequence[int],
    banks: Sequence[Bank],
    *,
    allowed: Sequence[Sequence[int] | None] | None = None,
    alignments: int | Sequence[int] = 1,
    deadline: float = 1.0,
    seed: int = 0,
) -> BankPlan:
    """Packs buffers into banks, with the least cost found before the deadline.

    A buffer stays in one bank for its whole life, and costs its accessed bytes times the cost
    of the bank.

    accessed: by buffer, bytes read and written over its life.
    banks: the memories.
    allowed: by buffer, the indices of the banks it may be in, or None: any bank.
    begins, ends, sizes, alignments, deadline, seed: as in `pack`. The first plan is always
        finished: about 2 seconds for 200,000 buffers.

    Raises PackError for wrong arguments, and if the banks are too small. The message then names
    a capacity that is needed, if it is known.

    >>> pack_banks([0, 0], [1, 1], [8, 8], [80, 16], [Bank(8, 1.0), Bank(None, 10.0)])
    BankPlan(banks=[0, 1], offsets=[0, 0], peaks=[8, 8], cost=240.0, cost_bound=240.0, \
optimal=True)
    """
    buffers = _buffers(begins, ends, sizes, alignments)
    options = _options(deadline, seed)
    capacities = [-1 if bank.capacity is None else bank.capacity for bank in banks]
    for index, bank in enumerate(banks):
        if bank.capacity is not None and _integer("capacity", bank.capacity) < 0:
            raise PackError(
                f"the capacity of bank {index} must not be negative, got {bank.capacity}"
            )
    count, num_banks = buffers.count, len(capacities)
    structure = _Banks(
        ctypes.sizeof(_Banks),
        num_banks,
        (ctypes.c_int64 * num_banks)(*capacities),
        (ctypes.c_double * num_banks)(*[_number("cost", bank.cost) for bank in banks]),
        _array("accessed", accessed, count),
        _allowed(allowed, count, num_banks),
    )
    with _Call() as call:
        call.check(
            _library.memplacePackBanks(
                ctypes.byref(buffers),
                ctypes.byref(structure),
                ctypes.byref(options),
                ctypes.byref(call.plan),
                ctypes.byref(call.text),
            )
        )
        return BankPlan(
            banks=call.get("Banks")[:count],
            offsets=call.get("Offsets")[:count],
            peaks=call.get("Peaks")[:num_banks],
            cost=call.get("Cost"),
            cost_bound=call.get("CostBound"),
            optimal=call.get("IsOptimal"),
        )
