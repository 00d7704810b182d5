//===- BufferDraft.h - What an attempt has taken so far ---------*- C++ -*-===//
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

/// A stay of the buffer in the tier that is being filled.
struct DraftStay {
  LiveRange range;
  Step reservedEnd = 0;
  Offset offset = 0;
  LoopId level = noLoop;
  ChunkId chunk = -1;
};

/// A copy to or from such a stay.
struct DraftCopy {
  StayId stay = 0; // Index into the stays of the draft.
  bool isFill = true;
  TimedCopy time; // `seconds`: of the copy resource.
  ChannelId channel = 0;
  std::optional<Part> part = {};
};

/// Stays and copies of one buffer in one tier that are no part of the plan yet.
/// What they take of the tier's memory and of the copy resource is taken:
/// `undo` gives it back, `commit` makes them part of the plan.
class BufferDraft {
public:
  BufferDraft(TierPass &pass, BufferId buffer, Route &route);

  /// Where the tier has room for the buffer during \p range.
  std::optional<Offset> find(LiveRange range) const;
  /// The same, but of several such places one that stays free for as many later
  /// uses as possible. Only \p range is needed, which ends with item \p index.
  std::optional<Offset> findAhead(const ItemList &list, LiveRange range,
                                  int32_t index) const;

  StayId addStay(LoopId level, LiveRange range, Offset offset);
  const DraftStay &stay(StayId id) const { return stays[id]; }
  void extend(StayId id, Step end, Step reservedEnd);
  void serve(const Item &item, StayId id);
  /// \p copy has its time from the queues of the route.
  void addCopy(const DraftCopy &copy) { copies.push_back(copy); }

  void undo();
  void commit();

  bool isEmpty() const { return stays.empty(); }

  /// Groups served by stays whose copies move more bytes than \p ratio allows.
  std::vector<int32_t> inefficientGroups(double ratio) const;

private:
  TierPass &pass;
  const BufferId buffer;
  const Buffer &data;
  Route &route;
  std::vector<DraftStay> stays;
  std::vector<DraftCopy> copies;
  std::vector<StayId> serving; // By group; -1: as before.
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_BUFFERDRAFT_H
