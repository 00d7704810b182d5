"""Makers for memplace-import --jax."""

import jax
import jax.numpy as jnp
import numpy as np


def scaled_sum():
    """A jitted function of a dictionary, exact gelu included."""

    @jax.jit
    def f(weights, x):
        return jax.nn.gelu(x @ weights["w"], approximate=False) + weights["b"]

    weights = {"w": jnp.ones((4, 2)), "b": jax.ShapeDtypeStruct((2,), jnp.float32)}
    return f, (weights, jnp.ones((3, 4)))


def wrong_shapes():
    """A function that cannot be traced."""
    return lambda a, b: a @ b, (jnp.ones((2, 3)), jnp.ones((2, 3)))


def eigenvalues():
    """A function without a lowering."""
    return lambda x: jnp.linalg.eigvals(x), (jnp.ones((3, 3)),)


def spoilt():
    """A constant with a NaN among its numbers."""
    weights = np.array([1, np.nan, 2], np.float32)
    return lambda x: x + weights, (jnp.ones(3),)


def layers():
    """A counting loop, with the weights of all layers in one array."""

    def f(weights, x):
        return jax.lax.scan(lambda x, w: (jnp.tanh(x @ w), x), x, weights)

    return f, (jnp.ones((6, 4, 4)), jnp.ones((2, 4)))


def once():
    """A loop of one trip that begins with a constant and with an argument."""

    def f(x):
        def body(i, carried):
            total, y = carried
            return total + y, y * 2 + total

        return jax.lax.fori_loop(0, 1, body, (jnp.full(4, 3.0), x))

    return f, (jnp.ones(4),)


def until():
    """A loop that ends once a number is large enough."""
    return (
        lambda x: jax.lax.while_loop(lambda x: x[0] < 10, lambda x: x * x, x),
        (jnp.ones(4),),
    )


def choose():
    """A branch with two arms, the first passing a value on, and a branch with three."""

    def f(x, index):
        y = jax.lax.cond(x[0] > 0, jnp.sin, jnp.cos, x)
        z = jax.lax.cond(x[1] > 0, lambda y: y, lambda y: y + x, y)
        return jax.lax.switch(index, [jnp.exp, jnp.log, jnp.sqrt], z)

    return f, (jnp.ones(4), jnp.int32(1))


def step():
    """Weights and their momentum are donated and updated; `x` is kept."""

    def f(weights, momentum, x):
        momentum = momentum + x
        return weights - momentum, momentum, x

    return jax.jit(f, donate_argnums=(0, 1)), (jnp.ones(4),) * 3


def row():
    """Replaces a row of an array; the caller decides whether in place."""
    return (
        lambda x, y, i: jax.lax.dynamic_update_slice(x, y, (i, 0)),
        (jnp.ones((8, 4)), jnp.ones((1, 4)), jnp.int32(3)),
    )


def row_in_place():
    """The same in place."""
    f, args = row()
    return jax.jit(f, donate_argnums=0), args


def depthwise():
    """A depthwise convolution of int8, summed in int32."""

    def f(kernel, x):
        return jax.lax.conv_general_dilated(
            x,
            kernel,
            (2, 2),
            ((0, 1), (1, 1)),
            dimension_numbers=("NHWC", "HWIO", "NHWC"),
            feature_group_count=5,
            preferred_element_type=jnp.int32,
        )

    return f, (jnp.ones((3, 3, 1, 5), jnp.int8), jnp.ones((1, 8, 8, 5), jnp.int8))


def swap():
    """Two arguments are donated and returned, each in the other's place."""
    return jax.jit(lambda x, y: (y, x), donate_argnums=(0, 1)), (jnp.ones(4),) * 2


def unsigned():
    """A loop with an unsigned counter."""

    def f(x):
        body = lambda i, x: x + i.astype(jnp.float32)
        return jax.lax.fori_loop(jnp.uint32(0), jnp.uint32(5), body, x)

    return f, (jnp.ones(4),)


