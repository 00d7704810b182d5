"""Makers for memplace-import --jax."""

import jax
import jax.numpy as jnp


def scaled_sum():
    """A jitted function of a dictionary, exact gelu included."""

    @jax.jit
    def f(weights, x):
        return jax.nn.gelu(x @ weights["w"], approximate=False) + weights["b"]

    weights = {"w": jnp.ones((4, 2)), "b": jax.ShapeDtypeStruct((2,), jnp.float32)}
    return f, (weights, jnp.ones((3, 4)))


def wrong_shapes():
    """The function cannot be traced."""
    return lambda a, b: a @ b, (jnp.ones((2, 3)), jnp.ones((2, 3)))
