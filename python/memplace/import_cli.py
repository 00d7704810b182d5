"""memplace-import: converts JAX, PyTorch, ONNX, TFLite, StableHLO or linalg to
memref."""

import argparse
import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from memplace.command_line import (
    add_output_option,
    check_outputs,
    run_tool_main,
)
from memplace.errors import MemplaceError
from memplace.importers import (
    Fuse,
    jax_to_stablehlo,
    linalg_to_memref,
    onnx_to_stablehlo,
    pytorch_to_linalg,
    stablehlo_to_linalg,
    tflite_to_memref,
)
from memplace.importers.arguments import Home, set_homes
from memplace.importers.kinds import (
    SUFFIXES,
    bytecode_to_text,
    jax_export_to_text,
    kind_of,
    reject_text,
)
from memplace.importers.onnx_model import folder_of, parse_shape
from memplace.importers.weights import pack_weights
from memplace.inputs import decode_text, read_bytes
from memplace.tools import write_files

EPILOG = """\
input:
  StableHLO text needs jaxlib: pip install './python[stablehlo]'. Text without a
  StableHLO or CHLO op is read as linalg. MLIR bytecode (.mlirbc), portable artifacts
  of StableHLO and files of jax.export's serialize() are read by jaxlib, too.
  With --jax, MAKER is called without arguments and returns a pair: a function
  and the tuple of its arguments (arrays or jax.ShapeDtypeStructs).
  A .pt2 file, of torch.export.save, needs torch and torch-mlir:
  pip install './python[torch]'.
  A .onnx file needs onnx and jax: pip install './python[onnx]'. Sizes that
  it leaves open are given by --shape.
  A .tflite file, a network of 8-bit integers or floats, needs the package tflite:
  pip install './python[tflite]'.

output:
  One module. Results of `main` become out-params behind its arguments, but a result
  that takes the place of a donated argument (jax.jit's donate_argnums) is found
  there; other arguments are only read. Buffers are allocated with memref.alloc and
  not deallocated: placement comes first, buffer deallocation after it. Weights of a
  .pt2, .onnx or .tflite file are arguments, too, named as there; their values go to a
  safetensors file, which memplace-run takes as --input. Output files are written whole, or none.

exit codes:
  0  the output is written
  1  bad input, a missing tool or package, or an op that has no lowering: one
     error on standard error, nothing written
  2  bad command line

examples:
  memplace-import models/mlp.stablehlo.mlir -o mlp.memref.mlir
  memplace-import --jax models/make_models.py:mlp | memplace-opt --memplace-default
  memplace-import net.pt2 -o net.mlir               # and net.safetensors
"""
FUSIONS: dict[str, Fuse] = {"all": True, "once": "once", "none": False}
STAGES = ("stablehlo", "linalg", "memref")


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="memplace-import",
        description="Turn a JAX, PyTorch, ONNX, TFLite, StableHLO or linalg program into memref "
        "form, ready for memplace-opt to place.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "input",
        nargs="?",
        help="a file of StableHLO or linalg, as text or bytecode, '-' is standard input; "
        "one of jax.export; a .pt2, .onnx or .tflite file; or FILE.py:MAKER, as with --jax",
    )
    parser.add_argument(
        "--jax",
        metavar="MODULE:MAKER",
        help="read a JAX function instead; MODULE is a module's name or a .py file",
    )
    add_output_option(parser)
    parser.add_argument(
        "--from",
        dest="source",
        choices=("auto", "stablehlo", "linalg", "onnx", "pytorch", "tflite"),
        default="auto",
        help="what the input is (default: auto, by its content and suffix)",
    )
    parser.add_argument(
        "--shape",
        action="append",
        default=[],
        metavar="NAME=SIZExSIZE",
        help="the shape of an input of a .onnx file that leaves some open, for example "
        "image=1x3x224x224; may be given more than once",
    )
    parser.add_argument(
        "--weights",
        metavar="FILE",
        help="where to write the weights of an input that has some, as safetensors "
        "(default: beside the output, with that suffix)",
    )
    parser.add_argument(
        "--stop-after",
        choices=STAGES,
        default="memref",
        help="write this form instead (default: memref)",
    )
    parser.add_argument(
        "--fuse",
        choices=FUSIONS,
        default="all",
        help="whether element-wise ops are fused: all, which leaves the fewest buffers; "
        "only where nothing is computed more than once, which is faster on a CPU; or "
        "none, which leaves several times as many buffers (default: all)",
    )
    parser.add_argument(
        "--no-fuse",
        action="store_const",
        const="none",
        dest="fuse",
        help="the same as --fuse=none",
    )
    parser.add_argument(
        "--home",
        action="append",
        default=[],
        metavar="TIER=FIRST:LAST",
        help="the tier where these arguments of @main live, if not in the target's "
        "default tier; a slice as in Python: 'flash=0:-1' is all but the last; may be "
        "given more than once",
    )
    parser.add_argument(
        "--opt-tool",
        metavar="PATH",
        help="the memplace-opt to use (default: the one in PATH, or of the build)",
    )
    return parser


def load_module(name: str) -> ModuleType:
    """Imports the Python module with a name, or a .py file."""
    try:
        if not name.endswith(".py"):
            sys.path.insert(0, os.getcwd())
            return importlib.import_module(name)
        spec = importlib.util.spec_from_file_location("memplace_jax_input", name)
        if spec is None or spec.loader is None:
            raise MemplaceError(f"cannot load '{name}' as a Python module")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    except (ImportError, OSError, SyntaxError) as error:
        raise MemplaceError(f"cannot load '{name}': {error}") from error


