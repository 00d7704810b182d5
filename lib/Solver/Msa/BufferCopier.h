//===- BufferCopier.h - Prefetches and evictions of one buffer --*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_MSA_BUFFERCOPIER_H
#define MEMPLACE_LIB_SOLVER_MSA_BUFFERCOPIER_H

#include "BufferDraft.h"

namespace memplace::solver::msa {

/// State of the contents between two items.
struct Contents {
  bool exists = false;
  int32_t pending = -1;   // The defining item if its tier is still open.
  StayId stay = -1;       // The stay with the contents in the fast tier.
  bool isInBase = false;  // The base has the contents.
  Step availableFrom = 0; // First boundary for a copy from the base.
  Step definedEnd = 0;    // First boundary for a copy from the stay.
  Step lastBegin = 0, lastEnd = 0; // Of the last item with an access.
};

/// One level of loops: its items, and the current state of the contents.
struct Walk {
  const ItemList &list;
  Contents value;
};

/// Copies the contents of one buffer between its base and the tier being
/// filled. The functions return false, without a copy, if they find no
/// boundary, room or bandwidth.
class BufferCopier {
public:
  BufferCopier(TierContext &pass, BufferId buffer, int64_t retry, Route &route,
               Picker &picker, BufferDraft &draft);

  /// Copies the contents from their stay to the base, by boundary \p by at the
  /// latest.
  bool evict(Walk &walk, Step by);
  /// Copies the contents to a new stay for item \p index.
  bool prefetch(Walk &walk, int32_t index);
  /// Does the same for an item that must be served from the tier: as late as
  /// possible, regardless of bandwidth.
  bool prefetchLate(Walk &walk, int32_t index);

  /// Returns true if a copy failed for lack of room in the tier.
  bool isOutOfMemory() const { return outOfMemory; }

private:
  bool addEviction(Walk &walk, Step start, Step done);
  bool fillAt(Walk &walk, int32_t index, const TimedCopy &time, bool &hasRoom);
  bool tryStarts(Walk &walk, int32_t index, const PrefetchWindow &window);

  TierContext &pass;
  const MsaOptions &options;
  const Buffer &data;
  const std::vector<BufferUse> &bufferUses;
  const int64_t retry;
  Route &route;
  Picker &picker;
  BufferDraft &draft;
  bool outOfMemory = false;
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_BUFFERCOPIER_H
