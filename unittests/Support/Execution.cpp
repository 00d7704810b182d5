//===- Execution.cpp - Executes a placement, contents included ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

using namespace memplace;
using namespace memplace::test;

namespace {

/// Maximum number of trips of each loop.
constexpr int64_t maxTrips = 3;

/// Contents of a slot: the version of the buffer.
using Version = int64_t;
constexpr Version undefined = 0, garbage = -1;

class Execution {
public:
  Execution(const Problem &problem, const Solution &solution,
            TestRandom &random)
      : problem(problem), solution(solution), random(random),
        newest(problem.buffers.size(), undefined),
        isFlying(solution.transfers.size()), issued(solution.transfers.size()) {
    findSlots();
    findContinuing();
    startsAt.resize(problem.numSteps() + 1);
    for (size_t i = 0; i < solution.transfers.size(); ++i)
      startsAt[solution.transfers[i].start].push_back(i);
  }

  std::string run() {
    constexpr int numInvocations = 4;
    for (invocation = 0; invocation < (problem.isCyclic ? numInvocations : 1);
         ++invocation) {
      begin();
      runBody({0, problem.numSteps()}, {});
      issue(problem.numSteps());
      for (BufferId id = 0; id < static_cast<BufferId>(newest.size()); ++id)
        if (problem.buffers[id].liveOut && newest[id] != undefined &&
            !isAtHome(id))
          complain("live-out buffer " + std::to_string(id) + " is not at home");
    }
    return complaint;
  }

private:
  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  /// Residencies of a buffer at one place share one slot.
  void findSlots() {
    std::map<std::tuple<BufferId, TierId, Offset>, size_t> slots;
    for (const Residency &residency : solution.residencies) {
      auto [slot, isNew] = slots.insert(
          {{residency.buffer, residency.tier, residency.offset.value_or(-1)},
           slots.size()});
      if (isNew) {
        first.push_back(static_cast<ResidencyId>(slotOf.size()));
        memory.push_back(undefined);
      }
      slotOf.push_back(slot->second);
    }
    overlapping.resize(first.size());
    for (size_t a = 0; a < first.size(); ++a)
      for (size_t b = 0; b < a; ++b)
        if (shareBytes(solution.residencies[first[a]],
                       solution.residencies[first[b]])) {
          overlapping[a].push_back(b);
          overlapping[b].push_back(a);
        }
  }

  /// A residency without an offset overlaps no other.
  bool shareBytes(const Residency &a, const Residency &b) const {
    return a.tier == b.tier && a.offset && b.offset &&
           *a.offset - *b.offset < problem.buffers[b.buffer].size &&
           *b.offset - *a.offset < problem.buffers[a.buffer].size;
  }

  BufferId bufferOf(size_t slot) const {
    return solution.residencies[first[slot]].buffer;
  }
  Version read(ResidencyId id) const { return memory[slotOf[id]]; }
  void write(size_t slot, Version version) {
    memory[slot] = version;
    for (size_t other : overlapping[slot])
      memory[other] = garbage;
  }
  bool holdsNewest(ResidencyId id) const {
    const BufferId buffer = solution.residencies[id].buffer;
    return read(id) == newest[buffer];
  }

  //===--------------------------------------------------------------------===//
  // Invocations
  //===--------------------------------------------------------------------===//

  /// Finds the buffers and slots whose contents continue in the next
  /// invocation.
  void findContinuing() {
    std::vector<bool> isWritten(problem.buffers.size());
    for (const Op &op : problem.ops)
      for (const Access &access : op.accesses)
        if (access.writes())
          isWritten[access.buffer] = true;
    for (size_t id = 0; id < problem.buffers.size(); ++id)
      continues.push_back(problem.isCyclic && problem.buffers[id].liveIn &&
                          (problem.buffers[id].liveOut || !isWritten[id]));
    std::vector<bool> hasHead(first.size()), hasTail(first.size());
    for (size_t i = 0; i < solution.residencies.size(); ++i) {
      const LiveRange range = solution.residencies[i].range;
      if (range.begin == 0)
        hasHead[slotOf[i]] = true;
      if (range.end == problem.numSteps())
        hasTail[slotOf[i]] = true;
    }
    for (size_t slot = 0; slot < first.size(); ++slot)
      isKept.push_back(continues[bufferOf(slot)] && hasHead[slot] &&
                       hasTail[slot]);
  }

