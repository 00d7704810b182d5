"""Eigenvalues of symmetric matrices and singular values, as loops.

Jacobi's methods (Golub and Van Loan, "Matrix Computations", 8.5 and 8.6.3) need no
prior reduction to a band and find small values to high accuracy. Vectors are unique up
to signs and, for equal values, up to a rotation; LAPACK may choose other vectors.
"""

from collections.abc import Callable, Sequence
from typing import Any

from memplace.importers.linear_algebra import batches, dot, flag, halves
from memplace.importers.loop_code import LoopCode, Value, Values

# Number of sweeps over all pairs. Convergence is quadratic: 6 to 8 sweeps suffice for
# matrices of some hundred rows. A pair that has converged is not rotated again.
SWEEPS = 12
# Machine epsilons: the distance from 1 to the next number.
EPSILONS = {"f32": 2.0**-23, "f64": 2.0**-52}


def unary(code: LoopCode, op: str, number: Value) -> Value:
    """Appends an op of one scalar whose result has the same type."""
    return code.op(f"{op} {number.name} : {number.type}", number.element)


def rotation(code: LoopCode, difference: Value, twice: Value) -> Values:
    """Returns cosine and sine of the smaller angle that zeroes an off-diagonal element.

    `twice` is two times the off-diagonal element. `difference` is the second diagonal
    element minus the first.
    """
    element = twice.element
    one = code.real(1, element)
    ratio = code.same("arith.divf", difference, twice)
    square = code.same("arith.mulf", ratio, ratio)
    root = unary(code, "math.sqrt", code.same("arith.addf", square, one))
    size = unary(code, "math.absf", ratio)
    tangent = code.same("arith.divf", one, code.same("arith.addf", size, root))
    tangent = code.same("math.copysign", tangent, ratio)
    square = code.same("arith.mulf", tangent, tangent)
    root = unary(code, "math.sqrt", code.same("arith.addf", square, one))
    cosine = code.same("arith.divf", one, root)
    return [cosine, code.same("arith.mulf", tangent, cosine)]


def rotate(
    code: LoopCode,
    matrix: Value,
    places: Callable[[Value], tuple[Values, Values]],
    count: int,
    angle: Values,
) -> Value:
    """Rotates `count` pairs of elements of a matrix; `places` gives their indices."""
    cosine, sine = angle

    def pair(k: Value, matrix: Value) -> Values:
        first, second = places(k)
        x, y = code.extract(matrix, first), code.extract(matrix, second)
        left = code.same("arith.mulf", cosine, x)
        left = code.same("arith.subf", left, code.same("arith.mulf", sine, y))
        right = code.same("arith.mulf", sine, x)
        right = code.same("arith.addf", right, code.same("arith.mulf", cosine, y))
        return [code.insert(right, code.insert(left, matrix, first), second)]

    return code.loop((0, count), [matrix], pair)[0]


def sweeps(
    code: LoopCode, size: int, carried: Sequence[Value], body: Callable[..., Any]
) -> Values:
    """Runs `body` for all pairs of columns, in each of the sweeps."""

    def sweep(_: Value, *values: Value) -> Sequence[Value]:
        def first(p: Value, *values: Value) -> Sequence[Value]:
            def second(q: Value, *values: Value) -> Sequence[Value]:
                return list(body(p, q, *values))

            bounds = (code.add(p, 1), size)
            return code.loop(bounds, list(values), second, halves(size))

        return code.loop((0, size), list(values), first)

    return code.loop((0, SWEEPS), list(carried), sweep)


def identity(code: LoopCode, batch: Sequence[int], size: int, element: str) -> Value:
    """Returns a batch of identity matrices."""
    result = code.filled((*batch, size, size), code.real(0, element))

    def one(indices: Values, result: Value) -> Values:
        place = [*indices, indices[-1]]
        return [code.insert(code.real(1, element), result, place)]

    return code.nest([*batch, size], [result], one)[0]


def rearranged(
    code: LoopCode,
    matrix: Value,
    shape: Sequence[int],
    source: Callable[[Value, Value], Values],
) -> Value:
    """Returns matrices of `shape` with element `matrix[source(i, j)]` at (i, j)."""

    def element(indices: Values, result: Value) -> Values:
        *batch, i, j = indices
        value = code.extract(matrix, [*batch, *source(i, j)])
        return [code.insert(value, result, indices)]

    return code.nest(shape, [code.empty(shape, matrix.element)], element)[0]


