//===- Lapack.cpp - Linear algebra by LAPACK ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions `memplace_lapack_*` that imported programs call; see
// python/memplace/importers/linear_algebra.py. MLIR passes a pointer to each
// memref, in the order inputs, outputs. Inputs are only read, outputs are
// overwritten as a whole. LAPACK's options are letters, packed into an integer.
//
// Matrices in memrefs are row-major, LAPACK's are column-major. A function
// works on copies, which it allocates like LAPACK's workspace outside of all
// tiers.
//
//===----------------------------------------------------------------------===//

#include "memplace/Kernels/Kernels.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

// Declares LAPACK's functions for a type of elements. Lengths of Fortran's
// strings come last. `IF_COMPLEX` keeps parameters that only functions of
// complex numbers have.
#define MEMPLACE_KEEP(...) __VA_ARGS__
#define MEMPLACE_DROP(...)
#define MEMPLACE_LAPACK(letter, Number, Part, symmetric, orthogonal,           \
                        IF_COMPLEX)                                            \
  extern "C" {                                                                 \
  void letter##potrf_(const char *, const int *, Number *, const int *, int *, \
                      size_t);                                                 \
  void letter##trsm_(const char *, const char *, const char *, const char *,   \
                     const int *, const int *, const Number *, const Number *, \
                     const int *, Number *, const int *, size_t, size_t,       \
                     size_t, size_t);                                          \
  void letter##getrf_(const int *, const int *, Number *, const int *, int *,  \
                      int *);                                                  \
  void letter##geqrf_(const int *, const int *, Number *, const int *,         \
                      Number *, Number *, const int *, int *);                 \
  void letter##orthogonal##gqr_(const int *, const int *, const int *,         \
                                Number *, const int *, const Number *,         \
                                Number *, const int *, int *);                 \
  void letter##symmetric##evd_(const char *, const char *, const int *,        \
                               Number *, const int *, Part *, Number *,        \
                               const int *,                                    \
                               IF_COMPLEX(Part *, const int *, ) int *,        \
                               const int *, int *, size_t, size_t);            \
  void letter##gesdd_(const char *, const int *, const int *, Number *,        \
                      const int *, Part *, Number *, const int *, Number *,    \
                      const int *, Number *, const int *,                      \
                      IF_COMPLEX(Part *, ) int *, int *, size_t);              \
  }                                                                            \
  template <> struct Lapack<Number> {                                          \
    using Real = Part;                                                         \
    static constexpr auto potrf = letter##potrf_;                              \
    static constexpr auto trsm = letter##trsm_;                                \
    static constexpr auto getrf = letter##getrf_;                              \
    static constexpr auto geqrf = letter##geqrf_;                              \
    static constexpr auto orgqr = letter##orthogonal##gqr_;                    \
    static constexpr auto syevd = letter##symmetric##evd_;                     \
    static constexpr auto gesdd = letter##gesdd_;                              \
  };

using ComplexFloat = std::complex<float>;
using ComplexDouble = std::complex<double>;

template <typename Element> struct Lapack;
MEMPLACE_LAPACK(s, float, float, sy, or, MEMPLACE_DROP)
MEMPLACE_LAPACK(d, double, double, sy, or, MEMPLACE_DROP)
MEMPLACE_LAPACK(c, ComplexFloat, float, he, un, MEMPLACE_KEEP)
MEMPLACE_LAPACK(z, ComplexDouble, double, he, un, MEMPLACE_KEEP)

namespace {

/// A batch of matrices: MLIR's descriptor of a `memref<?x?x?xElement>`, which
/// has no gaps. A vector is a matrix with one column.
template <typename Element> struct Batch {
  Element *allocated;
  Element *aligned;
  int64_t offset;
  int64_t sizes[3];   // Of the batch, of its rows, of its columns.
  int64_t strides[3]; // Elements between matrices, rows, columns.

  int getRows() const { return static_cast<int>(sizes[1]); }
  int getColumns() const { return static_cast<int>(sizes[2]); }
  Element *operator[](int64_t index) const {
    return aligned + offset + index * sizes[1] * sizes[2];
  }
};

/// A matrix in the form of LAPACK, column by column; 0 at first.
template <typename Element> struct ColumnMatrix {
  int rows;
  int columns;
  int leading; // Elements between columns; LAPACK accepts no 0.
  std::vector<Element> elements;

  ColumnMatrix(int rows, int columns)
      : rows(rows), columns(columns), leading(std::max(rows, 1)),
        elements(static_cast<size_t>(rows) * columns) {}

  /// A copy of the matrix \p index of \p batch.
  ColumnMatrix(const Batch<Element> &batch, int64_t index)
      : ColumnMatrix(batch.getRows(), batch.getColumns()) {
    const Element *source = batch[index];
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        at(row, column) = *source++;
  }

  Element &at(int row, int column) {
    return elements[static_cast<size_t>(column) * rows + row];
  }

  /// Overwrites the matrix \p index of \p batch, of the same shape.
  void store(const Batch<Element> &batch, int64_t index) {
    Element *target = batch[index];
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        *target++ = at(row, column);
  }
};

/// LAPACK's options, a letter per byte, the first in the lowest byte.
struct Letters {
  char of[4];