  /// Acts as the caller, and forgets contents that do not continue. The first
  /// invocation starts as if invocations had preceded.
  void begin() {
    for (size_t id = 0; id < problem.buffers.size(); ++id)
      if (!problem.buffers[id].liveIn)
        newest[id] = undefined;
      else if (invocation == 0 || !continues[id])
        newest[id] = ++versions;
    for (size_t slot = 0; slot < first.size(); ++slot)
      if (!isKept[slot])
        memory[slot] = invocation == 0 ? undefined : garbage;
    for (size_t slot = 0; slot < first.size() && invocation == 0; ++slot)
      if (isKept[slot])
        write(slot, newest[bufferOf(slot)]);
    std::set<BufferId> filled;
    for (size_t i = 0; i < solution.residencies.size(); ++i) {
      const Residency &residency = solution.residencies[i];
      const BufferId id = residency.buffer;
      if (problem.buffers[id].liveIn && residency.tier == problem.homeOf(id) &&
          residency.range.begin == 0 && filled.insert(id).second)
        write(slotOf[i], newest[id]);
    }
    for (size_t i = 0; invocation == 0 && i < isFlying.size(); ++i) {
      isFlying[i] = solution.transfers[i].isWrapped();
      issued[i] = read(solution.transfers[i].from);
    }
  }

  void complain(const std::string &what) {
    if (complaint.empty())
      complaint =
          (problem.isCyclic ? "invocation " + std::to_string(invocation) + ": "
                            : "") +
          what;
  }

  bool isAtHome(BufferId id) const {
    for (size_t i = 0; i < solution.residencies.size(); ++i) {
      const Residency &residency = solution.residencies[i];
      if (residency.buffer == id && residency.tier == problem.homeOf(id) &&
          residency.range.end >= problem.numSteps() &&
          holdsNewest(static_cast<ResidencyId>(i)))
        return true;
    }
    return false;
  }

  //===--------------------------------------------------------------------===//
  // Transfers and ops
  //===--------------------------------------------------------------------===//

  /// A byte of the source may have been read at any time since the start.
  void arrive(size_t index) {
    const Transfer &transfer = solution.transfers[index];
    isFlying[index] = false;
    const Version source = read(transfer.from);
    write(slotOf[transfer.to], source == issued[index] ? source : garbage);
  }

  /// Waits for transfers started at \p from or later.
  void await(Step step, Step from) {
    for (size_t i = 0; i < solution.transfers.size(); ++i)
      if (isFlying[i] && solution.transfers[i].done == step &&
          !solution.transfers[i].isWrapped() &&
          solution.transfers[i].start >= from)
        arrive(i);
  }

  /// Waits for transfers issued by the previous invocation; not in a loop.
  void awaitWrapped(Step step) {
    for (size_t i = 0; i < solution.transfers.size(); ++i)
      if (isFlying[i] && solution.transfers[i].isWrapped() &&
          solution.transfers[i].done == step)
        arrive(i);
  }

  void issue(Step step) {
    std::vector<size_t> instant;
    for (size_t i : startsAt[step]) {
      const Transfer &transfer = solution.transfers[i];
      const BufferId buffer = solution.residencies[transfer.from].buffer;
      const std::string name = "transfer " + std::to_string(i);
      if (newest[buffer] != undefined && !holdsNewest(transfer.from))
        complain(name + " copies old data");
      if (isFlying[i])
        complain(name + " is still in flight");
      isFlying[i] = true;
      issued[i] = read(transfer.from);
      if (transfer.done == step) {
        instant.push_back(i);
        continue;
      }
      // Writing equal bytes again is harmless.
      if (read(transfer.to) != issued[i])
        write(slotOf[transfer.to], garbage);
    }
    for (size_t i : instant)
      arrive(i);
  }

