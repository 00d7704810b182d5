"""Results of one scan that another scan reads again: kept, or computed again.

The derivative of a scan is a second scan, which reads stacked results of the first trip
by trip. A trip of the second scan can compute such results again from others, as
`jax.checkpoint` does. Both scans stay loops.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import jax
from jax.extend import core as jex_core
from memplace.jax.costs import equation_seconds, num_bytes
from memplace.jax.jaxprs import Rule, abstract, evaluate, inline, read, run_equations
from memplace.machines import Machine
from memplace.jax.program import scan_counts


@dataclass(frozen=True)
class Link:
    """A stacked result of the first scan that only the second scan reads.

    result: position among the results of the first scan.
    operand: position among the operands of the second scan.
    """

    result: int
    operand: int


@dataclass(frozen=True)
class Pair:
    """Two scans over the same trips, the second reading results of the first.

    first, second: positions of the equations in the program.
    links: the results that only the second reads.
    length: number of trips.
    body: of the first scan, a closed jaxpr without nested functions.
    num_constants, num_carried: of the operands of the first scan.
    """

    first: int
    second: int
    links: tuple[Link, ...]
    length: int
    body: Any
    num_constants: int
    num_carried: int

    @cached_property
    def makers(self) -> dict[Any, int]:
        """By variable of the body, the position of the equation that makes it."""
        return {
            variable: position
            for position, equation in enumerate(self.body.jaxpr.eqns)
            for variable in equation.outvars
        }

    @property
    def carried(self) -> Sequence[Any]:
        """Variables of the body with the carried values, at the begin of a trip."""
        return list(
            self.body.jaxpr.invars[
                self.num_constants : self.num_constants + self.num_carried
            ]
        )

    @cached_property
    def wanted(self) -> list[Any]:
        """Variables of the body that become the links, each once."""
        variables = map(self.variable_of, self.links)
        return list(
            dict.fromkeys(v for v in variables if not isinstance(v, jex_core.Literal))
        )

    @property
    def bytes(self) -> int:
        """Bytes of the links' stacks."""
        return self.length * sum(num_bytes(v.aval) for v in self.wanted)

    def variable_of(self, link: Link) -> Any:
        """Returns the variable or the literal of the body that becomes a result."""
        return self.body.jaxpr.outvars[link.result]


@dataclass(frozen=True)
class Cut:
    """Variables that the first scan stacks for the second scan, instead of the links.

    kept: variables of the body, in the order of the program.
    equations: positions of the equations that the second scan computes again.
    bytes: of the stacks.
    seconds: modelled time of the repeated equations, for all trips.
    """

    kept: tuple[Any, ...]
    equations: tuple[int, ...]
    bytes: int
    seconds: float


def find_pairs(closed: Any) -> list[Pair]:
    """Returns the pairs of scans in an inlined jaxpr. Each scan is in one pair at most,
    with the reader of most bytes."""
    equations = closed.jaxpr.eqns
    uses: dict[Any, list[tuple[int, int]]] = {}
    for position, equation in enumerate(equations):
        for operand, atom in enumerate(equation.invars):
            if not isinstance(atom, jex_core.Literal):
                uses.setdefault(atom, []).append((position, operand))
    returned = {v for v in closed.jaxpr.outvars if not isinstance(v, jex_core.Literal)}
    found = []
    taken: set[int] = set()
    for position, equation in enumerate(equations):
        if equation.primitive.name != "scan" or position in taken:
            continue
        num_constants, num_carried = scan_counts(equation.params)
        links: dict[int, list[Link]] = {}
        for result, variable in enumerate(equation.outvars):
            if result < num_carried or variable in returned:
                continue
            if len(uses.get(variable, [])) != 1:
                continue
            ((reader, operand),) = uses[variable]
            if _scans(equations[reader], operand, equation.params["length"]):
                links.setdefault(reader, []).append(Link(result, operand))
        sizes = {
            reader: sum(num_bytes(equation.outvars[one.result].aval) for one in linked)
            for reader, linked in links.items()
            if reader not in taken
        }
        if not sizes or equation.effects:
            continue
        reader = max(sizes, key=lambda key: sizes[key])
        taken |= {position, reader}
        found.append(
            Pair(
                position,
                reader,
                tuple(links[reader]),
                equation.params["length"],
                inline(equation.params["jaxpr"]),
                num_constants,
                num_carried,
            )
        )
    return found


