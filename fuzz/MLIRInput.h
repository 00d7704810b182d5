//===- MLIRInput.h - Common parts of the MLIR fuzz targets ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_FUZZ_MLIRINPUT_H
#define MEMPLACE_FUZZ_MLIRINPUT_H

#include "mlir/IR/MLIRContext.h"

#include <string_view>

namespace memplace::fuzz {

/// Returns true if MLIR's recursive parser may overflow the stack because
/// brackets nest too deeply. Such crashes are not memplace's bugs.
bool isTooDeep(std::string_view text);

/// Returns a context without threads that can load all dialects. Shared by many
/// inputs, because creating a context takes longer than parsing.
mlir::MLIRContext &getContext();

} // namespace memplace::fuzz

#endif // MEMPLACE_FUZZ_MLIRINPUT_H
