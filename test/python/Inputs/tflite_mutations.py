"""Reads files of each TFLite operator with some changed bytes: each gives a program or
a MemplaceError, with time and memory in proportion to the file.

tflite_mutations.py SEED COUNT    COUNT changed files of each operator
"""

import random
import resource
import sys
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parents[3] / "benchmarks" / "conformance"
sys.path.insert(0, str(FOLDER))

import tflite_models  # noqa: E402
import tflite_operators  # noqa: E402
from memplace.errors import MemplaceError  # noqa: E402
from memplace.importers.tflite import tflite_to_memref  # noqa: E402


def changed(content: bytes, chooser: random.Random) -> bytes:
    """Returns the file with up to four bytes changed, or cut short."""
    data = bytearray(content)
    for _ in range(chooser.choice([1, 1, 2, 4])):
        place = chooser.randrange(len(data))
        data[place] = chooser.choice([chooser.randrange(256), 0, 255, data[place] ^ 1])
    return bytes(
        data[: chooser.randrange(len(data))] if chooser.random() < 0.1 else data
    )


resource.setrlimit(resource.RLIMIT_DATA, (4 << 30, 4 << 30))
chooser = random.Random(int(sys.argv[1]))
suite = tflite_operators.Operators()
refused, count = 0, 0
for specs in suite.specs.values():
    name, spec = chooser.choice(list(specs.items()))
    shapes = [np.shape(array) for array in suite.load(name).expected]
    content = tflite_models.model_of(spec, shapes)
    for _ in range(int(sys.argv[2])):
        count += 1
        try:
            tflite_to_memref(changed(content, chooser), name)
        except MemplaceError:
            refused += 1
print(f"{count} changed files, {refused} refused")
