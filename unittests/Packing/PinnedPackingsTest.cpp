//===- PinnedPackingsTest.cpp - Recorded packings -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Packing/Exact.h"
#include "../../lib/Packing/LocalSearch.h"
#include "ItemsOf.h"
#include "Oracle.h"
#include "Support/Pinned.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

using namespace memplace;
using namespace memplace::packing;
using namespace memplace::test;

namespace {

const Pinned pinned("unittests/Packing/PinnedPackings.txt", "PackingTests");

/// Problems of one kind.
struct Family {
  std::string name;
  RandomPackingOptions options;
  int numProblems = 8;
};

// Sizes and live ranges are often equal, so that ties are broken often.
const std::vector<Family> families = {
    {"small", {.numBuffers = 9, .largestSize = 9}, 16},
    {"plain", {.numBuffers = 40, .numSteps = 25, .largestSize = 60}},
    {"ties", {.numBuffers = 40, .numSteps = 6, .largestSize = 3}},
    {"many parts", {.numBuffers = 50, .numSteps = 400, .largestSize = 90}},
    {"aligned",
     {.numBuffers = 30,
      .numSteps = 15,
      .largestSize = 30,
      .hasAlignment = true}},
    {"fixed",
     {.numBuffers = 12, .numSteps = 30, .largestSize = 9, .hasFixed = true}},
    {"gaps",
     {.numBuffers = 30, .numSteps = 15, .largestSize = 30, .hasGaps = true}},
    {"windows",
     {.numBuffers = 30,
      .numSteps = 15,
      .largestSize = 30,
      .hasGaps = true,
      .hasWindows = true}},
    {"groups",
     {.numBuffers = 20, .numSteps = 15, .largestSize = 30, .hasGroups = true}},
    {"everything",
     {.numBuffers = 14,
      .numSteps = 20,
      .largestSize = 12,
      .hasAlignment = true,
      .hasFixed = true,
      .hasGaps = true,
      .hasGroups = true,
      .hasWindows = true}},
    {"large", {.numBuffers = 400, .numSteps = 150, .largestSize = 5000}, 2},
};

/// Returns the problems of a family, and some with the same load at every step.
std::vector<PackingProblem> problemsOf(const Family &family) {
  std::vector<PackingProblem> problems;
  for (int i = 0; i < family.numProblems; ++i)
    problems.push_back(
        makeRandomPacking(static_cast<uint64_t>(i), family.options));
  if (family.name == "plain")
    for (uint64_t seed = 0; seed < 8; ++seed)
      problems.push_back(makeFullPacking(seed, 12, 40));
  return problems;
}

std::string digestOf(const PackResult &result) {
  Digest digest;
  digest.add(statusName(result.status));
  digest.add(result.peak);
  digest.add(result.bound);
  digest.add(result.nodes);
  digest.add(result.packer);
  digest.add(result.message);
  if (result.packing) {
    digest.addAll(result.packing->offsets);
    digest.addAll(result.packing->arenas);
  }
  return digest.text();
}

/// A case for each packer.
class PinnedPackerTest : public testing::TestWithParam<std::string> {};

/// A case for each family.
class PinnedPackTest : public testing::TestWithParam<Family> {
protected:
  void expectAsBefore(const std::string &how,
                      const std::function<PackResult(PackingProblem)> &solve) {
    std::vector<std::string> digests;
    for (const PackingProblem &problem : problemsOf(GetParam()))
      digests.push_back(digestOf(solve(problem)));
    pinned.expect("pack" + how + ", " + GetParam().name, digests);
  }
};

std::string plainName(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == ' '; },
      '_');
  return name;
}

} // namespace

TEST_P(PinnedPackerTest, FixedSeedsGiveIdenticalPackings) {
  for (const Family &family : families) {
    std::vector<std::string> digests;
    for (const PackingProblem &problem : problemsOf(family))
      digests.push_back(digestOf(packBy(GetParam(), problem)));
    pinned.expect(GetParam() + ", " + family.name, digests);
  }
}

INSTANTIATE_TEST_SUITE_P(Packers, PinnedPackerTest,
                         testing::ValuesIn(packerNames()),
                         [](const testing::TestParamInfo<std::string> &info) {
                           return plainName(info.param);
                         });

TEST_P(PinnedPackTest, FixedSeedsGiveIdenticalPeaks) {
  expectAsBefore("", [](const PackingProblem &problem) {
    return pack(problem, {.nodes = 3000, .seed = 1});
  });
}

TEST_P(PinnedPackTest, FixedSeedsGiveIdenticalPackingsWithinACapacity) {
  expectAsBefore(" at the bound", [](PackingProblem problem) {
    problem.arenas[0].capacity =
        std::max<int64_t>(1, lowerBoundOnPeak(problem));
    return pack(problem, {.nodes = 3000, .seed = 2});
  });
}

