"""Compilations with some buffers kept in the slow memory.

With less fast memory the compiler mostly moves weights out, so many placements are
similar. To show the cost of a single operand, placements must differ in the memory of
this operand. A mask names the instructions whose results stay in the slow memory.
"""

import hashlib
import re

from memplace.errors import InputError
from memplace.xla.overrides import TENSORS, kept_slow
from memplace.xla.program import Program

# The caller's buffers (maskw), all other buffers (maska), and random halves of all
# buffers.
MASKS = ("maskw", "maska", "mask1", "mask2", "mask3", "mask4")
_DRAWN = re.compile(r"mask\d+")
# Index of a buffer within a tuple; not a part of the instruction's name.
_INDEX = re.compile(r"\{.*")


def is_masked(tag: str, name: str, live_in: bool) -> bool:
    """Returns true if a mask keeps a buffer in the slow memory. name: name of the
    buffer's instruction.

    Raises InputError for an unknown mask.
    """
    if tag == "maskw":
        return live_in
    if tag == "maska":
        return not live_in
    if not _DRAWN.fullmatch(tag):
        raise InputError(f"'{tag}' is not a mask: maskw, maska, or mask and a number")
    return hashlib.sha256(f"{tag[4:]} {name}".encode()).digest()[0] % 2 == 1


def mask_options(program: Program, tag: str) -> dict[str, str]:
    """Returns the compiler's options for a mask of the program; empty if the mask keeps
    no buffer."""
    names = {_INDEX.sub("", each.name): each.live_in for each in program.buffers}
    masked = sorted(name for name in names if is_masked(tag, name, names[name]))
    if not masked:
        return {}
    return {TENSORS: kept_slow(masked)}
