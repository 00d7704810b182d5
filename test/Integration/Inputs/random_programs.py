"""Writes random memref/scf programs whose results are all integers and defined.

Made to break alias analysis, schedules and placements: views of views, in-place
updates, nested loops (some never run), branches, swapped loop-carried memrefs, selects,
allocations in loops and branches, gathers, globals, calls, stack and byte buffers,
deallocations. On every path each buffer is written in full before its first read, so
that two runs must agree bit for bit.
"""

from dataclasses import replace

from program_bodies import Bodies
from program_builder import SHAPES, Root, Scope, View, identity_map, row_major

LARGEST_DEPTH = 3


class Generator(Bodies):
    """Writes one function. `slices` adds loops over slices: with "some" trips, a known
    number, or with "any" number, also nested. `branches` adds many branches, some with
    results. `flipped` negates each condition, so that both programs together cover both
    values. `mixed` adds the steps of program_bodies.py."""

    def __init__(
        self,
        seed: int,
        number: int,
        slices: str = "",
        branches: bool = False,
        flipped: bool = False,
        mixed: bool = False,
    ):
        super().__init__(seed, number)
        self.mixed = mixed
        self.flipped = flipped
        self.slices = slices
        self.branches = branches
        self.stacks: list[View] = []

    # ---- control flow --------------------------------------------------

    def condition(self) -> str:
        """Returns an i1 that is not statically known."""
        view = self.pick(lambda view: view.is_readable)
        at = self.index()
        value, one, bit, zero, result = (self.fresh("b") for _ in range(5))
        if view is None or min(view.shape) < 4:
            self.emit(f"{value} = arith.index_cast {at} : index to i32")
        else:
            indices = ", ".join([at] * len(view.shape))
            self.emit(f"{value} = memref.load {view.name}[{indices}] : {view.type}")
        self.emit(f"{one} = arith.constant 1 : i32")
        self.emit(f"{bit} = arith.andi {value}, {one} : i32")
        self.emit(f"{zero} = arith.constant 0 : i32")
        relation = "ne" if self.flipped else "eq"
        self.emit(f"{result} = arith.cmpi {relation}, {bit}, {zero} : i32")
        return result

    def select(self) -> None:
        first = self.pick(lambda view: view.is_readable)
        if first is None:
            return
        second = self.pick(lambda view: view.is_readable and view.type == first.type)
        condition = self.condition()
        name = self.fresh("w")
        self.emit(
            f"{name} = arith.select {condition}, {first.name}, {second.name} : {first.type}"
        )
        self.add_view(self.merge(name, [first, second]))

    def merge(self, name: str, views: list[View]) -> View:
        roots = frozenset(root for view in views for root in view.roots)
        whole = len(roots) == 1 and all(view.is_whole for view in views)
        return replace(views[0], name=name, roots=roots, is_whole=whole)

    def statements(self, count: int) -> None:
        for _ in range(count):
            self.statement()

    def deallocate(self, scope: Scope) -> None:
        for view in scope.allocated:
            if self.random.random() < 0.5:
                self.emit(f"memref.dealloc {view.name} : {view.type}")

    def region(self) -> None:
        """A nested block that may return a memref."""
        view = self.pick(lambda view: view.is_readable and not view.is_dynamic)
        if view is None:
            return
        name = self.fresh("w")
        self.emit(f"{name} = scf.execute_region -> {view.type} {{")
        with self.block() as scope:
            self.statements(self.random.randint(1, 3))
            self.deallocate(scope)
            self.emit(f"scf.yield {view.name} : {view.type}")
        self.emit("}")
        self.add_view(replace(view, name=name))

    def switch(self) -> None:
        at = self.index()
        before = self.initialized()
        states = []
        self.emit(f"scf.index_switch {at}")
        for label in ["case 0", "case 2", "default"]:
            self.restore(before)
            self.emit(f"{label} {{")
            with self.block() as scope:
                self.statements(self.random.randint(1, 2))
                self.deallocate(scope)
                self.emit("scf.yield")
            self.emit("}")
            states.append({root: root.is_initialized for root in before})
        self.restore({root: all(state[root] for state in states) for root in before})

    def branch(self) -> None:
        condition = self.condition()
        before = self.initialized()
        candidates = [view for view in self.views() if view.is_readable]
        carried = None
        if candidates and self.random.random() < 0.3:
            first = self.random.choice(candidates)
            same = [view for view in candidates if view.type == first.type]
            carried = [first, self.random.choice(same)]
        name = self.fresh("w")
        result = f"{name} = " if carried else ""
        types = f" -> ({carried[0].type})" if carried else ""
        has_else = carried is not None or self.random.random() < 0.5
        states = []
        for arm in range(2 if has_else else 1):
            self.restore(before)
            self.emit(f"{result}scf.if {condition}{types} {{" if arm == 0 else "} else {")
            with self.block() as scope:
                self.statements(self.random.randint(1, 3))
                self.deallocate(scope)
                if carried:
                    self.emit(f"scf.yield {carried[arm].name} : {carried[arm].type}")
            states.append({root: root.is_initialized for root in before})
        if not has_else:
            states.append(before)
        self.emit("}")
        self.restore({root: all(state[root] for state in states) for root in before})
        if carried:
            self.add_view(self.merge(name, carried))

    def branch_with_results(self) -> None:
        """A branch that returns a number, and a memref that each arm makes or passes
        on."""
        view = self.pick(lambda view: view.is_readable and view.shape == (64,))
        if view is None:
            return
        condition = self.condition()
        before = self.initialized()
        number, memref, at = self.fresh("x"), self.fresh("w"), self.index()
        makes_memref = view.is_packed and not view.is_dynamic
        names = f"{number}, {memref}" if makes_memref else number
        types = f"i32, {view.type}" if makes_memref else "i32"
        has_early = makes_memref and self.random.random() < 0.4
        states, roots = [], [set(view.roots) if has_early else set()]
        for arm in range(2):
            self.restore(before)
            self.emit(f"{names} = scf.if {condition} -> ({types}) {{" if arm == 0 else "} else {")
            with self.block() as scope:
                self.statements(self.random.randint(1, 3))
                loaded = self.fresh("x")
                results = [loaded]
                if makes_memref and (arm == 0 or not has_early):
                    root = Root(True)
                    roots.append({root})
                    fresh = self.fresh_storage(replace(view, is_whole=True), root)
                    self.elementwise(fresh, [view], False)
                    results.append(fresh.name)
                elif makes_memref:
                    results.append(view.name)
                self.emit(f"{loaded} = memref.load {view.name}[{at}] : {view.type}")
                self.deallocate(scope)
                self.emit(f"scf.yield {', '.join(results)} : {types}")
            states.append({root: root.is_initialized for root in before})
        self.emit("}")
        self.restore({root: all(state[root] for state in states) for root in before})
        output = self.pick(lambda view: view.is_writable and view.is_whole)
        if output is not None:
            self.emit(f"linalg.fill ins({number} : i32) outs({output.name} : {output.type})")
            self.wrote(output)
        if makes_memref:
            all_roots = frozenset(root for some in roots for root in some)
            self.add_view(replace(view, name=memref, roots=all_roots, is_whole=False))

    def loop(self) -> None:
        kind = self.random.random()
        if kind < 0.15:
            return self.while_loop()
        runs_for_sure = kind < 0.8
        begin, one = self.constant(0), self.constant(1)
        if runs_for_sure:
            end = self.constant(self.random.randint(1, 4))
        else:
            end = self.index()  # 0 to 3.
        before = self.initialized()
        carried = self.pick_carried()
        i = self.fresh("i")
        names = [self.fresh("a") for _ in carried]
        results = [self.fresh("w") for _ in carried]
        clause = ""
        if carried:
            pairs = ", ".join(f"{n} = {v.name}" for n, v in zip(names, carried))
            types = ", ".join(view.type for view in carried)
            clause = f" iter_args({pairs}) -> ({types})"
            self.lines.append("  " * self.indent + f"{', '.join(results)} = \\")
        header = f"scf.for {i} = {begin} to {end} step {one}{clause} {{"
        if carried:
            self.lines[-1] = self.lines[-1].replace("\\", header)
        else:
            self.emit(header)
        # The possible storage of a carried memref is known only after the body: assume
        # any.
        merged = [self.merge(name, carried) for name in names]
        fresh_root = None
        if carried and carried[0].is_packed and self.random.random() < 0.15:
            fresh_root = Root(True)
            merged = [
                replace(view, roots=view.roots | {fresh_root}, is_whole=False)
                for view in merged
            ]
        moving = self.moving.pop(carried[0].name, None) if carried else None
        with self.block() as scope:
            scope.indices.append(i)
            scope.views.extend(merged)
            self.statements(self.random.randint(2, 5))
            yielded = list(merged)
            swap = self.random.random()
            if swap < 0.4:
                yielded.reverse()
            elif swap < 0.6 and carried:
                yielded[0] = carried[0]
            if moving:
                source, dim, part = moving
                yielded[0] = self.moving_part(source, dim, part)
            if fresh_root:
                yielded[-1] = self.fresh_storage(carried[0], fresh_root)
            self.deallocate(scope)
            if carried:
                texts = ", ".join(view.name for view in yielded)
                types = ", ".join(view.type for view in yielded)
                self.emit(f"scf.yield {texts} : {types}")
        self.emit("}")
        if not runs_for_sure:
            self.restore(before)
        for name in results:
            self.add_view(replace(merged[0], name=name))

    def moving_part(self, source: View, dim: int, part: int) -> View:
        start, scale = self.fresh("o"), self.constant(part)
        self.emit(f"{start} = arith.muli {self.index()}, {scale} : index")
        return self.subview(source, dim, start, None, part)

    def fresh_storage(self, like: View, root: Root) -> View:
        name = self.fresh("m")
        view = View(name, like.shape, like.strides, "0", frozenset([root]), True)
        self.emit(f"{name} = memref.alloc() : {view.type}")
        self.fill(view)
        return view

    def pick_carried(self) -> list[View]:
        if self.random.random() < 0.5:
            return []
        if self.random.random() < 0.15:
            # A part of a buffer that changes from trip to trip.
            source = self.pick(
                lambda view: view.is_readable
                and not view.is_dynamic
                and view.shape[0] % 4 == 0
            )
            if source is not None:
                part = source.shape[0] // 4
                view = self.moving_part(source, 0, part)
                self.moving[view.name] = (source, 0, part)
                return [view]
        first = self.pick(lambda view: view.is_readable and not view.is_dynamic)
        if first is None:
            return []
        if self.random.random() < 0.4:
            return [first]
        second = self.pick(lambda view: view.is_readable and view.type == first.type)
        return [first, second]

    def while_loop(self) -> None:
        trips = self.random.randint(1, 3)
        carried = self.pick_carried()
        zero, end, one = self.constant(0), self.constant(trips), self.constant(1)
        result, i, j, next = (self.fresh("i") for _ in range(4))
        test = self.fresh("b")
        tests = [self.fresh("a") for _ in carried]
        names = [self.fresh("a") for _ in carried]
        results = [self.fresh("w") for _ in carried]
        types = ", ".join(["index"] + [view.type for view in carried])
        pairs = "".join(f", {n} = {v.name}" for n, v in zip(tests, carried))
        self.emit(
            f"{', '.join([result, *results])} = scf.while ({i} = {zero}{pairs}) : "
            f"({types}) -> ({types}) {{"
        )
        self.emit(f"  {test} = arith.cmpi slt, {i}, {end} : index")
        self.emit(f"  scf.condition({test}) {', '.join([i, *tests])} : {types}")
        self.emit("} do {")
        arguments = "".join(f", {n}: {v.type}" for n, v in zip(names, carried))
        self.emit(f"^bb0({j}: index{arguments}):")
        merged = [self.merge(name, carried) for name in names]
        with self.block() as scope:
            scope.indices.append(j)
            scope.views.extend(merged)
            self.statements(self.random.randint(1, 4))
            self.deallocate(scope)
            self.emit(f"{next} = arith.addi {j}, {one} : index")
            yielded = [view.name for view in merged]
            if self.random.random() < 0.5:
                yielded.reverse()
            self.emit(f"scf.yield {', '.join([next, *yielded])} : {types}")
        known = self.random.random() < 0.7
        self.emit(f"}} attributes {{memplace.trip_count = {trips} : i64}}" if known else "}")
        for name in results:
            self.add_view(self.merge(name, carried))

    def statement(self) -> None:
        if self.budget <= 0:
            return
        self.budget -= 1
        choices = [
            (self.write, 8),
            (self.allocate, 4),
            (self.make_view, 4),
            (self.reduce, 1),
            (self.scalar_loop, 1),
            (self.carried_scalar_loop, 0.5),
            (self.call, 0.5),
            (self.get_global, 0.5),
            (self.select, 0.6),
            (self.affine_loop, 0.5),
            (self.allocate_dynamic, 0.2),
            *self.mixed_choices(),
        ]
        if len(self.scopes) <= LARGEST_DEPTH:
            choices += [
                (self.branch, 1.2),
                (self.loop, 2),
                (self.region, 0.4),
                (self.switch, 0.4),
            ]
            if self.branches:
                choices += [
                    (self.branch, 4),
                    (self.switch, 1.5),
                    (self.branch_with_results, 1.5),
                ]
        actions, weights = zip(*choices)
        self.random.choices(actions, weights)[0]()

    # ---- loops over slices ---------------------------------------------

    def make_stack(self, rows: int) -> View:
        """Storage used row by row, and filled as a whole; at most 64 elements."""
        choices = [(8,), (4, 4), (2, 8)] if self.slices == "some" else [(8,), (4, 2)]
        shape = (rows, *self.random.choice(choices))
        name = self.fresh("m")
        view = View(name, shape, row_major(shape), "0", frozenset([Root(False)]), True)
        self.emit(f"{name} = memref.alloc() : {view.type}")
        self.fill(view)
        return view

    def slice_loops(self) -> None:
        """Loops that read rows of some stacks and write rows of others; other steps in
        their bodies may use the rows, too."""
        rows = self.random.randint(2, 4 if self.slices == "some" else 7)
        stacks = [self.make_stack(rows) for _ in range(self.random.randint(1, 3))]
        for _ in range(self.random.randint(1, 3)):
            inner: list[View] = []
            if self.slices == "any" and self.random.random() < 0.4:
                inner = [self.make_stack(rows)]
            self.slice_loop(rows, stacks, inner)
            self.stacks += inner
        for stack in stacks:
            if self.random.random() < 0.7:
                self.elementwise(stack, [stack], True)
        self.stacks += stacks

    def slice_loop(self, rows: int, stacks: list[View], inner: list[View]) -> None:
        """One such loop, with a loop over `inner` in its body."""
        before = self.initialized()
        begin, end, one = self.constant(0), self.number_of_trips(rows), self.constant(1)
        last = self.constant(rows - 1)
        i = self.fresh("i")
        self.emit(f"scf.for {i} = {begin} to {end} step {one} {{")
        with self.block() as scope:
            at = i
            if self.random.random() < 0.4:
                at = self.fresh("i")
                self.emit(f"{at} = arith.subi {last}, {i} : index")
            for stack in stacks:
                row = self.subview(stack, 0, at, None, 1)
                scope.views.append(row)
                if self.random.random() < 0.5:
                    self.elementwise(row, [row], True)
            if inner:
                self.slice_loop(rows, inner, [])
            self.statements(self.random.randint(1, 4))
            self.deallocate(scope)
        self.emit("}")
        if self.slices == "any":  # May be skipped.
            self.restore(before)

    def number_of_trips(self, rows: int) -> str:
        """Returns a trip count of at most one per row."""
        if self.slices == "some":
            return self.constant(rows)
        view = self.pick(lambda view: view.is_readable and not view.is_dynamic)
        if view is None or self.random.random() < 0.5:
            return self.constant(self.random.randint(max(0, rows - 4), rows))
        zero, most = self.constant(0), self.constant(rows)
        value, seven, bits, count, result = (self.fresh("n") for _ in range(5))
        indices = ", ".join([zero] * len(view.shape))
        self.emit(f"{value} = memref.load {view.name}[{indices}] : {view.type}")
        self.emit(f"{seven} = arith.constant 7 : i32")
        self.emit(f"{bits} = arith.andi {value}, {seven} : i32")
        self.emit(f"{count} = arith.index_cast {bits} : i32 to index")
        self.emit(f"{result} = arith.minsi {count}, {most} : index")
        return result

    # ---- the function --------------------------------------------------

    def sum_up(self, result: View) -> None:
        """Makes the result depend on every buffer of the function."""
        seen: set[Root] = set()
        for view in list(self.views()):
            if view.is_dynamic or not view.is_readable or view.roots <= seen:
                continue
            seen |= view.roots
            part = replace(
                result, name=self.fresh("s"), shape=view.shape, is_whole=False
            )
            strides = row_major(view.shape)
            text = ", ".join(str(stride) for stride in strides)
            sizes = "".join(f"{size}x" for size in view.shape)
            list_of_sizes = ", ".join(str(size) for size in view.shape)
            self.emit(
                f"{part.name} = memref.reinterpret_cast {result.name} to offset: [0], "
                f"sizes: [{list_of_sizes}], strides: [{text}] : {result.type} to "
                f"memref<{sizes}i32, strided<[{text}]>>"
            )
            rank = len(view.shape)
            maps = ", ".join([identity_map(rank)] * 2)
            kinds = ", ".join(['"parallel"'] * rank)
            self.emit(
                f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} "
                f"ins({view.name} : {view.type}) outs({part.name} : "
                f"memref<{sizes}i32, strided<[{text}]>>) {{"
            )
            a, b, c = (self.fresh("x") for _ in range(3))
            self.emit("^bb0(%in: i32, %out: i32):")
            self.emit(f"  {a} = arith.constant 31 : i32")
            self.emit(f"  {b} = arith.muli %out, {a} : i32")
            self.emit(f"  {c} = arith.addi %in, {b} : i32")
            self.emit(f"  linalg.yield {c} : i32")
            self.emit("}")

    def generate(self) -> str:
        scope = self.scopes[0]
        arguments = []
        for number in range(self.random.randint(1, 3)):
            shape = (64,) if number == 0 else self.random.choice(SHAPES)
            root = Root(is_initialized=True)
            view = View(f"%arg{number}", shape, row_major(shape), "0", frozenset([root]), True)
            arguments.append(view)
        result = View("%result", (64,), (1,), "0", frozenset([Root(True)]), True)
        scope.views.extend(arguments)
        signature = ", ".join(
            f"{view.name}: {view.type}"
            + self.argument_attributes(number, view is not result)
            for number, view in enumerate([*arguments, result])
        )
        while self.budget > 0:
            if self.slices and self.random.random() < 0.3:
                self.slice_loops()
            self.statement()
        scope.views.extend(self.stacks)
        self.sum_up(result)
        self.deallocate(scope)
        body = "\n".join(self.lines)
        return f"func.func @{self.function}({signature}) {{\n{body}\n  return\n}}\n"


