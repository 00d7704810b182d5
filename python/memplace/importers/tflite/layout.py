"""TFLite's operators that move elements and compute nothing."""

from collections.abc import Callable, Sequence

from memplace.importers.tflite.context import Context, Place
from memplace.importers.tflite.writer import Index

REFLECT = 0  # The mode of MIRROR_PAD that leaves the edge out.


def move(
    context: Context,
    source: Place,
    target: Place,
    where: Callable[[list[Index]], Sequence[Index]],
) -> None:
    """Overwrites each element of `target` with the one of `source` that stands at
    `where` of its own place."""
    context.same_numbers(source, target)
    writer = context.writer

    def element(at: list[Index]) -> None:
        value = writer.load(source.memref, where(at), source.tensor.memref)
        writer.store(value, target.memref, at, target.tensor.memref)

    writer.loops(target.shape, element)


def scaled(context: Context, index: Index, by: int, plus: int) -> Index:
    """index * by + plus; factors of 1 and summands of 0 cost nothing."""
    writer = context.writer
    if by != 1:
        index = writer.binary("muli", index, writer.index(by), "index")
    return writer.add(index, plus, "index")


def divided(context: Context, index: Index, by: int) -> tuple[Index, Index]:
    """The quotient and the remainder."""
    writer = context.writer
    divisor = writer.index(by)
    return (
        writer.binary("divui", index, divisor, "index"),
        writer.binary("remui", index, divisor, "index"),
    )


def transpose(context: Context) -> None:
    """TRANSPOSE."""
    order = context.constant(1)
    source, target = context.input(0), context.outputs[0]
    if [source.shape[dimension] for dimension in order] != list(target.shape):
        raise context.refuse(f"makes {target.shape} of {source.shape} by order {order}")
    move(
        context, source, target, lambda at: [at[order.index(d)] for d in sorted(order)]
    )


def strided_slice(context: Context) -> None:
    """STRIDED_SLICE."""
    source, target = context.input(0), context.outputs[0]
    # Where slices end is what the output's shape says, too.
    begins, strides = context.constant(1), context.constant(3)
    masks = {
        name: context.operator.option(f"{name}Mask")
        for name in ("Begin", "Ellipsis", "NewAxis", "ShrinkAxis")
    }
    # Of each dimension of the source: its first place, stride, and whether it is kept;
    # None stands for a dimension of the output that is new.
    found: list[tuple[int, int, bool] | None] = []
    taken = 0
    named = sum(not masks["NewAxis"] >> i & 1 for i in range(len(begins)))
    for number, (begin, stride) in enumerate(zip(begins, strides)):
        has = {name: bool(mask >> number & 1) for name, mask in masks.items()}
        if has["Ellipsis"]:
            count = len(source.shape) - named + 1
            found += [(0, 1, True)] * count
            taken += count
        elif has["NewAxis"]:
            found.append(None)
        else:
            found.append(one_slice(context, source.shape[taken], begin, stride, has))
            taken += 1
    found += [(0, 1, True)] * (len(source.shape) - taken)

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

    kept = [entry is None or entry[2] for entry in found]
    if sum(kept) != len(target.shape):
        raise context.refuse(f"makes {target.shape} of {source.shape}")
    check_inside(context, source, target, found)
    move(context, source, target, where)


def one_slice(
    context: Context, size: int, begin: int, stride: int, has: dict[str, bool]
) -> tuple[int, int, bool]:
    """The first place of a dimension, its stride, and whether it is kept."""
    if stride == 0:
        raise context.refuse("has a stride of 0")
    last = size - 1
    if has["ShrinkAxis"]:
        return begin + size if begin < 0 else begin, 1, False
    if has["Begin"]:
        return (0 if stride > 0 else last), stride, True
    begin = begin + size if begin < 0 else begin
    return max(0, min(begin, size if stride > 0 else last)), stride, True


