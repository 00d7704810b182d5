"""How the ops of a program can be cut in pieces, from XLA's text.

An op is cut along a dimension of its result if each piece of the result needs the same
dimension of what it is computed from, or all of an operand that does not have it: batch
and rows, output features of a product with the columns of its weights, anything of what
is element by element. Sums are not cut. What this does not know is not cut.
"""

from dataclasses import dataclass
from math import lcm
from typing import Any

from memplace.xla.bytes_of_cuts import Blocks, blocks_of
from memplace.xla.dependence import Demands, demands_of
from memplace.xla.hlo import Computation, Instruction, Module
from memplace.xla.shapes import Array
from memplace.xla.values import suffix

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

    def demands(self, seeds: Demands) -> Demands | None:
        """What is needed for an index of the results' dimensions."""
        return demands_of(self.computation, seeds, self.operand_of, self.module)


def _body_of(module: Module, each: Instruction) -> _Body | None:
    """None: nothing is known of it."""
    called = each.called("calls") if each.opcode == "fusion" else []
    if called:
        body = module.computations.get(called[0])
        if body is None:
            return None
        by_name = {inner.name: inner for inner in body.instructions}
        is_tuple = body.root.opcode == "tuple"
        names = body.root.operands if is_tuple else (body.root.name,)
        parameters = {inner.name: number for number, inner in body.parameters().items()}
        return _Body(body, [by_name[name] for name in names], parameters, module)
    if not isinstance(each.shape, Array):
        return None
    operands = {name: number for number, name in enumerate(each.operands)}
    return _Body(module.entry, [each], operands, module)


def _seeds(body: _Body, index: int) -> Demands | None:
    """The dimension of each result that goes with dimension `index` of the first; None:
    there is none."""
    first = body.results[0]
    if not isinstance(first.shape, Array):
        return None
    seeds: Demands = {first.name: index}
    for result in body.results[1:]:
        if result.name in seeds:
            continue
        if not isinstance(result.shape, Array):
            return None
        extent = first.shape.dimensions[index]
        for candidate, size in enumerate(result.shape.dimensions):
            trial = {**seeds, result.name: candidate}
            if size == extent and body.demands(trial) is not None:
                seeds = trial
                break
        else:
            return None
    return seeds


def _buffer_name(by_name: dict[str, Instruction], name: str) -> str:
    """The buffer behind a name of the entry: that of the instruction that made it."""
    each = by_name[name]
    index: tuple[int, ...] = ()
    while each.operands:
        if each.opcode == "get-tuple-element":
            index = (int(each.attributes.get("index", "0")), *index)
        elif each.opcode not in _SAME_BYTES:
            break
        elif each.opcode == "copy-done":
            index = ()
        each = by_name[each.operands[0]]
    return each.name + suffix(index)


class _Op:
    """An instruction of the entry, with the accesses that the problem has of it."""

    def __init__(self, module: Module, each: Instruction, accesses: dict[str, int]):
        self.each = each
        self.body = _body_of(module, each)
        self.by_name = {inner.name: inner for inner in module.entry.instructions}
        self.accesses = accesses  # By name of the buffer.

    def cuts(self) -> list[dict[str, Any]]:
        """All dimensions along which it can be cut."""
        if self.body is None or not isinstance(self.body.results[0].shape, Array):
            return []
        found = []
        for index, extent in enumerate(self.body.results[0].shape.dimensions):
            seeds = _seeds(self.body, index) if extent > 1 else None
            demands = self.body.demands(seeds) if seeds else None
            cut = self._cut(seeds, demands, extent) if seeds and demands else None
            if cut is not None:
                found.append(cut)
        return found

    def _cut(
        self, seeds: Demands, demands: Demands, extent: int
    ) -> dict[str, Any] | None:
        """The field of a dimension of so many elements."""
        assert self.body is not None
        regions: dict[int, list[Blocks | None]] = {}
        for number, result in enumerate(self.body.results):
            is_one = isinstance(self.each.shape, Array)
            name = self.each.name + suffix(() if is_one else (number,))
            index = seeds[result.name]
            # A result that the problem does not have is not written.
            if name in self.accesses and index is not None:
                blocks = blocks_of(self._shape(number), index)
                regions.setdefault(self.accesses[name], []).append(blocks)
        for parameter, number in self.body.operand_of.items():
            operand = self.each.operands[number]
            access = self.accesses.get(_buffer_name(self.by_name, operand))
            if access is None or parameter not in demands:
                continue
            shape, index = self.by_name[operand].shape, demands[parameter]
            is_array = isinstance(shape, Array) and index is not None
            regions.setdefault(access, []).append(
                blocks_of(shape, index) if is_array else None
            )
        return _field(regions, extent)

    def _shape(self, number: int) -> Array:
        """Of a result."""
        shape = self.each.shape
        part = shape if isinstance(shape, Array) else shape[number]
        assert isinstance(part, Array)
        return part


def _field(
    regions: dict[int, list[Blocks | None]], extent: int
) -> dict[str, Any] | None:
    """An entry of `cuts`; what is not alike in all operands of a buffer is read in full."""
    alike = {
        access: blocks[0]
        for access, blocks in regions.items()
        if blocks[0] is not None and all(each == blocks[0] for each in blocks)
    }
    # Small operands in large tiles, such as biases, are rather read in full.
    least = min((each.unit for each in alike.values() if each), default=1)
    alike = {
        access: blocks
        for access, blocks in alike.items()
        if blocks and (blocks.unit == least or blocks.whole > _SMALL)
    }
    unit = lcm(*(each.unit for each in alike.values()))
    if not alike or (
        extent % unit and any(each.unit != unit for each in alike.values())
    ):
        return None
    count = -(-extent // unit)
    accesses = []
    for access, blocks in sorted(alike.items()):
        stride = blocks.stride * (unit // blocks.unit)
        if stride * count != blocks.period:
            return None
        accesses.append({"access": access, "stride": stride, "period": blocks.period})
    return {"extent": count, "accesses": accesses} if count > 1 else None


def _is_well_formed(op: dict[str, Any], sizes: list[int], cut: dict[str, Any]) -> bool:
    """Whether all that is written is cut, and each period divides its buffer."""
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
        accesses = {
            names[access["buffer"]]: number
            for number, access in enumerate(op["accesses"])
        }
        found = [
            cut
            for cut in _Op(module, each, accesses).cuts()
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
