"""Executes a placement cell by cell, to check its operational correctness.

This is the operational meaning of rules R3, R6, R7, R9 and R10 of
docs/reference/problem.md, and shares no code with `memplace-verify`: memory is a list of
cells, loops really run, a cyclic program runs four times in succession, and a transfer
in flight makes its destination unusable. A placement accepted by `memplace-verify` must
execute without an error here; a rejected placement may execute by luck.
"""

from __future__ import annotations

import itertools


class Illegal(Exception):
    """The placement computes with wrong data; the message has the place."""


class _Machine:
    """Contents of all tiers, and the newest version of each buffer.

    A cell holds (buffer, version), None for undefined contents, or "garbage" while a
    transfer changes the cell. No op may use a cell during its fill, even if the cell
    has the right contents already.
    """

    def __init__(self, problem: dict, solution: dict) -> None:
        self.buffers = problem["buffers"]
        self.ops = problem["ops"]
        self.residencies = solution["residencies"]
        self.transfers = solution["transfers"]
        self.served = solution["served"]
        target = problem["target"]
        self.default_tier = target["default_tier"]
        self.cells: dict[tuple, object] = {}
        self.version: list[int | None] = [None] * len(self.buffers)
        self.next_version = itertools.count(1)
        self.in_flight: dict[int, list] = {}  # Transfer -> source's snapshot.
        self.filling: dict[tuple, set[int]] = {}  # Cell -> transfers.
        self.continues = [
            problem.get("cyclic", False)
            and self.is_live_in(index)
            and (buffer.get("live_out", False) or not self._is_written(index))
            for index, buffer in enumerate(self.buffers)
        ]

    def is_live_in(self, buffer: int) -> bool:
        return self.buffers[buffer].get("live_in", False)

    def _is_written(self, buffer: int) -> bool:
        return any(
            access["buffer"] == buffer and access["mode"] != "read"
            for op in self.ops
            for access in op["accesses"]
        )

    def _continuing_cells(self) -> dict[tuple, int]:
        """Returns residencies that keep their contents between invocations, and the
        buffer of each."""
        heads, tails = (
            {
                (r["buffer"], r["tier"], r.get("offset")): r
                for r in self.residencies
                if r[end] == step and self.continues[r["buffer"]]
            }
            for end, step in (("begin", 0), ("end", len(self.ops)))
        )
        return {
            cell: place[0]
            for place in heads.keys() & tails.keys()
            for cell in self.place(heads[place])
        }

    def begin(self, is_first: bool) -> None:
        """Acts as the caller, and clears everything that does not continue. The first
        invocation starts as if invocations had preceded."""
        for index in range(len(self.buffers)):
            if not self.is_live_in(index):
                self.version[index] = None
            elif is_first or not self.continues[index]:
                self.version[index] = next(self.next_version)
        kept = self._continuing_cells()
        for cell in self.cells:
            if cell not in kept and cell[0] != "caller":
                self.cells[cell] = None
        if is_first:
            for cell, buffer in kept.items():
                self.cells[cell] = (buffer, self.version[buffer])
        for index in range(len(self.buffers)):
            if self.is_live_in(index):
                self._fill_home(index)
        if is_first:
            for index, transfer in enumerate(self.transfers):
                if transfer["done"] < transfer["start"]:
                    self.start(index)

    def _fill_home(self, buffer: int) -> None:
        for residency in self.residencies:
            if (
                residency["buffer"] == buffer
                and residency["begin"] == 0
                and residency["tier"] == self.home(buffer)
            ):
                for cell in self.place(residency):
                    self.cells[cell] = (buffer, self.version[buffer])
                return

    def home(self, buffer: int) -> str:
        return self.buffers[buffer].get("home", self.default_tier)

    def place(self, residency: dict) -> list[tuple]:
        size = self.buffers[residency["buffer"]]["size"]
        if residency.get("offset") is None:
            return [("caller", residency["buffer"], i) for i in range(size)]
        first = residency["offset"]
        return [(residency["tier"], i) for i in range(first, first + size)]

    def expect_newest(self, residency: dict, what: str) -> None:
        buffer = residency["buffer"]
        for cell in self.place(residency):
            found = self.cells.get(cell)
            if found != (buffer, self.version[buffer]):
                raise Illegal(
                    f"{what}: cell {cell} holds {found}, not version "
                    f"{self.version[buffer]} of buffer {buffer}"
                )

    def _moved(self, index: int, end: str) -> list[tuple]:
        """Returns the cells at one end of a transfer."""
        return self.place(self.residencies[self.transfers[index][end]])

    def start(self, index: int) -> None:
        source = self.residencies[self.transfers[index]["from"]]
        if self.version[source["buffer"]] is not None:
            self.expect_newest(source, f"start of transfer {index}")
        if index in self.in_flight:
            raise Illegal(f"transfer {index} is still in flight")
        snapshot = [self.cells.get(c) for c in self._moved(index, "from")]
        self.in_flight[index] = snapshot
        for cell, value in zip(self._moved(index, "to"), snapshot):
            self.filling.setdefault(cell, set()).add(index)
            if self.cells.get(cell) != value:
                self.cells[cell] = "garbage"

    def wait(self, index: int) -> None:
        snapshot = self.in_flight.pop(index)
        if [self.cells.get(c) for c in self._moved(index, "from")] != snapshot:
            raise Illegal(f"the source of transfer {index} changed in flight")
        for cell, value in zip(self._moved(index, "to"), snapshot):
            self.filling[cell].remove(index)
            if self.cells.get(cell) not in ("garbage", value):
                raise Illegal(f"the destination of transfer {index} was used")
            self.cells[cell] = value

    def _expect_not_filling(self, cell: tuple, what: str) -> None:
        if self.filling.get(cell):
            raise Illegal(f"{what}: cell {cell} is being filled")

    def run_op(self, step: int) -> None:
        accesses = self.ops[step]["accesses"]
        homes = [self.residencies[r] for r in self.served[step]]
        for access, residency in zip(accesses, homes):
            buffer = access["buffer"]
            for cell in self.place(residency):
                self._expect_not_filling(cell, f"op {step}")
            # Reading undefined contents leaves them undefined.
            if self.version[buffer] is not None and access["mode"] != "write":
                self.expect_newest(residency, f"op {step}")
        for access, residency in zip(accesses, homes):
            if access["mode"] != "read":
                self._overwrite(residency)

    def _overwrite(self, residency: dict) -> None:
        buffer = residency["buffer"]
        self.version[buffer] = next(self.next_version)
        for cell in self.place(residency):
            self.cells[cell] = (buffer, self.version[buffer])

    def forget(self, buffers: list[int]) -> None:
        """Starts a new trip: buffers live inside the body lose their contents."""
        for buffer in buffers:
            self.version[buffer] = None

    def finish(self) -> None:
        for index, buffer in enumerate(self.buffers):
            if not buffer.get("live_out") or self.version[index] is None:
                continue
            places = [
                self.place(r)
                for r in self.residencies
                if r["buffer"] == index
                and r["tier"] == self.home(index)
                and r["end"] >= len(self.ops)
            ]
            newest = (index, self.version[index])
            if not any(
                all(self.cells.get(c) == newest for c in place)
                for place in places
            ):
                raise Illegal(f"live-out buffer {index} is not at home")
        lost = [
            i
            for i in self.in_flight
            if self.transfers[i]["start"] <= self.transfers[i]["done"]
        ]
        if lost:
            raise Illegal(f"transfers {lost} were never awaited")


