//===- Backend.h - Interface to a library of products ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OpenBLASBackend.cpp and CublasLtBackend.cpp define these functions, each for
// its own library with the interface of Kernels.h.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_KERNELS_BACKEND_H
#define MEMPLACE_LIB_KERNELS_BACKEND_H

namespace backend {

/// Computes C += op(A) * op(B), row-major: C is \p m by \p n, op(A) has \p k
/// columns, and op transposes if requested. Leading dimensions count elements
/// between rows in memory. Sizes are at least 1. The results in C may only be
/// complete after `finish`.
void gemm(bool transposeA, bool transposeB, int m, int n, int k, const float *a,
          int lda, const float *b, int ldb, float *c, int ldc);
void gemm(bool transposeA, bool transposeB, int m, int n, int k,
          const double *a, int lda, const double *b, int ldb, double *c,
          int ldc);

/// Computes y += op(A) * x, where A is \p rows by \p columns in memory,
/// row-major. Strides of \p x and \p y count elements and are at least 1.
void gemv(bool transpose, int rows, int columns, const float *a, int lda,
          const float *x, int strideX, float *y, int strideY);
void gemv(bool transpose, int rows, int columns, const double *a, int lda,
          const double *x, int strideX, double *y, int strideY);

/// Returns after all products requested by this thread are complete.
void finish();

} // namespace backend

#endif // MEMPLACE_LIB_KERNELS_BACKEND_H
