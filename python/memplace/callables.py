"""Placed JAX functions as functions of arrays, and a comparison with JAX's results.

The program runs on this machine's CPU. The compiled program has the arenas and
transfers of the placement for the target, but not the target's code.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from memplace.errors import InputError
from memplace.execution import (
    RunOptions,
    find_memplace_opt,
    list_arguments,
    start_program,
)
from memplace.importers import from_stablehlo
from memplace.importers.donations import places_of_results
from memplace.importers.jax_function import LoweredFunction, lower_jax_function
from memplace.mlirtext import location_options
from memplace.tools import run_tool
from memplace.worker import Interface

__all__ = ["CheckResult", "CompiledFunction", "check", "compile"]


class CompiledFunction:
    """A function of arrays, compiled; made by `compile`.

    `memref` is the program before placement, `placed` the program after it ("" without
    a target). `report` is a table of the placement's benefit on the target. A call
    takes the function's arguments and returns the function's results, with NumPy arrays
    as leaves. Each compiled function has a process of its own, which ends at `close` or
    at the end of a `with` block. Each call copies the arguments to the process. JAX
    arrays are immutable, so an array that was also passed in the previous call is not
    copied again.

    >>> import numpy as np
    >>> with compile(lambda a: a + 1, (np.zeros(3, np.float32),)) as plus_one:
    ...     plus_one(np.float32([1, 2, 3])).tolist()
    [2.0, 3.0, 4.0]
    """

    def __init__(
        self, lowered: LoweredFunction, name: str, options: "PlacementOptions"
    ) -> None:
        self.lowered = lowered
        self.name = name
        self.memref = from_stablehlo(lowered.text, name)
        self.placed, self.report = options.place(self.memref, name)
        arguments = list_arguments(self.memref, options.run, name)
        count = len(lowered.kept)
        self._results = places_of_results(
            lowered.text, arguments, count, len(_leaves(lowered.results))
        )
        outputs = sorted(set(self._results))
        self._sent: list[Any] = [None] * count
        self._interface = Interface(arguments, list(range(count)), outputs)
        self._worker = start_program(
            self.placed or self.memref, self._interface, name, options.run
        )

    @property
    def buffers(self) -> list[str]:
        """Names of the program's arguments and results in reports."""
        return [argument.name for argument in self._interface.arguments]

    @property
    def process(self) -> int:
        """Process id of the running program, for measurements."""
        return self._worker.process.pid

    def __call__(self, *args: Any) -> Any:
        """Runs the program.

        Raises InputError if an argument's shape or type differs from the shape or type
        that the function was compiled for.
        """
        given = self._check(args)
        outputs = self._worker.call(self._contents(given))
        self._sent = given
        by_place = dict(zip(self._interface.outputs, outputs))
        return results_of(self.lowered, [by_place[place] for place in self._results])

    def _check(self, args: Sequence[Any]) -> list[Any]:
        """Returns the arrays to pass to the program; raises InputError on a
        mismatch."""
        given = _leaves(args)
        if len(given) != len(self.lowered.arguments):
            raise InputError(
                f"{self.name}: compiled for {len(self.lowered.arguments)} arrays, "
                f"called with {len(given)}"
            )
        names = self.buffers
        arrays = []
        for position, index in enumerate(self.lowered.kept):
            expected = self.lowered.arguments[index]
            array = _as_array(given[index], expected)
            if array.shape != tuple(expected.shape) or array.dtype != expected.dtype:
                raise InputError(
                    f"{self.name}: '{names[position]}' must be {expected.dtype}"
                    f"{list(expected.shape)}, got {array.dtype}{list(array.shape)}"
                )
            arrays.append(given[index] if _is_immutable(given[index]) else array)
        return arrays

    def _contents(self, arrays: Sequence[Any]) -> list[bytes | memoryview | None]:
        """Returns the bytes of arrays.

        None stands for an array that the process already has, unless the program
        overwrites it.
        """
        contents: list[bytes | memoryview | None] = []
        for position, value in enumerate(arrays):
            is_there = _is_immutable(value) and value is self._sent[position]
            if is_there and position not in self._interface.outputs:
                contents.append(None)
                continue
            array = np.array(value, order="C", copy=None)
            # NumPy cannot view an array of size 0 as bytes.
            contents.append(
                memoryview(array.reshape(-1).view(np.uint8)) if array.size else b""
            )
        return contents

    def close(self) -> None:
        """Ends the program's process; later calls fail."""
        self._worker.close()

    def __enter__(self) -> "CompiledFunction":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def results_of(lowered: LoweredFunction, contents: Sequence[bytearray]) -> Any:
    """Returns a function's result, from the bytes of its leaves."""
    import jax

    shapes, tree = jax.tree.flatten(lowered.results)
    arrays = [
        np.frombuffer(content, shape.dtype).reshape(shape.shape)
        for content, shape in zip(contents, shapes)
    ]
    return jax.tree.unflatten(tree, arrays)


