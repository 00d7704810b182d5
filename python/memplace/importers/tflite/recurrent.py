"""TFLite's recurrent operators on floats.

State kept between calls is a variable tensor of the file. In the program, it is an
argument that each call reads and writes; initially, it is 0.
"""

from collections.abc import Callable, Sequence

from memplace.importers.tflite.arithmetic import Numbers
from memplace.importers.tflite.context import LIMITS, Context
from memplace.importers.tflite.elementwise import at_least, at_most, logistic
from memplace.importers.tflite.storage import StoredTensor
from memplace.importers.tflite.writer import Index

ACTIVATIONS = {0: "NONE", 1: "RELU", 2: "RELU_N1_TO_1", 3: "RELU6", 4: "TANH"}


class Direction:
    """A pass of a layer through a sequence, forwards or backwards."""

    def __init__(
        self,
        context: Context,
        target: StoredTensor,
        units: int,
        first: int = 0,
        is_backward: bool = False,
    ) -> None:
        self.context, self.writer = context, context.writer
        self.source, self.target = context.input(0), target
        self.first, self.is_backward = first, is_backward
        self.units = units
        self.numbers = Numbers(context.writer, self.source.tensor)
        self.is_time_major = bool(context.operator.option("TimeMajor"))
        *outer, self.width = self.source.shape
        if len(outer) not in (1, 2):
            raise context.refuse(
                f"has an input of shape {self.source.shape}, which must have 2 or 3 "
                "dimensions"
            )
        self.has_time = len(outer) == 2
        if not self.has_time:
            outer = [*outer, 1]
        elif self.is_time_major:
            outer.reverse()
        self.batch, self.times = outer
        shape = [*self.source.shape[:-1], target.shape[-1]]
        context.expect(target, shape)
        if first + units > target.shape[-1]:
            raise context.refuse(
                f"has a result of shape {target.shape}, but {units} units"
            )

    def place(self, batch: Index, time: Index, last: Index) -> list[Index]:
        """Returns the index of an element of the input or the output."""
        if not self.has_time:
            return [batch, last]
        return [time, batch, last] if self.is_time_major else [batch, time, last]

    def steps(self, body: Callable[[Index, Index], None]) -> None:
        """Loops over sequences, and over each from its beginning or its end."""
        end = self.writer.index(self.times - 1)

        def step(at: list[Index]) -> None:
            time = at[1]
            if self.is_backward:
                time = self.writer.binary("subi", end, time, "index")
            body(at[0], time)

        self.writer.loops([self.batch, self.times], step)

    def store(self, value: str, batch: Index, time: Index, unit: Index) -> None:
        """Stores the output of a unit."""
        last = self.writer.add(unit, self.first, "index")
        self.target.store_raw(value, self.place(batch, time, last))

    def weighted(
        self,
        total: str,
        weights: StoredTensor,
        unit: Index,
        load: Callable[[Index], str],
    ) -> str:
        """Adds to a sum the product of a row of weights and a vector."""
        numbers = self.numbers

        def product(inner: list[Index], value: str) -> str:
            weight = weights.load_raw([unit, *inner])
            return numbers.add(value, numbers.multiply(weight, load(inner[0])))

        count = weights.shape[1]
        dot = self.writer.reduce([count], numbers.constant(0), product, numbers.kind)
        return numbers.add(total, dot)

    def of_input(self, batch: Index, time: Index) -> Callable[[Index], str]:
        """Returns a function that loads an element of the input vector at a time."""
        return lambda at: self.source.load_raw(self.place(batch, time, at))

    def expect(self, place: StoredTensor | None, *shape: int) -> None:
        """Refuses a tensor of another shape; a missing tensor is accepted."""
        if place is not None:
            self.context.expect(place, shape)


def activation(context: Context, numbers: Numbers, value: str) -> str:
    """Applies the layer's activation to a number."""
    kind = ACTIVATIONS.get(context.operator.option("FusedActivationFunction"))
    if kind is None:
        raise context.refuse(
            f"has activation {context.operator.option('FusedActivationFunction')}, "
            "which is not supported"
        )
    if kind == "TANH":
        return numbers.function("tanh", value)
    low, high = LIMITS[kind]
    value = value if low is None else at_least(numbers, value, low)
    return value if high is None else at_most(numbers, value, high)


