"""Recurrent layers: RNN, GRU and LSTM, in all directions."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from memplace.importers.onnx_operators.table import Array, Unsupported, operator

DIRECTION = Literal["forward", "reverse", "bidirectional"]
Function = Callable[[Array], Array]


def softsign(x: Array) -> Array:
    """x / (1 + |x|)."""
    return x / (1 + jnp.abs(x))


# Function of x and the parameters alpha and beta, and the parameters' defaults.
ACTIVATIONS: dict[str, tuple[Any, float | None, float | None]] = {
    "relu": (lambda x, a, b: jnp.maximum(x, 0), None, None),
    "tanh": (lambda x, a, b: jnp.tanh(x), None, None),
    "sigmoid": (lambda x, a, b: jax.nn.sigmoid(x), None, None),
    "softsign": (lambda x, a, b: softsign(x), None, None),
    "softplus": (lambda x, a, b: jnp.logaddexp(x, jnp.zeros_like(x)), None, None),
    "affine": (lambda x, a, b: a * x + b, 1.0, 0.0),
    "leakyrelu": (lambda x, a, b: jnp.where(x >= 0, x, a * x), 0.01, None),
    "thresholdedrelu": (lambda x, a, b: jnp.where(x >= a, x, 0 * x), 1.0, None),
    "scaledtanh": (lambda x, a, b: a * jnp.tanh(b * x), 1.0, 1.0),
    "hardsigmoid": (lambda x, a, b: jnp.clip(a * x + b, 0, 1), 0.2, 0.5),
    "elu": (lambda x, a, b: jnp.where(x >= 0, x, a * jnp.expm1(x)), 1.0, None),
}


def activations_of(
    names: Sequence[Any] | None,
    alphas: Sequence[float] | None,
    betas: Sequence[float] | None,
    default: list[str],
    directions: int,
    clip: float | None,
) -> list[list[Function]]:
    """Returns the activation functions of each direction.

    Parameters are consumed in the order of the functions that take parameters.
    """
    texts = list(names or default * directions)
    if texts == ["Tanh", "Tanh"] and len(default) == 1:
        texts = texts[:directions]  # ONNX's default for an RNN of either kind.
    if len(texts) != len(default) * directions:
        raise Unsupported(
            f"attribute 'activations' has {len(texts)} names, not "
            f"{len(default) * directions}"
        )
    left = [list(alphas or ()), list(betas or ())]
    found: list[Function] = []
    for text in texts:
        if text.lower() not in ACTIVATIONS:
            raise Unsupported(f"activation '{text}' is not known")
        function, *defaults = ACTIVATIONS[text.lower()]
        numbers = [
            None if default is None else (more.pop(0) if more else default)
            for default, more in zip(defaults, left)
        ]
        found.append(activation(function, numbers, clip))
    if any(left):
        raise Unsupported(
            "'activation_alpha' or 'activation_beta' has more numbers than used"
        )
    size = len(default)
    return [found[size * i : size * (i + 1)] for i in range(directions)]


def activation(function: Any, numbers: Sequence[Any], clip: float | None) -> Function:
    """Returns a function with fixed parameters; inputs are clipped to +-`clip`."""

    def apply(x: Array) -> Array:
        if clip is not None:
            x = jnp.clip(x, -clip, clip)
        return function(x, *numbers).astype(x.dtype)

    return apply


Step = Callable[[Array, tuple[Array, ...]], tuple[Array, ...]]


def run(x: Array, lengths: Array | None, states: Sequence[Array], step: Step, back: bool):
    """Runs a cell over time; returns outputs and last states.

    A sequence that has ended keeps its states, and its outputs are 0. In reverse
    direction, each sequence begins at its own end.
    """
    count = x.shape[0]
    steps = np.arange(count, dtype=np.int64)

    def one(states: tuple[Array, ...], now: tuple[Array, Array]) -> Any:
        index, value = now
        new = step(value, states)
        if lengths is None:
            return tuple(new), new[0]
        alive = (index < lengths)[:, None]
        kept = tuple(jnp.where(alive, a, b) for a, b in zip(new, states))
        return kept, jnp.where(alive, new[0], jnp.zeros_like(new[0]))

    last, outputs = lax.scan(one, tuple(states), (steps, x), reverse=back)
    return outputs, last


def layer(
    arrays: dict[str, Array | None],
    cell: Callable[[int], Step],
    gates: int,
    states: int,
    direction: str,
    layout: int,
    hidden_size: int | None,
) -> list[Array]:
    """Runs all directions; returns outputs and last states in ONNX's layout."""
    x, r = arrays["x"], arrays["r"]
    assert x is not None and r is not None
    count = 2 if direction == "bidirectional" else 1
    size = r.shape[-1]
    if hidden_size is not None and hidden_size != size or r.shape[:2] != (
        count,
        gates * size,
    ):
        raise Unsupported(f"'R' of {list(r.shape)} does not fit {count} directions")
    if layout:
        x = jnp.swapaxes(x, 0, 1)
    lengths = arrays.get("lengths")
    outputs, lasts = [], []
    for number in range(count):
        begin = []
        for name in ("h", "c")[:states]:
            first = arrays.get(name)
            if first is None:
                begin.append(jnp.zeros((x.shape[1], size), x.dtype))
            else:
                begin.append(first[:, number] if layout else first[number])
        back = direction == "reverse" or number == 1
        all_of, last = run(x, lengths, begin, cell(number), back)
        outputs.append(all_of)
        lasts.append(last)
    y = jnp.stack(outputs, 1)
    ends = [jnp.stack([last[i] for last in lasts], 0) for i in range(states)]
    if layout:
        y = jnp.transpose(y, (2, 0, 1, 3))
        ends = [jnp.swapaxes(end, 0, 1) for end in ends]
    return [y, *ends]


