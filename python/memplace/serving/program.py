"""Programs of sessions: tiers of arguments, and the function called by a session."""

import ast
import math
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from memplace.errors import MemplaceError
from memplace.execution import RunOptions, find_memplace_opt, list_arguments
from memplace.harness import ProgramArgument
from memplace.serving.weights import Weight
from memplace.tools import run_tool
from memplace.worker import ELEMENT_BYTES

# Inlines a session's program into a single function. Otherwise each argument becomes a
# dozen arguments in LLVM, which is slow to compile.
SESSION_PASSES = ["inline{default-pipeline=}", "symbol-dce"]
# Suffix given by memplace-cut-arguments to arguments read row by row, by an index.
GATHERED = re.compile(r"\.picked \d+/\d+$")

# Name of a leaf by jax.tree_util.keystr: keys, indices and attributes.
STEP = re.compile(r"""\[('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\d+)\]|\.([^.\['"\]]+)""")
LEAF = re.compile(rf"\w+(?:{STEP.pattern})+")

# Bytes; smaller tables are read as a whole.
MIN_GATHERED_BYTES = 1 << 20


def match_weights(
    arguments: Sequence[ProgramArgument], layout: dict[str, Weight], name: str
) -> dict[int, Weight]:
    """Returns the weights by index of the argument of the program `name`. A weight matches an
    argument by its name, or by its path (`path_of`) if this path is unique.

    Raises MemplaceError if no array matches any argument, or if an array's shape or
    type differs from its argument's.
    """
    names = [argument.name for argument in arguments]
    number_of = numbers_by_name(names)
    found: dict[int, Weight] = {}
    for array, weight in layout.items():
        number = number_of.get(array)
        if number is None:
            continue
        if names[number] != array and names[number] in layout:
            raise MemplaceError(
                f"{name}: '{names[number]}' and '{array}' in the file of weights are both "
                "for one argument; remove one"
            )
        buffer = arguments[number]
        if not weight.element:
            weight = take_type(weight, buffer, array, name)
        is_signed = weight.dtype.startswith("int") or weight.dtype == "bool"
        if buffer.is_unsigned and is_signed:
            raise MemplaceError(
                f"{name}: '{array}' has unsigned integers, but {weight.dtype} in "
                f"'{weight.file}'"
            )
        if (weight.element, weight.shape) != (buffer.element, buffer.shape or ()):
            raise MemplaceError(
                f"{name}: '{array}' is {buffer.element}{list(buffer.shape or ())}, but "
                f"{weight.element}{list(weight.shape)} in '{weight.file}'"
            )
        if buffer.shape is not None and weight.bytes > 0:
            found[number] = weight
    if not found:
        raise MemplaceError(
            f"{name}: no array has the name of an argument; the file has "
            f"{', '.join(map(repr, list(layout)[:5]))}, the program {', '.join(map(repr, names[:5]))}"
        )
    return found


def numbers_by_name(names: Sequence[str]) -> dict[str, int]:
    """Returns the index of the argument for each name, and for each path that belongs to
    one name only. Of equal names, the first counts: a result may have the name of a
    weight."""
    number_of = {names[number]: number for number in reversed(range(len(names)))}
    paths = {buffer: path_of(buffer) for buffer in number_of}
    counts = Counter(paths.values())
    unique = {path: number_of[b] for b, path in paths.items() if counts[path] == 1}
    unique.pop("", None)  # Of a name without keys.
    return {**unique, **number_of}


def path_of(name: str) -> str:
    """Returns the keys of a leaf in a tree of arguments, as in files of weights: joined
    by points, without the argument's own name. "" if `name` has no keys.

    >>> path_of("params['model.norm.weight']"), path_of("params['layers'][3].kernel")
    ('model.norm.weight', 'layers.3.kernel')
    >>> path_of("x")
    ''
    """
    if not LEAF.fullmatch(name):
        return ""
    steps = STEP.findall(name)
    return ".".join(key or str(ast.literal_eval(item)) for item, key in steps)


def take_type(weight: Weight, buffer: ProgramArgument, array: str, name: str) -> Weight:
    """Returns an untyped weight with its argument's type. Raises MemplaceError if the
    sizes differ."""
    shape = buffer.shape or ()
    size = math.prod(shape) * ELEMENT_BYTES[buffer.element]
    if size != weight.bytes:
        raise MemplaceError(
            f"{name}: '{array}' is {buffer.element}{list(shape)}, {size} bytes, but has "
            f"{weight.bytes} in '{weight.file}'"
        )
    return replace(weight, element=buffer.element, shape=shape)


