//===- BufferLiveness.cpp - Live ranges of alias sets ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferLiveness.h"

using namespace mlir;
using namespace memplace;

static void extend(std::optional<LiveRange> &range, LiveRange by) {
  if (!range)
    range = by;
  range = {std::min(range->begin, by.begin), std::max(range->end, by.end)};
}

/// Returns the steps for which a use at \p step keeps \p set alive: all steps
/// of each loop around \p step, unless all roots of the set are inside the
/// loop.
static LiveRange getRangeOfUse(const AliasSet &set, Step step,
                               const Schedule &schedule) {
  LiveRange range = {step, step + 1};
  for (const ScheduledLoop &loop : schedule.getLoops()) {
    if (!loop.range.contains(step))
      continue;
    for (Value root : set.roots)
      if ((!set.isOwned() && isExternalRoot(root)) ||
          !loop.body->getParent()->isAncestor(root.getParentRegion()))
        range = {std::min(range.begin, loop.range.begin),
                 std::max(range.end, loop.range.end)};
  }
  return range;
}

BufferLiveness::BufferLiveness(const AliasSets &aliasSets,
                               const Schedule &schedule, Operation *firstAccess)
    : ranges(aliasSets.getSets().size()) {
  ArrayRef<AliasSet> sets = aliasSets.getSets();
  for (auto [step, op] : llvm::enumerate(schedule.getSteps())) {
    if (!op)
      continue;
    auto use = [&, step = static_cast<Step>(step)](ValueRange values) {
      for (Value value : values)
        for (unsigned set : aliasSets.getSetsOf(value))
          extend(ranges[set], getRangeOfUse(sets[set], step, schedule));
    };
    op->walk([&](Operation *inner) { use(inner->getOperands()); });
    use(op->getResults()); // The op may write the storage it allocates.
  }

  DenseMap<unsigned, std::optional<LiveRange>> groups;
  for (auto [index, set] : llvm::enumerate(sets))
    if (ranges[index])
      extend(groups[set.group], *ranges[index]);
  for (auto [index, set] : llvm::enumerate(sets)) {
    if (!set.ambiguousReason.empty() && groups[set.group])
      ranges[index] = groups[set.group];
    if (!ranges[index])
      continue;
    bool staysAlone = set.isOwned() && !set.unplacedReason.empty();
    if (llvm::any_of(set.roots, [&](Value root) {
          return hasInitialContents(root, firstAccess);
        }))
      ranges[index]->begin = 0;
    if (set.isWritten && (set.isFromOutside() || staysAlone))
      ranges[index]->end = schedule.getNumSteps();
  }
}