def biases(b: Array | None, number: int, gates: int, size: int, like: Array) -> Any:
    """Returns the biases of inputs and of states, a row per gate."""
    if b is None:
        zero = jnp.zeros((gates, size), like.dtype)
        return zero, zero
    halves = b[number].reshape(2, gates, size)
    return halves[0], halves[1]


@operator("RNN", since=7)
def rnn(
    x: Array,
    w: Array,
    r: Array,
    b: Array = None,
    lengths: Array = None,
    h: Array = None,
    *,
    activation_alpha: list[float] | None = None,
    activation_beta: list[float] | None = None,
    activations: list[str] | None = None,
    clip: float | None = None,
    direction: DIRECTION,
    hidden_size: int | None = None,
    layout: int = 0,
) -> list[Array]:
    """Simple recurrent layer, of one gate."""
    size = r.shape[-1]
    functions = activations_of(
        activations, activation_alpha, activation_beta, ["Tanh"], r.shape[0], clip
    )

    def cell(number: int) -> Step:
        wb, rb = biases(b, number, 1, size, x)

        def step(now: Array, states: tuple[Array, ...]) -> tuple[Array, ...]:
            total = now @ w[number].T + states[0] @ r[number].T + wb[0] + rb[0]
            return (functions[number][0](total),)

        return step

    arrays = {"x": x, "r": r, "lengths": lengths, "h": h}
    return layer(arrays, cell, 1, 1, direction, layout, hidden_size)


@operator("GRU", since=7)
def gru(
    x: Array,
    w: Array,
    r: Array,
    b: Array = None,
    lengths: Array = None,
    h: Array = None,
    *,
    activation_alpha: list[float] | None = None,
    activation_beta: list[float] | None = None,
    activations: list[str] | None = None,
    clip: float | None = None,
    direction: DIRECTION,
    hidden_size: int | None = None,
    layout: int = 0,
    linear_before_reset: int = 0,
) -> list[Array]:
    """Gated recurrent unit; the gates are update, reset, hidden."""
    size = r.shape[-1]
    functions = activations_of(
        activations,
        activation_alpha,
        activation_beta,
        ["Sigmoid", "Tanh"],
        r.shape[0],
        clip,
    )

    def cell(number: int) -> Step:
        wb, rb = biases(b, number, 3, size, x)
        inner, outer = functions[number]
        ws = w[number].reshape(3, size, -1)
        rs = r[number].reshape(3, size, size)

        def step(now: Array, states: tuple[Array, ...]) -> tuple[Array, ...]:
            (old,) = states
            update = inner(now @ ws[0].T + old @ rs[0].T + wb[0] + rb[0])
            reset = inner(now @ ws[1].T + old @ rs[1].T + wb[1] + rb[1])
            if linear_before_reset:
                hidden = now @ ws[2].T + wb[2] + reset * (old @ rs[2].T + rb[2])
            else:
                hidden = now @ ws[2].T + (reset * old) @ rs[2].T + wb[2] + rb[2]
            return ((1 - update) * outer(hidden) + update * old,)

        return step

    arrays = {"x": x, "r": r, "lengths": lengths, "h": h}
    return layer(arrays, cell, 3, 1, direction, layout, hidden_size)


@operator("LSTM", since=7)
def lstm(
    x: Array,
    w: Array,
    r: Array,
    b: Array = None,
    lengths: Array = None,
    h: Array = None,
    c: Array = None,
    p: Array = None,
    *,
    activation_alpha: list[float] | None = None,
    activation_beta: list[float] | None = None,
    activations: list[str] | None = None,
    clip: float | None = None,
    direction: DIRECTION,
    hidden_size: int | None = None,
    input_forget: int = 0,
    layout: int = 0,
) -> list[Array]:
    """Long short-term memory; the gates are input, output, forget, cell."""
    size = r.shape[-1]
    functions, unclipped = (
        activations_of(
            activations,
            activation_alpha,
            activation_beta,
            ["Sigmoid", "Tanh", "Tanh"],
            r.shape[0],
            limit,
        )
        for limit in (clip, None)
    )

    def cell(number: int) -> Step:
        wb, rb = biases(b, number, 4, size, x)
        gate, inner, _ = functions[number]
        bias = (wb + rb).reshape(-1)
        peeps = [None] * 3 if p is None else list(p[number].reshape(3, size))

        def step(now: Array, states: tuple[Array, ...]) -> tuple[Array, ...]:
            old, memory = states
            sums = now @ w[number].T + old @ r[number].T + bias
            i, o, f, g = jnp.split(sums, 4, -1)

            def peep(sums: Array, weights: Array | None, at: Array) -> Array:
                return sums if weights is None else sums + weights * at

            i = gate(peep(i, peeps[0], memory))
            f = 1 - i if input_forget else gate(peep(f, peeps[2], memory))
            memory = f * memory + i * inner(g)
            o = gate(peep(o, peeps[1], memory))
            # The last activation is not clipped, as in onnxruntime.
            return o * unclipped[number][2](memory), memory

        return step

    arrays = {"x": x, "r": r, "lengths": lengths, "h": h, "c": c}
    return layer(arrays, cell, 4, 2, direction, layout, hidden_size)
