"""Tensors that live in the arguments of a step: a model's, an optimizer's, a batch's.

A path leads from the tuple of arguments to a tensor or a constant, e.g. through
attributes of a module and the state of an optimizer. A step finds its tensors by their
paths, and puts tensors that it makes there, such as gradients.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import torch
from memplace.errors import InputError
from torch._subclasses.fake_tensor import FakeTensor

# Values that are compared between calls. Other values, such as functions, are not.
_CONSTANTS = (bool, int, float, complex, str, bytes, torch.dtype, torch.device)
# Attributes that nn.Module keeps for its tensors and modules; paths omit these.
_MODULE_FOLDERS = ("_parameters", "_buffers", "_modules")
# Other attributes of nn.Module itself. The number of hooks is compared.
_MODULE_OWN = frozenset(vars(torch.nn.Module())) - {*_MODULE_FOLDERS, "training"}
_TRAINED: Final = "requires_grad"


class Kind:
    """Kinds of accesses on a path. They are plain texts, whose hashes are fast."""

    ATTRIBUTE: Final = "attribute"
    ITEM: Final = "item"
    KEY: Final = "key"  # An item whose key is the tensor at another path.
    GRADIENT: Final = "gradient"


Path = tuple[tuple[str, Any], ...]


def name_of(path: Path) -> str:
    """Returns the text of a path, e.g. "args[0].layers.0.weight.grad"."""
    text, is_member = "args", False
    for kind, key in path:
        if kind == Kind.ITEM:
            text += f".{key}" if is_member else f"[{key!r}]"
        elif kind == Kind.KEY:
            text += f"[{name_of(key)}]"
        elif kind == Kind.GRADIENT:
            text += ".grad"
        elif key not in _MODULE_FOLDERS:
            text += f".{key}"
        is_member = kind == Kind.ATTRIBUTE and key in _MODULE_FOLDERS
    return text


@dataclass
class State:
    """Tensors and constants of a tree of arguments.

    tensors, constants: by path. A tensor may have several paths. Constants are texts
        with their types, so that 1 is neither 1.0 nor True.
    paths: by identity of a tensor, its first path.
    """

    tensors: dict[Path, torch.Tensor] = field(default_factory=dict)
    constants: dict[Path, Any] = field(default_factory=dict)
    paths: dict[int, Path] = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)

    def visit(self, value: Any, path: Path) -> None:
        """Adds a value and all that it holds."""
        if isinstance(value, torch.Tensor):
            self.visit_tensor(value, path)
        elif isinstance(value, _CONSTANTS):
            self.constants[path] = f"{value!r} ({type(value).__name__})"
        elif type(value).__module__ == "numpy":
            raise InputError(f"{name_of(path)} is an array of NumPy; pass a tensor")
        elif isinstance(value, (set, frozenset)):
            self.constants[path] = str(sorted(map(repr, value)))
        elif id(value) not in self.seen:
            if not isinstance(value, tuple):
                self.seen.add(id(value))
            for access, inner in self.children(value):
                self.visit(inner, (*path, access))

    def visit_tensor(self, tensor: torch.Tensor, path: Path) -> None:
        """Adds a tensor, and its gradient."""
        self.tensors[path] = tensor
        if id(tensor) in self.paths:
            return
        self.paths[id(tensor)] = path
        self.constants[(*path, (Kind.ATTRIBUTE, _TRAINED))] = str(tensor.requires_grad)
        if tensor.is_leaf and tensor.grad is not None:
            self.visit(tensor.grad, (*path, (Kind.GRADIENT, "")))

    def children(self, value: Any) -> Iterator[tuple[tuple[str, Any], Any]]:
        """Returns the values that a container or an object holds."""
        if isinstance(value, Mapping):
            for key, inner in value.items():
                if isinstance(key, torch.Tensor):
                    if id(key) in self.paths:
                        yield (Kind.KEY, self.paths[id(key)]), inner
                else:
                    yield (Kind.ITEM, key), inner
        elif isinstance(value, (list, tuple)):
            yield from (((Kind.ITEM, k), inner) for k, inner in enumerate(value))
        elif isinstance(value, torch.optim.Optimizer):
            yield (Kind.ATTRIBUTE, "param_groups"), value.param_groups
            yield (Kind.ATTRIBUTE, "state"), value.state
        elif isinstance(value, torch.nn.Module):
            for name, inner in vars(value).items():
                if name not in _MODULE_OWN:
                    yield (Kind.ATTRIBUTE, name), inner
                elif "hooks" in name and inner:
                    yield (Kind.ATTRIBUTE, name), len(inner)
        elif not isinstance(value, type) and not callable(value):
            for name, inner in getattr(value, "__dict__", {}).items():
                yield (Kind.ATTRIBUTE, name), inner


def read_state(args: tuple[Any, ...]) -> State:
    """Returns the tensors and constants of `args`."""
    state = State()
    state.visit(args, ())
    return state


@dataclass(frozen=True)
class Layout:
    """A view of a storage.

    storage: index of the storage.
    size, stride, offset: as of a tensor, in elements.
    """

    storage: int
    size: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int
    dtype: torch.dtype
    device: torch.device

    @property
    def bytes(self) -> int:
        """Bytes of the elements, each counted once."""
        count = 1
        for extent, stride in zip(self.size, self.stride):
            count *= extent if stride or not extent else 1
        return count * self.dtype.itemsize


@dataclass
class Storages:
    """Numbers of storages, in the order in which they are met.

    alive: the storages, so that no later one has the same address.
    """

    numbers: dict[int, int] = field(default_factory=dict)
    alive: list[Any] = field(default_factory=list)

    def layout(self, tensor: torch.Tensor) -> Layout:
        """Returns the layout of a tensor; a storage that is new gets the next number."""
        if tensor.layout != torch.strided or tensor.is_conj() or tensor.is_neg():
            raise InputError(
                f"the step has a {tensor.layout} tensor or a conjugate or negated view; "
                "only dense tensors can be planned"
            )
        storage = tensor.untyped_storage()
        key = storage._cdata
        if key not in self.numbers:
            self.numbers[key] = len(self.alive)
            self.alive.append(storage)
        return Layout(
            self.numbers[key],
            tuple(tensor.shape),
            tuple(tensor.stride()),
            tensor.storage_offset(),
            tensor.dtype,
            tensor.device,
        )


@dataclass(frozen=True)
class Form:
    """Layouts, constants and bytes of storages of a state. Equal for states that a step
    treats alike."""

    layouts: dict[Path, Layout]
    constants: dict[Path, str]
    sizes: tuple[int, ...]

    def is_like(self, other: "Form") -> bool:
        """Returns true if a step treats the states alike. Compares in order, which is
        faster than by path."""
        return (
            list(self.layouts.items()) == list(other.layouts.items())
            and list(self.constants.items()) == list(other.constants.items())
            and self.sizes == other.sizes
        )

    def likeness(self, other: "Form") -> int:
        """Returns the number of tensors and constants that two forms share."""
        tensors = self.layouts.items() & other.layouts.items()
        constants = other.constants.items()
        return len(tensors) + sum(self.constants.get(k, self) == v for k, v in constants)

    def difference(self, other: "Form") -> str:
        """Returns a sentence on the first difference between the form of a call, `self`,
        and a planned one; "" if there is none."""
        for path in (*other.layouts, *self.layouts):
            if path not in self.layouts:
                return f"{name_of(path)} is no tensor, was one when planned"
            if path not in other.layouts:
                return f"{name_of(path)} is a tensor, was none when planned"
        for path, planned in other.layouts.items():
            if self.layouts[path] != planned:
                found = _text(self.layouts[path])
                return f"{name_of(path)} is {found}, planned for {_text(planned)}"
        for path in (*other.constants, *self.constants):
            now, then = self.constants.get(path, "gone"), other.constants.get(path, "none")
            if now != then:
                return (
                    f"{name_of(path)} is {now}, was {then} when planned; a number that "
                    "changes must be a tensor"
                )
        if self.sizes != other.sizes:
            return "tensors are parts of larger or smaller ones than when planned"
        return ""


def _text(layout: Layout) -> str:
    """Returns a text of a layout."""
    kind = str(layout.dtype).removeprefix("torch.")
    return (
        f"{kind}{list(layout.size)} with strides {list(layout.stride)} at storage "
        f"{layout.storage} on {layout.device}"
    )


def form_of(state: State, homes: Mapping[Path, torch.device] | None = None) -> Form:
    """Returns the form of a state. Tensors with a path in `homes` count as on that device
    if they are on the CPU."""
    storages = Storages()
    layouts = {path: storages.layout(tensor) for path, tensor in state.tensors.items()}
    for path, home in (homes or {}).items():
        if path in layouts and layouts[path].device.type == "cpu":
            layouts[path] = replace(layouts[path], device=home)
    sizes = tuple(storage.nbytes() for storage in storages.alive)
    return Form(layouts, state.constants, sizes)


def check_tensors(state: State) -> None:
    """Refuses tensors that a step cannot keep at a planned place."""
    devices: dict[torch.device, Path] = {}
    for path, tensor in state.tensors.items():
        _check_tensor(name_of(path), tensor)
        if tensor.dim():  # A scalar such as a count of steps may live on the CPU.
            devices.setdefault(tensor.device, path)
    if len(devices) > 1:
        places = [f"{name_of(path)} on {device}" for device, path in devices.items()]
        raise InputError(f"tensors are on several devices: {', '.join(places[:2])}")
    _check_apart(state)


def _check_tensor(name: str, tensor: torch.Tensor) -> None:
    """Refuses a tensor of an unusual kind, or with hooks."""
    if tensor.layout != torch.strided:
        raise InputError(f"{name} is a sparse tensor; only dense ones can be planned")
    if tensor.is_quantized or tensor.is_conj() or tensor.is_neg():
        raise InputError(f"{name} is a quantized, conjugate or negated tensor")
    if not _is_plain(tensor):
        raise InputError(
            f"{name} is a {type(tensor).__name__}; only plain tensors can be planned"
        )
    if tensor._backward_hooks or getattr(tensor, "_post_accumulate_grad_hooks", None):
        raise InputError(f"{name} has hooks for its gradient, which cannot be planned")
    if not isinstance(tensor, FakeTensor):
        for key, value in getattr(tensor, "__dict__", {}).items():
            if isinstance(value, torch.Tensor):
                raise InputError(f"{name} has a tensor as its attribute {key!r}")


def _check_apart(state: State) -> None:
    """Refuses storages that share memory, such as two made of one array of NumPy."""
    spans: dict[int, tuple[int, int, Path]] = {}
    for path, tensor in state.tensors.items():
        storage = tensor.untyped_storage()
        if not isinstance(tensor, FakeTensor) and storage.nbytes():
            begin = storage.data_ptr()
            spans[storage._cdata] = begin, begin + storage.nbytes(), path
    ordered = sorted(spans.values(), key=lambda span: span[:2])
    for (_, end, one), (begin, _, other) in zip(ordered, ordered[1:]):
        if begin < end:
            raise InputError(f"{name_of(one)} and {name_of(other)} share memory")


def _is_plain(tensor: torch.Tensor) -> bool:
    """Returns true for tensors of PyTorch's own types, also those without data."""
    kind = type(tensor)
    return kind.__module__.split(".")[0] == "torch" and kind.__name__ in (
        "Tensor",
        "Parameter",
        "Buffer",
        "FakeTensor",
    )


