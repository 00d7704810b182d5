"""Packing: offsets in one memory for buffers with live ranges (docs/guide/packing.md)."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from memplace import arguments
from memplace.compiled import core
from memplace.errors import InputError

# Larger steps and offsets could overflow.
_MAX_VALUE = 2**62


@dataclass(frozen=True)
class PackResult:
    """Result of packing.

    status: "packed"; "optimal": the peak is proven minimal; "infeasible": it is proven
        that no packing fits the capacity; "limit-reached": no packing was found.
    offsets: [n] int64, bytes; None with the last two statuses. Verified.
    peak: highest byte in use, bytes; None without offsets.
    bound: proven lower bound on the peak of any packing, bytes.
    nodes: nodes of the exact search plus steps of the local search.
    packer: name of the heuristic that found the offsets.
    message: reason why there are no offsets.
    """

    status: Literal["packed", "optimal", "infeasible", "limit-reached"]
    offsets: NDArray[np.int64] | None = field(repr=False)
    peak: int | None
    bound: int
    nodes: int
    packer: str
    message: str = ""


def _numbers(name: str, values: ArrayLike) -> NDArray[np.int64]:
    """Returns `values` as integers; raises InputError for other numbers."""
    try:
        array = np.asarray(values)
        # NumPy gives an empty list the type float.
        if array.size == 0:
            return np.zeros(array.shape, np.int64)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{name} is not an array of numbers: {error}") from error
    if array.dtype.kind not in "iuf":
        raise InputError(
            f"{name} must hold integers, not values of type '{array.dtype}'"
        )
    if array.dtype.kind == "f":
        with np.errstate(invalid="ignore"):
            is_whole = np.isfinite(array) & (np.floor(array) == array)
        if not is_whole.all():
            raise InputError(
                f"{name} must hold integers, got {array[~is_whole].flat[0]}"
            )
    # Compare Python integers, since a comparison of floats could round.
    low, high = int(array.min()), int(array.max())
    if low < -_MAX_VALUE or high > _MAX_VALUE:
        worst = low if low < -_MAX_VALUE else high
        raise InputError(f"{name} must be from -2^62 to 2^62, got {worst}")
    return np.asarray(array, dtype=np.int64, order="C")


def _column(name: str, values: ArrayLike, count: int) -> NDArray[np.int64]:
    array = _numbers(name, values)
    if array.shape != (count,):
        raise InputError(
            f"{name} must have shape ({count},) as `size` does, not {array.shape}"
        )
    return array


def _rows(name: str, values: ArrayLike | None, width: int) -> NDArray[np.int64]:
    if values is None:
        return np.zeros((0, width), np.int64)
    array = _numbers(name, values)
    if array.size == 0:
        return np.zeros((0, width), np.int64)
    if array.ndim != 2 or array.shape[1] != width:
        raise InputError(f"{name} must have shape (n, {width}), not {array.shape}")
    return array


def _arrays(
    lower: ArrayLike,
    upper: ArrayLike,
    size: ArrayLike,
    alignment: ArrayLike,
    group: ArrayLike | None,
    gaps: ArrayLike | None,
    fixed: ArrayLike | None,
) -> core.PackingArrays:
    sizes = _numbers("size", size)
    if sizes.ndim != 1:
        raise InputError(f"size must have shape (n,), not {sizes.shape}")
    count = len(sizes)
    alignments = _numbers("alignment", alignment)
    if alignments.ndim == 0:
        alignments = np.full(count, alignments, np.int64)
    groups = np.full(count, -1, np.int64) if group is None else group
    return core.PackingArrays(
        _column("lower", lower, count),
        _column("upper", upper, count),
        sizes,
        _column("alignment", alignments, count),
        _column("group", groups, count),
        _rows("gaps", gaps, 3),
        _rows("fixed", fixed, 2),
    )


def pack(
    lower: ArrayLike,
    upper: ArrayLike,
    size: ArrayLike,
    *,
    alignment: ArrayLike = 1,
    group: ArrayLike | None = None,
    gaps: ArrayLike | None = None,
    fixed: ArrayLike | None = None,
    capacity: int | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    seed: int = 0,
    packer: str | None = None,
) -> PackResult:
    """Chooses an offset for each of n buffers, such that the highest byte in use is
    low.

    Buffers that are live at the same time share no byte.

    lower, upper: [n], the live range [lower, upper) in steps.
    size: [n], bytes, 1 to 2^62.
    alignment: [n] or one number, bytes; need not be powers of two.
    group: [n], buffers with the same number share one offset and may share bytes;
        -1: none.
    gaps: [g, 3], rows of (buffer, first step, step after the last): steps inside of the
        live range at which the buffer is dead.
    fixed: [f, 2], rows of (buffer, offset): the buffer's only permitted offset.
    capacity: bytes; stops at the first packing that fits. None: minimise the peak.
    time_limit: seconds; None: no limit.
    nodes: limit on the nodes of the search, reproducible on every machine. None:
        2,000,000 without a time limit.
    seed: seed of the search, 0 to 2^64 - 1.
    packer: use only this heuristic of `packers()`.

    Ctrl-C stops packing and raises KeyboardInterrupt. Raises InputError for wrong
    shapes, for numbers that are no integers or out of range, and for an unknown
    packer.

    >>> result = pack(lower=[0, 1, 2], upper=[2, 3, 4], size=[4, 8, 4])
    >>> result.status, result.peak, result.offsets[0] == result.offsets[2]
    ('optimal', 12, np.True_)
    """
    arrays = _arrays(lower, upper, size, alignment, group, gaps, fixed)
    if capacity is not None:
        capacity = arguments.integer("capacity", capacity, 1, 2**63 - 1)
    if nodes is not None:
        nodes = arguments.integer("nodes", nodes, 0, 2**63 - 1)
    limit = arguments.time_limit(time_limit)
    if packer is not None and not packer:
        raise InputError("packer must be a name or None")
    return PackResult(
        **core.pack(arrays, capacity, limit, nodes, arguments.seed(seed), packer or "")
    )


def packing_bound(
    lower: ArrayLike,
    upper: ArrayLike,
    size: ArrayLike,
    *,
    alignment: ArrayLike = 1,
    group: ArrayLike | None = None,
    gaps: ArrayLike | None = None,
    fixed: ArrayLike | None = None,
) -> int:
    """Returns a proven lower bound on the peak of `pack`, in bytes.

    Takes the same arguments as `pack`, and raises InputError in the same cases.

    >>> packing_bound([0, 1, 2], [2, 3, 4], [4, 8, 4])
    12
    """
    return core.packing_bound(
        _arrays(lower, upper, size, alignment, group, gaps, fixed)
    )


def packers() -> dict[str, str]:
    """Returns the heuristics of `pack`, in the order of trial: descriptions by name.

    >>> "xla" in packers()
    True
    """
    return dict(core.packers())
