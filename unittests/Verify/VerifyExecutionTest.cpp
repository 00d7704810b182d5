//===- VerifyExecutionTest.cpp - Legal placements execute correctly -------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks random small placements against code that shares nothing with verify:
// an execution with all loops unrolled, and the definitions of R3 and R6 in
// terms of sets.
//
//===----------------------------------------------------------------------===//

#include "RandomPlacement.h"
#include "Support/Execution.h"
#include "Support/Mutation.h"
#include "memplace/Verify/Verify.h"

#include "memplace/IO/JSON.h"

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

/// Features of the legal placements, so that a test can ensure its coverage.
struct Seen {
  int legal = 0;
  int transfersAndLoops = 0;
  int skips = 0;
  int wrapped = 0; // Placements that use the head of a wrapped transfer.
  int stays = 0;   // Placements that rely on the previous invocation.
};

/// Returns true if \p id serves an access.
bool isUsed(const Solution &solution, ResidencyId id) {
  for (const std::vector<ResidencyId> &ids : solution.served)
    if (std::count(ids.begin(), ids.end(), id) > 0)
      return true;
  return false;
}

void note(const Problem &problem, const Solution &solution, Seen &seen) {
  ++seen.legal;
  seen.transfersAndLoops +=
      !problem.loops.empty() && !solution.transfers.empty();
  for (const Loop &loop : problem.loops)
    seen.skips += loop.maySkip;
  std::set<ResidencyId> filled;
  bool hasWrapped = false, stays = false;
  for (const Transfer &transfer : solution.transfers) {
    filled.insert(transfer.to);
    hasWrapped |= transfer.isWrapped() && isUsed(solution, transfer.to);
  }
  for (size_t id = 0; id < solution.residencies.size(); ++id) {
    const Residency &residency = solution.residencies[id];
    const Buffer &buffer = problem.buffers[residency.buffer];
    stays |= buffer.liveIn && residency.tier != problem.homeOf(buffer) &&
             residency.range.begin == 0 && !solution.served[0].empty() &&
             solution.served[0][0] == static_cast<ResidencyId>(id) &&
             problem.ops[0].accesses[0].reads() && !filled.count(id);
  }
  seen.wrapped += hasWrapped;
  seen.stays += stays;
}

/// Executes all legal placements among the random ones.
Seen executeLegalOnes(uint64_t numSeeds, Kind kind) {
  Seen seen;
  for (uint64_t seed = 0; seed < numSeeds; ++seed) {
    TestRandom random(seed);
    Problem problem = randomProblem(random, kind);
    if (std::optional<Error> error = check(problem)) {
      ADD_FAILURE() << error->message;
      return seen;
    }
    for (int i = 0; i < 10; ++i) {
      Solution solution = randomSolution(random, problem, kind);
      if (verify(problem, solution))
        continue;
      note(problem, solution, seen);
      for (int run = 0; run < 4; ++run) {
        std::string complaint = execute(problem, solution, random);
        if (complaint.empty())
          continue;
        ADD_FAILURE() << complaint << "\nseed " << seed << "\n"
                      << printProblem(problem)
                      << printSolution(problem, solution);
        return seen;
      }
    }
  }
  return seen;
}

TEST(VerifyExecutionTest, LegalPlacementsReadTheNewestDataInEveryTrip) {
  Seen seen = executeLegalOnes(60000, {.hasLoops = true});
  // A smaller sample would prove little.
  EXPECT_GT(seen.legal, 10000);
  EXPECT_GT(seen.transfersAndLoops, 1000);
  EXPECT_GT(seen.skips, 1000);
}

TEST(VerifyExecutionTest,
     LegalCyclicPlacementsReadTheNewestDataInEveryInvocation) {
  Seen seen = executeLegalOnes(60000, {.hasLoops = true, .isCyclic = true});
  EXPECT_GT(seen.legal, 10000);
  EXPECT_GT(seen.transfersAndLoops, 1000);
  EXPECT_GT(seen.wrapped, 500);
  EXPECT_GT(seen.stays, 500);
}

//===----------------------------------------------------------------------===//
// R3 and R6 from their definitions
//===----------------------------------------------------------------------===//

/// Returns true if the next invocation continues the contents of \p id.
bool isContinued(const Problem &problem, const Solution &solution, size_t id) {
  const Residency &tail = solution.residencies[id];
  const Buffer &buffer = problem.buffers[tail.buffer];
  bool isWritten = false;
  for (const Op &op : problem.ops)
    for (const Access &access : op.accesses)
      isWritten |= access.writes() && access.buffer == tail.buffer;
  if (!problem.isCyclic || !buffer.liveIn || (isWritten && !buffer.liveOut) ||
      tail.range.end != problem.numSteps())
    return false;
  return std::any_of(solution.residencies.begin(), solution.residencies.end(),
                     [&](const Residency &head) {
                       return head.buffer == tail.buffer &&
                              head.tier == tail.tier &&
                              head.offset == tail.offset &&
                              head.range.begin == 0;
                     });
}

