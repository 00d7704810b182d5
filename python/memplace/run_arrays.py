"""Runs a memref program on the user's arrays: `memplace-run --input --output`."""

import zipfile
from collections.abc import Sequence
from typing import Any

from memplace.errors import MemplaceError
from memplace.execution import RunOptions, start_program
from memplace.harness import BufferType, parse_arguments
from memplace.importers.arguments import names_of_buffers
from memplace.importers.weights import read_weights
from memplace.tools import write_bytes
from memplace.worker import Interface

# NumPy's types for elements, the first of which results have. Signs are the user's
# matter: memref types have none.
TYPES = {
    "i1": ("bool", "uint8", "int8"),
    "i8": ("int8", "uint8"),
    "i16": ("int16", "uint16"),
    "i32": ("int32", "uint32"),
    "i64": ("int64", "uint64"),
    "index": ("int64", "uint64"),
    "bf16": ("uint16", "V2"),
    "f16": ("float16",),
    "f32": ("float32",),
    "f64": ("float64",),
    "complex<f32>": ("complex64",),
    "complex<f64>": ("complex128",),
}


def load_arrays(paths: Sequence[str]) -> tuple[list[tuple[str, Any]], dict[str, Any]]:
    """Returns the arrays of .npy files, in order and with their paths, and those of
    .npz and .safetensors files by name. Raises MemplaceError for a file that can't be read.
    """
    import numpy as np

    in_order: list[tuple[str, Any]] = []
    by_name: dict[str, Any] = {}
    for path in paths:
        if path.endswith(".safetensors"):
            by_name |= read_weights(path)
            continue
        try:
            content = np.load(path, allow_pickle=False)
            if hasattr(content, "files"):
                by_name |= {name: content[name] for name in content.files}
            else:
                in_order.append((path, content))
        except OSError as error:
            raise MemplaceError(f"cannot read '{path}': {error.strerror}") from error
        except (ValueError, EOFError, zipfile.BadZipFile, KeyError) as error:
            raise MemplaceError(
                f"'{path}' is no .npy or .npz file of numbers: {error}"
            ) from error
    return in_order, by_name


def check_array(array: Any, buffer: BufferType, what: str, finite: bool) -> bytes:
    """Returns the bytes of an array for an argument. Raises MemplaceError if its type
    or shape is another one, or, if asked, if it has infinities or NaNs."""
    import numpy as np

    names = TYPES.get(buffer.element)
    if names is None:
        raise MemplaceError(f"{what}: no array has elements of '{buffer.element}'")
    shape = buffer.shape or ()
    if array.dtype == np.float32 and buffer.element == "bf16":
        array = narrow(array, what)
    if array.dtype not in [np.dtype(name) for name in names]:
        raise MemplaceError(
            f"{what} must have elements of {' or '.join(names)}, got {array.dtype}"
        )
    if array.shape != shape:
        raise MemplaceError(f"{what} must be of shape {shape}, got {array.shape}")
    if finite and array.dtype.kind in "fc":
        bad = array.size - int(np.isfinite(array).sum())
        if bad:
            raise MemplaceError(
                f"{what} has {bad} elements that are infinite or NaN; pass "
                "--allow-not-finite if they are meant"
            )
    return bytes(np.ascontiguousarray(array).tobytes())


def narrow(array: Any, what: str) -> Any:
    """Returns the bits of float32 numbers as bfloat16, which they must be."""
    import numpy as np

    bits = np.ascontiguousarray(array).view(np.uint32)
    if (bits & 0xFFFF).any():
        raise MemplaceError(f"{what} has numbers that bfloat16 can't hold; round them")
    return (bits >> 16).astype(np.uint16)


def widen(content: bytes | bytearray, buffer: BufferType) -> Any:
    """Returns the array of an argument's bytes; bfloat16 as float32, which holds it."""
    import numpy as np

    array = np.frombuffer(content, TYPES[buffer.element][0])
    if buffer.element == "bf16":
        array = (array.astype(np.uint32) << 16).view(np.float32)
    return array.reshape(buffer.shape or ())


def assign(
    paths: Sequence[str],
    names: Sequence[str],
    buffers: Sequence[BufferType],
    finite: bool,
) -> dict[int, bytes]:
    """Returns the bytes of the arguments that the files have arrays for."""
    in_order, by_name = load_arrays(paths)
    unknown = sorted(set(by_name) - set(names))
    if unknown:
        raise MemplaceError(
            f"the program has no argument '{unknown[0]}'; it has "
            + ", ".join(f"'{name}'" for name in names)
        )
    if len(in_order) > len(names) - len(by_name):
        raise MemplaceError(
            f"{len(in_order) + len(by_name)} arrays for {len(names)} arguments"
        )
    found: dict[int, bytes] = {}
    rest = iter(in_order)
    for index, name in enumerate(names):
        if name in by_name:
            array, what = by_name[name], f"'{name}'"
        elif (following := next(rest, None)) is not None:
            array, what = following[1], f"'{following[0]}', for argument '{name}',"
        else:
            continue
        found[index] = check_array(array, buffers[index], what, finite)
    return found


def run_on_arrays(
    text: str,
    name: str,
    inputs: Sequence[str],
    output: str,
    options: RunOptions,
    finite: bool = True,
) -> list[str]:
    """Runs a program on the arrays of the files `inputs`; returns the names of the
    arrays that it writes to the .npz file `output`: of arguments that were not given,
    and of those that the program changed. Arguments that are not given start as zeros.
    """
    import io

    import numpy as np

    buffers = parse_arguments(text, options.entry)
    names = names_of_buffers(text, options.entry)
    given = assign(inputs, names, buffers, finite)
    memrefs = [i for i, buffer in enumerate(buffers) if buffer.shape is not None]
    worker = start_program(
        text, Interface(buffers, list(given), memrefs), name, options
    )
    try:
        contents = worker.call(list(given.values()))
    finally:
        worker.close()
    results = {
        names[index]: widen(content, buffers[index])
        for index, content in zip(memrefs, contents)
        if given.get(index) != content
    }
    file = io.BytesIO()
    np.savez(file, **results)
    write_bytes(output, file.getvalue())
    return list(results)
