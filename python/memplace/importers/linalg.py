"""linalg on tensors to memref form, by memplace-opt.

What comes out is ready for placement: calls inlined, results as out-params,
buffers allocated with memref.alloc and not deallocated, since placement decides
where they live; buffer deallocation comes after it.
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
"""Whether element-wise ops are merged into one loop nest each, which leaves far fewer
buffers; or "once": only where nothing is computed again, which suits programs that run
on a CPU."""
FUNCTION = re.compile(r"^ *func\.func (private )?.*?@([\w.$-]+|\"[^\"]*\")", re.M)
RETURN = re.compile(r"^( *)((?:func\.)?return) (%[^:\n]*, %[^:\n]*) : (.*)$", re.M)
VIEW = re.compile(
    r"^( *)(%[\w#]+) = tensor\.(?:expand_shape|collapse_shape|cast|reshape) (%[\w#]+)",
    re.M,
)
CALLEE = re.compile(r"\bcall @([\w.$-]+|\"[^\"]*\")")
MOST_LINES = 1_000_000
"""Of a program in which nothing is called any more."""
CALL = re.compile(r"^( *)(%\w+):\d+ = (?:func\.)?call @([\w.$-]+|\"[^\"]*\")\(", re.M)


def bufferization_pipeline(fuse: Fuse = True) -> str:
    """Returns the passes that turn linalg on tensors into memref form.

    For `fuse` see `Fuse`.
    """
    fusion = FUSION_PASS_ONCE if fuse == "once" else FUSION_PASS
    # No CSE before there are buffers: it would merge the fills of accumulators,
    # and bufferization would then copy the one that is left to each of them.
    passes = [
        "inline",
        "canonicalize",
        "symbol-dce",
        "convert-elementwise-to-linalg",
        # Loop counters and conditions: tensors of rank 0 would be buffers.
        "func.func(linalg-detensorize{aggressive-mode=true})",
        # What sums are, before they are parts of other ops.
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
        # Folds copies of a place to itself, which only now can be seen to be that.
        "canonicalize",
    ]
    return f"builtin.module({','.join(passes)})"


def check_growth(text: str, name: str) -> None:
    """Raises MemplaceError if calls make a program of far more lines than it has: each
    function is written where it is called."""
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
        # Of a cycle, which can't be inlined, something is not known.
        known = sum(lines.get(callee, 0) for callee in callees[function])
        lines[function] = bodies[function].count("\n") + known
        if lines[function] > MOST_LINES:
            raise MemplaceError(
                f"{name}: '@{function}' has {lines[function]} lines with all that it "
                f"calls; programs of up to {MOST_LINES} are read"
            )


def separate_results(text: str) -> str:
    """Returns the module with a copy for each time but the first that a function
    returns a tensor, or a view of it: two out-params can't be one buffer, which
    `buffer-results-to-out-params` would try and crash. Private functions stay as they
    are, since they are inlined before that.

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
    """Returns what the tensors that a function returns are views of. Names are unique
    only outside of regions, which are indented."""
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
    """Returns the end of a function with the copies before it."""
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
    """Returns the linalg module `text` in memref form, ready for placement.

    `name` is what diagnostics call the text; for `fuse` see `Fuse`; `opt_tool` is the
    memplace-opt to use. Raises MemplaceError if it is missing or refuses the text.
    """
    check_nesting(text, name)
    check_growth(text, name)
    text = separate_results(text)
    tool = os.fspath(opt_tool) if opt_tool else find_memplace_opt(RunOptions())
    pipeline = f"--pass-pipeline={bufferization_pipeline(fuse)}"
    memref = run_tool([tool, pipeline, "-"], text, name, is_limited=True)
    return drop_results_in_place(text, memref)
