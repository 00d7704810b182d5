# ===- zoo_texts.py - Texts of some networks of the zoo, for the tests ---------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes programs of the zoo as texts without weights, and the results of their
frameworks:

    zoo_texts.py KIND/NAME...

Runs in the environment of zoo.py. NAME.mlir.gz is linalg or StableHLO. NAME.json
describes how zoo_numbers.py makes each argument, and has some numbers of each result. A
test runs the programs without any framework."""

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import zoo_row
from memplace.execution import RunOptions, list_arguments
from zoo_numbers import draw, draw_input

FOLDER = Path(__file__).resolve().parents[2] / "test" / "python" / "Inputs" / "zoo"
NUMBERS = 40  # Of each result.


def limits(row: dict[str, Any]) -> list[int | None]:
    """Returns the exclusive upper limits of the integers in a row's inputs."""
    described = [*row.get("inputs", []), *row.get("named", {}).values()]
    return [None, *(item[1] for item in described if len(item) > 1), 10]


def recipe(name: str, array: Any, row: dict[str, Any]) -> list[Any]:
    """Returns the recipe of an argument for the test: a function of zoo_numbers.py and
    its arguments without the shape, or all values."""
    inner = name.partition("'")[2].partition("'")[0] or name
    # torch.export numbers the inputs of zoo_torch.py under another name.
    numbered = inner.replace("inputs_", "input")
    for candidate in (inner, inner.removeprefix("model."), numbered):
        for first in (False, True):
            if np.array_equal(draw(candidate, array.shape, first), array):
                return ["draw", candidate, first]
        for limit in limits(row):
            if np.array_equal(draw_input(candidate, array.shape, limit), array):
                return ["draw_input", candidate, limit]
    assert array.size < 1000, f"{name} would be written as it is"
    return ["values", array.reshape(-1).tolist()]


def sample(array: Any) -> list[float]:
    """Returns some numbers of an array, evenly spread."""
    step = max(1, array.size // NUMBERS)
    return [float(f"{number:.7g}") for number in array.reshape(-1)[::step].tolist()]


def write(kind: str, name: str) -> None:
    """Writes the files of one network."""
    row = zoo_row.read_zoo()["rows"][kind][name]
    network = zoo_row.make_network(kind, row)
    program = network.bring_in()
    names = [
        argument.name for argument in list_arguments(program.text, RunOptions())
    ]
    description = {
        "arguments": [
            [array.dtype.name, array.shape, *recipe(names[place], array, row)]
            for place, array in program.arrays.items()
        ],
        "results": [
            [array.dtype.name, array.shape, float(np.abs(array).max()), sample(array)]
            for array in network.expected()
        ],
        "places": program.results,
    }
    FOLDER.mkdir(exist_ok=True)
    # Without a timestamp, so that the same text gives the same file.
    content = gzip.compress(program.source.encode(), 9, mtime=0)
    (FOLDER / f"{name}.mlir.gz").write_bytes(content)
    text = json.dumps(description, separators=(",", ":"))
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    print(name, len(content), len(text))


for reference in sys.argv[1:]:
    write(*reference.split("/"))
