"""What the translation of one TFLite operator is given, and what all of them need."""

from dataclasses import dataclass

from memplace.errors import MemplaceError
from memplace.importers.tflite.file import Operator, Tensor
from memplace.importers.tflite.fixed_point import Multiplier, float32, round_away
from memplace.importers.tflite.writer import Index, Writer

ACTIVATIONS = {0: "NONE", 1: "RELU", 2: "RELU_N1_TO_1", 3: "RELU6"}
# The least and the greatest number that an activation lets through.
LIMITS: dict[str, tuple[float | None, float | None]] = {
    "NONE": (None, None),
    "RELU": (0, None),
    "RELU_N1_TO_1": (-1, 1),
    "RELU6": (0, 6),
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
        if not tensor.data:
            raise self.refuse(f"has operand '{tensor.name}' that is no constant")
        return [int(value) for value in tensor.array().ravel()]

    # Elements.

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

    def activate(self, value: str) -> str:
        """A float as the operator's activation has it."""
        activation = self.operator.option("FusedActivationFunction")
        kind = ACTIVATIONS.get(activation)
        if kind is None:
            raise self.refuse(f"has activation {activation}, which is not read")
        return self.clamp_real(value, *LIMITS[kind])

    def clamp_real(self, value: str, low: float | None, high: float | None) -> str:
        """The nearest float from `low` to `high`, as far as they are given."""
        for op, limit in (("maximumf", low), ("minimumf", high)):
            if limit is not None:
                constant = self.writer.constant(limit, "f32")
                value = self.writer.binary(op, value, constant, "f32")
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
        return low, high
