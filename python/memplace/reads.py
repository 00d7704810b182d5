"""Finds the arguments that a program reads; a caller must supply them."""

import json
import os
import re
import tempfile
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from memplace.errors import MemplaceError
from memplace.execution import RunOptions, find_memplace_opt
from memplace.harness import BufferType
from memplace.importers.arguments import BUFFER_NAME
from memplace.mlirtext import (
    Signature,
    clean_name,
    find_signature,
    quote,
    symbol,
    unquote,
)
from memplace.tools import run_tool

# Any target will do for a program without one: the arguments read do not depend on it.
# A placed program has its own, whose tiers it names.
TARGET = "tpu-v4i"
HAS_TARGET = re.compile(r"^module\b[^\n]*\bmemplace\.target = ", re.M)
# Matches an op's read of an argument that the op also changes.
READS = (
    r"(?:ins\([^)]*|memref\.load |memref\.copy |vector\.(?:load|transfer_read) ){}\b"
)


def read_arguments(
    text: str,
    names: Sequence[str],
    buffers: Sequence[BufferType],
    candidates: Collection[int],
    options: RunOptions,
) -> set[int]:
    """Returns the `candidates` that the program reads before any write.

    An argument also counts as read if the analysis fails.
    """
    left = {number for number in candidates if not buffers[number].is_result}
    signature = find_signature(text, options.entry)
    if not left or signature is None:
        return set()
    body = text[signature.end :]
    variables = {n: re.escape(signature.arguments[n].variable) for n in left}
    left = {n for n in left if re.search(rf"{variables[n]}(?![\w$.-])", body)}
    memrefs = {n for n in left if buffers[n].shape is not None}
    if not memrefs:
        return left
    try:
        fields, texts = extract(with_clean_names(text, signature), options)
    except MemplaceError:
        return left
    numbers = {clean_name(b["name"]): n for n, b in enumerate(fields["buffers"])}
    for number in memrefs:
        place = numbers.get(names[number])
        if place is not None and not reads_first(
            fields["ops"], texts, place, f"%arg{number}"
        ):
            left.remove(number)
    return left


def reads_first(
    ops: Sequence[Mapping[str, Any]],
    texts: Sequence[str],
    buffer: int,
    variable: str,
) -> bool:
    """Says whether the first op that accesses a buffer reads it.

    An op that changes a part of the buffer counts as a write, unless its text shows a
    read.
    """
    for op, text in zip(ops, texts):
        modes = {a["mode"] for a in op.get("accesses", []) if a["buffer"] == buffer}
        if modes:
            reads = re.search(READS.format(variable), text) is not None
            return "read" in modes or ("update" in modes and reads)
    return False


def with_clean_names(text: str, signature: Signature) -> str:
    """Returns the program with argument names in the form of `names_of_buffers`.

    Names in problems must be UTF-8.
    """
    for argument in signature.arguments:
        literal = argument.attributes.get(BUFFER_NAME, "")
        if "\\" in literal:
            text = text.replace(literal, quote(unquote(literal)))
    return text


def extract(text: str, options: RunOptions) -> tuple[dict[str, Any], list[str]]:
    """Returns the program's placement problem, and the text of each op."""
    with tempfile.TemporaryDirectory(prefix="memplace-") as folder:
        file, texts = Path(folder, "problem.json"), Path(folder, "ops.json")
        target = "" if HAS_TARGET.search(text) else f"target={TARGET} "
        arguments = (
            f"{target}function={symbol(options.entry)[1:]} file={file} "
            f"op-texts={texts} allow-unknown-ops"
        )
        command = [find_memplace_opt(options)]
        command += [f"--memplace-extract-problem={arguments}", "-o", os.devnull]
        run_tool(command, text, is_quiet=True)
        return (
            json.loads(file.read_text(encoding="utf-8")),
            json.loads(texts.read_text(encoding="utf-8")),
        )
