"""The arguments of a memref program, and a session that runs it on random numbers.

The runtime fills the arguments from a seed, calls the program, and prints one line per
argument: index, hash before the call, hash after the call, number of elements that are
not finite, first element (lib/Runtime/Serve.cpp). A placed program keeps the types of
its public functions, so the same session fits before and after placement.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memplace.errors import MemplaceError
from memplace.mlirtext import clean_name

# Element types of which the harness makes arguments.
ELEMENTS = re.compile(r"index|i\d+|bf16|f16|f32|f64|complex<f(?:32|64)>")

# Larger fan-ins do not belong to weights: the matrix is an activation, whose leading
# dimensions are batch and space.
MAX_FAN_IN = 4608


# Attributes of arguments: unsigned integers, and former results.
UNSIGNED = "memplace.unsigned"
RESULT = "bufferize.result"


@dataclass(frozen=True)
class ProgramArgument:
    """An argument of a program: a scalar (shape None), or a memref of static shape and
    identity layout."""

    type: str
    """The type as MLIR prints it."""
    element: str
    shape: tuple[int, ...] | None
    name: str = ""
    """Name of the buffer in reports."""
    is_unsigned: bool = False
    """Whether integers are unsigned; the type itself is signless."""
    is_result: bool = False
    """Whether the contents before the call are irrelevant, as marked by MLIR's
    passes."""
    is_read: bool = True
    """Whether the program may read the contents before it writes any."""


def parse_argument(fields: Mapping[str, Any], index: int) -> ProgramArgument:
    """Returns an argument from the list of `memplace-list-arguments`.

    An argument without a name is called arg<index>. Raises MemplaceError if the harness
    cannot make a buffer of this type.

    >>> parse_argument({"type": "f32", "element": "f32", "read": True}, 3).name
    'arg3'
    """
    element, shape = fields.get("element", ""), fields.get("shape")
    if not ELEMENTS.fullmatch(element):
        raise MemplaceError(
            f"cannot make an argument of type '{fields['type']}'; the harness makes "
            "scalars and memrefs of static shape and identity layout, in no memory space "
            "but a tier of memplace"
        )
    return ProgramArgument(
        fields["type"],
        element,
        None if shape is None else tuple(shape),
        clean_name(fields.get("name", f"arg{index}")),
        fields.get("unsigned", False),
        fields.get("result", False),
        fields["read"],
    )


def number_range(buffer: ProgramArgument) -> tuple[float, float]:
    """Returns the half-open range of the random floats in `buffer`.

    Vectors and scalars lie in [0.5, 1.5), since variances must be positive. Larger
    arrays are centred on 0 with a variance of 1 / fan-in, so that the values of a deep
    network neither vanish nor overflow. The fan-in is the product of all dimensions
    except the last.
    """
    if buffer.shape is None or len(buffer.shape) < 2:
        return 0.5, 1.5
    fan_in = 1
    for size in buffer.shape[:-1]:
        fan_in *= size
    bound = (3.0 / max(1, min(fan_in, MAX_FAN_IN))) ** 0.5
    return -bound, bound


def random_session(buffers: list[ProgramArgument], seed: int) -> str:
    """Returns the text of a session that runs a program once on random arguments.

    Both parts of a complex number are random. Raises MemplaceError for an element type
    without random numbers.

    >>> print(random_session([ProgramArgument("memref<4xf32>", "f32", (4,))], seed=1))
    option leave_core 0
    argument random f32 4 1000003 0.5 1.0
    <BLANKLINE>
    """
    lines = ["option leave_core 0"]
    for index, buffer in enumerate(buffers):
        element, parts = buffer.element, 1
        if element.startswith("complex"):
            element, parts = element[len("complex<") : -1], 2
        if re.fullmatch(r"i\d+", element) and int(element[1:]) > 64:
            raise MemplaceError(
                f"elements of type '{element}' are wider than 64 bits"
            )
        low, high = number_range(buffer)
        count = math.prod(buffer.shape or ()) * parts
        number = (seed * 1000003 + index * 65537) % 2**64
        lines.append(
            f"argument random {element} {count} {number} {low!r} {high - low!r}"
        )
    return "\n".join(lines) + "\n"
