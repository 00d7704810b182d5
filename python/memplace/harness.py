"""The arguments of a memref program, and a session that runs it on random numbers.

The runtime fills the arguments from a seed, calls the program, and prints one line per
argument: index, hash before the call, hash after the call, number of elements that are
not finite, first element (lib/Runtime/Serve.cpp). A placed program keeps the types of
its public functions, so the same session fits before and after placement.
"""

import math
import re
from dataclasses import dataclass

from memplace.errors import MemplaceError
from memplace.mlirtext import STRING, Argument, find_signature, matching_end

# Larger fan-ins do not belong to weights: the matrix is an activation, whose leading
# dimensions are batch and space.
MAX_FAN_IN = 4608


@dataclass(frozen=True)
class BufferType:
    """A static memref type with the identity layout, or a scalar (shape None)."""

    text: str
    element: str
    shape: tuple[int, ...] | None
    is_unsigned: bool = False
    """Whether integers are unsigned; the type itself is signless."""
    is_result: bool = False
    """Whether the contents before the call are irrelevant, as marked by MLIR's
    passes."""


# Attributes of arguments: unsigned integers, and former results.
UNSIGNED = "memplace.unsigned"
RESULT = "bufferize.result"


def parse_buffer_type(argument: Argument) -> BufferType:
    """Parses the type of an argument.

    Raises MemplaceError if the harness cannot make a buffer of this type.
    """
    text = argument.type
    if re.fullmatch(r"index|i\d+|bf16|f16|f32|f64", text):
        return BufferType(text, text, None)
    match = re.fullmatch(
        r"memref<((?:\d+x)*)(index|i\d+|bf16|f16|f32|f64|complex<f(?:32|64)>)"
        rf"(?:, #memplace\.tier<{STRING}>)?>",
        text,
    )
    if not match:
        raise MemplaceError(
            f"cannot make an argument of type '{text}'; the harness makes scalars "
            "and memrefs of static shape and identity layout, in no memory space "
            "but a tier of memplace"
        )
    shape = tuple(int(size) for size in match.group(1).split("x") if size)
    marks = [mark in argument.attributes for mark in (UNSIGNED, RESULT)]
    return BufferType(text, match.group(2), shape, *marks)


def has_body(text: str, position: int) -> bool:
    """Says whether a body follows the argument list that ends at `position`.

    Attributes may stand in between.
    """
    attributes = re.compile(r"\s*attributes\s*(?=\{)").match(text, position)
    if attributes:
        position = matching_end(text, attributes.end())
    return re.compile(r"\s*\{(?!-#)").match(text, position) is not None


def parse_arguments(text: str, entry: str) -> list[BufferType]:
    """Returns the argument types of the function `@entry` of the module `text`.

    Raises MemplaceError if there is no such function with a body, or if the function
    returns values: the importer turns results into out-params.
    """
    signature = find_signature(text, entry)
    if signature is None:
        raise MemplaceError(f"the module has no function '@{entry}'")
    end = signature.end + 1
    if re.match(r"\s*->", text[end:]):
        raise MemplaceError(
            f"'@{entry}' returns values; the harness compares buffers, so turn them "
            "into out-params (mlir-opt --buffer-results-to-out-params)"
        )
    if not has_body(text, end):
        raise MemplaceError(
            f"'@{entry}' is only declared; name a function with a body by --entry"
        )
    return list(map(parse_buffer_type, signature.arguments))


def number_range(buffer: BufferType) -> tuple[float, float]:
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


def random_session(buffers: list[BufferType], seed: int) -> str:
    """Returns the text of a session that runs a program once on random arguments.

    Both parts of a complex number are random. Raises MemplaceError for an element type
    without random numbers.

    >>> print(random_session([BufferType("memref<4xf32>", "f32", (4,))], seed=1))
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
