"""Finds the ways to cut the ops of a program, from XLA's text.

An op is cut along a dimension of its result if each piece of the result needs a
matching dimension of each operand, or all of an operand without such a dimension.
Examples are batch and rows, output features of a product together with the columns of
the weights, and any dimension of element-wise ops. Sums are not cut, nor ops of unknown
behaviour.
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

# The compiler's copies between memories, and further names for the same bytes.
_SAME_BYTES = (
    "bitcast",
    "copy-start",
    "copy-done",
    "slice-start",
    "slice-done",
    "async-done",
)

# Largest operand, in bytes, to read in full in each piece: that costs little.
_SMALL = 1 << 16


@dataclass(frozen=True)
class _Body:
    """The computation of an op.

    results: instructions of the results.
    operand_of: by name of a parameter, the index of the op's operand.
    """

    computation: Computation
    results: list[Instruction]
    operand_of: dict[str, int]
    module: Module

    def found(self, seeds: Demands) -> Found | None:
        """Returns the demands for an index of the results' dimensions."""
        return demands_of(self.computation, seeds, self.operand_of, self.module)


def _body_of(
    module: Module, each: Instruction, by_name: dict[str, Instruction]
) -> _Body | None:
    """Returns the computation of an instruction; None if unknown."""
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
    """Returns, for each result, the dimension that matches dimension `index` of the
    first result: of the same extent, or in proportion. None if a result has no such
    dimension."""
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
                trials.append((found.recomputation, candidate, trial))
        if not trials:
            return None
        seeds = min(trials, key=lambda each: each[:2])[2]
    return seeds


def _is_join(each: Instruction) -> bool:
    """Returns true if an instruction joins slices of a buffer."""
    return each.attributes.get("custom_call_target") == JOIN


def _buffer_name(by_name: dict[str, Instruction], name: str) -> str:
    """Returns the name of the buffer behind a name of the entry computation: that of
    the instruction that allocated the buffer."""
    each = by_name[name]
    index: tuple[int, ...] = ()
    is_joined = False
    while each.operands:
        is_joined = is_joined or _is_join(each)
        # A slice that is never joined is only a part of its source.
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
    """An instruction of the entry computation, with its accesses in the problem.

    by_name: instructions of the entry computation.
    accesses: index of the access by name of the buffer.
    """

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
        """Returns all dimensions along which to cut the op, as entries of `cuts`."""
        if self.body is None or not isinstance(self.body.results[0].shape, Array):
            return []
        found = []
        for index, extent in enumerate(self.body.results[0].shape.dimensions):
            seeds = _seeds(self.body, index) if extent > 1 else None
            needed = self.body.found(seeds) if seeds else None
            cut = self._cut(seeds, needed.demands, extent) if seeds and needed else None
            if cut is not None and needed is not None:
                recomputation = ceil(needed.recomputation * 1e12)
                found.append(
                    {**cut, "again_ps": recomputation} if recomputation else cut
                )
        return found

    def _cut(
        self, seeds: Demands, demands: Demands, extent: int
    ) -> dict[str, Any] | None:
        """Returns the entry of a dimension with `extent` indices; None if not possible.
        """
        assert self.body is not None
        regions: dict[int, list[_Region | None]] = {}
        for number, result in enumerate(self.body.results):
            access = self._written(number)
            # Results without a buffer in the problem are not written.
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
        """Returns the access of a result: to its own buffer, or to the operand it
        overwrites. None if the problem has no such access."""
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
        """Returns the shape of a result."""
        shape = self.each.shape
        part = shape if isinstance(shape, Array) else shape[number]
        assert isinstance(part, Array)
        return part


@dataclass(frozen=True)
class _Region:
    """The part of a buffer that a piece touches."""

    span: Span
    blocks: Blocks

    def entry(self, access: int, grain: int, count: int) -> dict[str, Any] | None:
        """Returns an entry of a cut's `accesses`; None if an index would touch no byte,
        or the region exceeds the period."""
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
    """Returns the region of a span; None: the whole buffer, or unknown."""
    if span is None or not isinstance(shape, Array):
        return None
    blocks = blocks_of(shape, span.dimension)
    return None if blocks is None else _Region(span.rounded(blocks.unit), blocks)


def _union(regions: list[_Region | None]) -> _Region | None:
    """Returns the region covering all given regions of a buffer; None: the whole
    buffer."""
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
    """Returns an entry of `cuts`. All written accesses are cut. A read access is cut if
    at least two pieces remain; small operands are read in full rather than forcing
    larger pieces."""
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
    """Returns true if the indices cover the period without overlap."""
    return (
        entry is not None
        and "first" not in entry
        and "width" not in entry
        and entry["stride"] * count == entry["period"]
    )


def _is_well_formed(op: dict[str, Any], sizes: list[int], cut: dict[str, Any]) -> bool:
    """Returns true if all written accesses are cut, each period divides its buffer, and
    a piece recomputes at most the whole op."""
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
    """Adds `cuts` to the ops of `problem`, which was made from the program `module`.
    Returns the number of ops with cuts."""
    instructions = {each.name: each for each in module.entry.instructions}
    names = [buffer["name"] for buffer in problem["buffers"]]
    sizes = [buffer["size"] for buffer in problem["buffers"]]
    count = 0
    for op in problem["ops"]:
        each = instructions.get(op["name"])
        if each is None or not op["accesses"]:
            continue
        # Small operands of the caller, such as biases, are read in full. Cutting these
        # would gain nothing.
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
