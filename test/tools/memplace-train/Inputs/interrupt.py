#!/usr/bin/env python3
"""Runs a training and sends a signal after two more rounds.

usage: interrupt.py SIGNAL FOLDER COMMAND...
"""

import pathlib
import signal
import subprocess
import sys
import time

name, folder, *command = sys.argv[1:]
metrics = pathlib.Path(folder) / "metrics.jsonl"
before = metrics.read_text().count("\n")
with subprocess.Popen(command) as training:
    # Always ends: a minute is hundreds of rounds.
    for _ in range(6000):
        if metrics.read_text().count("\n") >= before + 2 or training.poll() is not None:
            break
        time.sleep(0.01)
    training.send_signal(getattr(signal, "SIG" + name))
    status = training.wait()
print("exit status", status, flush=True)
