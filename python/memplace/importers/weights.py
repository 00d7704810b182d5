"""Weights of a program, stored beside it: arrays by argument name, as safetensors."""

from typing import Any

from memplace.errors import MissingPartError

INSTALL_HINT = "install it: pip install safetensors"


def safetensors_numpy() -> Any:
    """Returns the module `safetensors.numpy`; raises MissingPartError if missing."""
    try:
        from safetensors import numpy
    except ImportError as error:
        raise MissingPartError(
            f"weights need the package safetensors ({error}); {INSTALL_HINT}"
        ) from error
    return numpy


def pack_weights(weights: dict[str, Any]) -> bytes:
    """Returns arrays by name as the bytes of a safetensors file."""
    import numpy as np

    arrays = {name: np.asarray(array, order="C") for name, array in weights.items()}
    return bytes(safetensors_numpy().save(arrays))