HELPERS = """
memref.global "private" constant @table : memref<8x8xi32> = dense<3>
memref.global "private" constant @weights : memref<8x8xi32> = dense<-7>
func.func private @barrier(%m: memref<64xi32>) attributes {no_inline} {
  %c9 = arith.constant 9 : index
  %v = memref.load %m[%c9] : memref<64xi32>
  %w = arith.addi %v, %v : i32
  memref.store %w, %m[%c9] : memref<64xi32>
  return
}
func.func private @make(%m: memref<64xi32>) -> memref<64xi32> attributes {no_inline} {
  %t = memref.alloc() : memref<64xi32>
  memref.copy %m, %t : memref<64xi32> to memref<64xi32>
  return %t : memref<64xi32>
}
func.func private @same(%m: memref<64xi32>) -> memref<64xi32> attributes {no_inline} {
  return %m : memref<64xi32>
}
func.func private @inlined(%m: memref<64xi32>) {
  %t = memref.alloc() : memref<64xi32>
  memref.copy %m, %t : memref<64xi32> to memref<64xi32>
  linalg.add ins(%t, %t : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  memref.dealloc %t : memref<64xi32>
  return
}
"""

PINNING_HELPERS = """
memref.global "private" constant @pinned_table : memref<8x8xi32> = dense<11>
memref.global "private" constant @aligned_table : memref<8x8xi32> = dense<5> {alignment = 8192}
func.func private @pinned(%m: memref<64xi32> {memplace.pin = #memplace.tier<"PIN1">}) {
  linalg.add ins(%m, %m : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  return
}
func.func private @pinned_kept(%m: memref<64xi32> {memplace.pin = #memplace.tier<"PIN0">})
    attributes {no_inline} {
  linalg.add ins(%m, %m : memref<64xi32>, memref<64xi32>) outs(%m : memref<64xi32>)
  return
}
"""


def make_module(
    seed: int,
    count: int,
    slices: str = "",
    branches: bool = False,
    flipped: bool = False,
    mixed: bool = False,
) -> str:
    """Returns a module of `count` functions @f0, @f1, ... without results."""
    functions = [
        Generator(seed * 100003 + i, i, slices, branches, flipped, mixed).generate()
        for i in range(count)
    ]
    return HELPERS + (PINNING_HELPERS if mixed else "") + "\n".join(functions)
