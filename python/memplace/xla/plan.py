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
# Number of failed searches before several stays give way at a time, and number of
# further failures until twice as many give way. Programs of a thousand ops would
# otherwise need hundreds of searches of a second each.
_SINGLE_FAILURES = 8
_FAILURES_PER_DOUBLING = 2
# Nodes of the search for stays beyond the capacity, after these failures.
_FEW_NODES = 20_000


@dataclass(eq=False)
class Stay:
    """A residency to make: a buffer in a memory during steps [begin, end).

    is_callers: True for the caller's own place, which has no offset.
    held_until: first step at which another stay may use the same bytes.
    uses: steps of the ops served by the stay.
    version: version of the buffer's contents when the stay was last filled.
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

    source: Stay
    to: Stay
    start: int
    last_start: int
    done: int
    order: int = 0


@dataclass(frozen=True)
class PlanNotes:
    """Differences from XLA's plan, as numbers.

    later: copies that start later than XLA's first slice.
    dropped: places given up for lack of offsets.
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
    ):
        self.program = program
        self.capacity = capacity
        self.alignment = alignment
        self.steps = len(program.ops)
        self.num_later = self.num_dropped = self.num_from_last_run = 0
        self.num_slow_only = 0
        self.written_over = {
            access.place.buffer
            for op in program.ops
            for access in op.accesses
            if access.mode == "update"
        }
        # By buffer, the last stay in the slow memory.
        self.homes: dict[int, Stay] = {}
        # Stay made from a place, by id of the place; and the stay that serves an access
        # instead, by id of the access.
        self.stay_of: dict[int, Stay] = {}
        self.instead: dict[int, Stay] = {}
        self.stays: list[Stay] = []
        self.copies: list[Copy] = []
        self.later: set[int] = set()
        for place in program.places:
            self._add(place)
        self._add_missing_results()
        for place in program.places:
            if place.from_last_run:
                self.num_from_last_run += 1
                if skip_from_last_run:
                    self._give_up(self.stay_of[id(place)])
        for step, op in enumerate(program.ops):
            for access in op.accesses:
                stay = self.stay_of[id(access.place)]
                if access.slow_only and stay.fast:
                    self.num_slow_only += 1
                    self._serve_slowly(step, access, stay, keep_fast)
        self._settle()

    # Stays from places.

    def _add(self, place: Place) -> None:
        buffer = self.program.buffers[place.buffer]
        home = self.homes.get(place.buffer) if not place.fast else None
        if home is not None and (home.is_callers or home.version == place.version):
            stay = home
        else:
            stay = Stay(place.buffer, place.fast, place.begin, place.begin + 1)
            stay.version = place.version
            self.stays.append(stay)
            if not place.fast:
                self.homes[place.buffer] = stay
                stay.is_callers = buffer.live_in or buffer.live_out
        stay.uses += place.uses
        self.stay_of[id(place)] = stay
        if place.source is None:
            return
        source = self.stay_of[id(place.source)]
        # The slow memory may already have the contents.
        is_new = stay is not home or stay.version != place.version
        stay.version = place.version
        if is_new and source is not stay:
            self.copies.append(
                Copy(
                    source,
                    stay,
                    place.starts[0],
                    place.starts[-1],
                    place.done,
                    place.order,
                )
            )

    def _add_missing_results(self) -> None:
        """Adds stays in the slow memory for all live-out and live-in buffers without
        any."""
        first: dict[int, Stay] = {}
        last: dict[int, Stay] = {}
        for stay in self.stays:
            first.setdefault(stay.buffer, stay)
            last[stay.buffer] = stay
        for number, buffer in enumerate(self.program.buffers):
            if number in self.homes or not (buffer.live_in or buffer.live_out):
                continue
            home = Stay(number, False, buffer.begin, buffer.end, is_callers=True)
            source = last.get(number)
            if buffer.live_in and number in first:
                # The caller passed the buffer in the fast memory.
                self.copies.append(Copy(home, first[number], 0, 0, 0))
            if buffer.live_out and source is not None:
                end = self.steps
                self.copies.append(Copy(source, home, end, end, end))
            self.homes[number] = home
            self.stays.append(home)

    def _settle(self) -> None:
        """Sets the range of steps of each stay."""
        for stay in self.stays:
            buffer = self.program.buffers[stay.buffer]
            if stay.is_callers:
                stay.begin, stay.end = buffer.begin, buffer.end
            else:
                stay.end = max([stay.begin, *stay.uses]) + 1
        for copy in self.copies:
            if not copy.to.is_callers:
                copy.to.begin = copy.start
                arrived = copy.done + (copy.start == copy.done)
                copy.to.end = max([arrived, *(use + 1 for use in copy.to.uses)])
        for stay in self.stays:
            stay.held_until = stay.end
        for copy in self.copies:
            source, hold = copy.source, copy.done + (copy.start == copy.done)
            source.end = max(source.end, min(copy.done, self.steps))
            source.held_until = max(source.held_until, source.end, hold)

    # Operands restricted to the slow memory.

    def _serve_slowly(
        self, step: int, access: Access, stay: Stay, keep_fast: bool
    ) -> None:
        """Serves an access from the slow memory instead of the fast memory."""
        home = self.homes.get(stay.buffer)
        others = [use for use in stay.uses if use != step]
        if not keep_fast or not others or access.mode == "update":
            self._give_up(stay)
        elif access.mode == "write":
            self._write_home(step, stay, others)
            self.instead[id(access)] = self.homes[stay.buffer]
        elif home is not None and home.begin <= step and home.version == stay.version:
            home.uses.append(step)
            stay.uses = others
            self.instead[id(access)] = home
        else:
            self._give_up(stay)

    def _write_home(self, step: int, stay: Stay, others: list[int]) -> None:
        """Lets an op write into the slow memory; a copy then fills the stay."""
        home = self.homes.get(stay.buffer)
        if home is None:
            home = Stay(stay.buffer, False, step, step + 1, version=stay.version)
            self.homes[stay.buffer] = home
            self.stays.append(home)
        home.begin = min(home.begin, step)
        home.uses.append(step)
        stay.uses = others
        self.copies = [
            copy
            for copy in self.copies
            if copy.source is not stay or copy.to is not home
        ]
        done = max(step + 1, min(others))
        self.copies.append(Copy(home, stay, step + 1, step + 1, done))

    # Stays that give way.

    def _give_up(self, stay: Stay) -> None:
        """Removes a stay; the slow memory serves its accesses."""
        home = self.homes.get(stay.buffer)
        self.copies = [copy for copy in self.copies if copy.to is not stay]
        if home is None:
            stay.fast, self.homes[stay.buffer] = False, stay
            return
        home.uses += stay.uses
        home.begin = min(home.begin, stay.begin)
        self.stays.remove(stay)
        for copy in self.copies:
            if copy.source is stay:
                copy.source = home
        self.copies = [copy for copy in self.copies if copy.source is not copy.to]
        for known in (self.stay_of, self.instead):
            for key, value in known.items():
                if value is stay:
                    known[key] = home

    def _give_way(self, over: Iterable[Stay]) -> None:
        """Delays the copy into a stay of `over`, or gives up a stay if no copy can
        start later. Copies in slices come first, then large buffers. Raises
        NoCounterpartError if no stay can give way."""
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
                stay
                for stay in self.stays
                if id(stay) in candidates and stay.buffer not in self.written_over
            ]
            if not free:
                raise NoCounterpartError("no offsets are found for XLA's placement")
            self._give_up(min(free, key=self._size))
            self.num_dropped += 1
        self._settle()

    def _give_way_often(self, over: list[Stay], num_failures: int) -> None:
        """Lets some stays give way: a number that doubles with the number of failures.
        Raises NoCounterpartError if no stay can give way."""
        doublings = max(0, num_failures - _SINGLE_FAILURES) // _FAILURES_PER_DOUBLING
        self._give_way(over)
        for _ in range(2**doublings - 1):
            kept = set(map(id, self.stays))
            over = [stay for stay in over if stay.fast and id(stay) in kept]
            if all(stay.buffer in self.written_over for stay in over):
                break
            self._give_way(over)

    def _size(self, stay: Stay) -> int:
        return self.program.buffers[stay.buffer].size

    # Offsets.

    def _over(self) -> list[Stay]:
        """Returns the fast stays of the first step with too many bytes; empty if all
        steps fit."""
        changes: dict[int, int] = {}
        fast = [stay for stay in self.stays if stay.fast]
        for stay in fast:
            room = -(-self._size(stay) // self.alignment) * self.alignment
            changes[stay.begin] = changes.get(stay.begin, 0) + room
            changes[stay.held_until] = changes.get(stay.held_until, 0) - room
        load = 0
        for step in sorted(changes):
            load += changes[step]
            if load > self.capacity:
                return [stay for stay in fast if stay.begin <= step < stay.held_until]
        return []

    def _pack(
        self, stays: list[Stay], capacity: int | None, nodes: int = _NODES
    ) -> list[int] | None:
        """Returns offsets; None if no offsets within the capacity were found."""
        if not stays:
            return []
        found = pack(
            [stay.begin for stay in stays],
            [stay.held_until for stay in stays],
            [self._size(stay) for stay in stays],
            alignment=self.alignment,
            capacity=capacity,
            nodes=nodes,
        )
        return None if found.offsets is None else [int(at) for at in found.offsets]

    def _offsets(self) -> dict[int, int]:
        """Returns offsets by id of the stay; lets stays give way until all fit."""
        num_failures = 0
        while True:
            while over := self._over():
                self._give_way(over)
            fast = [stay for stay in self.stays if stay.fast]
            offsets = self._pack(fast, self.capacity)
            if offsets is None:
                num_failures += 1
                many = num_failures > _SINGLE_FAILURES
                over = self._too_high(fast, _FEW_NODES if many else _NODES)
                self._give_way_often(over, num_failures)
                continue
            slow = [
                stay for stay in self.stays if not stay.fast and not stay.is_callers
            ]
            slow_offsets = self._pack(slow, None) or []
            self.num_later = len(self.later)
            return {
                id(stay): at
                for stay, at in zip([*fast, *slow], [*offsets, *slow_offsets])
            }

    def _too_high(self, fast: list[Stay], nodes: int) -> list[Stay]:
        """Returns the stays beyond the capacity in the lowest packing found."""
        offsets = self._pack(fast, None, nodes) or []
        return [
            stay
            for stay, at in zip(fast, offsets)
            if at + self._size(stay) > self.capacity
        ] or fast

    # The solution.

    def solution(self, problem_name: str, tiers: tuple[str, str]) -> dict[str, Any]:
        """Returns the fields of a solution file. tiers: names of the fast and the slow
        tier."""
        offsets = self._offsets()
        fast, slow = tiers
        index = {id(stay): number for number, stay in enumerate(self.stays)}
        residencies = []
        for stay in self.stays:
            residency: dict[str, Any] = {
                "buffer": stay.buffer,
                "tier": fast if stay.fast else slow,
                "begin": stay.begin,
                "end": stay.end,
            }
            if not stay.is_callers:
                residency["offset"] = offsets[id(stay)]
            residencies.append(residency)
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
            "residencies": residencies,
            "transfers": transfers,
            "served": served,
        }

    def _serving(self, access: Access) -> Stay:
        return self.instead.get(id(access)) or self.stay_of[id(access.place)]

    @property
    def notes(self) -> PlanNotes:
        """Differences from XLA's plan; complete after `solution`."""
        return PlanNotes(
            self.num_later,
            self.num_dropped,
            self.num_from_last_run,
            self.num_slow_only,
        )
