//===- TierAllocator.h - All buffers in one tier ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_MSA_TIERALLOCATOR_H
#define MEMPLACE_LIB_SOLVER_MSA_TIERALLOCATOR_H

#include "BufferAllocator.h"

namespace memplace::solver::msa {

/// Buffers that \p pass may help, most urgent first: those that an order rule
/// puts first, then by boundedness, size, live range and last use.
std::vector<BufferId> orderBuffers(const TierPass &pass);

/// Gives each buffer in turn its stays in one tier, with retries and repacking.
class TierAllocator {
public:
  /// \p forced: by buffer, whether its plan has stays that must be; those are
  /// replaced if stays in this tier can do instead, and then cleared.
  TierAllocator(TierPass &pass, std::vector<bool> &forced, int64_t &numRepacks)
      : pass(pass), forced(forced), numRepacks(numRepacks) {}

  /// Asks \p shouldContinue before each buffer, with the fraction that is done.
  /// False: stopped.
  template <typename Function> bool run(Function shouldContinue) {
    const std::vector<BufferId> order = orderBuffers(pass);
    for (size_t i = 0; i < order.size(); ++i) {
      if (!shouldContinue(static_cast<double>(i) /
                          static_cast<double>(order.size())))
        return false;
      allocate(order[i]);
    }
    return true;
  }

private:
  void allocate(BufferId buffer);
  bool tryAllocate(BufferId buffer);

  TierPass &pass;
  std::vector<bool> &forced;
  int64_t &numRepacks;
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_TIERALLOCATOR_H
