# ===- torch_opinfo.py - PyTorch's samples of its operators ----------------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""PyTorch's OpInfo samples: operators with PyTorch's own test inputs.

    python benchmarks/conformance/torch_opinfo.py --output opinfo.jsonl

Needs the extra `torch` and the package expecttest. A case is one of the first three
samples of an operator in float32 or int64. --types uint8 selects another type;
--special puts NaN, infinities and -0 among the numbers. Tensors are inputs of the
exported program, all other arguments are constants.
"""

import contextlib
import functools
import gc
import io
import itertools
import multiprocessing
import os
import sys
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import suite
import torch
from memplace.errors import MemplaceError
from memplace.importers import (
    linalg_to_memref,
    pytorch_to_linalg,
    stablehlo_to_linalg,
    torch_passes,
)
from memplace.importers.torch_rewriting import first_line
from torch.testing._internal.common_device_type import toleranceOverride
from torch.testing._internal.common_methods_invocations import op_db
from torch.utils import _pytree

SAMPLES = 3
SPECIALS = [float("nan"), float("inf"), -0.0, float("-inf")]
TYPES = ("float32", "int64")
# Operators with undefined results in PyTorch.
OPEN = ("empty", "empty_like", "empty_permuted", "empty_strided")
OPEN += ("new_empty", "new_empty_strided")


class Call(torch.nn.Module):
    """A call of an operator with the arguments of one sample."""

    def __init__(self, operator: Any, leaves: list[Any], tree: Any) -> None:
        super().__init__()
        self.operator = operator
        self.leaves = [None if is_tensor(leaf) else leaf for leaf in leaves]
        self.places = [place for place, leaf in enumerate(leaves) if is_tensor(leaf)]
        self.tree = tree

    def forward(self, *tensors: Any) -> list[Any]:
        """Returns the operator's tensor results."""
        leaves = list(self.leaves)
        for place, tensor in zip(self.places, tensors):
            leaves[place] = tensor
        args, kwargs = _pytree.tree_unflatten(leaves, self.tree)
        results = _pytree.tree_leaves(self.operator(*args, **kwargs))
        return [result for result in results if is_tensor(result)]


def is_tensor(value: Any) -> bool:
    """Returns True if a value is a tensor."""
    return isinstance(value, torch.Tensor)


def to_array(tensor: Any) -> Any:
    """Returns a tensor's elements as an array."""
    import ml_dtypes

    tensor = tensor.detach().resolve_conj().resolve_neg().contiguous()
    if tensor.dtype == torch.bfloat16:
        return tensor.view(torch.int16).numpy().view(ml_dtypes.bfloat16)
    return tensor.numpy()


def chosen_elements(
    x: Any, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
) -> Any:
    """Returns a function of topk's results: the values, the elements at the indices, and
    for each line of indices whether they are distinct and in range. Which of equal
    elements are chosen is free."""
    source = np.atleast_1d(to_array(x))

    def common(results: Sequence[Any]) -> list[Any]:
        values, places = map(np.atleast_1d, results)
        size = source.shape[dim]
        inside = ((places >= 0) & (places < size)).all(dim)
        distinct = (np.diff(np.sort(places, dim), axis=dim) > 0).all(dim)
        clipped = np.clip(places, 0, size - 1)
        return [values, np.take_along_axis(source, clipped, dim), inside & distinct]

    return common


def chosen_element(
    x: Any, k: int, dim: int = -1, keepdim: bool = False
) -> Any:
    """Returns a function of kthvalue's results; see `chosen_elements`."""
    common = chosen_elements(x, 1, dim)

    def kept(results: Sequence[Any]) -> list[Any]:
        if not keepdim and x.dim():
            results = [np.expand_dims(result, dim) for result in results]
        return list(common(results))

    return kept


def tolerance_of(operator: Any, dtype: Any) -> tuple[float, float]:
    """Returns PyTorch's relative and absolute tolerance of results of an operator."""
    found = [torch.testing._comparison.default_tolerances(dtype)]
    for entry in operator.decorators:
        for decorator in getattr(entry, "decorators", [entry]):
            if isinstance(decorator, toleranceOverride):
                wanted = decorator.d.get(dtype)
                found += [(wanted.rtol, wanted.atol)] if wanted else []
    return max(rtol for rtol, _ in found), max(atol for _, atol in found)


