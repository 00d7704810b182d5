"""What is replaced in a StableHLO module before and after it becomes linalg."""

from typing import Any

# Functions of CHLO that StableHLO has no op for and the math dialect has.
CHLO_TO_MATH = {
    f"chlo.{name}": f"math.{name}"
    for name in ("acos acosh asin asinh atan atanh cosh erf erfc sinh".split())
}

# Ops that the fusion of element-wise ops folds a constant operand into.
ELEMENTWISE = {
    f"stablehlo.{name}"
    for name in (
        "abs add and atan2 ceil clamp compare convert cosine divide exponential "
        "exponential_minus_one floor log log_plus_one logistic maximum minimum "
        "multiply negate not or power remainder round_nearest_even rsqrt select "
        "shift_left shift_right_arithmetic shift_right_logical sign sine sqrt "
        "subtract tanh xor"
    ).split()
}


def walk(operation: Any) -> list[Any]:
    """Returns `operation` and all operations nested in it."""
    from jaxlib.mlir import ir

    found: list[Any] = []

    def visit(nested: Any) -> Any:
        found.append(nested)
        return ir.WalkResult.ADVANCE

    # Indexing into regions and blocks makes a view of each op, which looks for a
    # Python module of its dialect each time: 25 times as slow.
    operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


def replace_chlo_functions(module: Any, ir: Any) -> None:
    """Replaces each op of CHLO_TO_MATH by the math dialect's op on tensors, if it is
    one of real numbers."""
    for operation in walk(module):
        new_name = CHLO_TO_MATH.get(operation.name)
        if not new_name or isinstance(
            operation.results[0].type.element_type, ir.ComplexType
        ):
            continue
        replace_operation(operation, new_name, list(operation.operands), ir)


def replace_approximate_top_k(module: Any, ir: Any) -> None:
    """Replaces each call of ApproxTopK by a sort, whose first elements it takes: exact,
    as XLA is on CPUs. What it compares with becomes the region of the sort. A call that
    wants more elements than there are is left as it is."""
    operations = walk(module)
    functions = {
        ir.StringAttr(operation.attributes["sym_name"]).value: operation
        for operation in operations
        if operation.name == "func.func"
    }
    compared_by = set()
    for call in operations:
        if call.name != "stablehlo.custom_call" or (
            ir.StringAttr(call.attributes["call_target_name"]).value != "ApproxTopK"
        ):
            continue
        config = ir.DictAttr(call.attributes["mhlo.backend_config"])
        dimension = ir.IntegerAttr(config["reduction_dim"]).value
        operands = list(call.operands)[: len(call.results)]
        sizes = list(ir.RankedTensorType(call.results[0].type).shape)
        if sizes[dimension] > ir.RankedTensorType(operands[0].type).shape[dimension]:
            continue
        (callee,) = call.attributes["called_computations"]
        compared_by.add(ir.FlatSymbolRefAttr(callee).value)
        here = {"loc": call.location, "ip": ir.InsertionPoint(call)}
        i64 = ir.IntegerType.get_signless(64)
        sort = ir.Operation.create(
            "stablehlo.sort",
            results=[operand.type for operand in operands],
            operands=operands,
            attributes={
                "dimension": ir.IntegerAttr.get(i64, dimension),
                "is_stable": ir.BoolAttr.get(True),
            },
            regions=1,
            **here,
        )
        comparison = functions[ir.FlatSymbolRefAttr(callee).value]
        copy_block(comparison.regions[0].blocks[0], sort.regions[0], call.location, ir)
        bounds = {"start_indices": 0, "limit_indices": sizes, "strides": 1}
        for result, values in zip(call.results, sort.results):
            first = ir.Operation.create(
                "stablehlo.slice",
                results=[result.type],
                operands=[values],
                attributes={
                    name: ir.DenseI64ArrayAttr.get(
                        value if isinstance(value, list) else [value] * len(sizes)
                    )
                    for name, value in bounds.items()
                },
                **here,
            )
            result.replace_all_uses_with(first.results[0])
        call.erase()
    for name in compared_by:
        functions[name].erase()


