"""Lowers StableHLO ops without an equivalent in linalg to loops over elements, and
linear algebra to calls of LAPACK.

Each op becomes a call of a function written by `LoopCode`. Each region of the op, e.g.
a comparison, becomes a function of scalars, called inside the loops.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from memplace.importers.element_code import Value, Values
from memplace.importers.fourier import write_fft
from memplace.importers.linear_algebra import (
    LAPACK,
    lower_cholesky,
    lower_triangular_solve,
)
from memplace.importers.loop_code import LoopCode
from memplace.importers.scattering import write_scatter
from memplace.importers.sorting import write_sort
from memplace.importers.windows import (
    running_dimension,
    write_running,
    write_select_and_scatter,
)

Writer = Callable[[LoopCode, Any, Values, list[str]], Sequence[Value]]
WRITERS: dict[str, Writer] = {
    "stablehlo.cholesky": lower_cholesky,
    "stablehlo.fft": write_fft,
    "stablehlo.scatter": write_scatter,
    "stablehlo.select_and_scatter": write_select_and_scatter,
    "stablehlo.sort": write_sort,
    "stablehlo.triangular_solve": lower_triangular_solve,
}


@dataclass
class ElementLoops:
    """Replaces ops of one module by calls of loop functions."""

    module: Any
    ir: Any
    count: int = 0
    declared: set[str] = field(default_factory=set)
    """Functions of libraries that the module declares."""

    def lower(self, operations: list[Any]) -> None:
        """Replaces each op with a writer, inner ops first."""
        for operation in reversed(operations):
            if writer := self.find_writer(operation):
                self.replace(operation, writer)

    def find_writer(self, operation: Any) -> Writer | None:
        """Returns the function that writes the loops for an op, or None."""
        if operation.name == "stablehlo.custom_call":
            target = self.ir.StringAttr(operation.attributes["call_target_name"])
            return LAPACK.get(str(target.value))
        if operation.name == "stablehlo.reduce_window":
            shape = self.value("", operation.operands[0]).sizes
            return (
                None if running_dimension(operation, shape) is None else write_running
            )
        return WRITERS.get(operation.name)

    def value(self, name: str, value: Any) -> Value:
        """Returns the `Value` that stands for a tensor of the program."""
        kind = self.ir.RankedTensorType(value.type)
        return Value(name, str(kind.element_type), tuple(kind.shape))

    def take_region(self, name: str, region: Any, location: Any) -> None:
        """Moves a region of scalars into a new private function called `name`."""
        source = region.blocks[0]
        terminator = list(source.operations)[-1].operation
        inputs = [argument.type for argument in source.arguments]
        results = [operand.type for operand in terminator.operands]
        kind = self.ir.FunctionType.get(inputs, results, context=self.module.context)
        function = self.ir.Operation.create(
            "func.func",
            attributes={
                "sym_name": self.ir.StringAttr.get(name),
                "function_type": self.ir.TypeAttr.get(kind),
                "sym_visibility": self.ir.StringAttr.get("private"),
            },
            regions=1,
            loc=location,
            ip=self.ir.InsertionPoint(self.module.body),
        )
        block = function.regions[0].blocks.append(
            *inputs, arg_locs=[location] * len(inputs)
        )
        for old, new in zip(source.arguments, block.arguments):
            old.replace_all_uses_with(new)
        for operation in list(source.operations)[:-1]:
            block.append(operation)
        self.ir.Operation.create(
            "func.return",
            operands=list(terminator.operands),
            loc=location,
            ip=self.ir.InsertionPoint(block),
        )

    def with_sign(self, scatter: Any) -> Any:
        """Returns a scatter's indices as signed integers; unsigned indices are
        widened."""
        indices = scatter.operands[len(scatter.operands) // 2]
        kind = self.ir.RankedTensorType(indices.type)
        if not self.ir.IntegerType(kind.element_type).is_unsigned:
            return indices
        wide = self.ir.IntegerType.get_signless(64)
        unknown = self.ir.Location.unknown()
        return self.ir.Operation.create(
            "stablehlo.convert",
            results=[self.ir.RankedTensorType.get(kind.shape, wide, loc=unknown)],
            operands=[indices],
            loc=scatter.location,
            ip=self.ir.InsertionPoint(scatter),
        ).results[0]

    def declarations(self, operation: Any, regions: list[str]) -> str:
        """Returns declarations of the functions that `take_region` will make."""
        text = ""
        for region, name in zip(operation.regions, regions):
            block = region.blocks[0]
            terminator = list(block.operations)[-1].operation
            inputs = ", ".join(str(argument.type) for argument in block.arguments)
            results = ", ".join(str(operand.type) for operand in terminator.operands)
            text += f"func.func private @{name}({inputs}) -> ({results})\n"
        return text

    def replace(self, operation: Any, writer: Writer) -> None:
        """Replaces one op by a call of the function that `writer` writes."""
        self.count += 1
        name = f"memplace_loops_{self.count}"
        regions = [
            f"{name}_region_{number}" for number, _ in enumerate(operation.regions)
        ]
        operands = list(operation.operands)
        if operation.name == "stablehlo.scatter":
            operands[len(operands) // 2] = self.with_sign(operation)
        arguments = [
            self.value(f"%arg{number}", operand)
            for number, operand in enumerate(operands)
        ]
        loops = LoopCode()
        results = list(writer(loops, operation, arguments, regions))
        code = loops.code
        text = self.declarations(operation, regions)
        text += code.function(name, arguments, results)
        # The declarations of regions stay in `parsed`, which must live until the
        # functions are moved.
        parsed = self.ir.Module.parse("\n".join([*code.declarations.values(), text]))
        functions = list(parsed.body.operations)
        for library, function in zip(code.declarations, functions):
            if library not in self.declared:
                self.module.body.append(function)
        self.declared.update(code.declarations)
        self.module.body.append(functions[-1])
        for region, region_name in zip(operation.regions, regions):
            self.take_region(region_name, region, operation.location)
        call = self.ir.Operation.create(
            "func.call",
            results=[result.type for result in operation.results],
            operands=operands,
            attributes={"callee": self.ir.FlatSymbolRefAttr.get(name)},
            loc=operation.location,
            ip=self.ir.InsertionPoint(operation),
        )
        for old, new in zip(operation.results, call.results):
            old.replace_all_uses_with(new)
        operation.erase()
