//===- BufferDraft.h - Uncommitted stays and copies -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_MSA_BUFFERDRAFT_H
#define MEMPLACE_LIB_SOLVER_MSA_BUFFERDRAFT_H

#include "ItemBuilder.h"
#include "TierState.h"

namespace memplace::solver::msa {

/// A stay of the buffer in the tier being filled.
struct DraftStay {
  LiveRange range;
  Step reservedEnd = 0;
  Offset offset = 0;
  LoopId level = noLoop;
  ChunkId chunk = -1;
};

/// A copy to or from a draft stay.
struct DraftCopy {
  StayId stay = 0; // Index into the stays of the draft.
  bool isFill = true;
  TimedCopy time; // `seconds`: of the copy resource.
  ChannelId channel = 0;
};

/// Stays and copies of one buffer in one tier, not yet part of the plan. The
/// draft has already taken its memory and its time of the copy resource: `undo`
/// releases both, `commit` adds the draft to the plan.
class BufferDraft {
public:
  BufferDraft(TierContext &pass, BufferId buffer, Route &route);

  /// Returns an offset at which the tier has room for the buffer during
  /// \p range.
  std::optional<Offset> find(LiveRange range) const;
  /// Returns such an offset which also stays free for as many later uses as
  /// possible. Only \p range is required; it ends with item \p index.
  std::optional<Offset> findAhead(const ItemList &list, LiveRange range,
                                  int32_t index) const;

  StayId addStay(LoopId level, LiveRange range, Offset offset);
  const DraftStay &stay(StayId id) const { return stays[id]; }
  void extend(StayId id, Step end, Step reservedEnd);
  void serve(const Item &item, StayId id);
  /// Adds \p copy, whose time is already in a queue of the route.
  void addCopy(const DraftCopy &copy) { copies.push_back(copy); }

  void undo();
  void commit();

  bool isEmpty() const { return stays.empty(); }

private:
  TierContext &pass;
  const BufferId buffer;
  const Buffer &data;
  Route &route;
  std::vector<DraftStay> stays;
  std::vector<DraftCopy> copies;
  std::vector<StayId> serving; // By use; -1: unchanged.
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_BUFFERDRAFT_H
