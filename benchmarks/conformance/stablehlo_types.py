"""Each op of StableHLO with each element type that its verifier permits, on edge values
and random numbers, against XLA on a CPU.

  python benchmarks/conformance/stablehlo_types.py --output results.jsonl
"""

import os
import re
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import ml_dtypes
import numpy as np
from jax._src import xla_bridge
from jaxlib import xla_client
from jaxlib._jax import DeviceList
from memplace.importers import from_stablehlo
from memplace.importers.stablehlo import stablehlo_context
from suite import Case, LeftOut, main

jax.config.update("jax_enable_x64", True)

NUMBERS = {
    "i1": np.bool_,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
    "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
    **{f"i{bits}": np.dtype(f"int{bits}") for bits in (8, 16, 32, 64)},
    **{f"ui{bits}": np.dtype(f"uint{bits}") for bits in (8, 16, 32, 64)},
}
"""NumPy's types by element type."""
NARROW = {
    "i2": ml_dtypes.int2,
    "i4": ml_dtypes.int4,
    "ui2": ml_dtypes.uint2,
    "ui4": ml_dtypes.uint4,
    "f4E2M1FN": ml_dtypes.float4_e2m1fn,
    "f8E3M4": ml_dtypes.float8_e3m4,
    "f8E4M3": ml_dtypes.float8_e4m3,
    "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz,
    "f8E8M0FNU": ml_dtypes.float8_e8m0fnu,
}
"""The types of fewer than eight bits or of eight-bit floats."""
TYPES = [*NUMBERS, *NARROW]

UNARY = """abs cbrt ceil cosine count_leading_zeros exponential exponential_minus_one
floor imag is_finite log log_plus_one logistic negate not popcnt real
round_nearest_afz round_nearest_even rsqrt sign sine sqrt tan tanh chlo.acos
chlo.acosh chlo.asin chlo.asinh chlo.atan chlo.atanh chlo.bessel_i1e chlo.conj chlo.cosh
chlo.digamma chlo.erf chlo.erf_inv chlo.erfc chlo.is_inf chlo.is_neg_inf chlo.is_pos_inf
chlo.lgamma chlo.sinh chlo.square"""
BINARY = """add and atan2 complex divide maximum minimum multiply or power remainder
shift_left shift_right_arithmetic shift_right_logical subtract xor chlo.next_after
chlo.polygamma chlo.zeta chlo.mulhi"""
POWERS = ("stablehlo.power", "stablehlo.atan2")
ROOTS = ("stablehlo.atan2", "chlo.lgamma")
"""Functions of numbers near 1 whose results of 64 bits near 0 have errors of an epsilon."""
SUMS = ("stablehlo.dot", "stablehlo.dot_general", "stablehlo.convolution")
"""Sums of products, in an order that XLA chooses by processor."""
ORDERS = ("chlo.polygamma", "chlo.zeta")
LIMIT = 30
"""Largest order and argument for which XLA's series is exact; later it gives 0 or NaN."""
PACKED = ("i2", "i4", "ui2", "ui4")
"""Types that XLA keeps in 8 bits, with wrong high bits after arithmetic."""
"""Ops whose complex results are ill-conditioned."""
FEW = 2500
"""Number of pairs of edge values, drawn at random if there are more."""

