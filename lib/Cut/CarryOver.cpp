//===- CarryOver.cpp - Placement kept between cut problems ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers correspond if their whole is cut into pieces of the same sizes. Steps
// correspond if they are the same piece of an op with the same accesses, in the
// same order among all such steps. Steps in between are mapped by their
// relative position in the gap. The map preserves the order of steps, and
// places free at a step remain free at the mapped step.
//
//===----------------------------------------------------------------------===//

#include "CarryOver.h"

#include <algorithm>
#include <map>
#include <span>

using namespace memplace;
using namespace memplace::cut;

namespace {

/// Buffers and steps of one cut problem in another.
class Correspondence {
public:
  Correspondence(const CutProblem &from, const CutProblem &to)
      : from(from), to(to) {
    matchBuffers();
    matchSteps();
    spread();
  }

  /// By buffer of `from`; -1: no corresponding buffer in `to`.
  BufferId bufferOf(BufferId id) const { return buffers[id]; }
  /// Returns the boundary of `to` for boundary \p step of `from`.
  Step stepOf(Step step) const { return steps[step]; }
  /// Maps a range of steps. A live-out residency may last through the program's
  /// end.
  LiveRange rangeOf(LiveRange range) const {
    const Step last = from.problem.numSteps();
    const Step end = std::min(range.end, last);
    return {steps[std::min(range.begin, last)], steps[end] + (range.end - end)};
  }
  bool isSame(Step step) const { return isSameStep[step]; }
  bool isSameIn(Step stepOfTo) const { return isSameStepOfTo[stepOfTo]; }
  /// Returns true if all steps of \p range in `from` correspond to steps in
  /// `to`.
  bool areSame(LiveRange range) const {
    return numOthersBefore(range.end) == numOthersBefore(range.begin);
  }

private:
  // A live-out residency lasts through the program's end.
  int32_t numOthersBefore(Step step) const {
    return numOthers[std::min(step, from.problem.numSteps())];
  }
  void matchBuffers();
  void matchSteps();
  void spread();
  bool isAlike(const Op &one, const Op &other) const;

  const CutProblem &from, &to;
  std::vector<BufferId> buffers;
  std::vector<Step> steps; // By boundary of `from`; -1 at first.
  std::vector<bool> isSameStep, isSameStepOfTo;
  // By boundary of `from`: steps before it without a counterpart.
  std::vector<int32_t> numOthers;
};

} // namespace

/// Returns the first piece of each buffer; pieces are consecutive.
static std::vector<size_t> firstPieces(const CutProblem &cut) {
  std::vector<size_t> first;
  for (size_t id = 0; id < cut.bufferOf.size(); ++id)
    if (static_cast<size_t>(cut.bufferOf[id]) == first.size())
      first.push_back(id);
  first.push_back(cut.bufferOf.size());
  return first;
}

static bool areAlike(const Buffer &one, const Buffer &other) {
  return one.size == other.size && one.rows == other.rows &&
         one.liveIn == other.liveIn && one.liveOut == other.liveOut &&
         one.external == other.external;
}

void Correspondence::matchBuffers() {
  buffers.assign(from.bufferOf.size(), -1);
  const std::vector<size_t> first = firstPieces(from), other = firstPieces(to);
  for (size_t whole = 0; whole + 1 < first.size(); ++whole) {
    const std::span mine(from.problem.buffers.begin() + first[whole],
                         from.problem.buffers.begin() + first[whole + 1]);
    const std::span theirs(to.problem.buffers.begin() + other[whole],
                           to.problem.buffers.begin() + other[whole + 1]);
    if (std::equal(mine.begin(), mine.end(), theirs.begin(), theirs.end(),
                   areAlike))
      for (size_t i = 0; i < mine.size(); ++i)
        buffers[first[whole] + i] = static_cast<BufferId>(other[whole] + i);
  }
}

bool Correspondence::isAlike(const Op &one, const Op &other) const {
  return one.computePs == other.computePs && one.overlap == other.overlap &&
         std::equal(one.accesses.begin(), one.accesses.end(),
                    other.accesses.begin(), other.accesses.end(),
                    [&](const Access &mine, const Access &theirs) {
                      return buffers[mine.buffer] == theirs.buffer &&
                             mine.bytes == theirs.bytes &&
                             mine.mode == theirs.mode &&
                             mine.tiers == theirs.tiers;
                    });
}

void Correspondence::matchSteps() {
  // A launch comes before its piece, so its key is derived from the piece.
  using Key = std::pair<Step, int32_t>;
  std::map<Key, Step> known;
  const auto keyOf = [](const CutProblem &cut, Step step) {
    return cut.pieceOf[step] >= 0
               ? Key(cut.opOf[step], cut.pieceOf[step])
               : Key(cut.opOf[step], -1 - cut.pieceOf[step + 1]);
  };
  for (Step step = 0; step < from.problem.numSteps(); ++step)
    known.emplace(keyOf(from, step), step);
  steps.assign(from.problem.numSteps() + 1, -1);
  isSameStep.assign(from.problem.numSteps(), false);
  isSameStepOfTo.assign(to.problem.numSteps(), false);
  Step last = -1;
  for (Step step = 0; step < to.problem.numSteps(); ++step) {
    const auto found = known.find(keyOf(to, step));
    if (found == known.end() || found->second <= last ||
        !isAlike(from.problem.ops[found->second], to.problem.ops[step]))
      continue;
    last = found->second;
    steps[last] = step;
    isSameStep[last] = isSameStepOfTo[step] = true;
  }
}

