//===- CudaBackend.h - Reads of pinned memory to a GPU --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_CUDABACKEND_H
#define MEMPLACE_LIB_RUNTIME_CUDABACKEND_H

#include "ReadBackend.h"

#include "memplace/Cuda/CudaDriver.h"

namespace memplace::runtime {

/// Copies from pinned memory, in a stream of its own, up to \p depth of them in
/// flight. Null with why in \p error.
std::unique_ptr<ReadBackend> createCudaBackend(cuda::Gpu &gpu, unsigned depth,
                                               std::string &error);

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_CUDABACKEND_H
