"""`fit`: a JAX function within a budget of the device's memory, as XLA counts it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import jax
from memplace import arguments
from memplace.errors import InputError
from memplace.jax.costs import Work, flops_of, nested_work, num_bytes
from memplace.jax.fit_plans import Plan, Planner
from memplace.jax.jaxprs import abstract, evaluate, inline, used_leaves
from memplace.jax.plan import HOST_KIND
from memplace.jax.program import Program, trace
from memplace.machines import Machine, find_machine
from memplace.scheduling import Repeated, repeated_ops
from memplace.stages import stage

# Ratio of a plan's bytes to those of the next plan tried.
_LEVEL = 0.97
# Compilations of plans, beside those of the unchanged function and of the smallest plan.
_COMPILATIONS = 6
# Plans tried before a budget is refused, beside the smallest of each number of arguments
# in the host's memory.
_ANCHORS = 4
# The machine whose times are modelled, by JAX's platform. A CPU has no model.
_MACHINES = {"tpu": "tpu-v5e"}
_OTHER_MACHINE = "h200-offload"


def device_bytes(analysis: Any) -> int:
    """Returns the bytes of the device's memory by XLA's analysis of a compiled function."""
    return int(
        analysis.argument_size_in_bytes
        + analysis.output_size_in_bytes
        + analysis.temp_size_in_bytes
        - analysis.alias_size_in_bytes
    )


def memory_of(compiled: Any) -> int:
    """Returns the bytes of the device's memory that a call of a compiled function
    takes, by XLA's analysis: arguments, results and temporaries, less the results that
    take the place of donated arguments."""
    found = compiled.memory_analysis()
    if found is None:
        raise InputError("this back-end of JAX cannot say how much memory a call takes")
    return device_bytes(found)


@dataclass(frozen=True)
class Compiler:
    """Compiles functions of the same arguments for JAX's default device.

    avals: types of the arguments' leaves.
    donated: positions of donated arguments.
    """

    in_tree: Any
    out_tree: Any
    avals: tuple[Any, ...]
    donated: tuple[int, ...]

    def platform(self) -> str:
        """JAX's name of the device's platform."""
        return str(self.device().platform)

    def device(self) -> jax.Device:
        """JAX's default device."""
        default = jax.config.jax_default_device
        return default if isinstance(default, jax.Device) else jax.devices(default)[0]

    def has_host(self) -> bool:
        """Returns true if arguments may live in the host's memory. XLA's CPU has such a
        memory, but counts it as the device's."""
        kinds = [memory.kind for memory in self.device().addressable_memories()]
        return HOST_KIND in kinds and self.platform() != "cpu"

    def jitted(self, function: Callable[..., Any], hosted: frozenset[int]) -> Any:
        """Returns a function of leaves jitted for the arguments, and the arguments'
        types. `hosted` leaves live in the host's memory."""

        def fitted(*args: Any) -> Any:
            return jax.tree.unflatten(self.out_tree, function(*jax.tree.leaves(args)))

        specs = abstract(self.avals)
        if hosted:
            place = jax.sharding.SingleDeviceSharding(
                self.device(), memory_kind=HOST_KIND
            )
            specs = [
                spec.update(sharding=place) if leaf in hosted else spec
                for leaf, spec in enumerate(specs)
            ]
        tree = jax.tree.unflatten(self.in_tree, specs)
        return jax.jit(fitted, donate_argnums=self.donated).trace(*tree)

    def compile(self, function: Callable[..., Any], hosted: frozenset[int]) -> Any:
        """Compiles a function of the arguments' leaves. The leaves `hosted` live in the
        host's memory. Raises InputError if JAX cannot."""
        try:
            return self.jitted(function, hosted).lower().compile()
        except Exception as error:  # Each part of XLA has errors of its own.
            first = (str(error).splitlines() or [""])[0]
            raise InputError(
                f"JAX cannot compile the function: {type(error).__name__}: {first}"
            ) from error


@dataclass(frozen=True)
class Attempt:
    """A compiled plan.

    predicted_peak_bytes, measured_peak_bytes: by the plan, and by XLA.
    seconds: modelled time of a call.
    """

    predicted_peak_bytes: int
    measured_peak_bytes: int
    seconds: float


