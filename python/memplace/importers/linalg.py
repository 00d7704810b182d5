"""Converts linalg on tensors to memref form, by memplace-opt.

The result is ready for placement: calls are inlined and results are out-params. Buffers
are allocated by memref.alloc and never freed, since placement decides where buffers
live. Deallocation comes after placement.
"""

import os
import re
from typing import Literal

from memplace.errors import MemplaceError
from memplace.execution import RunOptions, find_memplace_opt
from memplace.inputs import check_nesting
from memplace.mlirtext import location_options
from memplace.tools import run_tool

FUSION_PASS = "memplace-fuse-elementwise{repeats=true}"
FUSION_PASS_ONCE = "memplace-fuse-elementwise"
Fuse = bool | Literal["once"]
"""Fusion of element-wise ops into one loop nest each, which leaves far fewer buffers.
True fuses all; "once" fuses only if no value is then computed twice, which suits CPUs;
False fuses none."""
FUNCTION = re.compile(r"^ *func\.func .*?@([\w.$-]+|\"[^\"]*\")", re.M)
CALLEE = re.compile(r"\bcall @([\w.$-]+|\"[^\"]*\")")
CONFLICTS = ("not bufferizable", "not equivalent to the corresponding")
"""Parts of bufferization's messages about a value that is read after its storage was
overwritten."""
MAX_LINES = 1_000_000
"""Limit on the lines of a function with all its callees inlined."""


def bufferization_pipeline(fuse: Fuse = True, copies: bool = False) -> str:
    """Returns the pass pipeline that turns linalg on tensors into memref form.

    See `Fuse` for `fuse`, and `linalg_to_memref` for `copies`.
    """
    fusion = FUSION_PASS_ONCE if fuse == "once" else FUSION_PASS
    # No CSE on tensors: CSE would merge the fills of accumulators, and bufferization
    # would then copy the merged fill for each accumulator.
    passes = [
        "inline",
        "canonicalize",
        "symbol-dce",
        "convert-elementwise-to-linalg",
        # Loop counters and conditions are tensors of rank 0, which would become
        # buffers.
        "func.func(linalg-detensorize{aggressive-mode=true})",
        # Before fusion: sums are hard to recognise inside of other ops.
        "memplace-wide-sums",
        "memplace-split-sums",
        *([fusion] if fuse else []),
        f"memplace-prepare-bufferization{{copies={str(copies).lower()}}}",
        "eliminate-empty-tensors",
        "empty-tensor-to-alloc-tensor",
        "one-shot-bufferize{bufferize-function-boundaries "
        "function-boundary-type-conversion=identity-layout-map buffer-alignment=64}",
        "drop-equivalent-buffer-results",
        "canonicalize",  # Results of loops become the allocations that they carry.
        "func.func(buffer-hoisting)",
        "buffer-results-to-out-params{add-result-attr=true hoist-static-allocs=true "
        "modify-public-functions=true}",
        "canonicalize",
        "cse",
        # Folds self-copies, which only become visible after CSE.
        "canonicalize",
        "memplace-drop-results-in-place",
    ]
    return f"builtin.module({','.join(passes)})"


def check_growth(text: str, name: str) -> None:
    """Raises MemplaceError if inlining would make the program far too long.

    Each call is replaced by the function's body, so nested calls may grow
    exponentially.
    """
    heads = list(FUNCTION.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    bodies = {head[1]: text[head.end() : end] for head, end in zip(heads, ends)}
    callees = {function: CALLEE.findall(body) for function, body in bodies.items()}
    lines: dict[str, int] = {}
    begun: set[str] = set()
    stack = list(bodies)
    while stack:
        function = stack.pop()
        if function in lines:
            continue
        missing = [
            one for one in callees[function] if one in bodies and one not in begun
        ]
        if missing and function not in begun:
            stack += [function, *missing]
            begun.add(function)
            continue
        # Recursion cannot be inlined; unknown members of a cycle count 0 lines.
        known = sum(lines.get(callee, 0) for callee in callees[function])
        lines[function] = bodies[function].count("\n") + known
        if lines[function] > MAX_LINES:
            raise MemplaceError(
                f"{name}: '@{function}' has {lines[function]} lines with its callees "
                f"inlined; at most {MAX_LINES} are supported"
            )


def linalg_to_memref(
    text: str,
    name: str = "<linalg>",
    fuse: Fuse = True,
    opt_tool: str | os.PathLike[str] | None = None,
) -> str:
    """Converts the linalg module `text` to memref form, ready for placement.

    `name` names the text in diagnostics; see `Fuse` for `fuse`; `opt_tool` is the path
    of memplace-opt. If bufferization rejects the text, a second attempt copies results,
    and values that loops carry, before writing them to their places. Raises
    MemplaceError if the tool is missing or rejects the text.
    """
    check_nesting(text, name)
    check_growth(text, name)
    tool = os.fspath(opt_tool) if opt_tool else find_memplace_opt(RunOptions())

    def convert(copies: bool) -> str:
        pipeline = f"--pass-pipeline={bufferization_pipeline(fuse, copies)}"
        command = [tool, pipeline, *location_options(text), "-"]
        return run_tool(command, text, name, is_limited=True)

    try:
        return convert(False)
    except MemplaceError as error:
        if not any(sign in str(error) for sign in CONFLICTS):
            raise
        try:
            return convert(True)
        except MemplaceError:
            raise error from None
