//===- ExtractCosts.h - What dispatches compute -----------------*- C++ -*-===//
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

/// How long the linalg ops in what each step of \p execute dispatches compute
/// on \p machine, picoseconds, by step. Other ops count nothing, so this is low
/// for what is not linalg; memory traffic is not in it.
std::vector<int64_t> estimateComputePs(const StreamExecute &execute,
                                       mlir::Operation *module,
                                       const Target &machine);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTCOSTS_H
