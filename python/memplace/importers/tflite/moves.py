"""TFLite's operators that move elements by indices from tensors, or in blocks."""

from memplace.importers.tflite.context import Context
from memplace.importers.tflite.layout import divided, move, nearest_inside, scaled
from memplace.importers.tflite.padding import zero_of
from memplace.importers.tflite.writer import Index


def reverse(context: Context) -> None:
    """REVERSE_V2: reverses the order of elements along some dimensions."""
    source, target = context.input(0), context.outputs[0]
    context.expect(target, source.shape)
    rank = len(source.shape)
    axes = {context.axis(axis, rank) for axis in context.constant(1)}

    def where(at: list[Index]) -> list[Index]:
        return [
            mirrored(context, index, source.shape[axis] - 1) if axis in axes else index
            for axis, index in enumerate(at)
        ]

    move(context, source, target, where)


def mirrored(context: Context, index: Index, last: int) -> Index:
    """Returns last - index."""
    return context.writer.binary("subi", context.writer.index(last), index, "index")


def reverse_sequence(context: Context) -> None:
    """REVERSE_SEQUENCE: reverses the first `lengths[b]` elements of each sequence."""
    writer = context.writer
    source, lengths, target = context.input(0), context.input(1), context.outputs[0]
    context.expect(target, source.shape)
    along, batch = (
        context.axis(context.operator.option(f"{name}Dim"), len(source.shape))
        for name in ("Seq", "Batch")
    )
    if along == batch or lengths.shape != (source.shape[batch],):
        raise context.refuse(
            f"has lengths of shape {lengths.shape} and dimensions {along} and {batch} "
            f"of an input of shape {source.shape}; there must be a length for each "
            "batch"
        )

    def where(at: list[Index]) -> list[Index]:
        count = lengths.to_index(lengths.load_raw([at[batch]]))
        is_inside = writer.compare("slt", at[along], count, "index")
        last = writer.add(count, -1, "index")
        back = writer.binary("subi", last, at[along], "index")
        place = writer.select(is_inside, back, at[along], "index")
        place = nearest_inside(context, place, source.shape[along])
        return [*at[:along], place, *at[along + 1 :]]

    move(context, source, target, where)


def gather_nd(context: Context) -> None:
    """GATHER_ND: slices at multidimensional indices; indices are clamped."""
    writer = context.writer
    source, places, target = context.input(0), context.input(1), context.outputs[0]
    *outer, depth = places.shape
    if depth > len(source.shape):
        raise context.refuse(
            f"has indices of {depth} numbers, but an input of shape {source.shape}"
        )
    context.expect(target, [*outer, *source.shape[depth:]])

    def where(at: list[Index]) -> list[Index]:
        found = []
        for dimension in range(depth):
            row = [*at[: len(outer)], writer.index(dimension)]
            index = places.to_index(places.load_raw(row))
            found.append(nearest_inside(context, index, source.shape[dimension]))
        return [*found, *at[len(outer) :]]

    move(context, source, target, where)


def embedding_lookup(context: Context) -> None:
    """EMBEDDING_LOOKUP: rows of a table; indices are clamped."""
    places, table, target = context.input(0), context.input(1), context.outputs[0]
    context.expect(target, [*places.shape, *table.shape[1:]])

    def where(at: list[Index]) -> list[Index]:
        index = places.to_index(places.load_raw(at[:1]))
        return [nearest_inside(context, index, table.shape[0]), *at[1:]]

    move(context, table, target, where)


def dynamic_update_slice(context: Context) -> None:
    """DYNAMIC_UPDATE_SLICE: overwrites a part of a tensor.

    The start indices come from a tensor and are clamped so that the part lies inside.
    """
    writer = context.writer
    source, update, places = (context.input(number) for number in range(3))
    target = context.outputs[0]
    context.expect(target, source.shape)
    context.same_numbers(source, update, target)
    if len(update.shape) != len(source.shape) or places.shape != (len(source.shape),):
        raise context.refuse(
            f"has an update of shape {update.shape} and indices of shape "
            f"{places.shape}, but an input of shape {source.shape}"
        )

    def element(at: list[Index]) -> None:
        condition, inner = writer.constant(1, "i1"), []
        for dimension, index in enumerate(at):
            value = places.load_raw([writer.index(dimension)])
            first = places.to_index(value)
            size = update.shape[dimension]
            room = source.shape[dimension] - size + 1
            first = nearest_inside(context, first, room)
            place = writer.binary("subi", index, first, "index")
            test = writer.compare("ult", place, writer.index(size), "index")
            condition = writer.binary("andi", condition, test, "i1")
            inner.append(place)
        value = writer.when(
            condition,
            lambda: update.load_raw(inner),
            source.load_raw(at),
            target.tensor.element,
        )
        target.store_raw(value, at)

    writer.loops(target.shape, element)


