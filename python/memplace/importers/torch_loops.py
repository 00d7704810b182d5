"""Lowers ops of torch-mlir's own dialect, `tm_tensor`, to loops over elements.

torch-mlir uses this dialect for ops without an equivalent in linalg: running sums,
sorting and scattering. Gradients of gathering, pooling and indexing consist of
scatters.
"""

import re
from collections.abc import Sequence
from typing import Any

from memplace.importers.element_code import BIT, Value, Values
from memplace.importers.element_loops import ElementLoops, Writer
from memplace.importers.loop_code import LoopCode
from memplace.importers.sorting import sort_by

DIALECT = "tm_tensor."
# Accumulator types of running sums and products, as in PyTorch.
WIDE = {"f16": "f32", "bf16": "f32", "f32": "f64"}


def numbers(operation: Any, name: str) -> list[int]:
    """Returns the integers in an attribute."""
    text = str(operation.attributes[name]).rpartition(":")
    return [int(digits) for digits in re.findall(r"-?\d+", text[2] or text[0])]


def write_scan(
    loops: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """Writes a running reduction along a dimension.

    Returns the running values and, for each slice, the total.
    """
    code = loops.code
    source, result, total = arguments
    (dimension,) = re.findall(r"\d+", str(operation.attributes["dimension"]))[:1]
    axis = int(dimension)
    inclusive = str(operation.attributes["inclusive"]) == "true"
    others = [*source.sizes[:axis], *source.sizes[axis + 1 :]]
    (name, *_) = (one.operation.name for one in operation.regions[0].blocks[0])
    wide = WIDE.get(source.element) if name in ("arith.addf", "arith.mulf") else None

    def cast(value: Value, op: str, element: str) -> Value:
        if not wide:
            return value
        text = f"arith.{op} {value.name} : {value.element} to {element}"
        return code.op(text, element)

    def widen(value: Value) -> Value:
        return cast(value, "extf", wide or "")

    def narrow(value: Value) -> Value:
        return cast(value, "truncf", source.element)

    def combine(so_far: Value, value: Value) -> Value:
        if wide:
            return code.same(name, so_far, value)
        return loops.call_scalars(regions[0], [so_far, value], [value.element])[0]

    def one(outer: Values, result: Value, total: Value) -> Sequence[Value]:
        def step(index: Value, result: Value, so_far: Value) -> Values:
            at = [*outer[:axis], index, *outer[axis:]]
            following = combine(so_far, widen(code.extract(source, at)))
            stored = narrow(following if inclusive else so_far)
            return [code.insert(stored, result, at), following]

        first = widen(code.extract(total, outer))
        result, last = loops.loop((0, source.sizes[axis]), [result, first], step)
        return [result, code.insert(narrow(last), total, outer)]

    return loops.nest(others, [result, total], one)


def write_scatter(
    loops: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """Combines each update with the element at its index, in the order of updates.

    Updates out of bounds are skipped.
    """
    code = loops.code
    updates, indices, original = arguments
    dims = numbers(operation, "dimension_map")
    count, *window = updates.sizes
    leading = len(original.sizes) - len(window)

    def update(outer: Values, original: Value) -> Sequence[Value]:
        (number,) = outer
        starts = {
            dim: code.to_index(code.extract(indices, [number, code.constant(position)]))
            for position, dim in enumerate(dims)
        }
        extents = [1] * leading + window
        inside = code.all_of(
            [
                code.within(start, 0, original.sizes[dim] - extents[dim] + 1)
                for dim, start in starts.items()
            ]
        )

        def element(offsets: Values, original: Value) -> Sequence[Value]:
            target = [starts.get(d, code.constant(0)) for d in range(leading)]
            for dim, offset in enumerate(offsets, leading):
                start = starts.get(dim)
                target.append(code.add(start, offset) if start else offset)
            new = code.extract(updates, [number, *offsets])
            old = code.extract(original, target)
            (made,) = loops.call_scalars(regions[0], [new, old], [old.element])
            return [code.insert(made, original, target)]

        return loops.when(
            inside, [original], lambda kept: loops.nest(window, [kept], element)
        )

    return loops.nest([count], [original], update)


def write_sort(
    loops: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """Sorts slices along one dimension.

    The op's region compares two numbers. NaN counts as the largest number.
    """
    code = loops.code
    axis = int(re.findall(r"\d+", str(operation.attributes["dimension"]))[0])
    (comparison, *_) = operation.regions[0].blocks[0].operations
    is_descending = bool(re.search(r"\b[osu]g[et]\b", str(comparison)))

    def right_goes_first(pairs: Values) -> Value:
        right, left = pairs[:2]
        larger, smaller = (right, left) if is_descending else (left, right)
        if larger.element[0] not in "fb":
            sign = "u" if re.search(r"\bu[gl]e\b", str(comparison)) else "s"
            return code.compare(f"{sign}gt", larger, smaller)
        greater, ordered = (
            code.op(f"arith.cmpf {name}, {one.name}, {two.name} : {one.type}", BIT)
            for name, one, two in (
                ("ugt", larger, smaller),
                ("ord", smaller, smaller),
            )
        )
        return code.all_of([greater, ordered])

    return sort_by(loops, axis, arguments, right_goes_first)


WRITERS: dict[str, Writer] = {
    "tm_tensor.scan": write_scan,
    "tm_tensor.scatter": write_scatter,
    "tm_tensor.sort": write_sort,
}


class TorchLoops(ElementLoops):
    """Replaces `tm_tensor` ops of a module by calls of loop functions."""

    def find_writer(self, operation: Any) -> Writer | None:
        """Returns the function that writes the loops for an op, or None."""
        return WRITERS.get(operation.name)
