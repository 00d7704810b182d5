//===- RewriteOrder.cpp - Order of ops, written into the IR ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteOrder.h"

using namespace mlir;
using namespace memplace;

/// Moves the ops of \p wave to before the wave, and erases the wave.
static void dissolveWave(Operation *wave) {
  Block &block = wave->getRegion(0).front();
  for (BlockArgument argument : block.getArguments())
    argument.replaceAllUsesWith(wave->getOperand(argument.getArgNumber()));
  for (OpResult result : wave->getResults())
    result.replaceAllUsesWith(
        block.back().getOperand(result.getResultNumber()));
  for (Operation &op : llvm::make_early_inc_range(llvm::drop_end(block)))
    op.moveBefore(wave);
  wave->erase();
}

void memplace::rewriteOrder(const AsyncRegion &region,
                            const RegionSteps &steps) {
  std::vector<bool> isWhole(region.waves.size(), false);
  for (const std::vector<Step> &ops : steps)
    if (ops.size() > 1)
      isWhole[region.waveOf[ops.front()]] = true;
  for (auto [wave, isKept] : llvm::zip_equal(region.waves, isWhole))
    if (!isKept)
      dissolveWave(wave);
  Operation *end = &region.op->getRegion(0).front().back();
  for (const std::vector<Step> &ops : steps) {
    const int32_t wave = region.waveOf[ops.front()];
    Operation *moved =
        ops.size() > 1 ? region.waves[wave] : region.ops[ops.front()];
    moved->moveBefore(end);
  }
}
