"""Compilations of a program, brought to the same ops."""

from collections.abc import Set
from typing import Any

from memplace.xla.background import Outline, aligned, most_ops
from memplace.xla.hlo import Module
from memplace.xla.observations import differing, listed
from memplace.xla.program import NoCounterpartError, Program
from memplace.xla.schedule import read_schedule


def read_simply(module: Module, name: str = "<hlo>") -> Program:
    """Reads a program with its loops, or, if these have no counterpart, without."""
    try:
        return read_schedule(module, name)
    except NoCounterpartError:
        return read_schedule(module, name, updates=False, loops=False)


def comparable(
    modules: dict[str, Module], first: str, needed: Set[str], least: int
) -> tuple[dict[str, Module], list[str]]:
    """Returns the modules of a program with the same ops in all, and notes.

    Ops that only some compilations run in the background become ops in all. A
    compilation that still has a few other ops is left out, unless fewer than `least`
    would stay. One with mostly other ops stays: the text is of another program, which
    is an error later.

    modules: by name of the text.
    first: name of the text that the others must be like.
    needed: names of the texts not to leave out.
    """
    programs = {name: read_simply(module, name) for name, module in modules.items()}
    base = Outline.of_program(most_ops([*programs.values()]))
    found = {
        name: aligned(module, base, read_simply) for name, module in modules.items()
    }
    notes: list[str] = []
    left: set[str] = set()
    if all(same is modules[name] for name, same in found.items()):
        names = [op.name for op in programs[first].ops]
        if all([op.name for op in each.ops] == names for each in programs.values()):
            return found, notes
    plain = {
        name: read_schedule(module, name, updates=False, loops=False)
        for name, module in found.items()
    }
    hidden = {op.name for each in plain.values() for op in each.ops if op.cycles == 0}
    if hidden:
        notes.append(
            "in the background in some compilations, at no cycles there, but ops of the "
            f"problem: {listed([repr(name) for name in sorted(hidden)])}"
        )
    for name in sorted(found.keys() - needed):
        others = differing(plain[first], plain[name])
        if others and len(others) <= len(plain[first].ops) / 2:
            notes.append(f"left out: compilation {name}, where {listed(others)}")
            left.add(name)
    if len(found) - len(left) < least:
        return found, []
    return {name: each for name, each in found.items() if name not in left}, notes


def aligned_with(module: Module, fields: dict[str, Any]) -> Module:
    """Returns a module with the ops of a problem with these fields, where XLA runs an
    op in the background."""
    return aligned(module, Outline.of_problem(fields), read_simply)
