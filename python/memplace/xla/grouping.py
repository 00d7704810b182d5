"""Finds equal ops of a program, to share observations among them.

Layers of a network repeat: their ops have equal shapes and compute the same. Two ops
are equal if their instructions differ only in names, numbers, memory spaces and the
order of operands, and the same holds for the bodies of called fusions.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from memplace.xla.hlo import Computation, Instruction, Module
from memplace.xla.observations import Observations, Operand, Tiers
from memplace.xla.shapes import Array, Shape

# Attributes without influence on the results.
_SILENT = (
    "backend_config",
    "calls",
    "control-predecessors",
    "frontend_attributes",
    "metadata",
    "origin",
    "sharding",
    "to_apply",
)


def _hash(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _spaceless(shape: Shape) -> object:
    """Returns a shape without memory spaces."""
    if isinstance(shape, Array):
        return shape.without_space()
    return tuple(map(_spaceless, shape))


def _attributes(each: Instruction) -> tuple[tuple[str, str], ...]:
    return tuple(
        sorted(pair for pair in each.attributes.items() if pair[0] not in _SILENT)
    )


class Canon:
    """Computes hashes of instructions of a module: equal for equal computations."""

    def __init__(self, module: Module):
        self.module = module
        self.known: dict[str, tuple[str, dict[int, str]]] = {}

    def body(self, computation: Computation) -> tuple[str, dict[int, str]]:
        """Returns the hash of a computation, and the role of each parameter: a hash of
        the uses of the parameter."""
        if computation.name in self.known:
            return self.known[computation.name]
        self.known[computation.name] = ("", {})
        values: dict[str, str] = {}
        users: dict[str, list[tuple[str, int]]] = {}
        for each in computation.instructions:
            literal = "" if each.opcode == "parameter" else each.literal
            values[each.name] = _hash(
                each.opcode,
                _spaceless(each.shape),
                literal,
                _attributes(each),
                self.called(each),
                [values[name] for name in each.operands],
            )
            for position, name in enumerate(each.operands):
                users.setdefault(name, []).append((each.name, position))
        roles: dict[str, str] = {}
        for each in reversed(computation.instructions):
            uses = [
                (roles[name], position, values[name])
                for name, position in users.get(each.name, ())
            ]
            roles[each.name] = _hash(each.is_root, sorted(uses))
        found = (
            values[computation.root.name],
            {
                number: roles[each.name]
                for number, each in computation.parameters().items()
            },
        )
        self.known[computation.name] = found
        return found

    def called(self, each: Instruction) -> list[str]:
        """Returns the hashes of the computations called by an instruction."""
        return [
            self.body(self.module.computations[name])[0]
            for name in each.called("calls", "to_apply")
            if name in self.module.computations
        ]

    def instruction(
        self, each: Instruction, shapes: dict[str, Shape]
    ) -> tuple[str, list[str]]:
        """Returns the hash of an instruction, and the role of each operand.

        shapes: by name, of the instructions in the same computation.
        """
        operands = [_spaceless(shapes[name]) for name in each.operands]
        roles = [f"{number:04d}" for number in range(len(operands))]
        if each.opcode == "fusion":
            for name in each.called("calls"):
                if name in self.module.computations:
                    known = self.body(self.module.computations[name])[1]
                    roles = [known.get(number, "") for number in range(len(operands))]
        what = _hash(
            each.opcode,
            _spaceless(each.shape),
            _attributes(each),
            self.called(each),
            sorted(zip(roles, map(repr, operands))),
        )
        return what, roles


def _canonical(module: Module) -> dict[str, tuple[str, list[str]]]:
    """Returns the hash of each instruction and the roles of its operands, by name."""
    canon, found = Canon(module), {}
    for computation in module.computations.values():
        shapes = {each.name: each.shape for each in computation.instructions}
        for each in computation.instructions:
            if each.name not in found or computation is module.entry:
                found[each.name] = canon.instruction(each, shapes)
    return found


@dataclass
class Group:
    """Equal ops.

    ops: indices of the ops.
    orders: for each op, the indices of its accesses in the group's order.
    operands: operands in the group's order.
    cycles: observed cycles by the tiers of the operands, in the group's order.
    """

    ops: list[int]
    orders: list[tuple[int, ...]]
    operands: tuple[Operand, ...]
    cycles: dict[Tiers, float]

    def members(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yields the index of each op, with the order of its accesses."""
        return zip(self.ops, self.orders)


def ordered(tiers: Tiers, order: tuple[int, ...]) -> Tiers:
    """Returns an op's tiers in the group's order."""
    return tuple(tiers[number] for number in order)


def _order(modes: list[str], roles: list[str]) -> tuple[int, ...]:
    """Returns an order of accesses: reads sorted by role, if roles are known, then
    writes."""
    reads = [number for number, mode in enumerate(modes) if mode != "write"]
    others = [number for number, mode in enumerate(modes) if mode == "write"]
    if len(reads) == len(roles):
        ranked = sorted(zip(roles, range(len(reads))))
        reads = [reads[at] for _, at in ranked]
    return (*reads, *others)


def group_ops(module: Module, known: Observations) -> list[Group]:
    """Groups equal ops. Ops without known cycles are in no group.

    module: any of the compilations, with the names of the ops as instructions. Ops with
        different cycles for the same tiers are not equal.
    """
    canon = _canonical(module)
    groups: dict[object, list[Group]] = {}
    for number, op in enumerate(known.program.ops):
        what, roles = canon.get(op.name, (op.name, []))
        operands = known.operands[number]
        order = _order([each.mode for each in operands], roles)
        mine = tuple(operands[at] for at in order)
        cycles = {
            ordered(tiers, order): float(count)
            for tiers, count in known.seen[number].values()
            if count
        }
        if not cycles:
            continue
        same = groups.setdefault((what, mine), [])
        for group in same:
            if all(
                group.cycles.get(key, value) == value for key, value in cycles.items()
            ):
                group.ops.append(number)
                group.orders.append(order)
                group.cycles.update(cycles)
                break
        else:
            same.append(Group([number], [order], mine, cycles))
    return [group for same in groups.values() for group in same]