def transposed(code: LoopCode, matrix: Value) -> Value:
    """Returns the transposes of a batch of matrices."""
    *batch, rows, columns = matrix.sizes
    return rearranged(code, matrix, (*batch, columns, rows), lambda i, j: [j, i])


def whole(code: LoopCode, matrix: Value, lower: bool) -> Value:
    """Returns full symmetric matrices from one of their triangles."""

    def source(i: Value, j: Value) -> Values:
        kept = code.compare("sge" if lower else "sle", i, j)
        return [code.select(kept, i, j), code.select(kept, j, i)]

    return rearranged(code, matrix, matrix.sizes, source)


def sort_columns(
    code: LoopCode, values: Value, matrices: Sequence[Value], at: Any, before: str
) -> Values:
    """Sorts numbers by the comparison `before`, and columns of matrices alongside.

    Returns the numbers and the matrices. This is a selection sort.
    """
    size = values.sizes[-1]

    def step(i: Value, values: Value, *matrices: Value) -> Sequence[Value]:
        def look(j: Value, place: Value, best: Value) -> Values:
            value = code.extract(values, at(j))
            better = code.op(
                f"arith.cmpf {before}, {value.name}, {best.name} : {value.type}", "i1"
            )
            return [code.select(better, j, place), code.select(better, value, best)]

        here = code.extract(values, at(i))
        place, best = code.loop((i, size), [i, here], look, halves(size))
        values = code.insert(here, values, at(place))
        values = code.insert(best, values, at(i))
        return [values, *(swap(code, matrix, i, place, at) for matrix in matrices)]

    return code.loop((0, size), [values, *matrices], step)


def swap(code: LoopCode, matrix: Value, i: Value, place: Value, at: Any) -> Value:
    """Returns the matrix with columns `i` and `place` exchanged; they may be equal."""

    def row(k: Value, matrix: Value) -> Values:
        left = code.extract(matrix, at(k, i))
        right = code.extract(matrix, at(k, place))
        matrix = code.insert(left, matrix, at(k, place))
        return [code.insert(right, matrix, at(k, i))]

    return code.loop((0, matrix.sizes[-2]), [matrix], row)[0]


def is_negligible(code: LoopCode, part: Value, whole: Value) -> Value:
    """Tests whether |part| is at most epsilon times `whole`, which is not negative."""
    element = part.element
    size = unary(code, "math.absf", part)
    limit = code.same("arith.mulf", code.real(EPSILONS[element], element), whole)
    return code.op(f"arith.cmpf ole, {size.name}, {limit.name} : {element}", "i1")


def invert(code: LoopCode, condition: Value) -> Value:
    """Returns the negation of a condition."""
    return code.same("arith.xori", condition, code.constant("true", "i1"))


def diagonalise(
    code: LoopCode, full: Value, vectors: Value, at: Any
) -> tuple[Value, Value]:
    """Diagonalises a symmetric matrix by rotations of its rows and columns.

    The columns of `vectors` are rotated alongside.
    """
    size, element = full.sizes[-1], full.element

    def pair(p: Value, q: Value, full: Value, vectors: Value) -> Values:
        off = code.extract(full, at(p, q))
        first, second = code.extract(full, at(p, p)), code.extract(full, at(q, q))
        product = unary(code, "math.absf", code.same("arith.mulf", first, second))
        done = is_negligible(code, off, unary(code, "math.sqrt", product))

        def turn(full: Value, vectors: Value) -> Values:
            twice = code.same("arith.addf", off, off)
            angle = rotation(code, code.same("arith.subf", second, first), twice)

            def columns(k: Value) -> tuple[Values, Values]:
                return at(k, p), at(k, q)

            def rows(k: Value) -> tuple[Values, Values]:
                return at(p, k), at(q, k)

            full = rotate(code, full, columns, size, angle)
            full = rotate(code, full, rows, size, angle)
            for place in (at(p, q), at(q, p)):
                full = code.insert(code.real(0, element), full, place)
            return [full, rotate(code, vectors, columns, size, angle)]

        return code.when(invert(code, done), [full, vectors], turn)

    full, vectors = sweeps(code, size, [full, vectors], pair)
    return full, vectors


