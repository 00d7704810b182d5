"""Training steps and models of PyTorch within a budget of memory.

    import memplace.torch

    step = memplace.torch.fit(train_step, (model, optimizer, batch), memory="9.6GB")
    print(step)
    loss = step(batch)

docs/guide/torch-fit.md is the guide. Times are seconds and sizes bytes.
"""

import re

from memplace.errors import MissingPartError

_OLDEST = (2, 11)

try:
    import torch as _torch
except (ImportError, OSError) as error:  # OSError: missing shared libraries.
    raise MissingPartError(
        f"memplace.torch needs the package torch ({error}); install torch 2.11 or later"
    ) from error
if tuple(map(int, re.findall(r"\d+", _torch.__version__)[:2])) < _OLDEST:
    raise MissingPartError(
        f"memplace.torch needs torch 2.11 or later, this is torch {_torch.__version__}"
    )

from memplace.torch.fitting import FittedStep, Hosted, Repeated, fit  # noqa: E402

__all__ = ["FittedStep", "Hosted", "Repeated", "fit"]
