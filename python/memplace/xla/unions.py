"""What turned out to be the same when a program was read, and its live ranges."""

from memplace.xla.program import Access, Place, Program
from memplace.xla.values import Value, leaves


class Unions:
    """Places, and with them buffers, that turned out to be others: results that are
    written over operands, and what loops carry."""

    def __init__(self) -> None:
        self.place_into: dict[int, Place] = {}
        self.buffer_into: dict[int, int] = {}

    def join(self, new: Place, old: Place) -> None:
        """Says that `new` is `old`."""
        if self.place_of(new) is self.place_of(old):
            return
        self.place_into[id(self.place_of(new))] = old
        if not self.is_one(new, old):
            self.buffer_into[self.buffer_of(new.buffer)] = old.buffer

    def is_one(self, a: Place, b: Place) -> bool:
        """Whether both are of one buffer."""
        return self.buffer_of(a.buffer) == self.buffer_of(b.buffer)

    def buffer_of(self, buffer: int) -> int:
        """What the buffer turned out to be."""
        while buffer in self.buffer_into:
            buffer = self.buffer_into[buffer]
        return buffer

    def place_of(self, place: Place) -> Place:
        """What the place turned out to be."""
        while id(place) in self.place_into:
            place = self.place_into[id(place)]
        return place

    def apply(self, program: Program) -> None:
        """Puts what is the same in the place of each other; numbers buffers anew."""
        if not self.place_into:
            return
        for place in program.places:
            keeper = self.place_of(place)
            if keeper is not place:
                keeper.uses += place.uses
                keeper.begin = min(keeper.begin, place.begin)
            if place.source is not None:
                place.source = self.place_of(place.source)
        program.places = [
            place for place in program.places if self.place_of(place) is place
        ]
        for op in program.ops:
            op.accesses = self.united(op.accesses)
        kept = [
            number
            for number in range(len(program.buffers))
            if number not in self.buffer_into
        ]
        renumbered = {old: new for new, old in enumerate(kept)}
        for place in program.places:
            place.buffer = renumbered[self.buffer_of(place.buffer)]
        program.buffers = [program.buffers[number] for number in kept]

    def united(self, accesses: list[Access]) -> list[Access]:
        """Accesses of one op, one for each buffer."""
        found: dict[int, Access] = {}
        for access in accesses:
            access.place = self.place_of(access.place)
            key = self.buffer_of(access.place.buffer)
            if (known := found.get(key)) is None:
                found[key] = access
            elif known.mode != access.mode:
                # It reads what it writes over.
                known.mode, known.is_partial = "update", False
                known.place = access.place
        return list(found.values())


def finish(program: Program, unions: Unions, root: Value) -> Program:
    """Live ranges and results; leaves out places that nobody uses.

    root: what the program returns.
    """
    outputs = [unions.place_of(place) for place in leaves(root)]
    unions.apply(program)
    for place in outputs:
        program.buffers[place.buffer].live_out = True
    for step, op in enumerate(program.ops):
        for access in op.accesses:
            buffer = program.buffers[access.place.buffer]
            buffer.end = max(buffer.end, step + 1)
    _keep_through_loops(program)
    steps = len(program.ops)
    for buffer in program.buffers:
        buffer.end = steps if buffer.live_out else max(buffer.end, buffer.begin + 1)
    needed = _needed(program.places, outputs)
    program.places = [place for place in program.places if id(place) in needed]
    return program


def _keep_through_loops(program: Program) -> None:
    """What is there when a loop begins and is used in it lasts to its end."""
    for loop in sorted(program.loops, key=lambda each: each.end - each.begin):
        for place in program.places:
            inside = [loop.begin <= use < loop.end for use in place.uses]
            if any(inside) and place.begin < loop.begin:
                place.uses.append(loop.end - 1)
                buffer = program.buffers[place.buffer]
                buffer.end = max(buffer.end, loop.end)


def _needed(places: list[Place], outputs: list[Place]) -> set[int]:
    """Ids of places that are used, returned, or copied to such a place."""
    needed: set[int] = set()
    waiting = [place for place in places if place.uses] + outputs
    while waiting:
        place = waiting.pop()
        if id(place) not in needed:
            needed.add(id(place))
            if place.source is not None:
                waiting.append(place.source)
    return needed
