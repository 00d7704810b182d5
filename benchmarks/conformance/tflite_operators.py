#!/usr/bin/env python3
"""Runs each of TFLite's builtin operators through memplace and through TFLite's reference
kernels, case by case.

    tflite_operators.py [OPERATOR...] [--every N] [--output FILE]

Needs the packages ai-edge-litert==2.3.0 and memplace[tflite]. The operators are those of
the schema for which the interpreter has a kernel. Operators without a lowering in
memplace have one case, which the importer must refuse. The closing table counts
operators: an operator is equal if none of its cases is wrong and a case in float32 or
int8 is equal.
"""

import collections
import itertools
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import suite
import tflite_cases
import tflite_layout_cases
import tflite_models
import tflite_random_cases
import tflite_recurrent_cases
import tflite_sum_cases
from memplace.errors import MemplaceError
from memplace.importers.tflite import tflite_to_memref
from memplace.importers.tflite.operators import TABLE
from tflite_models import Spec, given, result

PARTS = (
    tflite_cases.elementwise,
    tflite_cases.conversions,
    tflite_layout_cases.by_shape,
    tflite_layout_cases.by_numbers,
    tflite_layout_cases.of_few_numbers,
    tflite_sum_cases.convolutions,
    tflite_sum_cases.pools,
    tflite_sum_cases.reductions,
    tflite_recurrent_cases.recurrent,
    tflite_random_cases.random_cases,
)
ABSOLUTE = 1e-6  # Tolerance of floats near 0, if terms cancel.
TYPICAL = ("float32", "int8", "hybrid")


class Operators:
    """The suite: a name is an operator, whose cases run together in one program."""

    def __init__(self) -> None:
        self.specs: dict[str, dict[str, Spec]] = {}
        for name, spec in itertools.chain(*(part() for part in PARTS)):
            cases = self.specs.setdefault(spec.kind, {})
            assert name not in cases, f"{name} is there twice"
            cases[name] = spec
        for kind in tflite_models.operators_of_resolver():
            bare = Spec(kind, [given(np.float32(1))], [result("float32")])
            self.specs.setdefault(kind, {f"{kind}/bare": bare})

    def names(self) -> list[str]:
        """Returns the operators."""
        return list(self.specs)

    def load(self, name: str) -> suite.Case:
        """Runs the interpreter, unless the importer must refuse the operator."""
        spec = self.specs[name.split("/")[0]][name]
        if spec.kind not in TABLE:
            content = tflite_models.model_of(spec, [[]])
            expected = [np.zeros((), np.float32)]
        else:
            content, expected = tflite_models.interpret(spec)
        made = suite.Case(
            lambda: tflite_to_memref(content, name),
            spec.fed(),
            expected,
            absolute=ABSOLUTE,
        )
        if exact := EXACT.get(spec.kind):
            made.exact = lambda: [exact(spec)]
        return made

    def run(self, kind: str) -> list[tuple[str, str, str]]:
        """Runs the cases of an operator; all imported cases run in one program."""
        cases = {}
        for name in self.specs[kind]:
            try:
                cases[name] = self.load(name)
            except RuntimeError:
                if "/random" not in name:
                    raise
        outcomes, builder = {}, tflite_models.Builder()
        for name, case in cases.items():
            try:
                case.importer()
            except MemplaceError as error:
                outcomes[name] = "refused", str(error).splitlines()[0][:300]
                continue
            except Exception as error:
                outcomes[name] = "crashed", f"{type(error).__name__}: {error}"
                continue
            shapes = [np.shape(array) for array in case.expected]
            builder.add(self.specs[kind][name], shapes, f"{name}/")
        left = {name: case for name, case in cases.items() if name not in outcomes}
        outcomes |= run_together(kind, builder.build(), left) if left else {}
        return [(name, *outcomes[name]) for name in cases]


def run_together(
    kind: str, content: bytes, cases: Mapping[str, suite.Case]
) -> dict[str, tuple[str, str]]:
    """Runs a file with an operator for each case; returns outcomes and details."""
    text, weights = tflite_to_memref(content, kind)
    inputs = [array for case in cases.values() for array in case.inputs]
    expected = [array for case in cases.values() for array in case.expected]
    whole = suite.Case(lambda: (text, weights), inputs, expected)
    imported = suite.import_case(whole, kind)
    assert isinstance(imported, suite.Imported), imported
    try:
        found = iter(suite.results_of([imported])[0])
    except MemplaceError:
        if len(cases) > 1:
            # Finds the failing case.
            return {name: suite.run_case(case, name) for name, case in cases.items()}
        raise
    outcomes = {}
    for name, case in cases.items():
        results = [next(found) for _ in case.expected]
        difference = suite.first_difference(results, case)
        outcomes[name] = ("wrong" if difference else "equal"), difference
    return outcomes


def exact_gelu(spec: Spec) -> Any:
    """Returns GELU in 64 bits."""
    x = spec.fed()[0].astype(np.float64)
    if not spec.values["approximate"]:
        return 0.5 * x * np.vectorize(math.erfc)(-x * math.sqrt(0.5))
    inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
    return 0.5 * x * (1 + np.tanh(inner))


EXACT: dict[str, Callable[[Spec], Any]] = {"GELU": exact_gelu}


def summary(outcomes: Sequence[suite.Outcome]) -> list[str]:
    """Returns the lines that count operators."""
    by_kind = collections.defaultdict(list)
    for one in outcomes:
        by_kind[one.case.split("/")[0]].append(one)
    counts: dict[str, list[str]] = {word: [] for word in suite.OUTCOMES}
    for kind, cases in by_kind.items():
        found = {one.outcome for one in cases}
        bad = [word for word in ("crashed", "wrong", "slow") if word in found]
        typical = any(
            one.outcome == "equal" and one.case.split("/")[1].startswith(TYPICAL)
            for one in cases
        )
        others = kind in OTHER_TYPES and "equal" in found
        good = "equal" if typical or others else "refused"
        counts[bad[0] if bad else good].append(kind)
    total = len(by_kind)
    lines = [f"{total} operators: " + ", ".join(
        f"{len(kinds)} {word}" for word, kinds in counts.items()
    ) + f"; equal {1000 * len(counts['equal']) // max(total, 1) / 10} %"]  # fmt: skip
    lines += [
        f"{word}: {' '.join(kinds)}"
        for word, kinds in counts.items()
        if kinds and word != "equal"
    ]
    return lines


# Operators that the reference implements for neither float32 nor int8.
OTHER_TYPES = (
    "LOGICAL_AND",
    "LOGICAL_NOT",
    "LOGICAL_OR",
    "REDUCE_ALL",
    "REDUCE_ANY",
    "STABLEHLO_AND",
    "STABLEHLO_SHIFT_LEFT",
    "BROADCAST_ARGS",
    "SHAPE",
    "REAL",
    "IMAG",
    "COMPLEX_ABS",
)

if __name__ == "__main__":
    sys.exit(suite.main(Operators, summary=summary))
