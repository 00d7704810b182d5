//===- Preparation.cpp - What is done to a program first ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Transforms/Preparation.h"

#include "PreparationPasses.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace memplace;

void memplace::buildPreparation(OpPassManager &manager,
                                const PreparationOptions &options) {
  manager.addPass(createKeepAttributesPass());
  // Before calls are inlined, which blocks may keep from it.
  manager.addNestedPass<func::FuncOp>(createLiftBlocksPass());
  if (options.inlineCalls)
    manager.addPass(createInlineCallsPass());
  // First, so that what it removes (loops of one trip, dead allocations) is no
  // part of the schedule.
  if (options.simplify) {
    manager.addNestedPass<func::FuncOp>(createCanonicalizePass());
    manager.addNestedPass<func::FuncOp>(createJoinSwappedBuffersPass());
  }
  // A clone makes its buffer and fills it at once, so it can't be placed; and
  // it may stand for its source, which holds no longer where slots are reused.
  manager.addPass(createLowerClonesPass());
  manager.addPass(createEnterBranchesPass(options.branches));
  manager.addPass(createPipelineLoopsPass(options.loops));
  manager.addPass(createCutOpsPass(options.cut));
}
