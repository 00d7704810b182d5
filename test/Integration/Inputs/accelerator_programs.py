"""Eleven programs of some hundred KiB per op, for memplace-import --jax."""

import jax
import jax.numpy as jnp
import numpy as np


def floats(*shape):
    return jax.ShapeDtypeStruct(shape, np.float32)


def mlp():
    def f(x, w0, b0, w1, b1):
        return jax.nn.gelu(x @ w0 + b0) @ w1 + b1

    return f, (floats(64, 256), floats(256, 256), floats(256), floats(256, 128), floats(128))


def wide_mlp():
    def f(x, w0, w1):
        return jnp.tanh(jnp.tanh(x @ w0) @ w1)

    return f, (floats(16, 128), floats(128, 512), floats(512, 64))


def gated_mlp():
    def f(x, gate, up, down):
        return (jax.nn.silu(x @ gate) * (x @ up)) @ down

    return f, (floats(32, 128), floats(128, 256), floats(128, 256), floats(256, 128))


def residual_mlp():
    def f(x, w0, w1):
        for w in (w0, w1):
            x = x + jnp.maximum(x @ w, 0)
        return x

    return f, (floats(128, 192), floats(192, 192), floats(192, 192))


def cnn():
    def f(image, k0, k1):
        numbers = ("NHWC", "HWIO", "NHWC")
        x = jax.lax.conv_general_dilated(image, k0, (1, 1), "SAME", dimension_numbers=numbers)
        x = jnp.maximum(x, 0)
        return jax.lax.conv_general_dilated(x, k1, (2, 2), "SAME", dimension_numbers=numbers)

    return f, (floats(1, 32, 32, 8), floats(3, 3, 8, 32), floats(3, 3, 32, 16))


def pooled_cnn():
    def f(image, kernel, weights):
        numbers = ("NHWC", "HWIO", "NHWC")
        x = jax.lax.conv_general_dilated(image, kernel, (1, 1), "SAME", dimension_numbers=numbers)
        x = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        return x.mean((1, 2)) @ weights

    return f, (floats(1, 32, 32, 4), floats(3, 3, 4, 32), floats(32, 10))


def encoder():
    def f(x, wq, wk, wv, wo):
        q, k, v = x @ wq, x @ wk, x @ wv
        scores = jax.nn.softmax(q @ k.T / 8.0, axis=-1)
        return x + (scores @ v) @ wo

    return f, (floats(128, 64), *[floats(64, 64)] * 4)


def layer_norm():
    def f(x, scale, bias, w):
        mean = x.mean(-1, keepdims=True)
        variance = ((x - mean) ** 2).mean(-1, keepdims=True)
        return ((x - mean) * jax.lax.rsqrt(variance + 1e-5) * scale + bias) @ w

    return f, (floats(128, 256), floats(256), floats(256), floats(256, 128))


def decoder_step():
    def f(x, keys, values, wq, wo):
        q = x @ wq
        scores = jax.nn.softmax(q @ keys.T, axis=-1)
        return x + (scores @ values) @ wo

    return f, (floats(1, 64), floats(512, 64), floats(512, 64), floats(64, 64), floats(64, 64))


def batched_product():
    def f(a, b):
        return jnp.einsum("bij,bjk->bik", a, b)

    return f, (floats(4, 64, 96), floats(4, 96, 64))


def integer_sums():
    """Each piece adds to the sums of all columns."""

    def f(a):
        return jnp.sum(a, axis=0), jnp.sum(3 * a)

    return f, (jax.ShapeDtypeStruct((256, 200), np.int32),)
