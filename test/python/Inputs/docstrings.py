"""Fails if a public name of memplace has no docstring of its own, or no types."""

import inspect
import sys

import memplace
from memplace import envs, errors, execution, game, importers, programs, progress


def has_types(function):
    """Returns True if all parameters and the result of a Python function have types."""
    if not inspect.isfunction(function):
        return True
    signature = inspect.signature(function)
    given = [
        parameter.annotation
        for name, parameter in signature.parameters.items()
        if name not in ("self", "cls")
    ]
    return inspect.Signature.empty not in (*given, signature.return_annotation)


missing, untyped = [], []
for module in (memplace, game, envs, errors, execution, importers, programs, progress):
    names = getattr(module, "__all__", None) or [
        name
        for name, value in vars(module).items()
        if getattr(value, "__module__", None) == module.__name__
        and not name.startswith("_")
    ]
    for name in names:
        value = getattr(module, name)
        if not (inspect.isclass(value) or inspect.isroutine(value)):
            continue
        if not value.__doc__:
            missing.append(f"{module.__name__}.{name}")
        if not has_types(value):
            untyped.append(f"{module.__name__}.{name}")
        for member, method in vars(value).items() if inspect.isclass(value) else ():
            is_public = not member.startswith("_") and not inspect.isclass(method)
            plain = getattr(method, "fget", None) or getattr(method, "__func__", method)
            is_shown = is_public or member == "__init__"
            if is_shown and not has_types(plain):
                untyped.append(f"{module.__name__}.{name}.{member}")
            has_doc = inspect.getdoc(getattr(value, member))
            if is_public and callable(method) and not has_doc:
                missing.append(f"{module.__name__}.{name}.{member}")
if missing:
    sys.exit("no docstring: " + ", ".join(missing))
if untyped:
    sys.exit("no type hints: " + ", ".join(untyped))
