# ===- agent_results_groups.py - What agent-results.md has measured --------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The measurements of docs/measurements/agent-results.md, in groups that can be made one by one."""

from collections.abc import Iterable, Iterator, Sequence

from agent_results_store import EVALUATIONS, SECONDS, Budget

from support.placements import Facts, Row

Job = tuple[str, str, Budget, int]  # Problem, method, budget, seed.

# All with a budget, most informative first.
BUDGETED = (
    "search",
    "hybrid",
    "trained",
    "muzero",
    "hybrid-learned",
    "muzero-learned",
    "random-key",
    "random-restarts",
)

# Group "seeds".
SEEDS = range(5)
SEEDED = ("search", "hybrid")
SEEDS_BUDGET = Budget("evaluations", EVALUATIONS[-1])

# Measured with that budget in any case: they may differ by less than what they are
# above the bound.
COMPARED = (*SEEDED, "hybrid-learned")

# Group "hard": contended problems on which search with 20,000 evaluations is further
# above the bound than this, of it. There the agent has something to find.
FAR = 0.005
# That are compared there. hybrid without the agent is search.
HARD = ("search", "hybrid", "muzero")

# Far from the bound, or hard; for 600 s.
NAMED = (
    "bert_base_b1.cmem8M",
    "densenet121_b8.cmem8M",
    "resnet50_b1.cmem8M",
    "resnet50_b8.cmem8M",
    "resnet50_train_b8.cmem8M",
    # Of families that are held out.
    "alexnet_b32.cmem32M",
    "bilinear49_4096",
)


def is_compared(method: str, budget: Budget) -> bool:
    """Says whether it is measured even if it is at the bound with less."""
    return method in COMPARED and budget == SEEDS_BUDGET


def cross(
    names: Iterable[str], budget: Budget, methods: Sequence[str] = BUDGETED
) -> list[Job]:
    """Returns each method on each problem."""
    return [(name, method, budget, 0) for method in methods for name in names]


def hard_problems(facts: dict[str, Facts], rows: dict[str, Row]) -> list[str]:
    """Returns the problems of group "hard", by what results.md says."""
    return [
        name
        for name, what in facts.items()
        if what.is_contended
        and name in rows
        and rows[name].makespans["search"] > (1 + FAR) * rows[name].bound
    ]


def hard_jobs(names: list[str], seconds: int) -> Iterator[Job]:
    """Yields what is run on them, in turns: seed by seed, so that it can be stopped
    after any."""
    for seed in SEEDS:
        for name in names:
            for method in HARD:
                yield name, method, Budget("seconds", seconds), seed


def slow_jobs(trained: list[str]) -> Iterator[Job]:
    """Yields what takes minutes though its budget is one of evaluations."""
    for evaluations in EVALUATIONS:
        for job in cross(trained, Budget("evaluations", evaluations)):
            if is_slow(job, trained):
                yield job


def other_jobs(others: list[str]) -> Iterator[Job]:
    """Yields what is run on the problems that are not contended."""
    for seconds in SECONDS[:-1]:
        yield from cross(others, Budget("seconds", seconds))
    for evaluations in EVALUATIONS:
        yield from cross(others, Budget("evaluations", evaluations))


def jobs_of(group: str, facts: dict[str, Facts], rows: dict[str, Row]) -> Iterator[Job]:
    """Yields what a group has, most informative first."""
    contended = [name for name, what in facts.items() if what.is_contended]
    trained = [name for name in contended if "_train_" in name]
    kind, _, value = group.partition("-")
    if group == "heuristics":
        yield from cross(facts, Budget("none", 0), ("msa", "greedy"))
    elif kind == "evaluations":
        jobs = cross(contended, Budget(kind, int(value)))
        yield from (job for job in jobs if not is_slow(job, trained))
    elif group == "slow":
        yield from slow_jobs(trained)
    elif group == "seeds":
        for seed in SEEDS:
            for method in SEEDED:
                yield from ((name, method, SEEDS_BUDGET, seed) for name in contended)
    elif group == "others":
        yield from other_jobs([name for name in facts if name not in contended])
    elif kind == "hard":
        yield from hard_jobs(hard_problems(facts, rows), int(value))
    elif kind == "seconds":
        names = list(NAMED) if int(value) == SECONDS[-1] else contended
        yield from cross(names, Budget(kind, int(value)))


def is_slow(job: Job, trained: list[str]) -> bool:
    """Says whether a job takes minutes though its budget is one of evaluations."""
    name, method, budget, _ = job
    return name in trained and method[:7] == "random-" and budget.value > 2000


GROUPS = (
    "heuristics",
    *(f"evaluations-{value}" for value in EVALUATIONS),
    "hard-5",
    "hard-60",
    "seconds-5",
    "seeds",
    "others",
    "seconds-60",
    "slow",
    "seconds-600",
    "hard-600",
)
