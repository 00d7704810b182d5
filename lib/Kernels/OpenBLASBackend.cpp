//===- OpenBLASBackend.cpp - Products of matrices by OpenBLAS -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

#include <cblas.h>

static CBLAS_TRANSPOSE order(bool isTransposed) {
  return isTransposed ? CblasTrans : CblasNoTrans;
}

void backend::gemm(bool transposeA, bool transposeB, int m, int n, int k,
                   const float *a, int lda, const float *b, int ldb, float *c,
                   int ldc) {
  cblas_sgemm(CblasRowMajor, order(transposeA), order(transposeB), m, n, k, 1,
              a, lda, b, ldb, 1, c, ldc);
}

void backend::gemm(bool transposeA, bool transposeB, int m, int n, int k,
                   const double *a, int lda, const double *b, int ldb,
                   double *c, int ldc) {
  cblas_dgemm(CblasRowMajor, order(transposeA), order(transposeB), m, n, k, 1,
              a, lda, b, ldb, 1, c, ldc);
}

void backend::gemv(bool transpose, int rows, int columns, const float *a,
                   int lda, const float *x, int strideX, float *y,
                   int strideY) {
  cblas_sgemv(CblasRowMajor, order(transpose), rows, columns, 1, a, lda, x,
              strideX, 1, y, strideY);
}

void backend::gemv(bool transpose, int rows, int columns, const double *a,
                   int lda, const double *x, int strideX, double *y,
                   int strideY) {
  cblas_dgemv(CblasRowMajor, order(transpose), rows, columns, 1, a, lda, x,
              strideX, 1, y, strideY);
}

void backend::finish() {}
