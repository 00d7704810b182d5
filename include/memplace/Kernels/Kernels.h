/*===- Kernels.h - Products of matrices by a library --------------*- C -*-===*\
|*                                                                            *|
|* Part of memplace, under the Apache License v2.0 with LLVM Exceptions.      *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The C interface of libmemplace_kernels.so. `memplace-call-kernels` makes   *|
|* calls of it, which OpenBLAS answers, on as many threads as                *|
|* OPENBLAS_NUM_THREADS says (by default one per core). The same call gives   *|
|* the same bits each time on one machine with one number of threads,         *|
|* wherever its matrices lie; other processors give other last bits.          *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef MEMPLACE_KERNELS_KERNELS_H
#define MEMPLACE_KERNELS_KERNELS_H

#include <stdint.h>

#define MEMPLACE_KERNELS_EXPORT __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/* A sum of more terms is computed in blocks of so many, each of which is added
   to C: two calls, of which the first has a multiple of this, give the same
   bits as one. memplace-cut-arguments relies on that. OpenBLAS itself has
   blocks of some hundred terms. */
#define MEMPLACE_KERNELS_SUM_BLOCK 256

/* Likewise for rows and columns of C: how OpenBLAS sums depends on how many
   there are. Both together took 1 to 6 % of a product's time on one machine. */
#define MEMPLACE_KERNELS_SIDE_BLOCK 512

/* C[i, j] += sum over p of A[i, p] * B[p, j], for i < m, j < n and p < k. Sizes
   may be 0. Strides count elements: that from row to row and that from column
   to column. Those of A and B may be 0, which repeats a row or a column. C must
   overlap neither A nor B, and its elements not each other. Fast where one
   stride of each matrix is 1; else it is packed first. May be called from
   several threads. */
MEMPLACE_KERNELS_EXPORT void
memplace_kernels_gemm_f32(int64_t m, int64_t n, int64_t k, const float *a,
                          int64_t a_row_stride, int64_t a_column_stride,
                          const float *b, int64_t b_row_stride,
                          int64_t b_column_stride, float *c,
                          int64_t c_row_stride, int64_t c_column_stride);

/* The same in double precision. */
MEMPLACE_KERNELS_EXPORT void
memplace_kernels_gemm_f64(int64_t m, int64_t n, int64_t k, const double *a,
                          int64_t a_row_stride, int64_t a_column_stride,
                          const double *b, int64_t b_row_stride,
                          int64_t b_column_stride, double *c,
                          int64_t c_row_stride, int64_t c_column_stride);

#ifdef __cplusplus
}
#endif

#endif /* MEMPLACE_KERNELS_KERNELS_H */