@dataclass(frozen=True)
class CutProgram:
    """A program with some weights cut into several arguments along the rows."""

    memref: str
    buffers: list[ProgramArgument]
    weights: dict[int, Weight]
    """Weights by index of the argument."""
    origin: list[int]
    """By argument, the index of its whole before cutting."""

    @property
    def gathered(self) -> frozenset[int]:
        """Weights read by rows that the program chooses while running."""
        return frozenset(
            n for n in self.weights if GATHERED.search(self.buffers[n].name)
        )


def cut_weights(
    memref: str,
    buffers: list[ProgramArgument],
    weights: dict[int, Weight],
    piece_bytes: int,
    name: str,
    options: RunOptions,
) -> CutProgram:
    """Returns the program with weights of more than `piece_bytes` cut, unless a cut
    would change bits of the results. Rows chosen by the program are read one by one
    (memplace-cut-arguments). With 0, no weight is cut."""
    piece_bytes = piece_bytes or sum(weight.bytes for weight in weights.values())
    least = min(piece_bytes, MIN_GATHERED_BYTES)
    large = [n for n in sorted(weights) if weights[n].bytes > least]
    if not large:
        return CutProgram(memref, buffers, weights, list(range(len(buffers))))
    arguments = ",".join(map(str, large))
    command = [find_memplace_opt(options)]
    command.append(
        f"--memplace-cut-arguments=arguments={arguments} bytes={piece_bytes}"
    )
    text = run_tool(command, memref, name)
    pieces = list_arguments(text, options, name)
    cut = CutProgram(text, pieces, {}, [])
    for number, whole in enumerate(buffers):
        count = 1
        first = pieces[len(cut.origin)].name
        if number in large and first != whole.name:
            count = int(first.rpartition("/")[2])
        offset = 0
        for _ in range(count):
            place = len(cut.origin)
            cut.origin.append(number)
            if number in weights:
                shape = pieces[place].shape or ()
                piece = replace(weights[number], shape=shape)
                size = (
                    piece.bytes * math.prod(shape) // math.prod(weights[number].shape)
                )
                cut.weights[place] = replace(
                    piece, offset=piece.offset + offset, bytes=size
                )
                offset += size
    return cut


def home_pass(streamed: Collection[int], gathered: Collection[int] = ()) -> list[str]:
    """Returns the pass of memplace-opt that puts the `streamed` arguments of `@main`
    at home in tier `file`, if there are any. Except for `gathered` arguments, ops use
    these in tier `ram` only.

    >>> home_pass([0, 1, 4], gathered=[1])
    ['--memplace-set-homes=homes=file=0:2,file=4:5 pins=ram=0:1,ram=4:5']
    """
    if not streamed:
        return []
    homes = slices_of("file", streamed)
    pins = slices_of("ram", set(streamed) - set(gathered))
    return [f"--memplace-set-homes=homes={homes}" + (f" pins={pins}" if pins else "")]


def slices_of(tier: str, arguments: Collection[int]) -> str:
    """Returns arguments as slices TIER=FIRST:LAST, separated by commas."""
    numbers = sorted(arguments)
    begins = [n for n in numbers if n - 1 not in arguments]
    ends = [n + 1 for n in numbers if n + 1 not in arguments]
    return ",".join(f"{tier}={begin}:{end}" for begin, end in zip(begins, ends))


def written_arguments(problem: dict[str, object], count: int) -> set[int]:
    """Returns the indices of the arguments written by a program. In `problem`, the
    first `count` buffers are the arguments in order."""
    written = set()
    for op in problem["ops"]:  # type: ignore[attr-defined]
        for access in op.get("accesses", []):
            if access["mode"] != "read" and access["buffer"] < count:
                written.add(access["buffer"])
    return written


def normalise_op(text: str) -> str:
    """Returns the text of an op without names of values, positions and tiers. Ops of
    the same kind and shapes have equal texts.

    >>> normalise_op('linalg.exp ins(%a : memref<4xf32, #memplace.tier<"ram">>)')
    'linalg.exp ins(% : memref<4xf32>)'
    >>> normalise_op("f(%a) : memref<2xf32, strided<[1], offset: 4>>")
    'f(%) : memref<2xf32, strided<[1]>>'
    """
    text = re.sub(r'(, )?#memplace\.tier<"[^"]*">', "", text)
    # The offset of a view does not matter.
    text = re.sub(r"(strided<\[[^\]]*\]), offset: [\d?]+", r"\1", text)
    text = re.sub(r" loc\(.*\)$", "", text, flags=re.M)
    text = re.sub(r"%[\w$.#-]+", "%", text)
    return re.sub(r"\s+", " ", text).strip()
