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
#include <limits>

using namespace memplace;
using namespace memplace::cut;

namespace {

/// A number of bytes in a tier, compared with the room there.
struct Demand {
  int64_t bytes = 0;
  int64_t excess = std::numeric_limits<int64_t>::min(); // Above the room.
  TierId tier = 0;
};

/// The demand of an op, or of its worst piece.
struct OpDemand {
  Demand operands;
  int64_t excess = 0; // With results of the op before; 0: the op fits.
  Step before = 0;    // The op that left results where the excess is.
};

class Fitter {
public:
  Fitter(const Problem &problem, const std::vector<int64_t> &counts,
         const CutNeighbours &neighbours, double room, bool isInOrder = false)
      : problem(problem), counts(counts), neighbours(neighbours),
        isInOrder(isInOrder), rooms(problem.ops.size(), room) {}

  FittingCuts run();
  /// Returns false if \p op does not even fit in pieces of a single index, with
  /// every buffer cut that may be cut.
  bool mayFit(Step op, const CutDimension &dimension) const;

private:
  /// Cuts, and the demand of each op with them.
  struct State {
    std::vector<CutGroup> groups;
    std::vector<OpDemand> demands;
    double excess = 0; // Of all ops.
  };

  Demand worstOf(Step op, const std::vector<int64_t> &bytes) const;
  std::optional<State> evaluate(std::vector<CutGroup> groups) const;
  std::vector<int64_t> countsFor(int64_t extent) const;
  std::vector<std::vector<CutGroup>> candidates(const State &from,
                                                const CutGroup &group) const;
  bool isProgress(const State &state, const State &next, Step op) const;
  bool fit(State &state, Step op, Misfit &misfit) const;
  std::optional<State> bestCut(const State &state, Step op, Step seed,
                               size_t rank, Misfit &misfit) const;
  Misfit tightestOf(const State &state) const;
  std::optional<Misfit> findHopeless(State &state) const;

  const Problem &problem;
  const std::vector<int64_t> &counts;
  const CutNeighbours &neighbours;
  const bool isInOrder;      // See `isProgress`.
  std::vector<double> rooms; // By op: the part of each tier to use.
};

} // namespace

/// Returns the demand of the tier with the largest excess, or the least room to
/// spare.
Demand Fitter::worstOf(Step op, const std::vector<int64_t> &bytes) const {
  Demand worst;
  for (size_t tier = 0; tier < bytes.size(); ++tier) {
    int64_t room = problem.target.tiers[tier].capacity;
    if (rooms[op] < 1)
      room = static_cast<int64_t>(static_cast<double>(room) * rooms[op]);
    if (bytes[tier] > 0 && bytes[tier] - room > worst.excess)
      worst = {bytes[tier], bytes[tier] - room, static_cast<TierId>(tier)};
  }
  return worst;
}

/// Returns nothing if the groups are impossible.
std::optional<Fitter::State>
Fitter::evaluate(std::vector<CutGroup> groups) const {
  Result<CutProblem> cut =
      makeCutProblem(problem, cutGroups(problem, groups, neighbours));
  if (!cut)
    return std::nullopt;
  State state{std::move(groups), std::vector<OpDemand>(problem.ops.size())};
  const auto left = findLeftResults(cut->problem);
  for (Step step = 0; step < cut->problem.numSteps(); ++step) {
    const Step op = cut->opOf[step];
    OpDemand &worst = state.demands[op];
    const Demand own = worstOf(op, likelyDemand(cut->problem, step));
    if (own.excess > worst.operands.excess)
      worst.operands = own;
    const Demand all =
        left[step].empty()
            ? own
            : worstOf(op, likelyDemand(cut->problem, step, left[step]));
    if (all.excess > worst.excess) {
      worst.excess = all.excess;
      worst.before = cut->opOf[left[step].empty() ? step : step - 1];
    }
  }
  for (const OpDemand &demand : state.demands)
    state.excess += static_cast<double>(demand.excess);
  return state;
}

/// Returns true if \p op fits in \p next, and the excess of all ops is less
/// than in \p state; with `isInOrder`, if \p op and all ops before it fit.
bool Fitter::isProgress(const State &state, const State &next, Step op) const {
  if (!isInOrder)
    return next.demands[op].excess == 0 && next.excess < state.excess;
  return std::all_of(next.demands.begin(), next.demands.begin() + op + 1,
                     [](const OpDemand &demand) { return demand.excess == 0; });
}

/// Continues several numbers of pieces by half as many more at a time, up to
/// the extent.
std::vector<int64_t> Fitter::countsFor(int64_t extent) const {
  std::vector<int64_t> all;
  for (int64_t count : counts)
    if (count <= extent)
      all.push_back(count);
  if (counts.size() == 1)
    return all;
  while (all.empty() || all.back() < extent)
    all.push_back(all.empty() || all.size() < counts.size()
                      ? extent
                      : std::min(all.back() + (all.back() + 1) / 2, extent));
  return all;
}

