"""Writes random small networks for a scratchpad, and checks refusals to cut them.

Chains of matrix products or convolutions with biases, residuals and element-wise ops,
of tens to hundreds of KiB for each op. `find_lie` compares the number of bytes of a
refusal with the least demand of the op over all cuts along one dimension.
"""

import random
import re

ROWS, WIDTHS, CHANNELS = [8, 24, 64, 100, 256], [32, 72, 128, 256, 512], [4, 12, 32]
WRITE_ONLY = ["linalg.fill", "linalg.add", "linalg.max"]
NEEDS = re.compile(r"op '[^']+' \(step (\d+)\) needs at least (\d+) bytes in '(\w+)' at once")


class Network:
    """Writes one function @f0 without results."""

    def __init__(self, seed: int, memories: list[str], stores: list[str]):
        self.random = random.Random(seed)
        self.memories, self.stores = memories, stores
        self.element = self.random.choice(["f32", "f32", "i32"])
        self.arguments: list[str] = []
        self.lines: list[str] = []
        self.values: list[tuple[str, tuple[int, ...]]] = []

    def type_of(self, shape: tuple[int, ...]) -> str:
        return f"memref<{'x'.join(map(str, shape))}x{self.element}>"

    def argument(self, *shape: int) -> tuple[str, str]:
        name = f"%a{len(self.arguments)}"
        self.arguments.append(f"{name}: {self.type_of(shape)}")
        return name, self.type_of(shape)

    def storage(self, shape: tuple[int, ...]) -> tuple[str, str]:
        """Returns an allocation, which becomes the present value."""
        name = f"%b{len(self.lines)}"
        self.lines.append(f"{name} = memref.alloc() : {self.type_of(shape)}")
        self.values.append((name, shape))
        return name, self.type_of(shape)

    def access(self, reads: list[str], written: str, mode: str) -> str:
        """Returns attributes that let an op access some operands in one memory each.
        Without a choice of memories, no attributes."""
        if len(self.memories) < 2:
            return ""
        memory = {name: self.random.choice(self.stores) for name in reads}
        memory[written] = self.random.choice(self.memories)
        words = []
        for name, kind in [*((name, "read") for name in reads), (written, mode)]:
            word = f'#memplace.access<{kind}, tiers = ["{memory[name]}"]>'
            words.append(word if self.random.random() < 0.6 else f'"{kind}"')
        return f"memplace.access = [{', '.join(words)}]"

    def call(
        self,
        op: str,
        inputs: list[tuple[str, str]],
        output: tuple[str, str],
        options: list[str] | None = None,
    ) -> None:
        names = ", ".join(name for name, _ in inputs)
        types = ", ".join(kind for _, kind in inputs)
        reads = [name for name, kind in inputs if kind.startswith("memref")]
        access = self.access(reads, output[0], "write" if op in WRITE_ONLY else "update")
        attributes = ", ".join([*(options or []), *([access] if access else [])])
        self.lines.append(
            f"{op} {{{attributes}}} ins({names} : {types}) outs({output[0]} : {output[1]})"
        )

    def multiply(self) -> None:
        name, shape = self.values[-1]
        width = self.random.choice(WIDTHS if len(shape) == 2 else CHANNELS)
        options: list[str] = []
        if len(shape) == 2:
            op, result = "linalg.matmul", (shape[0], width)
            weights = self.argument(shape[1], width)
        else:
            windows = [(1, 1), (1, 2), *([(3, 1), (3, 2)] if shape[1] >= 3 else [])]
            size, stride = self.random.choice(windows)
            side = (shape[1] - size) // stride + 1
            op, result = "linalg.conv_2d_nhwc_hwcf", (1, side, side, width)
            options.append(f"strides = dense<{stride}> : tensor<2xi64>")
            weights = self.argument(size, size, shape[3], width)
        output = self.storage(result)
        self.call("linalg.fill", [("%zero", self.element)], output)
        self.call(op, [(name, self.type_of(shape)), weights], output, options)

    def add_bias(self) -> None:
        name, shape = self.values[-1]
        bias, bias_type = self.argument(shape[-1])
        output, kind = self.storage(shape)
        dims = ", ".join(f"d{i}" for i in range(len(shape)))
        whole = f"affine_map<({dims}) -> ({dims})>"
        last = f"affine_map<({dims}) -> (d{len(shape) - 1})>"
        loops = ", ".join(['"parallel"'] * len(shape))
        add = "arith.addf" if self.element == "f32" else "arith.addi"
        access = self.access([name, bias], output, "write")
        attributes = f", {access}" if access else ""
        self.lines.append(
            f"linalg.generic {{indexing_maps = [{whole}, {last}, {whole}], "
            f"iterator_types = [{loops}]{attributes}}} ins({name}, {bias} : {kind}, {bias_type}) "
            f"outs({output} : {kind}) {{ ^bb0(%p: {self.element}, %q: {self.element}, "
            f"%r: {self.element}): %s = {add} %p, %q : {self.element} "
            f"linalg.yield %s : {self.element} }}"
        )

    def combine(self) -> None:
        """Adds an earlier value of the same shape, or the value itself."""
        name, shape = self.values[-1]
        kind = self.type_of(shape)
        other = self.random.choice([one for one, its in self.values if its == shape])
        self.call("linalg.add", [(name, kind), (other, kind)], self.storage(shape))

    def finish(self) -> None:
        """Computes the result in an argument."""
        name, shape = self.values[-1]
        kind = self.type_of(shape)
        self.call("linalg.max", [(name, kind), (name, kind)], self.argument(*shape))

    def generate(self) -> str:
        if self.random.random() < 0.7:
            shape = (self.random.choice(ROWS), self.random.choice(WIDTHS))
        else:
            side = self.random.choice([16, 28, 56])
            shape = (1, side, side, self.random.choice(CHANNELS))
        self.values.append((self.argument(*shape)[0], shape))
        for _ in range(self.random.randint(1, 5)):
            self.random.choice([self.multiply, self.multiply, self.add_bias, self.combine])()
        self.finish()
        zero = "0.0" if self.element == "f32" else "0"
        return (
            f"func.func @f0({', '.join(self.arguments)}) {{\n"
            f"  %zero = arith.constant {zero} : {self.element}\n  "
            + "\n  ".join(self.lines)
            + "\n  return\n}\n"
        )


