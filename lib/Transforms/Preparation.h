//===- Preparation.h - Program preparation before placement -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_PREPARATION_H
#define MEMPLACE_LIB_TRANSFORMS_PREPARATION_H

#include "memplace/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"

namespace memplace {

/// Options of `buildPreparation`, as in `memplace-default`.
struct PreparationOptions {
  bool inlineCalls = true;
  bool simplify = true;
  EnterBranchesPassOptions branches;
  PipelineLoopsPassOptions loops;
  CutOpsPassOptions cut;
  StageRowsPassOptions stagedRows;
  FetchRowsPassOptions rows;
};

/// Adds the passes run by `memplace-default` before the placement. A tool must
/// add the same passes to write a problem and later read its placement.
/// Otherwise problem and program have different steps and buffers.
void buildPreparation(mlir::OpPassManager &manager,
                      const PreparationOptions &options);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_PREPARATION_H