# Text of attributes, shapes of operands and of the result. T stands for an element type;
# operands with a colon have another type.
Form = tuple[str, Sequence[str], str]
FORMS: dict[str, Form] = {
    "broadcast_in_dim": ("{broadcast_dimensions = array<i64: 1>}", ["6xT"], "4x6xT"),
    "concatenate": ("{dimension = 0 : i64}", ["4x6xT", "2x6xT"], "6x6xT"),
    "dynamic_slice": (
        "{slice_sizes = array<i64: 2, 3>}",
        ["4x6xT", ":i32", ":i32"],
        "2x3xT",
    ),
    "dynamic_update_slice": ("", ["4x6xT", "2x2xT", ":i32", ":i32"], "4x6xT"),
    "gather": (
        "{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
        "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
        "slice_sizes = array<i64: 1, 6>, indices_are_sorted = false}",
        ["4x6xT", "5x1x:i32"],
        "5x6xT",
    ),
    "iota": ("{iota_dimension = 0 : i64}", [], "2x2xT"),
    "optimization_barrier": ("", ["4x6xT"], "4x6xT"),
    "pad": (
        "{edge_padding_low = array<i64: 1, -1>, edge_padding_high = array<i64: 0, 2>, "
        "interior_padding = array<i64: 1, 0>}",
        ["4x6xT", "T"],
        "8x7xT",
    ),
    "reshape": ("", ["4x6xT"], "3x8xT"),
    "reverse": ("{dimensions = array<i64: 1>}", ["4x6xT"], "4x6xT"),
    "select": ("", ["4x6x:i1", "4x6xT", "4x6xT"], "4x6xT"),
    "slice": (
        "{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 4, 5>, "
        "strides = array<i64: 2, 1>}",
        ["4x6xT"],
        "2x5xT",
    ),
    "torch_index_select": (
        "{dim = 0 : i64, batch_dims = 0 : i64}",
        ["4x6xT", "3x:i32"],
        "3x6xT",
    ),
    "transpose": ("{permutation = array<i64: 1, 0>}", ["4x6xT"], "6x4xT"),
    "clamp": ("", ["4x6xT", "4x6xT", "4x6xT"], "4x6xT"),
    "dot": ("", ["4x6xT", "6x3xT"], "4x3xT"),
    "dot_general": (
        "{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], "
        "rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], "
        "rhs_contracting_dimensions = [1]>}",
        ["2x4x3xT", "2x4x5xT"],
        "2x3x5xT",
    ),
    "convolution": (
        "{window_strides = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, "
        "dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, "
        "feature_group_count = 1 : i64, batch_group_count = 1 : i64}",
        ["1x6x2xT", "3x2x4xT"],
        "1x4x4xT",
    ),
    "batch_norm_inference": (
        "{epsilon = 0.5 : f32, feature_index = 1 : i64}",
        ["4x6xT", "6xT", "6xT", "6xT", "6xT"],
        "4x6xT",
    ),
    "cholesky": ("{lower = true}", ["3x3xT"], "3x3xT"),
    "triangular_solve": (
        "{left_side = true, lower = true, unit_diagonal = false, "
        "transpose_a = #stablehlo<transpose TRANSPOSE>}",
        ["3x3xT", "3x2xT"],
        "3x2xT",
    ),
    "fft": (
        "{fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 6>}",
        ["4x6xT"],
        "4x6xT",
    ),
    "reduce_precision": (
        "{exponent_bits = 5 : i32, mantissa_bits = 3 : i32}",
        ["4x6xT"],
        "4x6xT",
    ),
}
COMBINERS = "add and maximum minimum multiply or xor"
WITH_REGION: dict[str, Form] = {
    "reduce": ("{dimensions = array<i64: 1>}", ["4x6xT", "T"], "4xT"),
    "reduce_window": (
        "{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>}",
        ["4x6xT", "T"],
        "3x3xT",
    ),
    "scatter": (
        "{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], "
        "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
        "index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}",
        ["4x6xT", "5x1x:i32", "5x6xT"],
        "4x6xT",
    ),
    "map": ("{dimensions = array<i64: 0, 1>}", ["4x6xT", "4x6xT"], "4x6xT"),
}
DIRECTION = "{{comparison_direction = #stablehlo<comparison_direction {}>}}"


