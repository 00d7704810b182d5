"""The host's memory beside a device: tensors there, and copies."""

from typing import Any

import torch
from memplace.errors import InputError
from memplace.torch.program import Program, Storage
from memplace.torch.state import Layout, State


def view(base: torch.Tensor, layout: Layout) -> torch.Tensor:
    """Returns the view of the storage of `base` with a layout."""
    made = torch.empty(0, dtype=layout.dtype, device=base.device)
    return made.set_(base.untyped_storage(), layout.offset, layout.size, layout.stride)


def bytes_of(tensor: torch.Tensor) -> torch.Tensor:
    """Returns the bytes of the whole storage of a tensor."""
    storage = tensor.untyped_storage()
    made = torch.empty(0, dtype=torch.uint8, device=tensor.device)
    return made.set_(storage, 0, (storage.nbytes(),), (1,))


class Host:
    """The host's memory beside a CUDA device. Each direction of copies has a stream. A
    copy begins when the kernels issued before it are done; kernels run beside it."""

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self.streams: dict[str, torch.cuda.Stream] = {}

    def empty(self, size: int) -> torch.Tensor:
        """Returns pinned memory, which copies need to run beside kernels."""
        return torch.empty(size, dtype=torch.uint8, pin_memory=True)

    def holds(self, tensor: torch.Tensor) -> bool:
        """Returns true if a tensor lies in the host's pinned memory."""
        return tensor.device.type == "cpu" and tensor.is_pinned()

    def copy(
        self, direction: str, target: torch.Tensor, source: torch.Tensor, after: Any
    ) -> Any:
        """Begins a copy "in" to the device, or "out" to the host, after the earlier copy
        `after` if that is not None. Copies of a direction run in their order. Returns the
        copy, which is the event of its end."""
        if direction not in self.streams:
            self.streams[direction] = torch.cuda.Stream(self.device)
        stream = self.streams[direction]
        stream.wait_stream(torch.cuda.current_stream(self.device))
        if after is not None:
            stream.wait_event(after)
        count = min(target.numel(), source.numel())
        with torch.cuda.stream(stream):
            target[:count].copy_(source[:count], non_blocking=True)
        return stream.record_event()

    def wait(self, copy: Any) -> None:
        """Lets kernels that are issued later wait for a copy."""
        torch.cuda.current_stream(self.device).wait_event(copy)

    def finish(self) -> None:
        """Returns when all copies are done."""
        for stream in self.streams.values():
            stream.synchronize()


def host_of(device: torch.device) -> Host | None:
    """Returns the host of a device, or None if the host's memory is the device's."""
    return Host(device) if device.type == "cuda" else None


def _is_placed(storage: Storage, tensor: torch.Tensor, host: Host) -> bool:
    """Returns true if a tensor lies where its storage is planned."""
    if storage.on_host:
        return host.holds(tensor)
    return tensor.device == storage.device and not host.holds(tensor)


def place(program: Program, state: State, host: Host) -> None:
    """Moves the tensors of a program's arguments to the memory that is planned for them.
    They stay the same objects, and share storages as before. Raises InputError if the host
    has too little memory; nothing has moved then."""
    tensors: dict[int, list[tuple[torch.Tensor, Layout]]] = {}
    for path, layout in program.arguments.items():
        tensors.setdefault(layout.storage, []).append((state.tensors[path], layout))
    misplaced = [
        index
        for index, ((tensor, _), *_) in tensors.items()
        if not _is_placed(program.storages[index], tensor, host)
    ]
    on_host = [index for index in misplaced if program.storages[index].on_host]
    try:
        made = {index: host.empty(program.storages[index].size) for index in on_host}
    except RuntimeError as error:
        size = sum(program.storages[index].size for index in on_host)
        raise InputError(
            f"the plan needs {size} more bytes of the host's pinned memory: "
            f"{str(error).splitlines()[0]}"
        ) from error
    # Tensors that leave the device go first and make room for the others.
    for index in sorted(misplaced, key=lambda index: not program.storages[index].on_host):
        source = bytes_of(tensors[index][0][0])
        target = made.pop(index, None)
        if target is None:
            device = program.storages[index].device
            target = torch.empty(source.numel(), dtype=torch.uint8, device=device)
        target.copy_(source)
        for tensor, layout in tensors[index]:
            # Else a tensor made in this mode, or outside of it, would become of the other.
            with torch.inference_mode(tensor.is_inference()):
                tensor.data = view(target, layout)
        del source, target