def write_eigh(code: LoopCode, matrix: Value, lower: bool) -> Sequence[Value]:
    """Returns eigenvectors as columns, and eigenvalues in ascending order."""
    *batch, _, size = matrix.sizes
    full = whole(code, matrix, lower)
    vectors = identity(code, batch, size, matrix.element)
    values = code.filled((*batch, size), code.real(0, matrix.element))

    def one(at: Any, full: Value, vectors: Value, values: Value) -> Sequence[Value]:
        full, vectors = diagonalise(code, full, vectors, at)

        def keep(i: Value, values: Value) -> Values:
            return [code.insert(code.extract(full, at(i, i)), values, at(i))]

        (values,) = code.loop((0, size), [values], keep)
        values, vectors = sort_columns(code, values, [vectors], at, "olt")
        return [full, vectors, values]

    _, vectors, values = batches(code, [full, vectors, values], matrix, one)
    return [vectors, values]


def orthogonalise(
    code: LoopCode, matrix: Value, right: Value, at: Any
) -> tuple[Value, Value]:
    """Rotates the columns of a matrix until all pairs are orthogonal.

    The columns of `right` are rotated alongside.
    """
    rows, size = matrix.sizes[-2:]

    def pair(p: Value, q: Value, matrix: Value, right: Value) -> Values:
        first, second = square(code, matrix, p, at), square(code, matrix, q, at)
        both = column_product(code, matrix, (p, q), at)
        root = code.same(
            "arith.mulf",
            unary(code, "math.sqrt", first),
            unary(code, "math.sqrt", second),
        )
        done = is_negligible(code, both, root)

        def turn(matrix: Value, right: Value) -> Values:
            twice = code.same("arith.addf", both, both)
            angle = rotation(code, code.same("arith.subf", second, first), twice)

            def columns(k: Value) -> tuple[Values, Values]:
                return at(k, p), at(k, q)

            matrix = rotate(code, matrix, columns, rows, angle)
            return [matrix, rotate(code, right, columns, size, angle)]

        return code.when(invert(code, done), [matrix, right], turn)

    matrix, right = sweeps(code, size, [matrix, right], pair)
    return matrix, right


def column_product(
    code: LoopCode, matrix: Value, columns: tuple[Value, Value], at: Any
) -> Value:
    """Returns the scalar product of two columns."""
    rows = matrix.sizes[-2]

    def terms(k: Value) -> Values:
        return [code.extract(matrix, at(k, column)) for column in columns]

    return dot(code, (0, rows), terms, matrix.element, rows)


def square(code: LoopCode, matrix: Value, column: Value, at: Any) -> Value:
    """Returns the sum of the squares of a column's elements."""
    return column_product(code, matrix, (column, column), at)


def divide(
    code: LoopCode, source: Value, target: Value, j: Value, length: Value, at: Any
) -> Value:
    """Sets column `j` of `target` to column `j` of `source` divided by `length`."""
    is_itself = source == target

    def row(k: Value, target: Value) -> Values:
        value = code.extract(target if is_itself else source, at(k, j))
        value = code.same("arith.divf", value, length)
        return [code.insert(value, target, at(k, j))]

    return code.loop((0, target.sizes[-2]), [target], row)[0]


def scaled_columns(
    code: LoopCode, matrix: Value, values: Value, left: Value, at: Any
) -> Value:
    """Returns `left` with the columns of a matrix, each divided by its length.

    Columns of negligible length, and columns of `left` beyond those of the matrix, are
    set to unit vectors orthogonal to all previous columns.
    """
    size, count = matrix.sizes[-1], left.sizes[-1]

    def column(j: Value, left: Value) -> Values:
        largest = code.extract(values, at(code.constant(0)))
        length = code.extract(values, at(code.clamp(j, size - 1)))
        more = code.compare("sge", j, code.constant(size))
        lost = code.same("arith.ori", is_negligible(code, length, largest), more)
        (left,) = code.when(
            invert(code, lost),
            [left],
            lambda left: [divide(code, matrix, left, j, length, at)],
        )
        return code.when(lost, [left], lambda left: [complete(code, left, j, at)])

    return code.loop((0, count), [left], column)[0]


def farthest_axis(code: LoopCode, left: Value, j: Value, at: Any) -> Value:
    """Returns the row whose squares in the first `j` columns have the smallest sum."""
    rows, element = left.sizes[-2], left.element

    def look(i: Value, place: Value, best: Value) -> Values:
        def terms(k: Value) -> Values:
            return [code.extract(left, at(i, k))] * 2

        near = dot(code, (0, j), terms, element, halves(rows))
        less = code.op(f"arith.cmpf olt, {near.name}, {best.name} : {element}", "i1")
        return [code.select(less, i, place), code.select(less, near, best)]

    start = [code.constant(0), code.real(rows, element)]
    return code.loop((0, rows), start, look)[0]


