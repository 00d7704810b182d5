"""TFLite's operators that convert numbers to another type."""

from memplace.importers.tflite.arithmetic import Numbers
from memplace.importers.tflite.context import Context
from memplace.importers.tflite.elementwise import at_least, at_most, map_elements
from memplace.importers.tflite.file import Tensor
from memplace.importers.tflite.fixed_point import (
    float32,
    quantize_multiplier,
    round_away,
)
from memplace.importers.tflite.writer import Index, Writer

WIDTHS = {"i1": 8, "f16": 16, "f32": 32, "f64": 64}  # Bits in memory, by type.


def cast(context: Context) -> None:
    """CAST: conversion to another type; floats are truncated to integers."""
    source, target = context.input(0), context.outputs[0]
    map_elements(
        context,
        lambda _, value: converted(context.writer, value, source.tensor, target.tensor),
    )


def converted(writer: Writer, value: str, source: Tensor, target: Tensor) -> str:
    """Converts a number to the element type of `target`."""
    old, new = Numbers(writer, source), Numbers(writer, target)
    if old.kind == new.kind and not (old.is_real or old.is_signed != new.is_signed):
        return value
    if new.kind == "i1":
        return old.truth(value)
    if old.is_real and new.is_real:
        if old.kind == new.kind:
            return value
        op = "extf" if bits_of(old) < bits_of(new) else "truncf"
        return writer.op(f"arith.{op} {value} : {old.kind} to {new.kind}")
    if new.is_real:
        op = "sitofp" if old.is_signed else "uitofp"
        return writer.op(f"arith.{op} {value} : {old.kind} to {new.kind}")
    if old.is_real:
        return whole_part(old, new, value, target)
    if bits_of(old) < bits_of(new):
        return writer.widen(value, old.kind, old.is_signed, new.kind)
    return writer.narrow(value, new.kind, old.kind)


def bits_of(numbers: Numbers) -> int:
    """Returns the width of a type in registers, in bits."""
    return int(numbers.kind[1:])


def whole_part(old: Numbers, new: Numbers, value: str, target: Tensor) -> str:
    """Truncates a float to an integer.

    The result saturates out of range; NaN gives the largest integer.
    """
    writer = old.writer
    low, high = target.limits
    is_below = old.compare("lt", value, old.constant(low))
    is_inside = old.compare("lt", value, old.constant(high + 1))
    either = writer.select(is_below, writer.constant(0, "i1"), is_inside, "i1")
    safe = old.select(either, value, old.constant(0))
    op = "fptosi" if new.is_signed else "fptoui"
    whole = writer.op(f"arith.{op} {safe} : {old.kind} to {new.kind}")
    limits = [literal(new, limit) for limit in (low, high)]
    return new.select(is_below, limits[0], new.select(is_inside, whole, limits[1]))


def literal(numbers: Numbers, value: int) -> str:
    """Returns an integer constant; large unsigned values wrap to signless text."""
    bits = bits_of(numbers)
    return numbers.constant(value - (1 << bits) if value >> (bits - 1) > 0 else value)


def bitcast(context: Context) -> None:
    """BITCAST: reinterprets the bits as a type of the same width."""
    source, target = context.input(0), context.outputs[0]
    old, new = (Numbers(context.writer, place.tensor) for place in (source, target))
    if WIDTHS.get(old.kind, bits_of(old)) != WIDTHS.get(new.kind, bits_of(new)):
        raise context.refuse(
            f"has types {source.tensor.type} and {target.tensor.type}, which must have "
            "the same number of bits"
        )

    def function(_: Numbers, value: str) -> str:
        if old.kind == new.kind:
            return value
        return context.writer.op(f"arith.bitcast {value} : {old.kind} to {new.kind}")

    map_elements(context, function)