def simple_layer(
    direction: Direction,
    weights: StoredTensor,
    recurrent: StoredTensor,
    bias: StoredTensor,
    state: StoredTensor,
) -> None:
    """Writes a simple recurrent layer, whose state is its output."""
    context, writer, numbers = direction.context, direction.writer, direction.numbers
    units = direction.units
    direction.expect(weights, units, direction.width)
    direction.expect(recurrent, units, units)
    direction.expect(bias, units)
    direction.expect(state, direction.batch, units)
    kind = f"memref<{units}xf32>"
    fresh = writer.op(f"memref.alloc() : {kind}")

    def step(batch: Index, time: Index) -> None:
        def unit(at: list[Index]) -> None:
            total = bias.load_raw(at)
            load = direction.of_input(batch, time)
            total = direction.weighted(total, weights, at[0], load)
            total = direction.weighted(
                total,
                recurrent,
                at[0],
                lambda inner: state.load_raw([batch, inner]),
            )
            writer.store(activation(context, numbers, total), fresh, at, kind)

        writer.loops([units], unit)

        def hand_on(at: list[Index]) -> None:
            value = writer.load(fresh, at, kind)
            state.store_raw(value, [batch, *at])
            direction.store(value, batch, time, at[0])

        writer.loops([units], hand_on)

    direction.steps(step)


def rnn(context: Context) -> None:
    """RNN and UNIDIRECTIONAL_SEQUENCE_RNN."""
    weights, recurrent, bias, state = (context.input(number) for number in range(1, 5))
    direction = Direction(context, context.outputs[0], weights.shape[0])
    context.expect(context.outputs[0], [*context.input(0).shape[:-1], direction.units])
    simple_layer(direction, weights, recurrent, bias, state)


def bidirectional_rnn(context: Context) -> None:
    """BIDIRECTIONAL_SEQUENCE_RNN; both results may be parts of one tensor."""
    operands = [context.input(number) for number in range(1, 9)]
    counts = operands[0].shape[0], operands[4].shape[0]
    for number, direction in enumerate(both_ways(context, *counts)):
        simple_layer(direction, *operands[4 * number : 4 * number + 4])


def both_ways(context: Context, forward: int, backward: int) -> list[Direction]:
    """Returns the two directions of a bidirectional layer."""
    outputs = context.outputs
    is_merged = bool(context.operator.option("MergeOutputs"))
    if len(outputs) != (1 if is_merged else 2):
        raise context.refuse(
            f"has {len(outputs)} results, but 'MergeOutputs' = {is_merged}"
        )
    widths = [forward + backward] if is_merged else [forward, backward]
    for target, width in zip(outputs, widths):
        context.expect(target, [*target.shape[:-1], width])
    return [
        Direction(context, outputs[0], forward),
        Direction(
            context,
            outputs[-1],
            backward,
            forward if is_merged else 0,
            is_backward=True,
        ),
    ]


GATES = ("input", "forget", "cell", "output")


