"""Values of the names in XLA's text while a program is read."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from memplace.xla.hlo import Computation, Instruction, Module
from memplace.xla.program import Place
from memplace.xla.shapes import Array, Shape

# Ops that read at most as many bytes as they write.
PARTIAL_READS = ("slice", "dynamic-slice", "gather")
# The same in the middle of a fusion. Static slices are missing here, because several of
# them may add up to the whole.
_PARTIAL_INSIDE = ("dynamic-slice", "gather")
# Ops that pass their operand on.
_HANDS_ON = ("bitcast", "reshape", "transpose", "copy", "convert")


@dataclass
class Piece:
    """Result of slice-done: some of the bytes of a place's buffer.

    start, done: boundaries before which the slice is issued and has arrived.
    order: see `Place`.
    """

    place: Place
    start: int
    done: int
    order: int


@dataclass
class Pending:
    """Result of copy-start and the like, before the operation is done.

    value: the copied value; for an op that computes or rearranges, its results.
    start: boundary, or step of the op, of the start.
    in_use: for an op, the places that must last until it is done; None: a copy.
    order, from_last_run: see `Place`.
    """

    value: "Value"
    start: int
    in_use: list[Place] | None = None
    order: int = 0
    from_last_run: bool = False


# None is a value without memory.
Value: TypeAlias = Place | Piece | Pending | None | tuple["Value", ...]


def leaves(value: Value) -> Iterator[Place]:
    """Yields all places in a value."""
    if isinstance(value, Place):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from leaves(part)
    elif isinstance(value, Piece):
        yield value.place


def suffix(index: tuple[int, ...]) -> str:
    """Returns the index of a tuple's part as text: "{1}" or "{0,2}"."""
    return "{" + ",".join(map(str, index)) + "}" if index else ""


def arrays(shape: Shape) -> Iterator[Array]:
    """Yields all arrays in a shape."""
    if isinstance(shape, Array):
        yield shape
    else:
        for part in shape:
            yield from arrays(part)


def fast_space_of(module: Module) -> int:
    """Returns the number of XLA's fast memory space in a module: 3 (CMEM) if any array
    is there, otherwise 1 (VMEM)."""
    for computation in module.computations.values():
        for instruction in computation.instructions:
            if any(array.space == 3 for array in arrays(instruction.shape)):
                return 3
    return 1


def reads_part(module: Module, each: Instruction, number: int) -> bool:
    """Returns true if an instruction reads only a part of an operand."""
    if each.opcode in PARTIAL_READS:
        return number == 0
    called = each.called("calls") if each.opcode == "fusion" else []
    body = module.computations.get(called[0]) if called else None
    return body is not None and _fusion_reads_part(body, number)


def _fusion_reads_part(body: Computation, number: int) -> bool:
    """Returns true if a fusion reads a parameter through slices and gathers only.
    Dynamic slices and gathers may be anywhere; a static slice must be the fusion's
    result."""
    parameter = body.parameters().get(number)
    by_name = {each.name: each for each in body.instructions}
    users = [
        (user.opcode, position)
        for user in body.instructions
        for position, name in enumerate(user.operands)
        if parameter is not None and name == parameter.name
    ]
    if not users or any(position != 0 for _, position in users):
        return False
    opcodes = {opcode for opcode, _ in users}
    if opcodes <= set(_PARTIAL_INSIDE):
        return True
    result = body.root
    while result.opcode in _HANDS_ON and result.operands:
        result = by_name[result.operands[0]]
    opcodes.add(result.opcode)
    return opcodes <= set(PARTIAL_READS)


def written_over(each: Instruction) -> dict[int, int]:
    """Returns operands by the result that overwrites each, from the compiler's config.
    """
    try:
        config = json.loads(each.attributes.get("backend_config", ""))
        lists = config["aliasing_operands"]["lists"]
        pairs = [[int(index) for index in each["indices"]] for each in lists]
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}
    count = len(each.operands)
    found = {}
    for pair in pairs:
        operands = [index for index in pair if index < count]
        results = [index - count for index in pair if index >= count]
        if len(operands) == 1 and len(results) == 1:
            found[results[0]] = operands[0]
    return found