@dataclass(frozen=True)
class FittedFunction:
    """A compiled function that fits a budget of the device's memory. Call it like the
    given function.

    compiled: what JAX compiled; its `memory_analysis()` is `measured_peak_bytes`.
    budget_bytes: limit on the device's memory.
    predicted_peak_bytes: the plan's peak: arguments, results and temporaries, less the
        results that take the place of donated arguments.
    measured_peak_bytes: the same by XLA's analysis of `compiled`.
    unchanged_peak_bytes: of the given function by XLA.
    predicted_seconds: modelled time of a call on `target`.
    unchanged_seconds: the same of the given function, if it fitted.
    bound_seconds: no plan takes less time on `target`, even if nothing but arithmetic,
        arguments and results took time.
    target: name of the machine whose times are modelled.
    repeated: results that are computed again.
    hosted: arguments in the host's memory, with the results that take their place; a
        call moves arguments there that are not yet there.
    attempts: the compiled plans, in the order of compilation.
    is_changed: False if the given function fits.
    """

    compiled: Any = field(repr=False)
    budget_bytes: int
    predicted_peak_bytes: int
    measured_peak_bytes: int
    unchanged_peak_bytes: int
    predicted_seconds: float
    unchanged_seconds: float
    bound_seconds: float
    target: str
    repeated: tuple[Repeated, ...] = field(repr=False)
    hosted: tuple[str, ...] = field(repr=False)
    attempts: tuple[Attempt, ...] = field(repr=False)

    @property
    def is_changed(self) -> bool:
        """False if the given function fits, so that nothing was changed."""
        return bool(self.attempts)

    def __call__(self, *args: Any) -> Any:
        """Runs the function. Raises TypeError if trees, shapes or types of `args` are
        not those planned for."""
        if self.hosted:
            places = jax.tree.leaves(
                self.compiled.input_shardings[0], is_leaf=lambda leaf: leaf is None
            )
            leaves, tree = jax.tree.flatten(args)
            if len(leaves) == len(places):
                args = jax.tree.unflatten(tree, map(_move, leaves, places))
        return self.compiled(*args)

    def __str__(self) -> str:
        """Returns the plan as text: memory, time, and what is computed again."""
        if not self.is_changed:
            return (
                f"nothing is changed: {self.measured_peak_bytes:,} of "
                f"{self.budget_bytes:,} bytes by XLA's analysis"
            )
        lines = [f"{'computed again':<24} {'bytes':>15} {'time, modelled':>16}"]
        lines += [
            f"{one.name:<24} {one.bytes:>15,} {one.seconds * 1e6:>13,.1f} us"
            for one in self.repeated
        ]
        lines += [f"in the host's memory: {path}" for path in self.hosted]
        lines += [
            f"peak by XLA's analysis: {self.measured_peak_bytes:,} of "
            f"{self.budget_bytes:,} bytes; {self.predicted_peak_bytes:,} predicted; "
            f"{self.unchanged_peak_bytes:,} unchanged",
            f"modelled time on {self.target}: {self.predicted_seconds * 1e6:,.1f} us; "
            f"{self.unchanged_seconds * 1e6:,.1f} us unchanged; at least "
            f"{self.bound_seconds * 1e6:,.1f} us",
        ]
        return "\n".join(lines)


def _move(leaf: Any, place: jax.sharding.Sharding | None) -> Any:
    """Returns a leaf, in the host's memory if its place is there. An array that moves is
    donated, so its memory on the device is free before the call."""
    if place is None or place.memory_kind != HOST_KIND:
        return leaf  # JAX drops arguments without a use; they have no place.
    if isinstance(leaf, jax.Array) and leaf.sharding.memory_kind == HOST_KIND:
        return leaf
    moved = jax.block_until_ready(jax.device_put(leaf, place))
    if isinstance(leaf, jax.Array):
        leaf.delete()
    return moved


