"""Reader of memory snapshots of PyTorch (`torch.cuda.memory._dump_snapshot`).

A snapshot is a pickle. No code of the pickle runs: classes and functions are errors.
PyTorch describes the format at `torch.cuda.memory._snapshot`. The sizes in its trace
are those requested, before the allocator rounds up.
"""

import io
import pickle
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, NoReturn

from memplace.errors import InputError, MemplaceError
from memplace.inputs import read_bytes

# Limits on a size and on the sum of all, in bytes; larger sums could overflow.
MAX_SIZE = 1 << 48
MAX_SUM = 1 << 62
# Characters of a line of code. Many allocations may share a name.
MAX_PLACE = 120
NO_TRACE = (
    "has no trace of allocations; call torch.cuda.memory._record_memory_history() "
    "before the work, and torch.cuda.memory._dump_snapshot('snapshot.pickle') after it"
)
# Entries that change the reserved memory, with the sign of the change.
SEGMENT_ENTRIES = {
    "segment_alloc": 1,
    "segment_map": 1,
    "segment_free": -1,
    "segment_unmap": -1,
}
# Parts of the paths of files that belong to libraries.
LIBRARIES = ("/site-packages/", "/dist-packages/", "/lib/python3", "/pytorch/torch/")
NO_FRAMES = "(no frames recorded)"
NO_PYTHON = "(no line of Python)"
# Function in C++ that computes a gradient.
GRADIENT = re.compile(r"torch::autograd::(?:generated::)?(\w+)::apply\b")
# Opcodes of numbers, strings, tuples, lists, dicts, of their storage in the memo, and
# of names, which are then errors.
OPCODES = (
    "PROTO FRAME STOP MARK POP POP_MARK DUP NONE NEWTRUE NEWFALSE INT BININT BININT1 "
    "BININT2 LONG LONG1 LONG4 FLOAT BINFLOAT STRING BINSTRING SHORT_BINSTRING UNICODE "
    "BINUNICODE SHORT_BINUNICODE BINUNICODE8 EMPTY_TUPLE TUPLE TUPLE1 TUPLE2 TUPLE3 "
    "EMPTY_LIST LIST APPEND APPENDS EMPTY_DICT DICT SETITEM SETITEMS GET BINGET "
    "LONG_BINGET PUT BINPUT LONG_BINPUT MEMOIZE GLOBAL STACK_GLOBAL INST"
).split()


class Reader(pickle._Unpickler):
    """Unpickler of plain data.

    The base class is the unpickler in Python. In the one in C, an index of the memo could
    take any amount of memory, and a key of deep tuples the whole stack.
    """

    stack: list[Any]
    pop_mark: Callable[[], list[Any]]
    dispatch: ClassVar[dict[int, Callable[..., None]]] = {
        getattr(pickle, name)[0]: pickle._Unpickler.dispatch[getattr(pickle, name)[0]]
        for name in OPCODES
    }

    def find_class(self, module: str, name: str) -> NoReturn:
        raise InputError(
            f"the file asks for {module}.{name}, which a snapshot does not have"
        )

    def load_setitems(self) -> None:
        items = self.pop_mark()
        self.set_items(items)

    def load_setitem(self) -> None:
        items = self.stack[-2:]
        del self.stack[-2:]
        self.set_items(items)

    def load_dict(self) -> None:
        items = self.pop_mark()
        self.stack.append({})
        self.set_items(items)

    def set_items(self, items: list[Any]) -> None:
        """Sets keys and values, which alternate, of the dict on the stack."""
        if not all(isinstance(key, str | int) for key in items[::2]):
            raise InputError("a key of a dict is neither a string nor a number")
        self.stack[-1].update(zip(items[::2], items[1::2], strict=True))

    dispatch[pickle.SETITEMS[0]] = load_setitems
    dispatch[pickle.SETITEM[0]] = load_setitem
    dispatch[pickle.DICT[0]] = load_dict


@dataclass(slots=True)
class Entry:
    """An entry of the trace that changes the memory.

    index: its place in the trace, which has further entries.
    size: bytes as requested, of a segment bytes of the device.
    where: the line of user code, of an allocation.
    """

    index: int
    action: str
    address: int
    size: int
    stream: int
    where: str


@dataclass(slots=True)
class Block:
    """A part of a segment when the snapshot was taken. Bytes: `size`, of which
    `requested` were asked for."""

    address: int
    size: int
    requested: int
    is_active: bool
    stream: int
    where: str


@dataclass
class Device:
    """Data of a device in a snapshot. `reserved`: bytes of all segments at the end;
    `length`: entries in the trace, including those of other kinds."""

    number: int
    length: int
    entries: list[Entry]
    blocks: list[Block] = field(default_factory=list)
    reserved: int = 0


def read_snapshot(path: str) -> list[Device]:
    """Returns the devices with a trace.

    Raises InputError for a file that is no snapshot, or has no trace.
    """
    content = read_bytes(path)
    try:
        snapshot = Reader(io.BytesIO(content)).load()
    except InputError as error:
        raise InputError(f"'{path}': {error}") from None
    except (MemplaceError, MemoryError):
        raise
    except Exception as error:  # Damaged bytes raise almost any exception.
        raise InputError(
            f"'{path}' is no snapshot of torch.cuda.memory: it is not a whole pickle "
            "of plain data"
        ) from error
    try:
        return Parser(len(content)).devices(snapshot)
    except InputError as error:
        raise InputError(f"'{path}' {error}") from None