INSTANTIATE_TEST_SUITE_P(Families, PinnedPackTest, testing::ValuesIn(families),
                         [](const testing::TestParamInfo<Family> &info) {
                           return plainName(info.param.name);
                         });

TEST(PinnedArenasTest, FixedSeedsGiveIdenticalPackingsInArenas) {
  for (int numArenas : {2, 3}) {
    RandomPackingOptions options = {.numBuffers = 8,
                                    .largestSize = 4,
                                    .hasAlignment = true,
                                    .hasGroups = true,
                                    .numArenas = numArenas};
    std::vector<std::string> digests;
    for (uint64_t seed = 0; seed < 60; ++seed) {
      options.numBuffers = 4 + static_cast<int>(seed % 15);
      PackingProblem problem = makeRandomPacking(seed, options);
      if (seed % 3 == 0)
        problem.arenas.back().capacity.reset();
      const PackResult result = pack(problem, {.nodes = seed % 2 ? 3000 : 1});
      EXPECT_FALSE(result.packing && verifyPacking(problem, *result.packing));
      digests.push_back(digestOf(result));
    }
    pinned.expect("pack, " + std::to_string(numArenas) + " arenas", digests);
  }
}

// Several full parts in succession, each with a long search for its best
// packing; and the same problem scaled by eight.
TEST(PinnedSearchTest, FixedSeedsGiveIdenticalSearchesForThePeak) {
  for (int64_t unit : {1, 8}) {
    std::vector<std::string> digests;
    for (uint64_t seed = 0; seed < 12; ++seed) {
      PackingProblem problem;
      for (uint64_t part = 0; part < 1 + seed % 3; ++part) {
        const int numSteps = 9 + static_cast<int>(seed);
        for (PackingBuffer buffer :
             makeFullPacking(10 * seed + part, numSteps, 30 + 3 * int(part))
                 .buffers) {
          const Step shift = static_cast<Step>(part) * numSteps;
          buffer.id += "." + std::to_string(part);
          buffer.range = {buffer.range.begin + shift, buffer.range.end + shift};
          buffer.size *= unit;
          problem.buffers.push_back(buffer);
        }
      }
      digests.push_back(
          digestOf(pack(problem, {.nodes = 15000, .seed = seed})));
    }
    pinned.expect("pack, full in units of " + std::to_string(unit), digests);
  }
}

// From 2001 items on, more skylines run before the other methods.
TEST(PinnedSearchTest, FixedSeedsGiveIdenticalPackingsOfThousands) {
  std::vector<std::string> digests;
  for (int numBuffers : {2000, 2001})
    digests.push_back(digestOf(pack(
        makeRandomPacking(3, {.numBuffers = numBuffers,
                              .numSteps = 300,
                              .largestSize = 500,
                              .hasGaps = true,
                              .hasWindows = true}), // Without exact search.
        {.nodes = 4500})));
  pinned.expect("pack, thousands", digests);
}

// All orders tried, not only the best: first blends, then random changes.
TEST_P(PinnedPackTest, FixedSeedsGiveIdenticalOrdersOfLocalSearch) {
  std::vector<std::string> digests;
  const std::vector<PackingProblem> problems = problemsOf(GetParam());
  for (uint64_t seed : {0, 1}) {
    const Items items = itemsOf(problems[seed]);
    if (lowerBound(items) == infiniteOffset)
      continue;
    Workspace workspace(items);
    Budget budget({.nodes = 1'000'000, .seed = seed});
    OrderSearch search(workspace);
    for (int64_t round = 0; round < OrderSearch::numBlends + 40; ++round) {
      PartResult result;
      search.run(0, 1, budget, result);
      Digest digest;
      digest.add(result.peak);
      digest.addAll(result.offsets);
      digests.push_back(digest.text());
    }
  }
  pinned.expect("local search, " + GetParam().name, digests);
}

// All restarts, in a capacity that just suffices or is just too small.
TEST_P(PinnedPackTest, FixedSeedsGiveIdenticalExactSearches) {
  std::vector<std::string> digests;
  for (const PackingProblem &problem : problemsOf(GetParam())) {
    const Items items = itemsOf(problem);
    const int64_t bound = lowerBound(items);
    if (bound == infiniteOffset || items.hasWindows || items.numItems > 100)
      continue;
    Digest digest;
    ExactSearch search(items);
    for (int64_t capacity : {bound - 1, bound, bound + bound / 16})
      for (int which = 0; which < ExactSearch::numOrders + 4; ++which) {
        Budget budget({.nodes = 1000, .seed = 5});
        const Verdict verdict =
            search.run(capacity, which, 40 + 2 * items.numItems, budget);
        digest.add(static_cast<int64_t>(verdict));
        digest.add(budget.nodesUsed());
        if (verdict == Verdict::Found)
          digest.addAll(search.offsets());
      }
    digests.push_back(digest.text());
  }
  pinned.expect("exact search, " + GetParam().name, digests);
}
