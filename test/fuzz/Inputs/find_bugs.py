"""Runs memplace-stress with each of its bugs: usage: find_bugs.py PROGRAM FOLDER

Prints a line per bug: the finding, and that the problem is small. Exit status: 1 if a
bug was not found, or its problem is large or does not reproduce the bug.
"""

import csv
import json
import pathlib
import subprocess
import sys

# Only the necessary other solvers: their own bugs do not matter here.
SOLVERS = "--solvers=buggy,default-tier,greedy"
OPTIONS = {
    # A hang shows after one or two trials.
    "hang": ["--solvers=buggy", "--cpu-limit=0.3", "--trials=2", "--seeds=0:2"],
    "crash": ["--solvers=buggy"],
    "verify-ignores-old-data": ["--solvers=default-tier,greedy"],
    # The first problem that shows the bug, seed 8, keeps 13 buffers.
    "verify-ignores-overlap": ["--solvers=default-tier,greedy", "--seeds=9:30"],
}


def run(program, *options):
    return subprocess.run([program, *options], capture_output=True, text=True)


def count_buffers(file):
    """Returns the number of buffers of a kept problem."""
    if file.suffix == ".csv":
        return len(list(csv.DictReader(file.open())))
    return len(json.loads(file.read_text())["buffers"])


def find(program, bug, folder):
    """Returns the error in finding `bug`, or nothing."""
    folder.mkdir()
    is_packing = bug.startswith("pack-")
    options = ["--seeds=0:12", "--trials=300", f"--output={folder}", f"--bug={bug}"]
    options += [f"--kind={'packing' if is_packing else 'placement'}"]
    options += OPTIONS.get(bug, [] if is_packing else [SOLVERS])
    result = run(program, *options)
    files = sorted(folder.iterdir())
    if result.returncode != 1 or not files:
        return f"not found: {result.stdout}{result.stderr}"
    promise = result.stdout.split("broken promise: ")[1].split("\n")[0]
    limit = 5
    if bug != "hang" and count_buffers(files[0]) > limit:
        return f"{files[0]} is large: {result.stdout}"
    # The printed command.
    command = next(
        line for line in result.stdout.splitlines() if line.startswith("memplace-stress ")
    )
    again = run(program, *options, "--trials=0", *command.split()[1:])
    if f"broken promise: {promise}" not in again.stdout:
        return f"{files[0]} does not show it again: {again.stdout}{again.stderr}"
    print(f"{bug}: {promise}, at most {limit} buffers")
    return None


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    bugs = run(program, "--list-bugs").stdout.split()
    wrong = [f"{bug}: {what}" for bug in bugs if (what := find(program, bug, folder / bug))]
    print("\n".join(wrong) or "all bugs were found")
    return 1 if wrong or not bugs else 0


if __name__ == "__main__":
    sys.exit(main())
