"""Removes shardings and collectives from programs for one device."""

from collections.abc import Sequence
from typing import Any

from memplace.errors import MemplaceError

# Ops that exchange data between devices; identities if a group has one device.
COLLECTIVES = {
    f"stablehlo.{name}"
    for name in (
        "all_gather all_reduce all_to_all collective_broadcast collective_permute "
        "reduce_scatter"
    ).split()
}
# Ops that return the number of the executing device.
IDENTITIES = ("stablehlo.partition_id", "stablehlo.replica_id")
# Ops that only state the device of their data.
PLACEMENTS = ("sdy.reshard", "sdy.sharding_constraint", "sdy.sharding_group")
# Targets of custom calls that only state the device of their data.
PLACING_CALLS = ("Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape")


def check_devices(module: Any, ir: Any, name: str) -> None:
    """Raises MemplaceError if the module is for more than one device."""
    for attribute in ("mhlo.num_partitions", "mhlo.num_replicas"):
        if attribute in module.attributes:
            count = ir.IntegerAttr(module.attributes[attribute]).value
            if count > 1:
                raise MemplaceError(
                    f"{name}: the program is for {count} devices ('{attribute}'); only "
                    "programs of one device can be imported"
                )


def drop_devices(operations: Sequence[Any], ir: Any) -> None:
    """Removes shardings and collectives from a program for one device.

    `operations` are all ops of a module, outer ops first.
    """
    for operation in reversed(operations):
        if operation.name == "sdy.mesh":
            operation.erase()
        elif operation.name == "sdy.manual_computation":
            inline_region(operation)
        elif operation.name in IDENTITIES:
            replace_by_zero(operation, ir)
        elif is_identity(operation, ir):
            for operand, result in zip(operation.operands, operation.results):
                result.replace_all_uses_with(operand)
            operation.erase()


def is_identity(operation: Any, ir: Any) -> bool:
    """Says whether an op's results equal its operands if there is one device."""
    if operation.name == "stablehlo.custom_call":
        target = ir.StringAttr(operation.attributes["call_target_name"]).value
        return target in PLACING_CALLS and has_own_types(operation)
    if operation.name in PLACEMENTS:
        return True
    return (
        operation.name in COLLECTIVES
        and has_own_types(operation)
        and is_of_one_device(operation, ir)
    )


def is_of_one_device(operation: Any, ir: Any) -> bool:
    """Says whether each group of communicating devices has a single member."""
    if "replica_groups" in operation.attributes:
        kind = operation.attributes["replica_groups"].type
        return bool(ir.RankedTensorType(kind).shape[1] <= 1)
    pairs = list(map(int, ir.DenseIntElementsAttr(operation.attributes["source_target_pairs"])))
    return pairs == [0, 0] or pairs == [0]


def has_own_types(operation: Any) -> bool:
    """Says whether the results have the same types as the operands."""
    return len(operation.operands) == len(operation.results) and all(
        operand.type == result.type
        for operand, result in zip(operation.operands, operation.results)
    )


def inline_region(operation: Any) -> None:
    """Moves the ops of a region that runs once in front of its op; erases the op."""
    block = operation.regions[0].blocks[0]
    for argument, operand in zip(block.arguments, operation.operands):
        argument.replace_all_uses_with(operand)
    *body, terminator = block.operations
    for inner in body:
        inner.operation.move_before(operation)
    for result, value in zip(operation.results, terminator.operation.operands):
        result.replace_all_uses_with(value)
    operation.erase()


def replace_by_zero(operation: Any, ir: Any) -> None:
    """Replaces the number of a device by 0."""
    kind = operation.results[0].type
    element = ir.RankedTensorType(kind).element_type
    zero = ir.DenseElementsAttr.get_splat(kind, ir.IntegerAttr.get(element, 0))
    constant = ir.Operation.create(
        "stablehlo.constant",
        results=[kind],
        attributes={"value": zero},
        loc=operation.location,
        ip=ir.InsertionPoint(operation),
    )
    operation.results[0].replace_all_uses_with(constant.results[0])
    operation.erase()
