//===- FitCuts.cpp - Cuts with which every op fits ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FitCuts.h"

#include "PieceSizes.h"

#include "../Problem/OpDemand.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::cut;

namespace {

/// The tier in which an op, or its worst piece, exceeds the capacity most.
struct Excess {
  int64_t bytes = 0; // Above the capacity; 0: the op fits.
  int64_t demand = 0;
  TierId tier = 0;
};

class Fitter {
public:
  Fitter(const Problem &problem, const std::vector<int64_t> &counts,
         const CutNeighbours &neighbours)
      : problem(problem), counts(counts), neighbours(neighbours) {}

  FittingCuts run();

private:
  /// Cuts, and the excess of each op with them.
  struct State {
    std::vector<CutGroup> groups;
    std::vector<Excess> excesses;
  };

  std::optional<State> evaluate(std::vector<CutGroup> groups) const;
  std::vector<int64_t> countsFor(int64_t extent) const;
  std::vector<std::vector<CutGroup>> candidates(const State &from,
                                                const CutGroup &group) const;
  bool fit(State &state, Step op, Misfit &misfit) const;

  const Problem &problem;
  const std::vector<int64_t> &counts;
  const CutNeighbours &neighbours;
};

} // namespace

static Excess excessOf(const Problem &problem, Step step) {
  const std::vector<int64_t> demand = likelyDemand(problem, step);
  Excess worst;
  for (size_t tier = 0; tier < demand.size(); ++tier) {
    const int64_t excess = demand[tier] - problem.target.tiers[tier].capacity;
    if (excess > worst.bytes)
      worst = {excess, demand[tier], static_cast<TierId>(tier)};
  }
  return worst;
}

static double totalOf(const std::vector<Excess> &excesses) {
  double total = 0;
  for (const Excess &excess : excesses)
    total += static_cast<double>(excess.bytes);
  return total;
}

/// Returns nothing if the groups are impossible.
std::optional<Fitter::State>
Fitter::evaluate(std::vector<CutGroup> groups) const {
  Result<CutProblem> cut =
      makeCutProblem(problem, cutGroups(problem, groups, neighbours));
  if (!cut)
    return std::nullopt;
  State state{std::move(groups), std::vector<Excess>(problem.ops.size())};
  for (Step step = 0; step < cut->problem.numSteps(); ++step) {
    const Excess excess = excessOf(cut->problem, step);
    Excess &worst = state.excesses[cut->opOf[step]];
    if (excess.bytes > worst.bytes)
      worst = excess;
  }
  return state;
}

std::vector<int64_t> Fitter::countsFor(int64_t extent) const {
  std::vector<int64_t> all = counts;
  while (all.size() > 1 && all.back() < extent)
    all.push_back(std::min(2 * all.back(), extent));
  std::erase_if(all, [&](int64_t count) { return count > extent; });
  return all;
}

/// Returns ways to add \p group: with all ops that follow its cut of buffers or
/// with ops alike only, before the present groups or behind.
std::vector<std::vector<CutGroup>>
Fitter::candidates(const State &from, const CutGroup &group) const {
  std::vector<std::vector<CutGroup>> all;
  CutGroup alone = group;
  alone.steps = {group.seed, group.seed + 1};
  for (const CutGroup &one : {group, alone}) {
    const std::vector<CutGroup> more = repeatAlike(problem, one);
    std::vector<CutGroup> behind = from.groups, before = more;
    behind.insert(behind.end(), more.begin(), more.end());
    before.insert(before.end(), from.groups.begin(), from.groups.end());
    all.push_back(std::move(behind));
    all.push_back(std::move(before));
  }
  return all;
}

/// Cuts \p op in the smallest number of pieces with which it fits. Of several
/// cuts with this number, takes the one with the least excess of all ops. Sets
/// \p misfit to the least demand seen and returns false if there is none.
bool Fitter::fit(State &state, Step op, Misfit &misfit) const {
  const double before = totalOf(state.excesses);
  const std::vector<CutDimension> &dimensions = problem.ops[op].cuts;
  int64_t extent = 1;
  for (const CutDimension &dimension : dimensions)
    extent = std::max(extent, dimension.extent);
  for (int64_t count : countsFor(extent)) {
    std::optional<State> best;
    for (size_t d = 0; d < dimensions.size(); ++d) {
      const CutGroup group{
          op, static_cast<int32_t>(d), count, {0, problem.numSteps()}};
      if (count > dimensions[d].extent)
        continue;
      for (std::vector<CutGroup> &groups : candidates(state, group)) {
        std::optional<State> next = evaluate(std::move(groups));
        if (!next)
          continue;
        const Excess &excess = next->excesses[op];
        if (excess.bytes > 0 && excess.demand < misfit.bytes)
          misfit = {op, excess.tier, excess.demand, group.dimension, count};
        const double least = best ? totalOf(best->excesses) : before;
        if (excess.bytes == 0 && totalOf(next->excesses) < least)
          best = std::move(next);
      }
    }
    if (best) {
      state = std::move(*best);
      return true;
    }
  }
  return false;
}

FittingCuts Fitter::run() {
  std::optional<State> state = evaluate({});
  while (state) {
    const auto tight =
        std::find_if(state->excesses.begin(), state->excesses.end(),
                     [](const Excess &excess) { return excess.bytes > 0; });
    if (tight == state->excesses.end())
      return {std::move(state->groups), std::nullopt};
    const Step op = tight - state->excesses.begin();
    Misfit misfit{op, tight->tier, tight->demand, 0, 1};
    if (!fit(*state, op, misfit))
      return {{}, misfit};
  }
  return {};
}

FittingCuts cut::cutToFit(const Problem &problem,
                          const std::vector<int64_t> &counts,
                          const CutNeighbours &neighbours) {
  return Fitter(problem, counts, neighbours).run();
}

std::string memplace::describeMisfit(const Problem &problem,
                                     const Misfit &misfit) {
  const Tier &tier = problem.target.tiers[misfit.tier];
  std::string text = "op '" + problem.ops[misfit.op].name + "' (step " +
                     std::to_string(misfit.op) + ") needs at least " +
                     std::to_string(misfit.bytes) + " bytes in '" + tier.name +
                     "' at once, which has " + std::to_string(tier.capacity) +
                     "; ";
  if (misfit.pieces == 1)
    return text + "no cut makes its operands smaller";
  return text + "the least is reached by cutting its dimension " +
         std::to_string(misfit.dimension) + " in " +
         std::to_string(misfit.pieces);
}
