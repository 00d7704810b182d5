//===- CublasLtBackend.cpp - Products of matrices by cuBLASLt -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrices are in memory shared by CPU and GPU. Functions are looked up by name
// in libcublasLt.so, documented in NVIDIA's "cuBLAS" (11 and later).
//
//===----------------------------------------------------------------------===//

#include "Backend.h"
#include "CublasLt.h"

#include "../Cuda/CudaDriver.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <unistd.h>
#include <vector>

using namespace memplace;
using namespace memplace::cublaslt;

/// Exit status of the process on an error, equal to the runtime's.
constexpr int exitMisuse = 41;

[[noreturn]] static void fail(const std::string &what) {
  std::fprintf(stderr, "memplace kernels: %s\n", what.c_str());
  _exit(exitMisuse);
}

namespace {

/// A matrix in memory, column-major.
template <typename Element> struct Factor {
  Element *data;
  bool isTransposed;
  uint64_t rows, columns; // In memory.
  int64_t leading;        // Elements between columns.

  size_t bytes() const {
    return ((columns - 1) * leading + rows) * sizeof(Element);
  }
};

/// A matrix accessible to the GPU: in place, or a copy if the program has it in
/// memory of its own.
template <typename Element> class Staged {
public:
  Staged(cuda::Gpu &gpu, const Factor<Element> &factor)
      : gpu(gpu), factor(factor) {
    if (gpu.isShared(factor.data))
      return;
    copy = static_cast<Element *>(gpu.allocate(factor.bytes(), copyAlignment));
    if (!copy)
      fail("out of memory of the GPU: " + std::to_string(factor.bytes()) +
           " bytes of a product");
    memcpy(copy, factor.data, factor.bytes());
  }
  ~Staged() {
    if (copy)
      gpu.free(copy);
  }
  Staged(const Staged &) = delete;
  Staged &operator=(const Staged &) = delete;

  bool isCopy() const { return copy != nullptr; }
  Element *data() const { return copy ? copy : factor.data; }
  /// Writes back the columns, without the gaps between columns.
  void copyBack() const {
    for (uint64_t column = 0; copy && column < factor.columns; ++column)
      memcpy(factor.data + column * factor.leading,
             copy + column * factor.leading, factor.rows * sizeof(Element));
  }

private:
  static constexpr size_t copyAlignment = 256;
  cuda::Gpu &gpu;
  const Factor<Element> factor;
  Element *copy = nullptr;
};

/// cuBLASLt on the GPU of the process.
class Products {
public:
  /// Created on the first product.
  static Products &get() {
    static Products products;
    return products;
  }

  /// Computes D += op(A) * op(B), column-major.
  template <typename Element>
  void add(const Factor<Element> &a, const Factor<Element> &b,
           const Factor<Element> &d) {
    std::lock_guard lock(mutex);
    check(gpu->activate() == success, "the GPU is gone");
    Staged<Element> left(*gpu, a), right(*gpu, b), result(*gpu, d);
    const Element one = 1;
    void *description = nullptr;
    check(library.matmulDescCreate(&description, Type<Element>::compute,
                                   Type<Element>::data));
    if (a.isTransposed)
      check(library.matmulDescSetAttribute(description, transposeOfA,
                                           &transposed, sizeof transposed));
    if (b.isTransposed)
      check(library.matmulDescSetAttribute(description, transposeOfB,
                                           &transposed, sizeof transposed));
    auto layout = [&](const Factor<Element> &factor) {
      void *made = nullptr;
      check(library.matrixLayoutCreate(&made, Type<Element>::data, factor.rows,
                                       factor.columns, factor.leading));
      return made;
    };
    void *layoutA = layout(a), *layoutB = layout(b), *layoutD = layout(d);
    // No algorithm: the library takes its first choice, always the same.
    check(library.matmul(handle, description, &one, left.data(), layoutA,
                         right.data(), layoutB, &one, result.data(), layoutD,
                         result.data(), layoutD, /*algorithm=*/nullptr,
                         /*workspace=*/nullptr, 0, stream));
    for (void *each : {layoutA, layoutB, layoutD})
      check(library.matrixLayoutDestroy(each));
    check(library.matmulDescDestroy(description));
    if (left.isCopy() || right.isCopy() || result.isCopy())
      synchronize();
    result.copyBack();
  }

  void finish() {
    std::lock_guard lock(mutex);
    synchronize();
  }

private:
  void synchronize() {
    int status = gpu->activate();
    if (status == success)
      status = gpu->getDriver().streamSynchronize(stream);
    if (status != success)
      fail("a product failed: " + gpu->getDriver().describe(status));
  }