def copy_block(block: Any, region: Any, location: Any, ir: Any) -> None:
    """Appends a copy of the block of a function of scalars to a region of an op of
    StableHLO. No op in it has regions of its own."""
    inputs = [argument.type for argument in block.arguments]
    copy = region.blocks.append(*inputs, arg_locs=[location] * len(inputs))
    copies = dict(zip(block.arguments, copy.arguments))
    *body, terminator = (each.operation for each in block.operations)
    for operation in body:
        clone = operation.clone(ip=ir.InsertionPoint(copy))
        for number, operand in enumerate(operation.operands):
            clone.operands[number] = copies[operand]
        copies.update(zip(operation.results, clone.results))
    ir.Operation.create(
        "stablehlo.return",
        operands=[copies[operand] for operand in terminator.operands],
        loc=location,
        ip=ir.InsertionPoint(copy),
    )


def drop_identities(operations: list[Any]) -> None:
    """Replaces each optimization barrier by its operands: nothing that comes after
    it merges what `jax.checkpoint` wants to be computed twice. So too reductions
    along no dimension, and reshapes to the same shape."""
    for operation in reversed(operations):
        if operation.name != "stablehlo.optimization_barrier" and not (
            is_empty_reduction(operation) or is_empty_reshape(operation)
        ):
            continue
        for operand, result in zip(operation.operands, operation.results):
            result.replace_all_uses_with(operand)
        operation.erase()


def is_empty_reduction(operation: Any) -> bool:
    """Says whether an op reduces along no dimension: its operands are its results."""
    return operation.name == "stablehlo.reduce" and not len(
        operation.attributes["dimensions"]
    )


def is_empty_reshape(operation: Any) -> bool:
    """Says whether an op is a reshape to the shape that its operand has."""
    return operation.name == "stablehlo.reshape" and (
        operation.operands[0].type == operation.results[0].type
    )


def forward_through_calls(operations: list[Any], ir: Any) -> None:
    """Replaces each result of a call that is an argument of it by that argument, so
    that what a loop hands on as it is can be seen to be that."""
    functions = {
        ir.StringAttr(operation.attributes["sym_name"]).value: operation
        for operation in operations
        if operation.name == "func.func"
    }
    calls = [operation for operation in operations if operation.name == "func.call"]
    changed = True
    while changed:
        changed = False
        for call in calls:
            callee = ir.FlatSymbolRefAttr(call.attributes["callee"]).value
            block = functions[callee].regions[0].blocks[0]
            returned = list(block.operations)[-1].operation.operands
            for result, value in zip(call.results, returned):
                if isinstance(value, ir.BlockArgument) and any(
                    True for _ in result.uses
                ):
                    if value.owner == block:
                        result.replace_all_uses_with(call.operands[value.arg_number])
                        changed = True


def has_elements(value: Any, ir: Any) -> bool:
    """Says whether a value is anything but a tensor of size 0."""
    return not isinstance(value.type, ir.RankedTensorType) or 0 not in value.type.shape


def drop_empty_values(operations: list[Any], ir: Any) -> None:
    """Drops what computes, reduces and concatenates tensors without elements, which
    `stablehlo-legalize-to-linalg` makes slices of that are out of bounds."""
    # Inner ones first: of what is erased, nothing is looked at any more.
    for operation in reversed(operations):
        if operation.name == "stablehlo.concatenate":
            kept = [value for value in operation.operands if has_elements(value, ir)]
            if 0 < len(kept) < len(operation.operands):
                replace_operation(operation, operation.name, kept, ir)
                continue
        if (
            operation.name == "stablehlo.reduce"
            and not has_elements(operation.operands[0], ir)
            and has_elements(operation.results[0], ir)
        ):
            replace_by_initial_values(operation, ir)
            continue
        if (
            operation.name.startswith("stablehlo.")
            and len(operation.results) == 1
            and not has_elements(operation.results[0], ir)
        ):
            replace_operation(operation, "tensor.empty", [], ir)


