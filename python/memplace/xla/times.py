"""What ops take: compute times and memory traffic from XLA's own estimates.

XLA prints `estimated_cycles` of ops. Two compilations give two numbers for an op:
with XLA's placement, and with all of its operands in the slow memory. A placement
problem wants compute time and bytes apart; both numbers together tell them apart.
"""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memplace.xla.program import Access, Op, Program

# An op whose time falls by less than this share by XLA's placement computes all
# the time.
_COMPUTE_BOUND = 0.97
# Below these shares, of its bytes that XLA put into the fast memory and of its time
# that plain traffic takes, XLA's placement does not show whether it does.
_RELEVANT_BYTES = 0.1
_RELEVANT_TRAFFIC = 0.5
# Share of its time that an op whose compute time does not show is taken to compute: at
# most, and if no op of the program tells.
_MOST_HIDDEN = 0.25
_DEFAULT_HIDDEN = 0.125
_PICOSECONDS = 10**12


@dataclass(frozen=True)
class Machine:
    """What times depend on: clock in cycles a second, bandwidths in bytes a second."""

    clock: float
    fast: float
    slow: float


@dataclass(frozen=True)
class OpTimes:
    """What an op is charged: bytes of its accesses, in their order.

    how: "compute", "memory", "split", "hidden", "bytes" (no cycles are known) or
        "single" (only one of the two compilations is known).
    """

    compute_ps: int
    bytes: tuple[int, ...]
    how: str


def plain_bytes(program: Program, op: Op) -> list[int]:
    """Bytes of the op's accesses if each is read or written once."""
    sizes = [
        access.size or program.buffers[access.place.buffer].size
        for access in op.accesses
    ]
    written = sum(
        size for size, access in zip(sizes, op.accesses) if access.mode != "read"
    )
    return [
        min(size, written) if access.is_partial else size
        for size, access in zip(sizes, op.accesses)
    ]


def traffic_bytes(
    accesses: list[Access], sizes: Sequence[int], fast: bool | None = None
) -> int:
    """Bytes read and written; an update does both. fast: only those of accesses that
    XLA serves from the fast memory, or only the others."""
    return sum(
        size * (2 if access.mode == "update" else 1)
        for size, access in zip(sizes, accesses)
        if fast is None or access.place.fast == fast
    )


class Calibration:
    """Charges the ops of one program.

    program: as compiled with memory space assignment.
    baseline: cycles by op's name without it; None: not known.
    """

    def __init__(
        self,
        program: Program,
        baseline: Mapping[str, int | None] | None,
        machine: Machine,
    ):
        self.program = program
        self.baseline = baseline
        self.machine = machine
        self.hidden_share = min(_MOST_HIDDEN, self._median_share())

    def _median_share(self) -> float:
        """Time with XLA's placement over that without it, of ops that it gave all
        they use in the fast memory."""
        shares = [
            op.cycles / off
            for op in self.program.ops
            if op.cycles and (off := self._off(op))
            if op.accesses and all(access.place.fast for access in op.accesses)
        ]
        return statistics.median(shares) if shares else _DEFAULT_HIDDEN

    def _off(self, op: Op) -> int | None:
        return None if self.baseline is None else self.baseline.get(op.name)

    def times(self, op: Op) -> OpTimes:
        """What the op is charged."""
        sizes = plain_bytes(self.program, op)
        off = self._off(op)
        if op.cycles is None:
            return OpTimes(0, tuple(sizes), "bytes")
        with_plan = op.cycles / self.machine.clock
        if not off or not sizes:
            return _charged(with_plan, sizes, 1.0, "single")
        return self._calibrated(op, sizes, with_plan, off / self.machine.clock)

    def _calibrated(
        self, op: Op, sizes: list[int], with_plan: float, without: float
    ) -> OpTimes:
        total = traffic_bytes(op.accesses, sizes)
        fast = traffic_bytes(op.accesses, sizes, fast=True)
        traffic = total / self.machine.slow
        if with_plan >= _COMPUTE_BOUND * without:
            if fast < _RELEVANT_BYTES * total and traffic > _RELEVANT_TRAFFIC * without:
                scale = without / traffic
                return _charged(self.hidden_share * without, sizes, scale, "hidden")
            scale = min(1.0, without / traffic)
            return _charged(min(with_plan, without), sizes, scale, "compute")
        scale = without / traffic
        memory = scale * ((total - fast) / self.machine.slow + fast / self.machine.fast)
        if with_plan >= memory or not fast or fast == total:
            return _charged(with_plan, sizes, scale, "memory")
        return self._split(op, sizes, with_plan, without)

    def _split(
        self, op: Op, sizes: list[int], with_plan: float, without: float
    ) -> OpTimes:
        """One factor for operands in the slow memory, one for those in the fast
        memory, so that both numbers are met."""
        machine = self.machine
        fast = traffic_bytes(op.accesses, sizes, fast=True)
        slow = traffic_bytes(op.accesses, sizes, fast=False)
        gained = 1 / machine.slow - 1 / machine.fast
        moved = min((without - with_plan) / gained, without * machine.slow)
        kept = without * machine.slow - moved
        scales = [
            moved / fast if access.place.fast else kept / slow for access in op.accesses
        ]
        compute = min(with_plan, self.hidden_share * without)
        return OpTimes(
            round(compute * _PICOSECONDS),
            tuple(max(1, round(size * each)) for size, each in zip(sizes, scales)),
            "split",
        )


def _charged(seconds: float, sizes: list[int], scale: float, how: str) -> OpTimes:
    scaled = sizes if scale == 1.0 else [max(1, round(size * scale)) for size in sizes]
    return OpTimes(round(seconds * _PICOSECONDS), tuple(scaled), how)
