//===- BufferAllocator.h - Allocation of one buffer in one tier -*- C++ -*-===//
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

/// Result of an allocation attempt.
struct AllocationResult {
  /// A required step failed: the caller must undo the whole draft.
  bool mustUndo = false;
  /// With more room, the fast tier would have served some further use.
  bool outOfMemory = false;
};

/// Visits the uses of one buffer from first to last. For each use, decides if
/// the fast tier serves it, either because the buffer is still there or by a
/// prefetch. The draft takes chunks and copy slots along the way.
class BufferAllocator {
public:
  /// \p retry: number of failed attempts for the buffer.
  BufferAllocator(TierContext &pass, BufferId buffer, int64_t retry);

  AllocationResult run();
  /// Returns the decisions of `run`, to be undone or committed.
  BufferDraft &getDraft() { return draft; }

private:
  // The functions of the walk return false if the caller must undo the draft.
  bool processLevel(LoopId level, int32_t first, int32_t last,
                    bool startsInBase, bool endsInBase);
  bool visit(Walk &walk, int32_t index);
  bool visitForeign(Walk &walk, const Item &item);
  bool visitUse(Walk &walk, int32_t index);
  bool fixPending(Walk &walk);
  bool serveFromBase(const ItemList &list, const Item &item);
  bool finish(Walk &walk, bool endsInBase);

  // These two return false if the contents cannot stay.
  bool keepFromDefinition(Walk &walk, int32_t index);
  bool keep(Walk &walk, int32_t index);

  TierContext &pass;
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
