"""Runs a tool: `python -m memplace TOOL [ARGUMENT...]` is `memplace-TOOL ARGUMENT...`.

Without a tool, lists the tools. Needs no folder of scripts in PATH.
"""

import difflib
import importlib
import os
import shutil
import sys

from memplace.native import find_native_tool

# Tools in Python, each the module `memplace.TOOL_cli`.
PYTHON_TOOLS = {
    "import": "a model to MLIR on memrefs",
    "run": "a program, with random or given arguments",
    "report": "draw placements, packings and memory snapshots",
    "serve": "a model whose weights are in a file",
    "iree": "compile by IREE, with transients packed by memplace",
    "calibrate": "measure this machine, for a target",
    "score": "compare a folder of placements with a benchmark set",
}
# Programs, `memplace-TOOL`.
PROGRAMS = {
    "opt": "run passes on MLIR",
    "solve": "find a placement for a problem",
    "verify": "check a placement",
    "simulate": "print the time of a placement",
    "pack": "pack buffers into an arena",
    "train": "train the agent",
}


def find_program(tool: str) -> str | None:
    """Returns the path of the program `memplace-TOOL`, or None."""
    name = f"memplace-{tool}"
    return find_native_tool(name) or shutil.which(name)


def list_tools() -> str:
    """Returns a line for each tool that is installed."""
    tools = PYTHON_TOOLS | {tool: text for tool, text in PROGRAMS.items() if find_program(tool)}
    lines = [f"  {tool:<10} {text}" for tool, text in tools.items()]
    return "\n".join(["usage: python -m memplace TOOL [ARGUMENT...]", "", *lines])


def main(arguments: list[str]) -> int:
    """Runs the tool `arguments[0]` with the other arguments; returns its exit code."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(list_tools())
        return 0
    tool, *rest = arguments
    if tool in PYTHON_TOOLS:
        sys.argv[0] = f"memplace-{tool}"
        code: int = importlib.import_module(f"memplace.{tool}_cli").main(rest)
        return code
    program = find_program(tool) if tool in PROGRAMS else None
    if program is None:
        close = difflib.get_close_matches(tool, [*PYTHON_TOOLS, *PROGRAMS], n=1)
        hint = f"did you mean '{close[0]}'?" if close and close[0] != tool else "--help lists them"
        print(f"error: there is no tool '{tool}'; {hint}", file=sys.stderr)
        return 2
    os.execv(program, [program, *rest])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
