//===- Oracle.h - Random small problems, and brute force --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_PACKING_ORACLE_H
#define MEMPLACE_UNITTESTS_PACKING_ORACLE_H

#include "memplace/Packing/Pack.h"

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace memplace {

struct RandomPackingOptions {
  int numBuffers = 6;
  int numSteps = 8;
  int64_t largestSize = 5;
  bool hasAlignment = false;
  bool hasFixed = false;
  bool hasGaps = false;
  bool hasGroups = false;
  bool hasWindows = false; // In the gaps; not in those of groups.
  int numArenas = 1;       // Small ones, with preferences.
};

/// Draws random packing problems, reproducible by seed.
class RandomPacking {
public:
  RandomPacking(uint64_t seed, const RandomPackingOptions &options)
      : random(seed), options(options) {}

  PackingProblem make() {
    for (int i = 0; i < options.numBuffers; ++i)
      addBuffer(i);
    if (options.hasWindows)
      addWindows();
    if (options.numArenas > 1)
      addArenas();
    if (options.hasGroups && options.numBuffers >= 4)
      addGroup();
    return std::move(problem);
  }

private:
  int64_t below(int64_t bound) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(bound));
  }

  void addBuffer(int number) {
    PackingBuffer buffer;
    buffer.id = "b" + std::to_string(number);
    buffer.range.begin = below(options.numSteps);
    buffer.range.end =
        buffer.range.begin + 1 + below(options.numSteps - buffer.range.begin);
    buffer.size = 1 + below(options.largestSize);
    if (options.hasAlignment && below(2))
      buffer.alignment = 1 + below(4);
    if (options.hasFixed && below(4) == 0)
      problem.makeTraits(buffer).offset = buffer.alignment * below(4);
    if (options.hasGaps && buffer.range.end - buffer.range.begin >= 3 &&
        below(2))
      problem.makeTraits(buffer).gaps = {
          {{buffer.range.begin + 1, buffer.range.end - 1}}};
    problem.buffers.push_back(buffer);
  }

  void addWindows() {
    for (PackingBuffer &buffer : problem.buffers) {
      if (buffer.traits < 0 || buffer.size == 1)
        continue;
      for (PackingGap &gap : problem.traits[buffer.traits].gaps) {
        gap.windowBegin = below(buffer.size);
        gap.windowEnd =
            gap.windowBegin + 1 + below(buffer.size - gap.windowBegin);
      }
    }
  }

  void addArenas() {
    problem.arenas.clear();
    for (int32_t arena = 0; arena < options.numArenas; ++arena)
      problem.arenas.push_back({"m" + std::to_string(arena), 3 + below(3)});
    for (PackingBuffer &buffer : problem.buffers) {
      const int64_t first = below(options.numArenas);
      const int64_t second = below(options.numArenas);
      if (below(3) == 0)
        continue;
      PackingTraits &traits = problem.makeTraits(buffer);
      traits.arenas = {static_cast<int32_t>(first)};
      if (second != first)
        traits.arenas.push_back(static_cast<int32_t>(second));
    }
  }

  /// Groups any two buffers.
  void addGroup() {
    problem.groups = {"g"};
    for (int i : {0, 3}) {
      PackingTraits &traits = problem.makeTraits(problem.buffers[i]);
      traits.group = 0;
      traits.offset.reset();
      traits.arenas.clear();
    }
  }

  std::mt19937_64 random;
  const RandomPackingOptions options;
  PackingProblem problem;
};

/// Returns a small, well-formed problem, which need not fit in any capacity.
inline PackingProblem makeRandomPacking(uint64_t seed,
                                        const RandomPackingOptions &options) {
  return RandomPacking(seed, options).make();
}

/// Returns a problem whose load is \p load at every step: buffers that end are
/// replaced by others of different sizes. If the freed bytes are not
/// contiguous, the load is not enough.
inline PackingProblem makeFullPacking(uint64_t seed, int numSteps,
                                      int64_t load) {
  std::mt19937_64 random(seed);
  PackingProblem problem;
  std::vector<size_t> live;
  auto begin = [&](Step step, int64_t bytes) {
    while (bytes > 0) {
      int64_t size =
          1 + static_cast<int64_t>(random() % static_cast<uint64_t>(bytes));
      live.push_back(problem.buffers.size());
      problem.buffers.push_back({.id = std::to_string(problem.buffers.size()),
                                 .range = {step, numSteps},
                                 .size = size});
      bytes -= size;
    }
  };
  begin(0, load);
  for (Step step = 1; step < numSteps; ++step) {
    int64_t freed = 0;
    for (size_t i = 0; i < live.size();) {
      if (random() % 3) {
        ++i;
        continue;
      }
      freed += problem.buffers[live[i]].size;
      problem.buffers[live[i]].range.end = step;
      live.erase(live.begin() + static_cast<std::ptrdiff_t>(i));
    }
    begin(step, freed);
  }
  return problem;
}

