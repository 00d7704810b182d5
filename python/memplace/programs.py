"""Placement problems of programs: JAX, StableHLO and memref programs as a `Problem`.

    problem = memplace.problem_from_jax(function, *arguments, target="tpu-v4i")

The tool memplace-opt, from PATH or from build/bin of the repository, analyses the
programs. JAX and StableHLO also need the extra `stablehlo`. Buffers that cannot be
placed, e.g. buffers of dynamic size, cause a remark on standard error, and are left out
of the problem.
"""

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from memplace.compiled import core
from memplace.errors import InputError
from memplace.execution import RunOptions, find_memplace_opt
from memplace.importers import from_jax, from_stablehlo
from memplace.tools import run_tool

TargetLike = str | os.PathLike[str] | dict[str, Any]


def problem_from_mlir(
    text: str,
    target: TargetLike,
    *,
    function: str = "main",
    name: str = "<program>",
    memplace_opt: str | os.PathLike[str] | None = None,
) -> core.Problem:
    """Returns the problem of placing the buffers of one function on one machine.

    text: a program on memrefs, as made by memplace.importers.
    target: the machine: one of `targets()`, the path of a target file, or a dict
        with a target's fields.
    function: name of the function to place, without "@".
    name: name of the text in diagnostics.
    memplace_opt: path of the tool; by default from PATH or build/bin.

    Raises InputError for an unknown or malformed target, and MemplaceError, with the
    tool's diagnostics, if memplace-opt is missing or rejects the program.

    >>> text = '''
    ... func.func @main(%x: memref<16xf32>, %out: memref<16xf32>) {
    ...   linalg.exp ins(%x : memref<16xf32>) outs(%out : memref<16xf32>)
    ...   return
    ... }'''
    >>> problem = problem_from_mlir(text, "tpu-v4i")
    >>> problem.op_names, problem.buffer_sizes.tolist()
    (['linalg.exp'], [64, 64])
    """
    if not function or not all(c.isalnum() or c in "_$.-" for c in function):
        raise InputError(f"function must be a function's name, got {function!r}")
    given = os.fspath(memplace_opt) if memplace_opt is not None else None
    tool = find_memplace_opt(RunOptions(memplace_opt=given))
    with tempfile.TemporaryDirectory(prefix="memplace-") as folder:
        machine, file = Path(folder, "target.json"), Path(folder, "problem.json")
        write_target(target, machine)
        options = f"target={machine} function={function} file={file}"
        command = [tool, f"--memplace-extract-problem={options}", "-o", os.devnull]
        run_tool(command, text, name)
        return core.Problem.from_json(file.read_text(encoding="utf-8"), name)


def problem_from_stablehlo(
    text: str,
    target: TargetLike,
    *,
    fuse: bool = True,
    function: str = "main",
    name: str = "<stablehlo>",
    memplace_opt: str | os.PathLike[str] | None = None,
) -> core.Problem:
    """Returns the problem of a StableHLO program.

    Applies `problem_from_mlir` to the result of `memplace.importers.from_stablehlo`.

    fuse: merge element-wise ops into one loop nest each, which leaves fewer buffers.

    See `problem_from_mlir` for the other arguments and the errors.

    >>> text = '''
    ... func.func public @main(%x: tensor<16xf32>) -> tensor<16xf32> {
    ...   %y = stablehlo.tanh %x : tensor<16xf32>
    ...   return %y : tensor<16xf32>
    ... }'''
    >>> problem_from_stablehlo(text, "tpu-v4i").num_ops
    1
    """
    program = from_stablehlo(text, name, fuse)
    return problem_from_mlir(
        program, target, function=function, name=name, memplace_opt=memplace_opt
    )


def problem_from_jax(
    function: Callable[..., Any],
    *args: Any,
    target: TargetLike,
    fuse: bool = True,
    memplace_opt: str | os.PathLike[str] | None = None,
) -> core.Problem:
    """Returns the problem of a JAX function, called with `args`.

    function: any function that JAX can trace; may already be jitted. Arguments donated
        by `donate_argnums` of `jax.jit` are updated in place.
    args: arrays or `jax.ShapeDtypeStruct`s, in any tree of containers. Each leaf is a
        live-in buffer, and each result is a live-out buffer.
    target, fuse, memplace_opt: see `problem_from_stablehlo`.

    Raises MemplaceError if JAX or a tool is missing, or if an op has no lowering,
    and InputError for an invalid target.

    >>> import jax
    >>> x = jax.ShapeDtypeStruct((32, 64), "float32")
    >>> w = jax.ShapeDtypeStruct((64, 64), "float32")
    >>> problem = problem_from_jax(lambda x, w: x @ w, x, w, target="tpu-v4i")
    >>> problem.buffer_sizes.tolist()     # x, w and the result, bytes
    [8192, 16384, 8192]
    """
    name = f"<{getattr(function, '__name__', 'function')}>"
    program = from_jax(function, *args, fuse=fuse)
    return problem_from_mlir(program, target, name=name, memplace_opt=memplace_opt)


def write_target(target: TargetLike, path: Path) -> None:
    """Writes a target to a file; raises InputError if the target is malformed."""
    if isinstance(target, dict):
        try:
            path.write_text(json.dumps(target), encoding="utf-8")
        except (TypeError, ValueError) as error:
            raise InputError(f"the target can't be written as JSON: {error}") from error
        try:
            core.target_json(str(path))
        except InputError as error:
            raise InputError(str(error).replace(str(path), "<dict>")) from None
    elif isinstance(target, (str, os.PathLike)):
        path.write_text(core.target_json(os.fspath(target)), encoding="utf-8")
    else:
        raise InputError(
            "a target is a name, a path or a dict with a target's fields, not a "
            f"{type(target).__name__}"
        )
