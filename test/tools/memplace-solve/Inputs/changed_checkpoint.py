#!/usr/bin/env python3
"""Writes a checkpoint of egrl with one change and matching checksums.

usage: changed_checkpoint.py version|nan CHECKPOINT OUT
"""

import io
import pathlib
import re
import struct
import sys
import zipfile
import zlib


def with_nan(weights: bytes) -> bytes:
    """Returns the archive of LibTorch with a NaN in the first weight."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(weights)) as source:
        first = next(name for name in source.namelist() if re.search(r"data/\d+$", name))
        with zipfile.ZipFile(out, "w") as target:
            for name in source.namelist():
                data = source.read(name)
                if name == first:
                    data = struct.pack("<f", float("nan")) + data[4:]
                target.writestr(name, data)
    return out.getvalue()


change, source, target = sys.argv[1:]
magic, *sizes, rest = pathlib.Path(source).read_bytes().split(b"\n", 4)
ends = [int(line.split()[0]) for line in sizes]
config, weights = rest[: ends[0]], rest[ends[0] : ends[0] + ends[1]]
if change == "version":
    config = re.sub(rb'"version":\d+', b'"version":1', config)
else:
    weights = with_nan(weights)
parts = [config, weights, rest[ends[0] + ends[1] :]]
lines = [f"{len(part)} {zlib.crc32(part)}".encode() for part in parts]
pathlib.Path(target).write_bytes(b"\n".join([magic, *lines, b""]) + b"".join(parts))
