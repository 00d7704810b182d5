"""Random programs of matrices for a scratchpad that has room for their tiles, not for the
matrices.

Beside the products and sums of tile_products.py, a program has ops of other forms, which
memplace has to tile: ops whose body computes with indices or loads elements, ops on
reversed rows, and loops over elements.
"""

from tile_products import SIZES, Matrix, Products


class Program(Products):
    """Writes one function @f0 without results."""

    def __init__(self, seed: int):
        super().__init__(seed)
        # stress.py streams the programs of even seeds without tiling.
        self.has_other_forms = seed % 2 == 1

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

    def loops(self) -> None:
        """Writes loops over elements: sums over padded windows of a matrix's rows, or
        an update of a matrix, perhaps backwards or without its last row."""
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

    def gather(self) -> None:
        """Adds rows of a table, at computed positions, to a matrix. The positions are an
        allocation that only the body of an op loads from."""
        rows, columns = self.random.choice(SIZES), self.random.choice(SIZES)
        table, added = self.matrix(self.random.choice(SIZES), columns), self.matrix(rows, columns)
        result = self.matrix(rows, columns, is_new=True)
        suffix, kind = ("f" if self.element == "f32" else "i"), self.element
        positions, places = self.make_positions(rows, table.shape[0])
        zero, last = self.constant(0), self.constant(table.shape[0] - 1)
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

    def make_positions(self, count: int, size: int) -> tuple[str, str]:
        """Allocates and fills an array of `count` positions below `size`. Positions may
        repeat. Returns its name and type."""
        positions, places = self.name(), f"memref<{count}xi32>"
        factor = self.random.choice([1, 3, 7])
        self.add(f"{positions} = memref.alloc() : {places}")
        self.add(
            "linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], "
            f'iterator_types = ["parallel"]}} outs({positions} : {places}) {{ ^bb0(%r: i32): '
            f"%i = linalg.index 0 : index %k = arith.constant {factor} : index "
            f"%m = arith.muli %i, %k : index %c = arith.constant {size} : index "
            "%at = arith.remui %m, %c : index %n = arith.index_cast %at : index to i32 "
            "linalg.yield %n : i32 }"
        )
        return positions, places

    def scatter(self) -> None:
        """Adds rows, or elements, of a matrix to another at computed positions, in order."""
        rows, columns = self.random.choice(SIZES), self.random.choice(SIZES)
        width = self.random.choice([columns, self.random.choice(SIZES)])
        source = self.matrix(rows, columns)
        result = self.matrix(self.random.choice(SIZES), width, is_new=True)
        suffix, kind = ("f" if self.element == "f32" else "i"), self.element
        positions, places = self.make_positions(rows, result.shape[0] + 1)
        i, loaded, at, test = self.element_loop(rows), *(self.name() for _ in range(3))
        self.add(f"{loaded} = memref.load {positions}[{i}] : {places}")
        self.add(f"{at} = arith.index_cast {loaded} : i32 to index")
        self.add(f"{test} = arith.cmpi ult, {at}, {self.constant(result.shape[0])} : index")
        self.add(f"scf.if {test} {{")
        self.depth += 1
        j = column = self.element_loop(columns)
        if width != columns:
            column = self.name()
            self.add(f"{column} = arith.remui {j}, {self.constant(width)} : index")
        a, b, c = self.name(), self.name(), self.name()
        self.add(f"{a} = memref.load {source.name}[{i}, {j}] : {source.type()}")
        self.add(f"{b} = memref.load {result.name}[{at}, {column}] : {result.type()}")
        self.add(f"{c} = arith.add{suffix} {a}, {b} : {kind}")
        self.add(f"memref.store {c}, {result.name}[{at}, {column}] : {result.type()}")
        self.close_loops(3)
        self.add(f"memref.dealloc {positions} : {places}")

    def turn(self) -> None:
        """Adds a matrix whose rows are reversed or repeated. A tile needs all of its
        rows."""
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
        """Copies a matrix with its rows, columns or both reversed, by loads in the body of
        an op."""
        rows, columns = read.shape
        row = self.random.choice([f"{rows - 1} - d0", "d0"])
        reverses_columns = row == "d0" or self.random.random() < 0.5
        column = f"{columns - 1} - d1" if reverses_columns else "d1"
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
        """Writes a product that adds the indices of its loops to each term. Only large
        products have an outer loop over tiles of columns."""
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
        """Takes the largest element of each window of rows, like the indices for a
        gradient. The body of the op loads from the window."""
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

    def generate(self) -> str:
        forms = [self.multiply, self.multiply, self.combine, self.convolve, self.double, self.project]
        if self.has_other_forms:
            forms += [self.join, self.stride, self.attend, self.loops, self.loops, self.gather]
            forms += [self.turn, self.pool_gradient, self.every_other, self.every_other]
            forms += [self.add_indices, self.load_windows, self.scatter, self.scatter]
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
