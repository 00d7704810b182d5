//===- PackingGenerator.cpp - Random packing problems ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "Support/TestRandom.h"

#include "memplace/Packing/Pack.h"

#include <algorithm>
#include <limits>

using namespace memplace;
using namespace memplace::stress;
using namespace memplace::test;

namespace {

/// Traits of one problem.
struct InstanceTraits {
  int64_t numBuffers = 1;
  int64_t numSteps = 1;
  int64_t largestSize = 1;
  Step firstStep = 0;
  bool areEqual = false;
  bool hasAlignments = false;
  bool hasFixed = false;
  bool hasGaps = false;
  bool hasWindows = false;
  bool hasGroups = false;
  int64_t numArenas = 1;
};

InstanceTraits drawInstanceTraits(TestRandom &random) {
  InstanceTraits traits;
  switch (random.in(0, 9)) {
  case 0: // For brute force.
  case 1:
  case 2:
    traits.numBuffers = random.in(0, 5);
    traits.numSteps = random.in(1, 5);
    traits.largestSize = random.in(1, 4);
    break;
  case 3:
    traits.numBuffers = random.in(100, 3000);
    traits.numSteps = random.chance(50) ? random.in(1, 10) : 500;
    traits.largestSize = random.anyIn(1, 1 << 20);
    traits.areEqual = random.chance(60);
    break;
  case 4:
    traits.numBuffers = random.in(1, 12);
    traits.numSteps = random.in(1, 8);
    traits.largestSize = int64_t(1) << 62;
    break;
  default:
    traits.numBuffers = random.in(1, 60);
    traits.numSteps = random.in(1, 40);
    traits.largestSize = random.anyIn(1, 1 << 30);
  }
  if (random.chance(8))
    traits.firstStep = random.chance(50) ? std::numeric_limits<int64_t>::min()
                                         : std::numeric_limits<int64_t>::max() -
                                               traits.numSteps;
  traits.areEqual |= random.chance(10);
  traits.hasAlignments = random.chance(30);
  traits.hasFixed = random.chance(15);
  traits.hasGaps = random.chance(25);
  traits.hasWindows = random.chance(10);
  traits.hasGroups = random.chance(15);
  traits.numArenas = random.chance(10) ? random.in(2, 3) : 1;
  return traits;
}

class PackingGenerator {
public:
  explicit PackingGenerator(uint64_t seed)
      : random(seed), traits(drawInstanceTraits(random)) {}

  PackingProblem make() {
    for (int64_t i = 0; i < traits.numBuffers; ++i)
      problem.buffers.push_back(makeBuffer(i));
    if (traits.hasGroups)
      makeGroups();
    makeArenas();
    return std::move(problem);
  }

private:
  int64_t size() {
    if (!traits.areEqual || commonSize == 0)
      commonSize = random.chance(5) ? traits.largestSize
                                    : random.in(1, traits.largestSize);
    return commonSize;
  }

  PackingBuffer makeBuffer(int64_t index) {
    PackingBuffer buffer;
    buffer.id = "b" + std::to_string(index);
    const Step begin = random.in(0, traits.numSteps - 1);
    buffer.range = {traits.firstStep + begin,
                    traits.firstStep + random.in(begin + 1, traits.numSteps)};
    buffer.size = size();
    if (traits.hasAlignments)
      buffer.alignment = random.chance(70) ? random.in(1, 5)
                         : random.chance(70)
                             ? random.anyIn(1, 1 << 20)
                             : random.anyIn(1, int64_t(1) << 62);
    if (traits.hasFixed && random.chance(25)) {
      const int64_t maxValue = (int64_t(1) << 62) / buffer.alignment;
      problem.makeTraits(buffer).offset =
          buffer.alignment *
          random.in(0, std::min(maxValue, random.chance(90) ? 4 : maxValue));
    }
    if (traits.hasGaps || traits.hasWindows)
      makeGaps(buffer);
    return buffer;
  }