def shown(value: object) -> str:
    """Returns a number, or the type of another value, for messages."""
    if type(value) is not int:
        return type(value).__name__
    return str(value) if abs(value) < 10 * MAX_SIZE else "a larger number"


def take(fields: Any, key: str, kind: type, where: str) -> Any:
    """Returns a field; raises InputError if it is missing or of another type."""
    if type(fields) is not dict:
        raise InputError(f"has {shown(fields)} as {where}, where a dict is expected")
    if key not in fields:
        raise InputError(f"is no snapshot of torch.cuda.memory: {where} lacks '{key}'")
    if type(fields[key]) is not kind:
        raise InputError(
            f"has {shown(fields[key])} as '{key}' of {where}, where {kind.__name__} is "
            "expected"
        )
    return fields[key]


class Parser:
    """Checks the data of a snapshot.

    places: lines of user code by the identity of the frames, since most allocations
        share frames.
    left: entries and blocks that may still come. A pickle may name a list twice, so
        that a small file could have any number.
    sum: bytes of all sizes so far.
    """

    def __init__(self, limit: int) -> None:
        self.places: dict[int, str] = {}
        self.left = limit
        self.sum = 0

    def rows(self, rows: list[Any], where: str) -> Iterator[tuple[str, Any]]:
        """Yields the name and value of each row of a list."""
        self.left -= len(rows)
        if self.left < 0:
            raise InputError("has the same list in several places")
        for index, row in enumerate(rows):
            yield f"{where}[{index}]", row

    def size(self, fields: Any, key: str, where: str) -> int:
        """Returns a field in bytes; raises InputError for a negative or huge number."""
        size: int = take(fields, key, int, where)
        self.sum += max(size, 0)
        if not 0 <= size <= MAX_SIZE or self.sum > MAX_SUM:
            raise InputError(
                f"has {shown(size)} as '{key}' of {where}, where 0 to {MAX_SIZE} bytes "
                "are expected"
            )
        return size

    def devices(self, snapshot: Any) -> list[Device]:
        """Returns the devices with allocations in their trace."""
        traces = take(snapshot, "device_traces", list, "the file")
        segments = take(snapshot, "segments", list, "the file")
        devices = {}
        for number, trace in enumerate(traces):
            where = f"'device_traces'[{number}]"
            if type(trace) is not list:
                raise InputError(
                    f"has {shown(trace)} as {where}, where a list is expected"
                )
            entries = list(self.entries(trace, where))
            if any(entry.action not in SEGMENT_ENTRIES for entry in entries):
                devices[number] = Device(number, len(trace), entries)
        if not devices:
            raise InputError(NO_TRACE)
        for index, segment in enumerate(segments):
            where = f"'segments'[{index}]"
            device = devices.get(take(segment, "device", int, where))
            reserved = self.size(segment, "total_size", where)
            blocks = list(self.blocks(segment, where))
            if device:
                device.reserved += reserved
                device.blocks += blocks
        return list(devices.values())

    def entries(self, trace: list[Any], where: str) -> Iterator[Entry]:
        """Yields entries with a change of the memory."""
        for index, (name, fields) in enumerate(self.rows(trace, where)):
            action = take(fields, "action", str, name)
            if action in ("alloc", "free_completed") or action in SEGMENT_ENTRIES:
                yield Entry(
                    index,
                    action,
                    take(fields, "addr", int, name),
                    self.size(fields, "size", name),
                    take(fields, "stream", int, name),
                    self.place(fields, name) if action == "alloc" else "",
                )

    def blocks(self, segment: Any, where: str) -> Iterator[Block]:
        """Yields the blocks of a segment, one after the other."""
        address = take(segment, "address", int, where)
        stream = take(segment, "stream", int, where)
        blocks = take(segment, "blocks", list, where)
        for name, fields in self.rows(blocks, f"{where}['blocks']"):
            size = self.size(fields, "size", name)
            is_active = take(fields, "state", str, name).startswith("active")
            has_request = is_active and "requested_size" in fields
            requested = (
                self.size(fields, "requested_size", name) if has_request else size
            )
            place = self.place(fields, name) if is_active else ""
            yield Block(address, size, requested, is_active, stream, place)
            address += size

    def place(self, fields: dict[str, Any], where: str) -> str:
        """Returns the innermost line of user code, or else of Python."""
        if "frames" not in fields:
            return NO_FRAMES
        frames = take(fields, "frames", list, where)
        if id(frames) not in self.places:
            self.places[id(frames)] = place_of(frames, f"a frame of {where}")
        return self.places[id(frames)]


def place_of(frames: list[Any], where: str) -> str:
    """Returns "folder/file.py:12 function" of the line that stands for the frames.

    The frames begin with the innermost. The threads of backward passes have no frames
    of Python; then the gradient's function stands for them.
    """
    found, best = NO_PYTHON if frames else NO_FRAMES, 0
    for frame in frames:
        file, name = take(frame, "filename", str, where), take(
            frame, "name", str, where
        )
        line = take(frame, "line", int, where)
        gradient = GRADIENT.match(name)
        is_python = file.endswith(".py") or file.startswith("<ipython-input")
        if is_python:
            rank = 2 if any(part in file for part in LIBRARIES) else 3
            text = f"{'/'.join(file.split('/')[-2:])}:{line} {name}"
        else:
            rank, text = (1, f"(backward) {gradient[1]}") if gradient else (0, "")
        if rank > best:
            found, best = text, rank
    return found[:MAX_PLACE]
