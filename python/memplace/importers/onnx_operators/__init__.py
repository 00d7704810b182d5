"""ONNX's operators as functions of JAX arrays; importing this package fills the
table."""

from memplace.importers.onnx_operators import (  # noqa: F401
    casts,
    control,
    elementwise,
    places,
    products,
    recurrent,
    reductions,
    sampling,
    shapes,
    signals,
    windows,
)
from memplace.importers.onnx_operators.table import TABLE

__all__ = ["TABLE"]
