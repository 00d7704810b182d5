"""From a scheduled HLO module to ops, buffers and where XLA keeps them.

An op is an instruction that does work. What only names a value (tuples, bitcasts), and
the copies between memories that XLA's memory space assignment added, are no ops: a copy
is another *place* of the same buffer. Bodies of loops stand where the loop is.
"""

from memplace.errors import InputError
from memplace.xla.hlo import Computation, Instruction, Module
from memplace.xla.program import (
    Access,
    Buffer,
    Loop,
    NoCounterpartError,
    Op,
    Place,
    Program,
)
from memplace.xla.shapes import Array, Shape
from memplace.xla.unions import Unions, finish
from memplace.xla.values import (
    Pending,
    Piece,
    Value,
    fast_space_of,
    leaves,
    reads_part,
    suffix,
    trip_count,
    written_over,
)

# Spaces whose contents are no buffers: flags of the DMA engines, scalars' memory.
_NO_MEMORY = (2, 6)
_NAMES_ONLY = ("bitcast", "opt-barrier", "domain", "add-dependency")
_CALLS = {
    "while": ("condition", "body"),
    "conditional": ("branch_computations", "true_computation", "false_computation"),
    "call": ("to_apply",),
}


class _Frame:
    """What is known of a computation while it is read."""

    def __init__(self, computation: Computation):
        self.computation = computation
        self.values: dict[str, Value] = {}
        self.shapes = {each.name: each.shape for each in computation.instructions}
        self.users: dict[str, list[Instruction]] = {}
        for each in computation.instructions:
            for operand in each.operands:
                self.users.setdefault(operand, []).append(each)

    def operand(self, each: Instruction, number: int = 0) -> Value:
        if number >= len(each.operands):
            raise InputError(f"'{each.name}' has no operand {number}")
        return self.values[each.operands[number]]


