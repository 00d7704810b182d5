//===- Execution.cpp - Runs a placement, data and all ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution.h"
#include "Random.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

using namespace memplace;
using namespace memplace::stress;

namespace {

/// Each loop runs so often at most.
constexpr int64_t mostTrips = 3;

class Execution {
public:
  Execution(const Problem &problem, const Solution &solution, uint64_t seed)
      : problem(problem), solution(solution), random(seed),
        newest(problem.buffers.size(), undefined),
        isFlying(solution.transfers.size()) {
    findSlots();
    startsAt.resize(problem.numSteps() + 1);
    for (size_t i = 0; i < solution.transfers.size(); ++i)
      startsAt[solution.transfers[i].start].push_back(i);
  }

  std::string run() {
    std::set<BufferId> filled;
    for (size_t i = 0; i < solution.residencies.size(); ++i) {
      const Residency &residency = solution.residencies[i];
      const BufferId id = residency.buffer;
      if (!problem.buffers[id].liveIn || residency.tier != problem.homeOf(id) ||
          residency.range.begin != 0 || !filled.insert(id).second)
        continue;
      newest[id] = ++versions;
      write(static_cast<ResidencyId>(i), newest[id]);
    }
    runBody({0, problem.numSteps()}, {});
    issue(problem.numSteps());
    for (BufferId id = 0; id < static_cast<BufferId>(newest.size()); ++id)
      if (problem.buffers[id].liveOut && newest[id] != undefined &&
          !isAtHome(id))
        complain("live-out buffer " + std::to_string(id) + " is not at home");
    return complaint;
  }

private:
  using Version = int64_t;
  static constexpr Version undefined = 0, garbage = -1;

  /// Residencies of a buffer at one place are one slot.
  void findSlots() {
    std::map<std::tuple<BufferId, TierId, Offset>, size_t> slots;
    std::vector<ResidencyId> first;
    for (const Residency &residency : solution.residencies) {
      auto [slot, isNew] = slots.insert(
          {{residency.buffer, residency.tier, residency.offset.value_or(-1)},
           slots.size()});
      if (isNew)
        first.push_back(static_cast<ResidencyId>(slotOf.size()));
      slotOf.push_back(slot->second);
    }
    memory.assign(first.size(), undefined);
    overlapping.resize(first.size());
    for (size_t a = 0; a < first.size(); ++a)
      for (size_t b = 0; b < a; ++b)
        if (shareBytes(solution.residencies[first[a]],
                       solution.residencies[first[b]])) {
          overlapping[a].push_back(b);
          overlapping[b].push_back(a);
        }
  }

  /// What has no offset is apart from all else.
  bool shareBytes(const Residency &a, const Residency &b) const {
    return a.tier == b.tier && a.offset && b.offset &&
           *a.offset - *b.offset < problem.buffers[b.buffer].size &&
           *b.offset - *a.offset < problem.buffers[a.buffer].size;
  }

  Version read(ResidencyId id) const { return memory[slotOf[id]]; }
  void write(ResidencyId id, Version version) {
    memory[slotOf[id]] = version;
    for (size_t other : overlapping[slotOf[id]])
      memory[other] = garbage;
  }

  void complain(const std::string &what) {
    if (complaint.empty())
      complaint = what;
  }

  bool isAtHome(BufferId id) const {
    for (size_t i = 0; i < solution.residencies.size(); ++i) {
      const Residency &residency = solution.residencies[i];
      if (residency.buffer == id && residency.tier == problem.homeOf(id) &&
          residency.range.end >= problem.numSteps() &&
          read(static_cast<ResidencyId>(i)) == newest[id])
        return true;
    }
    return false;
  }

  void arrive(size_t index) {
    const Transfer &transfer = solution.transfers[index];
    isFlying[index] = false;
    write(transfer.to, read(transfer.from));
  }

