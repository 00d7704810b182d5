# ===- bilinear.py - Products of matrices by bilinear schemes ---------------===#
#
# Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Products of matrices by bilinear schemes, which need fewer products of blocks than there
are pairs of matching blocks. Larger schemes are composed of Strassen's; integer arithmetic
verifies each scheme (`Scheme.is_right`)."""

import os
import runpy
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np
from xla_models.blocks import array
from xla_programs import STRASSEN, Array, Program, signed_sum

Table = Any  # A NumPy array of integers.

# Path of a checkout of google-deepmind/alphatensor, whose schemes are not part of
# memplace.
ALPHATENSOR = "MEMPLACE_ALPHATENSOR"


@dataclass(frozen=True)
class Scheme:
    """A scheme to multiply matrices of [rows, inner] and [inner, columns] blocks.

    left, right: [rank, rows, inner] and [rank, inner, columns]: coefficients of the
        blocks in the two factors of each product.
    result: [rank, rows, columns]: coefficients of the products in the result's blocks.
    """

    left: Table
    right: Table
    result: Table

    @property
    def rank(self) -> int:
        """Number of products of blocks."""
        return len(self.left)

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Rows, inner and columns, in blocks."""
        return (*self.left.shape[1:], self.right.shape[2])

    def is_right(self) -> bool:
        """True if the scheme multiplies any two matrices: its tensor equals the tensor
        of matrix multiplication, entry by entry."""
        rows, inner, columns = self.sizes
        found = np.einsum("rij,rkl,rmn->ijklmn", self.left, self.right, self.result)
        wanted = np.zeros_like(found)
        for i, j, k in product(range(rows), range(inner), range(columns)):
            wanted[i, j, j, k, i, k] = 1
        return bool((found == wanted).all())


def strassen() -> Scheme:
    """Seven products for 2x2 blocks."""
    tables = [np.array([row[part] for row in STRASSEN]) for part in range(3)]
    return Scheme(*(table.reshape(7, 2, 2) for table in tables))


def schoolbook(rows: int, inner: int, columns: int) -> Scheme:
    """A product for each pair of matching blocks."""
    rank = rows * inner * columns
    left = np.zeros((rank, rows, inner), int)
    right = np.zeros((rank, inner, columns), int)
    result = np.zeros((rank, rows, columns), int)
    places = product(range(rows), range(inner), range(columns))
    for number, (i, j, k) in enumerate(places):
        left[number, i, j] = right[number, j, k] = result[number, i, k] = 1
    return Scheme(left, right, result)


def nested(outer: Scheme, inner: Scheme) -> Scheme:
    """The outer scheme with its products of blocks by the inner scheme."""

    def both(one: Table, other: Table) -> Table:
        table = np.einsum("aij,bkl->abikjl", one, other)
        height, width = one.shape[1] * other.shape[1], one.shape[2] * other.shape[2]
        return table.reshape(-1, height, width)

    return Scheme(
        both(outer.left, inner.left),
        both(outer.right, inner.right),
        both(outer.result, inner.result),
    )


def beside(one: Scheme, other: Scheme, axis: int) -> Scheme:
    """Two schemes for adjacent parts of the matrices.

    axis: the dimension in which they differ: 0: rows; 1: inner, with results added; 2:
        columns.
    """
    sizes = [*one.sizes]
    sizes[axis] += other.sizes[axis]
    rows, inner, columns = sizes
    shapes = ((rows, inner), (inner, columns), (rows, columns))
    tables = [np.zeros((one.rank + other.rank, *shape), int) for shape in shapes]
    first = (0, 0, 0)
    second = tuple(size if axis == k else 0 for k, size in enumerate(one.sizes))
    begin = 0
    for scheme, (row, middle, column) in ((one, first), (other, second)):
        parts = (scheme.left, scheme.right, scheme.result)
        corners = ((row, middle), (middle, column), (row, column))
        for table, part, (top, edge) in zip(tables, parts, corners):
            height, width = part.shape[1:]
            table[
                begin : begin + scheme.rank, top : top + height, edge : edge + width
            ] = part
        begin += scheme.rank
    return Scheme(*tables)


def strassen_twice() -> Scheme:
    """49 products for 4x4 blocks."""
    return nested(strassen(), strassen())


def alphatensor() -> Scheme:
    """49 products for 4x4 blocks, found by AlphaTensor to be fast on a TPU v2 (Fawzi et
    al., "Discovering faster matrix multiplication algorithms with reinforcement learning",
    Nature 610, 2022). Read from a checkout of the authors' repository."""
    folder = os.environ.get(ALPHATENSOR)
    if not folder:
        raise ValueError(
            f"{ALPHATENSOR} must name a checkout of google-deepmind/alphatensor"
        )
    path = Path(folder) / "benchmarking" / "factorizations.py"
    tables = runpy.run_path(str(path))["get_4x4x4_alphatensor_tpu"]()
    left, right, result = (table.T.reshape(-1, 4, 4) for table in tables)
    # The authors' scheme computes the transposed result, which makes the tensor
    # symmetric.
    found = Scheme(left, right, result.transpose(0, 2, 1))
    if not found.is_right():
        raise ValueError(f"{path}: the scheme does not multiply 4x4 matrices")
    return found


def four_by_five_by_five() -> Scheme:
    """85 products for 4x5 by 5x5 blocks: 49 for 4x4 by 4x4, and a product for each pair
    of blocks in the remaining row and columns. Schemes of rank 76 are known.
    """
    wider = beside(strassen_twice(), schoolbook(4, 1, 4), 1)
    return beside(wider, schoolbook(4, 5, 1), 2)


def blocks_of(x: Array, rows: int, columns: int) -> list[Array]:
    """Row by row."""
    height, width = x.shape[0] // rows, x.shape[1] // columns
    return [
        x[i * height : (i + 1) * height, j * width : (j + 1) * width]
        for i in range(rows)
        for j in range(columns)
    ]


def multiply(scheme: Scheme, a: Array, b: Array) -> Array:
    """The product of two matrices with sides divisible by the scheme's sizes."""
    rows, inner, columns = scheme.sizes
    left, right = blocks_of(a, rows, inner), blocks_of(b, inner, columns)
    products = [
        signed_sum(u, left) @ signed_sum(v, right)
        for u, v in zip(
            scheme.left.reshape(scheme.rank, -1).tolist(),
            scheme.right.reshape(scheme.rank, -1).tolist(),
        )
    ]
    signs = scheme.result.reshape(scheme.rank, -1).T.tolist()
    parts = [signed_sum(each, products) for each in signs]
    lines = [
        jnp.concatenate(parts[row * columns : (row + 1) * columns], 1)
        for row in range(rows)
    ]
    return jnp.concatenate(lines, 0)


def product_program(
    scheme: Callable[[], Scheme], rows: int, inner: int, columns: int
) -> Program:
    """Multiplies matrices of the given sizes. scheme: called during compilation."""

    def function(a: Array, b: Array) -> Array:
        return multiply(scheme(), a, b)

    return function, (array(rows, inner), array(inner, columns))
