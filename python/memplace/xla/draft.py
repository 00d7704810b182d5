"""A program while it is read: all facts so far, and the state of the current
computation."""

from memplace.errors import InputError
from memplace.xla.hlo import Computation, Instruction, Module
from memplace.xla.program import Buffer, Place, Program
from memplace.xla.shapes import Array, Shape
from memplace.xla.values import Value, fast_space_of, suffix

# Memory spaces without buffers: flags of the DMA engines, scalar memory.
_NO_MEMORY = (2, 6)


class Frame:
    """State of a computation while it is read.

    values: meaning of the names above the current instruction.
    shapes: shapes of all instructions, by name.
    users: by name, the instructions with that operand.
    """

    def __init__(self, computation: Computation):
        self.computation = computation
        self.values: dict[str, Value] = {}
        self.shapes = {each.name: each.shape for each in computation.instructions}
        self.users: dict[str, list[Instruction]] = {}
        for each in computation.instructions:
            for operand in each.operands:
                self.users.setdefault(operand, []).append(each)

    def operand(self, each: Instruction, number: int = 0) -> Value:
        """Returns the value of an operand. Raises InputError if the operand is missing.
        """
        if number >= len(each.operands):
            raise InputError(f"'{each.name}' has no operand {number}")
        return self.values[each.operands[number]]


class Draft:
    """A program to which ops, buffers and places are added as they are read.

    text_name: name of the text in messages.
    """

    def __init__(self, module: Module, text_name: str):
        self.module = module
        self.fast_space = fast_space_of(module)
        self.text_name = text_name
        self.program = Program(module.name, [], [], [])

    @property
    def now(self) -> int:
        """The current boundary: the number of ops so far."""
        return len(self.program.ops)

    def error(
        self,
        instruction: Instruction,
        message: str,
        kind: type[InputError] = InputError,
    ) -> InputError:
        """Returns an error to raise, with the instruction's name and line."""
        where = f"{self.text_name}:{instruction.line}"
        return kind(f"{where}: '{instruction.name}' {message}")

    def is_fast(self, array: Array, instruction: Instruction) -> bool:
        """Returns true if the instruction's array is in the fast memory, false if in
        the slow memory. Raises InputError for another memory space."""
        if array.space not in (0, self.fast_space):
            raise self.error(
                instruction,
                f"is in memory space {array.space}; only 0 and the fast memory's "
                f"{self.fast_space} are known",
            )
        return array.space == self.fast_space

    def fresh(
        self,
        shape: Shape,
        instruction: Instruction,
        live_in: bool = False,
        index: tuple[int, ...] = (),
    ) -> Value:
        """Returns new buffers for a shape. The shape is that of the instruction's
        result, or of its part at `index`."""
        if isinstance(shape, tuple):
            return tuple(
                self.fresh(part, instruction, live_in, (*index, number))
                for number, part in enumerate(shape)
            )
        if shape.space in _NO_MEMORY or shape.element in ("token", "opaque"):
            return None
        begin = 0 if live_in else self.now
        name = instruction.name + suffix(index)
        buffer = self.buffer(Buffer(name, shape.size, begin, live_in=live_in))
        return self.place(buffer, self.is_fast(shape, instruction), begin)

    def buffer(self, buffer: Buffer) -> int:
        """Adds a buffer; returns its index."""
        self.program.buffers.append(buffer)
        return len(self.program.buffers) - 1

    def place(self, buffer: int, fast: bool, begin: int) -> Place:
        """Adds a place of a buffer."""
        place = Place(buffer, fast, begin)
        self.program.places.append(place)
        return place