def make_module(seed: int, target: dict) -> str:
    """Returns a network. If several tiers of the target serve ops, some operands must be
    in one of these tiers, or are read in a tier that serves no other ops."""
    memories = [tier["name"] for tier in target["tiers"] if tier.get("ops", True)]
    stores = [tier["name"] for tier in target["tiers"] if tier["name"] != "ddr"]
    return Network(seed, memories, stores).generate()


class Demands:
    """Bytes of the ops of a problem in the first tier, which alone serves them. A choice
    has by op the dimension that is cut, as an index into its cuts, or None. An op with
    an unknown choice cuts its buffers as the others do, if some dimension does."""

    def __init__(self, problem: dict):
        self.problem = problem
        self.sizes = [buffer["size"] for buffer in problem["buffers"]]
        self.unit = problem["target"]["tiers"][0]["alignment"]
        self.capacity = problem["target"]["tiers"][0]["capacity"]
        self.users: list[list[tuple[int, int]]] = [[] for _ in self.sizes]
        for step, op in enumerate(problem["ops"]):
            for index, access in enumerate(op["accesses"]):
                self.users[access["buffer"]].append((step, index))

    def cuts_of(self, step: int, choice: dict[int, int | None]) -> list[dict]:
        cuts = self.problem["ops"][step].get("cuts", [])
        if step not in choice:
            return cuts
        return [] if choice[step] is None else [cuts[choice[step]]]

    def is_cut(self, buffer: int, period: int, choice: dict[int, int | None]) -> bool:
        """Says whether all ops cut the buffer at the period, without overlaps."""
        return all(
            any(
                part["access"] == index
                and part.get("period", self.sizes[buffer]) == period
                and part.get("width", 0) <= part["stride"]
                for cut in self.cuts_of(step, choice)
                for part in cut["accesses"]
            )
            for step, index in self.users[buffer]
        )

    def piece(
        self, step: int, choice: dict[int, int | None], begin: int, end: int
    ) -> dict[int, int]:
        """Returns the bytes of each buffer of a piece, rounded up to alignments."""
        op = self.problem["ops"][step]
        cuts = self.cuts_of(step, choice)
        parts = {part["access"]: part for part in (cuts[0]["accesses"] if cuts else [])}
        sizes: dict[int, int] = {}
        for index, access in enumerate(op["accesses"]):
            buffer = access["buffer"]
            size = self.sizes[buffer]
            if index in parts:
                part = parts[index]
                period, first = part.get("period", size), part.get("first", 0)
                low = max(0, first + begin * part["stride"])
                high = first + (end - 1) * part["stride"] + part.get("width", part["stride"])
                if self.is_cut(buffer, period, choice):
                    size = size // period * (min(period, high) - low)
            size = -(-size // self.unit) * self.unit
            sizes[buffer] = max(size, sizes.get(buffer, 0))
        return sizes

    def whole(self, step: int) -> int:
        """Returns the bytes of an op that is not cut."""
        return sum(self.piece(step, {step: None}, 0, 1).values())

    def extent(self, step: int, choice: dict[int, int | None]) -> int:
        cuts = self.cuts_of(step, choice)
        return cuts[0]["extent"] if cuts else 1

    def least(self, step: int) -> int:
        """Returns the least bytes of an op over all cuts along one dimension."""
        least = self.whole(step)
        for dimension in range(len(self.problem["ops"][step].get("cuts", []))):
            choice = {step: dimension}
            extent = self.extent(step, choice)
            for length in range(1, extent + 1):
                ends = [(i, min(extent, i + length)) for i in range(0, extent, length)]
                pieces = [sum(self.piece(step, choice, *one).values()) for one in ends]
                least = min(least, max(pieces))
        return least

    def results(self, step: int, sizes: dict[int, int]) -> dict[int, int]:
        accesses = self.problem["ops"][step]["accesses"]
        written = {access["buffer"] for access in accesses if access["mode"] != "read"}
        return {buffer: size for buffer, size in sizes.items() if buffer in written}

    def fits_in_order(self, choice: dict[int, int | None]) -> bool:
        """Says whether single indices of the ops fit one after another, each next to
        the results of the index before it."""
        left: dict[int, int] = {}
        for step in range(len(self.problem["ops"])):
            extent = self.extent(step, choice)
            middle = extent // 2
            sizes = self.piece(step, choice, middle, middle + 1)
            alone = self.results(step, sizes)
            if extent > 1:
                # Cut buffers are other ones in the next piece.
                whole = {b: s for b, s in sizes.items() if s >= self.sizes[b]}
                left = {**left, **{-1 - b: s for b, s in alone.items() if b not in whole}}
            if sum({**left, **sizes}.values()) > self.capacity:
                return False
            left = alone
        return True

    def has_cuts(self) -> bool:
        """Says whether each op can be cut such that the program fits in order."""

        def search(step: int, choice: dict[int, int | None]) -> bool:
            if step == len(self.problem["ops"]):
                return self.fits_in_order(choice)
            numbers = range(len(self.problem["ops"][step].get("cuts", [])))
            for dimension in [None, *numbers]:
                now = {**choice, step: dimension}
                middle = self.extent(step, now) // 2
                least = sum(self.piece(step, now, middle, middle + 1).values())
                if least <= self.capacity and search(step + 1, now):
                    return True
            return False

        return search(0, {})


def find_lie(problem: dict, message: str) -> str:
    """Returns what is wrong with a refusal; empty: nothing. If several tiers serve ops,
    only checks that some op does not fit whole beside its neighbours."""
    demands = Demands(problem)
    if sum(tier.get("ops", True) for tier in problem["target"]["tiers"]) > 1:
        if 2 * max(map(demands.whole, range(len(problem["ops"])))) > demands.capacity:
            return ""
        return f"each tier has room for the operands of two ops: {message}"
    if "no cuts were found with which all ops can be placed" in message:
        return f"there are cuts: {message}" if demands.has_cuts() else ""
    found = NEEDS.search(message)
    if not found:
        return f"no op is named: {message}"
    claimed, least = int(found[2]), demands.least(int(found[1]))
    if claimed <= demands.capacity or claimed < least:
        return f"too few bytes, {least} are needed: {message}"
    if least <= demands.capacity:
        return f"{least} bytes suffice: {message}"
    return ""
