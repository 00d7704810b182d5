"""memplace-serve: runs a model in limited memory, with weights in a file."""

import argparse
import json
import math
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from memplace import __version__
from memplace.arrayfiles import pack_npz
from memplace.command_line import (
    add_optimisation_option,
    check_outputs,
    parse_bytes,
    run_tool_main,
)
from memplace.errors import InputError, MemplaceError, printable
from memplace.execution import DEVICES, RunOptions
from memplace.importers import load
from memplace.run_arrays import check_array, load_arrays, quoted, widen
from memplace.serving import DEFAULT_BUDGET
from memplace.serving.session import ReadOptions
from memplace.tools import write_bytes, write_text

# Other modules of memplace.serving need the compiled part; functions import them, so
# that `run_tool_main` reports a missing part.
if TYPE_CHECKING:
    from memplace.serving.model import Model
    from memplace.serving.server import Server

EPILOG = """\
MODEL is any input of memplace-import: FILE.py:MAKER, StableHLO or linalg text, a .pt2
file. Arguments with the name of a weight are weights; all other arguments are inputs,
read from --input or generated from the seed.

Some weights are read once and stay in memory. All other weights are read in each call,
bypassing the page cache, while ops run. The plan uses the times of this machine: ops are
measured once for each kind and shape, and kept in a file (--costs); the speeds of the
file and the memory come from the target of memplace-calibrate, or are measured now.

--memory limits the resident memory of the process that serves: arenas, kept weights,
inputs and outputs, read buffers, code, heap. The limit covers neither this command, which
only plans and passes inputs on, nor the compiler before the first call.

exit codes:
  0  all calls are complete
  1  the memory is too small (the error names the smallest that works), a file can't be
     read, or the program has no lowering: one error on standard error
  2  bad command line

examples:
  memplace-calibrate -o here.target.json --file model.safetensors
  memplace-serve net.py:model --weights model.safetensors --memory 2GiB \\
      --target here.target.json --calls 10 --json
"""


def parse_pieces(text: str) -> int:
    """Parses a number of bytes, or 0."""
    return 0 if text == "0" else parse_bytes(text)


