"""TFLite's operators that move elements by index, without arithmetic."""

from collections.abc import Callable, Sequence

from memplace.importers.tflite.context import Context
from memplace.importers.tflite.storage import StoredTensor
from memplace.importers.tflite.writer import Index


def move(
    context: Context,
    source: StoredTensor,
    target: StoredTensor,
    where: Callable[[list[Index]], Sequence[Index]],
) -> None:
    """Overwrites each element of `target`, at index i, with `source[where(i)]`."""
    context.same_numbers(source, target)
    writer = context.writer

    def element(at: list[Index]) -> None:
        value = writer.load(source.memref, where(at), source.tensor.memref)
        writer.store(value, target.memref, at, target.tensor.memref)

    writer.loops(target.shape, element)


def scaled(context: Context, index: Index, by: int, plus: int) -> Index:
    """Appends index * by + plus; trivial factors and summands emit no op."""
    writer = context.writer
    if by != 1:
        index = writer.binary("muli", index, writer.index(by), "index")
    return writer.add(index, plus, "index")


def divided(context: Context, index: Index, by: int) -> tuple[Index, Index]:
    """Returns quotient and remainder by a constant."""
    writer = context.writer
    divisor = writer.index(by)
    return (
        writer.binary("divui", index, divisor, "index"),
        writer.binary("remui", index, divisor, "index"),
    )


def transpose(context: Context) -> None:
    """TRANSPOSE: permutes dimensions."""
    order = context.constant(1)
    source, target = context.input(0), context.outputs[0]
    order = [context.axis(dimension, len(source.shape)) for dimension in order]
    if sorted(order) != list(range(len(source.shape))):
        raise context.refuse(
            f"has order {order}, which must be a permutation of the dimensions of "
            f"{source.shape}"
        )
    context.expect(target, [source.shape[dimension] for dimension in order])
    move(
        context, source, target, lambda at: [at[order.index(d)] for d in sorted(order)]
    )


def strided_slice(context: Context) -> None:
    """STRIDED_SLICE, with all masks and an optional offset of the ends."""
    source, target = context.input(0), context.outputs[0]
    begins, strides = context.constant(1), context.constant(3)
    # If the network computes the ends, the output's shape replaces them.
    ends = begins if context.is_computed(2) else context.constant(2)
    if context.operator.option("Offset"):
        ends = [begin + end for begin, end in zip(begins, ends)]
    masks = {
        name: context.operator.option(f"{name}Mask")
        for name in ("Begin", "End", "Ellipsis", "NewAxis", "ShrinkAxis")
    }
    if not len(begins) == len(ends) == len(strides):
        raise context.refuse(
            f"has {len(begins)} begins, {len(ends)} ends and {len(strides)} strides, "
            "whose numbers must be equal"
        )
    # For each dimension of the source: first index, stride, and whether it is kept.
    # None stands for a new dimension of the output.
    found: list[tuple[int, int, bool] | None] = []
    shape: list[int] = []
    taken = 0
    added = masks["NewAxis"] & ~masks["Ellipsis"]
    named = sum(not added >> i & 1 for i in range(len(begins)))
    if masks["Ellipsis"] & ((1 << len(begins)) - 1):
        named -= 1
    for number, (begin, end, stride) in enumerate(zip(begins, ends, strides)):
        has = {name: bool(mask >> number & 1) for name, mask in masks.items()}
        if has["Ellipsis"]:
            count = max(len(source.shape) - named, 0)
            found += [(0, 1, True)] * count
            shape += source.shape[taken : taken + count]
            taken += count
        elif has["NewAxis"]:
            found.append(None)
            shape.append(1)
        else:
            size = source.shape[taken]
            one = one_slice(context, size, begin, stride, has)
            found.append(one)
            if one[2]:
                shape.append(length(size, one[0], end, stride, has))
            taken += 1
    found += [(0, 1, True)] * (len(source.shape) - taken)
    shape += source.shape[taken:]
    context.expect(target, target.shape if context.is_computed(2) else shape)

    def where(at: list[Index]) -> list[Index]:
        places, rest = [], iter(at)
        for entry in found:
            if entry is None:
                next(rest)
                continue
            begin, stride, is_kept = entry
            index = next(rest) if is_kept else context.writer.index(0)
            places.append(scaled(context, index, stride, begin))
        return places

    check_inside(context, source, target, found)
    move(context, source, target, where)


