//===- ItemBuilder.h - Uses of a buffer per level of loops ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_MSA_ITEMBUILDER_H
#define MEMPLACE_LIB_SOLVER_MSA_ITEMBUILDER_H

#include "TierState.h"

namespace memplace::solver::msa {

/// Activity of a buffer at one place of a loop's body or of the program: one
/// op, a whole inner loop, or a stay in a faster tier.
struct Item {
  enum class Kind { Op, Loop, Stay };

  Kind kind = Kind::Op;
  Step begin = 0; // Stay: issue of its fill, or its start.
  Step end = 0;   // Stay: arrival in the base, or its end.
  int32_t firstUse = 0, lastUse = 0;
  LoopId loop = noLoop;    // Of a loop.
  bool reads = false;      // Needs the previous contents.
  bool writes = false;     // Makes new contents.
  bool isAllowed = false;  // May be served from the fast tier.
  bool isRequired = false; // The base may not serve every access.
  bool isEvicted = false;  // Stay: writes its result to the base.
};

/// All items of a level, in order.
struct ItemList {
  LoopId level = noLoop;
  LiveRange allowedSteps; // Steps of the level and of the live range.
  std::vector<Item> items;
  /// By item: the last item up to which the picker would permit keeping the
  /// buffer.
  std::vector<int32_t> keptUntil;
};

/// Creates the items of one buffer.
class ItemBuilder {
public:
  ItemBuilder(const TierContext &pass, BufferId buffer, const Picker &picker);

  /// Returns the items of the uses from \p first to \p last, all within
  /// \p level.
  ItemList build(LoopId level, int32_t first, int32_t last) const;

  /// Returns true if stays may begin or end within the body of \p level. A
  /// buffer without initial contents whose first access reads, or may be
  /// skipped, carries its contents around the outermost loop (R10), so no
  /// copies are possible inside this loop.
  bool mayCopyAt(LoopId level) const;

private:
  Item makeOp(int32_t use) const;
  Item makeLoop(LoopId level, LoopId loop, int32_t first, int32_t last) const;
  Item makeStay(StayId stay, int32_t first, int32_t last) const;
  bool definesContents(int32_t use) const;
  bool mayMove(int32_t use) const;
  bool isRequired(int32_t use) const;

  const TierContext &pass;
  const AccessIndex &uses;
  const Problem &problem;
  const BufferId buffer;
  const Buffer &data;
  const BufferPlan &plan;
  const std::vector<BufferUse> &bufferUses;
  const Picker &picker;
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_ITEMBUILDER_H
