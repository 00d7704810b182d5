//===- WeightShift.cpp - Moves reads of weights to earlier ops ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightShift.h"

using namespace memplace;

/// Of the packing solvers, for each plan: enough for the heuristics, and little
/// search.
static constexpr int64_t packingNodes = 200;

/// Plans that are tried from each start, times ops and buffers.
static constexpr int64_t budget = 200'000;
static constexpr int64_t fewestEvaluations = 50;
static constexpr int64_t mostEvaluations = 1000;

WeightShifter::WeightShifter(const Problem &problem, int64_t arena,
                             uint64_t seed,
                             std::optional<Clock::time_point> deadline)
    : problem(problem), arena(arena), deadline(deadline) {
  limits.nodes = packingNodes;
  limits.seed = seed;
  for (const WeightStay &stay : readAhead(problem, 0))
    if (begins.empty() || begins.back() != stay.begin)
      begins.push_back(stay.begin);
}

std::optional<ShiftedStays>
WeightShifter::evaluate(std::vector<WeightStay> stays) {
  --evaluations;
  PackingProblem packing = toPackingProblem(problem, stays);
  packing.arenas[0].capacity = arena;
  if (lowerBoundOnPeak(packing) > arena)
    return std::nullopt;
  PackResult packed = pack(packing, limits);
  if (!packed.packing)
    return std::nullopt;
  ShiftedStays result;
  result.stays = std::move(stays);
  result.packing = std::move(*packed.packing);
  Solution plan = makePlan(problem, result.stays, result.packing);
  result.value = valueOf(problem, plan);
  return result;
}

/// Takes \p stays for \p best if they are better.
bool WeightShifter::tryStays(ShiftedStays &best,
                             std::vector<WeightStay> stays) {
  if (evaluations <= 0 || (deadline && Clock::now() >= *deadline))
    return false;
  std::optional<ShiftedStays> tried = evaluate(std::move(stays));
  if (!tried || tried->value >= best.value)
    return false;
  best = std::move(*tried);
  return true;
}

bool WeightShifter::tryEarlier(ShiftedStays &best, size_t stay) {
  auto now = llvm::lower_bound(begins, best.stays[stay].begin);
  for (auto distance : {1, 2, 4, 8}) {
    if (std::distance(begins.begin(), now) < distance)
      return false;
    std::vector<WeightStay> stays = best.stays;
    stays[stay].begin = *std::prev(now, distance);
    if (tryStays(best, std::move(stays)))
      return true;
  }
  return false;
}

/// Joins it with the next of the same weight.
bool WeightShifter::tryJoin(ShiftedStays &best, size_t stay) {
  const WeightStay &first = best.stays[stay];
  std::optional<size_t> next;
  for (auto [index, other] : llvm::enumerate(best.stays))
    if (other.buffer == first.buffer &&
        other.uses.front() > first.uses.back() &&
        (!next || other.uses.front() < best.stays[*next].uses.front()))
      next = index;
  if (!next)
    return false;
  std::vector<WeightStay> stays = best.stays;
  const std::vector<Step> &uses = best.stays[*next].uses;
  stays[stay].uses.insert(stays[stay].uses.end(), uses.begin(), uses.end());
  stays.erase(stays.begin() + static_cast<ptrdiff_t>(*next));
  return tryStays(best, std::move(stays));
}

ShiftedStays WeightShifter::improve(ShiftedStays start) {
  ShiftedStays best = std::move(start);
  evaluations = std::clamp<int64_t>(
      budget / int64_t(problem.ops.size() + problem.buffers.size()),
      fewestEvaluations, mostEvaluations);
  bool isBetter = true;
  while (isBetter && evaluations > 0) {
    isBetter = false;
    for (size_t stay = 0; stay < best.stays.size(); ++stay) {
      while (tryEarlier(best, stay))
        isBetter = true;
      while (tryJoin(best, stay))
        isBetter = true;
    }
  }
  return best;
}
