//===- BufferDraft.h - What one buffer would take ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_MSA_BUFFERDRAFT_H
#define MEMPLACE_LIB_SOLVER_MSA_BUFFERDRAFT_H

#include "TierState.h"

namespace memplace::solver::msa {

struct DraftStay {
  LiveRange range;
  Step reservedEnd = 0;
  Offset offset = 0;
  LoopId level = noLoop;
  ChunkId chunk = -1;
};

struct DraftCopy {
  StayId stay = 0; // Index into the draft's stays.
  bool isFill = true;
  TimedCopy time; // `seconds`: of the copy resource.
  ChannelId channel = 0;
  std::optional<Part> part = {};
};

/// The stays and copies of one buffer in one tier, while they are not part of
/// the plan yet. What is added takes chunks and copy slots at once; `undo`
/// gives them back, `commit` makes them part of the plan.
class BufferDraft {
public:
  BufferDraft(TierPass &pass, BufferId buffer);

  const DraftStay &stay(StayId id) const { return stays[id]; }

  /// Where there is room during \p range.
  std::optional<Offset> find(LiveRange range) const;
  /// Up to which step the bytes of a stay can be taken, if they are during
  /// \p more.
  Step freeUntil(StayId id, LiveRange more) const {
    return pass.heap().freeUntil(more, stays[id].offset, data.size);
  }
  StayId addStay(LoopId level, LiveRange range, Offset offset);
  void extend(StayId id, Step end, Step reservedEnd);
  /// Copies whose slots are taken already.
  void addCopy(const DraftCopy &copy) { copies.push_back(copy); }
  void serve(int32_t firstGroup, int32_t lastGroup, StayId stay);

  void undo();
  void commit();

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
