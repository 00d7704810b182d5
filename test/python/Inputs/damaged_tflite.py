"""Reads TFLite files that are damaged: each gives a program or a MemplaceError.

damaged_tflite.py FILE                 cuts, and changes of single bytes
damaged_tflite.py FILE operator|nan    the last operator is a HASHTABLE_LOOKUP; the
                                       first scale is no number
"""

import random
import struct
import sys
from pathlib import Path

import tflite

from memplace.errors import MemplaceError
from memplace.importers.tflite import tflite_to_memref

HASHTABLE_LOOKUP = 10


def damage(content: bytes) -> list[bytes]:
    """Returns damaged files, the same on each run."""
    chooser = random.Random(1)
    step = max(37, len(content) // 100)
    files = [content[:size] for size in range(0, len(content), step)]
    for _ in range(100):
        changed = bytearray(content)
        changed[chooser.randrange(len(changed))] = chooser.randrange(256)
        files.append(bytes(changed))
    return files


content = Path(sys.argv[1]).read_bytes()
if len(sys.argv) > 2:
    if sys.argv[2] == "operator":
        model = tflite.Model.GetRootAs(content, 0)
        table = model.OperatorCodes(6)._tab
        changed = bytearray(content)
        for slot, size in ((4, 1), (10, 4)):
            place = table.Pos + table.Offset(slot)
            changed[place : place + size] = HASHTABLE_LOOKUP.to_bytes(size, "little")
        content = bytes(changed)
    else:
        scale = struct.pack("<f", 0.05)
        content = content.replace(scale, struct.pack("<f", float("nan")))
    try:
        tflite_to_memref(content, "tiny")
    except MemplaceError as error:
        sys.exit(str(error))
else:
    files = damage(content)
    refused = 0
    for file in files:
        try:
            tflite_to_memref(file, "damaged")
        except MemplaceError:
            refused += 1
    print(f"{len(files)} damaged files, {refused} refused")
