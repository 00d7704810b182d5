"""Runs a training; kills (-9) one of its actors while it plays, then its learner while
it learns: usage: kill_workers.py COMMAND...; ends as the training does. Fails if one of
them was never there."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path


def parent_of(process: int) -> int:
    """The parent's process, 0 if there is none."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return 0
    return int(text.rpartition(")")[2].split()[1])


def is_descendant(process: int, of: int) -> bool:
    """Whether `of` has started `process`, or who has started it."""
    while process > 1 and process != of:
        process = parent_of(process)
    return process == of


def worker(training: int, option: str) -> int:
    """Who runs a memplace-train with `option` for the training; 0: nobody."""
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
