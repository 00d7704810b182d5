//===- Imitator.cpp - Places buffers like models --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Imitator.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

std::vector<Model>
Imitator::modelsOf(const std::vector<Counterpart> &pairs) const {
  std::vector<Model> models;
  for (const Counterpart &pair : pairs)
    models.push_back(
        {space.state.placed(pair.from).plan, change.choicesOf(pair.from)});
  return models;
}

void Imitator::sortLargestFirst(std::vector<Counterpart> &pairs) const {
  std::sort(pairs.begin(), pairs.end(),
            [&](const Counterpart &a, const Counterpart &b) {
              return std::pair(-space.sizeOf(a.to), a.to) <
                     std::pair(-space.sizeOf(b.to), b.to);
            });
}

// Returns the number of boundaries from the last write in a stay ending at
// `lastUse` to the start of its eviction.
int32_t Imitator::evictDelayOf(int32_t id, int32_t lastUse, Step start) const {
  const BufferId buffer = space.movableOf(id).buffer;
  int32_t use = lastUse;
  while (use > 0 && !space.uses.definesContents(buffer, use))
    --use;
  const Step delay = start - space.uses.byBuffer[buffer][use].step - 1;
  return static_cast<int32_t>(std::max<Step>(0, delay));
}

void Imitator::insertStay(const PatternStay &stay, const Choices &own) {
  constexpr int maxEjected = 6;
  const LiveRange range = space.rangeOf(
      stay.movable, {stay.firstUse, stay.lastUse}, own.policy.lead.value_or(0));
  for (int ejected = 0; !change.insertStay(stay.movable, stay.tier,
                                           stay.firstUse, stay.lastUse, own);
       ++ejected) {
    std::vector<int32_t> inTheWay = change.residents(stay.tier, range);
    std::erase_if(inTheWay,
                  [&](int32_t other) { return change.isRemoved(other); });
    if (inTheWay.empty() || ejected == maxEjected)
      return;
    change.remove(inTheWay[random.below(inTheWay.size())]);
  }
}

// Inserts a stay for the same uses as stay `stay` of the plan, with transfers
// of the same length.
void Imitator::follow(int32_t id, const BufferPlan &plan, StayId stay,
                      bool isAtItsPlace) {
  const auto &serving = plan.serving;
  const auto first = std::find(serving.begin(), serving.end(), stay);
  if (first == serving.end())
    return; // An intermediate stop on the route to another tier.
  const auto begin = static_cast<int32_t>(first - serving.begin());
  const auto end = static_cast<int32_t>(
      serving.rend() - std::find(serving.rbegin(), serving.rend(), stay) - 1);
  Choices own = change.choicesOf(id);
  for (const StayTransfer &transfer : plan.transfers)
    if (transfer.isWrapped())
      continue;
    else if (transfer.to == stay && transfer.from == 0)
      own.policy.lead = transfer.done - transfer.start;
    else if (transfer.from == stay && transfer.to == 0) {
      own.policy.evictSteps = transfer.done - transfer.start;
      if (mayEvictLate(change)) {
        own.policy.evictDelay = evictDelayOf(id, end, transfer.start);
        own.policy.evictsLate = false;
      }
    }
  if (isAtItsPlace)
    own.policy.offset = plan.stays[stay].offset;
  insertStay({id, plan.stays[stay].tier, begin, end}, own);
}

void Imitator::followAll(const std::vector<Counterpart> &pairs,
                         const std::vector<Model> &models,
                         bool areAtTheirPlaces) {
  for (size_t i = 0; i < pairs.size(); ++i) {
    change.removeAgain(pairs[i].to);
    change.choicesOfRemoved(pairs[i].to) = models[i].choices;
  }
  for (size_t i = 0; i < pairs.size(); ++i)
    for (size_t stay = 1; stay < models[i].plan.stays.size(); ++stay)
      follow(pairs[i].to, models[i].plan, static_cast<StayId>(stay),
             areAtTheirPlaces);
}