@dataclass(frozen=True)
class Program:
    """A function of a single op on element types of its operands and of its result."""

    op: str
    form: Form
    kind: str
    result: str

    def types(self) -> list[str]:
        """Returns the types of the operands."""
        return [tensor(shape, self.kind) for shape in self.form[1]]

    def text(self) -> str:
        """Returns the function as text. Its arguments and results have wide types."""
        attributes, types = self.form[0], self.types()
        out = tensor(self.form[2], self.result)
        arguments = ", ".join(f"%a{i}: {wide(kind)}" for i, kind in enumerate(types))
        operands = [
            f"%a{i}" if wide(kind) == kind else f"%o{i}" for i, kind in enumerate(types)
        ]
        lines = [
            f"  %o{i} = stablehlo.convert %a{i} : ({wide(kind)}) -> {kind}"
            for i, kind in enumerate(types)
            if wide(kind) != kind
        ]
        lines.append(
            f'  %r = "{self.op}"({", ".join(operands)}) {attributes} : '
            f'({", ".join(types)}) -> {out}'
        )
        if wide(out) != out:
            lines.append(f"  %w = stablehlo.convert %r : ({out}) -> {wide(out)}")
        lines.append(f"  return {'%r' if wide(out) == out else '%w'} : {wide(out)}")
        body = "\n".join(lines)
        return f"func.func public @main({arguments}) -> {wide(out)} {{\n{body}\n}}\n"


def tensor(shape: str, element: str) -> str:
    """Returns the type of `4x6xT`, or of `4x6x:i1`, whose element type is given."""
    dimensions, _, other = shape.partition(":")
    if other:
        return f"tensor<{dimensions}{other}>"
    return f"tensor<{shape.removesuffix('T')}{element}>"


def element_of(kind: str) -> str:
    """Returns the element type of a tensor type."""
    return re.sub(r"^tensor<(\d+x)*|>$", "", kind)


def wide(kind: str) -> str:
    """Returns a tensor type whose element type, one of NUMBERS, has all numbers of the
    given element type."""
    element = element_of(kind)
    if element not in NARROW:
        return kind
    return kind.replace(element, "f32" if element[0] == "f" else f"{element[:-1]}8")


def region(combiner: str, element: str) -> str:
    """Returns the region of a reduction, in text."""
    kind = f"tensor<{element}>"
    return (
        f"({{\n  ^bb0(%x: {kind}, %y: {kind}):\n    %c = stablehlo.{combiner} %x, %y : "
        f"{kind}\n    stablehlo.return %c : {kind}\n  }})"
    )


def sort(element: str) -> str:
    """Returns a sort of columns, in text."""
    kind = f"tensor<{element}>"
    return (
        f'({{\n  ^bb0(%x: {kind}, %y: {kind}):\n    %c = "stablehlo.compare"(%x, %y) '
        "{comparison_direction = #stablehlo<comparison_direction LT>} : "
        f"({kind}, {kind}) -> tensor<i1>\n    stablehlo.return %c : tensor<i1>\n  }}) "
        "{dimension = 0 : i64, is_stable = true}"
    )


def programs() -> Iterator[tuple[str, Program]]:
    """Yields name and program of each candidate; many have types that StableHLO does
    not permit."""
    for kind in TYPES:
        part = kind.removeprefix("complex<").removesuffix(">")
        results = {"is_finite": "i1", "complex": f"complex<{kind}>"}
        results |= dict.fromkeys(("abs", "real", "imag"), part)
        for names, shape in ((UNARY, len(edges(kind))), (BINARY, pairs(kind))):
            for name in names.split():
                op = name if "." in name else f"stablehlo.{name}"
                result = "i1" if ".is_" in name else results.get(name, kind)
                count = 1 if names == UNARY else 2
                form = ("", [f"{shape}xT"] * count, f"{shape}xT")
                if kind.startswith("complex") and name == "remainder":
                    continue  # XLA crashes.
                if kind in PACKED and name in ("popcnt", "chlo.mulhi", "power"):
                    continue  # XLA counts, multiplies and takes the sign of 8 bits.
                yield f"{name} {kind}", Program(op, form, kind, result)
        for way in ("EQ", "GE", "LT", "NE"):
            form = (DIRECTION.format(way), [f"{pairs(kind)}xT"] * 2, f"{pairs(kind)}xT")
            yield f"compare {way} {kind}", Program(
                "stablehlo.compare", form, kind, "i1"
            )
        for op, form in FORMS.items():
            yield f"{op} {kind}", Program(f"stablehlo.{op}", form, kind, kind)
        for op, (attributes, shapes, result) in WITH_REGION.items():
            for combiner in COMBINERS.split():
                form = (f"{region(combiner, kind)} {attributes}", shapes, result)
                yield f"{op} {combiner} {kind}", Program(
                    f"stablehlo.{op}", form, kind, kind
                )
        if kind not in ("i2", "ui2"):  # XLA loses elements.
            form = (sort(kind), ["5x4xT"], "5x4xT")
            yield f"sort {kind}", Program("stablehlo.sort", form, kind, kind)
        for other in TYPES:
            form = ("", [f"{len(edges(kind))}xT"], f"{len(edges(kind))}xT")
            for op in ("convert", "bitcast_convert"):
                yield f"{op} {kind} {other}", Program(
                    f"stablehlo.{op}", form, kind, other
                )


