//===- StayEdits.cpp - Present stays as requests --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StayEdits.h"

#include "../Problem/Descriptors.h"
#include "StayLevels.h"
#include "memplace/Problem/Units.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::planning;

double memplace::planning::secondsOfTransfer(const Problem &problem,
                                             BufferId buffer,
                                             const StayTransfer &transfer) {
  const Channel &channel = problem.target.channels[transfer.channel];
  const Buffer &data = problem.buffers[buffer];
  return secondsOf(latencyOf(problem, data, channel)) +
         static_cast<double>(data.size) / channel.bytesPerSecond;
}

double memplace::planning::secondsOfTransfers(const AccessIndex &uses,
                                              BufferId buffer,
                                              const BufferPlan &plan) {
  double sum = 0;
  for (const StayTransfer &transfer : plan.transfers)
    sum += static_cast<double>(uses.tripsOf(uses.loopOf(transfer.start))) *
           secondsOfTransfer(uses.problem, buffer, transfer);
  return sum;
}

std::vector<BufferId> memplace::planning::buffersIn(const AccessIndex &uses,
                                                    const Placement &placement,
                                                    TierId tier,
                                                    LiveRange steps) {
  std::vector<BufferId> owners;
  placement.getArena(tier).findOwners(steps, owners);
  std::erase_if(owners, [&](BufferId id) {
    return id < 0 || placement.planOf(id).stays.size() < 2;
  });
  std::sort(owners.begin(), owners.end(), [&](BufferId a, BufferId b) {
    return std::pair(-uses.problem.buffers[a].size, a) <
           std::pair(-uses.problem.buffers[b].size, b);
  });
  owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
  return owners;
}

std::optional<std::vector<StayRequest>>
memplace::planning::requestsOf(const AccessIndex &uses, BufferId buffer,
                               const BufferPlan &plan) {
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

std::optional<RemovedStays>
memplace::planning::removeStays(const AccessIndex &uses, Placement &placement,
                                BufferId buffer) {
  auto requests = requestsOf(uses, buffer, placement.planOf(buffer));
  if (!requests)
    return std::nullopt;
  PlacedBuffer before = placement.placedBuffer(buffer);
  placement.removeSince(buffer, {.stays = 1});
  return RemovedStays{buffer, std::move(before), std::move(*requests)};
}

void memplace::planning::restoreStays(
    Placement &placement, const std::vector<RemovedStays> &removed) {
  for (const RemovedStays &one : removed)
    placement.removeSince(one.buffer, {.stays = 1});
  for (const RemovedStays &one : removed)
    placement.restore(one.buffer, one.before);
}

bool memplace::planning::addEarly(Placement &placement,
                                  const StayRequest &request) {
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

bool memplace::planning::addAllEarly(Placement &placement,
                                     const std::vector<StayRequest> &requests) {
  return std::all_of(
      requests.begin(), requests.end(),
      [&](const StayRequest &request) { return addEarly(placement, request); });
}
