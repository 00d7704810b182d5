"""Where each weight is in a user's files: safetensors, in one file or in several, .irpa, or
.npy files of a folder."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memplace.errors import InputError, MemplaceError
from memplace.serving.irpa import read_parameters

# Types of safetensors and of NumPy, as MLIR's elements.
SAFETENSORS_TYPES = {
    "BOOL": "i1",
    "U8": "i8",
    "I8": "i8",
    "I16": "i16",
    "U16": "i16",
    "I32": "i32",
    "U32": "i32",
    "I64": "i64",
    "U64": "i64",
    "F16": "f16",
    "BF16": "bf16",
    "F32": "f32",
    "F64": "f64",
}
# A header of more is no header: safetensors has the same limit.
LARGEST_HEADER = 100_000_000


@dataclass(frozen=True)
class Weight:
    """An array in a file."""

    file: str
    offset: int
    """Of its first byte in the file."""
    bytes: int
    element: str
    """As MLIR calls it; "": the file does not say it, nor the shape."""
    shape: tuple[int, ...]


def read_layout(path: str) -> dict[str, Weight]:
    """Returns where the weights are, by name, of a .safetensors file, the index of several
    (model.safetensors.index.json), an .irpa archive, a .npy file, or a folder of
    .safetensors files or else of .npy files, which are named as the arrays.

    Only headers are read. Raises InputError for what is none of these.
    """
    try:
        if os.path.isdir(path):
            if shards := sorted(map(str, Path(path).glob("*.safetensors"))):
                return sharded_weights(shards)
            files = sorted(Path(path).glob("*.npy"))
            if not files:
                raise InputError(f"'{path}' has no .safetensors and no .npy file")
            return {file.stem: npy_weight(str(file)) for file in files}
        if path.endswith(".index.json"):
            return sharded_weights(files_of_index(path))
        if path.endswith(".npy"):
            return {Path(path).stem: npy_weight(path)}
        if path.endswith(".irpa"):
            return irpa_weights(path)
        return safetensors_weights(path)
    except OSError as error:
        file = error.filename or path
        raise MemplaceError(f"cannot read '{file}': {error.strerror}") from error


def npy_weight(path: str) -> Weight:
    """Returns where the array of a .npy file is."""
    from numpy.lib import format as npy

    with open(path, "rb") as file:
        try:
            version = npy.read_magic(file)
            read = npy.read_array_header_1_0
            if version != (1, 0):
                read = npy.read_array_header_2_0
            shape, is_fortran, dtype = read(file)
        except ValueError as error:
            raise InputError(f"'{path}' is no .npy file: {error}") from error
        offset = file.tell()
    elements = {"b": "i", "i": "i", "u": "i", "f": "f"}
    if (is_fortran and len(shape) > 1) or dtype.kind not in elements:
        raise InputError(
            f"'{path}' must be an array of numbers in row-major order, got {dtype}"
            f"{' in column-major order' if is_fortran else ''}"
        )
    bits = 1 if dtype.kind == "b" else dtype.itemsize * 8
    size = dtype.itemsize
    for extent in shape:
        size *= extent
    return Weight(
        os.path.abspath(path), offset, size, f"{elements[dtype.kind]}{bits}", shape
    )


def irpa_weights(path: str) -> dict[str, Weight]:
    """Returns where the parameters of IREE's archive are, which have no types there."""
    file = os.path.abspath(path)
    return {
        found.name: Weight(file, found.offset, found.bytes, "", ())
        for found in read_parameters(path)
    }


def files_of_index(path: str) -> list[str]:
    """Returns the files that an index of safetensors files names, which are beside it."""
    try:
        names = json.loads(Path(path).read_text(encoding="utf-8"))["weight_map"].values()
        return sorted({str(Path(path).parent / name) for name in names})
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"'{path}' is no index of safetensors files: {error!r}"
        ) from error


def sharded_weights(files: list[str]) -> dict[str, Weight]:
    """Returns where the arrays of several safetensors files are. Raises InputError if two
    have one of the same name."""
    found: dict[str, Weight] = {}
    for file in files:
        for name, weight in safetensors_weights(file).items():
            if name in found:
                raise InputError(
                    f"'{name}' is in '{found[name].file}' and in '{weight.file}'; which "
                    "one is meant?"
                )
            found[name] = weight
    return found


def safetensors_weights(path: str) -> dict[str, Weight]:
    """Returns where the arrays of a safetensors file are."""
    with open(path, "rb") as file:
        total = os.fstat(file.fileno()).st_size
        head = file.read(8)
        length = int.from_bytes(head, "little")
        if len(head) < 8 or length > min(total - 8, LARGEST_HEADER):
            raise InputError(
                f"'{path}' is no safetensors file: its header would have {length} bytes"
            )
        text = file.read(length)
    try:
        header = json.loads(text)
        weights = {
            name: safetensors_weight(path, 8 + length, entry)
            for name, entry in header.items()
            if name != "__metadata__"
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"'{path}' is no safetensors file: {error!r}") from error
    for name, weight in weights.items():
        if weight.offset < 8 + length or weight.offset + weight.bytes > total:
            raise InputError(
                f"'{path}': the array '{name}' is to end at byte "
                f"{weight.offset + weight.bytes}, but the file has {total}"
            )
    return weights


def safetensors_weight(path: str, start: int, entry: dict[str, Any]) -> Weight:
    """Returns the weight of a header's entry; `start` is where data begins."""
    begin, end = (int(offset) for offset in entry["data_offsets"])
    shape = tuple(int(extent) for extent in entry["shape"])
    element = SAFETENSORS_TYPES[entry["dtype"]]
    return Weight(os.path.abspath(path), start + begin, end - begin, element, shape)
