"""Converts large constants of i1 between versions of MLIR.

MLIR prints constants of more than a hundred elements as hexadecimal digits. JAX's MLIR
prints an i1 element as one byte; LLVM up to version 22 packs eight i1 elements into a
byte. Neither version reads the digits of the other.
"""

import math
import re

MASK = re.compile(r'dense<"0x([0-9A-Fa-f]+)">(\s*:\s*(?:tensor|vector)<((?:\d+x)+)i1>)')


def element_count(shape: str) -> int:
    """Returns the number of elements of a shape such as `16x16x`."""
    return math.prod(int(extent) for extent in shape.split("x") if extent)


def masks_as_bits(text: str) -> str:
    """Converts text of JAX's MLIR to the form that LLVM 22 reads.

    >>> masks_as_bits('dense<"0x010001000000000001"> : tensor<3x3xi1>')
    'dense<"0x0501"> : tensor<3x3xi1>'
    """

    def rewrite(match: re.Match[str]) -> str:
        content = bytes.fromhex(match[1])
        if len(content) != element_count(match[3]):
            return match[0]
        bits = int("".join("1" if byte else "0" for byte in reversed(content)), 2)
        packed = bits.to_bytes(-(-len(content) // 8), "little")
        return f'dense<"0x{packed.hex().upper()}">{match[2]}'

    return MASK.sub(rewrite, text)


def masks_as_bytes(text: str) -> str:
    """Converts text of LLVM up to version 22 to the form that JAX's MLIR reads.

    >>> masks_as_bytes('dense<"0x0501"> : tensor<3x3xi1>')
    'dense<"0x010001000000000001"> : tensor<3x3xi1>'
    """

    def rewrite(match: re.Match[str]) -> str:
        content, count = bytes.fromhex(match[1]), element_count(match[3])
        if len(content) == count or len(content) != -(-count // 8):
            return match[0]
        bits = int.from_bytes(content, "little")
        unpacked = bytes(bits >> index & 1 for index in range(count))
        return f'dense<"0x{unpacked.hex().upper()}">{match[2]}'

    return MASK.sub(rewrite, text)
