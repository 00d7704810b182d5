"""JAX functions with weights in files, as functions of arrays."""

from collections.abc import Callable, Sequence
from typing import Any

from memplace.callables import results_of
from memplace.errors import InputError
from memplace.execution import DEVICES, RunOptions, list_arguments
from memplace.importers import from_stablehlo
from memplace.importers.donations import places_of_results
from memplace.importers.jax_function import LoweredFunction, lower_jax_function
from memplace.serving import DEFAULT_BUDGET
from memplace.serving.machine import read_target
from memplace.serving.planning import Plan
from memplace.serving.server import ServeOptions, make_server
from memplace.serving.session import ReadOptions


class ServedFunction:
    """A function of arrays with its weights in a file; made by `serve`.

    `plan` has the kept weights and the predicted time of a call; `last` has the
    measurements of the last call, as `memplace-serve --json` prints these. `close`, or
    leaving a `with` statement, ends the function's process.

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
        arguments = list_arguments(memref, options.run, name)
        self._results = places_of_results(
            lowered.text, arguments, len(lowered.kept), count
        )
        self.last: dict[str, Any] = {}

    @property
    def plan(self) -> Plan:
        """The plan of kept weights and reads."""
        return self.server.plan

    @property
    def inputs(self) -> list[str]:
        """Names of the arrays to pass to a call, in order."""
        return [self.server.model.names[number] for number in self.server.model.inputs]

    def __call__(self, *arrays: Any) -> Any:
        """Runs the function. `arrays` are all leaves of the arguments without the
        weights, in order. Raises InputError for an array of another shape or type."""
        import numpy as np

        numbers = self.server.model.inputs
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
        results = [origin[number] for number in self.server.model.outputs]
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
    """Runs a JAX function with weights in a file, in limited memory.

    Some weights stay in memory; the rest is read in each call while ops run.

    args: arguments of the function, as arrays or `jax.ShapeDtypeStruct`s.
    weights: a .safetensors file, a folder of such files or their index, an .irpa file,
        a .npy file or a folder of such files. Arrays have the names of arguments, such
        as "params['w']", or their paths, such as "w". Leaves of `args` found in the
        file are weights.
    memory: limit on the resident bytes of the process; None: no limit, with all weights
        kept.
    target: a file by `memplace-calibrate`, or its fields; by default this machine is
        measured.
    costs: file of measured times of ops, created or extended; by default in the user's
        cache.
    budget: number of sets of kept weights to try.
    seed: of this search.
    piece_bytes: approximate size of the pieces into which larger weights are cut. Each
        piece stays or is read; results keep all their bits. By default there are at
        most some hundred pieces of at least 4 MiB; 0: no cuts.
    scratch: folder of an unnamed file for activations without room before their next
        use; None: all activations stay in memory.
    device: "cuda": `memory` is that of the first GPU, weights come from pinned main
        memory, and cuBLASLt computes products of matrices.

    Raises MemplaceError if the memory is too small (with the smallest possible memory),
    if the file has no weight or a weight of another shape, or if an op has no lowering.

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
        read_target(target, scratch, device),
        costs,
        budget=budget,
        seed=seed,
        piece_bytes=piece_bytes,
        scratch=scratch,
        run=RunOptions(optimisation=2, device=device),
        reads=ReadOptions(device=device),
    )
    return ServedFunction(lower_jax_function(function, *args), name, weights, options)
