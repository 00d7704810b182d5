"""JAX functions whose weights are in files, as functions of arrays."""

from collections.abc import Callable, Sequence
from typing import Any

from memplace.callables import results_of
from memplace.errors import InputError
from memplace.execution import DEVICES, RunOptions
from memplace.importers import from_stablehlo
from memplace.importers.arguments import places_of_results
from memplace.importers.jax_function import LoweredFunction, lower_jax_function
from memplace.serving.machine import read_target
from memplace.serving.planning import DEFAULT_BUDGET, Plan
from memplace.serving.server import ServeOptions, make_server
from memplace.serving.session import ReadOptions


class ServedFunction:
    """A function of arrays whose weights are in a file; made by `serve`.

    `plan` says what is kept and how long a call should take; `last` what the last call
    took, as `memplace-serve --json` prints it. `close` ends its process, as does
    leaving a `with`.

    >>> with serve(lambda x, w: x @ w, (x, w), weights=file, target=here) as product:
    ...     y = product(x)
    ...     product.inputs, len(product.plan.kept), product.last["read_bytes"]
    (['x'], 1, 0)
    """

    def __init__(
        self, lowered: LoweredFunction, name: str, weights: str, options: ServeOptions
    ) -> None:
        self.lowered = lowered
        self.name = name
        memref = from_stablehlo(
            lowered.text, name, "once", options.run.memplace_opt or None
        )
        self.server = make_server(memref, name, weights, options)
        import jax

        count = len(jax.tree.leaves(lowered.results))
        self._results = places_of_results(
            lowered.text, memref, len(lowered.kept), count
        )
        self.last: dict[str, Any] = {}

    @property
    def plan(self) -> Plan:
        """What is kept and read."""
        return self.server.plan

    @property
    def inputs(self) -> list[str]:
        """Names of the arrays that a call takes, in order."""
        return [self.server.model.names[number] for number in self.server.inputs]

    def __call__(self, *arrays: Any) -> Any:
        """Runs the function on all leaves of its arguments that are not in the file, in
        order. Raises InputError for an array of another shape or type."""
        import numpy as np

        numbers = self.server.inputs
        if len(arrays) != len(numbers):
            raise InputError(
                f"{self.name} takes {len(numbers)} arrays ({', '.join(self.inputs)}), "
                f"got {len(arrays)}"
            )
        contents = []
        for number, array, what in zip(numbers, arrays, self.inputs):
            place = self.server.model.origin[number]
            expected = self.lowered.arguments[self.lowered.kept[place]]
            given = np.asarray(array, order="C")
            if given.shape != tuple(expected.shape) or given.dtype != expected.dtype:
                raise InputError(
                    f"{self.name}: '{what}' must be {expected.dtype}{list(expected.shape)}, "
                    f"got {given.dtype}{list(given.shape)}"
                )
            contents.append(given.tobytes())
        call = self.server.call(contents)
        self.last = self.server.record(call)
        origin = self.server.model.origin
        results = [origin[number] for number in self.server.outputs]
        by_place = dict(zip(results, call.outputs))
        return results_of(self.lowered, [by_place[result] for result in self._results])

    def close(self) -> None:
        """Ends the process; later calls fail."""
        self.server.close()

    def __enter__(self) -> "ServedFunction":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def serve(
    function: Callable[..., Any],
    args: Sequence[Any],
    *,
    weights: str,
    memory: int | None = None,
    target: Any = None,
    costs: str | None = None,
    budget: int = DEFAULT_BUDGET,
    seed: int = 0,
    piece_bytes: int | None = None,
    scratch: str | None = None,
    device: str = "cpu",
) -> ServedFunction:
    """Runs a JAX function whose weights are in a file, in limited memory.

    Some weights stay in memory, the others are read in each call while ops run.

    args: arrays or `jax.ShapeDtypeStruct`s, as the function takes them.
    weights: a .safetensors file, a folder of such or their index, an .irpa file, a .npy
        file or a folder of such: arrays by the names of arguments, such as "params['w']",
        or by their paths, such as "w". Leaves of `args` that it has are weights.
    memory: bytes that the process may have resident; None: as many as it takes, with
        all weights kept.
    target: what `memplace-calibrate` wrote, or its fields; by default this is measured.
    costs: file of times of ops, which is made or added to; by default in the user's cache.
    budget: sets of kept weights to try.
    seed: of that search.
    piece_bytes: larger weights are cut in pieces of about so many bytes, each of which
        stays or is read, where that changes no bit of the results; by default so that
        there are at most some hundred, of 4 MiB or more; 0: none is cut.
    scratch: folder of a file, without a name, to which activations go that have no room
        while they wait for their next use; None: they stay in memory.
    device: "cuda": `memory` is of the first GPU, weights come from pinned main memory,
        and cuBLASLt computes products of matrices.

    Raises MemplaceError if the memory is too small, with the least that works; if the
    file has no weight, or one of another shape; or if an op has no lowering.

    >>> with serve(lambda x, w: x @ w, (x, w), weights=file, target=here) as product:
    ...     product(x).shape
    (4, 512)
    """
    if memory is not None and (not isinstance(memory, int) or memory < 1):
        raise InputError(f"memory must be bytes, at least 1, got {memory!r}")
    if not isinstance(args, (tuple, list)):
        raise InputError(
            f"args must be a tuple of arguments, got {type(args).__name__}"
        )
    name = f"<{getattr(function, '__name__', 'function')}>"
    if piece_bytes is not None and (
        not isinstance(piece_bytes, int) or piece_bytes < 0
    ):
        raise InputError(f"piece_bytes must be bytes, at least 0, got {piece_bytes!r}")
    if device not in DEVICES:
        raise InputError(f"device must be one of {', '.join(DEVICES)}, got {device!r}")
    options = ServeOptions(
        memory,
        read_target(target, weights, scratch, device),
        costs,
        budget=budget,
        seed=seed,
        piece_bytes=piece_bytes,
        scratch=scratch,
        run=RunOptions(optimisation=2, device=device),
        reads=ReadOptions(device=device),
    )
    return ServedFunction(lower_jax_function(function, *args), name, weights, options)
