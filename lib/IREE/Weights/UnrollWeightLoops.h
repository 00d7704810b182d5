//===- UnrollWeightLoops.h - Loops over stacked weights ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_UNROLLWEIGHTLOOPS_H
#define MEMPLACE_LIB_IREE_WEIGHTS_UNROLLWEIGHTLOOPS_H

#include "WeightSlices.h"

namespace memplace {

/// Loops to unroll.
enum class WeightLoops {
  Auto,   // Loops that take a different slice of a weight in each trip.
  Keep,   // None.
  Unroll, // All loops with a known trip count.
};

/// Unrolls loops of \p module, inner loops first, as long as each function has
/// at most \p maxSteps steps (ops that compute tensors) afterwards. Remarks at
/// loops that are kept give the reason. Returns the number of unrolled loops.
size_t unrollWeightLoops(mlir::Operation *module,
                         const NamedGlobals &parameters, WeightLoops which,
                         int64_t maxSteps);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_UNROLLWEIGHTLOOPS_H
