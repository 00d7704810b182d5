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

/// Which loops are unrolled.
enum class WeightLoops {
  Auto,   // Those that take another slice of a weight in each trip.
  Keep,   // None.
  Unroll, // All whose trip count is known.
};

/// Unrolls loops of \p module, those inside of others first, as far as the
/// function has at most \p maxSteps steps then: ops that compute tensors.
/// Says at the others why they stay. Returns how many it unrolled.
size_t unrollWeightLoops(mlir::Operation *module,
                         const NamedGlobals &parameters, WeightLoops which,
                         int64_t maxSteps);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_UNROLLWEIGHTLOOPS_H
