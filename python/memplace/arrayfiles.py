"""Reads arrays in .safetensors, .npy and .npz files, and writes .npz files.

Headers are checked before any data is read. So a wrong header cannot lead to wrong
numbers, and a small file cannot take much memory.
"""

import json
import math
import os
import warnings
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

from memplace.errors import InputError, MemplaceError
from memplace.inputs import MAX_BYTES, check_holes, open_regular
from memplace.jsontext import strict_json
from memplace.mlirtext import clean_name

# NumPy's type and the bytes of an element, by safetensors' type name. NumPy lacks 8-bit
# floats. Elements of bfloat16 are read as their bits.
SAFETENSORS_TYPES = {
    "BOOL": ("bool", 1),
    "U8": ("uint8", 1),
    "I8": ("int8", 1),
    "I16": ("int16", 2),
    "U16": ("uint16", 2),
    "I32": ("int32", 4),
    "U32": ("uint32", 4),
    "I64": ("int64", 8),
    "U64": ("uint64", 8),
    "F16": ("float16", 2),
    "BF16": ("bfloat16", 2),
    "F32": ("float32", 4),
    "F64": ("float64", 8),
    "C64": ("complex64", 8),
    "F8_E4M3": ("", 1),
    "F8_E5M2": ("", 1),
    "F8_E8M0": ("", 1),
}
# Limit on the header's bytes, the same as in safetensors.
MAX_HEADER_BYTES = 100_000_000


@dataclass(frozen=True)
class StoredArray:
    """Location of an array in a file."""

    offset: int
    """Position of the first byte in the file."""
    bytes: int
    dtype: str
    """NumPy's name of the type, or "bfloat16"; "" if NumPy has no such type."""
    shape: tuple[int, ...]


def read_safetensors_header(file: BinaryIO, path: str) -> dict[str, StoredArray]:
    """Returns the locations of the arrays in a safetensors file, by name.

    Raises InputError if the header is wrong. The arrays must fill the rest of the file
    without holes or overlaps.
    """
    total = os.fstat(file.fileno()).st_size
    head = file.read(8)
    length = int.from_bytes(head, "little")
    if len(head) < 8 or length > min(total - 8, MAX_HEADER_BYTES):
        raise InputError(
            f"'{path}' is not a safetensors file: its header would have {length} bytes"
        )
    try:
        header = strict_json(file.read(length))
        if not isinstance(header, dict):
            raise ValueError("its header is not a JSON object")
        _check_metadata(header.pop("__metadata__", None))
        arrays = {
            name: _stored_array(name, entry, 8 + length)
            for name, entry in header.items()
        }
        _check_coverage(arrays, 8 + length, total)
    except ValueError as error:
        raise InputError(f"'{path}' is not a safetensors file: {error}") from error
    return arrays


def _check_metadata(metadata: Any) -> None:
    """Raises ValueError unless metadata maps names to strings."""
    if metadata is None:
        return
    if not isinstance(metadata, dict) or not all(
        isinstance(value, str) for value in metadata.values()
    ):
        raise ValueError("'__metadata__' must be an object of strings")


def _stored_array(name: str, entry: Any, start: int) -> StoredArray:
    """Returns the array of a header's entry; `start` is the position of the data."""
    keys = ("dtype", "shape", "data_offsets")
    if not isinstance(entry, dict) or any(key not in entry for key in keys):
        raise ValueError(f"'{name}' must have {', '.join(map(repr, keys))}")
    kind, shape, offsets = (entry[key] for key in keys)
    for key in keys[1:]:
        numbers = entry[key]
        if not isinstance(numbers, list) or not all(map(_is_size, numbers)):
            raise ValueError(
                f"'{name}': '{key}' must be whole numbers from 0 to 2^63 - 1, got "
                f"{json.dumps(numbers)[:60]}"
            )
    if len(offsets) != 2:
        raise ValueError(f"'{name}': 'data_offsets' must be two numbers, got {offsets}")
    if not isinstance(kind, str) or kind not in SAFETENSORS_TYPES:
        raise ValueError(f"'{name}' has elements of {json.dumps(kind)[:60]}")
    dtype, width = SAFETENSORS_TYPES[kind]
    size = math.prod(shape) * width
    if offsets[1] - offsets[0] != size:
        raise ValueError(
            f"'{name}' is {kind}{shape}, {size} bytes, but 'data_offsets' are {offsets}"
        )
    return StoredArray(start + offsets[0], size, dtype, tuple(shape))


def _is_size(number: Any) -> bool:
    """Says whether a number is a valid size or offset."""
    return type(number) is int and 0 <= number < 1 << 63


def _check_coverage(arrays: dict[str, StoredArray], start: int, total: int) -> None:
    """Raises ValueError unless arrays exactly fill the file from byte `start` on."""
    place = start
    for name, array in sorted(
        arrays.items(), key=lambda item: (item[1].offset, item[1].bytes)
    ):
        if array.offset != place:
            raise ValueError(
                f"'{name}' begins at byte {array.offset - start} of the data, but the "
                f"arrays before it end at byte {place - start}"
            )
        place += array.bytes
    if place != total:
        raise ValueError(
            f"its arrays are to end at byte {place}, but the file has {total}"
        )


