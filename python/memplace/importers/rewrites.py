"""Rewrites of a StableHLO module before and after its conversion to linalg."""

from typing import Any

# Functions of CHLO with an op in the math dialect but none in StableHLO.
CHLO_TO_MATH = {
    f"chlo.{name}": f"math.{name}"
    for name in ("acos acosh asin asinh atan atanh cosh erf erfc sinh".split())
}

# Ops that are identities if operand and result have the same type.
SAME_TYPE = tuple(
    f"stablehlo.{name}" for name in ("bitcast_convert", "convert", "reshape")
)

# Ops into which the fusion of element-wise ops folds constant operands.
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
    """Returns `operation` and all operations nested in it, in pre-order."""
    from jaxlib.mlir import ir

    found: list[Any] = []

    def visit(nested: Any) -> Any:
        found.append(nested)
        return ir.WalkResult.ADVANCE

    # Indexing into regions and blocks makes a view of each op, and each view looks for
    # a Python module of the op's dialect: 25 times as slow.
    operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


def replace_chlo_functions(module: Any, ir: Any) -> None:
    """Replaces ops of CHLO_TO_MATH on real numbers by ops of the math dialect."""
    for operation in walk(module):
        new_name = CHLO_TO_MATH.get(operation.name)
        if not new_name or isinstance(
            operation.results[0].type.element_type, ir.ComplexType
        ):
            continue
        replace_operation(operation, new_name, list(operation.operands), ir)


def replace_approximate_top_k(module: Any, ir: Any) -> None:
    """Replaces each ApproxTopK call by an exact sort and a slice of its first elements.

    XLA on CPUs is exact, too. The comparison function becomes the region of the sort. A
    call for more elements than the operand has stays as it is.
    """
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
    """Copies the block of a function of scalars into a region of a StableHLO op.

    No op in the block may have regions.
    """
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
    """Replaces identities by their operands.

    Identities are optimization barriers, reductions along no dimension, and ops of
    SAME_TYPE with equal types. StableHLO's lowering crashes on bit casts between equal
    complex types. Barriers are needless, since no later pass merges the computations
    that `jax.checkpoint` duplicates on purpose.
    """
    for operation in reversed(operations):
        if operation.name != "stablehlo.optimization_barrier" and not (
            is_empty_reduction(operation) or keeps_type(operation)
        ):
            continue
        for operand, result in zip(operation.operands, operation.results):
            result.replace_all_uses_with(operand)
        operation.erase()


def is_empty_reduction(operation: Any) -> bool:
    """Says whether an op reduces along no dimension, so that it is an identity."""
    return operation.name == "stablehlo.reduce" and not len(
        operation.attributes["dimensions"]
    )


def keeps_type(operation: Any) -> bool:
    """Says whether an op of SAME_TYPE has a result of its operand's type."""
    return operation.name in SAME_TYPE and (
        operation.operands[0].type == operation.results[0].type
    )


def lower_boolean_sums(operations: list[Any], ir: Any) -> None:
    """Replaces sums of booleans by disjunctions.

    The arith dialect adds booleans modulo 2; StableHLO does not.
    """
    for operation in operations:
        if operation.name == "stablehlo.add":
            kind = ir.RankedTensorType(operation.results[0].type).element_type
            if isinstance(kind, ir.IntegerType) and kind.width == 1:
                operands = list(operation.operands)
                replace_operation(operation, "stablehlo.or", operands, ir)


def forward_through_calls(operations: list[Any], ir: Any) -> None:
    """Replaces a call's result by an argument if the callee only returns it.

    Afterwards, loop-invariant carried values are visible as such.
    """
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
    """Says whether a value has elements; true for all values that are not tensors."""
    return not isinstance(value.type, ir.RankedTensorType) or 0 not in value.type.shape


def drop_empty_values(operations: list[Any], ir: Any) -> None:
    """Removes ops on tensors without elements.

    `stablehlo-legalize-to-linalg` would lower such ops to slices that are out of
    bounds.
    """
    # Inner ops first, so that no op is visited after it was erased with an outer op.
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
    """Replaces each result of a reduction by a broadcast of its initial value."""
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
    """Replaces an op by an op with the same result types.

    Attributes are copied if both ops have the same name.
    """
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
    """Replaces a broadcast of a constant by a splat constant if only element-wise ops
    use it.

    Fusion folds a constant into its users. A broadcast would become a buffer full of a
    single number, written once and read by every user.
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
        # Large constants may be resources, which have no elements here.
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
    """Makes all remaining integer types signless.

    `stablehlo-legalize-to-linalg` inserts casts around ops that it does not know, such
    as loops and branches, since these keep their signed types.
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
