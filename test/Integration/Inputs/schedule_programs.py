"""Writes random networks as memref programs, in which order and recomputation matter.

Each op writes an allocation in full, from one to three earlier ones of the same size, in
part through views. Some results have late users, as skip connections do, some are a fill
and an update, and some ops are in a loop. Results are integers.
"""

import random

SHAPES = [(64,), (8, 8), (4, 2, 8)]


def memref(shape: tuple[int, ...]) -> str:
    return f"memref<{'x'.join(map(str, shape))}xi32>"


class Network:
    """Writes one function with `ops` ops."""

    def __init__(self, rng: random.Random, name: str, ops: int):
        self.random = rng
        self.name = name
        self.ops = ops
        self.lines: list[str] = []
        self.numbers = 0
        self.indent = 1

    def emit(self, line: str) -> None:
        self.lines.append("  " * self.indent + line)

    def fresh(self) -> str:
        self.numbers += 1
        return f"%v{self.numbers}"

    def flat(self, value: tuple[str, tuple[int, ...]]) -> str:
        """Returns `value` as a memref with one dimension."""
        name, shape = value
        if shape == SHAPES[0]:
            return name
        result = self.fresh()
        groups = ", ".join(map(str, range(len(shape))))
        self.emit(
            f"{result} = memref.collapse_shape {name} [[{groups}]] : {memref(shape)} into "
            f"{memref(SHAPES[0])}"
        )
        return result

    def generic(self, inputs: list[str], output: str, accumulates: bool) -> None:
        """An element-wise op, which also reads its output if it `accumulates`."""
        kind = memref(SHAPES[0])
        maps = ", ".join(["affine_map<(d) -> (d)>"] * (len(inputs) + 1))
        names = [f"%e{i}" for i in range(len(inputs))]
        self.emit(
            f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [\"parallel\"]}} "
            f"ins({', '.join(inputs)} : {', '.join([kind] * len(inputs))}) "
            f"outs({output} : {kind}) {{"
        )
        self.emit(f"^bb0({', '.join(f'{name}: i32' for name in names)}, %o: i32):")
        self.emit(f"  %c = arith.constant {self.random.randint(1, 999)} : i32")
        last = "%c"
        for i, name in enumerate([*names, "%o"] if accumulates else names):
            op = self.random.choice(["addi", "subi", "muli", "xori"])
            self.emit(f"  %r{i} = arith.{op} {last}, {name} : i32")
            last = f"%r{i}"
        self.emit(f"  linalg.yield {last} : i32")
        self.emit("}")

    def op(self, values: list[tuple[str, tuple[int, ...]]]) -> tuple[str, tuple[int, ...]]:
        """Adds an op on some of `values`, mostly late ones, and returns its result."""
        shape = self.random.choice(SHAPES)
        name = self.fresh()
        self.emit(f"{name} = memref.alloc() : {memref(shape)}")
        late = values[-3:] if self.random.random() < 0.7 else values
        inputs = [self.flat(self.random.choice(late)) for _ in range(self.random.randint(1, 3))]
        accumulates = self.random.random() < 0.3
        if accumulates:
            zero = self.fresh()
            self.emit(f"{zero} = arith.constant {self.random.randint(0, 9)} : i32")
            self.emit(f"linalg.fill ins({zero} : i32) outs({name} : {memref(shape)})")
        self.generic(inputs, self.flat((name, shape)), accumulates)
        return name, shape

    def loop(self, values: list[tuple[str, tuple[int, ...]]], output: str) -> None:
        """A loop whose trips run a small network, and add its results to `output`."""
        index = [self.fresh() for _ in range(4)]
        for name, number in zip(index, (0, self.random.randint(1, 3), 1)):
            self.emit(f"{name} = arith.constant {number} : index")
        self.emit(f"scf.for {index[3]} = {index[0]} to {index[1]} step {index[2]} {{")
        self.indent += 1
        inner = list(values)
        for _ in range(self.random.randint(2, 5)):
            inner.append(self.op(inner))
        for value in inner[len(values) :]:
            self.generic([self.flat(value)], output, True)
            if self.random.random() < 0.5:
                self.emit(f"memref.dealloc {value[0]} : {memref(value[1])}")
        self.indent -= 1
        self.emit("}")

    def text(self) -> str:
        kind = memref(SHAPES[0])
        values = [("%x", SHAPES[0])]
        results = []
        for _ in range(self.ops):
            values.append(self.op(values))
            if self.random.random() < 0.15:
                self.loop(values, "%y")
            if self.random.random() < 0.3:
                results.append(values[-1])
        # Late users, in reverse, as in a backward pass.
        for value in reversed(values[1:]):
            if self.random.random() < 0.6 or value in results:
                self.generic([self.flat(value), "%y"], "%y", True)
        for name, shape in values[1:]:
            if self.random.random() < 0.7:
                self.emit(f"memref.dealloc {name} : {memref(shape)}")
        body = "\n".join(self.lines)
        return f"func.func @{self.name}(%x: {kind}, %y: {kind}) {{\n{body}\n  return\n}}\n"


def make_module(seed: int, count: int) -> str:
    """Returns a module with the functions @f0, @f1, ..."""
    rng = random.Random(seed)
    return "\n".join(
        Network(rng, f"f{number}", rng.randint(4, 14)).text() for number in range(count)
    )
