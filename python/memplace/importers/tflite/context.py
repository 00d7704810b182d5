"""What the translation of one TFLite operator is given, and what all of them need."""

from dataclasses import dataclass

from memplace.errors import MemplaceError
from memplace.importers.tflite.file import Operator, Tensor
from memplace.importers.tflite.fixed_point import Multiplier, float32, round_away
from memplace.importers.tflite.writer import Index, Writer

ACTIVATIONS = {0: "NONE", 1: "RELU", 2: "RELU_N1_TO_1", 3: "RELU6"}


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

    def input(self, number: int) -> Place:
        """An operand that must be there."""
        place = self.inputs[number] if number < len(self.inputs) else None
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
                    "only int8 and uint8 are read, all of one type"
                )
            if not place.tensor.scales:
                raise self.refuse(
                    f"has operand '{place.tensor.name}' without quantisation"
                )

    # Elements.

    def load(self, place: Place, at: list[Index], offset: int = 0) -> str:
        """An element as a 32-bit integer, with `offset` added."""
        tensor = place.tensor
        value = self.writer.load(place.memref, at, tensor.memref)
        wide = self.writer.widen(value, tensor.element, tensor.is_signed)
        return self.writer.add(wide, offset)

    def store(self, value: str, place: Place, at: list[Index]) -> None:
        """Overwrites an element with the low bits of a 32-bit integer."""
        narrow = self.writer.narrow(value, place.tensor.element)
        self.writer.store(narrow, place.memref, at, place.tensor.memref)

    def load_flat(self, place: Place, at: list[Index], offset: int = 0) -> str:
        """The element that stands at `at` after broadcasting."""
        extra = len(at) - len(place.shape)
        inner = [
            self.writer.index(0) if size == 1 else index
            for size, index in zip(place.shape, at[extra:])
        ]
        return self.load(place, inner, offset)

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

    def range(self, place: Place, activation: int) -> tuple[int, int]:
        """The least and the greatest integer that the output may have."""
        tensor = place.tensor
        low, high = (-128, 127) if tensor.is_signed else (0, 255)
        kind = ACTIVATIONS.get(activation)
        if kind is None:
            raise self.refuse(f"has activation {activation}, which is not read")

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
