"""The compilation that a problem comes from, in the `sources` of the problem's target:
XLA's options, and XLA's own times of its placements."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from memplace.errors import InputError
from memplace.placement import Problem
from memplace.xla.baseline import Baseline
from memplace.xla.observed import target_of
from memplace.xla.tiers import with_capacity

_KEY = "xla"


@dataclass(frozen=True)
class Word:
    """XLA's own time of its placement, picoseconds.

    makespan_ps: makespan of the placement in the problem.
    cycles_ps: time of the ops by XLA's cycles.
    stalls_ps: simulated waits for copies.
    """

    makespan_ps: int
    cycles_ps: int
    stalls_ps: int


@dataclass(frozen=True)
class Origin:
    """Origin of a problem.

    topology: topology in JAX's notation; empty if unknown.
    options: options of the compiler given at harvest.
    words: XLA's own times, by solver.
    """

    topology: str = ""
    options: dict[str, str] = field(default_factory=dict)
    words: dict[str, Word] = field(default_factory=dict)


def words_of(baselines: Sequence[Baseline]) -> dict[str, Word]:
    """Returns XLA's own times of its placements, by solver."""
    return {
        each.solution.solver: Word(
            each.solution.to_dict()["makespan_ps"],
            round(each.seconds * 1e12),
            round(each.stall_seconds * 1e12),
        )
        for each in baselines
        if each.seconds is not None
    }


def with_origin(problem: Problem, origin: Origin) -> Problem:
    """Returns the problem with its origin."""
    fields = problem.to_dict()
    fields["target"] = with_capacity(target_of(problem), None)
    sources = fields["target"].setdefault("sources", {})
    sources[_KEY] = {"status": "estimate", "source": json.dumps(asdict(origin))}
    return Problem.from_dict(fields)


def origin_of(problem: Problem) -> Origin:
    """Returns the origin of a problem, empty if unknown. Raises InputError if the field
    is no origin."""
    source = target_of(problem).get("sources", {}).get(_KEY)
    if source is None:
        return Origin()
    try:
        found: dict[str, Any] = json.loads(source["source"])
        words = {name: Word(**each) for name, each in found.pop("words").items()}
        return Origin(**found, words=words)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"problem '{problem.name}' has a source '{_KEY}' of its target that is not "
            "harvest's"
        ) from error
