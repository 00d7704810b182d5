"""Functions for the tests of memplace.jax.fit: networks of several kinds, and random
programs."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import ShapeDtypeStruct as Shape

F32 = jnp.float32


def chain():
    def loss(layers, x):
        for weight, bias in layers:
            x = jax.nn.relu(x @ weight + bias)
        return (x**2).mean()

    layers = [(Shape((32, 32), F32), Shape((32,), F32))] * 10
    return jax.value_and_grad(loss), (layers, Shape((2048, 32), F32)), ()


def scanned():
    """A training step with momentum; its layers are a scan."""

    def layer(x, w):
        a = x / jnp.sqrt(jnp.square(x).mean(-1, keepdims=True) + 1e-5)
        return x + jax.nn.gelu(a @ w["up"]) @ w["down"]

    def loss(p, x):
        x, _ = jax.lax.scan(lambda x, w: (layer(x, w), None), x, p)
        return (x**2).mean()

    def step(p, m, x):
        value, g = jax.value_and_grad(loss)(p, x)
        m = jax.tree.map(lambda m, g: 0.9 * m + g, m, g)
        return jax.tree.map(lambda p, m: p - 0.1 * m, p, m), m, value

    p = {"up": Shape((6, 32, 128), F32), "down": Shape((6, 128, 32), F32)}
    return step, (p, p, Shape((512, 32), F32)), (0, 1)


def recurrent():
    def loss(p, x):
        def cell(state, x):
            h, c = state
            i, f, o, g = jnp.split(jnp.concatenate([h, x], -1) @ p, 4, -1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        _, ys = jax.lax.scan(cell, (jnp.zeros((16, 32)),) * 2, x)
        return (ys**2).mean()

    args = Shape((64, 128), F32), Shape((40, 16, 32), F32)
    return jax.jit(jax.value_and_grad(loss)), args, ()


def dropout():
    """Random numbers: a key is an argument, and the result is repeatable."""

    def loss(layers, x, key):
        for number, w in enumerate(layers):
            x = jnp.tanh(x @ w)
            keep = jax.random.bernoulli(jax.random.fold_in(key, number), 0.9, x.shape)
            x = x * keep
        return (x**2).mean()

    key = Shape((), jax.random.key(0).dtype)
    return jax.grad(loss), ([Shape((32, 32), F32)] * 6, Shape((1024, 32), F32), key), ()


def checkpointed():
    """Layers in jax.checkpoint, in bfloat16."""

    def loss(layers, x):
        x = x.astype(jnp.bfloat16)
        for w in layers:
            layer = jax.checkpoint(lambda x, w: jnp.tanh(jnp.sin(x @ w)))
            x = layer(x, w.astype(jnp.bfloat16))
        return (x.astype(F32) ** 2).mean()

    return jax.grad(loss), ([Shape((32, 32), F32)] * 10, Shape((2048, 32), F32)), ()


def random_program(random):
    """Returns the derivative of a random program: element-wise functions, products,
    reductions, integers, branches and scans, of a matrix and some weights."""
    rows, width = 8 * random.randint(8, 32), 8
    kinds = [
        random.choice(["product", "wise", "row", "skip", "scan", "branch", "sort"])
        for _ in range(random.randint(4, 14))
    ]
    trips = random.randint(2, 6)

    def one(kind, x, w, saved):
        if kind == "product":
            return jnp.tanh(x @ w)
        if kind == "wise":
            return jnp.where(x > 0, jnp.sin(x), x * x)
        if kind == "row":
            return x - x.mean(-1, keepdims=True)
        if kind == "skip":
            return x + saved
        if kind == "sort":
            return x[jnp.argsort(x[:, 0])]
        if kind == "branch":
            return jax.lax.cond(w[0, 0] > 0, jnp.cos, lambda x: x * 0.5, x)
        body = lambda x, scale: (jnp.tanh(x @ w) * scale, x.sum())
        x, sums = jax.lax.scan(body, x, jnp.linspace(0.5, 1.0, trips))
        return x + sums.mean()

    def loss(weights, x):
        saved = x
        for number, kind in enumerate(kinds):
            x = one(kind, x, weights[number % len(weights)], saved)
            if number % 3 == 0:
                saved = x
        return (x**2).sum()

    return jax.grad(loss), ([Shape((width, width), F32)] * 3, Shape((rows, width), F32)), ()


def arrays(args, seed=0):
    """Returns arguments with random contents."""
    random = np.random.default_rng(seed)

    def one(shape):
        if jax.dtypes.issubdtype(shape.dtype, jax.dtypes.prng_key):
            return jax.random.key(seed)
        return jnp.asarray(random.normal(size=shape.shape) * 0.1, shape.dtype)

    return jax.tree.map(one, args)
