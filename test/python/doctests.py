# The examples in the docstrings of all public modules print the stated output.
#
# REQUIRES: python-bindings
# RUN: %core_python %s

import doctest
import importlib
import inspect
import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import cases

import memplace

# Examples name files of the repository.
os.chdir(Path(__file__).parents[2])

# The modules of docs/reference/python-api.md, and the sources of names in `import
# memplace`.
MODULES = (
    "envs",
    "execution",
    "game",
    "importers",
    "jax.fitting",
    "jax.offload",
    "packing",
    "placement",
    "programs",
    "progress",
    "report.packing",
    "report.report",
    "scheduling",
    "scoring",
    "tuning",
    "xla.comparison",
    "xla.harvest",
)
NO_EXAMPLE = {"Simulation", "SolveResult", "SolverOption", "Violation"}
# These names only show a page.
NO_EXAMPLE |= {"show"}
NO_EXAMPLE |= {"BufferResult", "RunOptions", "PackResult", "TuneResult"}

names = {"np": np, "memplace": memplace, "problem": memplace.Problem.load(cases.LSTM)}
finder = doctest.DocTestFinder(recurse=False)


def check(name):
    """Runs the examples of a module, which must have some."""
    module = importlib.import_module(f"memplace.{name}")
    results = doctest.testmod(module, extraglobs=names)
    if results.failed or not results.attempted:
        sys.exit(f"memplace.{name}: {results.failed} of {results.attempted} failed")


def without_example():
    """Returns names of `import memplace` without an example in their docstring."""
    for name in memplace.__all__:
        value = getattr(memplace, name)
        is_compiled = value.__module__ == "memplace._core"
        is_error = inspect.isclass(value) and issubclass(value, Exception)
        if is_compiled or is_error or name in NO_EXAMPLE:
            continue
        if ">>>" not in (value.__doc__ or ""):
            yield name


for name in MODULES:
    check(name)
if missing := list(without_example()):
    sys.exit(f"no example in the docstring of: {', '.join(missing)}")
