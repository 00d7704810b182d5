"""Compilations in which some buffers are kept in the slow memory.

With less fast memory the compiler moves weights out first, and many placements come out
the same. What an operand costs by itself shows if it is decided otherwise where it is:
a mask names the instructions whose results are kept in the slow memory.
"""

import hashlib
import re

from memplace.errors import InputError
from memplace.xla.overrides import TENSORS, kept_slow
from memplace.xla.program import Program

# All of the caller's buffers, all others, and halves of all that are drawn.
MASKS = ("maskw", "maska", "mask1", "mask2", "mask3", "mask4")
_DRAWN = re.compile(r"mask\d+")
# Where in a tuple a buffer is: not in an instruction's name.
_INDEX = re.compile(r"\{.*")


def is_masked(tag: str, name: str, live_in: bool) -> bool:
    """Whether a mask keeps a buffer in the slow memory. name: of its instruction.

    Raises InputError for an unknown mask.
    """
    if tag == "maskw":
        return live_in
    if tag == "maska":
        return not live_in
    if not _DRAWN.fullmatch(tag):
        raise InputError(f"'{tag}' is no mask: maskw, maska, or mask and a number")
    return hashlib.sha256(f"{tag[4:]} {name}".encode()).digest()[0] % 2 == 1


def mask_options(program: Program, tag: str) -> dict[str, str]:
    """The compiler's options for a mask of the program; none if it keeps nothing."""
    names = {_INDEX.sub("", each.name): each.live_in for each in program.buffers}
    masked = sorted(name for name in names if is_masked(tag, name, names[name]))
    if not masked:
        return {}
    return {TENSORS: kept_slow(masked)}
