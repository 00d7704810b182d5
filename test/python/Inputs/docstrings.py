"""Fails if something that memplace offers has no docstring of its own."""

import inspect
import sys

import memplace
from memplace import envs, game

missing = []
for module in (memplace, game, envs):
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
        for member, method in vars(value).items() if inspect.isclass(value) else ():
            is_public = not member.startswith("_") and not inspect.isclass(method)
            has_doc = inspect.getdoc(getattr(value, member))
            if is_public and callable(method) and not has_doc:
                missing.append(f"{module.__name__}.{name}.{member}")
if missing:
    sys.exit("no docstring: " + ", ".join(missing))