  void runOp(Step step) {
    const std::vector<Access> &accesses = problem.ops[step].accesses;
    for (size_t k = 0; k < accesses.size(); ++k) {
      const BufferId buffer = accesses[k].buffer;
      if (accesses[k].reads() && newest[buffer] != undefined &&
          !holdsNewest(solution.served[step][k]))
        complain("op " + std::to_string(step) + " reads old data of buffer " +
                 std::to_string(buffer));
    }
    for (size_t k = 0; k < accesses.size(); ++k)
      if (accesses[k].writes()) {
        const BufferId buffer = accesses[k].buffer;
        newest[buffer] = ++versions;
        write(slotOf[solution.served[step][k]], versions);
      }
  }

  /// A buffer whose live range does not cover a loop is new in each trip,
  /// unless the buffer has contents on entry to the loop.
  void forget(LiveRange body, const std::vector<Version> &onEntry) {
    for (size_t id = 0; id < problem.buffers.size(); ++id) {
      const Buffer &buffer = problem.buffers[id];
      if (!buffer.range.covers(body) && !buffer.liveIn &&
          (body.contains(buffer.range.begin) || onEntry[id] == undefined))
        newest[id] = undefined;
    }
  }

  /// Returns the outermost loop that begins at \p step, inside \p body and not
  /// in \p around.
  std::optional<size_t> loopAt(Step step, LiveRange body,
                               const std::set<size_t> &around) const {
    std::optional<size_t> found;
    for (size_t i = 0; i < problem.loops.size(); ++i) {
      const LiveRange range = problem.loops[i].range;
      if (range.begin == step && !around.count(i) && body.covers(range) &&
          (!found || range.end > problem.loops[*found].range.end))
        found = i;
    }
    return found;
  }

  /// Runs \p body; \p around has the enclosing loops.
  void runBody(LiveRange body, const std::set<size_t> &around) {
    for (Step step = body.begin; step < body.end;) {
      if (step > body.begin)
        await(step, body.begin);
      if (around.empty())
        awaitWrapped(step);
      const std::optional<size_t> inner = loopAt(step, body, around);
      if (!inner) {
        issue(step);
        runOp(step++);
        continue;
      }
      const Loop &loop = problem.loops[*inner];
      std::set<size_t> inside = around;
      inside.insert(*inner);
      const bool isSkipped = loop.maySkip && random.chance(50);
      const std::vector<Version> onEntry = newest;
      for (int64_t n = isSkipped ? 0 : random.in(1, maxTrips); n > 0; --n) {
        forget(loop.range, onEntry);
        runBody(loop.range, inside);
      }
      step = loop.range.end;
    }
    await(body.end, body.begin);
  }

  const Problem &problem;
  const Solution &solution;
  TestRandom &random;
  std::vector<size_t> slotOf;                   // By residency.
  std::vector<ResidencyId> first;               // By slot.
  std::vector<std::vector<size_t>> overlapping; // By slot.
  std::vector<Version> memory;                  // By slot.
  std::vector<bool> isKept;                     // By slot: it continues.
  std::vector<bool> continues;                  // By buffer.
  std::vector<Version> newest;                  // By buffer.
  std::vector<bool> isFlying;                   // By transfer.
  std::vector<Version> issued;                  // By transfer: of its source.
  std::vector<std::vector<size_t>> startsAt;    // By step.
  int invocation = 0;
  Version versions = 0;
  std::string complaint;
};

} // namespace

bool test::canExecute(const Problem &problem, const Solution &solution) {
  constexpr double maxSteps = 3000;
  constexpr size_t maxResidencies = 500;
  if (solution.residencies.size() > maxResidencies)
    return false;
  double numSteps = 0;
  for (Step step = 0; step < problem.numSteps(); ++step) {
    double trips = 1;
    for (const Loop &loop : problem.loops)
      if (loop.range.contains(step))
        trips *= maxTrips;
    numSteps += trips;
  }
  return numSteps <= maxSteps;
}

std::string test::execute(const Problem &problem, const Solution &solution,
                          TestRandom &random) {
  return Execution(problem, solution, random).run();
}