void Correspondence::spread() {
  const Step end = from.problem.numSteps();
  steps[end] = to.problem.numSteps();
  numOthers.assign(1, 0);
  for (Step step = 0; step < end; ++step)
    numOthers.push_back(numOthers.back() + !isSameStep[step]);
  for (Step begin = 0; begin < end;) {
    if (isSameStep[begin]) {
      ++begin;
      continue;
    }
    Step next = begin;
    while (next < end && !isSameStep[next])
      ++next;
    const Step first = begin == 0 ? 0 : steps[begin - 1] + 1;
    for (Step step = begin; step < next; ++step)
      steps[step] = first + static_cast<Step>(int64_t(steps[next] - first) *
                                              (step - begin) / (next - begin));
    begin = next;
  }
}

namespace {

/// Carries residencies and transfers over, buffer by buffer.
class Carrier {
public:
  Carrier(const CutProblem &from, const Solution &placed, const CutProblem &to)
      : from(from), placed(placed), to(to), same(from, to) {}

  std::optional<Solution> run();

private:
  void findKept();
  void dropTransfers();
  bool mayKeep(const Residency &residency) const;

  const CutProblem &from;
  const Solution &placed;
  const CutProblem &to;
  const Correspondence same;
  std::vector<bool> isKept; // By buffer of `from`.
};

} // namespace

/// Returns true if the residency is at home, or if only corresponding steps run
/// during its range.
bool Carrier::mayKeep(const Residency &residency) const {
  return residency.tier == from.problem.homeOf(residency.buffer) ||
         same.areSame(residency.range);
}

void Carrier::findKept() {
  const auto numBuffers = static_cast<BufferId>(from.problem.buffers.size());
  isKept.assign(numBuffers, false);
  for (BufferId id = 0; id < numBuffers; ++id)
    isKept[id] = same.bufferOf(id) >= 0;
  for (Step step = 0; step < from.problem.numSteps(); ++step)
    if (!same.isSame(step))
      for (const Access &access : from.problem.ops[step].accesses)
        isKept[access.buffer] = false;
  std::vector<bool> isOther(to.problem.buffers.size(), false);
  for (Step step = 0; step < to.problem.numSteps(); ++step)
    if (!same.isSameIn(step))
      for (const Access &access : to.problem.ops[step].accesses)
        isOther[access.buffer] = true;
  for (BufferId id = 0; id < numBuffers; ++id)
    if (isKept[id] && isOther[same.bufferOf(id)])
      isKept[id] = false;
  for (const Residency &residency : placed.residencies) {
    const BufferId id = residency.buffer;
    if (!isKept[id])
      continue;
    const LiveRange range = same.rangeOf(residency.range);
    isKept[id] = mayKeep(residency) &&
                 (residency.tier == from.problem.homeOf(id) ||
                  (range.begin < range.end &&
                   to.problem.buffers[same.bufferOf(id)].range.covers(range)));
  }
}

/// If a transfer has no time left, its buffer is placed again.
void Carrier::dropTransfers() {
  for (const Transfer &transfer : placed.transfers)
    if (transfer.start < transfer.done &&
        same.stepOf(transfer.start) >= same.stepOf(transfer.done))
      isKept[placed.residencies[transfer.from].buffer] = false;
}

std::optional<Solution> Carrier::run() {
  if (!from.problem.loops.empty())
    return std::nullopt;
  findKept();
  dropTransfers();
  if (std::find(isKept.begin(), isKept.end(), true) == isKept.end())
    return std::nullopt;
  Solution kept;
  kept.problem = to.problem.name;
  std::vector<ResidencyId> newIds(placed.residencies.size(), -1);
  for (size_t id = 0; id < placed.residencies.size(); ++id) {
    Residency residency = placed.residencies[id];
    if (!isKept[residency.buffer])
      continue;
    newIds[id] = static_cast<ResidencyId>(kept.residencies.size());
    residency.buffer = same.bufferOf(residency.buffer);
    residency.range = same.rangeOf(residency.range);
    kept.residencies.push_back(residency);
  }
  for (Transfer transfer : placed.transfers) {
    if (newIds[transfer.from] < 0)
      continue;
    transfer.from = newIds[transfer.from];
    transfer.to = newIds[transfer.to];
    transfer.start = same.stepOf(transfer.start);
    transfer.done = same.stepOf(transfer.done);
    kept.transfers.push_back(transfer);
  }
  for (const Op &op : to.problem.ops)
    kept.served.emplace_back(op.accesses.size(), -1);
  for (Step step = 0; step < from.problem.numSteps(); ++step)
    if (same.isSame(step))
      for (size_t k = 0; k < placed.served[step].size(); ++k)
        kept.served[same.stepOf(step)][k] = newIds[placed.served[step][k]];
  return kept;
}

std::optional<Solution> memplace::cut::carryOver(const CutProblem &from,
                                                 const Solution &placed,
                                                 const CutProblem &to) {
  return Carrier(from, placed, to).run();
}
