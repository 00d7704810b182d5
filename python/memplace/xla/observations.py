"""Observations from several compilations of a program: the cycles of each op, by the
memories of its operands."""

from collections.abc import Sequence
from dataclasses import dataclass

from memplace.errors import InputError
from memplace.xla.program import Access, NoCounterpartError, Op, Program

# Largest number of ops named in an error.
_MAX_NAMED = 5


@dataclass(frozen=True)
class Compile:
    """A compilation: its name in messages, and the program in its text."""

    name: str
    program: Program


# By access of an op, in the order of the text: True if in the fast memory.
Tiers = tuple[bool, ...]


@dataclass(frozen=True)
class Operand:
    """An op's use of a buffer, equal in all compilations.

    bytes: bytes read or written; an update both reads and writes this many bytes.
    """

    mode: str
    bytes: int

    @property
    def traffic(self) -> int:
        """Sum of bytes read and bytes written."""
        return self.bytes * (2 if self.mode == "update" else 1)


def plain_bytes(program: Program, op: Op) -> list[int]:
    """Returns the bytes of the op's accesses if each is read or written once."""
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


def operands_of(program: Program, op: Op) -> tuple[Operand, ...]:
    """Returns the op's operands, in the order of its accesses."""
    return tuple(
        Operand(access.mode, size)
        for access, size in zip(op.accesses, plain_bytes(program, op))
    )


def tiers_of_op(op: Op) -> Tiers:
    """Returns the tiers of the op's operands, the tier at the end of the transfer for an
    op in the background."""
    return tuple(
        access.place.fast or access.place.is_handed_on for access in op.accesses
    )


@dataclass(frozen=True)
class Observations:
    """Cycles of a program's ops in its compilations.

    program: program of the first compilation, with the numbering of ops and operands.
    names: names of the compilations.
    operands: operands of each op.
    seen: for each op, tiers and cycles by the name of the compilation; cycles are None
        if unknown.
    """

    program: Program
    names: tuple[str, ...]
    operands: tuple[tuple[Operand, ...], ...]
    seen: tuple[dict[str, tuple[Tiers, int | None]], ...]

    def without(self, names: set[str]) -> "Observations":
        """Returns the observations without these compilations."""
        return Observations(
            self.program,
            tuple(name for name in self.names if name not in names),
            self.operands,
            tuple(
                {name: seen for name, seen in each.items() if name not in names}
                for each in self.seen
            ),
        )

    @property
    def num_placements(self) -> int:
        """Number of distinct placements among the compilations."""
        return len({tuple(each[name][0] for each in self.seen) for name in self.names})


def _facts(accesses: Sequence[Access], sizes: Sequence[int]) -> list[tuple[str, int]]:
    return [(access.mode, size) for access, size in zip(accesses, sizes)]


def differing(base: Program, other: Program) -> list[str]:
    """Returns messages about ops that differ between both programs; empty if all are
    equal."""
    theirs = {op.name: op for op in other.ops}
    found = []
    for op in base.ops:
        match = theirs.pop(op.name, None)
        if match is None:
            found.append(f"'{op.name}' is missing")
        elif _facts(op.accesses, plain_bytes(base, op)) != _facts(
            match.accesses, plain_bytes(other, match)
        ):
            found.append(f"'{op.name}' has other operands")
    return found + [f"'{name}' is new" for name in theirs]


def listed(messages: Sequence[str]) -> str:
    """Returns the first messages, and the number of the others."""
    more = len(messages) - _MAX_NAMED
    return ", ".join(messages[:_MAX_NAMED]) + (f" and {more} more" if more > 0 else "")


def observe(compiles: Sequence[Compile]) -> Observations:
    """Collects the observations of each op.

    Raises NoCounterpartError for a compilation with other ops than the first. Perhaps a
    fusion overwrites its operand in just a few compilations; then another way of
    reading may still work.
    """
    base = compiles[0]
    for each in compiles[1:]:
        if found := differing(base.program, each.program):
            raise NoCounterpartError(
                f"{each.name}: the ops differ from those of {base.name}: "
                f"{listed(found)}; give texts of a single program"
            )
    seen: list[dict[str, tuple[Tiers, int | None]]] = [{} for _ in base.program.ops]
    for each in compiles:
        by_name = {op.name: op for op in each.program.ops}
        for op, known in zip(base.program.ops, seen):
            match = by_name[op.name]
            known[each.name] = (tiers_of_op(match), match.cycles)
    return Observations(
        base.program,
        tuple(each.name for each in compiles),
        tuple(operands_of(base.program, op) for op in base.program.ops),
        tuple(seen),
    )


def renumber(program: Program, base: Program) -> None:
    """Gives the program's buffers the numbers and names of the base, which is another
    compilation of the same program.

    Raises InputError if ops have another order, or if buffers differ.
    """
    number: dict[int, int] = {}
    is_same = [op.name for op in program.ops] == [op.name for op in base.ops]
    for mine, theirs in zip(program.ops, base.ops):
        for a, b in zip(mine.accesses, theirs.accesses):
            is_same &= number.setdefault(a.place.buffer, b.place.buffer) == (
                b.place.buffer
            )
    is_same &= len(set(number.values())) == len(number)
    # Buffers without an op, by their order.
    left = set(range(len(program.buffers))) - number.keys()
    left_there = set(range(len(base.buffers))) - set(number.values())
    number.update(zip(sorted(left), sorted(left_there)))
    is_same &= len(program.buffers) == len(base.buffers) == len(number)
    if not is_same or any(
        (mine.size, mine.begin, mine.end, mine.live_in, mine.live_out)
        != (theirs.size, theirs.begin, theirs.end, theirs.live_in, theirs.live_out)
        for old, new in number.items()
        for mine, theirs in [(program.buffers[old], base.buffers[new])]
    ):
        raise InputError(
            f"'{program.name}' has another order of ops, or other buffers, than in "
            "another compilation"
        )
    for place in program.places:
        place.buffer = number[place.buffer]
    program.buffers = base.buffers
