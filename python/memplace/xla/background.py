"""Matches ops of the program that XLA runs in the background in some compilations only.

XLA may turn a copy or a slice of the program into a start and a done. The op is then
missing, or has another name. Such a pair becomes the op again: without cycles, and with
a result in the slow memory, which a transfer copies. All compilations then have the
same ops.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memplace.errors import InputError
from memplace.xla.copies import JOIN
from memplace.xla.hlo import Computation, Instruction, Module
from memplace.xla.program import Program
from memplace.xla.shapes import Array

_START = "-start"
_NO_CYCLES = '{"window_config":{"estimated_cycles":"0"}}'
# An op may be the source or the user of another op. Each time, more ops are matched.
_MAX_TIMES = 4


@dataclass(frozen=True)
class Role:
    """Role of an op that makes a buffer of another buffer. Names of ops may change
    between compilations, but roles stay.

    source: name of the buffer that the op reads.
    size: bytes of the result.
    user: name of the first op that uses the result; empty if there is none.
    """

    source: str
    size: int
    user: str


@dataclass(frozen=True)
class Outline:
    """Ops of a program or problem. accesses: by op, (name of the buffer, mode)."""

    names: list[str]
    accesses: list[list[tuple[str, str]]]
    sizes: dict[str, int]

    @staticmethod
    def of_program(program: Program) -> "Outline":
        """Returns the outline of a program."""
        buffers = program.buffers
        return Outline(
            [op.name for op in program.ops],
            [
                [(buffers[each.place.buffer].name, each.mode) for each in op.accesses]
                for op in program.ops
            ],
            {buffer.name: buffer.size for buffer in buffers},
        )

    @staticmethod
    def of_problem(fields: dict[str, Any]) -> "Outline":
        """Returns the outline of a problem with these fields."""
        buffers = fields["buffers"]
        return Outline(
            [op["name"] for op in fields["ops"]],
            [
                [
                    (buffers[each["buffer"]]["name"], each["mode"])
                    for each in op["accesses"]
                ]
                for op in fields["ops"]
            ],
            {buffer["name"]: buffer["size"] for buffer in buffers},
        )

    def role(self, step: int) -> Role | None:
        """Returns the role of an op; None for ops that are no copies or slices."""
        by_mode = sorted((mode, name) for name, mode in self.accesses[step])
        if [mode for mode, _ in by_mode] != ["read", "write"]:
            return None
        (_, source), (_, result) = by_mode
        later = range(step + 1, len(self.names))
        users = (at for at in later if result in dict(self.accesses[at]))
        user = next(users, None)
        name = "" if user is None else self.names[user]
        return Role(source, self.sizes[result], name)


def _starts(module: Module) -> dict[str, Instruction]:
    """Returns, by name, the instructions that start something, and the copies without
    cycles. XLA makes these copies at once."""
    return {
        each.name: each
        for computation in module.computations.values()
        for each in computation.instructions
        if each.operands
        and (
            each.opcode.endswith(_START) or (each.opcode == "copy" and not each.cycles)
        )
    }


def _roles_of_starts(
    program: Program, outline: Outline, starts: dict[str, Instruction]
) -> Iterator[tuple[str, Role]]:
    """Yields names and roles of the starts that are ops or copies between memories."""
    by_line = {each.line: name for name, each in starts.items()}
    for step, name in enumerate(outline.names):
        if name in starts and (role := outline.role(step)):
            yield name, role
    for place in program.places:
        if place.source is None or place.order not in by_line:
            continue
        source = program.buffers[place.source.buffer]
        first = min(place.uses, default=-1)
        user = outline.names[first] if 0 <= first < len(outline.names) else ""
        yield by_line[place.order], Role(source.name, source.size, user)


def _pairs(base: Outline, program: Program, module: Module) -> list[tuple[str, str]]:
    """Returns (start, op of the base) for ops of the base that the program runs in the
    background. Starts with equal roles are taken in the order of the program."""
    outline, starts = Outline.of_program(program), _starts(module)
    found = dict(_roles_of_starts(program, outline, starts))
    known = set(outline.names)
    missing: dict[Role, list[str]] = {}
    for step, name in enumerate(base.names):
        if name in known and name not in found:
            continue
        role = base.role(step)
        if role and (name not in known or found[name] != role):
            missing.setdefault(role, []).append(name)
    pairs = []
    for name, role in found.items():
        if missing.get(role):
            pairs.append((name, missing[role].pop(0)))
    return pairs


def _origins(by_name: dict[str, Instruction], name: str) -> Iterator[str]:
    """Yields the name of a value, and the names of the values that the value copies."""
    while True:
        yield name
        each = by_name[name]
        is_joined = each.attributes.get("custom_call_target") == JOIN
        if each.opcode not in ("copy-done", "slice-done") and not is_joined:
            return
        source = by_name[each.operands[0]]
        if source.opcode == "slice-done":
            source = by_name[source.operands[0]]
        if not source.operands:
            return
        name = source.operands[0]


def renamed(each: Instruction, names: dict[str, str]) -> Instruction:
    """Returns an instruction with other names of itself and of its operands."""
    return replace(
        each,
        name=names.get(each.name, each.name),
        operands=tuple(names.get(operand, operand) for operand in each.operands),
    )


def _sorted(instructions: list[Instruction]) -> list[Instruction]:
    """Returns the instructions with operands before users, otherwise in this order."""
    done: set[str] = set()
    found: list[Instruction] = []
    waiting: list[Instruction] = []
    for each in instructions:
        waiting.append(each)
        while ready := [one for one in waiting if done.issuperset(one.operands)]:
            found += ready
            done.update(one.name for one in ready)
            waiting = [one for one in waiting if one.name not in done]
    return found + waiting


def _with_op(
    computation: Computation, start: str, name: str, before: set[str]
) -> Computation | None:
    """Returns a computation in which an op and a transfer of the op's result replace a
    start; None if the op has no step.

    name: name of the op.
    before: names of the ops before the op.
    """
    moved = f"{name}.moved"
    begun = next(one for one in computation.instructions if one.name == start)
    is_at_once = begun.opcode == "copy"
    names = {name: f"{name}.other"} if name != start else {}
    names |= {start: moved} if is_at_once else {}
    body = [renamed(one, names) for one in computation.instructions]
    by_name = {one.name: one for one in body}
    begun = by_name[names.get(start, start)]
    done = [begun] if is_at_once else [one for one in body if start in one.operands]
    if len(done) != 1 or not isinstance(done[0].shape, Array):
        return None
    place = _place(body, begun, before)
    slow = done[0].shape.without_space()
    op = replace(
        begun,
        name=name,
        shape=slow,
        opcode=begun.opcode.removesuffix(_START),
        operands=(place[1],),
        attributes=begun.attributes | {"backend_config": _NO_CYCLES},
        is_root=False,
    )
    body.insert(place[0], op)
    changed = _transfer(begun, done[0], op, moved)
    body = [changed.get(one.name, one) for one in body]
    if done[0].shape.space == 0 and not is_at_once:
        # The result is where the op has it.
        body = [one for one in body if one is not begun]
    return Computation(computation.name, _sorted(body))


def _place(
    body: list[Instruction], begun: Instruction, before: set[str]
) -> tuple[int, str]:
    """Returns the position of an op instead of a start, and the op's operand."""
    by_name = {one.name: one for one in body}
    position = {one.name: at for at, one in enumerate(body)}
    at = max((position[one] + 1 for one in before if one in position), default=0)
    for origin in _origins(by_name, begun.operands[0]):
        if position[origin] < at:
            return at, origin
    # Nothing but arguments and copies are between.
    return position[begun.operands[0]] + 1, begun.operands[0]