def _scans(equation: Any, operand: int, length: int) -> bool:
    """Returns true if an equation is a scan of `length` trips over an operand."""
    return (
        equation.primitive.name == "scan"
        and equation.params["length"] == length
        and operand >= sum(scan_counts(equation.params))
    )


class _Cutter:
    """Finds cuts of a pair.

    seconds: by equation of the body, modelled time in all trips.
    """

    def __init__(self, pair: Pair, machine: Machine) -> None:
        self.pair = pair
        self.seconds = [
            equation_seconds(equation, machine) * pair.length
            for equation in pair.body.jaxpr.eqns
        ]

    def bytes_of(self, variable: Any) -> int:
        """Returns the bytes of a variable's stack."""
        return num_bytes(variable.aval) * self.pair.length

    def cut(self, kept: set[Any]) -> Cut:
        """Returns the cut that keeps these variables, as far as they are needed.
        Carried values are kept where they are needed; constants and scanned values are
        there."""
        equations = self.pair.body.jaxpr.eqns
        stacked: dict[Any, None] = {}
        needed: set[int] = set()
        left = list(self.pair.wanted)
        carried = set(self.pair.carried)
        while left:
            variable = left.pop()
            maker = self.pair.makers.get(variable)
            if variable in carried or (maker is not None and variable in kept):
                stacked[variable] = None
            elif maker is not None and maker not in needed:
                needed.add(maker)
                left += [
                    atom
                    for atom in equations[maker].invars
                    if not isinstance(atom, jex_core.Literal)
                ]
        return Cut(
            tuple(stacked),
            tuple(sorted(needed)),
            sum(map(self.bytes_of, stacked)),
            sum(self.seconds[position] for position in needed),
        )

    def cuts(self) -> list[Cut]:
        """Returns cuts with ever fewer bytes: from the smallest, each adds the variable
        that saves the most time for its bytes."""
        body = self.pair.body.jaxpr
        if any(equation.effects for equation in body.eqns):
            return []
        everything = self.pair.bytes
        kept: set[Any] = set()
        found = [self.cut(kept)]
        # Gains of variables, perhaps of an earlier round: they are computed anew when the
        # number of kept variables has doubled, and for the best variable each time.
        gains: dict[Any, float] = {}
        while found[-1].equations and found[-1].bytes < everything:
            now = found[-1]
            if len(kept) & (len(kept) - 1) == 0:
                gains = {
                    v: self.gain(now, kept, v)
                    for position in now.equations
                    for v in body.eqns[position].outvars
                    if num_bytes(v.aval)
                }
            variable = self.best_of(gains, now, kept)
            if variable is None:
                break
            del gains[variable]
            kept.add(variable)
            found.append(self.cut(kept))
        best = [cut for cut in found if cut.bytes < everything]
        return best[::-1]


    def gain(self, now: Cut, kept: set[Any], variable: Any) -> float:
        """Returns the seconds saved for each byte if a variable is kept, too."""
        cut = self.cut(kept | {variable})
        return (now.seconds - cut.seconds) / max(1, cut.bytes - now.bytes)

    def best_of(
        self, gains: dict[Any, float], now: Cut, kept: set[Any]
    ) -> Any | None:
        """Returns the variable of the largest gain, or None if there is no gain. Brings
        the gains that it looks at up to date."""
        fresh: set[Any] = set()
        while gains:
            variable = max(gains, key=lambda v: gains[v])
            if gains[variable] <= 0:
                return None
            if variable in fresh:
                return variable
            gains[variable] = self.gain(now, kept, variable)
            fresh.add(variable)
        return None


def find_cuts(pair: Pair, machine: Machine) -> list[Cut]:
    """Returns cuts of a pair, with ever fewer bytes and ever more time."""
    found: list[Cut] = []
    for cut in _Cutter(pair, machine).cuts():
        if not found or cut.bytes < found[-1].bytes:
            found.append(cut)
    return found


