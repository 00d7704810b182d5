"""Lowers `stablehlo.sort` to loops: a merge sort, which is stable."""

from collections.abc import Callable, Sequence
from typing import Any

from memplace.importers.element_code import Value, Values
from memplace.importers.loop_code import LoopCode


def write_sort(
    loops: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """Sorts slices of all operands along one dimension by the op's comparison."""
    dimension = int(operation.attributes["dimension"]) % len(arguments[0].sizes)

    def right_goes_first(pairs: Values) -> Value:
        return loops.call(regions[0], pairs, ["i1"])[0]

    return sort_by(loops, dimension, arguments, right_goes_first)


def sort_by(
    loops: LoopCode,
    dimension: int,
    arguments: Values,
    right_goes_first: Callable[[Values], Value],
) -> Sequence[Value]:
    """Sorts slices along `dimension`, permuting all arguments alike.

    `right_goes_first` compares two elements. It gets, for each argument, the right
    element and then the left element, and says whether the right element goes first.

    Merges runs of 1, 2, 4, ... elements from a slice to a work copy and back. A slice
    of n elements takes n * log2(n) comparisons.
    """
    code, shape = loops.code, arguments[0].sizes
    size = shape[dimension]
    if size < 2:
        return arguments
    # An even number of passes leaves the sorted elements in the slice itself.
    rounds = ((size - 1).bit_length() + 1) // 2
    copies = [code.empty((size,), argument.element) for argument in arguments]
    others = [*shape[:dimension], *shape[dimension + 1 :]]

    def sort_slice(outer: Values, *tensors: Value) -> Sequence[Value]:
        def at(index: Value) -> Values:
            return [*outer[:dimension], index, *outer[dimension:]]

        def alone(index: Value) -> Values:
            return [index]

        def merge_twice(number: Value, *tensors: Value) -> Sequence[Value]:
            slices, copies = tensors[: len(arguments)], tensors[len(arguments) :]
            exponent = code.multiply(number, 2)
            width = code.same("arith.shli", code.constant(1), exponent)
            double = code.multiply(width, 2)
            copies = tuple(
                merge(
                    loops, width, size, (slices, at), (copies, alone), right_goes_first
                )
            )
            slices = tuple(
                merge(
                    loops, double, size, (copies, alone), (slices, at), right_goes_first
                )
            )
            return [*slices, *copies]

        return loops.loop((0, rounds), tensors, merge_twice)

    return loops.nest(others, [*arguments, *copies], sort_slice)[: len(arguments)]


def merge(
    loops: LoopCode,
    width: Value,
    size: int,
    source: tuple[Sequence[Value], Any],
    target: tuple[Sequence[Value], Any],
    right_goes_first: Callable[[Values], Value],
) -> Values:
    """Merges pairs of runs of `width` elements.

    `source` and `target` are pairs of tensors and a function from a position in the
    slice to the tensors' indices. A single loop over all positions has a known trip
    count. The loop carries the positions of the next element of both runs.
    """
    (sources, at_source), (targets, at_target) = source, target
    code = loops.code
    end = code.constant(size)
    double = code.multiply(width, 2)

    def place(index: Value, left: Value, right: Value, *outs: Value) -> Values:
        within = code.same("arith.remui", index, double)
        begin = code.subtract(index, within)
        middle = code.same("arith.minui", code.add(begin, width), end)
        behind = code.same("arith.minui", code.add(begin, double), end)
        starts = code.compare("eq", within, code.constant(0))
        left = code.select(starts, begin, left)
        right = code.select(starts, middle, right)
        # Both elements are read even if a run is exhausted, so both must be in bounds.
        left_at = at_source(code.clamp(left, size - 1))
        right_at = at_source(code.clamp(right, size - 1))
        pairs = []
        for source in sources:
            pairs.append(code.extract(source, right_at))
            pairs.append(code.extract(source, left_at))
        right_first = right_goes_first(pairs)
        true = code.constant("true", "i1")
        left_first = code.same("arith.xori", right_first, true)
        right_over = code.compare("uge", right, behind)
        takes_left = code.all_of(
            [
                code.compare("ult", left, middle),
                code.same("arith.ori", right_over, left_first),
            ]
        )
        stored = [
            code.insert(
                code.select(takes_left, pair[1], pair[0]), out, at_target(index)
            )
            for pair, out in zip(zip(pairs[0::2], pairs[1::2]), outs)
        ]
        next_left = code.select(takes_left, code.add(left, 1), left)
        next_right = code.select(takes_left, right, code.add(right, 1))
        return [next_left, next_right, *stored]

    zero = code.constant(0)
    return loops.loop((0, size), [zero, zero, *targets], place)[2:]
