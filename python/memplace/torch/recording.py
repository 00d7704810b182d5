"""Records the kernels of a step, without data."""

import copy
import logging
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path as FilePath
from typing import Any

import torch
from memplace.errors import InputError
from memplace.torch.host import Host
from memplace.torch.numbers import Number, number_of, number_read_from
from memplace.torch.program import (
    Program,
    Step,
    Storage,
    name_of_kernel,
    split_lists,
    without_dead_steps,
)
from memplace.torch.state import (
    Form,
    Kind,
    Layout,
    Path,
    Storages,
    check_tensors,
    form_of,
    is_settable,
    name_of,
    read_state,
)
from torch._subclasses.fake_tensor import (
    FakeTensor,
    FakeTensorMode,
    unset_fake_temporarily,
)
from torch.utils import _pytree as pytree
from torch.utils._python_dispatch import TorchDispatchMode

_ELEMENT_TYPES = {
    torch.bfloat16: "bf16",
    torch.float16: "f16",
    torch.float32: "f32",
    torch.float64: "f64",
    torch.int8: "i8",
    torch.float8_e4m3fn: "f8E4M3FN",
}
# Namespaces of ops without a kernel.
_NO_KERNELS = ("prim", "profiler")
# Ops in place that overwrite all elements without reading them.
_OVERWRITING = ("copy_", "fill_", "zero_", "normal_", "uniform_", "bernoulli_", "random_")
# Ops that change the memory of a tensor itself, or whose work space PyTorch predicts
# wrongly without data.
_REFUSED = (
    "set_",
    "resize_",
    "resize_as_",
    "_resize_output_",
    "record_stream",
    "mkldnn_rnn_layer",
    "mkldnn_rnn_layer_backward",
)
# Arguments that normalizations update in training without a declaration in the schema.
_RUNNING = ("running_mean", "running_var")
# Calls of the step until the arguments' tensors are the same before and after.
_CALLS = 3


def _user_line() -> str:
    """Returns " (FILE:LINE)" of the innermost line outside of PyTorch and memplace, or
    ""."""
    ours = (FilePath(torch.__file__).parent, FilePath(__file__).parent)
    for frame in reversed(traceback.extract_stack()):
        path = FilePath(frame.filename)
        if path.exists() and not any(path.is_relative_to(folder) for folder in ours):
            return f" ({path.name}:{frame.lineno})"
    return ""


def _arguments(kernel: Any, args: Any, kwargs: Any) -> list[tuple[Any, Any]]:
    """Returns the arguments of a call, each with its declaration."""
    declared = kernel._schema.arguments
    by_name = {argument.name: argument for argument in declared}
    return [
        *zip(declared, args),
        *((by_name[name], value) for name, value in kwargs.items()),
    ]


def _is_random(kernel: Any, named: dict[str, Any]) -> bool:
    """Returns true if a kernel draws random numbers. Attention without dropout has the
    mark of such kernels, but draws none."""
    if torch.Tag.nondeterministic_seeded not in kernel.tags:
        return False
    return named.get("dropout_p", 1.0) != 0.0


def _is_written(argument: Any, named: dict[str, Any]) -> bool:
    """Returns true if a kernel writes an argument."""
    if argument.alias_info is not None and argument.alias_info.is_write:
        return True
    is_training = named.get("training", named.get("train", False))
    return argument.name in _RUNNING and bool(is_training)


def _tensors(value: Any) -> list[torch.Tensor]:
    """Returns the tensors of an argument or a result."""
    leaves = pytree.tree_leaves(value)
    return [leaf for leaf in leaves if isinstance(leaf, torch.Tensor)]


@cache
def _flop_formulas() -> Mapping[Any, Callable[..., Any]]:
    """Returns PyTorch's formulas of operations, by op. Their module warns about a missing
    Triton when it is loaded, which does not matter here."""
    logger = logging.getLogger("torch.utils.flop_counter")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        from torch.utils.flop_counter import flop_registry
    finally:
        logger.setLevel(level)
    return flop_registry


