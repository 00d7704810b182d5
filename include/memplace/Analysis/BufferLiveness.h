//===- BufferLiveness.h - Live ranges of alias sets -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_ANALYSIS_BUFFERLIVENESS_H
#define MEMPLACE_ANALYSIS_BUFFERLIVENESS_H

#include "memplace/Analysis/AliasSets.h"
#include "memplace/Analysis/Schedule.h"

namespace memplace {

/// Live range of each alias set in schedule steps: from its first to after its
/// last use. Storage from outside of a loop that is used in its body lives
/// through the whole loop; arguments and globals live from step 0; what is
/// written and belongs to the caller, or stays an allocation of its own, lives
/// to the end. Sets that some value may be in together live together.
///
/// Only reads the IR; valid until it changes.
class BufferLiveness {
public:
  BufferLiveness(const AliasSets &aliasSets, const Schedule &schedule);

  /// Of the set with that index; none if no step uses it.
  std::optional<LiveRange> getLiveRange(unsigned set) const {
    return ranges[set];
  }

private:
  std::vector<std::optional<LiveRange>> ranges;
};

} // namespace memplace

#endif // MEMPLACE_ANALYSIS_BUFFERLIVENESS_H
