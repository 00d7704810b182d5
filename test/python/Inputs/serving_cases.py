"""Code shared by the tests of memplace.serve: a target, and a file of weights for a
network of square layers. Imported before JAX."""

import importlib.util
import os
import tempfile
import unittest
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"
# Products on one thread: threads wait for each other on a busy machine.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import jax
import jax.numpy as jnp
import numpy as np
from safetensors.numpy import save_file

import memplace
from memplace.serving.skews import PAGE

# Not measured, so that plans are equal on all machines.
TARGET = {
    "format": "memplace-target",
    "version": 1,
    "name": "test",
    "tiers": [
        {
            "name": "ram",
            "capacity": 1 << 33,
            "alignment": PAGE,
            "read_bytes_per_second": 10**10,
            "write_bytes_per_second": 10**10,
        },
        {
            "name": "file",
            "capacity": 1 << 40,
            "alignment": 1,
            "read_bytes_per_second": 10**9,
            "write_bytes_per_second": 0,
        },
    ],
    "default_tier": "ram",
    "channels": [
        {
            "name": "read",
            "from": "file",
            "to": "ram",
            "bytes_per_second": 10**9,
            "latency_ps": 10**8,
        }
    ],
    "combine": "max",
    "compute": {"flops_per_second": {"default": 10**10}, "launch_ps": 0},
}


def shapes_of(rows, width, depth):
    """Returns the arguments of a network: some rows, and a list of square weights."""
    weight = jax.ShapeDtypeStruct((width, width), "float32")
    return jax.ShapeDtypeStruct((rows, width), "float32"), [weight] * depth


def draw_weights(random, width, depth, scale):
    return [
        random.standard_normal((width, width), np.float32) / scale for _ in range(depth)
    ]


def layers(sizes, seconds):
    """Returns the fields of a problem with a weight for each op."""
    count = len(sizes)
    fields = {"format": "memplace-problem", "version": 1, "name": "layers"}
    fields["target"] = TARGET
    fields["buffers"] = [
        {
            "name": f"w{i}",
            "size": size,
            "begin": 0,
            "end": count,
            "live_in": True,
            "home": "file",
            "tiers": ["ram", "file"],
        }
        for i, size in enumerate(sizes)
    ]
    fields["ops"] = [
        {
            "name": "op",
            "compute_ps": int(time * 1e12),
            "accesses": [
                {"buffer": i, "mode": "read", "bytes": size, "tiers": ["ram"]}
            ],
        }
        for i, (size, time) in enumerate(zip(sizes, seconds))
    ]
    fields["loops"] = []
    return fields


class ServeCase(unittest.TestCase):
    """Tests that serve one network with weights in a file."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.file = str(Path(cls.folder.name, "w.safetensors"))
        cls.costs = str(Path(cls.folder.name, "costs.json"))

    @classmethod
    def write(cls, weights):
        save_file({f"weights[{i}]": w for i, w in enumerate(weights)}, cls.file)

    @classmethod
    def serve_network(cls, network, shapes, target, **options):
        return memplace.serve(
            network,
            shapes,
            weights=cls.file,
            target=target,
            **{"costs": cls.costs, **options},
        )


LAYERS, WIDTH = 6, 256
SHAPES = shapes_of(3, WIDTH, LAYERS)


def network(x, weights):
    for w in weights:
        x = jnp.tanh(x @ w)
    return {"y": x}


class NetworkCase(ServeCase):
    """Tests of that network; `expected` is its result for `x` with all weights in
    memory."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.weights = draw_weights(np.random.default_rng(1), WIDTH, LAYERS, 16)
        cls.write(cls.weights)
        cls.x = np.random.default_rng(2).standard_normal((3, WIDTH), np.float32)
        with cls.serve(None) as served:
            cls.expected = served(cls.x)["y"]
            cls.overhead = served.server.overhead

    @classmethod
    def serve(cls, memory):
        return cls.serve_network(network, SHAPES, TARGET, memory=memory, budget=20)


def has_iree():
    try:
        return importlib.util.find_spec("iree.runtime") is not None
    except ModuleNotFoundError:
        return False


def write_archive(path, arrays, splats=()):
    """Writes an .irpa file; a splat is given by a number and its total bytes."""
    import iree.runtime

    index = iree.runtime.ParameterIndex()
    for name, array in arrays.items():
        index.add_buffer(name, array.tobytes())
    for name, number, size in splats:
        index.add_splat(name, number, size)
    index.create_archive_file(path)
