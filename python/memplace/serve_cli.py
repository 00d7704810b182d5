"""memplace-serve: runs a model in limited memory, with weights in a file."""

import argparse
import json
import math
import os
import re
import sys
from collections.abc import Sequence
from typing import Any

from memplace.arrayfiles import pack_npz
from memplace.command_line import (
    add_optimisation_option,
    check_outputs,
    run_tool_main,
)
from memplace.errors import InputError, MemplaceError, printable
from memplace.execution import DEVICES, RunOptions
from memplace.importers import load
from memplace.run_arrays import check_array, load_arrays, repr_of, widen
from memplace.serving.explain import explain
from memplace.serving.machine import read_target
from memplace.serving.planning import DEFAULT_BUDGET, plan_with_prefix
from memplace.serving.server import (
    ServeOptions,
    Server,
    make_server,
    threads_of_kernels,
)
from memplace.serving.session import ReadOptions
from memplace.serving.timeline import draw_timeline
from memplace.tools import write_bytes, write_text

EPILOG = """\
MODEL is what memplace-import takes: FILE.py:MAKER, StableHLO or linalg text, a .pt2
file. Arguments whose names the weights have are weights; the others are inputs, from
--input or, without any, made from the seed.

Some weights are read once and stay; the others are read in each call, past the page
cache, while ops run. Which and when is planned for the times of this machine: those of
ops are measured once for each kind and shape, and kept in a file (--costs); those of
the file and the memory are in the target of memplace-calibrate, or measured.

--memory counts all that the process has resident while it serves: arenas, kept weights,
inputs and outputs, buffers of the reader, code, heap. It does not count this command,
which only plans and passes inputs on, nor the compiler before the first call.

exit codes:
  0  all calls were made
  1  the memory is too small (the least that works is named), a file can't be read, or
     the program has no lowering: one error on standard error
  2  bad command line

examples:
  memplace-calibrate -o here.target.json --file model.safetensors
  memplace-serve net.py:model --weights model.safetensors --memory 2GiB \\
      --target here.target.json --calls 10 --json
"""
UNITS = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}
UNITS |= {"Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30}


def parse_bytes(text: str) -> int:
    """Parses a number of bytes.

    >>> parse_bytes("2GiB"), parse_bytes("1.5MB"), parse_bytes("4096")
    (2147483648, 1500000, 4096)
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(k|M|G|Ki|Mi|Gi)?B?", text)
    if not match or float(match[1]) <= 0:
        raise argparse.ArgumentTypeError(
            f"'{text}' is no size; write bytes, or 500MB, 2GiB"
        )
    return int(float(match[1]) * UNITS[match[2] or ""])


def parse_pieces(text: str) -> int:
    """Parses a number of bytes, or 0."""
    return 0 if text == "0" else parse_bytes(text)


def add_plan_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options for planning."""
    parser.add_argument(
        "--memory",
        type=parse_bytes,
        metavar="BYTES",
        help="what the process may have resident, as 2GiB or 500MB (default: no limit, "
        "all weights stay)",
    )
    parser.add_argument(
        "--device",
        choices=tuple(DEVICES),
        default="cpu",
        help="cuda: --memory is of the first GPU, weights come from pinned main memory, "
        "and cuBLASLt computes products of matrices (default: cpu)",
    )
    parser.add_argument(
        "--target",
        metavar="FILE",
        help="what memplace-calibrate wrote (default: measured now, a few seconds)",
    )
    parser.add_argument(
        "--costs",
        metavar="FILE",
        help="times of ops; made, or added to (default: memplace/op-costs.json in the "
        "user's cache)",
    )
    parser.add_argument(
        "--piece-bytes",
        type=parse_pieces,
        metavar="BYTES",
        help="cut larger weights in pieces of about so many bytes, each of which stays "
        "or is read; 0: none (default: in at most some hundred, of 4 MiB or more)",
    )
    parser.add_argument(
        "--scratch",
        metavar="DIR",
        help="folder of a scratch file, to which activations go that have no room while "
        "they wait for their next use (default: they stay in memory)",
    )
    parser.add_argument(
        "--kept",
        choices=("planned", "prefix"),
        default="planned",
        help="which weights stay: what the plan finds, or as many of the first as there "
        "is room for, to compare with (default: planned)",
    )
    parser.add_argument(
        "--budget",
        type=int,
        default=DEFAULT_BUDGET,
        metavar="N",
        help="sets of kept weights to try (default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="seed of the search and of made-up inputs (default: 0)",
    )


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="memplace-serve",
        description="Run a model whose weights are in a file and larger than the memory "
        "that it may have.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        fromfile_prefix_chars="@",
    )
    parser.add_argument("model", metavar="MODEL", help="the program; see below")
    parser.add_argument(
        "--weights",
        required=True,
        metavar="FILE",
        help="a .safetensors or .irpa file, the index of several of the former, a .npy file, "
        "or a folder of .safetensors or .npy files",
    )
    add_plan_options(parser)
    parser.add_argument(
        "--input",
        action="append",
        default=[],
        metavar="FILE",
        help="arrays for the inputs (.npy in order, .npz and .safetensors by name); may "
        "be given more than once",
    )
    parser.add_argument(
        "--output", metavar="FILE", help="the .npz file to write results to"
    )
    parser.add_argument(
        "--calls", type=int, default=1, metavar="N", help="calls to make (default: 1)"
    )
    parser.add_argument(
        "--json", action="store_true", help="print each call as a line of JSON"
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="print which weights stay, and each step of the last call: when it was to "
        "run, and when it did",
    )
    parser.add_argument(
        "--timeline",
        metavar="FILE",
        help="write a picture (.svg) of the last call: ops and reads, as they were planned "
        "and, below, as they were",
    )
    add_optimisation_option(parser, 2)
    parser.add_argument(
        "--read-bytes",
        type=parse_bytes,
        default=0,
        metavar="BYTES",
        help="largest single read (default: 2 MiB)",
    )
    parser.add_argument(
        "--depth", type=int, default=0, metavar="N", help="reads in flight (default: 4)"
    )
    parser.add_argument(
        "--no-io-uring",
        action="store_true",
        help="read by pread, one read after another, as without io_uring",
    )
    return parser