class LstmLayer:
    """Operands of an LSTM layer, in the order of the file.

    These are the weights of the input, of the state and of the cells (peepholes), the
    biases, and the projection.
    """

    def __init__(
        self,
        context: Context,
        operands: Sequence[StoredTensor | None],
        states: Sequence[StoredTensor],
    ) -> None:
        self.context = context
        for option in ("CellClip", "ProjClip"):
            limit = context.operator.option(option)
            if not limit >= 0:
                raise context.refuse(
                    f"has '{option}' = {limit}, which must be at least 0"
                )
        if not context.operator.option("FusedActivationFunction"):
            # The kernel would multiply by numbers from elsewhere.
            raise context.refuse("has activation NONE, with which TFLite has no result")
        self.weights = dict(zip(GATES, operands[0:4]))
        self.recurrent = dict(zip(GATES, operands[4:8]))
        self.peepholes = dict(zip(("input", "forget", "output"), operands[8:11]))
        self.biases = dict(zip(GATES, operands[11:15]))
        self.projection, self.projection_bias = operands[15:17]
        self.output_state, self.cell_state = states
        self.is_coupled = self.weights["input"] is None
        of_input = self.weights, self.recurrent, self.biases
        if len({operand["input"] is None for operand in of_input}) > 1:
            raise context.refuse(
                "has some operands of the input gate, but must have all or none"
            )
        present = [place is not None for name, place in self.peepholes.items()
                   if name != "input" or not self.is_coupled]  # fmt: skip
        if len(set(present)) > 1 or (self.is_coupled and self.peepholes["input"]):
            raise context.refuse("has some peepholes, but must have all or none")
        if self.projection is None and self.projection_bias is not None:
            raise context.refuse("has the bias of a projection, but no projection")
        output = self.weights["output"]
        assert output is not None, "the signature wants an output gate"
        self.cells = output.shape[0]
        self.units = self.projection.shape[0] if self.projection else self.cells

    def check(self, direction: Direction) -> None:
        """Refuses operands of other shapes."""
        for gate in GATES:
            direction.expect(self.weights[gate], self.cells, direction.width)
            direction.expect(self.recurrent[gate], self.cells, self.units)
            direction.expect(self.peepholes.get(gate), self.cells)
            direction.expect(self.biases[gate], self.cells)
        direction.expect(self.projection, self.units, self.cells)
        direction.expect(self.projection_bias, self.units)
        direction.expect(self.output_state, direction.batch, self.units)
        direction.expect(self.cell_state, direction.batch, self.cells)

    def run(self, direction: Direction) -> None:
        """Writes the loops of the layer in one direction."""
        self.check(direction)
        self.direction, self.numbers = direction, direction.numbers
        writer = direction.writer
        kind = f"memref<{self.cells}xf32>"
        hidden = writer.op(f"memref.alloc() : {kind}")

        def step(batch: Index, time: Index) -> None:
            def cell(at: list[Index]) -> None:
                writer.store(self.cell(batch, time, at[0]), hidden, at, kind)

            writer.loops([self.cells], cell)

            def unit(at: list[Index]) -> None:
                load = lambda inner: writer.load(hidden, [inner], kind)  # noqa: E731
                value = self.projected(at[0], load)
                self.output_state.store_raw(value, [batch, *at])
                direction.store(value, batch, time, at[0])

            writer.loops([self.units], unit)

        direction.steps(step)

    def gate(self, name: str, batch: Index, time: Index, at: Index, cell: str) -> str:
        """Returns a gate's value before its activation; `cell` is the cell's state."""
        direction, numbers = self.direction, self.numbers
        weights, recurrent, bias = (
            operands[name] for operands in (self.weights, self.recurrent, self.biases)
        )
        assert weights and recurrent and bias, "an operand of the gate is missing"
        total = bias.load_raw([at])
        load = direction.of_input(batch, time)
        total = direction.weighted(total, weights, at, load)
        total = direction.weighted(
            total,
            recurrent,
            at,
            lambda inner: self.output_state.load_raw([batch, inner]),
        )
        if peephole := self.peepholes.get(name):
            seen = numbers.multiply(peephole.load_raw([at]), cell)
            total = numbers.add(total, seen)
        return total

    def cell(self, batch: Index, time: Index, at: Index) -> str:
        """Updates one cell; returns the cell's output."""
        context, numbers = self.context, self.numbers
        old = self.cell_state.load_raw([batch, at])

        def share(name: str, cell: str) -> str:
            return logistic(numbers, self.gate(name, batch, time, at, cell))

        forget = share("forget", old)
        if self.is_coupled:
            taken = numbers.subtract(numbers.constant(1), forget)
        else:
            taken = share("input", old)
        fresh = self.gate("cell", batch, time, at, old)
        fresh = activation(context, numbers, fresh)
        new = numbers.add(numbers.multiply(forget, old), numbers.multiply(fresh, taken))
        new = self.clipped(new, "CellClip")
        self.cell_state.store_raw(new, [batch, at])
        shown = activation(context, numbers, new)
        return numbers.multiply(share("output", new), shown)

    def clipped(self, value: str, option: str) -> str:
        """Clamps a number to +-limit if the option sets a limit."""
        limit = self.context.operator.option(option)
        if limit > 0:
            value = at_most(self.numbers, value, limit)
            value = at_least(self.numbers, value, -limit)
        return value

    def projected(self, at: Index, load: Callable[[Index], str]) -> str:
        """Returns the output of a unit: a cell's output, or a projection of all."""
        if self.projection is None:
            return load(at)
        total = self.numbers.constant(0)
        if self.projection_bias is not None:
            total = self.projection_bias.load_raw([at])
        total = self.direction.weighted(total, self.projection, at, load)
        return self.clipped(total, "ProjClip")


