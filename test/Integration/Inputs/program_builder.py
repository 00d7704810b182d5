"""The memrefs of a random program: storage, and views of views.

A Builder writes allocations, globals and views as text, and tracks for each memref the
layout, the possible storage, and whether all elements were written.
"""

import random
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

SHAPES = [(64,), (8, 8), (4, 16), (2, 4, 8), (32,), (4, 8)]
GLOBAL_SHAPE = (8, 8)
# Offsets and strides of views of 4 x 8 in 64 elements: every other element, and rows
# across the borders of pieces.
REINTERPRETED = [(1, 16, 2), (3, 15, 2), (2, 18, 1), (5, 9, 1), (7, 13, 1), (8, 8, 1)]


@dataclass(eq=False)
class Root:
    """One piece of storage."""

    is_initialized: bool
    is_writable: bool = True


@dataclass(frozen=True)
class View:
    """A memref value: all or a part of its storage."""

    name: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: str  # A number, or "?".
    roots: frozenset[Root]  # Possible storage.
    is_whole: bool  # Overwriting the memref leaves no old contents.
    is_dynamic: bool = False  # The type has a dynamic shape.

    @property
    def type(self) -> str:
        if self.is_dynamic:
            sizes = "?x" * len(self.shape)
            strides = ", ".join("?" for _ in self.strides)
            return f"memref<{sizes}i32, strided<[{strides}], offset: ?>>"
        sizes = "".join(f"{size}x" for size in self.shape)
        if self.is_packed:
            return f"memref<{sizes}i32>"
        strides = ", ".join(str(stride) for stride in self.strides)
        offset = "" if self.offset == "0" else f", offset: {self.offset}"
        return f"memref<{sizes}i32, strided<[{strides}]{offset}>>"

    @property
    def is_packed(self) -> bool:
        return self.offset == "0" and self.strides == row_major(self.shape)

    @property
    def is_readable(self) -> bool:
        return all(root.is_initialized for root in self.roots)

    @property
    def is_writable(self) -> bool:
        return all(root.is_writable for root in self.roots)


def row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    strides, stride = [], 1
    for size in reversed(shape):
        strides.insert(0, stride)
        stride *= size
    return tuple(strides)