def check_inside(
    context: Context,
    source: Place,
    target: Place,
    found: Sequence[tuple[int, int, bool] | None],
) -> None:
    """Refuses an output of which an element would come from outside."""
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
            raise context.refuse(f"takes places {begin} to {last} of {size}")


def slice_(context: Context) -> None:
    """SLICE."""
    source, target = context.input(0), context.outputs[0]
    copy_part(context, source, target, context.constant(1))


def copy_part(
    context: Context, source: Place, target: Place, begins: Sequence[int]
) -> None:
    """Makes `target` of that part of `source` which has its shape and begins there."""
    check_inside(context, source, target, [(begin, 1, True) for begin in begins])
    move(
        context,
        source,
        target,
        lambda at: [scaled(context, i, 1, begin) for i, begin in zip(at, begins)],
    )


def split(context: Context) -> None:
    """SPLIT and SPLIT_V, into parts of equal and of other sizes."""
    is_equal = context.operator.kind == "SPLIT"
    source = context.input(1 if is_equal else 0)
    (axis,) = context.constant(0 if is_equal else 2)
    rank = len(source.shape)
    axis %= rank
    start = 0
    for target in context.outputs:
        begins = [start if dimension == axis else 0 for dimension in range(rank)]
        copy_part(context, source, target, begins)
        start += target.shape[axis]


def tile(context: Context) -> None:
    """TILE."""
    source, target = context.input(0), context.outputs[0]

    def where(at: list[Index]) -> list[Index]:
        return [
            index if size == count else divided(context, index, size)[1]
            for index, size, count in zip(at, source.shape, target.shape)
        ]

    move(context, source, target, where)


def broadcast(context: Context) -> None:
    """BROADCAST_TO."""
    source, target = context.input(0), context.outputs[0]
    move(context, source, target, lambda at: context.broadcast(source, at))


def pack(context: Context) -> None:
    """PACK: tensors of one shape, along a new dimension."""
    writer, target = context.writer, context.outputs[0]
    axis = context.operator.option("Axis") % len(target.shape)
    for number in range(len(context.inputs)):
        source = context.input(number)
        context.same_numbers(source, target)

        def element(
            at: list[Index], source: Place = source, number: int = number
        ) -> None:
            value = writer.load(source.memref, at, source.tensor.memref)
            there = [*at[:axis], writer.index(number), *at[axis:]]
            writer.store(value, target.memref, there, target.tensor.memref)

        writer.loops(source.shape, element)


def unpack(context: Context) -> None:
    """UNPACK: a tensor for each place of a dimension."""
    source = context.input(0)
    axis = context.operator.option("Axis") % len(source.shape)
    for number, target in enumerate(context.outputs):

        def where(at: list[Index], number: int = number) -> list[Index]:
            return [*at[:axis], context.writer.index(number), *at[axis:]]

        move(context, source, target, where)


def depth_to_space(context: Context) -> None:
    """DEPTH_TO_SPACE."""
    size = context.operator.option("BlockSize")
    source, target = context.input(0), context.outputs[0]

    def where(at: list[Index]) -> list[Index]:
        row, below = divided(context, at[1], size)
        column, right = divided(context, at[2], size)
        block = context.writer.add(scaled(context, below, size, 0), right, "index")
        start = scaled(context, block, target.shape[3], 0)
        return [at[0], row, column, context.writer.add(start, at[3], "index")]

    move(context, source, target, where)


