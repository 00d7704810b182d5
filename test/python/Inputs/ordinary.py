"""Five small programs in typical style: each maker returns a function and its argument
arrays."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

NAMES = {"dimension_numbers": ("NHWC", "HWIO", "NHWC")}


def numbers(seed, *shape, scale=1.0):
    generator = np.random.default_rng(seed)
    return (generator.standard_normal(shape) * scale).astype(np.float32)


def convolve(x, kernel, stride=1, groups=1):
    return lax.conv_general_dilated(
        x, kernel, (stride, stride), "SAME", feature_group_count=groups, **NAMES
    )


def group_norm(x, scale, groups=2):
    n, h, w, c = x.shape
    y = x.reshape(n, h, w, groups, c // groups)
    mean = y.mean((1, 2, 4), keepdims=True)
    variance = y.var((1, 2, 4), keepdims=True)
    return ((y - mean) * lax.rsqrt(variance + 1e-5)).reshape(x.shape) * scale


def unet_step():
    """A diffusion U-Net with its gradient: down, up, a skip connection, group norm."""
    params = {
        "in": numbers(0, 3, 3, 3, 4, scale=0.3),
        "down": numbers(1, 3, 3, 4, 8, scale=0.2),
        "up": numbers(2, 3, 3, 8, 4, scale=0.2),
        "out": numbers(3, 3, 3, 8, 3, scale=0.2),
        "norm": np.ones(8, np.float32),
        "time": numbers(4, 6, 8, scale=0.5),
    }

    def predict(params, x, t):
        angles = t[:, None] * jnp.exp(-jnp.arange(3.0))
        embedding = jnp.concatenate([jnp.sin(angles), jnp.cos(angles)], -1)
        first = jax.nn.silu(convolve(x, params["in"]))
        y = convolve(first, params["down"], 2)
        y = jax.nn.silu(group_norm(y, params["norm"]))
        y = y + (embedding @ params["time"])[:, None, None]
        n, h, w, c = y.shape
        y = jax.image.resize(y, (n, 2 * h, 2 * w, c), "nearest")
        y = jnp.concatenate([first, convolve(y, params["up"])], -1)
        return convolve(y, params["out"])

    def step(params, x, t, noise):
        loss = lambda p: ((predict(p, x + noise, t) - noise) ** 2).mean()
        return jax.value_and_grad(loss)(params)

    x, noise = numbers(5, 2, 8, 8, 3), numbers(6, 2, 8, 8, 3)
    return step, (params, x, np.float32([1, 5]), noise)


def adam_step():
    """Adam on a classifier of embedded tokens, in place."""
    params = {
        "embedding": numbers(0, 11, 6),
        "layers": [numbers(1, 6, 8, scale=0.4), numbers(2, 8, 5, scale=0.4)],
    }
    zeros = jax.tree.map(np.zeros_like, params)

    def loss(params, tokens, labels):
        x = params["embedding"][tokens].mean(1)
        x = jax.nn.gelu(x @ params["layers"][0]) @ params["layers"][1]
        shares = jax.nn.log_softmax(x)
        return -jnp.take_along_axis(shares, labels[:, None], 1).mean()

    def step(params, m, v, count, tokens, labels):
        value, g = jax.value_and_grad(loss)(params, tokens, labels)
        count = count + 1
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
        v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, g)
        rate = 0.01 * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
        update = lambda p, m, v: p - rate * m / (jnp.sqrt(v) + 1e-8)
        return jax.tree.map(update, params, m, v), m, v, count, value

    tokens = np.random.default_rng(3).integers(0, 11, (4, 7)).astype(np.int32)
    labels = np.int32([0, 4, 2, 2])
    args = (params, zeros, zeros, np.float32(2), tokens, labels)
    return jax.jit(step, donate_argnums=(0, 1, 2)), args


def choosing():
    """Scatter, sort and top_k: a router of tokens to experts."""

    def route(x, gate):
        shares = jax.nn.softmax(x @ gate)
        best, experts = lax.top_k(shares, 2)
        order = jnp.argsort(experts.reshape(-1))
        counts = jnp.zeros(4, jnp.int32).at[experts.reshape(-1)].add(1)
        table = jnp.zeros((4, 3)).at[experts].add(x[:, None, :] * best[..., None])
        return table, counts, order, jnp.cumsum(counts), jnp.sort(shares, -1)

    return route, (numbers(0, 9, 3), numbers(1, 3, 4))


def decoder():
    """Grouped-query attention with rotary embeddings and a cache, in lax.scan."""
    heads, groups, size, length, width = 4, 2, 4, 6, 16

    def rotate(x, position):
        half = x.shape[-1] // 2
        angles = position * 10000.0 ** (-jnp.arange(half) / half)
        a, b = x[..., :half], x[..., half:]
        c, s = jnp.cos(angles), jnp.sin(angles)
        return jnp.concatenate([a * c - b * s, a * s + b * c], -1)

    def decode(params, tokens):
        def step(carried, token):
            keys, values, position = carried
            x = params["embedding"][token]
            q = rotate((x @ params["q"]).reshape(heads, size), position)
            k = rotate((x @ params["k"]).reshape(groups, size), position)
            v = (x @ params["v"]).reshape(groups, size)
            keys = lax.dynamic_update_slice(keys, k[None], (position, 0, 0))
            values = lax.dynamic_update_slice(values, v[None], (position, 0, 0))
            q = q.reshape(groups, heads // groups, size)
            scores = jnp.einsum("ghd,tgd->ght", q, keys) / size**0.5
            seen = jnp.arange(length) <= position
            shares = jax.nn.softmax(jnp.where(seen, scores, -1e30), -1)
            mixed = jnp.einsum("ght,tgd->ghd", shares, values).reshape(-1)
            x = x + mixed @ params["out"]
            return (keys, values, position + 1), x @ params["embedding"].T

        cache = jnp.zeros((length, groups, size))
        return lax.scan(step, (cache, cache, 0), tokens)

    params = {
        "embedding": numbers(0, 13, width, scale=0.3),
        "q": numbers(1, width, heads * size, scale=0.3),
        "k": numbers(2, width, groups * size, scale=0.3),
        "v": numbers(3, width, groups * size, scale=0.3),
        "out": numbers(4, heads * size, width, scale=0.3),
    }
    return decode, (params, np.int32([3, 1, 4, 1, 5, 9]))


def efficientnet_block():
    """An inverted bottleneck with squeeze and excitation."""

    def block(params, x):
        y = jax.nn.silu(convolve(x, params["expand"]))
        y = jax.nn.silu(convolve(y, params["depthwise"], 1, groups=8))
        s = jax.nn.silu(y.mean((1, 2)) @ params["squeeze"])
        y = y * jax.nn.sigmoid(s @ params["excite"])[:, None, None]
        return x + convolve(y, params["project"])

    params = {
        "expand": numbers(0, 1, 1, 4, 8, scale=0.5),
        "depthwise": numbers(1, 3, 3, 1, 8, scale=0.3),
        "squeeze": numbers(2, 8, 2, scale=0.5),
        "excite": numbers(3, 2, 8, scale=0.5),
        "project": numbers(4, 1, 1, 8, 4, scale=0.5),
    }
    return block, (params, numbers(5, 2, 6, 6, 4))


PROGRAMS = [unet_step, adam_step, choosing, decoder, efficientnet_block]
