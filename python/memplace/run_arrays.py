"""Runs a memref program on the user's arrays: `memplace-run --input --output`."""

from collections.abc import Collection, Sequence
from typing import Any

from memplace.arrayfiles import pack_npz, read_arrays
from memplace.errors import MemplaceError
from memplace.execution import RunOptions, list_arguments, start_program
from memplace.harness import ProgramArgument
from memplace.tools import write_bytes
from memplace.worker import Interface

# NumPy's types by element type; results have the first type of a row. Memref types are
# signless, so an argument not marked as unsigned accepts both signed and unsigned
# arrays.
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
    """Reads the arrays in files.

    Returns arrays of .npy files in order, with their paths, and arrays of .npz and
    .safetensors files by name. Raises MemplaceError for a file that cannot be read.
    """
    in_order: list[tuple[str, Any]] = []
    by_name: dict[str, Any] = {}
    for path in paths:
        content = read_arrays(path)
        if not isinstance(content, dict):
            in_order.append((path, content))
            continue
        for name in content:
            if name in by_name:
                raise MemplaceError(f"--input gives '{name}' twice, again by '{path}'")
        by_name |= content
    return in_order, by_name


def types_of(buffer: ProgramArgument) -> tuple[str, ...]:
    """Returns NumPy's types for an argument; results have the first type."""
    types = TYPES.get(buffer.element, ())
    if not buffer.is_unsigned:
        return types
    return tuple(name for name in types if name.startswith("uint"))


def check_array(array: Any, buffer: ProgramArgument, what: str, finite: bool) -> bytes:
    """Returns the bytes of an array for an argument.

    Raises MemplaceError for another type or shape and, with `finite`, for infinities
    and NaNs.
    """
    import numpy as np

    names = types_of(buffer)
    if not names:
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
    """Converts float32 to the bits of bfloat16; raises MemplaceError if inexact."""
    import numpy as np

    bits = np.ascontiguousarray(array).view(np.uint32)
    if (bits & 0xFFFF).any():
        raise MemplaceError(f"{what} has numbers that bfloat16 can't hold; round them")
    return (bits >> 16).astype(np.uint16)


def widen(content: bytes | bytearray, buffer: ProgramArgument) -> Any:
    """Returns an argument's bytes as an array; bfloat16 is widened to float32."""
    import numpy as np

    array = np.frombuffer(content, types_of(buffer)[0])
    if buffer.element == "bf16":
        array = (array.astype(np.uint32) << 16).view(np.float32)
    return array.reshape(buffer.shape or ())


def assign(
    paths: Sequence[str],
    names: Sequence[str],
    buffers: Sequence[ProgramArgument],
    finite: bool,
) -> dict[int, bytes]:
    """Assigns the arrays in files to arguments; returns bytes by argument."""
    in_order, by_name = load_arrays(paths)
    unknown = sorted(set(by_name) - set(names))
    if unknown:
        raise MemplaceError(
            f"the program has no argument '{unknown[0]}'; it has "
            + ", ".join(f"'{name}'" for name in names)
        )
    arguments = [n for n, buffer in zip(names, buffers) if not buffer.is_result]
    for name in by_name:
        if arguments.count(name) > 1:
            raise MemplaceError(
                f"the program has {arguments.count(name)} arguments '{name}'; give their "
                "arrays in order, in files without names (.npy)"
            )
    if len(in_order) > len(names) - len(by_name):
        raise MemplaceError(
            f"{len(in_order) + len(by_name)} arrays for {len(names)} arguments"
        )
    found: dict[int, bytes] = {}
    rest = iter(in_order)
    for index, name in enumerate(names):
        # A result may have the name of the input or weight whose value it returns.
        if name in by_name and not (buffers[index].is_result and name in names[:index]):
            array, what = by_name[name], f"'{name}'"
        elif (following := next(rest, None)) is not None:
            array, what = following[1], f"'{following[0]}', for argument '{name}',"
        else:
            continue
        found[index] = check_array(array, buffers[index], what, finite)
    return found


def check_complete(buffers: Sequence[ProgramArgument], given: Collection[int]) -> None:
    """Raises MemplaceError if the program reads an argument that was not given."""
    needed = [
        buffer.name
        for number, buffer in enumerate(buffers)
        if number not in given and buffer.is_read and not buffer.is_result
    ]
    if needed:
        raise MemplaceError(
            f"no --input has an array for argument {quoted(needed)}, which the program reads"
        )


def quoted(names: Sequence[str], most: int = 5) -> str:
    """Returns a list of names for a message: the first `most` names, in quotes."""
    found = [f"'{name}'" for name in names[:most]]
    return ", ".join(found + (["..."] if len(names) > most else []))


def run_on_arrays(
    text: str,
    name: str,
    inputs: Sequence[str],
    output: str,
    options: RunOptions,
    finite: bool = True,
) -> list[str]:
    """Runs a program on the arrays in the files `inputs`.

    Writes an array to the .npz file `output` for each argument that was not given or
    that the program changed. Returns the arrays' names; the second array of a
    name is called by its number, as arg3. Missing arguments
    start as zeros. If there are any inputs, the program must not read a missing
    argument.
    """
    buffers = list_arguments(text, options, name)
    names = [buffer.name for buffer in buffers]
    given = assign(inputs, names, buffers, finite)
    if inputs:
        check_complete(buffers, given)
    memrefs = [i for i, buffer in enumerate(buffers) if buffer.shape is not None]
    worker = start_program(
        text, Interface(buffers, list(given), memrefs), name, options
    )
    try:
        contents = worker.call(list(given.values()))
    except KeyboardInterrupt:
        worker.process.kill()  # It may compute for a long time.
        raise
    finally:
        worker.close()
    results: dict[str, Any] = {}
    for index, content in zip(memrefs, contents):
        if given.get(index) != content:
            # Arguments may have equal names.
            key = names[index] if names[index] not in results else f"arg{index}"
            while key in results:
                key += "_"
            results[key] = widen(content, buffers[index])
    write_bytes(output, pack_npz(results))
    return list(results)
