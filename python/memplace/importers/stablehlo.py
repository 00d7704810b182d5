"""StableHLO text to linalg text, by the MLIR that ships inside jaxlib.

Text is what goes in and out: jaxlib's LLVM is another version than the one
that memplace is built with, so bytecode cannot be exchanged.
"""

from collections import Counter
from typing import Any

from memplace.errors import MemplaceError, MissingPartError
from memplace.importers.control_flow import lower_control_flow
from memplace.importers.convolution import lower_depthwise_convolutions

JAXLIB_VERSION = "0.10"  # Its Python interface to MLIR differs from release to release.
WAY_OUT = "install the extra: pip install './python[stablehlo]'"

# Dialects that must be gone when linalg is reached.
INPUT_DIALECTS = ("chlo", "mhlo", "sdy", "shape", "stablehlo", "vhlo")
# Attributes of these dialects tell a runtime about devices and names; nothing
# after the front end reads them.
DROPPED_ATTRIBUTES = ("jax.", "mhlo.", "sdy.", "tf.")
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

# Ops whose results are in the place of their operands.
VIEWS = {f"stablehlo.{name}" for name in ("dynamic_slice", "reshape", "slice")}


def stablehlo_to_linalg(text: str, name: str = "<stablehlo>", fuse: bool = True) -> str:
    """Returns the StableHLO module `text` as linalg on tensors.

    `name` is what diagnostics call the text; `fuse` tells that element-wise ops
    will be fused, which constants are prepared for. Raises MissingPartError if jaxlib is
    missing or of another version, and MemplaceError if the text does not parse, or if an op has no lowering to linalg.
    """
    try:
        from jaxlib.mlir import ir, passmanager
        from jaxlib.mlir._mlir_libs import _jax_mlir_ext
        from jaxlib.mlir.dialects import chlo, mhlo, sdy, stablehlo
        from jaxlib.version import __version__ as version
    except ImportError as error:
        raise MissingPartError(
            f"reading StableHLO needs jaxlib {JAXLIB_VERSION} ({error}); {WAY_OUT}"
        ) from error
    if not version.startswith(f"{JAXLIB_VERSION}."):
        raise MissingPartError(
            f"reading StableHLO needs jaxlib {JAXLIB_VERSION}, this is jaxlib "
            f"{version}; {WAY_OUT}"
        )

    registry = ir.DialectRegistry()
    _jax_mlir_ext.register_dialects(registry)
    with ir.Context() as context:
        context.append_dialect_registry(registry)
        context.load_all_available_dialects()
        for dialect in (chlo, sdy, stablehlo):
            dialect.register_dialect(context)
        mhlo.register_mhlo_dialect(context)
        stablehlo.register_stablehlo_passes()
        to_linalg = passmanager.PassManager.parse(
            "builtin.module(stablehlo-legalize-to-linalg)"
        )
        try:
            # Loads the dialects of the ops that are made in front of the pass.
            to_linalg.run(ir.Module.parse("").operation)
            module = ir.Module.parse(text)
            replace_chlo_functions(module.operation, ir)
            for operation in walk(module.operation):
                if operation.name == "func.func" and is_public(operation):
                    keep_arguments(operation, ir)
            lower_depthwise_convolutions(module, walk(module.operation), ir)
            lower_control_flow(walk(module.operation), ir)
            if fuse:
                fold_constant_broadcasts(module.operation, ir)
            to_linalg.run(module.operation)
            drop_signs(walk(module.operation), ir)
        except ir.MLIRError as error:
            raise MemplaceError(clean_diagnostics(str(error), name)) from error
        reject_leftovers(module.operation, name)
        drop_attributes(module.operation)
        return str(module.operation.get_asm(enable_debug_info=False))


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
    """Replaces each op of CHLO_TO_MATH by the math dialect's op on tensors."""
    for operation in walk(module):
        new_name = CHLO_TO_MATH.get(operation.name)
        if not new_name:
            continue
        replacement = ir.Operation.create(
            new_name,
            results=[result.type for result in operation.results],
            operands=list(operation.operands),
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
        value = ir.DenseElementsAttr(source.attributes["value"])
        if not value.is_splat or not users <= ELEMENTWISE:
            continue
        result_type = operation.results[0].type
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


def is_public(function: Any) -> bool:
    """Says whether others than its module may call `function`, which has a body."""
    attributes = function.attributes
    if "sym_visibility" in attributes and "public" not in str(
        attributes["sym_visibility"]
    ):
        return False
    return bool(function.regions[0].blocks)


def argument_attributes(function: Any) -> list[dict[str, Any]]:
    """Returns the attributes of each argument of `function`."""
    if "arg_attrs" not in function.attributes:
        return [{} for _ in function.regions[0].blocks[0].arguments]
    table = function.attributes["arg_attrs"]
    return [{entry.name: entry.attr for entry in dictionary} for dictionary in table]


def is_carried_in(argument: Any, value: Any) -> bool:
    """Says whether `value` is what a loop makes of `argument`: it has its place."""
    loop = getattr(value.owner, "operation", None)
    if loop is None or loop.name != "stablehlo.while":
        return bool(value == argument)
    return bool(loop.operands[list(loop.results).index(value)] == argument)


def may_be_elsewhere(value: Any) -> bool:
    """Says whether `value` may be in the place of an argument, whole or a part."""
    operation = getattr(value.owner, "operation", None)
    return operation is None or operation.name in VIEWS


def keep_arguments(function: Any, ir: Any) -> None:
    """Lets only those arguments of `function` be overwritten that its caller gives
    away, and puts the results that are to take their places there.

    An argument of `donate_argnums` says which result takes its place.
    """
    block = function.regions[0].blocks[0]
    terminator = list(block.operations)[-1].operation
    attributes = argument_attributes(function)
    results = list(terminator.operands)
    end = ir.InsertionPoint(terminator)
    places = {}
    for argument, names in zip(block.arguments, attributes):
        index = names.get("tf.aliasing_output")
        names["bufferization.writable"] = ir.BoolAttr.get(index is not None)
        if index is None:
            continue
        result = ir.IntegerAttr(index).value
        if is_carried_in(argument, results[result]):
            continue
        places[result] = argument
        if may_be_elsewhere(results[result]):
            # Another result may take that place first.
            results[result] = ir.Operation.create(
                "bufferization.alloc_tensor",
                results=[argument.type],
                operands=[results[result]],
                attributes={"operandSegmentSizes": ir.DenseI32ArrayAttr.get([0, 1, 0])},
                loc=terminator.location,
                ip=end,
            ).results[0]
    for result, argument in places.items():
        terminator.operands[result] = ir.Operation.create(
            "bufferization.materialize_in_destination",
            results=[argument.type],
            operands=[results[result], argument],
            loc=terminator.location,
            ip=end,
        ).results[0]
    function.attributes["arg_attrs"] = ir.ArrayAttr.get(
        [ir.DictAttr.get(names) for names in attributes]
    )


def drop_signs(operations: list[Any], ir: Any) -> None:
    """Takes the signs from the integer types that are left.

    The pass casts what loops and branches carry, since it doesn't know them.
    """

    def without_sign(value: Any) -> None:
        if not isinstance(value.type, ir.RankedTensorType):
            return
        element = value.type.element_type
        if isinstance(element, ir.IntegerType) and not element.is_signless:
            signless = ir.IntegerType.get_signless(element.width)
            value.set_type(
                ir.RankedTensorType.get(
                    value.type.shape, signless, loc=ir.Location.unknown()
                )
            )

    for operation in operations:
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


def reject_leftovers(module: Any, name: str) -> None:
    """Raises MemplaceError if ops of the input dialects are left in `module`."""
    leftovers = Counter(
        operation_label(operation)
        for operation in walk(module)
        if operation.name.split(".")[0] in INPUT_DIALECTS
    )
    if not leftovers:
        return
    counts = ", ".join(f"{count} x '{op}'" for op, count in sorted(leftovers.items()))
    raise MemplaceError(
        f"{name}: {leftovers.total()} ops have no lowering to linalg: {counts}; "
        "express them in other ops, or lower them yourself and import the linalg text"
    )


def operation_label(operation: Any) -> str:
    """Returns the op's name, and for a custom call what it calls."""
    if operation.name == "stablehlo.custom_call":
        target = str(operation.attributes["call_target_name"]).strip('"')
        return f"{operation.name} @{target}"
    return str(operation.name)


def drop_attributes(module: Any) -> None:
    """Drops the attributes that only the front end's own runtime reads."""
    for operation in walk(module):
        for attribute in list(operation.attributes):
            if attribute.startswith(DROPPED_ATTRIBUTES):
                del operation.attributes[attribute]
        for table in ("arg_attrs", "res_attrs"):
            if table in operation.attributes:
                operation.attributes[table] = without_dropped(
                    operation.attributes[table]
                )


def without_dropped(table: Any) -> Any:
    """Returns the array of attribute dictionaries `table` without dropped ones."""
    dictionaries = []
    for dictionary in table:
        kept = {
            entry.name: entry.attr
            for entry in dictionary
            if not entry.name.startswith(DROPPED_ATTRIBUTES)
        }
        dictionaries.append(type(dictionary).get(kept))
    return type(table).get(dictionaries)


def clean_diagnostics(message: str, name: str) -> str:
    """Returns MLIR's `message` with the text called `name`.

    The message starts with a headline, such as "Unable to parse module
    assembly:", which tells a user nothing; it goes if something follows it.
    """
    headline, _, rest = message.partition("\n")
    text = rest if rest else headline
    return text.replace('"-":', f"{name}:").removeprefix("error: ").strip()