  /// Waits for what started at \p from or later.
  void await(Step step, Step from) {
    for (size_t i = 0; i < solution.transfers.size(); ++i)
      if (isFlying[i] && solution.transfers[i].done == step &&
          solution.transfers[i].start >= from)
        arrive(i);
  }

  void issue(Step step) {
    std::vector<size_t> instant;
    for (size_t i : startsAt[step]) {
      const Transfer &transfer = solution.transfers[i];
      const BufferId buffer = solution.residencies[transfer.from].buffer;
      const std::string name = "transfer " + std::to_string(i);
      if (newest[buffer] != undefined && read(transfer.from) != newest[buffer])
        complain(name + " copies old data");
      if (isFlying[i])
        complain(name + " is still in flight");
      isFlying[i] = true;
      if (transfer.done == step)
        instant.push_back(i);
      // Writing the same bytes again harms nobody.
      else if (read(transfer.to) != read(transfer.from))
        write(transfer.to, garbage);
    }
    for (size_t i : instant)
      arrive(i);
  }

  void runOp(Step step) {
    const std::vector<Access> &accesses = problem.ops[step].accesses;
    for (size_t k = 0; k < accesses.size(); ++k) {
      const BufferId buffer = accesses[k].buffer;
      if (accesses[k].reads() && newest[buffer] != undefined &&
          read(solution.served[step][k]) != newest[buffer])
        complain("op " + std::to_string(step) + " reads old data of buffer " +
                 std::to_string(buffer));
    }
    for (size_t k = 0; k < accesses.size(); ++k)
      if (accesses[k].writes())
        write(solution.served[step][k],
              newest[accesses[k].buffer] = ++versions);
  }

  /// A buffer whose live range does not cover a loop is new in each trip,
  /// unless it has contents when the loop is entered.
  void forget(LiveRange body, const std::vector<Version> &onEntry) {
    for (size_t id = 0; id < problem.buffers.size(); ++id) {
      const Buffer &buffer = problem.buffers[id];
      if (!buffer.range.covers(body) && !buffer.liveIn &&
          (body.contains(buffer.range.begin) || onEntry[id] == undefined))
        newest[id] = undefined;
    }
  }

  /// The outermost loop that begins at \p step inside of \p body and is not in
  /// \p around.
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

  /// \p around: the loops we are in.
  void runBody(LiveRange body, const std::set<size_t> &around) {
    for (Step step = body.begin; step < body.end;) {
      if (step > body.begin)
        await(step, body.begin);
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
      for (int64_t n = isSkipped ? 0 : random.in(1, mostTrips); n > 0; --n) {
        forget(loop.range, onEntry);
        runBody(loop.range, inside);
      }
      step = loop.range.end;
    }
    await(body.end, body.begin);
  }

  const Problem &problem;
  const Solution &solution;
  Random random;
  std::vector<size_t> slotOf;                   // By residency.
  std::vector<std::vector<size_t>> overlapping; // By slot.
  std::vector<Version> memory;                  // By slot.
  std::vector<Version> newest;                  // By buffer.
  std::vector<bool> isFlying;                   // By transfer.
  std::vector<std::vector<size_t>> startsAt;    // By step.
  Version versions = 0;
  std::string complaint;
};

} // namespace

bool stress::canExecute(const Problem &problem, const Solution &solution) {
  constexpr double mostSteps = 3000;
  constexpr size_t mostResidencies = 500;
  if (problem.isCyclic || solution.residencies.size() > mostResidencies ||
      std::any_of(solution.transfers.begin(), solution.transfers.end(),
                  [](const Transfer &transfer) { return transfer.part; }))
    return false;
  double numSteps = 0;
  for (Step step = 0; step < problem.numSteps(); ++step) {
    double trips = 1;
    for (const Loop &loop : problem.loops)
      if (loop.range.contains(step))
        trips *= mostTrips;
    numSteps += trips;
  }
  return numSteps <= mostSteps;
}

std::string stress::execute(const Problem &problem, const Solution &solution,
                            uint64_t seed) {
  return Execution(problem, solution, seed).run();
}