def replace_by_initial_values(reduction: Any, ir: Any) -> None:
    """Replaces each result of a reduction by as many copies of its initial value."""
    count = len(reduction.results)
    for result, value in zip(reduction.results, list(reduction.operands)[count:]):
        copies = ir.Operation.create(
            "stablehlo.broadcast_in_dim",
            results=[result.type],
            operands=[value],
            attributes={"broadcast_dimensions": ir.DenseI64ArrayAttr.get([])},
            loc=reduction.location,
            ip=ir.InsertionPoint(reduction),
        )
        result.replace_all_uses_with(copies.results[0])
    reduction.erase()


def replace_operation(operation: Any, name: str, operands: list[Any], ir: Any) -> None:
    """Replaces an op by another with the same results and, under the same name, the
    same attributes."""
    attributes = operation.attributes if operation.name == name else {}
    replacement = ir.Operation.create(
        name,
        results=[result.type for result in operation.results],
        operands=operands,
        attributes={key: attributes[key] for key in attributes},
        loc=operation.location,
        ip=ir.InsertionPoint(operation),
    )
    for old, new in zip(operation.results, replacement.results):
        old.replace_all_uses_with(new)
    operation.erase()


def fold_constant_broadcasts(module: Any, ir: Any) -> None:
    """Replaces each broadcast of one number to element-wise ops by a constant.

    Fusion takes a constant into its users; a broadcast would become a buffer
    full of that number, which is written once and read by every user.
    """
    for operation in walk(module):
        if operation.name != "stablehlo.broadcast_in_dim":
            continue
        source = operation.operands[0].owner
        if getattr(source, "name", "") != "stablehlo.constant":
            continue
        users = {use.owner.name for use in operation.results[0].uses}
        result_type = operation.results[0].type
        if isinstance(result_type.element_type, ir.ComplexType):
            continue
        value = source.attributes["value"]
        # Large constants may be resources of the text.
        if not isinstance(value, ir.DenseElementsAttr) or not value.is_splat:
            continue
        if not users <= ELEMENTWISE:
            continue
        folded = ir.DenseElementsAttr.get_splat(result_type, value.get_splat_value())
        replacement = ir.Operation.create(
            "stablehlo.constant",
            results=[result_type],
            attributes={"value": folded},
            loc=operation.location,
            ip=ir.InsertionPoint(operation),
        )
        operation.results[0].replace_all_uses_with(replacement.results[0])
        operation.erase()


def drop_signs(operations: list[Any], ir: Any) -> None:
    """Takes the signs from the integer types that are left.

    The pass casts what loops and branches carry, since it doesn't know them.
    """

    def signless(kind: Any) -> Any:
        if isinstance(kind, ir.RankedTensorType):
            element = signless(kind.element_type)
            if element != kind.element_type:
                unknown = ir.Location.unknown()
                return ir.RankedTensorType.get(kind.shape, element, loc=unknown)
        if isinstance(kind, ir.IntegerType) and not kind.is_signless:
            return ir.IntegerType.get_signless(kind.width)
        return kind

    def without_sign(value: Any) -> None:
        kind = signless(value.type)
        if kind != value.type:
            value.set_type(kind)

    for operation in operations:
        if operation.name == "func.func":
            kind = ir.FunctionType(
                ir.TypeAttr(operation.attributes["function_type"]).value
            )
            inputs, results = map(signless, kind.inputs), map(signless, kind.results)
            kind = ir.FunctionType.get(list(inputs), list(results))
            operation.attributes["function_type"] = ir.TypeAttr.get(kind)
        for result in operation.results:
            without_sign(result)
        for region in operation.regions:
            for block in region.blocks:
                for argument in block.arguments:
                    without_sign(argument)
    for operation in operations:
        if operation.name != "builtin.unrealized_conversion_cast":
            continue
        if operation.operands[0].type == operation.results[0].type:
            operation.results[0].replace_all_uses_with(operation.operands[0])
            operation.erase()
