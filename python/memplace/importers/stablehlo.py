"""Converts StableHLO text to linalg text, by the MLIR that ships inside jaxlib.

Input and output are text: jaxlib's LLVM has another version than memplace's LLVM, so
bytecode cannot be exchanged.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from memplace.errors import MemplaceError, MissingPartError
from memplace.extras import install_command
from memplace.harness import UNSIGNED
from memplace.importers.arguments import BUFFER_NAME
from memplace.importers.complex_functions import EXPANSION, expand_complex_functions
from memplace.importers.control_flow import lower_control_flow
from memplace.importers.convolution import lower_depthwise_convolutions
from memplace.importers.conversions import saturate_conversions
from memplace.importers.element_loops import ElementLoops
from memplace.importers.supported_ops import RUNTIMES, reject_unknown
from memplace.importers.leftovers import (
    reject_dynamic,
    reject_leftovers,
    reject_nan,
)
from memplace.importers.linalg import Fuse
from memplace.importers.masks import masks_as_bits, masks_as_bytes
from memplace.importers.one_device import check_devices, drop_devices
from memplace.importers.products import unify_products
from memplace.importers.rewrites import (
    drop_empty_values,
    drop_identities,
    drop_signs,
    fold_constant_broadcasts,
    forward_through_calls,
    lower_boolean_sums,
    replace_approximate_top_k,
    replace_chlo_functions,
    walk,
)
from memplace.inputs import check_nesting
from memplace.mlirtext import STRING, has_locations, unquote

JAXLIB_VERSION = "0.10"  # jaxlib's Python bindings of MLIR change between releases.
INSTALL_HINT = f"install the extra: {install_command('stablehlo')}"

# Ops whose results may share storage with their operands.
VIEWS = {f"stablehlo.{name}" for name in ("dynamic_slice", "reshape", "slice")}


@contextmanager
def stablehlo_context() -> Iterator[tuple[Any, Any, Any]]:
    """Yields jaxlib's modules `ir`, `passmanager` and `stablehlo` in an MLIR context.

    The context knows StableHLO. Raises MissingPartError if jaxlib is missing or of
    another version.
    """
    try:
        from jaxlib.mlir import ir, passmanager
        from jaxlib.mlir._mlir_libs import _jax_mlir_ext
        from jaxlib.mlir.dialects import chlo, mhlo, sdy, stablehlo
        from jaxlib.version import __version__ as version
    except ImportError as error:
        raise MissingPartError(
            f"reading StableHLO needs jaxlib {JAXLIB_VERSION} ({error}); {INSTALL_HINT}"
        ) from error
    if not version.startswith(f"{JAXLIB_VERSION}."):
        raise MissingPartError(
            f"reading StableHLO needs jaxlib {JAXLIB_VERSION}, this is jaxlib "
            f"{version}; {INSTALL_HINT}"
        )

    registry = ir.DialectRegistry()
    _jax_mlir_ext.register_dialects(registry)
    with ir.Context() as context:
        context.append_dialect_registry(registry)
        context.load_all_available_dialects()
        for dialect in (chlo, sdy, stablehlo):
            dialect.register_dialect(context)
        mhlo.register_mhlo_dialect(context)
        yield ir, passmanager, stablehlo


def stablehlo_to_linalg(text: str, name: str = "<stablehlo>", fuse: Fuse = True) -> str:
    """Converts the StableHLO module `text` to linalg on tensors.

    `name` names the text in diagnostics. With `fuse`, constants are prepared for the
    fusion of element-wise ops. Raises MissingPartError if jaxlib is missing or of
    another version. Raises MemplaceError if the text does not parse, or if an op has no
    lowering to linalg.
    """
    check_nesting(text, name)
    with stablehlo_context() as (ir, passmanager, stablehlo):
        stablehlo.register_stablehlo_passes()
        to_linalg = passmanager.PassManager.parse(
            "builtin.module(stablehlo-legalize-to-linalg)"
        )
        legalize_chlo = passmanager.PassManager.parse(
            "builtin.module(func.func(stablehlo-legalize-composite-to-call,"
            "chlo-legalize-to-stablehlo))"
        )
        try:
            # Loads the dialects of the ops that are created before the pass runs.
            to_linalg.run(ir.Module.parse("").operation)
            module = ir.Module.parse(masks_as_bytes(text))
            # Errors first; then composites and CHLO become plain StableHLO.
            reject_nan(walk(module.operation), ir, name)
            reject_unknown(walk(module.operation), ir, name)
            replace_chlo_functions(module.operation, ir)
            legalize_chlo.run(module.operation)
            replace_approximate_top_k(module.operation, ir)
            # Shardings and collectives are removed: the program is for a single device.
            check_devices(module.operation, ir, name)
            drop_attributes(module.operation, ("sdy.",))
            drop_devices(walk(module.operation), ir)
            # Ops with another meaning in linalg are rewritten to keep XLA's results.
            unify_products(walk(module.operation), ir)
            saturate_conversions(walk(module.operation), ir)
            lower_boolean_sums(walk(module.operation), ir)
            if "complex<" in text:
                passmanager.PassManager.parse(EXPANSION).run(module.operation)
                expand_complex_functions(walk(module.operation), ir)
            # Arguments and results get the attributes that placement reads.
            for operation in walk(module.operation):
                if operation.name == "func.func" and is_public(operation):
                    reject_dynamic(operation, ir, name)
                    name_buffers(operation, ir)
                    mark_unsigned(operation, ir)
                    keep_arguments(operation, ir)
            drop_identities(walk(module.operation))
            forward_through_calls(walk(module.operation), ir)
            drop_empty_values(walk(module.operation), ir)
            # Ops without a counterpart in linalg become loops and branches.
            ElementLoops(module, ir).lower(walk(module.operation))
            lower_depthwise_convolutions(module, walk(module.operation), ir)
            lower_control_flow(walk(module.operation), ir)
            if fuse:
                fold_constant_broadcasts(module.operation, ir)
            to_linalg.run(module.operation)
            drop_signs(walk(module.operation), ir)
        except ir.MLIRError as error:
            message, _, details = clean_diagnostics(str(error), name).partition("\n")
            raise MemplaceError(message, details) from error
        reject_leftovers(module.operation, name)
        drop_attributes(module.operation, RUNTIMES)
        linalg = module.operation.get_asm(enable_debug_info=has_locations(text))
        return masks_as_bits(str(linalg))


def is_public(function: Any) -> bool:
    """Returns true if `function` has a body and is visible outside of its module."""
    attributes = function.attributes
    if "sym_visibility" in attributes and "public" not in str(
        attributes["sym_visibility"]
    ):
        return False
    return bool(function.regions[0].blocks)


def argument_attributes(function: Any) -> list[dict[str, Any]]:
    """Returns the attribute dictionary of each argument of `function`."""
    if "arg_attrs" not in function.attributes:
        return [{} for _ in function.regions[0].blocks[0].arguments]
    table = function.attributes["arg_attrs"]
    return [{entry.name: entry.attr for entry in dictionary} for dictionary in table]


def name_buffers(function: Any, ir: Any) -> None:
    """Gives arguments and results the names that the user knows.

    An argument without a name gets the name in its location. A result gets the name in
    JAX's attribute `jax.result_info`, but only if some argument has a name.
    """
    attributes = argument_attributes(function)
    for argument, names in zip(function.regions[0].blocks[0].arguments, attributes):
        match = re.match(rf"loc\(({STRING})[()]", str(argument.location))
        if match and BUFFER_NAME not in names:
            names[BUFFER_NAME] = ir.StringAttr.get(unquote(match[1]))
    function.attributes["arg_attrs"] = ir.ArrayAttr.get(
        [ir.DictAttr.get(names) for names in attributes]
    )
    is_named = any(BUFFER_NAME in names for names in attributes)
    if not is_named or "res_attrs" not in function.attributes:
        return
    results = []
    for dictionary in function.attributes["res_attrs"]:
        names = {entry.name: entry.attr for entry in dictionary}
        if "jax.result_info" in names:
            names[BUFFER_NAME] = names["jax.result_info"]
        results.append(ir.DictAttr.get(names))
    function.attributes["res_attrs"] = ir.ArrayAttr.get(results)


def mark_unsigned(function: Any, ir: Any) -> None:
    """Marks arguments and results of unsigned integers.

    Their types become signless during the conversion.
    """
    kind = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
    for table, types in (("arg_attrs", kind.inputs), ("res_attrs", kind.results)):
        signs = [is_unsigned(one, ir) for one in types]
        if not any(signs):
            continue
        found = [{} for _ in types]
        if table in function.attributes:
            found = [{e.name: e.attr for e in d} for d in function.attributes[table]]
        for attributes, sign in zip(found, signs):
            if sign:
                attributes[UNSIGNED] = ir.UnitAttr.get()
        function.attributes[table] = ir.ArrayAttr.get(list(map(ir.DictAttr.get, found)))


def is_unsigned(kind: Any, ir: Any) -> bool:
    """Says whether a type is a tensor type of unsigned integers."""
    if not isinstance(kind, ir.RankedTensorType):
        return False
    element = kind.element_type
    return isinstance(element, ir.IntegerType) and element.is_unsigned


def is_carried_in(argument: Any, value: Any) -> bool:
    """Says whether `value` is `argument`, or a loop's result with that initial
    value."""
    loop = getattr(value.owner, "operation", None)
    if loop is None or loop.name != "stablehlo.while":
        return bool(value == argument)
    return bool(loop.operands[list(loop.results).index(value)] == argument)


def may_be_elsewhere(value: Any) -> bool:
    """Says whether `value` may share storage with an argument, in whole or in part."""
    operation = getattr(value.owner, "operation", None)
    return operation is None or operation.name in VIEWS


def keep_arguments(function: Any, ir: Any) -> None:
    """Makes arguments of `function` read-only, except those that the caller donates.

    The attribute `tf.aliasing_output`, from `donate_argnums`, names the result that
    reuses an argument's storage. Such a result is written there.
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
            # Another result may overwrite that storage first, so copy the value.
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