def _leaves(tree: Any) -> list[Any]:
    import jax

    leaves: list[Any] = jax.tree.leaves(tree)
    return leaves


def _is_immutable(value: Any) -> bool:
    """Says whether the elements of an array can never change."""
    import jax

    return isinstance(value, jax.Array)


def _as_array(value: Any, expected: Any) -> Any:
    """Returns a contiguous array.

    Python numbers take the expected type, and so do 64-bit numbers if JAX uses 32 bits.
    """
    import jax

    if isinstance(value, (bool, int, float, complex)):
        return np.array(value, expected.dtype)
    array = np.array(value, order="C", copy=None)
    if jax.dtypes.canonicalize_dtype(array.dtype) == expected.dtype:
        return array.astype(expected.dtype, copy=False)
    return array


@dataclass(frozen=True)
class PlacementOptions:
    """Options for placing and running a program."""

    target: str | None
    solver: str
    run: RunOptions

    def place(self, memref: str, name: str) -> tuple[str, str]:
        """Returns the placed program and its report; both are "" without a target."""
        if self.target is None:
            return "", ""
        if any(letter in self.target + self.solver for letter in " {}'\"="):
            raise InputError(
                f"target and solver must be names or paths without spaces, got "
                f"{self.target!r} and {self.solver!r}"
            )
        tool = find_memplace_opt(self.run)
        arguments = f"--memplace-default=target={self.target} solver={self.solver}"
        placed = run_tool([tool, arguments, *location_options(memref)], memref, name)
        report = "--memplace-report=file=- format=table"
        return placed, run_tool([tool, report, "-o", "/dev/null"], placed, name)


def compile(
    function: Callable[..., Any],
    args: Sequence[Any],
    *,
    target: str | None = None,
    solver: str = "greedy",
    optimisation: int = 2,
    kernels: bool = True,
    memplace_opt: str | None = None,
    runtime: str | None = None,
) -> CompiledFunction:
    """Places a JAX function and compiles it for this machine's CPU.

    args: arrays or `jax.ShapeDtypeStruct`s, as the function takes them.
    target: name of a built-in target, or a file; None: the program is not placed.
    solver: one of `solvers()`.
    optimisation: level of LLVM, 0 to 3.
    kernels: whether OpenBLAS, rather than loops, computes matrix products and
        convolutions. The environment variable OPENBLAS_NUM_THREADS sets the number of
        threads, by default one per core.
    memplace_opt, runtime: paths of memplace-opt and libmemplace_runtime.so, if not in
        their default locations.

    Raises MemplaceError if an op has no lowering, no placement is found, or a tool is
    missing.

    >>> import numpy as np
    >>> x = np.ones((4, 4), np.float32)
    >>> with compile(lambda a: {"sum": a @ a}, (x,), target="tpu-v4i") as placed:
    ...     float(placed(x)["sum"][0, 0])
    4.0
    """
    if not isinstance(args, (tuple, list)):
        raise InputError(
            f"args must be a tuple of arguments, got {type(args).__name__}"
        )
    name = f"<{getattr(function, '__name__', 'function')}>"
    run = RunOptions(
        memplace_opt=memplace_opt,
        runtime=runtime,
        optimisation=optimisation,
        kernels=kernels,
    )
    lowered = lower_jax_function(function, *args)
    return CompiledFunction(lowered, name, PlacementOptions(target, solver, run))


