"""Checks that the lowerings support the attributes and element types of StableHLO ops.

The tables list all that the lowerings support. `reject_unknown` refuses a program with
any other attribute or type, as a later version of StableHLO may add. A lowering would
silently ignore such an attribute, and compute something else.
"""

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from memplace.errors import MemplaceError
from memplace.importers.leftovers import list_places, source_of

_WINDOW = "window_dimensions window_strides padding"
_COLLECTIVE = "replica_groups channel_handle channel_id use_global_device_ids"
# Requests a certain accuracy of a function. The lowerings may ignore the attribute: they
# compute all functions as accurately as libm.
_ACCURATE = "result_accuracy"
# Supported attributes by op. The lowering reads them, or ignores them because they only
# permit optimizations or less accurate results.
SUPPORTED_ATTRIBUTES = {
    "all_gather": f"all_gather_dim {_COLLECTIVE}",
    "all_reduce": _COLLECTIVE,
    "all_to_all": f"split_dimension concat_dimension split_count {_COLLECTIVE}",
    "broadcast": "broadcast_sizes",
    "broadcast_in_dim": "broadcast_dimensions",
    "cbrt": _ACCURATE,
    "cholesky": "lower",
    "collective_broadcast": _COLLECTIVE,
    "collective_permute": "source_target_pairs channel_handle channel_id",
    "compare": "comparison_direction compare_type",
    "composite": "name decomposition composite_attributes version composite_regions",
    "concatenate": "dimension",
    "constant": "value",
    "convolution": "window_strides padding lhs_dilation rhs_dilation window_reversal "
    "dimension_numbers feature_group_count batch_group_count precision_config",
    "cosine": _ACCURATE,
    "custom_call": "call_target_name has_side_effect backend_config api_version "
    "called_computations operand_layouts result_layouts output_operand_aliases",
    "dot": "precision_config",
    "dot_general": "dot_dimension_numbers precision_config algorithm",
    "dynamic_gather": "dimension_numbers indices_are_sorted",
    "dynamic_iota": "iota_dimension",
    "dynamic_slice": "slice_sizes",
    "exponential": _ACCURATE,
    "exponential_minus_one": _ACCURATE,
    "fft": "fft_type fft_length",
    "gather": "dimension_numbers slice_sizes indices_are_sorted",
    "get_dimension_size": "dimension",
    "get_tuple_element": "index",
    "iota": "iota_dimension",
    "log": _ACCURATE,
    "log_plus_one": _ACCURATE,
    "logistic": _ACCURATE,
    "map": "dimensions",
    "pad": "edge_padding_low edge_padding_high interior_padding",
    "reduce": "dimensions",
    "reduce_precision": "exponent_bits mantissa_bits",
    "reduce_scatter": f"scatter_dimension {_COLLECTIVE}",
    "reduce_window": f"{_WINDOW} base_dilations window_dilations",
    "reverse": "dimensions",
    "rng_bit_generator": "rng_algorithm",
    "rsqrt": _ACCURATE,
    "scatter": "scatter_dimension_numbers indices_are_sorted unique_indices",
    "select_and_scatter": _WINDOW,
    "sine": _ACCURATE,
    "slice": "start_indices limit_indices strides",
    "sort": "dimension is_stable",
    "sqrt": _ACCURATE,
    "tan": _ACCURATE,
    "tanh": _ACCURATE,
    "torch_index_select": "dim batch_dims",
    "transpose": "permutation",
    "triangular_solve": "left_side lower unit_diagonal transpose_a",
}
_NORM = "has no lowering; express it in other ops"
# Reasons for refusing an op, for the error message.
REFUSED_OPS = {
    "batch_norm_grad": _NORM,
    "batch_norm_inference": _NORM,
    "batch_norm_training": _NORM,
    "rng": "draws other numbers on each machine; use rng_bit_generator, with a key",
}
# Prefixes of attributes that only a runtime needs, e.g. names and assignments to
# devices. They are accepted on all ops.
RUNTIMES = ("jax.", "mhlo.", "sdy.", "tf.")


