"""Finds the weights in a user's files: safetensors in a single file or in shards,
.irpa, or .npy files of a folder."""

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from memplace.arrayfiles import (
    MAX_HEADER_BYTES,
    StoredArray,
    read_npy_header,
    read_safetensors_header,
)
from memplace.errors import InputError, MemplaceError
from memplace.inputs import open_regular
from memplace.jsontext import strict_json
from memplace.serving.irpa import read_parameters

# MLIR's element types by NumPy's types, in the machine's byte order.
ELEMENTS = {
    "bool": "i1",
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
}
ELEMENTS |= {
    f"{sign}int{bits}": f"i{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)
}


@dataclass(frozen=True)
class Weight:
    """An array in a file."""

    file: str
    offset: int
    """Offset of the first byte in the file."""
    bytes: int
    element: str
    """MLIR's element type; "" if the file has neither type nor shape."""
    shape: tuple[int, ...]
    dtype: str = ""
    """NumPy's type, or "bfloat16"; "" if the file has no type."""
    tables: tuple[tuple[int, int], ...] = ()
    """Offsets and sizes of the parts of the file that say where its arrays are, if some
    are behind arrays."""


def read_layout(path: str) -> dict[str, Weight]:
    """Returns the weights by name. `path` is a .safetensors file, the index of shards
    (model.safetensors.index.json), an .irpa archive, a .npy file, or a folder of
    .safetensors files. A folder without any may have .npy files, named like the arrays.

    Reads headers only. Raises InputError for any other path.
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
    except InputError:
        raise
    except OSError as error:
        file = error.filename or path
        raise MemplaceError(f"cannot read '{file}': {error.strerror}") from error
    # For a path with a zero byte.
    except ValueError as error:
        raise MemplaceError(f"cannot read '{path}': {error}") from error


def npy_weight(path: str) -> Weight:
    """Returns the weight in a .npy file. Raises InputError for another byte order."""
    import numpy as np

    with open_regular(path) as file:
        stored = read_npy_header(file, path, os.fstat(file.fileno()).st_size)
    dtype = np.dtype(stored.dtype)
    if not dtype.isnative:
        raise InputError(
            f"'{path}' has numbers in another byte order than this machine; save it by "
            "np.save(path, array.astype(array.dtype.newbyteorder('=')))"
        )
    return weight_of(path, replace(stored, dtype=dtype.name))


def weight_of(path: str, stored: StoredArray) -> Weight:
    """Returns the weight of an array in a file."""
    return Weight(
        os.path.abspath(path),
        stored.offset,
        stored.bytes,
        ELEMENTS.get(stored.dtype, stored.dtype or "f8"),
        stored.shape,
        stored.dtype,
    )


def irpa_weights(path: str) -> dict[str, Weight]:
    """Returns the parameters of IREE's archive, which have no types there."""
    file = os.path.abspath(path)
    parameters, found = read_parameters(path)
    tables = tuple((offset, size) for offset, size in found if size > 0)
    return {
        one.name: Weight(file, one.offset, one.bytes, "", (), tables=tables)
        for one in parameters
    }


def files_of_index(path: str) -> list[str]:
    """Returns the files named in an index of safetensors files. All must be beside the
    index: an index from elsewhere must not lead to other files."""
    try:
        with open_regular(path) as file:
            text = file.read(MAX_HEADER_BYTES + 1)
        if len(text) > MAX_HEADER_BYTES:
            raise ValueError(f"it has more than {MAX_HEADER_BYTES} bytes")
        content = strict_json(text)
        weights = content.get("weight_map") if isinstance(content, dict) else None
        if not isinstance(weights, dict) or not weights:
            raise ValueError("it has no object 'weight_map' of names and files")
        return [file_beside(path, name) for name in unique_names(weights)]
    except InputError:
        raise
    except ValueError as error:
        raise InputError(
            f"'{path}' is not an index of safetensors files: {error}"
        ) from error


def unique_names(weights: dict[str, Any]) -> list[str]:
    """Returns the distinct names of files in an index, sorted."""
    for name, file in weights.items():
        if not isinstance(file, str):
            raise ValueError(f"the file of '{name}' must be a string")
    return sorted(set(weights.values()))


def file_beside(path: str, name: str) -> str:
    """Returns the path of the file `name` in the index at `path`. Raises ValueError for
    a file outside of the index's folder."""
    folder = os.path.dirname(os.path.abspath(path))
    file = os.path.join(folder, name)
    if "\0" in name or name in ("", ".", "..") or os.path.basename(name) != name:
        raise ValueError(f"'{name}' must be the name of a file beside it")
    if os.path.dirname(os.path.realpath(file)) not in allowed_folders(path, folder):
        raise ValueError(f"'{name}' is a link out of its folder")
    return file


def allowed_folders(path: str, folder: str) -> set[str]:
    """Returns the folders for files of an index: its own, and for a link the folder of
    the link's target, as in a cache of downloads."""
    return {os.path.realpath(folder), os.path.dirname(os.path.realpath(path))}


def sharded_weights(files: list[str]) -> dict[str, Weight]:
    """Returns the arrays of several safetensors files. Raises InputError for a name in
    two files."""
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
    """Returns the arrays of a safetensors file."""
    with open_regular(path) as file:
        stored = read_safetensors_header(file, path)
    return {name: weight_of(path, array) for name, array in stored.items()}
