# ===- page.py - The page of what was measured -------------------------------- ===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes docs/measurements/larger-than-memory.md, and results.md beside this file, which
has all rows."""

import statistics
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from activations_page import activations_section
from goals import BY_HAND, Case, cases_of_models, goals_section, to_hand, to_limit, to_mmap
from measured import BEST_BY_HAND, IN_MEMORY, ONE_BUFFER, OURS, Model, Row
from models import MODELS
from networks import NETWORKS
from page_parts import ratio, read_measured, spread
from pictures import draw_call, draw_models


def ratio_to(row: Row, other: Row | None) -> str:
    """Returns the ratio of a contender's time to another."""
    return ratio(row.seconds, other.seconds) if other else ""


def table_row(percent: int, row: Row, rows: list[Row]) -> str:
    """Returns a line of a model's table."""
    first = f"| {percent} % | {row.name} "
    if not row.seconds:
        return first + f"| does not fit {'| ' * 9}|"
    by_name = {other.name: other for other in rows if other.seconds}
    error = f"{100 * (row.predicted / row.median - 1):+.0f}" if row.predicted else ""
    predicted = f"{row.predicted:.3f}" if row.predicted else ""
    return (
        f"{first}| {spread(row.seconds)} | {ratio_to(row, by_name.get('mmap'))} "
        f"| {ratio_to(row, by_name.get(IN_MEMORY))} "
        f"| {statistics.median(row.read) / 1e6:.1f} "
        f"| {predicted} | {error} | {row.high_water / 1e6:.1f} "
        f"| {row.group_peak / 1e6:.1f} |"
    )


def findings(weight_bytes: int, rows: dict[int, list[Row]]) -> list[str]:
    """Returns the conclusions from the numbers, good and bad."""
    lines = []
    for percent, found in rows.items():
        by_name = {row.name: row for row in found if row.seconds}
        ours = by_name.get(OURS)
        if ours is None:
            lines.append(f"* {percent} %: memplace does not fit.")
            continue
        parts = []
        for name in ("mmap", BEST_BY_HAND, ONE_BUFFER, IN_MEMORY):
            if name in by_name:
                parts.append(f"{ours.median / by_name[name].median:.2f} × {name}")
        limit = ours.limit or 0
        verdict = "below" if ours.high_water <= limit else "**above**"
        wanted = weight_bytes - limit
        parts.append(
            f"reads {statistics.median(ours.read) / weight_bytes * 100:.0f} % of the "
            f"weights, where {wanted / weight_bytes * 100:.0f} % don't fit"
        )
        lines.append(
            f"* {percent} %: {', '.join(parts)}; high-water mark {verdict} the limit."
        )
    return lines


HEAD_OF_TABLE = """\
| limit | by | median, s | least | largest | / mmap | / in memory | read, MB | predicted, s | error, % | high-water mark, MB | of the cgroup, MB |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"""


def when(runs: Mapping[Any, Mapping[str, Any]]) -> str:
    """Returns dates and machines of the measurements."""
    found: dict[str, list[str]] = {}
    for percent, run in runs.items():
        words = f"on {run['date']}, {run['machine']}, {run['calls']} calls of each"
        found.setdefault(words, []).append(f"{percent} %")
    if len(found) == 1:
        return f"Measured {next(iter(found))}."
    parts = [f"{', '.join(limits)}: {words}" for words, limits in found.items()]
    return f"Measured at {'; '.join(parts)}."


def section(name: str, model: Model) -> str:
    """Returns the part of the page about one model."""
    doc = " ".join((MODELS[name].__doc__ or "").split())
    about = f"{doc} {model.weight_bytes / 1e6:.1f} MB of weights. "
    about += when({percent: vars(run) for percent, run in model.runs.items()})
    rows = {percent: run.rows for percent, run in model.runs.items()}
    lines = [f"## {name}", "", textwrap.fill(about, 120), ""]
    lines += [
        textwrap.fill(line, 120, subsequent_indent="  ")
        for line in findings(model.weight_bytes, rows)
    ]
    lines += ["", HEAD_OF_TABLE]
    for percent, found in rows.items():
        lines += [table_row(percent, row, found) for row in found]
    return "\n".join(lines)


