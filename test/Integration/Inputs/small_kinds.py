"""Small programs of models/kinds, for memplace-import --jax."""

import importlib.util
from pathlib import Path

import numpy as np

MAKER = Path(__file__).parents[3] / "models" / "kinds" / "make_kinds.py"
spec = importlib.util.spec_from_file_location("make_kinds", MAKER)
kinds = importlib.util.module_from_spec(spec)
spec.loader.exec_module(kinds)

SIZES = {"width": 32, "heads": 2, "length": 8, "batch": 2, "dtype": np.float32}


def transformer_rolled():
    return kinds.transformer_rolled(layers=3, **SIZES)


def transformer_train():
    return kinds.transformer_train(layers=2, **SIZES)


def transformer_train_rolled():
    return kinds.transformer_train_rolled(layers=3, **SIZES)


def kv_decode():
    return kinds.kv_decode(layers=2, **SIZES)


def offload_decode():
    return kinds.offload_decode(layers=2, hidden=64, tokens=3, **SIZES)


def mixture():
    return kinds.mixture(2, 32, 64, experts=3, tokens=2, batches=3, dtype=np.float32)


def unet():
    return kinds.unet(size=16, base=4, levels=2, dtype=np.float32)


def lstm():
    return kinds.lstm(steps=4, layers=2, width=32, batch=2)


def resnet8_int8():
    return kinds.resnet8_int8(size=16, base=8)


def encoder_int8():
    return kinds.encoder_int8(layers=1, width=64, length=8, batch=1)
