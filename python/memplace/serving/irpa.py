"""Where the parameters of an archive of IREE's are (.irpa): arrays of bytes by name."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from memplace.errors import InputError

# As iree/schemas/parameter_archive.h has it, version 0: little-endian, packed.
MAGIC = b"IRPA"
PREFIX = struct.Struct("<4sHHQQQ")  # Magic, versions, size, next header, flags.
HEADER = struct.Struct("<Q2Q2Q2Q")  # Entries; ranges of entries, names and data.
ENTRY = struct.Struct("<QIQ2Q2QQ")  # Size, type, flags; name, metadata; alignment.
RANGE = struct.Struct("<2Q")
ENTRY_ALIGNMENT = 16
SKIPPED, SPLAT, DATA = 0, 1, 2
# Tables of more are no tables.
LARGEST_TABLE = 100_000_000


@dataclass(frozen=True)
class Parameter:
    """A run of bytes of the archive. It has no type and no shape there."""

    name: str
    offset: int
    """Of its first byte in the file."""
    bytes: int


def read_part(file: BinaryIO, path: str, offset: int, size: int) -> bytes:
    """Returns bytes of the file. Raises InputError if it has fewer."""
    file.seek(offset)
    found = file.read(size) if size <= LARGEST_TABLE else b""
    if len(found) < size:
        raise InputError(
            f"'{path}' is no archive of parameters: it would have {size} bytes of tables "
            f"from byte {offset} on"
        )
    return found


def read_parameters(path: str) -> list[Parameter]:
    """Returns the parameters of all archives that are linked in a file. Only tables are
    read. Raises InputError for another file, or one whose parameters have no bytes."""
    parameters: list[Parameter] = []
    with open(path, "rb") as file:
        total = file.seek(0, 2)
        base = following = 0
        while not parameters or following:
            base += following
            prefix = read_part(file, path, base, PREFIX.size)
            magic, major, _, _, following, _ = PREFIX.unpack(prefix)
            if magic != MAGIC or major != 0:
                raise InputError(f"'{path}' is no archive of parameters of version 0")
            parameters += read_archive(file, path, base)
            if not parameters and not following:
                raise InputError(f"'{path}' has no parameters")
    for parameter in parameters:
        end = parameter.offset + parameter.bytes
        if end > total:
            raise InputError(
                f"'{path}': the parameter '{parameter.name}' is to end at byte {end}, but "
                f"the file has {total}"
            )
    return parameters


def read_archive(file: BinaryIO, path: str, base: int) -> Iterator[Parameter]:
    """Yields the parameters of the archive whose header begins at byte `base`."""
    header = read_part(file, path, base + PREFIX.size, HEADER.size)
    count, *ranges = HEADER.unpack(header)
    (table_at, table_size), (names_at, names_size), (data_at, _) = zip(
        ranges[::2], ranges[1::2]
    )
    table = read_part(file, path, base + table_at, table_size)
    names = read_part(file, path, base + names_at, names_size)
    place = 0
    for _ in range(count):
        if place + ENTRY.size + RANGE.size > len(table):
            raise InputError(f"'{path}': its table of parameters ends too early")
        size, kind, _, at, length, *_ = ENTRY.unpack_from(table, place)
        name = names[at : at + length].decode("utf-8", "replace")
        if kind == DATA:
            start, stored = RANGE.unpack_from(table, place + ENTRY.size)
            yield Parameter(name, base + data_at + start, stored)
        elif kind != SKIPPED:
            what = "one number again and again" if kind == SPLAT else "in another file"
            raise InputError(
                f"'{path}': the parameter '{name}' is {what}; make an archive that has its "
                "bytes, by iree-convert-parameters"
            )
        if size < ENTRY.size:
            raise InputError(f"'{path}': the parameter '{name}' has an entry of {size}")
        place += -(-size // ENTRY_ALIGNMENT) * ENTRY_ALIGNMENT
