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

#include <functional>
#include <random>
#include <string>
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
};

/// A small problem. Well formed; need not fit in any capacity.
inline PackingProblem makeRandomPacking(uint64_t seed,
                                        const RandomPackingOptions &options) {
  std::mt19937_64 random(seed);
  auto below = [&](int64_t bound) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(bound));
  };
  PackingProblem problem;
  for (int i = 0; i < options.numBuffers; ++i) {
    PackingBuffer buffer;
    buffer.id = "b" + std::to_string(i);
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
  if (options.hasGroups && options.numBuffers >= 4) {
    problem.groups = {"g"};
    for (int i : {0, 3}) {
      PackingTraits &traits = problem.makeTraits(problem.buffers[i]);
      traits.group = 0;
      traits.offset.reset();
    }
  }
  return problem;
}

/// A problem whose load is \p load at every step: some buffers die, others of
/// different sizes take their bytes. If these are not together, the load is not
/// enough.
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

/// The least peak of all packings, by trying every offset of every buffer up to
/// \p most; `most + 1` if there is none. Shares no idea with the packers: legal
/// is what `verifyPacking` says.
inline int64_t leastPeakByBruteForce(PackingProblem problem, int64_t most) {
  int64_t least = most + 1;
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

} // namespace memplace

#endif // MEMPLACE_UNITTESTS_PACKING_ORACLE_H
