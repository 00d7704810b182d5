"""How the ops of a program can be cut in pieces, from XLA's text.

An op is cut along a dimension of its result if each piece of the result needs the same
dimension of what it is computed from, or all of an operand that does not have it: batch
and rows, output features of a product with the columns of its weights, anything of what
is element by element. Sums are not cut. What this does not know is not cut.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, lcm
from typing import Any

from memplace.xla.bytes_of_cuts import Blocks, blocks_of
from memplace.xla.copies import JOIN
from memplace.xla.dependence import Demands, Found, demands_of
from memplace.xla.hlo import Computation, Instruction, Module
from memplace.xla.shapes import Array, Shape
from memplace.xla.spans import Span
from memplace.xla.values import suffix, written_over

# What the compiler's copies between memories are, and other names of the same bytes.
_SAME_BYTES = (
    "bitcast",
    "copy-start",
    "copy-done",
    "slice-start",
    "slice-done",
    "async-done",
)

# Bytes of an operand that costs little to read in full.
_SMALL = 1 << 16


@dataclass(frozen=True)
class _Body:
    """What an op computes: results, and which operand each parameter is."""

    computation: Computation
    results: list[Instruction]
    operand_of: dict[str, int]
    module: Module

    def found(self, seeds: Demands) -> Found | None:
        """What is needed for an index of the results' dimensions."""
        return demands_of(self.computation, seeds, self.operand_of, self.module)


def _body_of(
    module: Module, each: Instruction, by_name: dict[str, Instruction]
) -> _Body | None:
    """None: nothing is known of it."""
    called = each.called("calls") if each.opcode == "fusion" else []
    if called:
        body = module.computations.get(called[0])
        if body is None:
            return None
        inside = {inner.name: inner for inner in body.instructions}
        is_tuple = body.root.opcode == "tuple"
        names = body.root.operands if is_tuple else (body.root.name,)
        parameters = {inner.name: number for number, inner in body.parameters().items()}
        return _Body(body, [inside[name] for name in names], parameters, module)
    if not isinstance(each.shape, Array):
        return None
    operands = {name: number for number, name in enumerate(each.operands)}
    alone = Computation(each.name, [*(by_name[name] for name in operands), each])
    return _Body(alone, [each], operands, module)


def _seeds(body: _Body, index: int) -> Demands | None:
    """The dimension of each result that goes with dimension `index` of the first, index
    by index or as many of its indices; None: there is none."""
    first = body.results[0]
    if not isinstance(first.shape, Array):
        return None
    seeds: Demands = {first.name: Span(index)}
    for result in body.results[1:]:
        if result.name in seeds:
            continue
        if not isinstance(result.shape, Array):
            return None
        extent = first.shape.dimensions[index]
        trials = []
        for candidate, size in enumerate(result.shape.dimensions):
            span = Span(candidate).through(candidate, Fraction(size, extent))
            trial: Demands = {**seeds, result.name: span}
            found = body.found(trial) if size > 1 else None
            if found is not None:
                trials.append((found.again, candidate, trial))
        if not trials:
            return None
        seeds = min(trials, key=lambda each: each[:2])[2]
    return seeds


def _is_join(each: Instruction) -> bool:
    """Whether it puts slices of one buffer together again."""
    return each.attributes.get("custom_call_target") == JOIN


def _buffer_name(by_name: dict[str, Instruction], name: str) -> str:
    """The buffer behind a name of the entry: that of the instruction that made it."""
    each = by_name[name]
    index: tuple[int, ...] = ()
    is_joined = False
    while each.operands:
        is_joined = is_joined or _is_join(each)
        # A slice that is not put together again is not all of what it is taken from.
        if each.opcode.startswith("slice-") and not is_joined:
            break
        if each.opcode == "get-tuple-element":
            index = (int(each.attributes.get("index", "0")), *index)
        elif each.opcode not in _SAME_BYTES and not _is_join(each):
            break
        elif each.opcode == "copy-done":
            index = ()
        each = by_name[each.operands[0]]
    return each.name + suffix(index)


class _Op:
    """An instruction of the entry, with the accesses that the problem has of it."""

    def __init__(
        self,
        module: Module,
        each: Instruction,
        accesses: dict[str, int],
        by_name: dict[str, Instruction],
    ):
        self.each = each
        self.body = _body_of(module, each, by_name)
        self.by_name = by_name  # Of the entry.
        self.accesses = accesses  # By name of the buffer.

    def cuts(self) -> list[dict[str, Any]]:
        """All dimensions along which it can be cut."""
        if self.body is None or not isinstance(self.body.results[0].shape, Array):
            return []
        found = []
        for index, extent in enumerate(self.body.results[0].shape.dimensions):
            seeds = _seeds(self.body, index) if extent > 1 else None
            needed = self.body.found(seeds) if seeds else None
            cut = self._cut(seeds, needed.demands, extent) if seeds and needed else None
            if cut is not None and needed is not None:
                again = ceil(needed.again * 1e12)
                found.append({**cut, "again_ps": again} if again else cut)
        return found

    def _cut(
        self, seeds: Demands, demands: Demands, extent: int
    ) -> dict[str, Any] | None:
        """The field of a dimension of so many elements."""
        assert self.body is not None
        regions: dict[int, list[_Region | None]] = {}
        for number, result in enumerate(self.body.results):
            access = self._written(number)
            # A result that the problem does not have is not written.
            if access is not None:
                region = _region(self._shape(number), seeds[result.name])
                regions.setdefault(access, []).append(region)
        written = set(regions)
        for parameter, number in self.body.operand_of.items():
            operand = self.each.operands[number]
            access = self.accesses.get(_buffer_name(self.by_name, operand))
            if access is None or parameter not in demands:
                continue
            region = _region(self.by_name[operand].shape, demands[parameter])
            regions.setdefault(access, []).append(region)
        return _field(regions, written, extent)

    def _written(self, number: int) -> int | None:
        """The access of a result: to its own buffer, or to that which it is written over;
        None: there is none."""
        is_one = isinstance(self.each.shape, Array)
        own = self.each.name + suffix(() if is_one else (number,))
        if own in self.accesses:
            return self.accesses[own]
        operand = written_over(self.each).get(number)
        if operand is None:
            return None
        return self.accesses.get(
            _buffer_name(self.by_name, self.each.operands[operand])
        )

    def _shape(self, number: int) -> Array:
        """Of a result."""
        shape = self.each.shape
        part = shape if isinstance(shape, Array) else shape[number]
        assert isinstance(part, Array)
        return part


