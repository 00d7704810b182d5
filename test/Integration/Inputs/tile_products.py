"""Random products and sums of matrices: nests of loops whose author already tiled them,
and ops on views of matrices that memplace has to tile.

Tiles are read, written and updated. Loops come in any order, go backwards, or load their
trip count from memory. Views are columns, rows, heads, or every second or third element.
"""

import math
import random

SIZES = [16, 32, 48, 64, 96, 128]
TILES = [8, 16, 32]


class Matrix:
    def __init__(self, name: str, shape: tuple[int, ...], element: str):
        self.name, self.shape = name, shape
        self.strides = [math.prod(shape[dim + 1 :]) for dim in range(len(shape))]
        self.element = element

    def type(self) -> str:
        return f"memref<{'x'.join(map(str, self.shape))}x{self.element}>"

    def tile_type(self, sizes: list[int | str]) -> str:
        shape = "x".join("?" if isinstance(size, str) else str(size) for size in sizes)
        return f"memref<{shape}x{self.element}, strided<{self.strides}, offset: ?>>"


class Products:
    """Writes the ops of one function without results."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.element = self.random.choice(["f32", "f32", "i32"])
        self.arguments: list[str] = []
        self.allocations: list[str] = []
        self.ends: list[str] = []
        self.lines: list[str] = []
        self.matrices: list[Matrix] = []
        self.trips: list[int] = []  # Trip counts in memory.
        self.count = 0
        self.depth = 0  # Loops around the next line.

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def add(self, line: str) -> None:
        self.lines.append("  " * (self.depth + 1) + line)

    def matrix(self, *shape: int, is_new: bool = False) -> Matrix:
        """Returns a new argument, or an earlier matrix of this shape."""
        known = [one for one in self.matrices if one.shape == shape]
        if known and not is_new and self.random.random() < 0.7:
            return self.random.choice(known)
        matrix = Matrix(f"%a{len(self.arguments)}", shape, self.element)
        self.arguments.append(f"{matrix.name}: {matrix.type()}")
        self.matrices.append(matrix)
        return matrix

    def storage(self, *shape: int) -> Matrix:
        """Returns an allocation, which the caller must fill."""
        matrix = Matrix(self.name(), shape, self.element)
        self.allocations.append(f"  {matrix.name} = memref.alloc() : {matrix.type()}")
        self.ends.append(f"  memref.dealloc {matrix.name} : {matrix.type()}")
        return matrix

    def constant(self, value: int) -> str:
        name = self.name()
        self.add(f"{name} = arith.constant {value} : index")
        return name

    def open_loop(self, size: int, tile: int, is_partial: bool) -> tuple[str, int | str]:
        """Opens a loop over the tiles of a dimension. Returns the first index of the
        tile, and the tile's size as a number or a value."""
        trips = size // tile
        index, begin, step = self.name(), self.constant(0), self.constant(tile)
        end = self.constant(size)
        if size % tile == 0 and is_partial and self.random.random() < 0.3:
            self.trips.append(tile * self.random.randint(0, trips))
            end, at = self.name(), self.constant(len(self.trips) - 1)
            loaded = self.name()
            self.add(f"{loaded} = memref.load %trips[{at}] : memref<TRIPSxi32>")
            self.add(f"{end} = arith.index_cast {loaded} : i32 to index")
        goes_back = size % tile == 0 and self.random.random() < 0.2
        last = self.constant(size - tile)
        self.add(f"scf.for {index} = {begin} to {end} step {step} {{")
        self.depth += 1
        if size % tile:
            length = self.name()
            bounds = f"affine_map<(d0) -> (-d0 + {size}, {tile})>"
            self.add(f"{length} = affine.min {bounds}({index})")
            return index, length
        if not goes_back:
            return index, tile
        backwards = self.name()
        self.add(f"{backwards} = arith.subi {last}, {index} : index")
        return backwards, tile

    def close_loops(self, number: int) -> None:
        for _ in range(number):
            self.depth -= 1
            self.add("}")

    def tile(
        self, matrix: Matrix, offsets: list[str], sizes: list[int | str]
    ) -> tuple[str, str]:
        name, kind = self.name(), matrix.tile_type(sizes)
        ones = ", ".join(["1"] * len(sizes))
        self.add(
            f"{name} = memref.subview {matrix.name}[{', '.join(offsets)}] "
            f"[{', '.join(map(str, sizes))}] [{ones}] : {matrix.type()} to {kind}"
        )
        return name, kind

    def nest(
        self, sizes: list[int], is_partial: bool
    ) -> tuple[list[str], list[int | str]]:
        """Opens a loop for each dimension, in any order. Returns the first indices and
        the sizes of the tile. If `is_partial`, the loops may leave out the last
        tiles."""
        order = list(range(len(sizes)))
        self.random.shuffle(order)
        indices, tiles = [""] * len(sizes), [*sizes]
        for dim in order:
            tile = self.random.choice(self.tile_sizes(sizes[dim]))
            indices[dim], tiles[dim] = self.open_loop(sizes[dim], tile, is_partial)
        return indices, tiles

    def tile_sizes(self, size: int) -> list[int]:
        """Returns the tile sizes that divide a dimension, and sometimes all others."""
        others = self.random.random() < 0.2
        return [tile for tile in [*TILES, 12] if tile <= size and (others or size % tile == 0)]

    def call(self, op: str, inputs: list[tuple[str, str]], output: tuple[str, str]) -> None:
        names = ", ".join(name for name, _ in inputs)
        types = ", ".join(kind for _, kind in inputs)
        self.add(f"{op} ins({names} : {types}) outs({output[0]} : {output[1]})")

    def fill(self, matrix: Matrix) -> None:
        """Fills all tiles of a matrix."""
        at, tiles = self.nest(list(matrix.shape), is_partial=False)
        self.call("linalg.fill", [("%zero", self.element)], self.tile(matrix, at, tiles))
        self.close_loops(len(at))

    def multiply(self) -> None:
        rows, columns, depth = (self.random.choice(SIZES) for _ in range(3))
        left, right = self.matrix(rows, depth), self.matrix(depth, columns)
        is_own = self.random.random() < 0.5
        result = self.storage(rows, columns) if is_own else self.matrix(rows, columns, is_new=True)
        sizes = [rows, columns, depth]
        if is_own:
            self.fill(result)
        (i, j, k), tiles = self.nest(sizes, is_partial=True)
        a = self.tile(left, [i, k], [tiles[0], tiles[2]])
        b = self.tile(right, [k, j], [tiles[2], tiles[1]])
        c = self.tile(result, [i, j], [tiles[0], tiles[1]])
        self.call("linalg.matmul", [a, b], c)
        self.close_loops(3)
        self.matrices.append(result)

    def combine(self) -> None:
        """Combines tiles element by element. A tile may be transposed or broadcast."""
        shape = [self.random.choice(SIZES) for _ in range(2)]
        first = self.matrix(*shape)
        axes = self.random.choice([[0, 1], [1, 0], [1], [0]])
        second = self.matrix(*(shape[axis] for axis in axes))
        result = self.matrix(*shape, is_new=True)
        if self.random.random() < 0.3 and first is not second:
            result = first
        at, tiles = self.nest(shape, is_partial=True)
        inputs = [
            self.tile(first, at, tiles),
            self.tile(second, [at[axis] for axis in axes], [tiles[axis] for axis in axes]),
        ]
        output = inputs[0] if result is first else self.tile(result, at, tiles)
        indices = ", ".join(f"d{axis}" for axis in axes)
        whole = "affine_map<(d0, d1) -> (d0, d1)>"
        op = "arith.addf" if self.element == "f32" else "arith.addi"
        types = ", ".join(kind for _, kind in inputs)
        self.add(
            f"linalg.generic {{indexing_maps = [{whole}, affine_map<(d0, d1) -> ({indices})>, "
            f'{whole}], iterator_types = ["parallel", "parallel"]}} '
            f"ins({', '.join(name for name, _ in inputs)} : {types}) "
            f"outs({output[0]} : {output[1]}) {{ ^bb0(%p: {self.element}, "
            f"%q: {self.element}, %r: {self.element}): %s = {op} %p, %q : {self.element} "
            f"linalg.yield %s : {self.element} }}"
        )
        self.close_loops(2)

    def convolve(self) -> None:
        """Writes a convolution: the tiles that it reads overlap. Some results begin at
        index 1."""
        size = self.random.choice(SIZES)
        tile = self.random.choice([one for one in TILES if size % one == 0])
        taps = self.random.choice([2, 3, 5])
        read, weights = self.matrix(size + taps - 1), self.matrix(taps)
        shift = self.random.choice([0, 1])
        result = self.matrix(size + shift, is_new=True)
        i, _ = self.open_loop(size, tile, is_partial=True)
        inputs = [
            self.tile(read, [i], [tile + taps - 1]),
            (weights.name, weights.type()),
        ]
        if shift:
            one, shifted = self.constant(1), self.name()
            self.add(f"{shifted} = arith.addi {i}, {one} : index")
            i = shifted
        self.call("linalg.conv_1d", inputs, self.tile(result, [i], [tile]))
        self.close_loops(1)

    def part(self, matrix: Matrix, columns: int) -> tuple[str, str]:
        """Returns some columns of a matrix."""
        first = self.random.randrange(0, matrix.shape[1] - columns + 1, 8)
        rows, name = matrix.shape[0], self.name()
        offset = f", offset: {first}" if first else ""
        kind = f"memref<{rows}x{columns}x{self.element}, strided<{matrix.strides}{offset}>>"
        self.add(
            f"{name} = memref.subview {matrix.name}[0, {first}] [{rows}, {columns}] [1, 1] : "
            f"{matrix.type()} to {kind}"
        )
        return name, kind

    def project(self) -> None:
        """Multiplies some columns of a matrix by each matrix of stacked weights. Adds
        each product, with its columns seen as heads, to an argument."""
        rows, columns, depth = (self.random.choice(SIZES) for _ in range(3))
        layers = self.random.choice([1, 2, 3])
        left = self.matrix(rows, depth + self.random.choice([0, 8, 64]))
        stack = self.matrix(layers, depth, columns)
        heads = self.matrix(rows, columns // 8, 8, is_new=True)
        layer, _ = self.open_loop(layers, 1, is_partial=True)
        row, weights, product, expanded = (self.name() for _ in range(4))
        strides = [depth * columns, columns, 1]
        kind = f"memref<{depth}x{columns}x{self.element}, strided<[{columns}, 1], offset: ?>>"
        row_kind = f"memref<1x{depth}x{columns}x{self.element}, strided<{strides}, offset: ?>>"
        self.add(
            f"{row} = memref.subview {stack.name}[{layer}, 0, 0] [1, {depth}, {columns}] "
            f"[1, 1, 1] : {stack.type()} to {row_kind}"
        )
        self.add(
            f"{weights} = memref.collapse_shape {row} [[0, 1], [2]] : {row_kind} into {kind}"
        )
        own = Matrix(product, (rows, columns), self.element)
        self.add(f"{product} = memref.alloc() : {own.type()}")
        result = (product, own.type())
        self.call("linalg.fill", [("%zero", self.element)], result)
        self.call("linalg.matmul", [self.part(left, depth), (weights, kind)], result)
        self.add(
            f"{expanded} = memref.expand_shape {product} [[0], [1, 2]] output_shape "
            f"[{rows}, {columns // 8}, 8] : {own.type()} into {heads.type()}"
        )
        total = (heads.name, heads.type())
        self.call("linalg.add", [(expanded, heads.type()), total], total)
        self.add(f"memref.dealloc {product} : {own.type()}")
        self.close_loops(1)

    def contract(
        self, maps: list[str], kinds: str, inputs: list[tuple[str, str]], output: tuple[str, str]
    ) -> None:
        """Adds products to the output. `kinds` has a letter for each loop: p or r."""
        loops = ", ".join(f"d{number}" for number in range(len(kinds)))
        all_maps = ", ".join(f"affine_map<({loops}) -> ({one})>" for one in maps)
        words = {"p": '"parallel"', "r": '"reduction"'}
        suffix = "f" if self.element == "f32" else "i"
        names = ", ".join(name for name, _ in inputs)
        types = ", ".join(kind for _, kind in inputs)
        self.add(
            f"linalg.generic {{indexing_maps = [{all_maps}], iterator_types = "
            f"[{', '.join(words[kind] for kind in kinds)}]}} ins({names} : {types}) "
            f"outs({output[0]} : {output[1]}) {{ ^bb0(%p: {self.element}, %q: {self.element}, "
            f"%r: {self.element}): %s = arith.mul{suffix} %p, %q : {self.element} "
            f"%t = arith.add{suffix} %r, %s : {self.element} "
            f"linalg.yield %t : {self.element} }}"
        )

    def stride(self) -> None:
        """Writes a convolution of rows with stride 2, which may skip the last
        indices."""
        rows, size = self.random.choice(SIZES), self.random.choice(SIZES)
        taps = self.random.choice([1, 2, 3])
        read = self.matrix(rows, 2 * (size - 1) + taps + self.random.choice([0, 1]))
        weights, result = self.matrix(taps), self.matrix(rows, size, is_new=True)
        self.contract(
            ["d0, d1 * 2 + d2", "d2", "d0, d1"],
            "ppr",
            [(read.name, read.type()), (weights.name, weights.type())],
            (result.name, result.type()),
        )

    def attend(self) -> None:
        """Multiplies matrices by some columns of a matrix, seen as heads. Adds the
        products to an argument. Does so in a branch in half of the cases, and adds up
        in separate storage there."""
        heads, depth = self.random.choice([2, 4]), self.random.choice([8, 16])
        rows, length = self.random.choice(SIZES), self.random.choice(SIZES)
        before, behind = self.random.choice([0, 1, heads]), self.random.choice([0, 1])
        read = self.matrix(length, (before + heads + behind) * depth)
        weights = self.matrix(heads, rows, length)
        total = self.matrix(heads, rows, depth, is_new=True)
        is_branch = self.random.random() < 0.5
        if is_branch:
            self.trips.append(self.random.choice([0, 1]))
            loaded, test, at = self.name(), self.name(), self.constant(len(self.trips) - 1)
            self.add(f"{loaded} = memref.load %trips[{at}] : memref<TRIPSxi32>")
            self.add(f"{test} = arith.trunci {loaded} : i32 to i1")
            self.add(f"scf.if {test} {{")
            self.depth += 1
        part, seen = self.name(), self.name()
        width, first = read.shape[1], before * depth
        layout = f", offset: {first}" if first else ""
        part_kind = f"memref<{length}x{heads * depth}x{self.element}, strided<[{width}, 1]{layout}>>"
        kind = f"memref<{length}x{heads}x{depth}x{self.element}, strided<[{width}, {depth}, 1]{layout}>>"
        self.add(
            f"{part} = memref.subview {read.name}[0, {first}] [{length}, {heads * depth}] [1, 1] : "
            f"{read.type()} to {part_kind}"
        )
        self.add(
            f"{seen} = memref.expand_shape {part} [[0], [1, 2]] output_shape "
            f"[{length}, {heads}, {depth}] : {part_kind} into {kind}"
        )
        result = (total.name, total.type())
        if is_branch:
            result = (self.name(), total.type())
            self.add(f"{result[0]} = memref.alloc() : {total.type()}")
            self.call("linalg.fill", [("%zero", self.element)], result)
        self.contract(
            ["d0, d1, d3", "d3, d0, d2", "d0, d1, d2"],
            "pppr",
            [(weights.name, weights.type()), (seen, kind)],
            result,
        )
        if is_branch:
            self.call("linalg.add", [result, (total.name, total.type())], (total.name, total.type()))
            self.add(f"memref.dealloc {result[0]} : {total.type()}")
            self.close_loops(1)

    def every_other(self) -> None:
        """Adds every second or third row and column of a matrix to a matrix, or a matrix to
        these rows and columns. The view may be a view of a view."""
        rows, columns = self.random.choice(SIZES), self.random.choice(SIZES)
        large = self.matrix(rows, columns, is_new=self.random.random() < 0.5)
        by_row, by_column = self.random.choice([1, 2, 3]), self.random.choice([1, 1, 2])
        first, left = self.random.randrange(by_row), self.random.randrange(by_column)
        shape = [-(-(rows - first) // by_row), -(-(columns - left) // by_column)]

        offset = first * columns + left
        layout = f"strided<[{by_row * columns}, {by_column}]" + (f", offset: {offset}>" if offset else ">")
        kind = f"memref<{shape[0]}x{shape[1]}x{self.element}, {layout}>"
        seen = self.name()
        if self.random.random() < 0.5:
            self.add(
                f"{seen} = memref.subview {large.name}[{first}, {left}] [{shape[0]}, {shape[1]}] "
                f"[{by_row}, {by_column}] : {large.type()} to {kind}"
            )
        else:
            outer = self.name()
            start = f", offset: {first * columns}" if first else ""
            between = f"memref<{shape[0]}x{columns}x{self.element}, strided<[{by_row * columns}, 1]{start}>>"
            self.add(
                f"{outer} = memref.subview {large.name}[{first}, 0] [{shape[0]}, {columns}] "
                f"[{by_row}, 1] : {large.type()} to {between}"
            )
            self.add(
                f"{seen} = memref.subview {outer}[0, {left}] [{shape[0]}, {shape[1]}] "
                f"[1, {by_column}] : {between} to {kind}"
            )
        if self.random.random() < 0.5:
            other = self.matrix(*shape, is_new=True)
            self.call("linalg.add", [(seen, kind), (other.name, other.type())], (other.name, other.type()))
        else:
            other = self.matrix(*shape)
            self.call("linalg.add", [(seen, kind), (other.name, other.type())], (seen, kind))

    def double(self) -> None:
        """Doubles a small argument as a whole. Other ops may take tiles of the
        argument."""
        arguments = [one for one in self.matrices if one.name.startswith("%a")]
        small = [one for one in arguments if math.prod(one.shape) <= 2048]
        if small:
            whole = self.random.choice(small)
            operand = (whole.name, whole.type())
            self.call("linalg.add", [operand, operand], operand)
