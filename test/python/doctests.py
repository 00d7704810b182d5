# The examples in docstrings print what they say.
#
# REQUIRES: python-bindings
# RUN: %core_python %s

import doctest
import importlib
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
import cases

import memplace

names = {"np": np, "memplace": memplace, "problem": memplace.Problem.load(cases.LSTM)}
attempted = 0
for name in ("placement", "packing", "game", "report.report"):
    module = importlib.import_module(f"memplace.{name}")
    results = doctest.testmod(module, extraglobs=names)
    if results.failed or not results.attempted:
        sys.exit(f"memplace.{name}: {results.failed} of {results.attempted} failed")
