"""The model of docs/guide/tutorial.md: one layer, applied three times."""

import jax
import jax.numpy as jnp


def recurrent():
    """Returns the function and its arguments, for memplace-import --jax."""

    def f(weights, x):
        for _ in range(3):
            x = jnp.tanh(x @ weights)
        return x

    def floats(*shape):
        return jax.ShapeDtypeStruct(shape, jnp.float32)

    return f, (floats(64, 64), floats(32, 64))