  Products() {
    std::string error;
    gpu = cuda::Gpu::open(error);
    if (!gpu)
      fail(error);
    load();
    check(library.create(&handle));
    int status = gpu->getDriver().streamCreate(&stream, cuda::nonBlocking);
    if (status != success)
      fail("no stream: " + gpu->getDriver().describe(status));
  }

  void load() {
    std::string error;
    const char *path = getenv("MEMPLACE_CUBLASLT");
    std::vector<std::string> names = {"libcublasLt.so.13", "libcublasLt.so.12",
                                      "libcublasLt.so.11", "libcublasLt.so"};
    void *file =
        cuda::loadLibrary(path ? std::vector<std::string>{path} : names, error);
    if (!file)
      fail("there is no cuBLASLt: " + error);
    auto bind = [&](auto &function, const char *name) {
      void *found = cuda::findFunction(file, name, error);
      if (!found)
        fail("cuBLASLt can't be used: " + error);
      function = reinterpret_cast<std::decay_t<decltype(function)>>(found);
    };
    bind(library.create, "cublasLtCreate");
    bind(library.matmulDescCreate, "cublasLtMatmulDescCreate");
    bind(library.matmulDescSetAttribute, "cublasLtMatmulDescSetAttribute");
    bind(library.matmulDescDestroy, "cublasLtMatmulDescDestroy");
    bind(library.matrixLayoutCreate, "cublasLtMatrixLayoutCreate");
    bind(library.matrixLayoutDestroy, "cublasLtMatrixLayoutDestroy");
    bind(library.matmul, "cublasLtMatmul");
  }

  static void check(bool isRight, const char *what) {
    if (!isRight)
      fail(what);
  }
  static void check(int status) {
    if (status != success)
      fail("cuBLASLt failed with status " + std::to_string(status));
  }

  std::mutex mutex;
  std::unique_ptr<cuda::Gpu> gpu;
  Functions library = {};
  Handle handle = nullptr;
  cuda::Stream stream = nullptr;
};

} // namespace

/// True if this thread requested products since the last `finish`.
static thread_local bool isPending = false;

/// A row-major matrix is the transpose of a column-major matrix. So the library
/// computes C' += op(B)' * op(A)'.
template <typename Element>
static void multiplyRowMajor(bool transposeA, bool transposeB, int m, int n,
                             int k, const Element *a, int lda, const Element *b,
                             int ldb, Element *c, int ldc) {
  auto factor = [](const Element *data, bool isTransposed, int rows,
                   int columns, int leading) {
    // The library writes only D.
    return Factor<Element>{const_cast<Element *>(data), isTransposed,
                           static_cast<uint64_t>(isTransposed ? rows : columns),
                           static_cast<uint64_t>(isTransposed ? columns : rows),
                           leading};
  };
  Products::get().add(factor(b, transposeB, k, n, ldb),
                      factor(a, transposeA, m, k, lda),
                      factor(c, false, m, n, ldc));
  isPending = true;
}

void backend::gemm(bool transposeA, bool transposeB, int m, int n, int k,
                   const float *a, int lda, const float *b, int ldb, float *c,
                   int ldc) {
  multiplyRowMajor(transposeA, transposeB, m, n, k, a, lda, b, ldb, c, ldc);
}

void backend::gemm(bool transposeA, bool transposeB, int m, int n, int k,
                   const double *a, int lda, const double *b, int ldb,
                   double *c, int ldc) {
  multiplyRowMajor(transposeA, transposeB, m, n, k, a, lda, b, ldb, c, ldc);
}

/// A product with a matrix of one column.
template <typename Element>
static void multiplyVector(bool transpose, int rows, int columns,
                           const Element *a, int lda, const Element *x,
                           int strideX, Element *y, int strideY) {
  multiplyRowMajor(transpose, /*transposeB=*/false, transpose ? columns : rows,
                   1, transpose ? rows : columns, a, lda, x, strideX, y,
                   strideY);
}

void backend::gemv(bool transpose, int rows, int columns, const float *a,
                   int lda, const float *x, int strideX, float *y,
                   int strideY) {
  multiplyVector(transpose, rows, columns, a, lda, x, strideX, y, strideY);
}

void backend::gemv(bool transpose, int rows, int columns, const double *a,
                   int lda, const double *x, int strideX, double *y,
                   int strideY) {
  multiplyVector(transpose, rows, columns, a, lda, x, strideX, y, strideY);
}

void backend::finish() {
  if (isPending)
    Products::get().finish();
  isPending = false;
}
