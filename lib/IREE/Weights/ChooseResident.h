//===- ChooseResident.h - Weights that memory has room for ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With a bound on the memory for all weights and transients, some weights are
// resident and the others read per call. What stays decides how much the arena
// may have, so both are chosen together: sets of weights are judged by simple
// plans of the reads that are left.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_CHOOSERESIDENT_H
#define MEMPLACE_LIB_IREE_WEIGHTS_CHOOSERESIDENT_H

#include "PlanStays.h"

namespace memplace {

/// A region that reads weights, and how long its steps compute, picoseconds.
struct CostedExecute {
  StreamExecute execute;
  std::vector<int64_t> computePs;
};

/// Returns the weights of \p weights that are better resident, in its order, if
/// they and the largest arena of \p regions together may have \p memory bytes:
/// those for which the modelled time of all regions is least, as far as a
/// search of bounded length, the same on every machine, finds out. None if
/// nothing fits even without, or nothing is won. The error is what \p machine
/// lacks.
Result<std::vector<mlir::StringAttr>>
chooseResident(llvm::ArrayRef<CostedExecute> regions,
               const ParameterGlobals &weights, const Target &machine,
               SliceAlignment alignment, int64_t memory, uint64_t seed);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_CHOOSERESIDENT_H
