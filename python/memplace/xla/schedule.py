"""From a scheduled HLO module to ops, buffers and where XLA keeps them.

An op is an instruction of the entry computation that does work. What only names a
value (tuples, bitcasts), and the copies between memories that XLA's memory space
assignment added, are no ops: a copy is another *place* of the same buffer.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from memplace.errors import InputError
from memplace.xla.hlo import Computation, Instruction, Module
from memplace.xla.shapes import Array, Shape

# Spaces whose contents are no buffers: flags of the DMA engines, scalars' memory.
_NO_MEMORY = (2, 4)
_NAMES_ONLY = ("bitcast", "opt-barrier", "domain", "add-dependency")
# What reads at most as much as it writes.
_PARTIAL_READS = ("slice", "dynamic-slice", "gather")
# The same in the middle of a fusion: several slices of known place may well add up to
# the whole.
_PARTIAL_INSIDE = ("dynamic-slice", "gather")
# What hands its operand on, inside of a fusion.
_HANDS_ON = ("bitcast", "reshape", "transpose", "copy", "convert")


@dataclass
class Buffer:
    """Storage of values that XLA's text shows to be the same.

    size: bytes.
    begin, end: live range in steps.
    """

    name: str
    size: int
    begin: int
    end: int = 0
    live_in: bool = False
    live_out: bool = False


@dataclass(eq=False)
class Place:
    """A stretch of a buffer's life in one memory.

    fast: whether XLA put it into its fast memory.
    begin: the step that writes it, or before which its copy starts.
    uses: steps of ops that read or write it.
    source: where its contents are copied from; None: an op or the caller makes them.
    starts: boundaries before which the copy's parts are issued.
    done: boundary before which all of the copy has arrived.
    order: copies that start at one boundary are issued in this order.
    from_last_run: XLA lets the run before do the copy.
    """

    buffer: int
    fast: bool
    begin: int
    uses: list[int] = field(default_factory=list)
    source: "Place | None" = None
    starts: list[int] = field(default_factory=list)
    done: int = 0
    order: int = 0
    from_last_run: bool = False


@dataclass
class Access:
    """What an op does with one buffer. `is_partial`: it reads a part."""

    place: Place
    mode: str
    is_partial: bool = False


@dataclass
class Op:
    """An instruction that does work.

    cycles: what XLA says it takes; None if it does not say.
    """

    name: str
    cycles: int | None
    accesses: list[Access]


@dataclass
class Program:
    """What XLA's text says of a program.

    places: all places, in the order in which they begin.
    notes: what was simplified, for the user.
    """

    name: str
    ops: list[Op]
    buffers: list[Buffer]
    places: list[Place]
    notes: list[str]

    @property
    def num_transfers(self) -> int:
        """How many places are copies of others."""
        return sum(place.source is not None for place in self.places)


@dataclass
class _Piece:
    """What slice-done returns: some of the bytes of a place's buffer."""

    place: Place
    start: int
    done: int
    order: int


@dataclass
class _Pending:
    """What copy-start and the like return: it is not there yet."""

    value: "Value"
    start: int
    operands: list[Place]
    is_op: bool
    order: int = 0
    from_last_run: bool = False


# What a name stands for; None is what takes no memory.
Value: TypeAlias = Place | _Piece | _Pending | None | tuple["Value", ...]


def leaves(value: Value) -> Iterator[Place]:
    """All places in a value."""
    if isinstance(value, Place):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from leaves(part)
    elif isinstance(value, _Piece):
        yield value.place


def _arrays(shape: Shape, index: tuple[int, ...] = ()) -> Iterator[tuple[str, Array]]:
    """Arrays of a shape, with "{1}" or "{0,2}" for where in the tuple they are."""
    if isinstance(shape, Array):
        suffix = "{" + ",".join(map(str, index)) + "}" if index else ""
        yield suffix, shape
    else:
        for number, part in enumerate(shape):
            yield from _arrays(part, (*index, number))