def _flops(kernel: Any, args: Any, kwargs: Any, out: Any) -> dict[str, float]:
    """Returns operations by MLIR element type. Kernels without a formula in PyTorch
    count one for each element of their largest tensor."""
    tensors = _tensors((args, kwargs, out))
    floating = [t.dtype for t in tensors if t.dtype.is_floating_point]
    kind = _ELEMENT_TYPES.get(floating[0], "default") if floating else "default"
    formula = _flop_formulas().get(kernel._overloadpacket)
    if formula is None:
        return {kind: float(max((t.numel() for t in tensors), default=0))}
    return {kind: float(formula(*args, **kwargs, out_val=out))}


@dataclass
class _Tape:
    """Steps and storages of a recorded call."""

    storages: Storages = field(default_factory=Storages)
    facts: list[Storage] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    calls: int = 0

    def layout(self, tensor: torch.Tensor) -> Layout:
        """Returns the layout of a tensor; adds its storage if it is new."""
        layout = self.storages.layout(tensor)
        if layout.storage == len(self.facts):
            size = tensor.untyped_storage().nbytes()
            constant = None
            if not isinstance(tensor, FakeTensor):
                with unset_fake_temporarily():
                    constant = tensor.clone()
            self.facts.append(Storage(size, tensor.device, constant))
        return layout

    def record(self, kernel: Any, args: Any, kwargs: Any, out: Any) -> None:
        """Adds a call, unless it only makes views."""
        arguments = _arguments(kernel, args, kwargs)
        named = {argument.name: value for argument, value in arguments}
        reads: dict[int, None] = {}
        writes: dict[int, None] = {}
        for argument, value in arguments:
            for tensor in _tensors(value):
                storage = self.layout(tensor).storage
                is_written = _is_written(argument, named)
                if is_written:
                    writes[storage] = None
                if not is_written or not self.overwrites(kernel, argument, tensor):
                    reads[storage] = None
        before, flops = len(self.facts), _flops(kernel, args, kwargs, out)
        outputs = tuple(
            self.layout(leaf) if isinstance(leaf, torch.Tensor) else None
            for leaf in pytree.tree_leaves(out)
        )
        made = {layout.storage for layout in outputs if layout and layout.storage >= before}
        has_effect = kernel._schema.name.startswith("aten::_assert")
        if not (writes or made or has_effect):
            return
        args, kwargs = self.planned((tuple(args), kwargs))
        step = Step(
            kernel,
            args,
            kwargs,
            outputs if made else (),
            (*reads, *self.numbers_in((args, kwargs))),
            (*writes, *made),
            flops,
            _is_random(kernel, named) or has_effect,
        )
        self.steps += split_lists(step, self.calls)
        self.calls += 1

    def planned(self, tree: Any) -> Any:
        """Returns a tree with a Layout for each tensor and a Number for each number that
        is known only in a call."""

        def plan(leaf: Any) -> Any:
            """Returns what stands for a leaf."""
            if isinstance(leaf, torch.Tensor):
                return self.layout(leaf)
            return number_of(leaf) if isinstance(leaf, torch.SymFloat) else leaf

        return pytree.tree_map(plan, tree)

    def numbers_in(self, tree: Any) -> list[int]:
        """Returns the storages of the numbers of a planned tree."""
        numbers = [leaf for leaf in pytree.tree_leaves(tree) if isinstance(leaf, Number)]
        return sorted({storage for number in numbers for storage in number.reads})

    def read_number(self, kernel: Any, tensor: torch.Tensor) -> torch.SymFloat:
        """Records that a tensor is read as a number, and returns the number. It has a
        storage of a byte, so that it is there when kernels use it."""
        read, made = self.layout(tensor), len(self.facts)
        self.storages.alive.append(None)
        self.facts.append(Storage(1, torch.device("cpu")))
        step = Step(kernel, (read,), {}, (), (read.storage,), (made,), {}, number=made)
        self.steps.append(step)
        return number_read_from(made)

    def overwrites(self, kernel: Any, argument: Any, tensor: torch.Tensor) -> bool:
        """Returns true if a kernel overwrites the whole storage of a written argument
        without reading it."""
        name = name_of_kernel(kernel)
        if not argument.is_out and name not in _OVERWRITING:
            return False
        elements = tensor.numel() * tensor.dtype.itemsize
        is_dense = torch.ops.aten.is_non_overlapping_and_dense(tensor)
        return bool(is_dense and elements == tensor.untyped_storage().nbytes())


