"""Unites places and buffers found equal during reading, and finds live ranges."""

from memplace.xla.program import Access, Place, Program
from memplace.xla.values import Value, leaves


class Unions:
    """Sets of equal places and buffers: results and the operands they overwrite, and
    values carried by loops."""

    def __init__(self) -> None:
        self.place_into: dict[int, Place] = {}
        self.buffer_into: dict[int, int] = {}

    def join(self, new: Place, old: Place) -> None:
        """Records `new` as the same place as `old`."""
        if self.place_of(new) is self.place_of(old):
            return
        self.place_into[id(self.place_of(new))] = old
        if not self.is_one(new, old):
            self.buffer_into[self.buffer_of(new.buffer)] = old.buffer

    def is_one(self, a: Place, b: Place) -> bool:
        """Returns true if both places are of the same buffer."""
        return self.buffer_of(a.buffer) == self.buffer_of(b.buffer)

    def buffer_of(self, buffer: int) -> int:
        """Returns the buffer that represents the set of `buffer`."""
        while buffer in self.buffer_into:
            buffer = self.buffer_into[buffer]
        return buffer

    def place_of(self, place: Place) -> Place:
        """Returns the place that represents the set of `place`."""
        while id(place) in self.place_into:
            place = self.place_into[id(place)]
        return place

    def apply(self, program: Program) -> None:
        """Replaces places and buffers by their representatives; renumbers buffers."""
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
        """Returns the accesses of an op, a single access for each buffer."""
        found: dict[int, Access] = {}
        for access in accesses:
            access.place = self.place_of(access.place)
            key = self.buffer_of(access.place.buffer)
            if (known := found.get(key)) is None:
                found[key] = access
            elif known.mode != access.mode:
                # The op reads the contents that it overwrites.
                known.mode, known.is_partial = "update", False
                known.place = access.place
        return list(found.values())


def finish(program: Program, unions: Unions, root: Value) -> Program:
    """Sets live ranges and results; removes unused places.

    root: result of the program.
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
    """Extends places and buffers made before a loop and used inside to the loop's end.
    """
    for loop in sorted(program.loops, key=lambda each: each.end - each.begin):
        for place in program.places:
            inside = [loop.begin <= use < loop.end for use in place.uses]
            if any(inside) and place.begin < loop.begin:
                place.uses.append(loop.end - 1)
                buffer = program.buffers[place.buffer]
                buffer.end = max(buffer.end, loop.end)


def _needed(places: list[Place], outputs: list[Place]) -> set[int]:
    """Returns the ids of places that are used or returned, or copied to such a place.
    """
    needed: set[int] = set()
    waiting = [place for place in places if place.uses] + outputs
    while waiting:
        place = waiting.pop()
        if id(place) not in needed:
            needed.add(id(place))
            if place.source is not None:
                waiting.append(place.source)
    return needed
