"""Weights beside a program: the arrays of its arguments, by name, as safetensors."""

import contextlib
from typing import Any

from memplace.errors import MemplaceError, MissingPartError

WAY_OUT = "install it: pip install safetensors"


def safetensors_numpy() -> Any:
    """Returns the package's module for NumPy's arrays."""
    try:
        from safetensors import numpy
    except ImportError as error:
        raise MissingPartError(
            f"weights need the package safetensors ({error}); {WAY_OUT}"
        ) from error
    return numpy


def pack_weights(weights: dict[str, Any]) -> bytes:
    """Returns the bytes of a safetensors file."""
    import numpy as np

    arrays = {name: np.asarray(array, order="C") for name, array in weights.items()}
    return bytes(safetensors_numpy().save(arrays))


def read_weights(path: str) -> dict[str, Any]:
    """Returns the arrays of a safetensors file by name; those of bfloat16 as their
    bits. Raises MemplaceError if it can't be read."""
    package = safetensors_numpy()
    with contextlib.suppress(ImportError):
        import ml_dtypes  # noqa: F401  It tells NumPy what bfloat16 is.
    try:
        arrays = package.load_file(path)
        return {
            name: array.view("uint16") if array.dtype.name == "bfloat16" else array
            for name, array in arrays.items()
        }
    except OSError as error:
        reason = error.strerror or str(error)
        raise MemplaceError(f"cannot read '{path}': {reason}") from error
    except Exception as error:  # The package has an exception of its own.
        raise MemplaceError(f"'{path}' is no safetensors file: {error}") from error