class _Walk:
    """Reads the entry computation, and those of loops in it, from top to bottom.

    updates: whether a result that XLA writes over an operand is the same buffer, where
        that is certain.
    loops: whether bodies of loops are read; else a loop is one op.
    merge: whether fusions write over operands, too, where XLA says so.
    """

    def __init__(
        self,
        module: Module,
        fast_space: int,
        text_name: str,
        updates: bool,
        loops: bool,
        merge: bool,
    ):
        self.module = module
        self.fast_space = fast_space
        self.text_name = text_name
        self.updates = updates
        self.loops = loops
        self.merge = merge
        self.program = Program(module.name, [], [], [])
        # Buffers of arguments whose place a result takes.
        self.donated: set[int] = set()
        self.unions = Unions()

    @property
    def now(self) -> int:
        """The boundary that has been reached: how many ops came before."""
        return len(self.program.ops)

    def error(
        self,
        instruction: Instruction,
        message: str,
        kind: type[InputError] = InputError,
    ) -> InputError:
        where = f"{self.text_name}:{instruction.line}"
        return kind(f"{where}: '{instruction.name}' {message}")

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
        self,
        shape: Shape,
        instruction: Instruction,
        live_in: bool = False,
        index: tuple[int, ...] = (),
    ) -> Value:
        """New buffers of a shape."""
        if isinstance(shape, tuple):
            return tuple(
                self.fresh(part, instruction, live_in, (*index, number))
                for number, part in enumerate(shape)
            )
        if shape.space in _NO_MEMORY or shape.element in ("token", "opaque"):
            return None
        begin = 0 if live_in else self.now
        name = instruction.name + suffix(index)
        buffer = self.buffer(Buffer(name, shape.size, begin, live_in=live_in))
        return self.place(buffer, self.is_fast(shape, instruction), begin)

    def buffer(self, buffer: Buffer) -> int:
        self.program.buffers.append(buffer)
        return len(self.program.buffers) - 1

    def place(self, buffer: int, fast: bool, begin: int) -> Place:
        place = Place(buffer, fast, begin)
        self.program.places.append(place)
        return place

    # Instructions.

    def walk(self, computation: Computation, arguments: list[Value] | None) -> Value:
        """Reads a computation; returns what it returns. arguments: None for the entry
        computation, whose parameters are the caller's."""
        frame = _Frame(computation)
        for each in computation.instructions:
            if each.opcode == "parameter" and arguments is not None:
                if int(each.literal) >= len(arguments):
                    raise self.error(each, f"is one of {len(arguments)} arguments")
                frame.values[each.name] = arguments[int(each.literal)]
            else:
                frame.values[each.name] = self.value_of(each, frame)
        return frame.values[computation.root.name]

    def value_of(self, each: Instruction, frame: _Frame) -> Value:
        """What the instruction returns; adds its op if it is one."""
        opcode = each.opcode
        if opcode in ("parameter", "constant"):
            value = self.fresh(each.shape, each, live_in=True)
            self.note_donated(each, value)
            return value
        if opcode == "tuple":
            return tuple(frame.values[name] for name in each.operands)
        if opcode == "get-tuple-element":
            return self.element(each, frame)
        if opcode in _NAMES_ONLY and each.operands:
            return frame.operand(each)
        if opcode == "after-all":
            return None
        if opcode.endswith("-start"):
            return self.start(each, frame)
        if opcode.endswith(("-done", "-update")) and each.operands:
            return self.done(each, frame)
        return self.work(each, frame)

    def work(self, each: Instruction, frame: _Frame) -> Value:
        """What is neither a name nor an end of something asynchronous."""
        target = each.attributes.get("custom_call_target")
        if target == '"ConcatBitcast"':
            return self.joined(each, frame)
        if target == '"AllocateBuffer"':
            return self.fresh(each.shape, each)
        if each.opcode == "copy" and (moved := self.moved(each, frame)):
            return moved
        if each.opcode == "while" and self.loops:
            trips = trip_count(self.module, each, frame.computation)
            if trips is not None:
                return self.loop(each, frame, trips)
            self.program.notes.append(
                f"one op, for one trip: loop '{each.name}', which does not say how often "
                "it runs"
            )
        if each.opcode == "call":
            called = self.module.computations.get("".join(each.called("to_apply")))
            if called is not None:
                arguments = [frame.values[name] for name in each.operands]
                return self.walk(called, arguments)
        return self.op(each, frame)

    def note_donated(self, each: Instruction, value: Value) -> None:
        """Notes which arguments are given away."""
        if each.opcode != "parameter":
            return
        for _, number, index in self.module.aliases:
            if number != int(each.literal):
                continue
            part = value
            for position in index:
                part = part[position] if isinstance(part, tuple) else None
            self.donated |= {place.buffer for place in leaves(part)}

    def element(self, each: Instruction, frame: _Frame) -> Value:
        value, index = frame.operand(each), each.attributes.get("index", "")
        if not isinstance(value, tuple) or not index.isdecimal():
            raise self.error(each, "takes an element of what is no tuple")
        if int(index) >= len(value):
            raise self.error(each, f"takes element {index} of {len(value)}")
        return value[int(index)]

    # Copies.

    def copy_of(
        self, pieces: list[Piece], array: Array, instruction: Instruction
    ) -> Place:
        """Another place of the same buffer, filled by these copies."""
        source, starts = pieces[0].place, sorted(piece.start for piece in pieces)
        fast = self.is_fast(array, instruction)
        place = self.place(source.buffer, fast, starts[0])
        place.source, place.starts = source, starts
        place.done = max(piece.done for piece in pieces)
        place.order = min(piece.order for piece in pieces)
        place.version = source.version
        return place

    def is_move(
        self, each: Instruction, frame: _Frame, source: Value, target: Shape
    ) -> bool:
        """Whether it copies the operand, as it is, into the other memory."""
        operand = frame.shapes[each.operands[0]] if each.operands else None
        return (
            isinstance(source, Place)
            and isinstance(operand, Array)
            and isinstance(target, Array)
            and operand.is_same_but_space(target)
            and {operand.space, target.space} == {0, self.fast_space}
        )

    def moved(self, each: Instruction, frame: _Frame) -> Place | None:
        """A copy that only changes the memory, at once: XLA's, if there are no cycles,
        else one of the program, which becomes an op."""
        source = frame.operand(each) if each.operands else None
        if each.cycles is not None or not self.is_move(each, frame, source, each.shape):
            return None
        assert isinstance(source, Place) and isinstance(each.shape, Array)
        piece = Piece(source, self.now, self.now, each.line)
        return self.copy_of([piece], each.shape, each)

    def start(self, each: Instruction, frame: _Frame) -> Value:
        """What moves in the background from here on."""
        operands = list(leaves(tuple(frame.values[name] for name in each.operands)))
        parts = each.shape if isinstance(each.shape, tuple) else (each.shape,)
        source = frame.operand(each) if each.operands else None
        next_run = "cross_program_prefetch_index" in each.attributes
        is_copy = each.opcode == "copy-start"
        if (is_copy and self.is_move(each, frame, source, parts[0])) or (
            each.opcode == "slice-start" and self.is_prefetch(each, frame)
        ):
            return Pending(source, self.now, operands, False, each.line, next_run)
        # It computes or rearranges: an op here, done later. Its shape is a tuple of
        # operands, result and flags; of copy-start, of result, operand and flags.
        result = parts[0] if is_copy or len(parts) == 1 else parts[1]
        step = self.now
        value = self.op(each, frame, result)
        return Pending(value, step, [*operands, *leaves(value)], True)

    def is_prefetch(self, each: Instruction, frame: _Frame) -> bool:
        """Whether all that becomes of a slice is to be put together again."""
        done = frame.users.get(each.name, [])
        users = [user for one in done for user in frame.users.get(one.name, [])]
        return bool(users) and all(
            user.attributes.get("custom_call_target") == '"ConcatBitcast"'
            for user in users
        )

    def done(self, each: Instruction, frame: _Frame) -> Value:
        """What moved in the background is there."""
        pending = frame.operand(each)
        if not isinstance(pending, Pending):
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
        piece = Piece(source, pending.start, self.now, pending.order)
        if each.opcode == "slice-done":
            return piece
        place = self.copy_of([piece], each.shape, each)
        place.from_last_run = pending.from_last_run
        return place

    def joined(self, each: Instruction, frame: _Frame) -> Place:
        """Slices that came one by one and now are the whole buffer again."""
        pieces = [frame.values[name] for name in each.operands]
        known = [piece for piece in pieces if isinstance(piece, Piece)]
        sources = {id(piece.place) for piece in known}
        if len(sources) != 1 or len(known) < len(pieces):
            raise self.error(each, "puts together slices of several buffers")
        if not isinstance(each.shape, Array):
            raise self.error(each, "puts together what is no array")
        return self.copy_of(known, each.shape, each)

    # Ops.

    def op(self, each: Instruction, frame: _Frame, shape: Shape | None = None) -> Value:
        """Adds an op; returns its results."""
        step = self.now
        accesses = self.reads(each, frame)
        value = self.fresh(each.shape if shape is None else shape, each)
        value = self.in_place(each, frame, value, accesses)
        updated = {access.place.buffer for access in accesses}
        accesses += [
            Access(place, "write")
            for place in leaves(value)
            if place.buffer not in updated
        ]
        cycles = self.cycles(each)
        # Scalars in a memory of their own.
        if not accesses and cycles is None:
            return value
        for access in accesses:
            access.place.uses.append(step)
        self.program.ops.append(Op(each.name, cycles, accesses))
        return value

    def reads(self, each: Instruction, frame: _Frame) -> list[Access]:
        """What it reads: one access for each buffer."""
        found: dict[int, Access] = {}
        for number, name in enumerate(each.operands):
            part = reads_part(self.module, each, number)
            for place in leaves(frame.values[name]):
                known = found.get(place.buffer)
                if known is None:
                    found[place.buffer] = Access(place, "read", part)
                    continue
                known.is_partial &= part
                if (
                    place.fast > known.place.fast
                    and place.version >= known.place.version
                ):
                    known.place = place
        return list(found.values())

    def in_place(
        self, each: Instruction, frame: _Frame, value: Value, accesses: list[Access]
    ) -> Value:
        """Lets results that XLA writes over an operand be the operand's buffer."""
        is_slice = each.opcode == "dynamic-update-slice"
        if not self.updates or not (is_slice or self.merge):
            return value
        for result, number in ({0: 0} if is_slice else written_over(each)).items():
            old = frame.operand(each, number)
            new = value[result] if isinstance(value, tuple) else value
            if not isinstance(old, Place) or not isinstance(new, Place):
                continue
            if not self.may_write_over(old, new):
                continue
            access = next(a for a in accesses if a.place.buffer == old.buffer)
            access.place, access.mode, access.is_partial = old, "update", False
            if is_slice and isinstance(part := frame.operand(each, 1), Place):
                access.size = self.program.buffers[part.buffer].size
            old.version += 1
            self.unions.join(new, old)
            if isinstance(value, tuple):
                value = (*value[:result], old, *value[result + 1 :])
            else:
                value = old
        return value

    def may_write_over(self, old: Place, new: Place) -> bool:
        """Whether nothing else can need what the old place's buffer held."""
        buffers = self.program.buffers
        held = buffers[old.buffer]
        is_free = not held.live_in or old.buffer in self.donated
        is_same = old.fast == new.fast and held.size == buffers[new.buffer].size
        return is_free and is_same and (old.source is None or held.live_in)

    def cycles(self, each: Instruction) -> int | None:
        """XLA's cycles of an instruction; those of loops and branches add up."""
        if each.opcode not in _CALLS:
            return each.cycles
        sums = []
        for name in each.called(*_CALLS[each.opcode]):
            computation = self.module.computations.get(name)
            known = [
                cycles
                for inner in (computation.instructions if computation else ())
                if (cycles := self.cycles(inner)) is not None
            ]
            sums.append(sum(known) if known else None)
        known_sums = [cycles for cycles in sums if cycles is not None]
        if not known_sums:
            return None
        return sum(known_sums) if each.opcode == "while" else max(known_sums)

    # Loops.

    def loop(self, each: Instruction, frame: _Frame, trips: int) -> Value:
        """Reads condition and body where the loop is."""
        condition, body = (
            self.module.computations["".join(each.called(name))]
            for name in ("condition", "body")
        )
        carried = frame.operand(each)
        if not isinstance(carried, tuple):
            return self.op(each, frame)
        begin = self.now
        boundary = Op(each.name, None, [], is_boundary=True)
        self.program.ops.append(boundary)
        kept = _invariants(body)
        carried = tuple(
            value if number in kept else self.own(value, boundary)
            for number, value in enumerate(carried)
        )
        first = self.now
        self.walk(condition, [carried])
        result = self.walk(body, [carried])
        last = self.now
        if last == first:
            return carried
        self.program.loops.append(Loop(first, last, trips))
        if not isinstance(result, tuple) or len(result) != len(carried):
            raise self.error(each, "has a body that returns something else")
        before = {id(place) for place in leaves(carried)}
        for old, new in zip(carried, result):
            self.unite(each, old, new, before)
        for place in leaves(carried):
            place.uses += [begin, last - 1]
        return carried

    def own(self, value: Value, boundary: Op) -> Value:
        """What a loop writes over has a buffer of its own: what is still the caller's,
        or has another copy, is copied before."""
        if not isinstance(value, Place):
            return value
        buffers = self.program.buffers
        held = buffers[value.buffer]
        if value.source is None and not held.live_in:
            return value
        source = value.source if value.source and not value.uses else value
        step = self.now - 1
        name = f"{boundary.name}.{held.name}"
        mine = self.place(self.buffer(Buffer(name, held.size, step)), value.fast, step)
        known = {access.place.buffer for access in boundary.accesses}
        if source.buffer not in known:
            boundary.accesses.append(Access(source, "read"))
            source.uses.append(step)
        boundary.accesses.append(Access(mine, "write"))
        boundary.is_boundary = False
        mine.uses.append(step)
        return mine

    def unite(
        self, each: Instruction, old: Value, new: Value, before: set[int]
    ) -> None:
        """What a loop's body returns is what it takes in the next trip.

        before: ids of all places that the loop takes.
        """
        if isinstance(old, tuple) and isinstance(new, tuple):
            for mine, theirs in zip(old, new):
                self.unite(each, mine, theirs, before)
        elif isinstance(old, Place) and isinstance(new, Place) and old is not new:
            message = ""
            if old.fast != new.fast:
                message = "carries a value from one memory to another"
            elif not self.unions.is_one(old, new) and (
                new.source or self.program.buffers[new.buffer].live_in
            ):
                message = "carries a value that is another's copy"
            elif id(new) in before:
                message = "carries a value from one place to another"
            if message:
                raise self.error(each, message, NoCounterpartError)
            self.unions.join(new, old)