  explicit Letters(int32_t packed) {
    for (int i = 0; i < 4; ++i)
      of[i] = static_cast<char>(packed >> (8 * i));
  }
};

} // namespace

template <typename Element>
constexpr bool isComplex =
    !std::is_same_v<Element, typename Lapack<Element>::Real>;

/// Calls `routine(work, size)` twice: first with the size -1, which stores the
/// best size in the first element, then with so much workspace.
template <typename Element, typename Routine>
static void callWithWorkspace(Routine routine) {
  using Real = typename Lapack<Element>::Real;
  Element best = 0;
  routine(&best, -1);
  // The size may have been rounded down.
  Real size =
      std::nextafter(std::real(best), std::numeric_limits<Real>::infinity());
  std::vector<Element> work(static_cast<size_t>(std::ceil(size)));
  routine(work.data(), static_cast<int>(work.size()));
}

/// Cholesky's factor, in the triangle that the first letter names; the elements
/// of the other triangle are those of \p a. With a second letter, N, all are
/// NaN if \p a is not positive definite.
template <typename Element>
static void potrf(const Batch<Element> &a, const Batch<Element> &factor,
                  const Batch<int> &info, Letters letters) {
  for (int64_t i = 0; i < a.sizes[0]; ++i) {
    ColumnMatrix<Element> matrix(a, i);
    Lapack<Element>::potrf(&letters.of[0], &matrix.columns,
                           matrix.elements.data(), &matrix.leading, info[i], 1);
    if (letters.of[1] == 'N' && *info[i] != 0)
      std::fill(
          matrix.elements.begin(), matrix.elements.end(),
          std::numeric_limits<typename Lapack<Element>::Real>::quiet_NaN());
    matrix.store(factor, i);
  }
}

/// The solution X of op(A) X = B or X op(A) = B for a triangular A. Letters:
/// side, triangle, op, diagonal.
template <typename Element>
static void trsm(const Batch<Element> &a, const Batch<Element> &b,
                 const Batch<Element> &x, Letters letters) {
  const Element one = 1;
  for (int64_t i = 0; i < a.sizes[0]; ++i) {
    ColumnMatrix<Element> left(a, i), right(b, i);
    Lapack<Element>::trsm(&letters.of[0], &letters.of[1], &letters.of[2],
                          &letters.of[3], &right.rows, &right.columns, &one,
                          left.elements.data(), &left.leading,
                          right.elements.data(), &right.leading, 1, 1, 1, 1);
    right.store(x, i);
  }
}

/// Both factors L and U in one matrix, and the swaps of rows.
template <typename Element>
static void getrf(const Batch<Element> &a, const Batch<Element> &factors,
                  const Batch<int> &pivots, const Batch<int> &info, Letters) {
  for (int64_t i = 0; i < a.sizes[0]; ++i) {
    ColumnMatrix<Element> matrix(a, i);
    Lapack<Element>::getrf(&matrix.rows, &matrix.columns,
                           matrix.elements.data(), &matrix.leading, pivots[i],
                           info[i]);
    matrix.store(factors, i);
  }
}

/// R with Householder's vectors below, and their factors.
template <typename Element>
static void geqrf(const Batch<Element> &a, const Batch<Element> &r,
                  const Batch<Element> &factors, Letters) {
  for (int64_t i = 0; i < a.sizes[0]; ++i) {
    ColumnMatrix<Element> matrix(a, i);
    int info = 0;
    callWithWorkspace<Element>([&](Element *work, int size) {
      Lapack<Element>::geqrf(&matrix.rows, &matrix.columns,
                             matrix.elements.data(), &matrix.leading,
                             factors[i], work, &size, &info);
    });
    matrix.store(r, i);
  }
}

/// The first columns of Q, from Householder's vectors and their factors.
template <typename Element>
static void orgqr(const Batch<Element> &vectors, const Batch<Element> &factors,
                  const Batch<Element> &q, Letters) {
  int count = factors.getRows();
  for (int64_t i = 0; i < vectors.sizes[0]; ++i) {
    ColumnMatrix<Element> matrix(vectors, i);
    int info = 0;
    callWithWorkspace<Element>([&](Element *work, int size) {
      Lapack<Element>::orgqr(&matrix.rows, &matrix.columns, &count,
                             matrix.elements.data(), &matrix.leading,
                             factors[i], work, &size, &info);
    });
    matrix.store(q, i);
  }
}

/// Eigenvectors and eigenvalues of a symmetric or Hermitian matrix. Letters:
/// V for vectors, triangle.
template <typename Element, typename Real>
static void syevd(const Batch<Element> &a, const Batch<Element> &vectors,
                  const Batch<Real> &values, const Batch<int> &info,
                  Letters letters) {
  int n = a.getRows();
  std::vector<int> integers(3 + 5 * static_cast<size_t>(n));
  std::vector<Real> reals(
      isComplex<Element> ? 1 + 5 * size_t(n) + 2 * size_t(n) * n : 0);
  int integerCount = static_cast<int>(integers.size());
  int realCount = static_cast<int>(reals.size());
  for (int64_t i = 0; i < a.sizes[0]; ++i) {
    ColumnMatrix<Element> matrix(a, i);
    callWithWorkspace<Element>([&](Element *work, int size) {
      auto call = [&](auto... realWork) {
        Lapack<Element>::syevd(&letters.of[0], &letters.of[1], &n,
                               matrix.elements.data(), &matrix.leading,
                               values[i], work, &size, realWork...,
                               integers.data(), &integerCount, info[i], 1, 1);
      };
      if constexpr (isComplex<Element>)
        call(reals.data(), &realCount);
      else
        call();
    });
    matrix.store(vectors, i);
  }
}

