"""Copies added by XLA's memory space assignment: immediate copies, copies in the
background (copy-start, copy-done), and copies in slices that are joined afterwards.

A copy is another place of the same buffer.
"""

from memplace.xla.draft import Draft, Frame
from memplace.xla.hlo import Instruction
from memplace.xla.program import Place
from memplace.xla.shapes import Array, Shape
from memplace.xla.values import Pending, Piece

# Custom call joining slices.
JOIN = '"ConcatBitcast"'


def result_shape(each: Instruction) -> Shape:
    """Returns the shape of a "-start" instruction's result. The instruction's own shape
    is a tuple of operands, result and flags; for copy-start, of result, operand and
    flags."""
    shape = each.shape
    if not isinstance(shape, tuple) or not shape:
        return shape
    is_first = each.opcode == "copy-start" or len(shape) == 1
    return shape[0 if is_first else 1]


def _is_move(draft: Draft, each: Instruction, frame: Frame, target: Shape) -> bool:
    """Returns true if an instruction copies its operand unchanged into the other
    memory."""
    operand = frame.shapes[each.operands[0]] if each.operands else None
    return (
        isinstance(operand, Array)
        and isinstance(frame.operand(each), Place)
        and isinstance(target, Array)
        and operand.is_same_but_space(target)
        and {operand.space, target.space} == {0, draft.fast_space}
    )


def _is_joined(each: Instruction, frame: Frame) -> bool:
    """Returns true if all uses of a slice join the slice with others."""
    done = frame.users.get(each.name, [])
    users = [user for one in done for user in frame.users.get(one.name, [])]
    return bool(users) and all(
        user.attributes.get("custom_call_target") == JOIN for user in users
    )


def _copy_of(
    draft: Draft, pieces: list[Piece], array: Array, instruction: Instruction
) -> Place:
    """Returns a new place of the same buffer, filled by these copies."""
    source, starts = pieces[0].place, sorted(piece.start for piece in pieces)
    place = draft.place(source.buffer, draft.is_fast(array, instruction), starts[0])
    place.source, place.starts = source, starts
    place.done = max(piece.done for piece in pieces)
    place.order = min(piece.order for piece in pieces)
    place.version = source.version
    return place


def moved(draft: Draft, each: Instruction, frame: Frame) -> Place | None:
    """Returns the place made by an immediate copy between memories; None if the
    instruction has cycles, since the program's own copies become ops."""
    if each.cycles is not None or not _is_move(draft, each, frame, each.shape):
        return None
    source = frame.operand(each)
    assert isinstance(source, Place) and isinstance(each.shape, Array)
    piece = Piece(source, draft.now, draft.now, each.line)
    return _copy_of(draft, [piece], each.shape, each)


def started(draft: Draft, each: Instruction, frame: Frame) -> Pending | None:
    """Returns a copy, or a slice of a copy, started by an instruction; None if the
    instruction starts something else."""
    if each.opcode == "copy-start":
        is_copy = _is_move(draft, each, frame, result_shape(each))
    else:
        is_copy = each.opcode == "slice-start" and _is_joined(each, frame)
    if not is_copy:
        return None
    next_run = "cross_program_prefetch_index" in each.attributes
    source = frame.operand(each)
    return Pending(source, draft.now, order=each.line, from_last_run=next_run)


def arrived(draft: Draft, each: Instruction, pending: Pending) -> Place | Piece:
    """Returns the place of a finished copy, or the finished slice. Raises InputError if
    the source is no array."""
    source = pending.value
    if not isinstance(source, Place) or not isinstance(each.shape, Array):
        raise draft.error(each, "copies a value that must be an array")
    piece = Piece(source, pending.start, draft.now, pending.order)
    if each.opcode == "slice-done":
        return piece
    place = _copy_of(draft, [piece], each.shape, each)
    place.from_last_run = pending.from_last_run
    return place


def joined(draft: Draft, each: Instruction, frame: Frame) -> Place:
    """Returns the place filled by joined slices. Raises InputError if the slices are
    not all of the same array."""
    pieces = [frame.values[name] for name in each.operands]
    known = [piece for piece in pieces if isinstance(piece, Piece)]
    sources = {id(piece.place) for piece in known}
    if len(sources) != 1 or len(known) < len(pieces):
        raise draft.error(each, "joins slices of several buffers, which must be of one")
    if not isinstance(each.shape, Array):
        raise draft.error(each, "joins slices into a value that must be an array")
    return _copy_of(draft, known, each.shape, each)
