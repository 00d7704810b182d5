"""Writes random programs that access rows of large arrays at run-time positions.

Gathers by one or two indices, of rows and of elements; slices that are read, written and
updated in place, also one after another at positions that may overlap; loops around
them; scatters by single stores; copies of whole arrays. The arrays exceed a scratchpad
of 64 KiB. All values are integers, so that two runs must agree bit for bit.
"""

import random
from collections.abc import Callable

WIDTH = 32
NUM_INDICES = 24


class Program:
    """Writes one function @f0 without results."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.count = 0
        self.arguments = [f"%ids: memref<{NUM_INDICES}xi32>"]
        self.tables: list[tuple[str, tuple[int, ...]]] = []
        for number in range(self.random.randint(1, 2)):
            rows = self.random.choice([700, 1000])
            shape = self.random.choice([(rows, WIDTH), (5, rows // 5, WIDTH)])
            self.tables.append((f"%t{number}", shape))
            self.arguments.append(f"%t{number}: {self.type_of(shape)}")
        self.small: list[tuple[str, int]] = []  # Names and rows of the other arrays.

    def type_of(self, shape: tuple[int, ...]) -> str:
        return f"memref<{'x'.join(map(str, shape))}xi32>"

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def emit(self, line: str) -> None:
        self.lines.append(line)

    def constant(self, value: int) -> str:
        name = self.name()
        self.emit(f"{name} = arith.constant {value} : index")
        return name

    def wrapped(self, value: str, limit: int) -> str:
        """Returns the i32 `value` as an index below `limit`."""
        index, bound, result = self.name(), self.constant(limit), self.name()
        self.emit(f"{index} = arith.index_castui {value} : i32 to index")
        self.emit(f"{result} = arith.remui {index}, {bound} : index")
        return result

    def position(self, limit: int, trip: str = "") -> str:
        """Returns an index below `limit` that memory gives, of the trip if in a loop."""
        at, value = trip or self.constant(self.random.randrange(NUM_INDICES)), self.name()
        self.emit(f"{value} = memref.load %ids[{at}] : memref<{NUM_INDICES}xi32>")
        return self.wrapped(value, limit)

    def array(self, rows: int) -> str:
        """Returns an array of `rows` rows, computed before or new."""
        known = [name for name, its in self.small if its == rows]
        if known and self.random.random() < 0.7:
            return self.random.choice(known)
        name = self.name()
        kind = self.type_of((rows, WIDTH))
        self.emit(f"{name} = memref.alloc() : {kind}")
        self.emit(f"linalg.fill ins(%seven : i32) outs({name} : {kind})")
        self.small.append((name, rows))
        return name

    # ---- gathers -------------------------------------------------------

    def gather(self) -> None:
        """Reads rows or elements in a body, with the index as an input or by a load."""
        table, shape = self.random.choice(self.tables)
        rows = self.random.choice([2, 3, NUM_INDICES])
        out = self.array(rows)
        twice = self.random.random() < 0.3
        element = self.random.random() < 0.3
        as_input = self.random.random() < 0.5
        kind = self.type_of((rows, WIDTH))
        inputs, arguments = "", ""
        maps = "affine_map<(d0, d1) -> (d0, d1)>"
        if as_input:
            part = self.name()
            self.emit(
                f"{part} = memref.subview %ids[0] [{rows}] [1] : memref<{NUM_INDICES}xi32> "
                f"to memref<{rows}xi32, strided<[1]>>"
            )
            inputs = f"ins({part} : memref<{rows}xi32, strided<[1]>>) "
            arguments = "%id: i32, "
            maps = "affine_map<(d0, d1) -> (d0)>, " + maps
        self.emit(
            f"linalg.generic {{indexing_maps = [{maps}], iterator_types = "
            f'["parallel", "parallel"]}} {inputs}outs({out} : {kind}) {{'
        )
        self.emit(f"^bb0({arguments}%o: i32):")
        i, j = self.name(), self.name()
        self.emit(f"{i} = linalg.index 0 : index")
        self.emit(f"{j} = linalg.index 1 : index")
        value = "%id"
        if not as_input:
            value = self.name()
            self.emit(f"{value} = memref.load %ids[{i}] : memref<{NUM_INDICES}xi32>")
        read = [self.load(table, shape, value, i, j, element)]
        if twice:
            other, two = self.name(), self.name()
            self.emit(f"{two} = arith.constant 2 : i32")
            self.emit(f"{other} = arith.muli {value}, {two} : i32")
            read.append(self.load(table, shape, other, i, j, element))
        result = self.name()
        self.emit(f"{result} = arith.addi {read[0]}, {read[-1]} : i32")
        self.emit(f"linalg.yield {result} : i32")
        self.emit("}")

    def load(
        self, table: str, shape: tuple[int, ...], value: str, i: str, j: str, element: bool
    ) -> str:
        """Loads an element of the row that `value` gives."""
        subscripts = [self.wrapped(value, shape[-2])]
        if len(shape) == 3:
            first = self.constant(shape[0])
            plane = self.name()
            self.emit(f"{plane} = arith.remui {i}, {first} : index")
            subscripts.insert(0, plane)
        subscripts.append(self.wrapped(value, WIDTH) if element else j)
        result = self.name()
        self.emit(
            f"{result} = memref.load {table}[{', '.join(subscripts)}] : {self.type_of(shape)}"
        )
        return result

    # ---- slices --------------------------------------------------------

    def slice(self, trip: str = "", rows: int = 0) -> tuple[str, str, int]:
        """Returns a view of rows at a run-time position, its type and its rows."""
        table, shape = self.random.choice(self.tables)
        rows = rows or self.random.choice([1, 2, 4])
        position = self.position(shape[-2] - rows + 1, trip)
        offsets, sizes = [position, "0"], [rows, WIDTH]
        if len(shape) == 3:
            offsets.insert(0, str(self.random.randrange(shape[0])))
            sizes.insert(0, 1)
        view = self.name()
        kind = f"memref<{rows}x{WIDTH}xi32, strided<[{WIDTH}, 1], offset: ?>>"
        ones = ", ".join("1" * len(shape))
        self.emit(
            f"{view} = memref.subview {table}[{', '.join(offsets)}] "
            f"[{', '.join(map(str, sizes))}] [{ones}] : {self.type_of(shape)} to {kind}"
        )
        return view, kind, rows

    def read_slice(self, trip: str = "") -> None:
        view, kind, rows = self.slice(trip)
        out, small = self.array(rows), self.type_of((rows, WIDTH))
        self.emit(
            f"linalg.add ins({view}, {out} : {kind}, {small}) outs({out} : {small})"
        )

    def write_slice(self, trip: str = "") -> None:
        view, kind, rows = self.slice(trip)
        source = self.array(rows)
        self.emit(f"memref.copy {source}, {view} : {self.type_of((rows, WIDTH))} to {kind}")

    def update_slice(self, trip: str = "") -> None:
        view, kind, rows = self.slice(trip)
        other = self.array(rows)
        self.emit(
            f"linalg.add ins({view}, {other} : {kind}, {self.type_of((rows, WIDTH))}) "
            f"outs({view} : {kind})"
        )

    def two_slices(self, trip: str = "") -> None:
        """Uses two slices whose lives overlap; their places may, too."""
        view, kind, rows = self.slice(trip)
        self.random.choice([self.read_slice, self.write_slice])(trip)
        out, small = self.array(rows), self.type_of((rows, WIDTH))
        self.emit(f"linalg.add ins({view}, {out} : {kind}, {small}) outs({out} : {small})")

    def row_to_row(self, trip: str = "") -> None:
        """Copies one slice to another, possibly the same, and reads the source again."""
        view, kind, rows = self.slice(trip)
        other, other_kind, _ = self.slice(trip, rows)
        out, small = self.array(rows), self.type_of((rows, WIDTH))
        self.emit(
            f"linalg.add ins({view}, {out} : {kind}, {small}) outs({other} : {other_kind})"
        )
        self.emit(f"linalg.add ins({view}, {out} : {kind}, {small}) outs({out} : {small})")

    def parallel(self) -> None:
        """Reads slices in a loop whose body is no step."""
        rows = self.array(4)
        begin, end, step = (self.constant(each) for each in (0, 4, 1))
        trip, part = self.name(), self.name()
        self.emit(f"scf.parallel ({trip}) = ({begin}) to ({end}) step ({step}) {{")
        view, kind, _ = self.slice(trip, 1)
        row = f"memref<1x{WIDTH}xi32, strided<[{WIDTH}, 1], offset: ?>>"
        self.emit(
            f"{part} = memref.subview {rows}[{trip}, 0] [1, {WIDTH}] [1, 1] : "
            f"{self.type_of((4, WIDTH))} to {row}"
        )
        self.emit(f"linalg.add ins({view}, {part} : {kind}, {row}) outs({part} : {row})")
        self.lines += ["scf.reduce", "}"]

    def scatter(self) -> None:
        """Stores single elements at run-time positions."""
        table, shape = self.random.choice(self.tables)
        begin, end, step = (self.constant(each) for each in (0, 5, 1))
        trip = self.name()
        self.emit(f"scf.for {trip} = {begin} to {end} step {step} {{")
        subscripts = [self.position(size, trip) for size in shape]
        self.emit(
            f"memref.store %seven, {table}[{', '.join(subscripts)}] : {self.type_of(shape)}"
        )
        self.emit("}")

    def scatter_rows(self) -> None:
        """Adds rows at run-time positions, or beyond the end, where they are dropped."""
        table, shape = self.random.choice(self.tables)
        count = self.random.choice([2, 4])
        rows = self.array(count)
        begin, end, step = (self.constant(each) for each in (0, count, 1))
        trip, inner, width = self.name(), self.name(), self.constant(WIDTH)
        self.emit(f"scf.for {trip} = {begin} to {end} step {step} {{")
        position = self.position(2 * shape[-2], trip)
        plane = [self.position(shape[0], trip)] if len(shape) == 3 else []
        bound, inside = self.constant(shape[-2]), self.name()
        self.emit(f"{inside} = arith.cmpi ult, {position}, {bound} : index")
        self.emit(f"scf.if {inside} {{")
        self.emit(f"scf.for {inner} = {begin} to {width} step {step} {{")
        element = f"{table}[{', '.join([*plane, position, inner])}] : {self.type_of(shape)}"
        old, new, total = self.name(), self.name(), self.name()
        self.emit(f"{old} = memref.load {element}")
        self.emit(
            f"{new} = memref.load {rows}[{trip}, {inner}] : {self.type_of((count, WIDTH))}"
        )
        self.emit(f"{total} = arith.addi {old}, {new} : i32")
        self.emit(f"memref.store {total}, {element}")
        self.lines += ["}", "}", "}"]

    def copy_table(self) -> None:
        """Copies a whole array, which later accesses use as well."""
        table, shape = self.random.choice(self.tables)
        copy, kind = self.name(), self.type_of(shape)
        self.emit(f"{copy} = memref.alloc() : {kind}")
        self.emit(f"memref.copy {table}, {copy} : {kind} to {kind}")
        self.tables.append((copy, shape))

    def loop(self) -> None:
        steps = [self.read_slice, self.write_slice, self.update_slice, self.two_slices]
        steps.append(self.row_to_row)
        for rows in (1, 2, 4):
            self.array(rows)  # Before the loop, which may not leave arrays behind.
        known = len(self.small)
        begin, step = self.constant(0), self.constant(1)
        end, trip = self.constant(self.random.choice([1, 2, 5])), self.name()
        self.emit(f"scf.for {trip} = {begin} to {end} step {step} {{")
        for _ in range(self.random.randint(1, 2)):
            self.random.choice(steps)(trip)
        self.emit("}")
        del self.small[known:]

    def finish(self) -> None:
        """Adds the arrays to arguments, which the caller sees."""
        for number, (name, rows) in enumerate(self.small):
            kind = self.type_of((rows, WIDTH))
            self.arguments.append(f"%r{number}: {kind}")
            self.emit(f"linalg.add ins({name}, {name} : {kind}, {kind}) outs(%r{number} : {kind})")

    def generate(self) -> str:
        steps: list[Callable[[], None]] = [
            *[self.gather, self.gather, self.gather, self.read_slice, self.write_slice],
            *[self.update_slice, self.two_slices, self.loop, self.scatter],
            *[self.scatter_rows, self.row_to_row, self.parallel, self.copy_table],
        ]
        for _ in range(self.random.randint(1, 5)):
            self.random.choice(steps)()
        self.finish()
        body = "\n  ".join(["%seven = arith.constant 7 : i32", *self.lines])
        return f"func.func @f0({', '.join(self.arguments)}) {{\n  {body}\n  return\n}}\n"


def make_module(seed: int) -> str:
    """Returns a module with one function."""
    return Program(seed).generate()
