"""Cases of TFLite's recurrent operators, in floats and with 8-bit weights."""

import numpy as np
from tflite_cases import Cases, random_of
from tflite_models import Operand, Spec, constant, given, result, variable

BATCH, TIMES, INPUT, CELLS, UNITS = 2, 5, 3, 6, 4


def weights(*shape: int, seed: int = 0) -> Operand:
    """Returns constant weights that keep sums small."""
    return constant(random_of("float32", *shape, seed=seed) / 8)


def layer(
    first: int,
    has_input: bool = True,
    has_peepholes: bool = False,
    has_projection: bool = False,
) -> list[Operand | None]:
    """Returns the 17 constants of an LSTM layer."""
    units = UNITS if has_projection else CELLS
    made: list[Operand | None] = []
    for width in (INPUT, units):
        made += [weights(CELLS, width, seed=first + gate) for gate in range(4)]
        first += 4
    for _ in range(3):
        first += 1
        made.append(weights(CELLS, seed=first) if has_peepholes else None)
    made += [weights(CELLS, seed=first + 1 + gate) for gate in range(4)]
    made += [weights(UNITS, CELLS, seed=9), weights(UNITS, seed=9)]
    if not has_projection:
        made[15] = made[16] = None
    if not has_input:
        made[0] = made[4] = made[8] = made[11] = None
    return made


def states(units: int) -> list[Operand]:
    """Returns the state tensors of an LSTM layer."""
    return [variable(BATCH, units), variable(BATCH, CELLS)]


def recurrent() -> Cases:
    """Recurrent layers."""
    tanh = {"fusedActivationFunction": 4}
    one = given(random_of("float32", BATCH, INPUT))
    many = given(random_of("float32", BATCH, TIMES, INPUT))
    major = given(random_of("float32", TIMES, BATCH, INPUT))
    made = [result("float32")]
    plain = [
        weights(CELLS, INPUT),
        weights(CELLS, CELLS, seed=1),
        weights(CELLS, seed=2),
    ]
    simple = [*plain, variable(BATCH, CELLS)]
    yield "RNN/float32/tanh", Spec("RNN", [one, *simple], made, "RNNOptions", tanh)
    yield "RNN/float32/relu", Spec("RNN", [one, *simple], made, "RNNOptions",
                                   {"fusedActivationFunction": 1})  # fmt: skip
    for label, source, values in (("batch", many, tanh),
                                  ("time", major, {**tanh, "timeMajor": True})):  # fmt: skip
        yield f"UNIDIRECTIONAL_SEQUENCE_RNN/float32/{label}", Spec(
            "UNIDIRECTIONAL_SEQUENCE_RNN", [source, *simple], made, "SequenceRNNOptions",
            values)  # fmt: skip
        for merged in (False, True):
            results = made if merged else [result("float32"), result("float32")]
            options = {"timeMajor": False, **values, "mergeOutputs": merged}
            name = f"float32/{label}{merged}"
            yield f"BIDIRECTIONAL_SEQUENCE_RNN/{name}", Spec("BIDIRECTIONAL_SEQUENCE_RNN",
                [source, *simple, *simple, None, None, None], results,
                "BidirectionalSequenceRNNOptions", options)  # fmt: skip
            for projected in (False, True):
                units = UNITS if projected else CELLS
                inputs = [source, *layer(0, has_projection=projected),
                          *layer(50, has_projection=projected), *states(units),
                          *states(units), *[None] * 9]  # fmt: skip
                yield f"BIDIRECTIONAL_SEQUENCE_LSTM/{name}{projected}", Spec(
                    "BIDIRECTIONAL_SEQUENCE_LSTM", inputs, results,
                    "BidirectionalSequenceLSTMOptions", options)  # fmt: skip
        kinds = {
            "plain": ({}, {}),
            "coupled": ({"has_input": False}, {}),
            "peepholes": ({"has_peepholes": True}, {"cellClip": 0.3}),
            "both": ({"has_peepholes": True, "has_input": False}, {}),
            "projection": ({"has_projection": True}, {"projClip": 0.1}),
        }
        for kind, (shape, more) in kinds.items():
            units = UNITS if "has_projection" in shape else CELLS
            inputs = [source, *layer(0, **shape), *states(units)]
            yield f"UNIDIRECTIONAL_SEQUENCE_LSTM/float32/{label}{kind}", Spec(
                "UNIDIRECTIONAL_SEQUENCE_LSTM", inputs, made,
                "UnidirectionalSequenceLSTMOptions", {**values, **more})  # fmt: skip
            if label == "batch":
                yield f"LSTM/float32/{kind}", Spec("LSTM", [one, *inputs[1:]], made,
                    "LSTMOptions", {**values, **more})  # fmt: skip
    normal = [
        many,
        *layer(0),
        *states(CELLS),
        *[weights(CELLS, seed=s) for s in range(4)],
    ]
    yield "UNIDIRECTIONAL_SEQUENCE_LSTM/float32/normalised", Spec(
        "UNIDIRECTIONAL_SEQUENCE_LSTM", normal, made, "UnidirectionalSequenceLSTMOptions",
        tanh)  # fmt: skip
    for bias in (None, weights(3, seed=3)):
        inputs = [
            one,
            weights(6, INPUT),
            weights(6, 4, seed=1),
            bias,
            variable(BATCH, 24),
        ]
        yield f"SVDF/float32/{bias is None}", Spec("SVDF", inputs, made, "SVDFOptions",
                                                   {"rank": 2})  # fmt: skip
    hybrid = constant(np.maximum(random_of("int8", CELLS, INPUT), -127), 0.01, 0)
    recurring = constant(np.maximum(random_of("int8", CELLS, CELLS), -127), 0.01, 0)
    yield "RNN/hybrid", Spec("RNN", [one, hybrid, recurring, *simple[2:]], made,
                             "RNNOptions", tanh)  # fmt: skip
