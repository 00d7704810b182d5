"""`stablehlo.sort` as loops: a merge sort, which is stable."""

from collections.abc import Callable, Sequence
from typing import Any

from memplace.importers.loop_code import LoopCode, Value, Values


def write_sort(
    code: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """Sorts slices along one dimension, all operands by the comparison of all."""
    dimension = int(operation.attributes["dimension"])

    def right_goes_first(pairs: Values) -> Value:
        return code.call(regions[0], pairs, ["i1"])[0]

    return sort_by(code, dimension, arguments, right_goes_first)


def sort_by(
    code: LoopCode,
    dimension: int,
    arguments: Values,
    right_goes_first: Callable[[Values], Value],
) -> Sequence[Value]:
    """Sorts slices along `dimension`; of two elements of all arguments, of each the
    right one first, `right_goes_first` says whether the right one goes first.

    Merges runs of 1, 2, 4, ... elements from a slice to a copy of it and back, so
    n * log2(n) comparisons of a slice of n.
    """
    shape = arguments[0].sizes
    size = shape[dimension]
    if size < 2:
        return arguments
    # An even number of passes, so that what is sorted is at home again.
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
                    code, width, size, (slices, at), (copies, alone), right_goes_first
                )
            )
            slices = tuple(
                merge(
                    code, double, size, (copies, alone), (slices, at), right_goes_first
                )
            )
            return [*slices, *copies]

        return code.loop((0, rounds), tensors, merge_twice)

    return code.nest(others, [*arguments, *copies], sort_slice)[: len(arguments)]


def merge(
    code: LoopCode,
    width: Value,
    size: int,
    source: tuple[Sequence[Value], Any],
    target: tuple[Sequence[Value], Any],
    right_goes_first: Callable[[Values], Value],
) -> Values:
    """Merges pairs of runs that are `width` long. `source` and `target` are tensors, and
    what turns a place in a run into their indices.

    One loop over all places, whose trip count is known. It carries the next element
    of either run.
    """
    (sources, at_source), (targets, at_target) = source, target
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
        # Both are looked at even if one run is over, so both must be inside.
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
    return code.loop((0, size), [zero, zero, *targets], place)[2:]
