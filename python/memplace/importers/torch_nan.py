"""Restores NaN in maxima and minima, which torch-mlir lowers to comparisons.

PyTorch's maxima and minima are NaN if an operand is NaN; the index of a maximum is then
the index of the first NaN.
"""

from typing import Any

# Predicates of arith.cmpf.
GREATER = {2, 3, 9, 10}
LESS = {4, 5, 11, 12}
ORDERED, UNORDERED_GREATER, UNORDERED_LESS = 7, 9, 11


def propagate_nan(operations: list[Any], ir: Any) -> None:
    """Replaces selections of the larger or smaller number by maxima or minima.

    Other selections by such comparisons, e.g. of indices, are made to prefer NaN.
    `operations` are all ops of a module before element-wise fusion. A comparison of the
    program itself is then in an op of its own.
    """
    # A list, since the loop below erases ops.
    comparisons = [one for one in operations if one.name == "arith.cmpf"]
    for operation in comparisons:
        left, right = operation.operands
        predicate = ir.IntegerAttr(operation.attributes["predicate"]).value
        if predicate not in GREATER | LESS:
            continue
        is_found = False
        for use in list(operation.results[0].uses):
            user = use.owner.operation
            if user.name == "arith.select" and is_choice(user, left, right):
                if keeps_nan(user, predicate):
                    continue
                takes_left = user.operands[1] == left
                is_larger = takes_left == (predicate in GREATER)
                name = "arith.maximumf" if is_larger else "arith.minimumf"
                replace(user, name, [left, right], ir)
                is_found = True
        name = "arith.maximumf" if predicate in GREATER else "arith.minimumf"
        if is_found or has_extremum(operation, name):
            prefer_nan(operation, predicate, ir)


def is_choice(selection: Any, left: Any, right: Any) -> bool:
    """Says whether a selection chooses between the two given values."""
    _, first, second = selection.operands
    return bool(
        (first == left and second == right) or (first == right and second == left)
    )


def keeps_nan(selection: Any, predicate: int) -> bool:
    """Says whether a selection already yields NaN, since its other operand is constant.

    Unordered predicates (8 and above) are true in comparisons with NaN.
    """
    _, first, second = selection.operands
    kept, other = (first, second) if predicate >= 8 else (second, first)
    return is_constant(other) and not is_constant(kept)


def is_constant(value: Any) -> bool:
    """Says whether a value is a constant."""
    operation = getattr(value.owner, "operation", None)
    return operation is not None and operation.name == "arith.constant"


def has_extremum(comparison: Any, name: str) -> bool:
    """Says whether the comparison's block has an extremum `name` of its operands."""
    wanted = list(comparison.operands)
    return any(
        other.operation.name == name
        and (
            list(other.operation.operands) == wanted
            or list(other.operation.operands) == wanted[::-1]
        )
        for other in comparison.block.operations
    )


def prefer_nan(comparison: Any, predicate: int, ir: Any) -> None:
    """Makes a comparison also true if the left number is NaN and the right is not."""
    uses = [
        (use.owner.operation, use.operand_number)
        for use in comparison.results[0].uses
        if is_read(use.owner.operation)
    ]
    if not uses:
        return
    left, right = comparison.operands
    kind = comparison.results[0].type
    unordered = UNORDERED_GREATER if predicate in GREATER else UNORDERED_LESS
    here = {"loc": comparison.location, "ip": ir.InsertionPoint(comparison)}
    parts = [
        ir.Operation.create(
            "arith.cmpf",
            results=[kind],
            operands=operands,
            attributes={"predicate": integer(number, ir)},
            **here,
        ).results[0]
        for number, operands in ((unordered, [left, right]), (ORDERED, [right, right]))
    ]
    both = ir.Operation.create("arith.andi", results=[kind], operands=parts, **here)
    for user, number in uses:
        user.operands[number] = both.results[0]
    if not list(comparison.results[0].uses):
        comparison.erase()


def is_read(operation: Any) -> bool:
    """Says whether the value of an op in a region has any user.

    A yield counts only if the corresponding result of the enclosing op has a user.
    """
    for use in operation.results[0].uses:
        user = use.owner.operation
        if user.name != "linalg.yield":
            return True
        if list(user.parent.results[use.operand_number].uses):
            return True
    return False


def integer(number: int, ir: Any) -> Any:
    """Returns an integer attribute of 64 bits."""
    return ir.IntegerAttr.get(ir.IntegerType.get_signless(64), number)


def replace(operation: Any, name: str, operands: list[Any], ir: Any) -> None:
    """Replaces an op by a new op; both have one result."""
    made = ir.Operation.create(
        name,
        results=[operation.results[0].type],
        operands=operands,
        loc=operation.location,
        ip=ir.InsertionPoint(operation),
    )
    operation.results[0].replace_all_uses_with(made.results[0])
    operation.erase()
