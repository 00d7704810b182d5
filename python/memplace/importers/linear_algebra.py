"""Linear algebra: calls of the LAPACK functions that JAX calls on a CPU.

`lib/Kernels/Lapack.cpp` has the functions. Their declarations mark inputs as read and
outputs as overwritten; `memplace.flops` on a call states its work.
"""

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from memplace.importers.element_code import ElementCode, Value, Values, names, types
from memplace.importers.loop_code import LoopCode

# By function: the options that JAX passes as letters.
OPTIONS = {
    "potrf": ("uplo",),
    "trsm": ("side", "uplo", "trans_x", "diag"),
    "getrf": (),
    "geqrf": (),
    "orgqr": (),
    "syevd": ("mode", "uplo"),
    "gesdd": ("mode",),
}
# Functions with another name for complex matrices: name for real matrices -> name for
# complex matrices.
HERMITIAN = {"orgqr": "ungqr", "syevd": "heevd"}
SUFFIXES = {
    "f32": "f32",
    "f64": "f64",
    "complex<f32>": "c64",
    "complex<f64>": "c128",
}
BATCH = "memref<?x?x?x{}>"
"""Type of an argument: a batch of matrices. A vector is a matrix with one column."""


def option(operation: Any, name: str) -> str:
    """Returns an option of a call of LAPACK, a letter."""
    from jaxlib.mlir import ir

    config = ir.DictAttr(operation.attributes["mhlo.backend_config"])
    return chr(ir.IntegerAttr(config[name]).value)


def is_set(operation: Any, name: str) -> bool:
    """Says whether an attribute of an op is `true`."""
    return name in operation.attributes and str(operation.attributes[name]) == "true"


def count_flops(function: str, letters: str, operands: Values) -> int:
    """Returns the flops of a function for all matrices of a batch (Golub and Van Loan,
    "Matrix Computations")."""
    *batch, rows, columns = operands[0].sizes
    least = operands[1].sizes[-1] if function == "orgqr" else min(rows, columns)
    elimination = 2 * rows * columns * least - (rows + columns) * least**2
    elimination += 2 * least**3 // 3
    values_only = 4 * rows * columns * least - 4 * least**3 // 3
    flops = {
        "potrf": least**3 // 3,
        "trsm": least * prod(operands[-1].sizes[-2:]),
        "getrf": elimination,
        "geqrf": 2 * elimination,
        "orgqr": 2 * elimination,
        "syevd": 9 * least**3,
        "gesdd": (
            values_only
            if letters == "N"
            else 14 * rows * columns * least + 8 * least**3
        ),
    }[function]
    parts = 4 if operands[0].element.startswith("complex") else 1
    return parts * prod(batch) * flops


def memref(value: Value) -> str:
    """Returns the type of the memref that holds a tensor."""
    return value.type.replace("tensor", "memref", 1)


def as_batch(code: ElementCode, buffer: Value, dimensions: int) -> Value:
    """Casts a memref to the type of an argument, a batch of matrices. The first
    `dimensions` dimensions of the memref are the batch."""
    shape = buffer.sizes
    rows, columns = (*shape[dimensions:], 1, 1)[:2]
    sizes = f"{prod(shape[:dimensions])}, {rows}, {columns}"
    whole = f"memref<{sizes.replace(', ', 'x')}x{buffer.element}>"
    view = code.op(
        f"memref.reinterpret_cast {buffer.name} to offset: [0], sizes: [{sizes}], "
        f"strides: [{rows * columns}, {columns}, 1] : {memref(buffer)} to {whole}",
        buffer.element,
    )
    argument = BATCH.format(buffer.element)
    return code.op(f"memref.cast {view.name} : {whole} to {argument}", argument)


