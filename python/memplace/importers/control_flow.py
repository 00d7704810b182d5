"""Lowers StableHLO's loops and branches to ops of MLIR's scf dialect.

`stablehlo-legalize-to-linalg` leaves loops and branches alone. A counted loop, as made
by `jax.lax.scan` and `fori_loop`, becomes an `scf.for` with a visible trip count. Any
other loop becomes an `scf.while`. Later, `memplace-prepare-bufferization` lets carried
tensors keep their storage over the trips.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Counting:
    """A loop whose carried value `index` counts from `start` to `stop`, exclusive."""

    index: int
    start: int
    stop: int
    step: int

    @property
    def last(self) -> int:
        """The value after the loop."""
        trips = max(0, -(-(self.stop - self.start) // self.step))
        return self.start + trips * self.step


def lower_control_flow(operations: list[Any], ir: Any) -> None:
    """Replaces each `stablehlo.while`, `case` and `if` among `operations`.

    `operations` lists outer ops before inner ops, as `walk` does.
    """
    for operation in reversed(operations):
        if operation.name == "stablehlo.while":
            _Loop(operation, ir).lower()
        elif operation.name in ("stablehlo.case", "stablehlo.if"):
            _Branch(operation, ir).lower()


def _block_of(region: Any) -> Any:
    return region.blocks[0]


def _terminator(block: Any) -> Any:
    return list(block.operations)[-1].operation


def _move_all(source: Any, target: Any) -> None:
    """Moves all operations of block `source` except its terminator to `target`."""
    for operation in list(source.operations)[:-1]:
        target.append(operation)


def _owner_name(value: Any) -> str:
    """Returns the name of the defining op; an empty string for a block argument."""
    operation = getattr(value.owner, "operation", None)
    return str(operation.name) if operation else ""


class _Rewriter:
    """Base of rewriters: creates ops in front of, or inside, one op."""

    def __init__(self, operation: Any, ir: Any) -> None:
        self.operation = operation
        self.ir = ir
        self.location = operation.location

    def create(
        self, name: str, results: Any, operands: Any, ip: Any, **more: Any
    ) -> Any:
        """Returns a new op at the insertion point `ip`."""
        return self.ir.Operation.create(
            name,
            results=list(results),
            operands=list(operands),
            loc=self.location,
            ip=ip,
            **more,
        )

    def index_constant(self, number: int) -> Any:
        """Creates a constant of type `index` in front of the op."""
        index = self.ir.IndexType.get()
        value = self.ir.IntegerAttr.get(index, number)
        ip = self.ir.InsertionPoint(self.operation)
        return self.create(
            "arith.constant", [index], [], ip, attributes={"value": value}
        ).results[0]

    def extract(self, tensor: Any, ip: Any) -> Any:
        """Extracts the only element of a tensor of rank 0."""
        element = self.ir.RankedTensorType(tensor.type).element_type
        return self.create("tensor.extract", [element], [tensor], ip).results[0]

    def at_end(self, block: Any) -> Any:
        """Returns the insertion point at the end of a block."""
        return self.ir.InsertionPoint(block)

    def put(self, value: Any, place: Any, ip: Any) -> Any:
        """Writes `value` to the storage of tensor `place`; returns the new tensor."""
        if value == place:
            return value
        return self.create(
            "bufferization.materialize_in_destination", [value.type], [value, place], ip
        ).results[0]


class _Loop(_Rewriter):
    """Replaces one `stablehlo.while`."""

    def lower(self) -> None:
        counting = self.find_counting()
        if counting:
            self.lower_to_for(counting)
        else:
            self.lower_to_while()
        self.operation.erase()

    def carried(self, block: Any, value: Any) -> int | None:
        """Returns the index of `value` among the arguments of `block`, or None."""
        for index, argument in enumerate(block.arguments):
            if argument == value:
                return index
        return None

    def number(self, value: Any) -> int | None:
        """Returns the number if `value` is a constant signed integer of rank 0."""
        if _owner_name(value) != "stablehlo.constant":
            return None
        kind = self.ir.RankedTensorType(value.type)
        if kind.rank or not self.is_signed(kind.element_type):
            return None
        attribute = self.ir.DenseElementsAttr(value.owner.attributes["value"])
        return int(self.ir.IntegerAttr(attribute.get_splat_value()).value)

    def is_signed(self, kind: Any) -> bool:
        """Says whether a type is an integer type with negative values."""
        return (
            isinstance(kind, self.ir.IntegerType)
            and kind.is_signless
            and kind.width > 1
        )

    def find_counting(self) -> Counting | None:
        """Returns start, stop and step if these are constants and the loop counts
        up."""
        condition, body = map(_block_of, self.operation.regions)
        compared = _terminator(condition).operands[0]
        if _owner_name(compared) != "stablehlo.compare":
            return None
        compare = compared.owner
        if "LT" not in str(compare.attributes["comparison_direction"]):
            return None
        index = self.carried(condition, compare.operands[0])
        stop = self.number(compare.operands[1])
        if index is None or stop is None:
            return None
        start = self.number(self.operation.operands[index])
        step = self.find_step(body, index)
        if start is None or step is None:
            return None
        return Counting(index, start, stop, step)

    def find_step(self, body: Any, index: int) -> int | None:
        """Returns the constant increment per trip if it is positive."""
        following = _terminator(body).operands[index]
        if _owner_name(following) != "stablehlo.add":
            return None
        left, right = following.owner.operands
        if self.carried(body, left) != index:
            left, right = right, left
        step = self.number(right)
        if self.carried(body, left) != index or step is None or step < 1:
            return None
        return step

    def lower_to_for(self, counting: Counting) -> None:
        body = _block_of(self.operation.regions[1])
        following = list(_terminator(body).operands)
        varying = []
        for index, (init, result) in enumerate(
            zip(self.operation.operands, self.operation.results)
        ):
            if index == counting.index:
                continue
            if following[index] == body.arguments[index]:
                # Loop-invariant: use the initial value everywhere.
                body.arguments[index].replace_all_uses_with(init)
                result.replace_all_uses_with(init)
            else:
                varying.append(index)
        # The replacement above may have changed operands of the terminator.
        following = list(_terminator(body).operands)
        bounds = (counting.start, counting.stop, counting.step)
        inits = [self.operation.operands[index] for index in varying]
        loop = self.create(
            "scf.for",
            [init.type for init in inits],
            [*map(self.index_constant, bounds), *inits],
            self.ir.InsertionPoint(self.operation),
            regions=1,
        )
        types = [self.ir.IndexType.get(), *(init.type for init in inits)]
        block = loop.regions[0].blocks.append(
            *types, arg_locs=[self.location] * len(types)
        )
        self.replace_counter(body.arguments[counting.index], block)
        for position, index in enumerate(varying):
            body.arguments[index].replace_all_uses_with(block.arguments[position + 1])
            self.operation.results[index].replace_all_uses_with(loop.results[position])
        following = list(_terminator(body).operands)
        _move_all(body, block)
        self.create(
            "scf.yield", [], [following[i] for i in varying], self.at_end(block)
        )
        self.replace_last(self.operation.results[counting.index], counting)

    def replace_counter(self, counter: Any, block: Any) -> None:
        """Replaces a carried tensor by the induction variable of `block`."""
        element = self.ir.RankedTensorType(counter.type).element_type
        end = self.at_end(block)
        cast = self.create("arith.index_cast", [element], [block.arguments[0]], end)
        tensor = self.create("tensor.from_elements", [counter.type], cast.results, end)
        counter.replace_all_uses_with(tensor.results[0])

    def replace_last(self, result: Any, counting: Counting) -> None:
        """Replaces the counter's result by a constant, its value after the loop."""
        element = self.ir.RankedTensorType(result.type).element_type
        number = self.ir.IntegerAttr.get(element, counting.last)
        value = self.ir.DenseElementsAttr.get_splat(result.type, number)
        ip = self.ir.InsertionPoint(self.operation)
        constant = self.create(
            "stablehlo.constant", [result.type], [], ip, attributes={"value": value}
        )
        result.replace_all_uses_with(constant.results[0])

    def lower_to_while(self) -> None:
        types = [result.type for result in self.operation.results]
        loop = self.create(
            "scf.while",
            types,
            self.operation.operands,
            self.ir.InsertionPoint(self.operation),
            regions=2,
        )
        locations = [self.location] * len(types)
        for old, new in zip(self.operation.regions, loop.regions):
            source = _block_of(old)
            block = new.blocks.append(*types, arg_locs=locations)
            for before, after in zip(source.arguments, block.arguments):
                before.replace_all_uses_with(after)
            handed_on = list(_terminator(source).operands)
            _move_all(source, block)
            end = self.at_end(block)
            if new == loop.regions[0]:
                again = self.extract(handed_on[0], end)
                self.create("scf.condition", [], [again, *block.arguments], end)
            else:
                self.create("scf.yield", [], handed_on, end)
        for old, new in zip(self.operation.results, loop.results):
            old.replace_all_uses_with(new)


