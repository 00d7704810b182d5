#!/usr/bin/env python3
# ===- programs.py - Problems whose order and recomputation matter -----------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Makes the problems that benchmarks/schedule measures.

    programs.py [--out DIR] [--list] [NAME ...]

Networks (networks.py) and training steps (training.py) are JAX functions. memplace
imports each and extracts its problem, for the target one-memory.json. A NAME that ends
in `-layers` is the network as a graph of layers, one op each, without the importer;
`-layers-kahn` is that graph in the order of Kahn's algorithm (breadth first), which
SERENITY takes as the order of TFLite.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax

sys.path.append(str(Path(__file__).resolve().parents[1]))  # benchmarks/

from layers import JaxLayers, NodeLayers, Parameters
from memplace.importers import from_jax
from networks import NETWORKS
from training import TRAINING, step_function

from support.placements import BENCHMARKS, ROOT

PROBLEMS = BENCHMARKS / "problems" / "schedule"
TARGET = Path(__file__).with_name("one-memory.json")
LAYERS = "-layers"
KAHN = "-kahn"
EPILOG = """\
exit codes:
  0  all is done
  1  a program cannot be imported; a tool is missing or fails
  2  bad command line
"""


def network_function(name: str) -> tuple[Callable[..., Any], list[Any]]:
    """Returns a network as a function of parameters and image, and its arguments'
    shapes."""
    network = NETWORKS[name]
    image = jax.ShapeDtypeStruct(network.image, "float32")
    parameters = Parameters()
    jax.eval_shape(lambda x: network.build(JaxLayers(parameters), x), image)
    values = [jax.ShapeDtypeStruct(shape, "float32") for shape in parameters.shapes]

    def run(values: Any, x: Any) -> Any:
        return network.build(JaxLayers(Parameters(values)), x)

    return run, [values, image]


def extract(name: str, opt: Path) -> dict[str, Any]:
    """Returns the problem of an imported program."""
    if name in NETWORKS:
        function, arguments = network_function(name)
    else:
        function, arguments = step_function(TRAINING[name])
    function.__name__ = name.replace("-", "_")
    text = from_jax(function, *arguments, opt_tool=opt)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "program.mlir"
        problem = Path(folder) / "problem.json"
        program.write_text(text)
        options = f"simplify target={TARGET} file={problem}"
        command = [opt, program, "-o", "/dev/null"]
        command.append(f"--memplace-extract-problem={options}")
        subprocess.run(command, check=True)
        return without_lines(json.loads(problem.read_text()) | {"name": name})


def without_lines(problem: dict[str, Any]) -> dict[str, Any]:
    """Returns a problem whose names have no lines of files, which edits would move."""
    counts: Counter[str] = Counter()
    for thing in problem["ops"]:
        thing["name"] = _without_line(thing["name"])
    for thing in problem["buffers"]:
        name = _without_line(thing["name"])
        counts[name] += 1
        # Names of buffers are unique.
        thing["name"] = f"{name} #{counts[name]}" if counts[name] > 1 else name
    return problem


def _without_line(name: str) -> str:
    """Returns a name without file and line."""
    return re.sub(r" [^ ]*\.py:\d+.*$", "", name)


def layer_graph(name: str) -> dict[str, Any]:
    """Returns the problem of a network as a graph of layers."""
    network = NETWORKS[name.removesuffix(KAHN).removesuffix(LAYERS)]
    net = NodeLayers(name)
    results = network.build(net, net.input("image", network.image))
    results = results if isinstance(results, list) else [results]
    if name.endswith(KAHN):
        net.order_by_breadth()
    return net.problem(results, json.loads(TARGET.read_text()))


def write(problem: dict[str, Any], folder: Path) -> Path:
    """Writes a problem, with equal bytes each time; returns its path."""
    path = folder / f"{problem['name']}.problem.json.gz"
    text = json.dumps(problem, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), mtime=0))
    return path


def all_names() -> list[str]:
    """Returns the names of all programs."""
    graphs = [name + LAYERS for name in NETWORKS]
    cells = [name + KAHN for name in graphs if "cell" in name]
    return [*NETWORKS, *graphs, *cells, *TRAINING]


def main(arguments: list[str]) -> int:
    """Writes the problems and prints their sizes."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all")
    parser.add_argument("--out", type=Path, default=PROBLEMS, help="folder")
    parser.add_argument("--list", action="store_true", help="only list the names")
    parser.add_argument("--opt", type=Path, default=ROOT / "build/bin/memplace-opt")
    options = parser.parse_args(arguments)
    if unknown := {*options.names} - {*all_names()}:
        parser.error(f"unknown program: {', '.join(sorted(unknown))}")
    if options.list:
        print(*all_names(), sep="\n")
        return 0
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.names or all_names():
        begin = time.monotonic()
        is_graph = name.endswith((LAYERS, KAHN))
        problem = layer_graph(name) if is_graph else extract(name, options.opt)
        path = write(problem, options.out)
        print(
            f"{path.name}: {len(problem['ops'])} ops, {len(problem['buffers'])} "
            f"buffers, {time.monotonic() - begin:.0f} s",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
