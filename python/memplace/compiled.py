"""The compiled part of memplace; if missing, an error that tells how to install it."""

from memplace.errors import MissingPartError

try:
    from memplace import _core as core
except ImportError as error:
    raise MissingPartError(
        f"the compiled part of memplace can't be loaded ({error}); install it by "
        "pip install ./python, or, after a build, use .venv/bin/python"
    ) from error

__all__ = ["core"]