class _Branch(_Rewriter):
    """Replaces one `stablehlo.case` or `stablehlo.if`.

    If each arm made a result in storage of its own, the memref's address would be known
    only at run time. So all arms write a result to the same storage: the storage of a
    tensor that is defined outside of the branch and yielded by an arm, or of a new
    tensor.
    """

    def lower(self) -> None:
        arms = [_block_of(region) for region in self.operation.regions]
        handed_on = [list(_terminator(arm).operands) for arm in arms]
        places = [
            self.find_place(arms, [operands[index] for operands in handed_on])
            for index in range(len(self.operation.results))
        ]
        branch, blocks = self.create_branch(len(arms))
        for arm, block, operands in zip(arms, blocks, handed_on):
            _move_all(arm, block)
            end = self.at_end(block)
            placed = [
                self.put(operand, place, end)
                for operand, place in zip(operands, places)
            ]
            self.create("scf.yield", [], placed, end)
        for old, new in zip(self.operation.results, branch.results):
            old.replace_all_uses_with(new)
        self.operation.erase()

    def find_place(self, arms: list[Any], candidates: list[Any]) -> Any:
        """Returns the tensor whose storage holds a result of the branch."""
        for value in candidates:
            if not _owner_name(value):
                # Arguments of functions may be read-only; carried values are not.
                if value.owner.owner.operation.name != "func.func":
                    return value
            elif _owner_name(value) != "stablehlo.constant" and all(
                value.owner.operation.block != arm for arm in arms
            ):
                return value
        ip = self.ir.InsertionPoint(self.operation)
        sizes = self.ir.DenseI32ArrayAttr.get([0, 0, 0])
        return self.create(
            "bufferization.alloc_tensor",
            [candidates[0].type],
            [],
            ip,
            attributes={"operandSegmentSizes": sizes},
        ).results[0]

    def is_zero(self, number: Any, ip: Any) -> Any:
        """Creates the comparison of the integer `number` with 0."""
        attributes = {"value": self.ir.IntegerAttr.get(number.type, 0)}
        zero = self.create(
            "arith.constant", [number.type], [], ip, attributes=attributes
        ).results[0]
        # Predicate 0 of arith.cmpi is equality.
        kind = self.ir.IntegerAttr.get(self.ir.IntegerType.get_signless(64), 0)
        return self.create(
            "arith.cmpi",
            [self.ir.IntegerType.get_signless(1)],
            [number, zero],
            ip,
            attributes={"predicate": kind},
        ).results[0]

    def create_branch(self, arms: int) -> tuple[Any, list[Any]]:
        """Creates the branch; returns it and its empty blocks in the order of arms."""
        types = [result.type for result in self.operation.results]
        ip = self.ir.InsertionPoint(self.operation)
        chosen = self.extract(self.operation.operands[0], ip)
        if self.operation.name == "stablehlo.if":
            branch = self.create("scf.if", types, [chosen], ip, regions=2)
            return branch, [region.blocks.append() for region in branch.regions]
        if arms == 2:
            first = self.is_zero(chosen, ip)
            branch = self.create("scf.if", types, [first], ip, regions=2)
            return branch, [region.blocks.append() for region in branch.regions]
        index = self.ir.IndexType.get()
        number = self.create("arith.index_cast", [index], [chosen], ip).results[0]
        # The last arm serves every number outside of [0, arms - 1).
        cases = self.ir.DenseI64ArrayAttr.get(range(arms - 1))
        branch = self.create(
            "scf.index_switch",
            types,
            [number],
            ip,
            regions=arms,
            attributes={"cases": cases},
        )
        blocks = [region.blocks.append() for region in branch.regions]
        return branch, [*blocks[1:], blocks[0]]