def inputs_of(server: Server, paths: Sequence[str], seed: int) -> list[bytes]:
    """Returns the bytes of all inputs, from the user's arrays or random."""
    in_order, by_name = load_arrays(paths)
    names = server.model.names
    buffers = server.model.buffers
    made_up = server.random_inputs(seed)
    contents = []
    missing = []
    for place, number in enumerate(server.inputs):
        name, buffer = names[number], buffers[number]
        array = by_name.pop(name, None)
        if array is None and in_order:
            array = in_order.pop(0)[1]
        if array is not None:
            contents.append(check_array(array, buffer, f"'{name}'", finite=True))
            continue
        contents.append(made_up[place])
        if server.model.reads(number):
            missing.append(number)
    if paths and missing:
        raise InputError(
            f"neither --weights nor --input has {', '.join(repr_of(names, missing))}, "
            "which the model reads"
        )
    left = [path for path, _ in in_order] + list(by_name)
    if left:
        raise InputError(
            f"--input has arrays that are no inputs of the model: {', '.join(left[:5])}"
        )
    return contents


def hash_of(outputs: Sequence[bytes | bytearray]) -> str:
    """Returns a hash of all bits of the results."""
    import hashlib

    digest = hashlib.sha256()
    for output in outputs:
        digest.update(output)
    return digest.hexdigest()[:16]


def format_call(record: dict[str, Any], number: int) -> str:
    """Returns a readable line about a call."""
    mega = 1e6
    return (
        f"call {number}: {record['seconds']:.3f} s, predicted "
        f"{record['predicted_seconds']:.3f} s ({100 * record['prediction_error']:+.0f} %), "
        f"waited {record['stall_seconds']:.3f} s, read {record['read_bytes'] / mega:.1f} MB, "
        f"high-water mark {record['high_water_bytes'] / mega:.1f} MB, "
        f"results {record['hash']}"
    )


