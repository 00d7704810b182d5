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
  for (const ReadStay &stay : readAhead(problem, 0))
    if (begins.empty() || begins.back() != stay.begin)
      begins.push_back(stay.begin);
}

/// Packs and evaluates \p stays; none if no packing fits into `limit`.
std::optional<ShiftedStays>
StayHillClimber::evaluate(std::vector<ReadStay> stays) {
  --evaluations;
  PackingProblem packing = toPacking(makeMemory(problem, limit), stays);
  if (lowerBoundOnPeak(packing) > limit)
    return std::nullopt;
  PackResult packed = pack(packing, limits);
  if (!packed.packing)
    return std::nullopt;
  ShiftedStays result;
  result.plan = {std::move(stays), std::move(packed.packing->offsets)};
  result.value = valueOf(problem, makePlan(problem, result.plan));
  if (result.value.peak <= arena && (!best || result.value < best->value))
    best = result;
  return result;
}

/// Replaces \p now by \p stays if the latter are better. Returns true if so.
bool StayHillClimber::tryStays(ShiftedStays &now, std::vector<ReadStay> stays) {
  if (evaluations <= 0 || (deadline && Clock::now() >= *deadline))
    return false;
  std::optional<ShiftedStays> tried = evaluate(std::move(stays));
  if (!tried || !(tried->value < now.value))
    return false;
  now = std::move(*tried);
  return true;
}

bool StayHillClimber::tryEarlier(ShiftedStays &now, size_t stay) {
  auto begin = llvm::lower_bound(begins, now.plan.stays[stay].begin);
  for (auto distance : {1, 2, 4, 8}) {
    if (std::distance(begins.begin(), begin) < distance)
      return false;
    std::vector<ReadStay> stays = now.plan.stays;
    stays[stay].begin = *std::prev(begin, distance);
    if (tryStays(now, std::move(stays)))
      return true;
  }
  return false;
}

/// Merges a stay with the weight's next stay.
bool StayHillClimber::tryJoin(ShiftedStays &now, size_t stay) {
  std::vector<ReadStay> stays = now.plan.stays;
  auto next = stays.end();
  for (auto it = stays.begin(); it != stays.end(); ++it)
    if (it->item == stays[stay].item && it->first >= stays[stay].end &&
        (next == stays.end() || it->first < next->first))
      next = it;
  if (next == stays.end())
    return false;
  stays[stay].end = next->end;
  stays.erase(next);
  return tryStays(now, std::move(stays));
}

void StayHillClimber::climb(const std::vector<ReadStay> &start,
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
    for (size_t stay = 0; stay < now.plan.stays.size(); ++stay) {
      while (tryEarlier(now, stay))
        isBetter = true;
      while (tryJoin(now, stay))
        isBetter = true;
    }
  }
}
