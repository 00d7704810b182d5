"""Writes a checkpoint with another number in its config, and a correct checksum:
change_config.py CHECKPOINT FIELD VALUE OUTPUT"""

import json
import sys
import zlib
from pathlib import Path

source, name, value, output = sys.argv[1:]
data = Path(source).read_bytes()
magic, header, *others = data.split(b"\n", 4)
body = others[-1]
size = int(header.split()[0])
config = json.loads(body[:size])
assert name in config
config[name] = int(value)
text = json.dumps(config).encode()
header = b"%d %d" % (len(text), zlib.crc32(text))
Path(output).write_bytes(
    b"\n".join([magic, header, *others[:-1], text + body[size:]])
)
