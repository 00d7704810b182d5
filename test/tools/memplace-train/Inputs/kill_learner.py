"""Runs a learner and kills it (-9) once its replay grows: usage: kill_learner.py FOLDER
COMMAND...; FOLDER is that of the run. Fails if the learner ends before."""

import subprocess
import sys
import time
from pathlib import Path

folder, *command = sys.argv[1:]
replay = Path(folder) / "replay.jsonl"
before = replay.stat().st_size
# Enough steps that the learner is killed before it finishes.
learner = subprocess.Popen([*command, "--steps=100000000"])
while learner.poll() is None and replay.stat().st_size == before:
    time.sleep(0.002)
if learner.poll() is not None:
    sys.exit("the learner ended by itself")
learner.kill()
learner.wait()