def matrix_diagonal(context: Context) -> None:
    """MATRIX_DIAG and MATRIX_SET_DIAG: sets the diagonals of matrices.

    Other elements are 0 (MATRIX_DIAG) or those of the first operand.
    """
    writer, target = context.writer, context.outputs[0]
    is_set = context.operator.kind == "MATRIX_SET_DIAG"
    others, diagonal = context.input(0), context.input(1 if is_set else 0)
    context.same_numbers(others, diagonal, target)
    if is_set:
        context.expect(target, others.shape)
    else:
        context.expect(target, [*diagonal.shape, diagonal.shape[-1]])
    context.expect(diagonal, [*target.shape[:-2], min(target.shape[-2:])])
    kind = target.tensor.element

    def element(at: list[Index]) -> None:
        other = others.load_raw(at) if is_set else writer.constant(0, kind)
        is_on = writer.compare("eq", at[-1], at[-2], "index")
        value = writer.when(is_on, lambda: diagonal.load_raw(at[:-1]), other, kind)
        target.store_raw(value, at)

    writer.loops(target.shape, element)


def space_to_batch(context: Context) -> None:
    """SPACE_TO_BATCH_ND: each position within a block becomes an image of its own.

    The input is padded with zeros.
    """
    writer = context.writer
    source, target = context.input(0), context.outputs[0]
    context.same_numbers(source, target)
    blocks, margins = context.constant(1), context.constant(2)
    rank = len(blocks)
    if len(margins) != 2 * rank or len(source.shape) != rank + 2 or min(blocks) < 1:
        raise context.refuse(
            f"has blocks {blocks} and paddings {margins}, but an input of shape "
            f"{source.shape}"
        )
    batch, *sizes, depth = source.shape
    shape, count = [], batch
    for number, (size, block) in enumerate(zip(sizes, blocks)):
        padded = size + margins[2 * number] + margins[2 * number + 1]
        if padded % block:
            raise context.refuse(
                f"has block {block}, which must divide the padded size {padded}"
            )
        shape.append(padded // block)
        count *= block
    context.expect(target, [count, *shape, depth])
    nothing = zero_of(context, target)

    def element(at: list[Index]) -> None:
        shift, image = divided(context, at[0], batch)
        shifts = []
        for block in reversed(blocks):
            shift, rest = divided(context, shift, block)
            shifts.insert(0, rest)
        places, condition = [], writer.constant(1, "i1")
        for number, index in enumerate(at[1:-1]):
            place = scaled(context, index, blocks[number], -margins[2 * number])
            place = writer.add(place, shifts[number], "index")
            test = writer.compare("ult", place, writer.index(sizes[number]), "index")
            condition = writer.binary("andi", condition, test, "i1")
            places.append(place)
        value = writer.when(
            condition,
            lambda: source.load_raw([image, *places, at[-1]]),
            nothing,
            target.tensor.element,
        )
        target.store_raw(value, at)

    writer.loops(target.shape, element)


def batch_to_space(context: Context) -> None:
    """BATCH_TO_SPACE_ND: interleaves several images into the blocks of one image.

    The result is cropped.
    """
    source, target = context.input(0), context.outputs[0]
    blocks, crops = context.constant(1), context.constant(2)
    rank = len(blocks)
    if len(crops) != 2 * rank or len(source.shape) != rank + 2 or min(blocks) < 1:
        raise context.refuse(
            f"has blocks {blocks} and crops {crops}, but an input of shape "
            f"{source.shape}"
        )
    count, *sizes, depth = source.shape
    shape = []
    for number, (size, block) in enumerate(zip(sizes, blocks)):
        if count % block:
            raise context.refuse(
                f"has blocks {blocks}, whose product must divide {source.shape[0]} "
                "batches"
            )
        count //= block
        shape.append(size * block - crops[2 * number] - crops[2 * number + 1])
    context.expect(target, [count, *shape, depth])
    batch = count

    def where(at: list[Index]) -> list[Index]:
        places, number = [], context.writer.index(0)
        for dimension, index in enumerate(at[1:-1]):
            index = context.writer.add(index, crops[2 * dimension], "index")
            place, rest = divided(context, index, blocks[dimension])
            places.append(place)
            number = scaled(context, number, blocks[dimension], 0)
            number = context.writer.add(number, rest, "index")
        image = context.writer.add(scaled(context, number, batch, 0), at[0], "index")
        return [image, *places, at[-1]]

    move(context, source, target, where)
