"""Reads ops, buffers and places from a scheduled HLO module.

An op is an instruction that does work. Instructions that only name a value (tuples,
bitcasts) are no ops. Copies between memories, added by XLA's memory space assignment,
are no ops either: such a copy is another *place* of the same buffer. Bodies of loops
stand at the place of the loop.
"""

from memplace.errors import InputError
from memplace.xla.copies import JOIN, arrived, joined, moved, result_shape, started
from memplace.xla.draft import Draft, Frame
from memplace.xla.hlo import Computation, Instruction, Module
from memplace.xla.program import (
    Access,
    Buffer,
    Loop,
    NoCounterpartError,
    Op,
    Place,
    Program,
    Result,
)
from memplace.xla.shapes import Shape
from memplace.xla.unions import Unions, finish
from memplace.xla.values import (
    Pending,
    Value,
    leaves,
    reads_part,
    scatters_written,
    slices_written,
    trip_count,
    written_over,
)

_NAMES_ONLY = ("bitcast", "opt-barrier", "domain", "add-dependency")
_CALLS = {
    "while": ("condition", "body"),
    "conditional": ("branch_computations", "true_computation", "false_computation"),
    "call": ("to_apply",),
}


class _Walk:
    """Reads the entry computation, including the bodies of loops, from top to bottom.

    updates: True if a result that certainly overwrites an operand is the same buffer.
    loops: True to read bodies of loops; otherwise each loop is a single op.
    merge: fusions that overwrite an operand, by XLA's statement: True for all, or a set
        of results.
    all_parts: True if scatters overwrite an operand, too, and writes into a copy.
    donated: buffers of arguments donated to a result.
    """

    def __init__(
        self,
        draft: Draft,
        updates: bool,
        loops: bool,
        merge: bool | frozenset[Result],
        all_parts: bool,
    ):
        self.draft = draft
        self.module = draft.module
        self.program = draft.program
        self.updates = updates
        self.loops = loops
        self.merge = merge
        self.all_parts = all_parts
        # Buffers of arguments whose place a result takes.
        self.donated: set[int] = set()
        self.unions = Unions()

    # Walking instructions.

    def walk(self, computation: Computation, arguments: list[Value] | None) -> Value:
        """Reads a computation; returns its result. arguments: None for the entry
        computation, whose parameters belong to the caller."""
        frame = Frame(computation)
        for each in computation.instructions:
            if each.opcode == "parameter" and arguments is not None:
                if int(each.literal) >= len(arguments):
                    raise self.draft.error(
                        each,
                        f"is parameter {each.literal}, but there are "
                        f"{len(arguments)} arguments",
                    )
                frame.values[each.name] = arguments[int(each.literal)]
            else:
                frame.values[each.name] = self.value_of(each, frame)
        return frame.values[computation.root.name]

    def value_of(self, each: Instruction, frame: Frame) -> Value:
        """Returns the instruction's value; adds an op if the instruction does work."""
        opcode = each.opcode
        if opcode in ("parameter", "constant"):
            value = self.draft.fresh(each.shape, each, live_in=True)
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

    def work(self, each: Instruction, frame: Frame) -> Value:
        """Handles instructions other than names, starts and ends."""
        target = each.attributes.get("custom_call_target")
        if target == JOIN:
            return joined(self.draft, each, frame)
        if target == '"AllocateBuffer"':
            return self.draft.fresh(each.shape, each)
        if each.opcode == "copy" and (copy := moved(self.draft, each, frame)):
            return copy
        if each.opcode == "while":
            trips = trip_count(self.module, each, frame.computation)
            if self.loops and trips is not None:
                return self.loop(each, frame, trips)
            why = (
                "its number of trips is unknown"
                if trips is None
                else "XLA's placement of a loop has no counterpart in a problem"
            )
            self.program.notes.append(
                f"loop '{each.name}' is one op with the cycles of one trip: {why}"
            )
        if each.opcode == "call":
            called = self.module.computations.get("".join(each.called("to_apply")))
            if called is not None:
                arguments = [frame.values[name] for name in each.operands]
                return self.walk(called, arguments)
        return self.op(each, frame)

    def note_donated(self, each: Instruction, value: Value) -> None:
        """Records the donated arguments."""
        if each.opcode != "parameter":
            return
        for _, number, index in self.module.aliases:
            if number != int(each.literal):
                continue
            part = value
            for position in index:
                if not isinstance(part, tuple) or position >= len(part):
                    part = None
                    break
                part = part[position]
            self.donated |= {place.buffer for place in leaves(part)}

    def element(self, each: Instruction, frame: Frame) -> Value:
        value, index = frame.operand(each), each.attributes.get("index", "")
        if not isinstance(value, tuple) or not index.isdecimal():
            raise self.draft.error(
                each, "must have a tuple as operand and a number as index"
            )
        if int(index) >= len(value):
            raise self.draft.error(
                each, f"takes element {index} of a tuple of {len(value)}"
            )
        return value[int(index)]

    def start(self, each: Instruction, frame: Frame) -> Pending:
        """Returns the value of an instruction that starts an operation in the
        background."""
        if (copy := started(self.draft, each, frame)) is not None:
            return copy
        # The instruction computes or rearranges: an op here, finished later.
        operands = [*leaves(tuple(frame.values[name] for name in each.operands))]
        step = self.draft.now
        value = self.op(each, frame, result_shape(each))
        return Pending(value, step, [*operands, *leaves(value)])

    def done(self, each: Instruction, frame: Frame) -> Value:
        """Returns the value of an operation in the background that is done here."""
        pending = frame.operand(each)
        if not isinstance(pending, Pending):
            raise self.draft.error(each, "ends an operation that was never started")
        if each.opcode.endswith("-update"):
            return pending
        if pending.in_use is None:
            return arrived(self.draft, each, pending)
        for place in pending.in_use:
            place.uses.append(max(pending.start, self.draft.now - 1))
        return pending.value

    # Ops.

    def op(self, each: Instruction, frame: Frame, shape: Shape | None = None) -> Value:
        """Adds an op; returns its results."""
        step = self.draft.now
        accesses = self.reads(each, frame)
        value = self.draft.fresh(each.shape if shape is None else shape, each)
        value = self.in_place(each, frame, value, accesses)
        users = frame.users.get(each.name, [])
        opcodes = {user.opcode for user in users}
        if each.cycles == 0 and opcodes in ({"copy-start"}, {"copy"}):
            for place in leaves(value):
                place.is_handed_on = True
        updated = {access.place.buffer for access in accesses}
        accesses += [
            Access(place, "write")
            for place in leaves(value)
            if place.buffer not in updated
        ]
        cycles = self.cycles(each)
        # Scalars have a memory of their own.
        if not accesses and cycles is None:
            return value
        for access in accesses:
            access.place.uses.append(step)
        self.program.ops.append(Op(each.name, cycles, accesses))
        return value

    def reads(self, each: Instruction, frame: Frame) -> list[Access]:
        """Returns the op's reads, a single access for each buffer."""
        found: dict[int, Access] = {}
        for number, name in enumerate(each.operands):
            part = reads_part(self.module, each, number)
            for place in leaves(frame.values[name]):
                known = found.get(place.buffer)
                if known is None:
                    found[place.buffer] = Access(place, "read", part, operand=number)
                    continue
                known.is_partial &= part
                if (
                    place.fast > known.place.fast
                    and place.version >= known.place.version
                ):
                    known.place, known.operand = place, number
        return list(found.values())

    def taken_over(
        self, each: Instruction, frame: Frame
    ) -> dict[int, tuple[int, int | None]]:
        """Returns the results that overwrite an operand: by result, the operand's
        number, and the number of new bytes (None: all)."""
        found: dict[int, tuple[int, int | None]] = {}
        if self.updates and self.merge:
            found |= {
                result: (number, None)
                for result, number in written_over(each).items()
                if self.merge is True or (each.name, result) in self.merge
            }
        if self.all_parts:
            found |= scatters_written(self.module, each)
        if not self.updates:
            return found
        if each.opcode == "dynamic-update-slice":
            part = frame.operand(each, 1)
            if not isinstance(part, Place):
                return {0: (0, None)}
            return {0: (0, self.program.buffers[part.buffer].size)}
        return found | slices_written(self.module, each)

    def in_place(
        self, each: Instruction, frame: Frame, value: Value, accesses: list[Access]
    ) -> Value:
        """Replaces results that overwrite an operand by the operand's buffer."""
        results = [*value] if isinstance(value, tuple) else [value]
        for result, (number, size) in self.taken_over(each, frame).items():
            old = frame.operand(each, number)
            new = results[result] if result < len(results) else None
            if not isinstance(old, Place) or not isinstance(new, Place):
                continue
            if not self.may_write_over(old, new):
                continue
            access = next(a for a in accesses if a.place.buffer == old.buffer)
            access.place, access.mode, access.is_partial = old, "update", False
            if size is not None:
                access.size = size
            old.version += 1
            self.unions.join(new, old)
            self.program.in_place.add((each.name, result))
            results[result] = old
        return tuple(results) if isinstance(value, tuple) else results[0]

    def may_write_over(self, old: Place, new: Place) -> bool:
        """Returns true if no later op can need the old contents."""
        buffers = self.program.buffers
        held = buffers[old.buffer]
        is_free = not held.live_in or old.buffer in self.donated
        is_same = old.fast == new.fast and held.size == buffers[new.buffer].size
        is_first = old.source is None or held.live_in or old.source.is_handed_on
        return is_free and is_same and (is_first or self.all_parts)

    def cycles(self, each: Instruction) -> int | None:
        """Returns XLA's cycles of an instruction. A loop has the cycles of a single
        trip, a branch those of the slowest arm."""
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

    def loop(self, each: Instruction, frame: Frame, trips: int) -> Value:
        """Reads condition and body of a loop in place."""
        condition, body = (
            self.module.computations["".join(each.called(name))]
            for name in ("condition", "body")
        )
        carried = frame.operand(each)
        if not isinstance(carried, tuple):
            return self.op(each, frame)
        begin = self.draft.now
        boundary = Op(each.name, None, [], is_boundary=True)
        self.program.ops.append(boundary)
        kept = _invariants(body)
        carried = tuple(
            value if number in kept else self.own(value, boundary)
            for number, value in enumerate(carried)
        )
        first = self.draft.now
        self.walk(condition, [carried])
        result = self.walk(body, [carried])
        last = self.draft.now
        if last == first:
            return carried
        self.program.loops.append(Loop(first, last, trips))
        if not isinstance(result, tuple) or len(result) != len(carried):
            raise self.draft.error(
                each, "has a body that returns other elements than it takes"
            )
        before = {id(place) for place in leaves(carried)}
        for old, new in zip(carried, result):
            self.unite(each, old, new, before)
        for place in leaves(carried):
            place.uses += [begin, last - 1]
        return carried

    def own(self, value: Value, boundary: Op) -> Value:
        """Returns a new buffer for a value that a loop overwrites, if the value still
        belongs to the caller or has another copy. The boundary op copies the value."""
        if not isinstance(value, Place):
            return value
        buffers = self.program.buffers
        held = buffers[value.buffer]
        if value.source is None and not held.live_in:
            return value
        source = value.source if value.source and not value.uses else value
        step = self.draft.now - 1
        name = f"{boundary.name}.{held.name}"
        mine = self.draft.place(
            self.draft.buffer(Buffer(name, held.size, step)), value.fast, step
        )
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
        """Unites a value returned by a loop's body with the value taken by the next
        trip. Raises NoCounterpartError if these can't share a place.

        before: ids of all places that the loop takes.
        """
        if isinstance(old, tuple) and isinstance(new, tuple):
            for mine, theirs in zip(old, new):
                self.unite(each, mine, theirs, before)
        elif isinstance(old, Place) and isinstance(new, Place) and old is not new:
            message = ""
            if old.fast != new.fast:
                message = "has a body that returns a value in another memory"
            elif not self.unions.is_one(old, new) and (
                new.source or self.program.buffers[new.buffer].live_in
            ):
                message = "has a body that returns a copy of another value"
            elif id(new) in before:
                message = "has a body that returns a value as another element"
            if message:
                raise self.draft.error(each, message, NoCounterpartError)
            self.unions.join(new, old)


