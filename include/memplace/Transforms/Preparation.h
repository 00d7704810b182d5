//===- Preparation.h - What is done to a program first ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TRANSFORMS_PREPARATION_H
#define MEMPLACE_TRANSFORMS_PREPARATION_H

#include "memplace/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"

namespace memplace {

struct PreparationOptions {
  bool inlineCalls = true;
  bool simplify = true;
  EnterBranchesPassOptions branches;
  PipelineLoopsPassOptions loops;
  CutOpsPassOptions cut;
};

/// Adds what `memplace-default` does to a module before it places it. Whoever
/// writes a problem for it to read a placement of does the same, so that both
/// speak of the same steps and buffers.
void buildPreparation(mlir::OpPassManager &manager,
                      const PreparationOptions &options);

} // namespace memplace

#endif // MEMPLACE_TRANSFORMS_PREPARATION_H
