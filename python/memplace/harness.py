"""A `main` that runs a memref program on random numbers and hashes its buffers.

The harness is MLIR text, added to the module of the function under test. It allocates
the function's arguments, fills them from a seed, calls the function, and prints one
line per buffer: argument index, hash before the call, hash after the call, number of
elements that are not finite, first element. A placed program keeps the types of its
public functions, so the same harness fits before and after placement.
"""

import re
from dataclasses import dataclass

from memplace.errors import MemplaceError
from memplace.mlirtext import (
    STRING,
    Argument,
    find_signature,
    insert_functions,
    matching_end,
    symbol,
)

ENTRY_POINT = "memplace_harness_main"
# Integers, e.g. token ids, are drawn from [0, INTEGER_LIMIT).
INTEGER_LIMIT = 50
# Larger fan-ins do not belong to weights: the matrix is an activation, whose leading
# dimensions are batch and space.
MAX_FAN_IN = 4608
FLOAT_BITS = {"bf16": 16, "f16": 16, "f32": 32, "f64": 64}


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


def to_bits(element: str) -> str:
    """Returns MLIR that converts `%v` of type `element` to the i64 `%bits`."""
    if element in FLOAT_BITS and FLOAT_BITS[element] < 64:
        width = FLOAT_BITS[element]
        return (
            f"%raw = arith.bitcast %v : {element} to i{width}\n"
            f"      %bits = arith.extui %raw : i{width} to i64"
        )
    if element == "f64":
        return "%bits = arith.bitcast %v : f64 to i64"
    if element == "index":
        return "%bits = arith.index_cast %v : index to i64"
    if element == "i64":
        return "%c0_i64 = arith.constant 0 : i64\n      %bits = arith.addi %v, %c0_i64 : i64"
    if int(element[1:]) > 64:
        raise MemplaceError(f"elements of type '{element}' are wider than 64 bits")
    return f"%bits = arith.extui %v : {element} to i64"


def to_double(element: str) -> str:
    """Returns MLIR that converts `%v` of type `element` to the f64 `%double`."""
    if element == "f64":
        return "%double = arith.addf %v, %zero_f64 : f64"
    if element in FLOAT_BITS:
        return f"%double = arith.extf %v : {element} to f64"
    return to_bits(element) + "\n      %double = arith.uitofp %bits : i64 to f64"


def from_random(element: str) -> str:
    """Returns MLIR that converts the i64 `%random` to `%v` of type `element`.

    Floats become `%low` + `%width` * u, with 24 random bits for u in [0, 1).
    """
    if element in FLOAT_BITS:
        narrow = {
            "f64": "%v = arith.addf %number, %zero_f64 : f64",
            "f32": "%v = arith.truncf %number : f64 to f32",
            "f16": "%single = arith.truncf %number : f64 to f32\n"
            "      %v = arith.truncf %single : f32 to f16",
            "bf16": "%single = arith.truncf %number : f64 to f32\n"
            "      %v = arith.truncf %single : f32 to bf16",
        }[element]
        return f"""%c40 = arith.constant 40 : i64
      %zero_f64 = arith.constant 0.0 : f64
      %unit = arith.constant 5.9604644775390625e-08 : f64
      %high = arith.shrui %random, %c40 : i64
      %whole = arith.uitofp %high : i64 to f64
      %u = arith.mulf %whole, %unit : f64
      %scaled = arith.mulf %u, %width : f64
      %number = arith.addf %scaled, %low : f64
      {narrow}"""
    limit = 2 if element == "i1" else INTEGER_LIMIT
    small = f"""%c33 = arith.constant 33 : i64
      %limit = arith.constant {limit} : i64
      %high = arith.shrui %random, %c33 : i64
      %small = arith.remui %high, %limit : i64"""
    if element == "index":
        return small + "\n      %v = arith.index_cast %small : i64 to index"
    if element == "i64":
        return small.replace("%small =", "%v =")
    convert = "extui" if int(element[1:]) > 64 else "trunci"
    return small + f"\n      %v = arith.{convert} %small : i64 to {element}"


