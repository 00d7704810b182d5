"""Runs a training; kills (-9) one of its actors during play, then its learner during
learning: usage: kill_workers.py COMMAND...; exits with the training's status. Fails if
no actor or no learner appeared."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path


def parent_of(process: int) -> int:
    """Returns the parent of a process, 0 if there is none."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return 0
    return int(text.rpartition(")")[2].split()[1])


def is_descendant(process: int, of: int) -> bool:
    """Returns True if `of` is an ancestor of `process`."""
    while process > 1 and process != of:
        process = parent_of(process)
    return process == of


def worker(training: int, option: str) -> int:
    """Returns a process that runs memplace-train with `option` for the training; 0:
    none."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        process = int(folder.name)
        if any(word.startswith(option.encode()) for word in command):
            if is_descendant(process, training):
                return parent_of(process)
    return 0


with subprocess.Popen(sys.argv[1:]) as training:
    for option in ("--play-only=", "--learn-only="):
        process = 0
        while not process and training.poll() is None:
            time.sleep(0.01)
            process = worker(training.pid, option)
        if not process:
            sys.exit(f"nobody was there with {option}")
        os.kill(process, signal.SIGKILL)
        print(f"killed who had {option}", file=sys.stderr, flush=True)
sys.exit(training.returncode)