/// Returns the least peak of all packings, or `maxPeak + 1` if there is none,
/// by trying every offset of every buffer up to \p maxPeak. `verifyPacking`
/// decides what is legal, so the oracle shares no code with the packers.
inline int64_t minPeakByBruteForce(PackingProblem problem, int64_t maxPeak) {
  int64_t least = maxPeak + 1;
  // Fixed buffers first, so that clashes show early.
  std::partition(problem.buffers.begin(), problem.buffers.end(),
                 [&](const PackingBuffer &buffer) {
                   const PackingTraits *own = problem.traitsOf(buffer);
                   return own && own->offset;
                 });
  PackingProblem sofar = problem;
  sofar.buffers.clear();
  Packing packing;
  std::function<void(int64_t)> extend = [&](int64_t peak) {
    if (peak >= least)
      return;
    const size_t i = sofar.buffers.size();
    if (i == problem.buffers.size()) {
      least = peak;
      return;
    }
    const PackingBuffer &buffer = problem.buffers[i];
    sofar.buffers.push_back(buffer);
    for (Offset offset = 0; offset + buffer.size < least; ++offset) {
      packing.offsets.push_back(offset);
      if (!verifyPacking(sofar, packing))
        extend(std::max(peak, offset + buffer.size));
      packing.offsets.pop_back();
    }
    sofar.buffers.pop_back();
  };
  extend(0);
  return least;
}

/// Returns the cost of the arenas: for each buffer its bytes, times the number
/// of arenas the buffer prefers to its own. A group counts with its longest
/// member.
inline int64_t costOf(const PackingProblem &problem, const Packing &packing) {
  int64_t cost = 0;
  std::vector<int64_t> ofGroup(problem.groups.size());
  for (size_t i = 0; i < packing.arenas.size(); ++i) {
    const PackingTraits *traits = problem.traitsOf(problem.buffers[i]);
    int64_t position = packing.arenas[i];
    for (size_t at = 0; traits && at < traits->arenas.size(); ++at)
      if (traits->arenas[at] == packing.arenas[i])
        position = static_cast<int64_t>(at);
    const int64_t own = position * problem.buffers[i].size;
    if (traits && traits->group)
      ofGroup[*traits->group] = std::max(ofGroup[*traits->group], own);
    else
      cost += own;
  }
  for (int64_t own : ofGroup)
    cost += own;
  return cost;
}

/// The least cost of all packings in arenas with capacities, and the least
/// maximum peak, by brute force; no value if there is no packing.
struct LeastInArenas {
  std::optional<int64_t> cost;
  int64_t peak = 0;
};
inline LeastInArenas leastInArenas(const PackingProblem &problem) {
  LeastInArenas least;
  PackingProblem sofar = problem;
  sofar.buffers.clear();
  Packing packing;
  std::function<void(int64_t)> extend = [&](int64_t peak) {
    const size_t i = sofar.buffers.size();
    if (i == problem.buffers.size()) {
      const int64_t cost = costOf(problem, packing);
      least.peak = least.cost ? std::min(least.peak, peak) : peak;
      least.cost = std::min(least.cost.value_or(cost), cost);
      return;
    }
    if (least.cost && peak >= least.peak &&
        costOf(sofar, packing) >= *least.cost)
      return;
    const PackingBuffer &buffer = problem.buffers[i];
    sofar.buffers.push_back(buffer);
    for (size_t arena = 0; arena < problem.arenas.size(); ++arena)
      for (Offset offset = 0;
           offset + buffer.size <= *problem.arenas[arena].capacity; ++offset) {
        packing.offsets.push_back(offset);
        packing.arenas.push_back(static_cast<int32_t>(arena));
        if (!verifyPacking(sofar, packing))
          extend(std::max(peak, offset + buffer.size));
        packing.offsets.pop_back();
        packing.arenas.pop_back();
      }
    sofar.buffers.pop_back();
  };
  extend(0);
  return least;
}

} // namespace memplace

#endif // MEMPLACE_UNITTESTS_PACKING_ORACLE_H