def inputs(program: Program, name: str) -> list[Any]:
    """Returns arrays for the arguments of a program: of vectors, edge values, or pairs
    of edge values; of other tensors, random numbers; places within the other tensors.
    """
    generator = np.random.default_rng(zlib.crc32(name.encode()))
    values = edges(program.kind)
    order = generator.permutation(len(values) ** 2)[:FEW]
    places = [np.arange(len(values))]
    if len(program.form[1]) == 2:
        places = list(np.divmod(order, len(values)))
    arrays = []
    for number, (shape, kind) in enumerate(zip(program.form[1], program.types())):
        dtype = np.dtype(NUMBERS[element_of(wide(kind))])
        sizes = tuple(int(size) for size in re.findall(r"(\d+)x", shape))
        if shape.endswith(":i32"):
            arrays.append(generator.integers(0, 3, sizes).astype(dtype))
        elif len(sizes) == 1 and sizes[0] == len(places[0]):
            arrays.append(values[places[number]].astype(dtype))
            if program.op in ORDERS:
                high = np.abs(arrays[-1]) > LIMIT
                arrays[-1] = np.where(high, dtype.type(3), arrays[-1])
        else:
            made = np.dtype((NUMBERS | NARROW)[element_of(kind)])
            arrays.append(mild(generator, sizes, made).astype(dtype))
    return arrays


def mild(generator: Any, shape: tuple[int, ...], dtype: Any) -> Any:
    """Returns random numbers of moderate size; a square matrix is positive definite."""
    if dtype == np.bool_:
        return generator.integers(0, 2, shape).astype(dtype)
    if "int" in dtype.name:
        return generator.integers(0 if "uint" in dtype.name else -2, 2, shape).astype(
            dtype
        )
    real = generator.uniform(-2, 2, shape)
    if dtype.kind == "c":
        real = real + 1j * generator.uniform(-2, 2, shape)
    if len(shape) == 2 and shape[0] == shape[1]:
        real = real @ real.swapaxes(-1, -2).conj() + 3 * np.eye(shape[0])
    return np.asarray(real).astype(dtype)


def edges(kind: str) -> Any:
    """Returns numbers of a type at which functions change."""
    dtype = np.dtype((NUMBERS | NARROW)[kind])
    if kind == "i1":
        return np.array([False, True])
    if "i" in kind[:2]:
        info = ml_dtypes.iinfo(dtype)
        bits = info.bits
        small = [0, 1, 2, 3, 7, bits - 1, bits, bits + 1, 100, -1, -2, -7, -100]
        kept = {n for n in [*small, info.min, info.max] if info.min <= n <= info.max}
        return np.array(sorted(kept), dtype)
    if kind.startswith("complex"):
        parts = reals(np.dtype(np.float32 if kind == "complex<f32>" else np.float64))
        grid = np.empty((len(parts), len(parts)), dtype)
        grid.real, grid.imag = parts[:, None], parts[None, :]
        return grid.ravel()
    return reals(dtype)


def reals(dtype: Any) -> Any:
    """Returns floats of a type at which functions change."""
    info = ml_dtypes.finfo(dtype)
    eps, tiny, high = float(info.eps), float(info.tiny), float(info.max)
    near = [1 - eps, 1, 1 + eps, 1 + 1e-3, 0.5, 1.5, 2, 2.5, 3.14159, 10, 90, high**0.5]
    low = [0, tiny * 4, tiny**0.5, eps, 1e-3]
    values = np.array([*low, *near, high, np.inf])
    with np.errstate(over="ignore", invalid="ignore"):
        values = np.concatenate([values, -values, [np.nan]]).astype(dtype)
    return values


