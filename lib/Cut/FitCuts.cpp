//===- FitCuts.cpp - Cuts with which every op fits ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FitCuts.h"

#include "FurtherCuts.h"
#include "PieceSizes.h"

#include "../Problem/OpDemand.h"

#include <algorithm>
#include <limits>

using namespace memplace;
using namespace memplace::cut;

/// Share of each tier's capacity for an op whose pieces are cut again.
static constexpr double roomToCutAgain = 0.7;
/// Maximum pieces of an op, along all dimensions. More pieces need a loop.
static constexpr int64_t maxPieces = 8000;
/// Limit on the total steps of cut problems tried by a search for first cuts;
/// takes some seconds.
static constexpr int64_t maxStepsTried = 3'000'000;

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
        isInOrder(isInOrder), rooms(problem.ops.size(), room),
        numFurther(problem.ops.size(), 0) {}

  FittingCuts run();
  /// Allows the pieces of \p op to be cut again, along \p count further
  /// dimensions: the op fits if its pieces then fit.
  void allowFurtherCuts(Step op, size_t count) { numFurther[op] = count; }
  /// Returns true if \p op fits neither whole nor cut along one dimension.
  bool isHopeless(Step op) const;
  /// Returns by tier the bytes that \p op needs at once in pieces of a single
  /// index along all of its dimensions.
  std::vector<int64_t> findFinestBytes(Step op) const;
  /// Returns false if some op does not even fit in such pieces.
  bool mayAllFit() const;
  /// Ends the search when cuts with \p limit steps have been tried. \p limit,
  /// which several searches may share, becomes the rest.
  void limitSteps(int64_t &limit) { stepsLeft = &limit; }
  /// Returns false if \p op does not fit with a cut in \p pieces along
  /// \p dimension, an index into Op::cuts, and with the allowed further cuts,
  /// even if the cut shrinks all operands that the dimension lists.
  bool mayFit(Step op, int32_t dimension, int64_t pieces) const;
  /// Returns false if \p op does not fit even in pieces of one index along
  /// \p dimension.
  bool mayFit(Step op, int32_t dimension) const {
    return mayFit(op, dimension, problem.ops[op].cuts[dimension].extent);
  }

private:
  /// Cuts, and the demand of each op with them.
  struct State {
    std::vector<CutGroup> groups;
    std::vector<OpDemand> demands;
    double excess = 0; // Of all ops.
  };

  Demand worstOf(Step op, const std::vector<int64_t> &bytes) const;
  Demand demandOf(CutProblem &cut, Step step, const OpCut *own,
                  const std::vector<BufferId> &left) const;
  Demand demandAfter(CutProblem &cut, Step step,
                     const std::vector<FurtherCut> &further,
                     const std::vector<BufferId> &left) const;
  std::vector<std::vector<FurtherCut>> furtherCuts(Step op, int32_t dimension,
                                                   int64_t pieces) const;
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
  const bool isInOrder;           // See `isProgress`.
  std::vector<double> rooms;      // By op: the part of each tier to use.
  std::vector<size_t> numFurther; // By op: see `allowFurtherCuts`.
  int64_t *stepsLeft = nullptr;   // See `limitSteps`.
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

/// Returns the further cuts to count with after a cut of \p op in \p pieces:
/// along one other dimension, and along all others. Twice as many pieces as in
/// the first cut are coarse enough to keep the traffic of both in balance.
std::vector<std::vector<FurtherCut>>
Fitter::furtherCuts(Step op, int32_t dimension, int64_t pieces) const {
  std::vector<std::vector<FurtherCut>> choices;
  std::vector<FurtherCut> others;
  int64_t all = pieces;
  const std::vector<CutDimension> &dimensions = problem.ops[op].cuts;
  for (int32_t other = 0; other < static_cast<int32_t>(dimensions.size());
       ++other) {
    if (numFurther[op] == 0 || other == dimension)
      continue;
    others.push_back({other, std::min(dimensions[other].extent, 2 * pieces)});
    all *= std::min(others.back().pieces, maxPieces);
    if (pieces * others.back().pieces <= maxPieces)
      choices.push_back({others.back()});
  }
  if (numFurther[op] > 1 && others.size() > 1 && all <= maxPieces)
    choices.push_back(std::move(others));
  return choices;
}

