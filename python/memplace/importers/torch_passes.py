"""Runs torch-mlir's passes in a separate process, which the passes may crash.

Run as a program, this module reads modules in torch-mlir's dialect from standard input.
It writes a line for each module: the module in linalg or StableHLO, or an error. After
a crash, the first module without a line is the module that crashed the process. Memory
and CPU time of the process are limited, as those of all tools.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from memplace.errors import MemplaceError
from memplace.harness import UNSIGNED
from memplace.importers.arguments import BUFFER_NAME
from memplace.importers.stablehlo import clean_diagnostics
from memplace.importers.static_sizes import drop_empty_joins, fold_casts, narrow_loops
from memplace.importers.torch_loops import DIALECT, TorchLoops
from memplace.importers.torch_nan import propagate_nan
from memplace.tools import limit_process

TO_BACKEND = (
    "builtin.module(func.func(torch-match-quantized-custom-ops),"
    "torchdynamo-export-to-torch-backend-pipeline)"
)
TO_LINALG = "builtin.module(torch-backend-to-linalg-on-tensors-backend-pipeline)"
FOLD = "builtin.module(canonicalize,cse,canonicalize)"
TO_STABLEHLO = "builtin.module(torch-backend-to-stablehlo-backend-pipeline)"


@dataclass(frozen=True)
class Job:
    """A module in torch-mlir's dialect to be lowered."""

    text: str
    inputs: Sequence[str] | None = None
    """Names for the arguments of `main`."""
    outputs: Sequence[str] | None = None
    """Names for the results of `main`."""


@dataclass(frozen=True)
class Outcome:
    """Result of lowering a module: text, error, or signal."""

    text: str = ""
    form: str = ""
    """Form of the text, "linalg" or "stablehlo"."""
    error: str = ""
    """Error message; empty unless the lowering failed."""
    signal: int = 0
    """Signal that ended the process at this module; 0 if none."""


def lower_in_subprocess(jobs: Sequence[Job], name: str) -> list[Outcome]:
    """Lowers modules in a separate process, with a new process after each crash.

    `name` names the modules' file in diagnostics.
    """
    outcomes: list[Outcome] = []
    while len(outcomes) < len(jobs):
        outcomes += lower_until_crash(jobs[len(outcomes) :], name)
    return outcomes


def lower_until_crash(jobs: Sequence[Job], name: str) -> list[Outcome]:
    """Lowers modules up to the first module that crashes the process."""
    request = {"name": name, "jobs": [asdict(job) for job in jobs]}
    environment = dict(os.environ)
    # Do not import Python modules from the current folder.
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    try:
        process = subprocess.run(
            [sys.executable, "-m", "memplace.importers.torch_passes"],
            input=json.dumps(request),
            capture_output=True,
            text=True,
            check=False,
            env=environment,
        )
    except OSError as error:
        raise MemplaceError(f"cannot run '{sys.executable}': {error}") from error
    found = [
        Outcome(**json.loads(line))
        for line in process.stdout.splitlines()
        if line.startswith("{") and line.endswith("}")
    ]
    if process.returncode > 0:
        last = process.stderr.strip().splitlines()[-1:] or ["it says nothing"]
        raise MemplaceError(f"{name}: torch-mlir's passes can't be run: {last[0]}")
    if process.returncode < 0:
        found.append(Outcome(signal=-process.returncode))
    return found


