"""Lowers `stablehlo.scatter` to loops."""

from collections.abc import Sequence
from typing import Any

from memplace.importers.element_code import ElementCode, Value, Values
from memplace.importers.loop_code import LoopCode


def write_scatter(
    loops: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """Combines each update with the element at its index, in the order of updates.

    As in XLA, a window that is partly out of bounds is skipped.
    """
    from jaxlib.mlir.dialects import stablehlo

    dims = stablehlo.ScatterDimensionNumbers(
        operation.attributes["scatter_dimension_numbers"]
    )
    code, count = loops.code, len(arguments) // 2
    inputs, indices, updates = (
        arguments[:count],
        arguments[count],
        arguments[count + 1 :],
    )
    shape, update_shape = inputs[0].sizes, updates[0].sizes
    windows = list(dims.update_window_dims)
    outer = [dim for dim in range(len(update_shape)) if dim not in windows]
    inserted = {*dims.inserted_window_dims, *dims.input_batching_dims}
    within = [dim for dim in range(len(shape)) if dim not in inserted]
    extents = [1] * len(shape)
    for dim, window in zip(within, windows):
        extents[dim] = update_shape[window]

    def scatter_window(at: Values, *tensors: Value) -> Sequence[Value]:
        starts = find_starts(code, dims, indices, at, len(shape))
        inside = code.all_of(
            [
                code.within(start, 0, shape[dim] - extents[dim] + 1)
                for dim, start in starts.items()
            ]
        )

        def scatter_element(window: Values, *tensors: Value) -> Sequence[Value]:
            target = [starts.get(dim, code.constant(0)) for dim in range(len(shape))]
            for dim, offset in zip(within, window):
                target[dim] = code.add(target[dim], offset)
            source = merge_indices(outer, at, windows, window)
            old = [code.extract(tensor, target) for tensor in tensors]
            new = [code.extract(update, source) for update in updates]
            made = loops.call(regions[0], [*old, *new], [v.element for v in old])
            return [
                code.insert(value, tensor, target)
                for value, tensor in zip(made, tensors)
            ]

        counts = [update_shape[dim] for dim in windows]
        return loops.when(
            inside, tensors, lambda *kept: loops.nest(counts, kept, scatter_element)
        )

    return loops.nest([update_shape[dim] for dim in outer], inputs, scatter_window)


def find_starts(
    code: ElementCode, dims: Any, indices: Value, at: Values, rank: int
) -> dict[int, Value]:
    """Returns the start of an update's window, by dimension of the input.

    `at` are the update's indices outside of the window. A missing dimension starts at
    0.
    """
    vector = dims.index_vector_dim
    starts = {}
    for number, dim in enumerate(dims.scattered_dims_to_operand_dims):
        place = list(at)
        if vector < len(indices.sizes):
            place.insert(vector, code.constant(number))
        starts[dim] = code.to_index(code.extract(indices, place))
    for dim, batch in zip(dims.input_batching_dims, dims.scatter_indices_batching_dims):
        starts[dim] = at[batch - (1 if batch > vector else 0)]
    return starts


def merge_indices(
    outer: list[int], at: Values, windows: list[int], window: Values
) -> Values:
    """Merges an update's indices outside of and inside of its window."""
    by_dim = dict(zip([*outer, *windows], [*at, *window]))
    return [by_dim[dim] for dim in sorted(by_dim)]