def _invariants(body: Computation) -> set[int]:
    """Elements of a loop's tuple that the body hands on as they are."""
    by_name = {each.name: each for each in body.instructions}
    found: set[int] = set()
    if body.root.opcode != "tuple":
        return found
    for number, name in enumerate(body.root.operands):
        each = by_name[name]
        if (
            each.opcode == "get-tuple-element"
            and each.attributes.get("index") == str(number)
            and by_name[each.operands[0]].opcode == "parameter"
        ):
            found.add(number)
    return found


def read_schedule(
    module: Module,
    text_name: str = "<hlo>",
    *,
    updates: bool = True,
    loops: bool = True,
    merge: bool = False,
) -> Program:
    """What a scheduled module says of its program.

    updates: whether a slice that is written into an array, by an op of its own, is
        written in place, if nothing else can need the array as it was.
    loops: whether bodies of loops that count are read; else each loop is one op.
    merge: whether fusions, too, write over operands where XLA says so.

    Raises InputError if the module is not scheduled, or if something in it has no
    counterpart in a placement problem.
    """
    if not module.is_scheduled:
        raise InputError(
            f"{text_name}: module '{module.name}' is not scheduled: give the text of "
            "the compiled program (Compiled.as_text()), not of the lowered one"
        )
    walk = _Walk(module, fast_space_of(module), text_name, updates, loops, merge)
    try:
        root = walk.walk(module.entry, None)
    except RecursionError:
        raise InputError(f"{text_name}: a computation calls itself") from None
    return finish(walk.program, walk.unions, root)
