"""Sizes that torch-mlir knows and doesn't use, in linalg on tensors.

What a recurrent network is lowered to late has open sizes, by casts from tensors whose
sizes are known. Folding finds most of them, but for what joins tensors and for what a
function returns.
"""

from typing import Any


def fold_casts(operations: list[Any], ir: Any) -> None:
    """Lets joins of tensors, and returns of functions, read what casts are of, where the
    sizes of that are known. `operations` are those of a module, in its order."""
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


def is_static(value: Any, ir: Any) -> bool:
    """Whether all sizes of a tensor are known."""
    kind = value.type
    return isinstance(kind, ir.RankedTensorType) and kind.has_static_shape


def source_of_cast(value: Any, ir: Any) -> Any:
    """What a value is a cast of, if the sizes of that are known; else None."""
    cast = getattr(value.owner, "operation", None)
    if (
        cast is None
        or cast.name != "tensor.cast"
        or not is_static(cast.operands[0], ir)
    ):
        return None
    return cast.operands[0]


def set_results(terminator: Any, ir: Any) -> None:
    """Gives the function of a return the types of what it returns."""
    function = terminator.parent
    if function is None or function.name != "func.func":
        return
    kind = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
    results = [value.type for value in terminator.operands]
    function.attributes["function_type"] = ir.TypeAttr.get(
        ir.FunctionType.get(kind.inputs, results)
    )


def set_size(join: Any, ir: Any) -> list[Any]:
    """Gives a join of tensors of known sizes its own; others read a cast of it, which is
    returned."""
    (result,) = join.results
    if is_static(result, ir) or not all(is_static(v, ir) for v in join.operands):
        return []
    axis = ir.IntegerAttr(join.attributes["dim"]).value
    open_kind, sizes = result.type, list(join.operands[0].type.shape)
    sizes[axis] = sum(value.type.shape[axis] for value in join.operands)
    uses = [(use.owner, use.operand_number) for use in result.uses]
    result.set_type(ir.RankedTensorType.get(sizes, open_kind.element_type))
    block = join.block
    after = list(block.operations)
    place = next(n for n, other in enumerate(after) if other.operation == join)
    cast = ir.Operation.create(
        "tensor.cast",
        results=[open_kind],
        operands=[result],
        loc=join.location,
        ip=ir.InsertionPoint(after[place + 1]),
    )
    for user, number in uses:
        user.operation.operands[number] = cast.results[0]
    return [cast]