def lower_in_fork(jobs: Sequence[Any], name: str) -> list[Any]:
    """Does the work of `torch_passes.lower_until_crash` in a fork of this process,
    which has loaded torch-mlir already: loading takes as long as the rest of a case."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = os.fork()
    if not process:
        try:
            passes = torch_passes.Passes()
            for job in jobs:
                sender.send(passes.lower(job, name))
        finally:
            os._exit(0)
    sender.close()
    outcomes = []
    with contextlib.suppress(EOFError):
        while True:
            outcomes.append(receiver.recv())
    if signal := os.waitpid(process, 0)[1] & 127:
        outcomes.append(torch_passes.Outcome(signal=signal))
    elif len(outcomes) < len(jobs):
        raise RuntimeError("torch_passes raised an exception; run it by itself")
    return outcomes


class OpInfo:
    """The suite."""

    def __init__(self, types: tuple[str, ...] = TYPES, special: bool = False) -> None:
        self.types = types
        self.special = special
        torch_passes.lower_until_crash = lower_in_fork
        torch.set_num_threads(1)
        self.operators = {one.full_name: one for one in op_db if one.name not in OPEN}
        warnings.simplefilter("ignore")

    def samples(self, operator: Any, dtype: Any) -> list[Any]:
        """Returns an operator's first samples, the same in each run."""
        torch.manual_seed(0)
        made = operator.sample_inputs("cpu", dtype, requires_grad=False)
        samples = list(itertools.islice(made, SAMPLES))
        # Ending a generator toggles gradients, and no export may see this.
        gc.collect()
        return samples

    def names(self) -> list[str]:
        """Returns the names of the operators; `run` runs the samples of one operator."""
        return list(self.operators)

    def run(self, name: str) -> list[tuple[str, str, str]]:
        """Runs an operator's samples. A case is OPERATOR/TYPE/NUMBER."""
        operator = self.operators[name]
        programs, outcomes = [], []
        for kind in self.types:
            dtype = getattr(torch, kind)
            if not operator.supports_dtype(dtype, "cpu"):
                continue
            for number, sample in enumerate(self.samples(operator, dtype)):
                label = f"{name}/{kind}/{number}"
                if self.special:
                    sample = sample.transform(with_special_values)
                try:
                    case = make_case(operator, dtype, sample)
                except (AssertionError, RuntimeError, TypeError) as error:
                    reason = f"no result as tensors: {first_line(error)}"
                    outcomes.append((label, "refused", reason))
                    continue
                made = suite.import_case(case, label)
                if isinstance(made, suite.Imported):
                    programs.append(made)
                else:
                    outcomes.append((label, *made))
        return outcomes + list(suite.run_all(programs))


def with_special_values(value: Any) -> Any:
    """Puts NaN, infinities and -0 into a tensor of a sample."""
    if not is_tensor(value) or not value.is_floating_point() or value.numel() < 8:
        return value
    value = value.contiguous().clone()
    value.view(-1)[1:8:2] = torch.tensor(SPECIALS, dtype=value.dtype)
    return value


def make_case(operator: Any, dtype: Any, sample: Any) -> suite.Case:
    """Makes the case of a sample."""
    arguments = ((sample.input, *sample.args), sample.kwargs)
    leaves, tree = _pytree.tree_flatten(arguments)
    call = Call(operator.op, leaves, tree)
    inputs = tuple(leaf for leaf in leaves if is_tensor(leaf))
    # Some operators change their inputs.
    arrays = [to_array(one.clone()) for one in inputs]
    torch.manual_seed(0)
    expected = call(*(one.clone() for one in inputs))
    dtypes = {one.dtype for one in expected} or {dtype}
    tolerances = [tolerance_of(operator, one) for one in dtypes]

    def exact() -> list[Any]:
        wide = {torch.float32: torch.float64, torch.complex64: torch.complex128}
        doubled = [one.to(wide.get(one.dtype, one.dtype)) for one in inputs]
        return [to_array(result) for result in call(*doubled)]

    chosen = {"topk": chosen_elements, "kthvalue": chosen_element}
    common = None
    if operator.full_name in chosen:
        choose = chosen[operator.full_name]
        common = choose(sample.input.clone(), *sample.args, **sample.kwargs)
    return suite.Case(
        functools.partial(export, call, inputs),
        arrays,
        [to_array(result) for result in expected],
        max(relative for relative, _ in tolerances),
        max(absolute for _, absolute in tolerances),
        exact,
        **({"common": common} if common else {}),
    )


def export(call: Call, inputs: tuple[Any, ...]) -> tuple[str, Mapping[str, Any]]:
    """Exports a call in the same way as a user, and imports the result."""
    try:
        program = torch.export.export(call, inputs)
        file = io.BytesIO()
        torch.export.save(program, file)
    except Exception as error:
        raise MemplaceError(f"torch.export: {first_line(error)}") from error
    text, source, weights = pytorch_to_linalg(file.getvalue(), "sample.pt2")
    if source == "stablehlo":
        text = stablehlo_to_linalg(text)
    return linalg_to_memref(text), weights


def main() -> int:
    """Runs the suite."""
    types = TYPES
    special = "--special" in sys.argv
    if special:
        sys.argv.remove("--special")
    if "--types" in sys.argv:
        place = sys.argv.index("--types")
        types = tuple(sys.argv[place + 1].split(","))
        del sys.argv[place : place + 2]
    return suite.main(functools.partial(OpInfo, types, special))


if __name__ == "__main__":
    sys.exit(main())
