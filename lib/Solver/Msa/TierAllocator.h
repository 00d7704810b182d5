//===- TierAllocator.h - Allocation of all buffers in one tier --*- C++ -*-===//
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

/// Returns the buffers that could gain from \p pass, most urgent first: by the
/// order rules, then by boundedness, size, live range and last use.
std::vector<BufferId> orderBuffers(const TierContext &pass);

/// Allocates the stays of each buffer in one tier, with retries and repacking.
class TierAllocator {
public:
  /// \p forced, by buffer: true if the plan has required stays. If stays in
  /// this tier can replace them, `run` replaces them and clears the flag.
  /// \p numRepacks counts repackings of all tiers, up to the option's limit.
  TierAllocator(TierContext &pass, std::vector<bool> &forced,
                int64_t &numRepacks)
      : pass(pass), forced(forced), numRepacks(numRepacks) {}

  /// Allocates all buffers. Calls \p shouldContinue before each buffer with the
  /// fraction done; if the callback returns false, `run` stops and returns
  /// false.
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

  TierContext &pass;
  std::vector<bool> &forced;
  int64_t &numRepacks;
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_TIERALLOCATOR_H
