"""Loads a program in any form that an importer reads, and converts it to memref
text."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from memplace import arguments
from memplace.errors import MemplaceError
from memplace.importers.jax_function import jax_to_stablehlo
from memplace.importers.kinds import (
    SUFFIXES,
    bytecode_to_text,
    jax_export_to_text,
    kind_of,
    reject_text,
)
from memplace.importers.linalg import Fuse, linalg_to_memref
from memplace.importers.onnx_model import folder_of, onnx_to_stablehlo
from memplace.importers.pytorch import pytorch_to_linalg
from memplace.importers.stablehlo import stablehlo_to_linalg
from memplace.importers.tflite import tflite_to_memref
from memplace.inputs import decode_text, read_bytes
from memplace.stages import stage
from memplace.user_code import find_function

STAGES = ("stablehlo", "linalg", "memref")
"""Forms of a program, in the order of conversion."""
KINDS = ("stablehlo", "linalg", *SUFFIXES.values())
"""Kinds of files that a caller can name."""
_MAKER = re.compile(r"\.py:\w+$")


@dataclass(frozen=True)
class LoadedProgram:
    """A program as text."""

    text: str
    form: str
    """A member of STAGES: "stablehlo", "linalg" or "memref"."""
    name: str
    """Name of the text in diagnostics."""
    weights: dict[str, Any] = field(default_factory=dict)
    """Values of arguments of `main` that the file contains, by name."""


def is_maker(source: str) -> bool:
    """Returns true if a source is FILE.py:MAKER instead of a file."""
    return bool(_MAKER.search(source))


def load(
    source: str,
    kind: str = "auto",
    stop_after: str = "memref",
    fuse: Fuse = True,
    shapes: Mapping[str, Sequence[int]] | None = None,
    opt_tool: str | os.PathLike[str] | None = None,
) -> LoadedProgram:
    """Loads a program with the importer that fits its source, as memplace-import does.

    source: a file, "-" for standard input, or FILE.py:MAKER. A maker takes no arguments
        and returns a function for JAX and a tuple of the function's arguments.
    kind: "jax" reads the source as MODULE:MAKER, where MODULE may also be the name of a
        module; "stablehlo", "linalg", "onnx", "pytorch" and "tflite" read a file as
        this kind; "auto" decides by content and suffix.
    stop_after: form of the result: "stablehlo", "linalg" or "memref".
    fuse, opt_tool: see `linalg_to_memref`.
    shapes: shapes of inputs that an ONNX file leaves open, by name.

    Raises MemplaceError, with advice, if the program cannot be converted.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "net.mlir")
    >>> _ = path.write_text('''
    ... func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
    ...   %out = tensor.empty() : tensor<16xf32>
    ...   %y = linalg.exp ins(%x : tensor<16xf32>) outs(%out : tensor<16xf32>)
    ...     -> tensor<16xf32>
    ...   return %y : tensor<16xf32>
    ... }''')
    >>> "linalg.exp ins(%arg0 : memref<16xf32>)" in load(str(path)).text
    True
    """
    arguments.choice("kind", kind, ("auto", "jax", *KINDS))
    arguments.choice("stop_after", stop_after, STAGES)
    with stage(f"importing {source}"):
        return _load(source, kind, stop_after, fuse, shapes, opt_tool)


def _load(
    source: str,
    kind: str,
    stop_after: str,
    fuse: Fuse,
    shapes: Mapping[str, Sequence[int]] | None,
    opt_tool: str | os.PathLike[str] | None,
) -> LoadedProgram:
    """Implements `load`."""
    if kind == "jax" or is_maker(source):
        _check_shapes(shapes, "jax", source)
        program = _load_maker(source, locations=stop_after != "stablehlo")
    else:
        program = _load_file(source, kind, shapes or {})
    if STAGES.index(stop_after) < STAGES.index(program.form):
        raise MemplaceError(f"{program.name} is already past '{stop_after}'")
    program = _lower(program, stop_after, fuse, opt_tool)
    if not re.search(r"^ *func\.func ", program.text, re.M):
        raise MemplaceError(f"{program.name} has no function")
    return program


def _lower(
    program: LoadedProgram,
    stop_after: str,
    fuse: Fuse,
    opt_tool: str | os.PathLike[str] | None,
) -> LoadedProgram:
    """Converts a program step by step to the form `stop_after`."""
    if program.form == "stablehlo" and stop_after != "stablehlo":
        text = stablehlo_to_linalg(program.text, program.name, fuse)
        name = f"<linalg of {program.name}>"
        program = replace(program, text=text, form="linalg", name=name)
    if program.form == "linalg" and stop_after != "linalg":
        text = linalg_to_memref(program.text, program.name, fuse, opt_tool)
        program = replace(program, text=text, form="memref")
    return program


def _load_maker(reference: str, locations: bool) -> LoadedProgram:
    """Calls a maker (see `load`) and traces the function that the maker returns.

    With `locations`, the text contains source locations.
    """
    maker = find_function(reference, "MODULE:MAKER")
    try:
        function, args = maker()
        text = jax_to_stablehlo(function, *args, locations=locations)
    except MemplaceError:
        raise
    except Exception as error:  # The maker is user code; it may raise any exception.
        raise MemplaceError(
            f"'{reference}' raised {type(error).__name__}: {error}; it must return "
            "a function that JAX can trace and a tuple of its arguments"
        ) from error
    return LoadedProgram(text, "stablehlo", f"<{reference}>")


def _load_file(
    path: str, wanted_kind: str, shapes: Mapping[str, Sequence[int]]
) -> LoadedProgram:
    """Reads a file with its importer; see `load`."""
    name = "<stdin>" if path == "-" else path
    if path.endswith(".py"):
        raise MemplaceError(
            f"'{name}' is a Python file; name a function that returns the program: "
            f"{name}:MAKER"
        )
    content = read_bytes(path)
    kind = wanted_kind
    if kind not in SUFFIXES.values():
        suffix = Path(path).suffix.lower() if kind == "auto" else ""
        kind = kind_of(content, suffix, name)
    _check_shapes(shapes, kind, path)
    if kind == "tflite":
        text, weights = tflite_to_memref(content, name)
        return LoadedProgram(text, "memref", name, weights)
    if kind == "onnx":
        sizes = {label: tuple(shape) for label, shape in shapes.items()}
        text, weights = onnx_to_stablehlo(content, name, sizes, folder_of(path))
        return LoadedProgram(text, "stablehlo", f"<stablehlo of {name}>", weights)
    if kind == "pytorch":
        text, form, weights = pytorch_to_linalg(content, name)
        return LoadedProgram(text, form, f"<{form} of {name}>", weights)
    text = _text_of(content, kind, name)
    form = _form_of(text) if wanted_kind == "auto" else wanted_kind
    return LoadedProgram(text, form, name)


def _check_shapes(
    shapes: Mapping[str, Sequence[int]] | None, kind: str, source: str
) -> None:
    """Raises MemplaceError if shapes are given for a source other than ONNX."""
    if shapes and kind != "onnx":
        raise MemplaceError(f"--shape is for ONNX files; '{source}' is not one")


def _text_of(content: bytes, kind: str, name: str) -> str:
    """Returns the text in a file, or the text that a binary file is converted to."""
    if kind == "jax-export":
        return jax_export_to_text(content, name)
    if kind == "bytecode":
        text = bytecode_to_text(content, name)
    else:
        text = decode_text(content, name)
    reject_text(text, name)
    return text


def _form_of(text: str) -> str:
    """Returns the form of the text, "stablehlo" or "linalg"."""
    return "stablehlo" if re.search(r"\b(stablehlo|chlo|vhlo)\.\w", text) else "linalg"
