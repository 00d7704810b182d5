//===- ItemBuilder.h - The uses of a buffer at one level of loops *- C++
//-*-===//
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

/// What happens to a buffer at one place of a loop's body, or of the program:
/// one op, a whole inner loop, or a stay in a faster tier.
struct Item {
  enum class Kind { Op, Loop, Stay };

  Kind kind = Kind::Op;
  Step begin = 0; // A stay: when it is filled, or starts.
  Step end = 0;   // A stay: when the base has the contents, or it ends.
  int32_t firstGroup = 0, lastGroup = 0;
  LoopId loop = noLoop;    // Of a loop.
  bool reads = false;      // Needs the contents from before.
  bool writes = false;     // Makes new ones.
  bool isAllowed = false;  // May be served from the fast tier.
  bool isRequired = false; // The base may not serve all of it.
  bool isEvicted = false;  // A stay: what it wrote is in the base at `end`.
};

/// All items of a level, in order.
struct ItemList {
  LoopId level = noLoop;
  LiveRange window; // Steps of the level and of the live range.
  std::vector<Item> items;
  /// By item: the last one up to which the buffer could be kept from there on.
  std::vector<int32_t> keptUntil;
};

/// Makes the items of one buffer.
class ItemBuilder {
public:
  ItemBuilder(const TierPass &pass, BufferId buffer, const Picker &picker,
              const std::vector<bool> &rejected);

  /// Of the groups from \p first to \p last, which are all within \p level.
  ItemList build(LoopId level, int32_t first, int32_t last) const;

  /// Whether stays may begin or end within the body of \p level. An empty
  /// buffer that is read first, or may be, carries its contents around the
  /// outermost loop (R10).
  bool mayCopyAt(LoopId level) const;

private:
  Item makeOp(int32_t group) const;
  Item makeLoop(LoopId level, LoopId loop, int32_t first, int32_t last) const;
  Item makeStay(StayId stay, int32_t first, int32_t last) const;
  bool definesContents(int32_t group) const;
  bool mayMove(int32_t group) const;
  bool isRequired(int32_t group) const;

  const TierPass &pass;
  const Uses &uses;
  const Problem &problem;
  const BufferId buffer;
  const Buffer &data;
  const BufferPlan &plan;
  const std::vector<AccessGroup> &groups;
  const Picker &picker;
  const std::vector<bool> &rejected;
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_ITEMBUILDER_H
