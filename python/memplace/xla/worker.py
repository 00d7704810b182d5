"""Compiles a JAX function for a TPU that need not exist. This runs in a process of its
own, because the compiler ends its process after some errors.

    python -m memplace.xla.worker < request.json

A request names the model, its argument types unless the model is a maker, the topology,
and for each compilation a file and options; see `Request`. Standard output has a line
for each file written, and after a failure a last line "error: ".
"""

import json
import os
import re
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TextIO

from memplace.errors import MemplaceError
from memplace.user_code import find_function

# Fatal log line of Google's processes: "F1121 18:07:45.2 ... file.cc:5] reason".
FATAL = re.compile(r"^F\d{4} [^\]]*\] (.*)$", re.MULTILINE)
_ARGUMENT = re.compile(r"([a-z]\w*)\[([\d,\s]*)\]$")
# JAX's types by XLA's name.
_TYPES = {
    "pred": "bool",
    "s8": "int8",
    "s16": "int16",
    "s32": "int32",
    "s64": "int64",
    "u8": "uint8",
    "u16": "uint16",
    "u32": "uint32",
    "u64": "uint64",
    "bf16": "bfloat16",
    "f16": "float16",
    "f32": "float32",
    "f64": "float64",
}


@dataclass
class Request:
    """A request for compilations.

    model: MODULE:FUNCTION; MODULE is a module's name or a .py file.
    arguments: types such as "f32[8,128]"; None: the function is a maker, which returns
        a function and a tuple of its arguments.
    variants: pairs of a file to write and the compiler's options.
    """

    model: str
    arguments: list[str] | None
    topology: str
    variants: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def to_json(self) -> str:
        """Returns the text for a worker's standard input."""
        return json.dumps(asdict(self))


def argument_type(text: str) -> tuple[tuple[int, ...], str]:
    """Returns shape and JAX's type of "bf16[8,128]". Raises MemplaceError."""
    match = _ARGUMENT.match(text.strip())
    if not match or match[1] not in {*_TYPES, *_TYPES.values()}:
        raise MemplaceError(
            f"'{text}' is not an argument type; write it as f32[8,128], one of: "
            + ", ".join(_TYPES)
        )
    shape = tuple(int(part) for part in match[2].split(",") if part.strip())
    return shape, _TYPES.get(match[1], match[1])


def function_and_arguments(request: Request) -> tuple[Callable[..., Any], Any]:
    """Returns the function to trace and its arguments. Raises MemplaceError."""
    import jax

    found = find_function(request.model)
    if request.arguments is not None:
        types = [argument_type(text) for text in request.arguments]
        struct: Any = jax.ShapeDtypeStruct
        return found, tuple(struct(*each) for each in types)
    try:
        function, arguments = found()
        if not callable(function):
            raise TypeError(f"{function!r} is no function")
        return function, tuple(arguments)
    except Exception as error:
        raise MemplaceError(
            f"'{request.model}' raised {type(error).__name__}: {error}; it must return a "
            "function that JAX can trace and a tuple of its arguments; or give "
            "the arguments with --arg"
        ) from error


def lower(request: Request) -> Any:
    """Returns the function lowered for the topology's first device, as by
    `jax.jit(function).lower(*arguments)` on a machine with such a device: numbers in
    names of instructions depend on the call. Raises MemplaceError."""
    import jax
    from jax.experimental import topologies

    # A missing function is found before libtpu starts.
    function, arguments = function_and_arguments(request)
    try:
        topology = topologies.get_topology_desc(
            platform="tpu", topology_name=request.topology
        )
    except Exception as error:  # JAX raises several types.
        raise MemplaceError(
            f"no topology '{request.topology}': {str(error).splitlines()[0]}"
        ) from error
    struct: Any = jax.ShapeDtypeStruct

    def without_device(leaf: Any) -> Any:
        return struct(leaf.shape, leaf.dtype) if hasattr(leaf, "shape") else leaf

    try:
        jitted: Any = function if hasattr(function, "lower") else jax.jit(function)
        with jax.default_device(topology.devices[0]):
            return jitted.lower(*jax.tree.map(without_device, arguments))
    # The function is the user's code and may raise anything.
    except Exception as error:
        raise MemplaceError(
            f"tracing '{request.model}' raised {type(error).__name__}: "
            f"{str(error).strip() or 'no message'}"
        ) from error


def serve(request: Request, answers: TextIO) -> None:
    """Writes the text of each compilation, and reports each file. Raises MemplaceError."""
    lowered = lower(request)
    for path, options in request.variants:
        try:
            text = lowered.compile(compiler_options=options).as_text()
        except Exception as error:
            raise MemplaceError(f"the compiler failed: {error}") from error
        Path(path).write_text(text, encoding="utf-8")
        print(path, file=answers, flush=True)


def set_environment() -> None:
    """Sets variables for compiling, before JAX is imported."""
    # The topology is just a description: no TPU and no metadata server is looked for.
    # So other processes may compile at the same time.
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("TPU_LOG_DIR", "disabled")
    os.environ.setdefault("TPU_SKIP_MDS_QUERY", "1")
    os.environ.setdefault("ALLOW_MULTIPLE_LIBTPU_LOAD", "1")


def main() -> int:
    """Serves the request on standard input; returns the exit code."""
    set_environment()
    # Output of the user's code goes to standard error, away from the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    fields = json.load(sys.stdin)
    request = Request(**fields)
    try:
        serve(request, answers)
    except MemplaceError as error:
        print(f"error: {error}", file=answers, flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