/// Singular values, left singular vectors, and right singular vectors as rows.
/// Letter: A or S for vectors, N for none.
template <typename Element, typename Real>
static void gesdd(const Batch<Element> &a, const Batch<Real> &values,
                  const Batch<Element> &left, const Batch<Element> &right,
                  const Batch<int> &info, Letters letters) {
  size_t least = std::min(a.sizes[1], a.sizes[2]);
  size_t most = std::max(a.sizes[1], a.sizes[2]);
  std::vector<int> integers(8 * least);
  std::vector<Real> reals(
      isComplex<Element>
          ? least * std::max(5 * least + 7, 2 * most + 2 * least + 1)
          : 0);
  for (int64_t i = 0; i < a.sizes[0]; ++i) {
    ColumnMatrix<Element> matrix(a, i);
    ColumnMatrix<Element> u(left.getRows(), left.getColumns());
    ColumnMatrix<Element> vt(right.getRows(), right.getColumns());
    callWithWorkspace<Element>([&](Element *work, int size) {
      auto call = [&](auto... realWork) {
        Lapack<Element>::gesdd(&letters.of[0], &matrix.rows, &matrix.columns,
                               matrix.elements.data(), &matrix.leading,
                               values[i], u.elements.data(), &u.leading,
                               vt.elements.data(), &vt.leading, work, &size,
                               realWork..., integers.data(), info[i], 1);
      };
      if constexpr (isComplex<Element>)
        call(reals.data());
      else
        call();
    });
    u.store(left, i);
    vt.store(right, i);
  }
}

// MLIR calls a function declared with `llvm.emit_c_interface` by this name.
// NOLINTBEGIN(bugprone-reserved-identifier,bugprone-macro-parentheses)
#define MEMPLACE_EXPORT(name, suffix)                                          \
  extern "C" MEMPLACE_KERNELS_EXPORT void                                      \
      _mlir_ciface_memplace_lapack_##name##_##suffix
#define MEMPLACE_EXPORT_ALL(suffix, Number, Part)                              \
  MEMPLACE_EXPORT(potrf, suffix)                                               \
  (Batch<Number> * a, Batch<Number> * factor, Batch<int> * info,               \
   int32_t letters) {                                                          \
    potrf(*a, *factor, *info, Letters(letters));                               \
  }                                                                            \
  MEMPLACE_EXPORT(trsm, suffix)                                                \
  (Batch<Number> * a, Batch<Number> * b, Batch<Number> * x, int32_t letters) { \
    trsm(*a, *b, *x, Letters(letters));                                        \
  }                                                                            \
  MEMPLACE_EXPORT(getrf, suffix)                                               \
  (Batch<Number> * a, Batch<Number> * factors, Batch<int> * pivots,            \
   Batch<int> * info, int32_t letters) {                                       \
    getrf(*a, *factors, *pivots, *info, Letters(letters));                     \
  }                                                                            \
  MEMPLACE_EXPORT(geqrf, suffix)                                               \
  (Batch<Number> * a, Batch<Number> * r, Batch<Number> * factors,              \
   int32_t letters) {                                                          \
    geqrf(*a, *r, *factors, Letters(letters));                                 \
  }                                                                            \
  MEMPLACE_EXPORT(orgqr, suffix)                                               \
  (Batch<Number> * vectors, Batch<Number> * factors, Batch<Number> * q,        \
   int32_t letters) {                                                          \
    orgqr(*vectors, *factors, *q, Letters(letters));                           \
  }                                                                            \
  MEMPLACE_EXPORT(syevd, suffix)                                               \
  (Batch<Number> * a, Batch<Number> * vectors, Batch<Part> * values,           \
   Batch<int> * info, int32_t letters) {                                       \
    syevd(*a, *vectors, *values, *info, Letters(letters));                     \
  }                                                                            \
  MEMPLACE_EXPORT(gesdd, suffix)                                               \
  (Batch<Number> * a, Batch<Part> * values, Batch<Number> * left,              \
   Batch<Number> * right, Batch<int> * info, int32_t letters) {                \
    gesdd(*a, *values, *left, *right, *info, Letters(letters));                \
  }

MEMPLACE_EXPORT_ALL(f32, float, float)
MEMPLACE_EXPORT_ALL(f64, double, double)
MEMPLACE_EXPORT_ALL(c64, ComplexFloat, float)
MEMPLACE_EXPORT_ALL(c128, ComplexDouble, double)
// NOLINTEND(bugprone-reserved-identifier,bugprone-macro-parentheses)
