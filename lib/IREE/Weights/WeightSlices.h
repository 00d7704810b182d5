//===- WeightSlices.h - Slices of weights as weights ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before IREE forms dispatches, a weight is a constant, or the load of a global
// that is a named parameter. A slice of a weight can become a separate weight,
// e.g. the slice of one layer after a loop over stacked layers is unrolled.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_WEIGHTSLICES_H
#define MEMPLACE_LIB_IREE_WEIGHTS_WEIGHTSLICES_H

#include "ParameterName.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

namespace memplace {

/// An immutable global that is a named parameter.
struct NamedGlobal {
  mlir::Operation *global = nullptr; // The `util.global`.
  ParameterName name;
};

/// By the symbol of the global.
using NamedGlobals = llvm::MapVector<mlir::StringAttr, NamedGlobal>;

/// Returns all such globals of \p module.
NamedGlobals findNamedGlobals(mlir::Operation *module);

/// Returns true if \p slice, at any offset, is part of a weight and can become
/// a weight: its shape is static and its bytes are contiguous.
bool isSliceOfWeight(mlir::tensor::ExtractSliceOp slice,
                     const NamedGlobals &parameters);

/// Result of `makeSlicesWeights`.
struct SlicedWeights {
  size_t slices = 0;  // Number of new weights.
  size_t weights = 0; // Number of weights that had been sliced.
};

/// Marks slices of weights with constant offsets: `makeSlicesWeights` keeps
/// marked slices and their copies.
void markKeptSlices(mlir::Operation *module, const NamedGlobals &parameters);

/// Makes slices of weights with constant offsets separate weights. A slice of a
/// constant becomes a constant if all uses of the source are slices and if
/// these take no more bytes. A slice of a parameter becomes a global for a part
/// of the parameter. Removes the marks.
SlicedWeights makeSlicesWeights(mlir::Operation *module,
                                const NamedGlobals &parameters);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_WEIGHTSLICES_H