def read_npy_header(file: Any, path: str, total: int) -> StoredArray:
    """Returns the location of the array in a .npy file of `total` bytes.

    Raises InputError for other elements than numbers, for column-major order, and for
    truncated files.
    """
    dtype, shape, is_fortran = _parse_npy_header(file, path)
    if is_fortran and len(shape) > 1:
        raise InputError(
            f"'{path}' must be in row-major order; save it by "
            "np.save(path, np.ascontiguousarray(array))"
        )
    offset, size = file.tell(), math.prod(shape) * dtype.itemsize
    if offset + size > total:
        raise InputError(
            f"'{path}' is cut short: its array {dtype}{list(shape)} is to end at byte "
            f"{offset + size}, but the file has {total}"
        )
    return StoredArray(offset, size, dtype.str, shape)


def _parse_npy_header(file: Any, path: str) -> tuple[Any, tuple[int, ...], bool]:
    """Returns type and shape of a .npy file, and whether its order is column-major."""
    from numpy.lib import format as npy

    try:
        version = npy.read_magic(file)
        is_first = version == (1, 0)
        read = npy.read_array_header_1_0 if is_first else npy.read_array_header_2_0
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # For headers of Python 2, and damaged headers.
            shape, is_fortran, dtype = read(file)
        if not all(map(_is_size, shape)):
            raise ValueError(f"it has the shape {shape}")
    except OSError:
        raise
    except Exception as error:  # The header is a Python expression.
        reason = str(error).strip().partition("\n")[0][:200] or type(error).__name__
        raise InputError(
            f"'{path}' is not a .npy or .npz file of numbers: {reason}"
        ) from error
    if dtype.kind not in "biufcV" or dtype.fields or dtype.subdtype or dtype.hasobject:
        raise InputError(f"'{path}' must be an array of numbers, got {dtype}")
    return dtype, shape, is_fortran


def read_arrays(path: str) -> Any:
    """Returns the array of a .npy file, or a .npz or .safetensors file's arrays by
    name.

    Raises MemplaceError for a file that cannot be read.
    """
    try:
        with open_regular(path) as file:
            check_holes(path, os.fstat(file.fileno()))
            if path.endswith(".safetensors"):
                return _read_safetensors(file, path)
            head = file.read(4)
            file.seek(0)
            if head[:2] == b"PK":
                return dict(_read_npz(file, path))
            return _read_npy(file, path, os.fstat(file.fileno()).st_size)
    except InputError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a path with a zero byte.
        reason = getattr(error, "strerror", None) or error
        raise MemplaceError(f"cannot read '{path}': {reason}") from error


def _read_safetensors(file: BinaryIO, path: str) -> dict[str, Any]:
    """Returns the arrays of a safetensors file by name; bfloat16 as its bits."""
    import numpy as np

    arrays = {}
    for name, stored in read_safetensors_header(file, path).items():
        if not stored.dtype:
            raise InputError(
                f"'{path}': '{name}' has floats of 8 bits, which are not read"
            )
        dtype = np.dtype("uint16" if stored.dtype == "bfloat16" else stored.dtype)
        file.seek(stored.offset)
        arrays[name] = _read_data(file, path, dtype, stored.shape)
    return arrays


def _read_npy(file: Any, path: str, total: int) -> Any:
    """Returns the array of a .npy file of `total` bytes, in this machine's byte order."""
    dtype, shape, is_fortran = _parse_npy_header(file, path)
    size = math.prod(shape) * dtype.itemsize
    if size > total - file.tell():
        raise InputError(
            f"'{path}' is cut short: its array {dtype}{list(shape)} has {size} bytes, "
            f"but the file has {total}"
        )
    array = _read_data(file, path, dtype, shape[::-1] if is_fortran else shape)
    array = array.transpose() if is_fortran else array
    return array.astype(dtype.newbyteorder("="), copy=False)


def _read_data(file: Any, path: str, dtype: Any, shape: Sequence[int]) -> Any:
    """Reads an array's elements at the current position of a file."""
    import numpy as np

    content = bytearray(math.prod(shape) * dtype.itemsize)
    view, place = memoryview(content), 0
    while place < len(content):
        count = file.readinto(view[place:])
        if not count:
            raise InputError(f"'{path}' is cut short")
        place += count
    return np.frombuffer(content, dtype).reshape(shape)


def _read_npz(file: BinaryIO, path: str) -> Iterator[tuple[str, Any]]:
    """Yields names and arrays of a .npz file.

    Raises InputError if the decompressed arrays exceed both MOST_BYTES and the file's
    size.
    """
    total = os.fstat(file.fileno()).st_size
    names = set()
    try:
        with zipfile.ZipFile(file) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
            if size > max(MAX_BYTES, total):
                raise InputError(
                    f"'{path}' has {total} bytes, but its arrays would have {size}; "
                    f"those of compressed files may have {MAX_BYTES}"
                )
            for entry in archive.infolist():
                name = clean_name(entry.filename.removesuffix(".npy"))
                if name in names:
                    raise InputError(f"'{path}': '{name}' is there twice")
                names.add(name)
                where = f"{path}/{entry.filename}"
                with archive.open(entry) as member:
                    yield name, _read_npy(member, where, entry.file_size)
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        EOFError,
        RuntimeError,
    ) as error:  # RuntimeError: an encrypted file.
        raise InputError(f"'{path}' is not a .npz file of numbers: {error}") from error


def pack_npz(arrays: dict[str, Any]) -> bytes:
    """Returns arrays by name as the bytes of a .npz file."""
    import io

    import numpy as np

    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, np.asanyarray(array))
    return content.getvalue()
