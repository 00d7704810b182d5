"""Weights that begin in their pages of memory as in their file.

A read past the page cache goes to its place only where both are aligned alike; else all
of it is copied. Files of other tools put arrays at any byte: a weight's skew is how many
bytes after the begin of a page that is.
"""

from collections.abc import Mapping
from typing import Any

from memplace.placement import Problem, Solution, without_claims

PAGE = 4096


def round_up(size: int) -> int:
    """Returns the bytes of whole pages."""
    return -(-size // PAGE) * PAGE


def sizes_in_pages(fields: Mapping[str, Any], skews: Mapping[int, int]) -> list[int]:
    """Returns the bytes of the pages of each buffer of a problem."""
    return [
        round_up(skews.get(number, 0) + int(buffer["size"]))
        for number, buffer in enumerate(fields["buffers"])
    ]


def with_room_before(problem: Problem, skews: Mapping[int, int]) -> Problem:
    """Returns a problem whose buffers have so many bytes more, and begin with a page: a
    placement of it is one of the `problem` if they begin behind these bytes."""
    if not skews:
        return problem
    fields = problem.to_dict()
    for number, skew in skews.items():
        buffer = fields["buffers"][number]
        buffer |= {"size": int(buffer["size"]) + skew, "alignment": PAGE}
    return Problem.from_dict(fields)


def begin_after(
    solution: Solution, problem: Problem, skews: Mapping[int, int]
) -> Solution:
    """Returns the placement of the problem that one `with_room_before` stands for."""
    if not skews:
        return solution
    fields = without_claims(solution)
    for residency in fields["residencies"]:
        if "offset" in residency:
            residency["offset"] += skews.get(residency["buffer"], 0)
    return Solution.from_dict(problem, fields)
