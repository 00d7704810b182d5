"""Compilations of a program, brought to the same ops."""

from collections.abc import Set
from typing import Any

from memplace.xla.background import Outline, aligned, most_ops
from memplace.xla.hlo import Module
from memplace.xla.observations import differing, listed
from memplace.xla.program import NoCounterpartError, Program
from memplace.xla.schedule import read_schedule


def read_simply(module: Module, name: str = "<hlo>") -> Program:
    """Reads a program, without loops if the loops have no counterpart in a problem."""
    try:
        return read_schedule(module, name)
    except NoCounterpartError:
        return read_schedule(module, name, updates=False, loops=False)


def comparable(
    modules: dict[str, Module], first: str, needed: Set[str], least: int
) -> tuple[dict[str, Module], list[str]]:
    """Returns the modules of a program with the same ops in all, and notes.

    Ops that only some compilations run in the background become ops in all. A
    compilation with a few other ops is left out, unless fewer than `least` would stay.
    A compilation with mostly other ops stays: the text is of another program, which
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
    if all(same is modules[name] for name, same in found.items()) and all(
        [op.name for op in each.ops] == base.names for each in programs.values()
    ):
        return found, []
    plain = {
        name: read_schedule(module, name, updates=False, loops=False)
        for name, module in found.items()
    }
    notes = _notes_of_background(plain)
    left = {
        name: differing(plain[first], plain[name])
        for name in sorted(found.keys() - needed)
    }
    most = len(plain[first].ops) / 2
    left = {name: others for name, others in left.items() if 0 < len(others) <= most}
    if len(found) - len(left) < least:
        return found, notes
    notes += [
        f"left out: compilation {name}, where {listed(others)}"
        for name, others in left.items()
    ]
    return {name: each for name, each in found.items() if name not in left}, notes


def _notes_of_background(programs: dict[str, Program]) -> list[str]:
    """Returns a message about the ops that compilations run in the background."""
    hidden = {
        op.name for each in programs.values() for op in each.ops if op.cycles == 0
    }
    if not hidden:
        return []
    return [
        "in the background in some compilations, so at most as long as a transfer in the "
        f"problem: {listed([repr(name) for name in sorted(hidden)])}"
    ]


def aligned_with(module: Module, fields: dict[str, Any]) -> Module:
    """Returns a module with the ops of a problem, also if XLA runs an op in the
    background. fields: fields of the problem."""
    return aligned(module, Outline.of_problem(fields), read_simply)
