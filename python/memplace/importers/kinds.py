"""Recognises the kind of a file from its content.

Kinds that cannot be read are refused with advice on how to convert them.
"""

import io
import re
import tempfile
import zipfile
from typing import Any

from memplace.errors import MemplaceError, MissingPartError
from memplace.extras import install_command
from memplace.importers.stablehlo import clean_diagnostics, stablehlo_context
from memplace.tools import find_mlir_tool, run_tool

BYTECODE = b"ML\xefR"
ARTIFACT = re.compile(re.escape(BYTECODE) + rb".{0,4}StableHLO_v", re.DOTALL)
# Kinds of binary files, by suffix.
SUFFIXES = {".onnx": "onnx", ".pt2": "pytorch", ".tflite": "tflite"}
# Path of the program in an archive written by torch.export.save.
PROGRAM = r"(^|/)(serialized_exported_program|models/[^/]*)\.json$"
OP = r"^\s*(?:%[^=\n]*= )?\"?{}\.\w"
# Dialects whose text is refused: title, and how to lower the text.
WAYS = {
    "torch(?:_c)?": (
        "torch-mlir's dialect",
        "lower it to linalg: torch-mlir-opt "
        "--torch-backend-to-linalg-on-tensors-backend-pipeline",
    ),
    "tosa": (
        "TOSA",
        "lower it to linalg: mlir-opt-22 --pass-pipeline='builtin.module("
        "func.func(tosa-to-linalg-named,tosa-to-linalg,tosa-to-arith,tosa-to-tensor))'",
    ),
}


def kind_of(content: bytes, suffix: str, name: str) -> str:
    """Returns the kind of a file: one of SUFFIXES, "bytecode", "jax-export" or "text".

    Raises MemplaceError, with advice, for a recognised kind that cannot be read.
    """
    if content.startswith(b"\x1f\x8b"):
        raise MemplaceError(f"{name} is compressed; decompress it first: gunzip {name}")
    if content[4:8] == b"TFL3":
        return "tflite"
    if content.startswith(BYTECODE):
        return "bytecode"
    members = members_of(content)
    if any(re.search(PROGRAM, member) for member in members):
        return "pytorch"
    is_saved = any(member.endswith("data.pkl") for member in members)
    if is_saved or suffix in (".pt", ".pth") or content.startswith(b"\x80\x02\x8a"):
        raise MemplaceError(
            f"{name} is of torch.save, which stores weights or Python objects, not a "
            "program; write one: torch.export.save(torch.export.export(module, inputs), "
            "'net.pt2')"
        )
    if suffix in SUFFIXES:
        return SUFFIXES[suffix]
    is_binary = b"\0" in content[:4096]
    return "jax-export" if is_binary and BYTECODE in content else "text"


def members_of(content: bytes) -> list[str]:
    """Returns the names of the files in a zip archive; empty for any other content."""
    if not content.startswith(b"PK"):
        return []
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return archive.namelist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        return []


def reject_text(text: str, name: str) -> None:
    """Raises MemplaceError for a recognised kind of text that cannot be read."""
    if re.match(r"\s*(?://[^\n]*\n\s*)*HloModule\b", text):
        raise MemplaceError(
            f"{name} is HLO text, of a compiled program; write what it was compiled from, "
            "StableHLO: jax.jit(function).lower(*args).as_text()"
        )
    for dialect, (title, way) in WAYS.items():
        if re.search(OP.format(dialect), text, re.MULTILINE):
            raise MemplaceError(f"{name} has ops of {title}, which are not read; {way}")


def bytecode_to_text(content: bytes, name: str) -> str:
    """Converts MLIR bytecode to text.

    The bytecode is a portable StableHLO artifact of any version that StableHLO can
    still read, or a module of dialects known to jaxlib or mlir-opt.
    """
    said: list[str] = []

    def keep(diagnostic: Any) -> bool:
        said.append(str(diagnostic))
        return True

    with stablehlo_context() as (ir, _, stablehlo):
        context = ir.Context.current
        context.attach_diagnostic_handler(keep)
        try:
            if ARTIFACT.match(content):
                module = stablehlo.deserialize_portable_artifact(context, content)
            else:
                module = ir.Module.parse(content)
            return str(module.operation.get_asm(enable_debug_info=True))
        except (ir.MLIRError, ValueError, RuntimeError) as error:
            said.append(clean_diagnostics(str(error), name).partition("\n")[0])
    try:
        with tempfile.NamedTemporaryFile(suffix=".mlirbc") as file:
            file.write(content)
            file.flush()
            return run_tool([find_mlir_tool("mlir-opt"), file.name], "", name)
    except MemplaceError as error:
        raise MemplaceError(
            f"{name} is MLIR bytecode that is damaged or of other dialects: {said[0]}"
        ) from error


def jax_export_to_text(content: bytes, name: str) -> str:
    """Converts a file of `jax.export.Exported.serialize` to StableHLO text."""
    try:
        from jax import export
    except ImportError as error:
        raise MissingPartError(
            f"reading a file of jax.export needs jax ({error}); install the extra: "
            f"{install_command('stablehlo')}"
        ) from error
    try:
        exported: Any = export.deserialize(bytearray(content))
        platforms = exported.platforms
        text = str(exported.mlir_module())
    except Exception as error:  # Errors of flatbuffers, of versions, of the text.
        reason = str(error).strip().partition("\n")[0][:200] or type(error).__name__
        raise MemplaceError(
            f"{name} is not a file of jax.export, or is damaged: {reason}"
        ) from error
    if len(platforms) > 1:
        raise MemplaceError(
            f"{name} was exported for {', '.join(platforms)}; export it for one: "
            "jax.export.export(function, platforms=['cpu'])"
        )
    return text
