//===- PlanOrder.cpp - Order of the ops of a region -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanOrder.h"

#include "memplace/Schedule/Scheduling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <numeric>

using namespace mlir;
using namespace memplace;

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static RegionSteps givenSteps(const AsyncRegion &region) {
  RegionSteps steps;
  for (Step op = 0; op < region.problem.numSteps(); ++op) {
    const int32_t wave = region.waveOf[op];
    if (op == 0 || wave < 0 || wave != region.waveOf[op - 1])
      steps.emplace_back();
    steps.back().push_back(op);
  }
  return steps;
}

static RegionSteps singleSteps(const std::vector<Step> &order) {
  RegionSteps steps;
  for (Step op : order)
    steps.push_back({op});
  return steps;
}

static std::vector<Step> orderOf(const RegionSteps &steps) {
  std::vector<Step> order;
  for (const std::vector<Step> &step : steps)
    order.insert(order.end(), step.begin(), step.end());
  return order;
}

/// Returns the transients, with live ranges in \p steps. As in IREE, a
/// transient lives from the step that makes it through its last use.
static PackingProblem toPackingProblem(const AsyncRegion &region,
                                       const RegionSteps &steps) {
  const Problem &problem = region.problem;
  std::vector<int32_t> slots(problem.buffers.size(), -1);
  PackingProblem packing;
  for (auto [at, ops] : llvm::enumerate(steps))
    for (Step op : ops)
      for (const Access &access : problem.ops[op].accesses) {
        const Buffer &buffer = problem.buffers[access.buffer];
        if (problem.isExternal(buffer))
          continue;
        int32_t &slot = slots[access.buffer];
        if (slot < 0) {
          slot = int32_t(packing.buffers.size());
          packing.buffers.push_back({.id = buffer.name,
                                     .range = {Step(at), Step(at)},
                                     .size = buffer.size,
                                     .alignment = region.alignment.offset});
        }
        packing.buffers[slot].range.end = Step(at) + 1;
      }
  return packing;
}

namespace {
/// Packed steps; bytes.
struct PackedSteps {
  RegionSteps steps;
  int64_t size = 0;
};
} // namespace

/// Packs the transients as `memplace-pack-stream-resources` does.
static Result<PackedSteps> packSteps(const AsyncRegion &region,
                                     RegionSteps steps,
                                     const PackLimits &limits) {
  const PackingProblem packing = toPackingProblem(region, steps);
  if (std::optional<Error> error = check(packing))
    return *error;
  const PackResult packed = pack(packing, limits);
  if (!packed.packing)
    return Error{packed.message};
  if (std::optional<Error> error = verifyPacking(packing, *packed.packing))
    return *error;
  const int64_t peak = peaksOf(packing, *packed.packing)[0];
  return PackedSteps{
      std::move(steps),
      int64_t(llvm::alignTo(peak, uint64_t(region.alignment.range)))};
}

//===----------------------------------------------------------------------===//
// Waves
//===----------------------------------------------------------------------===//

/// Returns the ops that must run before each op: a value is there before its
/// use, and its storage changes only after the uses of what it held.
static std::vector<std::vector<Step>> findBefore(const Problem &problem) {
  std::vector<std::vector<Step>> before(problem.ops.size());
  std::vector<std::vector<Step>> readers(problem.buffers.size());
  std::vector<Step> writer(problem.buffers.size(), -1);
  for (Step op = 0; op < problem.numSteps(); ++op)
    for (const Access &access : problem.ops[op].accesses) {
      if (writer[access.buffer] >= 0)
        before[op].push_back(writer[access.buffer]);
      std::vector<Step> &since = readers[access.buffer];
      if (!access.writes()) {
        since.push_back(op);
        continue;
      }
      before[op].insert(before[op].end(), since.begin(), since.end());
      since.clear();
      writer[access.buffer] = op;
    }
  return before;
}

static bool isLegal(const std::vector<std::vector<Step>> &before,
                    const RegionSteps &steps) {
  std::vector<size_t> stepOf(before.size());
  for (auto [at, ops] : llvm::enumerate(steps))
    for (Step op : ops)
      stepOf[op] = at;
  for (auto [op, earlier] : llvm::enumerate(before))
    for (Step other : earlier)
      if (stepOf[other] >= stepOf[op])
        return false;
  return true;
}

/// Returns \p steps with the ops \p wave as one step, at the place of the one
/// at \p place.
static RegionSteps joinAt(const RegionSteps &steps,
                          const std::vector<Step> &wave, size_t place) {
  RegionSteps joined;
  for (auto [at, ops] : llvm::enumerate(steps)) {
    if (at == place)
      joined.push_back(wave);
    else if (!llvm::is_contained(wave, ops.front()))
      joined.push_back(ops);
  }
  return joined;
}