def execute(problem: dict, solution: dict, trips: dict[int, int]) -> None:
    """Runs the program with `trips[i]` trips of loop i; raises `Illegal`."""
    machine = _Machine(problem, solution)
    loops = problem.get("loops", [])
    steps = len(problem["ops"])
    # Outer loops first; a body is never empty.
    order = sorted(
        range(len(loops)), key=lambda i: (loops[i]["begin"], -loops[i]["end"])
    )

    def inside(step: int, loop: int) -> bool:
        return loops[loop]["begin"] <= step < loops[loop]["end"]

    def boundary(step: int, context: list[int]) -> None:
        """Executes the boundary before op `step`, in the nest `context` of loops."""
        nest = set(context)
        of_nest = [
            i
            for i, t in enumerate(machine.transfers)
            if {k for k in order if inside(t["start"], k)} == nest
        ]
        for i in of_nest:
            t = machine.transfers[i]
            if t["done"] == step and t["start"] != step and i in machine.in_flight:
                machine.wait(i)
        starting = [i for i in of_nest if machine.transfers[i]["start"] == step]
        for i in starting:
            machine.start(i)
        for i in starting:
            if machine.transfers[i]["done"] == step:
                machine.wait(i)

    def run(begin: int, end: int, context: list[int]) -> None:
        step = begin
        while step < end:
            inner = next(
                (
                    k
                    for k in order
                    if k not in context and loops[k]["begin"] == step
                ),
                None,
            )
            if inner is None:
                boundary(step, context)
                machine.run_op(step)
                step += 1
                continue
            # The boundary before the loop runs once.
            boundary(step, context)
            body = range(loops[inner]["begin"], loops[inner]["end"])
            local = [
                b
                for b, buffer in enumerate(machine.buffers)
                if body[0] <= buffer["begin"]
                and buffer["end"] <= body[-1] + 1
                and not machine.is_live_in(b)
            ]
            for _ in range(trips[inner]):
                machine.forget(local)
                run(body[0], body[-1] + 1, context + [inner])
            step = body[-1] + 1
        if context:
            boundary(end, context)

    for invocation in range(4 if problem.get("cyclic") else 1):
        machine.begin(is_first=invocation == 0)
        run(0, steps, [])
        boundary(steps, [])
        machine.finish()


def trip_choices(problem: dict) -> list[dict[int, int]]:
    """Returns trip counts to try: two or three trips for each loop, and none if the
    loop may be skipped."""
    choices = []
    for loop in problem.get("loops", []):
        several = min(loop["trip_count"], 3)
        choices.append([0, several] if loop.get("may_skip") else [several])
    return [dict(enumerate(c)) for c in itertools.product(*choices)]