/// Returns the demand of a piece of an op after \p further cuts. Leaves \p cut
/// as it was.
Demand Fitter::demandAfter(CutProblem &cut, Step step,
                           const std::vector<FurtherCut> &further,
                           const std::vector<BufferId> &left) const {
  const Step op = cut.opOf[step];
  std::vector<Buffer> &buffers = cut.problem.buffers;
  const std::map<BufferId, int64_t> sizes =
      shrinkOperands(problem, neighbours, cut, step, further, left);
  const Demand demand = worstOf(op, likelyDemand(cut.problem, step, left));
  for (const auto &[buffer, size] : sizes)
    buffers[buffer].size = size;
  return demand;
}

/// Returns the demand of a step with \p left, the results of the step before;
/// the least with the further cuts of its op. \p own: the cut of the op, or
/// null. Leaves \p cut as it was.
Demand Fitter::demandOf(CutProblem &cut, Step step, const OpCut *own,
                        const std::vector<BufferId> &left) const {
  const Step op = cut.opOf[step];
  Demand least = worstOf(op, likelyDemand(cut.problem, step, left));
  if (least.excess <= 0 || !own)
    return least;
  const auto pieces = static_cast<int64_t>(own->bounds.size()) + 1;
  for (const std::vector<FurtherCut> &further :
       furtherCuts(op, own->dimension, pieces)) {
    const Demand demand = demandAfter(cut, step, further, left);
    if (demand.excess < least.excess)
      least = demand;
  }
  return least;
}

