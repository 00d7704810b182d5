//===- HoistStays.cpp - Stays for all trips of a loop ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoistStays.h"

#include "../Problem/Descriptors.h"
#include "StayLevels.h"
#include "memplace/Problem/Units.h"

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
  std::vector<BufferId> buffersIn(TierId tier, LiveRange steps) const;
  std::optional<std::vector<StayRequest>> requestsOf(BufferId buffer) const;
  bool addAll(const std::vector<StayRequest> &requests);
  bool addHoisted(const Refill &refill);
  bool add(const StayRequest &request);
  double secondsOf(BufferId buffer, const StayTransfer &transfer) const;
  double secondsOf(BufferId buffer) const;

  int64_t tripsAt(Step boundary) const {
    return uses.tripsOf(uses.loopOf(boundary));
  }

  const AccessIndex &uses;
  const Problem &problem;
  Placement &placement;
};

} // namespace

/// Returns the seconds of a transfer of \p buffer, once.
double Hoister::secondsOf(BufferId buffer, const StayTransfer &transfer) const {
  const Channel &channel = problem.target.channels[transfer.channel];
  const Buffer &data = problem.buffers[buffer];
  return memplace::secondsOf(latencyOf(problem, data, channel)) +
         static_cast<double>(data.size) / channel.bytesPerSecond;
}

/// Returns the seconds of all transfers of \p buffer in all trips.
double Hoister::secondsOf(BufferId buffer) const {
  double sum = 0;
  for (const StayTransfer &transfer : placement.planOf(buffer).transfers)
    sum += static_cast<double>(tripsAt(transfer.start)) *
           secondsOf(buffer, transfer);
  return sum;
}

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
              refill.seconds +
                  static_cast<double>(trips) * secondsOf(buffer, fill)};
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

/// Returns the buffers with a stay besides the backing copy in \p tier during
/// \p steps, the largest first.
std::vector<BufferId> Hoister::buffersIn(TierId tier, LiveRange steps) const {
  std::vector<BufferId> owners;
  placement.getArena(tier).findOwners(steps, owners);
  std::erase_if(owners, [&](BufferId id) {
    return id < 0 || placement.planOf(id).stays.size() < 2;
  });
  std::sort(owners.begin(), owners.end(), [&](BufferId a, BufferId b) {
    return std::pair(-problem.buffers[a].size, a) <
           std::pair(-problem.buffers[b].size, b);
  });
  owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
  return owners;
}

/// Returns requests for the present stays of \p buffer, in the order of their
/// first uses. Returns nothing if a stay is no single request, e.g. a copy on
/// the way to another tier.
std::optional<std::vector<StayRequest>>
Hoister::requestsOf(BufferId buffer) const {
  const BufferPlan &plan = placement.planOf(buffer);
  const auto numUses = static_cast<int32_t>(plan.serving.size());
  std::vector<StayRequest> requests(plan.stays.size());
  for (size_t stay = 1; stay < plan.stays.size(); ++stay)
    requests[stay] = {buffer, plan.stays[stay].tier, numUses, -1};
  for (int32_t u = 0; u < numUses; ++u) {
    StayRequest &request = requests[plan.serving[u]];
    request.firstUse = std::min(request.firstUse, u);
    request.lastUse = u;
  }
  std::vector<bool> hasLevel(plan.stays.size());
  for (const StayTransfer &transfer : plan.transfers) {
    if (transfer.isWrapped() || (transfer.from != 0 && transfer.to != 0))
      return std::nullopt;
    const StayId stay = std::max(transfer.from, transfer.to);
    const LoopId level = uses.loopOf(transfer.start);
    if (hasLevel[stay] && requests[stay].level != level)
      return std::nullopt;
    requests[stay].level = level;
    hasLevel[stay] = true;
  }
  for (size_t stay = 1; stay < requests.size(); ++stay) {
    StayRequest &request = requests[stay];
    if (request.lastUse < 0)
      return std::nullopt;
    if (!hasLevel[stay])
      request.level =
          levelsOf(uses, buffer, request.firstUse, request.lastUse).front();
  }
  requests.erase(requests.begin());
  std::sort(requests.begin(), requests.end(),
            [](const StayRequest &a, const StayRequest &b) {
              return a.firstUse < b.firstUse;
            });
  return requests;
}

/// Adds a stay, with an early fill if there is room, else with a blocking one.
bool Hoister::add(const StayRequest &request) {
  StayPolicy policy;
  policy.minSaving = -infinity;
  for (double lead : {4.0, 1.0, 0.0}) {
    policy.hide = lead > 0;
    policy.maxLead = lead;
    if (placement.addStay(request, policy))
      return true;
  }
  return false;
}

bool Hoister::addAll(const std::vector<StayRequest> &requests) {
  return std::all_of(requests.begin(), requests.end(),
                     [&](const StayRequest &request) { return add(request); });
}

/// Adds a stay for the uses of \p refill, with as few fills as possible.
bool Hoister::addHoisted(const Refill &refill) {
  std::vector<LoopId> levels =
      levelsOf(uses, refill.buffer, refill.firstUse, refill.lastUse);
  for (; !levels.empty() && levels.back() != refill.loop; levels.pop_back())
    if (add({refill.buffer, refill.tier, refill.firstUse, refill.lastUse,
             levels.back()}))
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
      buffersIn(refill.tier, uses.rangeOf(refill.loop));
  // The refill's buffer comes first.
  std::erase(buffers, refill.buffer);
  buffers.insert(buffers.begin(), refill.buffer);
  std::vector<std::vector<StayRequest>> requests;
  std::vector<PlacedBuffer> before;
  for (BufferId id : buffers) {
    std::optional<std::vector<StayRequest>> ofBuffer = requestsOf(id);
    if (!ofBuffer)
      return;
    requests.push_back(std::move(*ofBuffer));
    before.push_back(placement.placedBuffer(id));
  }
  // An earlier change may already have replaced the stays.
  if (std::erase_if(requests.front(), [&](const StayRequest &stay) {
        return stay.firstUse <= refill.lastUse &&
               stay.lastUse >= refill.firstUse && stay.level == refill.loop;
      }) == 0)
    return;
  const auto removeAll = [&] {
    for (BufferId id : buffers)
      placement.removeSince(id, {.stays = 1});
  };
  const auto sumOfSeconds = [&] {
    double sum = 0;
    for (BufferId id : buffers)
      sum += secondsOf(id);
    return sum;
  };
  const double secondsBefore = sumOfSeconds();
  removeAll();
  if (addHoisted(refill) &&
      std::all_of(requests.begin(), requests.end(),
                  [&](const std::vector<StayRequest> &ofBuffer) {
                    return addAll(ofBuffer);
                  }) &&
      sumOfSeconds() < secondsBefore)
    return;
  removeAll();
  for (size_t i = 0; i < buffers.size(); ++i)
    placement.restore(buffers[i], before[i]);
}

void memplace::planning::hoistStays(const AccessIndex &uses,
                                    Placement &placement) {
  Hoister(uses, placement).run();
}
