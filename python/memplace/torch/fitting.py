"""`fit`: a step of PyTorch within a budget of the device's memory."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import torch
from memplace import arguments
from memplace.errors import InputError
from memplace.machines import Machine, find_machine
from memplace.scheduling import Repeated, Schedule, repeated_ops, schedule
from memplace.torch.memory import bytes_inside, can_measure, peak_of
from memplace.torch.problem import make_problem, seconds_of
from memplace.torch.program import Program
from memplace.torch.recording import record
from memplace.torch.running import Runner, make_runner
from memplace.torch.state import (
    Form,
    Layout,
    Path,
    State,
    check_tensors,
    form_of,
    put,
    read_state,
)
from torch._subclasses.fake_tensor import FakeTensor
from torch.utils import _pytree as pytree

# The machine whose times are modelled.
_MACHINE = "h200-offload"
# Time that repeated kernels may take, in percent of the time of the step.
_RECOMPUTE_PERCENT = 100.0


def _device_of(program: Program) -> torch.device:
    """Returns the device whose memory is planned: that of all tensors but scalars."""
    devices = [storage.device for storage in program.storages]
    return next((d for d in devices if d.type != "cpu"), torch.device("cpu"))


@dataclass(frozen=True, eq=False)
class _Plan:
    """A schedule of one recorded call. Plans are equal only to themselves.

    before: form of the arguments.
    held: bytes of arguments and constants on the device.
    in_order: the schedule in the order of PyTorch.
    found: the schedule that is followed.
    seconds, bound_seconds: modelled time of the step in its order, and of arithmetic and
        arguments alone.
    """

    before: Form
    program: Program
    device: torch.device
    held: int
    in_order: Schedule
    found: Schedule
    seconds: float
    bound_seconds: float
    runner: Runner = field(repr=False)

    @cached_property
    def sources(self) -> dict[int, Path]:
        """By storage of the arguments, the path of a tensor there, but for gradients
        that are free before the step."""
        dropped = self.program.dropped_storages()
        found: dict[int, Path] = {}
        for path, layout in self.program.arguments.items():
            if layout.storage not in dropped:
                found.setdefault(layout.storage, path)
        return found

    @cached_property
    def arguments(self) -> set[int]:
        """Storages of the arguments."""
        return self.program.argument_storages()

    @cached_property
    def dropped(self) -> list[Path]:
        """Paths of gradients that the step removes or replaces."""
        return self.program.dropped_paths()

    @cached_property
    def new(self) -> dict[Path, Layout]:
        """Tensors that the step makes, by path in the arguments."""
        before = self.program.arguments
        kept = self.program.kept.items()
        return {path: layout for path, layout in kept if before.get(path) != layout}

    @property
    def peak(self) -> int:
        """Predicted bytes of the device's memory."""
        return self.held + self.found.peak_bytes

    @property
    def given_peak(self) -> int:
        """The same in the order of PyTorch."""
        return self.held + self.in_order.given_peak_bytes


def _held_bytes(program: Program, device: torch.device) -> int:
    """Returns the bytes on the device of what lives all the time: arguments and
    constants. Arguments that the step only drops, such as old gradients, are free at its
    beginning."""
    constants = {
        index
        for index, storage in enumerate(program.storages)
        if storage.constant is not None
    }
    arguments = program.argument_storages() - program.dropped_storages()
    storages = [program.storages[index] for index in arguments | constants]
    return sum(storage.bytes for storage in storages if storage.device == device)


def _bound_seconds(program: Program, machine: Machine) -> float:
    """Returns the larger of two times: of the arithmetic of products, and of reading each
    argument that a kernel reads once."""
    arithmetic = sum(machine.seconds_of(step.flops, 0) for step in program.steps)
    read = {storage for step in program.steps for storage in step.reads}
    size = sum(program.storages[s].bytes for s in read & program.argument_storages())
    return max(arithmetic, machine.seconds_of({}, size))


