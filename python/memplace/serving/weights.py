"""Where each weight is in a user's files: safetensors, in one file or in several, .irpa, or
.npy files of a folder."""

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from memplace.arrayfiles import (
    LARGEST_HEADER,
    StoredArray,
    read_npy_header,
    read_safetensors_header,
)
from memplace.errors import InputError, MemplaceError
from memplace.inputs import open_regular
from memplace.jsontext import strict_json
from memplace.serving.irpa import read_parameters

# MLIR's elements by NumPy's types, whose byte order is the machine's.
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
    """Of its first byte in the file."""
    bytes: int
    element: str
    """As MLIR calls it; "": the file does not say it, nor the shape."""
    shape: tuple[int, ...]
    dtype: str = ""
    """As NumPy calls it, or "bfloat16"; "": the file does not say it."""


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
    except InputError:
        raise
    except OSError as error:
        file = error.filename or path
        raise MemplaceError(f"cannot read '{file}': {error.strerror}") from error
    except ValueError as error:  # Of a path with a zero byte.
        raise MemplaceError(f"cannot read '{path}': {error}") from error


def npy_weight(path: str) -> Weight:
    """Returns where the array of a .npy file is."""
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
    """Returns the weight that an array in a file is."""
    return Weight(
        os.path.abspath(path),
        stored.offset,
        stored.bytes,
        ELEMENTS.get(stored.dtype, stored.dtype or "f8"),
        stored.shape,
        stored.dtype,
    )


def irpa_weights(path: str) -> dict[str, Weight]:
    """Returns where the parameters of IREE's archive are, which have no types there."""
    file = os.path.abspath(path)
    return {
        found.name: Weight(file, found.offset, found.bytes, "", ())
        for found in read_parameters(path)
    }


def files_of_index(path: str) -> list[str]:
    """Returns the files that an index of safetensors files names, which are beside it:
    an index from elsewhere must not lead to other files."""
    try:
        with open_regular(path) as file:
            text = file.read(LARGEST_HEADER + 1)
        if len(text) > LARGEST_HEADER:
            raise ValueError(f"it has more than {LARGEST_HEADER} bytes")
        content = strict_json(text)
        weights = content.get("weight_map") if isinstance(content, dict) else None
        if not isinstance(weights, dict) or not weights:
            raise ValueError("it has no object 'weight_map' of names and files")
        return [file_beside(path, name) for name in unique_names(weights)]
    except InputError:
        raise
    except ValueError as error:
        raise InputError(
            f"'{path}' is no index of safetensors files: {error}"
        ) from error


def unique_names(weights: dict[str, Any]) -> list[str]:
    """Returns the names of files in the object of an index, sorted."""
    for name, file in weights.items():
        if not isinstance(file, str):
            raise ValueError(f"the file of '{name}' must be a string")
    return sorted(set(weights.values()))


def file_beside(path: str, name: str) -> str:
    """Returns the path of the file that an index at `path` calls `name`."""
    folder = os.path.dirname(os.path.abspath(path))
    file = os.path.join(folder, name)
    if "\0" in name or name in ("", ".", "..") or os.path.basename(name) != name:
        raise ValueError(f"'{name}' must be the name of a file beside it")
    if os.path.dirname(os.path.realpath(file)) not in allowed_folders(path, folder):
        raise ValueError(f"'{name}' is a link out of its folder")
    return file


def allowed_folders(path: str, folder: str) -> set[str]:
    """Returns the folders where the files of an index may be: its own, and that where the
    index itself is if it is a link, as in a cache of downloads."""
    return {os.path.realpath(folder), os.path.dirname(os.path.realpath(path))}


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
    with open_regular(path) as file:
        stored = read_safetensors_header(file, path)
    return {name: weight_of(path, array) for name, array in stored.items()}
