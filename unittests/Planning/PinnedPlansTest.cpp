//===- PinnedPlansTest.cpp - Recorded plans, and their legality -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random changes of plans for random problems, as solvers make them. Each plan
// must be legal, have the makespan of lib/Simulator, and equal its recorded
// digest.
//
//===----------------------------------------------------------------------===//

#include "../../fuzz/stress/Generators.h"
#include "DenseProblems.h"
#include "Support/Pinned.h"
#include "Support/TestRandom.h"

#include "../../lib/Planning/BackingPlan.h"
#include "../../lib/Planning/IncrementalSimulator.h"
#include "../../lib/Planning/StayDecoder.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::test;

namespace {

const Pinned pinned("unittests/Planning/PinnedPlans.txt",
                    "MemPlacePlanningTests");

void add(Digest &digest, const BufferPlan &plan) {
  digest.add(std::ssize(plan.stays));
  for (const Stay &stay : plan.stays)
    digest.addAll(std::vector<int64_t>{stay.tier, stay.range.begin,
                                       stay.range.end, stay.offset.value_or(-1),
                                       stay.reservedEnd});
  digest.add(std::ssize(plan.transfers));
  for (const StayTransfer &transfer : plan.transfers)
    digest.addAll(std::vector<int64_t>{transfer.from, transfer.to,
                                       transfer.channel, transfer.start,
                                       transfer.done, transfer.tail});
  digest.addAll(plan.serving);
}

void add(Digest &digest, const Solution &solution) {
  for (const Residency &one : solution.residencies)
    digest.addAll(std::vector<int64_t>{one.buffer, one.tier,
                                       one.offset.value_or(-1), one.range.begin,
                                       one.range.end});
  for (const Transfer &one : solution.transfers)
    digest.addAll(std::vector<int64_t>{one.from, one.to, one.channel, one.start,
                                       one.done});
  for (const std::vector<ResidencyId> &served : solution.served)
    digest.addAll(served);
}

/// Changes one plan, and keeps a digest of all results.
class Changes {
public:
  /// Starts with \p base.
  Changes(const AccessIndex &uses, const Placement &base, uint64_t seed)
      : uses(uses), placement(base), decoder(uses, base), simulator(uses),
        random(seed) {
    placement.keepReservations();
    isJournaled = random.chance(40);
    if (isJournaled)
      placement.keepJournal();
    for (BufferId buffer = 0; buffer < numBuffers(); ++buffer) {
      bases.push_back(placement.sizesOf(buffer));
      tell(buffer, {}, placement.planOf(buffer));
    }
    digest.add(simulator.restart());
  }

  /// Makes some changes, and expects that each result is correct.
  void run() {
    std::vector<BufferId> used;
    for (BufferId buffer = 0; buffer < numBuffers(); ++buffer)
      if (!uses.byBuffer[buffer].empty())
        used.push_back(buffer);
    expectSound();
    for (size_t left = 2 * used.size(); left > 0; --left)
      change(random.pick(used));
    expectSound();
    addTimes();
    digest.add(simulator.restart());
  }

  Digest digest;

private:
  BufferId numBuffers() const {
    return static_cast<BufferId>(uses.problem.buffers.size());
  }
  TierId baseTierOf(BufferId buffer) const {
    return placement.planOf(buffer).stays[0].tier;
  }

  /// Changes the plan of a buffer, and undoes the change in some cases.
  void change(BufferId buffer) {
    const BufferPlan before = placement.planOf(buffer);
    const Placement::Sizes sizes = placement.sizesOf(buffer);
    const PlacedBuffer placed = placement.placedBuffer(buffer);
    const Placement::Mark mark = placement.mark();
    const bool isTakenOut = !isJournaled && random.chance(30);
    if (isTakenOut)
      placement.removeSince(buffer, bases[buffer]);
    random.chance(60) ? decode(buffer) : addOne(buffer);
    const BufferPlan after = placement.planOf(buffer);
    add(digest, after);
    tell(buffer, before, after);
    digest.add(updated());
    if (random.chance(70)) {
      simulator.keep();
      if (random.chance(30))
        expectSound();
      return;
    }
    tell(buffer, after, before);
    simulator.undo();
    if (isJournaled && random.chance(50)) {
      placement.rewind(mark);
    } else if (isJournaled || (!isTakenOut && random.chance(50))) {
      placement.removeSince(buffer, sizes);
    } else {
      placement.removeSince(buffer, bases[buffer]);
      placement.restore(buffer, placed);
    }
    add(digest, placement.planOf(buffer));
  }

