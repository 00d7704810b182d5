//===- CublasLt.h - Declarations for cuBLASLt -------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declared from the library's documentation, so its headers are not needed.
// unittests/Cuda/HeadersTest.cpp compares with the headers if they are present.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_KERNELS_CUBLASLT_H
#define MEMPLACE_LIB_KERNELS_CUBLASLT_H

#include "../Cuda/CudaDriver.h"

#include <cstddef>
#include <cstdint>

namespace memplace::cublaslt {

constexpr int success = 0;
constexpr int transposeOfA = 3; // cublasLtMatmulDescAttributes_t
constexpr int transposeOfB = 4;
constexpr int32_t transposed = 1; // cublasOperation_t

/// The library's constants for element types and for the type of sums.
template <typename Element> struct Type;
template <> struct Type<float> {
  static constexpr int data = 0;     // CUDA_R_32F
  static constexpr int compute = 68; // CUBLAS_COMPUTE_32F: no TF32.
};
template <> struct Type<double> {
  static constexpr int data = 1;     // CUDA_R_64F
  static constexpr int compute = 70; // CUBLAS_COMPUTE_64F
};

using Handle = struct cublasLtContext *;

/// The library's functions, by names without `cublasLt`.
struct Functions {
  int (*create)(Handle *handle);
  int (*matmulDescCreate)(void **description, int compute, int scale);
  int (*matmulDescSetAttribute)(void *description, int attribute,
                                const void *value, size_t bytes);
  int (*matmulDescDestroy)(void *description);
  int (*matrixLayoutCreate)(void **layout, int type, uint64_t rows,
                            uint64_t columns, int64_t leadingDimension);
  int (*matrixLayoutDestroy)(void *layout);
  int (*matmul)(Handle handle, void *description, const void *alpha,
                const void *a, void *layoutA, const void *b, void *layoutB,
                const void *beta, const void *c, void *layoutC, void *d,
                void *layoutD, const void *algorithm, void *workspace,
                size_t workspaceBytes, cuda::Stream stream);
};

} // namespace memplace::cublaslt

#endif // MEMPLACE_LIB_KERNELS_CUBLASLT_H
