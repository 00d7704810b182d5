"""`fit`: a step of PyTorch within a budget of the device's memory."""

import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from memplace import arguments
from memplace.errors import InputError
from memplace.machines import Machine, find_machine
from memplace.scheduling import Repeated
from memplace.torch.host import Host, host_of, place
from memplace.torch.memory import can_measure, measure_inside, peak_of
from memplace.torch.planning import CPU, Hosted, Plan, Planner
from memplace.torch.program import Program
from memplace.torch.recording import record
from memplace.torch.state import (
    Form,
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


def _storages_of(state: State, plan: Plan) -> dict[int, torch.Tensor]:
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
    hosted: storages in the host's memory, by the name of a tensor there. A call leaves
        these tensors there, and moves those that are elsewhere.
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
    hosted: tuple[Hosted, ...] = field(repr=False)
    is_changed: bool
    _plans: "_Plans" = field(repr=False)
    measured_peak_bytes: int | None = None
    _measured: list[Plan] = field(default_factory=list, repr=False)

    def __call__(self, *args: Any) -> Any:
        """Runs the step. Raises InputError if tensors or numbers are not those planned
        for, before anything changes."""
        full = self._plans.with_objects(args)
        state = read_state(full)
        if any(isinstance(tensor, FakeTensor) for tensor in state.tensors.values()):
            raise InputError("the step was planned for tensors without data; it cannot run")
        plan, host = self._plans.plan_for(state), self._plans.host
        if host is not None:
            place(plan.program, state, host)
        if plan in self._measured or not can_measure(plan.device):
            return _run(plan, full, state, host)
        result, peak = peak_of(lambda: _run(plan, full, state, host), plan.device)
        measured = plan.resident_bytes + peak
        self._measured.append(plan)
        self.measured_peak_bytes = max(self.measured_peak_bytes or 0, measured)
        if measured > self.budget_bytes:
            self._plans.learn(plan, measured)
        return result

    def __str__(self) -> str:
        """Returns the plan as text: memory, time, what runs again, and what lies in the
        host's memory."""
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
        if self.hosted:
            lines.append(f"{'host memory':<40} {'bytes':>15} {'bytes, copied':>16}")
        lines += [
            f"{name:<40} {size:>15,} {copied:>16,}"
            for name, (size, copied) in _by_name(self.hosted).items()
        ]
        time = (
            f"modelled time on {self.target}: {self.predicted_seconds * 1e6:,.1f} us; "
            f"{self.unchanged_seconds * 1e6:,.1f} us unchanged; at least "
            f"{self.bound_seconds * 1e6:,.1f} us"
        )
        return "\n".join([*lines, memory, time])


def _by_name(hosted: tuple[Hosted, ...]) -> dict[str, tuple[int, int]]:
    """Returns bytes and copied bytes of storages by name, with "*" for parameters that are
    keys and for numbers of layers."""
    totals: dict[str, tuple[int, int]] = {}
    for one in hosted:
        name = re.sub(r"\[args\[\d+\][^][]*\]", "[*]", one.name)
        name = re.sub(r"(?<=\.)\d+(?=\.)", "*", name)
        size, copied = totals.get(name, (0, 0))
        totals[name] = size + one.bytes, copied + one.copied_bytes
    return totals


def _run(plan: Plan, args: tuple[Any, ...], state: State, host: Host | None) -> Any:
    """Runs a plan, and puts new tensors into the arguments."""
    program, runner = plan.program, plan.runner
    tensors = dict(state.tensors)
    live = _storages_of(state, plan)
    for path in plan.dropped:
        put(args, path, tensors, None)
        del tensors[path]
    state.tensors.clear()
    tables = runner.run(live, host)
    for path, layout in plan.new.items():
        put(args, path, tensors, runner.result(tables, layout))
    return pytree.tree_map(lambda leaf: runner.result(tables, leaf), program.result)


@dataclass
class _Plans:
    """Plans of the calls of a step within a budget.

    args: arguments given to `fit`; None for those that each call passes.
    autocast: of `fit`, by `_autocast`.
    passed: positions of the arguments that each call passes.
    host: where storages may lie beside the device, or None.
    homes: devices, other than the CPU, of arguments that calls do not pass, by path.
    programs: of each recorded call, without copies.
    refusal: the reason why further calls would exceed the budget, or "".
    """

    args: tuple[Any, ...]
    autocast: tuple[Any, ...]
    passed: tuple[int, ...]
    budget: int
    machine: Machine
    host: Host | None = None
    homes: dict[Path, torch.device] = field(default_factory=dict)
    plans: list[Plan] = field(default_factory=list)
    programs: list[Program] = field(default_factory=list)
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

    def plan_for(self, state: State) -> Plan:
        """Returns the plan for the arguments of a call."""
        if self.refusal:
            raise InputError(self.refusal)
        passed = {path: t for path, t in state.tensors.items() if path[0][1] in self.passed}
        check_tensors(State(passed))
        form = form_of(state, self.homes)
        for plan in reversed(self.plans):
            if form.is_like(plan.before):
                return plan
        nearest = max(self.plans, key=lambda plan: form.likeness(plan.before))
        if difference := form.difference(nearest.before):
            raise InputError(f"{difference}; call fit again")
        return nearest

    def make(self, before: Form, program: Program, is_steady: bool) -> Plan:
        """Returns a plan within the budget, or with the fewest bytes found."""
        for path, layout in before.layouts.items():
            if layout.device.type != "cpu" and path[0][1] not in self.passed:
                self.homes[path] = layout.device
        has_host = self.host is not None
        common = self.machine, self.budget, has_host, self.passed
        return Planner(program, *common, is_steady).plan(before)

    def check(self) -> None:
        """Raises InputError if a plan takes more than the budget."""
        plan = max(self.plans, key=lambda plan: plan.peak)
        if plan.peak > self.budget:
            raise InputError(
                f"memory is {self.budget} bytes, but plans need {plan.peak} bytes; in "
                f"PyTorch's order the step takes {plan.given_peak} bytes, of which "
                f"{plan.held} are arguments"
            )

    def learn(self, plan: Plan, measured: int) -> None:
        """Replaces a plan that took more bytes than the budget by one with fewer. If
        there is none, further calls are refused."""
        at = self.plans.index(plan)
        excess = measured - plan.peak
        warnings.warn(
            f"a call took {measured} bytes, predicted {plan.peak}, budget {self.budget}; "
            "the next call has another plan",
            stacklevel=3,
        )
        given = self.programs[at]
        steps = [replace(step, inside=step.inside + excess) for step in given.steps]
        self.programs[at] = replace(given, steps=steps)
        is_last = at + 1 == len(self.programs)
        self.plans[at] = self.make(plan.before, self.programs[at], is_last)
        try:
            self.check()
        except InputError as error:
            self.refusal = f"a call took {measured} bytes, and {error}"


def fit(
    f: Callable[..., Any], args: tuple[Any, ...], memory: int | str
) -> FittedStep:
    """Plans a step of PyTorch such that it takes at most `memory` bytes of the device's
    memory. Where the step takes more in PyTorch's order, kernels run in another order,
    results are computed again instead of kept, and tensors of models and optimizers live
    in the host's memory, or results until their next use, whichever takes the least
    modelled time. Nothing is changed if the step fits.

    f: a function of `args`, such as a training step: forward, backward and the
        optimizer's update; or an `nn.Module`, which runs without gradients.
    args: positional arguments of `f`, e.g. `(model, optimizer, batch)`. They stay as they
        are; calls of the result change them as `f` does. After a call, tensors that the
        plan keeps on the host are the same objects with their data in pinned memory.
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
    return fit_by(host_of, function, full, budget)


def fit_by(
    host_of: Callable[[torch.device], Host | None],
    function: Callable[..., Any],
    full: tuple[Any, ...],
    budget: int,
) -> FittedStep:
    """Implements `fit`; `host_of` returns the host of a device, or None."""
    passed = tuple(k for k, arg in enumerate(full) if _is_passed(arg))
    kept = tuple(None if k in passed else arg for k, arg in enumerate(full))
    tensors = read_state(full).tensors.values()
    host = host_of(next((t.device for t in tensors if t.device.type != "cpu"), CPU))
    plans = _Plans(kept, _autocast(), passed, budget, find_machine(_MACHINE), host)
    recordings = record(function, full, host)
    for recording in recordings:
        if not any(isinstance(tensor, FakeTensor) for tensor in tensors):
            measure_inside(recording.program)
        plans.programs.append(recording.program)
        is_last = recording is recordings[-1]
        plans.plans.append(plans.make(recording.before, recording.program, is_last))
    plans.check()
    steady = plans.plans[-1]
    return FittedStep(
        budget_bytes=budget,
        predicted_peak_bytes=max(plan.peak for plan in plans.plans),
        unchanged_peak_bytes=max(plan.given_peak for plan in plans.plans),
        predicted_seconds=steady.chosen.seconds,
        unchanged_seconds=steady.unchanged_seconds,
        bound_seconds=steady.bound_seconds,
        target=_MACHINE,
        repeated=steady.repeated,
        hosted=steady.hosted,
        is_changed=any(plan.given_peak > budget for plan in plans.plans),
        _plans=plans,
    )
