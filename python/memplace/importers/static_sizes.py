"""Makes tensor sizes static that torch-mlir leaves dynamic although they are known.

torch-mlir lowers recurrent networks late, with casts from static to dynamic sizes.
Folding removes most of the casts, but not those in front of concatenations,
loop-carried values and returns.
"""

from typing import Any


def fold_casts(operations: list[Any], ir: Any) -> None:
    """Bypasses casts from static sizes in front of concatenations and returns.

    `operations` are all ops of a module, in order.
    """
    casts = [operation for operation in operations if operation.name == "tensor.cast"]
    for operation in operations:
        if operation.name not in ("tensor.concat", "func.return"):
            continue
        for number, operand in enumerate(operation.operands):
            source = source_of_cast(operand, ir)
            if source is not None:
                operation.operands[number] = source
        if operation.name == "func.return":
            set_results(operation, ir)
        else:
            casts += set_size(operation, ir)
    for cast in casts:
        if not list(cast.results[0].uses):
            cast.erase()


def narrow_loops(operations: list[Any], ir: Any) -> None:
    """Gives loop-carried tensors the static sizes of their initial values.

    Casts to dynamic sizes are added after the loop and in the body, and a cast back in
    front of the yield. Folding removes these casts if the sizes do not change over a
    trip; otherwise a cast from dynamic sizes remains.
    """
    for loop in operations:
        if loop.name != "scf.for":
            continue
        body = loop.regions[0].blocks[0]
        terminator = list(body.operations)[-1].operation
        first = len(loop.operands) - len(loop.results)  # After bounds and step.
        for number, result in enumerate(loop.results):
            source = source_of_cast(loop.operands[first + number], ir)
            if source is None or is_static(result, ir):
                continue
            open_kind, kind = result.type, source.type
            loop.operands[first + number] = source
            argument = body.arguments[1 + number]
            argument.set_type(kind)
            read_cast(argument, open_kind, ir.InsertionPoint.at_block_begin(body), ir)
            carried = ir.Operation.create(
                "tensor.cast",
                results=[kind],
                operands=[terminator.operands[number]],
                loc=terminator.location,
                ip=ir.InsertionPoint(terminator),
            )
            terminator.operands[number] = carried.results[0]
            result.set_type(kind)
            read_cast(result, open_kind, behind(loop, ir), ir)


def behind(operation: Any, ir: Any) -> Any:
    """Returns the insertion point after an op that is not the last of its block."""
    others = list(operation.block.operations)
    place = next(n for n, other in enumerate(others) if other.operation == operation)
    return ir.InsertionPoint(others[place + 1])


def read_cast(value: Any, kind: Any, place: Any, ir: Any) -> Any:
    """Makes all users of a value use a cast of the value; returns the cast."""
    uses = [(use.owner, use.operand_number) for use in value.uses]
    cast = ir.Operation.create(
        "tensor.cast",
        results=[kind],
        operands=[value],
        loc=ir.Location.unknown(),
        ip=place,
    )
    for user, number in uses:
        user.operation.operands[number] = cast.results[0]
    return cast


def is_static(value: Any, ir: Any) -> bool:
    """Says whether all sizes of a tensor are static."""
    kind = value.type
    return isinstance(kind, ir.RankedTensorType) and kind.has_static_shape


def source_of_cast(value: Any, ir: Any) -> Any:
    """Returns the statically sized source of a cast, or None."""
    cast = getattr(value.owner, "operation", None)
    if (
        cast is None
        or cast.name != "tensor.cast"
        or not is_static(cast.operands[0], ir)
    ):
        return None
    return cast.operands[0]


def set_results(terminator: Any, ir: Any) -> None:
    """Updates the type of the function around a return to the returned types."""
    function = terminator.parent
    if function is None or function.name != "func.func":
        return
    kind = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
    results = [value.type for value in terminator.operands]
    function.attributes["function_type"] = ir.TypeAttr.get(
        ir.FunctionType.get(kind.inputs, results)
    )


def set_size(join: Any, ir: Any) -> list[Any]:
    """Gives a concatenation of statically sized tensors its static size.

    Users get a cast to the old type. Returns the list of new casts.
    """
    (result,) = join.results
    if is_static(result, ir) or not all(is_static(v, ir) for v in join.operands):
        return []
    axis = ir.IntegerAttr(join.attributes["dim"]).value
    open_kind, sizes = result.type, list(join.operands[0].type.shape)
    sizes[axis] = sum(value.type.shape[axis] for value in join.operands)
    result.set_type(ir.RankedTensorType.get(sizes, open_kind.element_type))
    return [read_cast(result, open_kind, behind(join, ir), ir)]


def drop_empty_joins(operations: list[Any], ir: Any) -> None:
    """Replaces concatenations without elements by empty tensors.

    Their parts would be slices that begin outside of the result.
    """
    for join in operations:
        if join.name != "tensor.concat" or 0 not in join.results[0].type.shape:
            continue
        kind, place = join.results[0].type, ir.InsertionPoint(join)
        empty = ir.Operation.create("tensor.empty", results=[kind], ip=place)
        join.results[0].replace_all_uses_with(empty.results[0])
        join.erase()
