"""Linear algebra as loops: the LAPACK functions that JAX calls on a CPU.

Each function is the unblocked textbook algorithm (Golub and Van Loan, "Matrix
Computations"). Results follow LAPACK's conventions.
"""

from collections.abc import Callable, Sequence
from typing import Any

from memplace.importers.loop_code import LoopCode, Value, Values

Place = Callable[[Value, Value], Values]


def flag(operation: Any, name: str) -> str:
    """Returns an argument of a LAPACK call that is a single letter."""
    from jaxlib.mlir import ir

    config = ir.DictAttr(operation.attributes["mhlo.backend_config"])
    return chr(ir.IntegerAttr(config[name]).value)


def is_set(operation: Any, name: str) -> bool:
    """Says whether an attribute of an op is `true`."""
    return name in operation.attributes and str(operation.attributes[name]) == "true"


def halves(size: int) -> int:
    """Returns the average trip count of a loop over a row of a triangle."""
    return max(1, size // 2)


def batches(
    code: LoopCode, carried: Sequence[Value], matrix: Value, body: Callable[..., Any]
) -> Values:
    """Runs `body` for each matrix of a batch.

    `body` gets the carried values after a function that prefixes the indices of a
    matrix element with the indices of the batch.
    """

    def one(batch: Values, *values: Value) -> Sequence[Value]:
        def at(*indices: Value) -> Values:
            return [*batch, *indices]

        return list(body(at, *values))

    return code.nest(matrix.sizes[:-2], carried, one)


def dot(
    code: LoopCode,
    bounds: tuple[Value | int, Value | int],
    terms: Callable[[Value], Values],
    element: str,
    trips: int,
) -> Value:
    """Returns the sum of products of two numbers over the indices in `bounds`."""

    def add(index: Value, total: Value) -> Values:
        left, right = terms(index)
        return [code.same("arith.addf", total, code.same("arith.mulf", left, right))]

    return code.loop(bounds, [code.real(0, element)], add, trips)[0]


def write_cholesky(
    code: LoopCode, matrix: Value, lower: bool, with_info: bool
) -> Sequence[Value]:
    """Returns the matrix with its Cholesky factor in one triangle.

    With `with_info`, also returns the first column (from 1) that shows that the matrix
    is not positive definite, or 0.
    """
    size, element = matrix.sizes[-1], matrix.element
    info = code.filled(matrix.sizes[:-2], code.constant(0, "i32"))

    def factor(at: Any, matrix: Value, info: Value) -> Sequence[Value]:
        def place(row: Value, column: Value) -> Values:
            return at(row, column) if lower else at(column, row)

        def column(j: Value, matrix: Value, info: Value) -> Sequence[Value]:
            def row_of(i: Value) -> Callable[[Value], Values]:
                return lambda k: [
                    code.extract(matrix, place(i, k)),
                    code.extract(matrix, place(j, k)),
                ]

            total = dot(code, (0, j), row_of(j), element, halves(size))
            pivot = code.extract(matrix, place(j, j))
            pivot = code.same("arith.subf", pivot, total)
            info = note_failure(code, info, at(), pivot, "ogt", j)
            root = code.op(f"math.sqrt {pivot.name} : {element}", element)
            result = code.insert(root, matrix, place(j, j))

            def below(i: Value, result: Value) -> Values:
                def terms(k: Value) -> Values:
                    left = code.extract(result, place(i, k))
                    return [left, code.extract(result, place(j, k))]

                total = dot(code, (0, j), terms, element, halves(size))
                value = code.extract(result, place(i, j))
                value = code.same("arith.subf", value, total)
                value = code.same("arith.divf", value, root)
                return [code.insert(value, result, place(i, j))]

            first = code.add(j, 1)
            (result,) = code.loop((first, size), [result], below, halves(size))
            return [result, info]

        return code.loop((0, size), [matrix, info], column)

    matrix, info = batches(code, [matrix, info], matrix, factor)
    return [matrix, info] if with_info else [matrix]


def note_failure(
    code: LoopCode, info: Value, at: Values, pivot: Value, good: str, column: Value
) -> Value:
    """Returns LAPACK's `info` after a column.

    `info` is the number (from 1) of the first column whose pivot fails the test `good`.
    """
    zero = code.real(0, pivot.element)
    fine = code.op(
        f"arith.cmpf {good}, {pivot.name}, {zero.name} : {pivot.element}", "i1"
    )
    old = code.extract(info, at)
    seen = code.compare("ne", old, code.constant(0, "i32"))
    number = code.from_index(code.add(column, 1), "i32")
    keeps = code.same("arith.ori", fine, seen)
    return code.insert(code.select(keeps, old, number), info, at)


def write_solve(
    code: LoopCode,
    matrix: Value,
    right: Value,
    left_side: bool,
    lower: bool,
    transpose: bool,
    unit: bool,
) -> Sequence[Value]:
    """Solves op(A) X = B or X op(A) = B for triangular A; X overwrites B."""
    size, element = matrix.sizes[-1], matrix.element
    # X op(A) = B is equivalent to op(A)^T X^T = B^T.
    swaps = transpose == left_side
    forward = lower != swaps

    def solve(at: Any, right: Value) -> Sequence[Value]:
        def coefficient(i: Value, k: Value) -> Value:
            return code.extract(matrix, at(k, i) if swaps else at(i, k))

        def unknown(i: Value, column: Value) -> Values:
            return at(i, column) if left_side else at(column, i)

        def one_column(column: Value, right: Value) -> Values:
            def row(number: Value, right: Value) -> Values:
                i = number
                if not forward:
                    i = code.subtract(code.constant(size - 1), number)

                def terms(k: Value) -> Values:
                    known = code.extract(right, unknown(k, column))
                    return [coefficient(i, k), known]

                bounds = (0, i) if forward else (code.add(i, 1), size)
                total = dot(code, bounds, terms, element, halves(size))
                value = code.extract(right, unknown(i, column))
                value = code.same("arith.subf", value, total)
                if not unit:
                    value = code.same("arith.divf", value, coefficient(i, i))
                return [code.insert(value, right, unknown(i, column))]

            return code.loop((0, size), [right], row)

        columns = right.sizes[-1 if left_side else -2]
        return code.loop((0, columns), [right], one_column)

    return batches(code, [right], matrix, solve)


def write_lu(code: LoopCode, matrix: Value) -> Sequence[Value]:
    """Returns both LU factors in one matrix, the row swaps and `info`.

    Row swaps count from 1. `info` is the first column (from 1) without a pivot, or 0.
    """
    rows, columns = matrix.sizes[-2:]
    least, element = min(rows, columns), matrix.element
    batch = matrix.sizes[:-2]
    pivots = code.filled((*batch, least), code.constant(0, "i32"))
    info = code.filled(batch, code.constant(0, "i32"))

    def factor(at: Any, *carried: Value) -> Sequence[Value]:
        def column(
            j: Value, matrix: Value, pivots: Value, info: Value
        ) -> Sequence[Value]:
            def look(i: Value, row: Value, largest: Value) -> Values:
                value = code.extract(matrix, at(i, j))
                value = code.op(f"math.absf {value.name} : {element}", element)
                larger = code.op(
                    f"arith.cmpf ogt, {value.name}, {largest.name} : {element}", "i1"
                )
                return [
                    code.select(larger, i, row),
                    code.select(larger, value, largest),
                ]

            row, largest = code.loop(
                (j, rows), [j, code.real(0, element)], look, halves(rows)
            )
            number = code.from_index(code.add(row, 1), "i32")
            pivots = code.insert(number, pivots, at(j))
            info = note_failure(code, info, at(), largest, "une", j)

            def swap(k: Value, matrix: Value) -> Values:
                upper = code.extract(matrix, at(j, k))
                lower = code.extract(matrix, at(row, k))
                matrix = code.insert(lower, matrix, at(j, k))
                return [code.insert(upper, matrix, at(row, k))]

            (matrix,) = code.loop((0, columns), [matrix], swap)
            pivot = code.extract(matrix, at(j, j))
            return [eliminate(code, matrix, at, j, pivot), pivots, info]

        return code.loop((0, least), carried, column)

    return batches(code, [matrix, pivots, info], matrix, factor)


def eliminate(code: LoopCode, matrix: Value, at: Any, j: Value, pivot: Value) -> Value:
    """Subtracts multiples of row j from the rows below; stores the multipliers."""
    rows, columns = matrix.sizes[-2:]
    zero = code.real(0, matrix.element)
    first = code.add(j, 1)

    def row(i: Value, matrix: Value) -> Values:
        value = code.extract(matrix, at(i, j))
        # Without a pivot, all elements below the diagonal are 0 as well.
        none = code.op(
            f"arith.cmpf oeq, {pivot.name}, {zero.name} : {zero.element}", "i1"
        )
        quotient = code.same("arith.divf", value, pivot)
        factor = code.select(none, value, quotient)
        matrix = code.insert(factor, matrix, at(i, j))

        def element(k: Value, matrix: Value) -> Values:
            product = code.same("arith.mulf", factor, code.extract(matrix, at(j, k)))
            value = code.same("arith.subf", code.extract(matrix, at(i, k)), product)
            return [code.insert(value, matrix, at(i, k))]

        return code.loop((first, columns), [matrix], element, halves(columns))

    return code.loop((first, rows), [matrix], row, halves(rows))[0]


def write_qr(code: LoopCode, matrix: Value) -> Sequence[Value]:
    """Returns R with the Householder vectors below the diagonal, and their factors."""
    rows, columns = matrix.sizes[-2:]
    least, element = min(rows, columns), matrix.element
    factors = code.filled((*matrix.sizes[:-2], least), code.real(0, element))

    def factor(at: Any, *carried: Value) -> Sequence[Value]:
        def column(j: Value, matrix: Value, factors: Value) -> Sequence[Value]:
            first = code.add(j, 1)

            def squares(i: Value) -> Values:
                return [code.extract(matrix, at(i, j))] * 2

            rest = dot(code, (first, rows), squares, element, halves(rows))
            beta, tau, scale = reflector(code, code.extract(matrix, at(j, j)), rest)

            def stretch(i: Value, matrix: Value) -> Values:
                value = code.same("arith.mulf", code.extract(matrix, at(i, j)), scale)
                return [code.insert(value, matrix, at(i, j))]

            (matrix,) = code.loop((first, rows), [matrix], stretch, halves(rows))
            matrix = code.insert(beta, matrix, at(j, j))
            matrix = reflect(code, matrix, (matrix, tau), at, j, first)
            return [matrix, code.insert(tau, factors, at(j))]

        return code.loop((0, least), carried, column)

    return batches(code, [matrix, factors], matrix, factor)


def reflector(code: LoopCode, alpha: Value, rest: Value) -> Values:
    """Returns a column's new first element, the factor tau of the reflection, and the
    scale of the elements below. `alpha` is the old first element, `rest` the sum of the
    other elements' squares."""
    element = alpha.element
    zero, one = code.real(0, element), code.real(1, element)
    nothing = code.op(f"arith.cmpf oeq, {rest.name}, {zero.name} : {element}", "i1")
    square = code.same("arith.addf", code.same("arith.mulf", alpha, alpha), rest)
    norm = code.op(f"math.sqrt {square.name} : {element}", element)
    signed = code.op(f"math.copysign {norm.name}, {alpha.name} : {element}", element)
    beta = code.op(f"arith.negf {signed.name} : {element}", element)
    difference = code.same("arith.subf", beta, alpha)
    tau = code.same("arith.divf", difference, beta)
    negative = code.op(f"arith.negf {difference.name} : {element}", element)
    scale = code.same("arith.divf", one, negative)
    return [
        code.select(nothing, alpha, beta),
        code.select(nothing, zero, tau),
        code.select(nothing, one, scale),
    ]


def reflect(
    code: LoopCode,
    matrix: Value,
    by: tuple[Value, Value],
    at: Any,
    j: Value,
    first: Value,
) -> Value:
    """Applies a Householder reflection to the columns of a matrix from `first` on.

    `by` is a matrix and the factor tau. The Householder vector is column j of the
    matrix, with an implicit 1 in row j.
    """
    vectors, tau = by
    rows, columns = matrix.sizes[-2:]
    below = code.add(j, 1)
    is_itself = vectors == matrix

    def column(c: Value, matrix: Value) -> Values:
        source = matrix if is_itself else vectors

        def terms(i: Value) -> Values:
            return [code.extract(source, at(i, j)), code.extract(matrix, at(i, c))]

        total = dot(code, (below, rows), terms, matrix.element, halves(rows))
        top = code.extract(matrix, at(j, c))
        weight = code.same("arith.mulf", code.same("arith.addf", top, total), tau)
        matrix = code.insert(code.same("arith.subf", top, weight), matrix, at(j, c))

        def element(i: Value, matrix: Value) -> Values:
            vector = matrix if is_itself else vectors
            product = code.same("arith.mulf", code.extract(vector, at(i, j)), weight)
            value = code.same("arith.subf", code.extract(matrix, at(i, c)), product)
            return [code.insert(value, matrix, at(i, c))]

        return code.loop((below, rows), [matrix], element, halves(rows))

    return code.loop((first, columns), [matrix], column, halves(columns))[0]


def write_q(code: LoopCode, vectors: Value, factors: Value) -> Sequence[Value]:
    """Returns the first columns of the product of the Householder reflections."""
    columns, count = vectors.sizes[-1], factors.sizes[-1]
    element = vectors.element
    result = code.filled(vectors.sizes, code.real(0, element))

    def form(at: Any, result: Value) -> Sequence[Value]:
        def diagonal(j: Value, result: Value) -> Values:
            return [code.insert(code.real(1, element), result, at(j, j))]

        (result,) = code.loop((0, columns), [result], diagonal)

        def apply(number: Value, result: Value) -> Values:
            j = code.subtract(code.constant(count - 1), number)
            tau = code.extract(factors, at(j))
            return [reflect(code, result, (vectors, tau), at, j, j)]

        return code.loop((0, count), [result], apply)

    return batches(code, [result], vectors, form)


def call_potrf(
    code: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """LAPACK's xPOTRF."""
    return write_cholesky(code, arguments[0], flag(operation, "uplo") == "L", True)


def call_trsm(
    code: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """The BLAS's xTRSM."""
    return write_solve(
        code,
        *arguments,
        left_side=flag(operation, "side") == "L",
        lower=flag(operation, "uplo") == "L",
        transpose=flag(operation, "trans_x") != "N",
        unit=flag(operation, "diag") == "U",
    )


def call_getrf(
    code: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """LAPACK's xGETRF."""
    return write_lu(code, arguments[0])


def call_geqrf(
    code: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """LAPACK's xGEQRF."""
    return write_qr(code, arguments[0])


def call_orgqr(
    code: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """LAPACK's xORGQR."""
    return write_q(code, *arguments)


def lower_cholesky(
    code: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """`stablehlo.cholesky`."""
    return write_cholesky(code, arguments[0], is_set(operation, "lower"), False)


def lower_triangular_solve(
    code: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """`stablehlo.triangular_solve`."""
    return write_solve(
        code,
        *arguments,
        left_side=is_set(operation, "left_side"),
        lower=is_set(operation, "lower"),
        transpose="NO_TRANSPOSE" not in str(operation.attributes["transpose_a"]),
        unit=is_set(operation, "unit_diagonal"),
    )


LAPACK = {
    f"lapack_{letter}{name}_ffi": writer
    for letter in "sd"
    for name, writer in (
        ("potrf", call_potrf),
        ("trsm", call_trsm),
        ("getrf", call_getrf),
        ("geqrf", call_geqrf),
        ("orgqr", call_orgqr),
    )
}
