"""What XLA's text says of a program: ops, buffers, and the places that those have."""

from dataclasses import dataclass, field

from memplace.errors import InputError

Result = tuple[str, int]
"""The name of an instruction, and which of its results."""


class NoCounterpartError(InputError):
    """Read in this way, the program or XLA's placement has no counterpart in a problem;
    perhaps it has in another."""


@dataclass
class Buffer:
    """Storage of values that XLA's text shows to be the same.

    size: bytes.
    begin, end: live range in steps.
    """

    name: str
    size: int
    begin: int
    end: int = 0
    live_in: bool = False
    live_out: bool = False


@dataclass(eq=False)
class Place:
    """A stretch of a buffer's life in one memory.

    fast: whether XLA put it into its fast memory.
    begin: the step that writes it, or before which its copy starts.
    uses: steps of ops that read or write it, or throughout which it has to last.
    source: where its contents are copied from; None: an op or the caller makes them.
    starts: boundaries before which the copy's parts are issued.
    done: boundary before which all of the copy has arrived.
    order: copies that start at one boundary are issued in this order.
    from_last_run: XLA lets the run before do the copy.
    version: how often the buffer had been written over when these contents came.
    """

    buffer: int
    fast: bool
    begin: int
    uses: list[int] = field(default_factory=list)
    source: "Place | None" = None
    starts: list[int] = field(default_factory=list)
    done: int = 0
    order: int = 0
    from_last_run: bool = False
    version: int = 0


@dataclass
class Access:
    """What an op does with one buffer: "read", "write" or "update".

    is_partial: it reads at most as much as the op writes.
    size: bytes of it that are used; None: all of the buffer.
    slow_only: it is not to be served from the fast memory, with which the op is slower.
    """

    place: Place
    mode: str
    is_partial: bool = False
    size: int | None = None
    slow_only: bool = False


@dataclass
class Op:
    """An instruction that does work.

    cycles: what XLA says it takes; None if it does not say.
    is_boundary: it does nothing, and is there to have a boundary before a loop.
    """

    name: str
    cycles: int | None
    accesses: list[Access]
    is_boundary: bool = False


@dataclass(frozen=True)
class Loop:
    """Steps [begin, end) run `trips` times."""

    begin: int
    end: int
    trips: int


@dataclass
class Program:
    """What XLA's text says of a program.

    places: all places, in the order in which they begin.
    notes: what was simplified, for the user.
    in_place: results that are written over an operand.
    """

    name: str
    ops: list[Op]
    buffers: list[Buffer]
    places: list[Place]
    loops: list[Loop] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    in_place: set[Result] = field(default_factory=set)

    @property
    def trips(self) -> list[int]:
        """How often each step runs."""
        found = [1] * len(self.ops)
        for loop in self.loops:
            for step in range(loop.begin, loop.end):
                found[step] *= loop.trips
        return found

    @property
    def num_transfers(self) -> int:
        """How many places are copies of others."""
        return sum(place.source is not None for place in self.places)
