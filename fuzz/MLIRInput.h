//===- MLIRInput.h - What fuzz targets of the MLIR world share --*- C++ -*-===//
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

/// Whether brackets nest so deeply that MLIR's recursive parser may run out of
/// stack, which is not ours to fix.
bool isTooDeep(std::string_view text);

/// A context without threads in which all dialects can be loaded. The same one
/// for many inputs, as making one takes longer than parsing.
mlir::MLIRContext &getContext();

} // namespace memplace::fuzz

#endif // MEMPLACE_FUZZ_MLIRINPUT_H