@dataclass(frozen=True)
class _Region:
    """What a piece touches of a buffer."""

    span: Span
    blocks: Blocks

    def entry(self, access: int, grain: int, count: int) -> dict[str, Any] | None:
        """Of a field's accesses; None: some index would touch nothing."""
        blocks = self.blocks
        stride = self.span.stride * grain / blocks.unit * blocks.stride
        first = self.span.first // blocks.unit * blocks.stride
        last = self.span.last // blocks.unit * blocks.stride
        assert stride.denominator == 1
        step = int(stride)
        width = step + last - first
        is_there = first + width > 0 and first + (count - 1) * step < blocks.period
        if not is_there or width > blocks.period or abs(first) >= blocks.period:
            return None
        entry = {"access": access, "stride": step, "period": blocks.period}
        if width != step:
            entry["width"] = width
        if first:
            entry["first"] = first
        return entry


def _region(shape: Shape, span: Span | None) -> _Region | None:
    """None: all of it, or nobody knows."""
    if span is None or not isinstance(shape, Array):
        return None
    blocks = blocks_of(shape, span.dimension)
    return None if blocks is None else _Region(span.rounded(blocks.unit), blocks)


def _union(regions: list[_Region | None]) -> _Region | None:
    """What operands of one buffer are needed of; None: all of it."""
    union = regions[0]
    for each in regions[1:]:
        if union is None or each is None or union.blocks != each.blocks:
            return None
        span = union.span.joined(each.span.at(union.span.dimension))
        union = None if span is None else _Region(span, union.blocks)
    return union


def _field(
    regions: dict[int, list[_Region | None]], written: set[int], extent: int
) -> dict[str, Any] | None:
    """An entry of `cuts`: all that is written is cut, and of what is read whatever leaves
    two pieces at least. Small operands are rather read in full than that pieces would be
    larger for them."""
    united = {access: _union(each) for access, each in regions.items()}
    known = {access: region for access, region in united.items() if region}
    if not written <= known.keys():
        return None
    grain = lcm(*(known[access].span.grain for access in written))
    kept = set(written)
    for access in sorted(known, key=lambda each: (-known[each].blocks.whole, each)):
        coarser = lcm(grain, known[access].span.grain)
        is_small = known[access].blocks.whole <= _SMALL
        if coarser == grain or (not is_small and coarser < extent):
            grain = coarser
            kept.add(access)
    count = -(-extent // grain)
    accesses = []
    for access in sorted(kept):
        entry = known[access].entry(access, grain, count)
        if access in written and not _tiles(entry, count):
            return None
        if entry:
            accesses.append(entry)
    return {"extent": count, "accesses": accesses} if accesses and count > 1 else None


def _tiles(entry: dict[str, Any] | None, count: int) -> bool:
    """Whether the indices cover all of the period, each other bytes."""
    return (
        entry is not None
        and "first" not in entry
        and "width" not in entry
        and entry["stride"] * count == entry["period"]
    )


def _is_well_formed(op: dict[str, Any], sizes: list[int], cut: dict[str, Any]) -> bool:
    """Whether all that is written is cut, each period divides its buffer, and a piece
    does not compute as much again as the op does."""
    if cut.get("again_ps", 0) > op["compute_ps"]:
        return False
    listed = {each["access"]: each for each in cut["accesses"]}
    for number, access in enumerate(op["accesses"]):
        if access["mode"] != "read" and number not in listed:
            return False
        if number in listed and sizes[access["buffer"]] % listed[number]["period"]:
            return False
    written = {a["buffer"] for a in op["accesses"] if a["mode"] != "read"}
    read = {a["buffer"] for a in op["accesses"] if a["mode"] == "read"}
    return not written & read


def add_cuts(problem: dict[str, Any], module: Module) -> int:
    """Says of the ops of `problem`, which is of the program `module`, how they can be cut.
    Changes nothing else. Returns of how many ops it does."""
    instructions = {each.name: each for each in module.entry.instructions}
    names = [buffer["name"] for buffer in problem["buffers"]]
    sizes = [buffer["size"] for buffer in problem["buffers"]]
    count = 0
    for op in problem["ops"]:
        each = instructions.get(op["name"])
        if each is None or not op["accesses"]:
            continue
        # Small ones of the caller's, such as biases, are read in full: nothing would be
        # gained by pieces of them.
        accesses = {
            names[access["buffer"]]: number
            for number, access in enumerate(op["accesses"])
            if access["mode"] != "read"
            or sizes[access["buffer"]] > _SMALL
            or not problem["buffers"][access["buffer"]].get("live_in")
        }
        found = [
            cut
            for cut in _Op(module, each, accesses, instructions).cuts()
            if _is_well_formed(op, sizes, cut)
        ]
        for cut in found:
            for access in cut["accesses"]:
                number = op["accesses"][access["access"]]["buffer"]
                if access["period"] == sizes[number]:
                    del access["period"]
        if found:
            op["cuts"] = found
            count += 1
    return count