def drop_attributes(module: Any, dialects: tuple[str, ...]) -> None:
    """Removes attributes of dialects that only the front end's own runtime reads.

    `dialects` are prefixes with their dots.
    """
    for operation in walk(module):
        for attribute in list(operation.attributes):
            if attribute.startswith(dialects):
                del operation.attributes[attribute]
        for table in ("arg_attrs", "res_attrs"):
            if table in operation.attributes:
                operation.attributes[table] = without_dropped(
                    operation.attributes[table], dialects
                )


def without_dropped(table: Any, dialects: tuple[str, ...]) -> Any:
    """Returns the attribute dictionaries `table` without attributes of `dialects`."""
    dictionaries = []
    for dictionary in table:
        kept = {
            entry.name: entry.attr
            for entry in dictionary
            if not entry.name.startswith(dialects)
        }
        dictionaries.append(type(dictionary).get(kept))
    return type(table).get(dictionaries)


def clean_diagnostics(message: str, name: str) -> str:
    """Returns MLIR's `message` with `name` as the name of the text.

    The message starts with an uninformative headline such as "Unable to parse module
    assembly:". The headline is removed unless nothing follows. MLIR's text on dialects
    that are not registered is replaced for attributes of memplace.
    """
    headline, _, rest = message.partition("\n")
    text = rest if rest else headline
    text = text.replace('"-":', f"{name}:").removeprefix("error: ").strip()
    place, found, _ = text.partition(' #"memplace"<')
    if found:
        return (
            f"{place} only a program in memref form can have attributes of memplace; "
            "import the program, and annotate the result"
        )
    return text
