//===- ReadSchedule.cpp - Reads in the order of use -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadSchedule.h"

#include "memplace/Packing/Pack.h"

#include <algorithm>
#include <tuple>

using namespace memplace;

std::vector<ReadStay> memplace::staysOf(std::span<const std::vector<Step>> uses,
                                        Step near) {
  std::vector<ReadStay> stays;
  for (size_t item = 0; item < uses.size(); ++item) {
    std::optional<Step> last;
    for (const Step step : uses[item]) {
      if (last && step - *last <= near)
        stays.back().end = step + 1;
      else
        stays.push_back({.item = static_cast<int64_t>(item),
                         .first = step,
                         .end = step + 1,
                         .earliest = last ? *last + 1 : 0});
      last = step;
    }
  }
  std::sort(stays.begin(), stays.end(),
            [](const ReadStay &a, const ReadStay &b) {
              return std::tie(a.first, a.item) < std::tie(b.first, b.item);
            });
  return stays;
}

/// Returns the free bytes of \p memory by step.
static std::vector<int64_t> freeBytes(const StreamMemory &memory) {
  std::vector<int64_t> free(static_cast<size_t>(memory.numSteps) + 1);
  free[0] = memory.room;
  for (const MemoryUse &use : memory.others) {
    free[static_cast<size_t>(use.range.begin)] -= memory.aligned(use.size);
    free[static_cast<size_t>(use.range.end)] += memory.aligned(use.size);
  }
  for (size_t step = 1; step < free.size(); ++step)
    free[step] += free[step - 1];
  return free;
}

std::optional<std::vector<ReadStay>>
memplace::scheduleReads(const StreamMemory &memory, std::vector<ReadStay> stays,
                        const ReadPolicy &policy, int64_t reserve) {
  std::vector<int64_t> free = freeBytes(memory);
  Step before = policy.before;
  for (ReadStay &stay : stays) {
    const int64_t size =
        memory.aligned(memory.sizes[static_cast<size_t>(stay.item)]);
    const auto first = free.begin() + stay.first, end = free.begin() + stay.end;
    if (std::any_of(first, end, [&](int64_t bytes) { return bytes < size; }))
      return std::nullopt;
    Step own = stay.first;
    while (own > before && free[static_cast<size_t>(own - 1)] >= size + reserve)
      --own;
    own = std::max(own, before);
    if (!policy.fillGaps)
      before = own;
    // A stay that waits for its own write-back does not delay later stays.
    stay.begin = std::max(own, stay.earliest);
    for (auto at = free.begin() + stay.begin; at < end; ++at)
      *at -= size;
  }
  return stays;
}

PackingProblem memplace::toPacking(const StreamMemory &memory,
                                   std::span<const ReadStay> stays) {
  PackingProblem packing;
  packing.arenas[0].capacity = memory.room;
  const auto add = [&](LiveRange range, int64_t size) {
    packing.buffers.push_back({.id = std::to_string(packing.buffers.size()),
                               .range = range,
                               .size = size,
                               .alignment = memory.alignment});
  };
  for (const MemoryUse &other : memory.others)
    add(other.range, other.size);
  for (const ReadStay &stay : stays)
    add({stay.begin, stay.end}, memory.sizes[static_cast<size_t>(stay.item)]);
  return packing;
}

std::optional<StreamPlan> memplace::planStream(
    const StreamMemory &memory, const std::vector<ReadStay> &stays,
    const ReadPolicy &policy, const StreamLimits &limits, int64_t reserve) {
  if (memory.room <= 0)
    return std::nullopt;
  int64_t largest = 0;
  for (const ReadStay &stay : stays)
    largest = std::max(
        largest, memory.aligned(memory.sizes[static_cast<size_t>(stay.item)]));
  for (int64_t attempt = 0; attempt < limits.tries; ++attempt) {
    const bool isJustInTime = attempt > 0 && attempt + 1 == limits.tries;
    std::optional<std::vector<ReadStay>> scheduled = scheduleReads(
        memory, stays, policy,
        isJustInTime ? memory.room : reserve + attempt * largest / 2);
    if (!scheduled)
      return std::nullopt;
    const PackingProblem packing = toPacking(memory, *scheduled);
    PackResult packed =
        pack(packing, {.nodes = limits.nodes, .seed = limits.seed});
    if (packed.packing)
      return StreamPlan{std::move(*scheduled),
                        std::move(packed.packing->offsets)};
  }
  return std::nullopt;
}