/// Returns nothing if the groups are impossible.
std::optional<Fitter::State>
Fitter::evaluate(std::vector<CutGroup> groups) const {
  if (stepsLeft && *stepsLeft <= 0)
    return std::nullopt;
  const Cuts cuts = cutGroups(problem, groups, neighbours);
  Result<CutProblem> cut = makeCutProblem(problem, cuts);
  if (!cut)
    return std::nullopt;
  if (stepsLeft)
    *stepsLeft -= cut->problem.numSteps();
  std::vector<const OpCut *> cutOf(problem.ops.size(), nullptr);
  for (const OpCut &one : cuts.ops)
    cutOf[one.op] = &one;
  State state{std::move(groups), std::vector<OpDemand>(problem.ops.size())};
  const auto left = findLeftResults(cut->problem);
  for (Step step = 0; step < cut->problem.numSteps(); ++step) {
    const Step op = cut->opOf[step];
    OpDemand &worst = state.demands[op];
    const Demand own = demandOf(*cut, step, cutOf[op], {});
    if (own.excess > worst.operands.excess)
      worst.operands = own;
    const Demand all =
        left[step].empty() ? own : demandOf(*cut, step, cutOf[op], left[step]);
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

/// Returns the numbers of pieces to try: `counts`, then each 1.5 times the
/// last, up to \p extent. A single count is not continued.
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

/// Returns the ways to add \p group to the groups of \p from, each after them
/// and before them. Each way also cuts the ops similar to the seed. The first
/// way lets all ops follow that share a cut buffer, with alternating pieces;
/// the second does the same in program order; the third cuts no further ops.
std::vector<std::vector<CutGroup>>
Fitter::candidates(const State &from, const CutGroup &group) const {
  std::vector<std::vector<CutGroup>> all;
  CutGroup alone = group, inOrder = group;
  alone.steps = {group.seed, group.seed + 1};
  inOrder.takesTurns = false;
  for (const CutGroup &one : {group, inOrder, alone}) {
    const std::vector<CutGroup> more = repeatAlike(problem, one);
    std::vector<CutGroup> after = from.groups, before = more;
    after.insert(after.end(), more.begin(), more.end());
    before.insert(before.end(), from.groups.begin(), from.groups.end());
    all.push_back(std::move(after));
    if (!from.groups.empty())
      all.push_back(std::move(before));
  }
  return all;
}

/// Returns \p problem as a problem with cuts, of which there are none.
static CutProblem asUncut(const Problem &problem) {
  CutProblem single{.problem = problem};
  for (Step op = 0; op < problem.numSteps(); ++op)
    single.opOf.push_back(op);
  for (size_t id = 0; id < problem.buffers.size(); ++id)
    single.bufferOf.push_back(static_cast<BufferId>(id));
  return single;
}

std::vector<int64_t> Fitter::findFinestBytes(Step op) const {
  std::vector<FurtherCut> all;
  for (const CutDimension &dimension : problem.ops[op].cuts)
    all.push_back({static_cast<int32_t>(all.size()), dimension.extent});
  CutProblem single = asUncut(problem);
  shrinkOperands(problem, neighbours, single, op, all, {});
  return likelyDemand(single.problem, op);
}

bool Fitter::mayAllFit() const {
  for (Step op = 0; op < problem.numSteps(); ++op)
    if (isHopeless(op) && worstOf(op, findFinestBytes(op)).excess > 0)
      return false;
  return true;
}

bool Fitter::mayFit(Step op, int32_t dimension, int64_t pieces) const {
  const CutDimension &cut = problem.ops[op].cuts[dimension];
  CutProblem single = asUncut(problem);
  std::vector<Buffer> &buffers = single.problem.buffers;
  for (const CutAccess &access : cut.accesses) {
    Buffer &buffer = buffers[problem.ops[op].accesses[access.access].buffer];
    const int64_t period = access.periodIn(buffer.size);
    buffer.size =
        buffer.size / period * bytesOfPiece(access, cut.extent, pieces, period);
  }
  if (worstOf(op, leastDemand(single.problem, op)).excess <= 0)
    return true;
  const std::vector<std::vector<FurtherCut>> choices =
      furtherCuts(op, dimension, pieces);
  return std::any_of(choices.begin(), choices.end(),
                     [&](const std::vector<FurtherCut> &further) {
                       return demandAfter(single, op, further, {}).excess <= 0;
                     });
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
    if (rank >= ranks.size())
      continue;
    // Skip cuts that cannot make the op fit. Without further cuts, evaluate the
    // finest cut in any case: it shows the least demand for the error message.
    if (seed == op && !mayFit(op, static_cast<int32_t>(d), ranks[rank]) &&
        (rank + 1 < ranks.size() || numFurther[op] > 0))
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

bool Fitter::isHopeless(Step op) const {
  const std::vector<CutDimension> &dimensions = problem.ops[op].cuts;
  if (worstOf(op, leastDemand(problem, op)).excess <= 0)
    return false;
  for (int32_t d = 0; d < static_cast<int32_t>(dimensions.size()); ++d)
    if (mayFit(op, d))
      return false;
  return true;
}

/// Returns the first op that no cut makes fit, whatever the cuts of other ops.
std::optional<Misfit> Fitter::findHopeless(State &state) const {
  for (Step op = 0; op < problem.numSteps(); ++op) {
    if (numFurther[op] > 0 || !isHopeless(op))
      continue;
    const Demand whole = worstOf(op, leastDemand(problem, op));
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

std::vector<CutGroup> cut::cutToFitLater(const Problem &problem,
                                         const std::vector<int64_t> &counts,
                                         const CutNeighbours &neighbours) {
  if (!Fitter(problem, counts, neighbours, /*room=*/1).mayAllFit())
    return {};
  int64_t stepsLeft = maxStepsTried;
  for (size_t numFurther = 1; numFurther <= 2; ++numFurther)
    for (bool isForAll : {false, true}) {
      Fitter fitter(problem, counts, neighbours, roomToCutAgain);
      fitter.limitSteps(stepsLeft);
      for (Step op = 0; op < problem.numSteps(); ++op)
        if (problem.ops[op].cuts.size() > numFurther &&
            (isForAll || fitter.isHopeless(op)))
          fitter.allowFurtherCuts(op, numFurther);
      FittingCuts fitting = fitter.run();
      if (fitting.doesFit)
        return std::move(fitting.groups);
    }
  return {};
}

void cut::findFinest(const Problem &problem, const CutNeighbours &neighbours,
                     Misfit &misfit) {
  if (problem.ops[misfit.op].cuts.size() > 1)
    misfit.finestBytes = Fitter(problem, {}, neighbours, /*room=*/1)
                             .findFinestBytes(misfit.op)[misfit.tier];
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
  if (rows.target == problem.target || fitter.isHopeless(misfit.op))
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
           (misfit.pieces == 1 ? "" : ", after " + cut) +
           (misfit.reasonUncut.empty() ? "" : "; uncut, " + misfit.reasonUncut);
  std::string text = op + " needs at least " + bytes +
                     (misfit.pieces == 1 ? "; no cut makes its operands smaller"
                                         : "; the least is reached by " + cut);
  if (misfit.finestBytes > 0 && misfit.finestBytes < misfit.bytes)
    text += "; cut along all of its dimensions at once, it needs at least " +
            std::to_string(misfit.finestBytes);
  if (misfit.piecesOfRows > 0)
    text += "; " + describeCut(misfit.dimensionOfRows, misfit.piecesOfRows) +
            " would fit if channels moved several short rows at once "
            "(\"dimensions\": 2, \"least_run\": 1)";
  return text;
}
