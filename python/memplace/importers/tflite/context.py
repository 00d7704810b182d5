"""What the translation of one TFLite operator is given, and what all of them need."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memplace.errors import MemplaceError
from memplace.importers.tflite.file import Operator, Tensor
from memplace.importers.tflite.fixed_point import Multiplier, float32, round_away
from memplace.importers.tflite.options import names_of
from memplace.importers.tflite.writer import Index, Writer

MOST_NUMBERS = 1 << 20  # Of an operand that is read while importing.
# The 32-bit float that is the farthest below 0.
LEAST_FLOAT = -(2.0 - 2.0**-23) * 2.0**127
ACTIVATIONS = {0: "NONE", 1: "RELU", 2: "RELU_N1_TO_1", 3: "RELU6"}
# The least and the greatest number that an activation lets through.
LIMITS: dict[str, tuple[float | None, float | None]] = {
    "NONE": (None, None),
    "RELU": (0, None),
    "RELU_N1_TO_1": (-1, 1),
    "RELU6": (0, 6),
    "RELU_0_TO_1": (0, 1),
}


@dataclass(frozen=True)
class Place:
    """A tensor of the network, and where it is."""

    tensor: Tensor
    memref: str
    """The variable."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Its sizes."""
        return self.tensor.shape


@dataclass
class Context:
    """What the translation of one operator is given."""

    writer: Writer
    operator: Operator
    inputs: list[Place | None]
    outputs: list[Place]

    def refuse(self, reason: str) -> MemplaceError:
        """The error that says why this operator is not read."""
        return MemplaceError(f"{self.operator} {reason}")

    def optional(self, number: int) -> Place | None:
        """An operand, if it is there."""
        return self.inputs[number] if number < len(self.inputs) else None

    def input(self, number: int) -> Place:
        """An operand that must be there."""
        place = self.optional(number)
        if place is None:
            raise self.refuse(f"has no input {number}")
        return place

    def eight_bits(self, *places: Place) -> None:
        """Refuses operands of other types, and outputs of another than the inputs'."""
        for place in places:
            if place.tensor.type not in ("INT8", "UINT8") or (
                place.tensor.type != places[0].tensor.type
            ):
                raise self.refuse(
                    f"has operand '{place.tensor.name}' of type {place.tensor.type}; "
                    "those read are int8, uint8 and float32, all of one type"
                )
            if not place.tensor.scales:
                raise self.refuse(
                    f"has operand '{place.tensor.name}' without quantisation"
                )

    def all_real(self, *places: Place) -> None:
        """Refuses operands of other types than 32-bit floats."""
        for place in places:
            kind = place.tensor.type
            if kind in ("INT8", "UINT8"):
                raise self.refuse(
                    f"is of dynamic-range quantisation: operand '{place.tensor.name}' is "
                    f"of {kind}, others of FLOAT32; quantise the activations, too, or "
                    "keep the weights in float16 or float32"
                )
            if kind != "FLOAT32":
                raise self.refuse(
                    f"has operand '{place.tensor.name}' of type {kind}; those beside "
                    "operands of FLOAT32 must be so, too"
                )

    def one_type(self, *places: Place) -> None:
        """Refuses operands that are not all of one type, 8 bits or 32-bit floats."""
        if places[0].tensor.is_real:
            self.all_real(*places)
        else:
            self.eight_bits(*places)

    def same_numbers(self, *places: Place) -> None:
        """Refuses operands of which equal elements are not equal numbers."""
        first = places[0].tensor
        for place in places[1:]:
            other = place.tensor
            if first.type != other.type:
                raise self.refuse(
                    f"has operands of types {first.type} and {other.type}"
                )
            if (first.scales, first.zero_points) != (other.scales, other.zero_points):
                raise self.refuse("has operands of several scales, which is not read")

    def constant(self, number: int) -> list[int]:
        """The integers of an operand that must be a constant, flat."""
        tensor = self.input(number).tensor
        if tensor.data is None:
            raise self.refuse(f"has operand '{tensor.name}' that is no constant")
        array = tensor.array().ravel()
        if array.size > MOST_NUMBERS:
            raise self.refuse(
                f"has {array.size} numbers in operand '{tensor.name}', at most "
                f"{MOST_NUMBERS} are read"
            )
        return [int(value) for value in array]

    def is_computed(self, position: int) -> bool:
        """Whether the network computes an operand that only says what the shapes of the
        file say, too."""
        return self.input(position).tensor.data is None

    def number(self, position: int) -> int:
        """The one integer of an operand that must be a constant."""
        values = self.constant(position)
        if len(values) != 1:
            raise self.refuse(
                f"has {len(values)} numbers as operand {position}, not one"
            )
        return values[0]

    def axis(self, value: int, rank: int) -> int:
        """A dimension, which may be counted from the end."""
        if not -rank <= value < rank:
            raise self.refuse(f"is along dimension {value} of {rank}")
        return value % rank

    # Shapes: those of the file must be those that the interpreter finds.

    def expect(self, place: Place, shape: Sequence[int]) -> None:
        """Refuses a tensor of another shape."""
        if place.shape != tuple(shape):
            raise self.refuse(
                f"makes {tuple(shape)}, but '{place.tensor.name}' is {place.shape}"
            )

    def expect_type(self, place: Place, option: str) -> None:
        """Refuses a tensor of another type than an option says."""
        import tflite

        kind = names_of(tflite.TensorType).get(self.operator.option(option))
        if kind != place.tensor.type:
            raise self.refuse(
                f"makes {kind} as '{option}' says, but '{place.tensor.name}' is "
                f"{place.tensor.type}"
            )

    def expect_constant(self, place: Place, position: int) -> None:
        """Refuses a tensor of another shape than an operand says; one that the network
        computes says what the file does."""
        if not self.is_computed(position):
            self.expect(place, self.constant(position))

    def expect_broadcast(self, target: Place, *places: Place) -> None:
        """Refuses a tensor of another shape than others have after broadcasting."""
        self.expect(target, self.broadcast_shape(*(place.shape for place in places)))

    def broadcast_shape(self, *shapes: Sequence[int]) -> list[int]:
        """The shape of several together; refuses those that have none."""
        found = []
        for dimension in range(-max(map(len, shapes)), 0):
            sizes = {one[dimension] for one in shapes if len(one) >= -dimension}
            sizes = sizes - {1} or {1}
            if len(sizes) > 1:
                raise self.refuse(f"has operands of shapes {list(map(tuple, shapes))}")
            found.append(sizes.pop())
        return found

    def as_shape(self, place: Place, shape: Sequence[int]) -> Place:
        """The same elements in another shape."""
        tensor = replace(place.tensor, shape=tuple(shape))
        if tensor.shape == place.shape:
            return place
        view = self.writer.reshape(
            place.memref, place.tensor.memref, tensor.memref, tensor.shape
        )
        return Place(tensor, view)

    # Elements.

    def raw(self, place: Place, at: list[Index]) -> str:
        """An element as it is."""
        return self.writer.load(place.memref, at, place.tensor.memref)

    def raw_flat(self, place: Place, at: list[Index]) -> str:
        """The element, as it is, that stands at `at` after broadcasting."""
        return self.raw(place, self.broadcast(place, at))

    def put(self, value: str, place: Place, at: list[Index]) -> None:
        """Overwrites an element with a value of its type."""
        self.writer.store(value, place.memref, at, place.tensor.memref)

    def to_index(self, value: str, place: Place) -> Index:
        """An integer of a tensor as an index."""
        return self.writer.op(
            f"arith.index_cast {value} : {place.tensor.element} to index"
        )

    def load(self, place: Place, at: list[Index], offset: int = 0) -> str:
        """An element: a float, or a 32-bit integer with `offset` added."""
        tensor = place.tensor
        value = self.writer.load(place.memref, at, tensor.memref)
        if tensor.is_real:
            return value
        wide = self.writer.widen(value, tensor.element, tensor.is_signed)
        return self.writer.add(wide, offset)

    def store(self, value: str, place: Place, at: list[Index]) -> None:
        """Overwrites an element with a float, or the low bits of a 32-bit integer."""
        if place.tensor.is_real:
            self.writer.store(value, place.memref, at, place.tensor.memref)
            return
        narrow = self.writer.narrow(value, place.tensor.element)
        self.writer.store(narrow, place.memref, at, place.tensor.memref)

    def broadcast(self, place: Place, at: list[Index]) -> list[Index]:
        """Where that element of `place` is which stands at `at` after broadcasting."""
        extra = len(at) - len(place.shape)
        return [
            self.writer.index(0) if size == 1 else index
            for size, index in zip(place.shape, at[extra:])
        ]

    def load_flat(self, place: Place, at: list[Index], offset: int = 0) -> str:
        """The element that stands at `at` after broadcasting."""
        return self.load(place, self.broadcast(place, at), offset)

    def activation(self) -> tuple[float | None, float | None]:
        """The least and the greatest number that the operator's activation lets through;
        of floats, these are finite."""
        number = self.operator.option("FusedActivationFunction")
        kind = ACTIVATIONS.get(number)
        if kind is None:
            raise self.refuse(f"has activation {number}, which is not read")
        low, high = LIMITS[kind]
        if self.outputs[0].tensor.is_real:
            low = LEAST_FLOAT if low is None else low
            high = -LEAST_FLOAT if high is None else high
        return low, high

    def activate(self, value: str) -> str:
        """A float as the operator's activation has it; NaN stays."""
        for how, limit in zip(("olt", "ogt"), self.activation()):
            if limit is not None:
                constant = self.writer.constant(float(limit), "f32")
                is_beyond = self.writer.op(
                    f"arith.cmpf {how}, {value}, {constant} : f32"
                )
                value = self.writer.select(is_beyond, constant, value, "f32")
        return value

    # Quantisation.

    def multiply(self, value: str, by: Multiplier) -> str:
        """MultiplyByQuantizedMultiplier by a constant."""
        writer = self.writer
        if by.shift > 0:
            value = writer.binary("shli", value, writer.constant(by.shift))
        high = writer.high_mul(value, writer.constant(by.multiplier))
        if by.shift >= 0:
            return high
        return writer.divide_by_pot(high, writer.constant(-by.shift))

    def limit(self, value: str, target: Place) -> str:
        """A number as the operator's activation has it, of the output's type."""
        if target.tensor.is_real:
            return self.activate(value)
        activation = self.operator.option("FusedActivationFunction")
        return self.writer.clamp(value, *self.range(target, activation))

    def range(self, place: Place, activation: int) -> tuple[int, int]:
        """The least and the greatest integer that the output may have."""
        kind = ACTIVATIONS.get(activation)
        if kind is None:
            raise self.refuse(f"has activation {activation}, which is not read")
        return self.range_of(place, kind)

    def range_of(self, place: Place, kind: str) -> tuple[int, int]:
        """The same, of one of ACTIVATIONS' names."""
        tensor = place.tensor
        low, high = tensor.limits

        def quantized(real: float) -> int:
            scaled = float32(real) / float32(tensor.scale)
            return tensor.zero_point + round_away(float(scaled))

        if kind in ("RELU", "RELU6"):
            low = max(low, quantized(0))
        if kind == "RELU6":
            high = min(high, quantized(6))
        if kind == "RELU_N1_TO_1":
            low, high = max(low, quantized(-1)), min(high, quantized(1))
        if kind == "RELU_0_TO_1":
            low, high = max(low, quantized(0)), min(high, quantized(1))
        return low, high
