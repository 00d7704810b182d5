"""Writes random call graphs whose callees keep, free, return or only read memrefs.

A global of memrefs or of integers keeps an address: stored by a callee itself, by a
nested callee, by a recursive function, or by an unknown function. Some callees are
hidden during placement (`hide`), so that they are external then. All results are
integers and defined.
"""

import random
import re

SIZE = 64
TYPE = f"memref<{SIZE}xi32>"
DYNAMIC = "memref<?xi32>"
SLOTS = 4
GLOBALS = (
    f'memref.global "private" @kept : memref<{SLOTS}x{TYPE}>\n'
    f'memref.global "private" @addresses : memref<{SLOTS}xi64>\n'
)
HIDDEN = re.compile(r"^func\.func private @hidden\d+\(.*?^}\n", re.MULTILINE | re.DOTALL)

KEEP = """\
  %at = arith.constant {slot} : index
  %table = memref.get_global @kept : memref<{slots}x{type}>
  memref.store {value}, %table[%at] : memref<{slots}x{type}>
"""
KEEP_ADDRESS = """\
  %at = arith.constant {slot} : index
  %table = memref.get_global @addresses : memref<{slots}xi64>
  %index = memref.extract_aligned_pointer_as_index %a : {type} -> index
  %address = arith.index_cast %index : index to i64
  memref.store %address, %table[%at] : memref<{slots}xi64>
"""
USE = """\
  %at = arith.constant {slot} : index
  %table = memref.get_global @kept : memref<{slots}x{type}>
  %kept = memref.load %table[%at] : memref<{slots}x{type}>
  linalg.add ins(%kept, %a : {type}, {type}) outs({output} : {type})
"""
USE_ADDRESS = """\
  %at = arith.constant {slot} : index
  %table = memref.get_global @addresses : memref<{slots}xi64>
  %address = memref.load %table[%at] : memref<{slots}xi64>
  %pointer = llvm.inttoptr %address : i64 to !llvm.ptr
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.constant {size} : index
  scf.for %i = %c0 to %size step %c1 {{
    %offset = arith.index_cast %i : index to i64
    %element = llvm.getelementptr %pointer[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %kept = llvm.load %element : !llvm.ptr -> i32
    %old = memref.load %a[%i] : {type}
    %new = arith.addi %old, %kept : i32
    memref.store %new, %a[%i] : {type}
  }}
"""