def num_elements(shape: tuple[int, ...]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


def identity_map(rank: int) -> str:
    dims = ", ".join(f"d{i}" for i in range(rank))
    return f"affine_map<({dims}) -> ({dims})>"


@dataclass
class Scope:
    """Values visible in a block."""

    views: list[View] = field(default_factory=list)
    indices: list[str] = field(default_factory=list)  # In [0, 4).
    allocated: list[View] = field(default_factory=list)


class Builder:
    """Writes definitions of memrefs."""

    def __init__(self, seed: int, number: int):
        self.random = random.Random(seed)
        self.function = f"f{number}"
        self.lines: list[str] = []
        self.indent = 1
        self.next_name = 0
        self.scopes = [Scope()]
        self.budget = self.random.randint(6, 22)
        # Loop-carried views that become another part of their source in each trip.
        self.moving: dict[str, tuple[View, int, int]] = {}

    # ---- text ----------------------------------------------------------

    def emit(self, line: str) -> None:
        self.lines.append("  " * self.indent + line)

    def fresh(self, prefix: str = "v") -> str:
        self.next_name += 1
        return f"%{prefix}{self.next_name}"

    def constant(self, value: int, type: str = "index") -> str:
        name = self.fresh("c")
        self.emit(f"{name} = arith.constant {value} : {type}")
        return name

    @contextmanager
    def block(self):
        self.indent += 1
        self.scopes.append(Scope())
        yield self.scopes[-1]
        self.scopes.pop()
        self.indent -= 1

    # ---- queries ------------------------------------------------------------

    def views(self) -> list[View]:
        return [view for scope in self.scopes for view in scope.views]

    def roots(self) -> list[Root]:
        roots: dict[Root, None] = {}
        for view in self.views():
            for root in sorted(view.roots, key=id):
                roots[root] = None
        return list(roots)

    def initialized(self) -> dict[Root, bool]:
        return {root: root.is_initialized for root in self.roots()}

    def restore(self, state: dict[Root, bool]) -> None:
        for root, value in state.items():
            root.is_initialized = value

    def pick(self, condition) -> View | None:
        candidates = [view for view in self.views() if condition(view)]
        # Recent views are views of views.
        weights = [1 + 3 * i / len(candidates) for i in range(len(candidates))]
        return self.random.choices(candidates, weights)[0] if candidates else None

    def pick_readable(self, shape=None) -> View | None:
        return self.pick(
            lambda view: view.is_readable and shape in (None, view.shape)
        )

    def add_view(self, view: View) -> View:
        self.scopes[-1].views.append(view)
        return view

    def index(self) -> str:
        names = [name for scope in self.scopes for name in scope.indices]
        if names and self.random.random() < 0.7:
            return self.random.choice(names)
        return self.constant(self.random.randrange(4))

    # ---- storage -------------------------------------------------------

    def allocate(self) -> View:
        shape = self.random.choice(SHAPES)
        root = Root(is_initialized=False)
        name = self.fresh("m")
        view = View(name, shape, row_major(shape), "0", frozenset([root]), True)
        kind = self.random.random()
        if kind < 0.1:
            raw = self.fresh("raw")
            size = 4 * num_elements(shape)
            self.emit(f"{raw} = memref.alloc() {{alignment = 64 : i64}} : memref<{size}xi8>")
            zero = self.constant(0)
            self.emit(
                f"{name} = memref.view {raw}[{zero}][] : memref<{size}xi8> to {view.type}"
            )
        elif kind < 0.2 and len(self.scopes) == 1:
            self.emit(f"{name} = memref.alloca() : {view.type}")
        else:
            self.emit(f"{name} = memref.alloc() : {view.type}")
            self.scopes[-1].allocated.append(view)
        self.add_view(view)
        if self.random.random() < 0.5:
            self.fill(view)
        elif self.random.random() < 0.3:
            self.fill_in_parts(view)
        return view

    def fill_in_parts(self, view: View) -> None:
        """Fills the storage by several ops that each overwrite a part."""
        parts = 4 if view.shape[0] % 4 == 0 else 2
        rows = view.shape[0] // parts
        for part in range(parts):
            self.fill(self.subview(view, 0, str(part * rows), part * rows, rows))
        for root in view.roots:
            root.is_initialized = True

    def allocate_dynamic(self) -> None:
        """Storage of 8 x 8 with a size known only at run time."""
        x, one, n, m, rows, name = (self.fresh("n") for _ in range(6))
        eight = self.constant(8)
        self.emit(f"{x} = memref.load %arg0[{eight}] : memref<64xi32>")
        self.emit(f"{one} = arith.constant 1 : i32")
        self.emit(f"{n} = arith.ori {x}, {one} : i32")
        self.emit(f"{m} = arith.andi {n}, {one} : i32")
        index = self.fresh("n")
        self.emit(f"{index} = arith.index_cast {m} : i32 to index")
        self.emit(f"{rows} = arith.muli {index}, {eight} : index")
        self.emit(f"{name} = memref.alloc({rows}) : memref<?x8xi32>")
        view = View(
            self.fresh("d"), (8, 8), (8, 1), "0", frozenset([Root(False)]), True, True
        )
        self.emit(f"{view.name} = memref.cast {name} : memref<?x8xi32> to {view.type}")
        self.add_view(view)
        self.fill(view)

    def get_global(self) -> None:
        name = self.fresh("g")
        root = Root(is_initialized=True, is_writable=False)
        view = View(name, GLOBAL_SHAPE, row_major(GLOBAL_SHAPE), "0", frozenset([root]), True)
        symbol = self.random.choice(["table", "weights"])
        self.emit(f"{name} = memref.get_global @{symbol} : {view.type}")
        self.add_view(view)

    def make_view(self) -> None:
        source = self.pick(lambda view: not view.is_dynamic)
        if source is None:
            return
        kind = self.random.choice(["subview", "reshape", "cast", "transpose", "reinterpret"])
        getattr(self, f"make_{kind}")(source)

    def make_subview(self, source: View) -> None:
        dim = self.random.randrange(len(source.shape))
        size = source.shape[dim]
        if size < 4:
            return
        part = size // 4 if self.random.random() < 0.7 else size
        sizes = list(source.shape)
        sizes[dim] = part
        start = "0"
        offset = source.offset
        if part < size:
            if self.random.random() < 0.6:
                # One of four parts.
                scale = self.constant(part)
                start = self.fresh("o")
                self.emit(f"{start} = arith.muli {self.index()}, {scale} : index")
                offset = "?"
            else:
                start = str(self.random.randrange(size - part + 1))
                if offset != "?":
                    offset = str(int(offset) + int(start) * source.strides[dim])
        offsets = ["0"] * len(sizes)
        offsets[dim] = start
        view = replace(
            source,
            name=self.fresh("s"),
            shape=tuple(sizes),
            offset=offset,
            is_whole=source.is_whole and part == size,
        )
        result_type = view.type
        if view.is_packed:
            # subview always prints its strides.
            strides = ", ".join(str(stride) for stride in view.strides)
            shape = "".join(f"{size}x" for size in view.shape)
            result_type = f"memref<{shape}i32, strided<[{strides}]>>"
        text = ", ".join(str(size) for size in sizes)
        ones = ", ".join("1" for _ in sizes)
        name = view.name if result_type == view.type else self.fresh("s")
        self.emit(
            f"{name} = memref.subview {source.name}[{', '.join(offsets)}] [{text}] [{ones}] : "
            f"{source.type} to {result_type}"
        )
        if result_type != view.type:
            self.emit(f"{view.name} = memref.cast {name} : {result_type} to {view.type}")
        self.add_view(view)

    def subview(
        self, source: View, dim: int, start: str, offset: int | None, size: int
    ) -> View:
        """A slice of `size` elements along one dimension; `offset`: `start`, if known."""
        if offset is None or source.offset == "?":
            new_offset = "?"
        else:
            new_offset = str(int(source.offset) + offset * source.strides[dim])
        shape = list(source.shape)
        shape[dim] = size
        view = replace(
            source,
            name=self.fresh("s"),
            shape=tuple(shape),
            offset=new_offset,
            is_whole=False,
        )
        strides = ", ".join(str(stride) for stride in view.strides)
        sizes = "".join(f"{size}x" for size in shape)
        at = "" if new_offset == "0" else f", offset: {new_offset}"
        starts = ["0"] * len(shape)
        starts[dim] = start
        result_type = f"memref<{sizes}i32, strided<[{strides}]{at}>>"
        name = view.name if result_type == view.type else self.fresh("s")
        self.emit(
            f"{name} = memref.subview {source.name}[{', '.join(starts)}] "
            f"[{', '.join(str(size) for size in shape)}] "
            f"[{', '.join('1' for _ in shape)}] : {source.type} to {result_type}"
        )
        if result_type != view.type:
            self.emit(f"{view.name} = memref.cast {name} : {result_type} to {view.type}")
        return view

    def make_reshape(self, source: View) -> None:
        if not source.is_packed:
            return
        shapes = [
            shape
            for shape in SHAPES
            if num_elements(shape) == num_elements(source.shape)
            and (len(shape) == 1) != (len(source.shape) == 1)
        ]
        if not shapes:
            return
        shape = self.random.choice(shapes)
        view = replace(source, name=self.fresh("r"), shape=shape, strides=row_major(shape))
        long = max(len(shape), len(source.shape))
        groups = f"[[{', '.join(str(i) for i in range(long))}]]"
        if len(shape) == 1:
            self.emit(
                f"{view.name} = memref.collapse_shape {source.name} {groups} : "
                f"{source.type} into {view.type}"
            )
        else:
            sizes = ", ".join(str(size) for size in shape)
            self.emit(
                f"{view.name} = memref.expand_shape {source.name} {groups} output_shape "
                f"[{sizes}] : {source.type} into {view.type}"
            )
        self.add_view(view)

    def make_cast(self, source: View) -> None:
        view = replace(source, name=self.fresh("d"), is_dynamic=True)
        self.emit(f"{view.name} = memref.cast {source.name} : {source.type} to {view.type}")
        self.add_view(view)

    def make_transpose(self, source: View) -> None:
        if len(source.shape) != 2:
            return
        view = replace(
            source,
            name=self.fresh("t"),
            shape=source.shape[::-1],
            strides=source.strides[::-1],
        )
        self.emit(
            f"{view.name} = memref.transpose {source.name} (i, j) -> (j, i) : "
            f"{source.type} to {view.type}"
        )
        self.add_view(view)

    def make_reinterpret(self, source: View) -> None:
        if not source.is_packed or num_elements(source.shape) != 64:
            return
        offset, row, column = self.random.choice(REINTERPRETED)
        view = replace(
            source,
            name=self.fresh("i"),
            shape=(4, 8),
            strides=(row, column),
            offset=str(offset),
            is_whole=False,
        )
        self.emit(
            f"{view.name} = memref.reinterpret_cast {source.name} to offset: [{offset}], "
            f"sizes: [4, 8], strides: [{row}, {column}] : {source.type} to {view.type}"
        )
        self.add_view(view)