OPPONENTS = """\
## A Llama, by other people's tools

A Llama of transformers with random weights in f32 ({layers} layers, width {width}; {size:.1f} MB of weights), a call
with {tokens} tokens, without a cache of keys and values; in a part of its weights' bytes as memory, by
`benchmarks/larger-than-memory/opponents.py`. {when} One thread each. All compute the same network, which is
checked (1e-3). They take turns by contender, after one call each that does not count, so that a change of the load
between them is in the numbers; what is in memory is measured again at each limit.

* **accelerate, disk offload**: layers in memory as `infer_auto_device_map` finds for three quarters of the limit, the
  others from the disk in each call.
* **AirLLM**: layer by layer from the disk in each call.
* Both are in a cgroup of the limit, which counts what they read, but not Python and PyTorch: those are in memory before.
  memplace's process is in its limit as a whole, code included.
* Each has the time of its own kind in memory beside it: PyTorch for the first two, memplace.

| limit | tokens | by | median, s | least | largest | / in memory | / memplace | read, MB |
|---|---|---|--:|--:|--:|--:|--:|--:|
{rows}
"""
OWN_MEMORY = {
    "accelerate, disk offload": "PyTorch, in memory",
    "AirLLM": "PyTorch, in memory",
    "memplace": "memplace, in memory",
}


def opponents_row(case: str, name: str, rows: dict[str, dict[str, Any]]) -> str:
    """Returns a line of the table of other tools; `case` has its first cells."""
    row = rows[name]
    if "reason" in row:
        return f"| {case} | {name} | failed: {row['reason']} {'| ' * 6}|"
    own = rows.get(OWN_MEMORY.get(name, ""), {})
    to_own = ratio(row["seconds"], own["seconds"]) if own else ""
    to_ours = ratio(row["seconds"], rows[OURS]["seconds"])
    return (
        f"| {case} | {name} | {spread(row['seconds'])} | {to_own} | {to_ours} "
        f"| {statistics.median(row['read']) / 1e6:.1f} |"
    )


MEMORY = "memplace, in memory"
PICTURE = "images/larger-than-memory.svg"
PICTURE_OF_CALL = "images/larger-than-memory-call.svg"
CALL = """\


One call, measured on {date}: ops and reads as they were planned, by the times of before, and as they were
(`benchmarks/larger-than-memory/timeline.py`; `memplace-serve --timeline` draws those of any model):

![{model} at {limit} %: ops and reads, planned and measured](../../docs/{picture})"""
LLAMA_CPP = """\
## llama.cpp

The model `llama` above, token by token, by llama.cpp: the wheel of cyllama on PyPI, which is llama.cpp compiled for any
x86-64, since `llama-cpp-python` has no wheel there. The GGUF has the same weights in f32, and the
likeliest next token after each of {tokens} is the one that JAX computes, which is checked. One thread each; measured by
`benchmarks/larger-than-memory/llama_cpp.py`. {machine}; {calls} calls each after one that does not count, one
contender after the other.

* **llama.cpp, mmap**: as it does by itself, in a cgroup of the limit, which counts the file's pages and the cache of
  keys and values, but not Python and libraries: those are in memory before.
* **llama.cpp, in memory**: without mmap, without a limit.
* **memplace** has its own time in memory beside it, so that kernels and paging can be told apart.

| limit | by | median, s | least | largest | / in memory | / memplace | read, MB |
|---|---|--:|--:|--:|--:|--:|--:|
{rows}
"""


def llama_cpp_section(path: Path) -> str:
    """Returns the part of the page from llama_cpp.py; empty without measurements."""
    content = read_measured(path)
    if not content:
        return ""
    lines = []
    for percent, rows in content["rows"].items():
        for name, row in rows.items():
            if "reason" in row:
                lines.append(
                    f"| {percent} % | {name} | failed: {row['reason']} |||||| "
                )
                continue
            own = rows["llama.cpp, in memory" if "llama" in name else MEMORY]
            ratios = [
                ratio(row["seconds"], other["seconds"]) for other in (own, rows[OURS])
            ]
            lines.append(
                f"| {percent} % | {name} | {spread(row['seconds'])} "
                f"| {' | '.join(ratios)} | {statistics.median(row['read']) / 1e6:.1f} |"
            )
    return LLAMA_CPP.format(
        tokens=content["calls"] + 1,
        machine=content["machine"],
        calls=content["calls"],
        rows="\n".join(lines),
    )


BESIDE_JAX = """\
## In memory, beside JAX

The same functions with all weights in memory, by `memplace.serve` and by `jax.jit`, on one core each, in turns; by
`benchmarks/larger-than-memory/beside_jax.py`. So that kernels and paging can be told apart. {machine}; results are
compared. PyTorch, where it was measured, came afterwards, with weights of its own.

| model | memplace, s | least | largest | JAX, s | least | largest | PyTorch, s | memplace / JAX |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
{rows}
"""


def median_of(seconds: list[float] | None) -> str:
    return f"{statistics.median(seconds):.3f}" if seconds else ""


def beside_jax_section(path: Path) -> str:
    """Returns the part of the page from beside_jax.py; empty without measurements."""
    content = read_measured(path)
    if not content:
        return ""
    rows = [
        f"| {name} | {spread(row[OURS])} | {spread(row['JAX'])} "
        f"| {median_of(row.get('PyTorch'))} | {ratio(row[OURS], row['JAX'])} |"
        for name, row in content.items()
    ]
    machine = next(iter(content.values()))["machine"]
    return BESIDE_JAX.format(machine=machine, rows="\n".join(rows))