  void makeGaps(PackingBuffer &buffer) {
    std::vector<PackingGap> gaps;
    // Leave at least one live step after each gap.
    for (Step step = buffer.range.begin + 1;
         step < buffer.range.end - 1 && gaps.size() < 3;) {
      const Step begin = random.in(step, buffer.range.end - 2);
      const Step end = random.in(begin + 1, buffer.range.end - 1);
      PackingGap gap = {{begin, end}, 0, 0};
      if (traits.hasWindows && random.chance(60)) {
        gap.windowBegin = random.in(0, buffer.size - 1);
        gap.windowEnd = random.in(gap.windowBegin + 1, buffer.size);
      }
      if (random.chance(50) && (traits.hasGaps || gap.hasWindow()))
        gaps.push_back(gap);
      step = end + 1;
    }
    if (!gaps.empty())
      problem.makeTraits(buffer).gaps = std::move(gaps);
  }

  // Members of a group share an offset, so none may be fixed. Members have no
  // windows either.
  void makeGroups() {
    if (problem.buffers.empty())
      return;
    for (int64_t g = random.in(1, 3); g > 0; --g)
      problem.groups.push_back("g" + std::to_string(problem.groups.size()));
    for (PackingBuffer &buffer : problem.buffers) {
      const PackingTraits *own = problem.traitsOf(buffer);
      const bool isPlain =
          !own ||
          (!own->offset &&
           std::none_of(own->gaps.begin(), own->gaps.end(),
                        [](const PackingGap &gap) { return gap.hasWindow(); }));
      if (isPlain && random.chance(40))
        problem.makeTraits(buffer).group = static_cast<int32_t>(
            random.in(0, static_cast<int64_t>(problem.groups.size()) - 1));
    }
  }

  void makeArenas() {
    const int64_t bound = lowerBoundOnPeak(problem);
    auto capacity = [&]() -> std::optional<int64_t> {
      if (bound == 0 || random.chance(50))
        return std::nullopt;
      const int64_t beside = random.chance(60) ? 0 : random.in(-1, 1);
      const bool isLast = bound == std::numeric_limits<int64_t>::max();
      return std::max<int64_t>(1, bound + (isLast ? -1 : beside));
    };
    problem.arenas.clear();
    for (int64_t a = 0; a < traits.numArenas; ++a)
      problem.arenas.push_back(
          {traits.numArenas == 1 ? "" : "a" + std::to_string(a), capacity()});
    if (traits.numArenas == 1)
      return;
    for (PackingBuffer &buffer : problem.buffers) {
      const PackingTraits *own = problem.traitsOf(buffer);
      if (random.chance(50) || (own && own->group))
        continue;
      std::vector<int32_t> wanted;
      for (int32_t a = 0; a < traits.numArenas; ++a)
        if (random.chance(50))
          wanted.insert(random.chance(50) ? wanted.begin() : wanted.end(), a);
      problem.makeTraits(buffer).arenas = std::move(wanted);
    }
  }

  TestRandom random;
  const InstanceTraits traits;
  PackingProblem problem;
  int64_t commonSize = 0;
};

} // namespace

PackingProblem stress::makePackingProblem(uint64_t seed) {
  return PackingGenerator(seed).make();
}

std::string stress::addFlaw(PackingProblem &problem, uint64_t seed) {
  TestRandom random(seed);
  problem.buffers.push_back({"last", {0, 4}, 8});
  PackingBuffer &buffer = random.pick(problem.buffers);
  switch (random.in(0, 6)) {
  case 0:
    buffer.size = -random.anyIn(0, int64_t(1) << 62);
    return "a size below 1";
  case 1:
    buffer.size = (int64_t(1) << 62) + random.anyIn(1, int64_t(1) << 60);
    return "a size above 2^62";
  case 2:
    buffer.range.end = buffer.range.begin;
    return "an empty live range";
  case 3:
    buffer.alignment = -random.anyIn(0, 1 << 30);
    return "an alignment below 1";
  case 4:
    problem.makeTraits(buffer).offset = -random.anyIn(1, 1 << 30);
    return "a fixed offset below 0";
  case 5:
    problem.makeTraits(buffer).gaps = {{buffer.range, 0, 0}};
    return "a gap that leaves nothing";
  default:
    problem.arenas[0].capacity = -random.anyIn(0, 1 << 30);
    return "a capacity below 1";
  }
}
