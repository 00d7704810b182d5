//===- PackOffline.cpp - Packings that leave room for scratch buffers -----===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TFLM places scratch buffers of operators around the tensors, and their sizes
// are known only on the device. A scratch buffer lives during a step, and often
// goes above all tensors of this step. So of the packings with the least peak,
// the best one has low tops at every step.
//
//===----------------------------------------------------------------------===//

#include "memplace/Packing/OfflinePlan.h"

#include <algorithm>
#include <set>

using namespace memplace;

/// Returns the sum over all steps of the highest byte in use.
static double sumOfTops(const PackingProblem &problem, const Packing &packing) {
  struct Event {
    Step step;
    bool isBegin;
    int64_t top;
  };
  std::vector<Event> events;
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const PackingBuffer &buffer = problem.buffers[i];
    const int64_t top = packing.offsets[i] + buffer.size;
    events.push_back({buffer.range.begin, true, top});
    events.push_back({buffer.range.end, false, top});
  }
  std::sort(events.begin(), events.end(),
            [](const Event &a, const Event &b) { return a.step < b.step; });
  double sum = 0;
  std::multiset<int64_t> tops; // Live ones.
  Step last = 0;
  for (const Event &event : events) {
    if (!tops.empty())
      sum += static_cast<double>(*tops.rbegin()) *
             static_cast<double>(event.step - last);
    last = event.step;
    if (event.isBegin)
      tops.insert(event.top);
    else
      tops.erase(tops.find(event.top));
  }
  return sum;
}

PackResult memplace::packOffline(const PackingProblem &problem,
                                 const PackLimits &limits) {
  constexpr size_t mostBuffers = 10'000; // More would take seconds.
  PackResult best = pack(problem, limits);
  if (!best.packing || problem.buffers.size() > mostBuffers)
    return best;
  double least = sumOfTops(problem, *best.packing);
  for (const std::string &name : packerNames()) {
    PackResult other = packBy(name, problem, limits);
    if (!other.packing || other.peak != best.peak)
      continue;
    const double sum = sumOfTops(problem, *other.packing);
    if (sum < least) {
      least = sum;
      best.packing = std::move(other.packing);
      best.packer = std::move(other.packer);
    }
  }
  return best;
}

bool memplace::isBetterThanTFLM(const PackingProblem &problem, int64_t peak) {
  const PackResult greedy = packBy("tflite-micro", problem);
  return !greedy.packing || peak < greedy.peak;
}
