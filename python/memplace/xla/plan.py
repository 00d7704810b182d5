"""XLA's own placement as a solution of the problem made from the same program.

XLA's text tells which memory a value is in and when copies start and are done, not
at which offset. Offsets are chosen here; where none can be found, since a copy needs
all its space at once here and not slice by slice, copies start later.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from memplace.packing import pack
from memplace.xla.program import Access, NoCounterpartError, Place, Program

# Steps of the search for offsets; mostly the first heuristic finds them.
_NODES = 200_000
# Searches that fail before more than one stay at a time gives way, and after how many more
# it is twice as many: a program of a thousand ops would need a second for each of hundreds.
_SINGLE_FAILURES = 8
_FAILURES_PER_DOUBLING = 2
# Steps of the search for what is beyond the capacity from then on.
_FEW_NODES = 20_000


@dataclass(eq=False)
class Stay:
    """A residency to be: a buffer in a memory for steps [begin, end).

    is_callers: the caller's own place, which has no offset.
    held_until: the step after the last one at which others must not use its bytes.
    uses: steps of the ops that it serves.
    version: of its contents, when it was last filled.
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
    """A transfer to be, issued before `start` and awaited before `done`.

    last_start: when the last slice of XLA's copy starts.
    """

    source: Stay
    to: Stay
    start: int
    last_start: int
    done: int
    order: int = 0


@dataclass(frozen=True)
class PlanNotes:
    """Where the plan is not XLA's: numbers of copies that start later than XLA's
    first slice, of places given up, of copies that XLA lets the run before do, and of
    operands that are to stay in the slow memory."""

    later: int
    dropped: int
    from_last_run: int
    slow_only: int


class Plan:
    """Builds residencies, transfers and offsets.

    capacity, alignment: of the fast memory, bytes.
    skip_from_last_run: leave out copies that XLA lets the run before do.
    keep_fast: of what an op may use in the slow memory only, keep XLA's place in the fast
        one for other ops, with a copy; else it is in the slow memory for all.
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
        # The last stay in the slow memory of each buffer.
        self.homes: dict[int, Stay] = {}
        # Which stay became of a place, and which serves an access instead.
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

    # Stays of places.

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
        # The contents may be in the slow memory already.
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
        """What is live out, or the caller's, has a place in the slow memory."""
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
                # The caller handed it over in the fast memory.
                self.copies.append(Copy(home, first[number], 0, 0, 0))
            if buffer.live_out and source is not None:
                end = self.steps
                self.copies.append(Copy(source, home, end, end, end))
            self.homes[number] = home
            self.stays.append(home)

    def _settle(self) -> None:
        """Sets the steps that each stay needs."""
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

    # Operands that are to stay in the slow memory.

    def _serve_slowly(
        self, step: int, access: Access, stay: Stay, keep_fast: bool
    ) -> None:
        """Serves an access from the slow memory that XLA serves from the fast one."""
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
        """Lets an op write into the slow memory; a copy brings it into the fast one."""
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

    # Giving way.

    def _give_up(self, stay: Stay) -> None:
        """Serves from the slow memory what the stay served."""
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
        """Lets one of these stays begin later, or gives it up. Raises
        NoCounterpartError."""
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
        """Lets these stays give way, the more at a time the more often no offsets were
        found. Raises NoCounterpartError if none of them can."""
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
        """Fast stays of the first step whose stays do not fit together."""
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
        """Offsets, or None if none within the capacity were found."""
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
        """Offsets by id of the stay; lets stays give way until all fit."""
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
        """Stays beyond the capacity in the lowest packing that was found."""
        offsets = self._pack(fast, None, nodes) or []
        return [
            stay
            for stay, at in zip(fast, offsets)
            if at + self._size(stay) > self.capacity
        ] or fast

    # The solution.

    def solution(self, problem_name: str, tiers: tuple[str, str]) -> dict[str, Any]:
        """Fields of a solution file. tiers: names of the fast and the slow one."""
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
        """Where it differs from XLA's; after `solution`."""
        return PlanNotes(
            self.num_later,
            self.num_dropped,
            self.num_from_last_run,
            self.num_slow_only,
        )