def opponents_section(path: Path) -> str:
    """Returns the part of the page from opponents.py; empty without measurements."""
    content = read_measured(path)
    if not content:
        return ""
    shape, runs = content["shape"], content["runs"]
    rows = [
        opponents_row(f"{percent} % | {tokens}", name, found)
        for percent, run in runs.items()
        for tokens, found in run["rows"].items()
        for name in found
    ]
    text = OPPONENTS.format(
        layers=shape["num_hidden_layers"],
        width=shape["hidden_size"],
        size=max(run["weight_bytes"] for run in runs.values()) / 1e6,
        tokens=" or ".join({count: None for run in runs.values() for count in run["rows"]}),
        when=when(runs),
        rows="\n".join(rows),
    )
    title, about, rest = text.split("\n\n", 2)
    return "\n\n".join([title, textwrap.fill(about, 120, break_on_hyphens=False), rest])


def read_models(store: Path) -> dict[str, Model]:
    """Returns the measurements of each model."""
    return {
        name: Model.read(store / f"{name}.json")
        for name in MODELS
        if (store / f"{name}.json").exists()
    }


def draw_pictures(store: Path) -> dict[str, str]:
    """Returns the pictures of the page, by path."""
    pictures = {PICTURE: draw_models(read_models(store))}
    if call := read_measured(store / "timeline.json"):
        pictures[PICTURE_OF_CALL] = draw_call(call)
    return pictures


def summary_row(case: Case) -> str:
    """Returns the line of a case in the table of the short page."""

    def seconds(names: Iterable[str]) -> str:
        found = [case.rows[name].median for name in names if name in case.rows]
        return f"{min(found):.3f}" if found else ""

    ours = case.ours
    off = f"{100 * (ours.predicted / ours.median - 1):+.1f} %" if ours.predicted else ""
    cells = [seconds([OURS]), seconds(["mmap"]), seconds(BY_HAND), seconds([IN_MEMORY])]
    return f"| {case.model} | {case.weight_bytes / 1e6:.0f} | {' | '.join(cells)} | {off} |"


def span(values: Iterable[float | None]) -> str:
    """Returns the least and the largest of the known values."""
    found = [value for value in values if value is not None]
    return f"{min(found):.2f} to {max(found):.2f}"


def render(store: Path) -> str:
    """Returns the short page of the measurements in the folder `store`."""
    cases = cases_of_models(read_models(store))
    half = [case for case in cases if case.percent == 50]
    rows = "\n".join(map(summary_row, half))
    marks = max(mark for case in cases if (mark := to_limit(case)))
    errors = [abs(c.ours.predicted / c.ours.median - 1) for c in cases if c.ours.predicted]
    return f"""\
# Larger than memory

<!-- Written by benchmarks/larger-than-memory/larger_than_memory.py; do not edit. -->

With memory for half of its weights, a model that `memplace-serve` runs takes {span(map(to_mmap, half))} of the time with
`mmap`, and {span(map(to_hand, half))} of the time of the best plan made by hand. **Measured by a clock** on one machine;
seconds of a call, medians, with memory for 50 % of the weights:

| Model | Weights, MB | memplace | mmap | Best by hand | All in memory | Prediction off by |
|---|--:|--:|--:|--:|--:|--:|
{rows}

The predicted time of a call is within {100 * max(errors):.0f} % of the measured time in all {len(errors)} cases, with
memory for 30 to 90 % of the weights. The kernel's high-water mark of the process is at most {marks:.2f} of the limit.

* All contenders run the same program in the same runtime, each process in a memory cgroup, and compute the same bits.
* `mmap` leaves reading and evicting to the kernel. *By hand* is the better of a double buffer and a prefix of resident
  weights beside a double buffer.
* No plan is as fast as memory if reading takes longer than computing. `decode`, the Llamas and `mixture` read from the
  disk for most of the time.
* The speed of the virtual disk changes, so compare numbers of a single limit only.

![Times of calls by limit, of each model: mmap, the best plan by hand, memplace](../{PICTURE})

[All rows](../../benchmarks/larger-than-memory/results.md) has the other limits, spreads, bytes read, memory marks, JAX,
PyTorch, accelerate, AirLLM, llama.cpp, and the way to repeat the measurement. [Serving](../guide/serving.md)
explains the command.
"""