def _make_plan(
    before: Form, program: Program, machine: Machine, scratch: list[int], budget: int
) -> _Plan:
    """Returns the plan of a recorded call with at most `budget` bytes, or with the fewest
    found."""
    device = _device_of(program)
    held = _held_bytes(program, device)
    problem = make_problem(program, machine, scratch)
    in_order = schedule(problem, enough_bytes=2**62)
    room = max(1, budget - held)  # 0 has another meaning for `schedule`.
    found = in_order
    if in_order.peak_bytes > room:
        found = schedule(
            problem, recompute_percent=_RECOMPUTE_PERCENT, enough_bytes=room
        )
        if found.peak_bytes > room > 1:
            # The search for a low peak may fail for one target, and reach a lower one.
            least = schedule(
                problem, recompute_percent=_RECOMPUTE_PERCENT, enough_bytes=1
            )
            found = min(found, least, key=lambda one: one.peak_bytes)
    return _Plan(
        before=before,
        program=program,
        device=device,
        held=held,
        in_order=in_order,
        found=found,
        seconds=sum(seconds_of(step, machine) for step in program.steps),
        bound_seconds=_bound_seconds(program, machine),
        runner=make_runner(program, found),
    )


def _repeated(plan: _Plan) -> tuple[Repeated, ...]:
    """Returns the kernels that a plan runs again, by name."""
    program = plan.program

    def bytes_of(step: int) -> int:
        """Returns the bytes of the storages that a step writes."""
        return sum(program.storages[s].bytes for s in program.steps[step].writes)

    return repeated_ops(plan.found, bytes_of)


def _is_passed(arg: Any) -> bool:
    """Returns true for an argument that each call passes: a tree of tensors and numbers.
    Other arguments, such as a model, are those given to `fit`."""
    plain = (torch.Tensor, bool, int, float, complex, str, type(None))
    return all(
        isinstance(leaf, plain) and not isinstance(leaf, torch.nn.Parameter)
        for leaf in pytree.tree_leaves(arg)
    )


def _autocast() -> tuple[Any, ...]:
    """Returns the state of autocast, by device."""
    return tuple(
        (torch.is_autocast_enabled(device), torch.get_autocast_dtype(device))
        for device in ("cpu", "cuda")
    )


def _storages_of(state: State, plan: _Plan) -> dict[int, torch.Tensor]:
    """Returns by storage of the arguments a tensor without its gradient, but for
    gradients that are free before the step."""
    return {
        storage: state.tensors[path].detach() for storage, path in plan.sources.items()
    }


@dataclass
class FittedStep:
    """A step within a budget of the device's memory. A call passes tensors, numbers and
    containers of these; models, optimizers and other objects are those given to `fit`.

    budget_bytes: limit on the device's memory.
    predicted_peak_bytes: the plan's peak: arguments, results and temporaries.
    measured_peak_bytes: the most that a call took by PyTorch's allocator; None before
        the first call. The first call of each plan is measured, unless PyTorch's profiler
        runs.
    unchanged_peak_bytes: predicted for the kernels in PyTorch's order, each tensor freed
        after its last use.
    predicted_seconds: modelled time of a call on `target`.
    unchanged_seconds: the same in PyTorch's order.
    bound_seconds: no plan takes less time on `target`, even if nothing but arithmetic and
        arguments took time.
    target: name of the machine whose times are modelled.
    repeated: kernels that run again.
    is_changed: False if the step fits as it is.
    """

    budget_bytes: int
    predicted_peak_bytes: int
    unchanged_peak_bytes: int
    predicted_seconds: float
    unchanged_seconds: float
    bound_seconds: float
    target: str
    repeated: tuple[Repeated, ...] = field(repr=False)
    is_changed: bool
    _planner: "_Planner" = field(repr=False)
    measured_peak_bytes: int | None = None
    _measured: list[_Plan] = field(default_factory=list, repr=False)

    def __call__(self, *args: Any) -> Any:
        """Runs the step. Raises InputError if tensors or numbers are not those planned
        for, before anything changes."""
        full = self._planner.with_objects(args)
        state = read_state(full)
        if any(isinstance(tensor, FakeTensor) for tensor in state.tensors.values()):
            raise InputError("the step was planned for tensors without data; it cannot run")
        plan = self._planner.plan_for(state)
        if plan in self._measured or not can_measure(plan.device):
            return _run(plan, full, state)
        storages = plan.program.storages
        held = sum(
            storage.bytes
            for index, storage in enumerate(storages)
            if storage.device == plan.device
            and (index in plan.arguments or storage.constant is not None)
        )
        result, peak = peak_of(lambda: _run(plan, full, state), plan.device)
        self._measured.append(plan)
        self.measured_peak_bytes = max(self.measured_peak_bytes or 0, held + peak)
        if held + peak > self.budget_bytes:
            self._planner.learn(plan, held + peak)
        return result

    def __str__(self) -> str:
        """Returns the plan as text: memory, time, and what runs again."""
        measured = (
            "not measured yet"
            if self.measured_peak_bytes is None
            else f"{self.measured_peak_bytes:,} measured"
        )
        memory = (
            f"peak: {self.predicted_peak_bytes:,} of {self.budget_bytes:,} bytes "
            f"predicted; {measured}; {self.unchanged_peak_bytes:,} in PyTorch's order"
        )
        if not self.is_changed:
            return f"nothing is changed\n{memory}"
        lines = [f"{'runs again':<40} {'bytes':>15} {'time, modelled':>16}"]
        lines += [
            f"{one.name:<40} {one.bytes:>15,} {one.seconds * 1e6:>13,.1f} us"
            for one in self.repeated
        ]
        time = (
            f"modelled time on {self.target}: {self.predicted_seconds * 1e6:,.1f} us; "
            f"{self.unchanged_seconds * 1e6:,.1f} us unchanged; at least "
            f"{self.bound_seconds * 1e6:,.1f} us"
        )
        return "\n".join([*lines, memory, time])


