//===- VerifyExecutionTest.cpp - Legal placements run right, illegal ones are
// found ===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random small placements, checked against code that shares nothing with
// verify: an execution in a memory of slots with every loop unrolled, and the
// definitions of R3 and R6 as sets.
//
//===----------------------------------------------------------------------===//

#include "RandomPlacement.h"

#include "memplace/Problem/JSON.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <map>
#include <set>

using namespace memplace;
using namespace memplace::test;

namespace {

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

/// Runs a placement with every loop unrolled, each for a random number of
/// trips, and looks whether each read and copy sees the newest contents.
class Execution {
public:
  Execution(const Problem &problem, const Solution &solution, Random &random)
      : problem(problem), solution(solution), random(random),
        newest(problem.buffers.size(), undefined),
        isFlying(solution.transfers.size()) {}

  /// Empty if all is well.
  std::string run() {
    for (size_t id = 0; id < problem.buffers.size(); ++id)
      if (problem.buffers[id].liveIn)
        newest[id] = ++versions;
    std::set<BufferId> filled;
    for (const Residency &residency : solution.residencies)
      if (problem.buffers[residency.buffer].liveIn &&
          residency.tier == problem.homeOf(residency.buffer) &&
          residency.range.begin == 0 && filled.insert(residency.buffer).second)
        memory[slotOf(residency)] = newest[residency.buffer];
    runBody({0, problem.numSteps()}, {});
    issue(problem.numSteps());
    for (size_t id = 0; id < problem.buffers.size(); ++id)
      if (problem.buffers[id].liveOut && newest[id] != undefined &&
          !isAtHome(static_cast<BufferId>(id)))
        complain("live-out buffer " + std::to_string(id) + " is not at home");
    return complaint;
  }

private:
  using Version = int64_t;
  static constexpr Version undefined = 0, garbage = -1;
  using Slot = std::tuple<TierId, Offset>;

  /// An external buffer's home is apart from all slots.
  Slot slotOf(const Residency &residency) const {
    return {residency.tier, residency.offset.value_or(-1 - residency.buffer)};
  }
  Slot slotOf(ResidencyId id) const { return slotOf(solution.residencies[id]); }

  void complain(const std::string &what) {
    if (complaint.empty())
      complaint = what;
  }

  bool isAtHome(BufferId id) {
    for (const Residency &residency : solution.residencies)
      if (residency.buffer == id && residency.tier == problem.homeOf(id) &&
          residency.range.end >= problem.numSteps() &&
          memory[slotOf(residency)] == newest[id])
        return true;
    return false;
  }

  void arrive(size_t index) {
    const Transfer &transfer = solution.transfers[index];
    isFlying[index] = false;
    memory[slotOf(transfer.to)] = memory[slotOf(transfer.from)];
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
    for (size_t i = 0; i < solution.transfers.size(); ++i) {
      const Transfer &transfer = solution.transfers[i];
      if (transfer.start != step)
        continue;
      BufferId buffer = solution.residencies[transfer.from].buffer;
      if (newest[buffer] != undefined &&
          memory[slotOf(transfer.from)] != newest[buffer])
        complain("transfer " + std::to_string(i) + " copies old data");
      if (isFlying[i])
        complain("transfer " + std::to_string(i) + " is still in flight");
      isFlying[i] = true;
      if (transfer.done == step)
        instant.push_back(i);
      // Writing the same bytes again harms nobody.
      else if (memory[slotOf(transfer.to)] != memory[slotOf(transfer.from)])
        memory[slotOf(transfer.to)] = garbage;
    }
    for (size_t i : instant)
      arrive(i);
  }