def format_plan(server: Server, record: dict[str, Any]) -> str:
    """Returns the caption of a call's timeline."""
    memory = server.options.memory
    limit = f"{memory / 1e6:.0f} MB of memory, " if memory else ""
    return (
        f"{limit}{record['seconds'] * 1e3:.1f} ms, planned "
        f"{record['predicted_seconds'] * 1e3:.1f} ms"
    )


def write_results(server: Server, outputs: Sequence[bytearray], path: str) -> None:
    """Writes the results of the last call, by name."""
    names, buffers = server.model.names, server.model.buffers
    arrays = {
        names[number]: widen(content, buffers[number])
        for number, content in zip(server.outputs, outputs)
    }
    write_bytes(path, pack_npz(arrays))


def note_on_threads(load: float, threads: int, cores: int) -> str:
    """Returns a note if threads of kernels must wait for busy cores, else "".

    `load` is the number of cores in use by other processes.

    >>> note_on_threads(0.2, 2, 2), note_on_threads(9.0, 1, 2)
    ('', '')
    >>> note_on_threads(3.14, 2, 2)[:38]
    'others use this machine: a load of 3.1'
    """
    if threads < 2 or load + threads < cores + 1:
        return ""
    return (
        f"others use this machine: a load of {load:.1f} on {cores} cores; the {threads} "
        "threads of products then wait for each other, and calls with "
        f"OPENBLAS_NUM_THREADS={max(1, cores - math.ceil(load))} may take a tenth of the time"
    )


def run_calls(server: Server, options: argparse.Namespace) -> None:
    """Makes the calls and prints their results."""
    contents = inputs_of(server, options.input, options.seed)
    for number in range(1, options.calls + 1):
        is_last = number == options.calls
        wants_events = is_last and bool(options.explain or options.timeline)
        call = server.call(contents, wants_events)
        record = server.record(call) | {"call": number, "hash": hash_of(call.outputs)}
        print(
            json.dumps(record) if options.json else format_call(record, number),
            flush=True,
        )
    if options.explain:
        print(printable(explain(server, call), "\n"))
    if options.timeline:
        title = f"{server.model.name}: {format_plan(server, record)}"
        write_text(options.timeline, draw_timeline(server, call, title))
    if options.output:
        write_results(server, call.outputs, options.output)


def serve_model(options: argparse.Namespace) -> None:
    """Serves a model as the command line asks for."""
    if options.calls < 1 or options.budget < 0 or options.depth < 0:
        raise MemplaceError(
            "--calls must be at least 1, --budget and --depth at least 0"
        )
    outputs = {"--output": options.output, "--timeline": options.timeline}
    check_outputs(
        [options.weights, *options.input],
        {option: path for option, path in outputs.items() if path},
    )
    serve_options = ServeOptions(
        memory=options.memory,
        target=read_target(
            options.target, options.weights, options.scratch, options.device
        ),
        costs=options.costs,
        budget=options.budget,
        seed=options.seed,
        piece_bytes=options.piece_bytes,
        scratch=options.scratch,
        choose=plan_with_prefix if options.kept == "prefix" else None,
        run=RunOptions(optimisation=options.optimisation, device=options.device),
        reads=ReadOptions(
            options.read_bytes,
            options.depth,
            options.no_io_uring,
            device=options.device,
        ),
    )
    text = load(options.model, fuse="once").text
    cores = len(os.sched_getaffinity(0))
    note = note_on_threads(os.getloadavg()[0], threads_of_kernels(), cores)
    if note and options.device == "cpu":
        print(f"memplace-serve: note: {note}", file=sys.stderr)
    with make_server(text, options.model, options.weights, serve_options) as server:
        run_calls(server, options)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the tool; returns its exit code."""
    options = make_parser().parse_args(argv)
    # Tracing needs no device; searching for devices takes seconds and prints warnings.
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    return run_tool_main("memplace-serve", lambda: serve_model(options))


if __name__ == "__main__":
    sys.exit(main())