def slices_written(module: Module, each: Instruction) -> dict[int, tuple[int, int]]:
    """Returns the results of a fusion that overwrite an operand and change just a
    slice: by result, the operand's number and the bytes of the slice."""
    called = each.called("calls") if each.opcode == "fusion" else []
    body = module.computations.get(called[0]) if called else None
    if body is None:
        return {}
    parts = body.root.operands if body.root.opcode == "tuple" else (body.root.name,)
    found = {}
    for result, number in written_over(each).items():
        parameter = body.parameters().get(number)
        new = _named(body, parts[result]) if result < len(parts) else None
        if parameter is None or new is None or len(new.operands) < 2:
            continue
        if new.opcode != "dynamic-update-slice":
            continue
        # No other instruction inside may read the updated array.
        users = sum(user.operands.count(parameter.name) for user in body.instructions)
        part = _named(body, new.operands[1])
        if _named(body, new.operands[0]) is parameter and users == 1 and part:
            if isinstance(part.shape, Array):
                found[result] = (number, part.shape.size)
    return found


def scatters_written(module: Module, each: Instruction) -> dict[int, tuple[int, int]]:
    """Returns the results of a scatter, alone or at the end of a fusion, that overwrite
    the array scattered into: by result, the operand's number and the scattered bytes.
    """
    found = {}
    for result, number in written_over(each).items():
        size = _scattered_bytes(module, each, number)
        if result == 0 and size is not None:
            found[result] = (number, size)
    return found


def _scattered_bytes(module: Module, each: Instruction, number: int) -> int | None:
    """Returns the bytes that a fusion scatters into an operand; None if the fusion has
    any other use of the operand."""
    called = each.called("calls") if each.opcode == "fusion" else []
    body = module.computations.get(called[0]) if called else None
    parameter = body.parameters().get(number) if body is not None else None
    if body is None or parameter is None:
        return None
    root = body.root
    users = sum(user.operands.count(parameter.name) for user in body.instructions)
    if users != 1 or parameter.name not in root.operands:
        return None
    position = root.operands.index(parameter.name)
    if root.opcode != "scatter":
        return _scattered_bytes(module, root, position)
    # Operands are the array, indices, and updates.
    part = _named(body, root.operands[2]) if len(root.operands) == 3 else None
    if position != 0 or part is None or not isinstance(part.shape, Array):
        return None
    return part.shape.size


def trip_count(module: Module, loop: Instruction, before: Computation) -> int | None:
    """Returns the number of trips of a loop, from the compiler's config, or computed if
    a counter runs between constants by a constant step. None if unknown.

    before: the computation around the loop.
    """
    stated = _stated_trips(loop)
    condition = module.computations.get("".join(loop.called("condition")))
    body = module.computations.get("".join(loop.called("body")))
    if condition is None or body is None:
        return None
    if stated is not None:
        return stated
    test = condition.root
    is_limit = test.opcode == "compare" and len(test.operands) == 2
    if not is_limit or not loop.operands or test.attributes.get("direction") != "LT":
        return None
    counter = _element(condition, test.operands[0])
    limit = _constant(condition, test.operands[1])
    if counter is None or limit is None:
        return None
    first = _constant(before, _tuple_operand(before, loop.operands[0], counter))
    step = _step(body, counter)
    if first is None or not step or step < 0 or limit <= first:
        return None
    return -(-(limit - first) // step)


def _stated_trips(loop: Instruction) -> int | None:
    try:
        config = json.loads(loop.attributes.get("backend_config", ""))
        return max(1, int(config["known_trip_count"]["n"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _named(computation: Computation, name: str) -> Instruction | None:
    """Returns an instruction, looking through copies and bitcasts."""
    by_name = {each.name: each for each in computation.instructions}
    found = by_name.get(name)
    while found and found.opcode in ("copy", "bitcast") and found.operands:
        found = by_name.get(found.operands[0])
    return found


def _constant(computation: Computation, name: str | None) -> int | None:
    found = _named(computation, name) if name else None
    if found is None or found.opcode != "constant":
        return None
    try:
        return int(found.literal)
    except ValueError:
        return None


def _element(computation: Computation, name: str) -> int | None:
    """Returns the index of the element of the computation's parameter behind a name."""
    found = _named(computation, name)
    if found is None or found.opcode != "get-tuple-element":
        return None
    index = found.attributes.get("index", "")
    return int(index) if index.isdecimal() else None


def _tuple_operand(computation: Computation, name: str, index: int) -> str | None:
    found = _named(computation, name)
    if found is None or found.opcode != "tuple" or index >= len(found.operands):
        return None
    return found.operands[index]


def _step(body: Computation, counter: int) -> int | None:
    """Returns the increment of the counter in the body; None if unknown."""
    name = _tuple_operand(body, body.root.name, counter)
    found = _named(body, name) if name else None
    if found is None or found.opcode != "add" or len(found.operands) != 2:
        return None
    for one, other in (found.operands, found.operands[::-1]):
        if _element(body, one) == counter:
            return _constant(body, other)
    return None
