//===- MsaPartsTest.cpp - The parts of msa --------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Solver/Msa/TierAllocator.h"
#include "HandProblems.h"
#include "RandomProblems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::msa;
using namespace memplace::testing;
using ::testing::ElementsAre;

namespace {

//===----------------------------------------------------------------------===//
// ChunkHeap
//===----------------------------------------------------------------------===//

// Gaps: [0, 20), [30, 38), and [48, 60) at the top, which counts as unlimited.
TEST(MsaChunkHeapTest, BestFitTakesTheSmallestGapAndTheTopLast) {
  ChunkHeap heap(60, 10);
  heap.take({0, 5}, 20, 10);
  heap.take({0, 5}, 38, 10);

  EXPECT_EQ(heap.find({0, 5}, 8, 1, true), 30);
  EXPECT_EQ(heap.find({0, 5}, 8, 1, false), 0);
  EXPECT_EQ(heap.find({0, 5}, 9, 1, true), 0);
  EXPECT_EQ(heap.find({0, 5}, 20, 1, true), 0);
  EXPECT_EQ(heap.find({0, 5}, 21, 1, true), std::nullopt);
  EXPECT_EQ(heap.find({5, 11}, 60, 1, true), 0);
  EXPECT_EQ(heap.find({4, 6}, 21, 1, true), std::nullopt);
}

TEST(MsaChunkHeapTest, BestFitTakesTheLowestOfEqualGaps) {
  ChunkHeap heap(60, 10); // Gaps: [0, 8), [18, 26), [36, 60).
  heap.take({0, 5}, 8, 10);
  heap.take({0, 5}, 26, 10);

  EXPECT_EQ(heap.find({0, 5}, 8, 1, true), 0);
  EXPECT_EQ(heap.find({0, 5}, 5, 1, true), 0);
}

TEST(MsaChunkHeapTest, TakesTheTopIfNothingElseIsLeft) {
  ChunkHeap heap(23, 10);
  ChunkId low = heap.take({0, 5}, 0, 5);

  EXPECT_EQ(heap.find({0, 5}, 15, 8, true), 8);
  EXPECT_EQ(heap.find({0, 5}, 16, 8, true), std::nullopt);
  heap.release(low);
  EXPECT_EQ(heap.find({0, 5}, 16, 8, true), 0);
}

// [10, 20) is taken during steps [4, 6).
TEST(MsaChunkHeapTest, ReturnsTheStepUpToWhichBytesAreFree) {
  ChunkHeap heap(30, 10);
  heap.take({4, 6}, 10, 10);

  EXPECT_EQ(heap.freeUntil({0, 9}, 0, 11), 4);
  EXPECT_EQ(heap.freeUntil({0, 9}, 0, 10), 9);
  EXPECT_EQ(heap.freeUntil({0, 9}, 20, 10), 9);
  EXPECT_EQ(heap.freeUntil({0, 4}, 15, 1), 4);
  EXPECT_EQ(heap.freeUntil({5, 9}, 15, 1), 5);
  EXPECT_EQ(heap.freeUntil({6, 9}, 15, 1), 9);
}

// 20 of 30 bytes at steps 2 and 3, 10 at step 5.
TEST(MsaChunkHeapTest, ReturnsTheFirstStepWithRoom) {
  ChunkHeap heap(30, 10);
  heap.take({2, 4}, 0, 20);
  heap.take({5, 6}, 20, 10);

  EXPECT_EQ(heap.roomFrom(10, 10), 0);
  EXPECT_EQ(heap.roomFrom(10, 11), 4);
  EXPECT_EQ(heap.roomFrom(10, 20), 4);
  EXPECT_EQ(heap.roomFrom(10, 21), 6);
  EXPECT_EQ(heap.roomFrom(5, 21), 4);
  EXPECT_EQ(heap.roomFrom(3, 21), 3);
}

/// The answers of a heap by a linear search over all chunks.
struct SlowHeap {
  struct Chunk {
    LiveRange range;
    Offset offset;
    int64_t size;
  };
  std::map<ChunkId, Chunk> chunks;