def fast_space_of(module: Module) -> int:
    """The number of XLA's fast memory in a module: 3 (CMEM) if anything is there,
    else 1 (VMEM)."""
    for instruction in module.entry.instructions:
        for _, array in _arrays(instruction.shape):
            if array.space == 3:
                return 3
    return 1


def _reads_part(body: Computation, number: int) -> bool:
    """Whether a fusion reads a parameter through slices and gathers only: through one
    that is its result, or, if their place is not known, anywhere."""
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
    return opcodes <= set(_PARTIAL_READS)


class _Walk:
    """Reads the entry computation from top to bottom."""

    def __init__(self, module: Module, fast_space: int, text_name: str):
        self.module = module
        self.fast_space = fast_space
        self.text_name = text_name
        self.program = Program(module.name, [], [], [], [])
        self.values: dict[str, Value] = {}
        self.users: dict[str, list[Instruction]] = {}
        self.parameters: dict[int, Value] = {}
        for each in module.entry.instructions:
            for operand in each.operands:
                self.users.setdefault(operand, []).append(each)

    @property
    def now(self) -> int:
        """The boundary that has been reached: how many ops came before."""
        return len(self.program.ops)

    def error(self, instruction: Instruction, message: str) -> InputError:
        where = f"{self.text_name}:{instruction.line}"
        return InputError(f"{where}: '{instruction.name}' {message}")

    # Values.

    def is_fast(self, array: Array, instruction: Instruction) -> bool:
        if array.space not in (0, self.fast_space):
            raise self.error(
                instruction,
                f"is in memory space {array.space}; only 0 and the fast memory's "
                f"{self.fast_space} are known",
            )
        return array.space == self.fast_space

    def fresh(
        self, shape: Shape, instruction: Instruction, live_in: bool = False
    ) -> Value:
        """New buffers of a shape."""
        return self._fresh(shape, instruction, live_in, ())

    def _fresh(
        self,
        shape: Shape,
        instruction: Instruction,
        live_in: bool,
        index: tuple[int, ...],
    ) -> Value:
        if isinstance(shape, tuple):
            return tuple(
                self._fresh(part, instruction, live_in, (*index, number))
                for number, part in enumerate(shape)
            )
        if shape.space in _NO_MEMORY or shape.element in ("token", "opaque"):
            return None
        suffix = "{" + ",".join(map(str, index)) + "}" if index else ""
        begin = 0 if live_in else self.now
        buffers = self.program.buffers
        buffers.append(
            Buffer(instruction.name + suffix, shape.size, begin, live_in=live_in)
        )
        return self.place(len(buffers) - 1, self.is_fast(shape, instruction), begin)

    def place(self, buffer: int, fast: bool, begin: int) -> Place:
        place = Place(buffer, fast, begin)
        self.program.places.append(place)
        return place

    def operand(self, instruction: Instruction, number: int = 0) -> Value:
        try:
            return self.values[instruction.operands[number]]
        except IndexError:
            raise self.error(instruction, f"has no operand {number}") from None

    # Instructions.

    def run(self) -> Program:
        entry = self.module.entry
        for instruction in entry.instructions:
            self.values[instruction.name] = self.value_of(instruction)
        self.finish(entry)
        return self.program

    def value_of(self, each: Instruction) -> Value:
        """What the instruction returns; adds its op if it is one."""
        opcode = each.opcode
        if opcode in ("parameter", "constant"):
            value = self.fresh(each.shape, each, live_in=True)
            if opcode == "parameter":
                self.parameters[int(each.literal)] = value
            return value
        if opcode == "tuple":
            return tuple(self.values[name] for name in each.operands)
        if opcode == "get-tuple-element":
            return self.element(each)
        if opcode in _NAMES_ONLY:
            return self.operand(each)
        if opcode == "after-all":
            return None
        if opcode.endswith("-start"):
            return self.start(each)
        if opcode.endswith(("-done", "-update")):
            return self.done(each)
        if each.attributes.get("custom_call_target") == '"ConcatBitcast"':
            return self.joined(each)
        if opcode == "copy" and (moved := self.moved(each)):
            return moved
        return self.op(each)

    def element(self, each: Instruction) -> Value:
        value, index = self.operand(each), each.attributes.get("index", "")
        if not isinstance(value, tuple) or not index.isdecimal():
            raise self.error(each, "takes an element of what is no tuple")
        if int(index) >= len(value):
            raise self.error(each, f"takes element {index} of {len(value)}")
        return value[int(index)]

    def copy_of(self, pieces: list[_Piece], array: Array, each: Instruction) -> Place:
        """Another place of the same buffer, filled by these copies."""
        source, starts = pieces[0].place, sorted(piece.start for piece in pieces)
        place = self.place(source.buffer, self.is_fast(array, each), starts[0])
        place.source, place.starts = source, starts
        place.done = max(piece.done for piece in pieces)
        place.order = min(piece.order for piece in pieces)
        return place

    def is_move(self, each: Instruction, source: Value, target: Shape) -> bool:
        """Whether it copies the operand, as it is, into the other memory."""
        operand = self.shape_of(each.operands[0]) if each.operands else None
        return (
            isinstance(source, Place)
            and isinstance(operand, Array)
            and isinstance(target, Array)
            and operand.is_same_but_space(target)
            and operand.space != target.space
        )

    def shape_of(self, name: str) -> Shape:
        for each in self.module.entry.instructions:
            if each.name == name:
                return each.shape
        raise KeyError(name)

    def moved(self, each: Instruction) -> Place | None:
        """A copy that only changes the memory, at once."""
        source = self.operand(each)
        if not self.is_move(each, source, each.shape):
            return None
        assert isinstance(source, Place) and isinstance(each.shape, Array)
        piece = _Piece(source, self.now, self.now, each.line)
        return self.copy_of([piece], each.shape, each)

    def start(self, each: Instruction) -> Value:
        """What moves in the background from here on."""
        operands = list(leaves(tuple(self.values[name] for name in each.operands)))
        parts = each.shape if isinstance(each.shape, tuple) else (each.shape,)
        source = self.operand(each) if each.operands else None
        next_run = "cross_program_prefetch_index" in each.attributes
        if each.opcode == "copy-start" and self.is_move(each, source, parts[0]):
            return _Pending(source, self.now, operands, False, each.line, next_run)
        if each.opcode == "slice-start" and self.is_prefetch(each):
            return _Pending(source, self.now, operands, False, each.line, next_run)
        # It computes or rearranges: an op here, done later.
        result = parts[0] if each.opcode == "copy-start" else parts[-1:]
        if each.opcode not in ("copy-start",) and len(parts) > 1:
            result = parts[1]
        step = self.now
        value = self.op(each, result)
        return _Pending(value, step, [*operands, *leaves(value)], True)

    def is_prefetch(self, each: Instruction) -> bool:
        """Whether all that becomes of a slice is to be put together again."""
        done = self.users.get(each.name, [])
        users = [user for one in done for user in self.users.get(one.name, [])]
        return bool(users) and all(
            user.attributes.get("custom_call_target") == '"ConcatBitcast"'
            for user in users
        )

    def done(self, each: Instruction) -> Value:
        """What moved in the background is there."""
        pending = self.operand(each)
        if not isinstance(pending, _Pending):
            raise self.error(each, "waits for what was never started")
        if each.opcode.endswith("-update"):
            return pending
        if pending.is_op:
            # The places are in use until here.
            for place in pending.operands:
                place.uses.append(max(pending.start, self.now - 1))
            return pending.value
        source = pending.value
        if not isinstance(source, Place) or not isinstance(each.shape, Array):
            raise self.error(each, "copies what is no array")
        piece = _Piece(source, pending.start, self.now, pending.order)
        if each.opcode == "slice-done":
            return piece
        place = self.copy_of([piece], each.shape, each)
        place.from_last_run = pending.from_last_run
        return place

    def joined(self, each: Instruction) -> Place:
        """Slices that came one by one and now are the whole buffer again."""
        pieces = [self.values[name] for name in each.operands]
        sources = {id(piece.place) for piece in pieces if isinstance(piece, _Piece)}
        if len(sources) != 1 or not isinstance(each.shape, Array):
            raise self.error(each, "puts together slices of several buffers")
        known = [piece for piece in pieces if isinstance(piece, _Piece)]
        return self.copy_of(known, each.shape, each)

    # Ops.

    def op(self, each: Instruction, shape: Shape | None = None) -> Value:
        """Adds an op; returns its results."""
        step = self.now
        reads = self.reads(each)
        value = self.fresh(each.shape if shape is None else shape, each)
        accesses = [Access(place, "read", part) for place, part in reads.values()]
        accesses += [Access(place, "write") for place in leaves(value)]
        value = self.in_place(each, value, accesses)
        for access in accesses:
            access.place.uses.append(step)
        self.program.ops.append(Op(each.name, each.cycles, accesses))
        return value

    def reads(self, each: Instruction) -> dict[int, tuple[Place, bool]]:
        """Places that it reads, by buffer, and whether it reads only a part."""
        found: dict[int, tuple[Place, bool]] = {}
        for number, name in enumerate(each.operands):
            part = self.reads_part(each, number)
            for place in leaves(self.values[name]):
                known = found.get(place.buffer)
                if known is None or place.fast > known[0].fast:
                    found[place.buffer] = (place, part and (known is None or known[1]))
        return found

    def reads_part(self, each: Instruction, number: int) -> bool:
        """Whether it reads only some of that operand."""
        if each.opcode in _PARTIAL_READS:
            return number == 0
        called = each.called("calls") if each.opcode == "fusion" else []
        body = self.module.computations.get(called[0]) if called else None
        return body is not None and _reads_part(body, number)

    def in_place(
        self, each: Instruction, value: Value, accesses: list[Access]
    ) -> Value:
        return value

    def finish(self, entry: Computation) -> None:
        """Live ranges, results, and places that nobody uses."""
        steps = self.now
        outputs = list(leaves(self.values[entry.root.name]))
        buffers = self.program.buffers
        for place in outputs:
            buffers[place.buffer].live_out = True
        for step, op in enumerate(self.program.ops):
            for access in op.accesses:
                buffer = buffers[access.place.buffer]
                buffer.end = max(buffer.end, step + 1)
        for buffer in buffers:
            if buffer.live_out:
                buffer.end = steps
        needed = _needed(self.program.places, outputs)
        self.program.places = [
            place for place in self.program.places if id(place) in needed
        ]


def _needed(places: Iterable[Place], outputs: Iterable[Place]) -> set[int]:
    """Ids of places that are used, returned, or copied to such a place."""
    needed: set[int] = set()
    waiting = [place for place in places if place.uses] + list(outputs)
    while waiting:
        place = waiting.pop()
        if id(place) not in needed:
            needed.add(id(place))
            if place.source is not None:
                waiting.append(place.source)
    return needed


def read_schedule(
    module: Module, fast_space: int | None = None, text_name: str = "<hlo>"
) -> Program:
    """What a scheduled module says of its program.

    fast_space: number of XLA's fast memory; None: `fast_space_of(module)`.

    Raises InputError if the module is not scheduled, or if something in it has no
    counterpart in a placement problem.
    """
    if not module.is_scheduled:
        raise InputError(
            f"{text_name}: module '{module.name}' is not scheduled: give the text of "
            "the compiled program (Compiled.as_text()), not of the lowered one"
        )
    space = fast_space_of(module) if fast_space is None else fast_space
    return _Walk(module, space, text_name).run()
