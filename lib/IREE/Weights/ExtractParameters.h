//===- ExtractParameters.h - Globals that are in an archive -----*- C++ -*-===//
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

/// A global whose value is a parameter of an archive, and nothing else.
struct ParameterGlobal {
  mlir::Operation *global = nullptr; // The `util.global`.
  ParameterName name;
  int64_t size = 0;         // Bytes.
  mlir::Attribute affinity; // The device it is for; may be null.
};

/// By the symbol of the global.
using ParameterGlobals = llvm::MapVector<mlir::StringAttr, ParameterGlobal>;

/// The global that a `util.global.load` or `util.global.store` is about.
mlir::StringAttr getGlobal(mlir::Operation *op);

/// All weights of \p module. IR that is not of the form that is known has none.
/// Adds the names of other globals that hold constants to \p others: an
/// initializer computes them, or their values are in the module.
ParameterGlobals findWeights(mlir::Operation *module,
                             std::vector<mlir::StringAttr> &others);

/// The weight that \p value is a load of, or null.
const ParameterGlobal *findLoadedWeight(mlir::Value value,
                                        const ParameterGlobals &weights);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTPARAMETERS_H
