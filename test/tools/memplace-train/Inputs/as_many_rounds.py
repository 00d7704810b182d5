#!/usr/bin/env python3
"""Runs a training for as many rounds as another training has done.

usage: as_many_rounds.py FOLDER COMMAND...
"""

import pathlib
import subprocess
import sys

folder, *command = sys.argv[1:]
rounds = (pathlib.Path(folder) / "metrics.jsonl").read_text().count("\n")
sys.exit(subprocess.run([*command, f"--rounds={rounds}"]).returncode)