def lower_jax(reference: str, locations: bool) -> str:
    """Returns the StableHLO text of the function that `reference` makes.

    With `locations`, the text contains source locations.
    """
    module_name, separator, maker_name = reference.rpartition(":")
    if not separator or not module_name or not maker_name:
        raise MemplaceError(f"'{reference}' is not of the form MODULE:MAKER")
    maker = getattr(load_module(module_name), maker_name, None)
    if not callable(maker):
        raise MemplaceError(f"'{module_name}' has no function '{maker_name}'")
    try:
        function, args = maker()
        return jax_to_stablehlo(function, *args, locations=locations)
    except MemplaceError:
        raise
    except Exception as error:  # The maker is user code; it may raise any exception.
        raise MemplaceError(
            f"'{reference}' raised {type(error).__name__}: {error}; it must return "
            "a function that JAX can trace and a tuple of its arguments"
        ) from error


def source_of(text: str) -> str:
    """Returns the form of the text, "stablehlo" or "linalg"."""
    return "stablehlo" if re.search(r"\b(stablehlo|chlo|vhlo)\.\w", text) else "linalg"


def read_source(
    options: argparse.Namespace,
) -> tuple[str, str, str, dict[str, Any]]:
    """Returns the program's text, the text's form, its name in diagnostics, and the
    weights by name."""
    if options.jax:
        reject_shapes(options, "jax")
        wants_text = options.stop_after == "stablehlo"
        text = lower_jax(options.jax, not wants_text)
        return text, "stablehlo", f"<{options.jax}>", {}
    name = "<stdin>" if options.input == "-" else options.input
    if options.input.endswith(".py"):
        raise MemplaceError(
            f"'{name}' is Python; name what makes its program: {name}:MAKER"
        )
    content = read_bytes(options.input)
    kind = options.source
    if kind not in SUFFIXES.values():
        suffix = Path(options.input).suffix.lower() if kind == "auto" else ""
        kind = kind_of(content, suffix, name)
    reject_shapes(options, kind)
    if kind == "tflite":
        text, weights = tflite_to_memref(content, name)
        return text, "memref", name, weights
    if kind == "onnx":
        shapes = dict(map(parse_shape, options.shape))
        text, weights = onnx_to_stablehlo(content, name, shapes, folder_of(options.input))
        return text, "stablehlo", f"<stablehlo of {name}>", weights
    if kind == "pytorch":
        text, source, weights = pytorch_to_linalg(content, name)
        return text, source, f"<{source} of {name}>", weights
    text = text_of(content, kind, name)
    source = source_of(text) if options.source == "auto" else options.source
    return text, source, name, {}


def reject_shapes(options: argparse.Namespace, kind: str) -> None:
    """Raises MemplaceError if shapes are given for a file other than ONNX."""
    if options.shape and kind != "onnx":
        raise MemplaceError(
            f"--shape is for ONNX files; '{options.jax or options.input}' is none"
        )


def text_of(content: bytes, kind: str, name: str) -> str:
    """Returns the text in a file, or the text that a binary file is converted to."""
    if kind == "jax-export":
        return jax_export_to_text(content, name)
    if kind == "bytecode":
        text = bytecode_to_text(content, name)
    else:
        text = decode_text(content, name)
    reject_text(text, name)
    return text


def import_program(options: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """Returns the text that the command line asks for, and the weights by name."""
    homes = [Home.parse(home) for home in options.home]
    if homes and options.stop_after != "memref":
        raise MemplaceError("--home needs memref form; leave --stop-after away")
    text, source, name, weights = read_source(options)
    fuse = FUSIONS[options.fuse]
    if STAGES.index(options.stop_after) < STAGES.index(source):
        raise MemplaceError(f"{name} is already past '{options.stop_after}'")
    if source == "stablehlo" and options.stop_after != source:
        text, source = stablehlo_to_linalg(text, name, fuse), "linalg"
        name = f"<linalg of {name}>"
    if source == "linalg" and options.stop_after != source:
        text = linalg_to_memref(text, name, fuse, options.opt_tool)
    if not re.search(r"^ *func\.func ", text, re.M):
        raise MemplaceError(f"{name} has no function")
    return (set_homes(text, homes, name) if homes else text), weights


def weights_file(options: argparse.Namespace) -> str | None:
    """Returns the path to write weights to; None if they are not written."""
    if options.weights or options.output == "-" or not os.path.basename(options.output):
        return options.weights or None
    return str(Path(options.output).with_suffix(".safetensors"))


def convert(options: argparse.Namespace) -> None:
    """Imports a program; writes the files that the command line asks for."""
    source = options.jax.rpartition(":")[0] if options.jax else options.input
    outputs = {"-o": options.output}
    if options.weights:
        outputs["--weights"] = options.weights
    check_outputs([source], outputs)
    text, weights = import_program(options)
    files: list[tuple[str, bytes | Path]] = [(options.output, text.encode("utf-8"))]
    path = weights_file(options)
    if options.weights and not weights:
        raise MemplaceError(
            f"--weights: {source} has no weights that are not in the program"
        )
    if weights and path:
        check_outputs([source], {"-o": options.output, "its weights": path})
        files.append((path, pack_weights(weights)))
    write_files(files)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the tool; returns its exit code."""
    parser = make_parser()
    options = parser.parse_args(argv)
    if bool(options.input) == bool(options.jax):
        parser.error("give either an input file or --jax")
    if options.input and re.search(r"\.py:\w+$", options.input):
        options.input, options.jax = None, options.input
    # Tracing needs no device; searching for devices takes seconds and prints warnings.
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    return run_tool_main("memplace-import", lambda: convert(options))


if __name__ == "__main__":
    sys.exit(main())