def complete(code: LoopCode, left: Value, j: Value, at: Any) -> Value:
    """Returns the matrix with column `j` a unit vector orthogonal to previous columns.

    The vector is the coordinate axis farthest from the previous columns, after
    Gram-Schmidt orthogonalisation.
    """
    rows, element = left.sizes[-2], left.element
    axis = farthest_axis(code, left, j, at)

    def start(k: Value, left: Value) -> Values:
        here = code.compare("eq", k, axis)
        value = code.select(here, code.real(1, element), code.real(0, element))
        return [code.insert(value, left, at(k, j))]

    def subtract(_: Value, left: Value) -> Values:
        def other(p: Value, left: Value) -> Values:
            part = column_product(code, left, (p, j), at)

            def row(k: Value, left: Value) -> Values:
                product = code.same("arith.mulf", part, code.extract(left, at(k, p)))
                value = code.extract(left, at(k, j))
                value = code.same("arith.subf", value, product)
                return [code.insert(value, left, at(k, j))]

            return code.loop((0, rows), [left], row)

        return code.loop((0, j), [left], other, halves(rows))

    (left,) = code.loop((0, rows), [left], start)
    # The second pass removes rounding errors of the first.
    (left,) = code.loop((0, 2), [left], subtract)
    length = unary(code, "math.sqrt", square(code, left, j, at))
    return divide(code, left, left, j, length, at)


def write_svd(code: LoopCode, matrix: Value, columns: int) -> Values:
    """Returns singular values (descending), `columns` left and all right vectors.

    The matrices must not have more columns than rows. Vectors are columns.
    """
    *batch, rows, size = matrix.sizes
    zero = code.real(0, matrix.element)
    right = identity(code, batch, size, matrix.element)
    values = code.filled((*batch, size), zero)
    left = code.filled((*batch, rows, columns), zero)

    def one(at: Any, *carried: Value) -> Sequence[Value]:
        matrix, right, values, left = carried
        matrix, right = orthogonalise(code, matrix, right, at)

        def norm(j: Value, values: Value) -> Values:
            length = unary(code, "math.sqrt", square(code, matrix, j, at))
            return [code.insert(length, values, at(j))]

        (values,) = code.loop((0, size), [values], norm)
        values, matrix, right = sort_columns(code, values, [matrix, right], at, "ogt")
        left = scaled_columns(code, matrix, values, left, at)
        return [matrix, right, values, left]

    _, right, values, left = batches(code, [matrix, right, values, left], matrix, one)
    return [values, left, right]


def call_syevd(
    code: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """LAPACK's xSYEVD: eigenvectors, eigenvalues and `info`, which is always 0."""
    lower = flag(operation, "uplo") == "L"
    vectors, values = write_eigh(code, arguments[0], lower)
    info = code.filled(arguments[0].sizes[:-2], code.constant(0, "i32"))
    return [vectors, values, info]


def call_gesdd(
    code: LoopCode, operation: Any, arguments: Values, regions: list[str]
) -> Sequence[Value]:
    """LAPACK's xGESDD: the overwritten matrix, singular values, left vectors, right
    vectors as rows, and `info`.

    The matrix is returned unchanged, since JAX does not read it; `info` is always 0.
    """
    from jaxlib.mlir import ir

    (matrix,) = arguments
    *batch, rows, columns = matrix.sizes
    is_tall = rows >= columns
    # The op's flag tells whether all vectors are wanted; so do the types of the
    # results.
    wanted = ir.RankedTensorType(operation.results[2 if is_tall else 3].type).shape
    tall = matrix if is_tall else transposed(code, matrix)
    values, long, short = write_svd(code, tall, wanted[-1 if is_tall else -2])
    left, right = (long, short) if is_tall else (short, long)
    info = code.filled(batch, code.constant(0, "i32"))
    return [matrix, values, left, transposed(code, right), info]


SPECTRAL = {
    f"lapack_{letter}{name}_ffi": writer
    for letter in "sd"
    for name, writer in (("syevd", call_syevd), ("gesdd", call_gesdd))
}
