//===- UseFakeCuda.cpp - Lets a test program find FakeCuda ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cstdlib>
#include <gtest/gtest.h>

namespace {
class UseFakeCuda : public testing::Environment {
  void SetUp() override {
    setenv("MEMPLACE_CUDA_DRIVER", MEMPLACE_FAKE_CUDA, /*overwrite=*/1);
    setenv("MEMPLACE_CUBLASLT", MEMPLACE_FAKE_CUDA, /*overwrite=*/1);
  }
};

const testing::Environment *const environment =
    testing::AddGlobalTestEnvironment(new UseFakeCuda);
} // namespace
