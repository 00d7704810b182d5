"""Writes functions of loops over elements of tensors, as MLIR text.

StableHLO ops without an equivalent in linalg become calls of such functions, which are
inlined later. A loop nest that accesses single elements is one step of the schedule.
The op models count the bytes and flops of the nest. For loops with variable bounds,
`memplace.trip_count` gives the op models an average trip count.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from memplace.importers.element_code import (
    INDEX,
    ElementCode,
    Value,
    Values,
    names,
    types,
)

Body = Callable[..., Sequence[Value]]


@dataclass
class LoopCode:
    """Builder for the control flow of one function: loops, branches and calls of other
    functions."""

    code: ElementCode = field(default_factory=ElementCode)
    """Builder for the code inside."""

    def call(
        self, function: str, scalars: Sequence[Value], results: Sequence[str]
    ) -> Values:
        """Calls a function that was made from a region and takes tensors of rank 0."""
        tensors = [
            self.code.op(
                f"tensor.from_elements {scalar.name} : tensor<{scalar.element}>",
                scalar.element,
                (),
            )
            for scalar in scalars
        ]
        made = [Value("", element, ()) for element in results]
        name = self.code.name()
        self.code.lines.append(
            f"{name}:{len(made)} = func.call @{function}({names(tensors)}) : "
            f"({types(tensors)}) -> ({types(made)})"
        )
        return [
            self.code.extract(Value(f"{name}#{number}", element, ()))
            for number, element in enumerate(results)
        ]

    def call_scalars(
        self, function: str, scalars: Sequence[Value], results: Sequence[str]
    ) -> Values:
        """Calls a function that was made from a region and takes scalars."""
        made = [Value("", element) for element in results]
        name = self.code.name()
        self.code.lines.append(
            f"{name}:{len(made)} = func.call @{function}({names(scalars)}) : "
            f"({types(scalars)}) -> ({types(made)})"
        )
        return [
            Value(f"{name}#{number}", element) for number, element in enumerate(results)
        ]

    def loop(
        self,
        bounds: tuple[Value | int, Value | int],
        carried: Sequence[Value],
        body: Body,
        trips: int | None = None,
        step: int = 1,
    ) -> Values:
        """Appends an `scf.for` over `bounds`.

        `body` gets the index and the carried values, and returns the values to yield.
        `trips` is the average trip count, for bounds that are not constant.
        """
        first, end = (
            self.code.constant(bound) if isinstance(bound, int) else bound
            for bound in bounds
        )
        index = Value(self.code.name(), INDEX)
        inner = [
            Value(self.code.name(), value.element, value.shape) for value in carried
        ]
        name = self.code.name()
        inits = ", ".join(
            f"{new.name} = {old.name}" for new, old in zip(inner, carried)
        )
        head = f"scf.for {index.name} = {first.name} to {end.name} step "
        head += self.code.constant(step).name
        if carried:
            head = f"{name}:{len(carried)} = {head} iter_args({inits})"
            head += f" -> ({types(carried)})"
        self.code.lines.append(f"{head} {{")
        following = body(index, *inner)
        if carried:
            self.code.lines.append(f"scf.yield {names(following)} : {types(following)}")
        known = f" {{memplace.trip_count = {max(1, trips)} : i64}}" if trips else ""
        self.code.lines.append(f"}}{known}")
        return [
            Value(f"{name}#{number}", value.element, value.shape)
            for number, value in enumerate(carried)
        ]

    def nest(
        self, counts: Sequence[int], carried: Sequence[Value], body: Body
    ) -> Values:
        """Appends nested loops, each from 0 to an element of `counts`.

        `body` gets the list of indices and the carried values.
        """
        indices: Values = []

        def inner(index: Value, *values: Value) -> Sequence[Value]:
            indices.append(index)
            return enter(list(values))

        def enter(values: Values) -> Sequence[Value]:
            if len(indices) == len(counts):
                return list(body(list(indices), *values))
            return self.loop((0, counts[len(indices)]), values, inner)

        return list(enter(list(carried)))

    def when(self, condition: Value, carried: Sequence[Value], body: Body) -> Values:
        """Appends an `scf.if`: returns `body(carried)` or the carried values as is."""
        name = self.code.name()
        self.code.lines.append(
            f"{name}:{len(carried)} = scf.if {condition.name} -> ({types(carried)}) {{"
        )
        made = body(*carried)
        self.code.lines.append(f"scf.yield {names(made)} : {types(made)}")
        self.code.lines.append("} else {")
        self.code.lines.append(f"scf.yield {names(carried)} : {types(carried)}")
        self.code.lines.append("}")
        return [
            Value(f"{name}#{number}", value.element, value.shape)
            for number, value in enumerate(carried)
        ]
