"""Reads the tables of IREE's parameter archives (.irpa): arrays of bytes by name."""

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from memplace.errors import InputError
from memplace.inputs import open_regular
from memplace.mlirtext import decode_name

# Format of iree/schemas/parameter_archive.h, version 0: little-endian, packed.
MAGIC = b"IRPA"
PREFIX = struct.Struct("<4sHHQQQ")  # Magic, versions, size, next header, flags.
HEADER = struct.Struct("<Q2Q2Q2Q")  # Entries; ranges of entries, names and data.
ENTRY = struct.Struct("<QIQ2Q2QQ")  # Size, type, flags; name, metadata; alignment.
RANGE = struct.Struct("<2Q")
ENTRY_ALIGNMENT = 16
SKIPPED, DATA = 0, 2
OTHERS = {1: "one number again and again", 3: "in another file"}
# Larger tables are an error.
MAX_TABLE_BYTES = 100_000_000


@dataclass(frozen=True)
class Parameter:
    """A range of bytes in the archive, which has no types and shapes."""

    name: str
    offset: int
    """Offset of the first byte in the file."""
    bytes: int


class Archive:
    """A file with archives. Only tables are read, and no byte twice, so the time is at
    most linear in the file's size."""

    def __init__(self, file: BinaryIO, path: str) -> None:
        self.file = file
        self.path = path
        self.total = os.fstat(file.fileno()).st_size
        self.left = self.total
        """Bytes of tables still allowed."""
        self.tables: list[tuple[int, int]] = []
        """Offsets and sizes of what was read."""

    def error(self, reason: str) -> InputError:
        """Returns an error about the file."""
        return InputError(f"'{self.path}' is not an archive of parameters: {reason}")

    def read(self, offset: int, size: int) -> bytes:
        """Returns bytes of the file. Raises InputError if the file is too short, or if
        tables overlap."""
        if size > MAX_TABLE_BYTES or offset + size > self.total:
            raise self.error(
                f"it would have {size} bytes of tables from byte {offset} on, but has "
                f"{self.total}"
            )
        self.left -= size
        if self.left < 0:
            raise self.error("its tables overlap")
        self.file.seek(offset)
        found = self.file.read(size)
        if len(found) < size:
            raise self.error("it is cut short")
        self.tables.append((offset, size))
        return found


def read_parameters(path: str) -> tuple[list[Parameter], list[tuple[int, int]]]:
    """Returns the parameters of all archives linked in a file, and the offsets and sizes
    of the archives' tables. Raises InputError for another format, and for parameters
    without bytes in the file."""
    parameters: dict[str, Parameter] = {}
    with open_regular(path) as file:
        archive = Archive(file, path)
        base, following = 0, 1
        while following:
            prefix = archive.read(base, PREFIX.size)
            magic, major, minor, size, following, _ = PREFIX.unpack(prefix)
            if magic != MAGIC or (major, minor) != (0, 0):
                raise InputError(
                    f"'{path}' is not an archive of parameters of version 0.0"
                )
            if size != PREFIX.size + HEADER.size:
                raise archive.error(
                    f"its header says that it has {size} bytes, but headers have "
                    f"{PREFIX.size + HEADER.size}"
                )
            for parameter in read_archive(archive, base):
                if parameter.name in parameters:
                    raise archive.error(f"'{parameter.name}' is there twice")
                parameters[parameter.name] = parameter
            base += following
        if not parameters:
            raise InputError(f"'{path}' has no parameters")
    for parameter in parameters.values():
        end = parameter.offset + parameter.bytes
        if end > archive.total:
            raise InputError(
                f"'{path}': the parameter '{parameter.name}' is to end at byte {end}, but "
                f"the file has {archive.total}"
            )
    return list(parameters.values()), archive.tables


def read_archive(archive: Archive, base: int) -> Iterator[Parameter]:
    """Yields the parameters of the archive whose header starts at byte `base`."""
    path = archive.path
    header = archive.read(base + PREFIX.size, HEADER.size)
    count, *ranges = HEADER.unpack(header)
    (table_at, table_size), (names_at, names_size), (data_at, data_size) = zip(
        ranges[::2], ranges[1::2]
    )
    table = archive.read(base + table_at, table_size)
    names = archive.read(base + names_at, names_size)
    place, named = 0, 0
    for _ in range(count):
        if place + ENTRY.size > len(table):
            raise InputError(f"'{path}': its table of parameters ends too early")
        entry = ENTRY.unpack_from(table, place)
        size, kind, _, at, length, metadata_at, metadata_size, _ = entry
        named += length
        end = max(at + length, metadata_at + metadata_size)
        if end > len(names) or named > len(names):
            raise InputError(f"'{path}': its table of names ends too early")
        name = decode_name(names[at : at + length])
        least = ENTRY.size + (RANGE.size if kind == DATA else 0)
        if size < least or place + size > len(table):
            raise InputError(
                f"'{path}': the parameter '{name}' has an entry of {size} bytes, which "
                f"must have at least {least} and fit into the table"
            )
        if kind == DATA:
            start, stored = RANGE.unpack_from(table, place + ENTRY.size)
            if start + stored > data_size:
                raise InputError(
                    f"'{path}': the parameter '{name}' ends at byte {start + stored} of "
                    f"the archive's data, which has {data_size}"
                )
            yield Parameter(name, base + data_at + start, stored)
        elif kind in OTHERS:
            raise InputError(
                f"'{path}': the parameter '{name}' is {OTHERS[kind]}; make an archive that "
                "has its bytes, by iree-convert-parameters"
            )
        elif kind != SKIPPED:
            raise InputError(
                f"'{path}': the parameter '{name}' is of the unknown kind {kind}"
            )
        place += -(-size // ENTRY_ALIGNMENT) * ENTRY_ALIGNMENT
