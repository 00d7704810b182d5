"""Texts in the format of XLA's compiler, shared by the tests of memplace.xla."""

import functools
import gzip
import tarfile
from dataclasses import astuple
from pathlib import Path

from memplace.xla import Text, fit
from memplace.xla.hlo import parse_module
from memplace.xla.schedule import read_schedule

TEXTS = Path(__file__).parent / "xla"
# 4 KiB.
ROW = "f32[1024]{0:T(1024)}"
FAST = "f32[1024]{0:T(1024)S(3)}"
# 1 MiB.
BIG = "f32[256,1024]{1,0:T(8,128)}"
BIG_FAST = "f32[256,1024]{1,0:T(8,128)S(3)}"
FLAG = "u32[]{:S(2)}"


def remember_fits():
    """Fits each system of observations once. Harvests of a program have many in common."""
    solve, solved = fit._least_squares, {}

    def solve_once(system):
        parts = (
            each if isinstance(each, tuple) else (each.shape, each.tobytes())
            for each in astuple(system)
        )
        key = tuple(parts)
        if key not in solved:
            solved[key] = solve(system)
        return solved[key].copy()

    fit._least_squares = solve_once


def cycles(number):
    """Returns the attribute with an op's cycles."""
    return f'backend_config={{"window_config":{{"estimated_cycles":"{number}"}}}}'


def module(*entry, before="", head="is_scheduled=true"):
    """The text of a module."""
    lines = "\n".join(f"  {line}" for line in entry)
    return f"HloModule m, {head}\n\n{before}\nENTRY %main (p: f32[]) -> f32[] {{\n{lines}\n}}\n"


def program(*entry, **parts):
    """Returns the schedule of a module's text."""
    return read_schedule(parse_module(module(*entry, **parts)))


@functools.cache
def archive(name="gpt2_block_b1"):
    """Texts of a program, by name."""
    with tarfile.open(TEXTS / f"{name}.tar.xz") as file:
        return {
            each.name.removesuffix(".hlo.txt"): file.extractfile(each).read().decode()
            for each in file
        }


def read(name):
    """Returns the compiler's text for a program of JAX."""
    if name in archive():
        return Text(archive()[name], name)
    data = (TEXTS / f"{name}.hlo.txt.gz").read_bytes()
    return Text(gzip.decompress(data).decode(), name)


# An argument is copied into fast memory while an op runs.
PREFETCH = (
    f"%p = {BIG} parameter(0)",
    f"%s = ({BIG_FAST}, {BIG}, {FLAG}) copy-start(%p)",
    f"%x = {ROW} parameter(1)",
    f"%a = {FAST} fusion(%x), kind=kLoop, calls=%f, {cycles(1000)}",
    f"%d = {BIG_FAST} copy-done(%s)",
    f"ROOT %b = {ROW} fusion(%d, %a), kind=kLoop, calls=%f, {cycles(2000)}",
)
