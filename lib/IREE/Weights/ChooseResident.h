//===- ChooseResident.h - Chooses the weights to keep resident --*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If memory for weights and transients is bounded, only some weights stay
// resident and the rest is read per call. The resident weights determine the
// room left for the arena, so both are chosen together. Sets of resident
// weights are compared by simple plans for the remaining reads.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_CHOOSERESIDENT_H
#define MEMPLACE_LIB_IREE_WEIGHTS_CHOOSERESIDENT_H

#include "PlanStays.h"

namespace memplace {

/// A region that reads weights, and the compute time of its steps in
/// picoseconds.
struct CostedExecute {
  StreamExecute execute;
  std::vector<int64_t> computePs;
};

/// Chooses resident weights that minimise the modelled time of all regions. The
/// resident weights and the largest arena of \p regions together take at most
/// \p memory bytes. The search has a fixed length and gives the same result on
/// every machine. The result has the order of \p weights; the result is empty
/// if nothing fits or nothing is gained. Fails if \p machine lacks a usable
/// tier or channel.
Result<std::vector<mlir::StringAttr>>
chooseResident(llvm::ArrayRef<CostedExecute> regions,
               const ParameterGlobals &weights, const Target &machine,
               SliceAlignment alignment, int64_t memory, uint64_t seed);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_CHOOSERESIDENT_H
