"""Steps of a random program: an op of linalg, a copy, a loop of loads and stores, a
call."""

from dataclasses import replace

from program_builder import Builder, Root, View, identity_map


class Steps(Builder):
    """Writes steps that read and write the existing memrefs."""

    def pick_output(self) -> tuple[View, bool] | None:
        """Returns a memref to write, and True if the step must overwrite the whole memref."""
        view = self.pick(
            lambda view: view.is_writable and (view.is_readable or view.is_whole)
        )
        if view is None:
            return None
        # With several roots, only one is written.
        if not view.is_readable and len(view.roots) > 1:
            return None
        return view, not view.is_readable

    def wrote(self, view: View) -> None:
        if view.is_whole and len(view.roots) == 1:
            for root in view.roots:
                root.is_initialized = True

    def fill(self, view: View) -> None:
        value = self.constant(self.random.randrange(1000), "i32")
        self.emit(f"linalg.fill ins({value} : i32) outs({view.name} : {view.type})")
        self.wrote(view)

    def write(self) -> None:
        chosen = self.pick_output()
        if chosen is None:
            return
        output, must_write_all = chosen
        inputs = []
        for _ in range(self.random.randint(0, 3)):
            view = self.pick_readable(output.shape)
            if view is not None:
                inputs.append(view)
        kind = self.random.random()
        if kind < 0.15 or (must_write_all and not inputs):
            return self.fill(output)
        # memref.copy is not defined for overlapping memrefs.
        if kind < 0.35 and inputs and not (inputs[0].roots & output.roots):
            self.emit(
                f"memref.copy {inputs[0].name}, {output.name} : "
                f"{inputs[0].type} to {output.type}"
            )
            return self.wrote(output)
        self.elementwise(output, inputs, not must_write_all and kind < 0.75)

    def elementwise(self, output: View, inputs: list[View], is_update: bool) -> None:
        rank = len(output.shape)
        maps = ", ".join([identity_map(rank)] * (len(inputs) + 1))
        kinds = ", ".join(['"parallel"'] * rank)
        names = ", ".join(view.name for view in inputs)
        types = ", ".join(view.type for view in inputs)
        ins = f"ins({names} : {types}) " if inputs else ""
        arguments = [f"%in{i}: i32" for i in range(len(inputs))] + ["%out: i32"]
        self.emit(
            f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} "
            f"{ins}outs({output.name} : {output.type}) {{"
        )
        self.emit(f"^bb0({', '.join(arguments)}):")
        self.indent += 1
        terms = [f"%in{i}" for i in range(len(inputs))] + (["%out"] if is_update else [])
        value = self.constant(self.random.randrange(1, 100), "i32")
        gathered = self.pick_readable((8, 8)) if self.random.random() < 0.2 else None
        if gathered is not None and terms and not (gathered.roots & output.roots):
            terms.append(self.gather(gathered, terms[0]))
        for term in terms:
            result = self.fresh("x")
            op = self.random.choice(["addi", "muli", "xori", "subi"])
            self.emit(f"{result} = arith.{op} {value}, {term} : i32")
            value = result
        self.emit(f"linalg.yield {value} : i32")
        self.indent -= 1
        self.emit("}")
        self.wrote(output)

    def gather(self, table: View, key: str) -> str:
        mask = self.constant(7, "i32")
        low, row, result = self.fresh("x"), self.fresh("i"), self.fresh("x")
        self.emit(f"{low} = arith.andi {key}, {mask} : i32")
        self.emit(f"{row} = arith.index_cast {low} : i32 to index")
        self.emit(f"{result} = memref.load {table.name}[{row}, {row}] : {table.type}")
        return result

    def reduce(self) -> None:
        source = self.pick(lambda view: view.is_readable and len(view.shape) == 2)
        if source is None:
            return
        rows = source.shape[0]
        target = self.pick(
            lambda view: view.is_readable
            and view.is_writable
            and view.shape[0] >= rows
            and len(view.shape) == 1
            and not view.is_dynamic
            and not (view.roots & source.roots)
        )
        if target is None:
            return
        part = replace(
            target, name=self.fresh("s"), shape=(rows,), is_whole=False
        )
        strides = ", ".join(str(stride) for stride in part.strides)
        offset = "" if part.offset == "0" else f", offset: {part.offset}"
        part_type = f"memref<{rows}xi32, strided<[{strides}]{offset}>>"
        self.emit(
            f"{part.name} = memref.subview {target.name}[0] [{rows}] [1] : "
            f"{target.type} to {part_type}"
        )
        self.emit(
            "linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, "
            "affine_map<(d0, d1) -> (d0)>], iterator_types = "
            f'["parallel", "reduction"]}} ins({source.name} : {source.type}) '
            f"outs({part.name} : {part_type}) {{"
        )
        self.emit("^bb0(%in: i32, %out: i32):")
        total = self.fresh("x")
        self.emit(f"  {total} = arith.addi %in, %out : i32")
        self.emit(f"  linalg.yield {total} : i32")
        self.emit("}")

    def scalar_loop(self) -> None:
        """A nest of loads and stores: one step."""
        source = self.pick(lambda view: view.is_readable and len(view.shape) == 1)
        target = self.pick(
            lambda view: view.is_readable and view.is_writable and len(view.shape) == 1
        )
        if source is None or target is None:
            return
        size = min(source.shape[0], target.shape[0])
        begin, end, one = self.constant(0), self.constant(size), self.constant(1)
        kind = self.random.choice(["scf.for", "scf.parallel"])
        if source.roots & target.roots:
            kind = "scf.for"
        i, a, b, c = (self.fresh("e") for _ in range(4))
        if kind == "scf.for":
            self.emit(f"scf.for {i} = {begin} to {end} step {one} {{")
        else:
            self.emit(f"scf.parallel ({i}) = ({begin}) to ({end}) step ({one}) {{")
        self.indent += 1
        self.emit(f"{a} = memref.load {source.name}[{i}] : {source.type}")
        self.emit(f"{b} = memref.load {target.name}[{i}] : {target.type}")
        self.emit(f"{c} = arith.addi {a}, {b} : i32")
        self.emit(f"memref.store {c}, {target.name}[{i}] : {target.type}")
        self.indent -= 1
        self.emit("}")

    def carried_scalar_loop(self) -> None:
        """A step that carries a memref around its loop."""
        view = self.pick(
            lambda view: view.is_readable
            and view.is_writable
            and len(view.shape) == 1
            and not view.is_dynamic
        )
        if view is None:
            return
        begin, end, one = self.constant(0), self.constant(view.shape[0]), self.constant(1)
        i, m, a, b, c, result = (self.fresh("e") for _ in range(6))
        self.emit(
            f"{result} = scf.for {i} = {begin} to {end} step {one} "
            f"iter_args({m} = {view.name}) -> ({view.type}) {{"
        )
        self.indent += 1
        self.emit(f"{a} = memref.load {m}[{i}] : {view.type}")
        self.emit(f"{b} = arith.constant {self.random.randrange(100)} : i32")
        self.emit(f"{c} = arith.addi {a}, {b} : i32")
        self.emit(f"memref.store {c}, {m}[{i}] : {view.type}")
        self.emit(f"scf.yield {m} : {view.type}")
        self.indent -= 1
        self.emit("}")
        self.add_view(replace(view, name=result))

    def call(self) -> None:
        view = self.pick(
            lambda view: view.is_readable
            and view.is_writable
            and view.is_packed
            and view.shape == (64,)
            and not view.is_dynamic
        )
        if view is None:
            return
        callee = self.random.choice(["barrier", "inlined", "make", "same"])
        if callee in ("barrier", "inlined"):
            self.emit(f"func.call @{callee}({view.name}) : ({view.type}) -> ()")
            return
        name = self.fresh("q")
        self.emit(
            f"{name} = func.call @{callee}({view.name}) : ({view.type}) -> {view.type}"
        )
        roots = view.roots if callee == "same" else frozenset([Root(True)])
        self.add_view(replace(view, name=name, roots=roots, is_whole=True))

    def affine_loop(self) -> None:
        view = self.pick(
            lambda view: view.is_readable and view.is_writable and len(view.shape) == 1
        )
        if view is None:
            return
        i, a, b = (self.fresh("e") for _ in range(3))
        self.emit(f"affine.for {i} = 0 to {view.shape[0]} {{")
        self.emit(f"  {a} = affine.load {view.name}[{i}] : {view.type}")
        self.emit(f"  {b} = arith.addi {a}, {a} : i32")
        self.emit(f"  affine.store {b}, {view.name}[{i}] : {view.type}")
        self.emit("}")
