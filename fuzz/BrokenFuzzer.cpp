//===- BrokenFuzzer.cpp - A fuzz target with a bug ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For test/fuzz: crashes of fuzz targets must be noticed.
//
//===----------------------------------------------------------------------===//

#include "Input.h"

using namespace memplace::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  require(asText(data, size) != "crash\n", "the input is not 'crash'");
  return 0;
}
