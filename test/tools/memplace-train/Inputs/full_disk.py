#!/usr/bin/env python3
"""Runs a training that cannot write its checkpoint, because of a limit on file sizes.

usage: full_disk.py FOLDER COMMAND...
"""

import pathlib
import resource
import subprocess
import sys

folder, *command = sys.argv[1:]
checkpoint = pathlib.Path(folder) / "network.checkpoint"
before = checkpoint.read_bytes()
limit = len(before) // 2
replay = checkpoint.with_name("replay.jsonl")
episodes = replay.read_text().count("\n")


def fill_disk():
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


# Python ignores SIGXFSZ, and its children inherit that: writes fail as on a full disk.
status = subprocess.run(command, preexec_fn=fill_disk, restore_signals=False).returncode
print("exit status", status, flush=True)
print("checkpoint is as before:", checkpoint.read_bytes() == before)
print("episodes were added:", replay.read_text().count("\n") > episodes)
print("files:", sorted(path.name for path in checkpoint.parent.iterdir()))
