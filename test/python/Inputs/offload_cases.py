"""Functions for the tests of memplace.jax.offload_plan. The tests choose JAX's platform."""

import jax
import jax.numpy as jnp
import numpy as np


def layers(x, weights):
    """A chain of layers; each layer reads one matrix and one vector."""
    for layer in weights:
        x = jax.nn.relu(jnp.tanh(x @ layer["w"])) + layer["b"]
    return x, x.sum()


def layer_arguments(count=4, width=64):
    generator = np.random.default_rng(0)
    x = generator.standard_normal((16, width), np.float32)
    weights = [
        {
            "w": generator.standard_normal((width, width), np.float32) * 0.1,
            "b": generator.standard_normal(width, np.float32),
        }
        for _ in range(count)
    ]
    return x, weights


def matrix(seed=0, width=8):
    return np.random.default_rng(seed).standard_normal((width, width), np.float32)