def quantize(context: Context) -> None:
    """QUANTIZE of floats to 8 bits; halves round away from 0, NaN to the minimum."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.expect(target, source.shape)
    context.eight_bits(target)
    numbers = Numbers(writer, source.tensor)
    scale = numbers.constant(float(float32(target.tensor.scale)))

    def element(at: list[Index]) -> None:
        value = numbers.divide(source.load_raw(at), scale)
        value = numbers.function("round", value)
        # Clamp first: other floats may not fit in a 32-bit integer.
        value = numbers.maximum(value, numbers.constant(-(2.0**24)))
        value = numbers.minimum(value, numbers.constant(2.0**24))
        whole = writer.op(f"arith.fptosi {value} : f32 to i32")
        whole = writer.add(whole, target.tensor.zero_point)
        whole = writer.clamp(whole, *target.tensor.limits)
        target.store(whole, at)

    writer.loops(target.shape, element)


def requantize(context: Context) -> None:
    """QUANTIZE from 8 bits to 8 bits."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.expect(target, source.shape)
    context.eight_bits(source)
    context.eight_bits(target)
    factor = quantize_multiplier(source.tensor.scale / target.tensor.scale)

    def element(at: list[Index]) -> None:
        value = source.load(at, -source.tensor.zero_point)
        result = writer.add(context.multiply(value, factor), target.tensor.zero_point)
        target.store(writer.clamp(result, *target.tensor.limits), at)

    writer.loops(target.shape, element)


def dequantize(context: Context) -> None:
    """DEQUANTIZE to 32-bit floats.

    The input has 16-bit floats or integers of 8 or 16 bits. Integers may have one scale
    per index of a dimension.
    """
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.expect(target, source.shape)
    tensor = source.tensor
    count = len(tensor.scales)
    if tensor.element != "f16" and count == 0:
        raise context.refuse(f"has operand '{tensor.name}' without quantisation")
    axis = context.axis(tensor.channel_dimension, len(source.shape)) if count > 1 else 0
    if count > 1 and (source.shape[axis] != count or len(set(tensor.zero_points)) > 1):
        raise context.refuse(
            f"has {count} scales for an input of shape {source.shape}; they must match "
            "one dimension and share a zero point"
        )
    kind = f"memref<{count}xi32>"

    def scale(at: list[Index]) -> str:
        if count == 1:
            return writer.constant(float(float32(tensor.scale)), "f32")
        table = writer.real_table(tensor.scales, "scales")
        bits = writer.load(table, [at[axis]], kind)
        return writer.op(f"arith.bitcast {bits} : i32 to f32")

    def element(at: list[Index]) -> None:
        if tensor.element == "f16":
            half = source.load_raw(at)
            value = writer.op(f"arith.extf {half} : f16 to f32")
        else:
            whole = source.load(at, -tensor.zero_point)
            value = writer.op(f"arith.sitofp {whole} : i32 to f32")
            value = writer.binary("mulf", value, scale(at), "f32")
        target.store(value, at)

    writer.loops(target.shape, element)


def fake_quant(context: Context) -> None:
    """FAKE_QUANT: quantises floats and dequantises the results."""
    low, high = (float32(context.operator.option(name)) for name in ("Min", "Max"))
    bits = context.operator.option("NumBits")
    if not (2 <= bits <= 16 and low <= 0 <= high and low < high):
        raise context.refuse(
            f"has {bits} bits and limits {low} and {high}; supported are 2 to 16 bits "
            "and limits around 0"
        )
    first, last = 0, (1 << bits) - 1
    scale = (high - low) / float32(last - first)
    zero = float32(first) - low / scale
    if zero < first:
        nudged = first
    else:
        nudged = last if zero > last else round_away(float(zero))
    limits = [float32(end - nudged) * scale for end in (first, last)]
    inverse = float32(1) / scale

    def function(numbers: Numbers, value: str) -> str:
        start = numbers.constant(float(limits[0]))
        value = at_most(
            numbers, at_least(numbers, value, float(limits[0])), float(limits[1])
        )
        steps = numbers.multiply(
            numbers.subtract(value, start), numbers.constant(float(inverse))
        )
        steps = numbers.function("round", steps)
        value = numbers.multiply(steps, numbers.constant(float(scale)))
        return numbers.add(value, start)

    map_elements(context, function)


def of_complex(context: Context) -> None:
    """REAL, IMAG and COMPLEX_ABS of complex numbers."""
    op = {"REAL": "re", "IMAG": "im"}.get(context.operator.kind, "abs")
    map_elements(
        context,
        lambda _, value: context.writer.op(f"complex.{op} {value} : complex<f32>"),
    )
