"""Writes random programs of tiles: nests of loops over tiles of matrices by the author,
and ops on views of matrices that memplace has to tile.

Tiles are read, written and updated; loops come in any order, go backwards, or have a
number of trips from memory. A scratchpad has room for the tiles, not for the matrices.
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


class Program:
    """Writes one function @f0 without results."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.may_join = seed % 2 == 1  # stress.py streams the others without tiling.
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
        """Returns an argument, or a matrix of this shape that was computed before."""
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
        """Opens a loop over a dimension. Returns the tile's first index and its size, a
        number or a value."""
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
        """Opens a loop for each dimension, in any order. Returns the indices of the tile
        and its sizes. If `is_partial`, the loops may leave out tiles at the end."""
        order = list(range(len(sizes)))
        self.random.shuffle(order)
        indices, tiles = [""] * len(sizes), [*sizes]
        for dim in order:
            tile = self.random.choice(self.tile_sizes(sizes[dim]))
            indices[dim], tiles[dim] = self.open_loop(sizes[dim], tile, is_partial)
        return indices, tiles

    def tile_sizes(self, size: int) -> list[int]:
        """Returns tiles that divide a dimension, and sometimes others."""
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
        """Reads tiles that overlap; some results do not begin at 0."""
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
        """Multiplies a part of a matrix by each row of stacked weights, and adds the
        result, seen as heads, to an argument."""
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

    def join(self) -> None:
        """Joins matrices, or pads them, along one axis by conditions on the index."""
        axis = self.random.choice([0, 1])
        other = self.random.choice(SIZES)
        sizes = [self.random.choice(SIZES) for _ in range(self.random.choice([2, 2, 3, 4]))]
        shape = [other, other]
        shape[axis] = sum(sizes)
        result = self.matrix(*shape, is_new=True)
        ends = [self.constant(sum(sizes[: i + 1])) for i in range(len(sizes) - 1)]
        zero, kind, lines = self.constant(0), self.element, []
        index = ["%i", "%j"]

        def part(number: int, name: str, indent: str) -> None:
            shape[axis] = sizes[number]
            if self.random.random() < 0.3:
                lines.append(f"{indent}{name} = arith.addf %zero, %zero : {kind}")
                return
            source, at = self.matrix(*shape), list(index)
            begin = ends[number - 1] if number else zero
            at[axis] = f"%at{number}"
            lines.append(f"{indent}{at[axis]} = arith.subi {index[axis]}, {begin} : index")
            lines.append(
                f"{indent}{name} = memref.load {source.name}[{', '.join(at)}] : {source.type()}"
            )

        def parts(number: int, name: str, indent: str) -> None:
            if number == len(sizes) - 1:
                part(number, name, indent)
                return
            order, test = [number, number + 1], self.random.choice(["ult", "slt", "uge", "sge"])
            lines.append(
                f"{indent}%test{number} = arith.cmpi {test}, {index[axis]}, {ends[number]} : index"
            )
            lines.append(f"{indent}{name} = scf.if %test{number} -> ({kind}) {{")
            for arm in order if test.endswith("lt") else reversed(order):
                value = f"%in{arm}" if arm == number else f"%rest{arm}"
                (part if arm == number else parts)(arm, value, indent + "  ")
                lines.append(f"{indent}  scf.yield {value} : {kind}")
                lines.append(f"{indent}}} else {{")
            lines[-1] = f"{indent}}}"

        parts(0, "%joined", "    ")
        body = "\n".join(lines)
        if kind != "f32":
            body = body.replace("arith.addf", "arith.addi")
        self.add(
            "linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], "
            f'iterator_types = ["parallel", "parallel"]}} outs({result.name} : {result.type()}) {{ '
            f"^bb0(%r: {kind}):\n    %i = linalg.index 0 : index\n    %j = linalg.index 1 : index\n"
            f"{body}\n    linalg.yield %joined : {kind}\n  }}"
        )

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
        """A convolution of rows with stride 2, which may skip the last indices."""
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
        """Multiplies matrices by a part of a matrix, seen as heads, and adds the products
        to an argument; perhaps in a branch, in storage of its own."""
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

    def loops(self) -> None:
        """Loops over elements: a row of sums over a padded window of a matrix, or an update
        of a matrix element by element, backwards or in part."""
        rows, columns = self.random.choice(SIZES), self.random.choice(SIZES)
        read = self.matrix(rows, columns)
        suffix, kind = ("f" if self.element == "f32" else "i"), self.element
        if self.random.random() < 0.4:
            other = self.matrix(rows, columns, is_new=True)
            shift = self.random.choice([0, 0, 1])
            i, j = self.element_loop(rows - shift), self.element_loop(columns)
            if self.random.random() < 0.5:
                last, back = self.constant(columns - 1), self.name()
                self.add(f"{back} = arith.subi {last}, {j} : index")
                j = back
            one, shifted = self.constant(shift), self.name()
            self.add(f"{shifted} = arith.addi {i}, {one} : index")
            a, b, c = self.name(), self.name(), self.name()
            self.add(f"{a} = memref.load {read.name}[{shifted}, {j}] : {read.type()}")
            self.add(f"{b} = memref.load {other.name}[{i}, {j}] : {other.type()}")
            self.add(f"{c} = arith.add{suffix} {a}, {b} : {kind}")
            self.add(f"memref.store {c}, {other.name}[{i}, {j}] : {other.type()}")
            self.close_loops(2)
            return
        stride, taps = self.random.choice([1, 1, 2]), self.random.choice([1, 3, 5])
        before = self.random.choice([0, taps // 2])
        result = self.matrix(rows // stride, columns, is_new=True)
        i, j = self.element_loop(rows // stride), self.element_loop(columns)
        total, k, sum_ = self.name(), self.name(), self.name()
        zero, one, end = self.constant(0), self.constant(1), self.constant(taps)
        self.add(
            f"{total} = scf.for {k} = {zero} to {end} step {one} "
            f"iter_args({sum_} = %zero) -> ({kind}) {{"
        )
        self.depth += 1
        step, scaled, moved, at = self.constant(stride), self.name(), self.name(), self.name()
        self.add(f"{scaled} = arith.muli {i}, {step} : index")
        self.add(f"{moved} = arith.addi {scaled}, {k} : index")
        self.add(f"{at} = arith.subi {moved}, {self.constant(before)} : index")
        test, added, value, more = self.name(), self.name(), self.name(), self.name()
        self.add(f"{test} = arith.cmpi ult, {at}, {self.constant(rows)} : index")
        self.add(f"{added} = scf.if {test} -> ({kind}) {{")
        self.add(f"  {value} = memref.load {read.name}[{at}, {j}] : {read.type()}")
        self.add(f"  {more} = arith.add{suffix} {sum_}, {value} : {kind}")
        self.add(f"  scf.yield {more} : {kind}")
        self.add(f"}} else {{ scf.yield {sum_} : {kind} }}")
        self.add(f"scf.yield {added} : {kind}")
        self.close_loops(1)
        self.add(f"memref.store {total}, {result.name}[{i}, {j}] : {result.type()}")
        self.close_loops(2)

    def gather(self) -> None:
        """Adds rows of a table, at computed positions, to a matrix. The positions are an
        allocation that only the body of an op loads from."""
        rows, columns = self.random.choice(SIZES), self.random.choice(SIZES)
        table, added = self.matrix(self.random.choice(SIZES), columns), self.matrix(rows, columns)
        result = self.matrix(rows, columns, is_new=True)
        suffix, kind = ("f" if self.element == "f32" else "i"), self.element
        positions, places = self.name(), f"memref<{rows}xi32>"
        factor, zero = self.random.choice([1, 3, 7]), self.constant(0)
        last = self.constant(table.shape[0] - 1)
        self.add(f"{positions} = memref.alloc() : {places}")
        self.add(
            "linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], "
            f'iterator_types = ["parallel"]}} outs({positions} : {places}) {{ ^bb0(%r: i32): '
            f"%i = linalg.index 0 : index %k = arith.constant {factor} : index "
            f"%m = arith.muli %i, %k : index %c = arith.constant {table.shape[0]} : index "
            "%at = arith.remui %m, %c : index %n = arith.index_cast %at : index to i32 "
            "linalg.yield %n : i32 }"
        )
        whole = "affine_map<(d0, d1) -> (d0, d1)>"
        self.add(
            f"linalg.generic {{indexing_maps = [{whole}, {whole}], "
            f'iterator_types = ["parallel", "parallel"]}} ins({added.name} : {added.type()}) '
            f"outs({result.name} : {result.type()}) {{ ^bb0(%p: {kind}, %r: {kind}): "
            "%i = linalg.index 0 : index %j = linalg.index 1 : index "
            f"%n = memref.load {positions}[%i] : {places} "
            "%m = arith.index_cast %n : i32 to index "
            f"%low = arith.maxsi %m, {zero} : index %at = arith.minsi %low, {last} : index "
            f"%q = memref.load {table.name}[%at, %j] : {table.type()} "
            f"%s = arith.add{suffix} %p, %q : {kind} linalg.yield %s : {kind} }}"
        )
        self.add(f"memref.dealloc {positions} : {places}")

    def turn(self) -> None:
        """Adds a matrix whose rows are reversed or repeated: tiles take all rows."""
        rows, columns = self.random.choice(SIZES), self.random.choice(SIZES)
        read, result = self.matrix(rows, columns), self.matrix(rows, columns, is_new=True)
        row = self.random.choice([f"{rows - 1} - d0", "d0 floordiv 2", "d0 mod 2"])
        if self.random.random() < 0.3:
            self.load_backward(read, result)
            return
        suffix, kind = ("f" if self.element == "f32" else "i"), self.element
        self.add(
            f"linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> ({row}, d1)>, "
            'affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} '
            f"ins({read.name} : {read.type()}) outs({result.name} : {result.type()}) {{ "
            f"^bb0(%p: {kind}, %r: {kind}): %s = arith.add{suffix} %p, %r : {kind} "
            f"linalg.yield %s : {kind} }}"
        )

    def load_backward(self, read: Matrix, result: Matrix) -> None:
        """Copies a matrix with its rows or columns reversed, by loads in the body of an op."""
        rows, columns = read.shape
        row = self.random.choice([f"{rows - 1} - d0", "d0"])
        column = f"{columns - 1} - d1" if row == "d0" else "d1"
        self.add(
            "linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], "
            f'iterator_types = ["parallel", "parallel"]}} outs({result.name} : {result.type()}) {{ '
            f"^bb0(%r: {self.element}): %i = linalg.index 0 : index %j = linalg.index 1 : index "
            f"%k = affine.apply affine_map<(d0, d1) -> ({row})>(%i, %j) "
            f"%l = affine.apply affine_map<(d0, d1) -> ({column})>(%i, %j) "
            f"%s = memref.load {read.name}[%k, %l] : {read.type()} "
            f"linalg.yield %s : {self.element} }}"
        )

    def add_indices(self) -> None:
        """A product that adds the indices of its loops to each term. Only large ones have
        an outer loop over tiles of columns."""
        rows, columns = (self.random.choice([*SIZES, 256, 512]) for _ in range(2))
        depth = self.random.choice(SIZES)
        left, right = self.matrix(rows, depth), self.matrix(depth, columns)
        result = self.matrix(rows, columns, is_new=True)
        suffix, kind = ("f" if self.element == "f32" else "i"), self.element
        number = "%m" if suffix == "i" else "%n"
        maps = [f"affine_map<(d0, d1, d2) -> ({each})>" for each in ("d0, d2", "d2, d1", "d0, d1")]
        self.add(
            f"linalg.generic {{indexing_maps = [{', '.join(maps)}], "
            'iterator_types = ["parallel", "parallel", "reduction"]} '
            f"ins({left.name}, {right.name} : {left.type()}, {right.type()}) "
            f"outs({result.name} : {result.type()}) {{ ^bb0(%p: {kind}, %q: {kind}, %r: {kind}): "
            "%i = linalg.index 0 : index %j = linalg.index 1 : index "
            "%c = arith.constant 1000 : index %k = arith.muli %j, %c : index "
            "%l = arith.addi %k, %i : index %m = arith.index_cast %l : index to i32 "
            f"%n = arith.sitofp %m : i32 to f32 %s = arith.mul{suffix} %p, %q : {kind} "
            f"%t = arith.add{suffix} %s, {number} : {kind} "
            f"%u = arith.add{suffix} %r, %t : {kind} linalg.yield %u : {kind} }}"
        )

    def load_windows(self) -> None:
        """Takes the largest of each window of rows, as a gradient's indices do: the body of
        an op loads from its window."""
        rows, columns = (self.random.choice(SIZES) for _ in range(2))
        width, step = self.random.choice([1, 2, 3]), self.random.choice([1, 2])
        source = self.matrix((rows - 1) * step + width, columns)
        window, result = self.matrix(1, width), self.matrix(rows, columns, is_new=True)
        suffix, kind = ("f ogt" if self.element == "f32" else "i sgt"), self.element
        maps = [f"affine_map<(d0, d1, d2) -> ({each})>" for each in ("0, d2", "d0, d1")]
        self.add(
            f"linalg.generic {{indexing_maps = [{', '.join(maps)}], "
            'iterator_types = ["parallel", "parallel", "reduction"]} '
            f"ins({window.name} : {window.type()}) outs({result.name} : {result.type()}) {{ "
            f"^bb0(%p: {kind}, %r: {kind}): %i = linalg.index 0 : index "
            f"%j = linalg.index 1 : index %k = linalg.index 2 : index "
            f"%c = arith.constant {step} : index %l = arith.muli %i, %c : index "
            f"%m = arith.addi %l, %k : index "
            f"%s = memref.load {source.name}[%m, %j] : {source.type()} "
            f"%t = arith.cmp{suffix}, %s, %r : {kind} "
            f"%u = arith.select %t, %s, %r : {kind} linalg.yield %u : {kind} }}"
        )

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

    def pool_gradient(self) -> None:
        """Adds each element of a matrix to the largest element of its window in another: the
        gradient of a pooling. Windows may overlap, and exceed the matrix at its ends."""
        rows, columns = self.random.choice(SIZES), self.random.choice(SIZES)
        stride, taps = self.random.choice([1, 2, 2, 3]), self.random.choice([1, 2, 3])
        before = self.random.choice([0, 0, taps // 2])
        read, result = self.matrix(rows, columns), self.matrix(rows, columns, is_new=True)
        source = self.matrix(-(-rows // stride), columns)
        suffix, kind = ("f" if self.element == "f32" else "i"), self.element
        i, j = self.element_loop(source.shape[0]), self.element_loop(columns)
        zero, one, end, last = map(self.constant, (0, 1, taps, rows - 1))
        step, shift = self.constant(stride), self.constant(before)

        def clamped(offset: str) -> str:
            scaled, moved, place, low, at = (self.name() for _ in range(5))
            self.add(f"{scaled} = arith.muli {i}, {step} : index")
            self.add(f"{moved} = arith.addi {scaled}, {offset} : index")
            self.add(f"{place} = arith.subi {moved}, {shift} : index")
            self.add(f"{low} = arith.maxsi {place}, {zero} : index")
            self.add(f"{at} = arith.minsi {low}, {last} : index")
            return at

        start, first = clamped(zero), self.name()
        self.add(f"{first} = memref.load {read.name}[{start}, {j}] : {read.type()}")
        found, k, best, place = (self.name() for _ in range(4))
        self.add(
            f"{found}:2 = scf.for {k} = {zero} to {end} step {one} "
            f"iter_args({best} = {first}, {place} = {start}) -> ({kind}, index) {{"
        )
        self.depth += 1
        here, value, test, larger, there = clamped(k), *(self.name() for _ in range(4))
        compare = "cmpf ogt" if self.element == "f32" else "cmpi sgt"
        self.add(f"{value} = memref.load {read.name}[{here}, {j}] : {read.type()}")
        self.add(f"{test} = arith.{compare}, {value}, {best} : {kind}")
        self.add(f"{larger} = arith.select {test}, {value}, {best} : {kind}")
        self.add(f"{there} = arith.select {test}, {here}, {place} : index")
        self.add(f"scf.yield {larger}, {there} : {kind}, index")
        self.close_loops(1)
        old, added, total = (self.name() for _ in range(3))
        self.add(f"{old} = memref.load {result.name}[{found}#1, {j}] : {result.type()}")
        self.add(f"{added} = memref.load {source.name}[{i}, {j}] : {source.type()}")
        self.add(f"{total} = arith.add{suffix} {old}, {added} : {kind}")
        self.add(f"memref.store {total}, {result.name}[{found}#1, {j}] : {result.type()}")
        self.close_loops(2)

    def element_loop(self, size: int) -> str:
        """Opens a loop over the indices of a dimension. Returns its index."""
        index = self.name()
        begin, end, step = self.constant(0), self.constant(size), self.constant(1)
        self.add(f"scf.for {index} = {begin} to {end} step {step} {{")
        self.depth += 1
        return index

    def double(self) -> None:
        """Doubles all of a small matrix at once, which may have tiles elsewhere."""
        arguments = [one for one in self.matrices if one.name.startswith("%a")]
        small = [one for one in arguments if math.prod(one.shape) <= 2048]
        if small:
            whole = self.random.choice(small)
            operand = (whole.name, whole.type())
            self.call("linalg.add", [operand, operand], operand)

    def generate(self) -> str:
        forms = [self.multiply, self.multiply, self.combine, self.convolve, self.double, self.project]
        if self.may_join:
            forms += [self.join, self.stride, self.attend, self.loops, self.loops, self.gather]
            forms += [self.turn, self.pool_gradient, self.every_other, self.every_other]
            forms += [self.add_indices, self.load_windows]
        for _ in range(self.random.randint(1, 5)):
            self.random.choice(forms)()
        zero = "0.0" if self.element == "f32" else "0"
        counts = self.trips or [0]
        body = "\n".join([*self.allocations, *self.lines, *self.ends])
        return (
            f'memref.global "private" constant @trips : memref<TRIPSxi32> = dense<{counts}>\n'
            f"func.func @f0({', '.join(self.arguments)}) {{\n"
            f"  %zero = arith.constant {zero} : {self.element}\n"
            f"  %trips = memref.get_global @trips : memref<TRIPSxi32>\n{body}\n  return\n}}\n"
        ).replace("TRIPS", str(len(counts)))


def make_module(seed: int) -> str:
    return Program(seed).generate()
