"""Runs command lines of a tool in forks of one process, which loads the tool once:

each_case.py [OPTION...] TEST WORD CODE TOOL ARGUMENT...

A line `WORD(PREFIX): MORE...` of the file TEST is a case: TOOL gets ARGUMENT... and MORE...,
where $NAME in MORE is a variable of the environment. The exit code must be CODE, and FileCheck
compares the output to the lines of TEST with PREFIX.

TOOL is a Python module with a function `main`. Options:
  --without=PACKAGE  hides a package, as if it were not installed
  --first=MODULE     imports a module before the cases; otherwise each case would import it
  --forker=LIBRARY   runs TOOL as a program; LIBRARY is the compiled fork_for_each.c
"""

import importlib
import os
import re
import shlex
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

Run = Callable[[list[str], str], int]


def runs_of_module(name: str) -> Run:
    """Returns a function that calls `main` of a module in a fork, with all output to a file, and
    returns the exit code."""
    main = importlib.import_module(name).main
    sys.argv[0] = name

    def run(arguments: list[str], output: str) -> int:
        if child := os.fork():
            return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        code = 1
        try:
            file = os.open(output, os.O_WRONLY)
            os.dup2(file, 1)
            os.dup2(file, 2)
            code = main(arguments)
        except SystemExit as ended:
            code = ended.code or 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    return run


def runs_of_program(name: str, forker: str) -> Run:
    """Returns a function that runs a program. The program is loaded once; each run is a fork."""
    program = subprocess.Popen(
        [name],
        env={**os.environ, "LD_PRELOAD": forker},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def run(arguments: list[str], output: str) -> int:
        print(output, *arguments, sep="\t", file=program.stdin, flush=True)
        return int(program.stdout.readline())

    return run


options = {}
while sys.argv[1].startswith("--"):
    name, _, value = sys.argv.pop(1).partition("=")
    options[name] = value
test, word, wanted, tool, *arguments = sys.argv[1:]
text = Path(test).read_text(encoding="utf-8")
cases = re.findall(rf"^{word}\((\w+)\):(.*)", text, re.MULTILINE)
assert cases, f"no case {word} in {test}"
if "--without" in options:
    sys.modules[options["--without"]] = None
if "--first" in options:
    importlib.import_module(options["--first"])
if "--forker" in options:
    run = runs_of_program(tool, options["--forker"])
else:
    run = runs_of_module(tool)
for prefix, more in cases:
    whole = [*arguments, *shlex.split(os.path.expandvars(more))]
    with tempfile.NamedTemporaryFile("r+") as output:
        code = run(whole, output.name)
        said = output.read()
    if code != int(wanted):
        sys.exit(f"{shlex.join(whole)}: exit code {code}, not {wanted}:\n{said}")
    check = ["FileCheck", test, f"--check-prefix={prefix}", "--allow-empty"]
    if subprocess.run(check, input=said, text=True).returncode != 0:
        sys.exit(f"that was: {shlex.join(whole)}")
