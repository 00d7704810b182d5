"""Functions in Python modules of the user, named as MODULE:FUNCTION."""

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from memplace.errors import MemplaceError


def load_module(name: str) -> ModuleType:
    """Imports the Python module with a name, or a .py file."""
    try:
        if not name.endswith(".py"):
            sys.path.insert(0, os.getcwd())
            return importlib.import_module(name)
        spec = importlib.util.spec_from_file_location("memplace_jax_input", name)
        if spec is None or spec.loader is None:
            raise MemplaceError(f"cannot load '{name}' as a Python module")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    except MemplaceError:
        raise
    except (ImportError, OSError, SyntaxError) as error:
        raise MemplaceError(f"cannot load '{name}': {error}") from error
    except Exception as error:  # The module may raise any exception.
        raise MemplaceError(
            f"loading '{name}' raised {type(error).__name__}: {error}"
        ) from error


def find_function(reference: str, form: str = "MODULE:FUNCTION") -> Callable[..., Any]:
    """Returns the function named by `reference`; MODULE is the name of a module or a
    .py file.

    `form` describes the reference in diagnostics. Raises MemplaceError.

    >>> find_function("math:sqrt")(9)
    3.0
    """
    module_name, separator, name = reference.rpartition(":")
    if not separator or not module_name or not name:
        raise MemplaceError(f"'{reference}' is not of the form {form}")
    found: Any = load_module(module_name)
    for part in name.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise MemplaceError(f"'{module_name}' has no function '{name}'")
    return found  # type: ignore[no-any-return]
