"""Matches the names of a problem with the names in a text of the same program.

XLA numbers instructions. The numbers depend on the call that lowered the function, so a
name of the problem may mean another instruction of a text.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from memplace.xla.background import renamed
from memplace.xla.hlo import Computation, Module
from memplace.xla.program import Program

Fields = dict[str, Any]

_NUMBERS = re.compile(r"(\.\d+)+$")
# Index of a tuple's part, after the name of an instruction.
_INDEX = re.compile(r"\{.*")


def kind_of(name: str) -> str:
    """Returns a name without its numbers."""
    return _NUMBERS.sub("", name)


def with_names(name: str, names: dict[str, str]) -> str:
    """Returns the name of a buffer with another name of its instruction."""
    base = _INDEX.sub("", name)
    return names.get(base, base) + name[len(base) :]


def _matched(mine: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yields pairs of names in the same order, with the same kind."""
    kinds = [kind_of(name) for name in mine], [kind_of(name) for name in theirs]
    if kinds[0] == kinds[1]:
        yield from zip(mine, theirs)
        return
    matcher = SequenceMatcher(None, *kinds, autojunk=False)
    for block in matcher.get_matching_blocks():
        first, second = block.a, block.b
        for at in range(block.size):
            yield mine[first + at], theirs[second + at]


def names_of(program: Program, fields: Fields) -> dict[str, str]:
    """Returns names of the problem by names of the text, where these may differ.

    program: program of the text.
    fields: fields of the problem.
    """
    ops = [op["name"] for op in fields["ops"]]
    found = dict(_matched([op.name for op in program.ops], ops))
    # Arguments and constants, by size and order.
    taken = {*ops, *found.values()}
    left: dict[tuple[str, int, bool], list[str]] = {}
    for buffer in fields["buffers"]:
        name = _INDEX.sub("", buffer["name"])
        if name not in taken:
            key = kind_of(name), buffer["size"], buffer.get("live_in", False)
            left.setdefault(key, []).append(name)
    known = {name for names in left.values() for name in names}
    for mine in program.buffers:
        name = _INDEX.sub("", mine.name)
        if name in found or name in known:
            continue
        if names := left.get((kind_of(name), mine.size, mine.live_in)):
            found[name] = names.pop(0)
    return found


def renumbered(module: Module, names: dict[str, str]) -> Module:
    """Returns a module with other names of instructions. An instruction that keeps its
    name makes way for a new name."""
    kept = {
        each.name: f"{each.name}.other"
        for computation in module.computations.values()
        for each in computation.instructions
        if each.name in names.values()
    }
    names = kept | names
    computations = {
        key: Computation(
            key, [renamed(each, names) for each in computation.instructions]
        )
        for key, computation in module.computations.items()
    }
    entry = computations[module.entry.name]
    return Module(module.name, computations, entry, module.is_scheduled, module.aliases)
