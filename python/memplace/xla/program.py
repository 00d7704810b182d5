"""The program in XLA's text: ops, buffers, and places of buffers."""

from dataclasses import dataclass, field

from memplace.errors import InputError

Result = tuple[str, int]
"""Name of an instruction, and index of its result."""


class NoCounterpartError(InputError):
    """Read in this way, the program or XLA's placement has no counterpart in a problem.
    Another way of reading may succeed."""


@dataclass
class Buffer:
    """Storage of values with provably the same bytes in XLA's text.

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
    """A period of a buffer's life in a single memory.

    fast: True if the place is in XLA's fast memory.
    begin: step of the writing op, or of the start of the copy.
    uses: steps of the ops that read or write the place, and other steps that need
        the place.
    source: place from which the contents are copied; None: an op or the caller makes
        the contents.
    starts: boundaries before which the copy's parts are issued.
    done: boundary before which all parts of the copy have arrived.
    order: order of issue among copies with the same start.
    from_last_run: True if XLA makes the copy during the previous run.
    version: number of times the buffer was overwritten before these contents.
    is_handed_on: True if an op in the background makes the contents, and nothing but
        a copy uses them.
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
    is_handed_on: bool = False


@dataclass
class Access:
    """An op's use of a buffer: "read", "write" or "update".

    is_partial: the op reads at most as many bytes as it writes.
    size: bytes used; None: all of the buffer.
    slow_only: the fast memory must not serve the access, since the op is slower with
        it.
    operand: number of the instruction's operand with the buffer; None for a write.
    """

    place: Place
    mode: str
    is_partial: bool = False
    size: int | None = None
    slow_only: bool = False
    operand: int | None = None


@dataclass
class Op:
    """An instruction that does work.

    cycles: XLA's estimate; None if unknown, 0 if the op runs in the background.
    is_boundary: the op does nothing and only provides a boundary before a loop.
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
    """The program in XLA's text.

    places: all places, in the order of their starts.
    notes: simplifications, as messages for the user.
    in_place: results that overwrite an operand.
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
        """Number of runs of each step."""
        found = [1] * len(self.ops)
        for loop in self.loops:
            for step in range(loop.begin, loop.end):
                found[step] *= loop.trips
        return found

    @property
    def num_transfers(self) -> int:
        """Number of places filled by a copy."""
        return sum(place.source is not None for place in self.places)
