"""ExecuTorch and the packer memplace_pack, loaded on demand.

`import memplace.executorch` works without both; the first plan needs them.
"""

import operator
import warnings
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from memplace.errors import MissingPartError
from memplace.extras import install_command

VERSION = "1.5.1"
INSTALL_HINT = f"install the extra: {install_command('executorch')}"


def check_version() -> None:
    """Refuses other releases of ExecuTorch; warns about other patches of the release.

    The interface of algorithms for memory planning changes between releases.
    """
    try:
        found = version("executorch")
    except PackageNotFoundError as error:
        raise MissingPartError(
            f"memplace.executorch needs the package executorch; {INSTALL_HINT}"
        ) from error
    if found.split(".")[:2] != VERSION.split(".")[:2]:
        raise MissingPartError(
            f"memplace.executorch needs executorch {VERSION}, this is executorch "
            f"{found}; {INSTALL_HINT}"
        )
    if found.split("+")[0] != VERSION:
        warnings.warn(
            f"memplace.executorch is tested with executorch {VERSION}, this is "
            f"executorch {found}",
            stacklevel=2,
        )


@dataclass(frozen=True)
class Packages:
    """Names of ExecuTorch, and the packer.

    specs_of: returns the tensors of a node; for a view, of the viewed node.
    without_access: targets of nodes that access no bytes.
    cpu: the device type of the host.
    packer: the module memplace_pack.
    """

    specs_of: Any
    without_access: tuple[Any, ...]
    cpu: Any
    packer: Any


def load_packages() -> Packages:
    """Returns ExecuTorch and the packer; raises MissingPartError without them."""
    check_version()
    try:
        import memplace_pack
    except (ImportError, OSError) as error:
        raise MissingPartError(
            f"memplace.executorch needs the package memplace_pack ({error}); install the "
            "wheel memplace-pack, which utils/package.sh builds"
        ) from error
    try:
        from executorch.exir import memory, memory_planning, schema
    except (ImportError, OSError) as error:  # OSError: missing shared libraries.
        raise MissingPartError(
            f"memplace.executorch can't load its packages ({error}); {INSTALL_HINT}"
        ) from error
    return Packages(
        memory_planning.get_node_tensor_specs,
        (memory.alloc, memory.view, memory.free, operator.getitem),
        schema.DeviceType.CPU,
        memplace_pack,
    )