# Kinds of element types: b booleans, i integers, f floats of 16 bits or more, n narrower
# floats, c complex numbers. An op without an entry in SUPPORTED_KINDS supports all kinds.
# benchmarks/conformance/stablehlo_types.py tests each op with each type.
ALL_KINDS = "bifnc"
SUPPORTED_KINDS = {
    "cbrt": "fn",
    "cholesky": "fnc",
    "is_finite": "bf",
    "remainder": "ifn",
    "triangular_solve": "fnc",
}


def reject_unknown(operations: Sequence[Any], ir: Any, name: str) -> None:
    """Raises MemplaceError if the lowerings do not support some StableHLO op, one of its
    attributes, or one of its element types.

    The message lists all unsupported attributes, or all unsupported types, with source
    locations. `ir` is the module of MLIR's Python bindings; `name` is the name of the
    program in the message.
    """
    attributes: dict[str, list[str]] = {}
    types: dict[str, list[str]] = {}
    for operation in operations:
        dialect, _, short = operation.name.partition(".")
        if dialect != "stablehlo":
            continue
        place = partial(source_of, operation, name)
        if reason := REFUSED_OPS.get(short) or refuse_window(operation):
            raise MemplaceError(f"{name}: '{operation.name}' ({place()}): {reason}")
        known = SUPPORTED_ATTRIBUTES.get(short, "").split()
        for attribute in operation.attributes:
            label = attribute if isinstance(attribute, str) else attribute.name
            if label not in known and not label.startswith(RUNTIMES):
                label = f"'{label}' of '{operation.name}'"
                attributes.setdefault(label, []).append(place())
        kinds = SUPPORTED_KINDS.get(short, ALL_KINDS)
        for value in {each.type for each in (*operation.operands, *operation.results)}:
            if element := unknown_element(value, kinds, ir):
                label = f"'{element}' of '{operation.name}'"
                types.setdefault(label, []).append(place())
    for found, what in (
        (attributes, "attributes that no lowering reads"),
        (types, "element types that no lowering has"),
    ):
        if found:
            labels = (f"{key} ({list_places(found[key])})" for key in sorted(found))
            raise MemplaceError(
                f"{name}: {what}: {', '.join(labels)}; remove them, or express the ops "
                "in others"
            )


def constant_of(value: Any) -> list[float]:
    """Returns the number in a constant, which may be broadcast or converted: one float,
    or the real and the imaginary part. Empty if `value` is no constant."""
    owner = value.owner
    while getattr(owner, "name", "") in ("stablehlo.broadcast_in_dim", "stablehlo.convert"):
        owner = owner.operands[0].owner
    if getattr(owner, "name", "") != "stablehlo.constant":
        return []
    # MLIR's Python bindings cannot read complex elements of an attribute, but print them.
    content = re.search(r"dense<(.*)> : tensor<", str(owner))
    text = content[1] if content else ""
    return [float(part) for part in re.findall(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?", text)]


def refuse_window(operation: Any) -> str:
    """Returns the reason for refusing a `reduce_window`, or an empty string.

    By StableHLO's specification, the padding consists of copies of the initial value.
    XLA skips the padding instead, which gives the same result only if the initial value
    is the neutral element of the reduction. For a sum or product with another initial
    value, the two results differ, so the op is refused.
    """
    if operation.name != "stablehlo.reduce_window":
        return ""
    padding = operation.attributes["padding"] if "padding" in operation.attributes else []
    body = list(operation.regions[0].blocks[0].operations)
    neutral = {"stablehlo.add": 0, "stablehlo.multiply": 1}.get(body[0].operation.name)
    if not any(padding) or len(body) != 2 or neutral is None:
        return ""
    if constant_of(operation.operands[1]) in ([neutral], [neutral, 0]):
        return ""
    return f"has padding and an initial value that is not {neutral}"


def unknown_element(kind: Any, kinds: str, ir: Any) -> str:
    """Returns the element type of the tensor type `kind` as text if `kinds` lacks the
    letter of the element type. Otherwise returns an empty string."""
    if not isinstance(kind, ir.RankedTensorType):
        return ""
    element = kind.element_type
    if isinstance(element, ir.IntegerType):
        found = "b" if element.width == 1 else "i"
    elif isinstance(element, ir.ComplexType):
        found = "c"
    elif isinstance(element, ir.IndexType):
        found = "i"
    elif isinstance(element, ir.FloatType):
        found = "n" if element.width < 16 else "f"
    else:
        found = ""
    return "" if found and found in kinds else str(element)