def render_details(store: Path) -> str:
    """Returns results.md: all rows of the measurements in the folder `store`."""
    models = read_models(store)
    sections = [goals_section(models, store)]
    sections += [section(name, model) for name, model in models.items()]
    others = [
        activations_section(store / "activations.json"),
        beside_jax_section(store / "beside-jax.json"),
        opponents_section(store / "opponents.json"),
        llama_cpp_section(store / "llama-cpp.json"),
    ]
    sections += [part.rstrip() for part in others if part]
    call = read_measured(store / "timeline.json")
    of_call = CALL.format(**call, picture=PICTURE_OF_CALL) if call else ""
    machine = read_measured(store / "machine.json")
    rows = [line.partition(": ") for line in machine["calibration"]]
    calibration = "\n".join(f"| `{what}` | {text} |" for what, _, text in rows)
    newline = "\n\n"
    missing = [f"`{name}`" for name in NETWORKS if name not in models]
    missing = [name for name in missing if "tiny" not in name]
    not_measured = f"\nNot measured here: {', '.join(missing)}." if missing else ""
    return f"""\
# Larger than memory: all rows

<!-- Written by benchmarks/larger-than-memory/larger_than_memory.py; do not edit. -->

Seconds per call of a model whose weights, [in a file](../../docs/guide/serving.md), exceed the memory. **These times are measured, with
a clock, on one machine**, unlike those of most other pages. Others may have used the machine meanwhile, unless they
waited for the calls (`--alone`, as for runs with `MADV_SEQUENTIAL`; loads are of before the runs); contenders take turns,
after a call of each that does not count, so that what disturbs one disturbs all. Compare them within one limit only.
Products are computed by OpenBLAS in one thread; where a run does not say with which kernels, they are those for Haswell
(`OPENBLAS_CORETYPE`), which use AVX2 only. Those that OpenBLAS takes by itself on a processor with AVX-512 are up to twice
as fast: then less time hides reads, and [beside JAX](#in-memory-beside-jax) they are used.

All contenders are **the same program** in the same runtime, each process in a memory cgroup of its own with
the limit, a part of the bytes of the weights. They differ in how weights come into memory. All contenders compute
the same bits, which is checked in each call:

* **in memory, no limit**: all weights stay, and there is no cgroup.
* **mmap**: weights are mapped, the kernel reads and evicts pages; also with `MADV_WILLNEED` or, where a run has it,
  `MADV_SEQUENTIAL` before each call. Each has its own copy of the file, and the page cache is cold at first.
* **double buffer**: each weight is read, past the page cache, when the op before begins to use its own.
* **prefix kept, double buffer**: as many of the first weights as fit beside the double buffer stay: the strong plan
  that people make by hand. Where two weights don't fit, **prefix kept, one buffer**: each is read when it is needed.
* **memplace**: as `memplace-serve` plans ([serving.md](../../docs/guide/serving.md)), with weights cut in pieces. The others
  have them whole, which makes no difference for the bits.
* Of embeddings and experts, memplace and the plans made by hand read the rows that the program chooses, when it has
  chosen them, and may keep some; mmap touches only those by itself. Inputs differ from call to call.

*Read* is what the kernel counts for the process in a call (`/proc/PID/io`, median). The *high-water mark* is the
kernel's of resident memory (`VmHWM`) in all calls; that of the cgroup has the page cache, but code of libraries only if
the process was the first to use it. So memplace and the plans made by hand count code against the limit that the kernel
does not, and mmap has these bytes for weights.

*Error* is that of the predicted time. Ops and the file are measured once for each model, before the calls of its first
limit. The disk is a virtual one, whose speed others change from second to second (a read of 4 MiB alone: 1.4 to 2.6
ms), and that of ops, too, changes. So the plan's time is computed with the speeds around the calls, if a run wrote them
down: before each call 64 MiB of the file are read with no other reads in progress, and five warm-up calls measure
how long ops take. The warm-up calls of all sessions together also measure how fast ops read, as a share of the speed of
the file alone. The prediction then covers the waits of ops and their lengths.

A GPU's memory in the place of main memory: [serving.md](../../docs/guide/serving.md#on-a-gpu). The same plan
in IREE: [iree-weights.md](../../docs/guide/iree-weights.md#in-a-file-by-a-clock).{not_measured}

![Times of calls by limit, of each model: mmap, the best plan by hand, memplace](../../docs/{PICTURE}){of_call}

{newline.join(sections)}

## This machine, as a target

As `memplace-calibrate` measured it on {machine["date"]}, on a file of its own, before the last of the models. It does so
for each run; and `memplace-serve` replaces the file's speed by that of a model's own reads while its ops run:

| number | measured |
|---|---|
{calibration}

## How to make this page

`benchmarks/larger-than-memory/larger_than_memory.py`, with `PYTHONPATH=build/python .venv/bin/python`, as root, on a
machine with memory cgroups of version 1 or 2, in about 20 minutes. With `--folder`, what was measured and the files stay
there, and a run that was ended goes on. It, `activations.py`, `beside_jax.py`, `opponents.py` and `llama_cpp.py` write
what they measured to `benchmarks/larger-than-memory/measured`, from where it comes to the page: `--page-only` makes it
without measuring.
"""