/// Returns ways to add \p group, before the present groups or behind: with all
/// ops that follow its cut of buffers, whose pieces alternate or not, or with
/// ops alike only.
std::vector<std::vector<CutGroup>>
Fitter::candidates(const State &from, const CutGroup &group) const {
  std::vector<std::vector<CutGroup>> all;
  CutGroup alone = group, inOrder = group;
  alone.steps = {group.seed, group.seed + 1};
  inOrder.takesTurns = false;
  for (const CutGroup &one : {group, inOrder, alone}) {
    const std::vector<CutGroup> more = repeatAlike(problem, one);
    std::vector<CutGroup> behind = from.groups, before = more;
    behind.insert(behind.end(), more.begin(), more.end());
    before.insert(before.end(), from.groups.begin(), from.groups.end());
    all.push_back(std::move(behind));
    if (!from.groups.empty())
      all.push_back(std::move(before));
  }
  return all;
}

bool Fitter::mayFit(Step op, const CutDimension &dimension) const {
  Problem single = problem;
  for (const CutAccess &access : dimension.accesses) {
    Buffer &buffer =
        single.buffers[problem.ops[op].accesses[access.access].buffer];
    const int64_t period = access.periodIn(buffer.size);
    buffer.size = buffer.size / period *
                  std::clamp<int64_t>(access.bytesPerIndex(), 1, period);
  }
  return worstOf(op, leastDemand(single, op)).excess <= 0;
}

/// Cuts \p seed such that \p op fits, in the number of pieces with the index
/// \p rank. Returns the cut with the least excess of all ops, if it is
/// progress. Sets \p misfit to the least demand of the operands of \p op seen.
std::optional<Fitter::State> Fitter::bestCut(const State &state, Step op,
                                             Step seed, size_t rank,
                                             Misfit &misfit) const {
  const std::vector<CutDimension> &dimensions = problem.ops[seed].cuts;
  std::optional<State> best;
  for (size_t d = 0; d < dimensions.size(); ++d) {
    const std::vector<int64_t> ranks = countsFor(dimensions[d].extent);
    // In vain, the finest cut shows the least demand.
    const bool isInVain = seed == op && !mayFit(op, dimensions[d]);
    if (rank >= ranks.size() || (isInVain && rank + 1 < ranks.size()))
      continue;
    const CutGroup group{
        seed, static_cast<int32_t>(d), ranks[rank], {0, problem.numSteps()}};
    for (std::vector<CutGroup> &groups : candidates(state, group)) {
      std::optional<State> next = evaluate(std::move(groups));
      if (!next)
        continue;
      const OpDemand &demand = next->demands[op];
      if (seed == op && demand.operands.bytes < misfit.bytes)
        misfit = {op, demand.operands.tier, demand.operands.bytes,
                  group.dimension, group.pieces};
      if (isProgress(state, *next, op) &&
          (!best || next->excess < best->excess))
        best = std::move(next);
    }
  }
  return best;
}

/// Cuts \p op, or the op before it whose results stay, into as few pieces as
/// make \p op fit. Sets \p misfit to the least demand of its
/// operands seen and returns false if there is none.
bool Fitter::fit(State &state, Step op, Misfit &misfit) const {
  const Step before = state.demands[op].before;
  std::vector<Step> seeds = {op};
  if (before != op)
    seeds.push_back(before);
  int64_t extent = 1;
  for (Step seed : seeds)
    for (const CutDimension &dimension : problem.ops[seed].cuts)
      extent = std::max(extent, dimension.extent);
  for (size_t rank = 0; rank < countsFor(extent).size(); ++rank)
    for (Step seed : seeds)
      if (std::optional<State> next = bestCut(state, op, seed, rank, misfit)) {
        state = std::move(*next);
        return true;
      }
  return false;
}

/// Sets the dimension and the number of pieces of \p op in \p groups, if cut.
static void findCut(const Problem &problem, const CutNeighbours &neighbours,
                    const std::vector<CutGroup> &groups, Step op,
                    int32_t &dimension, int64_t &pieces) {
  for (const OpCut &cut : cutGroups(problem, groups, neighbours).ops)
    if (cut.op == op) {
      dimension = cut.dimension;
      pieces = static_cast<int64_t>(cut.bounds.size()) + 1;
    }
}

/// Returns the op with the least room to spare.
Misfit Fitter::tightestOf(const State &state) const {
  Misfit tightest;
  int64_t most = std::numeric_limits<int64_t>::min();
  for (Step op = 0; op < problem.numSteps(); ++op) {
    const Demand &demand = state.demands[op].operands;
    if (demand.excess <= most)
      continue;
    most = demand.excess;
    tightest = {op, demand.tier, demand.bytes};
  }
  findCut(problem, neighbours, state.groups, tightest.op, tightest.dimension,
          tightest.pieces);
  return tightest;
}