def add_plan_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options for planning."""
    parser.add_argument(
        "--memory",
        type=parse_bytes,
        metavar="BYTES",
        help="limit of the process's resident memory, e.g. 2GiB or 500MB (default: no "
        "limit; all weights stay)",
    )
    parser.add_argument(
        "--device",
        choices=tuple(DEVICES),
        default="cpu",
        help="device that runs the ops; cuda: the first GPU, whose memory --memory "
        "limits, with weights in pinned main memory and matrix products by cuBLASLt "
        "(default: cpu)",
    )
    parser.add_argument(
        "--target",
        metavar="FILE",
        help="target written by memplace-calibrate (default: measured now, in a few "
        "seconds)",
    )
    parser.add_argument(
        "--costs",
        metavar="FILE",
        help="file of measured times of ops, created or extended (default: "
        "memplace/op-costs.json in the user's cache)",
    )
    parser.add_argument(
        "--piece-bytes",
        type=parse_pieces,
        metavar="BYTES",
        help="cut larger weights into pieces of about this size; each piece stays or "
        "is read in each call; 0: do not cut (default: at least 4 MiB, so that "
        "there are at most a few hundred pieces)",
    )
    parser.add_argument(
        "--scratch",
        metavar="DIR",
        help="folder of a scratch file for activations that do not fit into memory "
        "until their next use (default: activations stay in memory)",
    )
    parser.add_argument(
        "--budget",
        type=int,
        default=DEFAULT_BUDGET,
        metavar="N",
        help="number of sets of kept weights to try (default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="random seed of the search and of generated inputs (default: 0)",
    )


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="memplace-serve",
        description="Run a model in limited memory, with its weights in a file.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        fromfile_prefix_chars="@",
    )
    parser.add_argument("--version", action="version", version=f"memplace {__version__}")
    parser.add_argument("model", metavar="MODEL", help="program; see below")
    parser.add_argument(
        "--weights",
        required=True,
        metavar="FILE",
        help=".safetensors, .irpa or .npy file, the index of several .safetensors "
        "files, or a folder of .safetensors or .npy files",
    )
    add_plan_options(parser)
    parser.add_argument(
        "--input",
        action="append",
        default=[],
        metavar="FILE",
        help="arrays for the inputs (.npy in order, .npz and .safetensors by name) "
        "(repeatable)",
    )
    parser.add_argument("--output", metavar="FILE", help=".npz file for the results")
    parser.add_argument(
        "--calls",
        type=int,
        default=1,
        metavar="N",
        help="number of calls (default: " "1)",
    )
    parser.add_argument(
        "--json", action="store_true", help="print each call as a line of JSON"
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="print the weights that stay, and the planned and measured time of each "
        "step of the last call",
    )
    parser.add_argument(
        "--timeline",
        metavar="FILE",
        help="write a picture (.svg) of the last call: planned ops and reads above, "
        "measured below",
    )
    add_optimisation_option(parser, 2)
    parser.add_argument(
        "--read-bytes",
        type=parse_bytes,
        default=0,
        metavar="BYTES",
        help="size of the largest single read (default: 2 MiB)",
    )
    parser.add_argument(
        "--depth",
        type=int,
        default=0,
        metavar="N",
        help="number of reads in flight (default: 2; with --device=cuda: 4)",
    )
    return parser


def inputs_of(model: "Model", paths: Sequence[str], seed: int) -> list[bytes]:
    """Returns the bytes of all inputs, from the user's arrays or random."""
    in_order, by_name = load_arrays(paths)
    names = model.names
    made_up = model.random_inputs(seed)
    contents = []
    missing = []
    for place, number in enumerate(model.inputs):
        name, buffer = names[number], model.buffers[number]
        array = by_name.pop(name, None)
        if array is None and in_order:
            array = in_order.pop(0)[1]
        if array is not None:
            contents.append(check_array(array, buffer, f"'{name}'", finite=True))
            continue
        contents.append(made_up[place])
        if model.reads(number):
            missing.append(number)
    if paths and missing:
        raise InputError(
            f"neither --weights nor --input has {quoted([names[number] for number in missing])}, "
            "which the model reads"
        )
    left = [path for path, _ in in_order] + list(by_name)
    if left:
        raise InputError(
            "--input has arrays that are not inputs of the model: "
            f"{', '.join(left[:5])}"
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


def format_plan(server: "Server", record: dict[str, Any]) -> str:
    """Returns the caption of a call's timeline."""
    memory = server.options.memory
    limit = f"{memory / 1e6:.0f} MB of memory, " if memory else ""
    return (
        f"{limit}{record['seconds'] * 1e3:.1f} ms, planned "
        f"{record['predicted_seconds'] * 1e3:.1f} ms"
    )


def write_results(server: "Server", outputs: Sequence[bytearray], path: str) -> None:
    """Writes the results of the last call, by name."""
    names, buffers = server.model.names, server.model.buffers
    arrays = {
        names[number]: widen(content, buffers[number])
        for number, content in zip(server.model.outputs, outputs)
    }
    write_bytes(path, pack_npz(arrays))


def note_on_threads(load: float, threads: int, cores: int) -> str:
    """Returns a note if threads of kernels must wait for busy cores, else "".

    `load` is the number of cores in use by other processes.

    >>> note_on_threads(0.2, 2, 2), note_on_threads(9.0, 1, 2)
    ('', '')
    >>> note_on_threads(3.14, 2, 2)[:44]
    'other processes use this machine (load 3.1 o'
    """
    if threads < 2 or load + threads < cores + 1:
        return ""
    return (
        f"other processes use this machine (load {load:.1f} on {cores} cores), so the "
        f"{threads} threads of matrix products wait for each other; calls with "
        f"OPENBLAS_NUM_THREADS={max(1, cores - math.ceil(load))} may take a tenth of "
        "the time"
    )


def run_calls(
    server: "Server", contents: Sequence[bytes], options: argparse.Namespace
) -> None:
    """Makes the calls on the bytes of all inputs, and prints their results."""
    from memplace.serving.explain import explain
    from memplace.serving.timeline import draw_timeline

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
    from memplace.serving.machine import read_target
    from memplace.serving.server import ServeOptions, make_server, threads_of_kernels
    from memplace.serving.weights import read_layout

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
        target=read_target(options.target, options.scratch, options.device),
        costs=options.costs,
        budget=options.budget,
        seed=options.seed,
        piece_bytes=options.piece_bytes,
        scratch=options.scratch,
        run=RunOptions(optimisation=options.optimisation, device=options.device),
        reads=ReadOptions(
            options.read_bytes,
            options.depth,
            device=options.device,
        ),
    )
    read_layout(options.weights)  # Importing the model takes seconds.
    text = load(options.model, fuse="once").text
    cores = len(os.sched_getaffinity(0))
    note = note_on_threads(os.getloadavg()[0], threads_of_kernels(), cores)
    if note and options.device == "cpu":
        print(f"memplace-serve: note: {note}", file=sys.stderr)
    contents: list[bytes] = []

    def read_inputs(model: "Model") -> None:
        contents.extend(inputs_of(model, options.input, options.seed))

    with make_server(
        text, options.model, options.weights, serve_options, read_inputs
    ) as server:
        run_calls(server, contents, options)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the tool; returns its exit code."""
    # Tracing needs no device; searching for devices takes seconds and prints warnings.
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    return run_tool_main("memplace-serve", lambda: serve_model(make_parser().parse_args(argv)))


if __name__ == "__main__":
    sys.exit(main())
