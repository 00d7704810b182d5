"""A served program, with the places of its weights."""

import json
import math
import tempfile
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from memplace.errors import MemplaceError
from memplace.execution import RunOptions, find_memplace_opt
from memplace.harness import ProgramArgument
from memplace.mlirtext import clean_name
from memplace.serving.program import home_pass, written_arguments
from memplace.serving.session import Argument
from memplace.serving.skews import PAGE, round_up
from memplace.serving.weights import Weight
from memplace.tools import run_tool
from memplace.worker import ELEMENT_BYTES

# Size of a file whose reads can be timed.
MIN_TIMED_BYTES = 1 << 20


@dataclass
class Model:
    """A program, with the places of its weights."""

    memref: str
    name: str
    buffers: list[ProgramArgument]
    """Arguments of the program."""
    weights: dict[int, Weight]
    """Weights by index of the argument."""
    origin: list[int]
    """By index of the argument: index in the user's program, which may have fewer
    arguments, since weights are cut."""
    gathered: frozenset[int] = frozenset()
    """Weights read by rows that the program chooses while running."""
    fields: dict[str, Any] = field(default_factory=dict)
    """Problem of the program, with all weights in the file."""
    op_texts: list[str] = field(default_factory=list)
    skews: dict[int, int] = field(default_factory=dict)
    """By weight: bytes between the start of a page and the start of the weight, if not
    0. Memory has the same distance as the file, so that direct reads need no copy."""

    @cached_property
    def names(self) -> list[str]:
        """Names of the arguments."""
        return [buffer.name for buffer in self.buffers]

    @cached_property
    def files_key(self) -> str:
        """Key for the set of files to read."""
        return "\n".join(sorted({weight.file for weight in self.weights.values()}))

    @cached_property
    def inputs(self) -> list[int]:
        """Indices of the arguments taken by a call."""
        arguments = self.arguments(frozenset())
        return [n for n, argument in enumerate(arguments) if is_input(argument)]

    @cached_property
    def outputs(self) -> list[int]:
        """Indices of the arguments returned by a call."""
        arguments = self.arguments(frozenset())
        return [
            number
            for number, argument in enumerate(arguments)
            if argument.weight is None and argument.direction != "in"
        ]

    @property
    def place(self) -> str:
        """A file with weights, large enough to measure reads, or the folder of one."""
        largest = max(self.weights.values(), key=lambda weight: weight.bytes)
        small = largest.bytes < MIN_TIMED_BYTES
        return str(Path(largest.file).parent) if small else largest.file

    def size(self, number: int) -> int:
        """Returns the bytes of an argument."""
        buffer = self.buffers[number]
        return math.prod(buffer.shape or ()) * ELEMENT_BYTES[buffer.element]

    def extract(self, target: Path, options: RunOptions) -> None:
        """Extracts the problem, and the texts of its ops."""
        with tempfile.TemporaryDirectory(prefix="memplace-") as folder:
            file, texts = Path(folder, "problem.json"), Path(folder, "ops.json")
            arguments = f"target={target} function=main file={file} op-texts={texts}"
            command = [find_memplace_opt(options)]
            command += home_pass(self.weights, self.gathered)
            command += [f"--memplace-extract-problem={arguments}", "-o", "/dev/null"]
            run_tool(command, self.memref, self.name)
            self.fields = json.loads(file.read_text(encoding="utf-8"))
            self.op_texts = json.loads(texts.read_text(encoding="utf-8"))
        # Slots of a checked arena start at a page, and a GPU's copies may start
        # anywhere.
        if not options.checked and options.device == "cpu":
            self.allow_skews()

    def allow_skews(self) -> None:
        """Lets weights start in memory at the same distance from a page as in their
        files, if the elements' alignment permits. Otherwise a direct read needs a copy.
        """
        for number, weight in self.weights.items():
            skew = weight.offset % PAGE
            if skew and skew % ELEMENT_BYTES[self.buffers[number].element] == 0:
                self.skews[number] = skew
        ram = {"alignment": 1, **self.fields["target"]["tiers"][0]}
        pages = ram["alignment"]
        for number, buffer in enumerate(self.fields["buffers"]):
            skew = self.skews.get(number, 0)
            own = max(pages, buffer.get("alignment", 1))
            # Largest power of two that divides the skew.
            buffer["alignment"] = skew & -skew if skew else own
            ram["alignment"] = min(ram["alignment"], buffer["alignment"])
        tiers = [ram, *self.fields["target"]["tiers"][1:]]
        self.fields["target"] = {**self.fields["target"], "tiers": tiers}

    def check(self) -> None:
        """Raises MemplaceError if the program can't be served: for arguments of dynamic
        size, and for weights written by the program."""
        names = self.names
        found = [b["name"] for b in self.fields["buffers"][: len(names)]]
        if len(found) != len(names) or any(map(names_differ, found, names)):
            raise MemplaceError(
                f"{self.name}: all arguments must be arrays of a static size, and apart "
                f"from each other; they are {', '.join(map(repr, names[:5]))}"
            )
        written = written_arguments(self.fields, len(self.buffers))
        for number in sorted(written & set(self.weights)):
            raise MemplaceError(
                f"{self.name}: the program writes "
                f"'{names[number]}', but weights in a file are only read; leave it out "
                "of the file to make it an input"
            )
        if len(self.op_texts) != len(self.fields["ops"]):
            raise MemplaceError(
                f"{self.name}: {len(self.op_texts)} ops, but the problem has "
                f"{len(self.fields['ops'])}"
            )

    def arguments(self, kept: frozenset[int]) -> list[Argument]:
        """Returns the description of each argument for a session."""
        written = written_arguments(self.fields, len(self.buffers))
        outputs = self.first_output()
        arguments = []
        for number in range(len(self.buffers)):
            size = self.size(number)
            if number in self.weights:
                weight = self.weights[number]
                arguments.append(Argument(size, "in", weight, number in kept))
            elif number in written:
                direction = "out" if number >= outputs else "inout"
                arguments.append(Argument(size, direction))
            else:
                arguments.append(Argument(size))
        return arguments

    def first_output(self) -> int:
        """Returns the index of the first argument that is only a result: the program
        writes this and all later arguments before reading any of their bytes."""
        first = len(self.buffers)
        while first > 0 and not self.reads(first - 1):
            first -= 1
        return first

    def reads(self, number: int) -> bool:
        """Returns true if the program may read an argument's contents from before the
        call."""
        is_live_in = bool(self.fields["buffers"][number].get("live_in"))
        return is_live_in and not self.buffers[number].is_result

    def random_inputs(self, seed: int) -> list[bytes]:
        """Returns bytes for all inputs: normally distributed floats, zeros for other
        types."""
        import numpy as np

        random = np.random.default_rng(seed)
        contents = []
        for number in self.inputs:
            buffer = self.buffers[number]
            if buffer.element in ("f32", "f64"):
                dtype = np.float32 if buffer.element == "f32" else np.float64
                values = random.standard_normal(buffer.shape or (), dtype=dtype)
                contents.append(np.asarray(values).tobytes())
            else:
                contents.append(bytes(self.size(number)))
        return contents

    def caller_bytes(self) -> int:
        """Returns the bytes of all arguments other than weights."""
        others = set(range(len(self.buffers))) - set(self.weights)
        return sum(round_up(self.size(number)) for number in others)


def names_differ(found: str, name: str) -> bool:
    """Returns true if an argument's name in a problem differs from its name in the
    program. Problems have other characters for bytes outside of UTF-8; such names count
    as equal."""
    return "\ufffd" not in found and clean_name(found) != name


def is_input(argument: Argument) -> bool:
    """Returns true if the caller provides the argument."""
    return argument.weight is None and argument.direction != "out"
