"""memplace: memory placement for machine-learning programs.

    import memplace

    problem = memplace.Problem.load("model.problem.json.gz")
    result = memplace.solve(problem, "search", time_limit=5, progress=True)
    print(result.makespan, result.gap)
    result.solution.save("placed.json")
    memplace.Report(problem, result.solution).save("placed.html")

Contents (see docs/guide/python.md):

* `Problem`, `Solution`: a placement problem, and a placement.
* `problem_from_jax`, `problem_from_stablehlo`, `problem_from_mlir`: the problem of a
  program on a machine.
* `solve`, `solvers`, `solver_options`; `verify`, `simulate`, `timeline`,
  `chrome_trace`; `lower_bound`, `lower_bound_on_peak`; `targets`, `target`.
* `Report`: placements to view and compare, as a page, figure or trace; `PackingReport`:
  the same for packings (docs/guide/reports.md).
* `pack`, `packing_bound`, `packers`: offsets for buffers with live ranges.
* `problems`: a benchmark set (memplace-score compares placements of one).
* `memplace.game.MallocGame`: placement as a game for one player, and
  `gymnasium.make("memplace/MallocGame-v0", problem=...)` (memplace.envs).
* `compile`, `check`: a placed JAX function as a function of arrays, and a comparison
  with JAX's own results.
* `serve`: a JAX function in limited memory, with weights in a file; `calibrate`: this
  machine as a target for `serve`.
* `tune`: the placement that runs fastest on this machine, found by running the program.
* `memplace.importers`: JAX, StableHLO and linalg to memref text;
  `memplace.execution` runs such a program, placed or not, on the CPU.

Times are in seconds and sizes in bytes, unless a name says otherwise. A schedule step
is a position in the order of ops. Ranges of steps are half-open. Invalid input raises
`InputError`, and a missing part of the installation raises `MissingPartError`. Both are
subclasses of `MemplaceError`, which failing tools raise.
"""

import importlib
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

from memplace.errors import InputError, MemplaceError, MissingPartError

__version__ = "0.1.0"

if TYPE_CHECKING:
    from memplace import execution as execution
    from memplace import game as game
    from memplace import importers as importers
    from memplace.callables import CheckResult, CompiledFunction, check, compile
    from memplace.packing import PackResult, pack, packers, packing_bound
    from memplace.scoring import problems
    from memplace.placement import (
        FrontPoint,
        Problem,
        Simulation,
        Solution,
        SolveResult,
        Violation,
        chrome_trace,
        lower_bound,
        lower_bound_on_peak,
        simulate,
        solve,
        solver_options,
        solvers,
        target,
        targets,
        timeline,
        verify,
    )
    from memplace.programs import (
        problem_from_jax,
        problem_from_mlir,
        problem_from_stablehlo,
    )
    from memplace.report import PackingReport, Report
    from memplace.serving.calibrate import calibrate
    from memplace.serving.function import ServedFunction, serve
    from memplace.tuning import TuneResult, tune

# Names loaded on first use, since they need the compiled part; the importers do not.
_LAZY = {
    "memplace.callables": ("CheckResult", "CompiledFunction", "check", "compile"),
    "memplace.placement": (
        "FrontPoint",
        "Problem",
        "Simulation",
        "Solution",
        "SolveResult",
        "Violation",
        "chrome_trace",
        "lower_bound",
        "lower_bound_on_peak",
        "simulate",
        "solve",
        "solver_options",
        "solvers",
        "target",
        "targets",
        "timeline",
        "verify",
    ),
    "memplace.programs": (
        "problem_from_jax",
        "problem_from_mlir",
        "problem_from_stablehlo",
    ),
    "memplace.report": ("PackingReport", "Report"),
    "memplace.serving.calibrate": ("calibrate",),
    "memplace.serving.function": ("ServedFunction", "serve"),
    "memplace.tuning": ("TuneResult", "tune"),
    "memplace.packing": ("PackResult", "pack", "packers", "packing_bound"),
    "memplace.scoring": ("problems",),
}
_SUBMODULES = ("envs", "execution", "game", "importers", "jax")
_MODULE_OF = {name: module for module, names in _LAZY.items() for name in names}

__all__ = [
    "CheckResult",
    "CompiledFunction",
    "FrontPoint",
    "InputError",
    "MemplaceError",
    "MissingPartError",
    "PackResult",
    "PackingReport",
    "Problem",
    "Report",
    "ServedFunction",
    "Simulation",
    "Solution",
    "SolveResult",
    "TuneResult",
    "Violation",
    "calibrate",
    "check",
    "chrome_trace",
    "compile",
    "lower_bound",
    "lower_bound_on_peak",
    "pack",
    "packers",
    "packing_bound",
    "problem_from_jax",
    "problem_from_mlir",
    "problem_from_stablehlo",
    "problems",
    "serve",
    "simulate",
    "solve",
    "solver_options",
    "solvers",
    "target",
    "targets",
    "timeline",
    "tune",
    "verify",
]


def __getattr__(name: str) -> object:
    if name in _MODULE_OF:
        value = getattr(importlib.import_module(_MODULE_OF[name]), name)
        globals()[name] = value
        return value
    if name in _SUBMODULES:
        return importlib.import_module(f"memplace.{name}")
    raise AttributeError(f"module 'memplace' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _register_environment(gymnasium: ModuleType) -> None:
    """Registers "memplace/MallocGame-v0" with Gymnasium, and an environment for each
    shipped problem."""
    from memplace.benchmark_sets import PROBLEM, shipped_sets

    name = "memplace/MallocGame-v0"
    if name in gymnasium.registry:
        return
    gymnasium.register(name, entry_point="memplace.envs:MallocGameEnv")
    for benchmark in shipped_sets():
        for file in benchmark.sha256:
            problem, ending, _ = file.partition(PROBLEM)
            if ending:
                gymnasium.register(
                    f"memplace/{benchmark.name}-{problem}-v0",
                    entry_point="memplace.envs:shipped_env",
                    kwargs={"benchmark": benchmark.name, "file": file},
                )


class _WhenImported:
    """Import hook that registers the environment once Gymnasium is imported.

    Importing Gymnasium eagerly would double the start-up time of memplace's commands.
    """

    is_looking = False

    def find_spec(
        self, name: str, path: object, target: object = None
    ) -> ModuleSpec | None:
        """Finds Gymnasium as usual, and makes its loader register the environment."""
        if name != "gymnasium" or self.is_looking:
            return None
        self.is_looking = True
        try:
            spec = find_spec(name)
        finally:
            self.is_looking = False
        if spec and spec.loader:
            execute = spec.loader.exec_module

            def execute_and_register(module: ModuleType) -> None:
                execute(module)
                _register_environment(module)

            setattr(spec.loader, "exec_module", execute_and_register)
        return spec


if "gymnasium" not in sys.modules:
    sys.meta_path.insert(0, _WhenImported())
elif sys.modules["gymnasium"]:  # None if its import is blocked.
    _register_environment(sys.modules["gymnasium"])