class _Rewriter:
    """Computes the two scans of a pair with a cut.

    stacks: by kept variable, its stack, once the first scan is computed.
    scanned, constants: operands of the first scan.
    """

    def __init__(self, equations: Sequence[Any], pair: Pair, cut: Cut) -> None:
        self.pair = pair
        self.cut = cut
        self.first = equations[pair.first]
        self.second = equations[pair.second]
        self.dropped = {link.result for link in pair.links}
        self.stacks: list[Any] = []
        self.constants: Sequence[Any] = []
        self.scanned: Sequence[Any] = []

    def run_first(self, inputs: list[Any]) -> list[Any]:
        """Returns the results of the first scan, None for the links."""
        pair, body = self.pair, self.pair.body
        middle = pair.num_constants + pair.num_carried
        self.constants, self.scanned = inputs[: pair.num_constants], inputs[middle:]
        left = [
            result
            for result in range(pair.num_carried, len(self.first.outvars))
            if result not in self.dropped
        ]

        def trip(carried: list[Any], scanned: list[Any]) -> tuple[Any, Any]:
            values = dict(zip(body.jaxpr.constvars, body.consts))
            values.update(zip(body.jaxpr.invars, [*self.constants, *carried, *scanned]))
            run_equations(values, body.jaxpr.eqns)
            outputs = [read(values, atom) for atom in body.jaxpr.outvars]
            kept = [values[variable] for variable in self.cut.kept]
            return outputs[: pair.num_carried], ([outputs[k] for k in left], kept)

        carried, (others, self.stacks) = _scan(
            self.first, trip, inputs[pair.num_constants : middle], self.scanned
        )
        found = dict(zip(left, others))
        stacked = range(pair.num_carried, len(self.first.outvars))
        return [*carried, *(found.get(result) for result in stacked)]

    def read_again(self) -> list[int]:
        """Returns the scanned operands of the first scan that the second scan reads, too,
        by position."""
        body = self.pair.body.jaxpr
        equations = [body.eqns[position] for position in self.cut.equations]
        used = {
            atom
            for atoms in (
                *(equation.invars for equation in equations),
                [self.pair.variable_of(link) for link in self.pair.links],
            )
            for atom in atoms
            if not isinstance(atom, jex_core.Literal)
        }
        middle = self.pair.num_constants + self.pair.num_carried
        return [k for k, v in enumerate(body.invars[middle:]) if v in used]

    def again(self, kept: list[Any], scanned: dict[int, Any]) -> dict[Any, Any]:
        """Returns the variables of the first scan's body in a trip of the second."""
        body, middle = self.pair.body, self.pair.num_constants + self.pair.num_carried
        values = dict(zip(body.jaxpr.constvars, body.consts))
        values.update(zip(body.jaxpr.invars, self.constants))
        for position, value in scanned.items():
            values[body.jaxpr.invars[middle + position]] = value
        values.update(zip(self.cut.kept, kept))
        run_equations(values, [body.jaxpr.eqns[k] for k in self.cut.equations])
        return values

    def run_second(self, inputs: list[Any]) -> list[Any]:
        """Returns the results of the second scan."""
        num_constants, num_carried = scan_counts(self.second.params)
        middle = num_constants + num_carried
        inner = self.second.params["jaxpr"]
        variables = {
            link.operand: self.pair.variable_of(link) for link in self.pair.links
        }
        others = [k for k in range(middle, len(inputs)) if k not in variables]

        def trip(carried: list[Any], xs: tuple[Any, Any, Any]) -> tuple[Any, Any]:
            own, kept, scanned = xs
            values = self.again(kept, scanned)
            operands = dict(zip(others, own))
            operands.update((k, read(values, v)) for k, v in variables.items())
            outputs = evaluate(
                inner,
                [
                    *inputs[:num_constants],
                    *carried,
                    *(operands[k] for k in range(middle, len(inputs))),
                ],
                {},
            )
            return outputs[:num_carried], outputs[num_carried:]

        carried, stacked = _scan(
            self.second,
            trip,
            inputs[num_constants:middle],
            (
                [inputs[k] for k in others],
                self.stacks,
                {k: self.scanned[k] for k in self.read_again()},
            ),
        )
        return [*carried, *stacked]


def _scan(equation: Any, trip: Any, carried: list[Any], scanned: Any) -> Any:
    """Returns `jax.lax.scan` of a function, with the trips of an equation."""
    params = equation.params
    return jax.lax.scan(
        trip,
        carried,
        scanned,
        length=params["length"],
        reverse=params["reverse"],
        unroll=params["unroll"],
    )


def rewrite(closed: Any, cuts: Mapping[Pair, Cut]) -> Any:
    """Returns an inlined jaxpr whose pairs are cut like this."""
    if not cuts:
        return closed
    rules: dict[int, Rule] = {}
    for pair, cut in cuts.items():
        rewriter = _Rewriter(closed.jaxpr.eqns, pair, cut)
        rules[pair.first] = rewriter.run_first
        rules[pair.second] = rewriter.run_second

    def function(*args: Any) -> list[Any]:
        return evaluate(closed, args, rules)

    return jax.make_jaxpr(function)(*abstract(closed.in_avals))
