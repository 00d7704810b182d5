"""Skews: weights that start at the same distance from a page in memory as in their
file.

A direct read, past the page cache, needs equal alignment of file and memory; otherwise
all bytes are copied. Files of other tools store arrays at any byte. The skew of a
weight is its number of bytes after the start of a page.
"""

from collections.abc import Mapping
from typing import Any

from memplace.placement import Problem, Solution, without_claims

PAGE = 4096


def round_up(size: int) -> int:
    """Returns `size` rounded up to whole pages."""
    return -(-size // PAGE) * PAGE


def sizes_in_pages(fields: Mapping[str, Any], skews: Mapping[int, int]) -> list[int]:
    """Returns the bytes of each buffer's pages."""
    return [
        round_up(skews.get(number, 0) + int(buffer["size"]))
        for number, buffer in enumerate(fields["buffers"])
    ]


def with_room_before(problem: Problem, skews: Mapping[int, int]) -> Problem:
    """Returns the problem with buffers enlarged by their skews and aligned to pages.
    From its placement, `begin_after` makes a placement of `problem`."""
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
    """Returns the placement of `problem` from a placement of `with_room_before`."""
    if not skews:
        return solution
    fields = without_claims(solution)
    for residency in fields["residencies"]:
        if "offset" in residency:
            residency["offset"] += skews.get(residency["buffer"], 0)
    return Solution.from_dict(problem, fields)