def space_to_depth(context: Context) -> None:
    """SPACE_TO_DEPTH."""
    size = context.operator.option("BlockSize")
    source, target = context.input(0), context.outputs[0]

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
    """GATHER: slices whose numbers are the elements of a tensor."""
    writer = context.writer
    source, places, target = context.input(0), context.input(1), context.outputs[0]
    if context.operator.option("BatchDims"):
        raise context.refuse("has batches, which are not read")
    if places.tensor.type not in ("INT32", "INT64"):
        raise context.refuse(f"has numbers of type {places.tensor.type}")
    axis = context.operator.option("Axis") % len(source.shape)
    rank = len(places.shape)

    def where(at: list[Index]) -> list[Index]:
        inner = at[axis : axis + rank]
        number = writer.load(places.memref, inner, places.tensor.memref)
        index = writer.op(
            f"arith.index_cast {number} : {places.tensor.element} to index"
        )
        # Nothing outside is read, whatever the numbers are.
        last = writer.index(source.shape[axis] - 1)
        index = writer.binary("minsi", index, last, "index")
        index = writer.binary("maxsi", index, writer.index(0), "index")
        return [*at[:axis], index, *at[axis + rank :]]

    move(context, source, target, where)


def concatenation(context: Context) -> None:
    """CONCATENATION of tensors with one quantisation."""
    writer = context.writer
    target = context.outputs[0]
    axis = context.operator.option("Axis") % len(target.shape)
    start = 0
    for number in range(len(context.inputs)):
        source = context.input(number)
        context.same_numbers(source, target)
        view = part(context, target, source, axis, start)
        kind = source.tensor.memref
        writer.line(f"memref.copy {source.memref}, {view[0]} : {kind} to {view[1]}")
        start += source.shape[axis]


def part(
    context: Context, target: Place, source: Place, axis: int, start: int
) -> tuple[str, str]:
    """The view of `target` that begins at `start` along `axis` and has `source`'s
    shape, and its type."""
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


def pad(context: Context) -> None:
    """PAD with zeros, and PADV2 with the number of an operand."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.one_type(source, target)
    context.same_numbers(source, target)
    kind = target.tensor.element
    before = context.constant(1)[::2]
    if context.operator.kind == "PADV2":
        by = context.input(2)
        context.same_numbers(source, by)
        nothing = writer.load(
            by.memref, [writer.index(0)] * len(by.shape), by.tensor.memref
        )
    else:
        nothing = writer.constant(as_signed(target), kind)

    def element(at: list[Index]) -> None:
        inner, condition = [], writer.constant(1, "i1")
        for index, size, first in zip(at, source.shape, before):
            shifted = index
            if first:
                shifted = writer.binary("subi", index, writer.index(first), "index")
            inner.append(shifted)
            test = writer.compare("ult", shifted, writer.index(size), "index")
            condition = writer.binary("andi", condition, test, "i1")
        value = writer.when(
            condition,
            lambda: writer.load(source.memref, inner, source.tensor.memref),
            nothing,
            kind,
        )
        writer.store(value, target.memref, at, target.tensor.memref)

    writer.loops(target.shape, element)


def as_signed(place: Place) -> int:
    """The integer that stands for 0, as a literal of MLIR's i8."""
    zero = place.tensor.zero_point
    return zero - 256 if zero > 127 else zero


def mirror_pad(context: Context) -> None:
    """MIRROR_PAD."""
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    before = context.constant(1)[::2]
    beyond = 0 if context.operator.option("Mode") == REFLECT else 1
    zero = writer.index(0)

    def where(at: list[Index]) -> list[Index]:
        places = []
        for index, size, count, first in zip(at, source.shape, target.shape, before):
            place = writer.add(index, -first, "index")
            if first:
                is_before = writer.compare("slt", place, zero, "index")
                mirrored = writer.binary("subi", writer.index(-beyond), place, "index")
                place = writer.select(is_before, mirrored, place, "index")
            if first + size < count:
                end = writer.index(size)
                is_after = writer.compare("sge", place, end, "index")
                last = writer.index(2 * size - 2 + beyond)
                mirrored = writer.binary("subi", last, place, "index")
                place = writer.select(is_after, mirrored, place, "index")
            places.append(place)
        return places

    for size, count, first in zip(source.shape, target.shape, before):
        if max(first, count - size - first) > size - 1 + beyond:
            raise context.refuse(f"mirrors more than the {size} places there are")
    move(context, source, target, where)