def donated_results():
    """Returns functions whose result takes the place of the first argument, by name.

    Most become loops that read and write the same array.
    """
    x, indices = jnp.ones((64, 4)), jnp.ones(5, int)
    rows, flag, position = jnp.ones((5, 4)), jnp.bool_(True), jnp.int32(3)

    def both(x, i, v):
        return x.at[i].set(v), x * 2

    def in_loop(x):
        return jax.lax.fori_loop(0, 10, lambda i, x: x.at[i].set(x[i + 1] + 1), x)

    functions = {
        "scatter": (lambda x, i, v: x.at[i].set(v), (x, indices, rows)),
        "scatter_add": (lambda x, i, v: x.at[i].add(v), (x, indices, rows)),
        "scatter_twice": (
            lambda x, i, v: x.at[i].set(v).at[i + 1].add(v),
            (x, indices, rows),
        ),
        "read_before": (lambda x, i, v: (x.at[i].set(v), x.sum()), (x, indices, rows)),
        "read_after": (both, (x, indices, rows)),
        "moved_rows": (lambda x, i: x.at[i].set(x[i + 1]), (x, indices)),
        "column": (lambda x, p, v: x.at[:, p].set(v), (x, position, jnp.ones(64))),
        "maybe": (
            lambda x, flag, i: jax.lax.cond(
                flag, lambda x: x.at[i].set(0.0), lambda x: x, x
            ),
            (x, flag, indices),
        ),
        "in_loop": (in_loop, (x,)),
        "sorted": (lambda x: jnp.sort(x, axis=0), (x,)),
        "running_sum": (lambda x: jnp.cumsum(x, axis=0), (x,)),
        "running_product": (lambda x: jnp.cumprod(x[::-1]), (jnp.ones(64),)),
        "reversed_sum": (lambda x: jnp.cumsum(x)[::-1], (jnp.ones(64),)),
        "scan": (lambda c, x: jax.lax.scan(lambda c, x: (c + x, c), c, x), (rows[0], x)),
        "sum_and_itself": (lambda x: (x + 1, x), (x,)),
        "row_and_itself": (lambda x: (x.at[0].set(5.0), x[1:3]), (x,)),
        "sorted_and_itself": (lambda x: (jnp.sort(x, axis=0), x), (x,)),
    }
    return {
        name: (jax.jit(function, donate_argnums=0), args)
        for name, (function, args) in functions.items()
    }


def overlapping_values():
    """Returns functions that read a value after another one has taken its place, by name:
    in loops, in branches, and results that trade places."""
    x, y = jnp.ones((64, 4)), jnp.ones((64, 4))
    loop = jax.lax.fori_loop

    def traded(i, c):
        return c[0].at[i].set(c[1][i]), c[1].at[i].set(c[0][i])

    def stencil(i, c):
        return c[1].at[1:-1].set((c[0][:-2] + c[0][2:]) / 2), c[0]

    def bubble(i, x):
        low, high = jnp.minimum(x[i], x[i + 1]), jnp.maximum(x[i], x[i + 1])
        return x.at[i].set(low).at[i + 1].set(high)

    def target(p, t, s):
        n = p * 0.9
        return n, jax.lax.cond(s, lambda: n, lambda: t)

    def swapped(x, y):
        return jax.lax.while_loop(
            lambda c: c[0].sum() < 900, lambda c: (c[0] + 1, c[1] * 2), (y, x)
        )

    both = {"donate_argnums": (0, 1)}
    return {
        "old_carry": (
            lambda h, xs: jax.lax.scan(lambda c, e: (c.at[0].add(e), c.sum()), h, xs),
            (jnp.ones(6), jnp.ones(6)),
        ),
        "traded": (lambda x, y: loop(0, 6, traded, (x, y)), (x, y)),
        "stencil": (lambda x, y: loop(0, 5, stencil, (x, y)), (x, y)),
        "bubble": (lambda x: loop(0, 60, bubble, x), (x,)),
        "target": (target, (x, y, jnp.bool_(True))),
        "swapped_loop": (jax.jit(swapped, **both), (x, y)),
        "swapped_rows": (
            jax.jit(lambda x, y: (y.at[0].set(1.0), x.at[0].set(2.0)), **both),
            (x, y),
        ),
    }


def outer_products():
    """Returns sums of products without a sum in the inner product, by name: each product
    is used several times."""
    a, b, c = jnp.ones((3, 2)), jnp.ones((4, 2)), jnp.ones((5, 2))
    experts = jnp.ones((6, 4)), jnp.ones((6, 8)), jnp.ones((4, 8, 5))
    return {
        "three_factors": (lambda *of: jnp.einsum("ir,jr,kr->ijk", *of), (a, b, c)),
        "experts": (lambda *of: jnp.einsum("te,td,edf->tf", *of), experts),
    }