class _Recorder(TorchDispatchMode):
    """Runs kernels without data, and records them."""

    def __init__(self, tape: _Tape) -> None:
        super().__init__()
        self.tape = tape

    def __torch_dispatch__(
        self, kernel: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        kwargs = kwargs or {}
        if kernel.namespace in _NO_KERNELS:
            return kernel(*args, **kwargs)
        name = name_of_kernel(kernel)
        if name in _REFUSED:
            raise InputError(f"the step calls {kernel}{_user_line()}, which cannot be planned")
        if name == "_local_scalar_dense" and isinstance(args[0], FakeTensor):
            if not args[0].dtype.is_floating_point:
                raise InputError(
                    f"the step reads {args[0].dtype} as a number{_user_line()}; only "
                    "numbers read from tensors of floats can be planned"
                )
            return self.tape.read_number(kernel, args[0])
        recorded = kernel
        if name == "lift_fresh":
            recorded = torch.ops.aten.clone.default  # Its result is no alias.
        elif any(not isinstance(tensor, FakeTensor) for tensor in _tensors((args, kwargs))):
            raise InputError(
                f"the step{_user_line()} reads a tensor that is none of its arguments; "
                "pass it, or the object that holds it"
            )
        if any(isinstance(leaf, torch.Generator) for leaf in pytree.tree_leaves(kwargs)):
            raise InputError(
                f"the step uses a generator of its own{_user_line()}; use PyTorch's default"
            )
        sizes = [tensor.shape for tensor in _tensors((args, kwargs))]
        try:
            # Shapes do not depend on numbers.
            out = pytree.tree_map_only(
                torch.SymFloat, lambda number: 1.0, (tuple(args), kwargs)
            )
            out = kernel(*out[0], **out[1])
        except (NotImplementedError, RuntimeError) as error:
            first = (str(error).splitlines() or [""])[0] or type(error).__name__
            raise InputError(
                f"{kernel}{_user_line()} cannot be planned: {first}"
            ) from error
        if sizes != [tensor.shape for tensor in _tensors((args, kwargs))]:
            raise InputError(f"{kernel}{_user_line()} changes the shape of its output")
        self.tape.record(recorded, args, kwargs, out)
        return out


@dataclass(frozen=True)
class Recording:
    """A recorded call.

    before: the form of the arguments for which the call is recorded.
    """

    before: Form
    program: Program


def _fake_copy(
    args: tuple[Any, ...], mode: FakeTensorMode, host: Host | None
) -> tuple[Any, ...]:
    """Returns a copy of arguments whose tensors have no data, and are on the device of
    `host` if they are in its memory."""
    state = read_state(args)
    held = {
        path
        for path, tensor in state.tensors.items()
        if host and not isinstance(tensor, FakeTensor) and host.holds(tensor)
    }
    tensors = {path: t for path, t in state.tensors.items() if path not in held}
    check_tensors(replace(state, tensors=tensors))
    memo: dict[int, Any] = {}
    for path, tensor in state.tensors.items():
        if id(tensor) not in memo:
            fake = tensor
            if not isinstance(tensor, FakeTensor):
                fake = mode.from_tensor(tensor, static_shapes=True)
            if host and path in held:
                fake.fake_device = host.device
            memo[id(tensor)] = fake
    for path, tensor in state.tensors.items():
        if tensor.is_leaf and tensor.grad is not None:
            memo[id(tensor)].grad = memo[id(tensor.grad)]
    try:
        copied: tuple[Any, ...] = copy.deepcopy(args, memo)
    except Exception as error:  # Each class may refuse copies in its own way.
        raise InputError(
            f"the arguments cannot be copied for the plan: {type(error).__name__}: {error}"
        ) from error
    return copied


def _is_new(path: Path) -> bool:
    """Returns true for a constant of a tensor that a step may make."""
    return path[-1] == (Kind.ATTRIBUTE, "requires_grad") and is_settable(path[:-1])


def _check_kept(before: Form, after: Form, program: Program) -> None:
    """Refuses a step that changes other things than tensors, or keeps tensors at other
    places than gradients and an optimizer's state."""
    for path in {**before.constants, **after.constants}:
        was, now = before.constants.get(path, "none"), after.constants.get(path, "gone")
        if was != now and not _is_new(path):
            raise InputError(
                f"the step changes {name_of(path)} from {was} to {now}; only tensors may "
                "change"
            )
    for path in {**program.arguments, **program.kept}:
        if program.arguments.get(path) != program.kept.get(path) and not is_settable(path):
            raise InputError(
                f"the step keeps another tensor at {name_of(path)}; only gradients and an "
                "optimizer's state may become other tensors"
            )


def _check_result(result: Any) -> None:
    """Refuses results that are not trees of tensors, numbers and texts."""
    plain = (torch.Tensor, torch.SymFloat, bool, int, float, complex, str, type(None))
    for leaf in pytree.tree_leaves(result):
        if not isinstance(leaf, plain):
            raise InputError(
                f"the step returns a {type(leaf).__name__}; results may be tensors, "
                "numbers, and containers of these"
            )


@contextmanager
def _noting_seeds(noted: list[str]) -> Iterator[None]:
    """Notes calls that set the state of random numbers, such as those of checkpoints.
    The state itself stays, and gradients stay as enabled as they are."""
    places = [
        (module, name)
        for module in (torch, torch.random)
        for name in ("manual_seed", "seed", "set_rng_state")
    ]
    originals = [getattr(module, name) for module, name in places]
    is_enabled = torch.is_grad_enabled()
    try:
        for module, name in places:
            setattr(module, name, lambda *_, name=name, **__: noted.append(name))
        yield
    finally:
        for (module, name), original in zip(places, originals):
            setattr(module, name, original)
        torch.set_grad_enabled(is_enabled)


def _run(
    function: Callable[..., Any], args: tuple[Any, ...], mode: FakeTensorMode, tape: _Tape
) -> Any:
    """Returns the result of a step, whose kernels are recorded."""
    noted: list[str] = []
    try:
        with mode, _Recorder(tape), _noting_seeds(noted):
            result = function(*args)
    except InputError:
        raise
    except Exception as error:  # A step may raise anything.
        raise InputError(
            f"the step fails without data: {type(error).__name__}: {error}"
        ) from error
    if noted and any(step.is_once for step in tape.steps):
        raise InputError(
            f"the step draws random numbers, and sets their state ({noted[0]}), which "
            "cannot be planned; for torch.utils.checkpoint, memplace takes its place"
        )
    _check_result(result)
    return result


def record(
    function: Callable[..., Any], args: tuple[Any, ...], host: Host | None
) -> list[Recording]:
    """Returns the recorded calls of `function`: the next call, and the calls after that
    if they find other tensors in the arguments, such as an optimizer's new state. The
    arguments stay as they are. Those in the memory of `host` count as on its device.

    Raises InputError for a step that cannot be planned.
    """
    fakes = [t for t in read_state(args).tensors.values() if isinstance(t, FakeTensor)]
    mode = fakes[0].fake_mode if fakes else FakeTensorMode()
    copied = _fake_copy(args, mode, host)
    found: list[Recording] = []
    state = read_state(copied)
    for _ in range(_CALLS):
        before = form_of(state)
        if found and before == found[-1].before:
            return found
        tape = _Tape()
        arguments = {path: tape.layout(tensor) for path, tensor in state.tensors.items()}
        result = _run(function, copied, mode, tape)
        state = read_state(copied)
        program = Program(tape.facts, tape.steps, arguments)
        program.kept = {path: tape.layout(t) for path, t in state.tensors.items()}
        program.result = tape.planned(result)
        program.steps = without_dead_steps(tape.steps, program.final_storages())
        _check_kept(before, form_of(state), program)
        found.append(Recording(before, program))
    if form_of(state) == found[-1].before:
        return found
    raise InputError(
        f"after {_CALLS} calls, the step still keeps other tensors than before: "
        + form_of(state).difference(found[-1].before)
    )
