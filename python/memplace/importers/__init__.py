"""Importers of programs: each reads one source form; the result is memref text.

Memref text is the form that placement passes expect.
"""

import os
from collections.abc import Callable
from typing import Any

from memplace.importers.jax_function import jax_to_stablehlo
from memplace.execution import RunOptions, list_arguments
from memplace.importers.donations import ALIAS, keeps_donations, without_donations
from memplace.importers.linalg import Fuse, linalg_to_memref
from memplace.importers.loading import LoadedProgram, load
from memplace.importers.onnx_model import onnx_to_stablehlo
from memplace.importers.pytorch import pytorch_to_linalg
from memplace.importers.stablehlo import stablehlo_to_linalg
from memplace.importers.tflite import tflite_to_memref

__all__ = [
    "Fuse",
    "LoadedProgram",
    "from_jax",
    "from_linalg",
    "from_stablehlo",
    "jax_to_stablehlo",
    "linalg_to_memref",
    "load",
    "onnx_to_stablehlo",
    "pytorch_to_linalg",
    "stablehlo_to_linalg",
    "tflite_to_memref",
]

Path = str | os.PathLike[str]


def from_linalg(
    text: str,
    name: str = "<linalg>",
    fuse: Fuse = True,
    opt_tool: Path | None = None,
) -> str:
    """Converts linalg text to memref form.

    See `from_stablehlo` for the arguments and the errors.

    >>> text = '''
    ... func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
    ...   %out = tensor.empty() : tensor<16xf32>
    ...   %y = linalg.exp ins(%x : tensor<16xf32>) outs(%out : tensor<16xf32>)
    ...     -> tensor<16xf32>
    ...   return %y : tensor<16xf32>
    ... }'''
    >>> "linalg.exp ins(%arg0 : memref<16xf32>)" in from_linalg(text)
    True
    """
    return linalg_to_memref(text, name, fuse, opt_tool)


def from_stablehlo(
    text: str,
    name: str = "<stablehlo>",
    fuse: Fuse = True,
    opt_tool: Path | None = None,
) -> str:
    """Converts StableHLO text to memref form.

    name: name of the text in diagnostics.
    fuse: merge element-wise ops into one loop nest each, which leaves fewer buffers;
        "once": only if nothing is then computed twice.
    opt_tool: path of memplace-opt; by default from PATH or build/bin.

    Raises MemplaceError, with advice, if the text cannot be converted.

    >>> text = '''
    ... func.func public @main(%x: tensor<16xf32>) -> tensor<16xf32> {
    ...   %y = stablehlo.tanh %x : tensor<16xf32>
    ...   return %y : tensor<16xf32>
    ... }'''
    >>> "math.tanh" in from_stablehlo(text)
    True
    """
    linalg = stablehlo_to_linalg(text, name, fuse)
    memref = linalg_to_memref(linalg, f"<linalg of {name}>", fuse, opt_tool)
    if ALIAS not in text:
        return memref
    tool = None if opt_tool is None else os.fspath(opt_tool)
    arguments = list_arguments(memref, RunOptions(memplace_opt=tool), name)
    if keeps_donations(text, arguments):
        return memref
    return from_stablehlo(without_donations(text), name, fuse, opt_tool)


def from_jax(
    function: Callable[..., Any],
    *args: Any,
    fuse: Fuse = True,
    opt_tool: Path | None = None,
) -> str:
    """Traces `function` with `args` and converts the trace to memref form.

    `args` are arrays or `jax.ShapeDtypeStruct`s. Each leaf becomes an argument of the
    program's `main`, and each result an out-param after these arguments. See
    `from_stablehlo` for `fuse` and `opt_tool`. Raises MemplaceError if JAX or
    memplace-opt is missing, or if an op has no lowering.

    >>> import jax
    >>> x = jax.ShapeDtypeStruct((4, 4), "float32")
    >>> "linalg.matmul" in from_jax(lambda a, b: a @ b, x, x)
    True
    """
    name = f"<{getattr(function, '__name__', 'function')}>"
    text = jax_to_stablehlo(function, *args, locations=True)
    return from_stablehlo(text, name, fuse, opt_tool)