def pairs(kind: str) -> int:
    """Returns the number of pairs of edge values of a type."""
    return min(FEW, len(edges(kind)) ** 2)


class Types:
    """The suite."""

    def __init__(self) -> None:
        self.programs: dict[str, Program] = {}
        with stablehlo_context() as (ir, _, _):
            for name, program in programs():
                try:
                    ir.Module.parse(program.text())
                except ir.MLIRError:
                    continue
                self.programs[name] = program

    def names(self) -> list[str]:
        """Returns the names of all cases."""
        return list(self.programs)

    def load(self, name: str) -> Case:
        """Makes a case; its arguments are the same each time."""
        program = self.programs[name]
        text, arrays = program.text(), inputs(program, name)
        expected = by_xla(text, arrays)
        close, least = tolerance(program.result)
        if program.op in POWERS and np.iscomplexobj(expected):
            close, least = 16 * close, least**0.5
        if program.op in ROOTS and "f64" in program.kind:
            least = 4 * float(np.finfo(float).eps)
        if program.op in SUMS and close:
            # A sum that cancels has the rounding errors of its addends.
            addends = by_xla(text, [abs(array).astype(array.dtype) for array in arrays])
            least += close / 16 * float(np.max(np.abs(addends)))

        def exact() -> Sequence[Any]:
            big = replace(
                program, kind=wider(program.kind), result=wider(program.result)
            )
            there = [array.astype(NUMBERS[big.kind]) for array in arrays]
            return [by_xla(big.text(), there)]

        is_float = (
            program.kind == program.result and wider(program.kind) != program.kind
        )
        return Case(
            importer=lambda: (from_stablehlo(text, name), {}),
            inputs=arrays,
            expected=[expected],
            relative=close,
            absolute=least,
            exact=exact if is_float and program.op != "stablehlo.scatter" else None,
            common=lambda results: [comparable(name, result) for result in results],
        )


def wider(kind: str) -> str:
    """Returns the type of 64-bit numbers that stands for a type of floats."""
    return {"complex<f32>": "complex<f64>"}.get(
        kind, "f64" if "f" in kind[:2] else kind
    )


def comparable(name: str, result: Any) -> Any:
    """Returns the numbers of a result that StableHLO defines."""
    if name.startswith("cholesky"):
        return np.tril(result)
    if name.startswith("atan2 complex"):
        # Rounding decides on which side of the branch cut a result lies, and XLA's
        # result may differ by pi.
        return np.exp(2j * result)
    if (kind := name.split()[-1]) in PACKED and result.dtype.itemsize == 1:
        return result.astype(NARROW[kind]).astype(result.dtype)
    if name.split()[0] in ("multiply", "divide", "power") and np.iscomplexobj(result):
        # Complex arithmetic with infinities yields an infinity or NaN.
        return np.where(np.isfinite(result), result, np.nan)
    return result


def tolerance(kind: str) -> tuple[float, float]:
    """Returns the relative and absolute tolerance of results of a type."""
    dtype = np.dtype((NUMBERS | NARROW)[kind])
    if kind[0] == "i" or kind[0] == "u":
        return 0.0, 0.0
    info = ml_dtypes.finfo(dtype.type(0).real.dtype)
    return 64 * float(info.eps), 16 * float(info.tiny)


def by_xla(text: str, arrays: Sequence[Any]) -> Any:
    """Returns the result of a function, computed by XLA."""
    backend = xla_bridge.get_backend("cpu")
    with stablehlo_context() as (ir, _, _):
        module = ir.Module.parse(text)
        try:
            devices = DeviceList(tuple(backend.devices()[:1]))
            program = backend.compile_and_load(
                module, devices, xla_client.CompileOptions()
            )
        except Exception as error:
            raise LeftOut(str(error)) from error
    outcome = program.execute_sharded([jax.device_put(array) for array in arrays])
    ((result,),) = outcome.disassemble_into_single_device_arrays()
    return np.asarray(result)


if __name__ == "__main__":
    sys.exit(main(Types))