class CallGraph:
    """Writes the functions @f0, @f1, ... of one module."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.functions: list[str] = []
        self.direct: set[str] = set()  # Callees for direct calls only.
        self.lines: list[str] = []
        self.buffers: list[str] = []  # Buffers of the function with contents.
        self.arguments: list[str] = []
        self.kept: dict[tuple[str, int], str] = {}  # (table, slot) -> buffer.
        self.views: dict[str, str] = {}  # Result of a call -> buffer.

    def function(self, arguments: str, body: str, results: str = "", name: str = "") -> str:
        """Adds a callee and returns its name."""
        # Functions called only by hidden functions would be removed as dead.
        may_hide = "call @" not in body and self.random.random() < 0.25
        kind = "hidden" if may_hide else "callee"
        name = name or f"{kind}{len(self.functions)}"
        # Ops of `llvm` are unknown to placement.
        stays = "llvm.load" in body or self.random.random() < 0.7
        inline = " attributes {no_inline}" if stays else ""
        if "llvm.load" in body:
            self.direct.add(name)
        arrow = f" -> {results}" if results else ""
        end = "" if "return" in body else "  return\n"
        self.functions.append(
            f"func.func private @{name}({arguments}){arrow}{inline} {{\n{body}{end}}}\n"
        )
        return name

    def wrapped(self, name: str) -> str:
        """Adds a function that applies the function `name` to %a by a call."""
        call = f"func.call @{name}(%a) : ({TYPE}) -> ()\n"
        ways = [
            f"  {call}",
            f"  %c = arith.constant true\n  scf.if %c {{\n    {call}  }}\n",
            f"  %d = memref.cast %a : {TYPE} to {DYNAMIC}\n"
            f"  %s = memref.cast %d : {DYNAMIC} to {TYPE}\n"
            f"  func.call @{name}(%s) : ({TYPE}) -> ()\n",
            "  cf.br ^next\n^next:\n  " + call,
        ]
        if self.random.random() < 0.25:
            return self.recursive(name)
        return self.function(f"%a: {TYPE}", self.random.choice(ways))

    def recursive(self, name: str) -> str:
        own = f"recursive{len(self.functions)}"
        body = (
            "  %zero = arith.constant 0 : index\n  %one = arith.constant 1 : index\n"
            "  %less = arith.subi %n, %one : index\n"
            "  %ends = arith.cmpi eq, %n, %zero : index\n  scf.if %ends {\n"
            f"    func.call @{name}(%a) : ({TYPE}) -> ()\n  }} else {{\n"
            f"    func.call @{own}(%a, %less) : ({TYPE}, index) -> ()\n  }}\n"
        )
        self.function(f"%a: {TYPE}, %n: index", body, name=own)
        trips = self.random.randrange(3)
        body = (
            f"  %n = arith.constant {trips} : index\n"
            f"  func.call @{own}(%a, %n) : ({TYPE}, index) -> ()\n"
        )
        return self.function(f"%a: {TYPE}", body)

    def callee(self, body: str) -> str:
        """Adds a function of %a, in some cases after other arguments."""
        name = self.function(f"%a: {TYPE}", body)
        while self.random.random() < 0.4:
            name = self.wrapped(name)
        return name

    # ---- statements of a placed function ---------------------------------

    def emit(self, line: str) -> None:
        self.lines.append("  " + line)

    def fresh(self) -> str:
        return f"%v{len(self.lines)}"

    def call(self, name: str, buffer: str) -> None:
        if name not in self.direct and self.random.random() < 0.2:
            function = self.fresh()
            type = f"({TYPE}) -> ()"
            self.emit(f"{function}_a = func.constant @{name} : {type}")
            other = self.function(f"%a: {TYPE}", "")
            self.emit(f"{function}_b = func.constant @{other} : {type}")
            self.emit(f"{function} = arith.select %is, {function}_a, {function}_b : {type}")
            self.emit(f"func.call_indirect {function}({buffer}) : {type}")
            return
        self.emit(f"func.call @{name}({buffer}) : ({TYPE}) -> ()")

    def compute(self) -> None:
        """Fills a new buffer, or updates one."""
        sources = [self.random.choice(self.buffers) for _ in range(2)]
        target = self.fresh()
        if self.random.random() < 0.75:
            self.emit(f"{target} = memref.alloc() : {TYPE}")
            self.buffers.append(target)
        else:
            target = self.random.choice(self.buffers)
        op = self.random.choice(["add", "mul", "sub"])
        operands = f"ins({', '.join(sources)} : {TYPE}, {TYPE}) outs({target} : {TYPE})"
        self.emit(f"linalg.{op} {operands}")

    def keep(self) -> None:
        table = self.random.choice(["kept", "addresses"])
        slot = self.random.randrange(SLOTS)
        buffer = self.random.choice(self.buffers)
        body = KEEP if table == "kept" else KEEP_ADDRESS
        body = body.format(slot=slot, slots=SLOTS, type=TYPE, value="%a")
        self.call(self.callee(body), buffer)
        storage = self.views.get(buffer, buffer)
        self.kept[table, slot] = storage
        # Often only the address remains.
        if storage not in self.arguments and self.random.random() < 0.7:
            self.buffers = [b for b in self.buffers if self.views.get(b, b) != storage]

    def use(self) -> None:
        """Reads or writes a kept buffer, which no operand of the call shows."""
        if self.kept:
            self.use_slot(*self.random.choice(list(self.kept)))

    def use_slot(self, table: str, slot: int) -> None:
        output = self.random.choice(["%a", "%a", "%kept"])
        body = USE if table == "kept" else USE_ADDRESS
        body = body.format(slot=slot, slots=SLOTS, type=TYPE, size=SIZE, output=output)
        self.call(self.callee(body), self.random.choice(self.buffers))

    def read(self) -> None:
        """Accesses only during the call; a hidden callee declares this."""
        output = self.random.choice(self.buffers)
        attribute = self.random.choice(["", "", " {llvm.nocapture}"])
        name = self.function(
            f"%a: {TYPE}{attribute}, %o: {TYPE}{attribute}",
            f"  linalg.add ins(%a, %o : {TYPE}, {TYPE}) outs(%o : {TYPE})\n",
        )
        buffer = self.random.choice(self.buffers)
        self.emit(f"func.call @{name}({buffer}, {output}) : ({TYPE}, {TYPE}) -> ()")

    def give_back(self) -> None:
        """A callee returns one of its operands."""
        first, second = (self.random.choice(self.buffers) for _ in range(2))
        is_first = self.random.random() < 0.5
        body = (
            f"  %is = arith.constant {'true' if is_first else 'false'}\n"
            f"  %r = arith.select %is, %a, %b : {TYPE}\n  return %r : {TYPE}\n"
        )
        name = self.function(f"%a: {TYPE}, %b: {TYPE}", body, TYPE)
        result = self.fresh()
        self.emit(
            f"{result} = func.call @{name}({first}, {second}) : ({TYPE}, {TYPE}) -> {TYPE}"
        )
        chosen = first if is_first else second
        self.views[result] = self.views.get(chosen, chosen)
        self.buffers.append(result)

    def free(self) -> None:
        """Ends the life of a buffer, here or in a callee."""
        buffer = self.random.choice(self.buffers)
        storage = self.views.get(buffer, buffer)
        if storage in self.arguments:
            return
        if self.random.random() < 0.3:
            self.emit(f"memref.dealloc {buffer} : {TYPE}")
        else:
            body = f"  memref.dealloc %a : {TYPE}\n"
            if self.random.random() < 0.5:
                body = f"  %own = arith.constant true\n  scf.if %own {{\n  {body}  }}\n"
            self.call(self.callee(body), buffer)
        self.buffers = [b for b in self.buffers if self.views.get(b, b) != storage]
        self.kept = {at: b for at, b in self.kept.items() if b != storage}

    def generate(self, number: int) -> None:
        """Adds the function @f<number>."""
        self.lines, self.kept, self.views = [], {}, {}
        self.arguments = ["%x", "%y"]
        self.buffers = list(self.arguments)
        self.emit("%c0 = arith.constant 0 : index")
        self.emit(f"%first = memref.load %x[%c0] : {TYPE}")
        self.emit("%is = arith.cmpi eq, %first, %first : i32")
        steps = [self.compute, self.compute, self.compute, self.keep, self.use]
        steps += [self.use, self.read, self.give_back, self.free]
        for _ in range(self.random.randrange(6, 20)):
            self.random.choice(steps)()
        for table, slot in list(self.kept):
            self.use_slot(table, slot)
        self.emit(f"linalg.copy ins(%x : {TYPE}) outs(%out : {TYPE})")
        for buffer in self.buffers:
            self.emit(f"linalg.add ins({buffer}, %out : {TYPE}, {TYPE}) outs(%out : {TYPE})")
        arguments = f"%x: {TYPE}, %y: {TYPE}, %out: {TYPE}"
        body = "\n".join(self.lines)
        self.functions.append(f"func.func @f{number}({arguments}) {{\n{body}\n  return\n}}\n")


def make_module(seed: int, count: int) -> str:
    """Returns the text of a module with the functions @f0 to @f<count - 1>."""
    graph = CallGraph(seed)
    for number in range(count):
        graph.generate(number)
    return GLOBALS + "".join(graph.functions)


def hide(text: str) -> tuple[str, str]:
    """Returns the module with declarations of the hidden functions, and the
    definitions."""
    hidden = "".join(HIDDEN.findall(text))
    declarations = []
    for match in re.finditer(r"^(func\.func private @hidden.*?) ?(?:attributes .*)?\{$", hidden, re.M):
        declarations.append(match.group(1).rstrip() + "\n")
    return "".join(declarations) + HIDDEN.sub("", text), hidden


def reveal(text: str, hidden: str) -> str:
    """Returns the module with `hidden` in place of the declarations."""
    text = re.sub(r"^ *func\.func private @hidden\d+\(.*\n", "", text, flags=re.MULTILINE)
    if text.lstrip().startswith(("module", "#")):
        end = text.rindex("}")
        return text[:end] + hidden + text[end:]
    return text + hidden
