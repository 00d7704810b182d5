#!/usr/bin/env python3
"""Compares memplace's results for TFLite files with TFLite's reference kernels.

    utils/compare_tflite.py [--venv FOLDER] [--target TARGET] FILE...

Imports and places each network, and runs it on three random inputs. The outputs must
equal those of the reference kernels of ai-edge-litert 2.3.0: integers exactly, floats
within 1e-5 of the largest value, because exponentials may be rounded differently. The
script installs ai-edge-litert into a scratch environment, a temporary one unless --venv
names a folder. Needs memplace with its extra tflite, and memplace-opt in PATH or
build/bin. Exit code 1 if a number differs.
"""

import argparse
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

import numpy as np
from memplace.errors import MemplaceError
from memplace.execution import RunOptions, find_memplace_opt
from memplace.importers.tflite import tflite_to_memref
from memplace.importers.tflite.file import TYPES, Network, read_network
from memplace.run_arrays import run_on_arrays
from memplace.tools import run_tool

PACKAGES = ("ai-edge-litert==2.3.0",)
SEEDS = 3
TOLERANCE = 1e-5  # For floats, relative to the largest value of an output.
REFERENCE = """
import sys
import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType
kernels = OpResolverType.BUILTIN_REF
interpreter = Interpreter(sys.argv[1], experimental_op_resolver_type=kernels)
interpreter.allocate_tensors()
arrays = np.load(sys.argv[2])
for number, one in enumerate(interpreter.get_input_details()):
    interpreter.set_tensor(one["index"], arrays[str(number)])
interpreter.invoke()
outputs = interpreter.get_output_details()
np.savez(
    sys.argv[3],
    **{str(n): interpreter.get_tensor(one["index"]) for n, one in enumerate(outputs)},
)
"""


class Comparison:
    """One file's network, for memplace and for the reference kernels."""

    def __init__(self, path: str, target: str, folder: Path, python: Path) -> None:
        self.path, self.folder, self.python = path, folder, python
        content = Path(path).read_bytes()
        self.network: Network = read_network(content, path)
        text, self.weights = tflite_to_memref(content, path)
        tool = find_memplace_opt(RunOptions())
        options = f"--memplace-default=target={target}"
        self.placed = run_tool([tool, options], text, path)
        self.error = 0.0  # Largest relative error of floats.

    def differing(self, seed: int) -> int:
        """Returns the number of differing output numbers for one random input."""
        random = np.random.default_rng(seed)
        inputs, reference = {}, self.folder / "reference.npz"
        for number in self.network.inputs:
            tensor = self.network.tensors[number]
            if tensor.is_real:
                array = random.random(tensor.shape, np.float32)
            else:
                info = np.iinfo(TYPES[tensor.type][0])
                array = random.integers(
                    info.min, info.max, tensor.shape, info.dtype, endpoint=True
                )
            inputs[tensor.name] = array
        given, ours = self.folder / "given.npz", self.folder / "ours.npz"
        in_order = {str(n): array for n, array in enumerate(inputs.values())}
        np.savez(given, **in_order)
        command = [self.python, "-c", REFERENCE, self.path, given, reference]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            line = done.stderr.strip().splitlines()[-1]
            raise MemplaceError(f"{self.path}: the interpreter says: {line[:200]}")
        np.savez(given, **self.weights, **inputs)
        run_on_arrays(
            self.placed, self.path, [str(given)], str(ours), RunOptions(optimisation=2)
        )
        expected, found = np.load(reference), np.load(ours)
        return sum(
            self.differing_numbers(expected[str(n)], found, tensor)
            for n, tensor in enumerate(self.network.outputs)
        )

    def differing_numbers(self, expected: np.ndarray, found: dict, number: int) -> int:
        """Returns the number of differences in one output. The file omits outputs of zeros."""
        name = self.network.tensors[number].name
        array = found[name] if name in found else np.zeros_like(expected)
        if expected.dtype != np.float32:
            return int((array.view(expected.dtype) != expected).sum())
        error = np.abs(array - expected) / max(float(np.abs(expected).max()), 1e-30)
        self.error = max(self.error, float(error.max()))
        return int((~(error <= TOLERANCE)).sum())


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--venv", metavar="FOLDER", help="the scratch environment")
    parser.add_argument(
        "--target", default="ethos-u65-high-end", help="placed for this one"
    )
    arguments = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        environment = Path(arguments.venv or Path(name, "venv"))
        python = environment / "bin" / "python"
        if not python.exists():
            venv.create(environment, with_pip=True)
            install = [python, "-m", "pip", "install", "--quiet", *PACKAGES]
            subprocess.run(install, check=True)
        for path in arguments.files:
            try:
                one = Comparison(path, arguments.target, Path(name), python)
                differing = [one.differing(seed) for seed in range(SEEDS)]
            except (MemplaceError, OSError) as error:
                print(f"{Path(path).name}: refused: {error}")
                bad += 1
                continue
            word = "equal" if not any(differing) else f"numbers differ: {differing}"
            if one.error:
                word += f", error of floats {one.error:.1e}"
            print(f"{Path(path).name}: {len(one.network.operators)} operators, {word}")
            bad += any(differing)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
