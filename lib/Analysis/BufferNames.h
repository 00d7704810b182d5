//===- BufferNames.h - Names of buffers -------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_ANALYSIS_BUFFERNAMES_H
#define MEMPLACE_LIB_ANALYSIS_BUFFERNAMES_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Value.h"

#include <string>

namespace memplace {

/// Returns the name given by `memplace.buffer` to an argument of a function or
/// to the op that makes \p memref; empty without this attribute.
std::string getGivenName(mlir::Value memref);

/// Returns the name in a location, without the functions that JAX compiled, and
/// with the line of a Python program: "layer0/dot_general model.py:8". Empty
/// without a name.
std::string getNameByLocation(mlir::Location location);

} // namespace memplace

#endif // MEMPLACE_LIB_ANALYSIS_BUFFERNAMES_H
