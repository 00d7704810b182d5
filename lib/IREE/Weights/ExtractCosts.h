//===- ExtractCosts.h - Compute time of dispatches --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTCOSTS_H
#define MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTCOSTS_H

#include "ExtractExecute.h"

namespace memplace {

/// Estimates the compute time of each step of \p execute on \p machine, in
/// picoseconds, from the linalg ops in the dispatched functions. Other ops
/// count as 0, so the estimate may be too low. Memory traffic is not included.
std::vector<int64_t> estimateComputePs(const StreamExecute &execute,
                                       mlir::Operation *module,
                                       const Target &machine);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTCOSTS_H
