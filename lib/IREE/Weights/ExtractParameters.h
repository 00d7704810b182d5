//===- ExtractParameters.h - Globals of a parameter archive -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTPARAMETERS_H
#define MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTPARAMETERS_H

#include "ParameterName.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/MapVector.h"

namespace memplace {

/// A global whose only value is a parameter of an archive.
struct ParameterGlobal {
  mlir::Operation *global = nullptr; // The `util.global`.
  ParameterName name;
  int64_t size = 0;         // Bytes.
  mlir::Attribute affinity; // Device of the global; may be null.
};

/// By the symbol of the global.
using ParameterGlobals = llvm::MapVector<mlir::StringAttr, ParameterGlobal>;

/// Returns the global of a `util.global.load` or `util.global.store`.
mlir::StringAttr getGlobal(mlir::Operation *op);

/// Finds all weights of \p module. IR of an unknown form yields none. Adds the
/// names of other constant globals to \p others: an initializer computes their
/// values, or the module contains the values.
ParameterGlobals findWeights(mlir::Operation *module,
                             std::vector<mlir::StringAttr> &others);

/// Returns the weight that \p value loads, or null.
const ParameterGlobal *findLoadedWeight(mlir::Value value,
                                        const ParameterGlobals &weights);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTPARAMETERS_H
