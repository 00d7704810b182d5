//===- WeightSlices.h - Slices of weights as weights ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before IREE forms dispatches, a weight is a constant, or the load of a global
// that is a named parameter. A slice of it, as an unrolled loop over layers
// takes of a stack of weights, can be a weight of its own.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_WEIGHTSLICES_H
#define MEMPLACE_LIB_IREE_WEIGHTS_WEIGHTSLICES_H

#include "ParameterName.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

namespace memplace {

/// A global that nobody writes and that is a named parameter.
struct NamedGlobal {
  mlir::Operation *global = nullptr; // The `util.global`.
  ParameterName name;
};

/// By the symbol of the global.
using NamedGlobals = llvm::MapVector<mlir::StringAttr, NamedGlobal>;

NamedGlobals findNamedGlobals(mlir::Operation *module);

/// Whether \p slice, wherever it begins, is of a weight and can be one itself:
/// its shape is static, and of a parameter its bytes are next to each other.
bool isSliceOfWeight(mlir::tensor::ExtractSliceOp slice,
                     const NamedGlobals &parameters);

struct SlicedWeights {
  size_t slices = 0;  // Weights that are slices now.
  size_t weights = 0; // What they were slices of.
};

/// Marks slices of weights that begin at constants: `makeSlicesWeights` leaves
/// them, and their copies, as they are.
void leaveSlices(mlir::Operation *module, const NamedGlobals &parameters);

/// Makes slices of weights that begin at constants weights of their own: a
/// constant, if it is not used in another way and its slices have no more
/// bytes; or a global that is a part of the parameter. Removes the marks.
SlicedWeights makeSlicesWeights(mlir::Operation *module,
                                const NamedGlobals &parameters);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_WEIGHTSLICES_H
