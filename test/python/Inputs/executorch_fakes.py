"""Graphs like ExecuTorch's, for tests without ExecuTorch, and a check of plans."""

from types import SimpleNamespace

ALLOC, VIEW, GETITEM = "alloc", "view", "getitem"
CPU = SimpleNamespace(name="CPU")


class Spec:
    """A tensor with a size and an inclusive lifetime."""

    def __init__(self, size, lifetime, base=None, first=0, mem_id=None, device=CPU):
        self.size = size
        self.shape = [size]
        self.lifetime = list(lifetime)
        self.storage_base = base
        self.storage_base_offset = first
        self.mem_id = mem_id
        self.mem_offset = None
        self.mem_obj_id = None
        self.alignment = None
        self.device = device

    def nbytes(self):
        return self.size

    def realign(self, alignment):
        self.alignment = alignment

    @property
    def end(self):
        """First byte after the tensor, with its alignment."""
        return self.mem_offset + -(-self.size // self.alignment) * self.alignment


class Node:
    """A node that makes a tensor of a spec."""

    def __init__(self, name, spec=None, inputs=(), target=None, args=None, op=""):
        self.name = name
        self.op = op or "call_function"
        self.target = target or name
        self.args = args if args is not None else list(inputs)
        self.all_input_nodes = list(inputs)
        self.meta = {} if spec is None else {"spec": spec}


class Module:
    """A graph; `submodules` are its attributes by name."""

    def __init__(self, nodes=(), sizes=None, **submodules):
        self.graph = SimpleNamespace(nodes=list(nodes))
        self.meta = {}
        self.input_mem_buffer_sizes = sizes
        for name, module in submodules.items():
            setattr(self, name, module)


def specs_of(node):
    """Returns the tensors of a node."""
    specs = node.meta.get("spec", [])
    return specs if isinstance(specs, (list, tuple)) else [specs]


def chain(specs):
    """Returns a graph of one node for each step up to the last."""
    last = max(spec.lifetime[1] for spec in specs)
    nodes = [Node(f"op{step}") for step in range(last + 1)]
    for spec in specs:
        node = nodes[spec.lifetime[0]]
        node.meta.setdefault("spec", []).append(spec)
    return Module(nodes)


def backing(spec):
    """Yields a tensor and the tensors that it lies in."""
    while spec is not None:
        yield spec
        spec = spec.storage_base


def conflicts(specs, sizes, alignment=16):
    """Yields what is wrong with a plan, by the definition of a legal plan alone."""
    for spec in specs:
        if spec.mem_offset is None or not 1 <= spec.mem_id < len(sizes):
            yield f"{spec.shape}: no place"
        elif spec.mem_offset % alignment or spec.mem_offset < 0:
            yield f"{spec.shape}: offset {spec.mem_offset}"
        elif spec.end > sizes[spec.mem_id]:
            yield f"{spec.shape}: ends at {spec.end} of {sizes[spec.mem_id]}"
    for index, one in enumerate(specs):
        for other in specs[:index]:
            shared = min(one.end, other.end) - max(one.mem_offset, other.mem_offset)
            if one.mem_id != other.mem_id or shared <= 0:
                continue
            if one.mem_obj_id != other.mem_obj_id:
                yield f"{one.shape} and {other.shape}: two objects share bytes"
            first = max(one.lifetime[0], other.lifetime[0])
            is_inside = one in backing(other) or other in backing(one)
            if first <= min(one.lifetime[1], other.lifetime[1]) and not is_inside:
                yield f"{one.shape} and {other.shape} share bytes at node {first}"
