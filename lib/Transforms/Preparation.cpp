//===- Preparation.cpp - Program preparation before placement -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Preparation.h"

#include "PreparationPasses.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace memplace;

void memplace::buildPreparation(OpPassManager &manager,
                                const PreparationOptions &options) {
  manager.addPass(createKeepAttributesPass());
  // Before inlining, which several blocks may prevent.
  manager.addNestedPass<func::FuncOp>(createLiftBlocksPass());
  if (options.inlineCalls)
    manager.addPass(createInlineCallsPass());
  // Simplify first, so that removed code (loops of one trip, dead allocations)
  // does not enter the schedule.
  if (options.simplify) {
    manager.addNestedPass<func::FuncOp>(createCanonicalizePass());
    manager.addNestedPass<func::FuncOp>(createJoinSwappedBuffersPass());
  }
  // A clone allocates and fills its buffer in the same op, so it cannot be
  // placed. It may also alias its source, which would be wrong after slots are
  // reused.
  manager.addPass(createLowerClonesPass());
  manager.addPass(createEnterBranchesPass(options.branches));
  manager.addPass(createStageRowsPass(options.stagedRows));
  manager.addPass(createPipelineLoopsPass(options.loops));
  manager.addPass(createCutOpsPass(options.cut));
  // After cutting, since a loop over rows keeps its whole result in one tier.
  manager.addPass(createFetchRowsPass(options.rows));
}
