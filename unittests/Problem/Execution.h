//===- Execution.h - Runs a placement with contents ----------- -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_PROBLEM_EXECUTION_H
#define MEMPLACE_UNITTESTS_PROBLEM_EXECUTION_H

#include "RandomPlacement.h"

#include <array>
#include <map>
#include <set>

namespace memplace::test {

/// Runs a placement with every loop unrolled, each for a random number of
/// trips, and looks whether each read and copy sees the newest contents. A
/// cyclic program runs four times in a row. Memory is slots of 16 bytes, the
/// size of each buffer.
class Execution {
public:
  Execution(const Problem &problem, const Solution &solution, Random &random)
      : problem(problem), solution(solution), random(random),
        newest(problem.buffers.size(), undefined),
        isFlying(solution.transfers.size()), issued(solution.transfers.size()),
        continues(findContinuing()) {}

  /// Empty if all is well.
  std::string run() {
    for (invocation = 0; invocation < (problem.isCyclic ? 4 : 1);
         ++invocation) {
      begin();
      awaitWrapped(0);
      runBody({0, problem.numSteps()}, {});
      issue(problem.numSteps());
      for (size_t id = 0; id < problem.buffers.size(); ++id)
        if (problem.buffers[id].liveOut && newest[id] != undefined &&
            !isAtHome(static_cast<BufferId>(id)))
          complain("live-out buffer " + std::to_string(id) + " is not at home");
    }
    return complaint;
  }

private:
  using Version = int64_t;
  static constexpr Version undefined = 0, garbage = -1;
  using Slot = std::tuple<TierId, Offset>;
  using Contents = std::array<Version, 16>;

  static Contents all(Version version) {
    Contents contents;
    contents.fill(version);
    return contents;
  }

  /// An external buffer's home is apart from all slots.
  Slot slotOf(const Residency &residency) const {
    return {residency.tier, residency.offset.value_or(-1 - residency.buffer)};
  }
  Slot slotOf(ResidencyId id) const { return slotOf(solution.residencies[id]); }

  bool holdsNewest(const Residency &residency) {
    return memory[slotOf(residency)] == all(newest[residency.buffer]);
  }

  void complain(const std::string &what) {
    if (complaint.empty())
      complaint = "invocation " + std::to_string(invocation) + ": " + what;
  }

  /// Whether the contents of each buffer go on in the next invocation.
  std::vector<bool> findContinuing() const {
    std::vector<bool> found;
    for (size_t id = 0; id < problem.buffers.size(); ++id) {
      bool isWritten = false;
      for (const Op &op : problem.ops)
        for (const Access &access : op.accesses)
          isWritten |= access.writes() && access.buffer == BufferId(id);
      const Buffer &buffer = problem.buffers[id];
      found.push_back(problem.isCyclic && buffer.liveIn &&
                      (buffer.liveOut || !isWritten));
    }
    return found;
  }

  /// The slots that something continues in, each with its buffer.
  std::map<Slot, BufferId> continuingSlots() const {
    std::map<Slot, BufferId> found;
    for (const Residency &head : solution.residencies)
      for (const Residency &tail : solution.residencies)
        if (continues[head.buffer] && head.buffer == tail.buffer &&
            slotOf(head) == slotOf(tail) && head.range.begin == 0 &&
            tail.range.end == problem.numSteps())
          found[slotOf(head)] = head.buffer;
    return found;
  }

  /// What the caller does, and what is left of the invocation before: nothing
  /// but what continues. The first one begins as if there had been others.
  void begin() {
    for (size_t id = 0; id < problem.buffers.size(); ++id)
      if (!problem.buffers[id].liveIn)
        newest[id] = undefined;
      else if (invocation == 0 || !continues[id])
        newest[id] = ++versions;
    std::map<Slot, BufferId> kept = continuingSlots();
    for (auto &[slot, contents] : memory)
      if (!kept.count(slot))
        contents = all(garbage);
    if (invocation == 0)
      for (auto [slot, buffer] : kept)
        memory[slot] = all(newest[buffer]);
    std::set<BufferId> filled;
    for (const Residency &residency : solution.residencies)
      if (problem.buffers[residency.buffer].liveIn &&
          residency.tier == problem.homeOf(residency.buffer) &&
          residency.range.begin == 0 && filled.insert(residency.buffer).second)
        memory[slotOf(residency)] = all(newest[residency.buffer]);
    for (size_t i = 0; invocation == 0 && i < isFlying.size(); ++i) {
      isFlying[i] = solution.transfers[i].isWrapped();
      issued[i] = memory[slotOf(solution.transfers[i].from)];
    }
  }

  bool isAtHome(BufferId id) {
    for (const Residency &residency : solution.residencies)
      if (residency.buffer == id && residency.tier == problem.homeOf(id) &&
          residency.range.end >= problem.numSteps() && holdsNewest(residency))
        return true;
    return false;
  }

  static Part partOf(const Transfer &transfer) {
    return transfer.part.value_or(Part{0, 16});
  }