  bool isFree(LiveRange range, Offset offset, int64_t size) const {
    return std::none_of(chunks.begin(), chunks.end(), [&](const auto &entry) {
      const Chunk &other = entry.second;
      return other.range.overlaps(range) && other.offset < offset + size &&
             offset < other.offset + other.size;
    });
  }
  std::optional<Offset> findFirst(LiveRange range, int64_t size,
                                  int64_t capacity) const {
    for (Offset offset = 0; offset + size <= capacity; offset += 2)
      if (isFree(range, offset, size))
        return offset;
    return std::nullopt;
  }
};

TEST(MsaChunkHeapTest, AgreesWithALinearSearch) {
  constexpr int64_t capacity = 40;
  constexpr Step numSteps = 30;
  ChunkHeap heap(capacity, numSteps);
  SlowHeap slow;
  std::mt19937_64 random(1);
  for (int i = 0; i < 3000; ++i) {
    const Step begin = static_cast<Step>(random() % numSteps);
    const Step length = static_cast<Step>(1 + random() % 9);
    const LiveRange range = {begin, std::min(numSteps + 1, begin + length)};
    const int64_t size = static_cast<int64_t>(1 + random() % 12);
    const std::optional<Offset> first = heap.find(range, size, 2, false);
    ASSERT_EQ(first, slow.findFirst(range, size, capacity)) << i;
    const std::optional<Offset> best = heap.find(range, size, 2, true);
    ASSERT_EQ(best.has_value(), first.has_value());
    if (best) {
      ASSERT_TRUE(slow.isFree(range, *best, size)) << i;
      slow.chunks[heap.take(range, *best, size)] = {range, *best, size};
    }
    if (!slow.chunks.empty() && random() % 2 == 0) {
      auto victim =
          std::next(slow.chunks.begin(),
                    static_cast<std::ptrdiff_t>(random() % slow.chunks.size()));
      heap.release(victim->first);
      slow.chunks.erase(victim);
    }
  }
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

// Steps of 2, 0, 3 and 1 s: at most 2 s up to boundary 2, and 3 s of step 2.
TEST(MsaCopyResourceTest, ACopyMayTakeExactlyTheRemainingTime) {
  CopyResource resource({2, 0, 3, 1});

  EXPECT_FALSE(resource.tryAdd({0, 2, 2.1}));
  EXPECT_TRUE(resource.tryAdd({0, 2, 2}));
  EXPECT_FALSE(resource.tryAdd({0, 2, 0.1}));
  EXPECT_FALSE(resource.tryAdd({1, 3, 3.1}));
  EXPECT_TRUE(resource.tryAdd({1, 3, 3}));
  // The channel would serve the new copy first and delay the copy that starts
  // at 1.
  EXPECT_FALSE(resource.tryAdd({0, 4, 1}));
  EXPECT_FALSE(resource.tryAdd({1, 4, 1.1}));
  EXPECT_TRUE(resource.tryAdd({1, 4, 1}));
  EXPECT_FALSE(resource.tryAdd({3, 4, 0.1}));
}

// A starts at boundary 1 and has time until 4. B starts first and is served
// first: with 4 s, B ends after 4 s of work and A after 6 of 6; with 5 s, A
// would be late.
TEST(MsaCopyResourceTest, AnEarlierCopyDelaysLaterOnes) {
  CopyResource resource({2, 0, 3, 1});
  const TimedCopy a = {1, 4, 2};

  ASSERT_TRUE(resource.tryAdd(a));
  EXPECT_FALSE(resource.tryAdd({0, 3, 5}));
  EXPECT_TRUE(resource.tryAdd({0, 3, 4}));

  // Removing restores the exact state.
  resource.remove({0, 3, 4});
  EXPECT_FALSE(resource.tryAdd({0, 3, 5}));
  resource.remove(a);
  EXPECT_TRUE(resource.tryAdd({0, 3, 5}));
}

// A could wait while B is served, but copies are served in the order of their
// starts. XLA also refuses.
TEST(MsaCopyResourceTest, RefusesCopiesThatNeedAnotherOrder) {
  CopyResource resource({1, 1, 1});

  ASSERT_TRUE(resource.tryAdd({0, 3, 2}));
  EXPECT_FALSE(resource.tryAdd({1, 2, 1}));
}

TEST(MsaCopyResourceTest, ARefusedCopyLeavesNothingBehind) {
  CopyResource resource({1, 1, 1});

  EXPECT_FALSE(resource.tryAdd({0, 2, 2.5}));
  EXPECT_TRUE(resource.tryAdd({0, 2, 2}));
}

TEST(MsaCopyResourceTest, WithoutWorkingTimesEachCopyFits) {
  CopyResource resource({});

  EXPECT_TRUE(resource.tryAdd({0, 1, 100}));
  resource.remove({0, 1, 100});
  EXPECT_TRUE(resource.tryAdd({0, 0, 100}));
}

//===----------------------------------------------------------------------===//
// Cost model and order
//===----------------------------------------------------------------------===//

/// All buffers in the slow tier, as at the start of the first pass.
struct Costs {
  explicit Costs(const Problem &problem, const MsaOptions &options = {})
      : uses(problem), options(options),
        cost(uses, serving(problem), 0, this->options) {}

  static const ServingTiers &serving(const Problem &problem) {
    static ServingTiers tiers;
    tiers.clear();
    for (const Op &op : problem.ops)
      tiers.emplace_back(op.accesses.size(), problem.target.defaultTier);
    return tiers;
  }

  AccessIndex uses;
  MsaOptions options;
  CostModel cost;
};

// Slow 100 B/s, fast 1000 B/s. A moves 20 + 100 B: 1.2 s, 1 s of compute. B
// moves 220 B: 2.2 s, 0.1 s of compute. 100 B cost 1 s, or 0.1 s fast.
TEST(MsaCostModelTest, BenefitIsTheSavingOfOneOperand) {
  Problem problem = makeToyProblem();
  Costs costs(problem);
  const auto &byBuffer = costs.uses.byBuffer;

  EXPECT_NEAR(costs.cost.opSeconds(0), 1.2, 1e-12);
  EXPECT_NEAR(costs.cost.opSeconds(1), 2.2, 1e-12);
  EXPECT_NEAR(costs.cost.benefitOf(byBuffer[0][0]), 0.18, 1e-12); // x in A
  EXPECT_NEAR(costs.cost.benefitOf(byBuffer[1][0]), 0.9, 1e-12);  // a in A
  // A cannot get shorter than its compute; B gets shorter by the whole saving.
  EXPECT_NEAR(costs.cost.reductionOf(byBuffer[1][0]), 0.2, 1e-12);
  EXPECT_NEAR(costs.cost.reductionOf(byBuffer[1][1]), 0.9, 1e-12);
}

// a: (0.9 + 0.9) / 10. w: 0.9 / 10. x: 0.18 / sqrt(20).
TEST(MsaCostModelTest, BoundednessAddsBenefitsAndDividesByTheRootOfTheSize) {
  Problem problem = makeToyProblem();
  Costs costs(problem);
  EXPECT_NEAR(costs.cost.boundednessOf(1), 0.18, 1e-12);
  EXPECT_NEAR(costs.cost.boundednessOf(2), 0.09, 1e-12);
  EXPECT_NEAR(costs.cost.boundednessOf(0), 0.18 / std::sqrt(20.0), 1e-12);

  MsaOptions options;
  options.sizePenalty = SizePenalty::None;
  Costs plain(problem, options);
  EXPECT_NEAR(plain.cost.boundednessOf(1), 1.8, 1e-12);
}

// With 1.3 s of compute A is 0.1 s from waiting for memory, so that a has a
// benefit of -0.1 in A. Only the benefit of a in B counts. The boundedness of
// x, an input, is 0.
TEST(MsaCostModelTest, AnOpThatWaitsForComputeHasANegativeBenefit) {
  Problem problem = makeToyProblem();
  problem.ops[0].computePs = 1300000000000;
  Costs costs(problem);

  EXPECT_NEAR(costs.cost.benefitOf(costs.uses.byBuffer[1][0]), -0.1, 1e-12);
  EXPECT_NEAR(costs.cost.boundednessOf(1), 0.09, 1e-12);
  EXPECT_EQ(costs.cost.boundednessOf(0), 0);
}

/// \p numSteps ops of \p seconds each, and one buffer of 100 B.
Problem makeSteps(int numSteps, double seconds) {
  Problem problem;
  problem.name = "steps";
  problem.target = makeToyTarget();
  problem.buffers = {
      {.name = "w", .size = 100, .range = {0, numSteps}, .liveIn = true}};
  for (int i = 0; i < numSteps; ++i)
    problem.ops.push_back(
        {"op" + std::to_string(i), static_cast<int64_t>(seconds * 1e12), {}});
  return problem;
}

// 1 s each. The loop around steps 1 and 2 counts 5 times, despite its 3 trips.
TEST(MsaCostModelTest, ElapsedMultipliesInnerLoopsByTheirAssumedTrips) {
  Problem problem = makeSteps(4, 1);
  problem.loops = {{{1, 3}, 3, false}};
  Costs costs(problem);
  EXPECT_NEAR(costs.cost.elapsed(noLoop, 0, 4), 12, 1e-12);
  EXPECT_NEAR(costs.cost.elapsed(noLoop, 0, 1), 1, 1e-12);
  EXPECT_NEAR(costs.cost.elapsed(0, 1, 3), 2, 1e-12);
}

// B in a loop of 3 trips, assumed to be 5: w saves 0.9 s in each.
TEST(MsaCostModelTest, BenefitsAreMultipliedByTheAssumedTrips) {
  Problem problem = makeToyProblem();
  problem.loops = {{{1, 2}, 3, false}};
  Costs costs(problem);
  EXPECT_NEAR(costs.cost.benefitOf(costs.uses.byBuffer[2][0]), 4.5, 1e-12);
  EXPECT_NEAR(costs.cost.reductionOf(costs.uses.byBuffer[2][0]), 0.9, 1e-12);
}

/// Returns the names of buffers in the order of msa.
std::vector<std::string> orderOf(const Problem &problem,
                                 const MsaOptions &options) {
  AccessIndex uses(problem);
  std::vector<BufferPlan> plans(problem.buffers.size());
  for (size_t b = 0; b < plans.size(); ++b) {
    plans[b].stays = {{1, problem.buffers[b].range, std::nullopt,
                       problem.buffers[b].range.end}};
    plans[b].serving.assign(uses.byBuffer[b].size(), 0);
  }
  MsaState state(uses, options, std::move(plans));
  TierContext pass(state, 0);
  std::vector<std::string> names;
  for (BufferId id : orderBuffers(pass))
    names.push_back(problem.buffers[id].name);
  return names;
}

// Boundedness: a 0.18, w 0.09, y (20 B, 0.18 s) and x (also 20 B, 0.18 s)
// 0.0402. Of x and y, x ends first. Fast has no room for 513 B.
TEST(MsaOrderTest, MostBenefitForTheRootOfTheSizeFirst) {
  Problem problem = makeToyProblem();
  problem.buffers.push_back({.name = "large", .size = 513, .range = {0, 2}});
  problem.ops[0].accesses.push_back({4, AccessMode::Write, 1, {}});
  problem.ops[0].computePs = 0;
  MsaOptions options;
  EXPECT_THAT(orderOf(problem, options), ElementsAre("a", "w", "x", "y"));

  // The first of several matching rules counts.
  options.orderRules = {{"y", true}, {"a", false}, {"w", false}, {"a", true}};
  EXPECT_THAT(orderOf(problem, options), ElementsAre("y", "x", "w", "a"));
}

// The larger saves 3.6 s / 20, the smaller 2.7 s / 10.
TEST(MsaOrderTest, WithoutASizePenaltyTheLargestBenefitIsFirst) {
  Problem problem = makeSteps(2, 0);
  problem.buffers = {{.name = "big", .size = 400, .range = {0, 2}},
                     {.name = "small", .size = 100, .range = {0, 2}}};
  problem.ops[0].accesses = {{0, AccessMode::Write, 400, {}}};
  problem.ops[1].accesses = {{1, AccessMode::Write, 300, {}}};
  MsaOptions options;
  EXPECT_THAT(orderOf(problem, options), ElementsAre("small", "big"));
  options.sizePenalty = SizePenalty::None;
  EXPECT_THAT(orderOf(problem, options), ElementsAre("big", "small"));
}

//===----------------------------------------------------------------------===//
// Picker
//===----------------------------------------------------------------------===//

std::vector<Step> allOf(Picker &picker, const PrefetchWindow &window) {
  std::vector<Step> steps;
  if (picker.begin(window))
    while (std::optional<Step> step = picker.next())
      steps.push_back(*step);
  return steps;
}

// Steps of 1 s, a copy of 2 s, needed at boundary 10. The latest start is 2 s
// before: 8. The earliest is 10 * 0.8 s before: 2. The preferred start is 1.5 *
// 2 s before: 7, then alternately on either side.
TEST(MsaPickerTest, StartsNearThePreferredTimeAndGoesBothWays) {
  Problem problem = makeSteps(12, 1);
  Costs costs(problem);
  Picker picker(costs.uses, costs.cost, costs.options, 0.8);

  PrefetchWindow window = {noLoop, 0, 10, 2, 0};
  EXPECT_THAT(allOf(picker, window), ElementsAre(7, 6, 8, 5, 4, 3, 2));
  EXPECT_EQ(picker.latestStart(), 8);
  // If the use gets 1 s shorter, a start 1 s before suffices.
  window.reduction = 1;
  EXPECT_THAT(allOf(picker, window), ElementsAre(7, 6, 8, 5, 9, 4, 3, 2));
  // The contents exist only from boundary 7 on, or too late.
  window = {noLoop, 7, 10, 2, 0};
  EXPECT_THAT(allOf(picker, window), ElementsAre(7, 8));
  window.earliest = 9;
  EXPECT_THAT(allOf(picker, window), ElementsAre());
}

TEST(MsaPickerTest, ABufferWaitsLessThanMaxOverlap) {
  Problem problem = makeSteps(12, 1);
  Costs costs(problem);
  Picker picker(costs.uses, costs.cost, costs.options, 0.8);

  EXPECT_TRUE(picker.allowsKeeping(noLoop, 0, 7));
  EXPECT_FALSE(picker.allowsKeeping(noLoop, 0, 8));
}

// 1.5 * 2 s in the first attempt, three times as long in the second.
TEST(MsaPickerTest, AnEvictionEndsAfterThePreferredTime) {
  Problem problem = makeSteps(12, 1);
  Costs costs(problem);
  Picker picker(costs.uses, costs.cost, costs.options, 0.8);

  EXPECT_EQ(picker.evictionEnd(noLoop, 1, 12, 2, 0), 4);
  EXPECT_EQ(picker.evictionEnd(noLoop, 1, 12, 2, 1), 10);
  EXPECT_EQ(picker.evictionEnd(noLoop, 1, 6, 2, 1), 6);
}

// No copy at the program's level starts in the body of a loop, [5, 8), nor at
// its first boundary; 8 is after the loop. The body counts 5 times, 15 s, so
// that 2 is 20 s before the use. 9 and 8 are equally near to the preferred 1.5
// s.
TEST(MsaPickerTest, SkipsBodiesOfLoops) {
  Problem problem = makeSteps(12, 1);
  problem.loops = {{{5, 8}, 3, false}};
  Costs costs(problem);
  Picker picker(costs.uses, costs.cost, costs.options, 2);

  EXPECT_THAT(allOf(picker, {noLoop, 0, 10, 1, 0}), ElementsAre(9, 8, 4, 3, 2));
  EXPECT_EQ(Picker::nextStart(costs.uses, noLoop, 5, 10), 8);
  EXPECT_EQ(Picker::previousStart(costs.uses, noLoop, 7, 0), 4);
  EXPECT_EQ(Picker::nextStart(costs.uses, 0, 8, 8), 9); // None.
}

// In XLA's terms: from use - max, inclusive, to use - min, exclusive.
TEST(MsaPickerTest, TheCountPickerCountsSteps) {
  Problem problem = makeSteps(20, 1);
  MsaOptions options;
  options.picker = PickerKind::Count;
  Costs costs(problem, options);
  Picker picker(costs.uses, costs.cost, costs.options, 0);

  EXPECT_THAT(allOf(picker, {noLoop, 0, 10, 1, 0}),
              ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
  EXPECT_EQ(picker.latestStart(), 8);
  EXPECT_TRUE(picker.allowsKeeping(noLoop, 5, 14));
  EXPECT_FALSE(picker.allowsKeeping(noLoop, 5, 15));
  EXPECT_EQ(picker.evictionEnd(noLoop, 3, 20, 1, 0), 4);
}

} // namespace
