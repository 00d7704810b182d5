"""Weights of a program, stored beside it: arrays by argument name, as safetensors."""

from typing import Any

from memplace.errors import MemplaceError, MissingPartError

INSTALL_HINT = "install it: pip install safetensors"

RESERVED = "__metadata__"  # Key of the file's own remarks.


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
    """Returns arrays by name as the bytes of a safetensors file. Raises MemplaceError
    for a name that the format keeps for itself."""
    import numpy as np

    if RESERVED in weights:
        raise MemplaceError(
            f"a weight is called '{RESERVED}', which safetensors files cannot hold; "
            "rename it in the model"
        )
    arrays = {name: np.asarray(array, order="C") for name, array in weights.items()}
    return bytes(safetensors_numpy().save(arrays))