def _invariants(body: Computation) -> set[int]:
    """Returns the elements of a loop's tuple that the body returns unchanged."""
    by_name = {each.name: each for each in body.instructions}
    found: set[int] = set()
    if body.root.opcode != "tuple":
        return found
    for number, name in enumerate(body.root.operands):
        each = by_name[name]
        if (
            each.opcode == "get-tuple-element"
            and each.attributes.get("index") == str(number)
            and [by_name[one].opcode for one in each.operands] == ["parameter"]
        ):
            found.add(number)
    return found


def read_schedule(
    module: Module,
    text_name: str = "<hlo>",
    *,
    updates: bool = True,
    loops: bool = True,
    merge: bool | frozenset[Result] = False,
    all_parts: bool = False,
) -> Program:
    """Reads the program of a scheduled module.

    updates: True if a slice written into an array, by an op or at the end of a fusion,
        is written in place, unless another op can need the old contents.
    loops: True to read bodies of loops with a known trip count; otherwise each loop is
        a single op.
    merge: True if all fusion results that overwrite an operand, by XLA's statement,
        share its buffer; or the set of such results.
    all_parts: True if scatters into an array are in place, too, by XLA's statement,
        also if the array is a copy from the other memory. Only a placement accepted by
        `verify` proves that no op needs the old contents.

    Raises InputError if the module is not scheduled, or if a part of the module has no
    counterpart in a placement problem.
    """
    if not module.is_scheduled:
        raise InputError(
            f"{text_name}: module '{module.name}' is not scheduled: give the text of "
            "the compiled program (Compiled.as_text()), not of the lowered one"
        )
    walk = _Walk(Draft(module, text_name), updates, loops, merge, all_parts)
    try:
        root = walk.walk(module.entry, None)
    except RecursionError:
        raise InputError(f"{text_name}: a computation calls itself") from None
    return finish(walk.program, walk.unions, root)
