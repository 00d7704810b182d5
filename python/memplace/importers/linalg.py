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
from memplace.importers.arguments import drop_results_in_place
from memplace.inputs import check_nesting
from memplace.tools import run_tool

FUSION_PASS = "linalg-fuse-elementwise-ops"
FUSION_PASS_ONCE = "memplace-fuse-elementwise"
Fuse = bool | Literal["once"]
"""Fusion of element-wise ops into one loop nest each, which leaves far fewer buffers.
True fuses all; "once" fuses only if no value is then computed twice, which suits CPUs;
False fuses none."""
FUNCTION = re.compile(r"^ *func\.func (private )?.*?@([\w.$-]+|\"[^\"]*\")", re.M)
RETURN = re.compile(r"^( *)((?:func\.)?return) (%[^:\n]*, %[^:\n]*) : (.*)$", re.M)
VIEW = re.compile(
    r"^( *)(%[\w#]+) = tensor\.(?:expand_shape|collapse_shape|cast|reshape) (%[\w#]+)",
    re.M,
)
CALLEE = re.compile(r"\bcall @([\w.$-]+|\"[^\"]*\")")
MAX_LINES = 1_000_000
"""Limit for a function with all its callees inlined."""
CALL = re.compile(r"^( *)(%\w+):\d+ = (?:func\.)?call @([\w.$-]+|\"[^\"]*\")\(", re.M)


def bufferization_pipeline(fuse: Fuse = True) -> str:
    """Returns the pass pipeline that turns linalg on tensors into memref form.

    See `Fuse` for `fuse`.
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
        "memplace-prepare-bufferization",
        "eliminate-empty-tensors",
        "empty-tensor-to-alloc-tensor",
        "one-shot-bufferize{bufferize-function-boundaries "
        "function-boundary-type-conversion=identity-layout-map buffer-alignment=64}",
        "drop-equivalent-buffer-results",
        "func.func(buffer-hoisting)",
        "buffer-results-to-out-params{add-result-attr=true hoist-static-allocs=true "
        "modify-public-functions=true}",
        "canonicalize",
        "cse",
        # Folds self-copies, which only become visible after CSE.
        "canonicalize",
    ]
    return f"builtin.module({','.join(passes)})"


def check_growth(text: str, name: str) -> None:
    """Raises MemplaceError if inlining would make the program far too long.

    Each call is replaced by the function's body, so nested calls may grow
    exponentially.
    """
    heads = list(FUNCTION.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    bodies = {head[2]: text[head.end() : end] for head, end in zip(heads, ends)}
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


def separate_results(text: str) -> str:
    """Copies tensors that a public function returns more than once.

    Two out-params cannot share one buffer, and `buffer-results-to-out-params` would
    crash on such a pair. Views of one tensor count as the same tensor. Private
    functions stay as they are, since the pipeline inlines private functions first.

    >>> print(separate_results("  return %0, %0 : tensor<4xf32>, tensor<4xf32>"))
      %copy1_0 = bufferization.alloc_tensor() copy(%0) : tensor<4xf32>
      return %0, %copy1_0 : tensor<4xf32>, tensor<4xf32>
    """
    heads = list(FUNCTION.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    # By private function: the origins of its results. JAX writes callers first.
    known: dict[str, list[str]] = {}
    for head, end in reversed(list(zip(heads, ends))):
        if head[1] and (last := RETURN.search(text, head.start(), end)):
            body = text[head.start() : end]
            known[head[2]] = _origins(body, last, known)
    if not heads:
        return RETURN.sub(lambda match: _separated(text, match, known), text)
    parts = [text[: heads[0].start()]]
    for head, end in zip(heads, ends):
        part = text[head.start() : end]
        if not head[1]:
            body = part
            part = RETURN.sub(lambda match: _separated(body, match, known), part)
        parts.append(part)
    return "".join(parts)


def _origins(body: str, end: re.Match[str], known: dict[str, list[str]]) -> list[str]:
    """Returns the origin of each returned tensor: the tensor below all views.

    Value names are unique only outside of regions, so indented lines are ignored.
    """
    sources = {
        match[2]: match[3] for match in VIEW.finditer(body) if match[1] == end[1]
    }
    for match in CALL.finditer(body):
        results = known.get(match[3], [])
        if match[1] == end[1]:
            for place, origin in enumerate(results):
                if (first := results.index(origin)) < place:
                    sources[f"{match[2]}#{place}"] = f"{match[2]}#{first}"
    origins = []
    for value in end[3].split(", "):
        while value in sources:
            value = sources[value]
        origins.append(value)
    return origins


def _separated(body: str, end: re.Match[str], known: dict[str, list[str]]) -> str:
    """Returns the text of a `return`, preceded by the copies that it needs."""
    indent, values, kinds = end[1], end[3].split(", "), end[4].split(", ")
    origins = _origins(body, end, known)
    copies = ""
    for place, (value, kind) in enumerate(zip(list(values), kinds)):
        if origins.index(origins[place]) < place and kind.startswith("tensor<"):
            values[place] = f"%copy{place}_{value[1:].replace('#', '_')}"
            copies += (
                f"{indent}{values[place]} = bufferization.alloc_tensor() "
                f"copy({value}) : {kind}\n"
            )
    return f"{copies}{indent}{end[2]} {', '.join(values)} : {end[4]}"


def linalg_to_memref(
    text: str,
    name: str = "<linalg>",
    fuse: Fuse = True,
    opt_tool: str | os.PathLike[str] | None = None,
) -> str:
    """Converts the linalg module `text` to memref form, ready for placement.

    `name` names the text in diagnostics; see `Fuse` for `fuse`; `opt_tool` is the path
    of memplace-opt. Raises MemplaceError if the tool is missing or rejects the text.
    """
    check_nesting(text, name)
    check_growth(text, name)
    text = separate_results(text)
    tool = os.fspath(opt_tool) if opt_tool else find_memplace_opt(RunOptions())
    pipeline = f"--pass-pipeline={bufferization_pipeline(fuse)}"
    memref = run_tool([tool, pipeline, "-"], text, name, is_limited=True)
    return drop_results_in_place(text, memref)