  void runOp(Step step) {
    const std::vector<Access> &accesses = problem.ops[step].accesses;
    for (size_t k = 0; k < accesses.size(); ++k) {
      BufferId buffer = accesses[k].buffer;
      if (accesses[k].reads() && newest[buffer] != undefined &&
          memory[slotOf(solution.served[step][k])] != newest[buffer])
        complain("op " + std::to_string(step) + " reads old data");
    }
    for (size_t k = 0; k < accesses.size(); ++k)
      if (accesses[k].writes())
        memory[slotOf(solution.served[step][k])] = newest[accesses[k].buffer] =
            ++versions;
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

  /// \p around: the loops we are in.
  void runBody(LiveRange body, std::set<size_t> around) {
    for (Step step = body.begin; step < body.end;) {
      if (step > body.begin)
        await(step, body.begin);
      std::optional<size_t> inner;
      for (size_t i = 0; i < problem.loops.size(); ++i) {
        LiveRange range = problem.loops[i].range;
        if (range.begin == step && !around.count(i) && body.covers(range) &&
            (!inner || range.end > problem.loops[*inner].range.end))
          inner = i;
      }
      if (inner) {
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
        continue;
      }
      issue(step);
      runOp(step++);
    }
    await(body.end, body.begin);
  }

  const Problem &problem;
  const Solution &solution;
  Random &random;
  std::map<Slot, Version> memory;
  std::vector<Version> newest; // By buffer.
  std::vector<bool> isFlying;
  Version versions = 0;
  std::string complaint;
};

TEST(VerifyExecutionTest, LegalPlacementsReadTheNewestDataInEveryTrip) {
  int numLegal = 0, numTransfersInLoops = 0, numSkips = 0;
  for (uint64_t seed = 0; seed < 60000; ++seed) {
    Random random(seed);
    Problem problem = randomProblem(random, /*hasLoops=*/true);
    ASSERT_FALSE(check(problem)) << check(problem)->message;
    for (int i = 0; i < 10; ++i) {
      Solution solution = randomSolution(random, problem);
      if (verify(problem, solution))
        continue;
      ++numLegal;
      numTransfersInLoops +=
          !problem.loops.empty() && !solution.transfers.empty();
      for (const Loop &loop : problem.loops)
        numSkips += loop.maySkip;
      for (int run = 0; run < 4; ++run)
        ASSERT_EQ(Execution(problem, solution, random).run(), "")
            << "seed " << seed << "\n"
            << printProblem(problem) << printSolution(problem, solution);
    }
  }
  // Otherwise this shows nothing.
  EXPECT_GT(numLegal, 10000);
  EXPECT_GT(numTransfersInLoops, 1000);
  EXPECT_GT(numSkips, 1000);
}

//===----------------------------------------------------------------------===//
// R3 and R6 from their definitions
//===----------------------------------------------------------------------===//

/// All pairs, step by step.
bool overlapsSomewhere(const Problem &problem, const Solution &solution) {
  auto occupies = [&](size_t id, Step step) {
    const Residency &residency = solution.residencies[id];
    if (!residency.offset)
      return false;
    const Buffer &buffer = problem.buffers[residency.buffer];
    if (step == problem.numSteps() && buffer.liveOut &&
        residency.tier == problem.homeOf(buffer) &&
        residency.range.end == problem.numSteps())
      return true;
    for (const Transfer &transfer : solution.transfers)
      if (transfer.from == static_cast<ResidencyId>(id) &&
          transfer.start == step && transfer.done == step &&
          residency.range.end == step)
        return true;
    return residency.range.contains(step);
  };
  for (size_t a = 0; a < solution.residencies.size(); ++a)
    for (size_t b = 0; b < a; ++b)
      for (Step step = 0; step <= problem.numSteps(); ++step)
        if (solution.residencies[a].tier == solution.residencies[b].tier &&
            occupies(a, step) && occupies(b, step) &&
            std::abs(*solution.residencies[a].offset -
                     *solution.residencies[b].offset) < 16)
          return true;
  return false;
}

/// R6 without loops: the set of residencies with the newest contents.
bool usesOldData(const Problem &problem, const Solution &solution) {
  std::set<ResidencyId> holders;
  std::set<BufferId> withContents;
  for (size_t id = 0; id < solution.residencies.size(); ++id) {
    const Residency &residency = solution.residencies[id];
    if (problem.buffers[residency.buffer].liveIn &&
        residency.tier == problem.homeOf(residency.buffer) &&
        residency.range.begin == 0 &&
        withContents.insert(residency.buffer).second)
      holders.insert(static_cast<ResidencyId>(id));
  }
  for (Step step = 0; step <= problem.numSteps(); ++step) {
    for (const Transfer &transfer : solution.transfers)
      if (transfer.done == step && transfer.start < step)
        holders.insert(transfer.to);
    for (const Transfer &transfer : solution.transfers)
      if (transfer.start == step &&
          (!holders.count(transfer.from) ||
           solution.residencies[transfer.from].range.end < step))
        return true;
    for (const Transfer &transfer : solution.transfers)
      if (transfer.start == step && transfer.done == step)
        holders.insert(transfer.to);
    if (step == problem.numSteps())
      break;
    const Op &op = problem.ops[step];
    for (size_t k = 0; k < op.accesses.size(); ++k) {
      BufferId buffer = op.accesses[k].buffer;
      ResidencyId id = solution.served[step][k];
      bool isFirst =
          !problem.buffers[buffer].liveIn && withContents.insert(buffer).second;
      if (op.accesses[k].reads() && !isFirst && !holders.count(id))
        return true;
      if (isFirst)
        holders.insert(id);
      if (!op.accesses[k].writes())
        continue;
      std::erase_if(holders, [&](ResidencyId other) {
        return solution.residencies[other].buffer == buffer;
      });
      holders.insert(id);
    }
  }
  return false;
}

TEST(VerifyExecutionTest, AgreesWithTheDefinitionsOfR3AndR6) {
  std::map<Rule, int> counts;
  int numLegal = 0;
  for (uint64_t seed = 0; seed < 60000; ++seed) {
    Random random(seed);
    Problem problem = randomProblem(random, /*hasLoops=*/false);
    Solution solution = randomSolution(random, problem);
    std::optional<Violation> violation = verify(problem, solution);
    Rule rule = violation ? violation->rule : Rule::Form;
    ++counts[rule];
    numLegal += !violation;
    SCOPED_TRACE(seed);
    // Rules checked before R3, or between R3 and R6.
    if (rule == Rule::R1Tier || rule == Rule::R4WithinLife)
      continue;
    ASSERT_EQ(overlapsSomewhere(problem, solution), rule == Rule::R3NoOverlap);
    if (violation && rule != Rule::R6NewestData && rule != Rule::R9LiveOut)
      continue;
    ASSERT_EQ(usesOldData(problem, solution), rule == Rule::R6NewestData);
  }
  EXPECT_GT(numLegal, 1000);
  EXPECT_GT(counts[Rule::R3NoOverlap], 1000);
  EXPECT_GT(counts[Rule::R6NewestData], 1000);
}

//===----------------------------------------------------------------------===//
// Garbage
//===----------------------------------------------------------------------===//

template <typename Integer> void mutate(Random &random, Integer &value) {
  switch (random.in(0, 4)) {
  case 0:
    value = std::numeric_limits<Integer>::max();
    break;
  case 1:
    value = std::numeric_limits<Integer>::min();
    break;
  case 2:
    value = static_cast<Integer>(random.in(-9, 9));
    break;
  default:
    // Without overflow.
    value = static_cast<Integer>(static_cast<uint64_t>(value) +
                                 static_cast<uint64_t>(random.in(-2, 2)));
  }
}

void mutate(Random &random, Solution &solution) {
  auto pick = [&](auto &list) -> auto & {
    return list[random.in(0, static_cast<int64_t>(list.size()) - 1)];
  };
  Residency &residency = pick(solution.residencies);
  switch (random.in(0, 12)) {
  case 0:
    return mutate(random, residency.buffer);
  case 1:
    return mutate(random, residency.tier);
  case 2:
    return residency.offset ? mutate(random, *residency.offset) : void();
  case 3:
    return residency.offset.reset();
  case 4:
    return mutate(random, residency.range.begin);
  case 5:
    return mutate(random, residency.range.end);
  case 6: {
    std::vector<ResidencyId> &ids = pick(solution.served);
    return ids.empty() ? void() : mutate(random, pick(ids));
  }
  case 7:
    return std::swap(pick(solution.residencies), residency);
  default:
    if (solution.transfers.empty())
      return;
    Transfer &transfer = pick(solution.transfers);
    switch (random.in(0, 4)) {
    case 0:
      return mutate(random, transfer.from);
    case 1:
      return mutate(random, transfer.to);
    case 2:
      return mutate(random, transfer.channel);
    case 3:
      return mutate(random, transfer.start);
    default:
      return mutate(random, transfer.done);
    }
  }
}

TEST(VerifyExecutionTest, SurvivesAnyMutation) {
  std::map<Rule, int> counts;
  int numMutants = 0;
  for (uint64_t seed = 0; seed < 20000; ++seed) {
    Random random(seed);
    Problem problem = randomProblem(random, /*hasLoops=*/true);
    Solution solution = randomSolution(random, problem);
    if (verify(problem, solution))
      continue;
    for (int i = 0; i < 20; ++i, ++numMutants) {
      Solution mutant = solution;
      for (int64_t n = random.in(1, 3); n > 0; --n)
        mutate(random, mutant);
      std::optional<Violation> violation = verify(problem, mutant);
      if (!violation)
        continue;
      EXPECT_NE(violation->message, "");
      ++counts[violation->rule];
    }
  }
  EXPECT_GT(numMutants, 5000);
  // Every rule was there, so that none went untested.
  EXPECT_EQ(counts.size(), 11u) << testing::PrintToString(numMutants);
}

} // namespace