def fill_functions(element: str) -> str:
    """Returns functions that make a number, and that fill a buffer of `element`."""
    return f"""
  // One number; splitmix64 of seed and index.
  func.func private @memplace_number_{element}(%seed: i64, %index: index, %low: f64, %width: f64) -> {element} {{
      %gamma = arith.constant -7046029254386353131 : i64
      %mix1 = arith.constant -4658895280553007687 : i64
      %mix2 = arith.constant -7723592293110705685 : i64
      %c30 = arith.constant 30 : i64
      %c27 = arith.constant 27 : i64
      %c31 = arith.constant 31 : i64
      %index_i64 = arith.index_cast %index : index to i64
      %step = arith.muli %index_i64, %gamma : i64
      %z0 = arith.addi %seed, %step : i64
      %s0 = arith.shrui %z0, %c30 : i64
      %x0 = arith.xori %z0, %s0 : i64
      %z1 = arith.muli %x0, %mix1 : i64
      %s1 = arith.shrui %z1, %c27 : i64
      %x1 = arith.xori %z1, %s1 : i64
      %z2 = arith.muli %x1, %mix2 : i64
      %s2 = arith.shrui %z2, %c31 : i64
      %random = arith.xori %z2, %s2 : i64
      {from_random(element)}
      return %v : {element}
  }}
  func.func private @memplace_fill_{element}(%m: memref<?x{element}>, %seed: i64, %low: f64, %width: f64) {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %size = memref.dim %m, %c0 : memref<?x{element}>
    scf.for %i = %c0 to %size step %c1 {{
      %v = func.call @memplace_number_{element}(%seed, %i, %low, %width) : (i64, index, f64, f64) -> {element}
      memref.store %v, %m[%i] : memref<?x{element}>
    }}
    return
  }}
"""


def look_functions(element: str) -> str:
    """Returns functions that hash, check and print a buffer of `element`."""
    one_double = "%zero_f64 = arith.constant 0.0 : f64" if element == "f64" else ""
    return f"""
  // Each step is a bijection of the hash, so one changed element changes it.
  func.func private @memplace_hash_{element}(%m: memref<?x{element}>) -> i64 {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %start = arith.constant -3750763034362895579 : i64
    %prime = arith.constant 1099511628211 : i64
    %c29 = arith.constant 29 : i64
    %size = memref.dim %m, %c0 : memref<?x{element}>
    %hash = scf.for %i = %c0 to %size step %c1 iter_args(%h = %start) -> (i64) {{
      %v = memref.load %m[%i] : memref<?x{element}>
      {to_bits(element)}
      %x = arith.xori %h, %bits : i64
      %p = arith.muli %x, %prime : i64
      %s = arith.shrui %p, %c29 : i64
      %next = arith.xori %p, %s : i64
      scf.yield %next : i64
    }}
    return %hash : i64
  }}
  func.func private @memplace_not_finite_{element}(%m: memref<?x{element}>) -> i64 {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %none = arith.constant 0 : i64
    %zero_f64 = arith.constant 0.0 : f64
    %size = memref.dim %m, %c0 : memref<?x{element}>
    %count = scf.for %i = %c0 to %size step %c1 iter_args(%n = %none) -> (i64) {{
      %v = memref.load %m[%i] : memref<?x{element}>
      {to_double(element)}
      %difference = arith.subf %double, %double : f64
      %bad = arith.cmpf une, %difference, %zero_f64 : f64
      %one_or_none = arith.extui %bad : i1 to i64
      %next = arith.addi %n, %one_or_none : i64
      scf.yield %next : i64
    }}
    return %count : i64
  }}
  func.func private @memplace_print_{element}(%number: i64, %before: i64, %m: memref<?x{element}>) {{
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f64
    %after = call @memplace_hash_{element}(%m) : (memref<?x{element}>) -> i64
    %bad = call @memplace_not_finite_{element}(%m) : (memref<?x{element}>) -> i64
    %size = memref.dim %m, %c0 : memref<?x{element}>
    %some = arith.cmpi ne, %size, %c0 : index
    %first = scf.if %some -> (f64) {{
      {one_double}
      %v = memref.load %m[%c0] : memref<?x{element}>
      {to_double(element)}
      scf.yield %double : f64
    }} else {{
      scf.yield %zero : f64
    }}
    call @printU64(%number) : (i64) -> ()
    call @printComma() : () -> ()
    call @printU64(%before) : (i64) -> ()
    call @printComma() : () -> ()
    call @printU64(%after) : (i64) -> ()
    call @printComma() : () -> ()
    call @printU64(%bad) : (i64) -> ()
    call @printComma() : () -> ()
    call @printF64(%first) : (f64) -> ()
    call @printNewline() : () -> ()
    return
  }}
"""


