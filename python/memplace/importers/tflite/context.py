"""Context in which a TFLite operator is translated, with helpers for all operators."""

from collections.abc import Sequence
from dataclasses import dataclass

from memplace.errors import MemplaceError
from memplace.importers.tflite.file import Operator
from memplace.importers.tflite.fixed_point import Multiplier, float32, round_away
from memplace.importers.tflite.options import names_of
from memplace.importers.tflite.storage import StoredTensor
from memplace.importers.tflite.writer import Writer

MAX_NUMBERS = 1 << 20  # Limit on the elements of an operand read at import.
# The most negative finite 32-bit float.
MIN_FLOAT = -(2.0 - 2.0**-23) * 2.0**127
ACTIVATIONS = {0: "NONE", 1: "RELU", 2: "RELU_N1_TO_1", 3: "RELU6"}
# Lower and upper limit of an activation's results.
LIMITS: dict[str, tuple[float | None, float | None]] = {
    "NONE": (None, None),
    "RELU": (0, None),
    "RELU_N1_TO_1": (-1, 1),
    "RELU6": (0, 6),
    "RELU_0_TO_1": (0, 1),
}


@dataclass
class Context:
    """One operator with its operands, results and the writer of the text."""

    writer: Writer
    operator: Operator
    inputs: list[StoredTensor | None]
    outputs: list[StoredTensor]

    def refuse(self, reason: str) -> MemplaceError:
        """Returns the error that refuses this operator for a reason."""
        return MemplaceError(f"{self.operator} {reason}")

    def optional(self, number: int) -> StoredTensor | None:
        """Returns an operand, or None if it is missing."""
        return self.inputs[number] if number < len(self.inputs) else None

    def input(self, number: int) -> StoredTensor:
        """Returns an operand; refuses the operator if it is missing."""
        place = self.optional(number)
        if place is None:
            raise self.refuse(f"has no input {number}")
        return place

    def eight_bits(self, *places: StoredTensor) -> None:
        """Refuses operands unless all are quantised and of one 8-bit type."""
        for place in places:
            if place.tensor.type not in ("INT8", "UINT8") or (
                place.tensor.type != places[0].tensor.type
            ):
                raise self.refuse(
                    f"has operand '{place.tensor.name}' of type {place.tensor.type}; "
                    "supported are int8, uint8 and float32, one for all operands"
                )
            if not place.tensor.scales:
                raise self.refuse(
                    f"has operand '{place.tensor.name}' without quantisation"
                )

    def all_real(self, *places: StoredTensor) -> None:
        """Refuses operands other than 32-bit floats."""
        for place in places:
            kind = place.tensor.type
            if kind in ("INT8", "UINT8"):
                raise self.refuse(
                    f"has operand '{place.tensor.name}' of type {kind} beside operands "
                    "of FLOAT32 (dynamic-range quantisation); quantise the "
                    "activations, too, or keep the weights in float16 or float32"
                )
            if kind != "FLOAT32":
                raise self.refuse(
                    f"has operand '{place.tensor.name}' of type {kind}, which must be "
                    "FLOAT32 like the other operands"
                )

    def one_type(self, *places: StoredTensor) -> None:
        """Refuses operands unless all are 32-bit floats, or all of one 8-bit type."""
        if places[0].tensor.is_real:
            self.all_real(*places)
        else:
            self.eight_bits(*places)

    def same_numbers(self, *places: StoredTensor) -> None:
        """Refuses operands that differ in type, scale or zero point."""
        first = places[0].tensor
        for place in places[1:]:
            other = place.tensor
            if first.type != other.type:
                raise self.refuse(
                    f"has operands of types {first.type} and {other.type}, which must "
                    "be equal"
                )
            if (first.scales, first.zero_points) != (other.scales, other.zero_points):
                raise self.refuse("has operands of several scales, which must be equal")

    def expect_scale(
        self, place: StoredTensor, scale: float, tolerance: float = 0
    ) -> None:
        """Refuses the operator unless a result has the scale that its kernel wants."""
        if abs(place.tensor.scale - scale) > tolerance:
            raise self.refuse(
                f"has result '{place.tensor.name}' of scale {place.tensor.scale}, which "
                f"must be {scale}"
            )

    def constant(self, number: int) -> list[int]:
        """Returns the integers of an operand that must be a constant, flattened."""
        tensor = self.input(number).tensor
        if tensor.data is None:
            raise self.refuse(f"has operand '{tensor.name}', which must be a constant")
        array = tensor.array().ravel()
        if array.size > MAX_NUMBERS:
            raise self.refuse(
                f"has {array.size} numbers in operand '{tensor.name}'; at most "
                f"{MAX_NUMBERS} are supported"
            )
        return [int(value) for value in array]

    def is_computed(self, position: int) -> bool:
        """Says whether the network computes an operand, rather than storing a constant.

        Such an operand only repeats what the shapes in the file say.
        """
        return self.input(position).tensor.data is None

    def number(self, position: int) -> int:
        """Returns the single integer of an operand that must be a constant."""
        values = self.constant(position)
        if len(values) != 1:
            raise self.refuse(
                f"has {len(values)} numbers in operand {position}, which must have one"
            )
        return values[0]

    def axis(self, value: int, rank: int) -> int:
        """Returns a dimension counted from the front; refuses one out of range."""
        if not -rank <= value < rank:
            raise self.refuse(
                f"has dimension {value}, which must be from {-rank} to {rank - 1}"
            )
        return value % rank

    # Shapes: the file's shapes must be those that the interpreter computes.

    def expect(self, place: StoredTensor, shape: Sequence[int]) -> None:
        """Refuses the operator if a tensor has another shape."""
        if place.shape != tuple(shape):
            raise self.refuse(
                f"has tensor '{place.tensor.name}' of shape {place.shape}, which must "
                f"be {tuple(shape)}"
            )

    def expect_type(self, place: StoredTensor, option: str) -> None:
        """Refuses the operator if a tensor's type contradicts an option."""
        import tflite

        kind = names_of(tflite.TensorType).get(self.operator.option(option))
        if kind != place.tensor.type:
            raise self.refuse(
                f"has tensor '{place.tensor.name}' of type {place.tensor.type}, which "
                f"must be {kind} by option '{option}'"
            )

    def expect_constant(self, place: StoredTensor, position: int) -> None:
        """Refuses the operator if a tensor's shape contradicts an operand.

        An operand computed by the network is not checked.
        """
        if not self.is_computed(position):
            self.expect(place, self.constant(position))

    def expect_broadcast(self, target: StoredTensor, *places: StoredTensor) -> None:
        """Refuses the operator if a result lacks the broadcast shape of `places`."""
        self.expect(target, self.broadcast_shape(*(place.shape for place in places)))

    def broadcast_shape(self, *shapes: Sequence[int]) -> list[int]:
        """Returns the broadcast of several shapes; refuses incompatible shapes."""
        found = []
        for dimension in range(-max(map(len, shapes)), 0):
            sizes = {one[dimension] for one in shapes if len(one) >= -dimension}
            sizes = sizes - {1} or {1}
            if len(sizes) > 1:
                raise self.refuse(
                    f"has operands of shapes {list(map(tuple, shapes))}, which have no "
                    "common broadcast shape"
                )
            found.append(sizes.pop())
        return found

    # Activations.

    def activation(self) -> tuple[float | None, float | None]:
        """Returns the lower and upper limit of the operator's activation.

        Limits of floats are always finite.
        """
        number = self.operator.option("FusedActivationFunction")
        kind = ACTIVATIONS.get(number)
        if kind is None:
            raise self.refuse(f"has activation {number}, which is not supported")
        low, high = LIMITS[kind]
        if self.outputs[0].tensor.is_real:
            low = MIN_FLOAT if low is None else low
            high = -MIN_FLOAT if high is None else high
        return low, high

    def activate(self, value: str) -> str:
        """Applies the operator's activation to a float; NaN propagates."""
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
        """MultiplyByQuantizedMultiplier with a constant multiplier."""
        writer = self.writer
        if by.shift > 0:
            value = writer.binary("shli", value, writer.constant(by.shift))
        high = writer.high_mul(value, writer.constant(by.multiplier))
        if by.shift >= 0:
            return high
        return writer.divide_by_pot(high, writer.constant(-by.shift))

    def limit(self, value: str, target: StoredTensor) -> str:
        """Applies the operator's activation to a number of the output's type."""
        if target.tensor.is_real:
            return self.activate(value)
        activation = self.operator.option("FusedActivationFunction")
        return self.writer.clamp(value, *self.range(target, activation))

    def range(self, place: StoredTensor, activation: int) -> tuple[int, int]:
        """Returns the smallest and the largest integer of an activation's output."""
        kind = ACTIVATIONS.get(activation)
        if kind is None:
            raise self.refuse(f"has activation {activation}, which is not supported")
        return self.range_of(place, kind)

    def range_of(self, place: StoredTensor, kind: str) -> tuple[int, int]:
        """Like `range`, for the name of an activation in LIMITS."""
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
