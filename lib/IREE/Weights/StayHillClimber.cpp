//===- StayHillClimber.cpp - Moves reads to earlier steps -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StayHillClimber.h"

using namespace memplace;

/// Nodes of the packing solvers per plan: enough for the heuristics and a short
/// search.
static constexpr int64_t packingNodes = 200;

/// Number of plans tried from each start, times ops and buffers.
static constexpr int64_t budget = 200'000;
static constexpr int64_t minEvaluations = 50;
static constexpr int64_t maxEvaluations = 1000;

StayHillClimber::StayHillClimber(const Problem &problem, int64_t arena,
                                 uint64_t seed,
                                 std::optional<Clock::time_point> deadline)
    : problem(problem), arena(arena), deadline(deadline) {
  limits.nodes = packingNodes;
  limits.seed = seed;
  for (const WeightStay &stay : readAhead(problem, 0))
    if (begins.empty() || begins.back() != stay.begin)
      begins.push_back(stay.begin);
}

/// Packs and evaluates \p stays; none if no packing fits into `limit`.
std::optional<ShiftedStays>
StayHillClimber::evaluate(std::vector<WeightStay> stays) {
  --evaluations;
  PackingProblem packing = toPackingProblem(problem, stays);
  packing.arenas[0].capacity = limit;
  if (lowerBoundOnPeak(packing) > limit)
    return std::nullopt;
  PackResult packed = pack(packing, limits);
  if (!packed.packing)
    return std::nullopt;
  ShiftedStays result;
  result.stays = std::move(stays);
  result.packing = std::move(*packed.packing);
  Solution plan = makePlan(problem, result.stays, result.packing);
  result.value = valueOf(problem, plan);
  if (result.value.peak <= arena &&
      (!best || result.value.isBetterThan(best->value)))
    best = result;
  return result;
}

/// Replaces \p now by \p stays if the latter are better. Returns true if so.
bool StayHillClimber::tryStays(ShiftedStays &now,
                               std::vector<WeightStay> stays) {
  if (evaluations <= 0 || (deadline && Clock::now() >= *deadline))
    return false;
  std::optional<ShiftedStays> tried = evaluate(std::move(stays));
  if (!tried || !tried->value.isBetterThan(now.value))
    return false;
  now = std::move(*tried);
  return true;
}

bool StayHillClimber::tryEarlier(ShiftedStays &now, size_t stay) {
  auto begin = llvm::lower_bound(begins, now.stays[stay].begin);
  for (auto distance : {1, 2, 4, 8}) {
    if (std::distance(begins.begin(), begin) < distance)
      return false;
    std::vector<WeightStay> stays = now.stays;
    stays[stay].begin = *std::prev(begin, distance);
    if (tryStays(now, std::move(stays)))
      return true;
  }
  return false;
}

/// Merges a stay with the weight's next stay.
bool StayHillClimber::tryJoin(ShiftedStays &now, size_t stay) {
  const WeightStay &first = now.stays[stay];
  std::optional<size_t> next;
  for (auto [index, other] : llvm::enumerate(now.stays))
    if (other.buffer == first.buffer &&
        other.uses.front() > first.uses.back() &&
        (!next || other.uses.front() < now.stays[*next].uses.front()))
      next = index;
  if (!next)
    return false;
  std::vector<WeightStay> stays = now.stays;
  const std::vector<Step> &uses = now.stays[*next].uses;
  stays[stay].uses.insert(stays[stay].uses.end(), uses.begin(), uses.end());
  stays.erase(stays.begin() + static_cast<ptrdiff_t>(*next));
  return tryStays(now, std::move(stays));
}

void StayHillClimber::climb(const std::vector<WeightStay> &start,
                            int64_t newLimit) {
  limit = newLimit;
  evaluations = std::clamp<int64_t>(
      budget / int64_t(problem.ops.size() + problem.buffers.size()),
      minEvaluations, maxEvaluations);
  std::optional<ShiftedStays> packed = evaluate(start);
  if (!packed)
    return;
  ShiftedStays now = std::move(*packed);
  bool isBetter = true;
  while (isBetter && evaluations > 0) {
    isBetter = false;
    for (size_t stay = 0; stay < now.stays.size(); ++stay) {
      while (tryEarlier(now, stay))
        isBetter = true;
      while (tryJoin(now, stay))
        isBetter = true;
    }
  }
}
