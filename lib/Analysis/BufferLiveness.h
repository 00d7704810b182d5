//===- BufferLiveness.h - Live ranges of alias sets -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_ANALYSIS_BUFFERLIVENESS_H
#define MEMPLACE_LIB_ANALYSIS_BUFFERLIVENESS_H

#include "memplace/Analysis/AliasSets.h"
#include "memplace/Analysis/Schedule.h"

namespace memplace {

/// Live range of each alias set in schedule steps, from the first use to the
/// step after the last use. A loop that uses storage from outside extends the
/// live range over all steps of the loop. Arguments and globals live from step
/// 0. Written storage lives to the end if it belongs to the caller or stays an
/// allocation of its own. A set with an `ambiguousReason` is live whenever ops
/// use a set of its group.
///
/// Only reads the IR; valid until the IR changes.
class BufferLiveness {
public:
  /// \p firstAccess: the result of `findFirstAccess`.
  BufferLiveness(const AliasSets &aliasSets, const Schedule &schedule,
                 mlir::Operation *firstAccess);

  /// Returns the live range of the set with index \p set; none if no step uses
  /// the set.
  std::optional<LiveRange> getLiveRange(unsigned set) const {
    return ranges[set];
  }

private:
  std::vector<std::optional<LiveRange>> ranges;
};

} // namespace memplace

#endif // MEMPLACE_LIB_ANALYSIS_BUFFERLIVENESS_H
