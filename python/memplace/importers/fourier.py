"""Lowers `stablehlo.fft` to loops."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memplace.importers.element_code import ElementCode, Value, Values
from memplace.importers.loop_code import LoopCode


def prime_factors(number: int) -> list[int]:
    """Returns the prime factors of a number in ascending order.

    >>> prime_factors(12), prime_factors(1)
    ([2, 2, 3], [])
    """
    factors, factor = [], 2
    while number > 1:
        if factor * factor > number:
            factor = number
        while number % factor == 0:
            factors.append(factor)
            number //= factor
        factor += 1
    return factors


@dataclass(frozen=True)
class Transform:
    """A Fourier transform along one dimension."""

    dimension: int
    size: int
    """Number of points."""
    inverse: bool
    """The angles have the opposite sign, and results are divided by the number of
    points."""
    element: str
    """Element type of real numbers."""


def write_fft(
    loops: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """Transforms the last dimensions, a dimension at a time.

    A transform of real numbers starts with the last dimension; a transform to real
    numbers ends with the last dimension.
    """
    kind = str(operation.attributes["fft_type"]).rpartition(" ")[2].rstrip(">")
    lengths = [int(length) for length in operation.attributes["fft_length"]]
    value = arguments[0]
    rank = len(value.sizes)
    dimensions = list(range(rank - len(lengths), rank))
    if kind == "RFFT":
        dimensions.reverse()
    element = value.element.removeprefix("complex<").removesuffix(">")
    for dimension in dimensions:
        size = lengths[dimension - rank]
        shape, result = list(value.sizes), f"complex<{element}>"
        if dimension == rank - 1 and kind == "RFFT":
            shape[-1] = size // 2 + 1
        elif dimension == rank - 1 and kind == "IRFFT":
            shape[-1], result = size, element
        transform = Transform(dimension, size, kind in ("IFFT", "IRFFT"), element)
        value = write_lines(loops, transform, value, tuple(shape), result)
    return [value]


def write_lines(
    loops: LoopCode,
    transform: Transform,
    value: Value,
    shape: tuple[int, ...],
    result: str,
) -> Value:
    """Transforms all lines of a tensor along one dimension."""
    code = loops.code
    size, dimension, element = transform.size, transform.dimension, transform.element
    if 0 in shape:
        return code.empty(shape, result)
    cosines, sines = write_roots(loops, transform)
    work = [code.empty((size,), element) for _ in range(4)]
    outer = [*shape[:dimension], *shape[dimension + 1 :]]

    def line(at: Values, out: Value, *work: Value) -> Sequence[Value]:
        def place(index: Value) -> Values:
            return [*at[:dimension], index, *at[dimension:]]

        def load(index: Value, real: Value, imaginary: Value) -> Values:
            parts = load_point(code, transform, value, place, index)
            return [
                code.insert(part, tensor, [index])
                for part, tensor in zip(parts, (real, imaginary))
            ]

        here = loops.loop((0, size), work[:2], load)
        there = list(work[2:])
        stride, factors = 1, prime_factors(size)
        for radix in factors:
            stage = (radix, stride, size // stride // radix)
            there = write_stage(loops, stage, here, there, cosines, sines)
            here, there, stride = there, here, stride * radix

        def store(index: Value, out: Value) -> Values:
            parts = [code.extract(tensor, [index]) for tensor in here]
            if transform.inverse:
                scale = code.real(1 / size, element)
                parts = [code.same("arith.mulf", part, scale) for part in parts]
            made = parts[0]
            if result != element:
                made = code.op(
                    f"complex.create {parts[0].name}, {parts[1].name} : {result}",
                    result,
                )
            return [code.insert(made, out, place(index))]

        (out,) = loops.loop((0, shape[dimension]), [out], store)
        # Return each work tensor in its own slot; otherwise each line would be copied.
        return [out, *there, *here] if len(factors) % 2 else [out, *here, *there]

    return loops.nest(outer, [code.empty(shape, result), *work], line)[0]


def write_roots(loops: LoopCode, transform: Transform) -> Values:
    """Returns the cosines and sines of the roots of unity, computed in 64 bits."""
    code, size, element = loops.code, transform.size, transform.element
    angle = (2 if transform.inverse else -2) * math.pi / size

    def root(index: Value, cosines: Value, sines: Value) -> Values:
        number = code.from_index(index, "i64")
        real = code.op(f"arith.sitofp {number.name} : i64 to f64", "f64")
        product = code.same("arith.mulf", real, code.real(angle, "f64"))
        tables = []
        for function, table in (("math.cos", cosines), ("math.sin", sines)):
            part = code.op(f"{function} {product.name} : f64", "f64")
            if element != "f64":
                part = code.op(f"arith.truncf {part.name} : f64 to {element}", element)
            tables.append(code.insert(part, table, [index]))
        return tables

    empty = [code.empty((size,), element) for _ in range(2)]
    return loops.loop((0, size), empty, root)


def load_point(
    code: ElementCode, transform: Transform, value: Value, place: Any, index: Value
) -> Values:
    """Returns real and imaginary part of a point.

    If only half of a spectrum is stored, points of the missing half are the complex
    conjugates of mirrored points.
    """
    size, element = transform.size, transform.element
    zero = code.real(0, element)
    given = value.sizes[transform.dimension]
    if value.element == element:
        return [code.extract(value, place(index)), zero]
    # The length differs only if half of a spectrum of real numbers is given.
    half = given != size
    mirrored = code.compare("uge", index, code.constant(given))
    source = index
    if half:
        mirror = code.subtract(code.constant(size), index)
        source = code.select(mirrored, mirror, index)
    point = code.extract(value, place(source))
    real = code.op(f"complex.re {point.name} : {value.element}", element)
    imaginary = code.op(f"complex.im {point.name} : {value.element}", element)
    if half:
        negative = code.op(f"arith.negf {imaginary.name} : {element}", element)
        imaginary = code.select(mirrored, negative, imaginary)
    return [real, imaginary]


def write_stage(
    loops: LoopCode,
    stage: tuple[int, int, int],
    sources: Sequence[Value],
    targets: Sequence[Value],
    cosines: Value,
    sines: Value,
) -> Values:
    """Writes one stage of Stockham's self-sorting transform.

    The stage computes transforms of `radix` points, and multiplies each output by its
    twiddle factor. `stage` is (radix, stride, groups).
    """
    radix, stride, groups = stage
    code, element = loops.code, cosines.element
    zero = code.real(0, element)

    def output(at: Values, *targets: Value) -> Values:
        offset, group, number = at

        def add(term: Value, real: Value, imaginary: Value) -> Values:
            position = code.add(group, code.multiply(term, groups))
            source = code.add(offset, code.multiply(position, stride))
            turn = code.same("arith.muli", number, position)
            turn = code.same("arith.remui", turn, code.constant(radix * groups))
            turn = code.multiply(turn, stride)
            a, b = (code.extract(tensor, [source]) for tensor in sources)
            c, s = (code.extract(table, [turn]) for table in (cosines, sines))
            ac, bs = code.same("arith.mulf", a, c), code.same("arith.mulf", b, s)
            as_, bc = code.same("arith.mulf", a, s), code.same("arith.mulf", b, c)
            return [
                code.same("arith.addf", real, code.same("arith.subf", ac, bs)),
                code.same("arith.addf", imaginary, code.same("arith.addf", as_, bc)),
            ]

        parts = loops.loop((0, radix), [zero, zero], add)
        place = code.add(code.multiply(group, radix), number)
        place = code.add(offset, code.multiply(place, stride))
        return [
            code.insert(part, tensor, [place]) for part, tensor in zip(parts, targets)
        ]

    return loops.nest([stride, groups, radix], targets, output)