/// Returns \p steps with waves made whole where the transients then have at
/// most \p bytes at each step.
static RegionSteps joinWaves(const AsyncRegion &region, RegionSteps steps,
                             int64_t bytes) {
  const std::vector<std::vector<Step>> before = findBefore(region.problem);
  for (const std::vector<Step> &wave : givenSteps(region)) {
    if (wave.size() < 2)
      continue;
    for (size_t place = 0; place < steps.size(); ++place) {
      if (!llvm::is_contained(wave, steps[place].front()))
        continue;
      RegionSteps joined = joinAt(steps, wave, place);
      if (isLegal(before, joined) &&
          lowerBoundOnPeak(toPackingProblem(region, joined)) <= bytes) {
        steps = std::move(joined);
        break;
      }
    }
  }
  return steps;
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

/// Returns \p problem with its ops in \p order.
static ScheduledProblem reorder(const Problem &problem,
                                const std::vector<Step> &order) {
  ScheduledProblem scheduled{problem, {order, {}}};
  Problem &after = scheduled.problem;
  scheduled.map.buffers.resize(problem.buffers.size());
  std::iota(scheduled.map.buffers.begin(), scheduled.map.buffers.end(), 0);
  std::vector<bool> isSeen(problem.buffers.size(), false);
  for (Step step = 0; step < after.numSteps(); ++step) {
    after.ops[step] = problem.ops[order[step]];
    for (const Access &access : after.ops[step].accesses) {
      Buffer &buffer = after.buffers[access.buffer];
      if (!isSeen[access.buffer] && !buffer.liveIn)
        buffer.range.begin = step;
      if (!buffer.liveOut)
        buffer.range.end = step + 1;
      isSeen[access.buffer] = true;
    }
  }
  return scheduled;
}

/// Replaces \p best by an order that packs better, if there is one.
static void tryOtherOrders(const AsyncRegion &region, const ScheduleResult &low,
                           PackLimits limits, StopToken &stop,
                           PackedSteps &best) {
  limits.nodes = std::min<int64_t>(200'000, limits.nodes.value_or(INT64_MAX));
  const auto bytesOf = [&](const ScheduledProblem &other) {
    Result<PackedSteps> packed =
        packSteps(region, singleSteps(other.map.ops), limits);
    if (packed && packed->size < best.size)
      best = std::move(*packed);
    return best.size;
  };
  packOtherOrders(region.problem, low.peak, best.size, {}, bytesOf, stop);
}

/// Returns the steps with the fewest bytes that the search finds. A wave stays
/// whole where that costs nothing.
static Result<PackedSteps> findLowSteps(const AsyncRegion &region,
                                        const ScheduleResult &low,
                                        const PackLimits &limits,
                                        StopToken &stop) {
  Result<PackedSteps> best =
      packSteps(region, singleSteps(low.scheduled.map.ops), limits);
  if (!best)
    return best;
  tryOtherOrders(region, low, limits, stop, *best);
  for (int64_t bytes : {best->size, low.peak}) {
    Result<PackedSteps> whole =
        packSteps(region, joinWaves(region, best->steps, bytes), limits);
    if (whole && whole->size <= best->size)
      return whole;
  }
  return best;
}

Result<PlannedOrder> memplace::planOrder(const AsyncRegion &region,
                                         const PackLimits &limits) {
  if (std::optional<Error> error = checkSchedulable(region.problem))
    return *error;
  Result<PackedSteps> best = packSteps(region, givenSteps(region), limits);
  if (!best)
    return best.takeError();
  PlannedOrder planned;
  planned.given = best->size;
  StopToken stop;
  const ScheduleResult low = scheduleForPeak(region.problem, {}, stop);
  planned.bound = low.bound;
  if (low.bound < planned.given) {
    Result<PackedSteps> found = findLowSteps(region, low, limits, stop);
    if (found && found->size < best->size)
      best = std::move(found);
  }
  const ScheduledProblem chosen = reorder(region.problem, orderOf(best->steps));
  if (std::optional<Error> error = checkSchedule(region.problem, chosen))
    return *error;
  planned.movedOps = countMovedOps(chosen.map);
  planned.size = best->size;
  planned.steps = std::move(best->steps);
  planned.keptWaves =
      llvm::count_if(planned.steps, [](const std::vector<Step> &ops) {
        return ops.size() > 1;
      });
  return planned;
}
