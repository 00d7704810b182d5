"""Imports a program of torch.export without the guard against crashes of torch-mlir:
pytorch_crash.py FILE."""

import sys
from pathlib import Path
from unittest import mock

import torch
from memplace.errors import MemplaceError
from memplace.importers import pytorch
from memplace.importers.torch_rules import RULES

path = Path(sys.argv[1])
with mock.patch.dict(RULES):
    del RULES[torch.ops.aten.scatter.src]
    try:
        pytorch.pytorch_to_linalg(path.read_bytes(), str(path))
    except MemplaceError as error:
        sys.exit(f"{type(error).__module__}.{type(error).__name__}: {error}")