@dataclass(frozen=True)
class CheckResult:
    """Result of `check`.

    relative_errors: for each result, the largest difference to JAX's result, divided by
        the largest absolute value in JAX's result.
    tolerance: limit on the relative errors.
    same_bits: whether the placed and the unplaced program compute the same bits, with
        or without kernels; None without a target.

    >>> CheckResult([0.0, 3e-7], tolerance=1e-5, same_bits=True).passed
    True
    """

    relative_errors: list[float]
    tolerance: float
    same_bits: bool | None

    @property
    def passed(self) -> bool:
        """Whether errors are within the tolerance and placement changed no bit."""
        fits = all(error <= self.tolerance for error in self.relative_errors)
        return fits and self.same_bits is not False


def relative_error(ours: Any, theirs: Any) -> float:
    """Returns the largest difference of two arrays, divided by the largest value.

    Infinities and NaNs at the same positions count 0; at other positions, the result is
    infinite.

    >>> relative_error(np.float32([1, 2]), np.float32([1, 4]))
    0.5
    """
    if ours.size == 0:
        return 0.0
    wide = np.complex128 if np.iscomplexobj(theirs) else np.float64
    ours, theirs = np.asarray(ours).astype(wide), np.asarray(theirs).astype(wide)
    finite = np.isfinite(theirs)
    if not np.array_equal(ours[~finite], theirs[~finite], equal_nan=True):
        return float("inf")
    if not np.isfinite(ours[finite]).all():
        return float("inf")
    ours, theirs = ours[finite], theirs[finite]
    if not ours.size:
        return 0.0
    largest = max(float(np.abs(theirs).max()), 1e-30)
    return float(np.abs(ours - theirs).max()) / largest


def _keeps_bits(
    function: Callable[..., Any],
    args: Sequence[Any],
    ours: Sequence[Any],
    options: dict[str, Any],
) -> bool:
    """Says whether the placed program computes `ours`, the results of the unplaced one.

    A library may sum a product in another order once the product is cut. So if bits
    differ, both programs run again without kernels.
    """

    def run(**changes: Any) -> list[Any]:
        with compile(function, args, **{**options, **changes}) as program:
            return _leaves(program(*args))

    def are_equal(some: Sequence[Any], others: Sequence[Any]) -> bool:
        return all(a.tobytes() == b.tobytes() for a, b in zip(some, others))

    if are_equal(ours, run()):
        return True
    return options["kernels"] and are_equal(
        run(target=None, kernels=False), run(kernels=False)
    )


def check(
    function: Callable[..., Any],
    args: Sequence[Any],
    *,
    target: str | None = None,
    solver: str = "greedy",
    tolerance: float | None = None,
    optimisation: int = 0,
    kernels: bool = True,
) -> CheckResult:
    """Compares a JAX function's results: by JAX, as imported, and placed.

    args: arrays. See `compile` for the other arguments.
    tolerance: limit on the relative error to JAX's results, whose sums are in another
        order. By default 1e-5, or two units in the last place if the program contains
        float16 or bfloat16.

    >>> import numpy as np
    >>> check(lambda x: x @ x, (np.ones((4, 4), np.float32),), target="tpu-v4i").passed
    True
    """
    import jax

    copies = jax.tree.map(np.array, tuple(args))
    options = {"solver": solver, "optimisation": optimisation, "kernels": kernels}
    with compile(function, args, **options) as unplaced:  # type: ignore[arg-type]
        ours = _leaves(unplaced(*copies))
        program = unplaced.memref
    same_bits = None
    if target is not None:
        options["target"] = target
        same_bits = _keeps_bits(function, copies, ours, options)
    jitted = function if hasattr(function, "trace") else jax.jit(function)
    theirs = [np.asarray(leaf) for leaf in _leaves(jitted(*copies))]
    errors = [relative_error(a, b) for a, b in zip(ours, theirs, strict=True)]
    if tolerance is None:
        tolerance = _tolerance_of(program)
    return CheckResult(errors, tolerance, same_bits)


# Two units in the last place of 1, for the narrowest type in a program. The tolerance
# of f32 is larger, for sums of some hundred numbers.
_TOLERANCES = {"bf16": 2.0**-6, "f16": 2.0**-9, "f32": 1e-5}


def _tolerance_of(program: str) -> float:
    """Returns the tolerance for the narrowest floating-point type in a program."""
    for element, tolerance in _TOLERANCES.items():
        if re.search(rf"(?<![a-z]){element}\b", program):
            return tolerance
    return _TOLERANCES["f32"]