/// Compares all pairs, step by step.
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
    if (step == problem.numSteps() && isContinued(problem, solution, id))
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

/// R6 and R9 without loops: the set of bytes with the newest contents, by
/// residency.
class Holders {
public:
  Holders(const Problem &problem, const Solution &solution)
      : problem(problem), solution(solution) {}

  bool usesOldData = false;
  bool lacksResults = false; // R9.

  /// A continued residency holds the newest contents at T if its predecessor
  /// does. Therefore first assumes all continued residencies to be current,
  /// then drops those that are not current at T, until nothing changes.
  void run() {
    std::set<ResidencyId> continued;
    for (size_t id = 0; id < solution.residencies.size(); ++id)
      if (isContinued(problem, solution, id))
        continued.insert(static_cast<ResidencyId>(id));
    for (size_t before = continued.size() + 1; before != continued.size();) {
      before = continued.size();
      runOnce(continued);
      std::erase_if(continued, [&](ResidencyId id) { return !isComplete(id); });
    }
  }

private:
  bool isComplete(ResidencyId id) const { return isFilled[id]; }
  void fill(ResidencyId id) { isFilled[id] = true; }

  bool areAtOnePlace(ResidencyId a, ResidencyId b) const {
    return solution.residencies[a].buffer == solution.residencies[b].buffer &&
           solution.residencies[a].tier == solution.residencies[b].tier &&
           solution.residencies[a].offset == solution.residencies[b].offset;
  }

  /// Returns the head or the tail at the place of \p id: the residency that
  /// begins at step 0, or the one that ends at T.
  ResidencyId endOfPlace(ResidencyId id, bool isHead) const {
    for (size_t other = 0; other < solution.residencies.size(); ++other) {
      LiveRange range = solution.residencies[other].range;
      if (areAtOnePlace(id, static_cast<ResidencyId>(other)) &&
          (isHead ? range.begin == 0 : range.end == problem.numSteps()))
        return static_cast<ResidencyId>(other);
    }
    return id;
  }

  void begin(const std::set<ResidencyId> &continued) {
    usesOldData = lacksResults = false;
    isFilled.assign(solution.residencies.size(), false);
    withContents.clear();
    for (size_t i = 0; i < solution.residencies.size(); ++i) {
      auto id = static_cast<ResidencyId>(i);
      const Residency &residency = solution.residencies[id];
      if (problem.buffers[residency.buffer].liveIn &&
          residency.tier == problem.homeOf(residency.buffer) &&
          residency.range.begin == 0 &&
          withContents.insert(residency.buffer).second)
        fill(id);
      for (ResidencyId tail : continued)
        if (residency.range.begin == 0 && areAtOnePlace(id, tail))
          fill(id);
    }
    for (size_t id = 0; id < problem.buffers.size(); ++id)
      if (problem.buffers[id].liveIn)
        withContents.insert(static_cast<BufferId>(id));
  }

  void arrive(const Transfer &transfer) {
    fill(transfer.isWrapped() ? endOfPlace(transfer.to, true) : transfer.to);
  }

  void boundary(Step step) {
    for (const Transfer &transfer : solution.transfers)
      if (transfer.done == step && transfer.start != step)
        arrive(transfer);
    for (const Transfer &transfer : solution.transfers) {
      if (transfer.start != step)
        continue;
      ResidencyId from = transfer.isWrapped() ? endOfPlace(transfer.from, false)
                                              : transfer.from;
      usesOldData |=
          !isComplete(from) || solution.residencies[from].range.end < step;
    }
    for (const Transfer &transfer : solution.transfers)
      if (transfer.start == step && transfer.done == step)
        arrive(transfer);
  }

  void runOp(Step step) {
    const Op &op = problem.ops[step];
    for (size_t k = 0; k < op.accesses.size(); ++k) {
      BufferId buffer = op.accesses[k].buffer;
      ResidencyId id = solution.served[step][k];
      bool isFirst = withContents.insert(buffer).second;
      usesOldData |= op.accesses[k].reads() && !isFirst && !isComplete(id);
      if (isFirst)
        fill(id);
      if (!op.accesses[k].writes())
        continue;
      for (size_t other = 0; other < isFilled.size(); ++other)
        if (solution.residencies[other].buffer == buffer)
          isFilled[other] = false;
      fill(id);
    }
  }