def lstm(context: Context) -> None:
    """LSTM and UNIDIRECTIONAL_SEQUENCE_LSTM."""
    operands = [context.optional(number) for number in range(1, 18)]
    states = [context.input(number) for number in (18, 19)]
    memory = LstmLayer(context, operands, states)
    direction = Direction(context, context.outputs[0], memory.units)
    context.expect(context.outputs[0], [*context.input(0).shape[:-1], memory.units])
    memory.run(direction)


def bidirectional_lstm(context: Context) -> None:
    """BIDIRECTIONAL_SEQUENCE_LSTM; both results may be parts of one tensor."""
    memories = [
        LstmLayer(
            context,
            [context.optional(first + number) for number in range(17)],
            [context.input(state), context.input(state + 1)],
        )
        for first, state in ((1, 35), (18, 37))
    ]
    directions = both_ways(context, *(memory.units for memory in memories))
    first = directions[0]
    is_shared = len(context.outputs) == 1 and not first.is_time_major
    if is_shared and first.batch > 1:
        # In this case, TFLite's kernel confuses the states of sequences.
        raise context.refuse(
            f"has {first.batch} sequences and merged results; supported is one sequence"
        )
    for memory, direction in zip(memories, directions):
        memory.run(direction)


def svdf(context: Context) -> None:
    """SVDF: filters over the most recent inputs; `Rank` filters form a unit."""
    writer, target = context.writer, context.outputs[0]
    source, features, times = (context.input(number) for number in range(3))
    bias, state = context.optional(3), context.input(4)
    rank = context.operator.option("Rank")
    filters, length = times.shape
    if rank < 1 or filters % rank or len(source.shape) != 2:
        raise context.refuse(
            f"has 'Rank' = {rank}, which must divide {filters} filters, and an input "
            f"of shape {source.shape}, which must have 2 dimensions"
        )
    units, batch = filters // rank, source.shape[0]
    direction = Direction(context, target, units)
    context.expect(target, (batch, units))
    direction.expect(features, filters, source.shape[1])
    direction.expect(bias, units)
    direction.expect(state, batch, filters * length)
    numbers = direction.numbers

    def unit(at: list[Index]) -> None:
        image, number = at

        def add(inner: list[Index], total: str) -> str:
            which = writer.binary("muli", number, writer.index(rank), "index")
            which = writer.binary("addi", which, inner[0], "index")
            first = writer.binary("muli", which, writer.index(length), "index")

            def shift(place: list[Index]) -> None:
                there = writer.binary("addi", first, place[0], "index")
                following = [image, writer.add(there, 1, "index")]
                state.store_raw(state.load_raw(following), [image, there])

            writer.loops([length - 1], shift)
            fresh = direction.weighted(
                numbers.constant(0),
                features,
                which,
                lambda place: source.load_raw([image, place]),
            )
            last = writer.add(first, length - 1, "index")
            state.store_raw(fresh, [image, last])

            def seen(place: Index) -> str:
                there = writer.binary("addi", first, place, "index")
                return state.load_raw([image, there])

            return direction.weighted(total, times, which, seen)

        total = writer.reduce([rank], numbers.constant(0), add, numbers.kind)
        if bias is not None:
            total = numbers.add(total, bias.load_raw([number]))
        target.store_raw(activation(context, numbers, total), at)

    writer.loops([batch, units], unit)
