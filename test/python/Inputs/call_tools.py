"""Runs the CALL lines of a test in order, in one process: JAX and the like are loaded once.

call_tools.py TEST FOLDER    runs the lines of the file TEST; each has the form

    CALL: [not] COMMAND [< FILE] [> FILE] [2> FILE] [| ARGUMENTS OF FILECHECK]

The lines have lit's %s, %S, %t, which is FOLDER, and %venv_python. A tool of memplace is called as
a function, a script of Python runs in this process, and a shell runs other commands. FileCheck
reads both outputs together. The run ends at the first unexpected exit code: a call must succeed,
and must fail if "not" precedes it.
"""

import importlib
import os
import runpy
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

TOOLS = ("calibrate", "import", "iree", "report", "run", "serve")


def call_function(words):
    """Calls a tool, or runs a script, in this process; returns its exit code."""
    try:
        if words[0] == sys.executable:
            sys.argv = words[1:]
            runpy.run_path(words[1], run_name="__main__")
            return 0
        name = words[0].partition("-")[2]
        return importlib.import_module(f"memplace.{name}_cli").main(words[1:])
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return end.code or 0


def call_here(words, output):
    """Calls a function with the streams that the words name, by default the file
    `output`; returns its exit code."""
    files = {1: output, 2: output}
    before = sys.stdin
    for sign, descriptor, mode in (("<", 0, "r"), (">", 1, "w"), ("2>", 2, "w")):
        if sign in words:
            place = words.index(sign)
            files[descriptor] = open(words[place + 1], mode)
            del words[place : place + 2]
    kept = [os.dup(descriptor) for descriptor in (1, 2)]
    for descriptor in (1, 2):
        os.dup2(files[descriptor].fileno(), descriptor)
    sys.stdin = files.get(0, before)
    try:
        return call_function(words)
    finally:
        sys.stdin = before
        for descriptor, stream in ((1, sys.stdout), (2, sys.stderr)):
            stream.flush()
            os.dup2(kept[descriptor - 1], descriptor)
            os.close(kept[descriptor - 1])


def call(command, output):
    """Runs a command; returns its exit code. Outputs without a file go to `output`."""
    words = shlex.split(command)
    is_script = words[0] == sys.executable and words[1] != "-c"
    if is_script or words[0].removeprefix("memplace-") in TOOLS:
        return call_here(words, output)
    shell = ["bash", "-c", command]
    return subprocess.call(shell, stdout=output, stderr=subprocess.STDOUT)


def run_line(line, test):
    """Runs a CALL line; ends the process if it does not pass."""
    command, _, check = line.partition(" | ")
    wanted = not command.startswith("not ")
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        code = call(command.removeprefix("not "), output)
        output.seek(0)
        passed = (code == 0) == wanted
        if passed and check:
            filecheck = ["FileCheck", test, *shlex.split(check)]
            passed = subprocess.call(filecheck, stdin=output) == 0
        if not passed:
            output.seek(0)
            sys.exit(f"exit code {code}: {line}\n{output.read()}")


def main():
    test, folder = sys.argv[1:]
    # Like the tools' own scripts: tracing needs no device.
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    lines = [
        line.partition(":")[2].strip()
        for line in Path(test).read_text().splitlines()
        if line.startswith("CALL:")
    ]
    assert lines, f"{test} has no CALL line"
    substitutions = {
        "%venv_python": sys.executable,
        "%t": folder,
        "%S": str(Path(test).parent),
        "%s": test,
    }
    for line in lines:
        for name, value in substitutions.items():
            line = line.replace(name, value)
        run_line(line, test)


if __name__ == "__main__":
    main()
