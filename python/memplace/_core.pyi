"""
The compiled part of memplace: problems, solvers, simulator, packing, game.
"""

from collections.abc import Callable, Sequence
import os
from typing import Any

import numpy
import numpy.typing


version: str = ...

def target_names() -> list[str]: ...

def target_json(name_or_path: str) -> str: ...

class Problem:
    """
    A machine, and a program whose data is to be placed (docs/reference/problem.md).

    Well formed and immutable. Problems are equal if all their fields are. Can be pickled.
    Every array is a new copy, so writing to it is safe.
    """

    @staticmethod
    def load(path: str | bytes | os.PathLike[str]) -> Problem:
        """Reads a problem file, JSON or gzipped JSON. Raises InputError."""

    @staticmethod
    def from_json(text: str, name: str = ...) -> Problem:
        """
        Reads the text of a problem file; `name` is for messages. Raises InputError.
        """

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Problem:
        """
        Makes a problem of the fields of a problem file; values may be NumPy's numbers and arrays. Raises InputError.
        """

    def save(self, path: str | bytes | os.PathLike[str]) -> None:
        """
        Writes a problem file, whole or not at all; `.gz` in the name compresses. Raises InputError.
        """

    def to_json(self) -> str:
        """Returns the text of a problem file."""

    def to_dict(self) -> dict[str, Any]:
        """Returns the fields of a problem file."""

    def __getstate__(self) -> str: ...

    def __setstate__(self, arg: str, /) -> None: ...

    def __copy__(self) -> Problem: ...

    def __deepcopy__(self, memo: dict[int, Any]) -> Problem: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    @property
    def name(self) -> str:
        """The program's name."""

    @property
    def num_ops(self) -> int:
        """Number of ops, i.e. of schedule steps."""

    @property
    def num_buffers(self) -> int:
        """Number of buffers."""

    @property
    def is_cyclic(self) -> bool:
        """True if the program runs repeatedly."""

    @property
    def target(self) -> dict[str, Any]:
        """The machine, as the fields of a target file."""

    @property
    def tier_order_warning(self) -> str | None:
        """
        A sentence if the target lists a slower tier before a faster one, else None. Solvers fill the first tier first.
        """

    @property
    def not_modelled(self) -> list[str]:
        """
        Costs missing in the target, which count as no time, e.g. 'launch of an op'.
        """

    @property
    def tier_names(self) -> list[str]:
        """Names of the tiers, fastest first."""

    @property
    def tier_capacities(self) -> numpy.typing.NDArray[numpy.int64]:
        """[tiers], bytes."""

    @property
    def op_names(self) -> list[str]:
        """Names of the ops, by schedule step."""

    @property
    def op_trips(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        [ops], number of runs of each op: the product of the trip counts of the loops around
        the op, at most 2^62.
        """

    @property
    def buffer_names(self) -> list[str]:
        """Names of the buffers."""

    @property
    def buffer_sizes(self) -> numpy.typing.NDArray[numpy.int64]:
        """[buffers], bytes."""

    @property
    def buffer_ranges(self) -> numpy.typing.NDArray[numpy.int64]:
        """[buffers, 2], the live range [begin, end) in schedule steps."""

class Solution:
    """
    A placement: all residencies and transfers of a problem's buffers.

    Immutable; need not be legal: see memplace.verify. Solutions are equal if all their
    fields are. Can be pickled. Every array is a new copy.
    """

    @staticmethod
    def load(problem: Problem, path: str | bytes | os.PathLike[str]) -> Solution:
        """
        Reads a solution file of `problem`, JSON or gzipped JSON. Raises InputError if the file can't be a solution of `problem`.
        """

    @staticmethod
    def from_json(problem: Problem, text: str, name: str = ...) -> Solution:
        """
        Reads the text of a solution file; `name` is for messages. Raises InputError.
        """

    @staticmethod
    def from_dict(problem: Problem, data: dict[str, Any]) -> Solution:
        """Makes a solution of the fields of a solution file. Raises InputError."""

    def save(self, path: str | bytes | os.PathLike[str]) -> None:
        """
        Writes a solution file, whole or not at all; `.gz` in the name compresses. Raises InputError.
        """

    def to_json(self) -> str:
        """Returns the text of a solution file."""

    def to_dict(self) -> dict[str, Any]:
        """Returns the fields of a solution file."""

    def __getstate__(self) -> tuple[Problem, str]: ...

    def __setstate__(self, arg: tuple[Problem, str], /) -> None: ...

    def __copy__(self) -> Solution: ...

    def __deepcopy__(self, memo: dict[int, Any]) -> Solution: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    @property
    def problem(self) -> Problem:
        """The problem of the solution."""

    @property
    def solver(self) -> str:
        """Name of the solver; may be empty."""

    @property
    def residencies(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        [residencies, 5]: buffer, tier, offset in bytes (-1: the caller's own place),
        first step, step after the last.
        """

    @property
    def transfers(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        [transfers, 6]: from and to, rows of `residencies`; channel; step before which the
        transfer is issued; step before which the transfer has arrived; bytes copied.
        """

    @property
    def peak_bytes(self) -> numpy.typing.NDArray[numpy.int64]:
        """[tiers], highest byte in use. Residencies without offset do not count."""

    def show(self, *others: Solution) -> None:
        """
        Shows the solution, beside others of the same problem, as drawn by memplace-report: in a
        notebook below the cell, otherwise in a web browser. Raises InputError for an illegal
        solution.
        """

def find_violation(solution: Solution) -> tuple[str, str] | None: ...

def simulate(solution: Solution) -> dict[str, Any]: ...

def residency_uses(solution: Solution) -> dict[str, numpy.typing.NDArray[Any]]: ...

def timeline_text(solution: Solution) -> str: ...

def chrome_trace(solution: Solution) -> str: ...

def solvers() -> list[tuple[str, str]]: ...

def solver_options(solver: str) -> list[tuple[str, str, str]]: ...

def solve(problem: Problem, solver: str, options: Sequence[tuple[str, str]], time_limit: float | None, seed: int, bound_iterations: int, progress: Callable[[float, float | None, float], object] | None, cut: str, cut_budget: int, start: Solution | None, clock: Callable[[Solution], float | None] | None) -> dict[str, Any]: ...

def lower_bound(problem: Problem, iterations: int, target: float) -> float: ...

def lower_bound_on_peak(problem: Problem) -> int: ...

def gap(value: float, bound: float) -> float: ...

class ReadStay:
    def __init__(self, item: int, first: int, end: int, begin: int = ..., earliest: int = ...) -> None: ...

    @property
    def item(self) -> int: ...

    @property
    def first(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def begin(self) -> int: ...

    @property
    def earliest(self) -> int: ...

    def __eq__(self, arg: object, /) -> bool: ...

class StreamMemory:
    def __init__(self, sizes: Sequence[int], others: Sequence[tuple[int, int, int]], num_steps: int, room: int, alignment: int) -> None: ...

    def schedule(self, stays: Sequence[ReadStay], before: int, fill_gaps: bool) -> list[ReadStay] | None: ...

    def plan(self, stays: Sequence[ReadStay], before: int, fill_gaps: bool, tries: int, nodes: int, reserve: int = ...) -> tuple[list[ReadStay], list[int]] | None: ...

def stays_of(uses: Sequence[Sequence[int]], near: int = ...) -> list[ReadStay]: ...

USUAL_NEAR: int = ...

def spread_order(count: int) -> list[int]: ...

class ResidentItems:
    def __init__(self, sizes: Sequence[int], copies: Sequence[Sequence[tuple[int, int]]], others: Sequence[int], room: int) -> None: ...

    def choose(self, evaluations: int, seed: int, cost: Callable) -> list[int] | None: ...

def makespan_of_stream(problem: Problem, tiers: numpy.typing.NDArray[numpy.int64], stays: Sequence[ReadStay]) -> float: ...

class PackingArrays:
    def __init__(self, lower: numpy.typing.NDArray[numpy.int64], upper: numpy.typing.NDArray[numpy.int64], size: numpy.typing.NDArray[numpy.int64], alignment: numpy.typing.NDArray[numpy.int64], group: numpy.typing.NDArray[numpy.int64], gaps: numpy.typing.NDArray[numpy.int64], fixed: numpy.typing.NDArray[numpy.int64]) -> None: ...

def pack(arrays: PackingArrays, capacity: int | None, time_limit: float | None, nodes: int | None, seed: int, packer: str) -> dict[str, Any]: ...

def packing_bound(arrays: PackingArrays) -> int: ...

def read_packing(path: str, arenas: Sequence[str]) -> dict[str, Any]: ...

def packers() -> list[tuple[str, str]]: ...

def schedule(problem: Problem, recompute_percent: float, enough_bytes: int) -> dict: ...

class Game:
    def __init__(self, problem: Problem) -> None: ...

    @property
    def num_actions(self) -> int: ...

    @property
    def units(self) -> numpy.typing.NDArray[numpy.int64]: ...

    @property
    def position(self) -> int: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def num_decisions(self) -> int: ...

    @property
    def baseline(self) -> float: ...

    @property
    def reward_so_far(self) -> float: ...

    @property
    def hash(self) -> int: ...

    def legal_mask(self) -> numpy.typing.NDArray[numpy.bool]: ...

    def action_rewards(self) -> numpy.typing.NDArray[numpy.float64]: ...

    def observation(self) -> numpy.typing.NDArray[numpy.float32]: ...

    def makespan(self) -> float: ...

    def final_reward(self) -> float: ...

    def solution(self) -> Solution: ...

    def step(self, action: int) -> tuple[float, int]: ...

    def undo(self) -> None: ...

    def replay(self, solution: Solution) -> list[int]: ...

def observation_layout() -> dict[str, Any]: ...