def helper_functions(element: str) -> str:
    """Returns functions that fill, hash and print buffers of `element`."""
    return fill_functions(element) + look_functions(element)


def make_argument(index: int, buffer: BufferType, seed: int) -> list[str]:
    """Returns statements that create argument `index` as `%arg{index}`."""
    low, high = number_range(buffer)
    element, name = buffer.element, f"%arg{index}"
    lines = [
        f"%seed{index} = arith.constant {seed * 1000003 + index * 65537} : i64",
        f"%low{index} = arith.constant {low:.17e} : f64",
        f"%width{index} = arith.constant {high - low:.17e} : f64",
    ]
    if buffer.shape is None:
        return lines + [
            f"{name} = call @memplace_number_{element}(%seed{index}, %c0, %low{index}, "
            f"%width{index}) : (i64, index, f64, f64) -> {element}"
        ]
    size = 1
    for dimension in buffer.shape:
        size *= dimension
    flat = f"memref<{size}x{element}>"
    groups = f"[[{', '.join(str(i) for i in range(len(buffer.shape)))}]]"
    unplaced = f"memref<{'x'.join([*map(str, buffer.shape), element])}>"
    is_in_tier = buffer.text != unplaced
    plain = f"%plain{index}" if is_in_tier else name
    lines += [f"{plain} = memref.alloc() {{alignment = 64 : i64}} : {unplaced}"]
    if is_in_tier:
        lines += [
            f"{name} = memref.memory_space_cast {plain} : {unplaced} to {buffer.text}"
        ]
    if not buffer.shape:
        lines += [
            f"%flat{index} = memref.expand_shape {plain} [] output_shape [1] : "
            f"{unplaced} into {flat}"
        ]
    else:
        lines += [
            f"%flat{index} = memref.collapse_shape {plain} {groups} : "
            f"{unplaced} into {flat}"
        ]
    dynamic = f"memref<?x{element}>"
    return lines + [
        f"%dynamic{index} = memref.cast %flat{index} : {flat} to {dynamic}",
        f"call @memplace_fill_{element}(%dynamic{index}, %seed{index}, %low{index}, "
        f"%width{index}) : ({dynamic}, i64, f64, f64) -> ()",
        f"%before{index} = call @memplace_hash_{element}(%dynamic{index}) : ({dynamic}) -> i64",
    ]


def print_argument(index: int, buffer: BufferType) -> list[str]:
    """Returns statements that print the line of argument `index`."""
    dynamic = f"memref<?x{buffer.element}>"
    return [
        f"%number{index} = arith.constant {index} : i64",
        f"call @memplace_print_{buffer.element}(%number{index}, %before{index}, "
        f"%dynamic{index}) : (i64, i64, {dynamic}) -> ()",
    ]


def harness_functions(buffers: list[BufferType], entry: str, seed: int) -> str:
    """Returns the harness for a function `@entry` with these arguments."""
    body = ["%c0 = arith.constant 0 : index"]
    for index, buffer in enumerate(buffers):
        if buffer.element.startswith("complex"):
            raise MemplaceError(
                f"argument {index} is of type '{buffer.text}', for which no numbers are "
                "made up; give your own with --input"
            )
        body += make_argument(index, buffer, seed)
    operands = ", ".join(f"%arg{index}" for index in range(len(buffers)))
    types = ", ".join(buffer.text for buffer in buffers)
    body.append(f"call {symbol(entry)}({operands}) : ({types}) -> ()")
    for index, buffer in enumerate(buffers):
        if buffer.shape is not None:
            body += print_argument(index, buffer)
    elements = sorted({buffer.element for buffer in buffers})
    statements = "\n".join(f"    {line}" for line in body)
    return f"""
  func.func private @printU64(i64)
  func.func private @printF64(f64)
  func.func private @printComma()
  func.func private @printNewline()
{"".join(helper_functions(element) for element in elements)}
  func.func @{ENTRY_POINT}() {{
{statements}
    return
  }}
"""


def add_harness(text: str, entry: str = "main", seed: int = 0) -> str:
    """Returns the memref module `text` with a harness for its function `@entry`.

    Raises MemplaceError if there is no such function, if the function returns values,
    or if the harness cannot make an argument.
    """
    harness = harness_functions(parse_arguments(text, entry), entry, seed)
    return insert_functions(text, harness)
