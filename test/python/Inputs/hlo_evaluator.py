"""Evaluates fused computations of XLA's text with NumPy, in 64-bit floats. A NaN in an
operand makes each dependent result NaN."""

import itertools
import re

import numpy as np

from memplace.xla.shapes import Array


def offsets(array):
    """Returns the position in memory of each element, in elements."""
    sizes = [array.dimensions[each] for each in reversed(array.order)]
    grid = np.indices(sizes).reshape(len(sizes), -1)
    index = list(grid)
    for tile in array.tiles:
        missing = max(0, len(tile) - len(sizes))
        sizes = [1] * missing + sizes
        index = [np.zeros_like(index[0])] * missing + index
        first = len(sizes) - len(tile)
        inner = [each % part for each, part in zip(index[first:], tile)]
        outer = [each // part for each, part in zip(index[first:], tile)]
        counts = [-(-size // part) for size, part in zip(sizes[first:], tile)]
        index, sizes = index[:first] + outer + inner, sizes[:first] + counts + [*tile]
    flat = np.zeros(grid.shape[1], dtype=np.int64)
    for each, size in zip(index, sizes):
        flat = flat * size + each
    physical = [array.dimensions[each] for each in reversed(array.order)]
    places = flat.reshape(physical)
    return places.transpose(np.argsort([*reversed(array.order)]))


def numbers(text):
    """Returns the integers of an attribute."""
    return [int(each) for each in re.findall(r"-?\d+", text)]


def _bitcast(each, operands, shapes):
    memory = np.full(max(offsets(shapes[0]).max(), offsets(each.shape).max()) + 1, 0.0)
    memory[offsets(shapes[0])] = operands[0]
    return memory[offsets(each.shape)]


def _broadcast(each, operands, _):
    kept = numbers(each.attributes.get("dimensions", ""))
    sizes = [1] * len(each.shape.dimensions)
    for at, dimension in enumerate(kept):
        sizes[dimension] = operands[0].shape[at]
    return np.broadcast_to(operands[0].reshape(sizes), each.shape.dimensions)


def _slice(each, operands, _):
    parts = re.findall(r"\[([\d:]+)\]", each.attributes["slice"])
    return operands[0][tuple(slice(*map(int, part.split(":"))) for part in parts)]


def _pad(each, operands, _):
    widths = [
        [int(n) for n in part.split("_")]
        for part in each.attributes["padding"].split("x")
    ]
    return np.pad(
        operands[0], [each[:2] for each in widths], constant_values=float(operands[1])
    )


def window_of(each, name, rank, default):
    """Returns the attribute's values by windowed dimension."""
    found = re.search(rf"\b{name}=([\w.\-]+)", each.attributes.get("window", ""))
    return found[1].split("x") if found else [default] * rank


def _dot(each, operands, _):
    names = ("batch_dims", "contracting_dims")
    sides = [
        [numbers(each.attributes.get(f"{side}_{name}", "")) for name in names]
        for side in ("lhs", "rhs")
    ]
    letters = iter("abcdefghijklmnop")
    labels = [[""] * operand.ndim for operand in operands]
    batch = []
    for kind in (0, 1):
        for left, right in zip(sides[0][kind], sides[1][kind]):
            labels[0][left] = labels[1][right] = letter = next(letters)
            batch += [letter] if kind == 0 else []
    free = []
    for label in labels:
        for at, letter in enumerate(label):
            if not letter:
                label[at] = next(letters)
                free.append(label[at])
    text = ",".join(map("".join, labels)) + "->" + "".join(batch + free)
    return np.einsum(text, *operands)


def _at(window, index, element, extent):
    """Returns the index in the base that an element of a window meets, or None, and the
    index within the window."""
    size, stride, low, base, dilation, is_reversed = window
    position = index * stride - low + element * dilation
    is_there = position % base == 0 and 0 <= position // base < extent
    return (
        position // base if is_there else None,
        size - 1 - element if is_reversed else element,
    )


def _windows(each, rank):
    def read(name, default):
        return [
            int(part.split("_")[0]) for part in window_of(each, name, rank, default)
        ]

    return list(
        zip(
            read("size", "1"),
            read("stride", "1"),
            read("pad", "0"),
            read("lhs_dilate", "1"),
            read("rhs_dilate", "1"),
            read("rhs_reversal", "0"),
        )
    )


def _convolution(each, operands, _):
    base, kernel, result = re.match(
        r"(\w+)_(\w+)->(\w+)", each.attributes["dim_labels"]
    ).groups()
    rank = len(base) - 2
    spatial = "".join(map(str, range(rank)))
    left = operands[0].transpose([base.index(c) for c in "b" + spatial + "f"])
    right = operands[1].transpose([kernel.index(c) for c in spatial + "io"])
    sizes = [each.shape.dimensions[result.index(c)] for c in "b" + spatial + "f"]
    out = np.zeros(sizes)
    groups = int(each.attributes.get("feature_group_count", "1"))
    width = sizes[-1] // groups
    windows = _windows(each, rank)
    for place in itertools.product(*map(range, sizes[1:-1])):
        for element in itertools.product(*(range(window[0]) for window in windows)):
            pairs = [
                _at(*its) for its in zip(windows, place, element, left.shape[1:-1])
            ]
            if any(pair[0] is None for pair in pairs):
                continue
            values = left[(slice(None), *(pair[0] for pair in pairs))]
            weights = right[tuple(pair[1] for pair in pairs)]
            for group in range(groups):
                inside = slice(group * weights.shape[0], (group + 1) * weights.shape[0])
                to = slice(group * width, (group + 1) * width)
                out[(slice(None), *place, to)] += np.einsum(
                    "bi,io->bo", values[:, inside], weights[:, to]
                )
    return out.transpose([("b" + spatial + "f").index(c) for c in result])


def _reduce_window(each, operands, _, combine):
    rank = operands[0].ndim
    windows = _windows(each, rank)
    out = np.full(each.shape.dimensions, float(operands[1]))
    for place in itertools.product(*map(range, out.shape)):
        for element in itertools.product(*(range(window[0]) for window in windows)):
            found = [
                _at(*its)[0] for its in zip(windows, place, element, operands[0].shape)
            ]
            if None not in found:
                out[place] = combine(out[place], operands[0][tuple(found)])
    return out


_BINARY = {
    "add": np.add,
    "divide": np.divide,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "multiply": np.multiply,
    "subtract": np.subtract,
}
_UNARY = {
    "convert": lambda value: value,
    "copy": lambda value: value,
    "exponential": np.exp,
    "negate": np.negative,
    "tanh": np.tanh,
}
_OTHERS = {
    "bitcast": _bitcast,
    "broadcast": _broadcast,
    "convolution": _convolution,
    "dot": _dot,
    "pad": _pad,
    "slice": _slice,
}


def _reduction(module, each):
    return _BINARY[module.computations[each.called("to_apply")[0]].root.opcode]


def value_of(module, each, operands, shapes):
    """Returns the value of an instruction for operands with these values and shapes."""
    if each.opcode == "constant":
        return np.array(float(each.literal))
    if each.opcode == "fusion":
        return evaluate(module, module.computations[each.called("calls")[0]], operands)
    if each.opcode in _BINARY:
        return _BINARY[each.opcode](*operands)
    if each.opcode in _UNARY:
        return _UNARY[each.opcode](*operands)
    if each.opcode == "tuple":
        return tuple(operands)
    if each.opcode == "reshape":
        return operands[0].reshape(each.shape.dimensions)
    if each.opcode == "transpose":
        return operands[0].transpose(numbers(each.attributes["dimensions"]))
    if each.opcode == "concatenate":
        return np.concatenate(operands, numbers(each.attributes["dimensions"])[0])
    if each.opcode == "reduce":
        axes = tuple(numbers(each.attributes["dimensions"]))
        return _reduction(module, each).reduce(operands[0], axis=axes)
    if each.opcode == "reduce-window":
        return _reduce_window(each, operands, shapes, _reduction(module, each))
    return _OTHERS[each.opcode](each, operands, shapes)


def evaluate(module, computation, parameters):
    """Returns the result of a computation for these values of its parameters."""
    values = {}
    shapes = {each.name: each.shape for each in computation.instructions}
    for each in computation.instructions:
        if each.opcode == "parameter":
            values[each.name] = parameters[int(each.literal)]
            continue
        operands = [values[name] for name in each.operands]
        inputs = [shapes[name] for name in each.operands]
        values[each.name] = value_of(module, each, operands, inputs)
        assert not isinstance(each.shape, Array) or (
            values[each.name].shape == each.shape.dimensions
        ), f"{each.name}: {values[each.name].shape}"
    return values[computation.root.name]