  void runOnce(const std::set<ResidencyId> &continued) {
    begin(continued);
    for (Step step = 0; step <= problem.numSteps(); ++step) {
      boundary(step);
      if (step < problem.numSteps())
        runOp(step);
    }
    for (size_t b = 0; b < problem.buffers.size(); ++b) {
      auto buffer = static_cast<BufferId>(b);
      bool isAtHome = !problem.buffers[b].liveOut;
      for (size_t id = 0; id < isFilled.size(); ++id)
        isAtHome |= solution.residencies[id].buffer == buffer &&
                    solution.residencies[id].tier == problem.homeOf(buffer) &&
                    solution.residencies[id].range.end >= problem.numSteps() &&
                    (!withContents.contains(buffer) ||
                     isComplete(static_cast<ResidencyId>(id)));
      lacksResults |= !isAtHome;
    }
  }

  const Problem &problem;
  const Solution &solution;
  std::vector<bool> isFilled; // By residency: with the newest contents.
  std::set<BufferId> withContents;
};

/// Compares random placements with the definitions. Returns the number of
/// violations by rule and, as Rule::Form, the number of legal placements.
std::map<Rule, int> compareWithDefinitions(uint64_t numSeeds, Kind kind) {
  std::map<Rule, int> counts;
  for (uint64_t seed = 0; seed < numSeeds; ++seed) {
    TestRandom random(seed);
    Problem problem = randomProblem(random, kind);
    Solution solution = randomSolution(random, problem, kind);
    std::optional<Violation> violation = verify(problem, solution);
    Rule rule = violation ? violation->rule : Rule::Form;
    ++counts[rule];
    // `verify` checks these rules before R3, or between R3 and R6.
    if (rule == Rule::R1Tier || rule == Rule::R4WithinLife)
      continue;
    EXPECT_EQ(overlapsSomewhere(problem, solution), rule == Rule::R3NoOverlap);
    if (!violation || rule == Rule::R6NewestData || rule == Rule::R9LiveOut) {
      Holders holders(problem, solution);
      holders.run();
      // At the end, missing contents of a continued residency violate R6.
      if (problem.isCyclic)
        EXPECT_EQ(holders.usesOldData || holders.lacksResults, !!violation);
      else
        EXPECT_EQ(holders.usesOldData, rule == Rule::R6NewestData);
      if (!holders.usesOldData && !problem.isCyclic)
        EXPECT_EQ(holders.lacksResults, rule == Rule::R9LiveOut);
    }
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << "seed " << seed << "\n"
                    << printProblem(problem)
                    << printSolution(problem, solution);
      break;
    }
  }
  return counts;
}

TEST(VerifyExecutionTest, AgreesWithTheDefinitionsOfR3AndR6) {
  std::map<Rule, int> counts = compareWithDefinitions(60000, {});
  EXPECT_GT(counts[Rule::Form], 1000);
  EXPECT_GT(counts[Rule::R3NoOverlap], 1000);
  EXPECT_GT(counts[Rule::R6NewestData], 1000);
}

TEST(VerifyExecutionTest, AgreesWithTheDefinitionsForCyclicProblems) {
  std::map<Rule, int> counts =
      compareWithDefinitions(60000, {.isCyclic = true});
  EXPECT_GT(counts[Rule::Form], 1000);
  EXPECT_GT(counts[Rule::R3NoOverlap], 1000);
  EXPECT_GT(counts[Rule::R6NewestData], 1000);
}

//===----------------------------------------------------------------------===//
// Garbage
//===----------------------------------------------------------------------===//

TEST(VerifyExecutionTest, SurvivesAnyMutation) {
  std::map<Rule, int> counts;
  int numMutants = 0;
  for (uint64_t seed = 0; seed < 20000; ++seed) {
    TestRandom random(seed);
    Kind kind = {.hasLoops = true, .isCyclic = seed % 4 == 2};
    Problem problem = randomProblem(random, kind);
    Solution solution = randomSolution(random, problem, kind);
    if (verify(problem, solution))
      continue;
    for (int i = 0; i < 20; ++i, ++numMutants) {
      Solution mutant = solution;
      mutate(mutant, random);
      std::optional<Violation> violation = verify(problem, mutant);
      if (!violation)
        continue;
      EXPECT_NE(violation->message, "");
      ++counts[violation->rule];
    }
  }
  EXPECT_GT(numMutants, 5000);
  // All rules occurred, so each was tested.
  EXPECT_EQ(counts.size(), 11u) << testing::PrintToString(numMutants);
}

} // namespace