  StayPolicy drawPolicy() {
    StayPolicy policy;
    policy.hide = random.chance(85);
    policy.fit = random.chance(50) ? Arena::Fit::Best : Arena::Fit::First;
    policy.minSaving = random.chance(70) ? -infinity : 0;
    policy.valueOfFreeTime = random.chance(70) ? 0 : 0.5;
    policy.stallWeight = random.chance(70) ? 1 : 0.25;
    policy.maxLead = random.chance(70) ? infinity : 1.5;
    policy.hiddenShare = random.chance(70) ? 1 : 0.5 * double(random.in(0, 4));
    if (random.chance(40))
      policy.lead = static_cast<int32_t>(random.in(0, 5));
    if (random.chance(40))
      policy.leadOnTheWay = static_cast<int32_t>(random.in(0, 4));
    if (random.chance(30))
      policy.awaitAhead = static_cast<int32_t>(random.in(1, 3));
    if (random.chance(40))
      policy.evictSteps = static_cast<int32_t>(random.in(0, 4));
    if (random.chance(30))
      policy.evictDelay = static_cast<int32_t>(random.in(1, 3));
    policy.servesFromRelays = random.chance(40);
    return policy;
  }

  void decode(BufferId buffer) {
    std::vector<TierId> tiers(baseTierOf(buffer));
    std::iota(tiers.begin(), tiers.end(), 0);
    const auto numUses = static_cast<int32_t>(uses.byBuffer[buffer].size());
    Choices choices;
    choices.policy = drawPolicy();
    if (random.chance(30))
      choices.maxKeep = 0.5 * static_cast<double>(random.in(0, 6));
    if (random.chance(30))
      choices.firstUse = static_cast<int32_t>(random.in(0, numUses - 1));
    if (random.chance(30))
      choices.lastUse =
          static_cast<int32_t>(random.in(choices.firstUse, numUses));
    choices.restMayMove = random.chance(40);
    choices.fastest = static_cast<TierId>(random.chance(80) ? 0 : 1);
    choices.isInnermostFirst = random.chance(30);
    choices.mayOutlastLoops = random.chance(80);
    choices.firstDecoded = static_cast<int32_t>(random.in(0, numUses));
    choices.staysAlways = random.chance(50);
    int64_t calls = random.chance(80) ? 1000 : random.in(0, 3);
    digest.add(decoder.lifeOf(buffer));
    for (TierId tier : tiers)
      digest.add(decoder.savingOf(placement, buffer, tier, choices.policy));
    decoder.insert(placement, buffer, tiers, choices,
                   [&] { return calls-- > 0; });
  }

  void addOne(BufferId buffer) {
    const auto numUses = static_cast<int32_t>(uses.byBuffer[buffer].size());
    StayRequest request;
    request.buffer = buffer;
    request.tier = static_cast<TierId>(
        random.in(0, std::ssize(uses.problem.target.tiers) - 1));
    request.firstUse = static_cast<int32_t>(random.in(0, numUses - 1));
    request.lastUse = static_cast<int32_t>(random.in(
        request.firstUse,
        uses.mayWrapAround(buffer) ? request.firstUse + numUses : numUses - 1));
    // Uses fixed by earlier stays are not requested again.
    for (int32_t use = request.firstUse; use <= request.lastUse; ++use)
      if (placement.planOf(buffer).serving[use % numUses] != 0)
        return;
    const std::optional<StayOutcome> outcome =
        addStay(uses, placement, request, drawPolicy(),
                {random.chance(60), random.chance(50)});
    digest.add(int64_t(outcome.has_value()));
    if (!outcome)
      return;
    digest.add(outcome->saving);
    digest.add(int64_t(outcome->lastUse));
  }

  /// Reports the change of a plan to the simulator.
  void tell(BufferId buffer, const BufferPlan &old, const BufferPlan &fresh) {
    for (const StayTransfer &transfer : old.transfers)
      simulator.remove(buffer, transfer);
    for (const StayTransfer &transfer : fresh.transfers)
      simulator.add(buffer, transfer);
    for (size_t u = 0; u < uses.byBuffer[buffer].size(); ++u) {
      const BufferUse &use = uses.byBuffer[buffer][u];
      for (int32_t k : use.accesses) {
        const StayId stay =
            servingAccess(uses.problem, fresh, fresh.serving[u],
                          uses.problem.ops[use.step].accesses[k]);
        simulator.serve(use.step, k, fresh.stays[stay].tier);
      }
    }
  }