@dataclass
class _Fitter:
    """Compiles plans until XLA's analysis is within the budget.

    best: the fastest plan within the budget, the compiled function, and its memory.
    compiled: attempts by the plan's level and order.
    least: if no plan fits, the fewest bytes of a plan that is tried for any budget.
    """

    planner: Planner
    compiler: Compiler
    budget: int
    attempts: list[Attempt] = field(default_factory=list)
    best: tuple[Plan, Any, Attempt] | None = None
    compiled: dict[Any, Attempt] = field(default_factory=dict)
    least: int = 2**63

    def attempt(self, plan: Plan, error: int) -> Attempt:
        """Compiles a plan, and keeps it if it is the fastest that fits. XLA is expected
        to take `error` bytes more than the plan."""
        if plan.key in self.compiled:
            return self.compiled[plan.key]
        with stage(f"compiling plan {len(self.attempts) + 1}"):
            compiled = self.compiler.compile(plan.function, plan.variant.hosted)
        found = Attempt(plan.peak + error, memory_of(compiled), plan.seconds)
        self.attempts.append(found)
        self.compiled[plan.key] = found
        if found.measured_peak_bytes <= self.budget and (
            self.best is None or found.seconds < self.best[2].seconds
        ):
            self.best = plan, compiled, found
        return found

    def run(self, unchanged: int) -> None:
        """Tries plans; `unchanged` is the measured peak of the given function. The
        first guess is that XLA exceeds each plan by as much as it exceeds the plan of
        the given function; each compilation gives the next guess."""
        given = self.planner.variant(0, 0)
        most = given.held + given.in_order.peak_bytes
        error = max(0, unchanged - most)
        lowest = _level_of(self.planner.best(0).peak, most)
        # The last level beyond the budget, and the last level within the budget.
        above, below = -1, lowest + 1
        for _ in range(_COMPILATIONS):
            level = _level_of(self.budget - error, most)
            if not above < level < below:
                level = (above + below) // 2
            if level <= above:
                break
            plan = self.planner.best(int(most * _LEVEL**level))
            found = self.attempt(plan, error)
            error = found.measured_peak_bytes - plan.peak
            if found.measured_peak_bytes > self.budget:
                above = level
            else:
                below = level
        if self.best is not None:
            return
        # Fewer bytes by the model need not be fewer for XLA. These plans do not depend on
        # the budget. So the bytes in an error's message are enough.
        last = len(self.planner.levels) - 1
        parts = range(1, _ANCHORS + 1)
        anchors = [
            *(self.planner.plan(last, count, 0) for count in self.planner.host_levels),
            *(
                self.planner.best(int(most * _LEVEL ** (lowest * part // _ANCHORS)))
                for part in parts
            ),
        ]
        for plan in anchors:
            found = self.attempt(plan, error)
            self.least = min(self.least, found.measured_peak_bytes)
            if self.best is not None:
                break


def _level_of(room: int, most: int) -> int:
    """Returns the first level whose plans have at most `room` bytes; those of level 0
    have `most`."""
    level = 0
    while most * _LEVEL**level > max(room, 1):
        level += 1
    return level


def _donated(function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[int, ...]:
    """Returns the arguments that a function jitted by JAX donates."""
    if not hasattr(function, "trace"):
        return ()
    try:
        info = function.trace(*args).args_info[0]
    except Exception:  # `trace` reports what the function raises.
        return ()
    return tuple(
        position
        for position, tree in enumerate(info)
        if any(leaf.donated for leaf in jax.tree.leaves(tree))
    )


def _aliases(closed: Any, donated: list[bool]) -> dict[int, int]:
    """Returns, by leaf of a donated argument, the leaf of the results that takes its
    place: JAX pairs those of equal types, in order, and drops unused arguments."""
    free: dict[Any, list[int]] = {}
    used = used_leaves(closed)
    for leaf, (aval, is_donated) in enumerate(zip(closed.in_avals, donated)):
        if is_donated and used[leaf]:
            free.setdefault((aval.shape, aval.dtype), []).append(leaf)
    found = {}
    for result, aval in enumerate(closed.out_avals):
        if leaves := free.get((aval.shape, aval.dtype)):
            found[leaves.pop(0)] = result
    return found


def _bound_seconds(program: Program, machine: Machine) -> float:
    """Returns the larger of two times: of the arithmetic, each equation computed once,
    and of reading each argument that an equation reads once."""
    works: list[Work] = []
    read: set[int] = set()
    for member in program.equations:
        nested = nested_work(member.equation)
        own = [Work(flops_of([member.equation]), 0)]
        works += nested.works if nested else own
    for step in program.steps:
        if step.nested is None:
            read |= set(step.reads).intersection(program.arguments)
    arithmetic = sum(machine.seconds_of(work.flops, 0) * work.times for work in works)
    size = sum(program.values[value].bytes for value in read)
    return max(arithmetic, machine.seconds_of({}, size))


def _repeated(plan: Plan) -> tuple[Repeated, ...]:
    """Returns the results that a plan computes again, by the name of their step."""
    found = []
    program = plan.variant.program
    for pair, cut in plan.variant.cuts.items():
        name = f"scan of {pair.length} trips"
        found.append(Repeated(name, pair.bytes - cut.bytes, cut.seconds))

    def bytes_of(step: int) -> int:
        """Returns the bytes of a step's results."""
        return sum(program.values[value].bytes for value in program.steps[step].results)

    return *found, *repeated_ops(plan.schedule, bytes_of)


def fit(
    f: Callable[..., Any],
    args: tuple[Any, ...],
    memory: int | str,
    *,
    donate_argnums: tuple[int, ...] | int | None = None,
) -> FittedFunction:
    """Compiles `f` for JAX's default device, such that a call takes at most `memory`
    bytes of the device's memory by XLA's own analysis. Where `f` takes more, results
    are computed again instead of kept: in loops those of a trip, otherwise those of a
    step, chosen to cost little time. Nothing is changed if `f` fits.

    f: a function traceable by JAX, e.g. a training step; may be jitted.
    args: positional arguments of `f`, arrays or `jax.ShapeDtypeStruct`s in any tree of
        containers; only shapes and types matter.
    memory: bytes, or a text such as "9.6GB" or "500MiB": arguments, results and
        temporaries, less the results that take the place of donated arguments.
    donate_argnums: as for `jax.jit`; None: as `f` is jitted, else none.

    Results are those of the same equations; their last bits may differ, because XLA
    fuses others together. Compiles several times.

    Raises InputError if no plan fits (the message has a number of bytes that is enough);
    for a function that JAX can't trace or compile; and for arrays of dynamic shape or
    on several devices.

    >>> import jax, jax.numpy as jnp
    >>> def loss(layers, x):
    ...     for w in layers:
    ...         x = jnp.tanh(x @ w)
    ...     return x.sum()
    >>> args = ([jax.ShapeDtypeStruct((64, 64), "float32")] * 16,
    ...         jax.ShapeDtypeStruct((4096, 64), "float32"))
    >>> step = fit(jax.grad(loss), args, "10MB")
    >>> step.measured_peak_bytes <= 10_000_000 < step.unchanged_peak_bytes
    True
    """
    if not callable(f):
        raise InputError(f"f must be a function, got {f!r}")
    if not isinstance(args, (tuple, list)):
        raise InputError(
            f"args must be the tuple of f's arguments, got a {type(args).__name__}"
        )
    budget = arguments.size("memory", memory)
    if donate_argnums is None:
        donate_argnums = _donated(f, tuple(args))
    positions = (
        donate_argnums if isinstance(donate_argnums, (tuple, list)) else (donate_argnums,)
    )
    donated = tuple(
        arguments.integer("donate_argnums", position, -len(args), len(args) - 1)
        % len(args)
        for position in positions
    )
    return fit_by(Compiler, f, tuple(args), budget, donated)


@stage("planning the function's memory")
def fit_by(
    compiler_class: type[Compiler],
    f: Callable[..., Any],
    args: tuple[Any, ...],
    budget: int,
    donated: tuple[int, ...],
) -> FittedFunction:
    """Implements `fit`; `compiler_class` compiles, e.g. for an absent device."""
    traced, out_tree = trace(f, args)
    in_tree = jax.tree.structure(args)
    compiler = compiler_class(in_tree, out_tree, tuple(traced.in_avals), donated)
    with stage("compiling the function itself"):
        unchanged = compiler.compile(
            lambda *leaves: evaluate(traced, leaves, {}), frozenset()
        )
    peak = memory_of(unchanged)
    target = _MACHINES.get(compiler.platform(), _OTHER_MACHINE)
    closed = inline(traced)
    planner = Planner(
        closed,
        args,
        out_tree,
        find_machine(target),
        _aliases(closed, _donated_leaves(args, donated)),
        compiler.has_host(),
    )
    given = planner.plan(0, 0, peak)
    held = given.variant.held
    result = FittedFunction(
        compiled=unchanged,
        budget_bytes=budget,
        predicted_peak_bytes=given.peak,
        measured_peak_bytes=peak,
        unchanged_peak_bytes=peak,
        predicted_seconds=given.seconds,
        unchanged_seconds=given.seconds,
        bound_seconds=_bound_seconds(given.variant.program, planner.machine),
        target=target,
        repeated=(),
        hosted=(),
        attempts=(),
    )
    if peak <= budget:
        return result
    fitter = _Fitter(planner, compiler, budget)
    fitter.run(peak)
    if fitter.best is None:
        raise InputError(
            f"memory is {budget} bytes, but plans need {min(fitter.least, peak)} bytes by "
            f"XLA's analysis; the function itself takes {peak} bytes, of which {held} "
            f"are arguments and results{_hint(closed, donated)}"
        )
    plan, compiled, attempt = fitter.best
    paths = plan.variant.program.paths
    return replace(
        result,
        compiled=compiled,
        predicted_peak_bytes=attempt.predicted_peak_bytes,
        measured_peak_bytes=attempt.measured_peak_bytes,
        predicted_seconds=attempt.seconds,
        repeated=_repeated(plan),
        hosted=tuple(f"args{paths[leaf]}" for leaf in sorted(plan.variant.hosted)),
        attempts=tuple(fitter.attempts),
    )


def _donated_leaves(args: tuple[Any, ...], donated: tuple[int, ...]) -> list[bool]:
    """Returns whether each leaf of `args` is donated."""
    return [
        position in donated
        for position, arg in enumerate(args)
        for _ in jax.tree.leaves(arg)
    ]


def _hint(closed: Any, donated: tuple[int, ...]) -> str:
    """Returns what `donate_argnums` would save, if nothing is donated."""
    aliases = _aliases(closed, [not donated] * len(closed.in_avals))
    saved = sum(num_bytes(closed.in_avals[leaf]) for leaf in aliases)
    return f"; donate_argnums would save up to {saved} bytes" if saved else ""