/// Returns the first op that no cut makes fit, whatever the cuts of other ops.
std::optional<Misfit> Fitter::findHopeless(State &state) const {
  for (Step op = 0; op < problem.numSteps(); ++op) {
    const std::vector<CutDimension> &dimensions = problem.ops[op].cuts;
    const Demand whole = worstOf(op, leastDemand(problem, op));
    if (whole.excess <= 0 || std::any_of(dimensions.begin(), dimensions.end(),
                                         [&](const CutDimension &dimension) {
                                           return mayFit(op, dimension);
                                         }))
      continue;
    Misfit misfit{op, whole.tier, whole.bytes};
    state.demands[op].before = op;
    if (!fit(state, op, misfit))
      return misfit;
  }
  return std::nullopt;
}

FittingCuts Fitter::run() {
  std::optional<State> state = evaluate({});
  if (state && !rooms.empty() && rooms.front() >= 1)
    if (const std::optional<Misfit> misfit = findHopeless(*state))
      return {{}, false, *misfit};
  while (state) {
    const auto tight =
        std::find_if(state->demands.begin(), state->demands.end(),
                     [](const OpDemand &demand) { return demand.excess > 0; });
    if (tight == state->demands.end())
      return {state->groups, true, tightestOf(*state)};
    const Step op = static_cast<Step>(tight - state->demands.begin());
    Misfit misfit{op, tight->operands.tier, tight->operands.bytes};
    if (fit(*state, op, misfit))
      continue;
    if (rooms[op] >= 1)
      return {state->groups, false, misfit};
    rooms[op] = 1;
    state = evaluate(std::move(state->groups));
  }
  return {{}, true, {}};
}

FittingCuts cut::cutToFit(const Problem &problem,
                          const std::vector<int64_t> &counts,
                          const CutNeighbours &neighbours, double room) {
  FittingCuts fitting = Fitter(problem, counts, neighbours, room).run();
  if (fitting.doesFit)
    return fitting;
  // A cut of one op may have undone that of another, and no cut may lessen the
  // excess of all ops.
  FittingCuts inOrder =
      Fitter(problem, counts, neighbours, room, /*isInOrder=*/true).run();
  return inOrder.doesFit ? inOrder : fitting;
}

void cut::findCutOfRows(const Problem &problem,
                        const std::vector<int64_t> &counts,
                        const CutRules &rules, Misfit &misfit) {
  Problem rows = problem;
  for (Channel &channel : rows.target.channels) {
    if (channel.dimensions < 2)
      channel.dimensions = 2;
    channel.leastRun = 1;
  }
  const CutNeighbours neighbours(rows, rules);
  Fitter fitter(rows, counts, neighbours, /*room=*/1);
  const std::vector<CutDimension> &dimensions = rows.ops[misfit.op].cuts;
  if (rows.target == problem.target ||
      std::none_of(dimensions.begin(), dimensions.end(),
                   [&](const CutDimension &dimension) {
                     return fitter.mayFit(misfit.op, dimension);
                   }))
    return;
  const FittingCuts fitting = fitter.run();
  if (fitting.doesFit || fitting.tightest.op > misfit.op)
    findCut(rows, neighbours, fitting.groups, misfit.op, misfit.dimensionOfRows,
            misfit.piecesOfRows);
}

static std::string describeCut(int32_t dimension, int64_t pieces) {
  return "cutting its dimension " + std::to_string(dimension) + " in " +
         std::to_string(pieces);
}

std::string memplace::describeMisfit(const Problem &problem,
                                     const Misfit &misfit) {
  const Tier &tier = problem.target.tiers[misfit.tier];
  const std::string op = "op '" + problem.ops[misfit.op].name + "' (step " +
                         std::to_string(misfit.op) + ")";
  const std::string bytes = std::to_string(misfit.bytes) + " bytes in '" +
                            tier.name + "' at once, which has " +
                            std::to_string(tier.capacity);
  const std::string cut = describeCut(misfit.dimension, misfit.pieces);
  if (misfit.bytes <= tier.capacity)
    return "no cuts were found with which all ops can be placed, although " +
           op + " fits alone: it needs " + bytes +
           (misfit.pieces == 1 ? "" : ", after " + cut);
  std::string text = op + " needs at least " + bytes +
                     (misfit.pieces == 1 ? "; no cut makes its operands smaller"
                                         : "; the least is reached by " + cut);
  if (misfit.piecesOfRows > 0)
    text += "; " + describeCut(misfit.dimensionOfRows, misfit.piecesOfRows) +
            " would fit if channels moved several short rows at once "
            "(\"dimensions\": 2, \"least_run\": 1)";
  return text;
}