class Passes:
    """torch-mlir's passes, without PyTorch."""

    def __init__(self) -> None:
        from torch_mlir import ir, passmanager
        from torch_mlir.dialects import torch

        self.ir: Any = ir
        self.manager: Any = passmanager.PassManager
        self.context = ir.Context()
        torch.register_dialect(self.context)

    def run(self, module: Any, passes: str, name: str) -> None:
        """Runs passes; raises MemplaceError with the first diagnostic on failure."""
        try:
            with self.context:
                self.manager.parse(passes).run(module.operation)
        except (self.ir.MLIRError, RuntimeError, ValueError) as error:
            message = clean_diagnostics(str(error), name)
            first = next(
                (line for line in message.splitlines() if "error:" in line),
                message.splitlines()[0] if message else type(error).__name__,
            )
            raise MemplaceError(
                f"{name}: torch-mlir has no lowering: {first.strip()[:400]}"
            ) from error

    def lower(self, job: Job, name: str) -> Outcome:
        """Lowers a module to linalg or, if some op needs it, to StableHLO."""
        with self.context:
            module = self.ir.Module.parse(job.text)
            signs = self.find_unsigned(module) if job.inputs is not None else None
        form = "linalg"
        try:
            self.run(module, TO_BACKEND, name)
            before = module.operation.get_asm(enable_debug_info=True)
            self.run(module, TO_LINALG, name)
            if "?" in str(module):
                self.find_sizes(module, name)
            with self.context, self.ir.Location.unknown():
                drop_empty_joins(list(walk(module.operation)), self.ir)
                propagate_nan(list(walk(module.operation)), self.ir)
                TorchLoops(module, self.ir).lower(list(walk(module.operation)))
            if DIALECT in str(module):
                with self.context:
                    module = self.ir.Module.parse(before)
                self.run(module, TO_STABLEHLO, name)
                form = "stablehlo"
        except MemplaceError as error:
            return Outcome(error=str(error))
        if signs and job.inputs is not None and job.outputs is not None:
            self.name_buffers(module, (job.inputs, job.outputs), signs)
        return Outcome(str(module.operation.get_asm(enable_debug_info=True)), form)

    def find_sizes(self, module: Any, name: str) -> None:
        """Makes sizes static that are dynamic only because of casts."""
        for step in (narrow_loops, fold_casts):
            with self.context, self.ir.Location.unknown():
                step(list(walk(module.operation)), self.ir)
            self.run(module, FOLD, name)

    def find_main(self, module: Any) -> Any:
        """Returns the function `main`."""
        (function,) = [
            item.operation
            for item in module.body.operations
            if item.operation.name == "func.func"
            and self.ir.StringAttr(item.operation.attributes["sym_name"]).value
            == "main"
        ]
        return function

    def find_unsigned(self, module: Any) -> tuple[list[bool], list[bool]]:
        """Returns which arguments and results of `main` have unsigned integers.

        Types of torch-mlir's dialect have signs, types of linalg do not.
        """
        text = self.find_main(module).attributes["function_type"]
        kind = self.ir.FunctionType(self.ir.TypeAttr(text).value)
        inputs, results = (
            [re.search(r",ui\d+>$", str(one)) is not None for one in types]
            for types in (kind.inputs, kind.results)
        )
        return inputs, results

    def name_buffers(
        self,
        module: Any,
        names: tuple[Sequence[str], Sequence[str]],
        signs: tuple[Sequence[bool], Sequence[bool]],
    ) -> None:
        """Names the arguments and results of `main`, and marks unsigned ones.

        All arguments are marked as read-only.
        """
        ir = self.ir
        with self.context:
            function = self.find_main(module)
            for table, labels, unsigned in zip(
                ("arg_attrs", "res_attrs"), names, signs
            ):
                found = []
                for label, is_unsigned in zip(labels, unsigned):
                    attributes = {BUFFER_NAME: ir.StringAttr.get(label)}
                    if is_unsigned:
                        attributes[UNSIGNED] = ir.UnitAttr.get()
                    if table == "arg_attrs":
                        attributes["bufferization.writable"] = ir.BoolAttr.get(False)
                    found.append(ir.DictAttr.get(attributes))
                function.attributes[table] = ir.ArrayAttr.get(found)


def walk(operation: Any) -> Any:
    """Yields all operations nested in `operation`, in pre-order."""
    for region in operation.regions:
        for block in region.blocks:
            for inner in block.operations:
                yield inner.operation
                yield from walk(inner.operation)


def main() -> None:
    """Lowers the modules on standard input; prints an outcome per line, as JSON."""
    text = sys.stdin.read()
    limit_process(len(text))
    request = json.loads(text)
    passes = Passes()
    for job in request["jobs"]:
        print(json.dumps(asdict(passes.lower(Job(**job), request["name"]))), flush=True)


if __name__ == "__main__":
    main()
