//===- HoistStays.cpp - Stays for all trips of a loop ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoistStays.h"

#include "StayEdits.h"
#include "StayLevels.h"

#include <algorithm>
#include <map>
#include <tuple>

using namespace memplace;
using namespace memplace::planning;

namespace {

/// Stays of one buffer that each trip of a loop fills with the same contents.
struct Refill {
  BufferId buffer = 0;
  TierId tier = 0;
  LoopId loop = noLoop;
  int32_t firstUse = 0, lastUse = 0; // All uses in the loop.
  double seconds = 0;                // Saved by a single fill before the loop.
};

class Hoister {
public:
  Hoister(const AccessIndex &uses, Placement &placement)
      : uses(uses), problem(uses.problem), placement(placement) {}

  void run() {
    for (const Refill &refill : listRefills())
      hoist(refill);
  }

private:
  std::vector<Refill> listRefills() const;
  void addRefills(BufferId buffer, std::vector<Refill> &refills) const;
  void hoist(const Refill &refill);
  bool addHoisted(const Refill &refill);

  const AccessIndex &uses;
  const Problem &problem;
  Placement &placement;
};

} // namespace

/// Appends the refills of \p buffer, one for each loop with such stays.
void Hoister::addRefills(BufferId buffer, std::vector<Refill> &refills) const {
  const BufferPlan &plan = placement.planOf(buffer);
  std::map<LoopId, Refill> byLoop;
  for (const StayTransfer &fill : plan.transfers) {
    const LoopId loop = uses.loopOf(fill.start);
    if (fill.from != 0 || loop == noLoop || loop == uses.rootOf(buffer))
      continue;
    const LiveRange steps = uses.rangeOf(loop);
    Refill &refill = byLoop[loop];
    const int64_t trips =
        uses.tripsOf(loop) - uses.tripsOf(uses.parentOf(loop));
    refill = {buffer,
              plan.stays[fill.to].tier,
              loop,
              uses.firstUseSince(buffer, steps.begin),
              uses.firstUseSince(buffer, steps.end) - 1,
              refill.seconds + static_cast<double>(trips) *
                                   secondsOfTransfer(problem, buffer, fill)};
  }
  for (const auto &[loop, refill] : byLoop) {
    bool isRead = refill.seconds > 0;
    for (int32_t u = refill.firstUse; u <= refill.lastUse; ++u)
      isRead &= !uses.definesContents(buffer, u);
    if (isRead)
      refills.push_back(refill);
  }
}

/// Returns all refills, the most costly first.
std::vector<Refill> Hoister::listRefills() const {
  std::vector<Refill> refills;
  for (BufferId b = 0; b < static_cast<BufferId>(problem.buffers.size()); ++b)
    addRefills(b, refills);
  std::sort(refills.begin(), refills.end(),
            [](const Refill &a, const Refill &b) {
              return std::tuple(-a.seconds, a.buffer, a.loop) <
                     std::tuple(-b.seconds, b.buffer, b.loop);
            });
  return refills;
}

/// Adds a stay for the uses of \p refill, with as few fills as possible.
bool Hoister::addHoisted(const Refill &refill) {
  std::vector<LoopId> levels =
      levelsOf(uses, refill.buffer, refill.firstUse, refill.lastUse);
  for (; !levels.empty() && levels.back() != refill.loop; levels.pop_back())
    if (addEarly(placement, {refill.buffer, refill.tier, refill.firstUse,
                             refill.lastUse, levels.back()}))
      return true;
  return false;
}

/// Replaces \p refill by a stay that is filled outside of its loop. First
/// removes the stays of the refill's buffer, and of all buffers with a stay in
/// its tier during the loop. Then adds the new stay, and the other stays again.
/// Restores everything if a stay has no room, or if the transfers of these
/// buffers do not take less time.
void Hoister::hoist(const Refill &refill) {
  std::vector<BufferId> buffers =
      buffersIn(uses, placement, refill.tier, uses.rangeOf(refill.loop));
  // The refill's buffer comes first.
  std::erase(buffers, refill.buffer);
  buffers.insert(buffers.begin(), refill.buffer);
  const auto sumOfSeconds = [&] {
    double sum = 0;
    for (BufferId id : buffers)
      sum += secondsOfTransfers(uses, id, placement.planOf(id));
    return sum;
  };
  const double secondsBefore = sumOfSeconds();
  std::vector<RemovedStays> removed;
  for (BufferId id : buffers)
    if (std::optional<RemovedStays> one = removeStays(uses, placement, id))
      removed.push_back(std::move(*one));
  const auto isReplaced = [&](const StayRequest &stay) {
    return stay.firstUse <= refill.lastUse && stay.lastUse >= refill.firstUse &&
           stay.level == refill.loop;
  };
  // An earlier change may already have replaced the stays.
  if (removed.size() < buffers.size() ||
      std::erase_if(removed.front().requests, isReplaced) == 0 ||
      !addHoisted(refill) ||
      !std::all_of(removed.begin(), removed.end(),
                   [&](const RemovedStays &one) {
                     return addAllEarly(placement, one.requests);
                   }) ||
      sumOfSeconds() >= secondsBefore)
    restoreStays(placement, removed);
}

void memplace::planning::hoistStays(const AccessIndex &uses,
                                    Placement &placement) {
  Hoister(uses, placement).run();
}
