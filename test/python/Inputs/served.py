"""A network for the tests of memplace-serve, and a file of weights for it:
python served.py FILE.safetensors."""

import sys


def network():
    import jax
    import jax.numpy as jnp

    def run(x, weights):
        for w in weights:
            x = jnp.tanh(x @ w)
        return x

    w = jax.ShapeDtypeStruct((128, 128), "float32")
    return run, (jax.ShapeDtypeStruct((2, 128), "float32"), [w] * 4)


if __name__ == "__main__":
    import numpy as np
    from safetensors.numpy import save_file

    random = np.random.default_rng(0)
    save_file(
        {
            f"weights[{i}]": random.standard_normal((128, 128), np.float32) / 11
            for i in range(4)
        },
        sys.argv[1],
    )
