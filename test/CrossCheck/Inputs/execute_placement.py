"""Executes a placement cell by cell, to find out whether it really works.

This is the operational meaning of rules R3, R6, R7, R9 and R10 of
docs/problem.md, and shares nothing with `memplace-verify`: memory is a list of
cells, loops really run, and a transfer in flight makes its destination unusable.
Whatever `memplace-verify` accepts must execute without an error here; what it
rejects may execute by luck.
"""

from __future__ import annotations

import itertools


class Illegal(Exception):
    """The placement computes with wrong data; says where."""


class _Machine:
    """Contents of all tiers, and the newest version of each buffer.

    A cell holds (buffer, version), None for undefined contents, or a
    ("filling", transfer) mark.
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
        self.version = [0 if b.get("live_in") else None for b in self.buffers]
        self.next_version = itertools.count(1)
        self.in_flight: dict[int, list] = {}  # Transfer -> source's snapshot.
        for index, buffer in enumerate(self.buffers):
            if buffer.get("live_in"):
                self._fill_home(index)

    def _fill_home(self, buffer: int) -> None:
        for residency in self.residencies:
            if (
                residency["buffer"] == buffer
                and residency["begin"] == 0
                and residency["tier"] == self.home(buffer)
            ):
                for cell in self.place(residency):
                    self.cells[cell] = (buffer, 0)
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

    def start(self, index: int) -> None:
        transfer = self.transfers[index]
        source = self.residencies[transfer["from"]]
        destination = self.residencies[transfer["to"]]
        if self.version[source["buffer"]] is not None:
            self.expect_newest(source, f"start of transfer {index}")
        self.in_flight[index] = [self.cells.get(c) for c in self.place(source)]
        for cell in self.place(destination):
            self._expect_not_filling(cell, f"start of transfer {index}")
            self.cells[cell] = ("filling", index)

    def wait(self, index: int) -> None:
        transfer = self.transfers[index]
        snapshot = self.in_flight.pop(index)
        source = self.residencies[transfer["from"]]
        if [self.cells.get(c) for c in self.place(source)] != snapshot:
            raise Illegal(f"the source of transfer {index} changed in flight")
        for cell, value in zip(
            self.place(self.residencies[transfer["to"]]), snapshot
        ):
            if self.cells[cell] != ("filling", index):
                raise Illegal(f"the destination of transfer {index} was used")
            self.cells[cell] = value

    def _expect_not_filling(self, cell: tuple, what: str) -> None:
        found = self.cells.get(cell)
        if isinstance(found, tuple) and found[0] == "filling":
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
        """A new trip: what lives inside the body has no contents."""
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
        if self.in_flight:
            raise Illegal(f"transfers {list(self.in_flight)} were never awaited")


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
        """What happens before op `step`, in the nest `context` of loops."""
        nest = set(context)
        of_nest = [
            i
            for i, t in enumerate(machine.transfers)
            if {k for k in order if inside(t["start"], k)} == nest
        ]
        for i in of_nest:
            t = machine.transfers[i]
            if t["done"] == step and t["start"] < step and i in machine.in_flight:
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
            # What happens once, at the boundary before the loop.
            boundary(step, context)
            body = range(loops[inner]["begin"], loops[inner]["end"])
            local = [
                b
                for b, buffer in enumerate(machine.buffers)
                if body[0] <= buffer["begin"] and buffer["end"] <= body[-1] + 1
            ]
            for _ in range(trips[inner]):
                machine.forget(local)
                run(body[0], body[-1] + 1, context + [inner])
            step = body[-1] + 1
        if context:
            boundary(end, context)

    run(0, steps, [])
    boundary(steps, [])
    machine.finish()


def trip_choices(problem: dict) -> list[dict[int, int]]:
    """Trips to try: each loop two or three times, or not at all if it may."""
    choices = []
    for loop in problem.get("loops", []):
        several = min(loop["trip_count"], 3)
        choices.append([0, several] if loop.get("may_skip") else [several])
    return [dict(enumerate(c)) for c in itertools.product(*choices)]
