//===- CudaBackend.h - Copies from pinned memory to a GPU -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_CUDABACKEND_H
#define MEMPLACE_LIB_RUNTIME_CUDABACKEND_H

#include "ReadBackend.h"

#include "../Cuda/CudaDriver.h"

namespace memplace::runtime {

/// Creates a backend that copies from pinned memory in its own stream, with up
/// to \p depth copies in flight. Returns null and sets \p error on failure.
std::unique_ptr<ReadBackend> createCudaBackend(cuda::Gpu &gpu, unsigned depth,
                                               std::string &error);

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_CUDABACKEND_H
