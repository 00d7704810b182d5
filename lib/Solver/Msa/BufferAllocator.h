//===- BufferAllocator.h - One buffer in one tier ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_MSA_BUFFERALLOCATOR_H
#define MEMPLACE_LIB_SOLVER_MSA_BUFFERALLOCATOR_H

#include "BufferDraft.h"
#include "ItemBuilder.h"

namespace memplace::solver::msa {

/// What became of an attempt.
struct AllocationResult {
  /// Something that must be did not work out: all of it is to be taken back.
  bool requiresUncommit = false;
  /// Some use would have been served from the fast tier if it had more room.
  bool outOfMemory = false;
};

/// Goes through the uses of one buffer from first to last, and decides for each
/// whether the fast tier serves it: because the buffer is still there, or by a
/// prefetch.
class BufferAllocator {
public:
  /// \p rejected: groups, by index, that stay where they are; may be empty.
  BufferAllocator(TierPass &pass, BufferId buffer, int64_t retry,
                  const std::vector<bool> &rejected);

  AllocationResult run();
  /// What `run` has decided; still to be undone or committed.
  BufferDraft &getDraft() { return draft; }

private:
  /// The contents as they are between two items.
  struct Value {
    bool exists = false;
    int32_t pending = -1; // The item that made them, if its place is open.
    StayId stay = -1;     // Who has them in the fast tier.
    bool isInDefault = false;
    Step availableFrom = 0; // First boundary to copy them from the base.
    Step definedEnd = 0;    // First boundary to copy them from the stay.
    Step lastBegin = 0, lastEnd = 0; // Of the last item that touched them.
  };
  /// One level of loops: the items and what happens to the contents there.
  struct Walk {
    const ItemList &list;
    Value value;
  };

  bool processLevel(LoopId level, int32_t first, int32_t last,
                    bool startsInDefault, bool endsInDefault);
  bool visit(Walk &walk, int32_t index);
  bool visitForeign(Walk &walk, const Item &item);
  bool visitUse(Walk &walk, int32_t index);
  bool settlePending(Walk &walk);
  bool serveFromDefault(const ItemList &list, const Item &item);
  bool finish(Walk &walk, bool endsInDefault);

  bool keepFromDefinition(Walk &walk, int32_t index);
  bool keep(Walk &walk, int32_t index);
  bool evict(Walk &walk, Step by);
  bool addEviction(Walk &walk, Step start, Step done);
  bool prefetch(Walk &walk, int32_t index);
  bool prefetchNow(Walk &walk, int32_t index);
  bool fillAt(Walk &walk, int32_t index, std::vector<DraftCopy> fills,
              bool &hasRoom);
  std::vector<DraftCopy> wholeFill(Step start, Step done, double seconds) const;
  std::vector<DraftCopy> fillInParts(Step start, Step done) const;
  bool tryStarts(Walk &walk, int32_t index, const PrefetchWindow &window,
                 bool inParts);

  std::optional<Offset> findAhead(const ItemList &list, LiveRange range,
                                  int32_t index) const;

  TierPass &pass;
  const Uses &uses;
  const MsaOptions &options;
  const BufferId buffer;
  const Buffer &data;
  const std::vector<AccessGroup> &groups;
  Route &route;
  Picker &picker;
  const int64_t retry;
  ItemBuilder builder;
  BufferDraft draft;
  AllocationResult result;
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_BUFFERALLOCATOR_H
