"""Prints the offline plan that memplace-pack has put before a TFLite model: plan_of.py
PLANNED MODEL

The plan is after the name of its metadata, at a multiple of 16 bytes: its length before it,
then version, number of subgraphs, number of tensors, offsets.
"""

import struct
import sys
from pathlib import Path

planned, model = (Path(name).read_bytes() for name in sys.argv[1:])
front = planned.removesuffix(model)
if len(front) + len(model) == len(planned) and len(front) % 16 == 0:
    print("model at a multiple of 16 bytes")
after = front.index(b"OfflineMemoryAllocation\0")
for begin in range((after + 39) // 16 * 16, len(front), 16):
    size, _, _, count = struct.unpack_from("<4I", front, begin - 4)
    if size == 4 * (3 + count):
        numbers = struct.unpack_from(f"<{3 + count}i", front, begin)
        print(*numbers[:3], "offsets", *numbers[3:])
        break
