# Networks of PyTorch's packages and of Keras, as texts without weights: they are
# imported, compute the same bits placed and unplaced, and agree with their frameworks.
# The texts come from benchmarks/models/zoo_texts.py; docs/models.md lists all networks.
# The text `gradients` is that of Inputs/pytorch_cases.py, lowered to linalg.
#
# REQUIRES: venv
# RUN: %venv_python %s %S/Inputs/zoo %src_root/benchmarks/models

import gzip
import json
import math
import sys
from pathlib import Path

sys.path.insert(0, sys.argv[2])

import numpy as np
import zoo_numbers
from memplace.execution import (
    RunOptions,
    find_memplace_opt,
    list_arguments,
    start_program,
)
from memplace.importers import from_linalg, from_stablehlo
from memplace.tools import run_tool
from memplace.worker import Interface

TARGET = "ethos-u65-high-end"
TOLERANCE = 1e-4
# Compiling takes longer than running.
OPTIONS = RunOptions(quick_compile=True)


def make_argument(kind, shape, how, *details):
    """Returns an argument by its recipe in the JSON file."""
    if how == "values":
        return np.array(details[0], kind).reshape(shape)
    name, option = details
    return getattr(zoo_numbers, how)(name, tuple(shape), option).astype(kind)


def run(text, unplaced, arrays, places):
    """Returns the bytes of the results."""
    outputs = sorted(set(places))
    interface = Interface(
        list_arguments(unplaced, OPTIONS), list(range(len(arrays))), outputs
    )
    worker = start_program(text, interface, "network", OPTIONS)
    try:
        contents = worker.call([array.tobytes() for array in arrays])
    finally:
        worker.close()
    return [bytes(contents[outputs.index(place)]) for place in places]


def check(path):
    """Runs one network through all stages."""
    description = json.loads(path.with_name(f"{path.name[:-8]}.json").read_text())
    source = gzip.decompress(path.read_bytes()).decode()
    bring_in = from_stablehlo if "stablehlo." in source else from_linalg
    unplaced = bring_in(source)
    tool = find_memplace_opt(RunOptions())
    placed = run_tool([tool, f"--memplace-default=target={TARGET}"], unplaced)
    arrays = [make_argument(*item) for item in description["arguments"]]
    ours = run(unplaced, unplaced, arrays, description["places"])
    assert ours == run(placed, unplaced, arrays, description["places"]), path.name
    worst = 0.0
    for content, (kind, shape, largest, expected) in zip(
        ours, description["results"], strict=True
    ):
        array = np.frombuffer(content, kind)
        assert array.size == math.prod(shape) and expected, path.name
        some = array[:: max(1, array.size // 40)]
        error = np.abs(some - np.array(expected)).max() / max(largest, 1e-30)
        worst = max(worst, float(error))
    print(path.name, f"{worst:.1e}")
    assert worst < TOLERANCE, path.name


paths = sorted(Path(sys.argv[1]).glob("*.mlir.gz"))
assert len(paths) == 9
for path in paths:
    check(path)