def resolve(args: tuple[Any, ...], path: Path, tensors: Mapping[Path, Any]) -> Any:
    """Returns the value at a path; `tensors` are those used as keys."""
    value: Any = args
    for kind, key in path:
        value = _get(value, kind, key, tensors)
    return value


def _get(value: Any, kind: str, key: Any, tensors: Mapping[Path, Any]) -> Any:
    """Returns the value behind one access."""
    if kind == Kind.ATTRIBUTE:
        return vars(value)[key] if key in _MODULE_FOLDERS else getattr(value, key)
    if kind == Kind.GRADIENT:
        return value.grad
    return value[tensors[key] if kind == Kind.KEY else key]


def put(
    args: tuple[Any, ...], path: Path, tensors: Mapping[Path, Any], value: Any
) -> None:
    """Puts a value at a path; None removes a gradient. Makes a dict where an optimizer
    has no state yet."""
    (kind, key), owner = path[-1], resolve_owner(args, path[:-1], tensors)
    if kind == Kind.GRADIENT:
        owner.grad = value
    elif kind == Kind.ATTRIBUTE:
        setattr(owner, key, value)
    else:
        owner[tensors[key] if kind == Kind.KEY else key] = value


def resolve_owner(args: tuple[Any, ...], path: Path, tensors: Mapping[Path, Any]) -> Any:
    """Returns the container at a path. An optimizer's state of a parameter is made if it
    is absent."""
    if path and path[-1][0] == Kind.KEY:
        states = resolve(args, path[:-1], tensors)
        return states.setdefault(tensors[path[-1][1]], {})
    return resolve(args, path, tensors)


def is_settable(path: Path) -> bool:
    """Returns true if a step may put a new tensor at a path: a gradient, or a value in
    an optimizer's state."""
    kinds = [kind for kind, _ in path]
    return bool(kinds) and (kinds[-1] == Kind.GRADIENT or Kind.KEY in kinds)