def one_slice(
    context: Context, size: int, begin: int, stride: int, has: dict[str, bool]
) -> tuple[int, int, bool]:
    """Returns a dimension's first index, its stride, and whether it is kept."""
    if stride == 0:
        raise context.refuse("has stride 0, which must be above or below 0")
    last = size - 1
    if has["ShrinkAxis"]:
        if stride < 0:
            raise context.refuse(
                f"has stride {stride} for a dimension in 'ShrinkAxisMask', which must "
                "be above 0"
            )
        begin = 0 if has["Begin"] else begin
        return begin + size if begin < 0 else begin, 1, False
    if has["Begin"]:
        return (0 if stride > 0 else last), stride, True
    begin = begin + size if begin < 0 else begin
    return max(0, min(begin, size if stride > 0 else last)), stride, True


def length(size: int, begin: int, end: int, stride: int, has: dict[str, bool]) -> int:
    """Returns the number of indices that a slice takes of a dimension."""
    if has["End"]:
        end = size if stride > 0 else -1
    else:
        end = end + size if end < 0 else end
        end = max(0, min(end, size)) if stride > 0 else max(-1, min(end, size - 1))
    return max(0, -((begin - end) // stride))


def check_inside(
    context: Context,
    source: StoredTensor,
    target: StoredTensor,
    found: Sequence[tuple[int, int, bool] | None],
) -> None:
    """Refuses the operator if an output element would be read out of bounds."""
    counts = iter(target.shape)
    sizes = iter(source.shape)
    for entry in found:
        if entry is None:
            next(counts)
            continue
        begin, stride, is_kept = entry
        last = begin + stride * ((next(counts) if is_kept else 1) - 1)
        size = next(sizes)
        if not (0 <= begin < size and 0 <= last < size):
            raise context.refuse(
                f"has a slice from index {begin} to {last} of a dimension of {size}"
            )


def slice_(context: Context) -> None:
    """SLICE: a part of a tensor."""
    source, target = context.input(0), context.outputs[0]
    begins = context.constant(1)
    sizes = list(target.shape) if context.is_computed(2) else context.constant(2)
    if len(begins) != len(source.shape) or len(sizes) != len(source.shape):
        raise context.refuse(
            f"has begins {begins} and sizes {sizes}, which must have a number for each "
            f"dimension of {source.shape}"
        )
    context.expect(
        target,
        [
            length - begin if size == -1 else size
            for length, begin, size in zip(source.shape, begins, sizes)
        ],
    )
    copy_part(context, source, target, begins)


def copy_part(
    context: Context, source: StoredTensor, target: StoredTensor, begins: Sequence[int]
) -> None:
    """Copies the part of `source` that begins at `begins` and has `target`'s shape."""
    check_inside(context, source, target, [(begin, 1, True) for begin in begins])
    move(
        context,
        source,
        target,
        lambda at: [scaled(context, i, 1, begin) for i, begin in zip(at, begins)],
    )


def split(context: Context) -> None:
    """SPLIT and SPLIT_V: parts of equal or given sizes."""
    is_equal = context.operator.kind == "SPLIT"
    source = context.input(1 if is_equal else 0)
    rank = len(source.shape)
    axis = context.axis(context.number(0 if is_equal else 2), rank)
    parts = len(context.outputs)
    sizes = [source.shape[axis] // parts] * parts
    if not is_equal:
        axes = [target.shape[axis] for target in context.outputs]
        sizes = axes if context.is_computed(1) else context.constant(1)
    if -1 in sizes:
        rest = source.shape[axis] - sum(sizes) - 1
        sizes = [rest if size == -1 else size for size in sizes]
    if context.operator.option("NumSplits") != parts or len(sizes) != parts:
        raise context.refuse(f"has {parts} results, but {len(sizes)} sizes")
    if sum(sizes) != source.shape[axis]:
        raise context.refuse(
            f"has sizes {sizes}, whose sum must be {source.shape[axis]}"
        )
    start = 0
    for target, size in zip(context.outputs, sizes):
        context.expect(target, [*source.shape[:axis], size, *source.shape[axis + 1 :]])
        begins = [start if dimension == axis else 0 for dimension in range(rank)]
        copy_part(context, source, target, begins)
        start += target.shape[axis]


def tile(context: Context) -> None:
    """TILE: repeats a tensor along its dimensions."""
    source, target = context.input(0), context.outputs[0]
    if context.is_computed(1):
        times = [b // a for a, b in zip(source.shape, target.shape)]
    else:
        times = context.constant(1)
    if len(times) != len(source.shape):
        raise context.refuse(
            f"has {len(times)} multiples, but an input of shape {source.shape}"
        )
    context.expect(target, [size * by for size, by in zip(source.shape, times)])

    def where(at: list[Index]) -> list[Index]:
        return [
            index if size == count else divided(context, index, size)[1]
            for index, size, count in zip(at, source.shape, target.shape)
        ]

    move(context, source, target, where)


def broadcast(context: Context) -> None:
    """BROADCAST_TO: repeats elements along dimensions of size 1."""
    source, target = context.input(0), context.outputs[0]
    context.expect_constant(target, 1)
    context.expect_broadcast(target, source, target)
    move(context, source, target, lambda at: source.broadcast(at))


def pack(context: Context) -> None:
    """PACK: stacks tensors of one shape along a new dimension."""
    writer, target = context.writer, context.outputs[0]
    axis = context.axis(context.operator.option("Axis"), len(target.shape))
    count = len(context.inputs)
    if context.operator.option("ValuesCount") != count:
        raise context.refuse(
            f"has {count} operands, but 'ValuesCount' = "
            f"{context.operator.option('ValuesCount')}"
        )
    for number in range(count):
        source = context.input(number)
        context.same_numbers(source, target)
        context.expect(target, [*source.shape[:axis], count, *source.shape[axis:]])

        def element(
            at: list[Index], source: StoredTensor = source, number: int = number
        ) -> None:
            value = writer.load(source.memref, at, source.tensor.memref)
            there = [*at[:axis], writer.index(number), *at[axis:]]
            writer.store(value, target.memref, there, target.tensor.memref)

        writer.loops(source.shape, element)


def unpack(context: Context) -> None:
    """UNPACK: one tensor for each index of a dimension."""
    source = context.input(0)
    axis = context.axis(context.operator.option("Axis"), len(source.shape))
    if not source.shape[axis] == context.operator.option("Num") == len(context.outputs):
        raise context.refuse(
            f"has {len(context.outputs)} results and 'Num' = "
            f"{context.operator.option('Num')}, which must be {source.shape[axis]}"
        )
    for number, target in enumerate(context.outputs):
        context.expect(target, [*source.shape[:axis], *source.shape[axis + 1 :]])

        def where(at: list[Index], number: int = number) -> list[Index]:
            return [*at[:axis], context.writer.index(number), *at[axis:]]

        move(context, source, target, where)


def image_of(context: Context, source: StoredTensor) -> tuple[int, ...]:
    """Returns the shape of an image: batch, rows, columns and channels."""
    if len(source.shape) != 4:
        raise context.refuse(
            f"has an input of shape {source.shape}, which must have 4 dimensions"
        )
    return source.shape


def depth_to_space(context: Context) -> None:
    """DEPTH_TO_SPACE: moves channels to blocks of pixels."""
    size = context.operator.option("BlockSize")
    source, target = context.input(0), context.outputs[0]
    batch, rows, columns, depth = image_of(context, source)
    if size < 1 or depth % (size * size):
        raise context.refuse(
            f"has 'BlockSize' = {size}, whose square must divide {depth} channels"
        )
    context.expect(target, (batch, rows * size, columns * size, depth // size**2))

    def where(at: list[Index]) -> list[Index]:
        row, below = divided(context, at[1], size)
        column, right = divided(context, at[2], size)
        block = context.writer.add(scaled(context, below, size, 0), right, "index")
        start = scaled(context, block, target.shape[3], 0)
        return [at[0], row, column, context.writer.add(start, at[3], "index")]

    move(context, source, target, where)


def space_to_depth(context: Context) -> None:
    """SPACE_TO_DEPTH: moves blocks of pixels to channels."""
    size = context.operator.option("BlockSize")
    source, target = context.input(0), context.outputs[0]
    batch, rows, columns, depth = image_of(context, source)
    if size < 1 or rows % size or columns % size:
        raise context.refuse(
            f"has 'BlockSize' = {size}, which must divide {rows} rows and {columns} "
            "columns"
        )
    context.expect(target, (batch, rows // size, columns // size, depth * size**2))

    def where(at: list[Index]) -> list[Index]:
        block, channel = divided(context, at[3], source.shape[3])
        below, right = divided(context, block, size)
        return [
            at[0],
            context.writer.add(scaled(context, at[1], size, 0), below, "index"),
            context.writer.add(scaled(context, at[2], size, 0), right, "index"),
            channel,
        ]

    move(context, source, target, where)


def gather(context: Context) -> None:
    """GATHER: slices at indices from a tensor; indices are clamped."""
    source, places, target = context.input(0), context.input(1), context.outputs[0]
    axis = context.axis(context.operator.option("Axis"), len(source.shape))
    batches = context.operator.option("BatchDims")
    if batches < 0:
        batches += len(places.shape)
    most = min(axis, len(places.shape))
    if not 0 <= batches <= most or source.shape[:batches] != places.shape[:batches]:
        raise context.refuse(
            f"has 'BatchDims' = {batches}; an input of shape {source.shape} and "
            f"indices of shape {places.shape} must have equal batches"
        )
    rank = len(places.shape) - batches
    context.expect(
        target,
        [*source.shape[:axis], *places.shape[batches:], *source.shape[axis + 1 :]],
    )

    def where(at: list[Index]) -> list[Index]:
        inner = [*at[:batches], *at[axis : axis + rank]]
        number = places.to_index(places.load_raw(inner))
        index = nearest_inside(context, number, source.shape[axis])
        return [*at[:axis], index, *at[axis + rank :]]

    move(context, source, target, where)


def nearest_inside(context: Context, index: Index, size: int) -> Index:
    """Clamps an index to [0, size - 1], so that no index reads out of bounds."""
    writer = context.writer
    index = writer.binary("minsi", index, writer.index(size - 1), "index")
    return writer.binary("maxsi", index, writer.index(0), "index")


def concatenation(context: Context) -> None:
    """CONCATENATION of tensors with equal quantisation."""
    writer = context.writer
    target = context.outputs[0]
    axis = context.axis(context.operator.option("Axis"), len(target.shape))
    sources = [context.input(number) for number in range(len(context.inputs))]
    shape = list(sources[0].shape)
    shape[axis] = sum(source.shape[axis] for source in sources)
    context.expect(target, shape)
    start = 0
    for source in sources:
        context.same_numbers(source, target)
        context.expect(source, [*shape[:axis], source.shape[axis], *shape[axis + 1 :]])
        view = part(context, target, source, axis, start)
        kind = source.tensor.memref
        writer.line(f"memref.copy {source.memref}, {view[0]} : {kind} to {view[1]}")
        start += source.shape[axis]


def part(
    context: Context, target: StoredTensor, source: StoredTensor, axis: int, start: int
) -> tuple[str, str]:
    """Returns a view of `target` and its type.

    The view has `source`'s shape and begins at `start` along `axis`.
    """
    rank = len(target.shape)
    strides = [1] * rank
    for dimension in range(rank - 2, -1, -1):
        strides[dimension] = strides[dimension + 1] * target.shape[dimension + 1]
    offsets = [start if dimension == axis else 0 for dimension in range(rank)]
    sizes = "x".join(map(str, source.shape))
    offset = f", offset: {start * strides[axis]}" if start else ""
    kind = f"memref<{sizes}x{target.tensor.element}, strided<{strides}{offset}>>"
    view = context.writer.op(
        f"memref.subview {target.memref}{offsets} {list(source.shape)} {[1] * rank} : "
        f"{target.tensor.memref} to {kind}"
    )
    return view, kind
