"""XLA's own placement as a solution of the problem made from the same program.

XLA's text has the memory of each value and the steps of copies, but no offsets. Offsets
are chosen here. A copy needs all its space from the start here, but slice by slice in
XLA; if no offsets are found, copies start later.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from memplace.packing import pack
from memplace.xla.program import Access, NoCounterpartError, Place, Program

# Nodes of the search for offsets; mostly the first heuristic finds offsets.
_NODES = 200_000
# Number of failed searches before several residencies are relaxed at a time, and number
# of further failures until twice as many are relaxed. Programs of a thousand ops would
# otherwise need hundreds of searches of a second each.
_SINGLE_FAILURES = 8
_FAILURES_PER_DOUBLING = 2
# Nodes of the search for residencies beyond the capacity, after these failures.
_FEW_NODES = 20_000


@dataclass(eq=False)
class Residency:
    """A residency to make: a buffer in a memory during steps [begin, end).

    is_callers: True for the caller's own place, which has no offset.
    held_until: first step at which another residency may use the same bytes.
    uses: steps of the ops served by the residency.
    version: version of the buffer's contents when the residency was last filled.
    """

    buffer: int
    fast: bool
    begin: int
    end: int
    is_callers: bool = False
    held_until: int = 0
    uses: list[int] = field(default_factory=list)
    version: int = 0


@dataclass(eq=False)
class Copy:
    """A transfer to make, issued before `start` and awaited before `done`.

    last_start: start of the last slice of XLA's copy.
    """

    source: Residency
    to: Residency
    start: int
    last_start: int
    done: int
    order: int = 0


@dataclass(frozen=True)
class PlanNotes:
    """Differences from XLA's plan, as numbers.

    later: copies that start later than XLA's first slice.
    dropped: places without offsets.
    from_last_run: copies that XLA makes during the previous run.
    slow_only: operands that must stay in the slow memory.
    """

    later: int
    dropped: int
    from_last_run: int
    slow_only: int


class Plan:
    """Builds residencies, transfers and offsets.

    capacity, alignment: of the fast memory, bytes.
    skip_from_last_run: leave out copies that XLA makes during the previous run.
    direct: ops in the background write into the fast memory, without a transfer.
    keep_fast: if some op may use a buffer in the slow memory only, keep XLA's place in
        the fast memory for the other ops, with a copy. Otherwise all ops use the slow
        memory.
    """

    def __init__(
        self,
        program: Program,
        capacity: int,
        alignment: int,
        skip_from_last_run: bool = False,
        keep_fast: bool = True,
        direct: bool = False,
    ):
        self.program = program
        self.capacity = capacity
        self.alignment = alignment
        self.direct = direct
        self.steps = len(program.ops)
        self.num_later = self.num_dropped = self.num_from_last_run = 0
        self.num_slow_only = 0
        self.written_over = {
            access.place.buffer
            for op in program.ops
            for access in op.accesses
            if access.mode == "update"
        }
        # By buffer, the last residency in the slow memory.
        self.homes: dict[int, Residency] = {}
        # Residency made from a place, by id of the place; and the residency that serves
        # an access instead, by id of the access.
        self.residency_of: dict[int, Residency] = {}
        self.override_of: dict[int, Residency] = {}
        self.residencies: list[Residency] = []
        self.copies: list[Copy] = []
        self.later: set[int] = set()
        into_fast = {
            id(place.source)
            for place in program.places
            if direct and place.source is not None and place.source.is_handed_on
        }
        for place in program.places:
            if place.source is not None and id(place.source) in into_fast:
                self._join(place, place.source)
            else:
                self._add(place, place.fast or id(place) in into_fast)
        self._add_missing_results()
        for place in program.places:
            if place.from_last_run:
                self.num_from_last_run += 1
                if skip_from_last_run:
                    self._drop(self.residency_of[id(place)])
        for step, op in enumerate(program.ops):
            for access in op.accesses:
                residency = self.residency_of[id(access.place)]
                if access.slow_only and residency.fast:
                    self.num_slow_only += 1
                    self._serve_slowly(step, access, residency, keep_fast)
        self._set_ranges()

    # Residencies from places.

    def _join(self, place: Place, source: Place) -> None:
        """Adds a place without its copy from the source."""
        residency = self.residency_of[id(source)]
        residency.uses += place.uses
        residency.version = place.version
        self.residency_of[id(place)] = residency

    def _add(self, place: Place, fast: bool) -> None:
        buffer = self.program.buffers[place.buffer]
        home = self.homes.get(place.buffer) if not fast else None
        if home is not None and (home.is_callers or home.version == place.version):
            residency = home
        else:
            residency = Residency(place.buffer, fast, place.begin, place.begin + 1)
            residency.version = place.version
            self.residencies.append(residency)
            if not fast:
                self.homes[place.buffer] = residency
                residency.is_callers = buffer.live_in or buffer.live_out
        residency.uses += place.uses
        self.residency_of[id(place)] = residency
        if place.source is None:
            return
        source = self.residency_of[id(place.source)]
        # The slow memory may already have the contents.
        is_new = residency is not home or residency.version != place.version
        residency.version = place.version
        if is_new and source is not residency:
            self.copies.append(
                Copy(
                    source,
                    residency,
                    place.starts[0],
                    place.starts[-1],
                    place.done,
                    place.order,
                )
            )

    def _add_missing_results(self) -> None:
        """Adds residencies in the slow memory for all live-out and live-in buffers
        without any."""
        first: dict[int, Residency] = {}
        last: dict[int, Residency] = {}
        for residency in self.residencies:
            first.setdefault(residency.buffer, residency)
            last[residency.buffer] = residency
        for number, buffer in enumerate(self.program.buffers):
            if number in self.homes or not (buffer.live_in or buffer.live_out):
                continue
            home = Residency(number, False, buffer.begin, buffer.end, is_callers=True)
            source = last.get(number)
            if buffer.live_in and number in first:
                # The caller passed the buffer in the fast memory.
                self.copies.append(Copy(home, first[number], 0, 0, 0))
            if buffer.live_out and source is not None:
                end = self.steps
                self.copies.append(Copy(source, home, end, end, end))
            self.homes[number] = home
            self.residencies.append(home)

    def _set_ranges(self) -> None:
        """Sets the range of steps of each residency."""
        for residency in self.residencies:
            buffer = self.program.buffers[residency.buffer]
            if residency.is_callers:
                residency.begin, residency.end = buffer.begin, buffer.end
            else:
                residency.end = max([residency.begin, *residency.uses]) + 1
        for copy in self.copies:
            if not copy.to.is_callers:
                copy.to.begin = copy.start
                arrived = copy.done + (copy.start == copy.done)
                copy.to.end = max([arrived, *(use + 1 for use in copy.to.uses)])
        for residency in self.residencies:
            residency.held_until = residency.end
        for copy in self.copies:
            source, hold = copy.source, copy.done + (copy.start == copy.done)
            source.end = max(source.end, min(copy.done, self.steps))
            source.held_until = max(source.held_until, source.end, hold)

    # Operands restricted to the slow memory.

    def _serve_slowly(
        self, step: int, access: Access, residency: Residency, keep_fast: bool
    ) -> None:
        """Serves an access from the slow memory instead of the fast memory."""
        home = self.homes.get(residency.buffer)
        others = [use for use in residency.uses if use != step]
        if not keep_fast or not others or access.mode == "update":
            self._drop(residency)
        elif access.mode == "write":
            self._write_home(step, residency, others)
            self.override_of[id(access)] = self.homes[residency.buffer]
        elif (
            home is not None
            and home.begin <= step
            and home.version == residency.version
        ):
            home.uses.append(step)
            residency.uses = others
            self.override_of[id(access)] = home
        else:
            self._drop(residency)

    def _write_home(self, step: int, residency: Residency, others: list[int]) -> None:
        """Lets an op write into the slow memory; a copy then fills the residency."""
        home = self.homes.get(residency.buffer)
        if home is None:
            home = Residency(
                residency.buffer, False, step, step + 1, version=residency.version
            )
            self.homes[residency.buffer] = home
            self.residencies.append(home)
        home.begin = min(home.begin, step)
        home.uses.append(step)
        residency.uses = others
        self.copies = [
            copy
            for copy in self.copies
            if copy.source is not residency or copy.to is not home
        ]
        done = max(step + 1, min(others))
        self.copies.append(Copy(home, residency, step + 1, step + 1, done))

    # Relaxed residencies.

    def _drop(self, residency: Residency) -> None:
        """Removes a residency; the slow memory serves its accesses."""
        home = self.homes.get(residency.buffer)
        self.copies = [copy for copy in self.copies if copy.to is not residency]
        if home is None:
            residency.fast, self.homes[residency.buffer] = False, residency
            return
        home.uses += residency.uses
        home.begin = min(home.begin, residency.begin)
        self.residencies.remove(residency)
        for copy in self.copies:
            if copy.source is residency:
                copy.source = home
        self.copies = [copy for copy in self.copies if copy.source is not copy.to]
        for known in (self.residency_of, self.override_of):
            for key, value in known.items():
                if value is residency:
                    known[key] = home

    def _relax(self, over: Iterable[Residency]) -> None:
        """Delays the copy into a residency of `over`, or drops one if no copy can start
        later. Copies in slices come first, then large buffers. Raises
        NoCounterpartError if nothing is left to relax."""
        candidates = set(map(id, over))
        copies = [
            copy
            for copy in self.copies
            if id(copy.to) in candidates and copy.start < copy.done
        ]
        sliced = [copy for copy in copies if copy.start < copy.last_start]
        if copies:
            copy = max(sliced or copies, key=lambda each: self._size(each.to))
            copy.start += 1
            copy.last_start = max(copy.start, copy.last_start)
            self.later.add(id(copy))
        else:
            free = [
                residency
                for residency in self.residencies
                if id(residency) in candidates
                and residency.buffer not in self.written_over
            ]
            if not free:
                raise NoCounterpartError("found no offsets for XLA's placement")
            self._drop(min(free, key=self._size))
            self.num_dropped += 1
        self._set_ranges()

    def _relax_repeatedly(self, over: list[Residency], num_failures: int) -> None:
        """Relaxes some residencies: a number that doubles with the number of failures.
        Raises NoCounterpartError if nothing is left to relax."""
        doublings = max(0, num_failures - _SINGLE_FAILURES) // _FAILURES_PER_DOUBLING
        self._relax(over)
        for _ in range(2**doublings - 1):
            kept = set(map(id, self.residencies))
            over = [
                residency
                for residency in over
                if residency.fast and id(residency) in kept
            ]
            if all(residency.buffer in self.written_over for residency in over):
                break
            self._relax(over)

    def _size(self, residency: Residency) -> int:
        return self.program.buffers[residency.buffer].size

    # Offsets.

    def _over(self) -> list[Residency]:
        """Returns the fast residencies of the first step with too many bytes; empty if
        all steps fit."""
        changes: dict[int, int] = {}
        fast = [residency for residency in self.residencies if residency.fast]
        for residency in fast:
            room = -(-self._size(residency) // self.alignment) * self.alignment
            changes[residency.begin] = changes.get(residency.begin, 0) + room
            changes[residency.held_until] = changes.get(residency.held_until, 0) - room
        load = 0
        for step in sorted(changes):
            load += changes[step]
            if load > self.capacity:
                return [
                    residency
                    for residency in fast
                    if residency.begin <= step < residency.held_until
                ]
        return []

    def _pack(
        self, residencies: list[Residency], capacity: int | None, nodes: int = _NODES
    ) -> list[int] | None:
        """Returns offsets; None if no offsets within the capacity were found."""
        if not residencies:
            return []
        found = pack(
            [residency.begin for residency in residencies],
            [residency.held_until for residency in residencies],
            [self._size(residency) for residency in residencies],
            alignment=self.alignment,
            capacity=capacity,
            nodes=nodes,
        )
        return None if found.offsets is None else [int(at) for at in found.offsets]

    def _offsets(self) -> dict[int, int]:
        """Returns offsets by id of the residency; relaxes residencies until all fit."""
        num_failures = 0
        while True:
            while over := self._over():
                self._relax(over)
            fast = [residency for residency in self.residencies if residency.fast]
            offsets = self._pack(fast, self.capacity)
            if offsets is None:
                num_failures += 1
                many = num_failures > _SINGLE_FAILURES
                over = self._too_high(fast, _FEW_NODES if many else _NODES)
                self._relax_repeatedly(over, num_failures)
                continue
            slow = [
                residency
                for residency in self.residencies
                if not residency.fast and not residency.is_callers
            ]
            slow_offsets = self._pack(slow, None) or []
            self.num_later = len(self.later)
            return {
                id(residency): at
                for residency, at in zip([*fast, *slow], [*offsets, *slow_offsets])
            }

    def _too_high(self, fast: list[Residency], nodes: int) -> list[Residency]:
        """Returns the residencies beyond the capacity in the lowest packing found."""
        offsets = self._pack(fast, None, nodes) or []
        return [
            residency
            for residency, at in zip(fast, offsets)
            if at + self._size(residency) > self.capacity
        ] or fast

    # The solution.

    def solution(self, problem_name: str, tiers: tuple[str, str]) -> dict[str, Any]:
        """Returns the fields of a solution file. tiers: names of the fast and the slow
        tier."""
        offsets = self._offsets()
        fast, slow = tiers
        index = {
            id(residency): number for number, residency in enumerate(self.residencies)
        }
        entries = []
        for residency in self.residencies:
            entry: dict[str, Any] = {
                "buffer": residency.buffer,
                "tier": fast if residency.fast else slow,
                "begin": residency.begin,
                "end": residency.end,
            }
            if not residency.is_callers:
                entry["offset"] = offsets[id(residency)]
            entries.append(entry)
        self.copies.sort(key=lambda copy: (copy.start, copy.order))
        transfers = [
            {
                "from": index[id(copy.source)],
                "to": index[id(copy.to)],
                "channel": (slow, fast) if copy.to.fast else (fast, slow),
                "start": copy.start,
                "done": copy.done,
            }
            for copy in self.copies
        ]
        served = [
            [index[id(self._serving(access))] for access in op.accesses]
            for op in self.program.ops
        ]
        return {
            "format": "memplace-solution",
            "version": 1,
            "problem": problem_name,
            "solver": "xla-msa",
            "residencies": entries,
            "transfers": transfers,
            "served": served,
        }

    def _serving(self, access: Access) -> Residency:
        return self.override_of.get(id(access)) or self.residency_of[id(access.place)]

    @property
    def notes(self) -> PlanNotes:
        """Differences from XLA's plan; complete after `solution`."""
        return PlanNotes(
            self.num_later,
            self.num_dropped,
            self.num_from_last_run,
            self.num_slow_only,
        )