  /// Adds the time that the traffic model has left, and the time used by each
  /// buffer.
  void addTimes() {
    const Traffic &traffic = placement.getTraffic();
    const auto numChannels =
        static_cast<ChannelId>(uses.problem.target.channels.size());
    for (Step step = 0; step < uses.problem.numSteps(); ++step) {
      digest.add(traffic.durationOf(step));
      for (ChannelId channel = 0; channel < numChannels; ++channel)
        digest.add(traffic.roomOf(channel, step));
    }
    for (BufferId buffer = 0; buffer < numBuffers(); ++buffer)
      for (const Reservation &one :
           placement.placedBuffer(buffer).reservations) {
        digest.add(one.step);
        digest.add(one.bytes);
      }
  }

  void expectSound() {
    const Solution solution = assemble(uses, placement.getPlans());
    add(digest, solution);
    const std::optional<Violation> violation = verify(uses.problem, solution);
    EXPECT_FALSE(violation)
        << ruleName(violation->rule) << ": " << violation->message;
    if (violation)
      return;
    size_t numTransfers = 0;
    for (const BufferPlan &plan : placement.getPlans())
      numTransfers += plan.transfers.size();
    // Assembling drops transfers of contents that no op needs any more.
    if (solution.transfers.size() < numTransfers)
      return;
    const double expected = makespan(uses.problem, solution);
    EXPECT_NEAR(updated(), expected, 1e-9 * longest + 1e-12);
  }

  /// Returns the current makespan, seconds.
  double updated() {
    const double seconds = simulator.update();
    longest = std::max(longest, seconds);
    return seconds;
  }

  const AccessIndex &uses;
  Placement placement;
  const StayDecoder decoder;
  IncrementalSimulator simulator;
  TestRandom random;
  bool isJournaled = false;
  std::vector<Placement::Sizes> bases; // By buffer.
  double longest =
      0; // Longest makespan so far, seconds: scales the rounding error.
};

/// Returns the digest of a problem: its bases, and changes of one base.
std::string planAtRandom(const Problem &problem, uint64_t seed) {
  const AccessIndex uses(problem);
  Digest digest;
  std::optional<Placement> chosen;
  std::vector<BackingResult> bases;
  bases.push_back(buildHomePlacement(uses));
  bases.push_back(buildFastestPlacement(uses));
  bases.push_back(buildBasePlacement(uses));
  for (const BackingResult &base : bases) {
    digest.add(int64_t(base.isInfeasible));
    digest.add(std::string_view(base.message));
    if (!base.placement)
      continue;
    for (const BufferPlan &plan : base.placement->getPlans())
      add(digest, plan);
    if (!chosen || seed % 2)
      chosen = base.placement;
  }
  for (const std::string &note : noteUnreachableTiers(problem.target))
    digest.add(std::string_view(note));
  if (chosen) {
    Changes changes(uses, *chosen, seed);
    changes.run();
    digest.add(std::string_view(changes.digest.text()));
  }
  return digest.text();
}

/// A range of random problems.
struct Seeds {
  bool areDense = false;
  uint64_t first = 0;
};

/// Returns no problem if it is too large or has no buffer.
std::optional<Problem> makeProblem(bool isDense, uint64_t seed) {
  constexpr size_t largest = 30; // Buffers.
  Problem problem = isDense ? memplace::testing::DenseProblem(seed).make()
                            : stress::makePlacementProblem(seed);
  if (problem.buffers.size() > largest || check(problem))
    return std::nullopt;
  return problem;
}

class PinnedPlansTest : public ::testing::TestWithParam<Seeds> {};

// A hundred problems for each case.
TEST_P(PinnedPlansTest, PlansAreLegalCorrectlyTimedAndAsRecorded) {
  const auto [areDense, first] = GetParam();
  std::vector<std::string> digests;
  for (uint64_t seed = first; seed < first + 100; ++seed) {
    SCOPED_TRACE(seed);
    if (std::optional<Problem> problem = makeProblem(areDense, seed))
      digests.push_back(planAtRandom(*problem, seed));
  }
  pinned.expect((areDense ? "dense from " : "odd from ") +
                    std::to_string(first),
                digests);
}

std::vector<Seeds> makeSeeds() {
  std::vector<Seeds> seeds;
  for (bool areDense : {false, true})
    for (uint64_t i = 0; i < (areDense ? 10 : 8); ++i)
      seeds.push_back({areDense, 100 * i});
  return seeds;
}

INSTANTIATE_TEST_SUITE_P(Seeds, PinnedPlansTest,
                         ::testing::ValuesIn(makeSeeds()),
                         [](const ::testing::TestParamInfo<Seeds> &info) {
                           return (info.param.areDense ? "dense_" : "odd_") +
                                  std::to_string(info.param.first);
                         });

} // namespace
