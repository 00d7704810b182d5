//===- BufferAllocator.h - One buffer in one tier ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_MSA_BUFFERALLOCATOR_H
#define MEMPLACE_LIB_SOLVER_MSA_BUFFERALLOCATOR_H

#include "BufferCopier.h"

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
/// prefetch. Its draft takes chunks and copy slots as it goes.
class BufferAllocator {
public:
  /// \p rejected: groups, by index, that stay where they are; may be empty.
  BufferAllocator(TierPass &pass, BufferId buffer, int64_t retry,
                  const std::vector<bool> &rejected);

  AllocationResult run();
  /// What `run` has decided; still to be undone or committed.
  BufferDraft &getDraft() { return draft; }

private:
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

  TierPass &pass;
  const MsaOptions &options;
  const BufferId buffer;
  const Buffer &data;
  Picker &picker;
  ItemBuilder builder;
  BufferDraft draft;
  BufferCopier copier; // Writes to the draft.
  bool outOfMemory = false;
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_BUFFERALLOCATOR_H
