//===- Plan.cpp - What is decided for one buffer ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan.h"

#include <algorithm>
#include <tuple>

using namespace memplace;
using namespace memplace::solver;

namespace {

/// One residency of the solution: a stay, or a part of a base.
struct Piece {
  StayId stay = 0;
  LiveRange range;
  bool isNeeded = false;
  ResidencyId id = -1;
};

/// Adds the plan of one buffer to a solution.
class PlanWriter {
public:
  PlanWriter(const Uses &uses, BufferId buffer, const BufferPlan &plan,
             Solution &solution)
      : uses(uses), buffer(buffer), plan(plan), solution(solution) {}

  void write() {
    cutBase();
    for (StayId stay = 1; stay < static_cast<StayId>(plan.stays.size()); ++stay)
      pieces.push_back({stay, plan.stays[stay].range});
    markNeeded();
    addResidencies();
    addServed();
    for (const Copy &copy : plan.copies)
      solution.transfers.push_back({pieces[sourceOf(copy)].id,
                                    pieces[destinationOf(copy)].id,
                                    copy.channel, copy.start, copy.done});
  }

private:
  // A base that serves, is left, and is filled again is two residencies (R7),
  // unless the caller owns it.
  void cutBase() {
    const Stay &base = plan.stays[0];
    std::vector<Step> cuts;
    if (!uses.problem.isExternal(buffer))
      for (const Copy &copy : plan.copies)
        if (copy.to == 0)
          cuts.push_back(copy.start);
    std::sort(cuts.begin(), cuts.end());
    Step begin = base.range.begin;
    for (Step cut : cuts) {
      if (cut > begin)
        pieces.push_back({0, {begin, std::min(cut, base.range.end)}});
      begin = std::max(begin, cut);
    }
    // A blocking copy that ends the program fills [T, T + 1).
    Step end = std::max(base.range.end, begin + 1);
    pieces.push_back({0, {begin, end}});
    numBasePieces = pieces.size();
  }

  size_t pieceOf(StayId stay, Step step) const {
    if (stay != 0)
      return numBasePieces + stay - 1;
    size_t piece = 0;
    while (piece + 1 < numBasePieces && pieces[piece + 1].range.begin <= step)
      ++piece;
    return piece;
  }
  size_t destinationOf(const Copy &copy) const {
    return pieceOf(copy.to, copy.start);
  }
  // A copy from the base at the step where another one fills it reads the older
  // part only if both are the same boundary, which no planner does.
  size_t sourceOf(const Copy &copy) const {
    return pieceOf(copy.from, copy.start);
  }

  void markNeeded() {
    const Buffer &data = uses.problem.buffers[buffer];
    if (uses.problem.isExternal(buffer))
      pieces[0].isNeeded = true;
    // Its contents must be there at the end even if nobody uses them.
    if (data.liveOut && plan.stays[0].tier == uses.problem.homeOf(data))
      pieces[numBasePieces - 1].isNeeded = true;
    for (const Copy &copy : plan.copies) {
      pieces[sourceOf(copy)].isNeeded = true;
      pieces[destinationOf(copy)].isNeeded = true;
    }
    forEachAccess([&](const Access &, Step step, int32_t, StayId stay) {
      pieces[pieceOf(stay, step)].isNeeded = true;
    });
  }

  void addResidencies() {
    for (Piece &piece : pieces) {
      if (!piece.isNeeded)
        continue;
      piece.id = static_cast<ResidencyId>(solution.residencies.size());
      const Stay &stay = plan.stays[piece.stay];
      solution.residencies.push_back(
          {buffer, stay.tier, stay.offset, piece.range});
    }
  }

  void addServed() {
    forEachAccess([&](const Access &, Step step, int32_t k, StayId stay) {
      solution.served[step][k] = pieces[pieceOf(stay, step)].id;
    });
  }

  template <typename Function> void forEachAccess(Function function) {
    const std::vector<AccessGroup> &groups = uses.groups[buffer];
    for (size_t g = 0; g < groups.size(); ++g)
      for (int32_t k : groups[g].accesses) {
        const Access &access = uses.problem.ops[groups[g].step].accesses[k];
        function(access, groups[g].step, k,
                 servingAccess(uses.problem, plan, plan.serving[g], access));
      }
  }

  const Uses &uses;
  BufferId buffer;
  const BufferPlan &plan;
  Solution &solution;
  std::vector<Piece> pieces; // Parts of the base, then the other stays.
  size_t numBasePieces = 0;
};

} // namespace

Solution memplace::solver::assemble(const Uses &uses,
                                    const std::vector<BufferPlan> &plans) {
  const Problem &problem = uses.problem;
  Solution solution;
  solution.problem = problem.name;
  solution.served.resize(problem.ops.size());
  for (size_t t = 0; t < problem.ops.size(); ++t)
    solution.served[t].resize(problem.ops[t].accesses.size(), -1);
  for (size_t b = 0; b < plans.size(); ++b)
    PlanWriter(uses, static_cast<BufferId>(b), plans[b], solution).write();
  // The file order is the issue order at a boundary: what is waited for first
  // goes first.
  std::sort(solution.transfers.begin(), solution.transfers.end(),
            [](const Transfer &a, const Transfer &b) {
              return std::tuple(a.start, a.done, a.from, a.to) <
                     std::tuple(b.start, b.done, b.from, b.to);
            });
  return solution;
}
