//===- Plan.cpp - Decisions about one buffer --------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts plans into a solution as required by docs/reference/problem.md. A
// backing copy that is left and filled again is split into two residencies,
// residencies without an access or a transfer are omitted, and transfers of a
// boundary are sorted by their wait. Takes n log c for n accesses and c
// transfers.
//===----------------------------------------------------------------------===//

#include "Plan.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <tuple>

using namespace memplace;
using namespace memplace::planning;

namespace {

/// One residency of the solution: a stay, or a part of a backing copy.
struct Piece {
  StayId stay = 0;
  LiveRange range;
  bool isNeeded = false;
  Step neededUntil = 0; // Loops around a use included.
  ResidencyId id = -1;
};

/// Adds the plan of one buffer to a solution.
class PlanWriter {
public:
  PlanWriter(const AccessIndex &uses, BufferId buffer, const BufferPlan &plan,
             Solution &solution)
      : uses(uses), buffer(buffer), plan(plan), solution(solution) {}

  void write() {
    cutBase();
    for (StayId stay = 1; stay < static_cast<StayId>(plan.stays.size()); ++stay)
      pieces.push_back({stay, plan.stays[stay].range});
    markNeeded();
    trimBeforeEnd();
    addResidencies();
    addServed();
    for (const StayTransfer &transfer : plan.transfers)
      solution.transfers.push_back(
          {pieces[sourceOf(transfer)].id, pieces[destinationOf(transfer)].id,
           transfer.channel, transfer.start, transfer.done});
  }

private:
  // Splits the backing copy, unless the caller owns it: a residency that serves
  // and is filled again must be two residencies (R7).
  void cutBase() {
    const Stay &base = plan.stays[0];
    std::vector<Step> fills;
    if (!uses.problem.isExternal(buffer))
      for (const StayTransfer &transfer : plan.transfers)
        if (transfer.to == 0)
          fills.push_back(transfer.start);
    std::sort(fills.begin(), fills.end());
    Step begin = base.range.begin;
    bool isFilled = false;
    for (Step fill : fills) {
      if (fill > begin && (isFilled || servesBetween(begin, fill))) {
        pieces.push_back({0, {begin, std::min(fill, base.range.end)}});
        begin = fill;
      }
      isFilled = true;
    }
    // A blocking transfer that ends the program fills [T, T + 1).
    pieces.push_back({0, {begin, std::max(base.range.end, begin + 1)}});
    numBasePieces = pieces.size();
  }

  bool servesBetween(Step begin, Step end) {
    bool serves = false;
    forEachAccess([&](const Access &, Step step, int32_t, StayId stay) {
      serves |= stay == 0 && begin <= step && step < end;
    });
    return serves;
  }

  size_t pieceOf(StayId stay, Step step) const {
    if (stay != 0)
      return numBasePieces + stay - 1;
    const std::span later = std::span(pieces).subspan(1, numBasePieces - 1);
    auto next = std::upper_bound(
        later.begin(), later.end(), step,
        [](Step step, const Piece &piece) { return step < piece.range.begin; });
    return next - later.begin();
  }
  size_t destinationOf(const StayTransfer &transfer) const {
    return pieceOf(transfer.to, transfer.start);
  }
  size_t sourceOf(const StayTransfer &transfer) const {
    const size_t source = pieceOf(transfer.from, transfer.start);
    assert((source == 0 || source >= numBasePieces ||
            pieces[source].range.begin < transfer.start) &&
           "no transfer leaves a base at the boundary at which the base is "
           "filled");
    return source;
  }

  void markNeeded() {
    const Buffer &data = uses.problem.buffers[buffer];
    if (uses.problem.isExternal(buffer))
      pieces[0].isNeeded = true;
    // A stay that lasts all the time got its contents from the backing copy.
    if (uses.problem.isCyclic && data.liveIn)
      pieces[0].isNeeded = true;
    // The contents must be there at the end, even without any use.
    if (data.liveOut && plan.stays[0].tier == uses.problem.homeOf(data))
      pieces[numBasePieces - 1].isNeeded = true;
    for (const StayTransfer &transfer : plan.transfers) {
      // The source of a blocking transfer may end there.
      Piece &source = pieces[sourceOf(transfer)];
      need(source, std::max(source.range.begin, transfer.done - 1));
      // A transfer that starts with a loop's body is made in each trip.
      if (transfer.start < uses.problem.numSteps() &&
          uses.loopOf(transfer.start) != uses.rootOf(buffer))
        need(source, transfer.start);
      need(pieces[destinationOf(transfer)],
           std::max(transfer.start, transfer.done - 1));
    }
    forEachAccess([&](const Access &, Step step, int32_t, StayId stay) {
      need(pieces[pieceOf(stay, step)], step);
    });
    if (uses.problem.isCyclic)
      for (size_t i = numBasePieces; i < pieces.size(); ++i)
        pieces[i].isNeeded = true; // Possibly needed by the next invocation.
  }

  void need(Piece &piece, Step step) {
    LoopId loop = uses.childAt(uses.rootOf(buffer), step);
    Step until = loop == noLoop ? step + 1 : uses.rangeOf(loop).end;
    piece.isNeeded = true;
    piece.neededUntil = std::max(piece.neededUntil, until);
  }

  // Shortens the last but one part of a live-out buffer's backing copy. If the
  // last part is [T, T + 1), the part before would count as lasting through T,
  // too, if it ended at T.
  void trimBeforeEnd() {
    if (numBasePieces < 2 ||
        pieces[numBasePieces - 1].range.begin < uses.problem.numSteps())
      return;
    // The part serves or has been filled, so it is needed for at least one
    // step.
    Piece &piece = pieces[numBasePieces - 2];
    assert(piece.neededUntil > piece.range.begin &&
           "a base is cut after a use");
    piece.range.end = std::min(piece.range.end, piece.neededUntil);
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
    const std::vector<BufferUse> &bufferUses = uses.byBuffer[buffer];
    for (size_t u = 0; u < bufferUses.size(); ++u)
      for (int32_t k : bufferUses[u].accesses) {
        const Access &access = uses.problem.ops[bufferUses[u].step].accesses[k];
        function(access, bufferUses[u].step, k,
                 servingAccess(uses.problem, plan, plan.serving[u], access));
      }
  }

  const AccessIndex &uses;
  BufferId buffer;
  const BufferPlan &plan;
  Solution &solution;
  std::vector<Piece> pieces; // Parts of the backing copy, then the other stays.
  size_t numBasePieces = 0;
};

} // namespace

Solution memplace::planning::assemble(const AccessIndex &uses,
                                      const std::vector<BufferPlan> &plans) {
  const Problem &problem = uses.problem;
  Solution solution;
  solution.problem = problem.name;
  solution.served.resize(problem.ops.size());
  for (size_t t = 0; t < problem.ops.size(); ++t)
    solution.served[t].resize(problem.ops[t].accesses.size(), -1);
  for (size_t b = 0; b < plans.size(); ++b)
    PlanWriter(uses, static_cast<BufferId>(b), plans[b], solution).write();
  // The file order is the issue order at a boundary: earlier waits go first;
  // waits of the next invocation are later.
  auto key = [&](const Transfer &transfer) {
    return std::tuple(transfer.start, transfer.isWrapped(), transfer.done,
                      solution.residencies[transfer.from].buffer, transfer.from,
                      transfer.to);
  };
  std::sort(
      solution.transfers.begin(), solution.transfers.end(),
      [&](const Transfer &a, const Transfer &b) { return key(a) < key(b); });
  return solution;
}
