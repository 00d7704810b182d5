"""Functions of JAX that together have all StableHLO ops found in models.

A case is a function with its arguments: floats of a shape, or integers below a limit.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

CASES = {}


def floats(*shape):
    return lambda generator: generator.standard_normal(shape).astype(np.float32)


def integers(limit, *shape):
    return lambda generator: np.asarray(
        generator.integers(0, limit, shape).astype(np.int32)
    )


def case(function, *arguments):
    """Adds a case named like the function, or like the first argument for several
    cases."""
    CASES[function.__name__] = (function, arguments)
    return function


def named(name, function, *arguments):
    CASES[name] = (function, arguments)


def pool(kind, window, strides, padding, **more):
    identity = {"max": -jnp.inf, "add": 0.0, "min": jnp.inf}[kind]
    op = {"max": lax.max, "add": lax.add, "min": lax.min}[kind]
    return lambda x: lax.reduce_window(
        x, identity, op, window, strides, padding, **more
    )


def gradient(function):
    """Returns the gradient of the sum of squares, so that cotangents are not constant."""
    return jax.grad(lambda *a: (function(*a) ** 2).sum())


def chlo(x):
    small = x / 8
    return (
        jnp.square(x), lax.erf_inv(small), lax.lgamma(x + 3), lax.digamma(x + 3),
        jnp.sinh(x), jnp.tan(x), lax.bessel_i1e(x), jnp.arctan(x), jnp.cosh(x),
        lax.erf(x), lax.erfc(x), jnp.arccosh(x + 4), jnp.arctanh(small),
        jnp.arcsinh(x), lax.acos(small), lax.asin(small), jnp.cbrt(x),
        lax.nextafter(x, x + 1), jnp.isposinf(x), jnp.isinf(x),
    )  # fmt: skip


def scatter_kinds(x, i, u):
    rows = x.at[i]
    return rows.add(u), rows.min(u), rows.max(u), rows.mul(u)


def scatter_outside(x, i, u):
    """Some indices are past the end: dropped, or clamped."""
    return (
        x.at[i].add(u),
        x.at[i].add(u, mode="clip"),
        x.at[i].set(u, mode="drop"),
        x.at[i.astype(jnp.uint8)].add(u),
    )


def scatter_windows(x, i, u):
    return (
        x.at[1:3, 2:4].add(u),
        x.at[:, i].set(3.0),
        x.at[i, i].apply(jnp.exp),
        jax.vmap(lambda y, j, v: y.at[j].add(v))(x[:2], i[:2, None], u[:, :1]),
    )


def entropy(x, y):
    def loss(x):
        shares = jnp.take_along_axis(jax.nn.log_softmax(x), y[:, None], 1)
        return -shares.mean()

    return jax.value_and_grad(loss)(x)


def gathers(x, i):
    return (
        x.at[i].get(mode="fill", fill_value=7.0),
        x.at[i].get(mode="clip"),
        x[i, :, i],
        jnp.take(x, i, axis=1),
        jax.vmap(lambda j: lax.dynamic_slice(x, (j, 0, 0), (2, 3, 1)))(i),
        jax.vmap(lambda y, j: y[j])(x[:4], i[:, None] % 5),
    )


def updates(x, u, i):
    rows = jax.vmap(lambda y, v, j: lax.dynamic_update_slice(y, v, (j,)))
    return (
        lax.dynamic_update_slice(x, u, (i, i + 9)),
        lax.dynamic_slice(x, (i, i + 7), (2, 3)),
        rows(x[:2], u, jnp.stack([i, i + 4])),
    )


def bits(key):
    generate = lax.rng_bit_generator
    key = key.astype(jnp.uint32)
    threefry = lax.RandomAlgorithm.RNG_THREE_FRY
    return generate(key, (5, 3)), generate(key, (7,), algorithm=threefry)


def random(seed, x):
    key = jax.random.key(seed)
    return (
        jax.random.normal(key, (5,)),
        jax.random.permutation(key, 9),
        jax.random.categorical(key, x),
    )


def many_carried(x, n):
    return lax.while_loop(
        lambda c: (c[0] < n) & (c[1].sum() < 100),
        lambda c: (c[0] + 1, c[1] * 1.5, c[1] + c[2], c[3]),
        (0, x, x, x),
    )


def rotated(x, y):
    return lax.fori_loop(0, 5, lambda i, c: (c[1] + c[0][1], c[2], c[0]), (x, y, x * y))


def branches(i, x):
    arms = [lambda x: x + 1, lambda x: x * 2, lambda x: -x]
    two = lax.cond(i > 1, lambda x: (x, x.sum()), lambda x: (x * 2, x.max()), x)
    return lax.switch(i, arms, x), two


def scans(x):
    zero = jnp.zeros(3)
    last, rows = lax.scan(lambda c, a: (c + a, (c * a, a.sum())), zero, x)
    back = lax.scan(lambda c, a: (c * 0.5 + a, c), zero, x, reverse=True)
    slope = jax.grad(
        lambda x: lax.scan(lambda c, a: (jnp.tanh(c + a), c), zero, x)[0].sum()
    )(x)
    return last, rows, back, slope, lax.associative_scan(jnp.add, x)


def transforms(x):
    spectrum = jnp.fft.rfft(x)
    return (
        jnp.abs(jnp.fft.fft(x)),
        jnp.fft.ifft(jnp.fft.fft(x)).real,
        jnp.fft.irfft(spectrum),
        jnp.fft.irfft(spectrum, n=7),
        jnp.fft.fftn(x.reshape(3, 2, 5)).imag,
    )


def counted(x):
    return (
        jnp.unique(x, size=4),
        jnp.nonzero(x, size=3)[0],
        jnp.searchsorted(jnp.sort(x), jnp.array([1, 2, 3])),
        jnp.bincount(x, length=6),
    )


def sums(x):
    return (
        jnp.cumsum(x, 0),
        jnp.cumprod(x, 1),
        lax.cummax(x, 1),
        lax.cumlogsumexp(x, 0),
        lax.cumsum(x, 1, reverse=True),
    )


def types(x):
    return (
        x.astype(jnp.int8),
        (jnp.abs(x) * 50).astype(jnp.uint8) // 3,
        lax.bitcast_convert_type(x, jnp.uint8),
        lax.population_count(x.astype(jnp.int32)),
        lax.clz(x.astype(jnp.int32)),
        lax.reduce_precision(x, 8, 7),
        jnp.exp(1j * x),
    )


def checkpointed(x):
    f = jax.checkpoint(lambda y: jnp.sin(jnp.sin(y)))
    return jax.grad(lambda x: f(x).sum())(x)


def convolutions(x, k):
    names = {"dimension_numbers": ("NHWC", "HWIO", "NHWC")}
    convolve = lax.conv_general_dilated
    strided = lambda x, k: convolve(x, k, (2, 2), "SAME", **names)
    grouped = lambda x, k: convolve(
        x, k[:, :, :1], (1, 1), "SAME", feature_group_count=4, **names
    )
    return (
        jax.grad(lambda x, k: (strided(x, k) ** 2).sum(), (0, 1))(x, k),
        jax.grad(lambda x, k: (grouped(x, k) ** 2).sum(), (0, 1))(x, k),
        lax.conv_transpose(x, k, (2, 2), "SAME", **names),
        convolve(x, k, (1, 1), "SAME", rhs_dilation=(2, 2), **names),
    )


def running_pair(x, y):
    op = lambda a, b: (a[0] + b[0], a[1] * b[1])
    return lax.reduce_window((x, y), (0.0, 1.0), op, (3,), (1,), "SAME")


case(chlo, floats(6))
named("top_k", lambda x: lax.top_k(x, 3), floats(4, 9))
named(
    "sums_of_nothing",
    lambda x: (x[:, :0].sum(1), jnp.prod(x[:0], 0), x[:, :0] @ x[:0]),
    floats(4, 4),
)
named(
    "approximate_top_k",
    lambda x: (lax.approx_max_k(x, 3), lax.approx_min_k(x, 2, reduction_dimension=0)),
    floats(4, 9),
)
named("sort_columns", lambda x: jnp.sort(x, axis=0), floats(7, 4))
named(
    "sort_stable",
    lambda x, y: lax.sort((x, y), dimension=1, num_keys=1),
    integers(3, 4, 33),
    floats(4, 33),
)
named(
    "sort_two_keys",
    lambda x, y, z: lax.sort((x, y, z), num_keys=2),
    integers(3, 17),
    integers(3, 17),
    floats(17),
)
named("argsort", lambda x: jnp.argsort(-x, descending=True), integers(4, 40))
case(scatter_kinds, floats(6, 5), integers(6, 8), floats(8, 5))
case(scatter_outside, floats(6), integers(9, 4), floats(4))
case(scatter_windows, floats(6, 5), integers(5, 2), floats(2, 2))
case(entropy, floats(4, 7), integers(7, 4))
case(gathers, floats(5, 6, 5), integers(7, 4))
case(updates, floats(5, 6), floats(2, 3), integers(5))
case(checkpointed, floats(5))
case(bits, integers(100, 4))
case(random, integers(100), floats(4, 5))
named("pool_max", pool("max", (1, 3, 3, 1), (1, 2, 2, 1), "SAME"), floats(2, 7, 8, 3))
named(
    "pool_dilated",
    pool(
        "min",
        (1, 2, 2, 1),
        (1, 1, 1, 1),
        ((0, 0), (1, 0), (0, 2), (0, 0)),
        window_dilation=(1, 2, 2, 1),
        base_dilation=(1, 2, 1, 1),
    ),
    floats(2, 4, 5, 3),
)
named("pool_1d", pool("max", (1, 3, 1), (1, 2, 1), "SAME"), floats(2, 9, 3))
case(running_pair, floats(8), floats(8))
named(
    "pool_max_gradient",
    gradient(pool("max", (1, 3, 3, 1), (1, 2, 2, 1), "SAME")),
    floats(2, 7, 8, 3),
)
named(
    "pool_sum_gradient",
    gradient(pool("add", (1, 3, 3, 1), (1, 2, 2, 1), "SAME")),
    floats(2, 7, 8, 3),
)
named("pool_min_gradient", gradient(pool("min", (2,), (1,), "VALID")), floats(9))
case(sums, floats(6, 5))
case(many_carried, floats(4), integers(9))
case(rotated, floats(4), floats(4))
case(branches, integers(4), floats(5))
case(scans, floats(7, 3))
case(transforms, floats(3, 10))
case(counted, integers(5, 9))
case(types, floats(4))
case(convolutions, floats(2, 6, 6, 4), floats(3, 3, 4, 4))


def returned_twice(x):
    y = jnp.sin(x)
    return y, y, y.reshape(2, 2), y + 0


case(returned_twice, floats(4))


def returned_twice_by_another(x):
    @jax.jit
    def inner(x):
        y = jnp.sin(x)
        return y, y

    return (*inner(x), x + 1)


case(returned_twice_by_another, floats(4))


def exactly(*values):
    return lambda generator: np.asarray(values, np.float32)


def near_zero(x):
    return jnp.log1p(x), jnp.expm1(x), jax.nn.softplus(-18 + x)


def unsigned_products(x):
    x = x.astype(jnp.uint8)
    wide = jnp.int32
    image = x.reshape(1, 1, 2, 2)
    return (
        lax.dot(x.reshape(2, 2), x.reshape(2, 2), preferred_element_type=wide),
        lax.conv(image, image, (1, 1), "VALID", preferred_element_type=wide),
    )


def narrow_sums(x):
    """Sums of 1024 ones: 256 in bfloat16 if summed in sequence."""
    ones = jnp.broadcast_to(x.astype(jnp.bfloat16), (1024, 1))
    bias = jax.grad(lambda b: (ones * b).sum().astype(jnp.float32))
    return (
        bias(jnp.ones((1,), jnp.bfloat16)).astype(jnp.float32),
        (ones.T @ ones).astype(jnp.float32),
        jnp.cumsum(ones.reshape(-1))[-1:].astype(jnp.float32),
    )


def long_sums(x):
    """Sums of a number that absorbs each of 20011 ones; 20011 is prime."""
    ones = jnp.ones((20011,), jnp.float32)
    return jnp.sum(ones.at[20010].set(x[0])), jnp.sum(ones[:8000] * x[1])


def devices(x):
    mesh = jax.sharding.Mesh(np.array(jax.devices()[:1]), ("i",))
    spec = jax.sharding.PartitionSpec("i")
    total = jax.shard_map(
        lambda a: lax.psum(a, "i"),
        mesh=mesh,
        in_specs=spec,
        out_specs=jax.sharding.PartitionSpec(),
    )
    placed = jax.sharding.NamedSharding(mesh, spec)
    return lax.with_sharding_constraint(total(x) * 2, placed)


def composites(x):
    return lax.composite(lambda a: a + a, "my.twice")(x) * 2


def product_algorithms(a, b):
    q, k = a.astype(jnp.bfloat16), b.astype(jnp.bfloat16)
    numbers = (((2,), (2,)), ((0,), (0,)))
    preset = lax.DotAlgorithmPreset.F32_F32_F32
    return (
        lax.dot_general(a, b, numbers, precision=preset),
        lax.dot_general(q, k, numbers, preferred_element_type=jnp.float32),
    )


def to_integers(x):
    """NaN becomes 0, and values too large become the largest integer."""
    x = jnp.concatenate([x, x * 1e10, x * jnp.inf, x * jnp.nan])
    kinds = (jnp.int8, jnp.int32, jnp.uint8, jnp.uint32)
    return tuple(x.astype(kind) for kind in kinds)


def not_numbers(x):
    x = x.at[1].set(jnp.nan)
    found = jnp.sort(x), jnp.max(x), jnp.clip(x, -1, 1), lax.cummax(x)
    return [jnp.isnan(each) for each in found] + [jnp.argmin(x), jnp.argsort(x)]


case(to_integers, floats(5))
case(not_numbers, floats(5))
case(near_zero, exactly(1e-8, 3e-8, -2e-8))
case(unsigned_products, exactly(200, 2, 255, 1))
case(narrow_sums, exactly(1))
case(long_sums, exactly(2**24, 1))
case(devices, floats(4, 8))
case(composites, floats(4))
case(product_algorithms, floats(2, 3, 4), floats(2, 5, 4))