def call(
    code: ElementCode, function: str, letters: str, operands: Values, results: Values
) -> Values:
    """Appends a call of a function; returns tensors of the types of `results`."""
    element = operands[0].element
    name = f"memplace_lapack_{function}_{SUFFIXES[element]}"
    buffers, arguments, access = [], [], []
    for number, value in enumerate((*operands, *results)):
        text = f"memref.alloc() {{alignment = 64 : i64}} : {memref(value)}"
        access.append("read" if number < len(operands) else "write")
        if access[-1] == "read":
            text = f"bufferization.to_buffer {value.name} read_only : {value.type} to "
            text += memref(value)
        buffers.append(code.op(text, value.element, value.shape))
        dimensions = len(operands[0].sizes) - 2
        arguments.append(as_batch(code, buffers[-1], dimensions))
    packed = sum(ord(letter) << 8 * place for place, letter in enumerate(letters))
    arguments.append(code.constant(packed, "i32"))
    flops = count_flops(function, letters, operands)
    code.lines.append(
        f"func.call @{name}({names(arguments)}) {{memplace.flops = {flops} : i64}} : "
        f"({types(arguments)}) -> ()"
    )
    inputs = ", ".join(
        f'{argument.type} {{bufferization.access = "{how}"}}'
        for argument, how in zip(arguments, access)
    )
    code.declarations[name] = (
        f"func.func private @{name}({inputs}, i32) attributes {{llvm.emit_c_interface}}"
    )
    return [
        code.op(
            f"bufferization.to_tensor {buffer.name} restrict writable : "
            f"{memref(buffer)} to {buffer.type}",
            buffer.element,
            buffer.shape,
        )
        for buffer in buffers[len(operands) :]
    ]


def writer_of(function: str) -> Callable[..., Sequence[Value]]:
    """Returns the writer for JAX's calls of a LAPACK function."""

    def write(
        loops: LoopCode, operation: Any, arguments: Values, regions: list[str]
    ) -> Sequence[Value]:
        from jaxlib.mlir import ir

        letters = "".join(option(operation, name) for name in OPTIONS[function])
        kinds = [ir.RankedTensorType(result.type) for result in operation.results]
        results = [
            Value("", str(kind.element_type), tuple(kind.shape)) for kind in kinds
        ]
        # JAX does not read the matrix that xGESDD overwrites.
        unread = arguments if function == "gesdd" else []
        written = call(loops.code, function, letters, arguments, results[len(unread) :])
        return [*unread, *written]

    return write


def converted(code: ElementCode, op: str, value: Value, element: str) -> Value:
    """Returns a tensor whose elements have the type `element`, by a conversion."""
    if value.element == element:
        return value
    result = Value("", element, value.shape)
    text = f"{op} {value.name} : {value.type} to {result.type}"
    return code.op(text, element, result.shape)


def widened(code: ElementCode, value: Value) -> Value:
    """Returns a tensor in an element type of LAPACK: its own type, or else f32."""
    element = value.element if value.element in SUFFIXES else "f32"
    return converted(code, "arith.extf", value, element)


def lower_cholesky(
    loops: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """`stablehlo.cholesky`; NaN if the matrix is not positive definite."""
    code = loops.code
    matrix = widened(code, arguments[0])
    letters = "L" if is_set(operation, "lower") else "U"
    results = [matrix, Value("", "i32", matrix.sizes[:-2])]
    factor, _ = call(code, "potrf", letters + "N", [matrix], results)
    return [converted(code, "arith.truncf", factor, arguments[0].element)]


def lower_triangular_solve(
    loops: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """`stablehlo.triangular_solve`."""
    code = loops.code
    transpose = str(operation.attributes["transpose_a"])
    letters = "L" if is_set(operation, "left_side") else "R"
    letters += "L" if is_set(operation, "lower") else "U"
    letters += "N" if "NO_TR" in transpose else "C" if "ADJ" in transpose else "T"
    letters += "U" if is_set(operation, "unit_diagonal") else "N"
    operands = [widened(code, value) for value in arguments]
    (solution,) = call(code, "trsm", letters, operands, operands[1:])
    return [converted(code, "arith.truncf", solution, arguments[1].element)]


LAPACK = {
    f"lapack_{letter}{HERMITIAN.get(name, name) if letter in 'cz' else name}_ffi": (
        writer_of(name)
    )
    for letter in "sdcz"
    for name in OPTIONS
}
