"""Steps of random programs with nontrivial accesses: operands through maps that rotate,
shift, fold or swap, the same memref as several operands, loads in the body from
operands and other memrefs; and user annotations of buffers and calls: pins and costs.

A pin names `PIN0`, the fastest tier, or `PIN1`, the home tier; `expect` lines state in
comments the facts that must hold after placement.
"""

from program_builder import GLOBAL_SHAPE, Root, View, identity_map, row_major
from program_steps import Steps

TIERS = ["PIN0", "PIN1"]


def tier(name: str) -> str:
    return f'#memplace.tier<"{name}">'


class Bodies(Steps):
    """Writes such steps if `mixed` is set."""

    mixed = False

    # ---- operands by maps ----------------------------------------------

    def mapped_input(self, output: View, view: View) -> list[str]:
        """Returns the maps by which an op on `output` may read `view`."""
        shape, own = output.shape, view.shape
        dims = [f"d{i}" for i in range(len(shape))]
        maps = []
        if own == shape:
            maps.append(", ".join(dims))
        if view.roots & output.roots:
            return maps
        if own == shape:
            dim = self.random.randrange(len(shape))
            turned = [f"-d{dim} + {shape[dim] - 1}" if i == dim else d for i, d in enumerate(dims)]
            maps.append(", ".join(turned))
        if len(own) == len(shape) and own[1:] == shape[1:]:
            rest = "".join(f", {d}" for d in dims[1:])
            if own[0] >= (shape[0] + 1) // 2:
                maps.append(f"d0 floordiv 2{rest}")
            if own[0] > shape[0]:
                maps.append(f"d0 + {self.random.randint(1, own[0] - shape[0])}{rest}")
            if own[0] >= 4:
                maps.append(f"d0 mod 4{rest}")
        if len(shape) == 2 and own == shape[::-1]:
            maps.append("d1, d0")
        if len(own) == 1 and len(shape) > 1:
            maps += [d for d, size in zip(dims, shape) if size == own[0]]
        return maps

    def mapped_inputs(self, output: View) -> list[tuple[View, str]]:
        inputs: list[tuple[View, str]] = []
        for _ in range(self.random.randint(1, 3)):
            again = inputs[-1][0] if inputs and self.random.random() < 0.4 else None
            view = again or self.pick(
                lambda view: view.is_readable
                and not view.is_dynamic
                and bool(self.mapped_input(output, view))
            )
            if view is not None:
                inputs.append((view, self.random.choice(self.mapped_input(output, view))))
        return inputs

    def mapped(self) -> None:
        """An element-wise op with such maps, and loads in its body."""
        chosen = self.pick_output()
        if chosen is None or chosen[0].is_dynamic:
            return
        output, must_write_all = chosen
        inputs = self.mapped_inputs(output)
        rank = len(output.shape)
        dims = ", ".join(f"d{i}" for i in range(rank))
        maps = [f"affine_map<({dims}) -> ({results})>" for _, results in inputs]
        maps.append(identity_map(rank))
        arguments = [f"%in{i}: i32" for i in range(len(inputs))] + ["%out: i32"]
        names = ", ".join(view.name for view, _ in inputs)
        types = ", ".join(view.type for view, _ in inputs)
        ins = f"ins({names} : {types}) " if inputs else ""
        kinds = ", ".join(['"parallel"'] * rank)
        self.emit(
            f"linalg.generic {{indexing_maps = [{', '.join(maps)}], "
            f"iterator_types = [{kinds}]}} {ins}outs({output.name} : {output.type}) {{"
        )
        self.emit(f"^bb0({', '.join(arguments)}):")
        self.indent += 1
        terms = [f"%in{i}" for i in range(len(inputs))]
        if not must_write_all:
            terms.append("%out")
        value = self.constant(self.random.randrange(1, 100), "i32")
        for _ in range(self.random.randint(0, 2)):
            table = self.captured(output, [view for view, _ in inputs], must_write_all)
            if table is not None:
                terms.append(self.load_in_body(table, rank, terms))
        for term in terms:
            result = self.fresh("x")
            op = self.random.choice(["addi", "muli", "xori", "subi"])
            self.emit(f"{result} = arith.{op} {value}, {term} : i32")
            value = result
        self.emit(f"linalg.yield {value} : i32")
        self.indent -= 1
        self.emit("}")
        self.wrote(output)

    def captured(self, output: View, inputs: list[View], must_write_all: bool) -> View | None:
        """Returns the source of loads in a body: an operand, or another memref, rarely
        the output."""
        if inputs and self.random.random() < 0.6:
            table = self.random.choice(inputs)
        else:
            table = self.pick(lambda view: view.is_readable and not view.is_dynamic)
        if table is None or not table.roots & output.roots:
            return table
        return table if not must_write_all and self.random.random() < 0.2 else None

    def load_in_body(self, table: View, rank: int, terms: list[str]) -> str:
        indices = []
        for size in table.shape:
            if terms and self.random.random() < 0.5:
                mask = self.constant((1 << (size.bit_length() - 1)) - 1, "i32")
                low, at = self.fresh("x"), self.fresh("i")
                self.emit(f"{low} = arith.andi {self.random.choice(terms)}, {mask} : i32")
                self.emit(f"{at} = arith.index_cast {low} : i32 to index")
            else:
                own, moved, at = (self.fresh("i") for _ in range(3))
                self.emit(f"{own} = linalg.index {self.random.randrange(rank)} : index")
                by, end = self.constant(self.random.randrange(9)), self.constant(size)
                self.emit(f"{moved} = arith.addi {own}, {by} : index")
                self.emit(f"{at} = arith.remui {moved}, {end} : index")
            indices.append(at)
        result = self.fresh("x")
        self.emit(f"{result} = memref.load {table.name}[{', '.join(indices)}] : {table.type}")
        return result

    def gram(self) -> None:
        """A product of a matrix with itself or another matrix, transposed."""
        first = self.pick_readable(GLOBAL_SHAPE)
        second = self.pick_readable(GLOBAL_SHAPE)
        output = self.pick(
            lambda view: view.shape == GLOBAL_SHAPE and view.is_writable and view.is_readable
        )
        if first is None or output is None:
            return
        second = first if self.random.random() < 0.5 else second
        if (first.roots | second.roots) & output.roots:
            return
        dims = "(d0, d1, d2)"
        maps = [f"affine_map<{dims} -> ({r})>" for r in ["d0, d2", "d1, d2", "d0, d1"]]
        self.emit(
            f"linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = "
            '["parallel", "parallel", "reduction"]} '
            f"ins({first.name}, {second.name} : {first.type}, {second.type}) "
            f"outs({output.name} : {output.type}) {{"
        )
        a, b = self.fresh("x"), self.fresh("x")
        self.emit("^bb0(%in0: i32, %in1: i32, %out: i32):")
        self.emit(f"  {a} = arith.muli %in0, %in1 : i32")
        self.emit(f"  {b} = arith.addi %out, {a} : i32")
        self.emit(f"  linalg.yield {b} : i32")
        self.emit("}")

    # ---- user annotations -------------------------------------------------

    def expect(self, line: str) -> None:
        self.emit(f"// expect {line}")

    def pinned_storage(self) -> None:
        """An allocation with a pin, or passed to a callee that pins its argument."""
        name = self.fresh("m")
        view = View(name, (64,), row_major((64,)), "0", frozenset([Root(False)]), True)
        buffer, pin = f"pin_{self.function}_{self.next_name}", self.random.choice(TIERS)
        kind = self.random.choice(["plain", "dynamic", "pinned", "pinned_kept"])
        attr = f" {{memplace.pin = {tier(pin)}}}"
        if kind == "plain":
            self.emit(f'{name} = memref.alloc(){attr} : {view.type} loc("{buffer}")')
        elif kind == "dynamic":
            # Canonicalization makes this size static.
            size, whole = self.constant(64), self.fresh("d")
            self.emit(f'{whole} = memref.alloc({size}){attr} : memref<?xi32> loc("{buffer}")')
            self.emit(f"{name} = memref.cast {whole} : memref<?xi32> to {view.type}")
        else:
            pin = "PIN1" if kind == "pinned" else "PIN0"
            self.emit(f'{name} = memref.alloc() : {view.type} loc("{buffer}")')
        self.fill(view)
        if kind.startswith("pinned"):
            self.emit(f"func.call @{kind}({name}) : ({view.type}) -> ()")
        # The end of the function reads buffers of its own block.
        self.expect(f"pin {buffer} {pin}" + (" kept" if len(self.scopes) == 1 else ""))
        self.add_view(view)
        self.scopes[-1].allocated.append(view)

    def pinned_global(self) -> None:
        """Pins one mention of several."""
        root = Root(is_initialized=True, is_writable=False)
        shape = GLOBAL_SHAPE
        names = [self.fresh("g"), self.fresh("g")]
        self.random.shuffle(names)
        for name, attr in zip(names, ["", f" {{memplace.pin = {tier('PIN1')}}}"]):
            view = View(name, shape, row_major(shape), "0", frozenset([root]), True)
            self.emit(f"{name} = memref.get_global @pinned_table : {view.type}{attr}")
            self.add_view(view)
        self.expect("pin pinned_table PIN1")

    def aligned_global(self) -> None:
        root = Root(is_initialized=True, is_writable=False)
        shape, name = GLOBAL_SHAPE, self.fresh("g")
        view = View(name, shape, row_major(shape), "0", frozenset([root]), True)
        self.emit(f"{name} = memref.get_global @aligned_table : {view.type}")
        self.expect("align aligned_table 8192")
        self.add_view(view)

    def costly_call(self) -> None:
        """A call or a loop with a cost, in a place that certainly runs."""
        view = self.pick(
            lambda view: view.is_readable
            and view.is_writable
            and view.is_packed
            and view.shape == (64,)
            and not view.is_dynamic
        )
        if view is None or len(self.scopes) > 1:
            return
        picoseconds = 1000 + self.next_name
        cost = f"{{memplace.cost = #memplace.cost<compute_ps = {picoseconds}>}}"
        call = f"func.call @inlined({view.name})"
        if self.random.random() < 0.5:
            self.emit(f"{call} {cost} : ({view.type}) -> ()")
        else:
            # A loop of one trip, which simplification would replace by its body.
            begin, end, i = self.constant(0), self.constant(1), self.fresh("i")
            self.emit(f"scf.for {i} = {begin} to {end} step {end} {{")
            self.emit(f"  {call} : ({view.type}) -> ()")
            self.emit(f"}} {cost}")
        self.expect(f"cost {picoseconds}")

    def argument_attributes(self, number: int, can_pin: bool) -> str:
        if not self.mixed or not can_pin or self.random.random() < 0.6:
            return ""
        pin = self.random.choice(TIERS)
        self.expect(f"argument {number} {pin}")
        return f' {{memplace.buffer = "pinA{number}", memplace.pin = {tier(pin)}}}'

    def mixed_choices(self) -> list:
        if not self.mixed:
            return []
        return [
            (self.mapped, 8),
            (self.gram, 1.5),
            (self.pinned_storage, 0.7),
            (self.pinned_global, 0.2),
            (self.aligned_global, 0.3),
            (self.costly_call, 0.5),
        ]