  /// A byte of the source may have been read at any time since the start.
  void arrive(size_t index) {
    const Transfer &transfer = solution.transfers[index];
    isFlying[index] = false;
    Contents source = memory[slotOf(transfer.from)];
    Contents &destination = memory[slotOf(transfer.to)];
    auto [first, size] = partOf(transfer);
    for (Offset byte = first; byte < first + size; ++byte)
      destination[byte] =
          source[byte] == issued[index][byte] ? source[byte] : garbage;
  }

  /// Waits for what started at \p from or later.
  void await(Step step, Step from) {
    for (size_t i = 0; i < solution.transfers.size(); ++i)
      if (isFlying[i] && solution.transfers[i].done == step &&
          !solution.transfers[i].isWrapped() &&
          solution.transfers[i].start >= from)
        arrive(i);
  }

  /// Waits for what the invocation before issued; not in a loop.
  void awaitWrapped(Step step) {
    for (size_t i = 0; i < solution.transfers.size(); ++i)
      if (isFlying[i] && solution.transfers[i].isWrapped() &&
          solution.transfers[i].done == step)
        arrive(i);
  }

  void issue(Step step) {
    std::vector<size_t> instant;
    for (size_t i = 0; i < solution.transfers.size(); ++i) {
      const Transfer &transfer = solution.transfers[i];
      if (transfer.start != step)
        continue;
      const Residency &from = solution.residencies[transfer.from];
      if (newest[from.buffer] != undefined && !holdsNewest(from))
        complain("transfer " + std::to_string(i) + " copies old data");
      if (isFlying[i])
        complain("transfer " + std::to_string(i) + " is still in flight");
      isFlying[i] = true;
      issued[i] = memory[slotOf(from)];
      if (transfer.done == step) {
        instant.push_back(i);
        continue;
      }
      // Writing the same bytes again harms nobody.
      Contents source = memory[slotOf(from)];
      Contents &destination = memory[slotOf(transfer.to)];
      auto [first, size] = partOf(transfer);
      for (Offset byte = first; byte < first + size; ++byte)
        if (destination[byte] != source[byte])
          destination[byte] = garbage;
    }
    for (size_t i : instant)
      arrive(i);
  }

  void runOp(Step step) {
    const std::vector<Access> &accesses = problem.ops[step].accesses;
    auto serverOf = [&](size_t k) -> const Residency & {
      return solution.residencies[solution.served[step][k]];
    };
    for (size_t k = 0; k < accesses.size(); ++k)
      if (accesses[k].reads() && newest[accesses[k].buffer] != undefined &&
          !holdsNewest(serverOf(k)))
        complain("op " + std::to_string(step) + " reads old data");
    for (size_t k = 0; k < accesses.size(); ++k)
      if (accesses[k].writes()) {
        newest[accesses[k].buffer] = ++versions;
        memory[slotOf(serverOf(k))] = all(versions);
      }
  }

  /// A buffer whose live range does not cover a loop is new in each trip,
  /// unless it has contents when the loop is entered.
  void forget(LiveRange body, const std::vector<Version> &onEntry) {
    for (size_t id = 0; id < problem.buffers.size(); ++id) {
      const Buffer &buffer = problem.buffers[id];
      if (!buffer.range.covers(body) &&
          (body.contains(buffer.range.begin) || onEntry[id] == undefined))
        newest[id] = buffer.liveIn ? newest[id] : undefined;
    }
  }

  /// The outermost loop that begins at \p step, of those in \p body that we are
  /// not in.
  std::optional<size_t> loopAt(Step step, LiveRange body,
                               const std::set<size_t> &around) const {
    std::optional<size_t> found;
    for (size_t i = 0; i < problem.loops.size(); ++i) {
      LiveRange range = problem.loops[i].range;
      if (range.begin == step && !around.count(i) && body.covers(range) &&
          (!found || range.end > problem.loops[*found].range.end))
        found = i;
    }
    return found;
  }

  /// \p around: the loops we are in.
  void runBody(LiveRange body, const std::set<size_t> &around) {
    for (Step step = body.begin; step < body.end;) {
      if (step > body.begin)
        await(step, body.begin);
      if (around.empty())
        awaitWrapped(step);
      std::optional<size_t> inner = loopAt(step, body, around);
      if (!inner) {
        issue(step);
        runOp(step++);
        continue;
      }
      const Loop &loop = problem.loops[*inner];
      std::set<size_t> inside = around;
      inside.insert(*inner);
      bool isSkipped = loop.maySkip && random.chance(50);
      std::vector<Version> onEntry = newest;
      for (int64_t n = isSkipped ? 0 : random.in(1, 3); n > 0; --n) {
        forget(loop.range, onEntry);
        runBody(loop.range, inside);
      }
      step = loop.range.end;
    }
    await(body.end, body.begin);
  }

  const Problem &problem;
  const Solution &solution;
  Random &random;
  std::map<Slot, Contents> memory;
  std::vector<Version> newest; // By buffer.
  std::vector<bool> isFlying;
  std::vector<Contents> issued; // By transfer: the source's at its start.
  std::vector<bool> continues;  // By buffer.
  int invocation = 0;
  Version versions = 0;
  std::string complaint;
};

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_PROBLEM_EXECUTION_H