def _run(plan: _Plan, args: tuple[Any, ...], state: State) -> Any:
    """Runs a plan, and puts new tensors into the arguments."""
    program, runner = plan.program, plan.runner
    tensors = dict(state.tensors)
    live = _storages_of(state, plan)
    for path in plan.dropped:
        put(args, path, tensors, None)
        del tensors[path]
    state.tensors.clear()
    tables = runner.run(live)
    for path, layout in plan.new.items():
        put(args, path, tensors, runner.result(tables, layout))
    return pytree.tree_map(lambda leaf: runner.result(tables, leaf), program.result)


@dataclass
class _Planner:
    """Makes plans within a budget.

    args: arguments given to `fit`; None for those that each call passes.
    autocast: of `fit`, by `_autocast`.
    passed: positions of the arguments that each call passes.
    scratch: by recorded call and step, the bytes inside of the kernel.
    refusal: the reason why further calls would exceed the budget, or "".
    """

    args: tuple[Any, ...]
    autocast: tuple[Any, ...]
    passed: tuple[int, ...]
    budget: int
    machine: Machine
    plans: list[_Plan] = field(default_factory=list)
    scratch: list[list[int]] = field(default_factory=list)
    refusal: str = ""

    def with_objects(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Returns all arguments of the step, for those that a call passes."""
        if len(args) != len(self.passed):
            raise InputError(
                f"a call has {len(self.passed)} arguments, got {len(args)}; models, "
                "optimizers and other objects are those given to fit"
            )
        if _autocast() != self.autocast:
            raise InputError(
                "fit and calls must be in the same autocast context; enter it in the step"
            )
        full = list(self.args)
        for position, arg in zip(self.passed, args):
            full[position] = arg
        return tuple(full)

    def plan_for(self, state: State) -> _Plan:
        """Returns the plan for the arguments of a call."""
        if self.refusal:
            raise InputError(self.refusal)
        passed = {path: t for path, t in state.tensors.items() if path[0][1] in self.passed}
        check_tensors(State(passed))
        form = form_of(state)
        for plan in reversed(self.plans):
            if form.is_like(plan.before):
                return plan
        nearest = max(self.plans, key=lambda plan: form.likeness(plan.before))
        if difference := form.difference(nearest.before):
            raise InputError(f"{difference}; call fit again")
        return nearest

    def make(self, before: Form, program: Program, scratch: list[int]) -> _Plan:
        """Returns a plan within the budget, or with the fewest bytes found."""
        return _make_plan(before, program, self.machine, scratch, self.budget)

    def check(self) -> None:
        """Raises InputError if a plan takes more than the budget."""
        plan = max(self.plans, key=lambda plan: plan.peak)
        if plan.peak > self.budget:
            raise InputError(
                f"memory is {self.budget} bytes, but plans need {plan.peak} bytes; in "
                f"PyTorch's order the step takes {plan.given_peak} bytes, of which "
                f"{plan.held} are arguments"
            )

    def learn(self, plan: _Plan, measured: int) -> None:
        """Replaces a plan that took more bytes than the budget by one with fewer. If
        there is none, further calls are refused."""
        at = self.plans.index(plan)
        excess = measured - plan.peak
        warnings.warn(
            f"a call took {measured} bytes, predicted {plan.peak}, budget {self.budget}; "
            "the next call has another plan",
            stacklevel=3,
        )
        scratch = [size + excess for size in self.scratch[at]]
        self.plans[at] = self.make(plan.before, plan.program, scratch)
        self.scratch[at] = scratch
        try:
            self.check()
        except InputError as error:
            self.refusal = f"a call took {measured} bytes, and {error}"


def fit(
    f: Callable[..., Any], args: tuple[Any, ...], memory: int | str
) -> FittedStep:
    """Plans a step of PyTorch such that it takes at most `memory` bytes of the device's
    memory. Where the step takes more in PyTorch's order, kernels run in another order,
    and results are computed again instead of kept. Nothing is changed if the step fits.

    f: a function of `args`, such as a training step: forward, backward and the
        optimizer's update; or an `nn.Module`, which runs without gradients.
    args: positional arguments of `f`, e.g. `(model, optimizer, batch)`. They stay as they
        are; calls of the result change them as `f` does.
    memory: bytes, or a text such as "9.6GB" or "500MiB": arguments (parameters,
        gradients, the optimizer's state and the batch), results and temporaries.

    The kernels are PyTorch's own with equal arguments, so results have equal bits. To
    know the work spaces of kernels, each different call runs once on zeros. A result has
    no graph: call `backward` inside of `f`.

    Raises InputError if no plan fits (the message has a number of bytes that is enough);
    for shapes or control flow that depend on data; for a step that changes Python values
    in `args`, uses other tensors than those of `args`, or keeps new tensors elsewhere
    than in gradients and an optimizer's state; for sparse tensors and several devices.

    >>> import torch
    >>> def train_step(model, optimizer, x):
    ...     loss = model(x).square().mean()
    ...     loss.backward()
    ...     optimizer.step()
    ...     optimizer.zero_grad()
    ...     return loss.detach()
    >>> layers = [m for _ in range(8) for m in (torch.nn.Linear(64, 64), torch.nn.GELU())]
    >>> model = torch.nn.Sequential(*layers)
    >>> optimizer = torch.optim.AdamW(model.parameters(), fused=True)
    >>> x = torch.ones(4096, 64)
    >>> step = fit(train_step, (model, optimizer, x), "10MB")
    >>> loss = step(x)
    >>> step.measured_peak_bytes <= 10_000_000 < step.unchanged_peak_bytes
    True
    """
    if not callable(f):
        raise InputError(f"f must be a function or a module, got {f!r}")
    if not isinstance(args, (tuple, list)):
        raise InputError(
            f"args must be the tuple of f's arguments, got a {type(args).__name__}"
        )
    budget = arguments.size("memory", memory)
    full, function = tuple(args), f
    if isinstance(f, torch.nn.Module):
        full, function = (f, *full), torch.no_grad()(lambda module, *rest: module(*rest))
    passed = tuple(k for k, arg in enumerate(full) if _is_passed(arg))
    kept = tuple(None if k in passed else arg for k, arg in enumerate(full))
    planner = _Planner(kept, _autocast(), passed, budget, find_machine(_MACHINE))
    is_fake = any(
        isinstance(tensor, FakeTensor) for tensor in read_state(full).tensors.values()
    )
    for recording in record(function, full):
        program = recording.program
        scratch = [0] * len(program.steps) if is_fake else bytes_inside(program)
        planner.scratch.append(scratch)
        planner.plans.append(planner.make(recording.before, program, scratch))
    planner.check()
    steady = planner.plans[-1]
    ops = steady.found.problem.to_dict()["ops"]
    return FittedStep(
        budget_bytes=budget,
        predicted_peak_bytes=max(plan.peak for plan in planner.plans),
        unchanged_peak_bytes=max(plan.given_peak for plan in planner.plans),
        predicted_seconds=sum(op["compute_ps"] for op in ops) * 1e-12,
        unchanged_seconds=steady.seconds,
        bound_seconds=steady.bound_seconds,
        target=_MACHINE,
        repeated=_repeated(steady),
        is_changed=any(plan.given_peak > budget for plan in planner.plans),
        _planner=planner,
    )