def _transfer(
    begun: Instruction, done: Instruction, op: Instruction, moved: str
) -> dict[str, Instruction]:
    """Returns the start and the done of a transfer of the op's result, by their names so
    far. moved: name of the new start."""
    assert isinstance(done.shape, Array)
    if done.shape.space == 0:
        return {done.name: replace(done, opcode="bitcast", operands=(op.name,))}
    if begun is done:
        return {begun.name: replace(begun, operands=(op.name,))}
    copy = replace(
        begun,
        name=moved,
        shape=(done.shape, op.shape),
        opcode="copy-start",
        operands=(op.name,),
        attributes={},
    )
    end = replace(done, opcode="copy-done", operands=(moved,))
    return {begun.name: copy, end.name: end}


def _rewritten(module: Module, base: Outline, start: str, name: str) -> Module | None:
    before = set(base.names[: base.names.index(name)])
    for key, computation in module.computations.items():
        if any(each.name == start for each in computation.instructions):
            found = _with_op(computation, start, name, before)
            if found is None:
                return None
            entry = found if computation is module.entry else module.entry
            return replace(
                module, computations={**module.computations, key: found}, entry=entry
            )
    return None


def aligned(module: Module, base: Outline, read: Callable[[Module], Program]) -> Module:
    """Returns the module with ops of the base instead of starts and dones.

    base: outline of the program, from another compilation or a problem.
    read: reads a module's program; may raise InputError, which ends the search.
    """
    for _ in range(_MAX_TIMES):
        try:
            pairs = _pairs(base, read(module), module)
        except InputError:
            break
        changed = module
        for start, name in pairs:
            changed = _rewritten(changed, base, start, name) or changed
        if changed is module:
            break
        module = changed
    return module


def most_ops(programs: Sequence[Program]) -> Program:
    """Returns the program with the most ops, and of several, the program with the
    fewest ops in the background."""
    return max(
        programs,
        key=lambda each: (
            len(each.ops),
            -sum(_START in op.name for op in each.ops),
        ),
    )
